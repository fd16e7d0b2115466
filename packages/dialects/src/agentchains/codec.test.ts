// What an agent sends, method by method. Ids SCH-n and SVC-n are those of the behaviours that AgentChains' own suite
// checks and its specification agrees with.

import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it, test } from 'vitest';
import { createFold, describeFixtures } from '../../test/fixtures.ts';
import { Reading } from '../../test/reading.ts';
import { detect } from '../detect.ts';
import { Intake } from '../intake.ts';
import { agentchainsDialect } from './codec.ts';

describeFixtures(agentchainsDialect, new URL('./fixtures/', import.meta.url));

const NOW = '2026-01-01T00:00:00.000Z';

function call(method: string, params: JsonObject, more: JsonObject = {}): Json {
  return { jsonrpc: '2.0', method, params, ...more };
}
const render = (more: JsonObject = {}): Json =>
  call('ui.render', { component_id: 'c', component_type: 'card', data: { title: 'T' }, ...more });
const update = (operation: string, data: JsonObject, more: JsonObject = {}): Json =>
  call('ui.update', { component_id: 'c', operation, data, ...more });
const input = (more: JsonObject): Json =>
  call('ui.request_input', { request_id: 'r', input_type: 'text', prompt: 'Who?', ...more });
const confirm = (more: JsonObject = {}): Json => call('ui.confirm', { request_id: 'r', title: 'Sure?', ...more });
const progress = (more: JsonObject): Json => call('ui.progress', { task_id: 't', ...more });
const notify = (more: JsonObject): Json => call('ui.notify', { level: 'info', title: 'N', ...more });

const agent = () => new Reading(agentchainsDialect);
const at = (wire: Json): readonly unknown[] => {
  const receipt = new Intake(createFold(), { dialects: [agentchainsDialect], now: NOW }).message(wire);
  expect(receipt.issues).toEqual([]);
  return receipt.entry?.body ?? [];
};

