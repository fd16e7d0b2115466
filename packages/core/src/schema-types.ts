// The common types that a self-contained schema brings along: bindings, calls, child lists, actions and checks, spelled
// as the wire of the catalog's protocol has them.

import type { Catalog, FunctionDeclaration, Returns } from './catalog.ts';
import type { Describe } from './descriptions.ts';
import type { Json, JsonObject } from './json.ts';
import { defined } from './json.ts';
import { type CommonType, propSchema, propsSchema, type SchemaWriter } from './schema-shape.ts';

/** What the common types need of the catalog besides its wire. */
export interface TypeWriter extends SchemaWriter {
  readonly catalog: Catalog;
  /** A reference to the call of one function. */
  functionCall(name: string): JsonObject;
}

const STRING = { type: 'string' };

export function commonTypeSchema(name: CommonType, writer: TypeWriter): JsonObject {
  const { wire } = writer;
  switch (name) {
    case 'ComponentId':
      return STRING;
    case 'ChildList':
      return wire.values === 'typed' ? typedChildren(writer) : plainChildren(writer);
    case 'DataBinding':
      return closed({ [wire.pathKey]: STRING }, [wire.pathKey]);
    case 'FunctionCall':
      return { oneOf: callSchemas(writer) };
    case 'DynamicString':
      return dynamic([STRING], 'string', writer);
    case 'DynamicNumber':
      return dynamic([{ type: 'number' }], 'number', writer);
    case 'DynamicBoolean':
      return dynamic([{ type: 'boolean' }], 'boolean', writer);
    case 'DynamicStringList':
      return dynamic([{ type: 'array', items: STRING }], 'array', writer);
    case 'DynamicValue':
      return wire.values === 'typed' ? typedValue() : dynamic(valueLiterals(writer), undefined, writer);
    case 'Action':
      return wire.values === 'typed' ? typedAction(writer) : plainAction(writer);
    case 'CheckRule':
      return checkRule(writer);
  }
}

function closed(properties: JsonObject, required: readonly string[] = []): JsonObject {
  const needed = required.length > 0 ? { required } : {};
  return { type: 'object', properties, ...needed, additionalProperties: false };
}

function plainChildren(writer: TypeWriter): JsonObject {
  const id = writer.type('ComponentId');
  return { oneOf: [{ type: 'array', items: id }, closed({ componentId: id, path: STRING }, ['componentId', 'path'])] };
}

function typedChildren(writer: TypeWriter): JsonObject {
  const id = writer.type('ComponentId');
  const template = closed({ componentId: id, dataBinding: STRING }, ['componentId', 'dataBinding']);
  return closed({ explicitList: { type: 'array', items: id }, template });
}

function dynamic(literals: readonly JsonObject[], returns: Returns | undefined, writer: TypeWriter): JsonObject {
  return { oneOf: [...literals, writer.type('DataBinding'), ...suitableCall(returns, writer)] };
}

/** A call where a value of a certain type is wanted; none where the catalog has no functions. */
function suitableCall(returns: Returns | undefined, writer: TypeWriter): readonly JsonObject[] {
  if (callSchemas(writer).length === 0) return [];
  const call = writer.type('FunctionCall');
  if (returns === undefined || !writer.wire.returnType) return [call];
  return [{ allOf: [call, { properties: { returnType: { const: returns } } }] }];
}

function valueLiterals({ wire }: TypeWriter): readonly JsonObject[] {
  const literals = [STRING, { type: 'number' }, { type: 'boolean' }, { type: 'array' }];
  return wire.objectValues ? [...literals, plainObject(wire.pathKey, wire.callKey)] : literals;
}

function plainObject(pathKey: string, callKey: string): JsonObject {
  // With keys of their own, bindings leave all other keys to data, except what later directives may need.
  if (pathKey.startsWith('@')) return { type: 'object', propertyNames: { not: { pattern: '^@([^@]|$)' } } };
  return { type: 'object', not: { anyOf: [{ required: [pathKey] }, { required: [callKey] }] } };
}

