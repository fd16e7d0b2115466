// What is said of a data folder that cannot be used: one sentence, because it is not our mistake.

import { existsSync } from 'node:fs';
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogError } from '@vitrine/log';
import { CommandError } from '../errors.ts';

const WORDS: { readonly [code: string]: string } = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOTDIR: 'it is a file, or lies in one',
  EEXIST: 'it is a file',
  EISDIR: 'a file of it is a folder',
  ENOENT: 'it cannot be made there',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'there is no room left',
  ELOOP: 'its links lead in a circle',
};

/** Why the log of a folder was not opened; of a loss, how to go on. */
export function logFailure(folder: string, { code, message }: LogError): CommandError {
  const isLoss = code === 'VITRINE_LOG_LOST' || code === 'VITRINE_LOG_DAMAGED';
  if (!isLoss) return new CommandError(message);
  const how = 'To accept the loss: "vitrine serve --accept-loss" or VITRINE_ACCEPT_LOSS=1, once.';
  return new CommandError(`${code} in "${folder}": ${message} ${how}`);
}

/** A failure of the file system as one sentence; anything else as it came. */
export function folderFailure(folder: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  // What begins with a file of the folder is told about it, a key that is not whole for example.
  if (message.startsWith(folder)) return new CommandError(message);
  if (code === undefined || syscall === undefined) return error;
  return new CommandError(`the data folder "${folder}" cannot be used: ${WORDS[code] ?? message}.`);
}

const MARK = 'openwop-seams';

/**
 * A data folder for tests of OpenWOP alone. Through the doors that such tests need, anything can be put before people,
 * so they never open on a folder in which somebody's sessions may be. A new or empty folder becomes one; any other
 * must be one already.
 */
export async function claimSeamFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const files = await readdir(folder);
    if (files.includes(MARK)) return;
    if (files.length === 0) return await writeFile(join(folder, MARK), 'For tests of OpenWOP alone.\n');
  } catch (error) {
    throw folderFailure(folder, error);
  }
  throw new CommandError(`the data folder "${folder}" was not made for --openwop-seams; name a new one with --data.`);
}

const OF_DATABASE = 'in-database';
const OF_A_HOST = ['sessions.db', 'sessions.witness', OF_DATABASE];

/** Whoever mistypes a folder must not be told that its audit is whole, or that nothing of somebody is in it. */
export function assertUsed(folder: string): void {
  if (!OF_A_HOST.some((file) => existsSync(join(folder, file))))
    throw new CommandError(`there is no log in "${folder}".`);
}

/** Commands that find no server on the folder shall not take it for that of an empty host. */
export async function markDatabase(folder: string, isOfDatabase: boolean): Promise<void> {
  const file = join(folder, OF_DATABASE);
  if (isOfDatabase) await writeFile(file, 'The sessions of this host are in a database; here are its keys.\n');
  else await rm(file, { force: true });
}

export function isOfDatabase(folder: string): Promise<boolean> {
  return access(join(folder, OF_DATABASE)).then(
    () => true,
    () => false,
  );
}
