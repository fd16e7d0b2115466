// The state that entries give, with a judge at its door: `accept` judges an entry and applies it whole or not at all. It is
// for pages, whose entries come from readers of dialects: that these are entries at all is asked by fold.ts. What an op does,
// and how an entry is replayed, stands in replica.ts; what is judged, in check-entry.ts.

import { EntryCheck } from './check-entry.ts';
import type { NewEntry, Trust } from './entry.ts';
import type { Issue, Outcome, PartIssue } from './issue.ts';
import type { JudgedAhead } from './judge-ahead.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { escapeSegment } from './pointer.ts';
import { beginBatch, endBatch, pauseTracking, resumeTracking, untracked } from './reactive.ts';
import { Replica, type ReplicaOptions } from './replica.ts';
import { lowerTrust } from './trust.ts';

export interface FoldOptions extends ReplicaOptions {
  /** What tolerance would mend refuses the message instead. */
  readonly strict?: boolean;
}

export class PageFold extends Replica {
  readonly #check: EntryCheck;

  constructor(
    options: FoldOptions,
    check = new EntryCheck(options.limits ?? DEFAULT_LIMITS, options.strict ?? false, options.catalogs),
  ) {
    super(options, check);
    this.#check = check;
  }

  /**
   * Judges an entry and applies it, whole or not at all. `trust`: of the session; what the entry says of itself lowers it.
   * `ahead`: what was judged of this body before.
   */
  accept(entry: NewEntry, trust: Trust = 'trusted', ahead?: JudgedAhead): Outcome<NewEntry, PartIssue> {
    const { context } = this.#check;
    this.#check.ahead = ahead;
    // A watcher that accepts an entry does not observe what is read to judge it.
    const outer = pauseTracking();
    beginBatch();
    try {
      if (this.#check.isBody(entry)) this.run(entry.body, lowerTrust(trust, entry.trust), context);
      const issues = context.all();
      return context.refused ? { ok: false, issues } : { ok: true, value: entry, issues };
    } finally {
      // Watchers may accept further entries, so the context is free again before they run.
      context.reset();
      this.#check.ahead = undefined;
      resumeTracking(outer);
      endBatch();
    }
  }

  /** Templates, patterns and dates came that could not be judged, because the code for it had not. */
  get hasUnjudged(): boolean {
    return this.#check.context.compiled.isMissing;
  }

  /** What is wrong with the components that stand now, whatever was said of them before. */
  recheck(): readonly Issue[] {
    const { context } = this.#check;
    return untracked(() => [...this.surfaces.values()]).flatMap((surface) => {
      context.compiled.isMissing = false;
      this.#check.judgeComponents(surface.components(), surface, context);
      const issues = context.all();
      context.reset();
      const at = `/surfaces/${escapeSegment(surface.id)}`;
      return issues.map(({ part: _, ...problem }) => ({ ...problem, at: `${at}${problem.at ?? ''}` }));
    });
  }
}
