// A file that one process holds at a time, over processes that were killed. It is there whole or not at all; the lock of a
// dead process is taken away only by whoever holds the lock of that very deed, so that nobody takes away what has come since.

import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/** Undefined: it is held now, until `rm`. A number: the process that holds it. */
export async function takeLock(file: string): Promise<number | undefined> {
  const token = `${process.pid} ${randomBytes(8).toString('hex')}`;
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(draft, token, { mode: 0o600, flush: true });
  try {
    while (!(await isLinked(draft, file))) {
      const held = await read(file);
      if (held === undefined) continue;
      const holder = Number.parseInt(held, 10);
      if (isAlive(holder)) return holder;
      const other = await takeAway(file, held);
      if (other !== undefined) return other;
    }
    return undefined;
  } finally {
    await rm(draft, { force: true });
  }
}

/** What stands there is of a dead process: only one at a time may take it away, and only while it still stands there. */
async function takeAway(file: string, held: string): Promise<number | undefined> {
  const right = `${file}.${createHash('sha256').update(held).digest('hex').slice(0, 16)}`;
  const other = await takeLock(right);
  if (other !== undefined) return other;
  try {
    if ((await read(file)) === held) await rm(file, { force: true });
  } finally {
    await rm(right, { force: true });
  }
  return undefined;
}

/** False: something stands there. */
async function isLinked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined: there is nothing any more. */
function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** A process that was killed leaves its lock behind. */
function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
