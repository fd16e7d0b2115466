// A backup as one file: a copy of the database, then a line of JSON with the files that belong to it, then a fixed end
// that says how long that line is and what all before hashes to. A file that was cut or changed is seen before anything is restored.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LogError } from '../log-error.ts';
import { SESSIONS_FILE } from './open-sqlite-log.ts';

const MARK = 'VITRINE-BACKUP-1';
/** Mark, length of the manifest, hash, end of line. */
const END_BYTES = MARK.length + 1 + 12 + 1 + 64 + 1;
const CHUNK_BYTES = 1 << 20;

export interface BackupManifest {
  /** When it was taken. */
  readonly at: string;
  /** Other files of the data folder by their names, in base64: keys. */
  readonly files: { readonly [name: string]: string };
}

export interface BackupSource {
  /** Writes the database to an empty file. */
  copyTo(path: string): Promise<void>;
  /** Asked when that is done. */
  manifest(): Promise<BackupManifest>;
}

/** Whole under its name, or not there; until it is whole nobody else may read it either, and what was begun goes. */
export async function writeBackup(file: string, { copyTo, manifest }: BackupSource): Promise<void> {
  const draft = `${file}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await rm(draft, { force: true });
    await writeFile(draft, '', { mode: 0o600, flag: 'wx' });
    await copyTo(draft);
    await sealBackup(draft, await manifest());
    await rename(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    if (error instanceof LogError) throw error;
    throw new LogError('VITRINE_LOG_FAILED', `The backup cannot be written: ${(error as Error).message}.`, {}, error);
  }
}

async function sealBackup(draft: string, manifest: BackupManifest): Promise<void> {
  const line = Buffer.from(JSON.stringify(manifest));
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(draft, { highWaterMark: CHUNK_BYTES })) hash.update(chunk as Buffer);
  const sum = hash.update(line).digest('hex');
  const handle = await open(draft, 'a');
  try {
    await handle.writeFile(line);
    await handle.writeFile(`${MARK} ${String(line.length).padStart(12, '0')} ${sum}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface OpenedBackup {
  readonly manifest: BackupManifest;
  readonly databaseBytes: number;
}

/** Throws a LogError when it is no backup, or not whole. */
export async function readBackup(file: string): Promise<OpenedBackup> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const end = Buffer.alloc(END_BYTES);
    await handle.read(end, 0, END_BYTES, Math.max(0, size - END_BYTES));
    const [, digits, sum] = new RegExp(`^${MARK} (\\d{12}) ([0-9a-f]{64})\\n$`).exec(end.toString('latin1')) ?? [];
    const databaseBytes = size - END_BYTES - Number(digits);
    if (sum === undefined || databaseBytes < 0) throw notWhole('has no end of one');
    const line = Buffer.alloc(Number(digits));
    await handle.read(line, 0, line.length, databaseBytes);
    const hash = createHash('sha256');
    const body = createReadStream(file, { end: size - END_BYTES - 1, highWaterMark: CHUNK_BYTES });
    for await (const chunk of body) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sum) throw notWhole('was changed');
    return { manifest: readManifest(line.toString('utf8')), databaseBytes };
  } finally {
    await handle.close();
  }
}

function notWhole(what: string): LogError {
  return new LogError('VITRINE_LOG_DAMAGED', `It is no whole backup of Vitrine: it ${what}.`);
}

function readManifest(text: string): BackupManifest {
  // Whoever wrote the hash wrote this; another version of ours may have written something else.
  const { at, files } = JSON.parse(text) as Partial<BackupManifest>;
  if (typeof at !== 'string' || typeof files !== 'object') throw notWhole('does not say what is in it');
  return { at, files };
}

/** Puts a backup into a folder that is new or empty. Nothing is there until all is, and what was begun goes. */
export async function restoreBackup(file: string, folder: string): Promise<BackupManifest> {
  const { manifest, databaseBytes } = await readBackup(file);
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new LogError('VITRINE_LOG_LOCKED', 'The folder is in use: restore into a new or empty one.');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, SESSIONS_FILE);
  const written: string[] = [];
  const write = async (name: string, content: AsyncIterable<Buffer> | readonly Buffer[]): Promise<void> => {
    const handle = await open(name, 'wx', 0o600);
    written.push(name);
    try {
      for await (const chunk of content) await handle.writeFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  try {
    for (const [name, content] of Object.entries(manifest.files))
      if (/^[\w-]+\.key$/.test(name)) await write(join(folder, name), [Buffer.from(content, 'base64')]);
    const end = Math.max(0, databaseBytes - 1);
    await write(`${path}.restored`, createReadStream(file, { end, highWaterMark: CHUNK_BYTES }));
    await rename(`${path}.restored`, path);
  } catch (error) {
    for (const name of written) await rm(name, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
  return manifest;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
