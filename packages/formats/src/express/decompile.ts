// Messages as a model would have written them in Express. What Express has no word for is written as a map, or told.

import {
  type Catalog,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  own,
  type Prop,
  quote,
} from '@vitrine/core/internal';
import type { Decompiled } from '../format.ts';
import { componentSignature, type Signature } from '../signatures.ts';
import { activeCatalogs } from '../validate.ts';
import { DEFAULT_SURFACE } from './program.ts';
import { writeName, writeText } from './spelling.ts';
import { ValueWriter } from './write-value.ts';

interface WrittenSurface {
  readonly id: string;
  readonly catalog: Catalog | undefined;
  readonly data: string[];
  /** By id: of what is sent twice, the last counts. */
  readonly components: Map<string, string>;
}

export function decompileExpress(
  messages: readonly JsonObject[],
  { catalogs }: { readonly catalogs: Iterable<Catalog> },
): Decompiled {
  const writer = new BlockWriter(activeCatalogs(catalogs));
  for (const message of messages) writer.message(message);
  const { issues } = writer;
  return { ok: issues.every(({ severity }) => severity !== 'error'), text: writer.text, issues };
}

class BlockWriter {
  readonly issues: Issue[] = [];
  readonly #catalogs: readonly Catalog[];
  readonly #lines: string[] = [];
  #surface: WrittenSurface | undefined;
  readonly #catalogOf = new Map<string, Catalog | undefined>();

  constructor(catalogs: readonly Catalog[]) {
    this.#catalogs = catalogs;
  }

  get text(): string {
    this.#flush();
    return this.#lines.join('\n');
  }

  message(message: JsonObject): void {
    const [key, payload] = Object.entries(message).find(([, value]) => isObject(value)) ?? [];
    if (key === undefined || !isObject(payload)) return this.#warn('A message without a payload is left out.');
    switch (key) {
      case 'createSurface':
        return this.#create(payload);
      case 'updateComponents':
        return this.#components(this.#to(String(payload.surfaceId)), payload.components);
      case 'updateDataModel':
        return this.#update(payload);
      case 'deleteSurface':
        this.#flush();
        this.#lines.push(`deleteSurface(${writeText(String(payload.surfaceId))})`);
        return;
      case 'callRendererFunction':
        return this.#call(payload);
      default:
        return this.#warn(`Express has no word for ${quote(key)}.`);
    }
  }

