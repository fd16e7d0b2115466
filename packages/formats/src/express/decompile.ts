// Messages as a model would have written them in Express. What Express has no word for is written as a map, or told.

import {
  type Catalog,
  DataModel,
  DEFAULT_LIMITS,
  defined,
  type Issue,
  isArray,
  isObject,
  isSegments,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  own,
  type Prop,
  quote,
  readPointer,
} from '@vitrine/core/internal';
import type { Decompiled, DecompileOptions } from '../format.ts';
import { componentSignature, type Signature } from '../signatures.ts';
import { activeCatalogs } from '../validate.ts';
import { isNamed } from './catalog-names.ts';
import { DEFAULT_SURFACE } from './program.ts';
import { writeName, writeText } from './spelling.ts';
import { ValueWriter } from './write-value.ts';

/** What is written to one surface, over all messages. */
interface WrittenSurface {
  readonly id: string;
  readonly catalog: Catalog | undefined;
  /** The data of a surface that was created here, which is written as it is in the end. */
  readonly model: DataModel | undefined;
  readonly data: string[];
  /** By id: of what is sent twice, the last counts. */
  readonly components: Map<string, string>;
}

export function decompileExpress(messages: readonly JsonObject[], options: DecompileOptions): Decompiled {
  const writer = new BlockWriter(activeCatalogs(options.catalogs), options.limits ?? DEFAULT_LIMITS);
  for (const message of messages) writer.message(message);
  const { text, issues } = writer.end();
  return { ok: issues.every(({ severity }) => severity !== 'error'), text, issues };
}

class BlockWriter {
  readonly #issues: Issue[] = [];
  readonly #catalogs: readonly Catalog[];
  readonly #limits: Limits;
  readonly #lines: string[] = [];
  /** What is still to be written, in the order in which it was begun. */
  readonly #surfaces = new Map<string, WrittenSurface>();
  readonly #catalogOf = new Map<string, Catalog | undefined>();

  constructor(catalogs: readonly Catalog[], limits: Limits) {
    this.#catalogs = catalogs;
    this.#limits = limits;
  }

  end(): { readonly text: string; readonly issues: readonly Issue[] } {
    this.#flush();
    return { text: this.#lines.join('\n'), issues: this.#issues };
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
        this.#catalogOf.delete(String(payload.surfaceId));
        this.#lines.push(`deleteSurface(${writeText(String(payload.surfaceId))})`);
        return;
      case 'callRendererFunction':
        return this.#call(payload);
      default:
        return this.#warn(`Express has no word for ${quote(key)}.`);
    }
  }

