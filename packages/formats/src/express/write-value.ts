// A value of a message in Express: bindings and calls where the declaration admits them, ids where it names components, everything
// else as it is.

import {
  type Catalog,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  own,
  type Prop,
} from '@vitrine/core/internal';
import { admitsBinding, functionSignature, type Signature } from '../signatures.ts';
import { isNamed } from './catalog-names.ts';
import { checkMessage } from './checks.ts';
import { writeKey, writeName, writeNumber, writeText } from './spelling.ts';

const PATH = /^[A-Za-z0-9_/]*$/;

export class ValueWriter {
  readonly #catalogs: readonly Catalog[];
  /** Whose names need no catalog. */
  readonly #own: Catalog | undefined;

  constructor(catalogs: readonly Catalog[], surface: Catalog | undefined) {
    this.#catalogs = catalogs;
    this.#own = surface;
  }

  named(props: JsonObject): readonly string[] {
    return Object.entries(props).map(([name, value]) => `${name}=${this.value(value, undefined)}`);
  }

  /** Without bindings: data. */
  plain(value: Json): string {
    if (isArray(value)) return `[${value.map((item) => this.plain(item)).join(', ')}]`;
    if (isObject(value)) return `{${entries(value, (one) => this.plain(one))}}`;
    return literal(value);
  }

  value(value: Json, prop: Prop | undefined): string {
    switch (prop?.kind) {
      case 'child':
        return typeof value === 'string' ? writeName(value) : this.free(value);
      case 'children':
        return this.#children(value);
      case 'action':
        return this.#action(value);
      case 'list':
        return isArray(value) ? `[${value.map((item) => this.value(item, prop.item)).join(', ')}]` : this.free(value);
      case 'object':
        if (!isObject(value)) return this.free(value);
        return `{${entries(value, (one, key) => this.value(one, own(prop.props, key)))}}`;
      case 'map':
        return isObject(value) ? `{${entries(value, (one) => this.value(one, prop.item))}}` : this.free(value);
      case 'any-of':
        return this.#anyOf(value, prop.of);
      default:
        return this.free(value);
    }
  }