  #warn(words: string): void {
    this.issues.push(issue('VITRINE_DIALECT_UNKNOWN', 'warning', words, ''));
  }

  #flush(): void {
    const { id, data, components } = this.#surface ?? { id: DEFAULT_SURFACE, data: [], components: new Map() };
    if (this.#surface !== undefined && (id !== DEFAULT_SURFACE || this.#lines.length > 0))
      this.#lines.push(`surface(${[id, ...this.#named(id)].map(writeText).join(', ')})`);
    this.#lines.push(...data, ...components.values());
    this.#surface = undefined;
  }

  /** With several catalogs, that of the surface, where it has one. */
  #named(id: string): readonly string[] {
    const catalog = this.#catalogOf.get(id);
    return this.#catalogs.length > 1 && catalog !== undefined ? [catalog.id] : [];
  }

  #to(id: string): WrittenSurface {
    if (this.#surface?.id !== id) {
      this.#flush();
      this.#surface = { id, catalog: this.#catalogOf.get(id), data: [], components: new Map() };
    }
    return this.#surface as WrittenSurface;
  }

  #create(payload: JsonObject): void {
    const id = String(payload.surfaceId);
    const { catalogId, components, dataModel } = payload;
    this.#flush();
    const found = this.#catalogs.find((one) => one.id === catalogId || one.aliases.includes(String(catalogId)));
    if (catalogId !== undefined && found === undefined)
      this.issues.push(
        issue('VITRINE_CATALOG_UNKNOWN', 'error', `There is no catalog ${quote(String(catalogId))}.`, ''),
      );
    this.#catalogOf.set(id, found);
    const surface = this.#to(id);
    for (const name of Object.keys(payload))
      if (!['surfaceId', 'catalogId', 'components', 'dataModel'].includes(name))
        this.#warn(`Express has no word for ${quote(name)}.`);
    if (dataModel !== undefined) this.#data(surface, [], dataModel);
    this.#components(surface, components);
  }

  #components({ catalog, components }: WrittenSurface, list: Json | undefined): void {
    for (const one of isArray(list) ? list : [])
      if (isObject(one)) components.set(String(one.id), this.#component(one, catalog));
  }

  #component(component: JsonObject, surface: Catalog | undefined): string {
    const { id, component: type, catalogId, ...props } = component;
    const name = String(type);
    const signature = this.#signature(name, catalogId, surface);
    const writer = new ValueWriter(this.#catalogs, surface);
    if (signature === undefined) {
      this.issues.push(issue('VITRINE_COMPONENT_UNKNOWN', 'error', `There is no component ${quote(name)}.`, ''));
      return `${writeName(String(id))} = ${name}(${writer.named(props).join(', ')})`;
    }
    const args = writeArguments(props, signature, writer);
    if (this.#isShared(name) && surface === undefined) args.push(`catalogId=${writeText(signature.catalog.id)}`);
    return `${writeName(String(id))} = ${name}(${args.join(', ')})`;
  }

  #isShared(name: string): boolean {
    return this.#catalogs.filter(({ components }) => components.has(name)).length > 1;
  }

  #signature(name: string, catalogId: Json | undefined, surface: Catalog | undefined): Signature | undefined {
    const own = this.#catalogs.find(({ id }) => id === catalogId) ?? surface;
    const among = own === undefined ? this.#catalogs : [own];
    return among.flatMap((catalog) => componentSignature(catalog, name) ?? [])[0];
  }

  #update({ surfaceId, path = '/', value }: JsonObject): void {
    const surface = this.#to(String(surfaceId));
    if (value === undefined) this.#warn('Express cannot take data away; it writes null.');
    const segments = String(path)
      .split('/')
      .filter((one) => one !== '');
    this.#data(surface, segments, value ?? null);
  }

  #data(surface: WrittenSurface, segments: readonly string[], value: Json): void {
    const unsafe = segments.findIndex((one) => !isSegment(one));
    const writer = new ValueWriter(this.#catalogs, undefined);
    if (unsafe >= 0) {
      const whole = segments
        .slice(unsafe)
        .reduceRight<Json>((inner, one) => ({ [unescapeSegment(one)]: inner }), value);
      surface.data.push(`$/${segments.slice(0, unsafe).join('/')} = ${writer.plain(whole)}`);
    } else if (isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every(isSegment))
      for (const [key, one] of Object.entries(value)) this.#data(surface, [...segments, key], one);
    else surface.data.push(`$/${segments.join('/')} = ${writer.plain(value)}`);
  }

  #call({ callFunction }: JsonObject): void {
    if (!isObject(callFunction)) return;
    this.#flush();
    const { catalogId, ...call } = callFunction;
    const catalog = this.#catalogs.find(({ id }) => id === catalogId);
    this.#lines.push(new ValueWriter(this.#catalogs, catalog).call(call) ?? '');
  }
}

function isSegment(name: string): boolean {
  return /^[A-Za-z0-9_]+$/.test(name);
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** By place as far as there are few gaps, by name behind them. */
function writeArguments(props: JsonObject, { order, params, checks }: Signature, writer: ValueWriter): string[] {
  const args: string[] = [];
  const bound = (name: string): Json | undefined => own(props, name);
  const write = (name: string, value: Json): string =>
    name === checks ? writer.checks(value, bound) : writer.value(value, params.get(name) as Prop);
  let gap: string[] = [];
  let isNamed = false;
  for (const name of order) {
    const value = own(props, name);
    if (value === undefined) gap.push('_');
    else {
      isNamed ||= gap.length > 1 && !(name === checks);
      const written = write(name, value);
      // Rules that are written as maps have no slot of their own.
      const isListed = name === checks && !/^\[?\?/.test(written);
      if (isNamed || isListed) args.push(`${name}=${written}`);
      else if (name === checks) args.push(written);
      else args.push(...gap, written);
      gap = [];
    }
  }
  const rest = Object.keys(props).filter((name) => !order.includes(name));
  return [...args, ...rest.map((name) => `${name}=${writer.value(props[name] as Json, params.get(name))}`)];
}
