import { bool, type Json, number, oneOf, plainNumber, plainText, text, textList } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { blankOf, coerce, toUri } from './coerce.ts';

describe('a URI', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['https://example.com/ä|%20', 'https://example.com/%C3%A4%7C%20'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
  ])('%j is written %j', (given, uri) => {
    expect(toUri(given)).toBe(uri);
  });

  it.each(['', 'example.com', '/path', '${/url}', 'https:', '1http://x', 'a b:c', '\ud800:x'])(
    '%j is none',
    (given) => {
      expect(toUri(given)).toBeUndefined();
    },
  );
});

describe('a literal', () => {
  it.each<[ReturnType<typeof text> | ReturnType<typeof number>, Json | undefined, Json | undefined]>([
    [text(), 5, '5'],
    [text(), undefined, ''],
    [plainText({ format: 'date' }), '2026-02-28', '2026-02-28'],
    [plainText({ format: 'date' }), '2026-02-30', undefined],
    [plainText({ format: 'date' }), '10:00', undefined],
    [plainText({ format: 'date' }), '10:00:00Z', '10:00:00Z'],
    [plainText({ format: 'date' }), '2026-02-28T10:00:00+01:00', '2026-02-28T10:00:00+01:00'],
    [plainText({ minLength: 2 }), 'a', undefined],
    [number(), '3', 3],
    [number(), { a: 1 }, undefined],
    [plainNumber({ integer: true, min: 1, max: 5 }), 2.5, undefined],
    [plainNumber({ integer: true, min: 1, max: 5 }), 0, undefined],
    [plainNumber({ integer: true, min: 1, max: 5 }), 6, undefined],
    [plainNumber({ integer: true, min: 1, max: 5 }), 5, 5],
  ])('for %j that is %j is written %j', (prop, given, written) => {
    expect(coerce(prop, given)).toEqual(written);
  });

  it('is one of the options, a list of texts, true or false, or nothing', () => {
    expect(coerce(oneOf(['a', 'b']), 'b')).toBe('b');
    expect(coerce(oneOf(['a', 'b']), 'c')).toBeUndefined();
    expect(coerce(textList(), ['a', 1])).toEqual(['a', '1']);
    expect(coerce(textList(), { a: 1 })).toBeUndefined();
    expect(coerce(bool(), 'true')).toBe(true);
    expect(coerce(bool(), [])).toBeUndefined();
  });

  it('has a blank for when nothing can be sent', () => {
    expect(blankOf(oneOf(['a', 'b'], { default: 'b' }))).toBe('b');
    expect(blankOf(oneOf(['add', 'help']))).toBe('help');
    expect(blankOf(number())).toBe(0);
    expect(blankOf(text())).toBe('');
  });
});
