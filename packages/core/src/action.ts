// What pressing something does: an event for the agent, its context evaluated at that moment, or a local function.

import { evaluate, isCallBinding, Scope } from './binding.ts';
import type { FunctionEffect } from './catalog.ts';
import type { Action } from './entry.ts';
import type { Issue } from './issue.ts';
import { copyJson, isObject, type Json, type JsonObject } from './json.ts';
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
    };

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
      ...(event.message === undefined ? {} : { message: event.message }),
    },
  };
}

/** Runs an action for a person's gesture. What fails in a context value is reported and sent as null. */
export function dispatchAction(action: Action, scope: Scope): Dispatched {
  const issues: Issue[] = [];
  const effects: FunctionEffect[] = [];
  const env = { ...scope.env, report: (problem: Issue) => void issues.push(problem) };
  const acting = new Scope(scope.surface, env, scope.segments, scope.index, effects);
  if ('functionCall' in action) {
    evaluate(action.functionCall, acting);
    return { kind: 'call', name: action.functionCall.call, effects, issues };
  }
  // Only the call form is a gesture: an event's context has no business opening windows.
  const reading = new Scope(scope.surface, env, scope.segments, scope.index);
  const { name, context = {}, message } = action.event;
  const resolved: { [key: string]: Json } = {};
  for (const key of Object.keys(context)) {
    const value = evaluate(context[key] as Json, reading);
    resolved[key] = value === undefined || isPending(value) ? null : copyJson(value);
  }
  const spoken = message === undefined ? {} : { message: toText(evaluate(message, reading)) };
  return { kind: 'event', name, context: resolved, ...spoken, issues };
}
