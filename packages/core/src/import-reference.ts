// References of a catalog definition to the common types of A2UI, known by their names wherever those types are kept.

import { action, any, bool, child, children, map, number, type Prop, text, textList, value } from './catalog.ts';
import type { Wire } from './catalogs/wire.ts';
import { isArray, isObject, type Json } from './json.ts';

/** The last segment of a reference. */
export function referenceName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** What a common type declares where it stands alone; undefined for a name that is none. */
export function commonType(name: string, wire: Wire): Prop | undefined {
  return COMMON.get(name)?.(wire);
}

const COMMON = new Map<string, (wire: Wire) => Prop>([
  ['ComponentId', () => child()],
  ['Child', () => child()],
  ['ChildList', () => children()],
  ['DynamicString', () => text()],
  ['DynamicNumber', () => number()],
  ['DynamicBoolean', () => bool()],
  ['DynamicStringList', () => textList()],
  ['DynamicValue', (wire) => value({ objects: wire.objectValues })],
  ['DataBinding', () => value({ bound: true, calls: false })],
  ['FunctionCall', () => value({ bound: true })],
  ['Action', () => action()],
  ['CheckRule', () => map(any())],
  ['AccessibilityAttributes', () => map(any())],
]);

/** Whether a schema describes a binding, by name or by its keys. */
export function bindingKind(schema: Json): 'path' | 'call' | undefined {
  if (!isObject(schema)) return undefined;
  if (typeof schema.$ref === 'string') {
    const name = referenceName(schema.$ref);
    return name === 'DataBinding' ? 'path' : name === 'FunctionCall' ? 'call' : undefined;
  }
  if (isArray(schema.allOf)) return schema.allOf.some((part) => bindingKind(part) === 'call') ? 'call' : undefined;
  if (!isObject(schema.properties)) return undefined;
  const names = Object.keys(schema.properties);
  if (names.length === 1 && (names[0] === 'path' || names[0] === '@path')) return 'path';
  return names.includes('call') || names.includes('@call') ? 'call' : undefined;
}
