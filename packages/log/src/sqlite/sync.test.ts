import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitOf, linesOf, startChild } from '../../test/compiled.ts';
import { temporaryFolder } from '../../test/contract.ts';
import { recordingDriver } from '../../test/recording-driver.ts';
import { create, entry } from '../../test/samples.ts';
import { openSqliteLog } from './open-sqlite-log.ts';
import { createInlineClient } from './open-store-client.ts';
import { SqliteLog } from './sqlite-log.ts';
import { Store } from './store.ts';

test('[LG50] a commit and its live readers hear of it after COMMIT has returned', async () => {
  const { driver, calls } = await recordingDriver(join(temporaryFolder(), 'log.db'));
  const log = new SqliteLog(createInlineClient(new Store(driver)));
  const session = await create(log);
  const reading = (async () => {
    for await (const { seq } of log.read(session, 0, { live: true })) calls.push(`read ${seq}`);
  })();
  calls.length = 0;
  const commit = log.commit({ session, entries: [entry(1), entry(2)] }).then(() => calls.push('told'));
  await commit;
  await log.close();
  await reading;
  const told = calls.filter((call) => /^(begin|commit|told|read)/i.test(call)).map((call) => call.split(' ')[0]);
  expect(told.slice(0, 2)).toEqual(['BEGIN', 'COMMIT']);
  expect(told.slice(2).toSorted()).toEqual(['read', 'read', 'told']);
});

test('[LG50] the file is written with a write-ahead log and full sync', async () => {
  const { driver } = await recordingDriver(join(temporaryFolder(), 'log.db'));
  const store = new Store(driver);
  expect(driver.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  expect(driver.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
  store.close();
});

/** Tracing needs the program and the right to trace, which a container may refuse. */
const isTraceable = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** What the store's thread did to the write-ahead log between one acknowledgement and the next, as letters. */
function readTrace(trace: string): string[] {
  const steps = trace.split('\n').map((line) => {
    if (/write\(1<.*"ack /.test(line)) return '|';
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) return 'w';
    if (/f(data)?sync\(\d+<[^>]*-wal>\)\s*= 0/.test(line) || /<\.\.\. f(data)?sync resumed>\)\s*= 0/.test(line))
      return 's';
    return '';
  });
  return steps.join('').split('|');
}

/**
 * Where system calls cannot be traced, the two tests above are what shows it: the order of COMMIT and answer, and that
 * SQLite was told to sync before COMMIT returns.
 */
if (isTraceable)
  test('[LG50] before each acknowledgement the write-ahead log was synced', async () => {
    const folder = temporaryFolder();
    const log = await openSqliteLog(folder);
    const session = await create(log);
    await log.close();
    const file = join(mkdtempSync(join(folder, 'trace-')), 'calls');
    const before = ['strace', '-f', '-y', '-e', 'trace=write,pwrite64,fdatasync,fsync', '-o', file];
    const child = await startChild('append', [folder, session, '20'], { before });
    for await (const _ of linesOf(child));
    expect(await exitOf(child)).toBe(0);
    const between = readTrace(readFileSync(file, 'utf8')).slice(0, 20);
    expect(between).toHaveLength(20);
    for (const [index, steps] of between.entries()) expect(`${index} ${steps}`).toMatch(/^\d+ .*w+s$/);
  });
