// What is sent to an audience, in packs: all entries of one commit. A pack waits until they are durable and is kept for a
// while after it was sent, for whoever was away or slow for a moment; further back lies the log.

import type { Json, Seq } from '@vitrine/core';
import type { SentEntry } from '../outlet.ts';
import { bytesOfText, type RecentMemory, RecentPart } from './recent-memory.ts';

/** The part of all memory that one audience may have, while others leave it. */
const MAX_SHARE = 1 / 8;
/** Entries that are kept of one audience: whoever is further behind is as well served from the log. */
const MAX_ENTRIES = 8192;
/** What a pack, and an entry that stands by itself, takes beside its texts. */
const PACK_BYTES = 160;
const ENTRY_BYTES = 160;
/** How many times its text a message takes that is kept as it is, about. */
const DECODED = 4;
/** Places in the list of packs that are cut off together. */
const CUT_AT = 256;

/**
 * Where each entry is one message and nothing beside it, the pack is one text, a line each (JSON has no line breaks of its
 * own): many small things that live for seconds would cost more to collect than to send.
 */
export class Pack extends RecentPart {
  readonly last: Seq;
  readonly count: number;
  readonly bytes: number;
  readonly #kept: string | readonly SentEntry[];
  #onLetGo: (() => void) | undefined;

  /** @param sent neighbours, at least one */
  constructor(sent: readonly SentEntry[]) {
    super();
    this.last = (sent.at(-1) as SentEntry).seq;
    this.count = sent.length;
    this.#kept = sent.every(isPlain) ? sent.map(({ wire }) => wire[0]).join('\n') : sent;
    this.bytes = PACK_BYTES + (typeof this.#kept === 'string' ? bytesOfText(this.#kept) : bytesOfEntries(this.#kept));
  }

  items(): readonly SentEntry[] {
    if (typeof this.#kept !== 'string') return this.#kept;
    const first = this.last - this.count + 1;
    return this.#kept.split('\n').map((text, i) => ({ seq: first + i, wire: [text] }));
  }

  /** @param then shared by all packs of an audience */
  onLetGo(then: () => void): void {
    this.#onLetGo = then;
  }

  letGo(): void {
    this.#onLetGo?.();
  }
}

export class Recent {
  readonly #memory: RecentMemory;
  readonly #maxBytes: number;
  /** From `#first` on; what stands before was let go. */
  #packs: (Pack | undefined)[] = [];
  #first = 0;
  #bytes = 0;
  #entries = 0;
  /** Everything behind this seq is kept. */
  #base: Seq;
  /** Packs grow old in the order in which they were kept. */
  readonly #letGoOldest = (): void => this.#forgetOldest();

  constructor(base: Seq, memory: RecentMemory) {
    this.#base = base;
    this.#memory = memory;
    this.#maxBytes = memory.maxBytes * MAX_SHARE;
  }

  covers(seq: Seq): boolean {
    return seq >= this.#base;
  }

  /** What was sent behind a seq that is covered, a pack after the other. */
  *after(seq: Seq): Iterable<readonly SentEntry[]> {
    const packs = this.#packs.slice(this.#indexBehind(seq)) as Pack[];
    for (const pack of packs) {
      const items = pack.items();
      yield (items[0] as SentEntry).seq > seq ? items : items.filter((sent) => sent.seq > seq);
    }
  }

  keep(pack: Pack): void {
    pack.onLetGo(this.#letGoOldest);
    this.#packs.push(pack);
    this.#bytes += pack.bytes;
    this.#entries += pack.count;
    this.#memory.keep(pack);
    while ((this.#bytes > this.#maxBytes || this.#entries > MAX_ENTRIES) && this.#first < this.#packs.length - 1) {
      this.#memory.drop(this.#packs[this.#first]);
      this.#forgetOldest();
    }
  }

  /** Nobody will ask any more. */
  clear(): void {
    while (this.#first < this.#packs.length) {
      this.#memory.drop(this.#packs[this.#first]);
      this.#forgetOldest();
    }
  }

  #forgetOldest(): void {
    const oldest = this.#packs[this.#first] as Pack;
    this.#packs[this.#first++] = undefined;
    this.#bytes -= oldest.bytes;
    this.#entries -= oldest.count;
    this.#base = oldest.last;
    if (this.#first < CUT_AT && this.#first < this.#packs.length) return;
    this.#packs.splice(0, this.#first);
    this.#first = 0;
  }

  /** Of the first pack that ends behind a seq. */
  #indexBehind(seq: Seq): number {
    let [low, high] = [this.#first, this.#packs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#packs[middle] as Pack).last > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** In characters. */
export function sizeOf({ wire }: SentEntry): number {
  let size = ENTRY_BYTES;
  for (const text of wire) size += text.length;
  return size;
}

export function bytesOfTexts(wire: readonly string[], messages: readonly Json[] | undefined): number {
  const bytes = wire.reduce((sum, text) => sum + bytesOfText(text), 0);
  return messages === undefined ? bytes : bytes * (1 + DECODED);
}

function bytesOfEntries(sent: readonly SentEntry[]): number {
  return sent.reduce((sum, { wire, messages }) => sum + ENTRY_BYTES + bytesOfTexts(wire, messages), 0);
}

function isPlain({ wire, author, losses, messages }: SentEntry): boolean {
  return wire.length === 1 && messages === undefined && author === undefined && losses === undefined;
}
