// A catalog as one self-contained JSON Schema (2020-12) of its components as they stand on the wire. The declaration
// decides; descriptions are optional prose. The messages around components are left to the dialects.

import type { Catalog, ComponentDeclaration } from './catalog.ts';
import { type Wire, wireOf } from './catalogs/wire.ts';
import { type CatalogDescriptions, describeCatalog, describeFrom } from './descriptions.ts';
import { defined, type JsonObject, own } from './json.ts';
import { escapeSegment } from './pointer.ts';
import { type CommonType, propsSchema } from './schema-shape.ts';
import { commonTypeSchema, functionCallSchema, type TypeWriter } from './schema-types.ts';

export interface SchemaOptions {
  /** Absent: what stands beside the declarations. */
  readonly descriptions?: CatalogDescriptions;
  /** How values are spelled; that of the catalog's protocol when absent. */
  readonly wire?: Wire;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Accepts exactly the components that the catalog's published schema accepts. */
export function catalogSchema(catalog: Catalog, options: SchemaOptions = {}): JsonObject {
  const { descriptions = describeCatalog(catalog), wire = wireOf(catalog.protocol) } = options;
  const definitions = new Definitions(catalog, wire, descriptions);
  const components = [...catalog.components].map(([name, declaration]) => definitions.component(name, declaration));
  return {
    $schema: DIALECT,
    title: descriptions.title ?? `A component of ${catalog.id}`,
    ...defined({ description: descriptions.summary ?? undefined }),
    ...(components.length > 0 ? { oneOf: components } : { not: {} }),
    $defs: definitions.all,
  };
}

/** Definitions come to be when something first refers to them; a name is taken before its schema is written. */
class Definitions implements TypeWriter {
  readonly catalog: Catalog;
  readonly wire: Wire;
  readonly #descriptions: CatalogDescriptions;
  readonly #schemas = new Map<string, JsonObject>();

  constructor(catalog: Catalog, wire: Wire, descriptions: CatalogDescriptions) {
    this.catalog = catalog;
    this.wire = wire;
    this.#descriptions = descriptions;
  }

  get all(): JsonObject {
    return Object.fromEntries(this.#schemas);
  }

  type(name: CommonType): JsonObject {
    return this.#define(name, () => commonTypeSchema(name, this));
  }

  functionCall(name: string): JsonObject {
    return this.#define(`function.${name}`, () => {
      const declaration = this.catalog.functions.get(name);
      if (declaration === undefined) throw new Error(`No function ${name} in ${this.catalog.id}.`);
      const texts = own(this.#descriptions.functions ?? {}, name);
      const schema = functionCallSchema(name, declaration, this, describeFrom(texts?.props));
      return texts?.summary ? { description: texts.summary, ...schema } : schema;
    });
  }

  component(name: string, declaration: ComponentDeclaration): JsonObject {
    return this.#define(`component.${name}`, () => {
      const texts = own(this.#descriptions.components ?? {}, name);
      const props = propsSchema(declaration.props, declaration.open === true, this, describeFrom(texts?.props));
      const schema = this.wire.component === 'keyed' ? this.#keyed(name, props) : this.#flat(name, props);
      return texts?.summary ? { description: texts.summary, ...schema } : schema;
    });
  }

  #flat(name: string, props: JsonObject): JsonObject {
    const { properties, required = [], ...rest } = props;
    return {
      ...rest,
      properties: {
        id: this.type('ComponentId'),
        component: { const: name },
        ...this.#commonFields(),
        ...(properties as JsonObject),
      },
      required: ['id', 'component', ...(required as readonly string[])],
    };
  }

  #keyed(name: string, props: JsonObject): JsonObject {
    const component = { type: 'object', properties: { [name]: props }, required: [name], additionalProperties: false };
    return {
      type: 'object',
      properties: { id: this.type('ComponentId'), component, ...this.#commonFields() },
      required: ['id', 'component'],
      additionalProperties: false,
    };
  }

  #commonFields(): JsonObject {
    const { properties } = propsSchema(this.wire.common, false, this);
    return { ...(properties as JsonObject), ...(this.wire.extensions ? { metadata: METADATA } : {}) };
  }

  #define(name: string, write: () => JsonObject): JsonObject {
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {});
      this.#schemas.set(name, write());
    }
    return { $ref: `#/$defs/${encodeURIComponent(escapeSegment(name))}` };
  }
}

/** Keys of extensions are identifiers (UAX 31). */
const METADATA = {
  type: 'object',
  properties: {
    extensions: {
      type: 'object',
      patternProperties: { '^[\\p{XID_Start}_][\\p{XID_Continue}]*$': {} },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