function typedValue(): JsonObject {
  return closed({
    path: STRING,
    literalString: STRING,
    literalNumber: { type: 'number' },
    literalBoolean: { type: 'boolean' },
  });
}

function callSchemas(writer: TypeWriter): readonly JsonObject[] {
  const { wire, catalog } = writer;
  if (wire.values === 'typed') return [];
  // A function that only the agent may call is never bound in an interface.
  const bindable = [...catalog.functions].filter(([, declaration]) => declaration.callers !== 'agent');
  const calls = bindable.map(([name]) => writer.functionCall(name));
  if (!wire.callCatalog) return calls;
  const offset = closed({ offset: { ...writer.type('DynamicNumber'), default: 0 } });
  return [...calls, closed({ [wire.callKey]: { const: '@index' }, args: offset }, [wire.callKey])];
}

export function functionCallSchema(
  name: string,
  declaration: FunctionDeclaration,
  writer: SchemaWriter,
  describe?: Describe,
): JsonObject {
  const { wire } = writer;
  const needsArgs = needsArguments(declaration);
  return closed(
    {
      [wire.callKey]: { const: name },
      args: argumentsSchema(declaration, writer, describe),
      ...(wire.callCatalog ? { catalogId: STRING } : {}),
      ...(wire.returnType ? { returnType: { const: returnTypeName(declaration.returns) } } : {}),
    },
    needsArgs ? [wire.callKey, 'args'] : [wire.callKey],
  );
}

export function needsArguments(declaration: FunctionDeclaration): boolean {
  return declaration.needsOneOf !== undefined || Object.values(declaration.args).some((prop) => prop.required);
}

const NOT_NULL = { type: ['string', 'number', 'boolean', 'array', 'object'] };

export function argumentsSchema(
  declaration: FunctionDeclaration,
  writer: SchemaWriter,
  describe?: Describe,
): JsonObject {
  const schema = propsSchema(declaration.args, declaration.openArgs === true, writer, describe);
  const properties: { [name: string]: Json } = { ...(schema.properties as JsonObject) };
  if (!writer.wire.nullArguments) {
    for (const [name, prop] of Object.entries(declaration.args)) {
      if (prop.kind === 'any') properties[name] = { ...propSchema(prop, writer, describe, name), ...NOT_NULL };
    }
  }
  const { needsOneOf } = declaration;
  return {
    ...schema,
    properties,
    ...defined({ anyOf: needsOneOf?.map((name) => ({ required: [name] })) }),
  };
}

export function returnTypeName(returns: Returns): string {
  return returns === 'validation' ? 'validationResult' : returns;
}

function plainAction(writer: TypeWriter): JsonObject {
  const { eventMessage } = writer.wire;
  const event = closed(
    {
      name: STRING,
      context: { type: 'object', additionalProperties: writer.type('DynamicValue') },
      ...(eventMessage === undefined ? {} : { [eventMessage]: writer.type('DynamicString') }),
    },
    ['name'],
  );
  const call = suitableCall(undefined, writer).map((schema) => closed({ functionCall: schema }, ['functionCall']));
  return { oneOf: [closed({ event }, ['event']), ...call] };
}

function typedAction(writer: TypeWriter): JsonObject {
  const item = closed({ key: STRING, value: writer.type('DynamicValue') }, ['key', 'value']);
  return closed({ name: STRING, context: { type: 'array', items: item } }, ['name']);
}

function checkRule(writer: TypeWriter): JsonObject {
  const { wire } = writer;
  const condition = wire.checkBinding
    ? { oneOf: [writer.type('DataBinding'), ...suitableCall(undefined, writer)] }
    : writer.type('DynamicBoolean');
  return closed({ condition, message: STRING }, wire.checkMessage ? ['condition', 'message'] : ['condition']);
}
