// What stands for one character in a pattern: escapes and bracketed classes, read to a code point or a set.
// Groups, choices and repetitions are left to pattern-parser.ts.

import {
  type CharSet,
  complement,
  DIGITS,
  type PropertyTest,
  propertyName,
  type Ranges,
  rangesSet,
  SPACES,
  WORD,
  WORD_ANY_CASE,
} from './pattern-chars.ts';
import type { PatternCursor } from './pattern-cursor.ts';

const PROPERTY = /\{([A-Za-z_]{1,40}(?:=[A-Za-z_]{1,40})?)\}/y;
const HEX_2 = /[\da-fA-F]{2}/y;
const HEX_4 = /[\da-fA-F]{4}/y;
const HEX_BRACED = /\{0*([\da-fA-F]{1,6})\}/y;
const TRAIL_SURROGATE = /\\u([dD][c-fC-F][\da-fA-F]{2})/y;
const DIGIT = /\d/;
const LETTER = /[A-Za-z]/;
const HYPHEN = 0x2d;

const CONTROL_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
]);

/** Reads the escape at the cursor, except `\b` and `\B`, whose meaning depends on where they stand. */
export function readEscape(cursor: PatternCursor, ignoreCase: boolean): CharSet | number | undefined {
  const letter = cursor.peek(1);
  if (letter === 'p' || letter === 'P') return readProperty(cursor, letter === 'P');
  const ranges = classRanges(letter, ignoreCase);
  if (ranges === undefined) return readCharacterEscape(cursor);
  cursor.at += 2;
  return rangesSet(ranges);
}

function classRanges(letter: string, ignoreCase: boolean): Ranges | undefined {
  switch (letter) {
    case 'd':
      return DIGITS;
    case 'D':
      return complement(DIGITS);
    case 's':
      return SPACES;
    case 'S':
      return complement(SPACES);
    case 'w':
      return ignoreCase ? WORD_ANY_CASE : WORD;
    case 'W':
      return complement(ignoreCase ? WORD_ANY_CASE : WORD);
    default:
      return undefined;
  }
}

function readProperty(cursor: PatternCursor, negated: boolean): CharSet | undefined {
  const start = cursor.at;
  cursor.at += 2;
  const name = propertyName(cursor.take(PROPERTY)?.[1] ?? '');
  if (name === undefined) return cursor.fail('a character property that is not on the list', start);
  return { ranges: [], properties: [{ name, negated }], negated: false };
}

function readCharacterEscape(cursor: PatternCursor): number | undefined {
  const start = cursor.at++;
  const letter = cursor.peek();
  if (letter === '') return cursor.fail('a backslash with nothing behind it', start);
  if (!LETTER.test(letter) && !DIGIT.test(letter)) return cursor.character();
  cursor.at++;
  const control = CONTROL_ESCAPES.get(letter);
  if (control !== undefined) return control;
  if (letter === 'x') return readHex(cursor, HEX_2) ?? cursor.fail('\\x without two hexadecimal digits', start);
  if (letter === 'u') return readUnicode(cursor) ?? cursor.fail('\\u without a code point', start);
  if (letter === 'c' && LETTER.test(cursor.peek())) return cursor.character() % 32;
  if (letter === '0') return DIGIT.test(cursor.peek()) ? cursor.fail('an octal escape', start) : 0;
  if (letter === 'k' || DIGIT.test(letter)) return cursor.fail(`a back-reference (\\${letter})`, start);
  // Without the u flag JavaScript reads \z as z; whoever writes \A, \z or \h means another engine's escape.
  return cursor.fail(`the unknown escape \\${letter}`, start);
}

function readHex(cursor: PatternCursor, digits: RegExp): number | undefined {
  const found = cursor.take(digits);
  return found === undefined ? undefined : Number.parseInt(found[1] ?? found[0], 16);
}

function readUnicode(cursor: PatternCursor): number | undefined {
  const braced = readHex(cursor, HEX_BRACED);
  if (braced !== undefined) return braced <= 0x10ffff ? braced : undefined;
  const unit = readHex(cursor, HEX_4);
  if (unit === undefined || unit < 0xd800 || unit > 0xdbff) return unit;
  const trail = readHex(cursor, TRAIL_SURROGATE);
  return trail === undefined ? unit : (unit - 0xd800) * 0x400 + (trail - 0xdc00) + 0x10000;
}

/** Reads `[...]` at the cursor. */
export function readBracket(cursor: PatternCursor, ignoreCase: boolean): CharSet | undefined {
  const start = cursor.at++;
  const negated = cursor.eat('^');
  const ranges: number[] = [];
  const properties: PropertyTest[] = [];
  while (!cursor.eat(']')) {
    const part = readPart(cursor, ignoreCase, start);
    if (part === undefined) return undefined;
    ranges.push(...part.ranges);
    properties.push(...part.properties);
  }
  return { ranges, properties, negated };
}

/** One member of a bracket, or a range of two. */
function readPart(cursor: PatternCursor, ignoreCase: boolean, bracketAt: number): CharSet | undefined {
  const from = readMember(cursor, ignoreCase, bracketAt);
  if (from === undefined) return undefined;
  // A hyphen before the closing bracket is a member of its own.
  if (cursor.peek() !== '-' || cursor.peek(1) === ']') return asSet(from);
  const hyphenAt = cursor.at++;
  const to = readMember(cursor, ignoreCase, bracketAt);
  if (to === undefined) return undefined;
  if (typeof from === 'number' && typeof to === 'number') {
    return from <= to ? rangesSet([from, to]) : cursor.fail('a range whose ends are out of order', hyphenAt);
  }
  // `[\w-.]` is no range: JavaScript without the u flag reads three members.
  const [first, last] = [asSet(from), asSet(to)];
  return {
    ranges: [...first.ranges, HYPHEN, HYPHEN, ...last.ranges],
    properties: [...first.properties, ...last.properties],
    negated: false,
  };
}

function readMember(cursor: PatternCursor, ignoreCase: boolean, bracketAt: number): CharSet | number | undefined {
  if (cursor.peek() === '') return cursor.fail('a bracket that nothing closes', bracketAt);
  if (cursor.peek() !== '\\') return cursor.character();
  return cursor.eat('\\b') ? 0x08 : readEscape(cursor, ignoreCase);
}

function asSet(member: CharSet | number): CharSet {
  return typeof member === 'number' ? rangesSet([member, member]) : member;
}
