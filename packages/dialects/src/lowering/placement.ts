// Where the components of a surface stand, read from their definitions: outside templates, or in the items of which lists.
// A step of a pattern is a key, or null for "each item". Bindings that are item-first are decided here, with the data at
// hand.

import {
  type Component,
  type ComponentId,
  getAt,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  type Segments,
  type Surface,
} from '@vitrine/core/internal';

export type PathPattern = readonly (string | null)[];

const OUTSIDE: PathPattern = [];
/** Components × places looked at; beyond it the rest counts as standing outside. */
const MAX_VISITS = 100_000;
/** Items of one list that are asked whether they hold a path. */
const MAX_ITEMS = 64;

export class Placement {
  readonly #document: Json;
  readonly #scopes = new Map<ComponentId, PathPattern[]>();
  /** Lists that templates repeat over and that may be maps. */
  readonly mapLists: PathPattern[] = [];

  constructor(surface: Surface, document: Json) {
    this.#document = document;
    const seen = new Map<string, Set<ComponentId>>();
    let visits = 0;
    const waiting = [{ id: surface.root, scope: OUTSIDE, seen: seenIn(OUTSIDE, seen) }];
    for (let next = waiting.pop(); next !== undefined && visits < MAX_VISITS; next = waiting.pop()) {
      const { id, scope, seen: seenHere } = next;
      if (seenHere.has(id)) continue;
      seenHere.add(id);
      visits++;
      this.#add(id, scope);
      const component = surface.component(id);
      if (component === undefined) continue;
      const repeated = this.#templatesOf(component, scope);
      for (const child of surface.peek(id)?.references ?? []) {
        if (!repeated.some((template) => template.id === child)) waiting.push({ id: child, scope, seen: seenHere });
      }
      // A template that contains itself would give ever longer patterns.
      if (scope.length < 32) for (const one of repeated) waiting.push({ ...one, seen: seenIn(one.scope, seen) });
    }
  }

  /** The scopes a component stands in; one that is not part of the tree yet stands outside. */
  scopesOf(id: ComponentId): readonly PathPattern[] {
    return this.#scopes.get(id) ?? [OUTSIDE];
  }

  isRepeated(id: ComponentId): boolean {
    return this.scopesOf(id).some((scope) => scope.length > 0);
  }

  /** Whether items of the lists that a component stands in hold something under the path. */
  itemsHold(id: ComponentId, path: Segments): boolean {
    return this.scopesOf(id).some((scope) => scope.length > 0 && holds(this.#document, scope, path));
  }

  /** An item-first pointer as one that starts where it says: with a slash at the root, else at the item. */
  decide(pointer: string, id: ComponentId): string {
    return this.#decide(pointer, this.scopesOf(id));
  }

  /** Whether what a template of this component repeats over are maps, and lists nowhere. */
  repeatsOverMaps(pointer: string, id: ComponentId): boolean {
    const path = parsePointer(pointer);
    const scopes = isAbsolute(pointer) ? [OUTSIDE] : this.scopesOf(id);
    const found = scopes.flatMap((scope) => valuesAt(this.#document, [...scope, ...path]));
    return found.some(isObject) && !found.some(isArray);
  }

  #decide(pointer: string, scopes: readonly PathPattern[]): string {
    if (!isAbsolute(pointer)) return pointer;
    const inTemplates = scopes.filter((scope) => scope.length > 0);
    if (inTemplates.length === 0) return pointer;
    const path = parsePointer(pointer);
    const relative = path.length === 0 ? '.' : pointer.slice(1);
    if (inTemplates.some((scope) => holds(this.#document, scope, path))) return relative;
    return holds(this.#document, OUTSIDE, path) ? pointer : relative;
  }

  #templatesOf(component: Component, scope: PathPattern): { readonly id: ComponentId; readonly scope: PathPattern }[] {
    return Object.values(component.props).flatMap((value) => {
      if (!isTemplate(value)) return [];
      const pointer = value.from === 'item-first' ? this.#decide(value.path, [scope]) : value.path;
      const list = [...(isAbsolute(pointer) ? OUTSIDE : scope), ...parsePointer(pointer)];
      if (value.over === 'list-or-map') this.mapLists.push(list);
      return [{ id: value.componentId, scope: [...list, null] }];
    });
  }

  #add(id: ComponentId, scope: PathPattern): void {
    const scopes = this.#scopes.get(id);
    if (scopes === undefined) this.#scopes.set(id, [scope]);
    else scopes.push(scope);
  }
}

/** Components that were met in a scope. */
function seenIn(scope: PathPattern, seen: Map<string, Set<ComponentId>>): Set<ComponentId> {
  const key = JSON.stringify(scope);
  let ids = seen.get(key);
  if (ids === undefined) {
    ids = new Set();
    seen.set(key, ids);
  }
  return ids;
}

export function isTemplate(value: Json): value is JsonObject & { readonly componentId: string; readonly path: string } {
  return isObject(value) && typeof value.componentId === 'string' && typeof value.path === 'string';
}

/** Whether something stands under `path` in what the pattern names. */
function holds(document: Json, pattern: PathPattern, path: Segments): boolean {
  return valuesAt(document, pattern).some((value) => getAt(value, path) !== undefined);
}

/** What a pattern names; of long lists only the first items. */
function valuesAt(document: Json, pattern: PathPattern): readonly Json[] {
  let values: readonly Json[] = [document];
  for (const step of pattern) {
    values = values.flatMap((value) => {
      if (step === null) return itemsOf(value);
      const member = getAt(value, [step]);
      return member === undefined ? [] : [member];
    });
    if (values.length > MAX_ITEMS) values = values.slice(0, MAX_ITEMS);
  }
  return values;
}

function itemsOf(value: Json): readonly Json[] {
  if (isArray(value)) return value.slice(0, MAX_ITEMS);
  return isObject(value) ? Object.values(value).slice(0, MAX_ITEMS) : [];
}

function isAbsolute(pointer: string): boolean {
  return pointer.startsWith('/');
}
