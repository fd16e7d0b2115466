import { describe, expect, it } from 'vitest';
import { familiesOf } from './theme.ts';

describe('a font of a theme', () => {
  it('is quoted where it means something else to a style', () => {
    for (const word of ['inherit', 'initial', 'unset', 'revert', 'revert-layer', 'default', 'arial'])
      expect(familiesOf(word)).toBe(`"${word}"`);
    expect(familiesOf('default, serif')).toBe('"default", serif');
  });

  it('is a few plain family names, quoted unless generic', () => {
    expect(familiesOf('Roboto')).toBe('"Roboto"');
    expect(familiesOf('Open Sans, Noto Sans JP,sans-serif')).toBe('"Open Sans", "Noto Sans JP", sans-serif');
    expect(familiesOf('Ökonom-Schrift 2')).toBe('"Ökonom-Schrift 2"');
  });

  it.each([
    '',
    ' ',
    'a, ',
    'a;color:red',
    'a"b',
    "a'b",
    'a\\b',
    'url(https://example.org/x)',
    'var(--x)',
    'a}b',
    'a/*b',
    'a\nb',
    'a\u202eb',
    'a,b,c,d,e',
    'a'.repeat(65),
    'inherit!important',
    7,
    null,
    undefined,
    ['a'],
  ])('is refused when it is %j', (font) => {
    expect(familiesOf(font)).toBeUndefined();
  });
});
