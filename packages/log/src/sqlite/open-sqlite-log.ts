// Opens the embedded log: a folder with a SQLite file and its witness, or nothing but memory for tests. Like all that its thread
// loads it has nothing but types of core: Node finds the built code of another package only where that is published.

import { join } from 'node:path';
import type { EntryReaderOptions } from '../entry-reader.ts';
import type { SessionLog } from '../session-log.ts';
import type { DriverName } from './driver.ts';
import { openInline, openInWorker } from './open-store-client.ts';
import { SqliteLog } from './sqlite-log.ts';
import { IN_MEMORY } from './store.ts';

export interface SqliteLogOptions extends EntryReaderOptions {
  /** Where the file is read and written; `own`: in a thread of its own, `caller`: in the one that opens the log. */
  readonly thread?: 'own' | 'caller';
  /** Absent: the best library that can be loaded. */
  readonly driver?: DriverName;
  /** Start although the folder has less than was acknowledged, and take what it has for all that there is. */
  readonly acceptLoss?: boolean;
  /** Something was stored in the folder before: to find nothing is a loss. */
  readonly isExpected?: boolean;
  /** Told what whoever runs the host should know of this start: a loss that was accepted, for example. */
  readonly onNotice?: (notice: string) => void;
  /** `false`: no witness, and nobody looks whether the files are in place. For measuring what that costs. */
  readonly witness?: false;
}

export const SESSIONS_FILE = 'sessions.db';

/** @param folder made when missing; `:memory:` for a log that is gone when it is closed */
export async function openSqliteLog(folder: string, options: SqliteLogOptions = {}): Promise<SessionLog> {
  const { driver, acceptLoss = false, isExpected = false, onNotice = () => undefined } = options;
  const path = folder === IN_MEMORY ? IN_MEMORY : join(folder, SESSIONS_FILE);
  const isSource = import.meta.url.endsWith('.ts');
  const thread = options.thread ?? (folder === IN_MEMORY || isSource ? 'caller' : 'own');
  const where = {
    path,
    acceptLoss,
    isExpected,
    isWitnessed: options.witness !== false,
    ...(driver === undefined ? {} : { driver }),
  };
  const store = thread === 'own' ? await openInWorker(where, onNotice) : await openInline(where, onNotice);
  const log = new SqliteLog(store, options);
  await log.sweep();
  return log;
}
