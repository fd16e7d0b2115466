// Whose page a request comes from. A browser always says so on a WebSocket and on every request that could change
// something; a program says nothing. Only pages of this host may call it.

import { HostError } from '../host-error.ts';
import { type HostNames, nameIn } from './host-names.ts';

/**
 * @param origin the Origin header; `null`, which a sandboxed frame or a file sends, is of nobody
 * @param host the Host header: what a host that goes by any name compares with
 */
export function isOwnOrigin(names: HostNames, origin: string | undefined, host?: string): boolean {
  if (origin === undefined) return true;
  const name = nameIn(/^https?:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1]);
  if (name === undefined) return false;
  return names === 'any' ? name === nameIn(host) : names.has(name);
}

export function assertOwnOrigin(names: HostNames, origin: string | undefined, host?: string): void {
  if (!isOwnOrigin(names, origin, host)) throw new HostError('VITRINE_ORIGIN_REFUSED');
}
