// Components of AgentChains, questions and tasks for viewers of A2UI: what they are shown, and what their presses mean.

import type { Json, JsonObject, Op, ViewerEvent } from '@vitrine/core';
import { type AgentchainsType, openAgentchains } from '@vitrine/core/catalogs/agentchains';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bridge } from '../../test/bridge.ts';
import { picturesOf, Reader, schemaProblems } from '../../test/emitted.ts';
import { a2ui08 } from '../a2ui-0.8/codec.ts';
import { a2ui09 } from '../a2ui-0.9/codec.ts';
import { a2ui10 } from '../a2ui-1.0/codec.ts';
import type { Dialect } from '../dialect.ts';

const targets = [a2ui08, a2ui09, a2ui10].map((target) => [target.id, target as Dialect] as const);

/** What a viewer of the target sees of these entries, as text. */
function seen(target: Dialect, ...ops: readonly Op[]): { readonly [surface: string]: string } {
  const bridge = new Bridge(target);
  const wire = bridge.apply(...ops);
  expect(schemaProblems(target.id, wire)).toEqual([]);
  const reader = new Reader(target).read(JSON.parse(JSON.stringify(wire)) as Json[]);
  expect(picturesOf(reader.fold)).toEqual(picturesOf(new Reader(target).read(bridge.join()).fold));
  return reader.pictures();
}

function press(target: Dialect, bridge: Bridge, surface: string, source: string, name: string, context: JsonObject) {
  const action = {
    ...{ name, surfaceId: surface, sourceComponentId: source, timestamp: '2026-01-01T00:00:00.000Z', context },
  };
  const version = { 'a2ui-0.9': 'v0.9', 'a2ui-1.0': 'v1.0' }[target.id as 'a2ui-0.9'];
  const wire = version === undefined ? { userAction: action } : { version, action };
  const outcome = target.decode(wire, bridge.fold, 'viewer');
  expect(outcome.issues).toEqual([]);
  return outcome.ok ? (outcome.value.body as readonly ViewerEvent[]) : [];
}

