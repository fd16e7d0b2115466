// Sessions of envelopes of OpenWOP, as the entries they become: surfaces that are opened, changed, streamed and taken away.

import type { Json, JsonObject, Op } from '@vitrine/core';
import { OPENWOP2_WIRE_CATALOG } from '@vitrine/core/catalogs/openwop-schema';
import fc from 'fast-check';
import type { Dialect } from '../src/dialect.ts';
import { openwop1Dialect } from '../src/openwop-1/codec.ts';
import { openwop2Dialect } from '../src/openwop-2/codec.ts';
import { createFold } from './fixtures.ts';
import type { Session } from './op-streams.ts';

const words = fc.constantFrom('Berth', '# Two piers', 'a b', '**x**', 'Ü ✓');
const flags = fc.boolean();

export function envelope(payload: Json, more: JsonObject = {}): JsonObject {
  const meta = { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' };
  return { type: 'ui.a2ui-surface', envelopeId: 'e', correlationId: 'c', payload, meta, ...more };
}

const item1: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ component: fc.constant('heading'), text: words, level: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ component: fc.constant('text'), text: words }),
  fc.record({ component: fc.constant('field.text'), id: fc.constantFrom('a', 'b'), label: words, required: flags }),
  fc.record({ component: fc.constant('field.date'), id: fc.constant('d'), label: words }),
  fc.record({
    component: fc.constant('field.select'),
    id: fc.constantFrom('b', 's'),
    label: words,
    options: fc.constant([
      { value: 'n', label: 'North' },
      { value: 's', label: 'South' },
    ]),
  }),
  fc.record({ component: fc.constant('field.checkbox'), id: fc.constant('t'), label: words, default: flags }),
  fc.record({
    component: fc.constant('action.button'),
    id: fc.constantFrom('go', 'action'),
    label: words,
    action: fc.record({ target: fc.constantFrom('resume', 'exchange') }),
  }),
);

/** Each id once. */
function distinct(items: readonly JsonObject[]): readonly JsonObject[] {
  return items.filter(({ id }, i) => id === undefined || items.findIndex((other) => other.id === id) === i);
}

export const payload1: fc.Arbitrary<JsonObject> = fc
  .record({ title: fc.option(words, { nil: undefined }), components: fc.array(item1, { maxLength: 6 }).map(distinct) })
  .map(({ title, components }) => ({
    catalogVersion: '0.9.1',
    surface: { ...(title === undefined ? {} : { title }), components },
  }));

const text2 = fc.oneof(words, fc.constantFrom({ path: '/name' }, { path: '/m/k' }));
const ids = ['root', 'a', 'b', 'c', 'f.1'] as const;
const component2: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ id: fc.constantFrom(...ids), component: fc.constant('Text'), text: text2 as fc.Arbitrary<Json> }),
  fc.record({
    id: fc.constant('f.1'),
    component: fc.constant('TextField'),
    label: words,
    value: fc.constant({ path: '/name' }),
  }),
  fc.record({
    id: fc.constant('c'),
    component: fc.constant('CheckBox'),
    label: words,
    value: fc.constant({ path: '/on' }),
  }),
  fc.record({
    id: fc.constant('b'),
    component: fc.constant('Button'),
    child: fc.constant('a'),
    action: fc.constantFrom(
      { event: { name: 'resume' } },
      { event: { name: 'exchange', context: { n: { path: '/name' } } } },
    ),
  }),
  fc.record({
    id: fc.constant('root'),
    component: fc.constantFrom('Column', 'Row'),
    children: fc.subarray(['a', 'b', 'c', 'f.1']),
  }),
);

function byId(components: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Map(components.map((one) => [one.id, one])).values()];
}

const surfaceId = 's';
const update2 = fc.oneof(
  fc
    .array(component2, { minLength: 1, maxLength: 5 })
    .map((list) => ({ updateComponents: { surfaceId, components: byId(list) } })),
  fc
    .tuple(fc.constantFrom('/name', '/on', '/m'), fc.oneof(words, flags, fc.constant({ k: 'v' })))
    .map(([path, value]) => ({
      updateDataModel: { surfaceId, path, value },
    })),
  fc.constant({ updateDataModel: { surfaceId, path: '/name' } }),
) as fc.Arbitrary<JsonObject>;
const create2 = { createSurface: { surfaceId, catalogId: OPENWOP2_WIRE_CATALOG } };

export function payload2(messages: readonly JsonObject[]): JsonObject {
  const version = 'v0.9';
  return {
    version,
    catalogId: OPENWOP2_WIRE_CATALOG,
    surfaceId,
    messages: messages.map((one) => ({ version, ...one })),
  };
}

/** Creating comes first; what finds the surface otherwise than it needs it is refused and left out. */
export const payload2s: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom([create2], [], [], [{ deleteSurface: { surfaceId } }, create2]),
    fc.array(update2, { minLength: 1, maxLength: 3 }),
  )
  .map(([first, rest]) => payload2([...(first as readonly JsonObject[]), ...rest]));

export function openwopSession(generation: 1 | 2, length = 10): fc.Arbitrary<Session> {
  const [dialect, payloads]: [Dialect, fc.Arbitrary<JsonObject>] =
    generation === 1 ? [openwop1Dialect, payload1] : [openwop2Dialect, payload2s];
  const partial = fc.constantFrom({}, {}, { partial: true }, { partial: false });
  return fc.array(fc.tuple(payloads, partial), { maxLength: length }).map((sent) => {
    const fold = createFold();
    return sent.flatMap(([payload, more]) => {
      const decoded = dialect.decode(envelope(payload, { schemaVersion: generation, ...more }), fold, 'agent');
      return decoded.ok && fold.accept(decoded.value).ok ? [decoded.value.body as readonly Op[]] : [];
    });
  });
}
