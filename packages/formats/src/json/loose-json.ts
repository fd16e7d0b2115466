// Reads a value that JSON.parse refuses, or that is not complete yet. One pass, no guess that is not reported; where
// there is no single reading it gives up and says where.

import { formatPointer, isArray, type Json, own } from '@vitrine/core/internal';
import { type Cursor, lengthWithout, quoteKind, readScalar, readString, skip } from './loose-text.ts';
import { type Repair, type RepairKind, repair } from './repair.ts';

type OpenContainer = Json[] | { [key: string]: Json };

export interface LooseOptions {
  /** Characters of the answer before this text. */
  readonly offset?: number;
  /** What it means that the text ends inside the value. */
  readonly ending?: 'closed' | 'block' | 'input';
  /** Says of a string that the text ends in whether it is kept; all are when absent. */
  readonly keepCut?: (key: string, text: string) => boolean;
  readonly maxDepth: number;
}

export type LooseValue =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly repairs: readonly Repair[];
      /** Containers that the text ends in, outermost first. */
      readonly open: readonly Json[];
      /** Where the value ends. */
      readonly length: number;
    }
  | { readonly ok: false; readonly offset: number; readonly why: string };

/** More repairs of one kind in one message are made, but not listed. */
const MAX_OF_A_KIND = 100;

class GivenUp extends Error {}

export function parseLoose(text: string, options: LooseOptions): LooseValue {
  const reader = new LooseReader(text, options);
  try {
    const value = reader.value('');
    if (value === undefined) return { ok: false, offset: reader.at, why: 'there is no value' };
    return { ok: true, value, repairs: reader.repairs, open: reader.open, length: reader.at };
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    return { ok: false, offset: (options.offset ?? 0) + reader.at, why: error.message };
  }
}

class LooseReader implements Cursor {
  readonly text: string;
  at = 0;
  typographic = false;
  readonly repairs: Repair[] = [];
  readonly open: Json[] = [];
  readonly #options: LooseOptions;
  readonly #counts = new Map<RepairKind, number>();
  readonly #path: string[] = [];
  readonly #kinds: string[] = [];
  /** An object that was not closed ended behind a comma, which parts the items of the list around it. */
  #isParted = false;
  /** Lists that were not opened: what their items are was seen only behind the first. */
  readonly #unopened = new Set<Json>();

  constructor(text: string, options: LooseOptions) {
    this.text = text;
    this.#options = options;
  }

