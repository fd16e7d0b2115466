// The secrets that stand as files in the data folder, readable by the user who runs the host and by nobody else.
// Two processes that begin at the same time get the same secrets; ensureDevAgent is for the one that has the log.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '../caller.ts';
import { KeyRing } from './key-ring.ts';
import { readIfThere, replaceFile } from './secret-files.ts';

const TOKEN_FILE = 'token.key';
const SEAL_FILE = 'seal.key';
const AGENT_FILE = 'agent.key';
const FIRST_AGENT = 'dev';

/** The keys that this host has made for itself. */
export interface Secrets {
  /** Signs viewer tokens. */
  readonly token: KeyRing;
  /** Seals what was typed into obscured fields. */
  readonly seal: KeyRing;
}

/** Whether a host has stored something here: the key of the first agent is written once its log has the agent. */
export async function isInUse(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return ((await readIfThere(join(folder, AGENT_FILE)))?.length ?? 0) > 0;
}

/** Keys that somebody else keeps, in the place of files. */
export interface KeptKeys {
  readonly token?: Uint8Array;
  readonly seal?: Uint8Array;
}

/** @param mayMake keys that are missing are made; where they were in use before, what rests on them is lost by that */
export async function openSecrets(folder: string, mayMake = true, keys: KeptKeys = {}): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const open = (key: Uint8Array | undefined, file: string) =>
    key === undefined ? KeyRing.open(join(folder, file), mayMake) : KeyRing.inMemory(key);
  return { token: await open(keys.token, TOKEN_FILE), seal: await open(keys.seal, SEAL_FILE) };
}

/** The files of a folder that hold keys, in base64 by their names. */
export async function readKeyFiles(folder: string): Promise<{ readonly [name: string]: string }> {
  const files: { [name: string]: string } = {};
  for (const name of [TOKEN_FILE, SEAL_FILE, AGENT_FILE]) {
    const content = await readIfThere(join(folder, name));
    if (content !== undefined) files[name] = content.toString('base64');
  }
  return files;
}

/** For a host without a folder: what they sign and seal holds as long as the process. */
export function createSecretsInMemory({ token, seal }: KeptKeys = {}): Secrets {
  return { token: KeyRing.inMemory(token), seal: KeyRing.inMemory(seal) };
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

async function isAgentKey(credentials: Credentials, key: string): Promise<boolean> {
  try {
    return (await credentials.identify(key)).role === 'agent';
  } catch {
    return false;
  }
}
