// How a witness comes to a database: a new one, one of an earlier version, and a process that was killed in between.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/contract.ts';
import { copyFile, crashImage } from '../../test/crash-image.ts';
import { append, create, expectCode } from '../../test/samples.ts';
import { openDriver } from './driver.ts';
import { openSqliteLog } from './open-sqlite-log.ts';
import { readWitness, Witness } from './witness.ts';

const UNADOPTED = { database: 7, isAdopted: false, position: 0, forgotten: 0, sessions: [] };

async function noticesOf(folder: string): Promise<string[]> {
  const notices: string[] = [];
  await (await openSqliteLog(folder, { onNotice: (notice) => notices.push(notice) })).close();
  return notices;
}

async function olderFolder(): Promise<string> {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const driver = await openDriver(join(folder, 'sessions.db'));
  driver.exec(readFileSync(join(import.meta.dirname, '../../test/golden/layout-1.sql'), 'utf8'));
  driver.close();
  return folder;
}

test('[LG67] a database of an earlier version gets a witness, with a note, and is held to it from then on', async () => {
  const folder = await olderFolder();
  expect(await noticesOf(folder)).toEqual(['From now on a witness stands beside the database.']);
  expect(await noticesOf(folder)).toEqual([]);
  const older = await olderFolder();
  rmSync(join(folder, 'sessions.db'));
  await expectCode(openSqliteLog(folder), 'VITRINE_LOG_LOST');
  expect(await noticesOf(older)).toHaveLength(1);
});

test('[LG67] whoever is killed between the witness and the mark in the database starts again without a word', async () => {
  const fresh = temporaryFolder();
  new Witness(join(fresh, 'sessions.witness'), UNADOPTED).close();
  expect(await noticesOf(fresh)).toEqual([]);
  const older = await olderFolder();
  new Witness(join(older, 'sessions.witness'), UNADOPTED).close();
  expect(await noticesOf(older)).toHaveLength(1);
  const marked = await olderFolder();
  new Witness(join(marked, 'sessions.witness'), UNADOPTED).close();
  const driver = await openDriver(join(marked, 'sessions.db'));
  driver.exec("INSERT INTO meta VALUES ('database', 7)");
  driver.close();
  expect(await noticesOf(marked)).toEqual([]);
  expect(readWitness(join(marked, 'sessions.witness'))).toMatchObject({ database: 7, isAdopted: true, position: 9 });
});

test('[LG67] a database that an earlier version has gone on with is ahead of its witness, and starts', async () => {
  const folder = temporaryFolder();
  const log = await openSqliteLog(folder);
  await create(log, { session: 'a' });
  const before = crashImage(folder);
  await append(log, 'a', [1]);
  await log.close();
  const ahead = crashImage(folder);
  rmSync(join(ahead, 'sessions.witness'));
  copyFile('sessions.witness', before, ahead);
  expect(await noticesOf(ahead)).toEqual([]);
});
