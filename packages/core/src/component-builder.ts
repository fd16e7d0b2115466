// Builds the components of a surface that no agent sent, in the words of the basic catalog of A2UI 0.9: what a catalog
// derives, and what stands for a question or a task.

import type { Component, ComponentId } from './entry.ts';
import { defined, type JsonObject } from './json.ts';

export class ComponentBuilder {
  /** In the order they were made. */
  readonly components: Component[] = [];
  readonly #reserved: ReadonlySet<ComponentId>;
  readonly #idOf: (name: string) => ComponentId;
  #count = 0;

  /** `reserved`: ids that are added by name. `idOf`: the id of a component that has none, by a name that no other has. */
  constructor(reserved: Iterable<ComponentId> = [], idOf: (name: string) => ComponentId = (name) => name) {
    this.#reserved = new Set(reserved);
    this.#idOf = idOf;
  }

  /** Adds a component and gives its id back. */
  add(type: string, props: JsonObject, id: ComponentId = this.#newId(), weight?: number): ComponentId {
    this.components.push({ id, type, props, ...defined({ weight }) });
    return id;
  }

  /** No component for no words. */
  text(text: string | undefined, variant?: string): readonly ComponentId[] {
    if (text === undefined || text === '') return [];
    return [this.add('Text', { text, ...defined({ variant }) })];
  }

  column(children: readonly ComponentId[], id?: ComponentId): ComponentId {
    return this.add('Column', { children }, id);
  }

  row(children: readonly ComponentId[]): ComponentId {
    return this.add('Row', { children });
  }

  /** `word`: what the label is, where it is ours and may be said in another language. */
  button(id: ComponentId, label: string, action: JsonObject, primary = false, word?: string): ComponentId {
    const name = `${id}-label`;
    const child = this.add('Text', { text: label, ...defined({ word }) }, this.#reserved.has(name) ? undefined : name);
    return this.add('Button', { child, action, ...(primary ? { variant: 'primary' } : {}) }, id);
  }

  #newId(): ComponentId {
    const id = this.#idOf(`p${++this.#count}`);
    return this.#reserved.has(id) ? this.#newId() : id;
  }
}
