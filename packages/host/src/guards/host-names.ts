// Which names a request may call this host by. A page elsewhere whose name was made to lead here (DNS rebinding)
// calls it by its own.

import { HostError } from '../host-error.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const WILDCARDS = ['0.0.0.0', '::', '[::]', '*'];

export type HostNames = 'any' | ReadonlySet<string>;

/** Loopback names, the one the host was told to listen on, and others it goes by; any name when it listens everywhere
 * and was told no other. */
export function hostNames(host: string, others: readonly string[] = []): HostNames {
  const isEverywhere = WILDCARDS.includes(host);
  if (isEverywhere && others.length === 0) return 'any';
  const names = isEverywhere ? others : [host, ...others];
  return new Set([...LOOPBACK, ...names.map((name) => bracketed(name).toLowerCase())]);
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(bracketed(host).toLowerCase()) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether a Host header names this host. The port is not judged: forwarding changes it. */
export function isNamed(names: HostNames, header: string | undefined): boolean {
  if (names === 'any') return true;
  const name = nameIn(header);
  return name !== undefined && names.has(name);
}

export function assertNamed(names: HostNames, header: string | undefined): void {
  if (!isNamed(names, header)) throw new HostError('VITRINE_HOST_UNKNOWN');
}

/** The name of `name:port`, in the one spelling that names are compared in. */
export function nameIn(authority: string | undefined): string | undefined {
  const name = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(authority ?? '')?.[1];
  return name?.toLowerCase().replace(/\.$/, '');
}

/** An IPv6 address as it stands in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
