import { describe, expect, it } from 'vitest';
import { readSessionAddress } from './session-address.ts';

const BASE = 'https://page.example/shop/';

describe('what src says', () => {
  it.each([
    ['https://host.example/s/abc#code=vc_1', { url: 'https://host.example', session: 'abc', code: 'vc_1' }],
    ['https://host.example/s/abc#token=a.b.c', { url: 'https://host.example', session: 'abc', token: 'a.b.c' }],
    ['https://host.example:8443/s/abc/', { url: 'https://host.example:8443', session: 'abc' }],
    ['https://host.example/below/s/a%2Fb#code=', { url: 'https://host.example/below', session: 'a/b' }],
    ['/s/abc', { url: 'https://page.example', session: 'abc' }],
    ['s/abc', { url: 'https://page.example/shop', session: 'abc' }],
  ])('%s', (src, address) => {
    expect(readSessionAddress(src, BASE)).toEqual(address);
  });

  it.each(['', 'https://host.example/', 'https://host.example/s/', 'https://host.example/s/a/b', 'javascript:/s/abc'])(
    'nothing that names a session: %s',
    (src) => {
      expect(readSessionAddress(src, BASE)).toBeUndefined();
    },
  );

  it('nothing whose name cannot be read, and nothing of another scheme', () => {
    expect(readSessionAddress('https://host.example/s/%ff', BASE)).toBeUndefined();
    expect(readSessionAddress('ftp://host.example/s/abc', BASE)).toBeUndefined();
    expect(readSessionAddress('https://[/s/abc', BASE)).toBeUndefined();
  });
});
