// Changes to the components of one surface in a document of A2UI 0.9 or 1.0 messages: put in, taken out, moved, given another
// value. Each change says which messages are to be written anew; the text is left to the caller, so that it can be undone there.

import {
  type Catalog,
  defined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Prop,
  type Props,
} from '@vitrine/core/page';
import { SAMPLE_ID, sampleSurface } from '@vitrine/core/sample-component';

/** A place where a component holds others: `children`, `child`, `tabs/1/child`. */
export interface ComponentSlot {
  readonly path: readonly (string | number)[];
  /** False: exactly one stands here. */
  readonly isList: boolean;
  readonly ids: readonly string[];
  /** One component for each item of the data. */
  readonly isTemplate?: true;
}
export interface SlotPlace {
  readonly parent: string;
  readonly slot: number;
  readonly index: number;
}

interface ComponentPlace {
  readonly message: number;
  readonly payload: 'createSurface' | 'updateComponents';
  readonly index: number;
}

export class SurfaceDocument {
  readonly catalog: Catalog;
  readonly surfaceId: string;
  readonly #messages: Json[];
  readonly #changed = new Set<number>();

  /** `messages`: every message of the document, in order. They are not changed. */
  constructor(messages: readonly Json[], surfaceId: string, catalog: Catalog) {
    this.#messages = [...messages];
    this.surfaceId = surfaceId;
    this.catalog = catalog;
  }

  /** The messages that a change has touched, by their number. */
  get changes(): ReadonlyMap<number, Json> {
    return new Map([...this.#changed].map((index) => [index, this.#messages[index] as Json]));
  }

  get ids(): readonly string[] {
    return [...this.#places().keys()];
  }

  component(id: string): JsonObject | undefined {
    const place = this.#places().get(id);
    return place === undefined ? undefined : this.#at(place);
  }

  typeOf(id: string): string {
    return String(this.component(id)?.component ?? '');
  }

  propsOf(type: string): Props {
    return this.catalog.components.get(type)?.props ?? {};
  }

  slots(id: string): readonly ComponentSlot[] {
    const component = this.component(id);
    if (component === undefined) return [];
    return Object.entries(this.propsOf(this.typeOf(id))).flatMap(([name, prop]) =>
      slotsIn(component[name], prop, [name]),
    );
  }

  /** Where a component stands; undefined for the root and for what nothing leads to. */
  placeOf(id: string): SlotPlace | undefined {
    for (const parent of this.ids)
      for (const [slot, { ids }] of this.slots(parent).entries())
        if (ids.includes(id)) return { parent, slot, index: ids.indexOf(id) };
    return undefined;
  }

  setProp(id: string, name: string, value: Json | undefined): void {
    const { [name]: _, ...rest } = this.component(id) ?? {};
    this.#put(id, value === undefined ? rest : { ...rest, [name]: value });
  }

  /** A new component, with what it needs; its id. */
  add(type: string, place: SlotPlace): string {
    const declaration = this.catalog.components.get(type);
    if (declaration === undefined) return '';
    const id = this.#newId(type);
    const made = sampleSurface(this.catalog, type, declaration).components ?? [];
    const names = new Map(made.map((one) => [one.id, one.id === SAMPLE_ID ? id : this.#newId(`${id} text`)]));
    const renamed = (value: Json): Json =>
      typeof value === 'string' ? (names.get(value) ?? value) : mapJson(value, renamed);
    this.#append(
      made.map((one) => ({
        id: names.get(one.id) ?? one.id,
        component: one.type,
        ...(renamed(pathsFor(one.props as JsonObject, id)) as JsonObject),
      })),
    );
    this.#insert(id, place);
    return id;
  }

  /** Takes a component and what stands in it out of the surface. */
  remove(id: string): void {
    const below = this.below(id);
    this.#detach(id);
    for (const [index, message] of this.#messages.entries()) {
      const list = componentsOf(message, this.surfaceId);
      if (list === undefined || !list.some((one) => isObject(one) && below.has(String(one.id)))) continue;
      const kept = list.filter((one) => !isObject(one) || !below.has(String(one.id)));
      this.#write(index, withComponents(message as JsonObject, kept));
    }
  }

  /** Nothing happens where a component would come to stand in itself. */
  move(id: string, place: SlotPlace): void {
    if (this.below(id).has(place.parent)) return;
    const from = this.placeOf(id);
    const isSame = from?.parent === place.parent && from.slot === place.slot;
    const index = isSame && from.index < place.index ? place.index - 1 : place.index;
    this.#detach(id);
    this.#insert(id, { ...place, index });
  }

  setData(value: Json): void {
    const { surfaceId } = this;
    const last = this.#messages.findLastIndex((one) => payloadOf(one, 'updateDataModel')?.surfaceId === surfaceId);
    const open = this.#messages.findIndex((one) => payloadOf(one, 'createSurface')?.surfaceId === surfaceId);
    const opened = this.#messages[open];
    if (last < 0 && isObject(opened) && isObject(opened.createSurface) && opened.createSurface.dataModel !== undefined)
      return this.#write(open, { ...opened, createSurface: { ...opened.createSurface, dataModel: value } });
    const version = isObject(opened) ? opened.version : undefined;
    const message = { ...defined({ version }), updateDataModel: { surfaceId, value } } as JsonObject;
    this.#write(last < 0 ? this.#messages.length : last, message);
  }

  /** A component and all that stands in it. */
  below(id: string, found: Set<string> = new Set()): Set<string> {
    if (found.has(id)) return found;
    found.add(id);
    for (const { ids } of this.slots(id)) for (const inner of ids) this.below(inner, found);
    return found;
  }

  #places(): ReadonlyMap<string, ComponentPlace> {
    const found = new Map<string, ComponentPlace>();
    for (const [message, value] of this.#messages.entries())
      for (const [index, one] of (componentsOf(value, this.surfaceId) ?? []).entries())
        if (isObject(one) && typeof one.id === 'string')
          found.set(one.id, { message, payload: payloadName(value) ?? 'updateComponents', index });
    return found;
  }

  #at({ message, index }: ComponentPlace): JsonObject {
    return componentsOf(this.#messages[message], this.surfaceId)?.[index] as JsonObject;
  }

  #put(id: string, component: JsonObject): void {
    const place = this.#places().get(id);
    if (place === undefined) return;
    const message = this.#messages[place.message] as JsonObject;
    const list = [...(componentsOf(message, this.surfaceId) ?? [])];
    list[place.index] = component;
    this.#write(place.message, withComponents(message, list));
  }

  #append(components: readonly JsonObject[]): void {
    const last = this.#messages.findLastIndex((one) => componentsOf(one, this.surfaceId) !== undefined);
    const message = this.#messages[last];
    if (message !== undefined)
      return this.#write(
        last,
        withComponents(message as JsonObject, [...(componentsOf(message, this.surfaceId) ?? []), ...components]),
      );
    const first = this.#messages.find(isObject);
    const version = isObject(first) ? first.version : 'v1.0';
    this.#write(this.#messages.length, {
      ...defined({ version }),
      updateComponents: { surfaceId: this.surfaceId, components },
    } as JsonObject);
  }

