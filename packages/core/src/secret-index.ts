// Finds many secrets in a text in one pass, whatever is between their letters that nobody sees: an automaton over all of
// them (Aho and Corasick). The time grows with the text alone, however many secrets there are and however they repeat
// themselves.

import {
  FORM_START,
  type FoldedText,
  foldSteps,
  foldText,
  hasTags,
  isOdd,
  MAX_FORM_UNITS,
  STEP_UNITS,
  visibleText,
} from './folded-text.ts';
import type { Steps } from './steps.ts';

export interface Spelling {
  readonly id: string;
  readonly text: string;
  /** It is the same secret in capitals. */
  readonly anyCase: boolean;
  /** Nobody reads it: where it is cut off, it says nothing. */
  readonly isEncoded: boolean;
}

export interface Found {
  /** In the text as it was given. */
  readonly start: number;
  readonly end: number;
  readonly id: string;
}

interface SecretPattern extends Spelling {
  readonly units: Uint16Array;
  /** How much of it is in the automaton. */
  readonly depth: number;
  readonly visible: string;
}

type Candidates = (Found & { readonly units: number })[];

/** A text that is looked through, as far as it was. */
interface Scan {
  state: number;
  readonly found: Candidates;
}

/** What is in the automaton of a long one, once all of them together have more than this. */
const MAX_UNITS = 200_000;
const PREFIX_UNITS = 12;
/** Fewer letters of a secret that was cut off say nothing. */
const MIN_CUT = 6;
/** How `quote` ends what it cuts: `..."`. */
const DOT = 0x2e;
const QUOTE = 0x22;
/** Where a text is cut anywhere, so much of it may be half a letter. */
export const SLACK = MAX_FORM_UNITS + 16;
/** What cannot be seen behind a secret goes with it, but for what parts it from the next words. */
const PARTS = /[\r\n<]|\\+[nr]/;
const NOBODY: readonly SecretPattern[] = [];

export class SecretIndex {
  /** Units of the longest. */
  readonly longest: number;
  readonly #shortest: number;
  /** Which column of the table a unit has; 0: it is in no secret. */
  readonly #columns = new Uint16Array(0x10000);
  readonly #automaton: Automaton;

  constructor(spellings: readonly Spelling[]) {
    const patterns = patternsOf(spellings);
    const lengths = patterns.map(({ units }) => units.length);
    this.longest = lengths.reduce((most, one) => Math.max(most, one), 0);
    this.#shortest = lengths.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    let width = 1;
    for (const { units, depth } of patterns)
      for (const unit of units.subarray(0, depth)) if (this.#columns[unit] === 0) this.#columns[unit] = width++;
    // Capitals of ASCII stand in the same column: a plain text is looked through as it is.
    for (let unit = 0x41; unit <= 0x5a; unit++) this.#columns[unit] = this.#columns[unit + 0x20] as number;
    this.#automaton = automatonOf(patterns, this.#columns, width);
  }

  /** From left to right, the longest of those that begin at one place; those too whose end `quote` cut off. */
  find(text: string): readonly Found[] {
    if (this.#isTooShort(text)) return [];
    const found: Candidates = [];
    this.#scan(text, isOdd(text) ? foldText(text) : undefined, found);
    if (hasTags(text)) this.#scan(text, foldText(text, true), found);
    return apart(found);
  }

  *findSteps(text: string): Steps<readonly Found[]> {
    const found: Candidates = [];
    yield* this.#scanSteps(text, isOdd(text) ? yield* foldSteps(text) : undefined, found);
    if (hasTags(text)) yield* this.#scanSteps(text, yield* foldSteps(text, true), found);
    return apart(found);
  }

  #isTooShort(text: string): boolean {
    return text.length < Math.min(this.#shortest, MIN_CUT);
  }

  #scan(text: string, folded: FoldedText | undefined, found: Candidates): void {
    this.#advance(text, folded, 0, (folded ?? text).length, { state: 0, found });
  }

  *#scanSteps(text: string, folded: FoldedText | undefined, found: Candidates): Steps<void> {
    const scan: Scan = { state: 0, found };
    for (let at = 0; at < (folded ?? text).length; at += STEP_UNITS) {
      yield;
      this.#advance(text, folded, at, at + STEP_UNITS, scan);
    }
  }

