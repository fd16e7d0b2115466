// The fold of hosts and tools: that of a page (page-fold.ts) for entries from anywhere, which judges long ones in steps, and
// says of a whole surface what a stream may break on its way.

import './catalogs/functions-at-once.ts';

import { EntryCheck } from './check-entry.ts';
import { isBodyShaped, isPartShaped } from './check-shape.ts';
import type { NewEntry, Op, ViewerEvent } from './entry.ts';
import type { Findings } from './findings.ts';
import type { Issue } from './issue.ts';
import { type JudgedAhead, judgeAhead } from './judge-ahead.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { type FoldOptions, PageFold } from './page-fold.ts';
import { untracked } from './reactive.ts';
import type { Steps } from './steps.ts';
import type { Surface } from './surface.ts';
import { checkNames, checkTopology } from './topology.ts';

export type { FoldOptions } from './page-fold.ts';
export type { FoldSnapshot, View } from './replica.ts';

/** Asks first whether what came is an entry: whoever builds one without types is told. */
class ShapeCheck extends EntryCheck {
  override isBody(entry: NewEntry): boolean {
    return isBodyShaped(entry, this.context);
  }

  override isShaped(part: Op | ViewerEvent, found: Findings): boolean {
    return found !== this.context || isPartShaped(part, found);
  }
}

export class Fold extends PageFold {
  constructor(options: FoldOptions) {
    super(options, new ShapeCheck(options.limits ?? DEFAULT_LIMITS, options.strict ?? false, options.catalogs));
  }

  /** Judges what of a long entry does not depend on the state, in steps, for `accept` at any later time. */
  judgeSteps(body: NewEntry['body']): Steps<JudgedAhead> {
    return judgeAhead(body, this);
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
