// Entries of a session as SSE.

import { dataFrame } from '@vitrine/face-kit';
import type { Sent } from '../outlet.ts';

const ENCODER = new TextEncoder();

/** How an entry that shows nothing moves the id: by an event without data, which our client counts on, or by none at all,
 *  as readers of other make would take it for a message that is no JSON. An EventSource remembers the id either way. */
export type EmptyEntry = 'event' | 'id';

/** The id stands on the last message alone: a client that resumes behind it has seen the whole entry. */
export function entryFrames(wire: readonly string[], seq: number, empty: EmptyEntry): string {
  if (wire.length === 0) return empty === 'event' ? dataFrame('', seq) : `id: ${seq}\n\n`;
  return wire.map((message, i) => dataFrame(message, i === wire.length - 1 ? seq : undefined)).join('');
}

export function batchFrames(items: readonly Sent[], empty: EmptyEntry): Uint8Array {
  return ENCODER.encode(items.map(({ wire, seq }) => entryFrames(wire, seq, empty)).join(''));
}
