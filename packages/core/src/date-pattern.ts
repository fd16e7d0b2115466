// Reads a date pattern of Unicode TR35 ("Date Format Patterns") into literals and fields, once per pattern.
// What a field prints is left to format-date.ts; letters that nobody could print are refused here.

import { accepted, type Issue, issue, type Outcome, quote, refusal } from './issue.ts';
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
  /** How many fields there are, and how many of them Intl is asked for each time. */
  readonly fields: number;
  readonly asked: number;
}

const MAX_LENGTH = 1024;
/** Runs of one letter that are printed. What is absent is unknown to TR35, left out by it or not reached. */
const FIELD = /^(?:[yYurSA]{1,20}|[GQqMLEecabBZXx]{1,5}|z{1,4}|D{1,3}|[wdhHKkms]{1,2}|F|VV|O|OOOO|v|vvvv)$/;
const TOKEN = /''|'((?:[^']|'')+)'|([A-Za-z])\2*|[^A-Za-z']+/y;

const compiled = new BoundedMap<Outcome<DatePattern>>(256);

export function compilePattern(pattern: string): Outcome<DatePattern> {
  if (pattern.length > MAX_LENGTH) {
    const message = `The date pattern has ${pattern.length} characters; ${MAX_LENGTH} are allowed.`;
    return refusal('VITRINE_LIMIT_TEXT', message);
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
    if (!FIELD.test(text)) {
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
  const fields = parts.filter((part) => typeof part !== 'string');
  const letters = fields.map(({ letter }) => letter).join('');
  const issues: Issue[] = [];
  const meant = new Map<string, string>();
  const mend = (letter: string, read: string, message: string): void => {
    meant.set(letter, read);
    issues.push(issue('VITRINE_FUNCTION_ARGS', 'warning', message));
  };
  if (letters.includes('Y') && !letters.includes('w'))
    mend('Y', 'y', 'Y is the year of the week (TR35); it was read as y, the year.');
  const longDay = fields.some(({ letter, length }) => letter === 'D' && length > 2);
  if (letters.includes('D') && /[ML]/.test(letters) && !letters.includes('d') && !longDay)
    mend('D', 'd', 'D is the day of the year (TR35); beside a month it was read as d, the day of the month.');
  const read = parts.map((part) =>
    typeof part === 'string' ? part : { ...part, letter: meant.get(part.letter) ?? part.letter },
  );
  const needsDate = /[^abBhHKkmsSA]/.test(letters);
  const showsZone = /[zZOvVXx]/.test(letters);
  const asked = letters.replace(/[^zZOvec]/g, '').length;
  return accepted({ parts: read, needsDate, showsZone, fields: fields.length, asked }, issues);
}

function wrongPattern(message: string): Outcome<DatePattern> {
  return refusal('VITRINE_FUNCTION_ARGS', message);
}