describe('ui.render', () => {
  test('[DE1] [SCH-1] [SCH-4] each of nine components is one surface with its data under /data', () => {
    for (const type of ['card', 'table', 'form', 'chart', 'markdown', 'code', 'image', 'alert', 'steps']) {
      const data = { fields: [], steps: [], code: '', content: '', url: 'https://x.example/a.png', title: 'T' };
      const reading = agent();
      reading.send(render({ component_type: type, data }));
      expect(reading.fold.surfaces.get('c')?.component('root')?.type).toBe(type);
      expect(reading.fold.surfaces.get('c')?.data.get('/data')).toEqual(data);
    }
  });

  test('[DE2] [SCH-5] [SCH-8] [SCH-50] [SCH-51] ids and types are checked', () => {
    agent().refuse(render({ component_id: '' }), 'MESSAGE_SHAPE /params/component_id');
    agent().refuse(render({ component_id: 7 }), 'MESSAGE_SHAPE /params/component_id');
    agent().refuse(render({ component_id: 'x'.repeat(101) }), 'LIMIT_TEXT /params/component_id');
    agent().accept(render({ component_id: 'x'.repeat(100) }));
    agent().refuse(render({ component_type: 'text' }), 'MESSAGE_SHAPE /params/component_type');
    agent().refuse(render({ data: [1] }), 'MESSAGE_SHAPE /params/data');
  });

  test('[DE2] [SCH-6] [SCH-7] missing data are mended, metadata may be null', () => {
    const body = agent().mend(
      call('ui.render', { component_id: 'c', component_type: 'card', metadata: null }),
      'MESSAGE_FIELD_MISSING /params/data',
    );
    expect(body).toMatchObject([{ op: 'open', data: { data: {} } }]);
    expect(body[0]).not.toHaveProperty('place');
  });

  test('[DE3] position and priority are the place, TTL is an end', () => {
    const metadata = { position: 'sidebar', priority: 'high', ttl_seconds: 300, source: 'x' };
    expect(at(render({ metadata }))).toMatchObject([{ place: metadata, until: '2026-01-01T00:05:00.000Z' }]);
    expect(agent().accept(render({ metadata }))[0]).not.toHaveProperty('until');
    const odd = { position: 'roof', priority: 1, ttl_seconds: 1 };
    expect(
      agent().mend(
        render({ metadata: odd }),
        'MESSAGE_SHAPE /params/metadata/priority',
        'MESSAGE_SHAPE /params/metadata/position',
      ),
    ).toMatchObject([{ place: { ttl_seconds: 1 } }]);
    agent().refuse(render({ metadata: { ttl_seconds: -1 } }), 'MESSAGE_SHAPE /params/metadata/ttl_seconds');
    agent().refuse(render({ metadata: { ttl_seconds: 1.5 } }), 'MESSAGE_SHAPE /params/metadata/ttl_seconds');
    agent().refuse(render({ metadata: 5 }), 'MESSAGE_SHAPE /params/metadata');
  });

  test('[DE4] rendered again it is another one, with no life left it is gone', () => {
    const reading = agent();
    reading.accept(render());
    expect(reading.accept(render({ component_type: 'markdown', data: { content: 'x' } }))).toMatchObject([
      { op: 'close', surface: 'c' },
      { op: 'open', surface: 'c' },
    ]);
    reading.accept(render({ metadata: { ttl_seconds: 0 } }));
    expect(reading.fold.surfaces.size).toBe(0);
  });

  test.each<[string, string, JsonObject, string]>([
    ['an action of a card', 'card', { actions: [{ label: 'A', url: 'javascript:alert(1)' }] }, '/actions/0/url'],
    ['a single action', 'card', { actions: { label: 'A', url: 'javascript:alert(1)' } }, '/actions/url'],
    ['an image of a card', 'card', { image: 'JaVaScRiPt:alert(1)' }, '/image'],
    ['an image', 'image', { url: 'java\nscript:alert(1)' }, '/url'],
    ['an image by src', 'image', { url: 'https://x.example/', src: 'vbscript:x' }, '/src'],
    ['an image that is a page', 'image', { url: 'data:text/html,x' }, '/url'],
    [
      'data below content',
      'card',
      { content: { actions: [{ label: 'A', url: 'file:///x' }] } },
      '/content/actions/0/url',
    ],
  ])('[DE5] a URL that runs something is refused in %s', (_name, component_type, data, pointer) => {
    agent().refuse(render({ component_type, data }), `URL_REFUSED /params/data${pointer}`);
    const reading = agent();
    reading.send(render({ component_type, data: { title: 'x' } }));
    reading.refuse(update('merge', data), `URL_REFUSED /params/data${pointer}`);
  });

  test('[DE5] relative links, web links and pictures in the message pass', () => {
    const url = 'data:image/png;base64,AAAA';
    agent().accept(render({ data: { image: url, actions: [{ label: 'A', action: 'navigate', url: '/agents/abc' }] } }));
  });

  test('[DE6] what the data should be is a warning, strictly an error', () => {
    agent().mend(render({ data: { sections: 'x' } }), 'PROP_TYPE /params/data/sections');
    const strict = new Reading(agentchainsDialect, 'agent', { strict: true });
    strict.refuse(render({ data: { sections: 'x' } }), 'PROP_TYPE /params/data/sections');
  });
});

