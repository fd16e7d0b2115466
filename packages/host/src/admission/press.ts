// Where an action may come from: the nodes with its source's id, each with the place that its context is seen from. A card
// of AgentChains has one such place for each of the actions that its data list.

import {
  formatPointer,
  isArray,
  type JsonObject,
  type Prop,
  parsePointer,
  readAction,
  type Scope,
  type Segments,
  type TreeNode,
} from '@vitrine/core';
import { agentchains, readCard } from '@vitrine/core/catalogs/agentchains';
import type { EventOf } from './admission.ts';
import type { Shown } from './shown.ts';

export interface Press {
  readonly node: TreeNode;
  readonly name: string;
  readonly context: JsonObject;
  readonly message?: Extract<ReturnType<typeof readAction>, { event: unknown }>['event']['message'];
  readonly segments: Segments;
  readonly index: number | undefined;
}

/** Later versions call the top component "root"; a viewer of such a version says that name for the surface's own. */
const TOP = 'root';

/** `isLikely`: whether an event that says not which item it means may come from a press with this context there. */
export function nodesFor(
  event: EventOf<'action'>,
  shown: Shown,
  isOwn: boolean,
  isLikely: (context: JsonObject, scope: Scope) => boolean,
): readonly TreeNode[] {
  const { root } = shown.surface;
  const { source } = event;
  const scope = event.scope === undefined ? undefined : parsePointer(event.scope);
  const find = (id: string): readonly TreeNode[] => {
    const contexts = isOwn ? [] : contextsOf(id, shown);
    const likely = (place: Scope): boolean => contexts.some((context) => isLikely(context, place));
    return shown.nodes(id, { scope, ...(isOwn ? {} : { isLikely: likely }) });
  };
  if (isOwn || root === TOP || (source !== TOP && source !== root)) return find(source);
  return [...find(source === TOP ? root : TOP), ...find(source)];
}

/** Of all that pressing a component can send, wherever it stands. */
function contextsOf(id: string, { surface }: Shown): readonly JsonObject[] {
  const [component, declaration] = [surface.component(id), surface.peek(id)?.declaration];
  if (component === undefined || declaration === undefined) return [];
  return actionsIn(declaration.props, component.props).flatMap((value) => {
    const action = readAction(value);
    return action !== undefined && 'event' in action ? [(action.event.context ?? {}) as JsonObject] : [];
  });
}

/** Its actions are seen from other places than its own. */
export function hasManyPlaces(node: TreeNode): boolean {
  return node.catalog === agentchains && node.type === 'card';
}

/** Every event that pressing the node can send. */
export function pressesOf(node: TreeNode): readonly Press[] {
  const { component, declaration, scope } = node;
  if (component === undefined || declaration === undefined) return [];
  const isCard = hasManyPlaces(node);
  return actionsIn(declaration.props, component.props).flatMap((value): readonly Press[] => {
    const action = readAction(value);
    if (action === undefined || !('event' in action)) return [];
    const { name, context = {}, message } = action.event;
    const event = { node, name, context: context as JsonObject, ...(message === undefined ? {} : { message }) };
    if (!isCard) return [{ ...event, segments: scope.segments, index: scope.index }];
    return cardPlaces(node).map(([segments, index]) => ({ ...event, segments, index }));
  });
}

/** Links are opened by the viewer and send nothing. */
function cardPlaces(node: TreeNode): readonly (readonly [Segments, number])[] {
  const data = node.boundPath('data');
  if (data === undefined) return [];
  const actions = readCard(node.get('data')).actions.filter(({ link }) => link === undefined);
  return actions.map(({ index }) => [[...data, 'actions', String(index)], index]);
}

function actionsIn(props: { readonly [name: string]: Prop }, values: JsonObject): readonly JsonObject[] {
  return Object.keys(props).flatMap((name) => actionsOf(props[name] as Prop, values[name]));
}

function actionsOf(prop: Prop, value: unknown): readonly JsonObject[] {
  if (typeof value !== 'object' || value === null) return [];
  switch (prop.kind) {
    case 'action':
      return [value as JsonObject];
    case 'list':
      return isArray(value) ? value.flatMap((item) => actionsOf(prop.item, item)) : [];
    case 'object':
      return actionsIn(prop.props, value as JsonObject);
    case 'map':
      return Object.values(value).flatMap((item) => actionsOf(prop.item, item));
    case 'any-of':
      return prop.of.flatMap((one) => actionsOf(one, value));
    default:
      return [];
  }
}

export function scopeOf({ segments }: Press): string | undefined {
  return segments.length === 0 ? undefined : formatPointer(segments);
}
