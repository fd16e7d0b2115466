// Which IP addresses are those of the public internet. Whatever is private, of this machine, of this link, reserved or a
// disguise of one of these is not (IANA special-purpose address registries).

import { BlockList, isIP } from 'node:net';

const PRIVATE_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Only 2000::/3 is given out; what of it carries an address of IPv4 inside, or is no place at all, is left out. */
const GLOBAL_6: readonly [string, number] = ['2000::', 3];
const EXCEPT_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const private4 = new BlockList();
for (const [net, bits] of PRIVATE_4) private4.addSubnet(net, bits, 'ipv4');
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_6, 'ipv6');
const except6 = new BlockList();
for (const [net, bits] of EXCEPT_6) except6.addSubnet(net, bits, 'ipv6');
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');

/** False for what is no address at all. */
export function isPublicAddress(address: string): boolean {
  const plain = bare(address);
  const kind = isIP(plain);
  if (kind === 4) return !private4.check(plain, 'ipv4');
  return kind === 6 && global6.check(plain, 'ipv6') && !except6.check(plain, 'ipv6');
}

/** Where clouds keep their secrets: never meant by accident. */
export function isLinkLocalAddress(address: string): boolean {
  const plain = bare(address);
  const kind = isIP(plain);
  if (kind === 0) return false;
  // A BlockList sees through addresses of IPv4 that are written as IPv6.
  return linkLocal.check(plain, kind === 4 ? 'ipv4' : 'ipv6');
}

/** As URLs and sockets write them: `[::1]`, `fe80::1%eth0`. */
function bare(address: string): string {
  return address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
}
