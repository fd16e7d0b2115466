// What every command that talks to a host takes: its address and the key of an agent.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CallError } from './call-error.ts';
import type { Call, Flag } from './command.ts';
import type { Io } from './io.ts';
import { fileProblem } from './read-input.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8787';
export const DATA_FOLDER = '.vitrine';
export const KEY_FILE = 'agent.key';

export const HOST_FLAGS: readonly Flag[] = [
  { name: 'url', value: 'URL', says: `The host (VITRINE_URL, else ${DEFAULT_URL}).` },
  { name: 'key-file', value: 'FILE', says: `The agent's key (VITRINE_KEY_FILE, else ${DATA_FOLDER}/${KEY_FILE}).` },
];

export interface HostAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
}

export async function readHostAccess(call: Call, io: Io): Promise<HostAccess> {
  const file = call.get('key-file') ?? (io.env.VITRINE_KEY_FILE || `${dataFolder(call, io)}/${KEY_FILE}`);
  return { url: readUrl(call, io), key: await readKey(file, io) };
}

export function dataFolder(call: Call, io: Io): string {
  return call.get('data') ?? (io.env.VITRINE_DATA || DATA_FOLDER);
}

export function readUrl(call: Call, io: Io): string {
  const flag = call.get('url');
  const given = flag ?? (io.env.VITRINE_URL || DEFAULT_URL);
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new CallError(`${flag === undefined ? 'VITRINE_URL' : '--url'} is an http or https address, not "${given}".`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export async function readKey(file: string, io: Io): Promise<string> {
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
    throw new CallError(`${fileProblem(file, error)} Name the key of an agent with --key-file.`);
  });
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CallError(`"${file}" does not hold the key of an agent.`);
  return key;
}
