// How many nodes a surface has when every reference is followed, and how deep they lie: counted once a component, since
// four components that refer to each other 256 times already make 16.7 million.

import { type ComponentId, type Issue, issue, type Surface } from '@vitrine/core';

interface Size {
  readonly nodes: number;
  readonly depth: number;
}

/** Of a surface without cycles. */
export function sizeProblem(surface: Surface, mostNodes: number, mostDepth: number): Issue | undefined {
  const { nodes, depth } = sizeOf(surface);
  if (depth > mostDepth)
    return issue('VITRINE_LIMIT_DEPTH', 'error', `The surface is ${depth} components deep; the limit is ${mostDepth}.`);
  if (nodes <= mostNodes) return undefined;
  return issue('VITRINE_LIMIT_NODES', 'error', `The surface shows ${nodes} components; the limit is ${mostNodes}.`);
}

/** Children before parents, with a stack of its own: a chain may be longer than ours is deep. */
function sizeOf(surface: Surface): Size {
  const sizes = new Map<ComponentId, Size>();
  const left: ComponentId[] = [surface.root];
  for (let id = left.at(-1); id !== undefined; id = left.at(-1)) {
    const references = surface.peek(id)?.references ?? [];
    const unknown = sizes.has(id) ? [] : references.filter((child) => !sizes.has(child));
    if (unknown.length > 0) left.push(...new Set(unknown));
    else {
      left.pop();
      if (!sizes.has(id)) sizes.set(id, sumOf(references, sizes));
    }
  }
  return sizes.get(surface.root) as Size;
}

function sumOf(references: readonly ComponentId[], sizes: ReadonlyMap<ComponentId, Size>): Size {
  let [nodes, depth] = [1, 0];
  for (const id of references) {
    const size = sizes.get(id) as Size;
    nodes += size.nodes;
    depth = Math.max(depth, size.depth);
  }
  return { nodes, depth: depth + 1 };
}
