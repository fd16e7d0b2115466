// The text around blocks: gives it on as it comes and holds back only what may be the beginning of a block: the tag, the
// ticks of a fence at the beginning of a line, or `{` and `[{` before a quote.

import { CURLY, isQuote, SQUARE } from './value-scan.ts';

/** `foreign`: inside a fence whose content is not for us. */
type State = 'text' | 'foreign' | 'probe' | 'info';

const JSON_FENCES = new Set(['', 'json', 'jsonl', 'ndjson', 'json5', 'jsonc', 'a2ui', 'a2ui-json', 'javascript', 'js']);
/** Longer than any opening that a model writes. */
const LONGEST_PROBE = 256;
const LESS = 60;
const TICK = 96;

export class ProseScan {
  readonly #opening: string;
  readonly #emit: (text: string) => void;
  #state: State = 'text';
  #within: 'text' | 'foreign' = 'text';
  #lineStart = true;
  /** White space behind a value: text if words follow, nothing if a value does. */
  #blank: string | undefined = '';
  #held = '';
  /** Whether words or a line break stand between the last value and here. */
  separated = true;
  /** What was found: nothing yet, or the opening of a block. */
  found: 'nothing' | 'tag' | 'fence' | 'value' = 'nothing';

  constructor(opening: string, emit: (text: string) => void) {
    this.#opening = opening;
    this.#emit = emit;
  }

  /** The opening that was found. */
  get held(): string {
    return this.#held;
  }

  /** Takes text up again: behind values, or behind what turned out to be text too. */
  resume(text: string, options: { readonly foreign: boolean; readonly afterValue: boolean }): void {
    this.#state = this.#within = options.foreign ? 'foreign' : 'text';
    this.#held = '';
    this.#lineStart = text.endsWith('\n');
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
    if (this.#within === 'text' && (code === LESS || code === CURLY || code === SQUARE)) return true;
    if (code === 10) this.#lineStart = this.separated = true;
    else if (code !== 32) this.#lineStart = false;
    return false;
  }

  #say(text: string): void {
    if (this.#blank === undefined) return this.#emit(text);
    this.#blank += text;
    if (text.trim() === '') return;
    const all = this.#blank;
    this.#blank = undefined;
    this.separated = true;
    this.#emit(all);
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
    } else if (/\s/.test(char)) {
      if (held.length > LONGEST_PROBE) return this.#no(i);
    } else if (this.#held.trimEnd().endsWith('{')) {
      if (!isQuote(char.charCodeAt(0))) return this.#no(i);
      this.found = 'value';
      return i;
    } else if (char !== '{') return this.#no(i);
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
      if (this.#held.length > LONGEST_PROBE) this.#release();
      return i + 1;
    }
    if (JSON_FENCES.has(this.#held.slice(3).trim().toLowerCase())) this.found = 'fence';
    else {
      this.#within = 'foreign';
      this.#release();
      this.#lineStart = true;
    }
    return i + 1;
  }
}
