// Whole-tree rules, asked for by strict validation once a stream is complete: there is a root, every reference leads
// somewhere, every component is reached, nothing contains itself.

import { plainWire } from './catalogs/wire.ts';
import { findCycle } from './cycle.ts';
import type { ComponentId } from './entry.ts';
import { isIdentifier } from './ids.ts';
import { type Issue, issue, quote } from './issue.ts';
import { escapeSegment } from './pointer.ts';
import type { Surface } from './surface.ts';

export function checkTopology(surface: Surface): readonly Issue[] {
  if (surface.componentCount === 0) return [];
  const at = `/surfaces/${escapeSegment(surface.id)}`;
  const found: Issue[] = [];
  if (surface.component(surface.root) === undefined) {
    found.push(
      issue(
        'VITRINE_TREE_ROOT',
        'error',
        `Missing root component: the surface ${quote(surface.id)} has no component ${quote(surface.root)}.`,
        at,
      ),
    );
  }
  const reached = reach(surface);
  const references = new Map<ComponentId, readonly ComponentId[]>();
  for (const { id } of surface.components()) {
    const children = surface.peek(id)?.references ?? [];
    references.set(id, children);
    for (const child of children) {
      if (surface.component(child) === undefined) {
        found.push(
          issue(
            'VITRINE_TREE_DANGLING',
            'error',
            `Dangling reference: ${quote(id)} refers to ${quote(child)}, which was never sent.`,
            `${at}/${escapeSegment(id)}`,
          ),
        );
      }
    }
    if (!reached.has(id) && surface.component(surface.root) !== undefined) {
      found.push(
        issue(
          'VITRINE_TREE_ORPHAN',
          'error',
          `Orphaned component: ${quote(id)} is not reachable from ${quote(surface.root)}.`,
          `${at}/${escapeSegment(id)}`,
        ),
      );
    }
  }
  const cycle = findCycle(references, surface);
  if (cycle !== undefined) {
    found.push(
      issue(
        'VITRINE_TREE_CYCLE',
        'error',
        `Circular reference detected: ${[...cycle, cycle[0] as string].map(quote).join(' → ')}.`,
        at,
      ),
    );
  }
  return found;
}

/** Ids that the protocol of the surface wants to be identifiers. Its own examples have others, so they are no fault. */
export function checkNames(surface: Surface): readonly Issue[] {
  if (plainWire(surface.protocol)?.definition.identifiers !== true) return [];
  const odd = surface.components().filter(({ id }) => !isIdentifier(id));
  return odd.map(({ id }) => {
    const message = `The component id ${quote(id)} is no identifier (UAX 31).`;
    const at = `/surfaces/${escapeSegment(surface.id)}/${escapeSegment(id)}`;
    return issue('VITRINE_COMPONENT_SHAPE', 'warning', message, at);
  });
}

function reach(surface: Surface): Set<ComponentId> {
  const reached = new Set<ComponentId>([surface.root]);
  const left = [surface.root];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    for (const child of surface.peek(id)?.references ?? []) {
      if (reached.has(child)) continue;
      reached.add(child);
      left.push(child);
    }
  }
  return reached;
}

export interface SurfaceSize {
  readonly nodes: number;
  readonly depth: number;
}

/**
 * How many nodes a surface without cycles has when every reference is followed, and how deep they lie. Children before
 * parents, with a stack of its own: a chain may be longer than ours is deep.
 */
export function surfaceSize(surface: Surface): SurfaceSize {
  const sizes = new Map<ComponentId, SurfaceSize>();
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
  return sizes.get(surface.root) as SurfaceSize;
}

function sumOf(references: readonly ComponentId[], sizes: ReadonlyMap<ComponentId, SurfaceSize>): SurfaceSize {
  let [nodes, depth] = [1, 0];
  for (const id of references) {
    const size = sizes.get(id) as SurfaceSize;
    nodes += size.nodes;
    depth = Math.max(depth, size.depth);
  }
  return { nodes, depth: depth + 1 };
}
