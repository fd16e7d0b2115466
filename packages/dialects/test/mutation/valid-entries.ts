// Valid messages of our own dialect to begin a mutation with: every op and event, alone and several in one entry.

import type { Json, JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import fc from 'fast-check';
import type { Dialect } from '../../src/dialect.ts';
import { byId, DATA, dataWrites, others, type Sent, type Stream } from './stream.ts';
import { type Syntax, scalars, texts, Values } from './valid-values.ts';

const syntax: Syntax = {
  catalog: basic10,
  literal: (value) => value,
  path: (path) => ({ path }),
  call: (call, args) => ({ call, args }),
  list: (ids) => ids,
  template: (componentId, path) => ({ componentId, path }),
  event: (name, context) => ({ event: { name, context } }),
  run: { functionCall: { call: 'openUrl', args: { url: 'https://example.com/' } } },
  component: (id, type, props) => ({ id, type, props }),
};

const TIME = '2026-05-01T10:00:00.000Z';
const surface = 's';
const components = fc.array(new Values(syntax).component(), { minLength: 1, maxLength: 4 }).map(byId);
const asks = fc.constantFrom('q1', 'q2');
const wants = fc.constantFrom<JsonObject>(
  { kind: 'confirm', confirm: 'Yes' },
  { kind: 'text', multiline: true, maxLength: 9 },
  { kind: 'select', options: [{ label: 'A', value: 'a' }], multiple: false },
  { kind: 'number', min: 0, max: 9, step: 1 },
  { kind: 'date', min: '2026-01-01' },
  { kind: 'file', accept: ['image/png'], maxBytes: 1000 },
);

const changes: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: components.map((list): Json => ({ op: 'put', surface, components: list })) },
  { weight: 4, arbitrary: dataWrites.map(([path, value]): Json => ({ op: 'set', surface, path, value })) },
  {
    weight: 1,
    arbitrary: dataWrites.map(([path, value]): Json => ({ op: 'set', surface, path, value, ifAbsent: true })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ k: scalars, y: scalars })
      .map((value): Json => ({ op: 'merge', surface, path: '/m', value: value as Json })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/name', '/items/0', '/m/k').map((path): Json => ({ op: 'unset', surface, path })),
  },
  { weight: 1, arbitrary: texts.map((value): Json => ({ op: 'append', surface, path: '/m/log', value })) },
  {
    weight: 1,
    arbitrary: fc
      .array(scalars, { maxLength: 3 })
      .map((value): Json => ({ op: 'append', surface, path: '/m/rows', value })),
  },
);

const openings: fc.Arbitrary<Json> = fc
  .tuple(
    others,
    fc.constantFrom(basic09, basic10),
    fc.constantFrom<JsonObject>(
      {},
      { held: true },
      { sync: true, partial: true },
      { place: { at: 'side' }, until: TIME, ext: { x: 1 } },
    ),
  )
  .map(
    ([id, catalog, more]): Json => ({
      op: 'open',
      surface: id,
      catalog: catalog.id,
      protocol: catalog.protocol as string,
      data: { name: 'B' },
      components: [
        {
          id: 'root',
          type: 'Text',
          props: { text: { path: '/name' } },
          weight: 1,
          a11y: { label: 'L' },
          ext: { y: 2 },
        },
      ],
      implicit: true,
      ...more,
    }),
  );

const talk: fc.Arbitrary<Json> = fc.oneof(
  fc
    .tuple(asks, wants)
    .map(([ask, want]): Json => ({ op: 'ask', ask, want, prompt: 'Well?', severity: 'info', until: TIME, node: 'n' })),
  asks.map((ask): Json => ({ op: 'withdraw', ask: ask === 'q1' ? 'q0' : 'q00' })),
  fc.constant<Json>({ op: 'lapse', ask: 'q0', reason: 'Too late' }),
  fc.integer({ min: 0, max: 9 }).map((value): Json => ({ op: 'task', task: 'k', value, total: 9, message: 'Going' })),
  fc.constant<Json>({ op: 'task', task: 'k', done: true }),
  texts.map(
    (text): Json => ({
      op: 'effect',
      effect: { kind: 'toast', text, severity: 'info', ms: 100 },
      until: TIME,
      to: 'v',
    }),
  ),
  fc.constant<Json>({ op: 'effect', effect: { kind: 'navigate', url: 'https://example.com/', newTab: true } }),
  fc.constant<Json>({
    op: 'call',
    call: 'c1',
    name: 'openUrl',
    catalog: basic10.id,
    args: { url: 'https://example.com/' },
    to: 'v',
  }),
  scalars.map((value): Json => ({ op: 'return', call: 'c2', value })),
  fc.constant<Json>({ op: 'return', call: 'c2', error: { code: 'NO', message: 'It failed.' } }),
  texts.map((text): Json => ({ op: 'say', text })),
  fc.constantFrom('working', 'input', 'done', 'failed').map((state): Json => ({ op: 'turn', state })),
  fc.constant<Json>({ op: 'reveal', surface, root: 'root', theme: { primaryColor: '#112233' } }),
  others.map((id): Json => ({ op: 'close', surface: id })),
);

