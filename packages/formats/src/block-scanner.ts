// Finds the blocks of an answer while it is written, and hands each to what reads it. Prose goes out at once, but for what may be the
// beginning of a tag.

import { openTag, TAGS } from './blocks.ts';
import type { FormatName } from './format.ts';

export interface BlockReader {
  /** Reads from a place on; gives where it stopped, which is behind the tag that closed the block. */
  push(text: string, from: number): number;
  isClosed(): boolean;
  /** `isFinal`: the block was closed. */
  end(isFinal: boolean): void;
}

export interface BlockSink {
  text(text: string): void;
  /** A block begins; its first character that is neither white space nor of a fence. */
  open(first: string): BlockReader;
}

const MAX_TAG = 256;
/** What stands before the first character of a block, as far as it may be only that. */
const LEAD = /^(?:`{1,2}|```[^\n<]{0,64}(?:\n\s{0,64})?)?$/;
const FIRST = /^(?:```[^\n<]{0,64}\n\s{0,64})?([^\s`])/;

export class BlockScanner {
  readonly #sink: BlockSink;
  readonly #opening: RegExp;
  readonly #beginning: RegExp;
  /** What may be the beginning of a tag. */
  #held = '';
  #isInBlock = false;
  #lead = '';
  #reader: BlockReader | undefined;

  constructor(format: FormatName, sink: BlockSink) {
    const { names } = TAGS[format];
    this.#sink = sink;
    this.#opening = openTag(names);
    this.#beginning = new RegExp(`^<(?:(?:${names})(?:\\s[^<>]*)?)?$`, 'i');
  }

  push(chunk: string): void {
    const text = this.#held === '' ? chunk : this.#held + chunk;
    this.#held = '';
    for (let at = 0; at < text.length; ) at = this.#isInBlock ? this.#block(text, at) : this.#prose(text, at);
  }

  end(): void {
    if (this.#isInBlock) this.#close(false);
    else if (this.#held !== '') this.#sink.text(this.#held);
    this.#held = '';
  }

  /** Gives where reading goes on. */
  #prose(text: string, from: number): number {
    this.#opening.lastIndex = from;
    const found = this.#opening.exec(text);
    if (found !== null) {
      if (found.index > from) this.#sink.text(text.slice(from, found.index));
      this.#isInBlock = true;
      return this.#opening.lastIndex;
    }
    const at = text.lastIndexOf('<');
    const held = at >= from && text.length - at <= MAX_TAG && this.#mayOpen(text.slice(at)) ? at : text.length;
    if (held > from) this.#sink.text(text.slice(from, held));
    this.#held = text.slice(held);
    return text.length;
  }

  #mayOpen(tail: string): boolean {
    if (this.#beginning.test(tail)) return true;
    return /^<[a-z0-9-]*$/i.test(tail) && '<a2ui-express<a2ui-vertical<a2ui-json'.includes(tail.toLowerCase());
  }

  #block(text: string, from: number): number {
    let at = from;
    if (this.#reader === undefined) {
      const lead = this.#lead === '' ? text.slice(from).trimStart() : this.#lead + text.slice(from);
      if (LEAD.test(lead)) {
        this.#lead = lead;
        return text.length;
      }
      // The first line of a block is the first with something in it.
      if (this.#lead === '') at = text.length - lead.length;
      this.#reader = this.#sink.open(FIRST.exec(lead)?.[1] ?? '');
      this.#reader.push(this.#lead, 0);
      this.#lead = '';
    }
    const reader = this.#reader;
    at = reader.push(text, at);
    if (reader.isClosed()) this.#close(true);
    return at;
  }

  #close(isFinal: boolean): void {
    this.#isInBlock = false;
    const reader = this.#reader ?? this.#sink.open('');
    reader.push(this.#lead, 0);
    this.#lead = '';
    this.#reader = undefined;
    reader.end(isFinal);
  }
}
