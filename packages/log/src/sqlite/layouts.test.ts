// Files as earlier layouts left them: what they hold is read for ever, and gone on with.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/contract.ts';
import { append, collect, entry, expectCode, NOON, valueIn, values } from '../../test/samples.ts';
import { ENTRY_VERSION } from '../entry-text.ts';
import type { SessionLog } from '../session-log.ts';
import { openDriver } from './driver.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

async function openLayout(version: number): Promise<{ log: SessionLog; folder: string }> {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const driver = await openDriver(join(folder, 'sessions.db'));
  driver.exec(readFileSync(join(import.meta.dirname, `../../test/golden/layout-${version}.sql`), 'utf8'));
  driver.close();
  return { log: await openSqliteLog(folder), folder };
}

test('[LG62] a file with one entry a row is read as it was written', async () => {
  const { log } = await openLayout(1);
  expect(await values(log.read('first', 2))).toEqual([3, 4, 5, 6]);
  expect(await values(log.read('first', 4))).toEqual([5, 6]);
  await expectCode(collect(log.read('first', 0)), 'VITRINE_LOG_COMPACTED', { base: 2 });
  expect(await collect(log.read('second', 0))).toMatchObject([
    { ...entry('ü 😀 "\n'), v: ENTRY_VERSION, seq: 1 },
    { ...entry('by a viewer', 'viewer'), seq: 2 },
    { ...entry('c'), seq: 3 },
  ]);
  expect(await log.session('second')).toMatchObject({ trust: 'untrusted', closedAt: NOON });
  const feed = await collect(log.readAgent('ann', (await log.cursor('ann', 'main')) ?? 0));
  expect(feed.map(({ session, entry: fed }) => [session, valueIn(fed)])).toEqual([
    ['first', 4],
    ['first', 6],
  ]);
  expect(await log.snapshot('first', 'f1')).toMatchObject({ seq: 5, state: { at: 5 } });
  expect(await collect(log.due('deadline', NOON))).toMatchObject([{ key: 'd', value: { ask: 'q' } }]);
  const claims = [['key:1'], ['once:paid']].map((each) => log.commit({ session: 'first', entries: [], claims: each }));
  expect(await Promise.all(claims)).toMatchObject([{ seq: 3 }, { seq: 6 }]);
  await log.close();
});

test('[LG62] a file with one entry a row is gone on with', async () => {
  const { log, folder } = await openLayout(1);
  expect(await append(log, 'first', [7, 8, 9])).toEqual({ first: 7, last: 9 });
  const { session: fork } = await log.fork('first', 8, { createdAt: NOON });
  await log.saveSnapshot('first', { seq: 9, version: 'f1', state: 9 });
  await log.prune('first', 7);
  await log.close();
  const again = await openSqliteLog(folder);
  expect(await values(again.read('first', 7))).toEqual([8, 9]);
  expect(await values(again.read(fork, 2))).toEqual([3, 4, 5, 6, 7, 8]);
  await again.close();
});
