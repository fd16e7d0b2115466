import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUN, seen, signals } from '../test/runs.ts';
import {
  type A2UIMessage,
  type A2UIProblem,
  type A2UIVersion,
  createA2UIState,
  createSignal,
  signalToA2UI,
} from './index.ts';
import type { TransformOptions } from './transformer.ts';

const VERSIONS: readonly A2UIVersion[] = ['0.8', '0.9', '1.0'];

function shownBy(run: readonly (readonly [string, unknown])[], options: TransformOptions = {}): A2UIMessage[] {
  const problems: A2UIProblem[] = [];
  const state = createA2UIState(options);
  const messages = signals(run).flatMap((signal) =>
    signalToA2UI(signal, { state, onError: (problem) => problems.push(problem) }),
  );
  expect(problems).toEqual([]);
  return messages;
}
const look = (run: readonly (readonly [string, unknown])[], options: TransformOptions = {}): string =>
  seen(shownBy(run, options), options.version);
/** 1.0 has no role for a title. */
const words = (picture: string): string[] => picture.match(/[^\s│┌┐└┘─#]+/g) ?? [];

describe('signalToA2UI with a state', () => {
  it('[HS10] every signal of both tables is shown', () => {
    const picture = look(RUN);
    for (const text of [
      'Done',
      'Answer',
      'fast',
      'Good morning',
      'search',
      'done',
      'weather',
      'sunny',
      'Error',
      'RATE',
      'slow down',
    ])
      expect(picture).toContain(text);
    expect(picture.match(/Good morning/g)).toHaveLength(1);
    for (const [name, payload] of RUN) expect([name, shownBy([[name, payload]]).length > 0]).toEqual([name, true]);
  });

  it('[HS23] what an agent has completed is shown, beside what it streamed and once', () => {
    const completed = (output: unknown) => ['agent:completed', { agent: 'planner', output, durationMs: 3 }] as const;
    const streamed = ['text:delta', { agent: 'planner', delta: 'Here is the plan.' }] as const;
    const both = look([streamed, completed({ steps: ['one', 'two'] })]);
    for (const text of ['planner is done', 'Here is the plan.', 'Answer', 'one', 'two']) expect(both).toContain(text);
    expect(look([streamed, completed('Here is the plan.')]).match(/Here is the plan/g)).toHaveLength(1);
    expect(look([completed('All of it')])).toContain('All of it');
    expect(look([completed(undefined)])).not.toContain('Answer');
    const again = look([streamed, completed('x'), ['text:delta', { agent: 'planner', delta: 'Another.' }]]);
    expect(again).toMatch(/Here is the plan[\s\S]*Another/);
  });

  it('[HS24] a tool that has no result when its run ends is not running any more', () => {
    for (const [called, end] of [
      ['tool:call', 'workflow:end'],
      ['tool:called', 'workflow:completed'],
    ]) {
      const run = [
        [String(called), { id: 'a', name: 'one', input: 'x' }],
        [String(called), { id: 'b', name: 'two', input: 'y' }],
        ['tool:result', { id: 'b', name: 'two', result: 'out' }],
      ] as const;
      expect(look(run)).toContain('running');
      const ended = look([...run, [String(end), {}]]);
      expect(ended).not.toContain('running');
      expect([ended.match(/not finished/g), ended.match(/done/g)]).toEqual([['not finished'], ['done']]);
    }
  });

  it('[HS31] the three versions draw the same', () => {
    const [first, ...others] = VERSIONS.map((version) => look(RUN, { version }));
    for (const other of others) expect(words(other)).toEqual(words(first ?? ''));
  });

  it('[HS11] the later spellings are read', () => {
    const picture = look([
      ['workflow:started', {}],
      ['agent:started', { agent: 'planner' }],
      ['text:delta', { agent: 'planner', delta: 'Hi' }],
      ['tool:called', { agent: 'planner', toolId: 't1', toolName: 'fetch', input: 'x' }],
      ['tool:result', { agent: 'planner', toolId: 't1', output: 'broken', isError: true }],
      ['harness:end', { output: { content: 'Bye' }, durationMs: 1 }],
    ]);
    for (const text of ['planner is working…', 'Hi', 'fetch', 'failed', 'broken', 'Bye'])
      expect(picture).toContain(text);
  });

  it('[HS11] an event of the later core is a signal', () => {
    const state = createA2UIState();
    const event = { id: 'e1', name: 'text:delta', payload: { agent: 'a', delta: 'Hi' }, timestamp: 1, causedBy: 'e0' };
    expect(seen(signalToA2UI(event as never, { state }))).toContain('Hi');
  });

  it('[HS12] streams of several agents do not mix', () => {
    const state = createA2UIState();
    const say = (agent: string, content: string) =>
      signalToA2UI(createSignal('text:delta', { content }, { agent }), { state });
    const messages = [...say('a', 'on'), ...say('b', 'tw'), ...say('a', 'e'), ...say('b', 'o')];
    const picture = seen(messages);
    expect(picture).toContain('one');
    expect(picture).toContain('two');
  });

  it('[HS13] text after a complete text is another answer, and nothing is lost', () => {
    const picture = look([
      ['harness:start', {}],
      ['text:delta', { content: 'first' }],
      ['text:complete', { content: 'first' }],
      ['tool:call', { id: '1', name: 'go', input: {} }],
      ['text:delta', { content: 'sec' }],
      ['text:delta', { content: 'ond' }],
      ['text:complete', { content: 'second!' }],
      ['harness:end', { output: { content: 'second!' } }],
    ]);
    expect(picture.match(/first/g)).toHaveLength(1);
    expect(picture.match(/second!/g)).toHaveLength(1);
    expect(picture.indexOf('first')).toBeLessThan(picture.indexOf('second!'));
  });

  it('[HS14] results find their calls', () => {
    const picture = look([
      ['tool:call', { id: 'a', name: 'one', input: 'in-a' }],
      ['tool:call', { id: 'b', name: 'two', input: 'in-b' }],
      ['tool:result', { id: 'b', name: 'two', result: 'out-b' }],
      ['tool:result', { id: 'unknown', name: 'one', result: 'out-a' }],
    ]);
    expect(picture.indexOf('out-a')).toBeLessThan(picture.indexOf('in-b'));
    expect(picture.indexOf('in-b')).toBeLessThan(picture.indexOf('out-b'));
    expect(picture).not.toContain('running');
  });

  it('[HS15] whatever is first opens the surface', () => {
    expect(look([['text:delta', { content: 'late' }]])).toContain('late');
    expect(shownBy([['state:x:changed', {}]])).toEqual([]);
  });

  it('[HS16] the oldest cards go, and a line says so', () => {
    const calls = Array.from(
      { length: 7 },
      (_, i) => ['tool:call', { id: `t${i}`, name: `tool${i}`, input: '' }] as const,
    );
    const picture = look(calls, { cards: 4 });
    expect(picture).toContain('3 earlier steps are not shown');
    expect(picture).not.toContain('tool2');
    for (const shown of ['tool3', 'tool4', 'tool5', 'tool6']) expect(picture).toContain(shown);
    expect(picture.indexOf('tool3')).toBeLessThan(picture.indexOf('tool6'));
  });

  it('[HS16] a result for a card that has gone makes a card of its own', () => {
    const calls = Array.from(
      { length: 3 },
      (_, i) => ['tool:call', { id: `t${i}`, name: `tool${i}`, input: '' }] as const,
    );
    const picture = look([...calls, ['tool:result', { id: 't0', name: 'tool0', result: 'late' }]], { cards: 2 });
    expect(picture).toContain('late');
    expect(picture).toContain('tool2');
  });

  it('[HS17] a long text costs a bounded message each time, and is complete', () => {
    const words = Array.from({ length: 2000 }, (_, i) => (i % 10 === 9 ? `word${i}\n\n` : `word${i} `));
    const messages = shownBy(
      words.map((content) => ['text:delta', { content }] as const),
      { version: '0.9' },
    );
    const largest = Math.max(
      ...messages.filter((message) => 'updateDataModel' in message).map((message) => JSON.stringify(message).length),
    );
    expect(largest).toBeLessThan(6000);
    const picture = seen(messages, '0.9');
    for (let i = 0; i < 2000; i += 97) expect(picture).toContain(`word${i}`);
  });

  it('[HS17] a text without empty lines, lines or even words is parted too', () => {
    for (const piece of ['word\n', 'word ', 'word']) {
      const pieces = Array.from({ length: 5000 }, () => ['text:delta', { content: piece }] as const);
      const messages = shownBy([...pieces, ['text:complete', { content: piece.repeat(5000) }]], { version: '0.9' });
      expect(Math.max(...messages.map((message) => JSON.stringify(message).length))).toBeLessThan(12_000);
      expect(seen(messages, '0.9').match(/word/g)).toHaveLength(5000);
    }
  });

  it('[HS18] own mappings go first, null hides, functions write their own texts', () => {
    const mappings = {
      'task:*': { card: 'task:{id}', title: 'Task {name|id}' },
      'tool:call': null,
      'plan:made': () => ({ card: 'plan', title: 'The plan', body: '{not a hole}' }),
    };
    const picture = look(
      [
        ['task:ready', { id: 7 }],
        ['tool:call', { name: 'hidden', input: '' }],
        ['plan:made', {}],
      ],
      { mappings },
    );
    expect(picture).toContain('Task 7');
    expect(picture).toContain('{not a hole}');
    expect(picture).not.toContain('hidden');
  });

  it('[HS19] what is shown of a payload is redacted', () => {
    const redact = (text: string) => text.replaceAll('s3cret', '***');
    const run = [
      ['tool:call', { name: 'login', input: { key: 's3cret' } }],
      ['text:delta', { content: 'my s3cret' }],
    ] as const;
    expect(JSON.stringify(shownBy(run, { redact }))).not.toContain('s3cret');
  });

  it('[HS20] any payload is a bounded text', () => {
    const circular: { [key: string]: unknown } = { name: 'x' };
    circular.self = circular;
    const deep = JSON.parse(`${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`) as unknown;
    const throwing = {
      get boom(): never {
        throw new Error('no');
      },
    };
    const huge = Array.from({ length: 100_000 }, (_, i) => ({ i, text: 'y'.repeat(50) }));
    for (const input of [circular, deep, throwing, huge, 10n, Symbol('s'), () => 1, new Error('bad'), Number.NaN]) {
      const messages = shownBy([['tool:call', { id: 't', name: 'odd', input }]]);
      expect(seen(messages)).toContain('odd');
      expect(JSON.stringify(messages).length).toBeLessThan(20_000);
    }
  });

  it('[HS21] a second run takes the place of the first', () => {
    const messages = shownBy([...RUN, ['workflow:start', {}], ['text:delta', { content: 'again' }]], {
      version: '0.9',
    });
    const picture = seen(messages, '0.9');
    expect(picture).toContain('again');
    expect(picture).not.toContain('sunny');
  });

  it('[HS20] what is no signal is told and shows nothing', () => {
    const problems: A2UIProblem[] = [];
    const state = createA2UIState();
    for (const wrong of [
      null,
      1,
      'x',
      [],
      {},
      { id: 1, name: 'a', timestamp: 't', payload: 0 },
      { id: 'a', name: '', timestamp: 't', payload: 0 },
    ])
      expect(signalToA2UI(wrong as never, { state, onError: (problem) => problems.push(problem) })).toEqual([]);
    expect(problems).toHaveLength(7);
  });

  it('[HS35] a mapping that throws is told', () => {
    const problems: A2UIProblem[] = [];
    const mappings = {
      x: () => {
        throw new Error('mine');
      },
    };
    const options = { mappings, onError: (problem: A2UIProblem) => void problems.push(problem) };
    expect(signalToA2UI(createSignal('x', {}), { ...options, state: createA2UIState(options) })).toEqual([]);
    expect(signalToA2UI(createSignal('x', {}), options)).toBeNull();
    expect(problems.map(({ cause }) => (cause as Error).message)).toEqual(['mine', 'mine']);
  });

  it('an unknown version is refused by name', () => {
    expect(() => createA2UIState({ version: '0.7' as never })).toThrow(
      'version is one of 0.8, 0.9 and 1.0, not "0.7".',
    );
  });
});

describe('signalToA2UI without a state', () => {
  it('[HS30] it gives the one message that the table names, or null', () => {
    const kinds = RUN.map(([name, payload]) => {
      const message = signalToA2UI(createSignal(name, payload), { surfaceId: 'main' });
      return [name, message === null ? null : Object.keys(message)[0]];
    });
    expect(kinds).toEqual([
      ['workflow:start', 'beginRendering'],
      ['agent:activated', 'surfaceUpdate'],
      ['harness:start', 'surfaceUpdate'],
      ['text:delta', null],
      ['text:delta', null],
      ['text:complete', 'surfaceUpdate'],
      ['tool:call', 'surfaceUpdate'],
      ['tool:result', 'surfaceUpdate'],
      ['harness:error', 'surfaceUpdate'],
      ['harness:end', 'surfaceUpdate'],
      ['workflow:end', 'surfaceUpdate'],
    ]);
    expect(signalToA2UI(createSignal('nobody:cares', {}))).toBeNull();
  });

  it('[HS30] a card has ids that say what it is of', () => {
    const message = signalToA2UI(createSignal('tool:call', { id: 't 1', name: 'go', input: 'x' }), { version: '0.9' });
    expect(JSON.stringify(message)).toContain('"id":"tool-t-1"');
  });
});

describe('every order of signals', () => {
  it('[HS31] any run in any order is read strictly and draws the same in each version', () => {
    const payloads = fc.record(
      {
        id: fc.constantFrom('1', '2'),
        name: fc.constantFrom('a', 'b'),
        content: fc.constantFrom('x', 'y\n\nz', ''),
        output: fc.jsonValue(),
        input: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const names = fc.constantFrom(...RUN.map(([name]) => name), 'thinking:delta', 'thinking:complete', 'other:thing');
    fc.assert(
      fc.property(fc.array(fc.tuple(names, payloads), { maxLength: 25 }), (run) => {
        const [first, ...others] = VERSIONS.map((version) => look(run, { version, cards: 3 }));
        for (const other of others) expect(words(other)).toEqual(words(first ?? ''));
      }),
      { numRuns: 60 },
    );
  });
});