describe('ui.update', () => {
  const standing = (data: JsonObject): Reading => {
    const reading = agent();
    reading.send(render({ data }));
    return reading;
  };
  const after = (data: JsonObject, operation: string, patch: JsonObject): Json | undefined => {
    const reading = standing(data);
    reading.send(update(operation, patch));
    return reading.fold.surfaces.get('c')?.data.get('/data');
  };

  test('[DE7] [SCH-9] [SVC-8] replace, merge and append change the data', () => {
    const data = { title: 'T', description: 'D', sections: [{ label: 'a', value: '1' }], meta: { a: 1, b: 2 } };
    expect(after(data, 'replace', { title: 'U' })).toEqual({ title: 'U' });
    expect(after(data, 'merge', { title: 'U', meta: { c: 3 } })).toEqual({ ...data, title: 'U', meta: { c: 3 } });
    const more = [{ label: 'b', value: '2' }];
    expect(after(data, 'append', { description: '!', sections: more, meta: { c: 3 }, new: [1] })).toEqual({
      title: 'T',
      description: 'D!',
      sections: [...data.sections, ...more],
      meta: { c: 3 },
      new: [1],
    });
    expect(after(data, 'append', { sections: more[0] as Json })).toMatchObject({
      sections: [...data.sections, ...more],
    });
    expect(after(data, 'merge', {})).toEqual(data);
  });

  test('[DE7] a key is a key, whatever is in it', () => {
    expect(after({}, 'merge', { 'a/b~c': 1, '': 2 })).toEqual({ 'a/b~c': 1, '': 2 });
    standing({}).refuse(update('merge', JSON.parse('{"__proto__": 1}') as JsonObject), 'POINTER_RESERVED /params/data');
  });

  test('[DE7] [SCH-10] [SCH-11] [SVC-9] another operation and an empty id are refused', () => {
    standing({}).refuse(update('delete', {}), 'MESSAGE_SHAPE /params/operation');
    standing({}).refuse(update('merge', {}, { component_id: '' }), 'MESSAGE_SHAPE /params/component_id');
  });

  test('[DE7] [SCH-12] missing data are mended', () => {
    standing({}).mend(
      call('ui.update', { component_id: 'c', operation: 'merge' }),
      'MESSAGE_FIELD_MISSING /params/data',
    );
  });

  test('[DE8] a component that was not rendered, or is none, is not found', () => {
    agent().refuse(update('merge', { a: 1 }), 'SURFACE_UNKNOWN /params/component_id');
    const reading = agent();
    reading.fold.accept({ body: [{ op: 'open', surface: 'c' }] });
    reading.refuse(update('merge', { a: 1 }), 'SURFACE_UNKNOWN /params/component_id');
  });

  test('[DE7] fields that a form gets begin with their values, and what was entered stays', () => {
    const reading = agent();
    reading.accept(render({ component_type: 'form', data: { fields: [{ name: 'a', default_value: 'x' }] } }));
    reading.fold.accept({ body: [{ event: 'input', surface: 'c', path: '/values/a', value: 'typed' }] });
    const fields = [
      { name: 'a', default_value: 'y' },
      { name: 'b/c', type: 'number', default_value: 3 },
    ];
    reading.accept(update('merge', { fields }));
    expect(reading.fold.surfaces.get('c')?.data.get('/values')).toEqual({ a: 'typed', 'b/c': 3 });
    reading.accept(update('replace', { fields: [{ name: 'a' }] }));
    expect(reading.fold.surfaces.get('c')?.data.get('/values')).toEqual({ a: 'typed' });
  });

  test('[DE6] a patch is not told that it is none of the whole', () => {
    const reading = agent();
    reading.accept(render({ component_type: 'form', data: { fields: [] } }));
    reading.accept(update('merge', { submit_label: 'Go' }));
    reading.mend(update('merge', { fields: 7 }), 'PROP_TYPE /params/data/fields');
  });
});

