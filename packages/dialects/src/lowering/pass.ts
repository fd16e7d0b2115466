// One look at a surface that is being lowered. What is costly is made when it is asked for, once.

import type { Environment, EvaluationBudget, Json, Surface } from '@vitrine/core/internal';
import type { Derivation } from './derived.ts';
import type { Losses } from './losses.ts';
import { MapLists } from './map-lists.ts';
import { Placement } from './placement.ts';
import type { Scene } from './sent-surface.ts';
import type { Target } from './target.ts';

/** What the form of one component depends on, found while it is lowered. */
export interface Notes {
  /** Where it stands. */
  standing: boolean;
  /** Data. */
  reading: boolean;
  readonly derivations: Derivation[];
}

export interface PassEnvironment extends Environment {
  readonly budget: EvaluationBudget;
}

export class Pass {
  readonly surface: Surface;
  /** With the budget of this look. */
  readonly env: PassEnvironment;
  readonly losses: Losses;
  readonly target: Target;
  readonly document: Json;
  /** Item-first bindings were met: data decides where templates repeat, and maps may be lists. */
  itemFirst: boolean;
  #placement: Placement | undefined;
  #hasLinks: boolean | undefined;
  #mapLists: MapLists | undefined;

  constructor({ surface, env, losses, budgets }: Scene, target: Target, itemFirst: boolean) {
    this.surface = surface;
    this.env = { ...env, budget: budgets.next() };
    this.losses = losses;
    this.target = target;
    this.document = surface.data.snapshot();
    this.itemFirst = itemFirst;
  }

  /** Tells of what was too much to be evaluated: it is sent as nothing. */
  tellExceeded(): void {
    if (this.env.budget.exceeded) this.losses.tell('what is evaluated beyond the limit is not sent', this.surface.id);
  }

  get placement(): Placement {
    this.#placement ??= new Placement(this.surface, this.document);
    return this.#placement;
  }

  /** Whether any text of the data holds a link or a picture: asked once. */
  hasLinks(look: () => boolean): boolean {
    this.#hasLinks ??= look();
    return this.#hasLinks;
  }

  /** The lists that must be converted for the reader, if any. */
  get mapLists(): MapLists | undefined {
    if (!this.itemFirst || this.target.itemFirst || this.placement.mapLists.length === 0) return undefined;
    this.#mapLists ??= new MapLists(this.placement.mapLists);
    return this.#mapLists;
  }
}
