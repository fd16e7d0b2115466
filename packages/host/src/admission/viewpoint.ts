// Where an action stands and how it is evaluated from there: what it gives, what it reads on the way, and whether that
// depends on something that the viewer has not told.

import {
  type CallBinding,
  type Dynamic,
  evaluate,
  isPending,
  type Json,
  type Returns,
  Scope,
  type Segments,
  STEP_COSTS,
  type Value,
} from '@vitrine/core';
import type { JudgingEnvironment } from './admission.ts';
import type { Paths } from './path-set.ts';
import type { Trial } from './trial.ts';

export interface ViewpointOptions {
  readonly trial: Trial;
  readonly segments: Segments;
  readonly index: number | undefined;
  /** The viewer has said which language and zone it shows texts in. */
  readonly declared: { readonly locale: boolean; readonly zone: boolean };
  /** As the host writes texts for viewers that cannot make them. */
  readonly hostEnv: JudgingEnvironment;
}

export interface Evaluated {
  readonly value: Value;
  readonly reads: readonly Segments[];
  /** It depends on what only the page knows: its edits, its language, an answer of the agent's. */
  readonly isTheirs: boolean;
}

export class Viewpoint {
  readonly trial: Trial;
  /** What the page may hold and nobody has told. */
  readonly unknown: Paths;
  readonly #options: ViewpointOptions;

  constructor(options: ViewpointOptions) {
    this.trial = options.trial;
    this.unknown = options.trial.unknown;
    this.#options = options;
  }

  evaluate(binding: Dynamic, env = this.trial.env): Evaluated {
    const { declared, index, segments } = this.#options;
    const reads: Segments[] = [];
    let foreign = false;
    const noted: JudgingEnvironment = {
      limits: env.limits,
      budget: env.budget,
      report: () => undefined,
      get locale() {
        foreign ||= !declared.locale;
        return env.locale;
      },
      get zone() {
        foreign ||= !declared.zone;
        return env.zone;
      },
    };
    const surface = this.trial.reading((path) => void reads.push(path));
    const value = evaluate(binding, new Scope(surface, noted, segments, index));
    return { value, reads, isTheirs: foreign || isPending(value) || this.isOpen(reads) };
  }

  /** What the host would have put in the place of a call. */
  evaluateAsHost(binding: Dynamic): Json | undefined {
    const { value } = this.evaluate(binding, this.#options.hostEnv);
    return value === undefined || isPending(value) ? undefined : value;
  }

  isOpen(reads: readonly Segments[]): boolean {
    this.#look(reads);
    return reads.some((path) => this.unknown.touches(path));
  }

  readsSecret(reads: readonly Segments[]): boolean {
    const { secrets } = this.trial.shown;
    this.#look(reads);
    return reads.some((path) => secrets.touches(path));
  }

  #look(reads: readonly Segments[]): void {
    this.trial.env.budget.work(STEP_COSTS.read * reads.length);
  }

  /** The type that a call says it gives. */
  returnsOf({ call, catalog: id }: CallBinding): Returns | undefined {
    if (call === '@index') return 'number';
    const catalog = this.trial.surface.catalogFor(id);
    return 'code' in catalog ? undefined : catalog.functions.get(call)?.returns;
  }
}
