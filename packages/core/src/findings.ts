// What a reader of untrusted input found wrong, where it stood, and whether the input is refused.

import { type Fault, type Issue, issue, NO_ISSUES, type PartIssue } from './issue.ts';
import type { IssueCode } from './issue-codes.ts';
import { withRest } from './issue-list.ts';
import type { Limits } from './limits.ts';
import { escapeSegment } from './pointer.ts';

export class Findings {
  readonly limits: Limits;
  readonly strict: boolean;
  /** The key of the message that is read; no step of the path, because a list that is filled again is made again. */
  member: string | undefined;
  /** Steps from there, or from the message, to where the reader is; joined only when something is wrong. */
  readonly path: (string | number)[] = [];
  issues: PartIssue[] | undefined;
  /** The part of an entry that is judged; noted on what is found in it. */
  part: number | undefined;
  refused = false;
  #dropped = 0;

  constructor(limits: Limits, strict: boolean) {
    this.limits = limits;
    this.strict = strict;
  }

  /** Something tolerance can live with: a warning, and an error where reading is strict. */
  mend(code: IssueCode, message: string): void {
    this.add(issue(code, this.strict ? 'error' : 'warning', message, this.at()));
  }

  /** Something that refuses the message. */
  refuse(code: IssueCode, message: string): undefined {
    this.add(issue(code, 'error', message, this.at()));
    return undefined;
  }

  add(found: Issue): void {
    const problem = this.part === undefined ? found : { ...found, part: this.part };
    const decides = problem.severity === 'error' && !this.refused;
    if (decides) this.refused = true;
    this.issues ??= [];
    if (this.issues.length < this.limits.issuesPerMessage) this.issues.push(problem);
    else {
      this.#dropped++;
      // Why a message was refused is told, however many warnings came before.
      if (decides) this.issues[this.issues.length - 1] = problem;
    }
  }

  /** All that somebody else found in the part that is judged now, as if it had been found here. */
  addAll(other: Findings): void {
    for (const problem of other.issues ?? []) this.add(problem);
    this.#dropped += other.#dropped;
  }

  /** A problem found elsewhere, placed where the reader is. */
  addHere(problem: Issue): void {
    this.add({ ...problem, at: this.at() });
  }

  /** Says whose fault the issues from a position on are; otherwise it is the agent's. */
  blame(fault: Fault, from: number): void {
    const { issues } = this;
    for (let i = from; issues !== undefined && i < issues.length; i++) issues[i] = { ...(issues[i] as Issue), fault };
  }

  /** All issues; those past the limit are told as a number. */
  all(): readonly PartIssue[] {
    if (this.issues === undefined) return NO_ISSUES;
    return withRest(this.issues, this.#dropped);
  }

  /** Ready for the next message. */
  reset(): void {
    if (this.path.length > 0) this.path.length = 0;
    this.member = undefined;
    this.part = undefined;
    if (this.issues === undefined) return;
    this.issues = undefined;
    this.refused = false;
    this.#dropped = 0;
  }

  at(): string {
    let pointer = this.member === undefined ? '' : `/${escapeSegment(this.member)}`;
    for (const part of this.path) pointer += `/${typeof part === 'number' ? part : escapeSegment(part)}`;
    return pointer;
  }
}
