// Cuts Vertical into statements while it is written: constructor calls, and what models write in their place (a JSON object, a tag like
// JSX). A quote that was left open ends before the next line that begins a constructor.

const MAX_STATEMENT = 1024 * 1024;
const CLOSING = /^<\/a2ui(?:-[a-z]+)?\s*>/i;
const MAX_CLOSING = 32;

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

  constructor(sink: SplitterSink) {
    this.#sink = sink;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isOpen(): boolean {
    return this.#text.trim() !== '';
  }

  get line(): number {
    return this.#line;
  }

  /** Gives how many characters were read: all, but for those behind the closing tag. */
  push(chunk: string): number {
    const before = this.#text.length;
    this.#text += chunk;
    let read = 0;
    for (;;) {
      const end = this.#next(false);
      if (end === undefined) break;
      read += this.#drop(end);
      if (!this.#isClosed) continue;
      this.#text = '';
      return Math.max(0, read - before);
    }
    if (this.#text.length > MAX_STATEMENT) {
      this.#sink.oversize(this.#line);
      this.#drop(this.#text.length);
    }
    return chunk.length;
  }

  end(): void {
    for (;;) {
      const end = this.#next(true);
      if (end === undefined) break;
      this.#drop(end);
    }
    const rest = this.#text.trim();
    if (rest !== '') this.#sink.statement(rest, this.#line);
    this.#text = '';
  }

  #drop(count: number): number {
    for (let at = this.#text.indexOf('\n'); at >= 0 && at < count; at = this.#text.indexOf('\n', at + 1)) this.#line++;
    this.#text = this.#text.slice(count);
    return count;
  }

  /** Takes one statement, comment or space off; undefined: more has to come. */
  #next(isEnd: boolean): number | undefined {
    const text = this.#text;
    const space = /^[\s;,]+/.exec(text);
    if (space !== null) return space[0].length;
    if (text === '') return undefined;
    const aside = this.#aside(text, isEnd);
    if (aside !== undefined) return aside === 0 ? undefined : aside;
    const end = statementEnd(text, isEnd);
    if (end === undefined) return undefined;
    const statement = text.slice(0, end).trim();
    if (statement !== '') this.#sink.statement(statement, this.#line);
    return Math.max(1, end);
  }

  /** Comments, fences and the closing tag; 0: it is not certain yet. */
  #aside(text: string, isEnd: boolean): number | undefined {
    if (text.startsWith('<')) {
      const closing = CLOSING.exec(text);
      if (closing !== null) {
        this.#isClosed = true;
        return closing[0].length;
      }
      const mayClose = /^<\/?[a-z0-9-]*\s*$/i.test(text) && text.length < MAX_CLOSING;
      return mayClose && !isEnd ? 0 : undefined;
    }
    if (/^\/?$/.test(text) && !isEnd) return 0;
    if (text.startsWith('/*')) return upTo(text, '*/', 2, isEnd);
    if (/^(?:#|\/\/|```)/.test(text)) return upTo(text, '\n', 1, isEnd);
    return /^`{1,2}$/.test(text) && !isEnd ? 0 : undefined;
  }
}

function upTo(text: string, mark: string, length: number, isEnd: boolean): number {
  const at = text.indexOf(mark);
  const tag = text.search(/<\/a2ui(?:-[a-z]+)?[ \t]*>/i);
  if (tag > 0 && (at < 0 || tag < at)) return tag;
  if (at >= 0) return at + length;
  return isEnd ? text.length : 0;
}

/** Where the statement ends that the text begins with. */
function statementEnd(text: string, isEnd: boolean): number | undefined {
  if (text.startsWith('<')) return markupEnd(text, isEnd);
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
      else if (char === '\n') {
        const next = nextConstructor(text.slice(at + 1), isEnd);
        if (next === undefined) return undefined;
        if (next) return at;
      }
    } else if (char === '"' || char === "'") {
      if (text.startsWith('"""', at)) {
        const end = text.indexOf('"""', at + 3);
        if (end < 0) return undefined;
        at = end + 2;
      } else quote = char;
    } else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth <= 0) return at + 1;
    else if (char === '<' && depth <= 1 && /^<\/a2ui/i.test(text.slice(at, at + 6))) return at;
    else if (char === '\n') {
      const next = nextConstructor(text.slice(at + 1), isEnd);
      if (next === undefined) return undefined;
      if (next && (depth > 0 || /^[^(]*$/.test(text.slice(0, at)))) return at;
    }
  }
  return undefined;
}

/** Whether a line begins a constructor in the first column; undefined: it may yet. */
function nextConstructor(line: string, isEnd: boolean): boolean | undefined {
  if (/^(?:[A-Za-z_]\w*\s*=\s*)?[A-Z]\w*[ \t]*\(/.test(line) || CLOSING.test(line)) return true;
  if (isEnd) return false;
  const mayBegin =
    /^(?:[A-Za-z_]\w*[ \t]*(?:=[ \t]*(?:[A-Z]\w*[ \t]*)?)?)?$/.test(line) || /^<(?:\/[a-z0-9-]*\s*)?$/i.test(line);
  return mayBegin ? undefined : false;
}

/** `<Text text="…" />`, or a pair of tags. */
function markupEnd(text: string, isEnd: boolean): number | undefined {
  let quote = '';
  for (let at = 1; at < text.length; at++) {
    const char = text[at] as string;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at + 1;
    else if (char === '\n' && nextConstructor(text.slice(at + 1), isEnd)) return at;
  }
  return undefined;
}
