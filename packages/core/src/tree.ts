// The resolved tree of one surface, made on demand: its top, and the bounds that all its places and nodes keep. What
// they are stands in tree-node.ts.

import { Scope } from './binding.ts';
import type { ComponentId } from './entry.ts';
import { type Issue, issue, quote } from './issue.ts';
import type { Limits } from './limits.ts';
import { escapeSegment } from './pointer.ts';
import type { View } from './replica.ts';
import type { Surface } from './surface.ts';
import { type Ground, Place, type TreeNode } from './tree-node.ts';

/** What a tree needs of the state that its surface is part of. */
export type TreeView = Pick<View, 'env' | 'limits'>;

export class Tree implements Ground {
  readonly surface: Surface;
  readonly view: TreeView;
  readonly #root: Place;
  #nodes = 0;
  /** Made when they are read, alive or not: what a list gives is bounded before anybody looks into it. */
  #places = 1;
  #disposed = false;
  #full = false;
  #id = '';
  #name = '';

  constructor(surface: Surface, view: TreeView) {
    this.surface = surface;
    this.view = view;
    const report = (problem: Issue): void => view.env.report({ ...problem, at: this.#at });
    this.#root = new Place(this, undefined, '', -1, surface.root, new Scope(surface, { ...view.env, report }));
  }

  reading(id: ComponentId, name: string): void {
    this.#id = id;
    this.#name = name;
  }

  exceeded(id: ComponentId): void {
    if (this.#full) return;
    this.#full = true;
    this.reading(id, '');
    const { nodesPerTree, treeDepth } = this.limits;
    const message = `The tree is cut at ${quote(id)}: it may hold ${nodesPerTree} nodes and be ${treeDepth} deep.`;
    this.view.env.report(issue('VITRINE_LIMIT_NODES', 'error', message, this.#at));
  }

  get #at(): string {
    const component = `/surfaces/${escapeSegment(this.surface.id)}/components/${escapeSegment(this.#id)}`;
    return this.#name === '' ? component : `${component}/${escapeSegment(this.#name)}`;
  }

  /** The top node; undefined while nothing may be shown. */
  get root(): TreeNode | undefined {
    const { surface } = this;
    if (this.#disposed || surface.held) return undefined;
    const place = this.#root;
    place.retarget(surface.root);
    const slot = surface.slot(surface.root);
    slot.observe();
    if (slot.component !== undefined) return place.node;
    place.dispose();
    return undefined;
  }

  get topId(): ComponentId {
    return this.#root.componentId;
  }

  /** Nodes alive now. */
  get size(): number {
    return this.#nodes;
  }

  /** Destroys every node, once and for all. */
  dispose(): void {
    this.#disposed = true;
    this.#root.drop();
  }

  get limits(): Limits {
    return this.view.limits;
  }

  get room(): number {
    return this.limits.nodesPerTree - this.#places;
  }

  settle(change: number): void {
    this.#places += change;
  }

  admit(): boolean {
    if (this.#nodes >= this.limits.nodesPerTree) return false;
    this.#nodes++;
    return true;
  }

  release(): void {
    this.#nodes--;
  }
}
