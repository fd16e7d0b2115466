// Reads a date pattern of Unicode TR35 ("Date Format Patterns") into literals and fields, once per pattern.
// What a field prints is left to format-date.ts; letters that nobody could print are refused here.

import { accepted, type Issue, issue, NO_ISSUES, type Outcome, quote, refused } from './issue.ts';
import { BoundedMap } from './locale.ts';

export interface PatternField {
  readonly letter: string;
  readonly length: number;
}

export interface DatePattern {
  readonly parts: readonly (string | PatternField)[];
  /** A field cannot be printed from a time of day alone. */
  readonly needsDate: boolean;
  /** A field shows the zone or its offset. */
  readonly showsZone: boolean;
}

const MAX_LENGTH = 1024;
const ANY_LENGTH = 20;
/** The longest run of each letter that is printed. Absent letters are unknown to TR35 or not reached. */
const LONGEST: { readonly [letter: string]: number } = {
  ...{
    G: 5,
    y: ANY_LENGTH,
    Y: ANY_LENGTH,
    u: ANY_LENGTH,
    r: ANY_LENGTH,
    Q: 5,
    q: 5,
    M: 5,
    L: 5,
    w: 2,
    d: 2,
    D: 3,
    F: 1,
  },
  ...{ E: 5, e: 5, c: 5, a: 5, b: 5, B: 5, h: 2, H: 2, K: 2, k: 2, m: 2, s: 2, S: ANY_LENGTH, A: ANY_LENGTH },
  ...{ z: 4, Z: 5, O: 4, v: 4, V: 2, X: 5, x: 5 },
};
/** Runs between the shortest and the longest that TR35 leaves out. */
const LEFT_OUT = new Set(['V1', 'O2', 'O3', 'v2', 'v3']);
const TIME_LETTERS = new Set('abBhHKkmsSA');
const ZONE_LETTERS = new Set('zZOvVXx');
const TOKEN = /''|'((?:[^']|'')+)'|([A-Za-z])\2*|[^A-Za-z']+/y;

const compiled = new BoundedMap<Outcome<DatePattern>>(256);

export function compilePattern(pattern: string): Outcome<DatePattern> {
  if (pattern.length > MAX_LENGTH) {
    const message = `The date pattern has ${pattern.length} characters; ${MAX_LENGTH} are allowed.`;
    return refused([issue('VITRINE_LIMIT_TEXT', 'error', message)]);
  }
  return compiled.getOrCreate(pattern, () => compile(pattern));
}

function compile(pattern: string): Outcome<DatePattern> {
  const parts: (string | PatternField)[] = [];
  for (let at = 0; at < pattern.length; ) {
    TOKEN.lastIndex = at;
    const [text, quoted, letter] = TOKEN.exec(pattern) ?? [];
    if (text === undefined)
      return wrongPattern(`The quote at character ${at + 1} of the date pattern is never closed.`);
    at += text.length;
    if (letter === undefined) {
      // Two quotes stand for one, inside quoted text and outside.
      parts.push((quoted ?? text).replaceAll("''", "'"));
      continue;
    }
    const longest = LONGEST[letter] ?? 0;
    if (text.length > longest || LEFT_OUT.has(`${letter}${text.length}`)) {
      return wrongPattern(`The date pattern has no field ${quote(text)}; put text between single quotes.`);
    }
    parts.push({ letter, length: text.length });
  }
  return withMisuseRead(parts);
}

/**
 * Samples of the protocol write YYYY-MM-DD. In TR35 Y is the year of the week and D the day of the year: Y without a
 * week, and D beside a month where no d stands, are read as what was meant, with a warning.
 */
function withMisuseRead(parts: readonly (string | PatternField)[]): Outcome<DatePattern> {
  const letters = new Set<string>();
  for (const part of parts) if (typeof part !== 'string') letters.add(part.letter);
  const issues: Issue[] = [];
  const rename = new Map<string, string>();
  if (letters.has('Y') && !letters.has('w')) {
    rename.set('Y', 'y');
    issues.push(mended('Y is the year of the week (TR35); it was read as y, the year.'));
  }
  const namesMonth = letters.has('M') || letters.has('L');
  const longDay = parts.some((part) => typeof part !== 'string' && part.letter === 'D' && part.length > 2);
  if (letters.has('D') && namesMonth && !letters.has('d') && !longDay) {
    rename.set('D', 'd');
    issues.push(mended('D is the day of the year (TR35); beside a month it was read as d, the day of the month.'));
  }
  const read = parts.map((part) =>
    typeof part === 'string' ? part : { ...part, letter: rename.get(part.letter) ?? part.letter },
  );
  const list = [...letters];
  const needsDate = list.some((letter) => !TIME_LETTERS.has(letter));
  const showsZone = list.some((letter) => ZONE_LETTERS.has(letter));
  return accepted({ parts: read, needsDate, showsZone }, issues.length === 0 ? NO_ISSUES : issues);
}

function mended(message: string): Issue {
  return issue('VITRINE_FUNCTION_ARGS', 'warning', message);
}

function wrongPattern(message: string): Outcome<DatePattern> {
  return refused([issue('VITRINE_FUNCTION_ARGS', 'error', message)]);
}
