// Where an action may come from: the nodes with its source's id, each with the place that its context is seen from, or
// with several where its catalog says that the actions stand in its data.

import {
  defined,
  type EventOf,
  formatPointer,
  isArray,
  type JsonObject,
  type Prop,
  parsePointer,
  readAction,
  type Scope,
  type TreeNode,
} from '@vitrine/core/internal';
import type { DraftPlace } from './admission-context.ts';
import type { Search, SurfaceIndex } from './surface-index.ts';

/** One thing that can be pressed, and what pressing it there would send. */
export interface ActionCandidate extends DraftPlace {
  readonly node: TreeNode;
  readonly name: string;
  readonly context: JsonObject;
  readonly message?: Extract<ReturnType<typeof readAction>, { event: unknown }>['event']['message'];
}

/** Later versions call the top component "root"; a viewer of such a version says that name for the surface's own. */
const TOP = 'root';

/**
 * One after the other, as they are asked for. `likelyFor`: tells whether an event that says not which item it means may come
 * from a candidate with this context, seen from some place.
 */
export function* nodesFor(
  event: EventOf<'action'>,
  surfaceIndex: SurfaceIndex,
  isOwn: boolean,
  likelyFor: (context: JsonObject) => (scope: Scope) => boolean,
): Search<TreeNode> {
  const scope = event.scope === undefined ? undefined : parsePointer(event.scope);
  const find = (id: string): Search<TreeNode> => {
    const likely = isOwn ? [] : eventsOf(id, surfaceIndex).map(({ context }) => likelyFor(context));
    // Our own client says which item it means, if it means one.
    const isLikely = (place: Scope): boolean =>
      isOwn ? place.segments.length === 0 : likely.some((mayBe) => mayBe(place));
    return surfaceIndex.nodes(id, { scope, isLikely });
  };
  for (const id of sourcesOf(event, surfaceIndex, isOwn)) yield* find(id);
  return undefined;
}

/** Whether any component under the name of the source sends events of this name. */
export function sends(event: EventOf<'action'>, surfaceIndex: SurfaceIndex, isOwn: boolean): boolean {
  return sourcesOf(event, surfaceIndex, isOwn).some((id) =>
    eventsOf(id, surfaceIndex).some(({ name }) => name === event.name),
  );
}

function sourcesOf({ source }: EventOf<'action'>, { surface }: SurfaceIndex, isOwn: boolean): readonly string[] {
  const { root } = surface;
  if (isOwn || root === TOP || (source !== TOP && source !== root)) return [source];
  return [source === TOP ? root : TOP, source];
}

type SentEvent = Pick<ActionCandidate, 'name' | 'context' | 'message'>;

/** All that pressing a component can send, wherever it stands. */
function eventsOf(id: string, { surface }: SurfaceIndex): readonly SentEvent[] {
  const [component, declaration] = [surface.component(id), surface.peek(id)?.declaration];
  if (component === undefined || declaration === undefined) return [];
  return eventsIn(declaration.props, component.props);
}

function eventsIn(props: { readonly [name: string]: Prop }, values: JsonObject): readonly SentEvent[] {
  return actionsIn(props, values).flatMap((value) => {
    const action = readAction(value);
    if (action === undefined || !('event' in action)) return [];
    const { name, context = {}, message } = action.event;
    return [{ name, context: context as JsonObject, ...defined({ message }) }];
  });
}

/** Its actions are seen from other places than its own. */
export function hasManyPlaces(node: TreeNode): boolean {
  return node.declaration?.actions !== undefined;
}

/** Every event that pressing a node can send. Those of one component are read once. */
export class CandidateReader {
  readonly #events = new WeakMap<object, readonly SentEvent[]>();

  of(node: TreeNode): readonly ActionCandidate[] {
    const { component, declaration, scope } = node;
    if (component === undefined || declaration === undefined) return [];
    let events = this.#events.get(component);
    if (events === undefined) {
      events = eventsIn(declaration.props, component.props);
      this.#events.set(component, events);
    }
    const { segments, index } = scope;
    const places = declaration.actions?.(node) ?? [{ segments, index }];
    return events.flatMap((event) => places.map((place) => ({ ...event, node, ...place })));
  }
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

export function scopeOf({ segments }: ActionCandidate): string | undefined {
  return segments.length === 0 ? undefined : formatPointer(segments);
}
