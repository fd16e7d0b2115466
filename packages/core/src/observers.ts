// A trie of observed pointers. A write costs its depth plus what is observed below it; other observers cost nothing.
// A node fires when anything at, above or below its pointer is written; its shape fires only when the container is
// replaced or gains or loses a member, so a list is not rebuilt for a change inside one of its items.

import type { Segments } from './pointer.ts';
import { beginBatch, endBatch, expectedSource, Source } from './reactive.ts';

/** More siblings than this are found through a map. Rows of a list have few fields, lists have many rows. */
const MAX_CHAINED = 8;

class Shape extends Source {
  readonly #node: TrieNode;

  constructor(node: TrieNode) {
    super();
    this.#node = node;
  }

  override unwatched(): void {
    this.#node.shape = undefined;
    prune(this.#node);
  }
}

class TrieNode extends Source {
  readonly parent: TrieNode | undefined;
  readonly segment: string;
  shape: Shape | undefined;
  /** The first of a chain of children, or all of them by segment. */
  #children: TrieNode | Map<string, TrieNode> | undefined;
  #next: TrieNode | undefined;

  constructor(parent: TrieNode | undefined, segment: string) {
    super();
    this.parent = parent;
    this.segment = segment;
  }

  get isNeeded(): boolean {
    return this.isWatched || this.shape !== undefined || this.#children !== undefined;
  }

  /** Whether `root`, `base` and `own` lead here. */
  isAt(root: TrieNode, base: Segments, own: Segments): boolean {
    let node: TrieNode | undefined = this;
    for (let i = own.length - 1; i >= 0; i--, node = node.parent)
      if (node === undefined || node.segment !== own[i]) return false;
    for (let i = base.length - 1; i >= 0; i--, node = node.parent)
      if (node === undefined || node.segment !== base[i]) return false;
    return node === root;
  }

  child(segment: string): TrieNode | undefined {
    const children = this.#children;
    if (children instanceof Map) return children.get(segment);
    let node = children;
    while (node !== undefined && node.segment !== segment) node = node.#next;
    return node;
  }

  /** The child of that name, made when there is none. */
  need(segment: string): TrieNode {
    const children = this.#children;
    if (children instanceof Map) {
      const found = children.get(segment);
      if (found !== undefined) return found;
      const made = new TrieNode(this, segment);
      children.set(segment, made);
      return made;
    }
    let length = 1;
    for (let one = children; one !== undefined; one = one.#next, length++) if (one.segment === segment) return one;
    const made = new TrieNode(this, segment);
    made.#next = children;
    this.#children = length > MAX_CHAINED ? mapOf(made.#chain()) : made;
    return made;
  }

  drop(node: TrieNode): void {
    const children = this.#children;
    if (children instanceof Map) {
      children.delete(node.segment);
      if (children.size === 0) this.#children = undefined;
    } else if (children === node) this.#children = node.#next;
    else for (let one = children; one !== undefined; one = one.#next) if (one.#next === node) one.#next = node.#next;
  }

  children(): Iterable<TrieNode> {
    const children = this.#children;
    if (children === undefined) return [];
    return children instanceof Map ? children.values() : children.#chain();
  }

  #chain(): TrieNode[] {
    const chain: TrieNode[] = [];
    for (let one: TrieNode | undefined = this; one !== undefined; one = one.#next) chain.push(one);
    return chain;
  }

  fireAll(): void {
    this.fire();
    this.shape?.fire();
    const children = this.#children;
    if (children instanceof Map) for (const child of children.values()) child.fireAll();
    else for (let one = children; one !== undefined; one = one.#next) one.fireAll();
  }

  override unwatched(): void {
    prune(this);
  }
}

function mapOf(nodes: readonly TrieNode[]): Map<string, TrieNode> {
  const map = new Map<string, TrieNode>();
  for (const node of nodes) map.set(node.segment, node);
  return map;
}

export class Observers {
  readonly #root = new TrieNode(undefined, '');

  /** Observes `base` followed by `own`; two parts, so that a scope and a path need not be joined first. */
  observeValue(base: Segments, own: Segments): void {
    this.#at(base, own).observe();
  }

  observeShape(segments: Segments): void {
    const node = this.#at(segments, []);
    node.shape ??= new Shape(node);
    node.shape.observe();
  }

  /**
   * A write at `segments`. `grown` is how many leading segments name the outermost container that gained or lost a
   * member (those below it are new), -1 if none did.
   */
  written(segments: Segments, grown: number): void {
    // Watchers run once, and not while the trie is walked: they add to it and take from it.
    beginBatch();
    this.#fire(segments, grown);
    endBatch();
  }

  /** Number of pointers observed, or on the way to one: where leaks would show. */
  get size(): number {
    return count(this.#root) - 1;
  }

  #fire(segments: Segments, grown: number): void {
    let node: TrieNode | undefined = this.#root;
    for (let depth = 0; depth < segments.length; depth++) {
      if (grown >= 0 && depth >= grown) node.shape?.fire();
      node.fire();
      node = node.child(segments[depth] as string);
      if (node === undefined) return;
    }
    node.fireAll();
  }

  #at(base: Segments, own: Segments): TrieNode {
    const guess = expectedSource();
    if (guess instanceof TrieNode && guess.isAt(this.#root, base, own)) return guess;
    let node = this.#root;
    for (let i = 0; i < base.length; i++) node = node.need(base[i] as string);
    for (let i = 0; i < own.length; i++) node = node.need(own[i] as string);
    return node;
  }
}

function prune(start: TrieNode): void {
  let node = start;
  while (node.parent !== undefined && !node.isNeeded) {
    node.parent.drop(node);
    node = node.parent;
  }
}

function count(node: TrieNode): number {
  let total = 1;
  for (const child of node.children()) total += count(child);
  return total;
}
