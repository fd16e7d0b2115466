import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStream, PULSE_MS } from './sse.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Events that come when they are let go. */
function open() {
  const queue: ((next: IteratorResult<object>) => void)[] = [];
  const events = { next: () => new Promise<IteratorResult<object>>((resolve) => void queue.push(resolve)) };
  let isGone = false;
  const stream = eventStream({ done: false, value: { first: 1 } }, events, {
    failed: () => ({ error: 1 }),
    gone: () => {
      isGone = true;
    },
  });
  const reader = stream.getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  return { reader, read, isGone: () => isGone, end: () => queue.shift()?.({ done: true, value: undefined }) };
}

describe('a stream of events', () => {
  it('[XS1] that is silent sends a comment now and then, and none when it has ended', async () => {
    const { read, end, reader } = open();
    expect(await read()).toBe('data: {"first":1}\n\n');
    vi.advanceTimersByTime(PULSE_MS);
    expect(await read()).toBe(':\n\n');
    end();
    expect((await reader.read()).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[XS20] whose reader leaves says so once and for all', async () => {
    const { read, reader, isGone } = open();
    await read();
    await reader.cancel();
    expect(isGone()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
