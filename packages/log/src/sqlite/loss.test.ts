// What a start makes of files that have less than was acknowledged, for every library that is here.

import { closeSync, openSync, renameSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/contract.ts';
import { change, copyFile, crashImage, driversHere, filesIn } from '../../test/crash-image.ts';
import { append, create, expectCode, range, values } from '../../test/samples.ts';
import type { LogError } from '../log-error.ts';
import type { SessionLog } from '../session-log.ts';
import { type DriverName, openDriver } from './driver.ts';
import { openSqliteLog, type SqliteLogOptions } from './open-sqlite-log.ts';

const DB = 'sessions.db';
const WAL = 'sessions.db-wal';
const WITNESS = 'sessions.witness';
const FRAME_BYTES = 4096 + 24;

describe.each(await driversHere())('%s', (driver) => {
  const open = (folder: string, options: SqliteLogOptions = {}) => openSqliteLog(folder, { driver, ...options });

  async function expectLost(folder: string, loss?: object): Promise<string> {
    const before = filesIn(folder);
    const opening = open(folder);
    await expectCode(opening, 'VITRINE_LOG_LOST', loss === undefined ? {} : { loss });
    // The database may have taken in what its write-ahead log had; everything else is as it was found.
    const after = filesIn(folder);
    for (const [name, bytes] of Object.entries(before))
      if (name !== DB && bytes !== '') expect(after[name] === bytes, name).toBe(true);
    return opening.then(
      () => '',
      (error: LogError) => error.message,
    );
  }

  /** Opens without a word of a loss. */
  async function expectWhole(folder: string, read: { readonly [session: string]: number }): Promise<void> {
    const notices: string[] = [];
    const log = await open(folder, { onNotice: (notice) => notices.push(notice) });
    expect(notices).toEqual([]);
    for (const [session, count] of Object.entries(read))
      expect(await values(log.read(session, 0)), session).toEqual(range(count));
    await log.close();
  }

  /** As a page that went back to what it was before. */
  async function cutEntries(folder: string, session: string, first: number, last: number): Promise<void> {
    const db = await openDriver(join(folder, DB), driver);
    db.exec(`DELETE FROM entries WHERE sid = (SELECT sid FROM sessions WHERE id = '${session}')
      AND seq BETWEEN ${first} AND ${last}`);
    db.close();
  }

  /** `a` and `b` have entries in the database, and 30 and 10 more in the write-ahead log. */
  async function openTwo(): Promise<{ readonly log: SessionLog; readonly folder: string; readonly start: string }> {
    const folder = temporaryFolder();
    const first = await open(folder);
    for (const session of ['a', 'b']) await create(first, { session });
    await append(first, 'a', range(5));
    await first.close();
    const start = crashImage(folder);
    const log = await open(folder);
    for (const n of range(30)) await append(log, 'a', [5 + n]);
    for (const n of range(10)) await append(log, 'b', [n]);
    return { log, folder, start };
  }

  async function imageOfTwo(): Promise<{ readonly image: string; readonly start: string }> {
    const { log, folder, start } = await openTwo();
    const image = crashImage(folder);
    await log.close();
    return { image, start };
  }

  const ALL = {
    entries: 40,
    isAll: true,
    sessions: [
      { session: 'a', head: 5, acknowledged: 35 },
      { session: 'b', head: 0, acknowledged: 10 },
    ],
  };

  test('[LG63] what a killed or a closed process left starts without a word', async () => {
    const { log, folder } = await openTwo();
    await expectWhole(crashImage(folder), { a: 35, b: 10 });
    await log.close();
    await expectWhole(folder, { a: 35, b: 10 });
    await expectWhole(temporaryFolder(), {});
  });

  test('[LG63] a tail that nobody was told of may be torn at any byte', async () => {
    const { log, folder } = await openTwo();
    const told = crashImage(folder);
    await append(
      log,
      'a',
      range(50).map((n) => 35 + n),
    );
    const later = crashImage(folder);
    await log.close();
    const acknowledged = Buffer.from(filesIn(told)[WAL] ?? '', 'base64').length;
    const whole = Buffer.from(filesIn(later)[WAL] ?? '', 'base64').length;
    expect(whole).toBeGreaterThan(acknowledged);
    for (const length of [acknowledged, acknowledged + 1, acknowledged + FRAME_BYTES - 1, whole - 1, whole]) {
      const image = crashImage(told);
      copyFile(WAL, later, image);
      truncateSync(join(image, WAL), length);
      await expectWhole(image, { a: length === whole ? 85 : 35, b: 10 });
    }
  });

  test('[LG64] a missing write-ahead log is told of with sessions, numbers and seqs, and can be put back', async () => {
    const { image } = await imageOfTwo();
    const away = join(temporaryFolder(), WAL);
    renameSync(join(image, WAL), away);
    const message = await expectLost(image, ALL);
    expect(message).toContain('Missing: 40 entries in 2 sessions ("a" from seq 6 to 35; "b" whole, up to seq 10).');
    await expectLost(image, ALL);
    renameSync(away, join(image, WAL));
    await expectWhole(image, { a: 35, b: 10 });
  });

  const damages: readonly (readonly [string, (wal: Buffer) => Buffer])[] = [
    ['cut in its midst', (wal) => wal.subarray(0, wal.length >> 1)],
    ['without its last byte', (wal) => wal.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
    ['zeroed', (wal) => wal.fill(0)],
    ['with a bit turned in its header', (wal) => turnBit(wal, 17)],
    ['with a bit turned in its midst', (wal) => turnBit(wal, wal.length >> 1)],
    ['with a bit turned in its last frame', (wal) => turnBit(wal, wal.length - 100)],
  ];
  test.each(damages)('[LG64] a write-ahead log %s is told of, and can be mended', async (_, damage) => {
    const { image } = await imageOfTwo();
    const whole = crashImage(image);
    change(image, WAL, damage);
    const message = await expectLost(image);
    expect(message).toMatch(/^The database ends at position \d+; up to \d+ was acknowledged\. Missing: \d+ entr/);
    copyFile(WAL, whole, image);
    await expectWhole(image, { a: 35, b: 10 });
  });

  test('[LG64] a database that is missing, empty or another is told of, and nothing is touched', async () => {
    const { image } = await imageOfTwo();
    const other = temporaryFolder();
    const log = await open(other);
    await create(log, { session: 'a' });
    for (const n of range(100)) await append(log, 'a', [n]);
    await log.close();
    const everything = {
      ...ALL,
      entries: 45,
      sessions: [{ session: 'a', head: 0, acknowledged: 35 }, ...ALL.sessions.slice(1)],
    };
    for (const damage of [
      (folder: string) => rmSync(join(folder, DB)),
      (folder: string) => truncateSync(join(folder, DB), 0),
      (folder: string) => {
        rmSync(join(folder, WAL));
        copyFile(DB, other, folder);
      },
    ]) {
      const folder = crashImage(image);
      damage(folder);
      const before = filesIn(folder);
      await expectLost(folder, everything);
      expect(Object.keys(filesIn(folder))).toEqual(Object.keys(before));
      for (const name of [DB, WAL]) copyFile(name, image, folder);
      await expectWhole(folder, { a: 35, b: 10 });
    }
  });

  test('[LG64] an older database beside a newer witness is told of', async () => {
    const { image, start } = await imageOfTwo();
    rmSync(join(image, WAL));
    copyFile(DB, start, image);
    await expectLost(image, ALL);
  });

  test('[LG64] entries that are gone from the end of a session are told of, though what came later is there', async () => {
    const { image } = await imageOfTwo();
    await expectWhole(image, { a: 35, b: 10 });
    await cutEntries(image, 'a', 31, 35);
    const a = { session: 'a', head: 30, acknowledged: 35 };
    const message = await expectLost(image, { entries: 5, isAll: true, sessions: [a] });
    expect(message).toContain('Missing: 5 entries in 1 session ("a" from seq 31 to 35).');
    const log = await open(image, { acceptLoss: true });
    expect(await log.head('a')).toBe(30);
    await log.close();
    await expectWhole(image, { a: 30, b: 10 });
  });

  test('[LG63] a database that is ahead of its witness may have deleted what that remembers', async () => {
    const { log, folder } = await openTwo();
    const before = crashImage(folder);
    await log.deleteSession('a');
    await log.close();
    copyFile(WITNESS, before, folder);
    await expectWhole(folder, { b: 10 });
  });

  test('[LG64] changes without entries are missed too', async () => {
    const folder = temporaryFolder();
    const log = await open(folder);
    await create(log, { session: 'a' });
    await append(log, 'a', [1]);
    const writes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['record', () => log.writeRecords([{ kind: 'k', key: 'r', value: 1 }])],
      ['claim', () => log.commit({ session: 'a', entries: [], claims: ['key:1'] })],
      ['cursor', () => log.saveCursor('ann', 'main', 1)],
      ['title', () => log.changeSession('a', { title: 'A' })],
      ['snapshot', () => log.saveSnapshot('a', { seq: 1, version: 'f', state: 1 })],
      ['session', () => create(log, { session: 'c' })],
      ['closing', () => log.closeSession('a', '2026-03-02T00:00:00Z')],
    ];
    for (const [what, write] of writes) {
      const before = crashImage(folder);
      await write();
      const after = crashImage(folder);
      copyFile(WAL, before, after);
      const message = await expectLost(after, { entries: 0, isAll: true });
      if (what !== 'session') expect(message, what).toContain('Missing are changes without entries');
    }
    await log.close();
  });

  test('[LG64] of more sessions than the witness remembers it says that more may be missing', async () => {
    const folder = temporaryFolder();
    const log = await open(folder);
    const start = crashImage(folder);
    for (const n of range(100)) await create(log, { session: `s${n}` });
    for (const n of range(100)) await append(log, `s${n}`, [1, 2]);
    await create(log, { session: 'x'.repeat(60) });
    const image = crashImage(folder);
    await log.deleteSession('s100');
    const deleted = crashImage(folder);
    await log.close();
    await expectWhole(crashImage(image), { s1: 2, s100: 2 });
    copyFile(WAL, start, image);
    const message = await expectLost(image, { entries: 126, isAll: false });
    expect(message).toContain('Missing: at least 126 entries in 63 sessions');
    expect(message).toContain('53 more).');
    copyFile(WAL, start, deleted);
    await expectLost(deleted, { entries: 124, isAll: false });
  });

  test('[LG65] a loss that is accepted is told of once, and what is there is all that there is', async () => {
    const { image } = await imageOfTwo();
    rmSync(join(image, WAL));
    const notices: string[] = [];
    const log = await open(image, { acceptLoss: true, onNotice: (notice) => notices.push(notice) });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('A loss was accepted. The database ends at');
    expect(await values(log.read('a', 0))).toEqual(range(5));
    expect(await append(log, 'a', [6])).toEqual({ first: 6, last: 6 });
    const crashed = crashImage(image);
    await log.close();
    for (const folder of [image, crashed]) await expectWhole(folder, { a: 6, b: 0 });
  });

  test('[LG65] without a database an accepted loss begins anew, and without a loss accepting changes nothing', async () => {
    const { image } = await imageOfTwo();
    rmSync(join(image, DB));
    const notices: string[] = [];
    const log = await open(image, { acceptLoss: true, onNotice: (notice) => notices.push(notice) });
    expect(notices).toHaveLength(1);
    expect(await log.session('a')).toBeUndefined();
    await create(log, { session: 'a' });
    await append(log, 'a', [1]);
    await log.close();
    const again = await open(image, { acceptLoss: true, onNotice: (notice) => notices.push(notice) });
    await again.close();
    expect(notices).toHaveLength(1);
    await expectWhole(image, { a: 1 });
  });

  test('[LG66] a witness that is torn in one half is read from the other', async () => {
    const { image } = await imageOfTwo();
    for (const half of [0, 1]) {
      const folder = crashImage(image);
      change(folder, WITNESS, (bytes) => turnBit(bytes, half * 4096 + 33));
      await expectWhole(folder, { a: 35, b: 10 });
      const lost = crashImage(image);
      change(lost, WITNESS, (bytes) => turnBit(bytes, half * 4096 + 50));
      rmSync(join(lost, WAL));
      // The older half does not know of the last commit.
      await expectLost(lost);
    }
  });

  test('[LG66] without its witness a database is refused, since nobody can tell; so is a file that is none', async () => {
    const { image } = await imageOfTwo();
    for (const spoil of [
      (folder: string) => rmSync(join(folder, WITNESS)),
      (folder: string) => truncateSync(join(folder, WITNESS), 0),
      (folder: string) => writeFileSync(join(folder, WITNESS), 'x'.repeat(8192)),
      (folder: string) => change(folder, WITNESS, (bytes) => turnBit(turnBit(bytes, 9), 4096 + 9)),
    ]) {
      const folder = crashImage(image);
      spoil(folder);
      expect(await expectLost(folder)).toMatch(/^The witness of the database (is missing|cannot be read)/);
      const log = await open(folder, { acceptLoss: true });
      expect(await log.head('a')).toBe(35);
      await log.close();
      await expectWhole(folder, { a: 35, b: 10 });
    }
  });

  test('[LG66] a write-ahead log alone in its folder is told of', async () => {
    const { image } = await imageOfTwo();
    rmSync(join(image, WITNESS));
    rmSync(join(image, DB));
    expect(await expectLost(image)).toContain('A write-ahead log is there without its database');
  });

  test('[LG68] a damaged database is told of as one, and its write-ahead log is left', async () => {
    const { image, start } = await imageOfTwo();
    const spoils: readonly ((bytes: Buffer) => Buffer)[] = [
      (bytes) => bytes.fill(0, 0, 100),
      (bytes) => Buffer.concat([Buffer.from('not a database at all'), bytes.subarray(21)]),
      (bytes) => bytes.subarray(0, 4096 * 2),
      (bytes) => bytes.fill(0xff, 4096, 4096 * 4),
      (bytes) => bytes.subarray(0, 1000),
    ];
    for (const [index, spoil] of spoils.entries()) {
      const folder = crashImage(start);
      change(folder, DB, spoil);
      const opening = open(folder);
      await expect(opening, String(index)).rejects.toThrow(/^The database is damaged \(.*\)\. Restore a backup/);
      await expectCode(opening, 'VITRINE_LOG_DAMAGED');
      copyFile(DB, start, folder);
      await expectWhole(folder, { a: 5, b: 0 });
    }
    const before = filesIn(image)[WAL];
    change(image, DB, (bytes) => bytes.fill(0xff, 4096));
    await expectCode(open(image), 'VITRINE_LOG_DAMAGED');
    expect(filesIn(image)[WAL] === before).toBe(true);
  });

  test('[LG68] an entry whose text is damaged is told of with its seq', async () => {
    const folder = temporaryFolder();
    const log = await open(folder);
    await create(log, { session: 'a' });
    await append(log, 'a', ['abcdefgh']);
    await log.close();
    change(folder, DB, (bytes) => {
      bytes.write('"', bytes.indexOf('abcdefgh'));
      return bytes;
    });
    const again = await open(folder);
    const reading = values(again.read('a', 0));
    await expect(reading).rejects.toThrow('Entry 1 cannot be read: its text is damaged.');
    await expectCode(reading, 'VITRINE_LOG_DAMAGED');
    await again.close();
  });

  test('[LG68] a database that is damaged behind its start is told of as such where it is read', async () => {
    const folder = temporaryFolder();
    const first = await open(folder);
    await create(first, { session: 'a' });
    for (const n of range(150)) await append(first, 'a', [`${n}${'x'.repeat(40_000)}`]);
    await first.close();
    const log = await open(folder);
    // In place, and more than SQLite keeps in memory.
    const path = join(folder, DB);
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(statSync(path).size - 8192, 0xff), 0, undefined, 8192);
    closeSync(file);
    await expectCode(values(log.read('a', 0)), 'VITRINE_LOG_DAMAGED');
    await log.close().catch(() => undefined);
  });

  test('[LG68] entries that are gone from the middle of a session are told of with their seqs', async () => {
    const { image } = await imageOfTwo();
    await expectWhole(image, { a: 35, b: 10 });
    await cutEntries(image, 'a', 12, 13);
    const log = await open(image);
    const gap = 'The entries from seq 12 to 13 are missing.';
    for (const after of [0, 11, 12]) {
      const reading = values(log.read('a', after));
      await expect(reading, `after ${after}`).rejects.toThrow(after === 12 ? 'Entry 13 is missing.' : gap);
      await expectCode(reading, 'VITRINE_LOG_DAMAGED');
    }
    expect(await values(log.read('a', 13))).toEqual(range(35).slice(13));
    await log.close();
  });

  test('[LG66] nobody but the user can read the witness', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    expect(statSync(join(folder, WITNESS)).mode & 0o077).toBe(0);
  });
});

test('[LG63] a library reads what another one left', async () => {
  const drivers: readonly DriverName[] = await driversHere();
  const folder = temporaryFolder();
  const first = await openSqliteLog(folder, { driver: drivers[0] as DriverName });
  await create(first, { session: 'a' });
  await append(first, 'a', [1]);
  const image = crashImage(folder);
  await first.close();
  for (const driver of drivers) {
    const log = await openSqliteLog(image, { driver, onNotice: (notice) => expect(notice).toBe('') });
    expect(await log.head('a')).toBe(1);
    await log.close();
  }
});

function turnBit(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 0b100;
  return bytes;
}
