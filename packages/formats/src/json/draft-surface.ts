// One surface while its components arrive: what is reachable from the root so far, with placeholders where a child is still
// to come. Components that nothing refers to yet wait here.

import type { Catalog, ComponentDeclaration, JsonObject } from '@vitrine/core/internal';
import { renameChildren, typeAndProps } from './child-slots.ts';

export type Resend = 'changed' | 'surface';

/** A surface of more components gets no more placeholders: each arrival means walking all of them. */
export const MAX_COMPONENTS = 500;

interface SentDraft {
  readonly component: JsonObject;
  readonly missing: number;
  readonly text: string;
}

export class DraftSurface {
  root: string;
  readonly #catalogs: readonly Catalog[];
  readonly #components = new Map<string, JsonObject>();
  readonly #children = new Map<string, readonly string[]>();
  readonly #sent = new Map<string, SentDraft>();
  /** What a message that is not complete has changed, as it was before. */
  #before: Map<string, JsonObject | undefined> | undefined;

  constructor(root: string, catalogs: readonly Catalog[]) {
    this.root = root;
    this.#catalogs = catalogs;
  }

  get size(): number {
    return this.#components.size;
  }

  declaration(component: JsonObject): ComponentDeclaration | undefined {
    const { type = '' } = typeAndProps(component);
    for (const { components } of this.#catalogs) {
      const found = components.get(type);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Takes a component in, unless it would contain itself: then gives the ids on the way back to it. */
  put(id: string, component: JsonObject): readonly string[] | undefined {
    const children = this.#childrenOf(component);
    if (!isSame(children, this.#children.get(id))) {
      const cycle = this.#findCycle(id, children);
      if (cycle !== undefined) return cycle;
      this.#children.set(id, children);
    }
    if (this.#before?.has(id) === false) this.#before.set(id, this.#components.get(id));
    this.#components.set(id, component);
    return undefined;
  }

  /** What comes now may have to be taken back. */
  begin(): void {
    this.#before ??= new Map();
  }

  /** Whether what has come since `begin` has written it. */
  isWritten(id: string): boolean {
    return this.#before?.has(id) === true;
  }

  /** What has come stands. */
  commit(): void {
    this.#before = undefined;
  }

  /** What has come since `begin` is taken back; what was shown of it is to be shown again as it was before. */
  rollBack(): void {
    for (const [id, before] of this.#before ?? []) {
      this.#sent.delete(id);
      if (before === undefined) {
        this.#children.delete(id);
        this.#components.delete(id);
      } else {
        this.#children.set(id, this.#childrenOf(before));
        this.#components.set(id, before);
      }
    }
    this.#before = undefined;
  }

  #childrenOf(component: JsonObject): readonly string[] {
    const children: string[] = [];
    renameChildren(component, this.declaration(component), (child) => {
      children.push(child);
      return child;
    });
    return children;
  }

  #findCycle(id: string, children: readonly string[]): readonly string[] | undefined {
    const parents = new Map<string, string | undefined>(children.map((child) => [child, undefined]));
    for (const reached of parents.keys()) {
      if (reached === id) return wayTo(id, parents);
      for (const child of this.#children.get(reached) ?? []) if (!parents.has(child)) parents.set(child, reached);
    }
    return undefined;
  }

  /** What is to be sent now: nothing when nothing visible changed. */
  show(resend: Resend): readonly JsonObject[] {
    const reached = this.#reach();
    const shown: JsonObject[] = [];
    const waiting = new Map<string, JsonObject>();
    let changed = 0;
    for (const id of [...reached].sort()) {
      const source = this.#components.get(id);
      if (source === undefined) continue;
      const drawn = this.#draw(source, waiting);
      if (this.#isSent(id, source, drawn.component, drawn.missing)) {
        if (resend === 'surface') shown.push(drawn.component);
      } else {
        changed++;
        shown.push(drawn.component);
      }
    }
    if (changed === 0) return [];
    for (const [id, placeholder] of waiting) {
      if (this.#isSent(id, placeholder, placeholder, 0) && resend === 'changed') continue;
      shown.push(placeholder);
    }
    return shown;
  }

  /** Components that were never sent as they are now, or only with placeholders for children that did not come: as they were written. */
  rest(): readonly JsonObject[] {
    const isSent = (id: string, component: JsonObject): boolean => {
      const sent = this.#sent.get(id);
      return sent?.missing === 0 && (sent.component === component || sent.text === JSON.stringify(component));
    };
    return [...this.#components].filter(([id, component]) => !isSent(id, component)).map(([, component]) => component);
  }

  #reach(): ReadonlySet<string> {
    const reached = new Set([this.root]);
    for (const id of reached) for (const child of this.#children.get(id) ?? []) reached.add(child);
    return reached;
  }

  #draw(
    source: JsonObject,
    waiting: Map<string, JsonObject>,
  ): { readonly component: JsonObject; readonly missing: number } {
    let missing = 0;
    const component = renameChildren(source, this.declaration(source), (child) => {
      if (this.#components.has(child)) return child;
      missing++;
      const id = placeholderId(child);
      waiting.set(id, placeholder(id, typeof source.component === 'string'));
      return id;
    });
    return { component, missing };
  }

  #isSent(id: string, source: JsonObject, component: JsonObject, missing: number): boolean {
    const before = this.#sent.get(id);
    if (before?.component === source && before.missing === missing) return true;
    const text = JSON.stringify(component);
    this.#sent.set(id, { component: source, missing, text });
    return before?.text === text;
  }
}

function wayTo(id: string, parents: ReadonlyMap<string, string | undefined>): readonly string[] {
  const way = [id];
  for (let at = parents.get(id); at !== undefined; at = parents.get(at)) way.unshift(at);
  return way;
}

function isSame(list: readonly string[], other: readonly string[] | undefined): boolean {
  return list.length === other?.length && list.every((one, i) => one === other[i]);
}

/** The ids that A2UI's own parser gives to what is still loading; a name that is one already stays. */
function placeholderId(child: string): string {
  return child.startsWith('loading_') ? child : `loading_${child}`;
}

function placeholder(id: string, flat: boolean): JsonObject {
  return flat ? { id, component: 'Row', children: [] } : { id, component: { Row: { children: { explicitList: [] } } } };
}
