// One message of a viewer while it is judged: who sent it, what it is judged by, what is found, and a draft of each surface
// that it is about. An objection refuses the message or, where the host only reports, is passed on as a warning; a refusal
// is softened by no setting; a doubt is about what only the viewer can know.

import {
  type Bindable,
  type DataModel,
  type Dynamic,
  type EvaluationBudget,
  type EventOf,
  evaluate,
  formatPointer,
  type Issue,
  type IssueCode,
  IssueList,
  isPending,
  isSegments,
  issue,
  type Json,
  quote,
  readPointer,
  Scope,
  type Segments,
  STEP_COSTS,
  type Steps,
  type Surface,
  takeAll,
  usableLocale,
  type Value,
  type View,
} from '@vitrine/core/internal';
import type { AdmitInput, AdmitOutcome, JudgingEnvironment } from './admission.ts';
import type { Input } from './inputs.ts';
import { PathSet, type Paths, PathsBut } from './path-set.ts';
import { SurfaceIndex } from './surface-index.ts';

const MAX_ISSUES = 50;

export class AdmissionContext {
  readonly view: View;
  readonly input: AdmitInput;
  readonly budget: EvaluationBudget;
  readonly mode: AdmitInput['mode'];
  /** Speaks our own dialect, so the host was told of every edit but those that travel with an action only. */
  readonly isOwn: boolean;
  /** As the viewer shows texts. */
  readonly env: JudgingEnvironment;
  /** As the host writes texts for viewers that cannot make them. */
  readonly hostEnv: JudgingEnvironment;
  readonly #drafts = new Map<string, AdmissionDraft>();
  readonly #issues = new IssueList(MAX_ISSUES);
  refused = false;
  #reported = false;
  #doubted = false;

  /** `parent`: of whose message this is one way to understand it. */
  constructor(view: View, input: AdmitInput, budget: EvaluationBudget, mode = input.mode, parent?: AdmissionContext) {
    this.view = view;
    this.input = input;
    this.budget = budget;
    this.mode = mode;
    this.isOwn = input.dialect === 'vitrine' || input.writes !== undefined;
    const { locale, zone, limits } = view.env;
    this.hostEnv = parent?.hostEnv ?? { locale, zone, limits, budget, report: () => undefined };
    this.env = parent?.env ?? viewerEnv(this.hostEnv, input);
  }

  /** Undefined: there is no such surface. */
  draft(surface: string): AdmissionDraft | undefined {
    const known = this.#drafts.get(surface);
    if (known !== undefined) return known;
    const found = this.view.surfaces.get(surface);
    if (found === undefined) return undefined;
    const made = new AdmissionDraft(found, this);
    this.#drafts.set(surface, made);
    return made;
  }

  /** One of several ways to go on with a draft, judged by itself. */
  attempt(draft: AdmissionDraft, mode: AdmitInput['mode']): AdmissionDraft {
    return draft.fork(new AdmissionContext(this.view, this.input, this.budget, mode, this));
  }