  /** What no path can stand in for is written as the one kind that it can be. */
  #anyOf(value: Json, of: readonly Prop[]): string {
    const fit = of.filter(({ kind }) => (isArray(value) ? kind === 'list' : kind === 'map' || kind === 'object'));
    return typeof value !== 'object' || fit.length !== 1 || of.some(admitsBinding)
      ? this.free(value)
      : this.value(value, fit[0]);
  }

  /** With bindings and calls wherever they look like ones. */
  free(value: Json): string {
    if (isArray(value)) return `[${value.map((item) => this.free(item)).join(', ')}]`;
    if (!isObject(value)) return literal(value);
    return writePath(value) ?? this.call(value) ?? `{${entries(value, (one) => this.free(one))}}`;
  }

  #children(value: Json): string {
    if (isArray(value))
      return `[${value.map((item) => (typeof item === 'string' ? writeName(item) : this.free(item))).join(', ')}]`;
    if (!isObject(value) || typeof value.path !== 'string' || typeof value.componentId !== 'string')
      return this.free(value);
    const isTemplate = Object.keys(value).length === 2 && PATH.test(value.path);
    return isTemplate ? `_template($${value.path}, ${writeName(value.componentId)})` : this.free(value);
  }

  #action(value: Json): string {
    if (!isObject(value)) return this.free(value);
    const { event, functionCall, ...rest } = value;
    if (Object.keys(rest).length > 0) return this.free(value);
    if (isObject(functionCall) && event === undefined) return this.call(functionCall) ?? this.free(value);
    if (!isObject(event) || functionCall !== undefined) return this.free(value);
    const { name, context, ...more } = event;
    if (typeof name !== 'string' || Object.keys(more).length > 0) return this.free(value);
    if (context === undefined) return `Event(${writeText(name)})`;
    return isObject(context)
      ? `Event(${writeText(name)}, {${entries(context, (one) => this.free(one))}})`
      : this.free(value);
  }

  /** Undefined where it is no call that can be written as one. */
  call(value: JsonObject): string | undefined {
    const { call, '@call': newer, args = {}, catalogId, returnType: _type, ...rest } = value;
    const name = newer ?? call;
    if (typeof name !== 'string' || !isObject(args) || Object.keys(rest).length > 0) return undefined;
    const signature = this.#function(name, catalogId);
    if (signature === undefined) return undefined;
    const written = this.#arguments(args, signature);
    if (this.#isToBeNamed(signature)) written.push(`catalogId=${writeText(signature.catalog.id)}`);
    return `${name}(${written.join(', ')})`;
  }

  /** Another catalog has the name too, and nothing else says which is meant. */
  #isToBeNamed({ name, catalog }: Signature): boolean {
    return catalog !== this.#own && this.#catalogs.filter(({ functions }) => functions.has(name)).length > 1;
  }

  #function(name: string, catalogId: Json | undefined): Signature | undefined {
    const own = typeof catalogId === 'string' ? this.#catalogs.filter((one) => isNamed(one, catalogId)) : [this.#own];
    const among = own[0] === undefined && catalogId === undefined ? this.#catalogs : own;
    return among.flatMap((catalog) => (catalog === undefined ? [] : (functionSignature(catalog, name) ?? [])))[0];
  }

  #arguments(args: JsonObject, { order, params }: Signature): string[] {
    const written: string[] = [];
    let gaps = 0;
    for (const name of [...order, ...Object.keys(args).filter((one) => !params.has(one))]) {
      const value = own(args, name);
      if (value === undefined) gaps++;
      else written.push(gaps > 0 || !params.has(name) ? `${name}=${this.free(value)}` : this.free(value));
    }
    return written;
  }

  /** The rules of a component; what cannot be written as checks is written as a list of maps. */
  checks(value: Json, bound: (name: string) => Json | undefined): string {
    if (!isArray(value)) return this.free(value);
    const written = value.map((rule) => this.#check(rule, bound));
    if (written.length === 0 || written.some((one) => one === undefined)) return this.free(value);
    return written.length === 1 ? (written[0] as string) : `[${written.join(', ')}]`;
  }

  #check(rule: Json, bound: (name: string) => Json | undefined): string | undefined {
    if (!isObject(rule)) return undefined;
    const { condition, message, ...rest } = rule;
    if (!isObject(condition) || typeof message !== 'string' || Object.keys(rest).length > 0) return undefined;
    const { call, '@call': newer, args = {}, catalogId, returnType: _type, ...more } = condition;
    const name = newer ?? call;
    if (typeof name !== 'string' || !isObject(args) || Object.keys(more).length > 0) return undefined;
    const signature = this.#function(name, catalogId);
    if (signature === undefined || this.#isToBeNamed(signature)) return undefined;
    const written = this.#checkArguments(args, signature, bound, message);
    if (written === undefined) return undefined;
    return written.length === 0 ? `?${name}` : `?${name}(${written.join(', ')})`;
  }

  #checkArguments(
    args: JsonObject,
    { name, order, params }: Signature,
    bound: (name: string) => Json | undefined,
    message: string,
  ): readonly string[] | undefined {
    const first = order[0] ?? '';
    const value = own(args, first);
    const isBound = isBinding(bound(first));
    const isOwn = isBound && value !== undefined && jsonEqual(bound(first) as Json, value);
    if (isBound && !isOwn && !(isObject(value) && writePath(value) !== undefined)) return undefined;
    const names = isOwn ? order.slice(1) : order;
    const count = names.findLastIndex((one) => own(args, one) !== undefined) + 1;
    if (Object.keys(args).some((one) => !params.has(one))) return undefined;
    const written = names.slice(0, count).map((one) => {
      const arg = own(args, one);
      return arg === undefined ? '_' : this.free(arg);
    });
    if (isOwn && /^\$/.test(written[0] ?? '')) return undefined;
    if (message === checkMessage(name)) return written;
    const next = names[count];
    const kind = next === undefined ? undefined : params.get(next)?.kind;
    return kind === undefined || kind === 'number' || kind === 'bool' ? [...written, writeText(message)] : undefined;
  }
}

function isBinding(value: Json | undefined): boolean {
  return isObject(value) && ('path' in value || '@path' in value);
}

function writePath(value: JsonObject): string | undefined {
  const path = value['@path'] ?? value.path;
  if (typeof path !== 'string' || Object.keys(value).length !== 1 || !PATH.test(path)) return undefined;
  return `$${path}`;
}

function entries(object: JsonObject, write: (value: Json, key: string) => string): string {
  return Object.entries(object)
    .map(([key, value]) => `${writeKey(key)}: ${write(value, key)}`)
    .join(', ');
}

function literal(value: Json): string {
  if (typeof value === 'string') return writeText(value);
  return typeof value === 'number' ? writeNumber(value) : String(value);
}
