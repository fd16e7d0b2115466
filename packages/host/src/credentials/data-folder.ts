// The secrets that stand as files in the data folder, readable by the user who runs the host and by nobody else.
// Two processes that begin at the same time get the same secrets; ensureDevAgent is for the one that has the log.

import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Credentials } from '../caller.ts';

const TOKEN_FILE = 'token.key';
const SEAL_FILE = 'seal.key';
const AGENT_FILE = 'agent.key';
const SECRET_BYTES = 32;
const FIRST_AGENT = 'dev';

export interface Secrets {
  /** Signs viewer tokens. */
  readonly token: Uint8Array;
  /** Seals what was typed into obscured fields. */
  readonly seal: Uint8Array;
}

export async function openSecrets(folder: string): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return { token: await openSecret(join(folder, TOKEN_FILE)), seal: await openSecret(join(folder, SEAL_FILE)) };
}

/**
 * Gives a new host its first agent, and puts its key where `vitrine` looks for one.
 * @returns where the key stands; undefined when the folder has no key that holds, which is for the operator to mend
 */
export async function ensureDevAgent(credentials: Credentials, folder: string): Promise<string | undefined> {
  const path = join(folder, AGENT_FILE);
  const written = (await readIfThere(path))?.toString('utf8').trim();
  if (written && (await isAgentKey(credentials, written))) return path;
  const agents = await credentials.agents();
  // An empty file says that a run ended between the agent and its key: nobody has the key yet, so another is no loss.
  const isHalfDone = written === '' && agents.length === 1 && agents[0]?.agent === FIRST_AGENT;
  if (agents.length > 0 && !isHalfDone) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(path, '');
  const { key } = isHalfDone ? await credentials.rotateAgent(FIRST_AGENT) : await credentials.addAgent(FIRST_AGENT);
  await replaceFile(path, `${key}\n`);
  return path;
}

async function openSecret(path: string): Promise<Uint8Array> {
  if ((await readIfThere(path)) === undefined) await addFile(path, randomBytes(SECRET_BYTES));
  const secret = await readFile(path);
  // Never made anew: what was sealed with it would be lost.
  if (secret.length !== SECRET_BYTES)
    throw new Error(
      `${path} does not hold ${SECRET_BYTES} bytes. Put the right file back, or remove it to begin anew.`,
    );
  await chmod(path, 0o600);
  return Uint8Array.from(secret);
}

async function isAgentKey(credentials: Credentials, key: string): Promise<boolean> {
  try {
    return (await credentials.identify(key)).role === 'agent';
  } catch {
    return false;
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whole or not at all, also when the machine stops in the middle. */
async function replaceFile(path: string, content: string): Promise<void> {
  await rename(await writeDraft(path, content), path);
  await syncFolder(dirname(path));
}

/** As above, and the file of whoever was first stays. */
async function addFile(path: string, content: Uint8Array): Promise<void> {
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
  } finally {
    await file.close();
  }
  return draft;
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
