// Generation 2 for a viewer: A2UI messages in envelopes, as many as the schema allows in each.

import {
  OPENWOP2_LIMITS as MOST,
  OPENWOP2_VERSION,
  OPENWOP2_WIRE_CATALOG,
} from '@vitrine/core/catalogs/openwop-schema';
import {
  defined,
  formatPointer,
  type Json,
  type JsonObject,
  jsonEqual,
  quote,
  type Surface,
  type SurfaceId,
} from '@vitrine/core/internal';
import { diff } from '../lowering/diff.ts';
import { createWopEncoder, type Memory as EncoderMemory } from '../openwop/encoder.ts';
import { isOpenwopSurface, nativePicture } from '../openwop/native.ts';
import type { WopSurface } from '../openwop/showing.ts';
import { DEFAULT_SURFACE } from '../openwop-1/decode.ts';

export type Memory = EncoderMemory<WopSurface>;

export const { join, encode } = createWopEncoder<WopSurface>({
  generation: 2,
  sentOf: (_id, _view, shown) => shown,
  payloads: (name, before, now) => inPayloads(name, messagesFor(name, before, now)),
  isOwn(id, view) {
    const surface = view.surfaces.get(id);
    return surface !== undefined && nativePicture(surface) !== undefined;
  },
  head: (_name, surface, lose) => nodeOf(surface, lose),
});

/** What a node may be called in major 2. */
const NODE = /^[A-Za-z0-9._~:-]{1,128}$/;

/** A surface of generation 1 is that of its node, and is called so; that of no node has a name of its own. */
function nodeOf(surface: Surface | undefined, lose: (what: string) => void): JsonObject {
  if (surface === undefined || !isOpenwopSurface(surface) || surface.id === DEFAULT_SURFACE) return {};
  if (NODE.test(surface.id)) return { nodeId: surface.id };
  lose(`the node ${quote(surface.id)} has no name in version 2: the envelope names none`);
  return {};
}

function messagesFor(
  surfaceId: SurfaceId,
  before: WopSurface | undefined,
  now: WopSurface | undefined,
): readonly JsonObject[] {
  if (now === undefined) return before === undefined ? [] : [{ deleteSurface: { surfaceId } }];
  if (before === undefined) return opening(surfaceId, now);
  if (!mayChange(before, now)) return [{ deleteSurface: { surfaceId } }, ...opening(surfaceId, now)];
  const changed = [...now.components].filter(([id, one]) => !jsonEqual(before.components.get(id), one));
  const messages = [
    ...putting(
      surfaceId,
      changed.map(([, one]) => one),
    ),
    ...writing(surfaceId, before.data, now.data),
  ];
  if (messages.length > 0 || before.partial === now.partial) return messages;
  // That a surface is complete is said by any message that is not a part of it.
  return [{ updateDataModel: { surfaceId, value: now.data } }];
}

function opening(surfaceId: SurfaceId, { theme, components, data }: WopSurface): readonly JsonObject[] {
  const create = { surfaceId, catalogId: OPENWOP2_WIRE_CATALOG, ...defined({ theme }) };
  return [{ createSurface: create }, ...putting(surfaceId, [...components.values()]), ...writing(surfaceId, {}, data)];
}

/** Nothing changes that is said when a surface is created, and nothing is left over that someone may refer to. */
function mayChange(before: WopSurface, now: WopSurface): boolean {
  if (before.trust !== now.trust || (now.partial && !before.partial)) return false;
  if (!jsonEqual(before.theme ?? null, now.theme ?? null)) return false;
  const isTorn = now.native || before.native;
  return !isTorn || [...before.components.keys()].every((id) => now.components.has(id));
}

function putting(surfaceId: SurfaceId, components: readonly JsonObject[]): readonly JsonObject[] {
  return groupsOf(components, MOST.components).map((group) => ({ updateComponents: { surfaceId, components: group } }));
}

function writing(surfaceId: SurfaceId, before: Json, now: Json): readonly JsonObject[] {
  const writes = diff(before, now).map(({ path, value }) => ({
    surfaceId,
    ...(path.length === 0 ? {} : { path: formatPointer(path) }),
    ...defined({ value }),
  }));
  const isLong = writes.some(({ path }) => path !== undefined && path.length > MOST.path);
  const messages = isLong || writes.length > MOST.messages ? [{ surfaceId, value: now }] : writes;
  return messages.map((updateDataModel) => ({ updateDataModel }));
}

function inPayloads(surfaceId: SurfaceId, messages: readonly JsonObject[]): readonly JsonObject[] {
  return groupsOf(messages, MOST.messages).map((group) => ({
    version: OPENWOP2_VERSION,
    catalogId: OPENWOP2_WIRE_CATALOG,
    surfaceId,
    messages: group.map((message) => ({ version: OPENWOP2_VERSION, ...message })),
  }));
}

function groupsOf<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (let from = 0; from < items.length; from += most) groups.push(items.slice(from, from + most));
  return groups;
}
