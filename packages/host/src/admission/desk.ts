// One message on the desk: who sent it, what it is judged by, and a trial of each surface that it is about.

import {
  type EvaluationBudget,
  escapeSegment,
  formatPointer,
  getAt,
  isObject,
  type JsonObject,
  quote,
  type Segments,
  STEP_COSTS,
  type Steps,
  usableLocale,
  type View,
} from '@vitrine/core';
import type { AdmitInput, EventOf, JudgingEnvironment } from './admission.ts';
import { Trial } from './trial.ts';
import type { Verdict } from './verdict.ts';
import { Viewpoint } from './viewpoint.ts';

export class Desk {
  readonly view: View;
  readonly input: AdmitInput;
  /** Speaks our own dialect, so the host was told of every edit but those that travel with an action only. */
  readonly isOwn: boolean;
  readonly budget: EvaluationBudget;
  readonly #env: JudgingEnvironment;
  readonly #hostEnv: JudgingEnvironment;
  readonly #trials = new Map<string, Trial>();

  constructor(view: View, input: AdmitInput, budget: EvaluationBudget) {
    this.budget = budget;
    this.view = view;
    this.input = input;
    this.isOwn = input.dialect === 'vitrine' || input.writes !== undefined;
    const { locale, zone, limits } = view.env;
    const usable = usableLocale({ locale: input.locale ?? locale, zone: input.zone ?? zone });
    this.#env = { locale: usable.language, zone: usable.zone, limits, budget, report: () => undefined };
    this.#hostEnv = { locale, zone, limits, budget, report: () => undefined };
  }

  /** Undefined: there is no such surface. */
  trial(surface: string): Trial | undefined {
    const known = this.#trials.get(surface);
    if (known !== undefined) return known;
    const found = this.view.surfaces.get(surface);
    if (found === undefined) return undefined;
    const made = new Trial(found, { env: this.#env, file: this.input.file, isOwn: this.isOwn });
    this.#trials.set(surface, made);
    return made;
  }

  /** Which inputs these surfaces show is known from now on. */
  *findInputs(surfaces: Iterable<string>): Steps<void> {
    for (const surface of new Set(surfaces)) {
      const shown = this.trial(surface)?.shown;
      if (shown !== undefined) yield* shown.findInputs();
    }
  }

  /** Where its pages may hold what they have not told by now is known. */
  *findUntold(): Steps<void> {
    for (const trial of this.#trials.values()) yield* trial.findUntold();
  }

  /** Goes on with a trial that was forked. */
  keep(trial: Trial): void {
    this.#trials.set(trial.surface.id, trial);
  }

  get inputs(): readonly EventOf<'input'>[] {
    return [...this.#trials.values()].flatMap(({ inputs }) => inputs);
  }

  get inputCount(): number {
    let count = 0;
    for (const { inputs } of this.#trials.values()) count += inputs.length;
    return count;
  }

  viewpoint(trial: Trial, segments: Segments, index: number | undefined): Viewpoint {
    const { locale, zone } = this.input;
    const declared = { locale: locale !== undefined, zone: zone !== undefined };
    return new Viewpoint({ trial, segments, index, declared, hostEnv: this.#hostEnv });
  }

  /** The viewer's copy of a surface's data: what differs where an input writes was entered there. */
  *sync(surface: string, copy: JsonObject, verdict: Verdict): Steps<void> {
    const trial = this.trial(surface);
    if (trial === undefined) {
      verdict.note('VITRINE_SURFACE_UNKNOWN', `There is no surface ${quote(surface)} to sync.`, '/surfaces');
      return;
    }
    for (const { path } of trial.shown.written()) {
      yield;
      if (!this.budget.work(STEP_COSTS.read)) return;
      const value = getAt(copy, path);
      const isNothing = value === undefined || value === null;
      if (isNothing && trial.data.read(path) === undefined) trial.tell(path);
      if (isNothing) continue;
      const at = `/surfaces/${escapeSegment(surface)}${formatPointer(path)}`;
      if (!trial.writeIfNew(path, value, at, verdict) || this.budget.exceeded) return;
    }
  }

  *syncAll(event: EventOf<'sync'>, verdict: Verdict): Steps<void> {
    for (const [surface, copy] of Object.entries(event.surfaces)) {
      if (isObject(copy)) yield* this.sync(surface, copy, verdict);
      if (verdict.refused) return;
    }
  }
}
