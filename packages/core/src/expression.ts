// Parses a formatString template into parts: literals, paths and calls, ready for the evaluator.
// Whether a path or a function exists is left to pointer.ts and to the catalog.
// Single pass, no backtracking; nesting is checked before it is entered, so depth is bounded by the limits.

import { accepted, type Issue, issue, type Outcome, quote, refused } from './issue.ts';
import type { JsonPrimitive } from './json.ts';
import type { Limits } from './limits.ts';
import { isReserved } from './pointer.ts';

export interface ExpressionPath {
  readonly path: string;
}

export interface ExpressionCall {
  readonly call: string;
  readonly args: { readonly [name: string]: ExpressionPart };
}

export type ExpressionPart = JsonPrimitive | ExpressionPath | ExpressionCall;

/** Literal strings that touch are joined; an empty template is one empty literal. */
export function parseExpression(template: string, limits: Limits): Outcome<readonly ExpressionPart[]> {
  const { expressionLength, expressionDepth } = limits;
  if (template.length > expressionLength) {
    const message = `The template has ${template.length} characters; ${expressionLength} are allowed.`;
    return refused([issue('VITRINE_LIMIT_TEXT', 'error', message)]);
  }
  return new ExpressionParser(template, expressionDepth).parse();
}

// XID_Continue is every letter, digit, mark and `_` (UAX 31).
const WORD = /[\p{XID_Continue}/.~-]+/uy;
const NAME = /[\p{XID_Continue}-]+/uy;
const BLANK = /\s*/y;
const FUNCTION_NAME = /^@?[\p{XID_Start}_][\p{XID_Continue}.-]*$/u;
const DIGITS_AND_DOTS = /^-?[0-9.]*[0-9][0-9.]*$/;
const NUMBER = /^-?[0-9]+\.?[0-9]*$/;
const KEYWORDS = new Map<string, JsonPrimitive>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Methods that read return undefined once `#issue` is set. */
class ExpressionParser {
  readonly #text: string;
  readonly #maxDepth: number;
  #at = 0;
  /** Where the outermost `${` now being read stands. */
  #open = 0;
  #issue: Issue | undefined;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  parse(): Outcome<readonly ExpressionPart[]> {
    const parts: ExpressionPart[] = [];
    let literal = '';
    while (this.#at < this.#text.length) {
      literal += this.#literal();
      if (this.#at >= this.#text.length) break;
      this.#open = this.#at;
      const part = this.#interpolation(0);
      if (part === undefined) return refused(this.#issue === undefined ? [] : [this.#issue]);
      if (typeof part === 'string') {
        literal += part;
        continue;
      }
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(part);
    }
    if (literal !== '' || parts.length === 0) parts.push(literal);
    return accepted(parts);
  }

  /** Text up to the next `${`; `\${` is the text `${`. */
  #literal(): string {
    let literal = '';
    for (;;) {
      const start = this.#at;
      const open = this.#text.indexOf('${', start);
      if (open < 0) {
        this.#at = this.#text.length;
        return literal + this.#text.slice(start);
      }
      const escaped = open > start && this.#text[open - 1] === '\\';
      this.#at = escaped ? open + 2 : open;
      if (!escaped) return literal + this.#text.slice(start, open);
      literal += `${this.#text.slice(start, open - 1)}\${`;
    }
  }

