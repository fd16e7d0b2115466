import { expect, test } from 'vitest';
import { codeChunks, codePieces } from './code-chunks.ts';

const BLOCK = `function f() {\n${'  call();\n'.repeat(20)}}\n\n`;
const textOf = (source: string): string =>
  codeChunks(source)
    .map(({ text }) => text)
    .join('');

test('code is cut where something new begins', () => {
  const chunks = codeChunks(BLOCK.repeat(40));
  expect(chunks.length).toBeGreaterThan(3);
  for (const { text, plain } of chunks) expect([text.startsWith('function'), plain]).toEqual([true, false]);
  expect(textOf(BLOCK.repeat(40))).toBe(BLOCK.repeat(40));
});

test('short code is one part, and none is none', () => {
  expect(codeChunks('a')).toEqual([{ text: 'a', plain: false }]);
  expect(codeChunks('')).toEqual([]);
});

test('a line that no person wrote is a plain part of its own', () => {
  const long = `${'x('.repeat(2000)}\n`;
  expect(codeChunks(`a\n${long}b`)).toEqual([
    { text: 'a\n', plain: false },
    { text: long, plain: true },
    { text: 'b', plain: false },
  ]);
});

test('code that grows keeps its parts but for the last', () => {
  const before = codeChunks(BLOCK.repeat(20));
  const after = codeChunks(`${BLOCK.repeat(20)}more\n`);
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
});

test('code without an empty line is cut at some line', () => {
  const source = 'call();\n'.repeat(3000);
  expect(Math.max(...codeChunks(source).map(({ text }) => text.length))).toBeLessThan(6100);
  expect(textOf(source)).toBe(source);
});

test('pieces of long code end with a line where there is one', () => {
  const source = 'line of code\n'.repeat(10_000);
  const pieces = codePieces(source, 20_000);
  expect(pieces.join('')).toBe(source);
  for (const piece of pieces) expect(piece.endsWith('\n')).toBe(true);
  expect(codePieces('x'.repeat(50_000), 20_000).map(({ length }) => length)).toEqual([20_000, 20_000, 10_000]);
});
