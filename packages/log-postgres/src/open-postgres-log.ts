// Opens the log in a database: makes its tables where there are none, refuses those of a later Vitrine, and joins the nodes
// that work on it.

import { LogError, type SessionLog } from '@vitrine/log';
import { type EntryReaderOptions, UNFINISHED_SENTENCE } from '@vitrine/log/driver';
import { PostgresDatabase, toLogError } from './database.ts';
import type { NodeOptions } from './node.ts';
import { PostgresLog } from './postgres-log.ts';
import { LAYOUT, migration } from './schema.ts';

export interface PostgresLogOptions extends NodeOptions, EntryReaderOptions {
  /** Where the tables stand: `vitrine`. Another one is another log. */
  readonly schema?: string;
}

export const SCHEMA = 'vitrine';
/** A name in `meta`: the tables are being copied into, and are not whole. */
export const UNFINISHED = 'unfinished';

/** @param url postgres://user:password@host:port/database */
export async function openPostgresLog(url: string, options: PostgresLogOptions): Promise<SessionLog> {
  const { schema = SCHEMA, ...rest } = options;
  const db = new PostgresDatabase(asUrl(url), schema);
  try {
    await prepare(db);
    const log = new PostgresLog(db, rest);
    await log.start();
    return log;
  } catch (error) {
    await db.close().catch(() => undefined);
    throw toLogError(error);
  }
}

export async function prepare(
  db: PostgresDatabase,
  { isFilled = false }: { readonly isFilled?: boolean } = {},
): Promise<void> {
  await db.rows(migration(db.s, db.schema));
  const rows = await db.rows<{ name: string; value: string }>(`SELECT name, value FROM ${db.s}.meta`);
  const meta = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  const [layout = 0, oldest = 0] = [meta.get('layout'), meta.get('oldest')];
  if (layout > LAYOUT && oldest > LAYOUT)
    throw new LogError('VITRINE_LOG_VERSION', `The tables have the layout ${layout}; this Vitrine knows ${LAYOUT}.`);
  if (meta.has(UNFINISHED) && !isFilled) throw new LogError('VITRINE_LOG_UNFINISHED', UNFINISHED_SENTENCE);
}

export function asUrl(url: string): string {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
  throw new LogError('VITRINE_LOG_FAILED', 'A database is named by an address such as postgres://user@host/database.');
}
