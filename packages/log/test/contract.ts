// The drivers that the contract holds for. A `*.contract.test.ts` is run once for each; a new driver
// is a new row, or a package that calls `useDrivers`.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { openSqliteLog, type SessionLog, type SqliteLogOptions } from '../src/index.ts';
import { loadCompiled } from './compiled.ts';

export interface LogDriver {
  readonly name: string;
  /** A log without anything in it. */
  open(options?: Pick<SqliteLogOptions, 'upcasters'>): Promise<SessionLog>;
}

let drivers: readonly LogDriver[] = [
  { name: 'SQLite in memory', open: (options) => openSqliteLog(':memory:', options) },
  {
    name: 'SQLite in a thread',
    open: async (options) => (await loadCompiled()).openSqliteLog(newFolder(), options),
  },
];

/** For a package with a driver of its own: called before it imports the `*.contract.test.ts`. */
export function useDrivers(others: readonly LogDriver[]): void {
  drivers = others;
}

/** Of the logs that the tests of an area share. */
const folders: string[] = [];
/** In memory where that can be: what is tested is when the disk is asked, not how fast it is. */
const PLACE = process.env.VITRINE_LOG_PLACE ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
/** As long as a test may take. */
const TIMEOUT = 180_000;

/** Removed when the test is done. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

function newFolder(): string {
  const folder = makeFolder();
  folders.push(folder);
  return folder;
}

const makeFolder = (): string => mkdtempSync(join(PLACE, 'vitrine-log-'));
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** The tests share a log and keep to sessions of their own; one that closes it, or counts everything, opens another. */
export function describeSessionLog(
  area: string,
  tests: (log: () => SessionLog, open: LogDriver['open']) => void,
): void {
  describe.each(drivers)(`${area}: $name`, ({ open }) => {
    let log: SessionLog;
    const others: SessionLog[] = [];
    beforeAll(async () => {
      log = await open();
    }, TIMEOUT);
    afterAll(async () => {
      for (const each of [log, ...others]) await each.close();
      folders.splice(0).forEach(removeFolder);
    }, TIMEOUT);
    tests(
      () => log,
      async (options) => {
        const other = await open(options);
        others.push(other);
        return other;
      },
    );
  });
}
