// What is said of one message: objections, which refuse it or, where the host only reports, are passed on as warnings;
// refusals that no setting softens; and doubts about what only the viewer can know.

import { type Issue, type IssueCode, IssueList, issue } from '@vitrine/core';
import type { AdmitInput, AdmitOutcome } from './admission.ts';

const MAX_ISSUES = 50;

export class Verdict {
  readonly mode: AdmitInput['mode'];
  readonly #issues = new IssueList(MAX_ISSUES);
  refused = false;
  #reported = false;
  #doubted = false;

  constructor(mode: AdmitInput['mode']) {
    this.mode = mode;
  }

  get issues(): readonly Issue[] {
    return this.#issues.all();
  }

  get outcome(): AdmitOutcome {
    return this.#reported ? 'reported' : this.#doubted ? 'unchecked' : 'checked';
  }

  /** True when it is let pass all the same. */
  object(code: IssueCode, message: string, at?: string): boolean {
    if (this.mode === 'enforce') return this.refuse(code, message, at);
    this.#reported = true;
    this.#add(issue(code, 'warning', message, at));
    return true;
  }

  refuse(code: IssueCode, message: string, at?: string): false {
    return this.add(issue(code, 'error', message, at));
  }

  /** A problem that somebody else found. */
  add(problem: Issue): false {
    this.refused = true;
    this.#add({ ...problem, severity: 'error' });
    return false;
  }

  /** Something that changes nothing. */
  note(code: IssueCode, message: string, at?: string): void {
    this.#add(issue(code, 'warning', message, at));
  }

  doubt(code: IssueCode, message: string, at?: string): void {
    this.#doubted = true;
    this.#add(issue(code, 'warning', message, at));
  }

  /** Takes over what was said of a part. */
  join(part: Verdict): void {
    this.refused ||= part.refused;
    this.#reported ||= part.#reported;
    this.#doubted ||= part.#doubted;
    for (const problem of part.#issues.listed) this.#add(problem);
  }

  #add(problem: Issue): void {
    this.#issues.add({ ...problem, fault: 'viewer' });
  }
}
