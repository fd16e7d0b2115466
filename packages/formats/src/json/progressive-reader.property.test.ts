// Answers of many messages to two surfaces, in any order and cut anywhere: opened late, opened twice, deleted, and
// components that stand nowhere any more. What ProgressiveReader gives ends as what AnswerReader gives at once.

import { Catalogs, Fold, type Json, type JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { DIALECTS, Intake } from '@vitrine/dialects';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AnswerPart, AnswerReader } from './answer-reader.ts';
import { ProgressiveReader } from './progressive-reader.ts';

const IDS = ['root', 'x', 'y', 'z'];
const SURFACE = fc.constantFrom('a', 'b');
const WORDS = fc.constantFrom('', 'Hello', 'a "q" {}', 'https://e.com/', '</p>', 'é😀', 'line\nnext');
const DATA = fc.constantFrom<Json>(
  1,
  '',
  {},
  [{}],
  { k: {}, m: { n: 'deep' } },
  { list: [{ a: 1 }, {}] },
  { list: [] },
);
/** Each refers to later ones alone: a component that contains itself is refused by one of the readers. */
const NODE = fc.nat(IDS.length - 1).chain((at) => {
  const child = fc.constantFrom(...IDS.slice(at + 1), 'never');
  return fc.record({
    id: fc.constant(IDS[at] as string),
    child,
    children: fc.array(child, { maxLength: 3 }),
    words: WORDS,
  });
});
const COMPONENT_09 = NODE.chain(({ id, child, children, words }) =>
  fc.constantFrom<JsonObject>(
    { id, component: 'Text', text: words },
    { component: 'Text', text: { path: '/k' }, id },
    { id, component: 'Column', children },
    { id, component: 'List', children: { componentId: child, path: '/list' } },
    { id, component: 'Button', child, action: { event: { name: 'go', context: { k: { path: '/k' } } } } },
    { id, component: 'Divider' },
  ),
);
const COMPONENT_08 = NODE.chain(({ id, child, children, words }) =>
  fc.constantFrom<JsonObject>(
    { id, component: { Text: { text: { literalString: words } } } },
    { component: { Column: { children: { explicitList: children } } }, id },
    { id, component: { List: { children: { template: { componentId: child, dataBinding: '/m' } } } } },
    { id, component: { Card: { child } } },
  ),
);
const ENTRY_08 = fc.constantFrom<JsonObject>(
  { key: 'k', valueString: 'K' },
  { valueNumber: 1, key: 'n' },
  { key: 'm', valueMap: [{ key: 'k', valueString: '' }] },
  { key: 'm', valueMap: [] },
);
const few = (component: fc.Arbitrary<JsonObject>) => fc.array(component, { minLength: 1, maxLength: 3 });

function messagesSince09(version: string, catalogId: string): fc.Arbitrary<JsonObject> {
  const PATH = fc.constantFrom({}, { path: '/' }, { path: '/k' }, { path: '/m/n' });
  return fc.oneof(
    SURFACE.map((surfaceId) => ({ version, createSurface: { surfaceId, catalogId } })),
    SURFACE.map((surfaceId) => ({ version, deleteSurface: { surfaceId } })),
    fc
      .tuple(SURFACE, DATA, PATH)
      .map(([surfaceId, value, path]) => ({ version, updateDataModel: { surfaceId, value, ...path } })),
    fc
      .tuple(SURFACE, few(COMPONENT_09))
      .map(([surfaceId, components]) => ({ version, updateComponents: { surfaceId, components } })),
  );
}

const MESSAGES_08: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(SURFACE, fc.constantFrom(...IDS)).map(([surfaceId, root]) => ({ beginRendering: { surfaceId, root } })),
  SURFACE.map((surfaceId) => ({ deleteSurface: { surfaceId } })),
  fc.tuple(SURFACE, ENTRY_08).map(([surfaceId, entry]) => ({ dataModelUpdate: { surfaceId, contents: [entry] } })),
  fc.tuple(SURFACE, few(COMPONENT_08)).map(([surfaceId, components]) => ({ surfaceUpdate: { surfaceId, components } })),
);

const given = (parts: readonly AnswerPart[]) =>
  parts.flatMap((part) => (part.part === 'message' ? [part.message] : []));

/** What a viewer shows of the messages, without what placeholders leave behind. */
function shown(messages: readonly JsonObject[]): unknown {
  const fold = new Fold({ catalogs: new Catalogs([basic08, basic09, basic10]) });
  const intake = new Intake(fold, { dialects: DIALECTS });
  const refused = messages.filter((message) => !intake.message(message).ok);
  const surfaces = [...fold.surfaces]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, surface]) => {
      const components = [...surface.components()].filter((one) => !one.id.startsWith('loading_'));
      return [id, components.sort((a, b) => (a.id < b.id ? -1 : 1)), surface.data.snapshot()];
    });
  return { refused, surfaces };
}

it.each([
  ['0.8', basic08, MESSAGES_08],
  ['0.9', basic09, messagesSince09('v0.9', basic09.id)],
  ['1.0', basic10, messagesSince09('v1.0', basic10.id)],
] as const)(
  '[SP16] [SP19] any order of messages of %s, cut anywhere, ends as all of it read at once',
  (_version, catalog, message) => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 8 }), sizes, fc.boolean(), (messages, cuts, all) => {
        const answer = `<a2ui-json>${JSON.stringify(messages)}</a2ui-json>`;
        const [wanted, fold] = [catalog, catalog].map((one) => new Fold({ catalogs: new Catalogs([one]) })) as [
          Fold,
          Fold,
        ];
        const whole = new AnswerReader({ fold: wanted });
        const atOnce = [...whole.push(answer), ...whole.end()];
        const reader = new ProgressiveReader({ fold, resend: all ? 'surface' : 'changed' });
        const parts: AnswerPart[] = [];
        for (let at = 0, i = 0; at < answer.length; at += cuts[i++ % cuts.length] as number)
          parts.push(...reader.push(answer.slice(at, at + (cuts[i % cuts.length] as number))));
        parts.push(...reader.end());
        expect(fold.snapshot()).toEqual(wanted.snapshot());
        expect(shown(given(parts))).toEqual(shown(given(atOnce)));
      }),
      { numRuns: 150 },
    );
  },
);
