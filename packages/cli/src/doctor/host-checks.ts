// What has to be right on a machine before a host runs well there, one check for each thing. A check looks and changes
// nothing; what it says is a sentence, and where something is wrong another one about what to do.

import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Io } from '../io.ts';
import { findHostOf } from '../serving/door-order.ts';
import { browserObstacle } from '../serving/open-browser.ts';
import type { ServeOptions } from '../serving/serve-options.ts';

export interface Finding {
  readonly state: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}

type HostSettings = Pick<ServeOptions, 'folder' | 'host' | 'port' | 'database'>;

export interface HostCheck {
  readonly name: string;
  readonly run: (settings: HostSettings, io: Io) => Promise<Finding>;
}

const OLDEST_NODE = [20, 19] as const;
const LOW_DISK = 0.1;
const CONNECT_MS = 3000;
const KEYS = ['agent.key', 'token.key', 'seal.key'] as const;
/** What others than the owner may do with a file. */
const OTHERS = 0o077;

const ok = (message: string): Finding => ({ state: 'ok', message });

export async function checkNode(version = process.versions.node): Promise<Finding> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return ok(`Node ${version}`);
  const oldest = OLDEST_NODE.join('.');
  return { state: 'error', message: `Node ${version} is too old.`, advice: `Install Node ${oldest} or later.` };
}

async function checkStore({ database }: HostSettings): Promise<Finding> {
  if (database !== undefined) return checkDatabase(database.url);
  const { openSqliteLog } = await import('@vitrine/log');
  try {
    await (await openSqliteLog(':memory:')).close();
    return ok('SQLite can be used.');
  } catch (error) {
    const message = `SQLite cannot be used: ${(error as Error).message}`;
    return { state: 'error', message, advice: 'Install again (npm ci), or use Node 22.13 or later, which has SQLite.' };
  }
}

async function checkDatabase(url: string): Promise<Finding> {
  const { hostname, port } = new URL(url);
  const [host, at] = [hostname || '127.0.0.1', Number(port || 5432)];
  if (await answers(host, at)) return ok(`The database at ${host}:${at} answers.`);
  const advice = 'Start it, or mend --database-url; a host that runs takes new work again by itself.';
  return { state: 'error', message: `Nothing answers at ${host}:${at}, where the database should be.`, advice };
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (does: boolean): void => {
      socket.destroy();
      resolve(does);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

async function checkFolder({ folder }: HostSettings): Promise<Finding> {
  const found = await stat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory())
    return { state: 'error', message: `"${folder}" is a file.`, advice: 'Name a folder with --data.' };
  const [there, words] = found === undefined ? [await existing(folder), 'will be made'] : [folder, 'is there'];
  if (!(await mayWrite(there)))
    return { state: 'error', message: `This user may not write in "${there}".`, advice: 'Name another with --data.' };
  return ok(`The data folder "${folder}" ${words}.`);
}

/** The folder, or the nearest above it that exists. */
async function existing(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder));
}

function mayWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function checkKeys({ folder }: HostSettings): Promise<Finding> {
  // Permissions of this kind are not those of Windows.
  const open = process.platform === 'win32' ? [] : await readableByOthers(folder);
  if (open.length === 0) return ok('Nobody else may read the keys.');
  const message = `Others on this machine may read ${open.join(', ')}.`;
  return { state: 'warning', message, advice: `chmod 600 ${open.map((name) => join(folder, name)).join(' ')}` };
}

async function readableByOthers(folder: string): Promise<readonly string[]> {
  const modes = await Promise.all(
    KEYS.map(async (name) => [name, await stat(join(folder, name)).catch(() => undefined)] as const),
  );
  return modes.flatMap(([name, file]) => (file !== undefined && (file.mode & OTHERS) !== 0 ? [name] : []));
}

async function checkDisk({ folder }: HostSettings): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(await existing(folder));
  const [free, gigabytes] = [bavail / blocks, ((bavail * bsize) / 1e9).toFixed(1)];
  const message = `${gigabytes} GB are free, ${Math.floor(100 * free)} %.`;
  if (free > LOW_DISK) return ok(message);
  return { state: 'warning', message, advice: 'See "vitrine retention" for what could go, or make room.' };
}

async function checkPort({ folder, host, port }: HostSettings): Promise<Finding> {
  const own = await findHostOf(folder);
  if (own !== undefined) return ok(`A host runs on the folder, at ${own.url}.`);
  const problem = port === 0 ? undefined : await listenProblem(host, port);
  if (problem === undefined) return ok(`${host}:${port} is free.`);
  if (problem !== 'EADDRINUSE')
    return { state: 'error', message: `Nobody can listen at ${host}:${port} (${problem}).`, advice: 'Mend --host.' };
  const whose = (await isVitrine(host, port)) ? 'A host of another folder' : 'Another program';
  return { state: 'warning', message: `${whose} listens at ${host}:${port}.`, advice: 'Name another with --port.' };
}

function listenProblem(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

async function isVitrine(host: string, port: number): Promise<boolean> {
  const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const answer = await fetch(`http://${authority}/sessions`, { signal: AbortSignal.timeout(CONNECT_MS) }).catch(
    () => undefined,
  );
  return /"VITRINE_/.test((await answer?.text().catch(() => '')) ?? '');
}

async function checkBrowser(_settings: HostSettings, io: Io): Promise<Finding> {
  const why = browserObstacle(io, process.platform);
  return ok(why === undefined ? 'A browser can be opened.' : `No browser is opened here: ${why}.`);
}

export const HOST_CHECKS: readonly HostCheck[] = [
  { name: 'node', run: () => checkNode() },
  { name: 'store', run: checkStore },
  { name: 'folder', run: checkFolder },
  { name: 'keys', run: checkKeys },
  { name: 'disk', run: checkDisk },
  { name: 'port', run: checkPort },
  { name: 'browser', run: checkBrowser },
];
