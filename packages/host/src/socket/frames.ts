// What the host says on a WebSocket, as the bytes of frames (RFC 6455 §5.2, unmasked): one frame a text, but for a long message of
// a beginning. Many texts become one buffer, so that a batch costs one write a socket, and is made once for all of them.

import type { Issue, Json, Seq } from '@vitrine/core';
import { BEGINNING_PIECE } from '../beginning.ts';
import { type LiveSession, welcomeOf } from '../live.ts';
import type { Batch, SentEntry } from '../outlet.ts';

/** The first byte of a frame: what it holds, if it does not continue, and that its message ends with it. */
export const TEXT = 0x01;
export const FINAL = 0x80;
const PONG_FRAME = 0x8a;
const MAX_SHORT = 125;
const MAX_MEDIUM = 0xffff;

/** An empty ping. */
export const PING_FRAME: Buffer = Buffer.from([0x89, 0]);

/** RFC 6455 §5.5: what a control frame holds is at most 125 bytes. */
export function framePong(held: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([PONG_FRAME, held.length]), held]);
}

export function frameTexts(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  let total = 0;
  for (const length of lengths) total += headerLength(length) + length;
  // Not from the pool: a batch that waits in slow sockets would keep the rest of its slab.
  const frames = Buffer.allocUnsafeSlow(total);
  let offset = 0;
  for (let i = 0; i < texts.length; i++) {
    offset = writeHeader(frames, offset, TEXT | FINAL, lengths[i] as number);
    offset += frames.write(texts[i] as string, offset);
  }
  return frames;
}

/** RFC 6455 §5.4: a message in several frames, between which control frames may stand and nothing else (outflow.ts). */
function* fragments(before: string, message: string, after: string): Generator<Buffer> {
  for (let from = 0, to = 0; from < message.length; from = to) {
    to = Math.min(from + BEGINNING_PIECE, message.length);
    // Not within a character.
    if (to < message.length && isHighSurrogate(message.charCodeAt(to - 1))) to--;
    const isLast = to === message.length;
    const text = `${from === 0 ? before : ''}${message.slice(from, to)}${isLast ? after : ''}`;
    const length = Buffer.byteLength(text);
    const frame = Buffer.allocUnsafeSlow(headerLength(length) + length);
    const first = (from === 0 ? TEXT : 0) | (isLast ? FINAL : 0);
    frame.write(text, writeHeader(frame, 0, first, length));
    yield frame;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

export function frameText(text: string): Buffer {
  return frameTexts([text]);
}

/** The same bytes for every socket that takes this batch. */
export function frameBatch(batch: Batch): Uint8Array {
  return batch.form('ws', frameItems);
}

function frameItems(items: readonly SentEntry[]): Buffer {
  const texts: string[] = [];
  for (const item of items) pushEntry(texts, item.wire, item.seq);
  return frameTexts(texts);
}

/** Sockets that join at the same seq are handed the same list. */
const joins = new WeakMap<
  readonly string[],
  { readonly seq: Seq; readonly pieces: Buffer[]; readonly rest: Iterator<Buffer> }
>();

/** Frames in pieces of about a length, each made when it is asked for and then shared. */
export function* joinPieces(wire: readonly string[], seq: Seq): Iterable<Buffer> {
  let known = joins.get(wire);
  if (known?.seq !== seq) {
    known = { seq, pieces: [], rest: cutBeginning(wire, seq) };
    joins.set(wire, known);
  }
  const { pieces, rest } = known;
  for (let at = 0; ; at++) {
    if (at === pieces.length) {
      const next = rest.next();
      if (next.done === true) return;
      pieces.push(next.value);
    }
    yield pieces[at] as Buffer;
  }
}

function* cutBeginning(wire: readonly string[], seq: Seq): Generator<Buffer> {
  let from = 0;
  let length = 0;
  for (let i = 0; i < wire.length; i++) {
    const message = wire[i] as string;
    const ends = i === wire.length - 1 ? seq : undefined;
    length += message.length;
    if (length <= BEGINNING_PIECE && ends === undefined) continue;
    const isLong = message.length > BEGINNING_PIECE;
    const short = wire.slice(from, isLong ? i : i + 1);
    if (short.length > 0) yield frameEntry(short, isLong ? undefined : ends);
    if (isLong) yield* fragments(beforeMessage(ends), message, '}');
    from = i + 1;
    length = 0;
  }
  if (wire.length === 0) yield frameEntry(wire, seq);
}

function frameEntry(wire: readonly string[], seq: Seq | undefined): Buffer {
  const texts: string[] = [];
  pushEntry(texts, wire, seq);
  return frameTexts(texts);
}

/** `seq` stands on the last message, so that whoever resumes behind it has the entry whole. Absent: more of it follows. */
export function pushEntry(texts: string[], wire: readonly string[], seq: Seq | undefined): void {
  const last = wire.length - 1;
  if (last < 0) texts.push(`{"seq":${seq}}`);
  for (let i = 0; i <= last; i++) texts.push(`${beforeMessage(i === last ? seq : undefined)}${wire[i]}}`);
}

function beforeMessage(seq: Seq | undefined): string {
  return seq === undefined ? '{"message":' : `{"seq":${seq},"message":`;
}

/** What the sender called a frame that it sent up. */
export interface SentUp {
  readonly key?: string | undefined;
  readonly session?: string | undefined;
}

/** Answers a frame. Absent `seq`: refused. */
export function replyText({ key, session }: SentUp, issues: readonly Issue[], seq: Seq | undefined): string {
  const of = session === undefined ? '' : `,"session":${JSON.stringify(session)}`;
  const to = key === undefined ? '' : `,"key":${JSON.stringify(key)}`;
  if (seq === undefined) return `{"issues":${JSON.stringify(issues)}${of}${to}}`;
  return `{"ack":${seq}${of}${to}${issues.length === 0 ? '' : `,"issues":${JSON.stringify(issues)}`}}`;
}

/** Says where the caller is. Absent session: with all that are its own. */
export function welcomeFrame(
  session: LiveSession | undefined,
  who: { readonly viewer: string } | { readonly agent: string },
): Buffer {
  return frameJson({ welcome: session === undefined ? { ...who } : { ...welcomeOf(session), ...who } });
}

export function frameJson(value: { readonly [name: string]: Json | undefined }): Buffer {
  return frameText(JSON.stringify(value));
}

function headerLength(length: number): number {
  return length <= MAX_SHORT ? 2 : length <= MAX_MEDIUM ? 4 : 10;
}

function writeHeader(frames: Buffer, offset: number, first: number, length: number): number {
  frames[offset] = first;
  if (length <= MAX_SHORT) {
    frames[offset + 1] = length;
    return offset + 2;
  }
  if (length <= MAX_MEDIUM) {
    frames[offset + 1] = 126;
    return frames.writeUInt16BE(length, offset + 2);
  }
  frames[offset + 1] = 127;
  frames.writeUInt32BE(Math.floor(length / 2 ** 32), offset + 2);
  return frames.writeUInt32BE(length >>> 0, offset + 6);
}
