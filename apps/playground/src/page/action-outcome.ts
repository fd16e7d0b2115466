// What a person does, as an agent would hear of it: the message in its own dialect, or the local function.

import { defined, firstFailure, type Json, type TreeNode, type View, type ViewerEvent } from '@vitrine/core/page';
import type { Dialect } from '@vitrine/dialects';

export function actionOutcome(
  node: TreeNode,
  name: string,
  view: View,
  dialect: Dialect | undefined,
  at: string,
): Json[] {
  const failure = firstFailure(node.checks());
  if (failure?.severity === 'error') return [{ disabled: failure.message ?? 'a check does not hold' }];
  const dispatched = node.invoke(name);
  if (dispatched === undefined) return [];
  const issues = dispatched.issues.map(({ code, message }): Json => ({ code, message }));
  if (dispatched.kind === 'call')
    return [{ call: dispatched.name, effects: dispatched.effects.map((effect) => ({ ...effect })) }, ...issues];
  if (dispatched.kind === 'refused' || dispatched.kind === 'late') return issues;
  const event: ViewerEvent = {
    event: 'action',
    surface: node.place.tree.surface.id,
    source: node.id,
    name: dispatched.name,
    context: dispatched.context,
    ...defined({ message: dispatched.message }),
    at,
    checked: true,
  };
  return [...eventOutcome(event, view, dialect, at), ...issues];
}

/** Nothing for what an agent does not hear of: typing alone tells it nothing. */
export function eventOutcome(event: ViewerEvent, view: View, dialect: Dialect | undefined, at: string): Json[] {
  return event.event === 'input' ? [] : [...(dialect?.encodeEvent(event, view, at).wire ?? [])];
}
