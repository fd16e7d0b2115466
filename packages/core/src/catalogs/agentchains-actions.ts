// Pressing one of the actions that the data of a card list. The event is declared once, on the component; its context
// is read from the action that was pressed, as from the item of a template, so that a host can judge it the same way.

import { type Dispatched, dispatchAction, readAction } from '../action.ts';
import { Scope } from '../binding.ts';
import { formatPointer } from '../pointer.ts';
import type { TreeNode } from '../tree-node.ts';

export interface PressedAction {
  readonly dispatched: Dispatched;
  /** Data path of the action: the `scope` of the event. */
  readonly scope: string;
}

/** Undefined where nothing can be pressed: no such action, no `press`, or data that stand in the component itself. */
export function pressCardAction(node: TreeNode, index: number): PressedAction | undefined {
  const data = node.boundPath('data');
  const action = readAction(node.component?.props.press);
  if (data === undefined || action === undefined || !Number.isInteger(index) || index < 0) return undefined;
  const { surface, env } = node.scope;
  const segments = [...data, 'actions', String(index)];
  if (surface.data.readFrom(segments, []) === undefined) return undefined;
  return {
    dispatched: dispatchAction(action, new Scope(surface, env, segments, index)),
    scope: formatPointer(segments),
  };
}
