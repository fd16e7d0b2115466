// One bound for what all sessions keep in memory: seen from viewers that are slow, that come back, and that act late.

import { a2ui09, vitrine } from '@vitrine/dialects';
import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KeepingOutlet, openBench, openSurface, setData } from '../../test/sessions.ts';
import { createHost } from '../host.ts';
import type { SessionInMemory } from './live-session.ts';
import { bytesOfText, RecentMemory, RecentValue } from './recent-memory.ts';

const TEXT = 'x'.repeat(1000);

async function say(session: SessionInMemory, ...messages: Parameters<typeof setData>[1][]): Promise<void> {
  const { issues } = await session.ingestMessages({ text: { value: messages } });
  expect(issues).toEqual([]);
}

/** A session with a viewer that is full at once. */
async function openSlow(bench: Awaited<ReturnType<typeof openBench>>) {
  const session = await bench.open();
  await say(session, openSurface());
  const outlet = new KeepingOutlet();
  outlet.room = 1;
  const seat = session.attach(outlet, { dialect: vitrine });
  await say(session, setData('/n', 0));
  await expect.poll(() => outlet.seq).toBe(2);
  outlet.room = Number.POSITIVE_INFINITY;
  return { session, outlet, seat };
}

/** Counts how often entries are read. */
async function countingLog(): Promise<{ readonly log: SessionLog; readonly reads: () => number }> {
  const log = await openSqliteLog(':memory:');
  let reads = 0;
  const read = log.read.bind(log);
  log.read = (...args) => {
    reads++;
    return read(...args);
  };
  return { log, reads: () => reads };
}

describe('what sessions keep in memory', () => {
  it('[SE100] has one bound for all of them, and slow viewers lose nothing by it', async () => {
    const recentMemory = new RecentMemory(100_000);
    const bench = await openBench({ recentMemory });
    const slow = [];
    for (let i = 0; i < 20; i++) slow.push(await openSlow(bench));
    for (let n = 1; n <= 30; n++) {
      for (const { session } of slow) {
        await say(session, setData('/text', `${n} ${TEXT}`));
        expect(recentMemory.bytes).toBeLessThanOrEqual(recentMemory.maxBytes);
      }
    }
    for (const { session, outlet, seat } of slow) {
      seat.resume();
      await expect.poll(() => outlet.seq).toBe(32);
      expect(outlet.seqs).toEqual(Array.from({ length: 31 }, (_, i) => i + 2));
      expect(outlet.replica.snapshot()).toEqual(session.fold.snapshot());
    }
    expect(recentMemory.bytes).toBeLessThanOrEqual(recentMemory.maxBytes);
    expect(bench.failures).toEqual([]);
  });

  it('[SE101] is shared out by need: one session has what others leave, until they need it', async () => {
    const { log, reads } = await countingLog();
    const bench = await openBench({ log, recentMemory: new RecentMemory(16 << 20) });
    const busy = await openSlow(bench);
    const quiet = await openSlow(bench);
    // More than any session had when each had a bound of its own.
    for (let n = 1; n <= 400; n++) await say(busy.session, setData('/text', `${n} ${TEXT}`));
    const before = reads();
    for (const { seat } of [busy, quiet]) seat.resume();
    await expect.poll(() => busy.outlet.seq).toBe(402);
    expect(reads()).toBe(before);
  });

  it('[SE101] goes by age: what was sent longest ago is let go first, whosesoever it is', async () => {
    const { log, reads } = await countingLog();
    const bench = await openBench({ log, recentMemory: new RecentMemory(200_000) });
    const [old, busy] = [await openSlow(bench), await openSlow(bench)];
    await say(old.session, setData('/text', TEXT));
    for (let n = 1; n <= 36; n++) await say(busy.session, setData('/n', n));
    await say(busy.session, setData('/text', TEXT));
    const before = reads();
    busy.seat.resume();
    await expect.poll(() => busy.outlet.seq).toBe(39);
    expect(reads()).toBe(before);
    for (let n = 1; n <= 12; n++) await say((await openSlow(bench)).session, setData('/text', TEXT.repeat(20)));
    const read = reads();
    old.seat.resume();
    await expect.poll(() => old.outlet.seq).toBe(3);
    expect(reads()).toBeGreaterThan(read);
    expect(old.outlet.seqs).toEqual([2, 3]);
  });

  it('[SE101] goes with the session and with the last viewer of a kind', async () => {
    const recentMemory = new RecentMemory();
    const bench = await openBench({ recentMemory });
    const session = await bench.open();
    await say(session, openSurface());
    session.attach(new KeepingOutlet(), { dialect: vitrine });
    const seat = session.attach(new KeepingOutlet('other'), { dialect: a2ui09 });
    await say(session, setData('/text', TEXT));
    const both = recentMemory.bytes;
    expect(both).toBeGreaterThan(2 * TEXT.length);
    seat.detach();
    for (let n = 0; n < 300; n++) await say(session, setData('/n', n));
    await say(session, setData('/text', TEXT));
    session.unload();
    expect(recentMemory.bytes).toBe(0);
  });

  it('[SE100] without any room viewers of each kind see the same, who joins, who comes back and who is slow', async () => {
    const bench = await openBench({ recentMemory: new RecentMemory(0) });
    const { session, outlet, seat } = await openSlow(bench);
    const live = new KeepingOutlet('live');
    session.attach(live, { dialect: vitrine });
    for (let n = 1; n <= 50; n++) await say(session, setData('/n', n));
    const back = new KeepingOutlet('back');
    session.attach(back, { dialect: vitrine, after: 0 });
    const late = new KeepingOutlet('late');
    session.attach(late, { dialect: vitrine });
    seat.resume();
    for (const each of [live, back, late, outlet]) {
      await expect.poll(() => each.seq).toBe(52);
      expect(each.replica.snapshot()).toEqual(session.fold.snapshot());
    }
  });

  it('[SE100] is told with its bound by /metrics', async () => {
    const host = await createHost({ recentBytes: 3 << 20 });
    onTestFinished(() => host.stop(0));
    const answer = await host.fetch(new Request('http://127.0.0.1/metrics'), { address: '127.0.0.1' });
    const text = await answer.text();
    expect(text).toMatch(/^vitrine_recent_bytes 0$/m);
    expect(text).toMatch(/^vitrine_recent_bytes_max 3145728$/m);
  });
});

describe('RecentMemory', () => {
  it('[SE101] lets go of the oldest, keeps what was kept again, and never lets go of the newest', () => {
    const memory = new RecentMemory(10);
    const gone: string[] = [];
    const part = (name: string, bytes: number): RecentValue<string> =>
      new RecentValue(name, bytes, () => gone.push(name));
    const [a, b, c] = [part('a', 4), part('b', 4), part('c', 4)];
    for (const each of [a, b]) memory.keep(each);
    memory.keep(a);
    memory.keep(c);
    expect([gone, memory.bytes]).toEqual([['b'], 8]);
    memory.drop(a);
    memory.drop(a);
    expect(memory.bytes).toBe(4);
    memory.keep(part('long', 20));
    expect([gone, memory.bytes]).toEqual([['b', 'c'], 20]);
    memory.keep(part('next', 1));
    expect([gone, memory.bytes]).toEqual([['b', 'c', 'long'], 1]);
  });

  it('[SE100] counts two bytes for each character of a text that is not all ASCII', () => {
    expect(['abc', 'abcé', '日本'].map(bytesOfText)).toEqual([3, 8, 4]);
  });
});
