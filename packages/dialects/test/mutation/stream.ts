// What the mutation tests of all dialects start from: a surface that stands, and valid messages for it. Each message is
// accepted, strictly too, by a fold that holds what `prologue` opens.

import type { Json, JsonObject } from '@vitrine/core';
import fc from 'fast-check';
import type { Dialect, Sender } from '../../src/dialect.ts';
import { scalars, texts } from './valid-values.ts';

export interface Sent {
  readonly from: Sender;
  readonly wire: Json;
}

export interface Stream {
  readonly dialect: Dialect;
  /** Opens the surface `s` and fills it. */
  readonly prologue: readonly Json[];
  readonly generated: fc.Arbitrary<Sent>;
  readonly published: readonly Sent[];
}

/** What the surface `s` holds at the start. The text under `name` is also read as a template, by the component `f`. */
export const DATA = {
  name: 'Ada',
  n: 3,
  flag: true,
  when: '2026-05-01T10:00:00Z',
  tags: ['x', 'y'],
  items: [{ name: 'One', n: 1, tags: ['p'] }, { name: 'Two' }],
  m: { k: 'v', x: { name: 'deep' } },
} as const;

export const paths = fc.constantFrom(
  '/name',
  '/n',
  '/flag',
  '/tags',
  '/tags/1',
  '/items',
  '/items/1',
  '/items/2',
  '/items/0/name',
  '/m',
  '/m/k',
  '/m/new',
);
const item = fc.record({ name: texts, n: fc.integer({ min: 0, max: 9 }) }, { requiredKeys: ['name'] });
export const dataWrites: fc.Arbitrary<readonly [string, Json]> = paths.chain((path) =>
  fc.tuple(
    fc.constant(path),
    (path === '/items'
      ? fc.array(item, { maxLength: 3 })
      : path === '/tags'
        ? fc.array(texts, { maxLength: 3 })
        : path === '/m'
          ? fc.record({ k: texts })
          : scalars) as fc.Arbitrary<Json>,
  ),
);
export const surfaces = fc.constantFrom('s', 's', 's', 't');
export const others = fc.constantFrom('t', 'u', 'v');

export function agent(messages: fc.Arbitrary<Json>): fc.Arbitrary<Sent> {
  return messages.map((wire) => ({ from: 'agent', wire }));
}

export function viewer(messages: fc.Arbitrary<Json>): fc.Arbitrary<Sent> {
  return messages.map((wire) => ({ from: 'viewer', wire }));
}

export const actionFields = fc.record({
  name: fc.constantFrom('go', 'stop'),
  surfaceId: fc.constant('s'),
  sourceComponentId: fc.constantFrom('a', 'f'),
  timestamp: fc.constantFrom('2026-05-01T10:00:00.000Z', '2026-05-01T12:00:00+02:00'),
  context: fc.dictionary(fc.constantFrom('p', 'q'), scalars, { maxKeys: 2, noNullPrototype: true }),
});

/** How often each kind is drawn: components and data are most of what agents send. */
export function mix(...kinds: readonly (readonly [number, fc.Arbitrary<Sent>])[]): fc.Arbitrary<Sent> {
  return fc.oneof(...kinds.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** The last of several components with one id, so that a message names each once. */
export function byId(list: readonly Json[]): Json[] {
  return [...new Map(list.map((one) => [(one as JsonObject).id, one])).values()];
}
