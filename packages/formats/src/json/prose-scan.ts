// The text around blocks: gives it on as it comes and holds back only what may be the beginning of a block: the tag, the
// ticks of a fence at the beginning of a line, `{` and `[{` before a quote, or a broken beginning of a message.

import { BROKEN_START, mayStartBroken } from './message-start.ts';
import { CLOSE_CURLY, CURLY, isBlank, isQuote, SQUARE } from './value-scan.ts';

/** `fenced`: inside a fence of JSON, where a message may still come. `foreign`: inside a fence that is not for us. */
export type Within = 'text' | 'fenced' | 'foreign';
type ProseState = Within | 'probe' | 'info';

const JSON_FENCES = new Set(['', 'json', 'jsonl', 'ndjson', 'json5', 'jsonc', 'a2ui', 'a2ui-json', 'javascript', 'js']);
/** Longer than any opening that a model writes. */
const MAX_PROBE_LENGTH = 256;
const LESS = 60;
const TICK = 96;
const QUOTE = 34;

export interface ProseSink {
  text(text: string): void;
  /** A closing bracket behind a value that was closed before; `at`: in the chunk. */
  stray(at: number): void;
}

export class ProseScan {
  readonly #opening: string;
  readonly #sink: ProseSink;
  /** Only white space stands between a value and here. */
  #isBehindValue = false;
  #state: ProseState = 'text';
  #within: Within = 'text';
  #lineStart = true;
  /** White space behind a value: text if words follow, nothing if a value does. */
  #blank: string | undefined = '';
  #held = '';
  /** Whether words or a line break stand between the last value and here. */
  separated = true;
  /** What was found: nothing yet, or the opening of a block; `broken`: that of a message with a bracket or quote missing. */
  found: 'nothing' | 'tag' | 'fence' | 'value' | 'broken' = 'nothing';

  constructor(opening: string, sink: ProseSink) {
    this.#opening = opening;
    this.#sink = sink;
  }

  /** The opening that was found. */
  get held(): string {
    return this.#held;
  }

  /** Takes text up again: behind values, or behind what turned out to be text too. */
  resume(text: string, options: { readonly within: Within | undefined; readonly afterValue: boolean }): void {
    this.#state = this.#within = options.within ?? this.#within;
    this.#held = '';
    this.#lineStart = text.endsWith('\n');
    this.#isBehindValue = options.afterValue && text === '';
    if (options.afterValue) {
      this.#blank = '';
      this.separated = false;
    }
    if (text !== '') this.#say(text);
  }

  scan(chunk: string, from: number): number {
    this.found = 'nothing';
    if (this.#state === 'probe') return this.#probe(chunk.charAt(from), from);
    if (this.#state === 'info') return this.#info(chunk.charAt(from), from);
    let i = from;
    if (this.#isBehindValue) {
      if (chunk.charCodeAt(i) === CLOSE_CURLY) {
        this.#sink.stray(i);
        return i + 1;
      }
      if (!isBlank(chunk.charCodeAt(i))) this.#isBehindValue = false;
      else {
        this.#mayOpen(chunk.charCodeAt(i));
        this.#say(chunk.charAt(i));
        return i + 1;
      }
    }
    for (; i < chunk.length && !this.#mayOpen(chunk.charCodeAt(i)); i++);
    if (i > from) this.#say(chunk.slice(from, i));
    if (i === chunk.length) return i;
    this.#held = chunk.charAt(i);
    this.#state = 'probe';
    return i + 1;
  }

  /** What is still held back is text. */
  end(): void {
    if (this.#held !== '') this.#release();
  }

  #mayOpen(code: number): boolean {
    if (code === TICK && this.#lineStart) return true;
    if (this.#within !== 'foreign') {
      if (code === LESS || code === CURLY || code === SQUARE) return true;
      if (code === QUOTE && this.#lineStart) return true;
    }
    if (code === 10) this.#lineStart = this.separated = true;
    else if (code !== 32) this.#lineStart = false;
    return false;
  }

  #say(text: string): void {
    if (this.#blank === undefined) return this.#sink.text(text);
    this.#blank += text;
    if (text.trim() === '') return;
    const all = this.#blank;
    this.#blank = undefined;
    this.separated = true;
    this.#sink.text(all);
  }

  #release(): void {
    const held = this.#held;
    this.#held = '';
    this.#state = this.#within;
    this.#lineStart = false;
    this.#say(held);
  }

  /** Takes the character where it goes on with an opening; else it is looked at again, as text. */
  #probe(char: string, i: number): number {
    const held = this.#held + char;
    const first = held.charCodeAt(0);
    if (first === LESS) {
      if (!this.#opening.startsWith(held)) return this.#no(i);
      if (held === this.#opening) this.found = 'tag';
    } else if (first === TICK) {
      if (char !== '`') return this.#no(i);
      if (held.length === 3) return this.#ticks(held, i);
    } else if (held.length > MAX_PROBE_LENGTH) return this.#no(i);
    else if (/^(?:\[\s*)?\{\s*$/.test(this.#held) && isQuote(char.charCodeAt(0))) {
      this.found = 'value';
      return i;
    } else if (BROKEN_START.test(held)) {
      this.found = 'broken';
      return i;
    } else if (!/^\[?\s*\{?\s*$/.test(held) && !mayStartBroken(held)) return this.#no(i);
    this.#held = held;
    return i + 1;
  }

  #no(i: number): number {
    this.#release();
    return i;
  }

  #ticks(held: string, i: number): number {
    this.#held = held;
    if (this.#within === 'text') this.#state = 'info';
    else {
      this.#within = 'text';
      this.#release();
    }
    return i + 1;
  }

  /** The rest of the line that opens a fence says what is in it. */
  #info(char: string, i: number): number {
    this.#held += char;
    if (char !== '\n') {
      if (this.#held.length > MAX_PROBE_LENGTH) this.#release();
      return i + 1;
    }
    if (isJsonFence(this.#held.slice(3).trim().toLowerCase())) this.found = 'fence';
    else {
      this.#within = 'foreign';
      this.#release();
      this.#lineStart = true;
    }
    return i + 1;
  }
}

/** With what models put behind the name, and with one character wrong. */
function isJsonFence(info: string): boolean {
  if (JSON_FENCES.has(info)) return true;
  const [word = ''] = info.replace(/^`+/, '').split(/\s/);
  if (JSON_FENCES.has(word)) return true;
  return [...JSON_FENCES].some((name) => name.length >= 4 && isOneOff(word, name));
}

function isOneOff(word: string, name: string): boolean {
  let same = 0;
  while (same < name.length && word[same] === name[same]) same++;
  const [rest, wanted] = [word.slice(same), name.slice(same)];
  return rest.slice(1) === wanted || rest === wanted.slice(1);
}
