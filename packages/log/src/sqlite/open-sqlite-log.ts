// Opens the embedded log: a folder with one SQLite file, or nothing but memory for tests.

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Upcasters } from '../entry-text.ts';
import { LogError, messageOf } from '../log-error.ts';
import type { SessionLog } from '../session-log.ts';
import type { DriverName } from './driver.ts';
import { SqliteLog } from './sqlite-log.ts';
import { openNear, openThread } from './store-roads.ts';

export interface SqliteLogOptions {
  /** Where the file is read and written; `own`: in a thread of its own, `caller`: in the one that opens the log. */
  readonly thread?: 'own' | 'caller';
  /** Absent: the best library that can be loaded. */
  readonly driver?: DriverName;
  /** Absent: those of the format. */
  readonly upcasters?: Upcasters;
}

const IN_MEMORY = ':memory:';
const FILE = 'sessions.db';

/** @param folder made when missing; `:memory:` for a log that is gone when it is closed */
export async function openSqliteLog(folder: string, options: SqliteLogOptions = {}): Promise<SessionLog> {
  const { driver, upcasters } = options;
  const path = folder === IN_MEMORY ? IN_MEMORY : prepareFolder(folder);
  const isSource = import.meta.url.endsWith('.ts');
  const thread = options.thread ?? (folder === IN_MEMORY || isSource ? 'caller' : 'own');
  const where = driver === undefined ? { path } : { path, driver };
  const store = thread === 'own' ? await openThread(where) : await openNear(where);
  const log = new SqliteLog(store, upcasters);
  await log.sweep();
  return log;
}

/** For the eyes of whoever runs the host: the log holds what people typed. */
function prepareFolder(folder: string): string {
  const path = join(folder, FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Only when it is new: opening and closing the file would end a lock that this process has on it.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new LogError('VITRINE_LOG_FAILED', `The data folder cannot be used: ${messageOf(error)}.`);
  }
  return path;
}
