// Reads the documented subset of JavaScript's regular expressions (SPEC.md, PA) into a small tree.
// Nothing is repeated or copied here: what a tree costs is left to pattern-program.ts.

import { accepted, type Outcome, refused } from './issue.ts';
import { type CharSet, NOT_LINE_ENDS, rangesSet } from './pattern-chars.ts';
import { PatternCursor } from './pattern-cursor.ts';
import { readBracket, readEscape } from './pattern-escape.ts';

export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'assert'; readonly assert: Assertion }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number };

/** `^`, `$`, `\b`, `\B`. */
export type Assertion = 'start' | 'end' | 'edge' | 'inside';

export interface ParsedPattern {
  readonly root: PatternNode;
  readonly ignoreCase: boolean;
}

export function parsePattern(source: string): Outcome<ParsedPattern> {
  return new Parser(source).parse();
}

const MAX_DEPTH = 100;
const EMPTY: PatternNode = { kind: 'sequence', items: [] };
const IGNORE_CASE = '(?i)';
const REPETITION = /\{(\d+)(?:(,)(\d*))?\}/y;
const NAMED_GROUP = /\(\?<[\p{L}_$][\p{L}\p{N}_$]*>/uy;

// The first prefix that fits names the construct.
const REFUSED_GROUPS: readonly (readonly [prefix: string, construct: string])[] = [
  ['(?<=', 'a look-behind'],
  ['(?<!', 'a negative look-behind'],
  ['(?=', 'a look-ahead'],
  ['(?!', 'a negative look-ahead'],
  ['(?>', 'an atomic group'],
  ['(?P', 'a Python group'],
  ['(?#', 'a comment'],
  ['(?<', 'a group without a valid name'],
  ['(?', 'flags or an unknown group'],
];

class Parser {
  readonly #cursor: PatternCursor;
  readonly #ignoreCase: boolean;
  #depth = 0;

  constructor(source: string) {
    this.#cursor = new PatternCursor(source);
    this.#ignoreCase = this.#cursor.eat(IGNORE_CASE);
  }

  parse(): Outcome<ParsedPattern> {
    const root = this.#choice();
    const cursor = this.#cursor;
    if (cursor.peek() !== '') cursor.fail('a closing parenthesis that nothing opened', cursor.at);
    if (cursor.fault !== undefined) return refused([cursor.fault]);
    return accepted({ root: root as PatternNode, ignoreCase: this.#ignoreCase });
  }

  #choice(): PatternNode | undefined {
    const options: PatternNode[] = [];
    do {
      const option = this.#sequence();
      if (option === undefined) return undefined;
      options.push(option);
    } while (this.#cursor.eat('|'));
    return options.length === 1 ? options[0] : { kind: 'choice', options };
  }

  #sequence(): PatternNode | undefined {
    const items: PatternNode[] = [];
    const cursor = this.#cursor;
    for (let next = cursor.peek(); next !== '' && next !== '|' && next !== ')'; next = cursor.peek()) {
      const item = this.#term();
      if (item === undefined) return undefined;
      if (item !== EMPTY) items.push(item);
    }
    if (items.length === 0) return EMPTY;
    return items.length === 1 ? items[0] : { kind: 'sequence', items };
  }

  #term(): PatternNode | undefined {
    const atom = this.#atom();
    const start = this.#cursor.at;
    const times = atom === undefined ? undefined : this.#repetition();
    if (atom === undefined || times === undefined) return atom;
    if (times.max < times.min) return this.#cursor.fail('a repetition whose bounds are out of order', start);
    // A lazy repetition matches the same texts as a greedy one.
    this.#cursor.eat('?');
    if (atom === EMPTY || times.max === 0) return EMPTY;
    return { kind: 'repeat', body: atom, ...times };
  }

  #repetition(): { readonly min: number; readonly max: number } | undefined {
    const cursor = this.#cursor;
    if (cursor.eat('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (cursor.eat('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (cursor.eat('?')) return { min: 0, max: 1 };
    const braces = cursor.take(REPETITION);
    if (braces === undefined) return undefined;
    const min = Number(braces[1]);
    if (braces[2] === undefined) return { min, max: min };
    return { min, max: braces[3] === '' ? Number.POSITIVE_INFINITY : Number(braces[3]) };
  }

  #atom(): PatternNode | undefined {
    const cursor = this.#cursor;
    const assertion = this.#assertion();
    if (assertion !== undefined) return this.#anchor(assertion);
    if (cursor.peek() === '(') return this.#group();
    if (cursor.eat('.')) return { kind: 'set', set: rangesSet(NOT_LINE_ENDS) };
    if (cursor.peek() === '[') return setNode(readBracket(cursor, this.#ignoreCase));
    if (cursor.peek() === '\\') return setNode(readEscape(cursor, this.#ignoreCase));
    // A brace that is no repetition is a literal, as JavaScript reads it without the u flag.
    const start = cursor.at;
    if (this.#repetition() !== undefined) return cursor.fail('a repetition of nothing', start);
    return setNode(cursor.character());
  }

  #assertion(): Assertion | undefined {
    const cursor = this.#cursor;
    if (cursor.eat('^')) return 'start';
    if (cursor.eat('$')) return 'end';
    if (cursor.eat('\\b')) return 'edge';
    return cursor.eat('\\B') ? 'inside' : undefined;
  }

  #anchor(assert: Assertion): PatternNode | undefined {
    const start = this.#cursor.at;
    if (this.#repetition() !== undefined) return this.#cursor.fail('a repetition of an anchor', start);
    return { kind: 'assert', assert };
  }

  #group(): PatternNode | undefined {
    const cursor = this.#cursor;
    const start = cursor.at;
    if (!cursor.eat('(?:') && cursor.take(NAMED_GROUP) === undefined) {
      const construct = REFUSED_GROUPS.find(([prefix]) => cursor.looksAt(prefix));
      if (construct !== undefined) return cursor.fail(construct[1], start);
      cursor.eat('(');
    }
    if (++this.#depth > MAX_DEPTH) return cursor.fail(`more than ${MAX_DEPTH} groups inside one another`, start);
    const body = this.#choice();
    if (body === undefined) return undefined;
    this.#depth--;
    return cursor.eat(')') ? body : cursor.fail('a group that nothing closes', start);
  }
}

function setNode(member: CharSet | number | undefined): PatternNode | undefined {
  if (member === undefined) return undefined;
  return { kind: 'set', set: typeof member === 'number' ? rangesSet([member, member]) : member };
}
