// Turns a parsed pattern into a flat list of instructions (Thompson's construction), after it has counted what
// that list would cost: counted repetitions are copies, so the size is known before anything is copied.

import { accepted, issue, type Outcome, refused } from './issue.ts';
import { type CharSet, rangesSet, WORD, WORD_ANY_CASE } from './pattern-chars.ts';
import type { Assertion, ParsedPattern, PatternNode } from './pattern-parser.ts';

export const SET = 0;
export const SPLIT = 1;
export const JUMP = 2;
export const AT_START = 3;
export const AT_END = 4;
export const AT_EDGE = 5;
export const INSIDE = 6;
export const MATCH = 7;

export interface PatternProgram {
  readonly ops: Uint8Array;
  /** SET: index into `sets`. SPLIT, JUMP: the next instruction. */
  readonly first: Int32Array;
  /** SPLIT: the other next instruction. */
  readonly second: Int32Array;
  /** Different from one another. */
  readonly sets: readonly CharSet[];
  /** Index of the word characters in `sets`, or -1 when no instruction asks for word edges. */
  readonly wordSet: number;
  readonly ignoreCase: boolean;
}

export const MAX_INSTRUCTIONS = 10_000;

const ASSERTION_OPS: Readonly<Record<Assertion, number>> = {
  start: AT_START,
  end: AT_END,
  edge: AT_EDGE,
  inside: INSIDE,
};

export function buildProgram(pattern: ParsedPattern): Outcome<PatternProgram> {
  const size = sizeOf(pattern.root) + 1;
  if (size > MAX_INSTRUCTIONS) {
    const message = `The pattern repeats too much: it needs ${size} instructions, and ${MAX_INSTRUCTIONS} are allowed.`;
    return refused([issue('VITRINE_LIMIT_PATTERN', 'error', message)]);
  }
  return accepted(new Builder(size, pattern.ignoreCase).build(pattern.root));
}

function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
    case 'assert':
      return 1;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + sizeOf(item), 0);
    case 'choice':
      return node.options.reduce((sum, option) => sum + sizeOf(option) + 2, -2);
    case 'repeat':
      return repeatSize(sizeOf(node.body), node.min, node.max);
  }
}

function repeatSize(body: number, min: number, max: number): number {
  if (max !== Number.POSITIVE_INFINITY) return min * body + (max - min) * (body + 1);
  return min === 0 ? body + 2 : min * body + 1;
}

class Builder {
  readonly #ops: Uint8Array;
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  readonly #sets: CharSet[] = [];
  readonly #indexBySet = new Map<CharSet, number>();
  readonly #indexByContent = new Map<string, number>();
  readonly #ignoreCase: boolean;
  #wordSet = -1;
  #at = 0;

  constructor(size: number, ignoreCase: boolean) {
    this.#ops = new Uint8Array(size);
    this.#first = new Int32Array(size);
    this.#second = new Int32Array(size);
    this.#ignoreCase = ignoreCase;
  }

  build(root: PatternNode): PatternProgram {
    this.#emitNode(root);
    this.#emit(MATCH);
    return {
      ops: this.#ops,
      first: this.#first,
      second: this.#second,
      sets: this.#sets,
      wordSet: this.#wordSet,
      ignoreCase: this.#ignoreCase,
    };
  }

  #emit(op: number, first = 0): number {
    this.#ops[this.#at] = op;
    this.#first[this.#at] = first;
    return this.#at++;
  }

  #emitNode(node: PatternNode): void {
    switch (node.kind) {
      case 'set':
        this.#emit(SET, this.#indexOf(node.set));
        return;
      case 'assert':
        this.#emitAssertion(node.assert);
        return;
      case 'sequence':
        for (const item of node.items) this.#emitNode(item);
        return;
      case 'choice':
        this.#emitChoice(node.options);
        return;
      case 'repeat':
        this.#emitRepeat(node.body, node.min, node.max);
    }
  }

  #emitAssertion(assert: Assertion): void {
    if (assert === 'edge' || assert === 'inside') {
      this.#wordSet = this.#indexOf(rangesSet(this.#ignoreCase ? WORD_ANY_CASE : WORD));
    }
    this.#emit(ASSERTION_OPS[assert]);
  }

  #emitChoice(options: readonly PatternNode[]): void {
    const exits: number[] = [];
    for (const [index, option] of options.entries()) {
      const last = index === options.length - 1;
      const split = last ? -1 : this.#emit(SPLIT, this.#at + 1);
      this.#emitNode(option);
      if (last) continue;
      exits.push(this.#emit(JUMP));
      this.#second[split] = this.#at;
    }
    for (const exit of exits) this.#first[exit] = this.#at;
  }

  #emitRepeat(body: PatternNode, min: number, max: number): void {
    let lastCopy = this.#at;
    for (let copy = 0; copy < min; copy++) {
      lastCopy = this.#at;
      this.#emitNode(body);
    }
    if (max === Number.POSITIVE_INFINITY) this.#emitLoop(body, min, lastCopy);
    else this.#emitOptional(body, max - min);
  }

  #emitLoop(body: PatternNode, min: number, lastCopy: number): void {
    if (min > 0) {
      const again = this.#emit(SPLIT, lastCopy);
      this.#second[again] = this.#at;
      return;
    }
    const enter = this.#emit(SPLIT, this.#at + 1);
    this.#emitNode(body);
    this.#emit(JUMP, enter);
    this.#second[enter] = this.#at;
  }

  #emitOptional(body: PatternNode, copies: number): void {
    const exits: number[] = [];
    for (let copy = 0; copy < copies; copy++) {
      exits.push(this.#emit(SPLIT, this.#at + 1));
      this.#emitNode(body);
    }
    for (const exit of exits) this.#second[exit] = this.#at;
  }

  #indexOf(set: CharSet): number {
    let index = this.#indexBySet.get(set);
    if (index !== undefined) return index;
    const content = JSON.stringify(set);
    index = this.#indexByContent.get(content) ?? this.#sets.push(set) - 1;
    this.#indexByContent.set(content, index);
    this.#indexBySet.set(set, index);
    return index;
  }
}
