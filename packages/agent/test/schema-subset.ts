// The part of JSON Schema that structured-output APIs have in common: a judge of documents, and documents by chance.

import { isArray, isObject, isReserved, type Json, type JsonObject } from '@vitrine/core/internal';
import fc from 'fast-check';

const KEYWORDS = new Set([
  ...['$ref', '$defs', 'type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'enum'],
  ...['minLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'],
]);

/** Every schema inside a schema, each with the way to it. */
export function* schemasIn(schema: JsonObject, at = ''): Iterable<readonly [at: string, schema: JsonObject]> {
  yield [at, schema];
  for (const group of ['properties', '$defs'])
    for (const [name, inner] of Object.entries((schema[group] ?? {}) as JsonObject))
      yield* schemasIn(inner as JsonObject, `${at}/${group}/${name}`);
  for (const [i, inner] of ((schema.anyOf ?? []) as readonly JsonObject[]).entries())
    yield* schemasIn(inner, `${at}/anyOf/${i}`);
  if (schema.items !== undefined) yield* schemasIn(schema.items as JsonObject, `${at}/items`);
}

/** What an API of this kind would not take. */
export function oddities(schema: JsonObject): readonly string[] {
  return [...schemasIn(schema)].flatMap(([at, part]) => [
    ...Object.keys(part)
      .filter((keyword) => !KEYWORDS.has(keyword))
      .map((keyword) => `${at} has ${keyword}`),
    ...(part.type === 'object' && part.additionalProperties !== false ? [`${at} is open`] : []),
    ...(part.type === undefined && part.anyOf === undefined && part.$ref === undefined && part.enum === undefined
      ? [`${at} says nothing`]
      : []),
  ]);
}

export class SchemaSubset {
  readonly #definitions: JsonObject;

  constructor(root: JsonObject) {
    this.#definitions = (root.$defs ?? {}) as JsonObject;
  }

  resolve(schema: JsonObject): JsonObject {
    if (typeof schema.$ref !== 'string') return schema;
    const name = decodeURIComponent(schema.$ref.slice('#/$defs/'.length));
    const found = this.#definitions[name];
    if (!isObject(found)) throw new Error(`No definition ${name}`);
    return found;
  }

  takes(reference: JsonObject, value: Json): boolean {
    const schema = this.resolve(reference);
    if (isArray(schema.anyOf)) return schema.anyOf.some((option) => this.takes(option as JsonObject, value));
    if (isArray(schema.enum)) return schema.enum.includes(value);
    switch (schema.type) {
      case 'object':
        return isObject(value) && this.#takesObject(schema, value);
      case 'array':
        return (
          isArray(value) &&
          value.length >= Number(schema.minItems ?? 0) &&
          value.every((item) => this.takes(schema.items as JsonObject, item))
        );
      case 'null':
        return value === null;
      case 'integer':
        return Number.isInteger(value) && Number(value) >= Number(schema.minimum ?? value);
      default:
        return typeof value === schema.type && (typeof value !== 'string' || takesText(schema, value));
    }
  }

  #takesObject(schema: JsonObject, value: JsonObject): boolean {
    const properties = schema.properties as { readonly [name: string]: JsonObject };
    return (
      (schema.required as readonly string[]).every((name) => Object.hasOwn(value, name)) &&
      Object.keys(value).every(
        (name) => properties[name] !== undefined && this.takes(properties[name], value[name] as Json),
      )
    );
  }

  /** Documents that the schema takes. */
  documents(reference: JsonObject): fc.Arbitrary<Json> {
    const schema = this.resolve(reference);
    if (isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((option) => this.documents(option as JsonObject)));
    if (isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'object':
        return this.#objects(schema) as fc.Arbitrary<Json>;
      case 'array':
        return fc.array(this.documents(schema.items as JsonObject), {
          minLength: Number(schema.minItems ?? 0),
          maxLength: 4,
        });
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: Number(schema.minimum ?? -10), max: 1000 });
      case 'number':
        return fc.oneof(
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true, min: Number(schema.minimum ?? -1e9) }),
        );
      default:
        return textsOf(schema);
    }
  }

  #objects(schema: JsonObject): fc.Arbitrary<JsonObject> {
    const members = Object.entries(schema.properties as { readonly [name: string]: JsonObject });
    const values = Object.fromEntries(members.map(([name, member]) => [name, this.documents(member)]));
    return fc.record(values, { requiredKeys: [...(schema.required as readonly string[])] }) as fc.Arbitrary<JsonObject>;
  }
}

function takesText({ minLength, pattern }: JsonObject, value: string): boolean {
  return (
    value.length >= Number(minLength ?? 0) && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
  );
}

/** Names that nothing may have are no matter of a schema: the decoder refuses them, as it must. */
const TEXTS = fc.string().filter((text) => !isReserved(text));
const SEGMENTS = fc.oneof(
  fc.constantFrom('a', 'items', '0', 'x~1y', 'ü', ''),
  TEXTS.map((text) => text.replace(/[~/]/g, '')).filter((text) => !isReserved(text)),
);

function textsOf(schema: JsonObject): fc.Arbitrary<string> {
  if (schema.pattern === undefined)
    return fc.oneof(fc.constantFrom('root', 'a', 'b', 'x'), TEXTS).filter((text) => takesText(schema, text));
  return fc
    .tuple(fc.constantFrom('', '/'), fc.array(SEGMENTS, { maxLength: 4 }))
    .map(([start, segments]) => start + segments.join('/'))
    .filter((text) => takesText(schema, text));
}
