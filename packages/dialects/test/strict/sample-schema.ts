// Messages drawn from the published schemas themselves: every component, function, check and binding that they know, with
// the members that they name. Most are valid; what a schema says that no sample can follow at random makes the rest.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { readPublished, type Version } from '../published.ts';
import type { Random } from './changes.ts';

const PUBLISHED: { readonly [version in Version]: readonly [messages: string, ...others: string[]] } = {
  v0_8: ['server_to_client_with_standard_catalog.json'],
  v0_9: ['server_to_client.json', 'common_types.json', 'catalogs/basic/catalog.json'],
  v1_0: ['agent_to_renderer.json', 'common_types.json', 'catalogs/basic/catalog.json'],
};
const TEXTS = ['x', 'root', 'g', 'e', '/name', '2026-05-01', '12:00'];
const ANYTHING: readonly Json[] = ['x', 1, true];
/** Deeper than this optional members are rare, so that samples end. */
const DEEP = 10;

type Schema = { readonly [keyword: string]: Json };

export class SchemaSampler {
  readonly #random: Random;
  readonly #documents: ReadonlyMap<string, JsonObject>;
  readonly #messages: string;
  /** Everything that an enum or a const of the schemas names, and every property. */
  readonly values: readonly Json[];
  readonly keys: readonly string[];

  constructor(version: Version, random: Random) {
    this.#random = random;
    const [messages] = PUBLISHED[version];
    this.#messages = messages;
    this.#documents = new Map(PUBLISHED[version].map((file) => [nameOf(file), readPublished(version, file)]));
    const [keys, values] = [new Set<string>(), new Set<Json>()];
    for (const document of this.#documents.values()) collect(document, keys, values);
    this.keys = [...keys];
    this.values = [...values];
  }

  /** One message to the surface `s`; components are drawn by their type, so that each is as likely as any other. */
  message(): Json {
    const document = this.#documents.get(this.#messages) as JsonObject;
    const catalog = this.#documents.get('catalog.json');
    if (catalog !== undefined && this.#random.chance(0.8)) {
      const types = catalog.components as JsonObject;
      const type = this.#random.pick(Object.keys(types));
      const component = this.#draw(types[type] as Schema, 'catalog.json', 0) as JsonObject;
      const version = this.#messages === 'server_to_client.json' ? 'v0.9' : 'v1.0';
      return { version, updateComponents: { surfaceId: 's', components: [{ ...component, id: 'g' }] } };
    }
    if (catalog !== undefined) return this.#draw(document, this.#messages, 0);
    const kinds = document.properties as { readonly [kind: string]: Schema };
    const kind = this.#random.pick(Object.keys(kinds));
    const payload = { ...(this.#draw(kinds[kind] as Schema, this.#messages, 1) as JsonObject), surfaceId: 's' };
    if (kind !== 'surfaceUpdate') return { [kind]: payload };
    const types = typesOf08(document);
    const type = this.#random.pick(Object.keys(types));
    const component = { [type]: this.#draw(types[type] as Schema, this.#messages, 2) };
    return { [kind]: { ...payload, components: [{ id: 'g', component }] } };
  }

  #draw(schema: Schema, document: string, depth: number): Json {
    if (schema.const !== undefined) return schema.const;
    if (isArray(schema.enum)) return this.#random.pick(schema.enum);
    const parts: Json[] = [];
    if (typeof schema.$ref === 'string') parts.push(this.#drawAt(schema.$ref, document, depth + 1));
    const forms = schema.oneOf ?? schema.anyOf;
    if (isArray(forms)) parts.push(this.#draw(this.#form(forms as readonly Schema[], depth), document, depth + 1));
    const own = parts.length === 0 || schema.properties !== undefined ? this.#own(schema, document, depth) : undefined;
    if (own !== undefined) parts.push(own);
    for (const part of isArray(schema.allOf) ? (schema.allOf as readonly Schema[]) : [])
      parts.push(this.#draw(part, document, depth + 1));
    const objects = parts.filter(isObject);
    return objects.length > 1
      ? Object.assign({}, ...objects)
      : (objects[0] ?? parts.at(-1) ?? this.#random.pick(ANYTHING));
  }

  #form(forms: readonly Schema[], depth: number): Schema {
    const flat = depth > DEEP ? forms.filter((form) => !JSON.stringify(form).includes('FunctionCall')) : forms;
    return this.#random.pick(flat.length === 0 ? forms : flat);
  }

  #drawAt(reference: string, document: string, depth: number): Json {
    const [file = '', pointer = ''] = reference.split('#');
    const name = file === '' ? document : nameOf(file);
    let found = this.#documents.get(name) as Json;
    for (const step of pointer.split('/').slice(1)) found = (found as JsonObject)[step] as Json;
    return this.#draw(found as Schema, name, depth);
  }

  #own(schema: Schema, document: string, depth: number): Json | undefined {
    const { type, properties } = schema;
    switch (isArray(type) ? this.#random.pick(type) : type) {
      case 'string':
        if (schema.format === 'uri') return 'https://example.com/x';
        return schema.pattern === undefined ? this.#random.pick(TEXTS) : '#112233';
      case 'number':
      case 'integer':
        return this.#random.pick([0, 1, 2, 5, 50]);
      case 'boolean':
        return this.#random.chance(0.5);
      case 'array': {
        const length = Math.max(Number(schema.minItems ?? 0), Math.floor(this.#random.next() * 3));
        return Array.from({ length }, () => this.#draw((schema.items ?? {}) as Schema, document, depth + 1));
      }
      default:
        return type === 'object' || properties !== undefined ? this.#object(schema, document, depth) : undefined;
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema, document: string, depth: number): Json {
    const object: { [name: string]: Json } = {};
    for (const [name, property] of Object.entries(properties as JsonObject))
      if ((required as readonly Json[]).includes(name) || this.#random.chance(depth > DEEP ? 0.1 : 0.45))
        object[name] = this.#draw(property as Schema, document, depth + 1);
    if (isObject(additionalProperties) && this.#random.chance(0.5))
      object.offer = this.#draw(additionalProperties, document, depth + 1);
    return object;
  }
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function typesOf08(document: JsonObject): JsonObject {
  let found: Json = document;
  for (const step of ['surfaceUpdate', 'components', 'items', 'component']) {
    const { properties } = found as JsonObject;
    found = (step === 'items' ? (found as JsonObject).items : (properties as JsonObject)[step]) as Json;
  }
  return (found as JsonObject).properties as JsonObject;
}

function collect(schema: Json, keys: Set<string>, values: Set<Json>): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (isObject(schema)) {
    if (isObject(schema.properties)) for (const key of Object.keys(schema.properties)) keys.add(key);
    if (isArray(schema.enum)) for (const value of schema.enum) values.add(value);
    if (schema.const !== undefined) values.add(schema.const);
  }
  for (const part of Object.values(schema)) collect(part as Json, keys, values);
}
