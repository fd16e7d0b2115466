// What a surface shows from its root on, whatever is open on the page: its nodes by id, and every path that an input
// writes. Walked once a message; only properties that hold children are read on the way.

import {
  bearsChild,
  type ComponentId,
  formatPointer,
  isArray,
  isObject,
  Place,
  type Segments,
  STEP_COSTS,
  type Surface,
  Tree,
  type TreeNode,
} from '@vitrine/core';
import type { AdmitInput, JudgingEnvironment } from './admission.ts';
import { type Input, inputsOf } from './inputs.ts';
import { PathSet } from './path-set.ts';

export class Shown {
  readonly surface: Surface;
  readonly secrets = new PathSet();
  readonly #nodes = new Map<ComponentId, TreeNode[]>();
  readonly #inputs = new Map<string, Input[]>();

  constructor(
    surface: Surface,
    env: JudgingEnvironment,
    file: AdmitInput['file'],
    nodeCost: number = STEP_COSTS.value,
  ) {
    this.surface = surface;
    for (const node of walk(new Tree(surface, { env, limits: env.limits }))) {
      if (!env.budget.work(nodeCost)) return;
      const same = this.#nodes.get(node.id);
      if (same === undefined) this.#nodes.set(node.id, [node]);
      else same.push(node);
      for (const input of inputsOf(node, env, file)) if (env.budget.work(nodeCost)) this.#add(input);
    }
  }

  nodes(id: ComponentId): readonly TreeNode[] {
    return this.#nodes.get(id) ?? [];
  }

  *allNodes(): Iterable<TreeNode> {
    for (const same of this.#nodes.values()) yield* same;
  }

  inputs(path: Segments): readonly Input[] {
    return this.#inputs.get(formatPointer(path)) ?? [];
  }

  /** One for each path that something writes. */
  *written(): Iterable<Input> {
    for (const [first] of this.#inputs.values()) if (first !== undefined) yield first;
  }

  #add(input: Input): void {
    const key = formatPointer(input.path);
    const same = this.#inputs.get(key);
    if (same === undefined) this.#inputs.set(key, [input]);
    else same.push(input);
    if (input.secret) this.secrets.add(input.path);
  }
}

function* walk(tree: Tree): Iterable<TreeNode> {
  const left: (TreeNode | undefined)[] = [tree.root];
  while (left.length > 0) {
    const node = left.pop();
    if (node?.state !== 'resolved') continue;
    yield node;
    const props = node.declaration?.props ?? {};
    const children: TreeNode[] = [];
    for (const name of node.names) {
      const prop = props[name];
      if (prop !== undefined && bearsChild(prop)) collect(node.get(name), children);
    }
    // One by one: a list may have more children than a call takes arguments.
    for (let child = children.pop(); child !== undefined; child = children.pop()) left.push(child);
  }
}

function collect(value: unknown, nodes: TreeNode[]): void {
  if (value instanceof Place) nodes.push(value.node);
  else if (isArray(value)) for (const item of value) collect(item, nodes);
  else if (isObject(value)) for (const item of Object.values(value)) collect(item, nodes);
}
