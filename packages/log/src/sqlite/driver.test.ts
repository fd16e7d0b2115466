import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/contract.ts';
import { append, create, expectCode, values } from '../../test/samples.ts';
import { type Driver, type DriverName, loadDriver, openDriver } from './driver.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

/** Loads nothing but these, and notes what was tried. */
function only(...there: DriverName[]) {
  const tried: DriverName[] = [];
  const load = async (name: DriverName) => {
    tried.push(name);
    if (!there.includes(name)) throw new Error('not found');
    return class {
      readonly name = name;
      exec(): void {}
      prepare(): never {
        throw new Error('unused');
      }
      close(): void {}
    };
  };
  return { tried, load };
}

test('[LG56] Node comes first, then libsql, then better-sqlite3', async () => {
  const named = async (...there: DriverName[]) => {
    const opened: Driver = await openDriver(':memory:', undefined, only(...there).load);
    return (opened as Driver & { readonly name: DriverName }).name;
  };
  expect(await named('better-sqlite3', 'libsql', 'node:sqlite')).toBe('node:sqlite');
  expect(await named('better-sqlite3', 'libsql')).toBe('libsql');
  expect(await named('better-sqlite3')).toBe('better-sqlite3');
});

test('[LG56] without any library the error says what was tried', async () => {
  const { load, tried } = only();
  await expectCode(openDriver(':memory:', undefined, load), 'VITRINE_LOG_DRIVER');
  expect(tried).toEqual(['node:sqlite', 'libsql', 'better-sqlite3']);
  await expect(openDriver(':memory:', undefined, load)).rejects.toThrow('libsql: not found');
});

test('[LG56] every library that is here keeps a log', async () => {
  const there: DriverName[] = [];
  for (const driver of ['node:sqlite', 'libsql', 'better-sqlite3'] as const) {
    const isThere = await loadDriver(driver).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    there.push(driver);
    const folder = temporaryFolder();
    const log = await openSqliteLog(folder, { driver });
    const session = await create(log);
    await append(log, session, ['kept']);
    await log.writeRecords([{ kind: 'k', key: 'b', session, value: Uint8Array.of(1, 2) }]);
    await log.close();
    const again = await openSqliteLog(folder);
    expect(await values(again.read(session, 0))).toEqual(['kept']);
    expect(await again.record('k', 'b')).toMatchObject({ value: Uint8Array.of(1, 2) });
    await again.close();
  }
  expect(there).toContain('libsql');
});

test('[LG55] a file of a later layout is refused and stays as it is', async () => {
  const folder = temporaryFolder();
  await (await openSqliteLog(folder)).close();
  const path = join(folder, 'sessions.db');
  const later = await openDriver(path);
  later.exec('PRAGMA user_version = 99');
  later.close();
  await expectCode(openSqliteLog(folder), 'VITRINE_LOG_VERSION');
  const driver = await openDriver(path);
  expect(driver.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 99 });
  driver.close();
});

test('[LG45] an entry of an older format is lifted and one of a later format is refused', async () => {
  const folder = temporaryFolder();
  const log = await openSqliteLog(folder);
  const session = await create(log);
  await append(log, session, ['now']);
  await log.close();
  const rewrite = async (text: string) => {
    const driver = await openDriver(join(folder, 'sessions.db'));
    driver.exec(`UPDATE entries SET text = '${text}'`);
    driver.close();
  };
  await rewrite('{"v":0,"set":"old"}');
  const upcasters = {
    0: ({ set }: { readonly [key: string]: unknown }) => ({ v: 1, body: [{ op: 'say', value: String(set) }] }),
  };
  const lifting = await openSqliteLog(folder, { upcasters });
  expect(await values(lifting.read(session, 0))).toEqual(['old']);
  await lifting.close();
  await rewrite('{"v":3,"body":[]}');
  const reading = await openSqliteLog(folder);
  await expectCode(values(reading.read(session, 0)), 'VITRINE_LOG_VERSION');
  await reading.close();
});
