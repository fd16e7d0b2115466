// The small words of an interface: bindings, actions, checks.

import type {
  CallAction,
  CallBinding,
  CheckRule,
  Dynamic,
  EventAction,
  Json,
  LiteralBinding,
  PathBinding,
} from '@vitrine/core/internal';

/** A value of the data model. Without a leading slash it begins at the item of the list that it stands in. */
export function bind(path: string): PathBinding {
  return { path };
}

/** An object that is meant as it stands, although it looks like a binding. */
export function literal(value: Json): LiteralBinding {
  return { literal: value };
}

/** Sends an event to the agent. The context is what the values are when the person acts. */
export function event(name: string, context?: { readonly [key: string]: Dynamic }): EventAction {
  return { event: context === undefined ? { name } : { name, context } };
}

/** Runs a function of the catalog in the viewer. */
export function run(call: CallBinding): CallAction {
  return { functionCall: call };
}

/** A rule that must hold, and what to say when it does not. */
export function check(condition: PathBinding | CallBinding, message: string): CheckRule {
  return { condition, message };
}