describe.each(targets)('for a viewer of %s', (_id, target) => {
  test.each<[string, Op, readonly string[]]>([
    [
      'a card',
      openAgentchains('c', 'card', {
        title: 'Summary',
        description: 'Last 7 days.',
        sections: [{ label: 'Calls', value: '1,247' }],
        actions: [{ label: 'Buy', action: 'buy' }],
      }),
      ['Summary', 'Last 7 days.', 'Calls', '1,247', 'Buy'],
    ],
    [
      'a table',
      openAgentchains('c', 'table', { headers: [{ key: 'n', label: 'Name' }], rows: [{ n: 'Ada' }, { n: 7 }] }),
      ['Name', 'Ada', '7'],
    ],
    [
      'a chart',
      openAgentchains('c', 'chart', { title: 'Use', x_axis: { values: ['Mon'] }, series: [{ name: 'OK', data: [3] }] }),
      ['Use', 'Mon', 'OK', '3'],
    ],
    ['markdown', openAgentchains('c', 'markdown', { title: 'M', content: 'Some words' }), ['M', 'Some words']],
    ['code', openAgentchains('c', 'code', { code: 'a < b && c' }), ['a < b && c']],
    [
      'an image',
      openAgentchains('c', 'image', { url: 'https://x.example/a.png', alt: 'Alt', caption: 'Cap' }),
      ['Cap'],
    ],
    ['an alert', openAgentchains('c', 'alert', { severity: 'error', title: 'T', message: 'M' }), ['error', 'T', 'M']],
    [
      'steps',
      openAgentchains('c', 'steps', { steps: [{ label: 'A', status: 'completed' }, { label: 'B' }] }),
      ['✓ A', '○ B'],
    ],
    [
      'a form',
      openAgentchains('c', 'form', {
        title: 'F',
        fields: [
          { name: 'q', label: 'Query', required: true },
          { name: 'n', type: 'number', default_value: 3 },
        ],
        submit_label: 'Search',
      }),
      ['F', 'Query *', '3', 'Search'],
    ],
  ])('[LW1] %s says all its words', (_name, op, words) => {
    const picture = seen(target, op).c ?? '';
    for (const word of words) expect(picture).toContain(word);
  });

  test('[LW1] whatever the data of a component are, what is written of it is valid', () => {
    const names = ['card', 'table', 'form', 'chart', 'markdown', 'code', 'image', 'alert', 'steps'] as const;
    const members =
      'title description content sections actions headers rows fields steps series x_axis url image code'.split(' ');
    const inner = 'label value name type options action url key data default_value status'.split(' ');
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('', 'x', 'https://x.example/', 'select', 'date', 7),
    );
    const object = fc.dictionary(fc.constantFrom(...inner), odd, { noNullPrototype: true });
    const member = fc.oneof(odd, object, fc.array(fc.oneof(odd, object), { maxLength: 3 }));
    const data = fc.dictionary(fc.constantFrom(...members), member, { noNullPrototype: true });
    fc.assert(
      fc.property(fc.constantFrom<AgentchainsType>(...names), data, data, (type, first, second) => {
        const bridge = new Bridge(target);
        bridge.fold.accept({ body: [openAgentchains('c', type, first as JsonObject)] });
        const { wire, memory } = target.join(bridge.fold);
        const op: Op = { op: 'set', surface: 'c', path: '/data', value: second as Json };
        bridge.fold.accept({ body: [op] });
        const more = target.encode({ body: [op] }, bridge.fold, memory).wire;
        const all = JSON.parse(JSON.stringify([...wire, ...more])) as Json[];
        expect(schemaProblems(target.id, all)).toEqual([]);
        new Reader(target).read(all);
      }),
      { numRuns: 150 },
    );
  });

  test('[LW1] a type that the catalog does not have says nothing, also one that every object inherits', () => {
    const bridge = new Bridge(target);
    const { components: _none, ...op } = openAgentchains('c', 'card', {}) as Extract<Op, { op: 'open' }>;
    bridge.fold.accept({ body: [{ ...op, components: [{ id: 'root', type: 'toString', props: {} }] }] });
    expect(schemaProblems(target.id, bridge.join())).toEqual([]);
  });

  test('[LW2] what changes is sent again, and nothing else', () => {
    const bridge = new Bridge(target);
    bridge.apply(openAgentchains('c', 'card', { title: 'A', description: 'B' }));
    const wire = bridge.apply({ op: 'set', surface: 'c', path: '/data/title', value: 'C' });
    expect(JSON.stringify(wire)).toMatch(/\bC"/);
    expect(JSON.stringify(wire)).not.toMatch(/\bB"/);
    expect(bridge.apply({ op: 'set', surface: 'c', path: '/data/title', value: 'C' })).toEqual([]);
    expect(bridge.lost).toContain('the component "card" has no counterpart: it is put into other words');
  });

  test('[LW3] a form that is sent and a card that is pressed come back as their own', () => {
    const fields = [
      { name: 'q' },
      { name: 'n', type: 'number' },
      { name: 's', type: 'select', options: ['a'] },
      { name: 'd', type: 'date' },
    ];
    const bridge = new Bridge(target);
    bridge.apply(openAgentchains('c', 'form', { fields }), openAgentchains('k', 'card', { actions: [{ label: 'A' }] }));
    const context = { q: '', n: '3', s: ['a'], d: '' };
    expect(press(target, bridge, 'c', 'submit', 'submit', context)).toMatchObject([
      { event: 'sync', surfaces: { c: { values: { q: '', n: 3, s: 'a' } } } },
      { event: 'action', surface: 'c', source: 'root', name: 'submit', context: { values: { q: '', n: 3, s: 'a' } } },
    ]);
    expect(press(target, bridge, 'k', 'action-0', 'action', {})).toMatchObject([
      { event: 'action', surface: 'k', source: 'root', name: 'action', scope: '/data/actions/0' },
    ]);
  });

  test('[LW4] a question is a surface whose button answers it, and goes when it is answered', () => {
    const bridge = new Bridge(target);
    const shown = seen(target, {
      op: 'ask',
      ask: 'r',
      want: { kind: 'confirm' },
      prompt: 'Sure?',
      severity: 'critical',
    });
    expect(shown['vitrine:ask:r']).toMatch(/critical[\s\S]*Sure\?[\s\S]*Approve[\s\S]*Reject/);
    bridge.apply({ op: 'ask', ask: 'r', want: { kind: 'confirm' }, prompt: 'Sure?' });
    expect(press(target, bridge, 'vitrine:ask:r', 'approve', 'vitrine.answer', { value: true })).toEqual([
      { event: 'answer', ask: 'r', value: true },
    ]);
    expect(press(target, bridge, 'vitrine:ask:r', 'reject', 'vitrine.answer', {})).toEqual([
      { event: 'answer', ask: 'r', value: false },
    ]);
    expect(JSON.stringify(bridge.apply({ event: 'answer', ask: 'r', value: true }))).toContain('deleteSurface');
    expect(bridge.join()).toEqual([]);
  });

  test.each<[Extract<Op, { op: 'ask' }>['want'], Json, Json]>([
    [{ kind: 'text' }, 'x', 'x'],
    [{ kind: 'number' }, '4', 4],
    [{ kind: 'date' }, '2026-01-01', '2026-01-01'],
    [{ kind: 'select', options: [{ label: 'A', value: 'a' }] }, ['a'], 'a'],
    [{ kind: 'select', options: [{ label: 'A', value: 'a' }], multiple: true }, ['a'], ['a']],
  ])('[LW4] %j is answered with %j, which is %j', (want, said, value) => {
    const ask: Op = { op: 'ask', ask: 'r', want, prompt: 'Which?' };
    expect(seen(target, ask)['vitrine:ask:r']).toMatch(/Which\?[\s\S]*Answer[\s\S]*Send/);
    const bridge = new Bridge(target);
    bridge.apply(ask);
    const [event] = press(target, bridge, 'vitrine:ask:r', 'send', 'vitrine.answer', { value: said });
    expect(event).toEqual({ event: 'answer', ask: 'r', value });
  });

  test('[LW10] a press that is none of the buttons of a question or task stays an action', () => {
    const bridge = new Bridge(target);
    bridge.apply({ op: 'ask', ask: 'r', want: { kind: 'confirm' }, prompt: 'Sure?' });
    bridge.apply({ op: 'task', task: 't', message: 'T' });
    for (const [surface, source, name, value] of [
      ['vitrine:ask:r', 'approve', 'whatever', true],
      ['vitrine:ask:r', 'zzz', 'vitrine.answer', true],
      ['vitrine:ask:r', 'reject', 'vitrine.answer', true],
      ['vitrine:ask:r', 'send', 'vitrine.answer', true],
      ['vitrine:task:t', 'zzz', 'vitrine.cancel', true],
    ] as const)
      expect(press(target, bridge, surface, source, name, { value })).toMatchObject([{ event: 'action', surface }]);
  });

  test('[LW4] a question for a file is a loss', () => {
    const bridge = new Bridge(target);
    expect(bridge.apply({ op: 'ask', ask: 'r', want: { kind: 'file' }, prompt: 'P' })).toEqual([]);
    expect(bridge.lost).toEqual(['the ask r is not shown: no file can be sent']);
  });

  test('[LW5] a task is a surface that follows it, can be cancelled, and goes when it is done', () => {
    const bridge = new Bridge(target);
    const first = bridge.apply({ op: 'task', task: 't', value: 1, total: 4, message: 'Searching' });
    const next = bridge.apply({ op: 'task', task: 't', value: 2, total: 4, message: 'Searching' });
    expect(JSON.stringify(next)).not.toContain('Searching');
    const reader = new Reader(target).read([...first, ...next]);
    expect(reader.pictures()['vitrine:task:t']).toMatch(/Searching[\s\S]*50%[\s\S]*Cancel/);
    expect(press(target, bridge, 'vitrine:task:t', 'cancel', 'vitrine.cancel', {})).toEqual([
      { event: 'cancel', task: 't' },
    ]);
    expect(JSON.stringify(bridge.apply({ op: 'task', task: 't', done: true }))).toContain('deleteSurface');
  });

  test('[LW6] an untrusted component makes its viewer request nothing', () => {
    const bridge = new Bridge(target, { trust: 'untrusted' });
    const actions = [{ label: 'Go', url: 'https://x.example/' }];
    bridge.apply(openAgentchains('c', 'card', { image: 'https://x.example/a.png', actions }));
    bridge.apply(openAgentchains('d', 'image', { url: 'https://x.example/a.png' }));
    expect(JSON.stringify(bridge.join())).not.toContain('x.example');
  });
});
