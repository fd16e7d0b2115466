// Which components a component refers to, by its declaration: children, children in lists of objects, template items.

import type { ComponentDeclaration, Prop, Props } from './catalog.ts';
import type { Component, ComponentId } from './entry.ts';
import { isArray, isObject, type Json } from './json.ts';

const NONE: readonly ComponentId[] = [];
const bearing = new WeakMap<Props, readonly (readonly [string, Prop])[]>();

export function referencesOf(
  component: Component,
  declaration: ComponentDeclaration | undefined,
): readonly ComponentId[] {
  if (declaration === undefined) return NONE;
  const names = childBearing(declaration.props);
  const [only] = names;
  if (only === undefined) return NONE;
  if (names.length === 1) {
    // Most components have their children in one list, which is then the answer, or one child.
    const value = component.props[only[0]];
    if (only[1].kind === 'children' && isArray(value) && value.every(isText)) return value as readonly ComponentId[];
    if (only[1].kind === 'child' && typeof value === 'string') return [value];
  }
  const found: ComponentId[] = [];
  for (const [name, prop] of names) collect(prop, component.props[name], found);
  return found;
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

/** The declared properties that can hold a reference, looked up once per declaration. */
function childBearing(props: Props): readonly (readonly [string, Prop])[] {
  let names = bearing.get(props);
  if (names === undefined) {
    names = Object.entries(props).filter(([, prop]) => bearsChild(prop));
    bearing.set(props, names);
  }
  return names;
}

export function bearsChild(prop: Prop): boolean {
  switch (prop.kind) {
    case 'child':
    case 'children':
      return true;
    case 'list':
    case 'map':
      return bearsChild(prop.item);
    case 'object':
      return Object.values(prop.props).some(bearsChild);
    case 'any-of':
      return prop.of.some(bearsChild);
    default:
      return false;
  }
}

const data = new WeakMap<Prop, boolean>();

/** Whether nothing in it may be bound: then an object is what it says, also where it looks like a binding. */
export function isData(prop: Prop): boolean {
  let known = data.get(prop);
  if (known === undefined) {
    known = 'dynamic' in prop ? !prop.dynamic : isDataInside(prop);
    data.set(prop, known);
  }
  return known;
}

function isDataInside(prop: Prop): boolean {
  switch (prop.kind) {
    case 'list':
    case 'map':
      return isData(prop.item);
    case 'object':
      return !prop.open && Object.values(prop.props).every(isData);
    case 'any-of':
      return prop.of.every(isData);
    default:
      return false;
  }
}

function collect(prop: Prop, value: Json | undefined, found: ComponentId[]): void {
  if (value === undefined || value === null) return;
  switch (prop.kind) {
    case 'child':
      if (typeof value === 'string') found.push(value);
      break;
    case 'children':
      if (isArray(value)) for (const id of value) typeof id === 'string' && found.push(id);
      else if (isObject(value) && typeof value.componentId === 'string') found.push(value.componentId);
      break;
    case 'list':
      if (isArray(value)) for (const item of value) collect(prop.item, item, found);
      break;
    case 'map':
      if (isObject(value)) for (const item of Object.values(value)) collect(prop.item, item, found);
      break;
    case 'object':
      if (isObject(value)) for (const [name, inner] of childBearing(prop.props)) collect(inner, value[name], found);
      break;
    case 'any-of':
      for (const alternative of prop.of) collect(alternative, value, found);
      break;
    default:
  }
}

/** Whether a value has the look of what an alternative that bears children declares. */
export function mayHold(prop: Prop, value: Json): boolean {
  switch (prop.kind) {
    case 'child':
      return typeof value === 'string';
    case 'children':
      return isArray(value) || (isObject(value) && 'componentId' in value);
    case 'list':
      return isArray(value);
    case 'any-of':
      return prop.of.some((one) => bearsChild(one) && mayHold(one, value));
    default:
      return isObject(value);
  }
}
