// What of a long entry can be judged before its turn comes, a little at a time: each component by its catalogs, each value
// by itself. What depends on the state (that there is room, that nothing refers to itself) is left to the turn. A verdict
// holds as long as the catalogs are those that it was found by; one that does not is found anew.

import type { Catalog } from './catalog.ts';
import { ComponentsCheck, checkContext } from './check.ts';
import type { CatalogLookup } from './check-context.ts';
import { isPartShaped } from './check-shape.ts';
import type { Component, NewEntry, OpenOp, SurfaceId } from './entry.ts';
import { isOp } from './entry.ts';
import { Findings } from './findings.ts';
import { inspectSteps } from './inspect-steps.ts';
import { type Issue, issue } from './issue.ts';
import type { Json } from './json.ts';
import { isSegments, readPointer } from './pointer.ts';
import type { View } from './replica.ts';
import type { Steps } from './steps.ts';
import { resolveCatalog } from './surface.ts';

/** Components that are judged in one step. */
const STEP_COMPONENTS = 8;

/** Catalogs that were looked up, by their id. */
type Looked = Map<string | undefined, Catalog | Issue>;

export class JudgedAhead {
  readonly #parts = new Map<readonly Component[], { readonly check: ComponentsCheck; readonly looked: Looked }>();

  note(check: ComponentsCheck, looked: Looked): void {
    this.#parts.set(check.components, { check, looked });
  }

  /** The verdict on these components, if it holds. */
  of(components: readonly Component[], catalogFor: CatalogLookup): ComponentsCheck | undefined {
    const part = this.#parts.get(components);
    if (part === undefined) return undefined;
    for (const [id, before] of part.looked) if (!isSame(before, catalogFor(id))) return undefined;
    return part.check;
  }
}

export function* judgeAhead(body: NewEntry['body'], view: View): Steps<JudgedAhead> {
  const judged = new JudgedAhead();
  const { limits, strict, catalogs } = view;
  const context = checkContext(limits, strict, () => issue('VITRINE_CATALOG_MISSING', 'error', ''));
  const shape = new Findings(limits, strict);
  const opened = new Map<SurfaceId, OpenOp>();
  for (const part of body) {
    if (!isPartShaped(part, shape)) break;
    if (!isOp(part)) continue;
    if (part.op === 'open') opened.set(part.surface, part);
    const [value, path] = dataOf(part);
    if (value !== undefined) yield* inspectSteps(value, limits, limits.dataDepth - depthOf(path));
    if ((part.op !== 'put' && part.op !== 'open') || part.components === undefined) continue;
    const { components, surface } = part;
    const found = view.surfaces.get(surface);
    const open = opened.get(surface);
    const looked: Looked = new Map();
    const catalogFor: CatalogLookup = (id) => {
      let catalog = looked.get(id);
      if (catalog === undefined) {
        const wanted = id ?? open?.catalog;
        catalog =
          found?.catalogFor(id) ??
          (wanted === undefined
            ? issue('VITRINE_CATALOG_MISSING', 'error', '')
            : resolveCatalog(wanted, open?.protocol, catalogs));
        looked.set(id, catalog);
      }
      return catalog;
    };
    const check = new ComponentsCheck(components, context.ahead(catalogFor));
    for (let i = 0; i < components.length; i++) {
      yield* check.check(i);
      if (i % STEP_COMPONENTS === 0) yield;
    }
    check.context.end();
    judged.note(check, looked);
  }
  return judged;
}

/** A catalog that was not there is looked for anew: what is said of it depends on the surface. */
function isSame(before: Catalog | Issue, now: Catalog | Issue): boolean {
  return before === now && !('code' in now);
}

function dataOf(part: NewEntry['body'][number]): readonly [value: Json | undefined, path: string] {
  if (!isOp(part)) return [undefined, '/'];
  switch (part.op) {
    case 'set':
    case 'merge':
    case 'append':
      return [part.value, part.path];
    case 'open':
      return [part.data, '/'];
    default:
      return [undefined, '/'];
  }
}

function depthOf(path: string): number {
  const segments = readPointer(path, '');
  return isSegments(segments) ? segments.length : 0;
}