  note(kind: RepairKind): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count > MAX_OF_A_KIND) return;
    this.repairs.push(
      repair(kind, this.#path.length === 0 ? '' : formatPointer(this.#path), (this.#options.offset ?? 0) + this.at),
    );
  }

  /** Undefined: the text ends before it, or an incomplete one is not wanted. */
  value(key: string): Json | undefined {
    skip(this);
    const char = this.text.charAt(this.at);
    if (char === '{') return this.#container({}, '}');
    if (char === '[') return this.#container([], ']');
    if (quoteKind(char) !== undefined) return this.#stringOrMember(key);
    if (char === '') return undefined;
    if (char === '.' && this.text.startsWith('...', this.at)) return this.#ellipsis();
    const scalar = readScalar(this);
    if (scalar === undefined) throw new GivenUp(`${JSON.stringify(char)} begins no value`);
    if (!scalar.cut) return scalar.value;
    return this.#options.keepCut === undefined ? scalar.value : undefined;
  }

  /** A string, or the first key of an object that was not opened. */
  #stringOrMember(key: string): Json | undefined {
    const text = this.#string(key);
    if (text === undefined) return undefined;
    skip(this);
    if (this.text.charAt(this.at) !== ':') return text;
    this.note('unopened-bracket');
    const made: { [key: string]: Json } = {};
    return this.#enclosed(made, '}', () => {
      this.#memberValue(made, text);
      this.#items(made, '}', text);
    });
  }

  #string(key: string): string | undefined {
    const read = readString(this);
    let { value } = read;
    if (read.cut) {
      const { keepCut, ending } = this.#options;
      if (keepCut === undefined) this.note(ending === 'block' ? 'unclosed-quote' : 'truncated');
      else if (!keepCut(key, value)) return undefined;
      // Behind a quote that is missing, what closes the message is no text.
      const end = ending === 'block' ? lengthWithout(value, ',}]') : value.length;
      if (/[}\]]/.test(value.slice(end))) value = value.slice(0, end);
    }
    if (!this.typographic || !/[“”‘’]/.test(value)) return value;
    this.note('smart-quotes-in-text');
    return value.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
  }

  #ellipsis(): undefined {
    this.note('ellipsis');
    this.at += 3;
    return undefined;
  }

  #container(made: OpenContainer, closer: string): Json {
    this.at++;
    return this.#enclosed(made, closer, () => this.#items(made, closer));
  }

  #enclosed(made: OpenContainer, closer: string, read: () => void): Json {
    this.#kinds.push(closer);
    if (this.#kinds.length > this.#options.maxDepth) throw new GivenUp('it is nested too deeply');
    read();
    this.#kinds.pop();
    return made;
  }

  /** `last`: the key that was read before. */
  #items(made: OpenContainer, closer: string, last?: string): void {
    let key = last;
    for (let isFirst = last === undefined, comma = false; ; isFirst = false) {
      skip(this);
      const char = this.text.charAt(this.at);
      if (char === '') return this.#ends(made);
      if (char === '}' || char === ']') {
        if (comma) this.note('trailing-comma');
        if (this.#closesUnopened(made, key, char)) this.at++;
        else if (this.#closes(char, closer)) return;
        comma = false;
      } else if (char === ',') {
        if (comma || isFirst) this.note('trailing-comma');
        comma = true;
        this.at++;
      } else if (closer === '}' && (char === '{' || char === '[')) {
        if (this.#endsUnclosed(char, isFirst, comma)) return;
        comma = false;
        if (!this.#addUnopened(made, key, char)) {
          this.note('stray-bracket');
          this.at++;
        }
      } else {
        if (!comma && !isFirst && !this.#isParted) this.note('missing-comma');
        comma = this.#isParted = false;
        if (closer === ']') this.#item(made as Json[]);
        else key = this.#member(made as { [key: string]: Json }, key);
      }
    }
  }

  /** The same rule as the scanner's: where a key belongs, `{` begins an item of the list around objects that were not closed. */
  #endsUnclosed(char: string, isFirst: boolean, comma: boolean): boolean {
    if (char === '[' || isFirst || !this.#kinds.includes(']')) return false;
    this.note('unclosed-bracket');
    this.#isParted ||= comma;
    return true;
  }

  /** Without a list around it, it is one more item of a list that was not opened. */
  #addUnopened(made: OpenContainer, key: string | undefined, char: string): boolean {
    const object = made as { [key: string]: Json };
    const before = key === undefined ? undefined : own(object, key);
    if (key === undefined || char !== '{' || typeof before !== 'object' || before === null) return false;
    this.#add(object, key, before, this.value('') ?? null);
    return true;
  }

  #add(object: { [key: string]: Json }, key: string, before: Json, item: Json): void {
    if (this.#unopened.has(before)) {
      (before as Json[]).push(item);
      return;
    }
    this.note('unopened-bracket');
    const list = [before, item];
    this.#unopened.add(list);
    define(object, key, list);
  }

  #closesUnopened(made: OpenContainer, key: string | undefined, char: string): boolean {
    if (char !== ']' || key === undefined || isArray(made)) return false;
    return this.#unopened.delete(own(made as { [key: string]: Json }, key) as Json);
  }

  /** The same rule as the scanner's: a closer ends the innermost of its kind and whatever is open inside that. */
  #closes(char: string, closer: string): boolean {
    if (char === closer) {
      this.at++;
      return true;
    }
    const isOpen = this.#kinds.includes(char);
    this.note(isOpen ? 'unclosed-bracket' : 'stray-bracket');
    if (!isOpen) this.at++;
    return isOpen;
  }

  #ends(made: OpenContainer): void {
    this.open.unshift(made as Json);
    const { ending = 'input', keepCut } = this.#options;
    if (this.open.length === 1 && keepCut === undefined)
      this.note(ending === 'input' ? 'truncated' : 'unclosed-bracket');
  }

  #item(list: Json[]): void {
    this.#path.push(String(list.length));
    const value = this.value('');
    this.#path.pop();
    if (value !== undefined) list.push(value);
  }

  /** Gives the key that was read, or the one before where there is none. */
  #member(object: { [key: string]: Json }, before: string | undefined): string | undefined {
    if (this.text.startsWith('...', this.at)) return this.#ellipsis() ?? before;
    const key = this.#key();
    if (key === undefined) return before;
    skip(this);
    const char = this.text.charAt(this.at);
    if (char === '') return before;
    if (!/[:"{[]/.test(char)) {
      const value = before === undefined ? undefined : own(object, before);
      const isItem = char !== '}' && (typeof value === 'string' || this.#unopened.has(value as Json));
      if (!isItem) throw new GivenUp(`no colon follows the key ${JSON.stringify(key.slice(0, 60))}`);
      this.#add(object, before as string, value as Json, key);
      return before;
    }
    this.#memberValue(object, key);
    return key;
  }

  #memberValue(object: { [key: string]: Json }, key: string): void {
    this.#path.push(key);
    if (this.text.charAt(this.at) === ':') this.at++;
    else this.note('missing-colon');
    skip(this);
    if (/^[,}\]]/.test(this.text.charAt(this.at))) {
      this.note('missing-value');
      define(object, key, null);
    } else {
      const value = this.value(key);
      if (value !== undefined) define(object, key, value);
    }
    this.#path.pop();
  }

  #key(): string | undefined {
    const char = this.text.charAt(this.at);
    if (quoteKind(char) !== undefined) {
      const { value, cut } = readString(this);
      return cut ? undefined : value;
    }
    const name = /^[\p{L}_$@][\p{L}\p{N}_$-]*/u.exec(this.text.slice(this.at, this.at + 256))?.[0];
    if (name === undefined) throw new GivenUp(`${JSON.stringify(char)} begins no key`);
    this.note('unquoted-key');
    this.at += name.length;
    return name;
  }
}

/** A key named __proto__ is a key like any other, as JSON.parse has it. */
function define(object: { [key: string]: Json }, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
