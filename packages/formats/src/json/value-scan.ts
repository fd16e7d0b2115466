// Follows one JSON value to its end, whatever the chunks, looking at each character once. It knows brackets, strings and
// comments and keeps the text; what the text says is read when the value is complete. This is the hot loop of the reader.
// Where brackets or quotes do not fit, the next message that begins ends the value: one missing bracket costs one message.

import type { BlockEnd } from './block-end.ts';
import { MessageStart } from './message-start.ts';
import { ValueText } from './value-text.ts';

/** `list`: the list around it ended. `block`: its block did. `restart`: another message began inside it. */
export type ScanResult = 'open' | 'closed' | 'list' | 'block' | 'restart';

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
/** Longer than what a message begins with, up to its first word. */
const LOOK_BACK = 64;

export class ValueScan {
  readonly #end: BlockEnd;
  readonly #limit: number;
  readonly #text = new ValueText();
  readonly #stack: number[] = [];
  /** How many of the open brackets are square. */
  #squares = 0;
  /** The string or comment that the text stands in; 0 for none. */
  #quote = 0;
  /** The last character outside strings that is no white space; a quote behind a string. */
  #last = 0;
  /** What stood before the last comma. */
  #beforeComma = 0;
  /** Whether the last string stands where a key does. */
  #isKey = false;
  /** It begins with a string, which has ended; what follows says whether it is more than that. */
  #isAlone = false;
  /** Something does not fit: from here on the beginning of a message is looked for. */
  #isBroken = false;
  readonly #next = new MessageStart();
  start = 0;
  deepest = 0;
  oversize = false;
  /** Inside a list of messages, whose bracket ends a value that was not closed. */
  inList = false;
  outcome: ScanResult = 'open';

  constructor(end: BlockEnd, limit: number) {
    this.#end = end;
    this.#limit = limit;
  }

