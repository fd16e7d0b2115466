// JSON text to a value, the same that JSON.parse gives, in steps for texts that are long: one walk finds where containers
// begin and end, the engine builds what is short piece by piece, and containers longer than a piece are put together here.

import { type Json, setMember } from './json.ts';
import type { Steps } from './steps.ts';

/** The characters of JSON by their codes, and where a string ends, for whoever walks a text instead of parsing it. */
export const JSON_CHARS = {
  ...{ QUOTE: 0x22, BACKSLASH: 0x5c, COMMA: 0x2c, COLON: 0x3a, BLANK: 0x20 },
  ...{ LIST: 0x5b, LIST_END: 0x5d, OBJECT: 0x7b, OBJECT_END: 0x7d },
} as const;

const { QUOTE, BACKSLASH, COMMA, BLANK, LIST, LIST_END, OBJECT, OBJECT_END } = JSON_CHARS;

/** Where the string ends that begins there; the end of the text where it does not. */
export function jsonStringEnd(text: string, start: number): number {
  const short = Math.min(text.length, start + SHORT_STRING);
  let i = start + 1;
  for (; i < short; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i++;
  }
  // The engine looks through a long text many times as fast as a loop here.
  for (let quote = text.indexOf('"', i); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (first > i && text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((quote - first) % 2 === 0) return quote;
    i = quote + 1;
  }
  return text.length;
}

/** Characters that are walked one by one, as names of members are. */
const SHORT_STRING = 24;

/** Characters that are built at once: about a millisecond. */
export const PIECE_CHARS = 64 * 1024;

/** A container that is open where the walk is. */
interface WalkedContainer {
  readonly isList: boolean;
  /** Behind its bracket. */
  readonly start: number;
  /** Where the member begins that is walked now, its name included. */
  from: number;
  /** Of one that is longer than a piece: what was built of it, and up to where. */
  made: Json[] | { [key: string]: Json } | undefined;
  built: number;
  /** The last that was built of it was put together here: behind it stands a comma, or nothing. */
  isBehindMember: boolean;
}

/** Undefined: the text is not long, or no JSON. Why not, the engine knows. */
export function* parsePieces(
  text: string,
  pieceChars = PIECE_CHARS,
  shortest = 4 * pieceChars,
): Steps<{ readonly value: Json } | undefined> {
  if (text.length <= shortest) return undefined;
  try {
    return yield* new Pieces(text, pieceChars).steps();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class Pieces {
  readonly #text: string;
  readonly #pieceChars: number;
  readonly #open: WalkedContainer[] = [];
  /** How many of them, from the outermost on, are longer than a piece. */
  #long = 0;
  #at = 0;
  #value: Json | undefined;

  constructor(text: string, pieceChars: number) {
    this.#text = text;
    this.#pieceChars = pieceChars;
  }

  *steps(): Steps<{ readonly value: Json } | undefined> {
    while (this.#walk()) yield;
    return this.#value === undefined ? undefined : { value: this.#value };
  }

  /** Up to where a piece was built; false at the end. A loop in a generator would not be compiled while it runs. */
  #walk(): boolean {
    const text = this.#text;
    const open = this.#open;
    for (let i = this.#at; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) i = jsonStringEnd(text, i);
      else if (code === LIST || code === OBJECT) {
        open.push(opened(code === LIST, i + 1));
        if (this.#isMemberLong(i)) this.#takeApart();
      } else if (code === LIST_END || code === OBJECT_END) {
        const value = this.#close(i, code === LIST_END);
        if (open.length > 0) continue;
        if (isBlank(text.slice(i + 1))) this.#value = value;
        return false;
      } else if (code === COMMA) {
        const top = open[open.length - 1];
        if (top === undefined) return false;
        top.from = i + 1;
        if (this.#isMemberLong(i)) this.#takeApart();
        else if (top.made !== undefined && i - top.built >= this.#pieceChars) this.#build(top, i, false);
        else continue;
        this.#at = i + 1;
        return true;
      } else if (code > BLANK && open.length === 0) return false;
    }
    return false;
  }

  /** Whether the walk is inside something that is longer than a piece and not taken apart yet. */
  #isMemberLong(at: number): boolean {
    if (this.#long === this.#open.length) return false;
    return at - (this.#long === 0 ? 0 : (this.#open[this.#long - 1] as WalkedContainer).from) >= this.#pieceChars;
  }

  /** From here on all that is open is put together here; what stands before the walk in it is built. */
  #takeApart(): void {
    for (const [depth, container] of this.#open.entries()) {
      if (depth >= this.#long) this.#begin(container, this.#open[depth - 1]);
      if (container.from > container.built) this.#build(container, container.from - 1, false);
    }
    this.#long = this.#open.length;
  }

  #begin(container: WalkedContainer, around: WalkedContainer | undefined): void {
    container.made = container.isList ? [] : {};
    if (around === undefined) return;
    const before = this.#text.slice(around.from, container.start - 1);
    if (around.isBehindMember) throw new SyntaxError('There is no comma.');
    around.built = container.start;
    if (Array.isArray(around.made)) {
      if (!isBlank(before)) throw new SyntaxError('There is something before a container.');
      around.made.push(container.made);
    } else setMember(around.made as { [key: string]: Json }, nameIn(before), container.made);
  }

  /** What was put together here, if it was. */
  #close(at: number, isList: boolean): Json | undefined {
    const closed = this.#open.pop();
    if (closed === undefined || closed.isList !== isList) throw new SyntaxError('The brackets do not match.');
    if (closed.made === undefined) return undefined;
    this.#build(closed, at, true);
    this.#long--;
    const around = this.#open[this.#open.length - 1];
    if (around !== undefined) {
      around.built = at + 1;
      around.isBehindMember = true;
    }
    return closed.made;
  }

  /** Members that were not built yet, up to a comma or to the end. */
  #build(container: WalkedContainer, to: number, isEnd: boolean): void {
    const { made, isList, start, built, isBehindMember } = container;
    let piece = this.#text.slice(built, to);
    container.built = to + 1;
    container.isBehindMember = false;
    if (isBehindMember) {
      if (isBlank(piece)) return;
      const comma = piece.search(/[^ \t\n\r]/);
      if (piece[comma] !== ',') throw new SyntaxError('There is no comma.');
      piece = piece.slice(comma + 1);
    }
    if (isBlank(piece)) {
      if (isEnd && built === start && !isBehindMember) return;
      throw new SyntaxError('There is nothing between two commas.');
    }
    if (isList) for (const item of JSON.parse(`[${piece}]`) as Json[]) (made as Json[]).push(item);
    else {
      const members = JSON.parse(`{${piece}}`) as { readonly [key: string]: Json };
      for (const key of Object.keys(members)) setMember(made as { [key: string]: Json }, key, members[key] as Json);
    }
  }
}

function opened(isList: boolean, start: number): WalkedContainer {
  return { isList, start, from: start, made: undefined, built: start, isBehindMember: false };
}

function nameIn(before: string): string {
  const end = before.lastIndexOf(':');
  const name: unknown = end < 0 || !isBlank(before.slice(end + 1)) ? undefined : JSON.parse(before.slice(0, end));
  if (typeof name !== 'string') throw new SyntaxError('A member has no name.');
  return name;
}

/** Of JSON's blanks alone. */
function isBlank(text: string): boolean {
  return !/[^ \t\n\r]/.test(text);
}
