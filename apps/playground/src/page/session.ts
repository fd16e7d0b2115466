// One reading of a text: a fold, the intake that feeds it, and what became of each step. Made anew when the text changes;
// knows nothing of the page.

import { Fold } from '@vitrine/core/fold';
import { defined, type EffectOp, type Issue, isObject, isOp, type Json, type Surface, Tree } from '@vitrine/core/page';
import type { DialectId, Receipt } from '@vitrine/dialects';
import { Intake } from '@vitrine/dialects/intake';
import { pageCatalogs } from './catalogs.ts';
import { readersNow } from './dialects.ts';
import { type Range, rangeOf } from './json-ranges.ts';
import { cutSteps, type InputStep } from './steps.ts';

/** What became of one message. */
export interface MessageResult {
  readonly step: InputStep;
  readonly ok: boolean;
  readonly dialect: DialectId | undefined;
  /** The payload key, as far as one can be told: `createSurface`. */
  readonly kind: string;
  readonly issues: readonly Issue[];
}

/** An issue and where its message stands. Without a step it was found while the surface was drawn, or at the end. */
export interface LocatedIssue {
  readonly issue: Issue;
  readonly step?: InputStep;
}

export interface SessionOptions {
  readonly strict?: boolean;
  readonly locale?: string | undefined;
}

const MAX_REMARKS = 100;

export class WorkbenchSession {
  readonly text: string;
  readonly steps: readonly InputStep[];
  readonly fold: Fold;
  readonly messages: MessageResult[] = [];
  /** Hears of each effect of a step. Effects are not state: what happened before anybody listened has passed. */
  onEffect: ((effect: EffectOp) => void) | undefined;
  readonly #intake: Intake;
  readonly #trees = new Map<Surface, Tree>();
  /** What was said while bindings were evaluated, once each. */
  readonly #remarks = new Map<string, Issue>();
  /** What was found while the surfaces were drawn for a person. */
  readonly #seen = new Map<string, Issue>();
  #next = 0;
  #lacksDialects = false;

  constructor(text: string, { strict = false, locale }: SessionOptions = {}) {
    this.text = text;
    this.fold = new Fold({
      catalogs: pageCatalogs(),
      strict,
      ...defined({ locale }),
      report: (problem) => this.#remark(problem),
    });
    this.steps = cutSteps(text, this.fold.limits.lineLength);
    const dialects = readersNow(() => {
      this.#lacksDialects = true;
    });
    this.#intake = new Intake(this.fold, { dialects });
  }

  /** Something was passed over whose dialect has not been fetched: the text is to be read again when all of them are there. */
  get lacksDialects(): boolean {
    return this.#lacksDialects;
  }

  get fed(): number {
    return this.#next;
  }
  get done(): boolean {
    return this.#next >= this.steps.length;
  }
  /** The step that was fed last. */
  get current(): InputStep | undefined {
    return this.steps[this.#next - 1];
  }

  step(): void {
    const step = this.steps[this.#next];
    if (step === undefined) return;
    this.#next++;
    for (const receipt of this.#read(step)) {
      this.messages.push(describe(receipt, step));
      for (const op of receipt.entry?.body ?? []) if (isOp(op) && op.op === 'effect') this.onEffect?.(op);
    }
  }

  rest(): void {
    while (!this.done) this.step();
  }

  /** The tree of a surface, the same one as long as the surface is. */
  tree(surface: Surface): Tree {
    const known = this.#trees.get(surface);
    if (known !== undefined) return known;
    const tree = new Tree(surface, this.fold);
    this.#trees.set(surface, tree);
    return tree;
  }

  /** Forgets what was said while drawing, before all is drawn again. */
  clearRemarks(): void {
    this.#remarks.clear();
  }

  found(): LocatedIssue[] {
    const ofMessages = this.messages.flatMap(({ step, issues }) => issues.map((issue) => ({ issue, step })));
    const atEnd = this.done && this.fold.strict ? this.fold.topology().map((issue) => ({ issue })) : [];
    const reported = [...ofMessages, ...atEnd, ...[...this.#remarks.values()].map((issue) => ({ issue }))];
    // Much of what cannot be drawn was told of before.
    const known = new Set(reported.map(({ issue }) => issue.code));
    return [
      ...reported,
      ...[...this.#seen.values()].filter(({ code }) => !known.has(code)).map((issue) => ({ issue })),
    ];
  }

  /** Keeps what was found while a surface was drawn; true when it is new. */
  notice(problem: Issue): boolean {
    const key = `${problem.code} ${problem.message}`;
    if (this.#seen.has(key) || this.#seen.size >= MAX_REMARKS) return false;
    this.#seen.set(key, problem);
    return true;
  }

  /** The characters that an issue is about. */
  rangeOf({ issue, step }: LocatedIssue): Range | undefined {
    if (step === undefined) return undefined;
    const own = this.text.slice(step.range.start, step.range.end);
    const prefix = step.message?.at ?? '';
    const at = issue.at ?? '';
    if (issue.code === 'VITRINE_JSON_MALFORMED' || !at.startsWith(prefix)) return step.range;
    const { start, end } = rangeOf(own, at.slice(prefix.length));
    return { start: step.range.start + start, end: step.range.start + end };
  }

  #read(step: InputStep): Receipt[] {
    if (step.message !== undefined) return [this.#intake.message(step.message.wire, step.line, step.message.at)];
    // What should be one message and cannot be parsed is one refusal, over however many lines it is written.
    return [...this.#intake.push(`${this.text.slice(step.range.start, step.range.end).replace(/[\r\n]+/g, ' ')}\n`)];
  }

  /** An agent's answer to what a person did: it stands in no text. */
  reply(messages: readonly Json[]): readonly Issue[] {
    const receipts = messages.map((message) => this.#intake.message(message));
    for (const { entry } of receipts)
      for (const op of entry?.body ?? []) if (isOp(op) && op.op === 'effect') this.onEffect?.(op);
    return receipts.flatMap(({ issues }) => issues);
  }

  #remark(problem: Issue): void {
    if (this.#remarks.size < MAX_REMARKS) this.#remarks.set(`${problem.code} ${problem.message}`, problem);
  }
}

function describe(receipt: Receipt, step: InputStep): MessageResult {
  const issues = receipt.issues.map((problem) => ({ ...problem, line: step.line }));
  return { step, ok: receipt.ok, dialect: receipt.dialect, kind: kindOf(receipt.wire), issues };
}

function kindOf(wire: Json | undefined): string {
  if (!isObject(wire)) return wire === undefined ? 'unreadable' : 'no message';
  return Object.keys(wire).find((key) => isObject(wire[key])) ?? Object.keys(wire)[0] ?? 'empty';
}
