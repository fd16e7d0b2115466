import { Catalogs, Fold, type JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { Intake } from '@vitrine/dialects';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerPart } from './answer-reader.ts';
import { type ProgressiveOptions, ProgressiveReader } from './progressive-reader.ts';

const OPEN = `<a2ui-json>[{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"${basic09.id}"}},`;
const START = '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[';

function started(options: ProgressiveOptions = {}): ProgressiveReader {
  const reader = new ProgressiveReader({ catalogs: [basic09], ...options });
  reader.push(OPEN);
  return reader;
}

function components(parts: readonly AnswerPart[]): unknown {
  const shown = parts.flatMap((part) => (part.part === 'message' ? [part.message.updateComponents] : []));
  return (shown.at(-1) as JsonObject | undefined)?.components;
}

describe('ProgressiveReader', () => {
  it('[SP13] a component is shown as soon as it is whole, with a placeholder for a child still to come', () => {
    const reader = started();
    expect(components(reader.push(`${START}{"id":"root","component":"Card","child":"a"},`))).toEqual([
      { id: 'root', component: 'Card', child: 'loading_a' },
      { id: 'loading_a', component: 'Row', children: [] },
    ]);
    expect(components(reader.push('{"id":"a","component":"Text","text":"A"}'))).toEqual([
      { id: 'a', component: 'Text', text: 'A' },
      { id: 'root', component: 'Card', child: 'a' },
    ]);
  });

  it('[SP13] a text grows as it is written; half an address and half an escape wait', () => {
    const reader = started();
    expect(components(reader.push(`${START}{"id":"root","component":"Text","text":"Hel`))).toEqual([
      { id: 'root', component: 'Text', text: 'Hel' },
    ]);
    expect(components(reader.push('lo \\u00'))).toEqual([{ id: 'root', component: 'Text', text: 'Hello ' }]);
    expect(components(reader.push('e9"},{"id":"b","component":"Image","url":"https://exam'))).toEqual([
      { id: 'root', component: 'Text', text: 'Hello é' },
    ]);
  });

  it('[SP14] only what changed is sent, unless the whole surface is asked for', () => {
    const [changed, whole] = [started(), started({ resend: 'surface' })];
    const first = `${START}{"id":"root","component":"Column","children":["a","b"]},{"id":"a","component":"Text","text":"A"},`;
    const second = '{"id":"b","component":"Text","text":"B"},';
    for (const reader of [changed, whole]) reader.push(first);
    const ids = (parts: readonly AnswerPart[]): string[] =>
      (components(parts) as JsonObject[]).map(({ id }) => String(id));
    expect(ids(changed.push(second))).toEqual(['b', 'root']);
    expect(ids(whole.push(second))).toEqual(['a', 'b', 'root']);
  });

  it('[SP15] what nothing refers to is sent at the end, so nothing is lost', () => {
    const reader = started();
    const parts = reader.push(
      `${START}{"id":"root","component":"Text","text":"A"},{"id":"later","component":"Text","text":"B"}]}}]`,
    );
    expect(components(parts)).toEqual([{ id: 'root', component: 'Text', text: 'A' }]);
    expect(components(reader.end())).toEqual([{ id: 'later', component: 'Text', text: 'B' }]);
  });

  it('[SP15] surfaces that were open before pass as they are', () => {
    const reader = new ProgressiveReader({ catalogs: [basic09], surfaces: ['old'] });
    const update = {
      version: 'v0.9',
      updateComponents: { surfaceId: 'old', components: [{ id: 'x', component: 'Text', text: 'X' }] },
    };
    const close = { version: 'v0.9', deleteSurface: { surfaceId: 'old' } };
    const parts = reader.push(`<a2ui-json>[${JSON.stringify(update)},${JSON.stringify(close)}]</a2ui-json>`);
    expect(parts.flatMap((part) => (part.part === 'message' ? [part.message] : []))).toEqual([update, close]);
  });

  it('[SP16] however it is cut, the last state is that of the complete messages', () => {
    const messages = [
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } },
      {
        version: 'v0.9',
        updateComponents: {
          surfaceId: 's',
          components: [
            { id: 'root', component: 'Column', children: ['a', 'card', 'list'] },
            { id: 'card', component: 'Card', child: 'b' },
            { id: 'list', component: 'List', children: { componentId: 'item', path: '/items' } },
            { id: 'a', component: 'Text', text: 'A "quoted" text, with \\ and 😀' },
          ],
        },
      },
      { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/items', value: [{ n: 'one' }, { n: 'two' }] } },
      {
        version: 'v0.9',
        updateComponents: {
          surfaceId: 's',
          components: [
            { id: 'b', component: 'Text', text: 'B' },
            { id: 'item', component: 'Text', text: { path: 'n' } },
          ],
        },
      },
    ];
    const answer = `Here. <a2ui-json>${JSON.stringify(messages)}</a2ui-json> There.`;
    const whole = snapshot(messages);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }), (sizes) => {
        const reader = new ProgressiveReader({ catalogs: [basic09] });
        const parts: AnswerPart[] = [];
        for (let at = 0, i = 0; at < answer.length; i++) {
          const size = sizes[i % sizes.length] as number;
          parts.push(...reader.push(answer.slice(at, at + size)));
          at += size;
        }
        parts.push(...reader.end());
        expect(snapshot(parts.flatMap((part) => (part.part === 'message' ? [part.message] : [])))).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('[SP16] a child that never came, and more components than get placeholders, change nothing of the last state', () => {
    const components = Array.from({ length: 700 }, (_, i) => ({
      id: i === 0 ? 'root' : `c${i}`,
      component: 'Card',
      child: `c${i + 1}`,
    }));
    const messages = [
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } },
      ...components.map((one) => ({ version: 'v0.9', updateComponents: { surfaceId: 's', components: [one] } })),
    ];
    for (const sent of [messages.slice(0, 20), messages]) {
      const reader = new ProgressiveReader({ catalogs: [basic09] });
      const parts = [...reader.push(JSON.stringify(sent)), ...reader.end()];
      const shown = parts.flatMap((part) => (part.part === 'message' ? [part.message] : []));
      expect(snapshot(shown)).toEqual(snapshot(sent));
    }
  });

  it('[SP17] drafts are made only as far as their cost stays in proportion to the answer', () => {
    const reader = started();
    reader.push(`${START}{"id":"root","component":"Text","text":"`);
    let sent = 0;
    const pieces = 10_000;
    for (let i = 0; i < pieces; i++) for (const part of reader.push('word')) sent += part.part === 'message' ? 1 : 0;
    expect(sent).toBeGreaterThan(50);
    expect(sent).toBeLessThan(pieces / 10);
  });
});

/** Without what placeholders leave behind: they are no longer part of the tree. */
function snapshot(messages: readonly JsonObject[]): unknown {
  const fold = new Fold({ catalogs: new Catalogs([basic09]) });
  const intake = new Intake(fold);
  const refused = messages.flatMap((message) => intake.message(message)).filter(({ ok }) => !ok);
  const surface = fold.surfaces.get('s');
  const shown = [...(surface?.components() ?? [])].filter(({ id }) => !id.startsWith('loading_'));
  return { refused, components: shown.sort((a, b) => (a.id < b.id ? -1 : 1)), data: surface?.data.get('/items') };
}
