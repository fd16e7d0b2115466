// The only evaluator. `evaluate` is synchronous; inside a watcher it is reactive, outside a snapshot. Failures are
// reported to the scope and give undefined, a call that lives with the agent gives a Pending.

import type { Catalog, FunctionDeclaration, FunctionEffect, FunctionScope } from './catalog.ts';
import { plainWire } from './catalogs/wire.ts';
import type { CallBinding, Dynamic, PathBinding } from './entry.ts';
import { EvaluationBudget, STEP_COSTS } from './evaluation-budget.ts';
import { type Issue, issue, type Outcome, quote } from './issue.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { isAbsolute, parsePointer, type Segments } from './pointer.ts';
import { isPending, Pending, toNumber, type Value } from './value.ts';

/** What the evaluator needs of a surface. */
export interface Bindable {
  readonly id?: string;
  readonly data: { readFrom(scope: Segments, own: Segments): Json | undefined };
  /** The catalog for a call or component, or why there is none. */
  catalogFor(id: string | undefined): Catalog | Issue;
}

/** What is the same for all surfaces of a viewer. */
export interface Environment {
  readonly locale: string;
  readonly zone: string;
  readonly limits: Limits;
  report(problem: Issue): void;
  /** Of the act that is evaluated. Absent: what is evaluated by itself has one by itself. */
  readonly budget?: EvaluationBudget;
  /** Answers calls that live with the agent. Absent: they stay pending. */
  remote?(call: RemoteCall): Value;
  /** What is evaluated cannot go on without code that has not come. Absent: that is an issue. */
  need?(): void;
}

export interface RemoteCall {
  /** Undefined: it stands on none. */
  readonly surface: string | undefined;
  readonly name: string;
  readonly catalog: string | undefined;
  readonly args: JsonObject;
}

/** Where a binding stands: relative paths start at `segments`, `@index` is `index`. */
export class Scope implements FunctionScope {
  readonly surface: Bindable;
  readonly env: Environment;
  readonly segments: Segments;
  readonly index: number | undefined;
  /** Set while a person's own gesture is being handled. */
  readonly effects: FunctionEffect[] | undefined;

  constructor(
    surface: Bindable,
    env: Environment,
    segments: Segments = [],
    index?: number,
    effects?: FunctionEffect[],
  ) {
    this.surface = surface;
    this.env = env;
    this.segments = segments;
    this.index = index;
    this.effects = effects;
  }

  get locale(): string {
    return this.env.locale;
  }
  get zone(): string {
    return this.env.zone;
  }
  get limits(): Limits {
    return this.env.limits;
  }
  get gesture(): boolean {
    return this.effects !== undefined;
  }
  get budget(): EvaluationBudget | undefined {
    return this.env.budget ?? (nesting + groups > 0 ? single : undefined);
  }

  evaluate(binding: Dynamic): Json | undefined {
    if (nesting > 0 && !mayTakePart(this)) return undefined;
    const value = evaluate(binding, this);
    return isPending(value) ? undefined : value;
  }

  act(effect: FunctionEffect): void {
    this.effects?.push(effect);
  }

  during(effects: FunctionEffect[]): Scope {
    return new Scope(this.surface, this.env, this.segments, this.index, effects);
  }
}

export function isPathBinding(value: JsonObject | Dynamic): value is PathBinding {
  return typeof (value as PathBinding).path === 'string' && !('componentId' in (value as object));
}

export function isCallBinding(value: JsonObject | Dynamic): value is CallBinding {
  return typeof (value as CallBinding).call === 'string';
}

/** Data that a decoder had to wrap, because they look like a binding. */
export function unwrapLiteral(value: Json): Json {
  const inner = isObject(value) ? value.literal : undefined;
  return isObject(inner) && Object.keys(value as JsonObject).length === 1 ? inner : value;
}

export function evaluate(value: Dynamic, scope: Scope): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return evaluateList(value, scope);
  if (isPathBinding(value)) return readPath(value, scope);
  if (isCallBinding(value)) return evaluateCall(value, scope);
  if ('literal' in value) return value.literal as Json;
  return evaluateObject(value as JsonObject, scope);
}

