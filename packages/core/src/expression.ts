// Parses a formatString template into parts: literals, paths and calls, ready for the evaluator.
// Whether a path or a function exists is left to pointer.ts and to the catalog.
// Single pass, no backtracking; nesting is checked before it is entered, so depth is bounded by the limits.

import { accepted, type Issue, issue, type Outcome, quote, refusal, refused } from './issue.ts';
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
    return refusal('VITRINE_LIMIT_TEXT', message);
  }
  return new ExpressionParser(template, expressionDepth).parse();
}

const MARKER = /\\?\$\{/g;
// XID_Continue is every letter, digit, mark and `_` (UAX 31).
const WORD = /@?[\p{XID_Continue}/.~-]*/uy;
const NAME = /[\p{XID_Continue}-]*/uy;
const BLANK = /\s*/y;
const FUNCTION_NAME = /^@?[\p{XID_Start}_][\p{XID_Continue}.-]*$/u;
const KEYWORD = /^(?:true|false|null)$/;
const DIGITS_AND_DOTS = /^-?\.*\d[\d.]*$/;
const NUMBER = /^-?\d+(?:\.\d*)?$/;
const ESCAPES: { readonly [char: string]: string } = { n: '\n', t: '\t', r: '\r' };

/** What is wrong ends the text: whatever reads on finds nothing, and what it gives is not used. */
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
    for (;;) {
      MARKER.lastIndex = this.#at;
      const marker = MARKER.exec(this.#text);
      literal += this.#text.slice(this.#at, marker?.index);
      if (marker === null) break;
      this.#at = MARKER.lastIndex;
      this.#open = marker.index;
      // `\${` is the text `${`.
      const part = marker[0] === '${' ? this.#interpolation(0) : '${';
      if (typeof part === 'string') literal += part;
      else {
        if (literal !== '') parts.push(literal);
        literal = '';
        parts.push(part);
      }
    }
    if (literal !== '' || parts.length === 0) parts.push(literal);
    return this.#issue === undefined ? accepted(parts) : refused([this.#issue]);
  }

  #interpolation(depth: number): ExpressionPart {
    if (this.#take('}')) return '';
    const value = this.#value(depth);
    if (this.#take('}')) return value;
    const rest = this.#text.slice(this.#at, this.#at + 24);
    return this.#fail(`Unexpected characters ${quote(rest)} after the expression`);
  }

  /** `depth` counts the `${` and the calls around this value, without the outermost `${`. */
  #value(depth: number): ExpressionPart {
    this.#match(BLANK);
    const start = this.#at;
    const char = this.#text[start];
    if (char === "'" || char === '"') return this.#string(char);
    if (this.#text.startsWith('${', start)) {
      if (depth >= this.#maxDepth) return this.#tooDeep();
      this.#at += 2;
      return this.#interpolation(depth + 1);
    }
    const word = this.#match(WORD);
    if (word === '') return this.#fail('Expected a value');
    if (this.#take('(')) return this.#call(word, start, depth);
    if (char === '@') return this.#fail(`Expected "(" after ${quote(word)}`);
    if (KEYWORD.test(word)) return JSON.parse(word) as JsonPrimitive;
    if (!DIGITS_AND_DOTS.test(word)) return { path: word };
    const number = Number(word);
    // `+ 0` because JSON has no negative zero.
    if (NUMBER.test(word) && Number.isFinite(number)) return number + 0;
    return this.#refuse(`Invalid number literal ${quote(word)}`, start);
  }

  #string(mark: string): string {
    let value = '';
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      let char = this.#text.charAt(at);
      if (char === mark) {
        this.#at = at + 1;
        return value;
      }
      if (char === '\\') {
        at++;
        char = this.#text.charAt(at);
        char = ESCAPES[char] ?? char;
      }
      value += char;
    }
    return this.#refuse('Unclosed interpolation: the quote is never closed');
  }

  #call(call: string, start: number, depth: number): ExpressionPart {
    if (!FUNCTION_NAME.test(call)) return this.#refuse(`${quote(call)} is not a function name`, start);
    if (depth >= this.#maxDepth) return this.#tooDeep();
    const args: { [name: string]: ExpressionPart } = {};
    while (!this.#take(')')) {
      const name = this.#argument(args);
      args[name] = this.#value(depth + 1);
      if (this.#take(',')) continue;
      if (this.#take(')')) break;
      return this.#fail(`Expected ")" after function arguments of ${quote(call)}`);
    }
    return { call, args };
  }

  /** `name :`; the name is safe as a key of a plain object. */
  #argument(args: { readonly [name: string]: ExpressionPart }): string {
    this.#match(BLANK);
    const start = this.#at;
    const name = this.#match(NAME);
    if (name === '') return this.#fail('Expected an argument as name: value');
    if (isReserved(name)) return this.#refuse(`Reserved argument name ${quote(name)}`, start, 'VITRINE_NAME_RESERVED');
    if (Object.hasOwn(args, name)) return this.#refuse(`Argument ${quote(name)} is given twice`, start);
    return this.#take(':') ? name : this.#fail(`Expected ":" after argument name ${quote(name)}`);
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

  #fail(message: string): string {
    return this.#at < this.#text.length
      ? this.#refuse(message)
      : this.#refuse('Unclosed interpolation: "${" without "}"', this.#open);
  }

  #tooDeep(): string {
    return this.#refuse(`The expression is nested deeper than ${this.#maxDepth}`, this.#at, 'VITRINE_EXPRESSION_DEPTH');
  }

  #refuse(message: string, at = this.#at, code: Issue['code'] = 'VITRINE_EXPRESSION_SYNTAX'): string {
    this.#issue ??= issue(code, 'error', `${message} (at character ${at + 1}).`);
    this.#at = this.#text.length;
    return '';
  }
}
