// Valid messages of AgentChains for the mutation tests: every method, on a card `s` and a form `f` that stand.

import type { Json, JsonObject } from '@vitrine/core';
import fc from 'fast-check';
import type { Dialect } from '../../src/dialect.ts';
import { agent, mix, type Stream, viewer } from './stream.ts';
import { texts } from './valid-values.ts';

const words = texts.map((text) => text || 'x');
const id = fc.option(fc.constantFrom<Json>(1, 'req_1', null), { nil: undefined, freq: 2 });

function call(method: string, params: fc.Arbitrary<JsonObject>): fc.Arbitrary<Json> {
  return fc
    .tuple(params, id)
    .map(([given, name]) => ({ jsonrpc: '2.0', method, params: given, ...(name === undefined ? {} : { id: name }) }));
}

const some = (fields: { readonly [name: string]: fc.Arbitrary<Json> }, ...required: readonly string[]) =>
  fc.record(fields, { requiredKeys: [...required] }) as fc.Arbitrary<JsonObject>;

const cell: fc.Arbitrary<Json> = fc.oneof(texts, fc.integer({ min: -9, max: 9 }), fc.boolean(), fc.constant(null));
const card = some({
  title: texts,
  description: texts,
  sections: fc.array(some({ label: texts, value: cell }), { maxLength: 2 }),
  actions: fc.array(
    some(
      { label: texts, action: fc.constantFrom('buy', 'navigate'), url: fc.constantFrom('/x', 'https://x.example/') },
      'label',
    ),
    { maxLength: 2 },
  ),
  image: fc.constant('https://x.example/a.png'),
});
const table = some({
  headers: fc.array(some({ key: words, label: texts, sortable: fc.boolean() }, 'key'), { maxLength: 2 }),
  rows: fc.array(fc.array(cell, { maxLength: 2 }), { maxLength: 2 }),
});
const form = some(
  {
    fields: fc.array(
      some(
        {
          name: fc.constantFrom('a', 'b'),
          type: fc.constantFrom('text', 'number', 'select', 'date', 'file'),
          label: texts,
          required: fc.boolean(),
          min: fc.integer({ min: 0, max: 9 }),
          options: fc.array(words, { maxLength: 2 }),
        },
        'name',
      ),
      { maxLength: 3 },
    ),
    submit_label: texts,
  },
  'fields',
);
const others = [
  ['markdown', some({ content: texts }, 'content')],
  ['code', some({ code: texts, language: texts }, 'code')],
  [
    'image',
    some({ url: fc.constant('https://x.example/a.png'), alt: texts, width: fc.integer({ min: 1, max: 9 }) }, 'url'),
  ],
  [
    'alert',
    some({ severity: fc.constantFrom('info', 'error'), title: texts, message: texts, dismissible: fc.boolean() }),
  ],
  [
    'steps',
    some(
      { steps: fc.array(some({ label: texts, status: fc.constant('active') }, 'label'), { maxLength: 2 }) },
      'steps',
    ),
  ],
] as const;
const components = fc.oneof(
  ...([['card', card], ['table', table], ['form', form], ...others] as const).map(([type, data]) =>
    data.map((given) => ({ component_type: type, data: given })),
  ),
);
const metadata = some({
  priority: fc.constantFrom('normal', 'high', 'low'),
  ttl_seconds: fc.integer({ min: 1, max: 600 }),
  position: fc.constantFrom('main', 'sidebar', 'overlay'),
});