describe('ui.request_input', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['text', { input_type: 'text' }, { kind: 'text' }],
    [
      'rules of texts',
      { validation: { required: true, pattern: '^\\d+$', max_length: 9 } },
      { kind: 'text', pattern: '^\\d+$', minLength: 1, maxLength: 9 },
    ],
    [
      'options',
      { input_type: 'select', options: ['$10', '$20'] },
      {
        kind: 'select',
        options: [
          { label: '$10', value: '$10' },
          { label: '$20', value: '$20' },
        ],
      },
    ],
    ['numbers', { input_type: 'number', validation: { min: 1, max: 1000 } }, { kind: 'number', min: 1, max: 1000 }],
    ['what is required', { input_type: 'date', validation: { required: true } }, { kind: 'date', required: true }],
    ['dates', { input_type: 'date', validation: { min: '2026-01-01' } }, { kind: 'date', min: '2026-01-01' }],
    [
      'files',
      { input_type: 'file', validation: { accept: '.pdf, image/*' } },
      { kind: 'file', accept: ['.pdf', 'image/*'] },
    ],
    ['nulls', { options: null, validation: null }, { kind: 'text' }],
  ])('[DE9] [SCH-3] [SCH-13] [SCH-14] [SCH-17] asks for %s', (_name, params, want) => {
    expect(agent().accept(input(params))).toMatchObject([{ op: 'ask', ask: 'r', want, prompt: 'Who?' }]);
  });

  test('[DE9] [SCH-15] [SCH-16] without a prompt, of another type or with bad rules it is refused', () => {
    agent().refuse(input({ prompt: '' }), 'MESSAGE_SHAPE /params/prompt');
    agent().refuse(input({ prompt: null }), 'MESSAGE_FIELD_MISSING /params/prompt');
    agent().refuse(input({ prompt: 'x'.repeat(1001) }), 'LIMIT_TEXT /params/prompt');
    agent().refuse(input({ input_type: 'color' }), 'MESSAGE_SHAPE /params/input_type');
    agent().refuse(input({ input_type: 'select', options: 'a' }), 'MESSAGE_SHAPE /params/options');
    agent().refuse(input({ input_type: 'select', options: [[]] }), 'MESSAGE_SHAPE /params/options/0');
    agent().refuse(input({ validation: [] }), 'MESSAGE_SHAPE /params/validation');
    agent().refuse(input({ input_type: 'number', validation: { min: '1' } }), 'MESSAGE_SHAPE /params/validation/min');
  });

  test('[DE9] a pattern that our matcher cannot run is refused, one that explodes elsewhere is no danger', () => {
    agent().refuse(input({ validation: { pattern: '(?=x)' } }), 'PATTERN_SYNTAX /params/validation/pattern');
    agent().refuse(input({ validation: { pattern: '(' } }), 'PATTERN_SYNTAX /params/validation/pattern');
    agent().refuse(input({ validation: { pattern: 'x'.repeat(5000) } }), 'LIMIT_PATTERN /params/validation/pattern');
    agent().accept(input({ validation: { pattern: '^(a+)+$' } }));
  });

  test('[DE9] what is not judged is told of', () => {
    agent().mend(
      input({ options: ['a'], validation: { min: 1 } }),
      'MESSAGE_FIELD_UNKNOWN /params/validation/min',
      'MESSAGE_FIELD_UNKNOWN /params/options',
    );
    for (const options of ['a', { a: 1 }, 3]) agent().mend(input({ options }), 'MESSAGE_FIELD_UNKNOWN /params/options');
    agent().mend(input({ input_type: 'select' }), 'MESSAGE_FIELD_MISSING /params/options');
  });
});

describe('ui.confirm', () => {
  test('[DE10] [SCH-18] is info and ends after 30 seconds unless it says otherwise', () => {
    const until = '2026-01-01T00:00:30.000Z';
    const want = { kind: 'confirm' };
    expect(at(confirm())).toEqual([{ op: 'ask', ask: 'r', want, prompt: 'Sure?', severity: 'info', until }]);
    expect(at(confirm({ description: null, severity: null, timeout_seconds: null }))).toMatchObject([{ until }]);
    expect(at(confirm({ timeout_seconds: 45, description: 'It costs $50.' }))).toMatchObject([
      { until: '2026-01-01T00:00:45.000Z', prompt: 'Sure?\nIt costs $50.' },
    ]);
  });

  test('[DE10] [SCH-19] [SCH-20] [SCH-21] [SCH-22] [SCH-23] [SCH-24] severity, time and title have their bounds', () => {
    agent().accept(confirm({ severity: 'critical', timeout_seconds: 1 }));
    agent().accept(confirm({ timeout_seconds: 300 }));
    agent().refuse(confirm({ severity: 'fatal' }), 'MESSAGE_SHAPE /params/severity');
    agent().refuse(confirm({ timeout_seconds: 0 }), 'MESSAGE_SHAPE /params/timeout_seconds');
    agent().refuse(confirm({ timeout_seconds: 301 }), 'MESSAGE_SHAPE /params/timeout_seconds');
    agent().refuse(confirm({ timeout_seconds: 1.5 }), 'MESSAGE_SHAPE /params/timeout_seconds');
    agent().refuse(confirm({ title: '' }), 'MESSAGE_SHAPE /params/title');
  });
});

