// Follows one JSON value to its end, whatever the chunks, looking at each character once. It knows brackets, strings and
// comments and keeps the text; what the text says is read when the value is complete. This is the hot loop of the reader.

import type { BlockEnd } from './block-end.ts';
import { ValueText } from './value-text.ts';

export type Outcome = 'open' | 'closed' | 'list' | 'block';

export const CURLY = 123;
export const SQUARE = 91;
export const CLOSE_CURLY = 125;
export const CLOSE_SQUARE = 93;
const QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;
const SLASH = 47;
const STAR = 42;
const COMMA = 44;
const COLON = 58;
const FEED = 10;
const RIGHT_DOUBLE = 0x201d;
const RIGHT_SINGLE = 0x2019;
/** Where a comment stands; strings are named by the mark that ends them. */
const ONE_SLASH = -1;
const LINE_COMMENT = -2;
const COMMENT = -3;
const COMMENT_STAR = -4;
/** Added behind a backslash: the next character is taken as it is. */
const ESCAPED = 0x10000;

export class ValueScan {
  readonly #end: BlockEnd;
  readonly #limit: number;
  readonly #text = new ValueText();
  readonly #stack: number[] = [];
  /** How many of the open brackets are square. */
  #squares = 0;
  /** The string or comment that the text stands in; 0 for none. */
  #quote = 0;
  start = 0;
  deepest = 0;
  oversize = false;
  /** Inside a list of messages, whose bracket ends a value that was not closed. */
  inList = false;
  outcome: Outcome = 'open';

  constructor(end: BlockEnd, limit: number) {
    this.#end = end;
    this.#limit = limit;
  }

  /** As far as it has come; whole, without the end of its block, when it has ended. */
  get source(): string {
    const text = this.#text.read();
    return this.outcome === 'block' ? text.slice(0, -this.#end.length) : text;
  }

  get length(): number {
    return this.#text.length;
  }

  /** `text`: what of the value was read already, a bracket or nothing. */
  begin(start: number, text: string, inList: boolean): void {
    this.start = start;
    this.outcome = 'open';
    this.inList = inList;
    this.#text.begin(text);
    this.#stack.length = this.#squares = this.#quote = 0;
    this.oversize = false;
    this.deepest = 1;
    if (text !== '') this.#stack.push(CURLY);
  }

  /** Reads on from `from`; gives the place behind what it took. `outcome` says how it stands then. */
  scan(chunk: string, from: number): number {
    const { length } = chunk;
    const stack = this.#stack;
    const end = this.#end;
    const { first } = end;
    const text = this.#text;
    if (text.size + length - from > text.bytes.length) text.reserve(length - from);
    // Locals, because a field read or written for each character costs as much as the rest.
    const { bytes } = text;
    let { size } = text;
    let bits = 0;
    let quote = this.#quote;
    let isEnding = end.matched !== 0;
    for (let i = from; i < length; i++) {
      const code = chunk.charCodeAt(i);
      bytes[size++] = code;
      bits |= code;
      if (!isEnding && code !== first) {
        // Most characters stand in a string and end nothing.
        if (quote === QUOTE) {
          if (code !== QUOTE && code !== BACKSLASH) continue;
          if (code === QUOTE && stack.length > 0) {
            quote = 0;
            continue;
          }
        } else if (quote === 0 && (code === COMMA || code === COLON)) continue;
      } else {
        const follows = end.follow(code);
        isEnding = end.matched !== 0;
        if (follows) {
          if (end.isWhole) return this.#finish('block', chunk, from, i + 1, bits);
          if (code === FEED && quote === LINE_COMMENT) quote = 0;
          continue;
        }
      }
      if (quote === 0) {
        if (code === QUOTE) quote = QUOTE;
        else if (code === CURLY || code === SQUARE) {
          if (stack.push(code) > this.deepest) this.deepest = stack.length;
          if (code === SQUARE) this.#squares++;
        } else if (code === CLOSE_CURLY || code === CLOSE_SQUARE) {
          if (!this.#pop(code)) return this.#finish('list', chunk, from, i, bits);
          if (stack.length === 0) return this.#finish('closed', chunk, from, i + 1, bits);
        } else if (code === APOSTROPHE || code === SLASH || code > 0x2017) quote = oddOpening(code);
      } else {
        const isString = quote > 0;
        quote = within(quote, code);
        if (quote === 0 && isString && stack.length === 0) return this.#finish('closed', chunk, from, i + 1, bits);
      }
    }
    this.#quote = quote;
    text.add(chunk, from, length, bits);
    if (text.length > this.#limit) this.#forget();
    return length;
  }

  #finish(outcome: Outcome, chunk: string, from: number, to: number, bits: number): number {
    this.#text.add(chunk, from, to, bits);
    this.outcome = outcome;
    return to;
  }

  /** What is too long is not kept; its end is still looked for. */
  #forget(): void {
    this.oversize = true;
    this.#text.begin('');
  }

  /** Closes the innermost bracket of its kind with all that is open inside it. False: it closes the list around the value. */
  #pop(code: number): boolean {
    const stack = this.#stack;
    if (code === CLOSE_SQUARE && this.#squares === 0) return !this.inList;
    // `[` and `{` stand two places before their closing brackets. One of the kind is open: the lowest is a curly one.
    for (let opener = stack.pop(); opener !== undefined; opener = stack.pop()) {
      if (opener === SQUARE) this.#squares--;
      if (opener === code - 2) break;
    }
    return true;
  }
}

/** What a character opens that JSON does not have: another kind of string, or a comment. 0 where it opens nothing. */
export function oddOpening(code: number): number {
  if (code === APOSTROPHE) return APOSTROPHE;
  if (code === SLASH) return ONE_SLASH;
  if (code === 0x201c || code === RIGHT_DOUBLE) return RIGHT_DOUBLE;
  return code === 0x2018 || code === RIGHT_SINGLE ? RIGHT_SINGLE : 0;
}

/** How it stands behind a character inside a string or comment; 0 where that has ended. */
export function within(state: number, code: number): number {
  switch (state) {
    case ONE_SLASH:
      return code === SLASH ? LINE_COMMENT : code === STAR ? COMMENT : 0;
    case LINE_COMMENT:
      return code === FEED ? 0 : state;
    case COMMENT:
      return code === STAR ? COMMENT_STAR : state;
    case COMMENT_STAR:
      return code === SLASH ? 0 : code === STAR ? state : COMMENT;
    default:
      return inString(state, code);
  }
}

function inString(state: number, code: number): number {
  if (state >= ESCAPED) return state - ESCAPED;
  if (code === BACKSLASH) return state + ESCAPED;
  if (state === RIGHT_DOUBLE) return code === RIGHT_DOUBLE || code === QUOTE || code === 0x201c ? 0 : state;
  return code === state ? 0 : state;
}

export function isQuote(code: number): boolean {
  return code === QUOTE || oddOpening(code) > 0;
}
