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
  /** A block begins; its first character that is no white space. */
  open(first: string): BlockReader;
}

const MAX_TAG = 256;

export class BlockScanner {
  readonly #sink: BlockSink;
  readonly #opening: RegExp;
  readonly #beginning: RegExp;
  /** What may be the beginning of a tag. */
  #held = '';
  #isInBlock = false;
  #reader: BlockReader | undefined;

  constructor(format: FormatName, sink: BlockSink) {
    const { names } = TAGS[format];
    this.#sink = sink;
    this.#opening = openTag(names);
    this.#beginning = new RegExp(`^<(?:(?:${names})(?:\\s[^<>]*)?)?$`, 'i');
  }

  push(chunk: string): void {
    let text = this.#held + chunk;
    this.#held = '';
    while (text !== '') text = this.#isInBlock ? this.#block(text) : this.#prose(text);
  }

  end(): void {
    if (this.#isInBlock) this.#close(false);
    else if (this.#held !== '') this.#sink.text(this.#held);
    this.#held = '';
  }

  /** Gives what is still to be read. */
  #prose(text: string): string {
    this.#opening.lastIndex = 0;
    const found = this.#opening.exec(text);
    if (found !== null) {
      if (found.index > 0) this.#sink.text(text.slice(0, found.index));
      this.#isInBlock = true;
      return text.slice(found.index + found[0].length);
    }
    const at = text.lastIndexOf('<');
    const held = at >= 0 && text.length - at <= MAX_TAG && this.#mayOpen(text.slice(at)) ? at : text.length;
    if (held > 0) this.#sink.text(text.slice(0, held));
    this.#held = text.slice(held);
    return '';
  }

  #mayOpen(tail: string): boolean {
    if (this.#beginning.test(tail)) return true;
    return /^<[a-z0-9-]*$/i.test(tail) && '<a2ui-express<a2ui-vertical<a2ui-json'.includes(tail.toLowerCase());
  }

  #block(text: string): string {
    if (this.#reader === undefined) {
      const first = text.search(/\S/);
      if (first < 0) return '';
      this.#reader = this.#sink.open(text.charAt(first));
      // The first line of a block is the first with something in it.
      if (first > 0) return text.slice(first);
    }
    const reader = this.#reader;
    const at = reader.push(text, 0);
    if (reader.isClosed()) this.#close(true);
    return text.slice(at);
  }

  #close(isFinal: boolean): void {
    this.#isInBlock = false;
    const reader = this.#reader ?? this.#sink.open('');
    this.#reader = undefined;
    reader.end(isFinal);
  }
}
