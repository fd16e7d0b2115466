// A log in PostgreSQL, as a host opens it, and the keys that all hosts on it have: for the server, and for commands that work
// where none runs.

import { defined } from '@vitrine/core/internal';
import type { HostOptions, SharedLog } from '@vitrine/host';
import { CallError } from '../errors.ts';
import type { Io } from '../io.ts';

export interface DatabaseAddress {
  readonly url: string;
  /** Where other hosts reach the one that opens it. */
  readonly address?: string;
}

export function sharedLogAt({ url, address }: DatabaseAddress): SharedLog {
  // Loaded here: most hosts have no database.
  const open: SharedLog['open'] = async (of) => (await import('@vitrine/log-postgres')).openPostgresLog(url, of);
  return { open, ...defined({ address }) };
}

const KEY_BYTES = 32;

/** Keys are never flags: what is typed can be read by everybody on the machine. */
export function readKeys({ env }: Pick<Io, 'env'>): NonNullable<HostOptions['keys']> {
  const read = (name: string): Uint8Array | undefined => {
    const text = env[name];
    if (text === undefined || text === '') return undefined;
    const key = Buffer.from(text, 'base64');
    if (key.length === KEY_BYTES) return key;
    throw new CallError(`${name} is ${KEY_BYTES} bytes in base64.`);
  };
  return defined({ token: read('VITRINE_TOKEN_KEY'), seal: read('VITRINE_SEAL_KEY') });
}