function readPath(binding: PathBinding, scope: Scope): Json | undefined {
  const { budget } = scope.env;
  if (budget !== undefined && !budget.work(STEP_COSTS.read + binding.path.length)) return overBudget(budget, scope);
  const { data } = scope.surface;
  const own = parsePointer(binding.path);
  if (!isAbsolute(binding.path)) return data.readFrom(scope.segments, own);
  if (binding.from === 'item-first' && scope.segments.length > 0) {
    const inItem = data.readFrom(scope.segments, own);
    if (inItem !== undefined) return inItem;
  }
  return data.readFrom(ROOT, own);
}

const ROOT: Segments = [];

function evaluateList(list: readonly Json[], scope: Scope): Value {
  const { budget } = scope.env;
  if (budget !== undefined && !budget.work(STEP_COSTS.value * list.length)) return overBudget(budget, scope);
  if (!list.some((item) => typeof item === 'object' && item !== null)) return list;
  return evaluateTogether(scope, () =>
    list.map((item) => {
      const result = evaluate(item, scope);
      return result === undefined || isPending(result) ? null : result;
    }),
  );
}

function evaluateObject(object: JsonObject, scope: Scope): Json | undefined {
  const keys = Object.keys(object);
  const { budget } = scope.env;
  if (budget !== undefined && !budget.work(STEP_COSTS.value * keys.length)) return overBudget(budget, scope);
  return evaluateTogether(scope, () => {
    const result: { [key: string]: Json } = {};
    for (const key of keys) {
      const value = evaluate(object[key] as Json, scope);
      if (value !== undefined && !isPending(value)) result[key] = value;
    }
    return result;
  });
}

/** For what is evaluated outside an act: a drawing reads one property after another, each by itself. */
let single = new EvaluationBudget(DEFAULT_LIMITS);
/** Lists, objects and checks under way, whose parts share one budget. */
let groups = 0;

/** What belongs together may cost together what one of it may cost alone. */
export function evaluateTogether<T>(scope: Scope, run: () => T): T {
  if (scope.env.budget !== undefined) return run();
  if (nesting + groups === 0) beginSingle(scope);
  groups++;
  try {
    return run();
  } finally {
    groups--;
  }
}

function beginSingle({ limits }: Scope): void {
  if (single.limits === limits) single.reset();
  else single = new EvaluationBudget(limits);
}

function overBudget(budget: EvaluationBudget, scope: Scope): undefined {
  budget.tell((problem) => scope.env.report(problem));
  return undefined;
}

// A template held in data may call formatString on itself, so nesting, the number of calls and the number of parts that
// they evaluate are bounded here and not only at the door. Evaluation is synchronous: one set of counters serves.
const MAX_CALL_NESTING = 32;
let nesting = 0;
let calls = 0;
let parts = 0;
/** Too much was asked for: what has begun ends at once, instead of trying thousands more. */
let stopped = false;

function evaluateCall(binding: CallBinding, scope: Scope): Value {
  if (nesting === 0) {
    calls = 0;
    parts = 0;
    stopped = false;
    if (groups === 0 && scope.env.budget === undefined) beginSingle(scope);
  }
  if (stopped) return undefined;
  const budget = scope.env.budget ?? single;
  if (!budget.work(STEP_COSTS.call)) return overBudget(budget, scope);
  calls++;
  if (nesting >= MAX_CALL_NESTING || calls > scope.limits.callsPerEvaluation) {
    return stop(scope, `The call of ${quote(binding.call)} leads to too many further calls.`);
  }
  nesting++;
  try {
    return binding.call === '@index' ? evaluateIndex(binding, scope) : runCall(binding, scope);
  } finally {
    nesting--;
  }
}

/** Whether a function that is running may have one more binding evaluated. */
function mayTakePart(scope: Scope): boolean {
  if (stopped) return false;
  parts++;
  if (parts > scope.limits.callsPerEvaluation) stop(scope, 'The templates that call one another have too many parts.');
  return !stopped;
}

function stop(scope: Scope, message: string): undefined {
  stopped = true;
  return fail(scope, 'VITRINE_EXPRESSION_DEPTH', message);
}

