import { describe, expect, test } from 'vitest';
import { type Inline, parseInline } from './inline.ts';

/** Marks as tags, so that cases are readable. */
function written(parts: readonly Inline[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : `{${part.tag} ${written(part.of)}}`)).join('');
}

describe('marks inside a line', () => {
  test.each([
    ['a **b** c', 'a {strong b} c'],
    ['a __b__ c', 'a {strong b} c'],
    ['*a* _b_', '{em a} {em b}'],
    ['***both***', '{strong {em both}}'],
    ['**a *b* c**', '{strong a {em b} c}'],
    ['~~gone~~ ~kept~', '{s gone} ~kept~'],
    ['`a*b*`', '{code a*b*}'],
    ['`` a`b ``', '{code a`b}'],
    ['``a`', '``a`'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['**open', '**open'],
    ['a*', 'a*'],
    ['**', '**'],
    ['****', '****'],
    ['*a **b* c**', '{em a **b} c**'],
    ['\\*not\\* \\\\ \\a', '*not* \\ \\a'],
    ['a\\\nb', 'a\nb'],
  ])('%j', (text, expected) => {
    expect(written(parseInline(text))).toBe(expected);
  });

  test.each([
    ['[here](https://a.test/x)', 'here (https://a.test/x)'],
    ['[**here**](https://a.test/(x))', '{strong here} (https://a.test/(x))'],
    ['[https://a.test](https://a.test)', 'https://a.test'],
    ['[here](javascript:alert`1`)', 'here (javascript:alert`1`)'],
    ['[t](u "title")', 't (u)'],
    ['[t]()', 't'],
    ['![words](https://a.test/p.png)', 'words'],
    ['[open](https://a.test', '[open](https://a.test'],
    ['array[0] and [x]', 'array[0] and [x]'],
    ['wow! great', 'wow! great'],
  ])('a link or picture is text: %j', (text, expected) => {
    expect(written(parseInline(text))).toBe(expected);
  });

  test.each(['<b>x</b>', '<img src=x onerror=alert(1)>', '&lt;b&gt; &amp;', '<!-- x -->', '<https://a.test>'])(
    'HTML stays characters: %s',
    (text) => {
      expect(parseInline(text)).toEqual([text]);
    },
  );

  test('marks nest to a bounded depth', () => {
    const parts = parseInline(`${'*a **b '.repeat(100)}${'** *'.repeat(100)}`);
    const depth = (of: readonly Inline[]): number =>
      Math.max(0, ...of.map((p) => (typeof p === 'string' ? 0 : 1 + depth(p.of))));
    expect(depth(parts)).toBeLessThanOrEqual(8);
  });
});
