// What is another at a later moment of a session: surfaces, components and values, one line each. Values are compared where
// they differ first on the way down; long lists of differences are cut by whoever shows them.

import { escapeSegment, isArray, isObject, type Json, jsonEqual, own } from '@vitrine/core/page';
import type { SessionSnapshot } from '../host/host-api.ts';

export interface Difference {
  readonly surface: string;
  /** `component ID`, or a path of the data. */
  readonly what: string;
  /** Absent: it was not there, it is not there any more. */
  readonly before?: Json;
  readonly after?: Json;
}

type SurfaceSnapshot = SessionSnapshot['surfaces'][string];

export function compareSnapshots(before: SessionSnapshot, after: SessionSnapshot): readonly Difference[] {
  const ids = new Set([...Object.keys(before.surfaces), ...Object.keys(after.surfaces)]);
  const surfaces = [...ids].flatMap((id) => compareSurfaces(id, before.surfaces[id], after.surfaces[id]));
  return [
    ...surfaces,
    ...compareBesides('question', before.asks, after.asks),
    ...compareBesides('task', before.tasks, after.tasks),
  ];
}

function compareSurfaces(
  surface: string,
  before: SurfaceSnapshot | undefined,
  after: SurfaceSnapshot | undefined,
): readonly Difference[] {
  if (before === undefined || after === undefined) {
    const whole = { surface, what: 'surface' };
    return [before === undefined ? { ...whole, after: 'opened' } : { ...whole, before: 'closed' }];
  }
  const [was, is] = [componentsOf(before), componentsOf(after)];
  const components = [...new Set([...was.keys(), ...is.keys()])].flatMap((id) =>
    differenceOf(surface, `component ${id}`, was.get(id), is.get(id)),
  );
  return [...components, ...compareValues(surface, '', dataOf(before), dataOf(after))];
}

function componentsOf(surface: SurfaceSnapshot): ReadonlyMap<string, Json> {
  const list = (surface as { readonly components?: Json }).components ?? [];
  return new Map((isArray(list) ? list : []).filter(isObject).map((one) => [String(one.id), one]));
}

function dataOf(surface: SurfaceSnapshot): Json | undefined {
  return (surface as { readonly data?: Json }).data;
}

function compareValues(
  surface: string,
  path: string,
  before: Json | undefined,
  after: Json | undefined,
): readonly Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      compareValues(surface, `${path}/${escapeSegment(name)}`, own(before, name), own(after, name)),
    );
  }
  if (isArray(before) && isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, i) => compareValues(surface, `${path}/${i}`, before[i], after[i])).flat();
  }
  return differenceOf(surface, path || '/', before, after);
}

function compareBesides(kind: string, before: object, after: object): readonly Difference[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id) =>
    differenceOf('', `${kind} ${id}`, was.get(id) as Json, is.get(id) as Json),
  );
}

function differenceOf(
  surface: string,
  what: string,
  before: Json | undefined,
  after: Json | undefined,
): readonly Difference[] {
  if (before !== undefined && after !== undefined ? jsonEqual(before, after) : before === after) return [];
  return [{ surface, what, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}
