// The viewers of one session that receive the same bytes: those of one dialect and one set of capabilities. Each entry
// is encoded once, when it is judged and the fold stands right behind it; it is sent when it is durable. What was sent
// lately is kept, so that a viewer that was away or slow for a moment goes on from memory; further back lies the log.

import type { Entry, Replica, Seq, View } from '@vitrine/core';
import type { Capabilities, Dialect, Encoded, Loss } from '@vitrine/dialects';
import { Batch, type Outlet, type Sent } from '../outlet.ts';

/** Text kept for viewers that come back, and at most so many entries. */
const RECENT_CHARS = 256 * 1024;
const RECENT_ENTRIES = 2048;
/** Sent at once to a viewer that catches up: it may be full after any of them. */
export const PIECE = 256;

/** A viewer in its audience. `seq` is what it has been sent. */
export interface Seat {
  readonly outlet: Outlet;
  seq: Seq;
  /** `waiting`: its beginning is not durable yet; `behind`: it was full, or is being served from the log. */
  state: 'waiting' | 'live' | 'behind' | 'gone';
  /** What begins its stream, until it may be sent. */
  begin: { readonly wire: readonly string[]; readonly losses: readonly Loss[]; readonly reset: boolean } | undefined;
  /** It knows that what follows is live. */
  isTold: boolean;
  /** The state at `seq`, while it is served from the log: a full outlet goes on from there. */
  reading: { readonly replica: Replica; readonly memory: unknown } | undefined;
}

export class Audience {
  readonly dialect: Dialect;
  readonly capabilities: Capabilities;
  readonly seats = new Set<Seat>();
  readonly #memory: unknown;
  /** Encoded, not durable yet. */
  #coming: Sent[] = [];
  /** Durable, to be sent with the next flush. */
  #due: Sent[] = [];
  #recent: Sent[] = [];
  #recentChars = 0;
  /** Everything behind this seq that is durable is in `recent`. */
  #base: Seq;

  constructor(dialect: Dialect, capabilities: Capabilities, view: View, head: Seq) {
    this.dialect = dialect;
    this.capabilities = capabilities;
    this.#base = head;
    this.#memory = dialect.join(view, capabilities).memory;
  }

  /** The view stands right behind the entry. */
  take(entry: Entry, view: View): void {
    this.#coming.push(toSent(entry, this.dialect.encode(entry, view, this.#memory)));
  }

  /** What is up to this seq may be told. True: something has to be flushed. */
  release(durable: Seq): boolean {
    let count = 0;
    while (count < this.#coming.length && (this.#coming[count] as Sent).seq <= durable) count++;
    if (count > 0) {
      const released = this.#coming.splice(0, count);
      this.#due.push(...released);
      this.#keep(released);
    }
    for (const seat of this.seats) if (seat.state === 'waiting' && seat.seq <= durable) this.#beginSeat(seat);
    return this.#due.length > 0;
  }

  flush(): void {
    if (this.#due.length === 0) return;
    const batch = new Batch(this.#due);
    this.#due = [];
    const first = (batch.items[0] as Sent).seq;
    for (const seat of this.seats) {
      if (seat.state !== 'live') continue;
      // One that joined a moment ago may have begun in the middle of the batch.
      if (seat.seq < first) this.#send(seat, batch);
      else this.#sendRest(seat, batch.items);
    }
  }

  /** Whether what a viewer misses is in memory. */
  covers(seq: Seq): boolean {
    return seq >= this.#base;
  }

  /** From memory, as far as the outlet takes it. Live when it has taken all. */
  catchUp(seat: Seat): void {
    const start = this.#recent.findIndex(({ seq }) => seq > seat.seq);
    if (start >= 0) {
      for (let i = start; i < this.#recent.length; i += PIECE) {
        if (!this.#send(seat, new Batch(this.#recent.slice(i, i + PIECE)))) return;
      }
    }
    this.#live(seat);
  }

  #live(seat: Seat): void {
    seat.state = 'live';
    seat.reading = undefined;
    if (!seat.isTold) seat.outlet.ready(seat.seq);
    seat.isTold = true;
  }

  #send(seat: Seat, batch: Batch): boolean {
    seat.seq = (batch.items.at(-1) as Sent).seq;
    if (seat.outlet.send(batch)) return true;
    seat.state = 'behind';
    return false;
  }

  #sendRest(seat: Seat, items: readonly Sent[]): void {
    const rest = items.filter(({ seq }) => seq > seat.seq);
    if (rest.length > 0) this.#send(seat, new Batch(rest));
  }

  #beginSeat(seat: Seat): void {
    const { begin } = seat;
    seat.begin = undefined;
    if (begin?.reset === true) seat.outlet.reset();
    if (begin !== undefined) seat.outlet.join(begin.wire, seat.seq, begin.losses);
    this.#live(seat);
  }

  #keep(released: readonly Sent[]): void {
    for (const sent of released) {
      this.#recent.push(sent);
      this.#recentChars += sizeOf(sent);
    }
    let drop = 0;
    while (this.#recentChars > RECENT_CHARS || this.#recent.length - drop > RECENT_ENTRIES) {
      const oldest = this.#recent[drop] as Sent;
      this.#recentChars -= sizeOf(oldest);
      this.#base = oldest.seq;
      drop++;
    }
    // Not one by one: that would move the rest of the list each time.
    if (drop > 0) this.#recent = this.#recent.slice(drop);
  }
}

export function toSent(entry: Entry, { wire, losses }: Encoded): Sent {
  const sent = {
    seq: entry.seq,
    wire: wire.map((message) => JSON.stringify(message)),
    ...(losses.length === 0 ? {} : { losses }),
  };
  if (entry.from.role !== 'viewer') return sent;
  return { ...sent, author: entry.from.id, ...(entry.key === undefined ? {} : { key: entry.key }) };
}

export function sizeOf({ wire }: Sent): number {
  let size = 64;
  for (const text of wire) size += text.length;
  return size;
}
