// What of a message that is still being written can be shown: components that have what they need, data as far as it came.

import { type ComponentDeclaration, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { typeAndProps, withProps } from './child-slots.ts';

/** Strings that mean something before they are whole. */
const CUTTABLE = new Set([
  ...[
    'text',
    'literalString',
    'valueString',
    'label',
    'title',
    'caption',
    'hint',
    'placeholder',
    'altText',
    'description',
    'summary',
    'message',
    'subtitle',
    'body',
  ],
]);
const VALUES = ['valueString', 'valueNumber', 'valueBoolean', 'valueMap'];

/** Half an address leads to another place. */
export function isCuttable(key: string, text: string): boolean {
  return CUTTABLE.has(key) && !/^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** The component as far as it can be shown; undefined where it has to wait. */
export function draftComponent(
  component: Json,
  open: ReadonlySet<Json>,
  declarationOf: (component: JsonObject) => ComponentDeclaration | undefined,
): JsonObject | undefined {
  if (!isObject(component) || typeof component.id !== 'string') return undefined;
  const { type, props } = typeAndProps(component);
  if (type === undefined) return undefined;
  if (!open.has(component)) return component;
  const declaration = declarationOf(component);
  if (declaration === undefined) return undefined;
  const isMissing = ([name, prop]: readonly [string, { readonly required: boolean }]): boolean =>
    prop.required && !Object.hasOwn(props, name);
  if (Object.entries(declaration.props).some(isMissing)) return undefined;
  return draftChildren(component, props, open);
}

/** Half a text and half a list of children can be shown; half of anything else would be something else. */
function draftChildren(component: JsonObject, props: JsonObject, open: ReadonlySet<Json>): JsonObject | undefined {
  let drafted = props;
  for (const [name, value] of Object.entries(props)) {
    if (!open.has(value)) continue;
    const list = isObject(value) ? value.explicitList : value;
    if (isArray(list)) {
      if (!list.every((item) => typeof item === 'string')) return undefined;
      if (list.length > 0) continue;
      if (isObject(value)) drafted = { ...drafted, [name]: { explicitList: [loading(component)] } };
      else if (name === 'children') drafted = { ...drafted, [name]: [loading(component)] };
      else return undefined;
    } else if (!isObject(value) || typeof value.literalString !== 'string') return undefined;
  }
  return drafted === props ? component : withProps(component, drafted);
}

function loading(component: JsonObject): string {
  return `loading_children_${String(component.id)}`;
}

/** The entries of a data update of A2UI 0.8 that have a key and a value. */
export function draftContents(contents: readonly Json[]): readonly Json[] {
  return contents.flatMap((entry) => {
    if (!isObject(entry) || typeof entry.key !== 'string') return [];
    if (!VALUES.some((name) => Object.hasOwn(entry, name))) return [];
    return [isArray(entry.valueMap) ? { ...entry, valueMap: draftContents(entry.valueMap) } : entry];
  });
}

/** Data as far as it came, without the object or list that has only begun; undefined where that is all. */
export function draftData(value: Json, open: ReadonlySet<Json>, depth = 0): Json | undefined {
  if (!open.has(value)) return value;
  // The members of the whole are told as soon as their names are known, empty or not.
  const keep = (item: Json): Json | undefined =>
    depth === 0 && isObject(value) && open.has(item) && isEmpty(item) ? item : draftData(item, open, depth + 1);
  if (isArray(value)) {
    const items = value.map(keep).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  const members = Object.entries(value as JsonObject).flatMap(([name, item]) => {
    const kept = keep(item);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function isEmpty(value: Json): boolean {
  return Object.keys(value as JsonObject).length === 0;
}
