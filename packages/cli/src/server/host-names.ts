// Which names a request may call this server by. A page elsewhere whose name was made to lead here (DNS rebinding)
// calls it by its own.

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const WILDCARDS = ['0.0.0.0', '::', '[::]', '*'];

export type HostNames = 'any' | ReadonlySet<string>;

/** Loopback names, and the one the server was told to listen on; any name when it listens everywhere. */
export function hostNames(host: string): HostNames {
  if (WILDCARDS.includes(host)) return 'any';
  return new Set([...LOOPBACK, bracketed(host).toLowerCase()]);
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(bracketed(host).toLowerCase()) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether a Host header names this server. The port is not judged: forwarding changes it. */
export function isNamed(names: HostNames, header: string | undefined): boolean {
  if (names === 'any') return true;
  const name = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(header ?? '')?.[1];
  return name !== undefined && names.has(name.toLowerCase().replace(/\.$/, ''));
}

/** An IPv6 address as it stands in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
