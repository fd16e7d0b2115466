import { describe, expect, it } from 'vitest';
import { bracketed, hostNames, isLoopback, isNamed } from './host-names.ts';

describe('the names of a server', () => {
  it('are the loopback names and the one it listens on, with any port', () => {
    const names = hostNames('127.0.0.1');
    for (const header of ['127.0.0.1:8787', 'localhost', 'LOCALHOST:1', 'localhost.', '[::1]:8787']) {
      expect(isNamed(names, header), header).toBe(true);
    }
    expect(isNamed(hostNames('box.lan'), 'box.lan:80')).toBe(true);
    expect(isNamed(hostNames('fe80::1'), '[fe80::1]:80')).toBe(true);
  });

  it('are no others: a page that was made to lead here calls it by its own', () => {
    const names = hostNames('127.0.0.1');
    for (const header of [
      undefined,
      '',
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example:8787',
      '127.0.0.1@evil',
      ':8787',
      '[::1',
      'localhost:x',
    ]) {
      expect(isNamed(names, header), header).toBe(false);
    }
  });

  it('are all names when it was told to listen everywhere', () => {
    expect(isNamed(hostNames('0.0.0.0'), 'box.lan')).toBe(true);
    expect(isNamed(hostNames('::'), 'box.lan')).toBe(true);
  });

  it('are loopback or not, and stand in brackets where a URL wants them', () => {
    expect(['localhost', '127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true, true]);
    expect(['0.0.0.0', 'box.lan', '10.0.0.1'].map(isLoopback)).toEqual([false, false, false]);
    expect([bracketed('::1'), bracketed('[::1]'), bracketed('localhost')]).toEqual(['[::1]', '[::1]', 'localhost']);
  });
});
