import { expect, test } from 'vitest';
import { recordingDriver } from '../../test/recording-driver.ts';
import { append, collect, create, entry, NOON, range, valueIn, values } from '../../test/samples.ts';
import { cutRun, toRuns } from '../runs.ts';
import { createInlineClient } from './open-store-client.ts';
import { SqliteLog } from './sqlite-log.ts';
import { Store } from './store.ts';

async function open() {
  const { driver } = await recordingDriver();
  const log = new SqliteLog(createInlineClient(new Store(driver)));
  const rows = () => driver.prepare('SELECT seq, feed, text FROM entries ORDER BY position').all() as { seq: number }[];
  return { log, rows };
}

test('[LG61] entries of one commit are one row, and those that are fed to the agent each their own', async () => {
  const { log, rows } = await open();
  const session = await create(log);
  const roles = ['agent', 'agent', 'viewer', 'host', 'agent', 'agent', 'agent'] as const;
  await log.commit({ session, entries: roles.map((role, i) => entry(i + 1, role)) });
  expect(rows()).toMatchObject([
    { seq: 2, feed: null },
    { seq: 3, feed: 'ann' },
    { seq: 4, feed: 'ann' },
    { seq: 7, feed: null },
  ]);
  for (const after of range(7)) expect(await values(log.read(session, after))).toEqual(range(7).slice(after));
  const feed = await collect(log.readAgent('ann', 0));
  expect(feed.map(({ entry: fed }) => [fed.seq, valueIn(fed)])).toEqual([
    [3, 3],
    [4, 4],
  ]);
});

test('[LG61] a row is not longer than 32 Ki characters, unless one entry is', () => {
  const texts = [10_000, 10_000, 12_000, 1000, 50_000, 10].map((length) => ({ text: 'x'.repeat(length), fed: false }));
  expect(toRuns(texts).map(({ count }) => count)).toEqual([3, 1, 1, 1]);
  expect(toRuns([])).toEqual([]);
});

test('[LG61] a run is cut at any seq', () => {
  expect(cutRun('a\nb\nc\nd', 7, 0, 5)).toBe('a\nb');
  expect(cutRun('a\nb\nc\nd', 7, 5, 7)).toBe('c\nd');
});

test('[LG61] what was removed from the midst of a row is no longer in the file', async () => {
  const { log, rows } = await open();
  const session = await create(log);
  await append(log, session, ['one', 'two', 'three', 'four']);
  await log.saveSnapshot(session, { seq: 3, version: 'f1', state: 0 });
  await log.prune(session, 2);
  expect(JSON.stringify(rows())).not.toMatch(/one|two/);
  expect(await values(log.read(session, 2))).toEqual(['three', 'four']);
  const { session: fork } = await log.fork(session, 3, { createdAt: NOON });
  expect(await values(log.read(fork, 2))).toEqual(['three']);
  expect(await append(log, fork, ['other'])).toEqual({ first: 4, last: 4 });
});
