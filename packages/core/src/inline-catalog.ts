// A catalog as the definition that a viewer sends inline with its capabilities, laid out as the catalog's protocol wants
// it. Common types are referred to, not repeated. What was imported is given back in its own words where they stand alone.

import type { Catalog, ComponentDeclaration, FunctionDeclaration } from './catalog.ts';
import { type Wire, wireOf } from './catalogs/wire.ts';
import { COMMON_FIELDS, componentFromSource, functionFromSource, themeFromSource } from './inline-source.ts';
import { defined, type JsonObject } from './json.ts';
import { type CommonType, propsSchema, type SchemaWriter } from './schema-shape.ts';
import { argumentsSchema, functionCallSchema, needsArguments, returnTypeName } from './schema-types.ts';

/** `byName`: functions can be referred to, as in a catalog that stands in a file of its own. */
export function exportInlineCatalog(catalog: Catalog, byName = false): JsonObject {
  const wire = wireOf(catalog.protocol);
  const writer = new SharedTypes(wire);
  const components = mapEntries(catalog.components, (name, declaration) =>
    inlineComponent(name, declaration, catalog, writer),
  );
  const { functions, theme, identifiers } = wire.definition;
  return {
    ...(identifiers && catalog.protocol !== undefined ? { protocolVersion: catalog.protocol } : {}),
    catalogId: catalog.id,
    ...(identifiers && catalog.instructions !== undefined ? { instructions: catalog.instructions } : {}),
    // A definition with styles must have components and styles, even none.
    ...(catalog.components.size > 0 || theme === 'styles' ? { components } : {}),
    ...(catalog.functions.size > 0 ? inlineFunctions(catalog, byName ? 'map' : functions, writer) : {}),
    ...inlineTheme(catalog, theme, writer),
  };
}

class SharedTypes implements SchemaWriter {
  readonly wire: Wire;
  constructor(wire: Wire) {
    this.wire = wire;
  }
  type(name: CommonType): JsonObject {
    return { $ref: `common_types.json#/$defs/${name}` };
  }
}

function mapEntries<T>(entries: ReadonlyMap<string, T>, write: (name: string, item: T) => JsonObject): JsonObject {
  return Object.fromEntries([...entries].map(([name, item]) => [name, write(name, item)]));
}

function inlineComponent(
  name: string,
  declaration: ComponentDeclaration,
  catalog: Catalog,
  writer: SchemaWriter,
): JsonObject {
  const { wire } = writer;
  const own = componentFromSource(name, catalog.source, wire);
  if (own !== undefined) return own;
  const { allowedParents, allowedChildren, open = false } = declaration;
  const composition = defined({ allowedParents, allowedChildren });
  const props = propsSchema(declaration.props, open, writer);
  if (wire.component === 'keyed') return { ...props, ...composition };
  const { required = [] } = props;
  const schema = {
    type: 'object',
    properties: { component: { const: name }, weight: { type: 'number' }, ...(props.properties as JsonObject) },
    required: ['component', ...(required as readonly string[])],
  };
  if (!wire.definition.commonFields)
    return { ...schema, ...(open ? { additionalProperties: true } : {}), ...composition };
  return {
    type: 'object',
    allOf: [COMMON_FIELDS, schema],
    ...(open ? {} : { unevaluatedProperties: false }),
    ...composition,
  };
}

function inlineFunctions(catalog: Catalog, layout: 'list' | 'map' | 'none', writer: SchemaWriter): JsonObject {
  if (layout === 'none') return {};
  if (layout === 'map') {
    return {
      functions: mapEntries(catalog.functions, (name, declaration) => callDefinition(name, declaration, writer)),
    };
  }
  const functions = [...catalog.functions].map(([name, declaration]) => ({
    name,
    ...(functionFromSource(name, catalog.source) ?? {
      parameters: argumentsSchema(declaration, writer),
      returnType: returnTypeName(declaration.returns),
    }),
  }));
  return { functions };
}

const ALLOWED_CALLERS = { renderer: 'rendererOnly', agent: 'agentOnly', both: 'rendererOrAgent' } as const;

function callDefinition(name: string, declaration: FunctionDeclaration, writer: SchemaWriter): JsonObject {
  const { callKey, returnType } = writer.wire;
  if (returnType) return functionCallSchema(name, declaration, writer);
  const { callers, gesture } = declaration;
  return {
    type: 'object',
    returnType: returnTypeName(declaration.returns),
    ...defined({ allowedCallers: callers && ALLOWED_CALLERS[callers] }),
    ...(gesture === true ? { requiresUserActivation: true } : {}),
    properties: { [callKey]: { const: name }, args: argumentsSchema(declaration, writer) },
    required: needsArguments(declaration) ? [callKey, 'args'] : [callKey],
  };
}

function inlineTheme(catalog: Catalog, key: 'theme' | 'styles' | 'none', writer: SchemaWriter): JsonObject {
  if (key === 'none') return {};
  const { theme } = catalog;
  if (theme?.kind !== 'object') return key === 'styles' ? { styles: {} } : {};
  return {
    [key]: themeFromSource(catalog.source) ?? (propsSchema(theme.props, true, writer).properties as JsonObject),
  };
}