function evaluateIndex(binding: CallBinding, scope: Scope): Value {
  if (scope.index === undefined) {
    return fail(scope, 'VITRINE_INDEX_OUTSIDE', '@index has a value only inside a template that repeats over a list.');
  }
  const offset = binding.args?.offset;
  return offset === undefined ? scope.index : scope.index + toNumber(evaluate(offset, scope));
}

function runCall(binding: CallBinding, scope: Scope): Value {
  const catalog = scope.surface.catalogFor(binding.catalog);
  if ('code' in catalog) {
    scope.env.report(catalog);
    return undefined;
  }
  const declaration = catalog.functions.get(binding.call);
  const isRemote = scope.env.remote !== undefined && isAgentFunction(catalog, binding.call);
  if (declaration === undefined && !isRemote) {
    return fail(
      scope,
      'VITRINE_FUNCTION_UNKNOWN',
      `The catalog ${quote(catalog.id)} has no function ${quote(binding.call)}.`,
    );
  }
  const args: { [name: string]: Json | undefined } = {};
  for (const name in binding.args) {
    const value = evaluate(binding.args[name] as Dynamic, scope);
    if (isPending(value)) return value;
    args[name] = value;
    if (!readArgument(value, scope.env.budget ?? single)) return overBudget(scope.env.budget ?? single, scope);
  }
  return callFunction(binding.call, declaration, args, scope, binding.catalog);
}

/** A function looks at every item of a list; those that read texts count that themselves. */
function readArgument(value: Json | undefined, budget: EvaluationBudget): boolean {
  return isArray(value) ? budget.work(STEP_COSTS.value * value.length) : !budget.exceeded;
}

function callFunction(
  name: string,
  declaration: FunctionDeclaration | undefined,
  args: { [name: string]: Json | undefined },
  scope: Scope,
  catalog: string | undefined,
): Value {
  if (declaration?.run === undefined) {
    return (
      scope.env.remote?.({ surface: scope.surface.id, name, catalog, args: args as JsonObject }) ?? new Pending(name)
    );
  }
  if (declaration.gesture === true && !scope.gesture) {
    return fail(scope, 'VITRINE_FUNCTION_CALLER', `${quote(name)} runs only when a person acts.`);
  }
  const { needs } = declaration;
  if (needs !== undefined && needs.code === undefined) {
    if (scope.env.need === undefined)
      return fail(scope, 'VITRINE_FUNCTION_FAILED', `What ${quote(name)} does is not loaded: import @vitrine/core.`);
    scope.env.need();
    return new Pending(name);
  }
  const outcome = attempt(declaration.run, args, scope);
  const budget = scope.env.budget ?? single;
  if (budget.exceeded) return overBudget(budget, scope);
  if (outcome === undefined) return fail(scope, 'VITRINE_FUNCTION_FAILED', `${quote(name)} failed.`);
  if (outcome.ok) return makeResult(outcome.value, budget) ? outcome.value : overBudget(budget, scope);
  for (const problem of outcome.issues) scope.env.report(problem);
  return undefined;
}

/** The length is what a text takes in memory; what it takes when it is written down is counted then. */
function makeResult(value: Json | undefined, budget: EvaluationBudget): boolean {
  if (typeof value === 'string') return budget.make(value.length);
  return typeof value !== 'object' || value === null || budget.put(value);
}

/** Functions of other people's catalogs may throw, and whoever draws must not. */
function attempt(
  run: NonNullable<FunctionDeclaration['run']>,
  args: { [name: string]: Json | undefined },
  scope: Scope,
): Outcome<Json | undefined> | undefined {
  try {
    return run(args, scope);
  } catch {
    return undefined;
  }
}

function fail(scope: Scope, code: Issue['code'], message: string): undefined {
  scope.env.report(issue(code, 'error', message));
  return undefined;
}

/**
 * Which side answers a call: a function without code lives with the agent, and so does one that the catalog does not
 * name, where the protocol has the agent asked for it (A2UI 1.0, function calls).
 */
export function isAgentFunction(catalog: Catalog, name: string): boolean {
  const declaration = catalog.functions.get(name);
  if (declaration !== undefined) return declaration.run === undefined;
  // Names with a mark belong to the protocol itself.
  return !name.startsWith('@') && plainWire(catalog.protocol)?.asksAgent === true;
}
