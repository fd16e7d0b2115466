// What pressing something does: an event for the agent, its context evaluated at that moment, or a local function.

import { type Environment, evaluate, isCallBinding, Scope } from './binding.ts';
import type { FunctionEffect } from './catalog.ts';
import type { Action } from './entry.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import type { Issue } from './issue.ts';
import { copyJson, defined, isObject, type Json, type JsonObject } from './json.ts';
import { isPending, toText } from './value.ts';

export type Dispatched =
  | {
      readonly kind: 'event';
      readonly name: string;
      readonly context: JsonObject;
      readonly message?: string;
      readonly issues: readonly Issue[];
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly effects: readonly FunctionEffect[];
      readonly issues: readonly Issue[];
    }
  /** It can be evaluated only with code that has not come: nothing happens before that. */
  | {
      readonly kind: 'late';
      readonly name: string;
      readonly issues: readonly Issue[];
    }
  /** It would cost more than an act may: nothing happens, and the last issue says so. */
  | { readonly kind: 'refused'; readonly name: string; readonly issues: readonly Issue[] };

/** The action that a property holds, whichever accepted spelling it came in; undefined if it holds none. */
export function readAction(value: Json | undefined): Action | undefined {
  if (!isObject(value)) return undefined;
  if (isObject(value.event)) return readEvent(value.event);
  if (isObject(value.functionCall) && isCallBinding(value.functionCall)) return { functionCall: value.functionCall };
  if (isCallBinding(value)) return { functionCall: value };
  return readEvent(value);
}

function readEvent(event: JsonObject): Action | undefined {
  if (typeof event.name !== 'string') return undefined;
  return {
    event: {
      name: event.name,
      ...(isObject(event.context) ? { context: event.context } : {}),
      ...defined({ message: event.message }),
    },
  };
}

/** Runs an action for a person's gesture. What fails in a context value is reported and sent as null. */
export function dispatchAction(action: Action, scope: Scope): Dispatched {
  const issues: Issue[] = [];
  const { budget = new EvaluationBudget(scope.limits) } = scope.env;
  let isLate = false;
  const need = (): void => {
    isLate = true;
  };
  const env = { ...scope.env, budget, need, report: (problem: Issue) => void issues.push(problem) };
  const done = 'functionCall' in action ? act(action, scope, env) : tell(action, scope, env);
  if (isLate) return { kind: 'late', name: done.name, issues };
  if (!budget.exceeded) return { ...done, issues };
  const others = issues.filter(({ code }) => code !== 'VITRINE_LIMIT_EVALUATION');
  return { kind: 'refused', name: done.name, issues: [...others, budget.problem()] };
}

type Acting = Environment & { readonly budget: EvaluationBudget };

function act({ functionCall }: Extract<Action, { functionCall: unknown }>, scope: Scope, env: Acting) {
  const effects: FunctionEffect[] = [];
  evaluate(functionCall, new Scope(scope.surface, env, scope.segments, scope.index, effects));
  return { kind: 'call' as const, name: functionCall.call, effects };
}

/** Only the call form is a gesture: an event's context has no business opening windows. */
function tell({ event }: Extract<Action, { event: unknown }>, scope: Scope, env: Acting) {
  const reading = new Scope(scope.surface, env, scope.segments, scope.index);
  const { name, context = {}, message } = event;
  const resolved: { [key: string]: Json } = {};
  for (const key of Object.keys(context)) {
    if (!env.budget.put(key)) break;
    const before = env.budget.bytes;
    const value = evaluate(context[key] as Json, reading);
    const made = typeof value === 'string' ? env.budget.bytes - before : 0;
    const isNothing = value === undefined || isPending(value) || !env.budget.put(value, made);
    resolved[key] = isNothing ? null : copyJson(value);
  }
  if (message === undefined) return { kind: 'event' as const, name, context: resolved };
  const before = env.budget.bytes;
  const words = toText(evaluate(message, reading), env.budget);
  env.budget.put(words, env.budget.bytes - before);
  return { kind: 'event' as const, name, context: resolved, message: words };
}
