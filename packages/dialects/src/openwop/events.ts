// What viewers do on surfaces that they were sent in envelopes. OpenWOP has no message for that, only calls; here it is
// the action and the error of A2UI 0.9, with the ids that the envelopes gave. They are taken back to those of the surface.

import { openwop1 } from '@vitrine/core/catalogs/openwop';
import {
  defined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type NewEntry,
  type Outcome,
  readAction,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { decodeViewerMessage as decode09, encodeEvent as encode09 } from '../a2ui-0.9/events.ts';
import type { Encoded } from '../dialect.ts';
import { componentIdOf, nameOf } from '../openwop-1/read-surface.ts';
import { Inner } from './inner.ts';
import { readComponentName, readName } from './names.ts';
import type { Generation } from './schemas.ts';
import { shownOf, type WopSurface } from './showing.ts';

export function decodeViewer(wire: Json, view: View, generation: Generation): Outcome<NewEntry> {
  if (!isObject(wire) || !isObject(wire.action)) return decode09(wire, view);
  const { surfaceId, sourceComponentId } = wire.action;
  if (typeof surfaceId !== 'string' || typeof sourceComponentId !== 'string') return decode09(wire, view);
  const { action, scope } = asShown(wire.action, surfaceId, sourceComponentId, view, generation);
  const decoded = decode09({ ...wire, action }, view);
  if (!decoded.ok || scope === '') return decoded;
  const body = decoded.value.body.map((part) =>
    'event' in part && part.event === 'action' ? { ...part, scope } : part,
  );
  return { ...decoded, value: { ...decoded.value, body } };
}

interface Meant {
  readonly action: JsonObject;
  readonly scope: string;
}

function asShown(action: JsonObject, named: string, source: string, view: View, generation: Generation): Meant {
  const surfaceId = view.surfaces.has(named) ? named : readName(named);
  const surface = view.surfaces.get(surfaceId);
  if (surface?.catalog === openwop1.id) {
    const sourceComponentId = surface.component(source) === undefined ? componentIdOf(source) : source;
    return { action: { ...action, surfaceId, sourceComponentId }, scope: '' };
  }
  const inner = new Inner(view);
  const shown = shownOf(surfaceId, view, inner, () => undefined);
  const button = shown?.components.get(source);
  const { id, scope } =
    shown?.native === true || source === 'root' ? { id: source, scope: '' } : readComponentName(source);
  const real = readAction(inner.replica.surfaces.get(surfaceId)?.component(id)?.props.action);
  const name = real !== undefined && 'event' in real ? { name: real.event.name } : {};
  const context = generation === 1 && shown !== undefined ? contextOf(button, action.context, shown) : action.context;
  return {
    action: { ...action, surfaceId, sourceComponentId: id, ...name, ...defined({ context }) },
    scope,
  };
}

/** Generation 1 sends values by the ids of fields: what the button's own context says of their paths. */
function contextOf(button: JsonObject | undefined, context: Json | undefined, shown: WopSurface): Json {
  const values = isObject(context) && isObject(context.values) ? context.values : {};
  const action = button?.action as { event?: { context?: JsonObject } } | undefined;
  const byPath = new Map<string, Json>();
  for (const [id, { component, value }] of shown.components) {
    const entered = Object.hasOwn(values, id) ? values[id] : undefined;
    if (entered === undefined || !isObject(value) || typeof value.path !== 'string') continue;
    byPath.set(value.path, component === 'ChoicePicker' && !isArray(entered) ? [entered] : entered);
  }
  const members = Object.entries(action?.event?.context ?? {}).flatMap(([key, value]) => {
    const entered = isObject(value) && typeof value.path === 'string' ? byPath.get(value.path) : value;
    return entered === undefined ? [] : [[key, entered] as const];
  });
  return Object.fromEntries(members);
}

/** A button of generation 1 is told by its own id. */
export function encodeViewerEvent(event: ViewerEvent, view: View, at: string): Encoded {
  if (event.event !== 'action' || view.surfaces.get(event.surface)?.catalog !== openwop1.id)
    return encode09(event, view, at);
  return encode09({ ...event, source: nameOf(event.source) ?? event.source }, view, at);
}
