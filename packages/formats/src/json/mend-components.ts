// Mends the component list of one message where models get the flat form wrong: components nested in the place of their
// ids, and ids left out. Properties are left to the catalog (check-message.ts).

import { formatPointer, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { type Repair, repair } from './repair.ts';

const CHILD_NAMES = ['child', 'children', 'trigger', 'content', 'entryPointChild', 'contentChild'];

export interface MendedList {
  readonly list: readonly Json[];
  readonly repairs: readonly Repair[];
}

/** `at`: where the list stands in its message. `hasRoot`: whether the surface has its root from an earlier message. */
export function mendComponents(components: readonly Json[], at: readonly string[], hasRoot: boolean): MendedList {
  if (!components.some(needsMending)) return { list: components, repairs: [] };
  return new ComponentMender(components, at, hasRoot).mend();
}

/** Asked of every component, so it looks only where models nest: `child` and `children`. */
function needsMending(component: Json): boolean {
  if (!isObject(component)) return false;
  if (typeof component.id !== 'string') return true;
  const props = typeof component.component === 'string' ? component : propsOf(component);
  const { child, children } = props;
  if (isArray(children)) return children.length > 0 && typeof children[0] !== 'string' && children.some(isComponent);
  return child !== undefined && typeof child !== 'string' && isComponent(child);
}

function isComponent(value: Json): value is JsonObject {
  return isObject(value) && (typeof value.component === 'string' || isObject(value.component));
}

/** A2UI 0.8 keeps the properties below the name of the type. */
function propsOf(component: JsonObject): JsonObject {
  if (!isObject(component.component)) return component;
  const [props] = Object.values(component.component);
  return isObject(props) ? props : component;
}

class ComponentMender {
  readonly #at: readonly string[];
  readonly #components: readonly Json[];
  readonly #ids: Set<string>;
  readonly #done: Json[] = [];
  readonly #repairs: Repair[] = [];
  #hasRoot: boolean;
  #made = 0;

  constructor(components: readonly Json[], at: readonly string[], hasRoot: boolean) {
    this.#components = components;
    this.#at = at;
    this.#ids = new Set(components.flatMap((one) => (isObject(one) && typeof one.id === 'string' ? [one.id] : [])));
    this.#hasRoot = hasRoot || this.#ids.has('root');
  }

  mend(): MendedList {
    for (const [i, component] of this.#components.entries()) {
      const at = [...this.#at, String(i)];
      if (isObject(component)) this.#put(component, at, true);
      else this.#done.push(component);
    }
    return { list: this.#done, repairs: this.#repairs };
  }

  /** Adds a component and gives its id. */
  #put(component: JsonObject, at: readonly string[], isTop: boolean): string {
    const id = typeof component.id === 'string' ? component.id : this.#name(component, at, isTop);
    const place = this.#done.length;
    this.#done.push(component);
    const flat = { ...this.#flatten(component, at), id };
    const { id: _, ...rest } = flat;
    this.#done[place] = { id, ...rest };
    return id;
  }

  #name(component: JsonObject, at: readonly string[], isTop: boolean): string {
    if (isTop) this.#repairs.push(repair('missing-id', formatPointer(at)));
    if (isTop && !this.#hasRoot) {
      this.#hasRoot = true;
      return this.#take('root');
    }
    const type = isObject(component.component) ? Object.keys(component.component)[0] : component.component;
    const word = String(type ?? 'component').toLowerCase();
    for (;;) {
      const id = `${word}-${++this.#made}`;
      if (!this.#ids.has(id)) return this.#take(id);
    }
  }

  #take(id: string): string {
    this.#ids.add(id);
    return id;
  }

  #flatten(component: JsonObject, at: readonly string[]): JsonObject {
    const props = propsOf(component);
    let flat = props;
    for (const name of CHILD_NAMES) {
      const value = props[name];
      if (value === undefined) continue;
      const ids = this.#idsFor(value, [...at, name]);
      if (ids !== value) flat = { ...flat, [name]: ids };
    }
    if (props === component || flat === props) return flat === props ? component : flat;
    return { ...component, component: { [Object.keys(component.component as JsonObject)[0] as string]: flat } };
  }

  #idsFor(value: Json, at: readonly string[]): Json {
    if (isComponent(value)) return this.#nested(value, at);
    if (!isArray(value) || !value.some(isComponent)) return value;
    return value.map((item, i) => (isComponent(item) ? this.#nested(item, [...at, String(i)]) : item));
  }

  #nested(component: JsonObject, at: readonly string[]): string {
    this.#repairs.push(repair('nested-component', formatPointer(at)));
    return this.#put(component, at, false);
  }
}
