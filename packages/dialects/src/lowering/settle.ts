// Makes bindings say plainly where they start: item-first ones are decided, and paths through lists that were maps name
// positions.

import {
  type Component,
  type ComponentId,
  defined,
  formatPointer,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
} from '@vitrine/core/internal';
import type { MapLists } from './map-lists.ts';
import type { Placement } from './placement.ts';

export interface Surroundings {
  placement(): Placement;
  mapLists(): MapLists | undefined;
  document(): Json;
  /** Something item-first was found: where the component stands matters. */
  itemFirst(): void;
  /** A path from the root was found. */
  fromRoot(pointer: string): void;
  /** Whether a template that repeats over lists only stands before a map, which the reader would repeat over. */
  isIdle(pointer: string): boolean;
}

export function settle(component: Component, around: Surroundings): Component {
  const { props, a11y } = component;
  const settled = settleObject(props, component.id, around);
  const spoken = a11y === undefined ? a11y : settleObject(a11y, component.id, around);
  if (settled === props && spoken === a11y) return component;
  return { ...component, props: settled, ...defined({ a11y: spoken }) };
}

function settleValue(value: Json, id: ComponentId, around: Surroundings): Json {
  if (isArray(value)) {
    const settled = value.map((item) => settleValue(item, id, around));
    return settled.some((item, i) => item !== value[i]) ? settled : value;
  }
  if (!isObject(value) || 'literal' in value) return value;
  return typeof value.path === 'string' ? settlePath(value, value.path, id, around) : settleObject(value, id, around);
}

function settleObject(object: JsonObject, id: ComponentId, around: Surroundings): JsonObject {
  let changed: { [key: string]: Json } | undefined;
  for (const key of Object.keys(object)) {
    const settled = settleValue(object[key] as Json, id, around);
    if (settled === object[key]) continue;
    changed ??= { ...object };
    changed[key] = settled;
  }
  return changed ?? object;
}

/** A binding, or a template, whose `path` this is. */
function settlePath(binding: JsonObject, path: string, id: ComponentId, around: Surroundings): Json {
  let pointer = path;
  if (binding.from === 'item-first') {
    around.itemFirst();
    pointer = around.placement().decide(path, id);
  }
  if (pointer.startsWith('/')) {
    const lists = around.mapLists();
    around.fromRoot(pointer);
    if (lists !== undefined) pointer = formatPointer(lists.translate(parsePointer(pointer), around.document()));
  }
  if (binding.componentId !== undefined && binding.over === undefined && around.isIdle(path)) return [];
  if (binding.from === undefined && binding.over === undefined && pointer === path) return binding;
  const { from: _from, over: _over, ...rest } = binding;
  return { ...rest, path: pointer };
}
