import { Catalogs, Fold, type JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { DIALECTS, Intake } from '@vitrine/dialects';
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

const update09 = (...components: readonly JsonObject[]): JsonObject => ({
  version: 'v0.9',
  updateComponents: { surfaceId: 's', components },
});
const update08 = (...components: readonly JsonObject[]): JsonObject => ({
  surfaceUpdate: { surfaceId: 's', components },
});

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

  it.each<readonly [string, readonly JsonObject[]]>([
    [
      'a component that changes while nothing refers to it',
      [
        { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } },
        update09({ id: 'root', component: 'Card', child: 'x' }, { id: 'x', component: 'Text', text: 'old' }),
        update09({ id: 'root', component: 'Divider' }, { id: 'x', component: 'Text', text: 'new' }),
      ],
    ],
    [
      'a child that never comes to a surface that is opened twice',
      [
        { beginRendering: { surfaceId: 's', root: 'root' } },
        update08({ id: 'root', component: { Card: { child: 'x' } } }),
        { beginRendering: { surfaceId: 's', root: 'root' } },
      ],
    ],
    [
      'another root of A2UI 0.8',
      [
        { beginRendering: { surfaceId: 's', root: 'root' } },
        update08({ id: 'x', component: { Card: { child: 'y' } } }),
        { beginRendering: { surfaceId: 's', root: 'x' } },
      ],
    ],
  ])('[SP16] %s is in the last state as it was written', (_what, messages) => {
    const reader = new ProgressiveReader({ catalogs: [basic08, basic09] });
    const parts = [...reader.push(`<a2ui-json>${JSON.stringify(messages)}</a2ui-json>`), ...reader.end()];
    const shown = parts.flatMap((part) => (part.part === 'message' ? [part.message] : []));
    expect(snapshot(shown)).toEqual(snapshot(messages));
  });

  it.each<readonly [string, JsonObject]>([
    ['components', { surfaceUpdate: { surfaceId: 's', components: [] } }],
    ['data', { dataModelUpdate: { surfaceId: 's', contents: [{ key: 'k', valueString: 'K' }] } }],
  ])('[SP19] %s of A2UI 0.8 open a surface that is deleted behind them', (_what, opening) => {
    for (const isFolded of [true, false]) {
      const fold = new Fold({ catalogs: new Catalogs([basic08]) });
      const reader = new ProgressiveReader(isFolded ? { fold } : { catalogs: [basic08] });
      const messages = [opening, { deleteSurface: { surfaceId: 's' } }];
      const parts = [...reader.push(`<a2ui-json>${JSON.stringify(messages)}</a2ui-json>`), ...reader.end()];
      expect(parts.map(({ part }) => part).filter((part) => part !== 'message')).toEqual([]);
      expect(parts.at(-1)).toMatchObject({ message: messages[1] });
      expect(fold.surfaces.has('s')).toBe(false);
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

describe('ProgressiveReader, drafts', () => {
  const UPDATE_08 = '{"surfaceUpdate":{"surfaceId":"s","components":[';
  const BEGIN_08 = '<a2ui-json>[{"beginRendering":{"surfaceId":"s","root":"root"}},';

  it('[SP18] an entry of data waits for its key and its value', () => {
    const reader = new ProgressiveReader({ catalogs: [basic08] });
    const start = '<a2ui-json>[{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"a","valueString":"A"},';
    const rest =
      '{"valueString":"B","key":"b"},{"key":"c","valueMap":[{"valueNumber":1},{},{"key":"d","valueBoolean":true}]}]}}';
    const seen = new Set<unknown>();
    for (const char of `${start}${rest}]</a2ui-json>`)
      for (const entry of reader.push(char).flatMap(entriesOf)) seen.add(JSON.stringify(entry));
    expect([...seen]).toEqual(
      [
        { key: 'a', valueString: '' },
        { key: 'a', valueString: 'A' },
        { valueString: 'B', key: 'b' },
        { key: 'c', valueMap: [] },
        { key: 'c', valueMap: [{ key: 'd', valueBoolean: true }] },
      ].map((entry) => JSON.stringify(entry)),
    );
  });

  it('[SP18] an entry that never gets a key is left out of the complete message and told', () => {
    const message = {
      dataModelUpdate: { surfaceId: 's', contents: [{ key: 'a', valueMap: [{}, { valueString: 'x' }] }] },
    };
    const reader = new ProgressiveReader({ catalogs: [basic08] });
    const parts = [...reader.push(JSON.stringify(message)), ...reader.end()];
    expect(parts.filter(({ part }) => part === 'message')).toMatchObject([
      {
        message: { dataModelUpdate: { surfaceId: 's', contents: [{ key: 'a', valueMap: [] }] } },
        repairs: [
          { kind: 'missing-key', at: '/dataModelUpdate/contents/0/valueMap/0' },
          { kind: 'missing-key', at: '/dataModelUpdate/contents/0/valueMap/1' },
        ],
      },
    ]);
  });

  it.each([
    [
      'an action of A2UI 0.8',
      BEGIN_08,
      UPDATE_08,
      '{"id":"root","component":{"Button":{"child":"a","action":{"name":"go","context":[{"key":"k","value":{"literalString":"v"}}]}}}}',
    ],
    [
      'a template of A2UI 0.8',
      BEGIN_08,
      UPDATE_08,
      '{"id":"root","component":{"List":{"children":{"template":{"componentId":"a","dataBinding":"/l"}}}}}',
    ],
    [
      'an action',
      OPEN,
      START,
      '{"id":"root","component":"Button","child":"a","action":{"event":{"name":"go","context":{"k":{"path":"/k"},"l":[{"m":{}}]}}}}',
    ],
    [
      'options',
      OPEN,
      START,
      '{"id":"root","component":"ChoicePicker","value":{"path":"/v"},"options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}',
    ],
    [
      'checks',
      OPEN,
      START,
      '{"id":"root","component":"TextField","label":"L","checks":[{"condition":{"call":"required","args":{"value":{"path":"/v"}}},"message":"M"}]}',
    ],
    [
      'tabs',
      OPEN,
      START,
      '{"id":"root","component":"Tabs","tabs":[{"title":"T","child":"a"},{"title":"U","child":"b"}]}',
    ],
    ['a template', OPEN, START, '{"id":"root","component":"List","children":{"componentId":"a","path":"/l"}}'],
  ])('[SP18] %s is shown whole or not at all, wherever it is cut', (_, open, start, component) => {
    const reader = new ProgressiveReader({ catalogs: [basic08, basic09] });
    reader.push(open + start);
    const shown = [...component].flatMap((char) => reader.push(char)).flatMap(componentsOf);
    const roots = shown.filter(({ id }) => id === 'root').map(structure);
    const whole = structure(JSON.parse(component) as JsonObject);
    expect(roots.filter((one) => !Object.entries(one).every(([name, text]) => whole[name] === text))).toEqual([]);
    expect(roots.at(-1)).toEqual(whole);
  });

  it('[SP18] of data, an object that has only begun is no item yet', () => {
    const reader = started();
    const text =
      '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/l","value":[{"n":{"o":[{"p":1}]}},{"n":2}]}}';
    const drafts = [...text].flatMap((char) => reader.push(char)).map((part) => JSON.stringify(part));
    expect(drafts.length).toBeGreaterThan(1);
    expect(drafts.filter((draft) => /\{\}|\[\{"n":\{\}|"value":\[\]/.test(draft))).toEqual([]);
  });
});

describe('ProgressiveReader, data', () => {
  const data = '{"version":"v0.9","updateDataModel":{"surfaceId":"s",';
  /** What of the data is shown in the end, and how many drafts there were. */
  function shownBy(reader: ProgressiveReader, text: string): { readonly data: unknown; readonly drafts: number } {
    const shown = new Fold({ catalogs: new Catalogs([basic09]) });
    const intake = new Intake(shown, { dialects: DIALECTS });
    let drafts = 0;
    for (const part of [...[...text].flatMap((char) => reader.push(char)), ...reader.end()]) {
      if (part.part !== 'message') continue;
      expect(intake.message(part.message).ok).toBe(true);
      if (part.draft === true) drafts++;
    }
    return { data: shown.surfaces.get('s')?.data.snapshot(), drafts };
  }

  it('[SP16] a path behind its value leaves nothing where the value was shown without it', () => {
    const reader = new ProgressiveReader({ catalogs: [basic09] });
    const late = shownBy(reader, `${OPEN}${data}"value":{"a":{"b":1},"c":2},"path":"/x"}}]`);
    expect(late.data).toEqual({ x: { a: { b: 1 }, c: 2 } });
    expect(late.drafts).toBeGreaterThan(1);
  });

  it('[SP16] data without a path, which may still come, take the place of no other before they are whole', () => {
    const kept = `${data}"path":"/kept","value":1}},`;
    for (const path of ['', ',"path":"/x"', ',"path":"/"']) {
      const reader = new ProgressiveReader({ catalogs: [basic09] });
      const { data: now, drafts } = shownBy(reader, `${OPEN}${kept}${data}"value":{"a":{"b":1},"c":2}${path}}}]`);
      expect(drafts).toBe(path === '' ? 0 : 1);
      expect(now).toEqual(path.includes('x') ? { kept: 1, x: { a: { b: 1 }, c: 2 } } : { a: { b: 1 }, c: 2 });
    }
  });
});

describe('ProgressiveReader, order', () => {
  const create = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } };
  const components = {
    version: 'v0.9',
    updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: { path: '/t' } }] },
  };
  const data = { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/t', value: 'T' } };
  const begin = { beginRendering: { surfaceId: 's', root: 'root' } };
  const update = { surfaceUpdate: { surfaceId: 's', components: [{ id: 'root', component: { Divider: {} } }] } };
  const contents = { dataModelUpdate: { surfaceId: 's', contents: [{ key: 'k', valueString: 'v' }] } };
  const fold09 = (): Fold => new Fold({ strict: true, catalogs: new Catalogs([basic09]) });
  const fold08 = (): Fold => new Fold({ strict: true, catalogs: new Catalogs([basic08]) });

  function messagesOf(parts: readonly AnswerPart[]): readonly JsonObject[] {
    return parts.flatMap((part) => (part.part === 'message' ? [part.message] : []));
  }

  it.each([
    ['components before their surface', [components, create], [create, components], fold09],
    ['components and data before their surface', [data, components, create], [create, data, components], fold09],
    ['components of A2UI 0.8 before they are begun', [update, begin], [begin, update], fold08],
    ['what comes in order', [create, components, data], [create, components, data], fold09],
  ])('[SP19] %s wait for it and are given in order, with a fold and without', (_, sent, expected, createFold) => {
    for (let at = 0; at <= JSON.stringify(sent).length; at++) {
      const fold = createFold();
      const reader = new ProgressiveReader({ fold });
      const text = JSON.stringify(sent);
      const parts = [...reader.push(text.slice(0, at)), ...reader.push(text.slice(at)), ...reader.end()];
      const whole = parts.filter((part) => !('draft' in part));
      expect(whole.filter(({ part }) => part !== 'message')).toEqual([]);
      expect(
        messagesOf(parts)
          .map((one) => Object.keys(one).at(-1))
          .filter(isNew),
      ).toEqual(expected.map((one) => Object.keys(one).at(-1)));
      expect(fold.topology()).toEqual([]);
    }
    const informed = new ProgressiveReader({ catalogs: [basic08, basic09], surfaces: [] });
    expect(messagesOf([...informed.push(JSON.stringify(sent)), ...informed.end()])).toEqual(expected);
  });

  it('[SP19] nothing is given of a message that waits before its surface has come', () => {
    const reader = new ProgressiveReader({ catalogs: [basic09] });
    const text = `<a2ui-json>[${JSON.stringify(components)},`;
    for (const char of text) expect(reader.push(char)).toEqual([]);
    expect(messagesOf(reader.push(JSON.stringify(create)))).toEqual([create, components]);
  });

  it('[SP19] a message waits whatever stands in it before its payload', () => {
    const noted = { metadata: { turn: 1 }, ...components };
    const reader = new ProgressiveReader({ fold: fold09() });
    const parts = reader.push(JSON.stringify([noted, { metadata: {}, ...data }, create]));
    expect(parts.filter(({ part }) => part === 'refused')).toEqual([]);
    expect(messagesOf(parts).map((one) => Object.keys(one).at(-1))).toEqual([
      'createSurface',
      'updateComponents',
      'updateDataModel',
    ]);
  });

  it('[SP19] surfaces wait each for its own', () => {
    const other = JSON.parse(JSON.stringify(components).replace('"s"', '"t"')) as JsonObject;
    const otherCreate = JSON.parse(JSON.stringify(create).replace('"s"', '"t"')) as JsonObject;
    const reader = new ProgressiveReader({ fold: fold09() });
    const parts = reader.push(JSON.stringify([components, other, otherCreate, create]));
    expect(messagesOf(parts)).toEqual([otherCreate, other, create, components]);
  });

  it('[SP19] data of A2UI 0.8 waits for the catalog that only its surface names', () => {
    const own = { ...basic08, id: 'own', aliases: [] };
    const reader = new ProgressiveReader({ fold: new Fold({ catalogs: new Catalogs([own]) }) });
    const parts = reader.push(
      JSON.stringify([contents, update, { beginRendering: { ...begin.beginRendering, catalogId: 'own' } }]),
    );
    expect(messagesOf(parts).map((one) => Object.keys(one)[0])).toEqual([
      'beginRendering',
      'dataModelUpdate',
      'surfaceUpdate',
    ]);
    expect(parts.filter(({ part }) => part === 'refused')).toEqual([]);
  });

  it('[SP19] what waited for nothing is judged at the end, or given with a warning', () => {
    const judged = new ProgressiveReader({ fold: fold09() });
    expect(judged.push(JSON.stringify([components]))).toEqual([]);
    expect(judged.end()).toMatchObject([{ part: 'refused', issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }] }]);
    const informed = new ProgressiveReader({ catalogs: [basic09], surfaces: ['other'] });
    informed.push(JSON.stringify([components]));
    expect(informed.end()).toMatchObject([
      { part: 'message', message: components, issues: [{ code: 'VITRINE_SURFACE_UNKNOWN', severity: 'warning' }] },
    ]);
    const uninformed = new ProgressiveReader({ catalogs: [basic09] });
    uninformed.push(JSON.stringify([components]));
    expect(uninformed.end()).toMatchObject([{ part: 'message', message: components, issues: [] }]);
  });
});

