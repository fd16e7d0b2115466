import { describe, expect, it } from 'vitest';
import { createSignal, isSignal, matchPattern, SignalBus } from './index.ts';

describe('patterns', () => {
  it('[HS1] stars stand for runs, everything else for itself', () => {
    const cases: [string, string, boolean][] = [
      ['text:delta', 'text:delta', true],
      ['text:delta', 'text:*', true],
      ['text:delta:more', 'text:*', false],
      ['plan:start', '*', false],
      ['plan', '*', true],
      ['plan:start', '**', true],
      ['state', 'state:**', false],
      ['state:a:changed', 'state:**', true],
      ['a:z', 'a:**:z', false],
      ['a:b:c:z', 'a:**:z', true],
      ['a.b', 'a.*', true],
      ['axb', 'a.*', false],
      ['x:y', 'x***', true],
      ['tool:call', 'tool:c*l', true],
    ];
    for (const [name, pattern, expected] of cases)
      expect([name, pattern, matchPattern(name, pattern)]).toEqual([name, pattern, expected]);
  });

  it('[HS1] a pattern of many stars is answered, whatever the name', () => {
    expect(matchPattern('a'.repeat(2000), `${'*a'.repeat(200)}b`)).toBe(false);
  });

  it('[HS2] a global expression matches every time', () => {
    const pattern = /^text:/g;
    expect([1, 2, 3].map(() => matchPattern('text:delta', pattern))).toEqual([true, true, true]);
  });
});

describe('SignalBus', () => {
  it('[HS3] it delivers depth first, in the order of subscription, once a handler', () => {
    const bus = new SignalBus();
    const heard: string[] = [];
    bus.subscribe(['a', '**'], ({ name }) => {
      heard.push(`1 ${name}`);
      if (name === 'a') bus.emit(createSignal('b', {}));
    });
    bus.subscribe('**', ({ name }) => heard.push(`2 ${name}`));
    bus.emit(createSignal('a', {}));
    expect(heard).toEqual(['1 a', '1 b', '2 b', '2 a']);
    expect(bus.history().map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('[HS3] unsubscribing twice is once', () => {
    const bus = new SignalBus();
    const stop = bus.subscribe('**', () => undefined);
    stop();
    stop();
    expect(bus.subscriptionCount()).toBe(0);
  });

  it('[HS4] a handler that throws or rejects is told, and the next hears', async () => {
    const errors: unknown[] = [];
    const bus = new SignalBus({ onError: (error) => errors.push(error) });
    const heard: string[] = [];
    bus.subscribe('**', () => {
      throw new Error('one');
    });
    bus.subscribe('**', () => Promise.reject(new Error('two')));
    bus.subscribe('**', ({ name }) => heard.push(name));
    bus.emit(createSignal('a', {}));
    await Promise.resolve();
    await Promise.resolve();
    expect(heard).toEqual(['a']);
    expect(errors.map((error) => (error as Error).message)).toEqual(['one', 'two']);
  });

  it('[HS5] the history is bounded and a copy', () => {
    const bus = new SignalBus({ maxHistory: 3 });
    for (let i = 0; i < 5; i++) bus.emit(createSignal(`n${i}`, i));
    (bus.history() as unknown[]).length = 0;
    expect(bus.history().map(({ name }) => name)).toEqual(['n2', 'n3', 'n4']);
    bus.clearHistory();
    expect(bus.history()).toEqual([]);
  });

  it('[HS6] an event of the later core is heard as the signal that it is', () => {
    const bus = new SignalBus();
    const heard: unknown[] = [];
    bus.subscribe('text:*', (signal) => heard.push(signal));
    const event = { id: 'e1', name: 'text:delta', payload: { delta: 'x' }, timestamp: 0, causedBy: 'e0' };
    bus.emit(event);
    const signal = { id: 'e1', name: 'text:delta', payload: { delta: 'x' }, timestamp: '1970-01-01T00:00:00.000Z' };
    expect([heard, bus.history()]).toEqual([
      [{ ...signal, source: { parent: 'e0' } }],
      [{ ...signal, source: { parent: 'e0' } }],
    ]);
    bus.emit(signal);
    expect(heard[1]).toBe(signal);
    for (const timestamp of [Number.NaN, 1e300, undefined, null])
      expect(() => bus.emit({ ...event, timestamp } as never)).toThrow(/id, name and timestamp/);
  });

  it('what is no signal is refused by name', () => {
    expect(() => new SignalBus().emit({ name: 'x' } as never)).toThrow(/id, name and timestamp/);
  });
});

describe('createSignal', () => {
  it('makes a signal, with a source in either way of writing it', () => {
    const signal = createSignal('text:delta', { content: 'x' }, { source: { agent: 'a' } });
    expect(isSignal(signal)).toBe(true);
    expect(signal.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(signal.source).toEqual({ agent: 'a' });
    expect(createSignal('x', 1, { harness: 'h' }).source).toEqual({ harness: 'h' });
    expect('source' in createSignal('x', 1)).toBe(false);
  });
});