  #interpolation(depth: number): ExpressionPart | undefined {
    this.#at += 2;
    if (this.#take('}')) return '';
    const value = this.#value(depth);
    if (value === undefined) return undefined;
    if (this.#take('}')) return value;
    const rest = this.#text.slice(this.#at, this.#at + 24);
    return this.#fail(`Unexpected characters ${quote(rest)} after the expression`);
  }

  /** `depth` counts the `${` and the calls around this value, without the outermost `${`. */
  #value(depth: number): ExpressionPart | undefined {
    this.#match(BLANK);
    const char = this.#text[this.#at];
    if (char === "'" || char === '"') return this.#string(char);
    if (this.#text.startsWith('${', this.#at)) return this.#enter(depth) ? this.#interpolation(depth + 1) : undefined;
    const start = this.#at;
    const sigil = char === '@' ? '@' : '';
    this.#at += sigil.length;
    const word = sigil + this.#match(WORD);
    if (word === '') return this.#fail('Expected a value');
    if (this.#take('(')) return this.#call(word, start, depth);
    if (sigil !== '') return this.#fail(`Expected "(" after ${quote(word)}`);
    const keyword = KEYWORDS.get(word);
    if (keyword !== undefined) return keyword;
    return DIGITS_AND_DOTS.test(word) ? this.#number(word, start) : { path: word };
  }

  #number(word: string, start: number): number | undefined {
    const value = Number(word);
    // `+ 0` because JSON has no negative zero.
    if (NUMBER.test(word) && Number.isFinite(value)) return value + 0;
    return this.#refuse('VITRINE_EXPRESSION_SYNTAX', `Invalid number literal ${quote(word)}`, start);
  }

  #string(mark: string): string | undefined {
    const start = this.#at;
    let value = '';
    let from = start + 1;
    for (let at = from; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === mark) {
        this.#at = at + 1;
        return value + this.#text.slice(from, at);
      }
      if (char !== '\\') continue;
      const next = this.#text[at + 1] ?? '';
      value += this.#text.slice(from, at) + (ESCAPES.get(next) ?? next);
      at++;
      from = at + 1;
    }
    return this.#refuse('VITRINE_EXPRESSION_SYNTAX', 'Unclosed interpolation: the quote is never closed', start);
  }

  #call(name: string, start: number, depth: number): ExpressionCall | undefined {
    if (!FUNCTION_NAME.test(name)) {
      return this.#refuse('VITRINE_EXPRESSION_SYNTAX', `${quote(name)} is not a function name`, start);
    }
    if (!this.#enter(depth)) return undefined;
    const args: { [name: string]: ExpressionPart } = {};
    while (!this.#take(')')) {
      const argument = this.#argument(args);
      if (argument === undefined) return undefined;
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      args[argument] = value;
      if (this.#take(',')) continue;
      if (this.#take(')')) break;
      return this.#fail(`Expected ")" after function arguments of ${quote(name)}`);
    }
    return { call: name, args };
  }

  /** `name :`; the name is safe as a key of a plain object. */
  #argument(args: { readonly [name: string]: ExpressionPart }): string | undefined {
    this.#match(BLANK);
    const start = this.#at;
    const name = this.#match(NAME);
    if (name === '') return this.#fail('Expected an argument as name: value');
    if (isReserved(name)) return this.#refuse('VITRINE_NAME_RESERVED', `Reserved argument name ${quote(name)}`, start);
    if (Object.hasOwn(args, name)) {
      return this.#refuse('VITRINE_EXPRESSION_SYNTAX', `Argument ${quote(name)} is given twice`, start);
    }
    return this.#take(':') ? name : this.#fail(`Expected ":" after argument name ${quote(name)}`);
  }

  #enter(depth: number): boolean {
    if (depth < this.#maxDepth) return true;
    this.#refuse('VITRINE_EXPRESSION_DEPTH', `The expression is nested deeper than ${this.#maxDepth}`, this.#at);
    return false;
  }

  #match(sticky: RegExp): string {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  /** Consumes the character, and blanks before it, if it comes next. */
  #take(char: string): boolean {
    this.#match(BLANK);
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #fail(message: string): undefined {
    return this.#at < this.#text.length
      ? this.#refuse('VITRINE_EXPRESSION_SYNTAX', message, this.#at)
      : this.#refuse('VITRINE_EXPRESSION_SYNTAX', 'Unclosed interpolation: "${" without "}"', this.#open);
  }

  #refuse(code: Issue['code'], message: string, at: number): undefined {
    this.#issue ??= issue(code, 'error', `${message} (at character ${at + 1}).`);
    return undefined;
  }
}