  #insert(id: string, { parent, slot, index }: SlotPlace): void {
    const target = this.slots(parent)[slot];
    const component = this.component(parent);
    if (target === undefined || component === undefined) return;
    const ids = target.ids.toSpliced(Math.min(index, target.ids.length), target.isList ? 0 : 1, id);
    this.#put(parent, setAt(component, target.path, target.isList ? ids : id) as JsonObject);
  }

  #detach(id: string): void {
    const place = this.placeOf(id);
    const component = place && this.component(place.parent);
    const slot = place && this.slots(place.parent)[place.slot];
    if (place === undefined || component === undefined || slot?.isList !== true) return;
    const ids = slot.ids.filter((one) => one !== id);
    this.#put(place.parent, setAt(component, slot.path, ids) as JsonObject);
  }

  #write(index: number, message: Json): void {
    this.#messages[index] = message;
    this.#changed.add(index);
  }

  #newId(words: string): string {
    const stem = words
      .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
      .replace(/\W+/g, '-')
      .toLowerCase();
    const used = new Set(this.ids);
    if (!used.has(stem)) return stem;
    for (let i = 2; ; i++) if (!used.has(`${stem}-${i}`)) return `${stem}-${i}`;
  }
}

/** What is entered in a new field has a path of its own. */
function pathsFor(props: JsonObject, id: string): JsonObject {
  const name = id.replaceAll('-', '_');
  return mapJson(props, (value) =>
    isObject(value) && typeof value.path === 'string' && Object.keys(value).length === 1 ? { path: `/${name}` } : value,
  ) as JsonObject;
}

function mapJson(value: Json, each: (value: Json) => Json): Json {
  if (isArray(value)) return value.map(each);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one)]));
}

function payloadName(message: Json | undefined): ComponentPlace['payload'] | undefined {
  if (!isObject(message)) return undefined;
  return isObject(message.updateComponents)
    ? 'updateComponents'
    : isObject(message.createSurface)
      ? 'createSurface'
      : undefined;
}

function payloadOf(message: Json | undefined, name: string): JsonObject | undefined {
  const payload = isObject(message) ? own(message, name) : undefined;
  return isObject(payload) ? payload : undefined;
}

function componentsOf(message: Json | undefined, surfaceId: string): readonly Json[] | undefined {
  const name = payloadName(message);
  const payload = name === undefined ? undefined : payloadOf(message, name);
  return payload?.surfaceId === surfaceId && isArray(payload.components) ? payload.components : undefined;
}

function withComponents(message: JsonObject, components: readonly Json[]): JsonObject {
  const name = payloadName(message) ?? 'updateComponents';
  return { ...message, [name]: { ...payloadOf(message, name), components } };
}

function slotsIn(value: Json | undefined, prop: Prop, path: readonly (string | number)[]): ComponentSlot[] {
  if (prop.kind === 'child') return [{ path, isList: false, ids: typeof value === 'string' ? [value] : [] }];
  if (prop.kind === 'children') {
    if (isObject(value) && typeof value.componentId === 'string')
      return [{ path: [...path, 'componentId'], isList: false, ids: [value.componentId], isTemplate: true }];
    return [{ path, isList: true, ids: isArray(value) ? value.filter((one) => typeof one === 'string') : [] }];
  }
  if (prop.kind === 'list' && isArray(value))
    return value.flatMap((one, index) => slotsIn(one, prop.item, [...path, index]));
  if (prop.kind !== 'object' || !isObject(value)) return [];
  return Object.entries(prop.props).flatMap(([name, inner]) => slotsIn(value[name], inner, [...path, name]));
}

function setAt(value: Json, [key, ...rest]: readonly (string | number)[], replacement: Json): Json {
  if (key === undefined) return replacement;
  if (isArray(value)) return value.map((one, index) => (index === key ? setAt(one, rest, replacement) : one));
  const object = isObject(value) ? value : {};
  return { ...object, [key]: setAt(own(object, String(key)) ?? null, rest, replacement) };
}
