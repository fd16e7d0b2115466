// What happens to the files of a store that is open: nothing is acknowledged that a restart would not find.

import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exitOf, linesOf, loadCompiled, startChild } from '../../test/compiled.ts';
import { temporaryFolder } from '../../test/contract.ts';
import { crashImage, driversHere } from '../../test/crash-image.ts';
import { append, create, expectCode, range, valueIn, values } from '../../test/samples.ts';
import { openSqliteLog } from './open-sqlite-log.ts';
import { readWitness, Witness } from './witness.ts';

const DB = 'sessions.db';
const WAL = 'sessions.db-wal';
const WITNESS = 'sessions.witness';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

interface Harm {
  readonly what: string;
  readonly harm: (folder: string) => void;
  /** Absent where it cannot be undone. */
  readonly undo?: (folder: string) => void;
}

const HARMS: readonly Harm[] = [
  { what: 'its folder is removed', harm: (folder) => rmSync(folder, { recursive: true }) },
  {
    what: 'its folder is renamed',
    harm: (folder) => renameSync(folder, `${folder}.away`),
    undo: (folder) => renameSync(`${folder}.away`, folder),
  },
  {
    what: 'its folder is replaced by a copy',
    harm: (folder) => {
      renameSync(folder, `${folder}.away`);
      cpSync(`${folder}.away`, folder, { recursive: true });
    },
    undo: (folder) => {
      rmSync(folder, { recursive: true });
      renameSync(`${folder}.away`, folder);
    },
  },
  {
    what: 'its folder is replaced by an empty one',
    harm: (folder) => {
      renameSync(folder, `${folder}.away`);
      mkdirSync(folder);
    },
    undo: (folder) => {
      rmSync(folder, { recursive: true });
      renameSync(`${folder}.away`, folder);
    },
  },
  { what: 'its database is removed', harm: (folder) => rmSync(join(folder, DB)) },
  {
    what: 'its database is renamed',
    harm: (folder) => renameSync(join(folder, DB), join(folder, 'other.db')),
    undo: (folder) => renameSync(join(folder, 'other.db'), join(folder, DB)),
  },
  {
    what: 'its database is replaced',
    harm: (folder) => {
      renameSync(join(folder, DB), join(folder, 'other.db'));
      writeFileSync(join(folder, DB), '');
    },
    undo: (folder) => renameSync(join(folder, 'other.db'), join(folder, DB)),
  },
  { what: 'its write-ahead log is removed', harm: (folder) => rmSync(join(folder, WAL)) },
  { what: 'its write-ahead log is cut', harm: (folder) => truncateSync(join(folder, WAL), 0) },
  { what: 'its database is cut', harm: (folder) => truncateSync(join(folder, DB), 1000) },
  {
    what: 'its write-ahead log is replaced',
    harm: (folder) => {
      renameSync(join(folder, WAL), join(folder, 'other'));
      cpSync(join(folder, 'other'), join(folder, WAL));
    },
    undo: (folder) => renameSync(join(folder, 'other'), join(folder, WAL)),
  },
];