  #advance(text: string, folded: FoldedText | undefined, from: number, to: number, scan: Scan): void {
    if (folded === undefined) this.#scanPlain(text, from, Math.min(to, text.length), scan);
    else this.#scanFolded(text, folded, from, Math.min(to, folded.length), scan);
  }

  /** Of a stream, piece by piece: whether one is in what came so far. */
  stream(): (piece: string) => boolean {
    let before = '';
    return (piece) => {
      const text = before + piece;
      before = this.#visibleEnd(text);
      return this.find(text).length > 0;
    };
  }

  /** As much of it as a secret may have begun in; what nobody sees is not kept, so it stays short. */
  #visibleEnd(text: string): string {
    // What may be half of what stands for something else is kept as it is.
    const open = text.slice(-MAX_FORM_UNITS).search(FORM_START);
    const end = open < 0 ? text.length : Math.max(0, text.length - MAX_FORM_UNITS) + open;
    const wanted = 2 * (this.longest + SLACK);
    for (let size = 2 * wanted; size < end; size *= 2) {
      const seen = visibleText(text.slice(end - size, end));
      if (seen.length >= wanted) return seen.slice(-wanted) + text.slice(end);
    }
    return visibleText(text.slice(0, end)).slice(-wanted) + text.slice(end);
  }

  #scanPlain(text: string, from: number, to: number, scan: Scan): void {
    const columns = this.#columns;
    const { moves, ends, patterns, depths, ids } = this.#automaton;
    const { found } = scan;
    let { state } = scan;
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i);
      if (unit === DOT && (depths[state] as number) >= MIN_CUT && text.startsWith('..."', i)) {
        const units = depths[state] as number;
        found.push({ start: i - units, end: i, id: ids[state] as string, units });
      }
      state = moves[state + (columns[unit] as number)] as number;
      if (ends[state] === 0) continue;
      for (const { id, units, depth, visible, anyCase } of patterns[state] as readonly SecretPattern[]) {
        const start = i + 1 - depth;
        const end = start + units.length;
        if (anyCase ? depth === units.length || isLower(text, units, start) : text.startsWith(visible, start))
          found.push({ start, end, id, units: units.length });
      }
    }
    scan.state = state;
  }

  #scanFolded(text: string, { units, starts, length }: FoldedText, from: number, to: number, scan: Scan): void {
    const columns = this.#columns;
    const { moves, ends, patterns, depths, ids } = this.#automaton;
    const { found } = scan;
    let { state } = scan;
    const add = (id: string, from: number, count: number): void => {
      found.push({ start: starts[from] as number, end: endOf(from + count - 1), id, units: count });
    };
    // With whatever follows that cannot be seen.
    const endOf = (last: number): number => {
      let next = last + 1;
      while (next < length && starts[next] === starts[last]) next++;
      const start = starts[last] as number;
      const end = next < length ? (starts[next] as number) : text.length;
      const parting = text.slice(start + 1, end).search(PARTS);
      return parting === -1 ? end : start + 1 + parting;
    };
    for (let i = from; i < to; i++) {
      const unit = units[i] as number;
      if (unit === DOT && (depths[state] as number) >= MIN_CUT && isCutAt(units, i))
        add(ids[state] as string, i - (depths[state] as number), depths[state] as number);
      state = moves[state + (columns[unit] as number)] as number;
      if (ends[state] === 0) continue;
      for (const pattern of patterns[state] as readonly SecretPattern[]) {
        const [start, count] = [i + 1 - pattern.depth, pattern.units.length];
        if (!isAt(pattern, units, length, start)) continue;
        const place = pattern.anyCase ? '' : text.slice(starts[start], endOf(start + count - 1));
        if (pattern.anyCase || visibleText(place).includes(pattern.visible)) add(pattern.id, start, count);
      }
    }
    scan.state = state;
  }
}

/** How many units are seen of a text. */
export function seenUnits(text: string): number {
  return foldText(text).length;
}