  /** As far as it has come; whole, without the end of its block or the message that follows, when it has ended. */
  get source(): string {
    const text = this.#text.read();
    if (this.outcome === 'restart') return text.slice(0, -this.#next.raw.length).trimEnd();
    return this.outcome === 'block' ? text.slice(0, -this.#end.length) : text;
  }

  /** What has come of the message that began inside it. */
  get restart(): string {
    return this.outcome === 'restart' ? this.#next.raw : '';
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
    this.#stack.length = this.#squares = this.#quote = this.#beforeComma = 0;
    this.oversize = this.#isKey = this.#isAlone = this.#isBroken = false;
    this.deepest = 1;
    this.#last = text === '' ? 0 : CURLY;
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
    let last = this.#last;
    let isBroken = this.#isBroken;
    for (let i = from; i < length; i++) {
      const code = chunk.charCodeAt(i);
      bytes[size++] = code;
      bits |= code;
      if (isBroken && this.#next.take(chunk.charAt(i))) return this.#finish('restart', chunk, from, i + 1, bits);
      if (!isEnding && code !== first) {
        // Most characters stand in a string and end nothing.
        if (quote === QUOTE) {
          if (code !== QUOTE && code !== BACKSLASH) continue;
          if (code === QUOTE && stack.length > 0) {
            quote = 0;
            last = QUOTE;
            continue;
          }
        } else if (quote === 0) {
          if (code <= 32) continue;
          if (code === COMMA) {
            if (this.#isAlone) return this.#finish('closed', chunk, from, i, bits);
            this.#beforeComma = last;
            last = COMMA;
            continue;
          }
          if (code === COLON && last === QUOTE && this.#isKey) {
            last = COLON;
            continue;
          }
        }
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
        if (code <= 32) continue;
        if (this.#isAlone && !this.#goesOn(code, chunk, from, i)) return this.#finish('closed', chunk, from, i, bits);
        if (code === QUOTE) {
          this.#isKey = last !== COLON && stack.at(-1) === CURLY;
          quote = QUOTE;
        } else if (code === CURLY || code === SQUARE) {
          if (this.#opens(code, last)) {
            if (stack.push(code) > this.deepest) this.deepest = stack.length;
            if (code === SQUARE) this.#squares++;
          }
        } else if (code === CLOSE_CURLY || code === CLOSE_SQUARE) {
          if (!this.#pop(code)) return this.#finish('list', chunk, from, i, bits);
          if (stack.length === 0) return this.#finish('closed', chunk, from, i + 1, bits);
        } else if (code === COLON) this.#colon(last);
        else {
          if (code === APOSTROPHE || code === SLASH || code > 0x2017) quote = oddOpening(code);
          if (quote > 0) this.#isKey = last !== COLON && stack.at(-1) === CURLY;
          else if (quote === 0 && last === QUOTE && !isBlank(code)) this.#wordBehind(chunk, from, i);
        }
        // A comment stands between, as white space does.
        if (quote >= 0 && !isBlank(code)) last = code;
        isBroken = this.#isBroken;
      } else {
        const isString = quote > 0;
        quote = within(quote, code);
        if (quote === 0 && isString) {
          last = QUOTE;
          if (stack.length === 0 && this.#endsAlone(chunk, from, i))
            return this.#finish('closed', chunk, from, i + 1, bits);
        }
      }
    }
    this.#last = last;
    this.#isBroken = isBroken;
    this.#quote = quote;
    text.add(chunk, from, length, bits);
    if (text.length > this.#limit) this.#forget();
    return length;
  }

  #finish(outcome: ScanResult, chunk: string, from: number, to: number, bits: number): number {
    this.#text.add(chunk, from, to, bits);
    this.outcome = outcome;
    return to;
  }

  /** Whether a bracket that opens is one more; else it is one too many. Without a place for a value, something is missing. */
  #opens(code: number, last: number): boolean {
    const stack = this.#stack;
    const top = stack.at(-1);
    if (top === SQUARE) {
      if (last !== SQUARE && last !== COMMA) this.#break(code);
      return true;
    }
    if (top !== CURLY || last === COLON || (last === QUOTE && this.#isKey)) return true;
    this.#break(code);
    if (code === SQUARE || last === CURLY) return false;
    if (this.#squares === 0) return (last === COMMA ? this.#beforeComma : last) === CLOSE_CURLY;
    // The object was not closed: it is an item of the list around it that begins.
    while (stack.at(-1) === CURLY) stack.pop();
    return true;
  }

  /** A colon behind anything but a key: the object that the string is a key of was not opened. */
  #colon(last: number): void {
    const top = this.#stack.at(-1);
    if (last !== QUOTE && top === CURLY) return;
    this.#break(COLON);
    this.#isAlone = false;
    if (last === QUOTE && this.#stack.push(CURLY) > this.deepest) this.deepest = this.#stack.length;
  }

  /** From the character that does not fit on; it may be the one that a message begins with. */
  #break(code: number): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#next.resume(code === CURLY ? '{' : '');
  }

  /** A word behind a string: a quote is missing or one too many, maybe the one that a message begins with. */
  #wordBehind(chunk: string, from: number, at: number): void {
    if (this.#isBroken) return;
    this.#break(0);
    const start = /\{\s*"$/.exec(this.#tail(chunk, from, at));
    if (start === null) return;
    this.#next.resume(start[0]);
    this.#next.take(chunk.charAt(at));
  }

  #tail(chunk: string, from: number, to: number): string {
    return `${this.#text.read().slice(-LOOK_BACK)}${chunk.slice(from, to)}`.slice(-LOOK_BACK);
  }

  /** A string in the place of a message: JSON inside it is whole, of anything else it depends on what follows. */
  #endsAlone(chunk: string, from: number, at: number): boolean {
    if (this.#isBroken) return false;
    const text = this.#text.read() + chunk.slice(from, at);
    this.#isAlone = !/^.[\s[{]*[[{]\s*[\\\]}]/s.test(text);
    return !this.#isAlone;
  }

  /** Whether what follows a string that stands alone belongs to it. */
  #goesOn(code: number, chunk: string, from: number, at: number): boolean {
    if (code === COLON) return true;
    if (!this.#isBroken && !isQuote(code) && code !== CURLY) this.#wordBehind(chunk, from, at);
    return this.#isBroken && this.#next.raw !== '';
  }

  /** What is too long is not kept; its end is still looked for. */
  #forget(): void {
    this.oversize = true;
    this.#text.begin('');
  }

  /** Closes the innermost bracket of its kind with all that is open inside it. False: it closes the list around the value. */
  #pop(code: number): boolean {
    const stack = this.#stack;
    if (this.#stack.at(-1) !== code - 2) this.#break(code);
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

export function isBlank(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0xfeff;
}

export function isQuote(code: number): boolean {
  return code === QUOTE || oddOpening(code) > 0;
}
