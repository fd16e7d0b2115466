import { describe, expect, it } from 'vitest';
import { expectThrown } from '../../test/credentials.ts';
import { clientAddress, portClient } from './client-address.ts';
import { Connections } from './connections.ts';

describe('open connections', () => {
  it('[GD11] are bounded for each client, whatever the others do', () => {
    const connections = new Connections({ perClient: 2, total: 100 });
    connections.open('a');
    connections.open('a');
    expectThrown(() => connections.open('a'), 'VITRINE_BUSY');
    connections.open('b');
    expect(connections.total).toBe(3);
  });

  it('[GD11] are bounded in all; who was refused takes no room', () => {
    const connections = new Connections({ perClient: 2, total: 3 });
    const closes = ['a', 'b', 'c'].map((client) => connections.open(client));
    for (let n = 0; n < 10_000; n += 1) expectThrown(() => connections.open(`d${n}`), 'VITRINE_BUSY');
    closes[0]?.();
    connections.open('d');
    expectThrown(() => connections.open('e'), 'VITRINE_BUSY');
  });

  it('[GD11] make room once when they close', () => {
    const connections = new Connections({ perClient: 1, total: 2 });
    const close = connections.open('a');
    close();
    close();
    expect(connections.total).toBe(0);
    connections.open('a');
    close();
    expectThrown(() => connections.open('a'), 'VITRINE_BUSY');
    expect(connections.total).toBe(1);
  });
});

describe('a client', () => {
  it('[GD12] is its IPv4 address, however it is written', () => {
    expect(clientAddress('203.0.113.9')).toBe('203.0.113.9');
    expect(clientAddress('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(clientAddress('::FFFF:203.0.113.9')).toBe('203.0.113.9');
    for (const address of ['::ffff:cb00:7109', '0:0:0:0:0:ffff:cb00:7109', '0::FFFF:203.0.113.9'])
      expect(clientAddress(address), address).toBe('203.0.113.9');
    expect(clientAddress('10.0.0.1', '::ffff:808:808')).toBe('8.8.8.8');
    expect(clientAddress('::ffff:7f00:1')).toBe('127.0.0.1');
  });

  it('[GD12] is the network of its IPv6 address', () => {
    const network = '2001:db8:1:2::/64';
    for (const address of [
      '2001:db8:1:2::1',
      '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
      '2001:db8:1:2:3::',
      '2001:db8:1:2::1.2.3.4',
    ])
      expect(clientAddress(address), address).toBe(network);
    expect(clientAddress('2001:db8:1:3::1')).not.toBe(network);
    expect(clientAddress('::808:808')).toBe('0:0:0:0::/64');
    expect(clientAddress('1:2:3:4:5:6:1.2.3.4')).toBe('1:2:3:4::/64');
    expect(clientAddress('::')).toBe('0:0:0:0::/64');
    expect(clientAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });

  it('[GD12] is this machine by its own address alone', () => {
    for (const address of ['::1', '0:0:0:0:0:0:0:1', '::0001', '::0.0.0.1']) expect(clientAddress(address)).toBe('::1');
    for (const address of ['::2', '::1:1', '::127.0.0.1', '::ffff:0:1']) expect(clientAddress(address)).not.toBe('::1');
  });

  it('[GD12] is the last forwarded address where the proxy is trusted, and nobody where that cannot be read', () => {
    for (const last of [
      '203.0.113.9',
      '203.0.113.9:51234',
      '"203.0.113.9"',
      '"203.0.113.9:80"',
      '[::ffff:cb00:7109]:1',
    ])
      expect(clientAddress('10.0.0.1', `198.51.100.1, ${last}`), last).toBe('203.0.113.9');
    for (const last of ['2001:db8::1', '[2001:db8::1]', '"[2001:db8::1]:443"'])
      expect(clientAddress('127.0.0.1', last), last).toBe('2001:db8:0:0::/64');
    for (const forwarded of [
      '',
      'unknown',
      '203.0.113.9,',
      '203.0.113.9, x',
      '_hidden',
      '1.2.3.4:x',
      '[1.2.3.4',
      '127.1',
    ])
      for (const proxy of ['10.0.0.1', '127.0.0.1']) expect(clientAddress(proxy, forwarded), forwarded).toBe('unknown');
    expect(clientAddress(undefined)).toBe('unknown');
  });

  it('[GD12] is not this machine because somebody elsewhere says so', () => {
    for (const forwarded of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) {
      expect(clientAddress('203.0.113.9', forwarded), forwarded).toBe('203.0.113.9');
      expect(clientAddress(undefined, forwarded), forwarded).toBe('unknown');
      for (const proxy of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect(portClient(clientAddress(proxy, forwarded), null).isNear, forwarded).toBe(true);
    }
    expect(portClient(clientAddress('127.0.0.1', '203.0.113.9'), null).isNear).toBe(false);
  });

  it('[GD13] is near by a loopback address and nothing else', () => {
    for (const address of ['127.0.0.1', '127.255.0.9', '::1']) expect(portClient(address, null).isNear).toBe(true);
    for (const address of [
      '10.0.0.1',
      '0.0.0.0',
      '::/64',
      'localhost',
      '[::1]',
      '127.evil',
      '127.0.0.1.a',
      'unknown',
      '',
    ])
      expect(portClient(address, null).isNear, address).toBe(false);
  });
});
