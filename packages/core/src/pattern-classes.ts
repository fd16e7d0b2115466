// Sorts code points into classes that a program cannot tell apart: two code points are of one class when they are
// members of the same sets. The machine then steps over classes, of which a pattern has few.

import { type CharSet, hasProperty, inRanges } from './pattern-chars.ts';
import { caseVariants } from './pattern-fold.ts';
import type { PatternProgram } from './pattern-program.ts';

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
/** 512 bytes a page: all of CJK and Hangul fit, and a text in every script does not make a cached pattern heavy. */
const MAX_PAGES = 256;
const MAX_STORED_CLASS = 0xfffe;

export class CharClasses {
  readonly #sets: readonly CharSet[];
  readonly #ignoreCase: boolean;
  readonly #properties: readonly string[];
  /** What sorting one new code point costs, in the machine's steps. */
  readonly cost: number;
  /** Class, then set: 1 when the class's code points are in the set. */
  readonly members: Uint8Array[] = [];
  readonly #classes = new Map<string, number>();
  // Class plus one by code point; 0 where no code point was sorted yet.
  #pages: (Uint16Array | undefined)[] = [];
  #pageCount = 0;

  constructor(program: PatternProgram) {
    this.#sets = program.sets;
    this.#ignoreCase = program.ignoreCase;
    this.#properties = [...new Set(program.sets.flatMap((set) => set.properties.map(({ name }) => name)))];
    this.cost = program.sets.reduce((sum, set) => sum + 2 + set.ranges.length + 4 * set.properties.length, 0);
    this.cost += 20 * this.#properties.length;
  }

  /** The class of a code point that was sorted before, or -1. */
  known(codePoint: number): number {
    const page = this.#pages[codePoint >> PAGE_BITS];
    return page === undefined ? -1 : (page[codePoint & (PAGE_SIZE - 1)] as number) - 1;
  }

  sort(codePoint: number): number {
    const members = this.#membersOf(codePoint);
    const signature = pack(members);
    let index = this.#classes.get(signature);
    if (index === undefined) {
      index = this.members.push(members) - 1;
      this.#classes.set(signature, index);
    }
    if (index <= MAX_STORED_CLASS) this.#page(codePoint >> PAGE_BITS)[codePoint & (PAGE_SIZE - 1)] = index + 1;
    return index;
  }

  #page(number: number): Uint16Array {
    let page = this.#pages[number];
    if (page !== undefined) return page;
    if (this.#pageCount === MAX_PAGES) {
      this.#pages = [];
      this.#pageCount = 0;
    }
    this.#pageCount++;
    page = new Uint16Array(PAGE_SIZE);
    this.#pages[number] = page;
    return page;
  }

  #membersOf(codePoint: number): Uint8Array {
    const members = new Uint8Array(this.#sets.length);
    for (const variant of this.#ignoreCase ? caseVariants(codePoint) : [codePoint]) {
      const properties = this.#properties.filter((name) => hasProperty(name, variant));
      for (let i = 0; i < members.length; i++) {
        if (inSet(this.#sets[i] as CharSet, variant, properties)) members[i] = 1;
      }
    }
    // A negated set excludes what any variant would bring in, so negation comes last.
    for (let i = 0; i < members.length; i++) {
      if (this.#sets[i]?.negated) members[i] = 1 - (members[i] as number);
    }
    return members;
  }
}

function inSet(set: CharSet, codePoint: number, properties: readonly string[]): boolean {
  if (inRanges(set.ranges, codePoint)) return true;
  for (const { name, negated } of set.properties) {
    if (properties.includes(name) !== negated) return true;
  }
  return false;
}

/** Sixteen members a character. */
function pack(members: Uint8Array): string {
  let packed = '';
  for (let from = 0; from < members.length; from += 16) {
    let bits = 0;
    for (let i = from; i < from + 16; i++) bits = (bits << 1) | (members[i] ?? 0);
    packed += String.fromCharCode(bits);
  }
  return packed;
}
