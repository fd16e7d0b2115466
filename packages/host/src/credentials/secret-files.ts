// Files for one pair of eyes, written whole or not at all, also when the machine stops in the middle.

import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whole or not at all, also when the machine stops in the middle. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = await writeDraft(path, content);
  await rename(draft, path).catch((error: unknown) => discard(draft, error));
  await syncFolder(dirname(path));
}

/** As above, and the file of whoever was first stays. */
export async function addFile(path: string, content: Uint8Array): Promise<void> {
  const draft = await writeDraft(path, content);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dirname(path));
}

async function writeDraft(path: string, content: string | Uint8Array): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await discard(draft, error);
  } finally {
    await file.close();
  }
  return draft;
}

/** Half a key is left to nobody. */
async function discard(draft: string, error: unknown): Promise<never> {
  await rm(draft, { force: true }).catch(() => undefined);
  throw error;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; there a rename is durable with the file.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