  /** Goes on with what was attempted. */
  keep(draft: AdmissionDraft): void {
    const { context } = draft;
    this.refused ||= context.refused;
    this.#reported ||= context.#reported;
    this.#doubted ||= context.#doubted;
    for (const problem of context.#issues.listed) this.#add(problem);
    draft.context = this;
    this.#drafts.set(draft.surface.id, draft);
  }

  /** Those that were asked for. */
  get drafts(): readonly AdmissionDraft[] {
    return [...this.#drafts.values()];
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
    this.note(code, message, at);
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
    this.note(code, message, at);
  }

  #add(problem: Issue): void {
    this.#issues.add({ ...problem, fault: 'viewer' });
  }
}

function viewerEnv(host: JudgingEnvironment, input: AdmitInput): JudgingEnvironment {
  const usable = usableLocale({ locale: input.locale ?? host.locale, zone: input.zone ?? host.zone });
  return { ...host, locale: usable.language, zone: usable.zone };
}

/** Where something that is bound is seen from. */
export interface DraftPlace {
  readonly segments: Segments;
  readonly index: number | undefined;
}

export interface EvaluatedBinding {
  readonly value: Value;
  readonly reads: readonly Segments[];
  /** It depends on what only the page knows: its edits, its language, an answer of the agent's. */
  readonly isTheirs: boolean;
}

/** In steps. */
const FORK_COST = 1500;

/**
 * One surface as it would be with the viewer's edits: each is judged where it is made, and none of it touches the fold.
 * What is bound on it is evaluated here too: what that gives, what it reads on the way, and whether it depends on
 * something that the viewer has not told.
 */
export class AdmissionDraft {
  readonly surface: Surface;
  readonly env: JudgingEnvironment;
  /** What is shown without the edits. */
  readonly index: SurfaceIndex;
  /** Where what is wrong with an edit is noted. */
  context: AdmissionContext;
  #inputs: EventOf<'input'>[] = [];
  #data: DataModel | undefined;
  /** What is shown with the edits; made when an edit is not found without them. */
  #edited: SurfaceIndex | undefined;
  /** Where the page may hold what nobody had told when this was first asked for; shared by all forks. */
  #untold: PathSet | undefined;
  /** Where the viewer has told since. */
  #known = new PathSet();

  constructor(surface: Surface, context: AdmissionContext, index?: SurfaceIndex) {
    this.surface = surface;
    this.context = context;
    this.env = context.env;
    this.index = index ?? new SurfaceIndex(surface, context.env, context.input.file);
  }

