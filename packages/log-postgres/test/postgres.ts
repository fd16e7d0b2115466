// A PostgreSQL of the tests' own, in a temporary folder and on a free port of this machine: Debian's server, which does not
// run as root.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const USER = 'vitrine';
const START_MS = 30_000;

export interface TestPostgres {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** A folder that is the server's own, beside its data; it goes with it. */
  readonly folder: string;
  /** Ends it at once, as a failing machine would, or as its operator does; `start` goes on with what is on the disk. */
  kill(how?: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  /** The address of a new database. */
  createDatabase(name: string): Promise<string>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const programs = dirname(findTestProgram('postgres'));
  const owner = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-postgres-'));
  if (owner !== undefined) {
    chownSync(folder, owner.uid, owner.gid);
    openFolders(folder);
  }
  const data = join(folder, 'data');
  const options = { ...owner, stdio: 'ignore', cwd: folder } as const;
  const initdb = ['-D', data, '-U', USER, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  execFileSync(join(programs, 'initdb'), initdb, options);
  const port = await freePort();
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings];
    const named = flags.flatMap((flag) => ['-c', flag]);
    server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...named], options);
    await untilReady(url);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = server;
    if (ended === undefined || ended.exitCode !== null || ended.signalCode !== null) return;
    const gone = new Promise((resolve) => ended.once('exit', resolve));
    ended.kill(signal);
    await gone;
  };
  await start();
  return {
    url,
    port,
    folder,
    get pid() {
      return server?.pid ?? 0;
    },
    // To its main process: the others end with it, and nothing is written at the end.
    kill: (how = 'immediate') => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    start,
    createDatabase: async (name) => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`CREATE DATABASE "${name}"`);
      await client.end();
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One statement or several, on a connection of their own, which may write where others only read. */
export async function runSql<Row>(url: string, sql: string, ...values: readonly unknown[]): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Where a program stands that npm cannot bring, by the table of such programs. */
export function findTestProgram(name: string): string {
  const finder = findAbove(dirname(fileURLToPath(import.meta.url)), 'scripts/find-program.mjs');
  return execFileSync(process.execPath, [finder, name], { encoding: 'utf8' }).trim();
}

/** The sources and what is built of them stand at different depths; benches run the latter. */
function findAbove(folder: string, path: string): string {
  const here = join(folder, path);
  if (existsSync(here)) return here;
  if (dirname(folder) === folder) throw new Error(`there is no ${path} above this file`);
  return findAbove(dirname(folder), path);
}

/** The folders of a run are its user's alone; the server has to pass through them. */
export function openFolders(folder: string): void {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const { mode } = statSync(above);
    if ((mode & 0o011) !== 0o011) chmodSync(above, mode | 0o011);
  }
}

/** PostgreSQL refuses to run as root. */
export function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject()));
    });
  });
}

export async function untilReady(url: string): Promise<void> {
  for (const until = Date.now() + START_MS; ; ) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.query('SELECT 1');
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
