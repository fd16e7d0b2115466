// The functions of a catalog definition. An interface lists {name, parameters, returnType}; a definition for the wire is
// the JSON Schema of a call. Either way the function lives with the agent until somebody supplies its code.

import { any, type FunctionDeclaration, type Prop, type Props, type Returns } from './catalog.ts';
import { below, type ImportContext } from './import-context.ts';
import { listedNames, warnOfUndefined } from './import-listed.ts';
import { isOpen, readEach, readProps, warnOfUnread } from './import-shape.ts';
import { defined, describeType, isArray, isObject, type Json, type JsonObject } from './json.ts';

const RETURNS = new Map<Json, Returns>([
  ['boolean', 'boolean'],
  ['string', 'string'],
  ['number', 'number'],
  ['array', 'array'],
  ['object', 'object'],
  ['any', 'any'],
  ['void', 'void'],
  ['validationResult', 'validation'],
]);
const CALLERS = new Map<Json, NonNullable<FunctionDeclaration['callers']>>([
  ['rendererOnly', 'renderer'],
  ['agentOnly', 'agent'],
  ['rendererOrAgent', 'both'],
]);

export function readFunctions(functions: Json, at: string, context: ImportContext): Map<string, FunctionDeclaration> {
  const found = new Map<string, FunctionDeclaration>();
  const listed = listedNames('anyFunction', 'functions', context);
  const entries = entriesOf(functions, at, context);
  // One in a list is referred to by its index.
  const names = new Set(entries.flatMap(([name, , here]) => [name, here.slice(at.length + 1)]));
  warnOfUndefined(listed, 'anyFunction', (name) => names.has(name), context);
  for (const [name, definition, here] of entries) {
    if (listed !== undefined && !listed.has(name) && !listed.has(here.slice(at.length + 1))) continue;
    if (found.has(name)) context.error(here, `The function ${JSON.stringify(name)} is defined twice.`);
    if (context.accepts(name, here, 'function')) found.set(name, readFunction(name, definition, here, context));
  }
  return found;
}

function entriesOf(functions: Json, at: string, context: ImportContext): readonly [string, Json, string][] {
  if (isObject(functions)) return Object.entries(functions).map(([name, value]) => [name, value, below(at, name)]);
  if (!isArray(functions)) {
    context.error(at, `Functions are a list or an object, not ${describeType(functions)}.`);
    return [];
  }
  return functions.flatMap((definition, i): readonly [string, Json, string][] => {
    if (isObject(definition) && typeof definition.name === 'string')
      return [[definition.name, definition, below(at, i)]];
    context.error(below(at, i), 'A function in a list has a name.');
    return [];
  });
}

function readFunction(name: string, definition: Json, at: string, context: ImportContext): FunctionDeclaration {
  if (!isObject(definition)) {
    context.error(at, `A function is described by an object, not by ${describeType(definition)}.`);
    return { args: {}, returns: 'any' };
  }
  const properties = isObject(definition.properties) ? definition.properties : {};
  if (context.wire.definition.identifiers) warnOfMembers(definition, at, context);
  checkName(name, properties, at, context);
  const returnType = constOf(properties.returnType) ?? definition.returnType;
  const callers = definition.allowedCallers === undefined ? undefined : CALLERS.get(definition.allowedCallers);
  if (definition.allowedCallers !== undefined && callers === undefined) {
    context.error(below(at, 'allowedCallers'), 'allowedCallers is rendererOnly, agentOnly or rendererOrAgent.');
  }
  return {
    ...readArguments(definition, properties, at, context),
    returns: returnType === undefined ? 'any' : readReturns(returnType, at, context),
    ...defined({ callers }),
    ...readGesture(definition, callers, at, context),
  };
}

/** `name` and `parameters` are those of an interface; published catalogs close the schema of a call beside its properties. */
const MEMBERS = new Set(
  'type description properties required returnType allowedCallers requiresUserActivation name parameters unevaluatedProperties additionalProperties'.split(
    ' ',
  ),
);

/** A2UI 1.0, FunctionDefinition: nothing but these. What else stands there is not used, and does no harm. */
function warnOfMembers(definition: JsonObject, at: string, context: ImportContext): void {
  for (const member of Object.keys(definition))
    if (!MEMBERS.has(member)) context.warn(below(at, member), 'A function definition has no such member.');
  if (definition.returnType === undefined)
    context.warn(at, 'A function names its returnType; of this one anything is expected.');
}

