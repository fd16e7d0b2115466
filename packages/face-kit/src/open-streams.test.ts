import type { PortEnd } from '@vitrine/core/port';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStream, streamAnswer, waitFor } from './open-streams.ts';
import { pump, SseStream } from './sse-stream.ts';

/** A host's seats and credentials, as far as a stream sees them. */
function createTransport() {
  const ends = new Set<(why: PortEnd) => void>();
  let seats = 0;
  return {
    get seats() {
      return seats;
    },
    get held() {
      return ends.size;
    },
    end: (why: PortEnd) => {
      for (const end of ends) end(why);
    },
    connect: () => {
      seats++;
      let isLeft = false;
      return () => {
        if (!isLeft) seats--;
        isLeft = true;
      };
    },
    hold: (_holder: object, end: (why: PortEnd) => void) => {
      ends.add(end);
      return () => void ends.delete(end);
    },
  };
}

const callOf = (signal = new AbortController().signal) => ({
  request: new Request('http://localhost/', { signal }),
  client: { address: '::1' },
  holder: {},
});

describe('a stream', () => {
  it('[FK8] has a seat until its credential ends, its reader leaves, or it is over', async () => {
    const transport = createTransport();
    const revoked = openStream(transport, callOf());
    expect([transport.seats, transport.held]).toEqual([1, 1]);
    transport.end('revoked');
    expect(revoked.signal.aborted).toBe(true);
    const leaving = new AbortController();
    openStream(transport, callOf(leaving.signal));
    leaving.abort();
    const read = openStream(transport, callOf());
    const { body } = streamAnswer(read);
    await body?.cancel();
    expect([transport.seats, transport.held]).toEqual([0, 0]);
  });

  it('[FK8] may say why it ends, and ends within that time', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const transport = createTransport();
    const stream = openStream(transport, { ...callOf(), lastWordsMs: 500 });
    transport.end('revoked');
    stream.write('data: taken back\n\n');
    vi.advanceTimersByTime(499);
    expect([stream.signal.aborted, transport.seats]).toEqual([false, 1]);
    vi.advanceTimersByTime(1);
    expect([stream.signal.aborted, transport.seats, transport.held]).toEqual([true, 0, 0]);
    expect(await new Response(stream.body).text()).toContain('taken back');
  });

  it('[FK8] that nobody reads takes no more than its queue from where it comes', async () => {
    const stream = new SseStream({ queueBytes: 1000, keepAliveMs: 60_000 });
    let made = 0;
    async function* items() {
      for (;;) yield 'x'.repeat(100 + (made++ % 2));
    }
    const pumping = pump(stream, items(), (item) => `data: ${item}\n\n`);
    for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBeLessThan(20);
    stream.end();
    await pumping;
  });
});

describe('whoever waits', () => {
  it('[FK9] stops for what happens, for the time, for the caller and for the credential, and leaves nothing behind', async () => {
    const transport = createTransport();
    let begun = 0;
    const begin = (happened: () => void) => {
      begun++;
      queueMicrotask(happened);
      return () => void begun--;
    };
    const never = () => {
      begun++;
      return () => void begun--;
    };
    expect(await waitFor(transport, callOf(), 10_000, begin)).toBe('happened');
    expect(await waitFor(transport, callOf(), 1, never)).toBe('late');
    expect(await waitFor(transport, callOf(AbortSignal.abort()), 10_000, never)).toBe('gone');
    const waiting = waitFor(transport, callOf(), 10_000, never);
    expect(transport.seats).toBe(1);
    transport.end('expired');
    expect(await waiting).toBe('expired');
    expect([begun, transport.held, transport.seats]).toEqual([0, 0, 0]);
    const refuse = () => {
      throw new Error('no seat');
    };
    await expect(waitFor({ ...transport, connect: refuse }, callOf(), 10_000, never)).rejects.toThrow('no seat');
  });
});
