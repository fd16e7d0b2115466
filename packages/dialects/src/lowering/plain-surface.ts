// Surfaces that no agent sent: what has no words in the basic catalog, made a surface of it. They are written in the words
// of A2UI 0.9 and lowered from there to every target like any other surface.

import {
  Catalogs,
  type Component,
  defined,
  type Json,
  type JsonObject,
  type Limits,
  Surface,
  type Trust,
} from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';

const CATALOGS = new Catalogs([basic09]);

/** Components by id in the order they were made; `root` is the top. */
export class PlainBuilder {
  readonly components: Component[] = [];
  #count = 0;

  /** Adds a component and gives its id back. */
  add(type: string, props: JsonObject, id = `p${++this.#count}`, weight?: number): string {
    this.components.push({ id, type, props, ...defined({ weight }) });
    return id;
  }

  /** No component for no words. */
  text(text: string | undefined, variant?: string): readonly string[] {
    if (text === undefined || text === '') return [];
    return [this.add('Text', { text, ...defined({ variant }) })];
  }

  column(children: readonly string[], id?: string): string {
    return this.add('Column', { children }, id);
  }

  row(children: readonly string[]): string {
    return this.add('Row', { children });
  }

  button(id: string, label: string, action: JsonObject, primary = false): string {
    const child = this.add('Text', { text: label }, `${id}-label`);
    return this.add('Button', { child, action, ...(primary ? { variant: 'primary' } : {}) }, id);
  }
}

export function plainSurface(
  id: string,
  { components }: PlainBuilder,
  data: Json,
  limits: Limits,
  trust: Trust = 'trusted',
): Surface {
  const op = { op: 'open', surface: id, catalog: basic09.id, protocol: '0.9' } as const;
  const surface = new Surface(op, trust, CATALOGS, limits);
  surface.data.set('/', data);
  for (const component of components) surface.put(component);
  return surface;
}
