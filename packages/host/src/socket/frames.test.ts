import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import * as ws from 'ws';
import { BEGINNING_PIECE } from '../beginning.ts';
import { Batch, type SentEntry } from '../outlet.ts';
import { frameBatch, frameTexts, joinPieces, PING_FRAME } from './frames.ts';

/** The types of the package do not know it. */
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

/** What a client that knows RFC 6455 reads. */
function read(frames: Uint8Array): string[] {
  const receiver = new Receiver({ isServer: false });
  const texts: string[] = [];
  receiver.on('message', (data: Buffer) => texts.push(String(data)));
  receiver.write(frames);
  return texts;
}

function parsed(frames: Uint8Array): unknown[] {
  return read(frames).map((text) => JSON.parse(text) as unknown);
}

const ITEMS: readonly SentEntry[] = [
  { seq: 7, wire: ['{"a":1}', '{"b":"é"}'] },
  { seq: 8, wire: [] },
  { seq: 9, wire: ['{"c":3}'], author: 'ann', key: 'k' },
];

describe('frames', () => {
  it('[SO11] texts of every length become frames that any client reads, in one buffer', () => {
    const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((length) => 'x'.repeat(length));
    expect(read(frameTexts(texts))).toEqual(texts);
    const wide = ['é'.repeat(63), '€'.repeat(30_000), '😀', 'naïve'];
    expect(read(frameTexts(wide))).toEqual(wide);
  });

  it('[SO11] a batch is made into frames once, whoever asks for it and how often', () => {
    const batch = new Batch(ITEMS);
    expect(frameBatch(batch)).toBe(frameBatch(batch));
    expect(parsed(frameBatch(batch))).toHaveLength(4);
  });

  it('[SO11] those who join with the same list at the same seq share the bytes', () => {
    const wire = ['{"a":1}'];
    const [frames] = joinPieces(wire, 3);
    expect([...joinPieces(wire, 3)][0]).toBe(frames);
    expect([...joinPieces(wire, 4)].map(parsed)).toEqual([[{ seq: 4, message: { a: 1 } }]]);
    expect([...joinPieces([], 4)].map(parsed)).toEqual([[{ seq: 4 }]]);
  });

  it('[SO36] a beginning is cut into pieces of about a length, each made when it is asked for', () => {
    const half = JSON.stringify('é'.repeat(BEGINNING_PIECE / 2 - 2));
    const wire = ['1', half, half, '2', half, '3'];
    const pieces = joinPieces(wire, 5)[Symbol.iterator]();
    expect(parsed(pieces.next().value as Buffer)).toEqual([
      { message: 1 },
      { message: JSON.parse(half) },
      { message: JSON.parse(half) },
    ]);
    const rest = [...{ [Symbol.iterator]: () => pieces }].map(parsed);
    expect(rest).toEqual([[{ message: 2 }, { message: JSON.parse(half) }, { seq: 5, message: 3 }]]);
  });

  it('[SO36] a long message of a beginning is cut too, never within a character, and any client reads it whole', () => {
    const long = JSON.stringify(`x${'😀'.repeat(BEGINNING_PIECE)}`);
    const wire = ['1', long, '2', long];
    const pieces = [...joinPieces(wire, 5)];
    expect(pieces).toHaveLength(8);
    for (const piece of pieces) expect(piece.length).toBeLessThan(BEGINNING_PIECE * 3);
    const message: unknown = JSON.parse(long);
    // A control frame stands between any two of them.
    expect(parsed(Buffer.concat(pieces.flatMap((piece) => [piece, PING_FRAME])))).toEqual([
      { message: 1 },
      { message },
      { message: 2 },
      { seq: 5, message },
    ]);
  });

  it('[SO12] the seq stands on the last message of an entry, and alone where the entry says nothing', () => {
    expect(parsed(frameBatch(new Batch(ITEMS)))).toEqual([
      { message: { a: 1 } },
      { seq: 7, message: { b: 'é' } },
      { seq: 8 },
      { seq: 9, message: { c: 3 } },
    ]);
  });
});
