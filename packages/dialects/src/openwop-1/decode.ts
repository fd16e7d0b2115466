// Generation 1 from an agent: each envelope is a whole surface. A surface that is there already is changed in place, so
// that a person keeps what was entered; it is opened anew where components would be left over.

import { OPENWOP_VALUES, openwop1, openwopValue } from '@vitrine/core/catalogs/openwop';
import {
  type Component,
  getAt,
  type Issue,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  type NewEntry,
  type Op,
  type Outcome,
  parsePointer,
  refused,
  type Surface,
  type SurfaceId,
  type View,
} from '@vitrine/core/internal';
import { issueOf, isUntrusted, readWopEnvelope, type WopEnvelope } from '../openwop/envelope.ts';
import { checkPayload } from '../openwop/schemas.ts';
import { idProblemIn, nameOf, type ReadSurface, ROOT, readSurface } from './read-surface.ts';

/** The surface of envelopes that name no node: all of them are one surface, so that each is a change of the last. */
export const DEFAULT_SURFACE = 'surface';

export function surfaceOf1({ nodeId }: Pick<WopEnvelope, 'nodeId'>): SurfaceId {
  return nodeId ?? DEFAULT_SURFACE;
}

export function decodeAgentMessage(wire: Json, view: View): Outcome<NewEntry> {
  const envelope = readWopEnvelope(wire, 1, view.limits);
  if (!envelope.ok) return refused([envelope.issue]);
  const problem = payloadProblem1(envelope.value, view);
  if (problem !== undefined) return refused([problem]);
  return { ok: true, value: entryOf1(envelope.value, view), issues: [] };
}

export function payloadProblem1({ payload }: WopEnvelope, view: View): Issue | undefined {
  const problem = checkPayload[1](payload);
  return problem === undefined ? idProblemIn(payload as JsonObject, view.limits) : issueOf(problem, '/payload');
}

/** Of an envelope whose payload was judged. */
export function entryOf1(envelope: WopEnvelope, view: View): NewEntry {
  const surface = surfaceOf1(envelope);
  const read = readSurface(envelope.payload as JsonObject);
  const partial = envelope.partial?.isPartial === true;
  const before = view.surfaces.get(surface);
  const untrusted = isUntrusted(envelope) || before?.trust === 'untrusted';
  const body = opsOf(surface, read, partial, before, untrusted);
  return { body, ...(untrusted ? { trust: 'untrusted' } : {}) };
}

function opsOf(
  surface: SurfaceId,
  read: ReadSurface,
  partial: boolean,
  before: Surface | undefined,
  untrusted: boolean,
): readonly Op[] {
  const { components, defaults } = read;
  // A list with nothing in it shows nothing: it is how a surface of this generation is taken away.
  if (components.length === 1 && isUntitled(read) && before !== undefined) return [{ op: 'close', surface }];
  if (before !== undefined && mayChange(before, components, partial, untrusted)) {
    const changed = components.filter((one) => one.id === ROOT || !isSame(before.component(one.id), one));
    const values = changedDefaults(components, before).map(
      ([name, value]): Op => ({ op: 'set', surface, path: openwopValue(name).path, value }),
    );
    const ended: readonly Op[] = before.partial && !partial ? [{ op: 'reveal', surface, root: ROOT }] : [];
    return [{ op: 'put', surface, components: changed }, ...values, ...ended];
  }
  const values = { ...defaults, ...(before === undefined ? {} : keptValues(before, components)) };
  const open: Op = {
    op: 'open',
    surface,
    catalog: openwop1.id,
    components,
    data: { values },
    ...(partial ? { partial } : {}),
  };
  return before === undefined ? [open] : [{ op: 'close', surface }, open];
}

function isUntitled({ components }: ReadSurface): boolean {
  return components[0]?.props.title === undefined;
}

function isSame(before: Component | undefined, now: Component): boolean {
  return before !== undefined && before.type === now.type && jsonEqual(before.props, now.props);
}

/** Nothing would be left over, and nothing changes that only an opening can say. */
function mayChange(before: Surface, components: readonly Component[], partial: boolean, untrusted: boolean): boolean {
  if (before.catalog !== openwop1.id || (partial && !before.partial)) return false;
  if (untrusted && before.trust === 'trusted') return false;
  const ids = new Set(components.map(({ id }) => id));
  return before.components().every(({ id }) => ids.has(id));
}

/** A box whose default is another one begins anew. */
function changedDefaults(components: readonly Component[], before: Surface): readonly (readonly [string, boolean])[] {
  return components.flatMap(({ id, type, props }) => {
    if (type !== 'field.checkbox' || props.default === before.component(id)?.props.default) return [];
    return [[props.name as string, props.default === true] as const];
  });
}

/** What was entered or set for fields that are still there as they were. */
function keptValues(before: Surface, components: readonly Component[]): JsonObject {
  const held = getAt(before.data.snapshot(), parsePointer(OPENWOP_VALUES));
  if (!isObject(held) || before.catalog !== openwop1.id) return {};
  const names = components.flatMap(({ id, type, props }) => {
    const [name, was] = [nameOf(id), before.component(id)];
    return name !== undefined && was?.type === type && was.props.default === props.default ? [name] : [];
  });
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(held, name) ? [[name, held[name] as Json]] : [])));
}
