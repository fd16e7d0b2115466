// What all sessions of a host keep in memory so that they need not read it from the log again: one bound for all of it.
// What was kept longest ago is let go first, whosesoever it is, so each session has what it was sent since the same moment:
// a busy one more, a quiet one less. Whoever needs what was let go reads the log.

/** Bytes that all sessions of a host keep together, where nobody says otherwise. */
export const MAX_RECENT_BYTES = 64 * 1024 * 1024;

/** Something that can be read or made again. In the list of its memory while that counts it. */
export abstract class RecentPart {
  /** What it takes, about, and rather too much. */
  abstract readonly bytes: number;
  /** Neighbours in the list, which RecentMemory alone changes. */
  older: RecentPart | undefined;
  newer: RecentPart | undefined;
  isCounted = false;

  /** It was taken off the list: its owner forgets it. */
  abstract letGo(): void;
}

/** One that stands by itself. */
export class RecentValue<T> extends RecentPart {
  readonly value: T;
  readonly bytes: number;
  readonly #onLetGo: () => void;

  constructor(value: T, bytes: number, onLetGo: () => void) {
    super();
    this.value = value;
    this.bytes = bytes;
    this.#onLetGo = onLetGo;
  }

  letGo(): void {
    this.#onLetGo();
  }
}

export class RecentMemory {
  readonly maxBytes: number;
  #bytes = 0;
  #oldest: RecentPart | undefined;
  #newest: RecentPart | undefined;

  constructor(maxBytes = MAX_RECENT_BYTES) {
    this.maxBytes = maxBytes;
  }

  /** What is kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a part, as the newest, and lets go of the oldest ones that have no room beside it; never of itself. */
  keep(part: RecentPart): void {
    this.drop(part);
    part.isCounted = true;
    part.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = part;
    else this.#newest.newer = part;
    this.#newest = part;
    this.#bytes += part.bytes;
    for (let oldest = this.#oldest; this.#bytes > this.maxBytes && oldest !== part; oldest = this.#oldest) {
      this.drop(oldest);
      oldest?.letGo();
    }
  }

  /** Its owner has forgotten it. */
  drop(part: RecentPart | undefined): void {
    if (part?.isCounted !== true) return;
    const { older, newer } = part;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    part.older = undefined;
    part.newer = undefined;
    part.isCounted = false;
    this.#bytes -= part.bytes;
  }
}

/** What texts take: two bytes a character as soon as one of them is beyond ASCII. */
export function bytesOfText(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : text.length * 2;
}
