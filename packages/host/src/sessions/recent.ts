// What is sent to an audience, in packs: all entries of one commit. A pack waits until they are durable and is kept for a
// while after it was sent, for whoever was away or slow for a moment; further back lies the log.

import type { Seq } from '@vitrine/core';
import type { SentEntry } from '../outlet.ts';

/** Characters that are kept, and entries at most. */
const MAX_CHARS = 256 * 1024;
const MAX_ENTRIES = 2048;
/** What an entry is counted for beside its text. */
const ENTRY_CHARS = 64;

/**
 * Where each entry is one message and nothing beside it, the pack is one text, a line each (JSON has no line breaks of its
 * own): many small things that live for seconds would cost more to collect than to send.
 */
export class Pack {
  readonly last: Seq;
  readonly count: number;
  readonly chars: number;
  readonly #kept: string | readonly SentEntry[];

  /** @param sent neighbours, at least one */
  constructor(sent: readonly SentEntry[]) {
    this.last = (sent.at(-1) as SentEntry).seq;
    this.count = sent.length;
    this.chars = sent.reduce((sum, each) => sum + sizeOf(each), 0);
    this.#kept = sent.every(isPlain) ? sent.map(({ wire }) => wire[0]).join('\n') : sent;
  }

  items(): readonly SentEntry[] {
    if (typeof this.#kept !== 'string') return this.#kept;
    const first = this.last - this.count + 1;
    return this.#kept.split('\n').map((text, i) => ({ seq: first + i, wire: [text] }));
  }
}

export class Recent {
  #packs: Pack[] = [];
  #chars = 0;
  #entries = 0;
  /** Everything behind this seq is kept. */
  #base: Seq;

  constructor(base: Seq) {
    this.#base = base;
  }

  covers(seq: Seq): boolean {
    return seq >= this.#base;
  }

  /** What was sent behind a seq that is covered. */
  after(seq: Seq): readonly SentEntry[] {
    const packs = this.#packs.filter(({ last }) => last > seq);
    return packs.flatMap((pack) => pack.items()).filter((sent) => sent.seq > seq);
  }

  keep(pack: Pack): void {
    this.#packs.push(pack);
    this.#chars += pack.chars;
    this.#entries += pack.count;
    let drop = 0;
    while (this.#chars > MAX_CHARS || this.#entries > MAX_ENTRIES) {
      const oldest = this.#packs[drop] as Pack;
      this.#chars -= oldest.chars;
      this.#entries -= oldest.count;
      this.#base = oldest.last;
      drop++;
    }
    if (drop > 0) this.#packs.splice(0, drop);
  }
}

export function sizeOf({ wire }: SentEntry): number {
  let size = ENTRY_CHARS;
  for (const text of wire) size += text.length;
  return size;
}

function isPlain({ wire, author, losses, messages }: SentEntry): boolean {
  return wire.length === 1 && messages === undefined && author === undefined && losses === undefined;
}
