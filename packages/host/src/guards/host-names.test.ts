import { describe, expect, it } from 'vitest';
import { expectThrown } from '../../test/credentials.ts';
import { assertNamed, bracketed, hostNames, isLoopback, isNamed } from './host-names.ts';

describe('the names of a host', () => {
  it('[GD1] are the loopback names and the one it listens on, with any port', () => {
    const names = hostNames('127.0.0.1');
    for (const header of ['127.0.0.1:8787', 'localhost', 'LOCALHOST:1', 'localhost.', '[::1]:8787'])
      expect(isNamed(names, header), header).toBe(true);
    expect(isNamed(hostNames('box.lan'), 'box.lan:80')).toBe(true);
    expect(isNamed(hostNames('fe80::1'), '[fe80::1]:80')).toBe(true);
  });

  it('[GD1] are no others: a page that was made to lead here calls it by its own', () => {
    const names = hostNames('127.0.0.1');
    const foreign = ['', 'evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8787', '127.0.0.1@evil'];
    for (const header of [undefined, ...foreign, ':8787', '[::1', 'localhost:x', 'localhost, evil.example']) {
      expect(isNamed(names, header), header).toBe(false);
      expectThrown(() => assertNamed(names, header), 'VITRINE_HOST_UNKNOWN');
    }
  });

  it('[GD1] are those it was told, also where it listens everywhere', () => {
    const names = hostNames('0.0.0.0', ['Ui.Example.org', '2001:db8::1']);
    for (const header of ['ui.example.org', 'UI.example.org:443', '[2001:db8::1]', 'localhost:8787'])
      expect(isNamed(names, header), header).toBe(true);
    expect(isNamed(names, 'evil.example')).toBe(false);
    expect(isNamed(names, '0.0.0.0')).toBe(false);
  });

  it('[GD1] are all names when it listens everywhere and was told none', () => {
    for (const host of ['0.0.0.0', '::', '[::]', '*']) assertNamed(hostNames(host), 'box.lan');
  });

  it('[GD1] are loopback or not, and stand in brackets where a URL wants them', () => {
    expect(['localhost', '127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true, true]);
    expect(['0.0.0.0', 'box.lan', '10.0.0.1', '127.evil'].map(isLoopback)).toEqual([false, false, false, false]);
    expect([bracketed('::1'), bracketed('[::1]'), bracketed('localhost')]).toEqual(['[::1]', '[::1]', 'localhost']);
  });
});
