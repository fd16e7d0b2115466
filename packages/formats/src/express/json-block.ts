// A block that holds JSON where Express was asked for: handed to the reader of JSON up to its closing tag.

import type { BlockReader } from '../block-scanner.ts';
import { type AnswerPart, type AnswerReader, DEFAULT_TAG } from '../json/answer-reader.ts';

/** No longer than what is held back. */
const CLOSING = /<\/a2ui(?:-[a-z]{1,8})?\s{0,16}>/i;
const MAX_CLOSING = 32;

export class JsonBlock implements BlockReader {
  readonly #reader: AnswerReader;
  readonly #give: (part: AnswerPart) => void;
  /** What may be the beginning of the tag. */
  #held = '';
  #isClosed = false;

  constructor(reader: AnswerReader, give: (part: AnswerPart) => void) {
    this.#reader = reader;
    this.#give = give;
    this.#read(`<${DEFAULT_TAG}>`);
  }

  #read(text: string): void {
    for (const part of this.#reader.push(text)) this.#give(part);
  }

  push(text: string, from: number): number {
    const before = this.#held.length;
    const all = this.#held + text.slice(from);
    const found = CLOSING.exec(all);
    if (found !== null) {
      this.#isClosed = true;
      this.#held = '';
      this.#read(all.slice(0, found.index));
      return from + found.index + found[0].length - before;
    }
    const at = all.lastIndexOf('<');
    const keep = at >= 0 && all.length - at <= MAX_CLOSING ? at : all.length;
    this.#held = all.slice(keep);
    this.#read(all.slice(0, keep));
    return text.length;
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  end(): void {
    this.#read(`${this.#held}</${DEFAULT_TAG}>`);
    for (const part of this.#reader.end()) this.#give(part);
  }
}
