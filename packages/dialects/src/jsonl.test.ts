import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, LineReader } from './jsonl.ts';

const LIMIT = { lineLength: 1000 };
const encoder = new TextEncoder();

function readAll(chunks: Iterable<Uint8Array | string>, limits = LIMIT): readonly Line[] {
  const reader = new LineReader(limits);
  const lines: Line[] = [];
  for (const chunk of chunks) lines.push(...reader.push(chunk));
  return [...lines, ...reader.end()];
}

/** `[line, text]`, or `[line, code]` for what was dropped. */
function short(lines: readonly Line[]): readonly (readonly [number, string])[] {
  return lines.map((line) => [line.line, 'text' in line ? line.text : line.issue.code]);
}

function cut(bytes: Uint8Array, at: readonly number[]): readonly Uint8Array[] {
  const places = [0, ...at.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
}

const pieces = fc.constantFrom('{"a":1}', 'é', '€', '😀', ' ', '\t', '\n', '\r', '\r\n', '\u2028', 'x'.repeat(40), '');
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

describe('lines of a stream', () => {
  it('[JL1] are the same however its bytes are cut, inside characters too', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 12 }), (text, places) => {
        const bytes = encoder.encode(text);
        expect(readAll(cut(bytes, places), { lineLength: 100 })).toEqual(readAll([bytes], { lineLength: 100 }));
      }),
      { numRuns: 2000 },
    );
  });

  it('[JL1] are the same byte by byte, and as text', () => {
    const text = '\ufeff{"a":"€ 😀"}\r\n\r\n{"b":2}\r{"c":3}\n\n{"d":"é"}';
    const bytes = encoder.encode(text);
    const expected = [
      [1, '{"a":"€ 😀"}'],
      [3, '{"b":2}'],
      [4, '{"c":3}'],
      [6, '{"d":"é"}'],
    ];
    expect(short(readAll([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(expected);
    expect(short(readAll([...text]))).toEqual(expected);
    expect(short(readAll([bytes]))).toEqual(expected);
  });

  it('[JL2] end at CR, LF or CR LF; blank ones are counted and no messages', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const all = text.split(/\r\n|\r|\n/).map((line, i) => [i + 1, line.trim()] as const);
        const expected = all.filter(([, line]) => line !== '');
        expect(short(readAll([encoder.encode(text)], { lineLength: 10_000 }))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('[JL3] that are too long are dropped as they arrive and told once, and the others go on', () => {
    const long = 'x'.repeat(1001);
    const text = `a\n${long}\nb\n${'y'.repeat(1000)}\n${long}`;
    const expected = [
      [1, 'a'],
      [2, 'VITRINE_LINE_SIZE'],
      [3, 'b'],
      [4, 'y'.repeat(1000)],
      [5, 'VITRINE_LINE_SIZE'],
    ];
    expect(short(readAll([text]))).toEqual(expected);
    expect(short(readAll([...text]))).toEqual(expected);
    const [, dropped] = readAll([text]);
    expect(dropped).toMatchObject({ issue: { severity: 'error', line: 2 } });
  });

  it('[JL3] cost no memory once they are too long', () => {
    const reader = new LineReader(LIMIT);
    const chunk = new Uint8Array(65_536).fill(120);
    for (let i = 0; i < 2000; i++) expect(reader.push(chunk)).toEqual([]);
    expect(short(reader.push('\nnext\n'))).toEqual([
      [1, 'VITRINE_LINE_SIZE'],
      [2, 'next'],
    ]);
  });

  it('[JL4] without a break at the end of the stream are read when it ends', () => {
    const reader = new LineReader(LIMIT);
    expect(reader.push('a\nb')).toEqual([{ line: 1, text: 'a' }]);
    expect(reader.end()).toEqual([{ line: 2, text: 'b' }]);
    expect(reader.end()).toEqual([]);
  });

  it('[JL4] that end inside a character keep what could be read', () => {
    expect(short(readAll([encoder.encode('"€').subarray(0, 3)]))).toEqual([[1, '"\ufffd']]);
  });
});