function checkName(name: string, properties: JsonObject, at: string, context: ImportContext): void {
  const called = constOf(properties['@call'] ?? properties.call);
  if (called !== undefined && called !== name)
    context.error(at, `The function is called ${JSON.stringify(called)} elsewhere.`);
}

function constOf(schema: Json | undefined): Json | undefined {
  return isObject(schema) ? schema.const : undefined;
}

function readReturns(returnType: Json, at: string, context: ImportContext): Returns {
  const returns = RETURNS.get(returnType);
  if (returns === undefined) context.error(at, `A function cannot return ${JSON.stringify(returnType).slice(0, 64)}.`);
  return returns ?? 'any';
}

function readGesture(
  definition: JsonObject,
  callers: FunctionDeclaration['callers'],
  at: string,
  context: ImportContext,
): { readonly gesture?: true } {
  const { requiresUserActivation: gesture } = definition;
  if (gesture !== undefined && typeof gesture !== 'boolean')
    context.error(below(at, 'requiresUserActivation'), `This is true or false, not ${describeType(gesture)}.`);
  if (gesture !== true) return {};
  if (callers === 'both' || callers === 'agent') {
    context.warn(at, 'A function that needs a person to act should be left to the renderer (rendererOnly).');
  }
  return { gesture: true };
}

type Arguments = Pick<FunctionDeclaration, 'args' | 'openArgs' | 'needsOneOf'>;
const CHOICE = new Set(['anyOf']);

function readArguments(definition: JsonObject, properties: JsonObject, at: string, context: ImportContext): Arguments {
  const isInterface = definition.parameters !== undefined;
  const schema = isInterface ? definition.parameters : properties.args;
  if (schema === undefined) return { args: {}, ...(isObject(definition.properties) ? {} : { openArgs: true }) };
  const here = isInterface ? below(at, 'parameters') : below(below(at, 'properties'), 'args');
  if (!isObject(schema)) {
    context.error(here, `Arguments are described by an object, not by ${describeType(schema)}.`);
    return { args: {} };
  }
  return context.schema<Arguments>(here, { args: {} }, () => {
    if (isInterface && isBareMap(schema))
      return { args: bindable(readEach(schema, here, context, 'arguments')), openArgs: true };
    warnOfUnread(schema, here, context, CHOICE);
    const args = readProps(schema, here, context, 'arguments');
    const needsOneOf = readNeeds(schema.anyOf);
    return {
      args: isInterface ? bindable(args) : args,
      ...(isOpen(schema) ? { openArgs: true } : {}),
      ...defined({ needsOneOf }),
    };
  });
}

/** The schemas of the arguments by their names, without the object around them. */
function isBareMap(parameters: JsonObject): boolean {
  if (typeof parameters.type === 'string' || isObject(parameters.properties)) return false;
  return Object.keys(parameters).length > 0 && Object.values(parameters).every(isObject);
}

/** `anyOf: [{required: ["min"]}, {required: ["max"]}]` */
function readNeeds(choices: Json | undefined): readonly string[] | undefined {
  if (!isArray(choices)) return undefined;
  const names = choices.map((choice) => (isObject(choice) && isArray(choice.required) ? choice.required : []));
  if (!names.every((list) => list.length === 1 && typeof list[0] === 'string')) return undefined;
  return names.flat() as readonly string[];
}

/**
 * An interface of plain types says what arrives at the function, so on the wire a binding may stand for each argument.
 * One that uses the dynamic types says itself what may be bound.
 */
function bindable(args: Props): Props {
  if (Object.values(args).some(saysBindable)) return args;
  const loosened = Object.entries(args).map(([name, prop]): [string, Prop] => {
    if ('dynamic' in prop) return [name, { ...prop, dynamic: true }];
    return [name, { ...any(), required: prop.required }];
  });
  return Object.fromEntries(loosened);
}

function saysBindable(prop: Prop): boolean {
  switch (prop.kind) {
    case 'list':
      return prop.dynamic === true || saysBindable(prop.item);
    case 'map':
      return saysBindable(prop.item);
    case 'object':
      return Object.values(prop.props).some(saysBindable);
    case 'any-of':
      return prop.of.some(saysBindable);
    default:
      return prop.kind === 'value' || ('dynamic' in prop && prop.dynamic);
  }
}