describe('ui.progress', () => {
  test('[DE11] [SCH-2] [SCH-25] [SCH-26] [SCH-27] [SVC-19] [SVC-20] is a task', () => {
    expect(agent().accept(progress({ progress_type: 'determinate', value: 45, total: 100, message: 'M' }))).toEqual([
      { op: 'task', task: 't', value: 45, total: 100, message: 'M' },
    ]);
    const nulls = { value: null, total: null, message: null };
    expect(agent().accept(progress({ progress_type: 'indeterminate', ...nulls }))).toEqual([{ op: 'task', task: 't' }]);
    expect(agent().accept(progress({ progress_type: 'streaming', value: 3, message: 'x' }))).toEqual([
      { op: 'task', task: 't', value: 3, message: 'x' },
    ]);
  });

  test('[DE11] [SCH-27] the style is kept where the numbers do not tell it, and reaches viewers', () => {
    for (const [params, style] of [
      [{ progress_type: 'streaming', message: 'x' }, 'streaming'],
      [{ progress_type: 'streaming', value: 3, total: 9 }, 'streaming'],
      [{ progress_type: 'determinate' }, 'determinate'],
      [{ progress_type: 'determinate', value: 3 }, 'determinate'],
    ] as const) {
      const reading = agent();
      expect(reading.accept(progress(params))).toMatchObject([{ op: 'task', style }]);
      expect(agentchainsDialect.join(reading.fold).wire).toEqual([progress(params)]);
    }
  });

  test('[DE11] a task whose value has reached its total is done', () => {
    const reading = agent();
    reading.accept(progress({ progress_type: 'determinate', value: 1, total: 2 }));
    expect(reading.fold.tasks.size).toBe(1);
    reading.accept(progress({ progress_type: 'determinate', value: 2, total: 2, message: 'Completed' }));
    expect(reading.fold.tasks.size).toBe(0);
  });

  test('[DE11] [SCH-28] another type, an empty id or a value that is no number refuse it', () => {
    agent().refuse(progress({ progress_type: 'percent' }), 'MESSAGE_SHAPE /params/progress_type');
    agent().refuse(progress({}), 'MESSAGE_FIELD_MISSING /params/progress_type');
    agent().refuse(progress({ progress_type: 'determinate', value: '45' }), 'MESSAGE_SHAPE /params/value');
    agent().refuse(progress({ progress_type: 'streaming', task_id: '' }), 'MESSAGE_SHAPE /params/task_id');
  });
});

describe('ui.navigate and ui.notify', () => {
  test('[DE12] [SCH-29] [SCH-30] [SCH-31] [SVC-22] [SVC-23] leads somewhere, in the same tab by default', () => {
    const effect = { kind: 'navigate', url: 'https://example.com/results', newTab: false };
    const { url } = effect;
    expect(agent().accept(call('ui.navigate', { url }))).toEqual([{ op: 'effect', effect }]);
    expect(agent().accept(call('ui.navigate', { url, new_tab: true }))).toMatchObject([{ effect: { newTab: true } }]);
    agent().refuse(call('ui.navigate', { url: '' }), 'MESSAGE_SHAPE /params/url');
    agent().refuse(call('ui.navigate', { url: 'javascript:alert(1)' }), 'URL_REFUSED /params/url');
    agent().refuse(call('ui.navigate', { url, new_tab: 'yes' }), 'MESSAGE_SHAPE /params/new_tab');
  });

  test('[DE13] [SCH-32] [SCH-33] [SVC-25] [SVC-26] [SVC-28] tells something for five seconds by default', () => {
    for (const severity of ['info', 'success', 'warning', 'error']) {
      expect(agent().accept(notify({ level: severity, message: null }))).toEqual([
        { op: 'effect', effect: { kind: 'toast', text: 'N', severity, ms: 5000 } },
      ]);
    }
    agent().mend(call('ui.notify', { title: 'N' }), 'MESSAGE_FIELD_MISSING /params/level');
    expect(agent().accept(notify({ message: 'M' }))).toMatchObject([{ effect: { text: 'N\nM' } }]);
  });

  test('[DE13] [SCH-34] [SCH-35] [SCH-36] [SCH-37] level and time have their bounds', () => {
    agent().refuse(notify({ level: 'debug' }), 'MESSAGE_SHAPE /params/level');
    agent().accept(notify({ duration_ms: 0 }));
    agent().accept(notify({ duration_ms: 60_000 }));
    agent().refuse(notify({ duration_ms: 60_001 }), 'MESSAGE_SHAPE /params/duration_ms');
    agent().refuse(notify({ title: '' }), 'MESSAGE_SHAPE /params/title');
  });
});

