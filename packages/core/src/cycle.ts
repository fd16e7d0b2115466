// Finds a cycle that a message would close. Only components that someone refers to and that refer to others can lie on
// one, so streams that add parents or leaves cost nothing; otherwise each component below is visited once.

import type { ComponentId } from './entry.ts';
import type { Surface } from './surface.ts';

type References = ReadonlyMap<ComponentId, readonly ComponentId[]>;

/** The ids on one cycle through the arriving components, or undefined. */
export function findCycle(arriving: References, surface: Surface): readonly ComponentId[] | undefined {
  const done = new Set<ComponentId>();
  let referred: Set<ComponentId> | undefined;
  for (const [id, references] of arriving) {
    if (references.length === 0 || done.has(id)) continue;
    if ((surface.peek(id)?.inbound ?? 0) === 0) {
      referred ??= referredIds(arriving);
      if (!referred.has(id)) continue;
    }
    const cycle = descend(id, arriving, surface, done);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

function referredIds(arriving: References): Set<ComponentId> {
  const ids = new Set<ComponentId>();
  for (const references of arriving.values()) for (const id of references) ids.add(id);
  return ids;
}

/** Depth first with an own stack: a chain of components may be longer than ours is deep. */
function descend(
  start: ComponentId,
  arriving: References,
  surface: Surface,
  done: Set<ComponentId>,
): readonly ComponentId[] | undefined {
  const next = (id: ComponentId): readonly ComponentId[] => arriving.get(id) ?? surface.peek(id)?.references ?? [];
  const trail: { id: ComponentId; children: readonly ComponentId[]; at: number }[] = [
    { id: start, children: next(start), at: 0 },
  ];
  const onTrail = new Set([start]);
  while (trail.length > 0) {
    const top = trail[trail.length - 1] as (typeof trail)[number];
    const child = top.children[top.at++];
    if (child === undefined) {
      trail.pop();
      onTrail.delete(top.id);
      done.add(top.id);
    } else if (onTrail.has(child)) {
      const ids = trail.map(({ id }) => id);
      return ids.slice(ids.indexOf(child));
    } else if (!done.has(child)) {
      const children = next(child);
      // Leaves cannot lie on a cycle; most components are leaves.
      if (children.length === 0) continue;
      trail.push({ id: child, children, at: 0 });
      onTrail.add(child);
    }
  }
  return undefined;
}
