// The tokens of Express, from text that comes in pieces: no character is looked at twice, and a token is given in the push that
// brings its last character. It finds the tag that closes the block too, because only it knows what is a string.

import { lengthWithout } from '../json/loose-text.ts';

/** `over`: a word or a text beyond its limit; `bad`: nothing of the notation. */
export type TokenKind = 'name' | 'path' | 'check' | 'text' | 'number' | 'mark' | 'over' | 'bad';

/** What is read in place of what should stand there. */
export type LexicalRepair =
  | 'single-quotes'
  | 'smart-quotes'
  | 'number-form'
  | 'control-character'
  | 'unclosed-quote'
  | 'inner-quote'
  | 'stray-quote'
  | 'text-in-block';

export interface Token {
  readonly kind: TokenKind;
  /** The text of a string without its quotes and escapes, the path without `$`, the check without `?`. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Characters of its line before it, where only white space is among them; -1 elsewhere. */
  readonly indent: number;
}

export interface TokenSink {
  /** In parts, because most tokens are read at once and an object for each would be half of what reading costs. */
  token(kind: TokenKind, text: string, line: number, indent: number): void;
  repair(kind: LexicalRepair, line: number): void;
  /** Whether brackets are open. */
  isNested(): boolean;
  /** The closing tag of the block; nothing behind it is read. */
  close(): void;
}

