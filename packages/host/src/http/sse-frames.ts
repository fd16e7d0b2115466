// Entries of a session as SSE.

import { dataFrame, eventFrame } from '@vitrine/face-kit';
import type { SentEntry } from '../outlet.ts';

const ENCODER = new TextEncoder();

/** How an entry that shows nothing moves the id: by an event of its own, which our client counts on, or by no event at all, where
 *  readers of other make expect messages and nothing else. An EventSource remembers the id either way. */
export type EmptyEntry = 'event' | 'id';

/** The id stands on the last message alone: a client that resumes behind it has seen the whole entry. */
export function entryFrames(wire: readonly string[], seq: number, empty: EmptyEntry): string {
  if (wire.length === 0) return empty === 'event' ? eventFrame('seq', String(seq), seq) : `id: ${seq}\n\n`;
  return wire.map((message, i) => dataFrame(message, i === wire.length - 1 ? seq : undefined)).join('');
}

export function batchFrames(items: readonly SentEntry[], empty: EmptyEntry): Uint8Array {
  return ENCODER.encode(items.map(({ wire, seq }) => entryFrames(wire, seq, empty)).join(''));
}