  /** The same, to be gone on with in one of several ways. */
  fork(context: AdmissionContext): AdmissionDraft {
    this.env.budget.work(FORK_COST + STEP_COSTS.call * (this.#known.size + this.#inputs.length));
    const other = new AdmissionDraft(this.surface, context, this.index);
    other.#untold = this.#takeUntold();
    for (const path of this.#known.all()) other.#known.add(path);
    other.#data = this.#data?.fork();
    other.#inputs = [...this.#inputs];
    return other;
  }

  /** The page holds at this path what the host has there. */
  markKnown(path: Segments): void {
    this.#known.add(path);
  }

  /** Where the page may hold something that nobody has told. */
  get unknown(): Paths {
    return new PathsBut(this.#takeUntold(), this.#known, this.env.budget);
  }

  get data(): DataModel {
    return this.#data ?? this.surface.data;
  }

  /** What was edited and may be stored. */
  get inputs(): readonly EventOf<'input'>[] {
    return this.#inputs;
  }

  evaluate(binding: Dynamic, { segments, index }: DraftPlace, env = this.env): EvaluatedBinding {
    const { input } = this.context;
    const reads: Segments[] = [];
    let isForeign = false;
    const noted: JudgingEnvironment = {
      limits: env.limits,
      budget: env.budget,
      report: () => undefined,
      // A viewer that has not said which language and zone it shows texts in may have made another text.
      get locale() {
        isForeign ||= input.locale === undefined;
        return env.locale;
      },
      get zone() {
        isForeign ||= input.zone === undefined;
        return env.zone;
      },
    };
    const surface = this.reading((path) => void reads.push(path));
    const value = evaluate(binding, new Scope(surface, noted, segments, index));
    return { value, reads, isTheirs: isForeign || isPending(value) || this.isOpen(reads) };
  }

  /** What the host would have put in the place of a call. */
  evaluateAsHost(binding: Dynamic, place: DraftPlace): Json | undefined {
    const { value } = this.evaluate(binding, place, this.context.hostEnv);
    return value === undefined || isPending(value) ? undefined : value;
  }

  /** Whether some of it may be other on the page. */
  isOpen(reads: readonly Segments[]): boolean {
    this.env.budget.work(STEP_COSTS.read * reads.length);
    const { unknown } = this;
    return reads.some((path) => unknown.touches(path));
  }

  readsSecret(reads: readonly Segments[]): boolean {
    const { secrets } = this.index;
    this.env.budget.work(STEP_COSTS.read * reads.length);
    return reads.some((path) => secrets.touches(path));
  }

  /** Surface and data as the evaluator wants them, telling what it reads. */
  reading(onRead: (path: Segments) => void): Bindable {
    const { data, surface } = this;
    const readFrom = (scope: Segments, own: Segments): Json | undefined => {
      onRead(scope.length === 0 ? own : [...scope, ...own]);
      return data.readFrom(scope, own);
    };
    return { data: { readFrom }, catalogFor: (id) => surface.catalogFor(id) };
  }

  *write(path: string, value: Json, at: string): Steps<boolean> {
    const segments = readPointer(path);
    if (!isSegments(segments)) return this.context.add({ ...segments, at });
    if (this.#isFound(segments)) return this.writeAt(segments, value, at);
    yield* this.#indexWithEdits().findInputs();
    return this.writeAt(segments, value, at);
  }

  writeAt(path: Segments, value: Json, at: string): boolean {
    const { budget } = this.env;
    if (!budget.work(STEP_COSTS.call)) return this.context.add(budget.problem(at));
    const inputs = this.#inputsAt(path);
    const isSecret = inputs.some(({ secret }) => secret);
    const enabled = inputs.filter((input) => input.enabled);
    const pointer = formatPointer(path);
    if (enabled.length === 0) {
      const message = `No input that is shown and enabled is bound to ${quote(pointer)}.`;
      if (!this.context.object('VITRINE_WRITE_REFUSED', message, at)) return false;
    } else {
      budget.work(STEP_COSTS.read * enabled.length);
      const [first, ...others] = enabled.map((input) => (budget.exceeded ? undefined : input.judge(value)));
      if (first !== undefined && !others.includes(undefined)) {
        const message = `What was entered at ${quote(pointer)} does not fit. ${first}`;
        if (!this.context.object('VITRINE_WRITE_VALUE', message, at)) return false;
      }
    }
    this.#data ??= this.surface.data.fork();
    const problem = this.#data.set(pointer, value);
    if (problem !== undefined) return this.context.add({ ...problem, at });
    this.#edited = undefined;
    this.markKnown(path);
    if (!isSecret) this.#inputs.push({ event: 'input', surface: this.surface.id, path: pointer, value });
    return true;
  }

  /** What a viewer means by a value that an input writes at this path. Our own says it as it is. */
  meant(path: Segments, claimed: Json): Json {
    return this.context.isOwn ? claimed : (this.#inputsAt(path)[0]?.meant(claimed) ?? claimed);
  }

  /** The same for what stands in a copy of the data: no edit where nothing differs. */
  writeIfNew(path: Segments, claimed: Json, at: string): boolean {
    const value = this.meant(path, claimed);
    this.markKnown(path);
    const { budget } = this.env;
    const before = this.data.read(path);
    if (budget.isEqual(before, value)) return true;
    // What holds other values that are entered may come again with them; a text comes once, as the viewer sent it.
    if (typeof value === 'object' && value !== null && !budget.put(value)) return this.context.add(budget.problem(at));
    return this.writeAt(path, value, at);
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
    for (const { path, held } of this.index.written()) {
      yield;
      if ((held || !this.context.isOwn) && !this.#known.has(path)) untold.add(path);
    }
    this.#known = new PathSet();
    this.#untold = untold;
    return untold;
  }

  #inputsAt(path: Segments): readonly Input[] {
    return (this.#isFound(path) ? this.index : this.#indexWithEdits()).inputs(path);
  }

  /** Else an edit may have made room for it: the items of a list, the value that an item is looked for by. */
  #isFound(path: Segments): boolean {
    return this.#data === undefined || this.index.inputs(path).length > 0 || !this.index.mayWrite(path);
  }

  #indexWithEdits(): SurfaceIndex {
    this.#edited ??= new SurfaceIndex(this.surface.over(this.data), this.env, this.context.input.file, STEP_COSTS.read);
    return this.#edited;
  }
}
