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

function blocks(...subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, bits] of subnets) list.addSubnet(net, bits, net.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}

const private4 = blocks(...PRIVATE_4);
const global6 = blocks(GLOBAL_6);
const except6 = blocks(...EXCEPT_6);
const linkLocal = blocks(['169.254.0.0', 16], ['fe80::', 10]);

/** False for what is no address at all. */
export function isPublicAddress(address: string): boolean {
  const plain = bare(address);
  if (isIP(plain) === 4) return !private4.check(plain, 'ipv4');
  return isIP(plain) === 6 && global6.check(plain, 'ipv6') && !except6.check(plain, 'ipv6');
}

/** Where clouds keep their secrets: never meant by accident. A BlockList sees through IPv4 that is written as IPv6. */
export function isLinkLocalAddress(address: string): boolean {
  const plain = bare(address);
  return isIP(plain) !== 0 && linkLocal.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
}

/** As URLs and sockets write them: `[::1]`, `fe80::1%eth0`. */
function bare(address: string): string {
  return address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
}
