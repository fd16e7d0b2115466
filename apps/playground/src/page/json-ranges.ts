// Where in a JSON text a value stands. The text is known to be valid JSON, so this only walks; it never builds values.

import { jsonStringEnd } from '@vitrine/core/page';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The value that a JSON pointer leads to; the nearest value around it where the pointer leads on into nothing. */
export function rangeOf(text: string, pointer: string): Range {
  let range: Range = { start: skipSpace(text, 0), end: text.trimEnd().length };
  if (pointer === '') return range;
  for (const segment of pointer.slice(1).split('/')) {
    const found = member(text, range.start, segment.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (found === undefined) break;
    range = found;
  }
  return range;
}

/** The items of the list at a pointer. */
export function itemRanges(text: string, pointer: string): Range[] {
  const { start } = rangeOf(text, pointer);
  return text[start] === '[' ? [...members(text, start)].map(({ range }) => range) : [];
}

function member(text: string, start: number, name: string): Range | undefined {
  let found: Range | undefined;
  // Of keys that are sent twice the last one counts.
  for (const { key, range } of members(text, start)) if (key === name) found = range;
  return found;
}

function* members(text: string, start: number): Generator<{ readonly key: string; readonly range: Range }> {
  const list = text[start] === '[';
  if (!list && text[start] !== '{') return;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== ']' && text[at] !== '}'; index++) {
    let key = String(index);
    if (!list) {
      const end = skipValue(text, at);
      key = readKey(text.slice(at, end));
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const end = skipValue(text, at);
    yield { key, range: { start: at, end } };
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
}

function readKey(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n\ufeff'.includes(text[at] as string)) at++;
  return at;
}

/** Behind the value that starts here. Without recursion: nesting may be deep. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const char = text[at];
    if (char === '"') at = jsonStringEnd(text, at) + 1;
    else {
      if (char === '[' || char === '{') depth++;
      else if (char === ']' || char === '}') depth--;
      at++;
      if (depth === 0 && char !== ']' && char !== '}') at = skipWord(text, at);
    }
  } while (depth > 0 && at < text.length);
  return at;
}

function skipWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !' \t\r\n,]}'.includes(text[at] as string)) at++;
  return at;
}
