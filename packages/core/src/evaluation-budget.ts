// What one act of a person may cost: bytes that evaluation makes, and steps that it takes, counted while it happens. What
// is over ends at once and says so; refusing the act by name is left to whoever made the budget.

import { type Issue, issue, type Outcome } from './issue.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import type { Limits } from './limits.ts';

/** What is charged, in steps: one is about 10 ns. */
export const STEP_COSTS = {
  /** A call: its function looked up, its arguments evaluated, its result taken. */
  call: 50,
  /** A path that is read. */
  read: 10,
  /** A list item, an object member, a value that is compared or measured. */
  value: 2,
  /** A pattern that is compiled, each of its characters, and each of its instructions for each of its texts. */
  pattern: 500,
  patternChar: 120,
  instruction: 10,
  /** A formatter of Intl that is built, once for each that an act needs. */
  formatter: 10_000,
  /** A character of a pattern of dates that is read, once for each pattern; a field that is written; one that asks Intl. */
  dateChar: 20,
  dateField: 50,
  askedField: 2000,
} as const;

/** Characters that are read at once by what the machine itself is fast at: searching, comparing, copying. */
const CHARS_A_STEP = 16;
const SMALL = 256;
// Written as they are in JSON, one byte each.
const PLAIN = /^[ !#-[\]-~]*$/;

/** Where a budget stood, to go on from there with another attempt. */
export interface BudgetMark {
  readonly bytes: number;
}

export class EvaluationBudget {
  readonly limits: Limits;
  #bytes = 0;
  #steps = 0;
  #overBytes = false;
  #overSteps = false;
  /** What was reported to somebody need not be reported again. */
  #reported = false;
  readonly #matches = new Map<string, Map<string, Outcome<boolean>>>();
  readonly #sizes = new Map<string, number>();
  readonly #built = new Set<string>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }
  get steps(): number {
    return this.#steps;
  }
  get exceeded(): boolean {
    return this.#overSteps || this.#overBytes;
  }
  /** Bytes that may still be made. */
  get room(): number {
    return this.exceeded ? 0 : this.limits.evaluationBytes - this.#bytes;
  }
  /** Steps that may still be taken. */
  get stepsLeft(): number {
    return this.exceeded ? 0 : this.limits.evaluationSteps - this.#steps;
  }

  /** For whoever evaluates one thing after another, each by itself. */
  reset(): void {
    this.#bytes = 0;
    this.#steps = 0;
    this.#overBytes = false;
    this.#overSteps = false;
    this.#reported = false;
    if (this.#matches.size > 0) this.#matches.clear();
    if (this.#sizes.size > 0) this.#sizes.clear();
    if (this.#built.size > 0) this.#built.clear();
  }

  /** Takes so many steps; false when they are too many. */
  work(steps: number): boolean {
    this.#steps += steps;
    if (this.#steps > this.limits.evaluationSteps) this.#overSteps = true;
    return !this.exceeded;
  }

  /** What is kept once it was built takes its steps once: whether somebody else has built it before must not tell. */
  build(name: string, steps: number): boolean {
    if (this.#built.has(name)) return !this.exceeded;
    this.#built.add(name);
    return this.work(steps);
  }

  /** The steps of reading so many characters. */
  read(length: number): boolean {
    return this.work(length / CHARS_A_STEP);
  }

  /** So many bytes are about to be made; false when there is no room for them. */
  make(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes > this.limits.evaluationBytes) this.#overBytes = true;
    return this.read(bytes);
  }

  /** A value is about to be written down: its bytes as JSON, less those that were counted when it was made. */
  put(value: Json, made = 0): boolean {
    return !this.exceeded && this.make(Math.max(this.#sizeOf(value) - made, 0));
  }

  mark(): BudgetMark {
    return { bytes: this.#bytes };
  }

  /** What was made since is given up, and its room free again; the steps were taken. */
  rewind({ bytes }: BudgetMark): void {
    this.#bytes = bytes;
    this.#overBytes = bytes > this.limits.evaluationBytes;
  }

  /** The outcome for this pattern and text, found once. */
  match(pattern: string, text: string, find: () => Outcome<boolean>): Outcome<boolean> {
    let texts = this.#matches.get(pattern);
    if (texts === undefined) {
      texts = new Map();
      this.#matches.set(pattern, texts);
      this.work(STEP_COSTS.pattern + STEP_COSTS.patternChar * pattern.length);
    }
    const known = texts.get(text);
    if (known !== undefined) {
      this.work(STEP_COSTS.value);
      return known;
    }
    if (this.exceeded) return { ok: false, issues: [this.problem()] };
    const outcome = find();
    texts.set(text, outcome);
    return outcome;
  }

  /** Whether two values are the same; false when that cannot be afforded. */
  isEqual(a: Json | undefined, b: Json | undefined): boolean {
    if (!this.work(STEP_COSTS.value)) return false;
    if (typeof a === 'string' && typeof b === 'string') {
      if (a.length === b.length) this.read(a.length);
      return a === b;
    }
    if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, i) => this.isEqual(item, b[i]));
    if (!isObject(a) || !isObject(b)) return Object.is(a, b);
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every((key) => Object.hasOwn(b, key) && this.isEqual(a[key], b[key]));
  }

  problem(at?: string): Issue {
    const { evaluationBytes, evaluationSteps } = this.limits;
    const message = this.#overSteps
      ? `What this has evaluated takes more than ${evaluationSteps} steps.`
      : `What this has evaluated makes more than ${evaluationBytes} bytes.`;
    return issue('VITRINE_LIMIT_EVALUATION', 'error', message, at);
  }

  /** Reports that it is exceeded, once. */
  tell(report: (problem: Issue) => void): void {
    if (this.#reported || !this.exceeded) return;
    this.#reported = true;
    report(this.problem());
  }

  /** Bytes of a value as JSON in UTF-8; anything over the room when it is longer than that. */
  #sizeOf(value: Json): number {
    const room = this.room;
    let size = 0;
    const left: Json[] = [value];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (typeof next !== 'object' || next === null) size += this.#leafSize(next, room - size);
      else if (isArray(next)) {
        size += 2 + next.length;
        if (size > room || !this.work(STEP_COSTS.value * (next.length + 1))) return room + 1;
        for (const item of next) left.push(item);
      } else size += this.#membersSize(next as JsonObject, left, room - size);
      if (size > room) return size;
    }
    return size;
  }

  /** Of an object without its values, which are put to what is left to measure. */
  #membersSize(object: JsonObject, left: Json[], room: number): number {
    const keys = Object.keys(object);
    let size = 2 + keys.length;
    if (size > room || !this.work(STEP_COSTS.value * (keys.length + 1))) return room + 1;
    for (const key of keys) {
      size += this.#textSize(key, room - size) + 1;
      left.push(object[key] as Json);
    }
    return size;
  }

  #leafSize(value: string | number | boolean | null, room: number): number {
    if (typeof value === 'string') return this.#textSize(value, room);
    return typeof value === 'number' ? String(value).length : 5;
  }

  #textSize(text: string, room: number): number {
    if (text.length + 2 > room) return text.length + 2;
    if (text.length <= SMALL) return textBytes(text);
    let size = this.#sizes.get(text);
    if (size === undefined) {
      this.read(text.length);
      size = textBytes(text);
      this.#sizes.set(text, size);
    }
    return size;
  }
}

/** A whole surface that is drawn or lowered at once may have as much evaluated as so many acts, and make one message. */
const ACTS_PER_SURFACE = 2;
/** All that are lowered together may have as much evaluated as so many of them. */
const WHOLE_SURFACES = 4;

export function surfaceBudget(limits: Limits): EvaluationBudget {
  return new SurfaceBudgets(limits).next();
}

/** Budgets for surfaces that are looked at one after the other, and together make one answer. */
export class SurfaceBudgets {
  readonly #limits: Limits;
  #bytes: number;
  #steps: number;
  #last: EvaluationBudget | undefined;

  constructor(limits: Limits) {
    const { lineLength, evaluationSteps } = limits;
    this.#limits = { ...limits, evaluationBytes: lineLength, evaluationSteps: ACTS_PER_SURFACE * evaluationSteps };
    this.#bytes = WHOLE_SURFACES * this.#limits.evaluationBytes;
    this.#steps = WHOLE_SURFACES * this.#limits.evaluationSteps;
  }

  /** For one more surface. Nobody may still evaluate with the one before. */
  next(): EvaluationBudget {
    this.#bytes = Math.max(0, this.#bytes - (this.#last?.bytes ?? 0));
    this.#steps = Math.max(0, this.#steps - (this.#last?.steps ?? 0));
    const { evaluationBytes, evaluationSteps } = this.#limits;
    this.#last = new EvaluationBudget({
      ...this.#limits,
      evaluationBytes: Math.min(evaluationBytes, this.#bytes),
      evaluationSteps: Math.min(evaluationSteps, this.#steps),
    });
    return this.#last;
  }
}

/** As JSON in UTF-8, with its quotes. */
function textBytes(text: string): number {
  if (PLAIN.test(text)) return text.length + 2;
  let bytes = 2;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) bytes += unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
    else if (unit < 0x20) bytes += unit === 10 || unit === 13 || unit === 9 || unit === 8 || unit === 12 ? 2 : 6;
    else bytes += unit === 0x22 || unit === 0x5c ? 2 : 1;
  }
  return bytes;
}
