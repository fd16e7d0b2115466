// One statement of Vertical, read as tolerantly as it can be: what brackets and quotes lack is added, words are texts.

import { isObject, type Json } from '@vitrine/core/internal';
import type { Argument, CallExpression, Expression } from '../express/parser.ts';
import { parseLoose } from '../json/loose-json.ts';
import { lengthWithout } from '../json/loose-text.ts';

const MAX_DEPTH = 32;
const CLOSERS = ')]},';
const NAME = /[A-Za-z_][A-Za-z0-9_.-]*/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?%?/y;
const PATH = /\$[A-Za-z0-9_.~%+/-]*/y;
const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
]);
const ESCAPES: { readonly [char: string]: string } = { n: '\n', r: '\r', t: '\t' };

type ParsedStatement = CallExpression | 'too deep' | undefined;

/** Undefined where no call can be seen in it. */
export function parseStatement(text: string, line: number): ParsedStatement {
  if (text.startsWith('{')) return fromJson(text, line);
  if (text.startsWith('<')) return fromMarkup(text, line);
  const assigned = /^[A-Za-z_]\w*\s*=\s*(?=[A-Za-z_])/.exec(text);
  return new ArgumentReader(assigned === null ? text : text.slice(assigned[0].length), line).statement();
}

function fromJson(text: string, line: number): CallExpression | undefined {
  const read = parseLoose(text, { maxDepth: MAX_DEPTH });
  if (!read.ok || !isObject(read.value)) return undefined;
  const { id: _id, component, type, ...rest } = read.value;
  const name = component ?? type;
  if (typeof name !== 'string') return undefined;
  const { props, ...own } = rest;
  const entries = Object.entries(isObject(props) ? { ...own, ...props } : rest);
  const shown = component === undefined || type === undefined ? entries : [...entries, ['type', type] as const];
  return {
    type: 'call',
    name,
    args: shown.map(([key, value]) => ({ name: key, value: fromValue(value, line) })),
    line,
  };
}

/** The statements of a list of JSON, which is written in their place; undefined where it is none. */
export function listedStatements(text: string): readonly string[] | undefined {
  const read = text.startsWith('[') ? parseLoose(text, { maxDepth: MAX_DEPTH }) : undefined;
  if (read?.ok !== true || !Array.isArray(read.value) || !read.value.every(isObject)) return undefined;
  return read.value.map((one) => JSON.stringify(one));
}

function fromValue(value: Json, line: number): Expression {
  if (Array.isArray(value)) return { type: 'list', items: value.map((item: Json) => fromValue(item, line)), line };
  if (!isObject(value)) return { type: 'literal', value: value as string | number | boolean | null, line };
  return {
    type: 'map',
    entries: Object.entries(value).map(([name, one]) => ({ name, value: fromValue(one, line) })),
    line,
  };
}

function fromMarkup(text: string, line: number): ParsedStatement {
  const [, name, attributes] = /^<([A-Za-z_]\w*)\s*([\s\S]*?)\/?>?$/.exec(text) ?? [];
  return name === undefined
    ? undefined
    : new ArgumentReader(`${name}(${(attributes ?? '').replace(/[{}]/g, ' ')})`, line).statement();
}