const render = call(
  'ui.render',
  fc
    .tuple(fc.constantFrom('s', 't', 'u'), components, fc.option(metadata, { nil: undefined }))
    .map(([component_id, component, meta]) => ({
      component_id,
      ...component,
      ...(meta === undefined ? {} : { metadata: meta }),
    })),
);
const update = call(
  'ui.update',
  fc.record({ component_id: fc.constant('s'), operation: fc.constantFrom('replace', 'merge', 'append'), data: card }),
);
const validation = some({
  required: fc.boolean(),
  pattern: fc.constantFrom('^\\d+$', '[a-z]{2,5}', '(a|b)+'),
  max_length: fc.nat({ max: 9 }),
});
const input = call(
  'ui.request_input',
  fc.oneof(
    some(
      { request_id: words, input_type: fc.constant('text'), prompt: words, validation },
      'request_id',
      'input_type',
      'prompt',
    ),
    fc.record({
      request_id: fc.constantFrom('r', 'q0'),
      input_type: fc.constant('select'),
      prompt: words,
      options: fc.array(words, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      request_id: fc.constant('r'),
      input_type: fc.constant('number'),
      prompt: words,
      validation: fc.record({ min: fc.integer({ min: 0, max: 9 }), max: fc.integer({ min: 10, max: 99 }) }),
    }),
    fc.record({ request_id: fc.constant('r'), input_type: fc.constantFrom('date', 'file'), prompt: words }),
  ) as fc.Arbitrary<JsonObject>,
);
const confirm = call(
  'ui.confirm',
  some(
    {
      request_id: fc.constantFrom('r', 'q0'),
      title: words,
      description: texts,
      severity: fc.constantFrom('info', 'warning', 'critical'),
      timeout_seconds: fc.integer({ min: 1, max: 300 }),
    },
    'request_id',
    'title',
  ),
);
const progress = call(
  'ui.progress',
  some(
    {
      task_id: fc.constantFrom('k', 'l'),
      progress_type: fc.constantFrom('indeterminate', 'streaming', 'determinate'),
      value: fc.integer({ min: 0, max: 9 }),
      total: fc.integer({ min: 10, max: 99 }),
      message: texts,
    },
    'task_id',
    'progress_type',
  ),
);
const navigate = call('ui.navigate', some({ url: fc.constant('https://x.example/'), new_tab: fc.boolean() }, 'url'));
const notify = call(
  'ui.notify',
  some(
    {
      level: fc.constantFrom('info', 'success', 'warning', 'error'),
      title: words,
      message: texts,
      duration_ms: fc.integer({ min: 0, max: 60_000 }),
    },
    'level',
    'title',
  ),
);

const init = call(
  'a2ui.init',
  some({
    client_info: some({ name: texts, version: texts, viewport: fc.constant({ width: 1, height: 2 }) }),
    capabilities: some({ supported_components: fc.constant(['card']), max_concurrent_components: fc.nat({ max: 9 }) }),
  }),
);
const respond = call(
  'user.respond',
  fc.oneof(
    cell.map((value) => ({ request_id: 'q0', value })),
    fc.record({ request_id: fc.constant('f'), value: some({ a: texts, n: fc.integer() }) }),
    fc.constant({ request_id: 's', value: 'buy' }),
  ) as fc.Arbitrary<JsonObject>,
);
const approve = call(
  'user.approve',
  some({ request_id: fc.constant('q1'), approved: fc.boolean(), reason: texts }, 'request_id', 'approved'),
);
const cancel = call('user.cancel', some({ task_id: fc.constant('k'), reason: texts }, 'task_id'));

export function streamAgentchains(dialect: Dialect): Stream {
  const said = (method: string, params: JsonObject): Json => ({ jsonrpc: '2.0', method, params });
  const fields = [{ name: 'a' }, { name: 'n', type: 'number' }];
  const actions = [{ label: 'Buy', action: 'buy' }];
  return {
    dialect,
    prologue: [
      said('ui.render', { component_id: 's', component_type: 'card', data: { title: 'T', description: 'D', actions } }),
      said('ui.render', { component_id: 'f', component_type: 'form', data: { fields } }),
      said('ui.request_input', { request_id: 'q0', input_type: 'text', prompt: 'P' }),
      said('ui.confirm', { request_id: 'q1', title: 'T' }),
      said('ui.progress', { task_id: 'k', progress_type: 'indeterminate' }),
    ],
    generated: mix(
      [5, agent(render)],
      [5, agent(update)],
      [2, agent(input)],
      [1, agent(confirm)],
      [1, agent(progress)],
      [1, agent(navigate)],
      [1, agent(notify)],
      [1, viewer(init)],
      [2, viewer(respond)],
      [1, viewer(approve)],
      [1, viewer(cancel)],
    ),
    published: [],
  };
}
