// Reads the documented subset of JavaScript's regular expressions (SPEC.md, PA) into a program.
// How one character is spelled is left to pattern-chars.ts, what repetition costs to pattern-program.ts.

import { accepted, type Outcome, quote, refusal } from './issue.ts';
import { ATOM, isMany, MEMBER, REPETITION, toNative } from './pattern-chars.ts';
import {
  type Assertion,
  type CharTest,
  choice,
  type Instruction,
  type PatternProgram,
  type ProgramPart,
  repeat,
  sequence,
  single,
} from './pattern-program.ts';
import { nameUnsupported } from './pattern-unsupported.ts';

const MAX_DEPTH = 100;
const MAX_INSTRUCTIONS = 10_000;
/** Of one question to the native engine, in steps of about 10 ns. */
const TEST_COST = 16;
const NOTHING = sequence([]);

const BEFORE_TERM = /(?=[^|)])/y;
const GROUP = /\((?:\?:|\?<[\p{L}_$][\p{L}\p{N}_$]*>|(?!\?))/uy;
const ASSERTION = /[$^]|\\[bB]/y;
// Before the closing bracket a hyphen is a member of its own.
const RANGE_HYPHEN = /-(?=[^\]])/y;

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  '^': (before) => before === 'edge',
  $: (_before, after) => after === 'edge',
  '\\b': (before, after) => (before === 'word') !== (after === 'word'),
  '\\B': (before, after) => (before === 'word') === (after === 'word'),
};

export function parsePattern(source: string): Outcome<PatternProgram> {
  return new Parser(source).parse();
}

class Parser {
  readonly #source: string;
  /** Position of the next character, in UTF-16 units from 0. */
  #at = 0;
  #depth = 0;
  readonly #ignoreCase: boolean;
  readonly #tests: CharTest[] = [];
  readonly #indexBySpelling = new Map<string, number>();
  #wordTest = -1;
  /** Questions that all tests together may put to the native engine. */
  #natives = 0;
  #fault: string | undefined;

  constructor(source: string) {
    this.#source = source;
    this.#ignoreCase = this.#eat('(?i)');
  }

  parse(): Outcome<PatternProgram> {
    const root = this.#choice();
    if (this.#at < this.#source.length) this.#refuse();
    if (this.#fault !== undefined) return refusal('VITRINE_PATTERN_SYNTAX', this.#fault);
    // The end of the program counts as one.
    const size = root.size + 1;
    if (size > MAX_INSTRUCTIONS) {
      const message = `The pattern repeats too much: it needs ${size} instructions, and ${MAX_INSTRUCTIONS} are allowed.`;
      return refusal('VITRINE_LIMIT_PATTERN', message);
    }
    const instructions: Instruction[] = [];
    root.write(instructions);
    return accepted({
      instructions,
      tests: this.#tests,
      wordTest: this.#wordTest,
      testCost: TEST_COST * this.#natives,
    });
  }

  #choice(): ProgramPart {
    const options = [this.#sequence()];
    while (this.#eat('|')) options.push(this.#sequence());
    return choice(options);
  }

  #sequence(): ProgramPart {
    const items: ProgramPart[] = [];
    while (this.#take(BEFORE_TERM)) items.push(this.#term());
    return sequence(items);
  }

  #term(): ProgramPart {
    const assertion = this.#take(ASSERTION)?.[0];
    if (assertion !== undefined) return this.#assertion(assertion);
    const atom = this.#atom();
    const start = this.#at;
    const repetition = this.#take(REPETITION);
    if (repetition === null) return atom;
    const [[sign], least, comma, most] = repetition;
    const min = Number(least ?? (sign === '+' ? 1 : 0));
    const max = Number(most || (sign === '?' ? 1 : comma === '' ? min : Number.POSITIVE_INFINITY));
    return max < min ? this.#fail('a repetition whose bounds are out of order', start) : repeat(atom, min, max);
  }

  #assertion(spelling: string): ProgramPart {
    const start = this.#at;
    if (this.#take(REPETITION)) return this.#fail('a repetition of an anchor', start);
    if (spelling[0] === '\\' && this.#wordTest < 0) {
      this.#wordTest = this.#tests.push(this.#native('\\w')) - 1;
      this.#natives++;
    }
    return single(ASSERTIONS[spelling] as Assertion);
  }

  #atom(): ProgramPart {
    const start = this.#at;
    if (this.#take(GROUP)) return this.#group(start);
    if (this.#eat('[')) return this.#bracket(start);
    return this.#test(start, this.#native(this.#member(ATOM)));
  }

  #group(start: number): ProgramPart {
    if (++this.#depth > MAX_DEPTH) return this.#fail(`more than ${MAX_DEPTH} groups inside one another`, start);
    const body = this.#choice();
    this.#depth--;
    return this.#eat(')') ? body : this.#fail('a group that nothing closes', start);
  }

  #bracket(start: number): ProgramPart {
    const negated = this.#eat('^');
    const members: string[] = [];
    while (!this.#eat(']')) {
      if (this.#at === this.#source.length) return this.#fail('a bracket that nothing closes', start);
      members.push(...this.#members());
    }
    // What stands for many is put apart: there are only so many of them, and one more bracket around some takes the engine
    // up to a millisecond.
    const others = members.filter((member) => !isMany(member)).join('');
    const tests = [`[${others}]`, ...members.filter(isMany)].map(this.#native, this);
    return this.#test(start, { test: (char) => tests.some((test) => test.test(char)) !== negated }, tests.length);
  }

  /** One member of a bracket, or two with a hyphen between them. */
  #members(): readonly string[] {
    const first = this.#member(MEMBER);
    if (!this.#take(RANGE_HYPHEN)) return [first];
    const hyphenAt = this.#at - 1;
    const last = this.#member(MEMBER);
    // `[\w-.]` is no range: JavaScript without the u flag reads three members.
    if (isMany(first) || isMany(last)) return [first, '\\-', last];
    this.#check(`[${first}-${last}]`, 'a range whose ends are out of order', hyphenAt);
    return [`${first}-${last}`];
  }

  /** The native source of a single character or a class. */
  #member(token: RegExp): string {
    const start = this.#at;
    const found = this.#take(token);
    if (found === null) {
      this.#refuse();
      return '';
    }
    const [spelling, many] = found;
    return many === undefined ? toNative(spelling) : this.#check(many, 'an unknown character property', start);
  }

  #check(native: string, construct: string, at: number): string {
    try {
      this.#native(native);
      return native;
    } catch {
      this.#fail(construct, at);
      return '';
    }
  }

  #native(source: string): CharTest {
    return new RegExp(`^${source}$`, this.#ignoreCase ? 'iu' : 'u');
  }

  /** Of what is spelled from `start` on; tests are told apart by their spelling. */
  #test(start: number, test: CharTest, natives = 1): ProgramPart {
    const spelling = this.#source.slice(start, this.#at);
    let index = this.#indexBySpelling.get(spelling);
    if (index === undefined) {
      index = this.#tests.push(test) - 1;
      this.#natives += natives;
      this.#indexBySpelling.set(spelling, index);
    }
    return single(index);
  }

  #refuse(): void {
    const construct = nameUnsupported(this.#source, this.#at);
    if (construct !== undefined) this.#fail(construct, this.#at);
  }

  /** The first fault counts. Nothing is read after it. */
  #fail(construct: string, at: number): ProgramPart {
    const message = `The pattern ${quote(this.#source)} is refused: ${construct} at position ${at}.`;
    this.#fault ??= message;
    this.#at = this.#source.length;
    return NOTHING;
  }

  #take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#source);
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #eat(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}
