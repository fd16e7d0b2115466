// What the store needs of a SQLite library, and which one it takes: Node's own where there is one, else libsql, whose
// binaries npm brings, else better-sqlite3 if somebody installed it. Nothing else names a library.

import { LogError, messageOf } from '../log-error.ts';

export type SqlValue = string | number | null | Uint8Array;

export interface Statement {
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}

export interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

export type DriverName = 'node:sqlite' | 'libsql' | 'better-sqlite3';

export type DriverClass = new (path: string, options?: { readonly timeout: number }) => Driver;

const DRIVERS: readonly DriverName[] = ['node:sqlite', 'libsql', 'better-sqlite3'];

/** A database held by another process is told at once: waiting would only hide it. */
const OPTIONS = { timeout: 0 };

/** @param only one library instead of the best that is there */
export async function openDriver(path: string, only?: DriverName, load = loadDriver): Promise<Driver> {
  const missing: string[] = [];
  for (const name of only === undefined ? DRIVERS : [only]) {
    const found = await load(name).catch((error: unknown) => {
      missing.push(`${name}: ${messageOf(error)}`);
    });
    if (found !== undefined) return new found(path, OPTIONS);
  }
  throw new LogError('VITRINE_LOG_DRIVER', `No SQLite library can be loaded (${missing.join('; ')}).`);
}

export async function loadDriver(name: DriverName): Promise<DriverClass> {
  if (name === 'node:sqlite') return loadBuiltIn();
  // In a variable: better-sqlite3 is installed by whoever wants it, and its absence is no error of the compiler.
  const specifier: string = name;
  const loaded: { readonly default: DriverClass } = await import(specifier);
  return loaded.default;
}

async function loadBuiltIn(): Promise<DriverClass> {
  const specifier: string = 'node:sqlite';
  const { emitWarning } = process;
  // Node 22 calls it experimental on standard error, once in every thread that loads it.
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (!String(warning).includes('SQLite')) emitWarning.call(process, warning, ...rest);
  }) as typeof emitWarning;
  try {
    const loaded: { readonly DatabaseSync: DriverClass } = await import(specifier);
    return loaded.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Libraries hand bytes out as a Buffer, a Uint8Array or an ArrayBuffer, some of them over memory of their own. */
export function toBytes(value: Uint8Array | ArrayBuffer): Uint8Array {
  return new Uint8Array(value);
}
