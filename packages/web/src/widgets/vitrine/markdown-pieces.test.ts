import { expect, test } from 'vitest';
import { flatten, markdownPieces } from './markdown-pieces.ts';

const PARAGRAPH = `${'word '.repeat(100)}\n\n`;

test('a short text is one piece, and pieces together are the text', () => {
  expect(markdownPieces('a\n\nb')).toEqual(['a\n\nb']);
  expect(markdownPieces('')).toEqual([]);
  const text = PARAGRAPH.repeat(100);
  expect(markdownPieces(text).join('')).toBe(text);
});

test('a long text is cut between paragraphs', () => {
  const pieces = markdownPieces(PARAGRAPH.repeat(100));
  expect(pieces.length).toBeGreaterThan(3);
  for (const piece of pieces) expect(piece.endsWith('\n\n')).toBe(true);
});

test('code in fences and lists are not cut', () => {
  const code = `\`\`\`\n${'a\n\n'.repeat(3000)}\`\`\`\n\n`;
  expect(markdownPieces(code + PARAGRAPH)[0]).toBe(code);
  const list = `${'- item of a loose list\n\n'.repeat(400)}`;
  expect(markdownPieces(list + PARAGRAPH)[0]).toBe(list);
});

test('a text that grows keeps its pieces but for the last', () => {
  const text = PARAGRAPH.repeat(60);
  const before = markdownPieces(text);
  const after = markdownPieces(`${text}more\n\n${PARAGRAPH}`);
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
});

test('no piece is longer than it may be, whatever the text', () => {
  for (const text of ['x'.repeat(100_000), '```\n'.repeat(20_000), '- \n\n'.repeat(20_000)]) {
    const pieces = markdownPieces(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(20_000);
    expect(pieces.join('')).toBe(text);
  }
});

test('nesting that nobody writes is taken out', () => {
  expect(flatten('> > a')).toBe('> > a');
  expect(flatten('>'.repeat(20))).toBe(`${'>'.repeat(16)}\\>>>>`);
  expect(flatten(`${' '.repeat(60)}- a`)).toBe(`${' '.repeat(40)}- a`);
  expect(flatten(`${' '.repeat(60)}a`)).toBe(`${' '.repeat(60)}a`);
  expect(flatten('1. '.repeat(50_000)).length).toBe(150_001);
});
