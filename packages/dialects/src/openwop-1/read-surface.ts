// A payload of generation 1 as components: one flat list. A field or a button is known by its own id, so that what a
// person has entered stays where it is when the list changes around it; words are known by their position.

import { type OpenwopTarget, openwopAction, openwopValue } from '@vitrine/core/catalogs/openwop';
import {
  type Component,
  defined,
  type Issue,
  isObject,
  isReserved,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  quote,
} from '@vitrine/core/internal';

export const ROOT = 'root';
const NAMED = 'id:';

/** The component of a field or button, by its id on the wire. */
export function componentIdOf(name: string): string {
  return `${NAMED}${name}`;
}

/** The id on the wire of a component, if it has one. */
export function nameOf(component: string): string | undefined {
  return component.startsWith(NAMED) ? component.slice(NAMED.length) : undefined;
}

export interface ReadSurface {
  readonly components: readonly Component[];
  /** What checkboxes begin with. */
  readonly defaults: JsonObject;
}

/** Of a payload that its schema accepts. */
export function readSurface(payload: JsonObject): ReadSurface {
  const { title, components: listed } = payload.surface as { title?: string; components: readonly JsonObject[] };
  const items = listed.map(readItem);
  const props = { ...defined({ title }), children: items.map(({ id }) => id) };
  const ticked = listed.filter(
    ({ component, default: start }) => component === 'field.checkbox' && start !== undefined,
  );
  return {
    components: [{ id: ROOT, type: 'surface', props }, ...items],
    defaults: Object.fromEntries(ticked.map((item) => [String(item.id), item.default as Json])),
  };
}

function readItem({ component, id, ...props }: JsonObject, index: number): Component {
  const type = component as string;
  if (typeof id !== 'string') return { id: `at:${index}`, type, props };
  const name = { name: id };
  if (type === 'action.button') {
    const { target } = props.action as { target: OpenwopTarget };
    return { id: componentIdOf(id), type, props: { ...props, ...name, action: openwopAction(target, id) } };
  }
  return { id: componentIdOf(id), type, props: { ...props, ...name, value: openwopValue(id) as unknown as Json } };
}

/** What the schema of generation 1 cannot say of ids: each stands once, and a path may end in it. */
export function idProblemIn(payload: JsonObject, limits: Limits): Issue | undefined {
  const { components } = payload.surface as { components: readonly Json[] };
  const seen = new Set<string>();
  for (const [index, item] of components.entries()) {
    const id = isObject(item) ? item.id : undefined;
    if (typeof id !== 'string') continue;
    const at = `/payload/surface/components/${index}/id`;
    if (isReserved(id)) return issue('VITRINE_NAME_RESERVED', 'error', `The id ${quote(id)} is reserved.`, at);
    if (id.length > limits.keyLength)
      return issue(
        'VITRINE_LIMIT_TEXT',
        'error',
        `An id has ${id.length} characters; the limit is ${limits.keyLength}.`,
        at,
      );
    if (seen.has(id))
      return issue('VITRINE_COMPONENT_DUPLICATE', 'error', `Two components have the id ${quote(id)}.`, at);
    seen.add(id);
  }
  return undefined;
}
