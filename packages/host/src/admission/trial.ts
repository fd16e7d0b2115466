// One surface as it would be with the viewer's edits: each is judged where it is made, and none of it touches the fold.

import {
  type Bindable,
  type DataModel,
  formatPointer,
  isSegments,
  type Json,
  quote,
  readPointer,
  type Segments,
  STEP_COSTS,
  type Steps,
  type Surface,
  takeAll,
} from '@vitrine/core';
import type { AdmitInput, EventOf, JudgingEnvironment } from './admission.ts';
import type { Input } from './inputs.ts';
import { PathSet, type Paths, PathsBut } from './path-set.ts';
import { Shown } from './shown.ts';
import type { Verdict } from './verdict.ts';

export interface TrialOptions {
  readonly env: JudgingEnvironment;
  readonly file: AdmitInput['file'];
  /** The viewer tells of every edit but those that travel with an action only. */
  readonly isOwn: boolean;
}

/** In steps. */
const FORK_COST = 1500;

export class Trial {
  readonly surface: Surface;
  readonly env: JudgingEnvironment;
  readonly shown: Shown;
  readonly #options: TrialOptions;
  #inputs: EventOf<'input'>[] = [];
  #data: DataModel | undefined;
  /** What is shown with the edits; made when an edit is not found without them. */
  #edited: Shown | undefined;
  /** Where the page may hold what nobody had told when this was first asked for; shared by all forks. */
  #untold: PathSet | undefined;
  /** Where the viewer has told since. */
  #told = new PathSet();

  constructor(surface: Surface, options: TrialOptions, shown = new Shown(surface, options.env, options.file)) {
    this.surface = surface;
    this.env = options.env;
    this.#options = options;
    this.shown = shown;
  }

  /** The same, to be gone on with in one of several ways. */
  fork(): Trial {
    this.env.budget.work(FORK_COST + STEP_COSTS.call * (this.#told.size + this.#inputs.length));
    const other = new Trial(this.surface, this.#options, this.shown);
    other.#untold = this.#takeUntold();
    for (const path of this.#told.all()) other.#told.add(path);
    other.#data = this.#data?.fork();
    other.#inputs = [...this.#inputs];
    return other;
  }

  /** The page holds at this path what the host has there. */
  tell(path: Segments): void {
    this.#told.add(path);
  }

  /** Where the page may hold something that nobody has told. */
  get unknown(): Paths {
    return new PathsBut(this.#takeUntold(), this.#told, this.env.budget);
  }

  get data(): DataModel {
    return this.#data ?? this.surface.data;
  }

  /** What was edited and may be stored. */
  get inputs(): readonly EventOf<'input'>[] {
    return this.#inputs;
  }

  /** Surface and data as the evaluator wants them, telling what it reads. */
  reading(heard: (path: Segments) => void): Bindable {
    const { data, surface } = this;
    const readFrom = (scope: Segments, own: Segments): Json | undefined => {
      heard(scope.length === 0 ? own : [...scope, ...own]);
      return data.readFrom(scope, own);
    };
    return { data: { readFrom }, catalogFor: (id) => surface.catalogFor(id) };
  }

  *write(path: string, value: Json, at: string, verdict: Verdict): Steps<boolean> {
    const segments = readPointer(path);
    if (!isSegments(segments)) return verdict.add({ ...segments, at });
    if (this.#isFound(segments)) return this.writeAt(segments, value, at, verdict);
    yield* this.#shownWithEdits().findInputs();
    return this.writeAt(segments, value, at, verdict);
  }

  writeAt(path: Segments, value: Json, at: string, verdict: Verdict): boolean {
    const { budget } = this.env;
    if (!budget.work(STEP_COSTS.call)) return verdict.add(budget.problem(at));
    const inputs = this.#inputsAt(path);
    const isSecret = inputs.some(({ secret }) => secret);
    const enabled = inputs.filter((input) => input.enabled);
    const pointer = formatPointer(path);
    if (enabled.length === 0) {
      const message = `No input that is shown and enabled is bound to ${quote(pointer)}.`;
      if (!verdict.object('VITRINE_WRITE_REFUSED', message, at)) return false;
    } else {
      budget.work(STEP_COSTS.read * enabled.length);
      const [first, ...others] = enabled.map((input) => (budget.exceeded ? undefined : input.judge(value)));
      if (first !== undefined && !others.includes(undefined)) {
        const message = `What was entered at ${quote(pointer)} does not fit. ${first}`;
        if (!verdict.object('VITRINE_WRITE_VALUE', message, at)) return false;
      }
    }
    this.#data ??= this.surface.data.fork();
    const problem = this.#data.set(pointer, value);
    if (problem !== undefined) return verdict.add({ ...problem, at });
    this.#edited = undefined;
    this.tell(path);
    if (!isSecret) this.#inputs.push({ event: 'input', surface: this.surface.id, path: pointer, value });
    return true;
  }

  /** What a viewer means by a value that an input writes at this path. Our own says it as it is. */
  meant(path: Segments, said: Json): Json {
    return this.#options.isOwn ? said : (this.#inputsAt(path)[0]?.meant(said) ?? said);
  }

  /** The same for what stands in a copy of the data: no edit where nothing differs. */
  writeIfNew(path: Segments, said: Json, at: string, verdict: Verdict): boolean {
    const value = this.meant(path, said);
    this.tell(path);
    const { budget } = this.env;
    const before = this.data.read(path);
    if (budget.isEqual(before, value)) return true;
    // What holds other values that are entered may come again with them; a text comes once, as the viewer sent it.
    if (typeof value === 'object' && value !== null && !budget.put(value)) return verdict.add(budget.problem(at));
    return this.writeAt(path, value, at, verdict);
  }

  /** Where nobody has told anything by now is known. */
  *findUntold(): Steps<void> {
    if (this.#untold === undefined) yield* this.#untoldSteps();
  }

  #takeUntold(): PathSet {
    return this.#untold ?? takeAll(this.#untoldSteps());
  }

  *#untoldSteps(): Steps<PathSet> {
    const untold = new PathSet();
    for (const { path, held } of this.shown.written()) {
      yield;
      if ((held || !this.#options.isOwn) && !this.#told.has(path)) untold.add(path);
    }
    this.#told = new PathSet();
    this.#untold = untold;
    return untold;
  }

  #inputsAt(path: Segments): readonly Input[] {
    return (this.#isFound(path) ? this.shown : this.#shownWithEdits()).inputs(path);
  }

  /** Else an edit may have made room for it: the items of a list, the value that an item is looked for by. */
  #isFound(path: Segments): boolean {
    return this.#data === undefined || this.shown.inputs(path).length > 0 || !this.shown.mayWrite(path);
  }

  #shownWithEdits(): Shown {
    this.#edited ??= new Shown(this.surface.over(this.data), this.env, this.#options.file, STEP_COSTS.read);
    return this.#edited;
  }
}