describe.each(await driversHere())('%s', (driver) => {
  test.each(HARMS)('[LG69] when $what nothing more is acknowledged until it is back', async ({ harm, undo }) => {
    const folder = join(temporaryFolder(), 'data');
    const log = await openSqliteLog(folder, { driver });
    const session = await create(log);
    await append(log, session, [1]);
    await log.check();
    const read: unknown[] = [];
    const reading = (async () => {
      for await (const entry of log.read(session, 0, { live: true })) read.push(valueIn(entry));
    })();
    harm(folder);
    await expectCode(log.check(), 'VITRINE_LOG_FAILED');
    await expectCode(append(log, session, [2]), 'VITRINE_LOG_FAILED');
    await expectCode(log.writeRecords([{ kind: 'k', key: 'r', value: 1 }]), 'VITRINE_LOG_FAILED');
    await expectCode(create(log), 'VITRINE_LOG_FAILED');
    await expect(append(log, session, [2])).rejects.toThrow(
      /sessions\.db(-wal)? was removed, renamed, replaced or cut/,
    );
    if (undo !== undefined) {
      undo(folder);
      await log.check();
      expect(await append(log, session, ['back'])).toEqual({ first: 2, last: 2 });
    }
    await log.close();
    await reading;
    expect(read).toEqual(undo === undefined ? [1] : [1, 'back']);
    if (undo === undefined) return;
    const again = await openSqliteLog(folder, { driver });
    expect(await values(again.read(session, 0))).toEqual([1, 'back']);
    await again.close();
  });

  test('[LG69] a thread refuses it too, and whoever closes then leaves the files of others alone', async () => {
    const folder = join(temporaryFolder(), 'data');
    const other = join(temporaryFolder(), 'data');
    const { openSqliteLog: openThreaded } = await loadCompiled();
    const [log, theirs] = [await openThreaded(folder, { driver }), await openSqliteLog(other, { driver })];
    const session = await create(log);
    const foreign = await create(theirs);
    await append(theirs, foreign, range(3));
    renameSync(folder, `${folder}.away`);
    cpSync(crashImage(other), folder, { recursive: true });
    await theirs.close();
    await expectCode(append(log, session, [1]), 'VITRINE_LOG_FAILED');
    await log.close();
    expect(existsSync(join(folder, WAL))).toBe(true);
    const again = await openSqliteLog(folder, { driver });
    expect(await values(again.read(foreign, 0))).toEqual(range(3));
    await again.close();
  });

  test('[LG69] what was acknowledged before the write-ahead log was removed is saved when the log is closed', async () => {
    const folder = temporaryFolder();
    const log = await openSqliteLog(folder, { driver });
    const session = await create(log);
    await append(log, session, range(20));
    rmSync(join(folder, WAL));
    await expectCode(append(log, session, [21]), 'VITRINE_LOG_FAILED');
    await log.close();
    const again = await openSqliteLog(folder, { driver });
    expect(await values(again.read(session, 0))).toEqual(range(20));
    await again.close();
  });

  test('[LG69] a folder that is reached through a link is followed', async () => {
    const real = join(temporaryFolder(), 'real');
    const link = join(temporaryFolder(), 'link');
    mkdirSync(real);
    symlinkSync(real, link);
    const log = await openSqliteLog(link, { driver });
    const session = await create(log);
    await append(log, session, [1]);
    rmSync(link);
    symlinkSync(temporaryFolder(), link);
    await expectCode(append(log, session, [2]), 'VITRINE_LOG_FAILED');
    await log.close();
  });

  test('[LG70] a witness that was removed is made again before the next commit is acknowledged', async () => {
    const folder = temporaryFolder();
    const log = await openSqliteLog(folder, { driver });
    const session = await create(log);
    for (const n of range(3)) {
      rmSync(join(folder, WITNESS));
      await append(log, session, [n]);
      expect(readWitness(join(folder, WITNESS))).toMatchObject({ sessions: [{ session, head: n }] });
    }
    const again = await openSqliteLog(crashImage(folder), { driver });
    expect(await again.head(session)).toBe(3);
    await again.close();
    await log.close();
  });

  test('[LG70] while a witness that was removed cannot be made again, nothing is acknowledged', async () => {
    const folder = temporaryFolder();
    const log = await openSqliteLog(folder, { driver });
    const session = await create(log);
    const [path, draft] = [join(folder, WITNESS), join(folder, `${WITNESS}.new`)];
    rmSync(path);
    mkdirSync(draft);
    await expectCode(log.check(), 'VITRINE_LOG_FAILED');
    await expectCode(append(log, session, [1]), 'VITRINE_LOG_FAILED');
    rmSync(draft, { recursive: true });
    expect(await append(log, session, [1])).toEqual({ first: 1, last: 1 });
    expect(readWitness(path)).toMatchObject({ sessions: [{ session, head: 1 }] });
    await log.close();
  });

  test('[LG70] when the witness cannot be told of a commit, the next one is refused until it can', async () => {
    const folder = temporaryFolder();
    const log = await openSqliteLog(folder, { driver });
    const session = await create(log);
    const write = vi.spyOn(Witness.prototype, 'write').mockImplementation(() => {
      throw new Error('no space left on device');
    });
    onTestFinished(() => write.mockRestore());
    // It is durable, so it is told.
    expect(await append(log, session, [1])).toEqual({ first: 1, last: 1 });
    await expectCode(append(log, session, [2]), 'VITRINE_LOG_FAILED');
    await expectCode(log.check(), 'VITRINE_LOG_FAILED');
    write.mockRestore();
    expect(await append(log, session, [2])).toEqual({ first: 2, last: 2 });
    expect(readWitness(join(folder, WITNESS))).toMatchObject({ sessions: [{ session, head: 2 }] });
    await log.close();
  });
});

test('[LG54] [LG69] when the disk takes no more, what was acknowledged is there and nothing else is told', async () => {
  const folder = temporaryFolder();
  const log = await openSqliteLog(folder);
  const session = await create(log);
  await log.close();
  // No file may grow beyond 800 blocks of 512 bytes.
  const before = ['sh', '-c', 'ulimit -f 800; exec "$@"', 'sh'];
  child = await startChild('append', [folder, session], { before, stdio: ['ignore', 'pipe', 'ignore'] });
  const acknowledged: string[] = [];
  for await (const line of linesOf(child)) {
    const [word, , , , ...told] = line.split(' ');
    if (word === 'ack') acknowledged.push(...told);
  }
  expect(await exitOf(child)).not.toBe(0);
  expect(acknowledged.length).toBeGreaterThan(10);
  const again = await openSqliteLog(folder);
  const stored = await values(again.read(session, 0));
  expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged);
  await again.close();
});
