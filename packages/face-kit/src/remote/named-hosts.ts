// The hosts that the operator named: what is private, or speaks plain HTTP, is reached only there. A name is `host`, for
// any port, or `host:port`.

import { isIP } from 'node:net';
import { isLinkLocalAddress, isPublicAddress } from './public-address.ts';
import { RemoteError, UnnamedHost } from './remote-error.ts';

export class NamedHosts {
  readonly #names: ReadonlySet<string>;

  constructor(names: Iterable<string>) {
    this.#names = new Set([...names].map((name) => name.trim().toLowerCase()).filter((name) => name !== ''));
  }

  has(url: URL): boolean {
    const names = [url.hostname, bareHost(url)];
    return names.some((name) => this.#names.has(name) || this.#names.has(`${name}:${portOf(url)}`));
  }

  /** Throws for an address that may not be asked for at all; names are looked at again when they are resolved. */
  assertMayAsk(url: URL): void {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new RemoteError('address', `${url.protocol} is no way to reach an agent; only https and http are.`);
    if (url.username !== '' || url.password !== '')
      throw new RemoteError('address', 'An address that carries a name or a password is not asked.');
    if (this.has(url)) return;
    if (url.protocol === 'http:')
      throw new UnnamedHost(`${url.host} is reached over plain http, which nobody allowed for it.`, nameOf(url));
    if (isAddress(url)) this.assertMayConnect(url, url.hostname);
  }

  /** Throws unless this address, which `url` leads to, may be connected to. */
  assertMayConnect(url: URL, address: string): void {
    if (isPublicAddress(address) || (this.has(url) && !isLinkLocalAddress(address))) return;
    // Where clouds keep their secrets a name does not lead; only the address itself does.
    if ([address, `${address}:${portOf(url)}`].some((name) => this.#names.has(name))) return;
    const name = isLinkLocalAddress(address) ? `${address}:${portOf(url)}` : nameOf(url);
    throw new UnnamedHost(`${url.hostname} is at ${address}, a private address that nobody named.`, name);
  }
}

/**
 * What a person typed is named by that, with its port, where it says itself that it is near: an address, or a name that only
 * a machine or a local network has. Any other name is whatever its owner lets it be, now or later, and must be named apart;
 * so must a link-local address.
 */
export function namedByTyping(url: URL): readonly string[] {
  const isNear = isAddress(url) || /^[^.]+$|\.(localhost|local)$/.test(url.hostname);
  return isNear && !isLinkLocalAddress(url.hostname) ? [nameOf(url)] : [];
}

function isAddress(url: URL): boolean {
  return isIP(bareHost(url)) !== 0;
}

/** Without the brackets that an address of IPv6 has in a URL. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function nameOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

export function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}
