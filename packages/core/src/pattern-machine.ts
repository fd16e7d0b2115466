// Runs a program over a text, never going back: one step a code point, each at most once through the program.
// Steps taken before are remembered as transitions between states (a lazily built DFA), so ordinary texts cost one
// lookup a character. What a program is stands in pattern-program.ts.

import { CharClasses } from './pattern-classes.ts';
import { AT_EDGE, AT_END, AT_START, INSIDE, JUMP, MATCH, type PatternProgram, SET, SPLIT } from './pattern-program.ts';

/** Instructions visited in one run before it gives up: about a quarter of a second, at 12 ns each. */
const MAX_STEPS = 20_000_000;
/** Numbers and references that remembered states may hold: about 256 KiB a pattern. */
const MAX_MEMORY = 32_768;
const STATE_MEMORY = 16;
const MAX_MARK = 0x7fffffff;

/** What stands beside a position: the edge of the text, a word character, or another. */
type Neighbour = 0 | 1 | 2;
const EDGE = 0;
const WORD = 1;
const OTHER = 2;
const NEIGHBOURS: readonly Neighbour[] = [EDGE, WORD, OTHER];

interface State {
  /** Instructions to go on from. Together with `before` they are the whole state. */
  readonly threads: Int32Array;
  readonly before: Neighbour;
  /** By class of the next code point. */
  readonly next: (State | undefined)[];
  acceptsEnd: boolean | undefined;
}

const MATCHED: State = { threads: new Int32Array(0), before: OTHER, next: [], acceptsEnd: true };
const DEAD: State = { threads: new Int32Array(0), before: OTHER, next: [], acceptsEnd: false };

export class PatternMachine {
  readonly #program: PatternProgram;
  readonly #classes: CharClasses;
  readonly #restarts: boolean;
  /** Instructions visited at this position carry the current mark. */
  readonly #marks: Int32Array;
  #mark = 0;
  readonly #splits: Int32Array;
  /** The SET instructions that the last `#close` came to. */
  readonly #waiting: Int32Array;
  #waitingCount = 0;
  #states = new Map<string, State>();
  #first: State;
  #memory = 0;
  #steps = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#classes = new CharClasses(program);
    this.#marks = new Int32Array(program.ops.length);
    this.#splits = new Int32Array(program.ops.length);
    this.#waiting = new Int32Array(program.ops.length);
    this.#first = newState(Int32Array.of(0), EDGE);
    this.#restarts = this.#canStartLater();
  }

  /** Whether the pattern matches somewhere in the text; undefined when that would take too many steps. */
  run(text: string): boolean | undefined {
    this.#beginRun();
    let state = this.#first;
    for (let at = 0; at < text.length; at++) {
      let codePoint = text.charCodeAt(at);
      if ((codePoint & 0xfc00) === 0xd800) {
        codePoint = text.codePointAt(at) as number;
        if (codePoint > 0xffff) at++;
      }
      let charClass = this.#classes.known(codePoint);
      if (charClass < 0) charClass = this.#sort(codePoint);
      state = state.next[charClass] ?? this.#step(state, charClass);
      if (state === MATCHED) return true;
      if (state === DEAD) return false;
      if (this.#steps > MAX_STEPS) return undefined;
    }
    state.acceptsEnd ??= this.#close(state, EDGE);
    return state.acceptsEnd;
  }

  /** A run that fills the memory goes on without; the next one starts afresh. */
  #beginRun(): void {
    this.#steps = 0;
    if (this.#memory < MAX_MEMORY) return;
    this.#memory = 0;
    this.#states = new Map();
    this.#first = newState(Int32Array.of(0), EDGE);
  }

  #sort(codePoint: number): number {
    this.#steps += this.#classes.cost;
    return this.#classes.sort(codePoint);
  }

  #step(state: State, charClass: number): State {
    const next = this.#target(state, charClass);
    const slots = charClass + 1 - state.next.length;
    if (this.#memory < MAX_MEMORY) {
      this.#memory += Math.max(slots, 0);
      state.next[charClass] = next;
    }
    return next;
  }

  #target(state: State, charClass: number): State {
    const { first, wordSet } = this.#program;
    const members = this.#classes.members[charClass] as Uint8Array;
    const beside = wordSet >= 0 && members[wordSet] === 1 ? WORD : OTHER;
    if (this.#close(state, beside)) return MATCHED;
    // The survivors overwrite the list from its front, behind the reader.
    const waiting = this.#waiting;
    let survivors = 0;
    for (let i = 0; i < this.#waitingCount; i++) {
      const at = waiting[i] as number;
      if (members[first[at] as number] === 1) waiting[survivors++] = at + 1;
    }
    if (survivors === 0 && !this.#restarts) return DEAD;
    const threads = new Int32Array(this.#restarts ? survivors + 1 : survivors);
    threads.set(waiting.subarray(0, survivors));
    return this.#intern(threads, beside);
  }

  #intern(threads: Int32Array, before: Neighbour): State {
    if (this.#memory >= MAX_MEMORY) return newState(threads, before);
    const key = `${before}:${threads.sort().join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = newState(threads, before);
    this.#memory += STATE_MEMORY + 3 * threads.length;
    this.#states.set(key, state);
    return state;
  }

  /** Follows everything that takes no character. True when the match is complete at this position. */
  #close(state: State, after: Neighbour): boolean {
    const { ops, first, second } = this.#program;
    const marks = this.#marks;
    const splits = this.#splits;
    const mark = this.#nextMark();
    let waiting = 0;
    let steps = 0;
    let open = 0;
    for (const thread of state.threads) {
      splits[open++] = thread;
      while (open > 0) {
        let at = splits[--open] as number;
        while (marks[at] !== mark) {
          marks[at] = mark;
          steps++;
          const op = ops[at] as number;
          if (op === SET) this.#waiting[waiting++] = at;
          else if (op === MATCH) return true;
          else if (op === SPLIT) splits[open++] = second[at] as number;
          if (op === SPLIT || op === JUMP) at = first[at] as number;
          else if (op !== SET && holds(op, state.before, after)) at++;
        }
      }
    }
    this.#waitingCount = waiting;
    this.#steps += steps;
    return false;
  }

  #nextMark(): number {
    if (this.#mark === MAX_MARK) {
      this.#marks.fill(0);
      this.#mark = 0;
    }
    return ++this.#mark;
  }

  /** False when every way through the program begins with `^`, so that a text can be given up early. */
  #canStartLater(): boolean {
    return NEIGHBOURS.some(
      (before) =>
        before !== EDGE &&
        NEIGHBOURS.some((after) => this.#close(newState(Int32Array.of(0), before), after) || this.#waitingCount > 0),
    );
  }
}

function newState(threads: Int32Array, before: Neighbour): State {
  return { threads, before, next: [], acceptsEnd: undefined };
}

function holds(op: number, before: Neighbour, after: Neighbour): boolean {
  if (op === AT_START) return before === EDGE;
  if (op === AT_END) return after === EDGE;
  const edge = (before === WORD) !== (after === WORD);
  return op === AT_EDGE ? edge : op === INSIDE && !edge;
}
