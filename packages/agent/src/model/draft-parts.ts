// What of a message that is still being written can be shown: components that have what they need, data as far as it came.

import { type ComponentDeclaration, isArray, isObject, type Json, type JsonObject } from '@vitrine/core';
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

function draftChildren(component: JsonObject, props: JsonObject, open: ReadonlySet<Json>): JsonObject | undefined {
  let drafted = props;
  for (const [name, value] of Object.entries(props)) {
    if (!open.has(value)) continue;
    if (isObject(value)) {
      const list = value.explicitList;
      if (isArray(list) && list.length === 0) drafted = { ...drafted, [name]: { explicitList: [loading(component)] } };
      else if (!isArray(list) && (name === 'children' || isUnfinished(value, open))) return undefined;
    } else if (name === 'children' && isArray(value) && value.length === 0)
      drafted = { ...drafted, [name]: [loading(component)] };
  }
  return drafted === props ? component : withProps(component, drafted);
}

function loading(component: JsonObject): string {
  return `loading_children_${String(component.id)}`;
}

/** An object without its members says nothing yet. */
function isUnfinished(value: JsonObject, open: ReadonlySet<Json>): boolean {
  const members = Object.values(value);
  return members.length === 0 || members.some((one) => isObject(one) && open.has(one) && isUnfinished(one, open));
}

/** The entries of a data update of A2UI 0.8 that have a value. */
export function draftContents(contents: readonly Json[]): readonly Json[] {
  return contents.flatMap((entry) => {
    if (!isObject(entry) || !VALUES.some((name) => Object.hasOwn(entry, name))) return [];
    return [isArray(entry.valueMap) ? { ...entry, valueMap: draftContents(entry.valueMap) } : entry];
  });
}
