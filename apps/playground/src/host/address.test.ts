import { describe, expect, it } from 'vitest';
import { readCode, readFragment, readRoute, readSessionPath, routeTo } from './address.ts';

describe('an address', () => {
  it('carries a code or a token in its fragment, and nothing else does', () => {
    expect(readFragment('#operator=abc', 'operator')).toBe('abc');
    expect(readFragment('#token=a.b.c', 'token')).toBe('a.b.c');
    expect(readFragment('#token=', 'token')).toBeUndefined();
    expect(readFragment('#/some-session', 'operator')).toBeUndefined();
    expect(readFragment('', 'token')).toBeUndefined();
  });

  it('names the session of a viewer by its path', () => {
    expect(readSessionPath('/s/abc')).toBe('abc');
    expect(readSessionPath('/s/a%20b/')).toBe('a b');
    for (const path of ['/', '/s', '/s/', '/s/a/b', '/x/s/a', '/s/%E0%A4%A']) {
      expect(readSessionPath(path), path).toBeUndefined();
    }
  });

  it('names the open session of an operator by its fragment, there and back', () => {
    for (const session of ['abc', 'a/b#c', 'ü']) expect(readRoute(routeTo(session))).toBe(session);
    for (const hash of ['', '#', '#/', '#operator=abc', '#/a/b', '#/%']) expect(readRoute(hash), hash).toBeUndefined();
  });
});

describe('what a person pastes', () => {
  it('is the printed address, its fragment or the bare code', () => {
    for (const pasted of [
      ' http://127.0.0.1:8787/#operator=vo_Abc-123 ',
      '#operator=vo_Abc-123',
      'operator=vo_Abc-123',
      'vo_Abc-123\n',
    ]) {
      expect(readCode(pasted), pasted).toBe('vo_Abc-123');
    }
  });

  it('is no code when it is something else', () => {
    for (const pasted of ['', 'a b c', 'http://127.0.0.1:8787/', 'http://x/#token=abcdef', '<b>', 'x'.repeat(500)]) {
      expect(readCode(pasted), pasted).toBeUndefined();
    }
  });
});
