// Where a component in wire form names other components: by the catalog's declaration, and under the names that every A2UI
// catalog uses. Gives a copy in which each id was put through a function.

import {
  bearsChild,
  type ComponentDeclaration,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Prop,
} from '@vitrine/core/internal';

export type Rename = (id: string) => string;

const CHILD_NAMES = new Set(['child', 'children', 'trigger', 'content', 'entryPointChild', 'contentChild']);

/** The type and the properties of a component, in the form of A2UI 0.8 or of a later version. */
export function typeAndProps(component: JsonObject): { readonly type?: string; readonly props: JsonObject } {
  const { component: named } = component;
  if (typeof named === 'string') return { type: named, props: component };
  const [type, props] = isObject(named) ? (Object.entries(named)[0] ?? []) : [];
  return type !== undefined && isObject(props) ? { type, props } : { props: {} };
}

export function withProps(component: JsonObject, props: JsonObject): JsonObject {
  const { component: named } = component;
  if (!isObject(named)) return props;
  return { ...component, component: { [Object.keys(named)[0] as string]: props } };
}

export function renameChildren(
  component: JsonObject,
  declaration: ComponentDeclaration | undefined,
  rename: Rename,
): JsonObject {
  const { props } = typeAndProps(component);
  let renamed = props;
  for (const [name, value] of Object.entries(props)) {
    const prop = declaration === undefined ? undefined : own(declaration.props, name);
    if (!CHILD_NAMES.has(name) && (prop === undefined || !bearsChild(prop))) continue;
    const now = CHILD_NAMES.has(name) ? slot(value, rename) : declared(prop as Prop, value, rename);
    if (now !== value) renamed = { ...renamed, [name]: now };
  }
  return renamed === props ? component : withProps(component, renamed);
}

/** One id, a list of ids, `{explicitList}`, `{template: {componentId}}` or `{componentId}`. */
function slot(value: Json, rename: Rename): Json {
  if (typeof value === 'string') return rename(value);
  if (isArray(value)) return renameList(value, (item) => (typeof item === 'string' ? rename(item) : item));
  if (!isObject(value)) return value;
  const { explicitList, template, componentId } = value;
  if (explicitList !== undefined) return { ...value, explicitList: slot(explicitList, rename) };
  if (template !== undefined) return { ...value, template: slot(template, rename) };
  return typeof componentId === 'string' ? { ...value, componentId: rename(componentId) } : value;
}

function declared(prop: Prop, value: Json, rename: Rename): Json {
  switch (prop.kind) {
    case 'child':
    case 'children':
      return slot(value, rename);
    case 'list':
      return isArray(value) ? renameList(value, (item) => declared(prop.item, item, rename)) : value;
    case 'object':
      return isObject(value) ? renameMembers(value, (name) => own(prop.props, name), rename) : value;
    case 'map':
      return isObject(value) ? renameMembers(value, () => prop.item, rename) : value;
    case 'any-of': {
      const bearing = prop.of.find(bearsChild);
      return bearing === undefined ? value : declared(bearing, value, rename);
    }
    default:
      return value;
  }
}

function renameList(list: readonly Json[], each: (item: Json) => Json): Json {
  const renamed = list.map(each);
  return renamed.some((item, i) => item !== list[i]) ? renamed : list;
}

function renameMembers(object: JsonObject, propOf: (name: string) => Prop | undefined, rename: Rename): Json {
  let renamed = object;
  for (const [name, value] of Object.entries(object)) {
    const prop = propOf(name);
    const now = prop === undefined ? value : declared(prop, value, rename);
    if (now !== value) renamed = { ...renamed, [name]: now };
  }
  return renamed;
}
