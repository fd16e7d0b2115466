// The event of a button in generation 2: one of two names, and a context of plain values and paths. The name that the
// button has is found again when it is pressed (events.ts).

import { isOpenwopTarget } from '@vitrine/core/catalogs/openwop';
import { OPENWOP2_LIMITS as MOST } from '@vitrine/core/catalogs/openwop-schema';
import {
  evaluate,
  formatPointer,
  isObject,
  isPathBinding,
  isPending,
  type Json,
  type JsonObject,
  readAction,
  resolvePointer,
  type TreeNode,
} from '@vitrine/core/internal';
import { clip } from '../viewer-messages.ts';
import type { Lose } from './words.ts';

/** What an event of any other name is sent as: a turn of the conversation. */
const OTHER = 'exchange';

/** Undefined: pressing it would send nothing. */
export function writeContext(node: TreeNode, lose: Lose): JsonObject | undefined {
  const action = readAction(node.definition?.props.action);
  if (action === undefined || !('event' in action)) {
    lose('a button that sends nothing to the agent is sent as its words');
    return undefined;
  }
  const { name, context } = action.event;
  if (!isOpenwopTarget(name)) lose(`the event of a button is sent as ${OTHER}`);
  const event = { name: isOpenwopTarget(name) ? name : OTHER };
  if (context === undefined) return event;
  const members = Object.entries(context).slice(0, MOST.contextKeys);
  if (members.length < Object.keys(context).length) lose(`a context has ${MOST.contextKeys} members at most`);
  return {
    ...event,
    context: Object.fromEntries(members.flatMap(([key, value]) => member(key, value as Json, node, lose))),
  };
}

function member(key: string, value: Json, node: TreeNode, lose: Lose): readonly (readonly [string, Json])[] {
  if (isObject(value) && isPathBinding(value)) {
    const path = value.from === undefined ? formatPointer(resolvePointer(value.path, node.scope.segments)) : undefined;
    if (path !== undefined && path.length <= MOST.path) return [[key, { path }]];
  }
  const now = evaluate(value, node.scope);
  const plain = isPending(now) ? undefined : plainValue(now);
  if (plain === undefined) lose('objects and nothing in the context of an event are not sent');
  return plain === undefined ? [] : [[key, plain]];
}

function plainValue(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return clip(value, MOST.text);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value)) return undefined;
  const items = (value as readonly Json[]).slice(0, MOST.listItems);
  // An object in a list could be read as a binding.
  return items.every((item) => typeof item !== 'object' || item === null) ? items : undefined;
}
