// Cuts Vertical into statements while it is written: constructor calls, and what models write in their place (a JSON object, a tag like
// JSX). No character is looked at twice; where a statement ends is the matter of statement-end.ts.

import { CLOSING, MAX_CLOSING, StatementEnd } from './statement-end.ts';

const MAX_STATEMENT = 1024 * 1024;
/** The longest mark that begins a comment or a fence. */
const MARK = 3;
const TAG_INSIDE = /<\/a2ui(?:-[a-z]{1,8})?[ \t]{0,16}>/gi;

export interface SplitterSink {
  statement(text: string, line: number): void;
  /** A statement that is longer than any may be. */
  oversize(line: number): void;
}

export class Splitter {
  readonly #sink: SplitterSink;
  /** What has not become a statement yet. */
  #text = '';
  #line = 1;
  #isClosed = false;
  #scan = new StatementEnd();
  /** How far a comment has been searched for its end. */
  #searched = 0;
  /** What was looked at of the present statement; nothing where it is too long. Put together once, or each push would copy it. */
  #parts: string[] = [];
  #length = 0;
  #lines = 0;

  constructor(sink: SplitterSink) {
    this.#sink = sink;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isOpen(): boolean {
    return this.#length > 0 || this.#text.trim() !== '';
  }

  get line(): number {
    return this.#line;
  }

  /** Gives how many characters of the chunk were read: all, but for those behind the closing tag. */
  push(chunk: string): number {
    const before = this.#text.length;
    this.#text += chunk;
    let read = 0;
    for (;;) {
      const end = this.#next(false);
      if (end === undefined) break;
      this.#drop(end);
      read += end;
      if (!this.#isClosed) continue;
      this.#text = '';
      return Math.max(0, read - before);
    }
    this.#setAside();
    return chunk.length;
  }

  end(): void {
    for (;;) {
      const end = this.#next(true);
      if (end === undefined) break;
      this.#drop(end);
    }
    this.#give(this.#text);
    this.#text = '';
  }

  #setAside(): void {
    if (this.#searched > 0) return this.#passComment();
    const part = this.#text.slice(0, this.#scan.at);
    this.#text = this.#text.slice(this.#scan.at);
    this.#scan.at -= part.length;
    this.#lines += lineBreaks(part);
    this.#length += part.length;
    if (this.#length <= MAX_STATEMENT) this.#parts.push(part);
    else this.#parts = [];
  }

  /** Of a comment its mark stays, so that it is still one. */
  #passComment(): void {
    this.#lines += lineBreaks(this.#text.slice(MARK, this.#searched));
    this.#text = this.#text.slice(0, MARK) + this.#text.slice(this.#searched);
    this.#searched = MARK;
  }

  #give(rest: string): void {
    const statement = (this.#parts.join('') + rest).trim();
    if (this.#length + rest.length > MAX_STATEMENT) this.#sink.oversize(this.#line);
    else if (statement !== '') this.#sink.statement(statement, this.#line);
  }

  #drop(count: number): void {
    this.#line += this.#lines + lineBreaks(this.#text.slice(0, count));
    this.#text = this.#text.slice(count);
    this.#scan = new StatementEnd();
    this.#parts = [];
    this.#searched = this.#length = this.#lines = 0;
  }

  /** Takes one statement, comment or space off; undefined: more has to come. */
  #next(isEnd: boolean): number | undefined {
    const text = this.#text;
    if (this.#length === 0 && this.#scan.at === 0) {
      const space = /^[\s;,]+/.exec(text);
      if (space !== null) return space[0].length;
      if (text === '') return undefined;
      const aside = this.#aside(text, isEnd);
      if (aside !== undefined) return aside === 0 ? undefined : aside;
    }
    const end = this.#scan.find(text, isEnd);
    if (end === undefined) return undefined;
    this.#give(text.slice(0, end));
    return this.#length > 0 ? end : Math.max(1, end);
  }

  /** Comments, fences and the closing tag; 0: it is not certain yet. */
  #aside(text: string, isEnd: boolean): number | undefined {
    if (text.startsWith('<')) {
      const head = text.slice(0, MAX_CLOSING);
      const closing = CLOSING.exec(head);
      if (closing !== null) {
        this.#isClosed = true;
        return closing[0].length;
      }
      const mayClose = head.length < MAX_CLOSING && /^<\/?[a-z0-9-]*\s*$/i.test(head);
      return mayClose && !isEnd ? 0 : undefined;
    }
    if (/^\/?$/.test(text) && !isEnd) return 0;
    if (text.startsWith('/*')) return this.#upTo(text, '*/', isEnd);
    if (/^(?:#|\/\/|```)/.test(text)) return this.#upTo(text, '\n', isEnd);
    return /^`{1,2}$/.test(text) && !isEnd ? 0 : undefined;
  }

  #upTo(text: string, mark: string, isEnd: boolean): number {
    const from = Math.max(mark.length, this.#searched);
    const at = text.indexOf(mark, from);
    TAG_INSIDE.lastIndex = from;
    const tag = TAG_INSIDE.exec(text)?.index ?? -1;
    if (tag > 0 && (at < 0 || tag < at)) return tag;
    if (at >= 0) return at + mark.length;
    if (text.length > MARK + MAX_CLOSING) this.#searched = text.length - MAX_CLOSING;
    return isEnd ? text.length : 0;
  }
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
