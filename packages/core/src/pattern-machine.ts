// Runs a program over a text, never going back: one step a code point, each at most once through the program.
// Steps taken before are remembered as transitions between states (a lazily built DFA), so ordinary texts cost one
// lookup a character. What a program is stands in pattern-program.ts.

import type { Neighbour, PatternProgram } from './pattern-program.ts';

/** In steps of about 10 ns: a character that was not met before, besides its tests; a state that was not; a thread of it. */
const SORT_COST = 120;
const FOLLOW_COST = 20;
const THREAD_COST = 3;
/** Characters between two looks at the steps. */
const REMEMBERED_RUN = 4096;
/** Numbers and references that a machine may remember: about 256 KiB. */
const MAX_MEMORY = 32_768;
const STATE_MEMORY = 16;

/** Code points that a program cannot tell apart: they pass the same tests. */
interface CharClass {
  readonly index: number;
  /** By index of a test: '1' when the code points pass it. */
  readonly passes: string;
  readonly beside: Neighbour;
}

interface MachineState {
  /** Instructions to go on from. Together with `before` they are the whole state. */
  readonly threads: readonly number[];
  readonly before: Neighbour;
  /** By index of the next code point's class. */
  readonly next: MachineState[];
}

const END_OF_TEXT: CharClass = { index: 0, passes: '', beside: 'edge' };
const MATCHED: MachineState = { threads: [], before: 'edge', next: [] };

export class PatternMachine {
  readonly #program: PatternProgram;
  readonly #visited: Uint8Array;
  /** By code point, in pages of 256. */
  readonly #pages: CharClass[][] = [];
  readonly #classes = new Map<string, CharClass>();
  readonly #states = new Map<string, MachineState>();
  readonly #first: MachineState = { threads: [0], before: 'edge', next: [] };
  #memory = 0;
  #steps = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#visited = new Uint8Array(program.instructions.length);
  }

  /** What the last run took: one for each character, and more where nothing was remembered. */
  get steps(): number {
    return this.#steps;
  }

  /** A run that fills the memory goes on without, and the next one should be a new machine's. */
  get isFull(): boolean {
    return this.#memory >= MAX_MEMORY;
  }

  /** Whether the pattern matches somewhere in the text; undefined when that would take more than `maxSteps`. */
  run(text: string, maxSteps: number): boolean | undefined {
    this.#steps = 0;
    const pages = this.#pages;
    let state = this.#first;
    let at = 0;
    while (at < text.length && this.#steps + at <= maxSteps) {
      // As far as everything is remembered.
      const end = Math.min(text.length, at + REMEMBERED_RUN);
      while (at < end) {
        const unit = text.charCodeAt(at);
        const charClass = pages[unit >> 8]?.[unit & 0xff];
        const next = charClass === undefined ? undefined : state.next[charClass.index];
        // Half a code point is not looked up.
        if (next === undefined || (unit & 0xf800) === 0xd800) break;
        at++;
        state = next;
      }
      if (at < end && state !== MATCHED) {
        const codePoint = text.codePointAt(at) as number;
        at += codePoint > 0xffff ? 2 : 1;
        state = this.#next(state, pages[codePoint >> 8]?.[codePoint & 0xff] ?? this.#sort(codePoint));
      }
      if (state === MATCHED) break;
    }
    this.#steps += at;
    if (state === MATCHED) return true;
    if (this.#steps > maxSteps) return undefined;
    return this.#next(state, END_OF_TEXT) === MATCHED;
  }

  #next(state: MachineState, charClass: CharClass): MachineState {
    return state.next[charClass.index] ?? this.#step(state, charClass);
  }

  #sort(codePoint: number): CharClass {
    const { tests, wordTest, testCost } = this.#program;
    this.#steps += SORT_COST + testCost;
    const char = String.fromCodePoint(codePoint);
    const passes = tests.map((test) => Number(test.test(char))).join('');
    const beside = passes[wordTest] === '1' ? 'word' : 'other';
    const charClass = this.#classes.get(passes) ?? { index: this.#classes.size + 1, passes, beside };
    if (!this.isFull) this.#classes.set(passes, charClass);
    this.#pages[codePoint >> 8] ??= [];
    this.#remember(this.#pages[codePoint >> 8] as CharClass[], codePoint & 0xff, charClass);
    return charClass;
  }

  #step(state: MachineState, charClass: CharClass): MachineState {
    const threads = this.#follow(state, charClass);
    const next = threads === undefined ? MATCHED : this.#intern(threads, charClass.beside);
    this.#remember(state.next, charClass.index, next);
    return next;
  }

  #remember<Item>(list: Item[], index: number, item: Item): void {
    if (this.isFull) return;
    this.#memory += Math.max(index + 1 - list.length, 0);
    list[index] = item;
  }

  #intern(threads: readonly number[], before: Neighbour): MachineState {
    const state = { threads, before, next: [] };
    if (this.isFull) return state;
    const key = `${before}:${threads.toSorted((a, b) => a - b).join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    this.#memory += STATE_MEMORY + 3 * threads.length;
    this.#states.set(key, state);
    return state;
  }

  /** The threads behind the next character, and one that begins there; nothing when the match is complete before it. */
  #follow({ threads, before }: MachineState, { passes, beside }: CharClass): readonly number[] | undefined {
    const { instructions } = this.#program;
    this.#steps += FOLLOW_COST;
    const visited = this.#visited.fill(0);
    const next = [0];
    const open = [...threads];
    while (open.length > 0) {
      const at = open.pop() as number;
      const instruction = instructions[at];
      if (instruction === undefined) return undefined;
      if (visited[at] === 1) continue;
      visited[at] = 1;
      this.#steps += THREAD_COST;
      if (typeof instruction === 'object') for (const target of instruction) open.push(target);
      else if (typeof instruction === 'number') passes[instruction] === '1' && next.push(at + 1);
      else if (instruction(before, beside)) open.push(at + 1);
    }
    return next;
  }
}
