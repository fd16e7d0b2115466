// A list of issues that stays short: an error takes the place of the last warning, and how many are not listed is said.

import type { Issue } from './issue.ts';

export class IssueList {
  readonly #max: number;
  readonly #listed: Issue[] = [];
  #unlisted = 0;
  #errors = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get listed(): readonly Issue[] {
    return this.#listed;
  }

  get unlisted(): number {
    return this.#unlisted;
  }

  add(problem: Issue): void {
    const isError = problem.severity === 'error';
    if (this.#listed.length >= this.#max) {
      this.#unlisted++;
      if (!isError || this.#errors === this.#max) return;
      const at = this.#listed.findLastIndex(({ severity }) => severity !== 'error');
      this.#listed.splice(at, 1);
    }
    this.#listed.push(problem);
    if (isError) this.#errors++;
  }

  /** The last one says how many are missing. */
  all(): readonly Issue[] {
    return withRest(this.#listed, this.#unlisted);
  }
}

export function withRest(listed: readonly Issue[], unlisted: number): readonly Issue[] {
  const last = listed[listed.length - 1];
  if (unlisted === 0 || last === undefined) return listed;
  return [...listed.slice(0, -1), { ...last, message: `${last.message} (${unlisted} further issues not listed.)` }];
}

export function capIssues(issues: readonly Issue[], max: number): readonly Issue[] {
  if (issues.length <= max) return issues;
  const list = new IssueList(max);
  for (const problem of issues) list.add(problem);
  return list.all();
}
