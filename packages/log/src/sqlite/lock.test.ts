import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exitOf, linesOf, loadCompiled, startChild } from '../../test/compiled.ts';
import { temporaryFolder } from '../../test/contract.ts';
import { append, create, expectCode } from '../../test/samples.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

async function firstLine(started: ChildProcess): Promise<string | undefined> {
  for await (const line of linesOf(started)) return line;
  return undefined;
}

test('[LG52] a second opening in the same process is refused, and the first goes on', async () => {
  const folder = temporaryFolder();
  const { openSqliteLog: openThreaded } = await loadCompiled();
  const log = await openSqliteLog(folder);
  await expectCode(openSqliteLog(folder), 'VITRINE_LOG_LOCKED');
  await expectCode(openThreaded(folder), 'VITRINE_LOG_LOCKED');
  const session = await create(log);
  await append(log, session, [1]);
  // The refused ones left the lock as it was.
  child = await startChild('hold', [folder]);
  expect(await firstLine(child)).toBe('VITRINE_LOG_LOCKED');
  await log.close();
  const again = await openThreaded(folder);
  expect(await again.head(session)).toBe(1);
  await again.close();
});

test('[LG52] a lock ends with the process that was killed, and nothing stale is left', async () => {
  const folder = temporaryFolder();
  child = await startChild('hold', [folder]);
  expect(await firstLine(child)).toBe('open');
  await expectCode(openSqliteLog(folder), 'VITRINE_LOG_LOCKED');
  child.kill('SIGKILL');
  await exitOf(child);
  await (await openSqliteLog(folder)).close();
});

test('[LG57] only the user can read the folder and the file', async () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  const log = await openSqliteLog(folder);
  await create(log);
  for (const path of ['', 'sessions.db', 'sessions.db-wal']) {
    expect(existsSync(join(folder, path))).toBe(true);
    expect(statSync(join(folder, path)).mode & 0o077).toBe(0);
  }
  await log.close();
});

test('a folder that cannot be used is told of', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'sessions.db'));
  await expectCode(openSqliteLog(folder), 'VITRINE_LOG_FAILED');
  await expectCode(openSqliteLog(join(import.meta.filename, 'x')), 'VITRINE_LOG_FAILED');
});

test('[LG60] a process with an idle log ends by itself', async () => {
  child = await startChild('hold', [temporaryFolder(), 'idle']);
  expect(await firstLine(child)).toBe('open');
  expect(await exitOf(child)).toBe(0);
});
