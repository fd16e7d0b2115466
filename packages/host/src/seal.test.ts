import type { Json } from '@vitrine/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectThrown } from '../test/credentials.ts';
import { areApart, createSealer } from './seal.ts';

const KEY = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);
const refuses = (act: () => unknown) => expectThrown(act, 'VITRINE_HOST_FAILED');

describe('a sealed value', () => {
  it('[CR20] opens as it was', () => {
    const sealer = createSealer(KEY);
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, session) => {
        const plain = JSON.parse(JSON.stringify(value)) as Json;
        expect(sealer.open(session, sealer.seal(session, plain))).toEqual(plain);
      }),
    );
  });

  it('[CR20] never shows the value, and never looks the same twice', () => {
    const sealer = createSealer(KEY);
    const sealed = [1, 2].map(() => sealer.seal('s1', 'correct horse battery'));
    expect(new Set(sealed).size).toBe(2);
    for (const text of sealed) {
      const body = Buffer.from(text.split('.')[2] ?? '', 'base64url').toString('latin1');
      expect(text + body).not.toContain('horse');
    }
  });

  it('[CR20] does not tell how long the value is', () => {
    const sealer = createSealer(KEY);
    const lengths = ['', 'a', 'x'.repeat(40), 'x'.repeat(62)].map((value) => sealer.seal('s1', value).length);
    expect(new Set(lengths).size).toBe(1);
    expect(sealer.seal('s1', 'x'.repeat(63)).length).toBeGreaterThan(lengths[0] ?? 0);
  });

  it('[CR20] opens in no other session and with no other key', () => {
    const sealer = createSealer(KEY);
    const sealed = sealer.seal('s1', 'secret');
    for (const session of ['s2', '', 's1 ', 'S1']) refuses(() => sealer.open(session, sealed));
    refuses(() => createSealer(OTHER).open('s1', sealed));
  });

  it('[CR20] opens with the key that sealed it after another took over', () => {
    const sealed = createSealer(KEY).seal('s1', 'secret');
    const next = createSealer(OTHER, [KEY]);
    expect(next.open('s1', sealed)).toBe('secret');
    refuses(() => createSealer(KEY).open('s1', next.seal('s1', 'secret')));
  });

  it('[CR20] is refused in one and the same way wherever it was changed or cut', () => {
    const sealer = createSealer(KEY);
    const sealed = sealer.seal('s1', 'secret');
    const messages = new Set<string>();
    const open = (text: string) => {
      try {
        sealer.open('s1', text);
        expect.unreachable(text);
      } catch (error) {
        const { message, cause } = error as Error;
        expect(cause).toBeUndefined();
        messages.add(message);
      }
    };
    for (let at = 0; at < sealed.length; at += 1) {
      // Two bits of the last character may stand for nothing.
      if (at < sealed.length - 1) open(sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1));
      open(sealed.slice(0, at));
    }
    for (const text of ['', '.', '..', 'seal1..', `${sealed}.x`, `${sealed}AAAA`, 'seal1.__proto__.AAAA', 'null'])
      open(text);
    expect(messages).toEqual(new Set(['A sealed value cannot be opened.']));
  });

  it('[CR20] needs a key of 32 bytes', () => {
    for (const length of [0, 16, 31, 33]) expect(() => createSealer(new Uint8Array(length))).toThrow(RangeError);
  });
});

it('[CR20] A mark knows a text again in its session, and says nothing of it to whoever has not the key', () => {
  const markOf = (key: Uint8Array, session: string, ...pieces: readonly string[]): string =>
    createSealer(key).mark(session, (add) => pieces.forEach(add));
  const mark = markOf(KEY, 's1', '1234');
  expect(markOf(KEY, 's1', '12', '', '34')).toBe(mark);
  const [text, session, key] = [markOf(KEY, 's1', '1235'), markOf(KEY, 's2', '1234'), markOf(OTHER, 's1', '1234')];
  expect(new Set([mark, text, session, key]).size).toBe(4);
  expect(new Set([mark, text, session, key].map(({ length }) => length)).size).toBe(1);
  // Under another key nobody can tell whether it is the same.
  expect([mark, text, session, key].map((one) => areApart(mark, one))).toEqual([false, true, true, false]);
});
