// Answers an agent that calls a function of this side: looks it up, judges caller, gesture and arguments, runs it.
// Carrying the answer to the agent is left to the dialects, carrying out its effects to the page.

import { type Environment, Scope } from './binding.ts';
import type { Catalog, FunctionDeclaration, FunctionEffect } from './catalog.ts';
import { checkContext } from './check.ts';
import type { CallOp, ViewerEvent } from './entry.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import type { View } from './fold.ts';
import { type Outcome, quote } from './issue.ts';
import type { Json, JsonObject } from './json.ts';
import { resolveCatalog } from './surface.ts';

/** A2UI 1.0, function calls: what a refused call and a failed one are answered with. */
export type CallErrorCode = 'INVALID_FUNCTION_CALL' | 'EXECUTION_ERROR';
export type CallAnswer = Extract<ViewerEvent, { readonly event: 'return' }>;

export interface HandledCall {
  readonly answer: CallAnswer;
  /** What the function asked the page to do; empty unless a gesture is being handled. */
  readonly effects: readonly FunctionEffect[];
}

export interface HandleCallOptions {
  /** True while a person's own gesture is being handled. */
  readonly gesture?: boolean;
}

/** Never throws: whatever the function does, the agent gets an answer. */
export function handleCall(
  op: CallOp,
  view: Pick<View, 'catalogs' | 'env' | 'limits'>,
  options: HandleCallOptions = {},
): HandledCall {
  const { gesture = false } = options;
  const catalog = view.catalogs.get(op.catalog);
  if (catalog === undefined) return refuse(op, `Catalog not found: ${quote(op.catalog)}.`);
  const declaration = catalog.functions.get(op.name);
  const objection = objectionTo(op.name, declaration, gesture) ?? argumentProblem(op, catalog, declaration, view);
  if (declaration?.run === undefined || objection !== undefined) {
    return refuse(op, objection ?? `The function ${quote(op.name)} has no implementation here.`);
  }
  const effects: FunctionEffect[] = [];
  const budget = new EvaluationBudget(view.limits);
  const outcome = run(
    declaration.run,
    op.args,
    scopeOf(catalog, { ...view.env, budget }, view, gesture ? effects : undefined),
  );
  if (budget.exceeded || (outcome.ok && !budget.put(outcome.value ?? null)))
    return fail(op, 'EXECUTION_ERROR', budget.problem().message);
  if (!outcome.ok) return fail(op, 'EXECUTION_ERROR', outcome.issues[0]?.message ?? 'The function failed.');
  return { answer: { event: 'return', call: op.call, value: outcome.value ?? null }, effects };
}

function objectionTo(name: string, declaration: FunctionDeclaration | undefined, gesture: boolean): string | undefined {
  if (declaration === undefined) return `Function not found: ${quote(name)}.`;
  const { callers = 'renderer' } = declaration;
  if (callers === 'renderer') return `The function ${quote(name)} cannot be called by an agent.`;
  if (declaration.gesture === true && !gesture) return `The function ${quote(name)} runs only while a person acts.`;
  return undefined;
}

/** Arguments are judged strictly: nobody sees a warning between the agent and the function. */
function argumentProblem(
  op: CallOp,
  catalog: Catalog,
  declaration: FunctionDeclaration | undefined,
  view: Pick<View, 'catalogs' | 'limits'>,
): string | undefined {
  if (declaration === undefined) return undefined;
  const context = checkContext(view.limits, true, (id) => resolveCatalog(id ?? catalog.id, undefined, view.catalogs));
  if (!context.storable(op.args)) return context.all()[0]?.message;
  context.checkProps(declaration.args, declaration.openArgs === true, op.args, context);
  const { needsOneOf } = declaration;
  if (needsOneOf !== undefined && !needsOneOf.some((name) => op.args[name] !== undefined)) {
    return `The function ${quote(op.name)} needs at least one of ${needsOneOf.join(', ')}.`;
  }
  const first = context.all()[0];
  return first === undefined ? undefined : `In the arguments of ${quote(op.name)} at ${first.at}: ${first.message}`;
}

type RunFunction = NonNullable<FunctionDeclaration['run']>;

/** Functions of other people's catalogs may throw; what they threw is not for the agent. */
function run(execute: RunFunction, args: JsonObject, scope: Scope): Outcome<Json | undefined> {
  try {
    return execute(args, scope);
  } catch {
    return { ok: false, issues: [] };
  }
}

/** No surface: paths lead nowhere, and calls inside a text template are those of the function's own catalog. */
function scopeOf(
  catalog: Catalog,
  env: Environment,
  { catalogs }: Pick<View, 'catalogs'>,
  effects: FunctionEffect[] | undefined,
): Scope {
  const nowhere = {
    data: { readFrom: () => undefined },
    catalogFor: (id: string | undefined) => resolveCatalog(id ?? catalog.id, undefined, catalogs),
  };
  return new Scope(nowhere, env, [], undefined, effects);
}

function refuse(op: CallOp, message: string): HandledCall {
  return fail(op, 'INVALID_FUNCTION_CALL', message);
}

function fail(op: CallOp, code: CallErrorCode, message: string): HandledCall {
  return { answer: { event: 'return', call: op.call, error: { code, message } }, effects: [] };
}
