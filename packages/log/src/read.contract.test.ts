import type { Entry, Json } from '@vitrine/core';
import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { append, collect, create, expectCode, range, valueIn, values } from '../test/samples.ts';

/** Reads until so many entries came, with something to do after each. */
async function take(entries: AsyncIterable<Entry>, count: number, between?: (read: number) => unknown) {
  const read: (Json | undefined)[] = [];
  for await (const entry of entries) {
    read.push(valueIn(entry));
    if (read.length === count) break;
    await between?.(read.length);
  }
  return read;
}

describeSessionLog('reading', (log, open) => {
  test('[LG11] reading gives the entries behind a seq and ends at the head', async () => {
    const session = await create(log());
    expect(await values(log().read(session, 0))).toEqual([]);
    await append(log(), session, ['a', 'b', 'c']);
    expect(await values(log().read(session, 0))).toEqual(['a', 'b', 'c']);
    expect(await values(log().read(session, 2))).toEqual(['c']);
    expect(await values(log().read(session, 3))).toEqual([]);
  });

  test('[LG11] pages of many short and of a few long entries are read whole', async () => {
    const session = await create(log());
    const long = 'x'.repeat(300_000);
    for (const part of [range(700), [long, long, long], range(200), [long]]) await append(log(), session, part);
    const read = await collect(log().read(session, 0));
    expect(read.map(({ seq }) => seq)).toEqual(range(904));
    expect(read.map(valueIn)).toEqual([...range(700), long, long, long, ...range(200), long]);
  });

  test('[LG12] a live reader gets the past and then what is committed', async () => {
    const session = await create(log());
    await append(log(), session, [1, 2]);
    const next = [3, 4, 5];
    const read = take(log().read(session, 0, { live: true }), 5, (count) => {
      if (count >= 2) return append(log(), session, [next.shift() as number]);
    });
    expect(await read).toEqual([1, 2, 3, 4, 5]);
  });

  test('[LG12] what is committed while the past is read comes once and in its place', async () => {
    const session = await create(log());
    await append(log(), session, range(150));
    let written = 150;
    const read = take(log().read(session, 0, { live: true }), 400, async (count) => {
      if (count % 10 === 0 && written < 400)
        await append(log(), session, [
          ++written,
          ++written,
          ++written,
          ++written,
          ++written,
          ++written,
          ++written,
          ++written,
          ++written,
          ++written,
        ]);
    });
    expect(await read).toEqual(range(400));
  });

  test('[LG12] a reader that is much slower than the writer misses nothing', async () => {
    const session = await create(log());
    await append(log(), session, [1]);
    const read = take(log().read(session, 0, { live: true }), 2001, async (count) => {
      if (count === 1)
        for (let n = 2; n < 2002; n += 100)
          await append(
            log(),
            session,
            range(100).map((i) => n + i - 1),
          );
    });
    expect(await read).toEqual(range(2001));
  });

  test('[LG12] several live readers of a session get the same', async () => {
    const session = await create(log());
    const readers = range(3).map(() => take(log().read(session, 0, { live: true }), 40));
    for (const n of range(20)) await append(log(), session, [2 * n - 1, 2 * n]);
    for (const read of await Promise.all(readers)) expect(read).toEqual(range(40));
  });

  test('[LG13] aborting ends a reader that waits, one in the past and one that has not begun', async () => {
    const session = await create(log());
    await append(log(), session, range(10));
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = log().read(session, 9, { live: true, signal })[Symbol.asyncIterator]();
    expect((await waiting.next()).value).toMatchObject({ seq: 10 });
    const rest = waiting.next();
    const feed = collect(log().readAgent('nobody', 0, { live: true, signal }));
    const past: Json[] = [];
    for await (const entry of log().read(session, 0, { signal })) {
      past.push(valueIn(entry) as Json);
      if (entry.seq === 4) controller.abort();
    }
    expect(past).toEqual([1, 2, 3, 4]);
    expect((await rest).done).toBe(true);
    expect(await feed).toEqual([]);
    expect(await values(log().read(session, 0, { live: true, signal }))).toEqual([]);
  });

  test('[LG13] closing a session ends its live readers after the last entry', async () => {
    const session = await create(log());
    const early = values(log().read(session, 0, { live: true }));
    await Promise.all([
      append(log(), session, [1]),
      append(log(), session, [2]),
      log().closeSession(session, '2026-03-02T00:00:00Z'),
    ]);
    expect(await early).toEqual([1, 2]);
    expect(await values(log().read(session, 0, { live: true }))).toEqual([1, 2]);
  });

  test('[LG13] deleting a session ends its live readers', async () => {
    const session = await create(log());
    await append(log(), session, [1]);
    const reading = log().read(session, 0, { live: true })[Symbol.asyncIterator]();
    expect((await reading.next()).done).toBe(false);
    const rest = reading.next();
    await log().deleteSession(session);
    expect((await rest).done).toBe(true);
  });

  test('[LG13] deleting a session ends a live reader that is still in the past', async () => {
    const session = await create(log());
    await append(log(), session, range(3000));
    let read = 0;
    for await (const _ of log().read(session, 0, { live: true })) if (++read === 5) await log().deleteSession(session);
    expect(read).toBeLessThan(3000);
  });

  test('[LG13] closing the log ends live readers', async () => {
    const other = await open();
    const session = await create(other);
    const reading = values(other.read(session, 0, { live: true }));
    const feed = collect(other.readAgent('ann', 0, { live: true }));
    await append(other, session, [1]);
    await other.close();
    expect(await reading).toEqual([1]);
    expect(await feed).toEqual([]);
  });

  test('[LG14] reading behind the head and reading an unknown session are errors', async () => {
    const session = await create(log());
    await append(log(), session, [1]);
    await expectCode(collect(log().read(session, 2, { live: true })), 'VITRINE_LOG_SEQ', { head: 1 });
    for (const after of [-1, 0.5, Number.NaN]) await expectCode(collect(log().read(session, after)), 'VITRINE_LOG_SEQ');
    await expectCode(collect(log().read('nowhere', 0)), 'VITRINE_LOG_SESSION_UNKNOWN');
    await expectCode(log().head('nowhere'), 'VITRINE_LOG_SESSION_UNKNOWN');
  });
});