const STATE = {
  space: 0,
  name: 1,
  path: 2,
  check: 3,
  number: 4,
  quote1: 5,
  quote2: 6,
  text: 7,
  triple: 8,
  raw: 9,
  rawTriple: 10,
  other: 11,
  probe: 12,
  slash: 13,
  line: 14,
  block: 15,
  star: 16,
  tag: 17,
  fence: 18,
  shut: 19,
  ticks: 20,
} as const;
const ESCAPES: { readonly [char: string]: string } = { n: '\n', r: '\r', t: '\t', '\\': '\\', '"': '"' };
const CLOSING = /^<\/a2ui(?:-[a-z]+)?\s*>$/i;
/** What may become one. */
const OPEN_TAG = /^<(?:\/[a-z0-9-]*\s*)?$/i;
const MAX_TAG = 64;
const STATEMENT = /^(?:(?:[A-Za-z_]\w{0,63}|\$[\w/]{0,63})[ \t]{0,63}=[^=]|(?:surface|deleteSurface)\(|<\/a2ui)/i;
const MAY_BE_STATEMENT = /^(?:(?:[A-Za-z_]\w{0,63}|\$[\w/]{0,63})?[ \t]{0,63}=?|<(?:\/(?:a(?:2u?)?)?)?)$/i;
const CLOSERS = ')]},;';
const FENCE = '```';
const MAX_NAME = 4096;
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;
/** Of a list of Markdown. */
const BULLET = /^(?:-|[0-9]{1,4}\.)$/;
const LF = 10;
const QUOTE = 34;
const HYPHEN = 45;
const APOSTROPHE = 39;
const BACKSLASH = 92;
const BACKTICK = 96;
const LESS = 60;

/** Classes of the characters of ASCII: 1 letter or `_`, 2 digit, 3 mark, 4 space, 5 line break. */
const CLASS = new Uint8Array(128);
for (let i = 0; i < 128; i++) {
  const char = String.fromCharCode(i);
  if (/[A-Za-z_]/.test(char)) CLASS[i] = 1;
  else if (/[0-9]/.test(char)) CLASS[i] = 2;
  else if ('()[]{},=:'.includes(char)) CLASS[i] = 3;
  else if (' \t\r;'.includes(char)) CLASS[i] = 4;
  else if (char === '\n') CLASS[i] = 5;
}

export interface TokenizerOptions {
  /** Strings of more characters are cut, and what is left is a bad token. */
  readonly textLength: number;
  /** A quote that was left open ends before the line that begins the next statement. */
  readonly mend?: boolean;
}

export class Tokenizer {
  readonly #sink: TokenSink;
  readonly #textLength: number;
  readonly #isMending: boolean;
  #state: number = STATE.space;
  /** What has come of the present token. */
  #text = '';
  #isRaw = false;
  #isEscaped = false;
  #isOver = false;
  #quotes = 0;
  /** The beginning of a line inside a string. */
  #probe = '';
  #closer = QUOTE;
  /** A quote inside the text has come whose partner belongs to the text too. */
  #isInner = false;
  #isInnerTold = false;
  #line = 1;
  #column = 0;
  #isBlank = true;
  #startLine = 1;
  #indent = -1;
  #isClosed = false;
  /** What a tag stands in: a comment that it may close the block from, or nothing. */
  #behind: number = STATE.space;

  constructor(sink: TokenSink, { textLength, mend = false }: TokenizerOptions) {
    this.#sink = sink;
    this.#textLength = textLength;
    this.#isMending = mend;
  }

  /** Whether the text so far ends inside a string. */
  get isInText(): boolean {
    return this.#state >= STATE.quote1 && this.#state <= STATE.probe;
  }

  /** The text of the string that is being written. */
  get openText(): string {
    return this.isInText && this.#state !== STATE.quote1 ? this.#text : '';
  }

  /** Whether the text so far ends inside a string, a word or a number. */
  get isInToken(): boolean {
    return this.#state >= STATE.name && this.#state <= STATE.probe;
  }

  /** What has come of the present token is forgotten. */
  drop(): void {
    this.#state = STATE.space;
  }

  get line(): number {
    return this.#line;
  }

  /** Gives how many characters were read: all, but for those behind the closing tag. */
  push(chunk: string, from = 0): number {
    let at = from;
    const end = chunk.length;
    while (at < end && !this.#isClosed) {
      // What most of a block is, without asking for the rest.
      if (this.#state === STATE.text) at = this.#string(chunk, at, end);
      else if (this.#state === STATE.space) at = this.#space(chunk, at, end);
      else at = this.#step(chunk, at, end);
    }
    return at;
  }

  /** No more will come. */
  end(): void {
    const state = this.#state;
    if (state === STATE.quote1 || (state >= STATE.text && state <= STATE.probe)) {
      if (state === STATE.probe) this.#keep(`\n${this.#probe}`, 0, this.#probe.length + 1, this.#textLength);
      this.#giveLeftOpen();
    } else if (state === STATE.quote2 || state === STATE.shut) this.#giveText();
    else if (state >= STATE.name && state <= STATE.number) this.#giveWord();
    else if (state === STATE.slash || state === STATE.ticks || (state === STATE.tag && !this.#isTagBegun))
      this.#give('bad', this.#text);
    this.#state = STATE.space;
  }

  /** Cut off inside the closing tag, or in a comment that may hold one. */
  get #isTagBegun(): boolean {
    return this.#behind !== STATE.space || (this.#isMending && /^<\/?(?:a|a2|a2u|a2ui.*)?$/i.test(this.#text));
  }

  #step(chunk: string, at: number, end: number): number {
    switch (this.#state) {
      case STATE.name:
      case STATE.check:
        return this.#word(chunk, at, end);
      case STATE.path:
        return this.#path(chunk, at, end);
      case STATE.number:
        return this.#number(chunk, at, end);
      case STATE.quote1:
      case STATE.quote2:
        return this.#opening(chunk, at, end);
      case STATE.raw:
      case STATE.other:
        return this.#string(chunk, at, end);
      case STATE.shut:
        return this.#shut(chunk, at);
      case STATE.probe:
        return this.#probeLine(chunk, at);
      case STATE.triple:
      case STATE.rawTriple:
        return this.#triple(chunk, at, end);
      default:
        return this.#aside(chunk, at);
    }
  }

  #space(chunk: string, from: number, end: number): number {
    let at = from;
    while (at < end) {
      const code = chunk.charCodeAt(at);
      const kind = code < 128 ? (CLASS[code] as number) : 0;
      if (kind === 5) this.#newLine();
      else if (kind === 4) this.#column++;
      else {
        this.#begin();
        if (kind !== 3) return this.#first(chunk, at, end, kind);
        this.#give('mark', chunk.charAt(at));
      }
      at++;
    }
    return at;
  }

  #newLine(): void {
    this.#line++;
    this.#column = 0;
    this.#isBlank = true;
  }

  #begin(): void {
    this.#startLine = this.#line;
    this.#indent = this.#isBlank ? this.#column : -1;
    this.#isBlank = false;
  }

  /** The first character of a token that is no mark. */
  #first(chunk: string, at: number, end: number, kind: number): number {
    this.#text = '';
    this.#isRaw = false;
    this.#isOver = false;
    switch (kind) {
      case 1:
        this.#state = STATE.name;
        return this.#word(chunk, at, end);
      case 2:
        this.#state = STATE.number;
        return this.#number(chunk, at, end);
      default:
        return this.#firstOther(chunk, at, end);
    }
  }

  #firstOther(chunk: string, at: number, end: number): number {
    const char = chunk.charAt(at);
    switch (char) {
      case '"':
        this.#state = STATE.quote1;
        return at + 1 < end ? this.#opening(chunk, at + 1, end) : end;
      case '$':
        this.#state = STATE.path;
        return this.#path(chunk, at + 1, end);
      case '?':
        this.#state = STATE.check;
        return at + 1;
      case '-':
      case '+':
      case '.':
        this.#state = STATE.number;
        return at;
      case "'":
        return this.#other(APOSTROPHE, 'single-quotes', at);
      case '“':
      case '”':
      case '„':
        return this.#other(0x201d, 'smart-quotes', at);
      case '‘':
        return this.#other(0x2019, 'smart-quotes', at);
      case '#':
        this.#state = STATE.line;
        return at + 1;
      case '/':
        this.#state = STATE.slash;
        this.#text = '/';
        return at + 1;
      case '<':
        this.#behind = STATE.space;
        this.#state = STATE.tag;
        this.#text = '<';
        return at + 1;
      case '`':
        if (this.#isMending && this.#sink.isNested()) return this.#other(BACKTICK, 'single-quotes', at);
        this.#text = '`';
        this.#state = STATE.ticks;
        return at + 1;
      default:
        return this.#strange(char, at);
    }
  }

  /** White space that only other alphabets have is white space; everything else is nothing that Express knows. */
  #strange(char: string, at: number): number {
    if (char === '\ufeff' || char.trim() === '') {
      this.#sink.repair('control-character', this.#line);
      this.#isBlank = this.#indent >= 0;
    } else if (this.#isMending && this.#indent >= 0 && (char === '*' || char === '•')) this.#bullet();
    else this.#give('bad', char);
    return at + 1;
  }

  /** A statement may stand in a list of Markdown. */
  #bullet(): void {
    this.#isBlank = true;
    this.#sink.repair('text-in-block', this.#startLine);
  }

  #other(closer: number, kind: LexicalRepair, at: number): number {
    this.#sink.repair(kind, this.#line);
    this.#closer = closer;
    this.#state = STATE.other;
    return at + 1;
  }

  #word(chunk: string, from: number, end: number): number {
    // Ids of components have hyphens more often than not; the published grammar has no other use for one behind a letter.
    const inner = this.#state === STATE.name ? HYPHEN : -1;
    let at = from;
    while (at < end) {
      const code = chunk.charCodeAt(at);
      const kind = code < 128 ? CLASS[code] : 0;
      if (kind !== 1 && kind !== 2 && code !== inner) break;
      at++;
    }
    this.#keep(chunk, from, at, MAX_NAME);
    if (at === end) return at;
    const isRaw = chunk.charCodeAt(at) === QUOTE && (this.#text === 'r' || this.#text === 'R');
    if (!isRaw || this.#state !== STATE.name) {
      this.#giveWord();
      return at;
    }
    this.#text = '';
    this.#isRaw = true;
    this.#state = STATE.quote1;
    return at + 1;
  }

  #path(chunk: string, from: number, end: number): number {
    let at = from;
    while (at < end) {
      const code = chunk.charCodeAt(at);
      const kind = code < 128 ? CLASS[code] : 0;
      if (kind !== 1 && kind !== 2 && code !== 47 && (code !== HYPHEN || !this.#isMending)) break;
      at++;
    }
    this.#keep(chunk, from, at, this.#textLength);
    if (at < end) this.#giveWord();
    return at;
  }

  #number(chunk: string, from: number, end: number): number {
    let at = from;
    while (at < end && isNumberPart(chunk.charCodeAt(at))) at++;
    this.#keep(chunk, from, at, MAX_NAME);
    if (at < end) this.#giveWord();
    return at;
  }

  /** What is too long is kept as far as it may go, wherever it is cut. */
  #keep(chunk: string, from: number, to: number, longest: number): void {
    if (to === from) return;
    const room = longest - this.#text.length;
    if (to - from > room) this.#isOver = true;
    this.#text += to - from > room ? chunk.slice(from, from + room) : chunk.slice(from, to);
  }

  #giveWord(): void {
    const text = this.#text;
    const state = this.#state;
    this.#state = STATE.space;
    if (this.#isOver) this.#give('over', text);
    else if (state === STATE.name) this.#give('name', text);
    else if (state === STATE.path) this.#give('path', text);
    else if (state === STATE.check) this.#give(/^[A-Za-z_]/.test(text) ? 'check' : 'bad', text);
    else this.#giveNumber(text);
  }

  #giveNumber(text: string): void {
    if (this.#isMending && this.#indent >= 0 && BULLET.test(text)) return this.#bullet();
    if (NUMBER.test(text)) return this.#give('number', text);
    const isNumber = /[0-9]/.test(text) && Number.isFinite(Number(text));
    if (isNumber) this.#sink.repair('number-form', this.#startLine);
    this.#give(isNumber ? 'number' : 'bad', text);
  }

  /** One or two quotes have come: a string, an empty one, or one of three quotes. */
  #opening(chunk: string, at: number, end: number): number {
    const isQuote = chunk.charCodeAt(at) === QUOTE;
    this.#closer = QUOTE;
    if (this.#state === STATE.quote1) {
      if (isQuote) this.#state = STATE.quote2;
      else this.#state = this.#isRaw ? STATE.raw : STATE.text;
      return isQuote ? at + 1 : this.#string(chunk, at, end);
    }
    if (!isQuote) {
      this.#giveText();
      return at;
    }
    this.#quotes = 0;
    this.#state = this.#isRaw ? STATE.rawTriple : STATE.triple;
    return at + 1;
  }

  #string(chunk: string, from: number, end: number): number {
    const isRaw = this.#state === STATE.raw;
    let at = this.#isEscaped ? this.#escape(chunk, from) : from;
    let start = at;
    while (at < end) {
      const code = chunk.charCodeAt(at);
      if (code === this.#closer) return this.#close(chunk, start, at);
      if (code === BACKSLASH && !isRaw) {
        this.#keep(chunk, start, at, this.#textLength);
        at = at + 1 < end ? this.#escape(chunk, at + 1) : this.#escapeLater(at + 1);
        start = at;
      } else {
        if (code === LF && this.#state !== STATE.text) return this.#broken(chunk, start, at);
        if (code === LF && this.#isMending) return this.#probeFrom(chunk, start, at);
        if (code === LF) this.#line++;
        at++;
      }
    }
    this.#keep(chunk, start, at, this.#textLength);
    return at;
  }

  /** What stands directly behind the quote says whether it is the text's own; only inside brackets, where more has to come. */
  #close(chunk: string, start: number, at: number): number {
    this.#keep(chunk, start, at, this.#textLength);
    const isBeforeMark = at + 1 < chunk.length && CLASS[chunk.charCodeAt(at + 1)] === 3 && !this.#isInner;
    if (isBeforeMark || !this.#isMending || this.#state === STATE.raw || !this.#sink.isNested()) this.#giveText();
    else this.#state = STATE.shut;
    return at + 1;
  }

  /** Behind a quote that closes the text, unless a letter stands there: then it is one of two inside, or an apostrophe. */
  #shut(chunk: string, at: number): number {
    const isDouble = this.#closer === QUOTE;
    if (!isWord(chunk.charCodeAt(at)) && !this.#isInner) {
      this.#giveText();
      return at;
    }
    if (!this.#isInnerTold) this.#sink.repair('inner-quote', this.#line);
    this.#isInnerTold = true;
    this.#isInner = isDouble && !this.#isInner;
    this.#keep(String.fromCharCode(this.#closer), 0, 1, this.#textLength);
    this.#state = isDouble ? STATE.text : STATE.other;
    return at;
  }

  /** Only strings in double quotes go on in the next line. */
  #broken(chunk: string, start: number, at: number): number {
    this.#keep(chunk, start, at, this.#textLength);
    this.#state = STATE.space;
    this.#isInner = this.#isInnerTold = false;
    this.#give('bad', this.#text);
    return at;
  }

  #probeFrom(chunk: string, start: number, at: number): number {
    this.#keep(chunk, start, at, this.#textLength);
    this.#line++;
    this.#probe = '';
    this.#state = STATE.probe;
    return at + 1;
  }

  /** The beginning of a line inside a string: of one that begins a statement, the quote before it was left open. */
  #probeLine(chunk: string, at: number): number {
    const char = chunk.charAt(at);
    const probe = this.#probe + char;
    if (STATEMENT.test(probe)) {
      this.#leftOpen(probe);
      return at + 1;
    }
    if (char !== '"' && char !== '\\' && char !== '\n' && MAY_BE_STATEMENT.test(probe)) {
      this.#probe = probe;
      return at + 1;
    }
    this.#keep('\n', 0, 1, this.#textLength);
    this.#keep(this.#probe, 0, this.#probe.length, this.#textLength);
    this.#state = STATE.text;
    return at;
  }

  #leftOpen(line: string): void {
    this.#giveLeftOpen();
    this.#isBlank = true;
    this.#column = 0;
    this.push(line);
  }

  /** A text that nobody closed, without the brackets behind it, which are brackets. */
  #giveLeftOpen(): void {
    const text = this.#text.slice(0, lengthWithout(this.#text, CLOSERS));
    const brackets = this.#text.slice(text.length);
    this.#state = STATE.space;
    this.#isEscaped = false;
    this.#isInner = this.#isInnerTold = false;
    this.#sink.repair(text === '' ? 'stray-quote' : 'unclosed-quote', this.#startLine);
    if (text !== '') this.#give(this.#isOver ? 'over' : 'text', text);
    this.#indent = -1;
    for (const char of brackets.replace(/[\s;]/g, '')) this.#give('mark', char);
  }

  #escapeLater(at: number): number {
    this.#isEscaped = true;
    return at;
  }

  /** The character behind a backslash; one that is no escape stays with its backslash. */
  #escape(chunk: string, at: number): number {
    this.#isEscaped = false;
    const char = chunk.charAt(at);
    const known = Object.hasOwn(ESCAPES, char) ? (ESCAPES[char] as string) : undefined;
    if (known !== undefined) {
      this.#keep(known, 0, 1, this.#textLength);
      return at + 1;
    }
    const isCloser = this.#closer !== QUOTE && char.charCodeAt(0) === this.#closer;
    if (isCloser) this.#keep(char, 0, 1, this.#textLength);
    else this.#keep('\\', 0, 1, this.#textLength);
    return isCloser ? at + 1 : at;
  }

  #triple(chunk: string, from: number, end: number): number {
    const isRaw = this.#state === STATE.rawTriple;
    let at = this.#isEscaped ? this.#escape(chunk, from) : from;
    while (at < end) {
      const code = chunk.charCodeAt(at);
      if (code === QUOTE) {
        at++;
        if (++this.#quotes < 3) continue;
        this.#giveText();
        return at;
      }
      if (this.#quotes > 0) this.#keep('""', 0, this.#quotes, this.#textLength);
      this.#quotes = 0;
      if (code === BACKSLASH && !isRaw) at = at + 1 < end ? this.#escape(chunk, at + 1) : this.#escapeLater(at + 1);
      else at = this.#plainRun(chunk, at, end);
    }
    return at;
  }

  /** As far as there is neither a quote nor a backslash. */
  #plainRun(chunk: string, from: number, end: number): number {
    let at = from;
    do {
      if (chunk.charCodeAt(at) === LF) this.#line++;
      at++;
    } while (at < end && chunk.charCodeAt(at) !== QUOTE && chunk.charCodeAt(at) !== BACKSLASH);
    this.#keep(chunk, from, at, this.#textLength);
    return at;
  }

  #giveText(): void {
    this.#state = STATE.space;
    this.#isEscaped = false;
    this.#isInner = this.#isInnerTold = false;
    this.#give(this.#isOver ? 'over' : 'text', this.#text);
  }

  /** Comments, fences, the closing tag. */
  #aside(chunk: string, at: number): number {
    switch (this.#state) {
      case STATE.slash:
        return this.#slash(chunk, at);
      case STATE.tag:
        return this.#tag(chunk, at);
      case STATE.ticks:
        return this.#ticks(chunk, at);
      case STATE.block:
      case STATE.star:
        return this.#comment(chunk, at);
      default:
        return this.#restOfLine(chunk, at);
    }
  }

  #slash(chunk: string, at: number): number {
    const char = chunk.charAt(at);
    if (char === '/') this.#state = STATE.line;
    else if (char === '*') this.#state = STATE.block;
    else {
      this.#state = STATE.space;
      this.#give('bad', '/');
      return at;
    }
    return at + 1;
  }

  /** Three are a fence, whose line is nothing; fewer are nothing that Express knows. */
  #ticks(chunk: string, at: number): number {
    if (chunk.charAt(at) === '`') {
      this.#text += '`';
      if (this.#text === FENCE) this.#state = STATE.fence;
      return at + 1;
    }
    this.#state = STATE.space;
    this.#give('bad', this.#text);
    return at;
  }

  #restOfLine(chunk: string, from: number): number {
    let at = from;
    while (at < chunk.length) {
      const code = chunk.charCodeAt(at);
      if (code === LF) {
        this.#state = STATE.space;
        return at;
      }
      at++;
      if (code !== LESS) continue;
      this.#behind = this.#state;
      this.#state = STATE.tag;
      this.#text = '<';
      return at;
    }
    return at;
  }

  #comment(chunk: string, from: number): number {
    let at = from;
    if (this.#state === STATE.star && chunk.charAt(at) === '/') {
      this.#state = STATE.space;
      return at + 1;
    }
    this.#state = STATE.block;
    while (at < chunk.length) {
      const code = chunk.charCodeAt(at++);
      if (code === LF) this.#newLine();
      if (code !== 42) continue;
      this.#state = STATE.star;
      return at;
    }
    return at;
  }

  #tag(chunk: string, at: number): number {
    const isLineEnd = chunk.charCodeAt(at) === LF && this.#behind !== STATE.space;
    if (!isLineEnd) this.#text += chunk.charAt(at);
    if (chunk.charAt(at) === '>' && CLOSING.test(this.#text)) {
      this.#state = STATE.space;
      this.#isClosed = true;
      this.#sink.close();
      return at + 1;
    }
    if (!isLineEnd && OPEN_TAG.test(this.#text) && this.#text.length < MAX_TAG) return at + 1;
    this.#state = this.#behind;
    if (this.#behind === STATE.space) this.#give('bad', this.#text);
    return isLineEnd ? at : at + 1;
  }

  #give(kind: TokenKind, text: string): void {
    this.#sink.token(kind, text, this.#startLine, this.#indent);
  }
}

function isNumberPart(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 43 || code === 101 || code === 69;
}

/** A letter of any alphabet, or a digit. */
function isWord(code: number): boolean {
  if (code < 128) return CLASS[code] === 1 || CLASS[code] === 2;
  // Without the punctuation of all alphabets, quotes among it.
  return code >= 0xc0 && (code < 0x2000 || code > 0x206f);
}
