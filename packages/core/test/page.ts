// A page in small: draws every surface of a fold all the time, one watcher a place, and remembers what it drew last. What
// it shows must always be what a page that is drawn anew would show, and nothing may stay observed when it is closed.

import { type Watcher, watch } from '../src/reactive.ts';
import type { View } from '../src/replica.ts';
import type { Surface } from '../src/surface.ts';
import { Tree } from '../src/tree.ts';
import { type NodeValue, Place, type TreeNode } from '../src/tree-node.ts';
import { isPending, type Value } from '../src/value.ts';

/** One place as it was drawn last: its node, and its properties with the children left open. */
class Region {
  readonly watcher: Watcher;
  readonly below = new Map<Place, Region>();
  node: TreeNode | undefined;
  #props: readonly (readonly [string, unknown])[] = [];

  constructor(find: () => TreeNode | undefined, page: Page) {
    this.watcher = watch(() => {
      page.drawings++;
      this.#draw(find(), page);
    });
  }

  /** From what was drawn: the engine is not asked. */
  get picture(): unknown {
    const { node } = this;
    if (node === undefined) return undefined;
    return {
      id: node.id,
      type: node.type,
      state: node.state,
      alive: node.alive,
      props: this.#props.map(([name, value]) => [name, this.#filled(value)]),
    };
  }

  dispose(): void {
    this.watcher.dispose();
    for (const region of this.below.values()) region.dispose();
    this.below.clear();
  }

  #draw(node: TreeNode | undefined, page: Page): void {
    this.node = node;
    if (node !== undefined) page.eachNode(node);
    const places = new Set<Place>();
    this.#props = (node?.names ?? []).map((name) => [name, drawn(node?.get(name), places)]);
    for (const [place, region] of this.below) {
      if (places.has(place)) continue;
      region.dispose();
      this.below.delete(place);
    }
    for (const place of places) if (!this.below.has(place)) this.below.set(place, new Region(() => place.node, page));
  }

  #filled(value: unknown): unknown {
    if (value instanceof Place) return this.below.get(value)?.picture;
    return Array.isArray(value) ? value.map((item) => this.#filled(item)) : value;
  }
}

/** Values as text, for they may change later; places as they are, for their regions to be put there. */
function drawn(value: NodeValue, places: Set<Place>): unknown {
  if (value instanceof Place) {
    places.add(value);
    return value;
  }
  if (Array.isArray(value)) return (value as readonly NodeValue[]).map((item) => drawn(item, places));
  if (typeof value !== 'object' || value === null || isPending(value as Value)) return String(value);
  return Object.entries(value as { readonly [key: string]: NodeValue }).map(([key, item]) => [
    key,
    drawn(item, places),
  ]);
}

export class Page {
  /** How often any place was drawn. */
  drawings = 0;
  readonly #fold: View;
  readonly #shown = new Map<Surface, { readonly tree: Tree; readonly region: Region }>();
  readonly #watcher: Watcher;
  /** Hears of every node that is drawn. */
  eachNode: (node: TreeNode) => void = () => undefined;
  /** What was still alive or observed of a surface that is shown no more. */
  readonly leaks: string[] = [];

  constructor(fold: View) {
    this.#fold = fold;
    this.#watcher = watch(() => this.#surfaces());
  }

  get picture(): unknown {
    return [...this.#shown].map(([{ id }, { region }]) => [id, region.picture]);
  }

  treeOf(surface: Surface): Tree | undefined {
    return this.#shown.get(surface)?.tree;
  }

  close(): void {
    this.#watcher.dispose();
    for (const surface of [...this.#shown.keys()]) this.#leave(surface);
  }

  #surfaces(): void {
    const open = new Set(this.#fold.surfaces.values());
    for (const surface of [...this.#shown.keys()]) if (!open.has(surface)) this.#leave(surface);
    for (const surface of open) {
      if (this.#shown.has(surface)) continue;
      const tree = new Tree(surface, this.#fold);
      this.#shown.set(surface, { tree, region: new Region(() => tree.root, this) });
    }
  }

  #leave(surface: Surface): void {
    const shown = this.#shown.get(surface);
    this.#shown.delete(surface);
    shown?.region.dispose();
    shown?.tree.dispose();
    const left = [shown?.tree.size, surface.data.observerCount];
    if (left.some((count) => count !== 0)) this.leaks.push(`${surface.id}: ${left}`);
  }
}
