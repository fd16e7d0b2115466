// The limit of a message holds for what clients are sent as well (seed §8.2). Data that have grown beyond it by being
// appended to are sent as they grew: what fits, then the rest in pieces.

import { isArray, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Change } from './change.ts';

export const MESSAGE_BYTES = 1_048_576;
/** For the envelope, the id of the component and its metadata. */
const AROUND = 16 * 1024;
/** Of one UTF-16 unit as JSON: `\u0000`. */
const MAX_ESCAPE_LENGTH = 6;

/** What is sent first, and the updates that complete it: none where all of it fits. */
export function inPieces(data: JsonObject, most = MESSAGE_BYTES - AROUND): readonly [JsonObject, ...Change[]] {
  if (fits(data, most)) return [data];
  const first: { [key: string]: Json } = {};
  const rest: Change[] = [];
  let room = most;
  for (const [key, value] of Object.entries(data)) {
    const size = sizeOf(value) + sizeOf(key) + 2;
    if (size <= room) {
      room -= size;
      first[key] = value;
      continue;
    }
    // A component has what it must have from the first message on, if only the beginning of it.
    if (typeof value === 'string' || isArray(value)) first[key] = typeof value === 'string' ? '' : [];
    rest.push(...pieces(key, value, most - sizeOf(key) - 2));
  }
  return [first, ...rest];
}

export function changeInPieces({ operation, data }: Change): readonly Change[] {
  const [first, ...rest] = inPieces(data);
  return [{ operation, data: first }, ...rest];
}

/** Texts and lists grow; whatever else is too long stays whole. */
function pieces(key: string, value: Json, most: number): readonly Change[] {
  const grow = (piece: Json): Change => ({ operation: 'append', data: { [key]: piece } });
  if (typeof value === 'string') return cutText(value, Math.floor(most / MAX_ESCAPE_LENGTH)).map(grow);
  return isArray(value) ? cutList(value, most).map(grow) : [{ operation: 'merge', data: { [key]: value } }];
}

function cutText(text: string, units: number): readonly string[] {
  const pieces: string[] = [];
  for (let begin = 0; begin < text.length; ) {
    const last = text.charCodeAt(begin + units - 1);
    // No pair of surrogates is torn apart.
    const end = begin + units - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    pieces.push(text.slice(begin, end));
    begin = end;
  }
  return pieces;
}

function cutList(items: readonly Json[], most: number): readonly (readonly Json[])[] {
  const pieces: Json[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item) + 1;
    const last = pieces.at(-1);
    if (last !== undefined && size <= room) last.push(item);
    else {
      pieces.push([item]);
      room = most - 2;
    }
    room -= size;
  }
  return pieces;
}

function fits(value: Json, most: number): boolean {
  const text = JSON.stringify(value);
  // A unit has at most three bytes: most data need no counting.
  return text.length * 3 <= most || bytesOf(text) <= most;
}

function sizeOf(value: Json): number {
  return bytesOf(JSON.stringify(value));
}

/** In UTF-8. */
function bytesOf(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a pair counts for two of its four bytes.
    if (unit >= 0x800) bytes += unit >= 0xd800 && unit <= 0xdfff ? 1 : 2;
    else if (unit >= 0x80) bytes += 1;
  }
  return bytes;
}
