// A tree of nodes as the flat components of a surface. A node without an id of its own is named after its place
// (`root.0.child`), so that the same tree has the same ids every time, and a changed one keeps those of what stayed.

import {
  type Catalog,
  type Component,
  DEFAULT_LIMITS,
  defined,
  type JsonObject,
  type Prop,
  quote,
} from '@vitrine/core/internal';
import { uiError } from '../errors.ts';
import type { UiNode } from './node.ts';
import { toPlain, type ValuePlace } from './plain.ts';

export interface Flat {
  readonly components: readonly Component[];
  readonly catalogs: ReadonlySet<Catalog>;
}

/** `home`: the catalog of the surface; components of others name theirs. Absent: all do. */
export function flatten(tops: readonly { readonly node: UiNode; readonly id: string }[], home?: Catalog): Flat {
  const tree = new Flattening(home);
  for (const { node, id } of tops) tree.add(node, id);
  return tree;
}

class Flattening implements Flat {
  readonly components: Component[] = [];
  readonly catalogs = new Set<Catalog>();
  readonly #home: Catalog | undefined;
  readonly #placed = new Map<string, UiNode>();
  #depth = 0;

  constructor(home: Catalog | undefined) {
    this.#home = home;
  }

  /** A node with an id of its own may stand in several places; it is one component. */
  add(node: UiNode, automatic: string): string {
    const id = node.common.id ?? automatic;
    const before = this.#placed.get(id);
    if (before === node && node.common.id !== undefined) return id;
    if (before !== undefined)
      throw uiError(
        'VITRINE_COMPONENT_DUPLICATE',
        `The id ${quote(id)} is given to a ${before.type} and a ${node.type}.`,
      );
    if (++this.#depth > DEFAULT_LIMITS.treeDepth)
      throw uiError('VITRINE_LIMIT_DEPTH', `The tree is deeper than ${DEFAULT_LIMITS.treeDepth} components.`);
    this.#placed.set(id, node);
    this.catalogs.add(node.catalog);
    // Its place in the list is before its children's, whatever they need to be named first.
    const at = this.components.push({ id, type: node.type, props: {} }) - 1;
    this.components[at] = this.#component(node, id);
    this.#depth--;
    return id;
  }

  #component({ type, catalog, props, common }: UiNode, id: string): Component {
    const declared = catalog.components.get(type)?.props ?? {};
    const spot = (name: string, prop?: Prop): ValuePlace => ({
      owner: type,
      path: [name],
      props: prop === undefined ? [] : [prop],
      place: (node, path) => this.add(node, [id, ...path].join('.')),
    });
    const members = Object.entries(props).filter(([, value]) => value !== undefined);
    const settled = members.map(([name, value]) => {
      const prop = Object.hasOwn(declared, name) ? declared[name] : undefined;
      return [name, toPlain(value, spot(name, prop))] as const;
    });
    const { weight, accessibility } = common;
    return {
      id,
      type,
      props: Object.fromEntries(settled),
      ...(catalog.id === this.#home?.id ? {} : { catalog: catalog.id }),
      ...defined({ weight }),
      ...defined({ a11y: accessibility && (toPlain(accessibility, spot('accessibility')) as JsonObject) }),
    };
  }
}
