// Strings, numbers and words as models write them: what is not JSON is read where there is one reading, and reported.

import type { RepairKind } from './repair.ts';

export interface Cursor {
  readonly text: string;
  at: number;
  /** Strings were delimited by typographic quotes: the marks inside them come from the same hand. */
  typographic: boolean;
  note(kind: RepairKind): void;
}

/** Of a number or a word. */
const MAX_TOKEN_LENGTH = 256;
const QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;
const ESCAPES: { readonly [char: string]: string } = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
};
const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
  ['NaN', null],
  ['Infinity', null],
]);
const JSON_WORDS = new Set(['true', 'false', 'null']);
const PYTHON_WORDS = new Set(['True', 'False', 'None']);

/** Skips white space and comments. */
export function skip(cursor: Cursor): void {
  const { text } = cursor;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === 32 || code === 10 || code === 13 || code === 9 || code === 0xa0 || code === 0xfeff) cursor.at++;
    else if (code === 47 && (text.charAt(cursor.at + 1) === '/' || text.charAt(cursor.at + 1) === '*')) {
      cursor.note('comment');
      const isLine = text.charAt(cursor.at + 1) === '/';
      const end = text.indexOf(isLine ? '\n' : '*/', cursor.at + 2);
      cursor.at = end < 0 ? text.length : end + (isLine ? 1 : 2);
    } else return;
  }
}

export function quoteKind(char: string): 'plain' | 'single' | 'smart' | undefined {
  if (char === '"') return 'plain';
  if (char === "'") return 'single';
  return char === '“' || char === '”' || char === '‘' || char === '’' ? 'smart' : undefined;
}

/** The string at the cursor; `cut` where the text ends inside it. */
export function readString(cursor: Cursor): { readonly value: string; readonly cut: boolean } {
  const { text } = cursor;
  const opener = text.charAt(cursor.at);
  const kind = quoteKind(opener);
  if (kind === 'single') cursor.note('single-quotes');
  if (kind === 'smart') {
    cursor.note('smart-quotes');
    cursor.typographic = true;
  }
  let value = '';
  let from = ++cursor.at;
  let isTold = false;
  for (; cursor.at < text.length; cursor.at++) {
    const code = text.charCodeAt(cursor.at);
    if (code === BACKSLASH) {
      value += text.slice(from, cursor.at) + readEscape(cursor);
      from = cursor.at--;
    } else if (code < 32) {
      if (!isTold) cursor.note('control-character');
      isTold = true;
    } else if (isClosing(opener, code)) {
      if (!isInner(cursor, code)) return { value: value + text.slice(from, cursor.at++), cut: false };
      cursor.note('inner-quote');
    }
  }
  value += text.slice(from);
  // Half a character is none.
  return { value: value.replace(/[\uD800-\uDBFF]$/, ''), cut: true };
}

function isClosing(opener: string, code: number): boolean {
  if (code === QUOTE) return opener !== "'" && opener !== '‘' && opener !== '’';
  if (code === APOSTROPHE) return opener === "'";
  if (code < 0x2018 || code > 0x201d) return false;
  return opener === '“' || opener === '”' ? code >= 0x201c : code === 0x2019 && (opener === '‘' || opener === '’');
}

/** A quote behind which a word goes on cannot be the end of a string: JSON has no word there. */
function isInner({ text, at }: Cursor, code: number): boolean {
  if (code !== QUOTE && code !== APOSTROPHE) return false;
  let next = at + 1;
  while (text.charCodeAt(next) === 32) next++;
  return /[\p{L}\p{N}.;!?(&%–—-]/u.test(text.charAt(next));
}

function readEscape(cursor: Cursor): string {
  const { text, at } = cursor;
  const char = text.charAt(at + 1);
  if (char === 'u') {
    const digits = text.slice(at + 2, at + 6);
    if (/^[\da-f]{4}$/i.test(digits)) {
      cursor.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
  }
  // The text ends inside the escape.
  if (char === '' || (char === 'u' && /^[\da-f]{0,3}$/i.test(text.slice(at + 2, at + 7)))) {
    cursor.at = text.length;
    return '';
  }
  cursor.at += 2;
  const known = ESCAPES[char];
  if (known !== undefined) return known;
  cursor.note('bad-escape');
  // A line that goes on behind a backslash; else the backslash was not needed, or belongs to the text.
  if (char === '\n') return '';
  return char === "'" || char === '`' || char === '$' ? char : `\\${char}`;
}

/** A number or a word; undefined where neither stands. `cut` where the text ends with it. */
export function readScalar(
  cursor: Cursor,
): { readonly value: string | number | boolean | null; readonly cut: boolean } | undefined {
  const { text } = cursor;
  const token = /^[^\s,:{}[\]"'“”‘’]+/.exec(text.slice(cursor.at, cursor.at + MAX_TOKEN_LENGTH))?.[0];
  if (token === undefined || token.length === MAX_TOKEN_LENGTH) return undefined;
  const cut = cursor.at + token.length >= text.length;
  const number = readNumber(token, cursor);
  const value = number === undefined ? readWord(token, cut, cursor) : number;
  if (value !== undefined) cursor.at += token.length;
  return value === undefined ? undefined : { value, cut };
}

function readNumber(token: string, cursor: Cursor): number | null | undefined {
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(token)) return finite(Number(token), cursor);
  if (!/^[+-]?(\d[\d_]*\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(token)) return undefined;
  cursor.note('number-form');
  return finite(Number(token.replaceAll('_', '').replace(/^\+/, '')), cursor);
}

function finite(value: number, cursor: Cursor): number | null {
  if (Number.isFinite(value)) return value;
  cursor.note('non-finite-number');
  return null;
}

function readWord(token: string, cut: boolean, cursor: Cursor): string | boolean | null | undefined {
  const word = token.replace(/^-(?=Infinity$)/, '');
  const known = WORDS.get(word);
  if (known !== undefined) {
    if (PYTHON_WORDS.has(word)) cursor.note('python-literal');
    else if (word === 'undefined') cursor.note('missing-value');
    else if (!JSON_WORDS.has(word)) cursor.note('non-finite-number');
    return known;
  }
  const begun = cut ? [...JSON_WORDS].find((one) => one.startsWith(token)) : undefined;
  if (begun !== undefined) return WORDS.get(begun) as boolean | null;
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(token)) return undefined;
  cursor.note('bare-word');
  return token;
}

/** Without white space and closing marks at its end. A pattern would try every run of them, wherever it stands, from each of its characters. */
export function lengthWithout(text: string, closers: string): number {
  let end = text.length;
  for (; end > 0; end--) {
    const char = text.charAt(end - 1);
    if (!closers.includes(char) && char.trim() !== '') break;
  }
  return end;
}
