import { describe, expect, it } from 'vitest';
import { RUN, seen, signals } from '../test/runs.ts';
import { type A2UIMessage, type A2UIStreamOptions, createA2UIStream, createSignal, SignalBus } from './index.ts';

async function all(stream: AsyncIterable<A2UIMessage>): Promise<A2UIMessage[]> {
  const messages: A2UIMessage[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

/** A reader that takes every message as soon as it is there. */
async function live(
  run: readonly (readonly [string, unknown])[],
  options: A2UIStreamOptions = {},
): Promise<A2UIMessage[]> {
  const bus = new SignalBus();
  const stream = createA2UIStream(bus, options);
  const messages: A2UIMessage[] = [];
  const reading = (async () => {
    for await (const message of stream) messages.push(message);
  })();
  for (const signal of signals(run)) {
    bus.emit(signal);
    await new Promise(setImmediate);
  }
  await reading;
  return messages;
}

describe('createA2UIStream', () => {
  it('[HS32] it listens from its making on and ends with the run', async () => {
    const bus = new SignalBus();
    const stream = createA2UIStream(bus, { surfaceId: 'main' });
    for (const signal of signals()) bus.emit(signal);
    bus.emit(createSignal('text:delta', { content: 'too late' }));
    const picture = seen(await all(stream));
    expect(picture).toContain('Good morning');
    expect(picture).not.toContain('too late');
    expect(bus.subscriptionCount()).toBe(0);
  });

  it('[HS32] a run that ended leaves nobody subscribed, read or not', () => {
    const bus = new SignalBus();
    createA2UIStream(bus);
    for (const signal of signals()) bus.emit(signal);
    createA2UIStream(bus, { replay: true });
    expect(bus.subscriptionCount()).toBe(0);
  });

  it('[HS32] an abort and a return end it, begun or not, waiting or not', async () => {
    const bus = new SignalBus();
    const abort = new AbortController();
    const aborted = all(createA2UIStream(bus, { signal: abort.signal }));
    const unbegun = createA2UIStream(bus);
    const waiting = createA2UIStream(bus);
    const next = waiting.next();
    expect(bus.subscriptionCount()).toBe(3);
    abort.abort();
    await unbegun.return(undefined);
    await waiting.return(undefined);
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await aborted).toEqual([]);
    expect(bus.subscriptionCount()).toBe(0);
    expect(await all(createA2UIStream(bus, { signal: abort.signal }))).toEqual([]);
  });

  it('[HS33] a slow reader gets fewer messages and ends in the same state', async () => {
    const prompt = await live(RUN);
    const bus = new SignalBus();
    const stream = createA2UIStream(bus);
    for (const signal of signals()) bus.emit(signal);
    const late = await all(stream);
    expect(late.length).toBeLessThan(prompt.length);
    expect(seen(late)).toBe(seen(prompt));
  });

  it('[HS33] what waits for a reader is bounded, and the end is right', async () => {
    const bus = new SignalBus({ maxHistory: 1 });
    const stream = createA2UIStream(bus, { version: '0.9', cards: 10 });
    for (let i = 0; i < 20_000; i++) {
      bus.emit(createSignal('tool:call', { id: `t${i}`, name: `tool${i}`, input: 'x'.repeat(100) }));
      bus.emit(createSignal('input:requested', { id: `q${i}`, prompt: 'Well?', type: 'approval' }));
      bus.emit(createSignal('input:received', { id: `q${i}`, value: true }));
    }
    bus.emit(createSignal('workflow:end', {}));
    const messages = await all(stream);
    expect(JSON.stringify(messages).length).toBeLessThan(400_000);
    const picture = seen(messages, '0.9');
    expect(picture).toContain('tool19999');
    expect(picture).toContain('19990 earlier steps are not shown');
  });

  it('[HS33] a reader that stops between two messages of one signal loses nothing', async () => {
    const bus = new SignalBus();
    const stream = createA2UIStream(bus, { version: '0.9' });
    const [start, ...rest] = signals();
    bus.emit(start as never);
    const first = (await stream.next()).value as A2UIMessage;
    for (const signal of rest) bus.emit(signal);
    expect(seen([first, ...(await all(stream))], '0.9')).toContain('Good morning');
  });

  it('[HS34] replay ends in the same state as live, and takes nothing twice', async () => {
    const bus = new SignalBus();
    const run = signals();
    for (const signal of run.slice(0, 5)) bus.emit(signal);
    const stream = createA2UIStream(bus, { replay: true });
    // A bus that tells again what it had told.
    bus.emit(run[4] as never);
    for (const signal of run.slice(5)) bus.emit(signal);
    expect(seen(await all(stream))).toBe(seen(await live(RUN)));
  });
});
