// The state that entries give, with a judge at its door: `accept` judges an entry and applies it whole or not at all.
// What an op does, and how an entry is replayed, stands in replica.ts; what is judged, in check-entry.ts.

import type { CheckContext } from './check-context.ts';
import { EntryCheck } from './check-entry.ts';
import { isBodyShaped } from './check-shape.ts';
import type { NewEntry, Trust } from './entry.ts';
import type { Issue, Outcome, PartIssue } from './issue.ts';
import { type JudgedAhead, judgeAhead } from './judge-ahead.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { beginBatch, endBatch, pauseTracking, resumeTracking, untracked } from './reactive.ts';
import { Replica, type ReplicaOptions } from './replica.ts';
import type { Steps } from './steps.ts';
import type { Surface } from './surface.ts';
import { checkNames, checkTopology } from './topology.ts';
import { lowerTrust } from './trust.ts';

export type { FoldSnapshot, View } from './replica.ts';

export interface FoldOptions extends ReplicaOptions {
  /** What tolerance would mend refuses the message instead. */
  readonly strict?: boolean;
}

export class Fold extends Replica {
  readonly #check: EntryCheck;
  readonly #context: CheckContext;

  constructor(options: FoldOptions) {
    const check = new EntryCheck(options.limits ?? DEFAULT_LIMITS, options.strict ?? false, options.catalogs);
    super(options, check);
    this.#check = check;
    this.#context = check.context;
  }

  /** Judges what of a long entry does not depend on the state, in steps, for `accept` at any later time. */
  judgeSteps(body: NewEntry['body']): Steps<JudgedAhead> {
    return judgeAhead(body, this);
  }

  /**
   * Judges an entry and applies it, whole or not at all. `trust`: of the session; what the entry says of itself lowers it.
   * `ahead`: what was judged of this body before.
   */
  accept(entry: NewEntry, trust: Trust = 'trusted', ahead?: JudgedAhead): Outcome<NewEntry, PartIssue> {
    const context = this.#context;
    this.#check.ahead = ahead;
    // A watcher that accepts an entry does not observe what is read to judge it.
    const outer = pauseTracking();
    beginBatch();
    try {
      if (isBodyShaped(entry, context)) this.run(entry.body, lowerTrust(trust, entry.trust), context);
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

  /** Whole-tree rules that a stream may break on its way: root, dangling references, orphans, cycles. */
  topology(): readonly Issue[] {
    return this.#eachSurface(checkTopology);
  }

  /** What an author might call otherwise: remarks, none of which keeps anything from being shown. */
  names(): readonly Issue[] {
    return this.#eachSurface(checkNames);
  }

  #eachSurface(check: (surface: Surface) => readonly Issue[]): readonly Issue[] {
    return untracked(() => [...this.surfaces.values()]).flatMap((surface) => check(surface));
  }
}
