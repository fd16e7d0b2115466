// A backup as one file: a copy of the database, then a line of JSON with the files that belong to it, then a fixed end
// that says how long that line is and what all before hashes to. A file that was cut or changed is seen before anything is restored.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
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

/** Makes a backup of a copy that the log wrote at `draft`: whole under its name, or not there. */
export async function sealBackup(draft: string, file: string, manifest: BackupManifest): Promise<void> {
  const line = Buffer.from(JSON.stringify(manifest));
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(draft, { highWaterMark: CHUNK_BYTES })) hash.update(chunk as Buffer);
  const sum = hash.update(line).digest('hex');
  const handle = await open(draft, 'a');
  try {
    await handle.write(line);
    await handle.write(`${MARK} ${String(line.length).padStart(12, '0')} ${sum}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(draft, 0o600);
  await rename(draft, file);
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

/** Puts a backup into a folder that is new or empty. Nothing is there until all is. */
export async function restoreBackup(file: string, folder: string): Promise<BackupManifest> {
  const { manifest, databaseBytes } = await readBackup(file);
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new LogError('VITRINE_LOG_LOCKED', 'The folder is in use: restore into a new or empty one.');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(manifest.files))
    if (/^[\w-]+\.key$/.test(name)) await writeWhole(join(folder, name), Buffer.from(content, 'base64'));
  const path = join(folder, SESSIONS_FILE);
  const draft = `${path}.restored`;
  const to = await open(draft, 'wx', 0o600);
  try {
    const body = createReadStream(file, { end: Math.max(0, databaseBytes - 1), highWaterMark: CHUNK_BYTES });
    for await (const chunk of body) await to.write(chunk as Buffer);
    await to.sync();
  } finally {
    await to.close();
  }
  await rename(draft, path);
  await syncFolder(folder);
  return manifest;
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
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

/** Where a copy of the database is written before it is whole; one of an earlier try goes. */
export async function backupDraft(file: string): Promise<string> {
  const draft = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  await rm(draft, { force: true });
  return draft;
}
