// Generation 1 for a viewer: each change is the whole surface again. A surface is taken away by a list with nothing in it:
// the generation has no other word for that.

import { OPENWOP_CATALOG_VERSION } from '@vitrine/core/catalogs/openwop';
import {
  type Component,
  defined,
  isArray,
  type Json,
  type JsonObject,
  jsonEqual,
  type Surface,
  type Trust,
} from '@vitrine/core/internal';
import { createWopEncoder, type Memory as EncoderMemory } from '../openwop/encoder.ts';
import { readName } from '../openwop/names.ts';
import { isOpenwopSurface } from '../openwop/native.ts';
import { flatten } from './flatten.ts';

interface Sent {
  readonly surface: JsonObject;
  readonly partial: boolean;
  readonly trust: Trust;
}
export type Memory = EncoderMemory<Sent>;

export const { join, encode } = createWopEncoder<Sent>({
  generation: 1,
  sentOf(id, view, shown, lose) {
    const own = view.surfaces.get(id);
    if (own !== undefined && isOwn(own)) return { surface: writeSurface(own), partial: own.partial, trust: own.trust };
    const components = shown === undefined ? [] : flatten(shown, lose);
    if (shown === undefined || components.length === 0) return undefined;
    return { surface: { components }, partial: shown.partial, trust: shown.trust };
  },
  payloads(_name, before, now) {
    if (jsonEqual(before as Json | undefined, now as Json | undefined)) return [];
    return [{ catalogVersion: OPENWOP_CATALOG_VERSION, surface: now?.surface ?? { components: [] } }];
  },
  isOwn: (id, view) => isOwn(view.surfaces.get(id)),
  /** A node may be called anything there, so a surface keeps its own name. */
  head: (name) => ({ nodeId: readName(name) }),
});

function isOwn(surface: Surface | undefined): boolean {
  return surface !== undefined && isOpenwopSurface(surface);
}

/** A surface of generation 1 as it came. */
export function writeSurface(surface: Surface): JsonObject {
  const { title, children } = surface.component(surface.root)?.props ?? {};
  const ids = isArray(children) ? children : [];
  const components = ids.flatMap((id) => (typeof id === 'string' ? (surface.component(id) ?? []) : [])).map(writeItem);
  return { ...defined({ title }), components };
}

function writeItem({ type, props }: Component): JsonObject {
  const { name, value: _where, action, ...rest } = props;
  if (name === undefined) return { component: type, ...rest };
  const target = (action as { event?: { name: string } } | undefined)?.event?.name;
  return { component: type, id: name, ...rest, ...defined({ action: target === undefined ? undefined : { target } }) };
}
