// Which client a connection counts for: an IPv4 address, or the half of an IPv6 address that one customer gets whole
// (/64), because whoever has one of these addresses has all of them. This machine itself is nobody's customer.

import { isIP } from 'node:net';
import type { PortClient } from '@vitrine/core/port';
import { bearerOf } from './bearer.ts';
import { isLoopback } from './host-names.ts';

const UNKNOWN = 'unknown';
const LOOPBACK = '::1';

/**
 * @param remote what the socket says
 * @param forwarded X-Forwarded-For; only from a proxy that the operator trusts, else anybody could choose his address
 */
export function clientAddress(remote: string | undefined, forwarded?: string): string {
  const own = networkOf(remote ?? '');
  // The last one was written by the proxy itself; those before it are hearsay.
  const last = forwarded?.split(',').at(-1)?.trim();
  if (last === undefined) return own;
  // Some proxies write the port too, or brackets, or that they do not know.
  const client = networkOf(last.replace(/^"?\[([^\]]*)\](?::\d+)?"?$|^"?([\d.]+)(?::\d+)?"?$/, '$1$2'));
  // A loopback address that is said elsewhere means that machine.
  return isNear(client) && !isNear(own) ? own : client;
}

/** As routes and faces are told of it. */
export function portClient(address: string, authorization: string | null | undefined): PortClient {
  return { address, isNear: isNear(address), credential: bearerOf(authorization) };
}

/** A proxy on this machine that the operator does not name brings everybody: what it says is enough to doubt it. */
export function isFromHere(
  { headers }: Pick<Request, 'headers'>,
  { isNear: near }: Pick<PortClient, 'isNear'>,
): boolean {
  const forwarded = headers.get('x-forwarded-for') ?? undefined;
  return near && !headers.has('forwarded') && portClient(clientAddress('127.0.0.1', forwarded), undefined).isNear;
}

function isNear(address: string): boolean {
  return isIP(address) !== 0 && isLoopback(address);
}

function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const version = isIP(plain);
  if (version === 0) return UNKNOWN;
  if (version === 4) return plain;
  const groups = groupsOf(plain);
  const canonical = groups.map((group) => group.toString(16)).join(':');
  if (canonical === '0:0:0:0:0:0:0:1') return LOOPBACK;
  // An IPv4 address in the clothes of IPv6 (RFC 4291 §2.5.5.2), with dots or without.
  if (canonical.startsWith('0:0:0:0:0:ffff:')) return dotted(groups);
  return `${canonical.split(':').slice(0, 4).join(':')}::/64`;
}

function dotted(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** All eight, those that `::` stands for included. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const [before, after] = [written(head), written(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function written(part: string): readonly number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
