// A backup of a log that is written to: all that was acknowledged up to its moment, and nothing that was not; and files that
// are none.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCompiled } from '../../test/compiled.ts';
import { temporaryFolder } from '../../test/contract.ts';
import { driversHere } from '../../test/crash-image.ts';
import { append, create, expectCode, NOON, range, values } from '../../test/samples.ts';
import type { SessionLog } from '../session-log.ts';
import { readBackup, restoreBackup, writeBackup } from './backup-file.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

const BACKUPS = 50;

async function backUp(log: SessionLog, file: string): Promise<void> {
  const files = { 'token.key': Buffer.from('key').toString('base64') };
  await writeBackup(file, { copyTo: async (path) => log.copyTo?.(path), manifest: async () => ({ at: NOON, files }) });
}

describe.each(await driversHere())('%s', (driver) => {
  test(`[BK1] ${BACKUPS} backups under load restore to exactly what was acknowledged up to their moment`, async () => {
    const { openSqliteLog: openThreaded } = await loadCompiled();
    const log = await openThreaded(temporaryFolder(), { driver });
    const sessions = await Promise.all(range(4).map(() => create(log)));
    const acknowledged = new Map(sessions.map((session) => [session, 0]));
    let isOver = false;
    const load = sessions.map(async (session) => {
      for (let n = 1; !isOver; n++) {
        await append(log, session, [n], { records: [{ kind: 'last', key: session, session, value: n }] });
        acknowledged.set(session, n);
      }
    });
    const place = temporaryFolder();
    const moments: { readonly before: Map<string, number>; readonly after: Map<string, number> }[] = [];
    for (const n of range(BACKUPS)) {
      const before = new Map(acknowledged);
      await backUp(log, join(place, `${n}.backup`));
      moments.push({ before, after: new Map(acknowledged) });
    }
    isOver = true;
    await Promise.all(load);
    await log.close();
    let grown = 0;
    for (const [index, { before, after }] of moments.entries()) {
      const folder = join(place, `restored-${index}`);
      await restoreBackup(join(place, `${index + 1}.backup`), folder);
      const restored = await openSqliteLog(folder, { driver });
      for (const session of sessions) {
        const found = await values(restored.read(session, 0));
        expect(found).toEqual(range(found.length));
        expect(found.length).toBeGreaterThanOrEqual(before.get(session) ?? 0);
        // One may be stored whose writer was not told yet.
        expect(found.length).toBeLessThanOrEqual((after.get(session) ?? 0) + 1);
        expect((await restored.record('last', session))?.value).toBe(found.length || undefined);
        grown += found.length;
      }
      await restored.close();
    }
    expect(grown).toBeGreaterThan(BACKUPS);
  });

  test('[BK2] a restored log is gone on with, and has its other files', async () => {
    const folder = temporaryFolder();
    const log = await openSqliteLog(folder, { driver });
    const session = await create(log);
    await append(log, session, range(3));
    const file = join(temporaryFolder(), 'it is "one".backup');
    await backUp(log, file);
    await append(log, session, [4]);
    await log.close();
    const into = join(temporaryFolder(), 'new');
    expect(await restoreBackup(file, into)).toMatchObject({ at: NOON });
    expect(readFileSync(join(into, 'token.key'), 'utf8')).toBe('key');
    const restored = await openSqliteLog(into, { driver });
    await append(restored, session, ['on']);
    await restored.close();
    const again = await openSqliteLog(into, { driver, isExpected: true });
    expect(await values(again.read(session, 0))).toEqual([1, 2, 3, 'on']);
    await again.close();
  });
});

test('[BK3] a backup that was cut anywhere or changed in one byte, and any other file, restores nothing', async () => {
  const log = await openSqliteLog(temporaryFolder());
  await append(log, await create(log), range(10));
  const place = temporaryFolder();
  const file = join(place, 'backup');
  await backUp(log, file);
  await log.close();
  const whole = readFileSync(file);
  const into = join(place, 'folder');
  const isRefused = (bytes: Buffer) => {
    writeFileSync(file, bytes);
    return expectCode(restoreBackup(file, into), 'VITRINE_LOG_DAMAGED');
  };
  for (const length of [0, 1, 50, 4096, whole.length >> 1, whole.length - 200, whole.length - 1])
    await isRefused(whole.subarray(0, length));
  for (const at of [0, 100, 5000, whole.length - 150, whole.length - 90, whole.length - 2]) {
    const changed = Buffer.from(whole);
    changed.writeUInt8((changed[at] as number) ^ 1, at);
    await isRefused(changed);
  }
  await isRefused(Buffer.concat([whole, Buffer.from('x')]));
  writeFileSync(file, whole);
  mkdirSync(into);
  writeFileSync(join(into, 'sessions.db'), 'somebody');
  await expectCode(restoreBackup(file, into), 'VITRINE_LOG_LOCKED');
  expect(readFileSync(join(into, 'sessions.db'), 'utf8')).toBe('somebody');
  truncateSync(file, 10);
  await expect(readBackup(join(place, 'none'))).rejects.toThrow('ENOENT');
});

test('[BK4] a backup is for its owner alone from its first byte, and one that fails leaves nothing', async () => {
  const log = await openSqliteLog(temporaryFolder());
  await append(log, await create(log), range(3));
  const place = temporaryFolder();
  const file = join(place, 'backup');
  const modes: number[] = [];
  const copyTo = async (path: string): Promise<void> => {
    await log.copyTo?.(path);
    modes.push(statSync(path).mode & 0o777);
  };
  const failing = { copyTo, manifest: () => Promise.reject(new Error('No key can be read')) };
  await expect(writeBackup(file, failing)).rejects.toMatchObject({
    code: 'VITRINE_LOG_FAILED',
    message: 'The backup cannot be written: No key can be read.',
  });
  expect(readdirSync(place)).toEqual([]);
  await writeBackup(file, { copyTo, manifest: async () => ({ at: NOON, files: {} }) });
  expect([...modes, statSync(file).mode & 0o777]).toEqual(
    process.platform === 'win32' ? expect.anything() : [0o600, 0o600, 0o600],
  );
  const inFile = writeBackup(join(file, 'inside'), { copyTo, manifest: async () => ({ at: NOON, files: {} }) });
  await expectCode(inFile, 'VITRINE_LOG_FAILED');
  await log.close();
});

test('[BK5] a restore that fails half way leaves the folder as it was, for another try', async () => {
  const log = await openSqliteLog(temporaryFolder());
  await append(log, await create(log), range(3));
  const place = temporaryFolder();
  const [file, into] = [join(place, 'backup'), join(place, 'folder')];
  const copyTo = async (path: string): Promise<void> => log.copyTo?.(path);
  const [key, long] = [Buffer.from('key').toString('base64'), `${'k'.repeat(300)}.key`];
  await writeBackup(file, { copyTo, manifest: async () => ({ at: NOON, files: { 'token.key': key, [long]: key } }) });
  await expect(restoreBackup(file, into)).rejects.toThrow('ENAMETOOLONG');
  expect(existsSync(into) && readdirSync(into)).toEqual([]);
  await log.close();
});
