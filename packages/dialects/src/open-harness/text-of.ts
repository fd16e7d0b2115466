// Any value as a text that a person may read, cut to a length: payloads of signals are made by programs and may be
// circular, huge, or throw when they are looked at. Objects are written as lines, not as JSON: A2UI 0.8 reads a text that
// is JSON as the value it spells.

import { parseJson } from '@vitrine/core/internal';

const MAX_DEPTH = 8;

/** Never throws. */
export function textOf(value: unknown, longest: number): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return cut(value, longest);
  try {
    return cut(typeof value === 'object' ? new Lines(longest).of(value) : String(value), longest);
  } catch {
    return '(cannot be read)';
  }
}

/** The same, and a text that is JSON as what it spells. */
export function linesOf(value: unknown, longest: number): string {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > 4 * longest) return textOf(value, longest);
  const parsed = parseJson(value);
  return parsed.ok ? textOf(parsed.value, longest) : cut(value, longest);
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = /[\uD800-\uDBFF]/.test(text[longest - 2] ?? '') ? longest - 2 : longest - 1;
  return `${text.slice(0, end)}…`;
}

/** Members one a line, those of members further in. Only as much is walked as will be shown. */
class Lines {
  #left: number;
  readonly #lines: string[] = [];

  constructor(longest: number) {
    this.#left = longest;
  }

  of(value: object): string {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    this.#members(value, [value]);
    return this.#lines.join('\n');
  }

  #members(value: object, around: readonly object[]): void {
    const isList = Array.isArray(value);
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      if (this.#left <= 0) return;
      this.#member(isList ? '-' : `${key}:`, (value as { [key: string]: unknown })[key], around);
    }
  }

  #member(head: string, value: unknown, around: readonly object[]): void {
    const indent = '  '.repeat(around.length - 1);
    if (typeof value !== 'object' || value === null || value instanceof Error)
      return this.#line(`${indent}${head} ${typeof value === 'symbol' ? 'symbol' : String(value)}`);
    if (around.includes(value)) return this.#line(`${indent}${head} (circular)`);
    if (around.length >= MAX_DEPTH) return this.#line(`${indent}${head} …`);
    this.#line(`${indent}${head}`);
    this.#members(value, [...around, value]);
  }

  #line(line: string): void {
    this.#lines.push(cut(line, 2000));
    this.#left -= line.length + 1;
  }
}
