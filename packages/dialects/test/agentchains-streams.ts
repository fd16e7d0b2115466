// Random sessions of AgentChains components, questions and tasks, as entries of ops on a few surfaces.

import type { Json, JsonObject, Op } from '@vitrine/core';
import { type AgentchainsType, openAgentchains } from '@vitrine/core/catalogs/agentchains';
import fc from 'fast-check';
import type { Session } from './op-streams.ts';

const texts = fc.constantFrom('', 'Ada', '1 < 2 & 3 > 1', '# Title', 'x\ny', '*bold* `code`', '${/name}');
const url = fc.constantFrom('https://example.com/a.png', '/a', 'javascript:alert(1)', '');
const cell: fc.Arbitrary<Json> = fc.oneof(texts, fc.integer({ min: -3, max: 9 }), fc.boolean(), fc.constant(null));
const names = fc.constantFrom('a', 'b', 'c/d', 'e f');

const action = fc.record(
  { label: texts, action: fc.constantFrom('buy', 'stop', 'navigate'), url, variant: fc.constant('primary') },
  { requiredKeys: ['label'] },
);
const field = fc.record(
  {
    name: names,
    type: fc.constantFrom('text', 'number', 'select', 'date', 'file', 'textarea', 'email', 'password', 'checkbox'),
    label: texts,
    required: fc.boolean(),
    default_value: cell,
    options: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
  },
  { requiredKeys: ['name'] },
);

/** Members of the data, by component; every one may be missing, and some are wrong. */
const MEMBERS: { readonly [T in AgentchainsType]: { readonly [name: string]: fc.Arbitrary<Json> } } = {
  card: {
    title: texts,
    description: cell,
    image: url,
    sections: fc.array(fc.record({ label: texts, value: cell }), { maxLength: 2 }),
    actions: fc.array(action as fc.Arbitrary<Json>, { maxLength: 3 }),
  },
  table: {
    title: texts,
    headers: fc.array(fc.oneof(texts, fc.record({ key: names, label: texts })) as fc.Arbitrary<Json>, { maxLength: 3 }),
    rows: fc.array(fc.oneof(fc.array(cell, { maxLength: 3 }), fc.dictionary(names, cell, { maxKeys: 2 })), {
      maxLength: 3,
    }),
  },
  form: {
    title: texts,
    fields: fc.array(field as fc.Arbitrary<Json>, { maxLength: 4 }),
    submit_label: texts,
    cancel_label: texts,
  },
  chart: {
    title: texts,
    chart_type: fc.constantFrom('bar', 'pie'),
    x_axis: fc.record({ label: texts, values: fc.array(texts, { maxLength: 3 }) }),
    series: fc.array(fc.record({ name: texts, data: fc.array(fc.nat({ max: 9 }), { maxLength: 3 }) }), {
      maxLength: 2,
    }),
  },
  markdown: { title: texts, content: texts },
  code: { title: texts, code: texts, language: texts },
  image: { url, alt: texts, caption: texts },
  alert: { severity: fc.constantFrom('info', 'error', 'loud'), title: texts, message: texts },
  steps: {
    title: texts,
    steps: fc.array(fc.record({ label: texts, status: fc.constantFrom('completed', 'active', 'odd') }), {
      maxLength: 3,
    }),
    current_step: fc.nat({ max: 3 }),
  },
};
const types = fc.constantFrom(...(Object.keys(MEMBERS) as AgentchainsType[]));

function dataOf(type: AgentchainsType): fc.Arbitrary<JsonObject> {
  return fc.record(MEMBERS[type], { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

const places = fc.option(fc.record({ position: fc.constant('sidebar'), ttl_seconds: fc.constant(60) }), {
  nil: undefined,
});

function opening(surface: string): fc.Arbitrary<Op[]> {
  return types.chain((type) =>
    fc
      .tuple(dataOf(type), places)
      .map(([data, place]): Op[] => [
        { op: 'close', surface },
        openAgentchains(surface, type, data, place === undefined ? {} : { place }),
      ]),
  );
}

function change(surface: string): fc.Arbitrary<Op> {
  const members = types.chain((type) => fc.constantFrom(...Object.entries(MEMBERS[type])));
  const set = members.chain(([name, value]) =>
    value.map((made): Op => ({ op: 'set', surface, path: `/data/${name}`, value: made })),
  );
  const grow = members.chain(([name, value]) =>
    value.map((made): Op => {
      const path = `/data/${name}`;
      return typeof made === 'string' || Array.isArray(made)
        ? { op: 'append', surface, path, value: made as string }
        : { op: 'set', surface, path, value: made };
    }),
  );
  const replace = types.chain(dataOf).map((value): Op => ({ op: 'set', surface, path: '/data', value }));
  const unset = members.map(([name]): Op => ({ op: 'unset', surface, path: `/data/${name}` }));
  const enter = fc.tuple(names, cell).map(([name, value]): Op => {
    const path = `/values/${name.replace('/', '~1')}`;
    return { op: 'set', surface, path, value };
  });
  return fc.oneof(set, set, grow, replace, unset, enter);
}

const asks = fc.constantFrom('q', 'r');
const wants = fc.constantFrom<Extract<Op, { op: 'ask' }>['want']>(
  { kind: 'confirm' },
  { kind: 'text', minLength: 1 },
  { kind: 'number', min: 1 },
  { kind: 'date' },
  { kind: 'file' },
  { kind: 'select', options: [{ label: 'A', value: 'a' }] },
);
const talk: fc.Arbitrary<Op> = fc.oneof(
  fc.tuple(asks, wants, texts).map(([ask, want, prompt]): Op => ({ op: 'ask', ask, want, prompt })),
  asks.map((ask): Op => ({ op: 'withdraw', ask })),
  fc
    .record({ value: fc.nat({ max: 9 }), total: fc.nat({ max: 9 }), message: texts }, { requiredKeys: [] })
    .map((far): Op => ({ op: 'task', task: 't', ...far })),
  fc.constant<Op>({ op: 'task', task: 't', done: true }),
);

export function agentchainsSession(length = 14): fc.Arbitrary<Session> {
  const entry = fc
    .constantFrom('s', 's', 't')
    .chain((surface) =>
      fc.oneof(
        { weight: 4, arbitrary: opening(surface) },
        { weight: 8, arbitrary: fc.array(change(surface), { minLength: 1, maxLength: 3 }) },
        { weight: 3, arbitrary: talk.map((op) => [op]) },
        { weight: 1, arbitrary: fc.constant<Op[]>([{ op: 'close', surface }]) },
      ),
    );
  return fc
    .tuple(opening('s'), fc.array(entry, { minLength: 2, maxLength: length }))
    .map(([first, rest]) => [first, ...rest]);
}
