import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { append, collect, create, entry, range, stored, valueIn } from '../test/samples.ts';
import type { FeedEntry, SessionLog } from './session-log.ts';

const shown = (feed: readonly FeedEntry[]) =>
  feed.map(({ session, entry: read }) => [session, read.seq, valueIn(read)]);

async function say(log: SessionLog, session: string, value: string, role: 'viewer' | 'host' = 'viewer') {
  return stored(await log.commit({ session, entries: [entry(value, role)] }));
}

describeSessionLog('feeds', (log) => {
  test('[LG15] a feed has what others than the agent wrote into all its sessions, as it was committed', async () => {
    const [one, two] = [await create(log(), { agent: 'bob' }), await create(log(), { agent: 'bob' })];
    const other = await create(log(), { agent: 'eve' });
    await append(log(), one, ['own']);
    await say(log(), one, 'a');
    await say(log(), other, 'not yours');
    await say(log(), two, 'b', 'host');
    await log().commit({
      session: one,
      entries: [entry('own'), entry('c', 'viewer'), entry('own'), entry('d', 'host')],
    });
    const feed = await collect(log().readAgent('bob', 0));
    expect(shown(feed)).toEqual([
      [one, 2, 'a'],
      [two, 1, 'b'],
      [one, 4, 'c'],
      [one, 6, 'd'],
    ]);
    expect(shown(await collect(log().readAgent('eve', 0)))).toEqual([[other, 1, 'not yours']]);
  });

  test('[LG16] a feed is read behind a position, in pages', async () => {
    const session = await create(log(), { agent: 'cat' });
    await log().commit({ session, entries: range(250).map((n) => entry(n, 'viewer')) });
    const feed = await collect(log().readAgent('cat', 0));
    expect(feed.map(({ entry: read }) => valueIn(read))).toEqual(range(250));
    const rest = await collect(log().readAgent('cat', feed[199]?.position ?? 0));
    expect(rest).toEqual(feed.slice(200));
  });

  test('[LG16] a live feed goes on over sessions that are opened later', async () => {
    const read: unknown[] = [];
    const first = await create(log(), { agent: 'dan' });
    await say(log(), first, 'past');
    for await (const { session, entry: one } of log().readAgent('dan', 0, { live: true })) {
      read.push(valueIn(one));
      if (read.length === 1) await say(log(), await create(log(), { agent: 'dan' }), 'join');
      if (read.length === 2) await say(log(), first, 'more');
      if (read.length === 3) break;
      expect(session).not.toBe('');
    }
    expect(read).toEqual(['past', 'join', 'more']);
  });

  test('[LG16] positions are not used again after the latest entries were removed', async () => {
    const [kept, gone] = [await create(log(), { agent: 'fay' }), await create(log(), { agent: 'fay' })];
    await say(log(), kept, 'a');
    await say(log(), gone, 'b');
    const before = (await collect(log().readAgent('fay', 0))).at(-1)?.position ?? 0;
    await log().deleteSession(gone);
    await say(log(), kept, 'c');
    const feed = await collect(log().readAgent('fay', before));
    expect(shown(feed)).toEqual([[kept, 2, 'c']]);
  });

  test('[LG17] a cursor belongs to an agent and a consumer and never moves back', async () => {
    expect(await log().cursor('ann', 'main')).toBeUndefined();
    expect(await log().saveCursor('ann', 'main', 7)).toBe(7);
    expect(await log().saveCursor('ann', 'main', 5)).toBe(7);
    expect(await log().saveCursor('ann', 'other', 1)).toBe(1);
    expect(await log().cursor('ann', 'main')).toBe(7);
    expect(await log().cursor('bob', 'main')).toBeUndefined();
  });
});