describe('the outside of a message', () => {
  test('[DE14] [SVC-1] [SVC-2] is JSON-RPC 2.0, with an id of any type or without one', () => {
    for (const id of [1, 'x', null, 1.5]) agent().accept({ ...(render() as JsonObject), id });
    agent().refuse([], 'MESSAGE_SHAPE');
    agent().refuse(1, 'MESSAGE_SHAPE');
    agent().refuse('x', 'MESSAGE_SHAPE');
    agent().refuse({}, 'MESSAGE_VERSION /jsonrpc', 'MESSAGE_EMPTY /method', 'MESSAGE_FIELD_MISSING /params');
    agent().refuse({ jsonrpc: '2.0', method: 'ui.render' }, 'MESSAGE_FIELD_MISSING /params');
    agent().refuse({ jsonrpc: '2.0', method: 'ui.render', params: null }, 'MESSAGE_FIELD_MISSING /params');
    agent().refuse({ ...(render() as JsonObject), jsonrpc: '1.0' }, 'MESSAGE_VERSION /jsonrpc');
    agent().refuse({ jsonrpc: '2.0', method: 7, params: {} }, 'MESSAGE_SHAPE /method');
    agent().refuse({ jsonrpc: '2.0', method: 'ui.render', params: [] }, 'MESSAGE_SHAPE /params');
    agent().mend({ ...(render() as JsonObject), extra: 1 }, 'MESSAGE_FIELD_UNKNOWN /extra');
  });

  test('[DE14] a method that nobody has, and one of the other side, are told apart', () => {
    agent().refuse(call('ui.delete', {}), 'MESSAGE_METHOD /method');
    agent().refuse(call('user.respond', {}), 'MESSAGE_DIRECTION /method');
    new Reading(agentchainsDialect, 'viewer').refuse(render(), 'MESSAGE_DIRECTION /method');
  });

  it('[DE14] is recognised by its method', () => {
    expect(detect(render())).toBe(agentchainsDialect);
    expect(detect(call('user.respond', {}))).toBe(agentchainsDialect);
    expect(detect(call('ping', {}))).toBe(agentchainsDialect);
    expect(detect(call('tools/call', {}))).toMatchObject({ code: 'VITRINE_DIALECT_UNKNOWN' });
  });

  test('[DE15] text is data: not a character of it is changed', () => {
    const odd = '1 < 2 and 3 > 1 & <script>alert("x")</script> \u{1f600} &lt;';
    expect(agent().accept(input({ prompt: odd }))).toMatchObject([{ prompt: odd }]);
    expect(agent().accept(render({ data: { title: odd } }))).toMatchObject([{ data: { data: { title: odd } } }]);
    const many = '<'.repeat(200_000);
    expect(agent().accept(render({ component_type: 'code', data: { code: many } }))).toMatchObject([
      { data: { data: { code: many } } },
    ]);
  });

  test('[DE16] an issue of the fold points into the message', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as JsonObject;
    const receipt = agent().send(render({ data: { x: deep } }));
    expect(receipt.ok).toBe(false);
    expect(receipt.issues.at(-1)?.at).toMatch(/^\/params\/data/);
    agent().refuse(render({ metadata: JSON.parse('{"__proto__": 1}') as Json }), 'NAME_RESERVED /params/metadata');
  });
});
