// Surfaces that speak OpenWOP already. One of generation 2 is its components as they stand, where its schema takes each.

import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import { OPENWOP2_VERSION, OPENWOP2_WIRE_CATALOG } from '@vitrine/core/catalogs/openwop-schema';
import {
  type Component,
  type ComponentId,
  defined,
  type Json,
  type JsonObject,
  type Surface,
} from '@vitrine/core/internal';
import type { NativePicture } from './picture.ts';
import { checkPayload } from './schemas.ts';

/** A list of generation 1. */
export function isOpenwopSurface(surface: Surface): boolean {
  return surface.catalog === openwop1.id && surface.component(surface.root)?.type === 'surface';
}

/** A component is judged once, however often its surface is looked at. */
const written = new WeakMap<Component, JsonObject | null>();

/** Undefined: it is of another catalog, or holds what the schema of generation 2 refuses. */
export function nativePicture(surface: Surface): NativePicture | undefined {
  if (surface.catalog !== openwop2.id || surface.root !== 'root' || surface.held) return undefined;
  const components = new Map<ComponentId, JsonObject>();
  for (const component of surface.components()) {
    const one = writtenOf(component);
    if (one === null) return undefined;
    components.set(component.id, one);
  }
  return { components, data: surface.data.snapshot() };
}

function writtenOf(component: Component): JsonObject | null {
  const known = written.get(component);
  if (known !== undefined) return known;
  const { id, type, props, weight, a11y } = component;
  const one = {
    id,
    component: type,
    ...defined({ weight, accessibility: a11y }),
    ...props,
  };
  const fits = component.catalog === undefined && component.ext === undefined && isTaken(one);
  written.set(component, fits ? one : null);
  return fits ? one : null;
}

function isTaken(component: Json): boolean {
  const message = { version: OPENWOP2_VERSION, updateComponents: { surfaceId: 's', components: [component] } };
  const payload = { version: OPENWOP2_VERSION, catalogId: OPENWOP2_WIRE_CATALOG, surfaceId: 's', messages: [message] };
  return checkPayload[2](payload) === undefined;
}