describe('ProgressiveReader, judged', () => {
  const put = (...components: object[]): string =>
    JSON.stringify({ version: 'v0.9', updateComponents: { surfaceId: 's', components } });
  const card = (id: string, child: string): object => ({ id, component: 'Card', child });
  const fold = (): Fold => new Fold({ strict: true, catalogs: new Catalogs([basic09]) });

  function refusals(parts: readonly AnswerPart[]): string[] {
    return parts.flatMap((part) => (part.part === 'refused' ? part.issues.map(({ code }) => code) : []));
  }

  it.each([
    ['itself', [card('root', 'root')]],
    ['its parent', [card('root', 'a'), card('a', 'root')]],
    ['an ancestor', [card('root', 'a'), card('a', 'b'), card('b', 'c'), card('c', 'a')]],
  ])('[SP20] a component that contains %s is refused as soon as it is written, and not shown', (_, components) => {
    for (const options of [{ fold: fold() }, { catalogs: [basic09] }]) {
      const reader = new ProgressiveReader(options);
      const text = `${OPEN}${put(...components)}`;
      // Everything but the brackets that close the list and the message.
      const parts = [...text.slice(0, -3)].flatMap((char) => reader.push(char));
      expect(refusals(parts)).toEqual(['VITRINE_TREE_CYCLE']);
      const last = components.at(-1);
      expect(
        parts.flatMap((part) => componentsOf(part)).filter((one) => JSON.stringify(one) === JSON.stringify(last)),
      ).toEqual([]);
    }
  });

  it('[SP20] a cycle over several messages is refused too', () => {
    const reader = new ProgressiveReader({ fold: fold() });
    const parts = [OPEN, put(card('root', 'a')), ',', put(card('a', 'root'))].flatMap((text) => reader.push(text));
    expect(refusals(parts)).toContain('VITRINE_TREE_CYCLE');
  });

  it.each([
    ['one push', 1e6],
    ['pieces', 5],
  ])(
    '[SP20] a child that becomes the parent, in a message of which a part alone has a cycle, is taken in %s',
    (_, size) => {
      const column = (id: string, ...children: string[]): object => ({ id, component: 'Column', children });
      const first = put(column('root', 'a'), column('a', 'b'), column('b'));
      const second = put(column('b', 'a'), column('a'), column('root', 'b'));
      const text = `${OPEN}${first},${second}]`;
      for (const options of [{ fold: fold() }, { catalogs: [basic09] }]) {
        const reader = new ProgressiveReader(options);
        const parts: AnswerPart[] = [];
        for (let at = 0; at < text.length; at += size) parts.push(...reader.push(text.slice(at, at + size)));
        expect(refusals([...parts, ...reader.end()])).toEqual([]);
        const last = parts.flatMap(componentsOf).filter(({ id }) => id === 'b');
        expect(last.at(-1)).toEqual(column('b', 'a'));
      }
    },
  );

  it('[SP20] a surface without a catalog, or with one that is not there, is refused with what is written for it', () => {
    for (const catalogId of [{}, { catalogId: 'other' }]) {
      const catalogs = new Catalogs([basic09, { ...basic09, id: 'second', aliases: [] }]);
      const reader = new ProgressiveReader({ fold: new Fold({ catalogs }) });
      const open = JSON.stringify({ version: 'v0.9', createSurface: { surfaceId: 's', ...catalogId } });
      const parts = [...`[${open},${put({ id: 'root', component: 'Text', text: 'T' })}]`].flatMap((char) =>
        reader.push(char),
      );
      expect(refusals(parts)).toHaveLength(1);
      expect(parts.filter(({ part }) => part === 'message')).toEqual([]);
      expect(refusals(reader.end())).toEqual(['VITRINE_SURFACE_UNKNOWN']);
    }
  });

  it('[SP20] what was shown of a message that is refused in the end is shown again as it was before', () => {
    const judge = fold();
    const reader = new ProgressiveReader({ fold: judge });
    const first = put(
      { id: 'root', component: 'Column', children: ['a'] },
      { id: 'a', component: 'Text', text: 'before' },
    );
    const second = put({ id: 'a', component: 'Text', text: 'after' }, { id: 'b', component: 'Carousel' });
    const parts = [...`${OPEN}${first},${second}]`].flatMap((char) => reader.push(char));
    const texts = [...parts, ...reader.end()]
      .flatMap(componentsOf)
      .filter(({ id }) => id === 'a')
      .map(({ text }) => text);
    expect(texts).toContain('after');
    expect(texts.at(-1)).toBe('before');
    expect(refusals(parts)).toEqual(['VITRINE_COMPONENT_UNKNOWN']);
  });

  it('[SP20] the catalogs of the fold say what a component needs', () => {
    const reader = new ProgressiveReader({ fold: fold() });
    reader.push(OPEN);
    expect(
      reader.push(
        '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"T',
      ),
    ).toMatchObject([
      { draft: true, message: { updateComponents: { components: [{ id: 'root', component: 'Text', text: 'T' }] } } },
    ]);
  });
});

