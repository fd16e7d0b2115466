// Holds the surfaces of a session against `expect.surfaces` of a case. A component is compared as it is shown: from the
// resolved tree where it stands in it, else by evaluating its properties at the root.

import {
  type Component,
  evaluate,
  evaluateChecks,
  firstFailure,
  isArray,
  isObject,
  isPending,
  type Json,
  type JsonObject,
  type NodeValue,
  own,
  Place,
  Scope,
  type Surface,
  type TreeNode,
} from '@vitrine/core/internal';
import { expect } from 'vitest';
import { compareSubset } from './match.ts';
import type { Session } from './session.ts';

export function compareSurfaces(session: Session, expected: Json | undefined): void {
  const surfaces = isObject(expected) && isObject(expected.surfaces) ? expected.surfaces : {};
  for (const [id, wanted] of Object.entries(surfaces)) {
    const surface = session.surface(id);
    const { exists = true, ...state } = wanted as JsonObject;
    expect(surface !== undefined, `surface ${id} exists`).toBe(exists);
    if (surface !== undefined) compareSurface(session, surface, state);
  }
}

function compareSurface(session: Session, surface: Surface, wanted: JsonObject): void {
  for (const [field, value] of Object.entries(wanted)) {
    const compare = own(FIELDS, field);
    if (compare === undefined) throw new Error(`the runner does not know ${field} of a surface`);
    compare(session, surface, value);
  }
}

type Compare = (session: Session, surface: Surface, wanted: Json) => void;

const FIELDS: { readonly [field: string]: Compare } = {
  sendDataModel: (_session, surface, wanted) => expect(surface.sync).toBe(wanted),
  theme: (_session, surface, wanted) => compareSubset(surface.theme, wanted, 'theme'),
  // Whole, not a part: otherwise nothing would show that a deletion took place.
  dataModel: (_session, surface, wanted) => expect(surface.data.snapshot()).toEqual(wanted),
  components: compareComponents,
  validationResult: compareChecks,
};

/** A list names all components of the surface, a map some of them. */
function compareComponents(session: Session, surface: Surface, wanted: Json): void {
  const entries: [string, JsonObject][] = isArray(wanted)
    ? wanted.map((item) => [String((item as JsonObject).id), item as JsonObject])
    : Object.entries(wanted as { [id: string]: JsonObject });
  const ids = [...surface.components()].map(({ id }) => id);
  if (isArray(wanted)) expect(ids.sort(), 'all components').toEqual(entries.map(([id]) => id).sort());
  const nodes = new Map(session.walk(surface).map((node) => [node.id, node]));
  for (const [id, expected] of entries) {
    const component = surface.component(id);
    expect(component, `component ${id}`).toBeDefined();
    if (component === undefined) continue;
    const node = nodes.get(id);
    const props = node?.state === 'resolved' ? nodeProps(node, component) : looseProps(session, surface, component);
    compareSubset({ id, component: component.type, ...props }, expected, `component ${id}`);
  }
}

function nodeProps(node: TreeNode, component: Component): JsonObject {
  const declared = new Set(node.names);
  const props: { [name: string]: Json } = {};
  for (const name of Object.keys(component.props)) {
    const value = declared.has(name) ? asJson(node.get(name)) : evaluated(component.props[name] as Json, node.scope);
    if (value !== undefined) props[name] = value;
  }
  return props;
}

function looseProps({ fold }: Session, surface: Surface, component: Component): JsonObject {
  const scope = new Scope(surface, fold.env);
  const props: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(component.props)) props[name] = evaluated(value, scope) ?? null;
  return props;
}

function evaluated(value: Json, scope: Scope): Json | undefined {
  const result = evaluate(value, scope);
  return isPending(result) ? undefined : result;
}

/** Children as the ids of their components. */
function asJson(value: NodeValue): Json | undefined {
  if (value instanceof Place) return value.componentId;
  if (isArray(value)) return (value as readonly NodeValue[]).map((item) => asJson(item) ?? null);
  return isPending(value as never) ? undefined : (value as Json | undefined);
}

function compareChecks({ fold }: Session, surface: Surface, wanted: Json): void {
  for (const [id, expected] of Object.entries(wanted as JsonObject)) {
    const rules = surface.component(id)?.props.checks;
    const failure = firstFailure(evaluateChecks(rules, new Scope(surface, fold.env)));
    compareSubset(failure as unknown as Json, expected, `first failing check of ${id}`);
  }
}
