// A surface as one reader has it. Either it speaks the reader's protocol (native-surface.ts) or it is lowered
// (lowered-surface.ts); the driver asks both the same.

import type { ComponentId, Environment, Json, Steps, Surface, SurfaceBudgets } from '@vitrine/core/internal';
import type { DataChange } from './data-change.ts';
import type { Losses } from './losses.ts';

/** One look at a surface as it stands after an entry. */
export interface Scene {
  readonly surface: Surface;
  readonly env: Environment;
  readonly losses: Losses;
  /** Of all surfaces that are said together. */
  readonly budgets: SurfaceBudgets;
}

/** Components that are written in one step: less than a millisecond, unless they are large. */
export const STEP_COMPONENTS = 16;

/** What an entry did to a surface that the reader has. */
export interface Changes {
  readonly put: Set<ComponentId>;
  readonly data: DataChange[];
}

export interface SentSurface {
  open(scene: Scene): Steps<readonly Json[]>;
  /** Undefined: only a new surface can say it. */
  update(scene: Scene, changes: Changes): Steps<readonly Json[] | undefined>;
  reveal(scene: Scene): Steps<readonly Json[] | undefined>;
}
