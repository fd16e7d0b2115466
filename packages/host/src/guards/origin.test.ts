import { describe, expect, it } from 'vitest';
import { expectThrown } from '../../test/credentials.ts';
import { hostNames } from './host-names.ts';
import { assertOwnOrigin, isOwnOrigin } from './origin.ts';

const names = hostNames('127.0.0.1', ['ui.example.org']);

describe('the origin of a request', () => {
  it('[GD2] may be absent, which is what programs send', () => {
    assertOwnOrigin(names, undefined);
    assertOwnOrigin('any', undefined, 'box.lan');
  });

  it('[GD2] may be a name of the host, whatever the port', () => {
    const own = ['http://127.0.0.1:8787', 'http://localhost:5173', 'https://ui.example.org', 'http://[::1]:1'];
    for (const origin of [...own, 'HTTPS://UI.EXAMPLE.ORG']) expect(isOwnOrigin(names, origin), origin).toBe(true);
  });

  it('[GD2] may be nothing else', () => {
    const foreign = [
      'null',
      '',
      ' ',
      'https://evil.example',
      'https://ui.example.org.evil.example',
      'https://evil.example#ui.example.org',
      'https://evil.example?ui.example.org',
      'https://ui.example.org@evil.example',
      'https://evil.example@ui.example.org',
      'https://ui.example.org/',
      'https://ui.example.org/path',
      'ui.example.org',
      'file://',
      'file://localhost',
      'chrome-extension://localhost',
      'http://localhost, http://evil.example',
      'http://localhost http://evil.example',
      'http://localhost:99999999',
      'http://',
    ];
    for (const origin of foreign) {
      expect(isOwnOrigin(names, origin), origin).toBe(false);
      expectThrown(() => assertOwnOrigin(names, origin), 'VITRINE_ORIGIN_REFUSED');
    }
  });

  it('[GD2] is that of the name it was called by where the host goes by any', () => {
    expect(isOwnOrigin('any', 'http://box.lan:8787', 'box.lan:8787')).toBe(true);
    expect(isOwnOrigin('any', 'https://BOX.lan', 'box.lan:8787')).toBe(true);
    expect(isOwnOrigin('any', 'http://evil.example', 'box.lan:8787')).toBe(false);
    expect(isOwnOrigin('any', 'http://evil.example')).toBe(false);
    expect(isOwnOrigin('any', 'null', 'null')).toBe(false);
  });
});
