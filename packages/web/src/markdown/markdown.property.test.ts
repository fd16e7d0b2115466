// Whatever is written, reading it takes time in proportion to its length: no mark can be made to be looked for again and
// again. Twice the length must not take much more than twice the time.

import { describe, expect, test } from 'vitest';
import { type Content, parseBlocks } from './blocks.ts';
import { type Inline, parseInline } from './inline.ts';
import { pieces } from './long-text.ts';
import { isLong, mayBeMarkdown } from './text-kind.ts';

const PIECE = 20_000;

const HOSTILE: readonly string[] = [
  '*',
  '_',
  '`',
  '[',
  ']',
  '~',
  '\\',
  '!',
  '#',
  '>',
  '-',
  '+',
  ' ',
  '\n',
  '(',
  ')',
  '|',
  '<',
  '&',
  '**',
  '* ',
  '*a',
  'a*',
  '_a ',
  '*_',
  '*a_b',
  '**a ',
  '`` ` ',
  '` ``',
  '[a',
  '[a](',
  '[a](b',
  '![',
  '](',
  '[](',
  '[a](b(',
  '[a](b(c',
  '~~',
  '~~a',
  '> ',
  '>\n',
  '- ',
  '- a\n',
  '-\n',
  '- a\n\n',
  '1. ',
  '1. a\n',
  '# ',
  '#\n',
  '```\n',
  '~~~\n',
  '``` \n',
  '\n\n',
  ' \n',
  '- - ',
  '***a',
  '*a**',
  '_*`[',
  '\u{1f468}\u200d',
];

function read(text: string): void {
  if (!mayBeMarkdown(text)) return;
  const visit = (block: Content): void => {
    if ('of' in block) block.of.forEach(visit);
    else if (block.tag !== 'pre') parseInline(block.text);
  };
  parseBlocks(text).forEach(visit);
  parseInline(text);
}

function millisecondsFor(text: string): number {
  const began = performance.now();
  read(text);
  return performance.now() - began;
}

describe('hostile Markdown', () => {
  test.each(HOSTILE.map((one) => [JSON.stringify(one), one]))('100 kB of %s is read in no time', (_name, one) => {
    const text = one.repeat(Math.ceil(100_000 / one.length));
    millisecondsFor(text.slice(0, 1000));
    // Quadratic time would be minutes; the least of three leaves out what else the machine does.
    expect(Math.min(...[1, 2, 3].map(() => millisecondsFor(text)))).toBeLessThan(1500);
  });

  test('backtick runs of every length are read in no time', () => {
    const text = Array.from({ length: 440 }, (_, i) => '`'.repeat(i + 1)).join(' ');
    expect(millisecondsFor(text)).toBeLessThan(1500);
  });

  test('mixtures are read in no time, and nothing of what is written is lost', () => {
    let seed = 20261115;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    // The address of a picture is the one thing that is left out.
    const marks = HOSTILE.filter((one) => !one.includes('!'));
    for (let round = 0; round < 200; round++) {
      const text = Array.from({ length: 200 }, () => marks[random(marks.length)]).join('x');
      expect(millisecondsFor(text)).toBeLessThan(1500);
      expect(letters(parseInline(text))).toBe(text.replace(/[^xabc]/g, '').length);
    }
  });
});

/** How many of the letters that the mixtures are made of are left. */
function letters(parts: readonly Inline[]): number {
  return parts.reduce(
    (sum, part) => sum + (typeof part === 'string' ? part.replace(/[^xabc]/g, '').length : letters(part.of)),
    0,
  );
}

describe('mayBeMarkdown', () => {
  test.each([
    'Hello',
    'well-known, 3-5 days',
    'Room 12. Second floor',
    '-5 degrees',
    'a\nb',
    '#1 in sales',
    'C# and F#',
    '1,000.00 (net)',
    '~5 km',
    'a > b',
    '[x] and (y)',
    '2024',
  ])('an ordinary text is not: %j', (text) => {
    expect(mayBeMarkdown(text)).toBe(false);
  });

  test.each([
    '**a**',
    '_a_',
    '`a`',
    '~~a~~',
    '# a',
    'x\n## a',
    '- a',
    '+ a',
    '1. a',
    '3) a',
    '> a',
    '---',
    'a\n\nb',
    'a\n \nb',
    '[a](b)',
    '\\*',
    '```\na',
    '~~~\na',
  ])('a text with marks may be: %j', (text) => {
    expect(mayBeMarkdown(text)).toBe(true);
  });
});

describe('pieces', () => {
  test('a text is cut behind a paragraph, a line or a word, and nothing is lost', () => {
    for (const gap of ['\n\n', '\n', ' ', '']) {
      const text = `word${gap}`.repeat(30_000);
      const { found, more } = pieces(text, 1000);
      expect(found.join('')).toBe(text);
      expect(more).toBe(false);
      for (const piece of found.slice(0, -1)) {
        expect(piece.length).toBeLessThanOrEqual(PIECE);
        expect(piece.endsWith(gap)).toBe(true);
      }
    }
  });

  test('a character is never cut in two', () => {
    for (const piece of pieces(`a${'\u{1f600}'.repeat(30_000)}`, 10).found) expect(piece.isWellFormed()).toBe(true);
  });

  test('only as many as are wanted are cut', () => {
    const { found, more } = pieces('x'.repeat(PIECE * 5), 2);
    expect([found.length, more]).toEqual([2, true]);
  });

  test('a text of many lines is cut behind four hundred of them', () => {
    const { found, more } = pieces('x\n'.repeat(1000), 2);
    expect(found.map((piece) => piece.split('\n').length - 1)).toEqual([400, 400]);
    expect(more).toBe(true);
  });

  test.each([
    ['x'.repeat(PIECE), false],
    ['x'.repeat(PIECE + 1), true],
    ['x\n'.repeat(400), false],
    ['x\n'.repeat(401), true],
    ['', false],
  ])('a text is long when it has more than one piece', (text, long) => {
    expect(isLong(text)).toBe(long);
    expect(pieces(text, 1).more).toBe(long);
  });

  test('a text that grows keeps the pieces that it has', () => {
    const text = 'word word word word word word word word word word word\n'.repeat(1000);
    const before = pieces(text, 2).found;
    expect(pieces(`${text}more`, 2).found).toEqual(before);
  });
});