class ArgumentReader {
  readonly #text: string;
  readonly #line: number;
  #at = 0;
  #isTooDeep = false;

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  statement(): ParsedStatement {
    const name = this.#match(NAME);
    this.#space();
    if (name === undefined || this.#text[this.#at] !== '(') return undefined;
    const call = this.#call(name, 0);
    return this.#isTooDeep ? 'too deep' : call;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #space(): void {
    // One that nobody closed goes to the end, or every mark behind it would be tried again.
    while (this.#match(/\s+|\/\*[\s\S]*?(?:\*\/|$)|(?:#|\/\/)[^\n]*/y) !== undefined);
  }

  #call(name: string, depth: number): CallExpression {
    this.#at++;
    const args: Argument[] = [];
    while (this.#more(')')) {
      const before = this.#at;
      const argument = this.#argument(depth);
      if (argument !== undefined) args.push(argument);
      if (this.#at === before) this.#at++;
    }
    return { type: 'call', name, args, line: this.#line };
  }

  /** Whether there is another item before the bracket; commas are passed over. */
  #more(closer: string): boolean {
    this.#match(/[\s,;]*/y);
    this.#space();
    if (this.#at >= this.#text.length) return false;
    if (this.#text[this.#at] !== closer) return true;
    this.#at++;
    return false;
  }

  #argument(depth: number): Argument | undefined {
    const before = this.#at;
    const isColon = this.#match(/:(?=[A-Za-z_])/y) !== undefined;
    const key = this.#match(NAME) ?? this.#quotedKey();
    if (key !== undefined) {
      this.#space();
      const mark = this.#match(/[=:]/y);
      if (mark !== undefined || isColon) {
        this.#space();
        const value = this.#value(depth);
        return value === undefined ? undefined : { name: key, value };
      }
    }
    this.#at = before;
    const value = this.#value(depth);
    return value === undefined ? undefined : { value };
  }

  /** A key in quotes has a mark behind it. */
  #quotedKey(): string | undefined {
    return this.#match(/["'][A-Za-z_]\w*["'](?=\s*[:=])/y)?.slice(1, -1);
  }

  #value(depth: number): Expression | undefined {
    const char = this.#text[this.#at];
    const line = this.#line;
    if (char === '"' || char === "'") return { type: 'literal', value: this.#string(char), line };
    if (char === '$') return { type: 'path', path: (this.#match(PATH) ?? '$').slice(1), line };
    if (char === '[' || char === '{') return this.#deeper(depth) ? this.#container(char, depth + 1) : undefined;
    const number = this.#match(NUMBER);
    if (number !== undefined) return { type: 'literal', value: Number.parseFloat(number), line };
    return this.#word(depth);
  }

  #deeper(depth: number): boolean {
    this.#isTooDeep ||= depth >= MAX_DEPTH;
    return depth < MAX_DEPTH;
  }

  #container(char: string, depth: number): Expression {
    this.#at++;
    const closer = char === '[' ? ']' : '}';
    const items: Argument[] = [];
    while (this.#more(closer)) {
      const before = this.#at;
      const item = this.#argument(depth);
      if (item !== undefined) items.push(item);
      if (this.#at === before) this.#at++;
    }
    if (char === '[') return { type: 'list', items: items.map(({ value }) => value), line: this.#line };
    return {
      type: 'map',
      entries: items.flatMap(({ name, value }) => (name === undefined ? [] : [{ name, value }])),
      line: this.#line,
    };
  }

  #word(depth: number): Expression | undefined {
    const line = this.#line;
    const name = this.#match(NAME);
    if (name === undefined) return undefined;
    this.#space();
    if (this.#text[this.#at] === '(') return this.#deeper(depth) ? this.#call(name, depth + 1) : undefined;
    const word = WORDS.get(name.toLowerCase());
    if (word !== undefined) return { type: 'literal', value: word, line };
    // Several bare words are one text.
    const rest = this.#match(/[^,)\]}"'=\n]*/y) ?? '';
    return { type: 'literal', value: rest === '' ? name : `${name} ${rest}`.trim(), line };
  }

  #string(quote: string): string {
    if (this.#text.startsWith('"""', this.#at)) {
      const end = this.#text.indexOf('"""', this.#at + 3);
      const text = this.#text.slice(this.#at + 3, end < 0 ? undefined : end);
      this.#at = end < 0 ? this.#text.length : end + 3;
      return unescaped(text);
    }
    const start = ++this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at];
      if (char === '\\') this.#at++;
      else if (char === quote) return unescaped(this.#text.slice(start, this.#at++));
    }
    // A quote that was left open takes no bracket with it.
    return unescaped(this.#text.slice(start, Math.max(start, lengthWithout(this.#text, CLOSERS))));
  }
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/gu, (all, char: string) => {
    if (char in ESCAPES) return ESCAPES[char] as string;
    return char === '"' || char === "'" || char === '\\' ? char : all;
  });
}
