// Entries of a session as SSE.

import { dataFrame } from '@vitrine/face-kit';
import type { Sent } from '../outlet.ts';

const ENCODER = new TextEncoder();

/** The id stands on the last message alone: a client that resumes behind it has seen the whole entry. Without a message
 *  there is no event, and the client remembers the id all the same. */
export function entryFrames(wire: readonly string[], seq: number): string {
  if (wire.length === 0) return `id: ${seq}\n\n`;
  return wire.map((message, i) => dataFrame(message, i === wire.length - 1 ? seq : undefined)).join('');
}

export function batchFrames(items: readonly Sent[]): Uint8Array {
  return ENCODER.encode(items.map(({ wire, seq }) => entryFrames(wire, seq)).join(''));
}
