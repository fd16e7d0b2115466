// A renderer in small, for cases about the resolved tree: one watcher a node, which notes when what it would draw is
// no longer what it drew last.

import { isArray, type NodeValue, Place, type Tree, type TreeNode, type Watcher, watch } from '@vitrine/core/internal';
import { nodesBelow } from '../walk.ts';

/** What a node shows of itself: values as text, children by identity. */
interface Drawn {
  readonly text: string;
  readonly children: readonly TreeNode[];
}

interface Watched {
  readonly node: TreeNode;
  readonly watcher: Watcher;
  emissions: number;
}

export class Mirror {
  readonly #tree: Tree;
  readonly #watched = new Map<string, Watched>();
  readonly #destroyed = new Map<string, number>();
  #disposed = false;

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#refresh();
  }

  get nodes(): ReadonlyMap<string, TreeNode> {
    return new Map([...this.#watched].map(([path, { node }]) => [path, node]));
  }

  /** Runs one step and tells which surviving nodes changed and which went. */
  step(run: () => void): { readonly emissions: Counts; readonly destroyed: Counts } {
    for (const watched of this.#watched.values()) watched.emissions = 0;
    this.#destroyed.clear();
    run();
    this.#refresh();
    const changed = [...this.#watched].filter(([, { emissions }]) => emissions > 0);
    return {
      emissions: Object.fromEntries(changed.map(([path, { emissions }]) => [path, emissions])),
      destroyed: Object.fromEntries(this.#destroyed),
    };
  }

  dispose(): void {
    this.#disposed = true;
    this.#tree.dispose();
  }

  #refresh(): void {
    const root = this.#disposed ? undefined : this.#tree.root;
    for (const node of root === undefined ? [] : nodesBelow(root)) {
      const path = node.place.path;
      if (this.#watched.get(path)?.node !== node) this.#watch(path, node);
    }
  }

  #watch(path: string, node: TreeNode): void {
    let last: Drawn | undefined;
    let emissions = 0;
    const watcher = watch(() => {
      const now = draw(node);
      if (last !== undefined && !isSame(last, now)) emissions++;
      last = now;
    });
    const watched: Watched = {
      node,
      watcher,
      get emissions() {
        return emissions;
      },
      set emissions(count) {
        emissions = count;
      },
    };
    this.#watched.set(path, watched);
    node.onDestroy(() => {
      watcher.dispose();
      this.#destroyed.set(path, (this.#destroyed.get(path) ?? 0) + 1);
      if (this.#watched.get(path) === watched) this.#watched.delete(path);
    });
  }
}

export type Counts = { readonly [path: string]: number };

function draw(node: TreeNode): Drawn {
  const children: TreeNode[] = [];
  const props = node.names.map((name) => [name, asText(node.get(name), children), node.isWritable(name)]);
  return { text: JSON.stringify(props), children };
}

function asText(value: NodeValue, children: TreeNode[]): string {
  if (value instanceof Place) {
    children.push(value.node);
    return 'child';
  }
  if (isArray(value)) return `[${(value as readonly NodeValue[]).map((item) => asText(item, children)).join()}]`;
  return JSON.stringify(value) ?? 'undefined';
}

function isSame(a: Drawn, b: Drawn): boolean {
  return (
    a.text === b.text &&
    a.children.length === b.children.length &&
    a.children.every((node, i) => node === b.children[i])
  );
}