  #warn(words: string): void {
    this.#issues.push(issue('VITRINE_DIALECT_UNKNOWN', 'warning', words, ''));
  }

  #flush(): void {
    for (const surface of this.#surfaces.values()) this.#write(surface);
    this.#surfaces.clear();
  }

  #write(surface: WrittenSurface): void {
    const { id, model, data, components } = surface;
    if (model !== undefined) this.#created(surface, model);
    const named = this.#named(id);
    if (id !== DEFAULT_SURFACE || this.#lines.length > 0 || named.length > 0)
      this.#lines.push(`surface(${[id, ...named].map(writeText).join(', ')})`);
    this.#lines.push(...data, ...components.values());
  }

  /** A surface is created by its root. */
  #created({ id, data, components }: WrittenSurface, model: DataModel): void {
    const value = model.snapshot();
    const isEmpty = isObject(value) && Object.keys(value).length === 0;
    if (!isEmpty || components.size === 0) this.#data(data, [], value);
    if (!components.has('root'))
      this.#warn(`The surface ${quote(id)} has no root: what is written of it changes one that is open.`);
  }

  /** With several catalogs, that of the surface, where it has one. */
  #named(id: string): readonly string[] {
    const catalog = this.#catalogOf.get(id);
    return this.#catalogs.length > 1 && catalog !== undefined ? [catalog.id] : [];
  }

  #to(id: string): WrittenSurface {
    return this.#surfaces.get(id) ?? this.#begin(id, undefined);
  }

  #begin(id: string, model: DataModel | undefined): WrittenSurface {
    const begun = { id, catalog: this.#catalogOf.get(id), model, data: [], components: new Map() };
    this.#surfaces.set(id, begun);
    return begun;
  }

  #create(payload: JsonObject): void {
    const id = String(payload.surfaceId);
    const { catalogId, components, dataModel } = payload;
    if (this.#surfaces.has(id)) this.#flush();
    const found = typeof catalogId === 'string' ? catalogNamed(this.#catalogs, catalogId) : undefined;
    if (catalogId !== undefined && found === undefined)
      this.#issues.push(
        issue('VITRINE_CATALOG_UNKNOWN', 'error', `There is no catalog ${quote(String(catalogId))}.`, ''),
      );
    this.#catalogOf.set(id, found);
    const surface = this.#begin(id, new DataModel(this.#limits));
    for (const name of Object.keys(payload))
      if (!['surfaceId', 'catalogId', 'components', 'dataModel'].includes(name))
        this.#warn(`Express has no word for ${quote(name)}.`);
    if (dataModel !== undefined) this.#report(surface.model?.set('/', dataModel));
    this.#components(surface, components);
  }

  #report(problem: Issue | undefined): void {
    if (problem !== undefined) this.#issues.push(problem);
  }

  #components({ catalog, components }: WrittenSurface, list: Json | undefined): void {
    for (const one of isArray(list) ? list : [])
      if (isObject(one)) components.set(String(one.id), this.#component(one, catalog));
  }

  #component(component: JsonObject, surface: Catalog | undefined): string {
    const { id, component: type, catalogId, ...props } = component;
    const name = String(type);
    const own = typeof catalogId === 'string' ? catalogNamed(this.#catalogs, catalogId) : surface;
    const signature = this.#signature(name, own);
    const writer = new ValueWriter(this.#catalogs, surface);
    if (signature === undefined) {
      this.#issues.push(issue('VITRINE_COMPONENT_UNKNOWN', 'error', `There is no component ${quote(name)}.`, ''));
      return `${writeName(String(id))} = ${name}(${writer.named(props).join(', ')})`;
    }
    const args = writeArguments(props, signature, writer);
    const isShared = this.#catalogs.filter(({ components }) => components.has(name)).length > 1;
    if (isShared && signature.catalog !== surface) args.push(`catalogId=${writeText(signature.catalog.id)}`);
    return `${writeName(String(id))} = ${name}(${args.join(', ')})`;
  }

  #signature(name: string, own: Catalog | undefined): Signature | undefined {
    const among = own === undefined ? this.#catalogs : [own];
    return among.flatMap((catalog) => componentSignature(catalog, name) ?? [])[0];
  }

  #update({ surfaceId, path = '/', value }: JsonObject): void {
    const surface = this.#to(String(surfaceId));
    const { model } = surface;
    const at = String(path);
    if (model !== undefined) return this.#report(value === undefined ? model.unset(at) : model.set(at, value));
    if (value === undefined) this.#warn('Express cannot take data away; it writes null.');
    const segments = readPointer(at);
    if (!isSegments(segments)) return this.#report(segments);
    if (!segments.every(isSegment))
      this.#warn(`What stands beside ${quote(at)} is replaced: Express has no path with its characters.`);
    this.#data(surface.data, segments, value ?? null);
  }

  #data(lines: string[], segments: readonly string[], value: Json): void {
    const unsafe = segments.findIndex((one) => !isSegment(one));
    const writer = new ValueWriter(this.#catalogs, undefined);
    if (unsafe >= 0) {
      const whole = segments.slice(unsafe).reduceRight<Json>((inner, one) => ({ [one]: inner }), value);
      lines.push(`$/${segments.slice(0, unsafe).join('/')} = ${writer.plain(whole)}`);
    } else if (isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every(isSegment))
      for (const [key, one] of Object.entries(value)) this.#data(lines, [...segments, key], one);
    else lines.push(`$/${segments.join('/')} = ${writer.plain(value)}`);
  }

  #call({ callFunction }: JsonObject): void {
    if (!isObject(callFunction)) return;
    this.#flush();
    const { catalogId, ...call } = callFunction;
    const catalog = typeof catalogId === 'string' ? catalogNamed(this.#catalogs, catalogId) : undefined;
    const written = new ValueWriter(this.#catalogs, undefined).call({
      ...call,
      ...defined({ catalogId: catalog?.id }),
    });
    if (written === undefined) this.#warn('A call that Express has no word for is left out.');
    else this.#lines.push(written);
  }
}

function catalogNamed(catalogs: readonly Catalog[], id: string): Catalog | undefined {
  return catalogs.find((one) => isNamed(one, id));
}

function isSegment(name: string): boolean {
  return /^[A-Za-z0-9_]+$/.test(name);
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