/** The longest first: the names of beginnings that several share are theirs. */
function patternsOf(spellings: readonly Spelling[]): readonly SecretPattern[] {
  const folded = spellings.map((one) => {
    const { units, length } = foldText(one.text);
    return { ...one, units: units.slice(0, length), visible: visibleText(one.text) };
  });
  const sum = folded.reduce((all, { units, isEncoded }) => all + (isEncoded ? 0 : units.length), 0);
  const depthOf = ({ units, isEncoded }: (typeof folded)[number]) =>
    isEncoded || sum > MAX_UNITS ? Math.min(units.length, PREFIX_UNITS) : units.length;
  return folded
    .map((one): SecretPattern => ({ ...one, depth: depthOf(one) }))
    .toSorted((a, b) => Number(a.isEncoded) - Number(b.isEncoded) || b.units.length - a.units.length);
}

function isLower(text: string, units: Uint16Array, start: number): boolean {
  if (start + units.length > text.length) return false;
  for (let i = 0; i < units.length; i++) {
    const unit = text.charCodeAt(start + i);
    if ((unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit) !== units[i]) return false;
  }
  return true;
}

/** What the automaton does not know of it. */
function isAt({ units: wanted, depth }: SecretPattern, units: Uint16Array, length: number, start: number): boolean {
  if (start + wanted.length > length) return false;
  for (let i = wanted.length - 1; i >= depth; i--) if (units[start + i] !== wanted[i]) return false;
  return true;
}

function isCutAt(units: Uint16Array, at: number): boolean {
  return units[at + 1] === DOT && units[at + 2] === DOT && units[at + 3] === QUOTE;
}

function apart(found: Candidates): readonly Found[] {
  if (found.length < 2) return found;
  found.sort((a, b) => a.start - b.start || b.units - a.units);
  let end = 0;
  return found.filter((one) => {
    const isFree = one.start >= end;
    if (isFree) end = one.end;
    return isFree;
  });
}

/** States are named by where their row begins in the table of moves; what is known of one stands at that place. */
interface Automaton {
  readonly moves: Int32Array;
  /** 1: something ends here. */
  readonly ends: Uint8Array;
  readonly patterns: { readonly [state: number]: readonly SecretPattern[] };
  /** How much of a secret that can be read is behind a state, and of which. */
  readonly depths: Uint32Array;
  readonly ids: { readonly [state: number]: string };
}

function automatonOf(patterns: readonly SecretPattern[], columns: Uint16Array, width: number): Automaton {
  const size = width * (1 + patterns.reduce((sum, { depth }) => sum + depth, 0));
  const moves = new Int32Array(size).fill(-1);
  const [ends, depths] = [new Uint8Array(size), new Uint32Array(size)];
  const ids: { [state: number]: string } = {};
  const ending: { [state: number]: readonly SecretPattern[] } = {};
  let next = width;
  for (const pattern of patterns) {
    let state = 0;
    for (let i = 0; i < pattern.depth; i++) {
      const move = state + (columns[pattern.units[i] as number] as number);
      if (moves[move] === -1) {
        moves[move] = next;
        if (!pattern.isEncoded) {
          depths[next] = i + 1;
          ids[next] = pattern.id;
        }
        next += width;
      }
      state = moves[move] as number;
    }
    ends[state] = 1;
    ending[state] = [...(ending[state] ?? NOBODY), pattern];
  }
  complete({ moves, ends, depths, ids, patterns: ending }, ending, width);
  return { moves, ends, depths, ids, patterns: ending };
}

/** Where a secret does not go on, it goes on as the longest other one whose beginning its end is. */
function complete(
  { moves, ends, depths, ids }: Automaton & { readonly ids: { [state: number]: string } },
  ending: { [state: number]: readonly SecretPattern[] },
  width: number,
): void {
  const fallback = new Map<number, number>();
  const queue = [0];
  for (let turn = 0; turn < queue.length; turn++) {
    const state = queue[turn] as number;
    const back = fallback.get(state) ?? 0;
    for (let column = 0; column < width; column++) {
      const to = moves[state + column] as number;
      const instead = state === 0 ? 0 : (moves[back + column] as number);
      if (to === -1) {
        moves[state + column] = instead;
        continue;
      }
      fallback.set(to, instead);
      queue.push(to);
      if (ends[instead] === 1) {
        ends[to] = 1;
        ending[to] = [...(ending[to] ?? NOBODY), ...(ending[instead] as readonly SecretPattern[])];
      }
      if (depths[to] === 0 && (depths[instead] as number) > 0) {
        depths[to] = depths[instead] as number;
        ids[to] = ids[instead] as string;
      }
    }
  }
}
