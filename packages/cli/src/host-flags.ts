// What every command that talks to a host takes: its address and the key of an agent. The key in a data folder is shown to
// the host that holds the folder and to nobody else: another program may listen where a host is expected.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandArguments, Flag } from './command.ts';
import { CallError, CommandError } from './errors.ts';
import type { HostAccess } from './host-call.ts';
import type { Io } from './io.ts';
import { fileProblem } from './read-input.ts';
import { findHostOf, type HostAddress } from './serving/door-order.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8787';
export const DATA_FOLDER = '.vitrine';
export const KEY_FILE = 'agent.key';

export const HOST_FLAGS: readonly Flag[] = [
  { name: 'url', value: 'URL', description: 'The host (VITRINE_URL, else the one that runs on the data folder).' },
  {
    name: 'key-file',
    value: 'FILE',
    description: `The agent's key (VITRINE_KEY_FILE, else ${KEY_FILE} of the data folder).`,
  },
];

export const DATA_FLAG: Flag = {
  name: 'data',
  value: 'FOLDER',
  description: `The data folder of the host (VITRINE_DATA, else ${DATA_FOLDER}).`,
};

export type { HostAccess } from './host-call.ts';

export async function readHostAccess(call: CommandArguments, io: Io): Promise<HostAccess> {
  const isNamed = (call.get('url') ?? io.env.VITRINE_URL ?? '') !== '';
  const named = isNamed ? readUrl(call, io) : undefined;
  const keyFile = call.get('key-file') ?? (io.env.VITRINE_KEY_FILE || undefined);
  if (named !== undefined && keyFile !== undefined) return { url: named, key: await readKey(keyFile, io) };
  const folder = dataFolder(call, io);
  const file = keyFile ?? `${folder}/${KEY_FILE}`;
  const key = await readKey(file, io);
  const host = await findHostOf(resolve(io.cwd, folder));
  if (named === undefined) {
    if (host !== undefined) return { url: nearest(host), key };
    throw new CommandError(`no server runs on "${folder}"; start one with "vitrine serve", or name a host with --url.`);
  }
  if (host !== undefined && isSameHost(named, host)) return { url: named, key };
  const whose = host === undefined ? 'a host that does not run' : `the host at ${host.url}`;
  throw new CommandError(
    `"${file}" is the key of ${whose}, and not sent to ${named}; name the key for it with --key-file.`,
  );
}

/** A command on the same machine need not go by the way that people come. */
export function nearest({ near, url }: HostAddress): string {
  return near ?? url;
}

/** By the name that people are told, or on this machine by any of its own. */
function isSameHost(named: string, { url, port }: HostAddress): boolean {
  const [wanted, found] = [new URL(named), new URL(url)];
  if (named === url || wanted.origin === found.origin) return true;
  return isThisMachine(wanted.hostname) && Number(wanted.port || DEFAULT_PORTS[wanted.protocol]) === port;
}

const DEFAULT_PORTS: { readonly [protocol: string]: number } = { 'http:': 80, 'https:': 443 };

function isThisMachine(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

export function dataFolder(call: CommandArguments, io: Io): string {
  return call.get('data') ?? (io.env.VITRINE_DATA || DATA_FOLDER);
}

export function readUrl(call: CommandArguments, io: Io): string {
  const flag = call.get('url');
  const address = flag ?? (io.env.VITRINE_URL || DEFAULT_URL);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new CallError(
      `${flag === undefined ? 'VITRINE_URL' : '--url'} is an http or https address, not "${address}".`,
    );
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