const events: fc.Arbitrary<Json> = fc.oneof(
  fc.constant<Json>({
    event: 'join',
    viewer: 'v',
    catalogs: [basic10.id],
    inline: [{ a: 1 }],
    locale: 'de',
    zone: 'UTC',
    viewport: { width: 9 },
  }),
  fc.constant<Json>({ event: 'leave', viewer: 'v' }),
  fc.boolean().map((granted): Json => ({ event: 'consent', kind: 'file', granted })),
  scalars.map(
    (p): Json => ({
      event: 'action',
      surface,
      source: 'a',
      scope: '/items/0',
      name: 'go',
      context: { p },
      message: 'Go',
      at: TIME,
      checked: true,
    }),
  ),
  dataWrites.map(([path, value]): Json => ({ event: 'input', surface, path, value })),
  scalars.map((value): Json => ({ event: 'answer', ask: 'q0', value, reason: 'So' })),
  fc.constant<Json>({ event: 'cancel', task: 'k', reason: 'Enough' }),
  fc.constant<Json>({ event: 'call', surface, call: 'c3', name: 'f', catalog: basic10.id, args: { x: 1 } }),
  scalars.map((value): Json => ({ event: 'return', call: 'c0', value })),
  fc.constant<Json>({ event: 'sync', surfaces: { s: { a: 1 } } }),
  texts.map((text): Json => ({ event: 'say', text })),
  fc.constant<Json>({
    event: 'issue',
    issue: {
      code: 'VITRINE_VIEWER_ERROR',
      severity: 'error',
      fault: 'viewer',
      message: 'It broke.',
      at: '/a',
      line: 1,
    },
    surface,
    call: 'c',
  }),
);

function entry(parts: readonly Json[], key: string | undefined): Json {
  return { vitrine: 1, body: parts, ...(key === undefined ? {} : { key, ref: 'r' }) };
}

export function streamVitrine(dialect: Dialect): Stream {
  const keys = fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined, freq: 4 });
  const agent = (parts: fc.Arbitrary<readonly Json[]>): fc.Arbitrary<Sent> =>
    fc.tuple(parts, keys).map(([body, key]) => ({ from: 'agent', wire: entry(body, key) }));
  const prologue = [
    { id: 'root', type: 'Column', props: { children: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } },
    {
      id: 'a',
      type: 'Button',
      props: { child: 'd', action: { event: { name: 'go', context: { n: { path: '/n' } } } } },
    },
    { id: 'b', type: 'List', props: { children: { componentId: 'e', path: '/items' } } },
    { id: 'c', type: 'TextField', props: { label: 'Name', value: { path: '/name' } } },
    { id: 'd', type: 'Text', props: { text: 'Go' } },
    { id: 'e', type: 'Text', props: { text: { call: '@index', args: { offset: 1 } } } },
    { id: 'f', type: 'Text', props: { text: { call: 'formatString', args: { value: { path: '/name' } } } } },
  ];
  return {
    dialect,
    prologue: [
      entry(
        [{ op: 'open', surface, catalog: basic10.id, protocol: '1.0', components: prologue, data: DATA }],
        undefined,
      ),
      entry(
        ['q0', 'q00'].map((ask) => ({ op: 'ask', ask, want: { kind: 'confirm' }, prompt: 'Go on?' })),
        undefined,
      ),
    ],
    generated: fc.oneof(
      { weight: 6, arbitrary: agent(changes.map((change) => [change])) },
      { weight: 3, arbitrary: agent(fc.array(changes, { minLength: 2, maxLength: 4 })) },
      { weight: 2, arbitrary: agent(fc.tuple(talk)) },
      { weight: 2, arbitrary: agent(fc.tuple(talk, changes)) },
      { weight: 1, arbitrary: agent(fc.tuple(openings, changes)) },
      { weight: 2, arbitrary: events.map((event): Sent => ({ from: 'viewer', wire: entry([event], undefined) })) },
    ),
    published: [],
  };
}