function componentsOf(part: AnswerPart): readonly JsonObject[] {
  if (part.part !== 'message') return [];
  const { updateComponents, surfaceUpdate } = part.message as { [key: string]: { components: JsonObject[] } };
  return (updateComponents ?? surfaceUpdate)?.components ?? [];
}

/** What of a component is more than a text, as text, and with the names of children instead of those of placeholders. */
function structure(component: JsonObject): { [name: string]: string } {
  const { component: named } = component;
  const props = typeof named === 'string' ? component : (Object.values(named as JsonObject)[0] as JsonObject);
  const found = Object.entries(props).filter(([, value]) => typeof value === 'object');
  return Object.fromEntries(found.map(([name, value]) => [name, JSON.stringify(value).replaceAll('loading_', '')]));
}

function entriesOf(part: AnswerPart): readonly unknown[] {
  return part.part === 'message' ? (part.message.dataModelUpdate as { contents: unknown[] }).contents : [];
}

/** Drafts repeat the kind of the message that they are of. */
function isNew(kind: string | undefined, at: number, all: readonly (string | undefined)[]): boolean {
  return kind !== all[at - 1];
}

/** Without what placeholders leave behind: they are no longer part of the tree. */
function snapshot(messages: readonly JsonObject[]): unknown {
  const fold = new Fold({ catalogs: new Catalogs([basic08, basic09]) });
  const intake = new Intake(fold, { dialects: DIALECTS });
  const refused = messages.flatMap((message) => intake.message(message)).filter(({ ok }) => !ok);
  const surface = fold.surfaces.get('s');
  const shown = [...(surface?.components() ?? [])].filter(({ id }) => !id.startsWith('loading_'));
  return { refused, components: shown.sort((a, b) => (a.id < b.id ? -1 : 1)), data: surface?.data.get('/items') };
}
