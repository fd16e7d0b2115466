// Which client a connection counts for: an IPv4 address, or the half of an IPv6 address that one customer gets whole
// (/64), because whoever has one of these addresses has all of them.

import { isIP } from 'node:net';

const UNKNOWN = 'unknown';

/**
 * @param remote what the socket says
 * @param forwarded X-Forwarded-For; only from a proxy that the operator trusts, else anybody could choose his address
 */
export function clientAddress(remote: string | undefined, forwarded?: string): string {
  // The last one was written by the proxy itself; those before it are hearsay.
  const said = forwarded?.split(',').at(-1)?.trim();
  return networkOf(said !== undefined && isIP(said) !== 0 ? said : (remote ?? ''));
}

function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const version = isIP(plain);
  if (version === 0) return UNKNOWN;
  return version === 4 ? plain : `${firstGroups(plain).join(':')}::/64`;
}

/** The first four groups, those that `::` stands for included. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const after32 = after.length + (after.at(-1)?.includes('.') === true ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after32);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
}
