// One component of a catalog definition: a JSON Schema, usually in parts (allOf), with A2UI's rules for composition.

import { any, type ComponentDeclaration, checks, child, children, type Prop, required } from './catalog.ts';
import { isIdentifier } from './ids.ts';
import { below, type ImportContext } from './import-context.ts';
import { referenceName } from './import-reference.ts';
import { isOpen, readProps, warnOfChoices, warnOfUnread } from './import-shape.ts';
import { describeType, isArray, isObject, type Json, type JsonObject, own } from './json.ts';

interface ComponentParts {
  readonly props: { [name: string]: Prop };
  readonly required: Set<string>;
  /** Whether any part says which properties there are. */
  listed: boolean;
  closed: boolean;
  /** A part says that there may be more. */
  opened: boolean;
}

const COMPOSITION = new Set(['allowedParents', 'allowedChildren', 'metadata']);

export function readComponent(name: string, schema: Json, at: string, context: ImportContext): ComponentDeclaration {
  if (!isObject(schema)) {
    context.error(at, `A component is described by an object, not by ${describeType(schema)}.`);
    return { props: {} };
  }
  const parts: ComponentParts = {
    props: {},
    required: new Set(),
    listed: false,
    closed: context.wire.closed,
    opened: false,
  };
  collect(name, schema, at, context, parts);
  checkMetadata(schema, at, context);
  const composition = {
    ...readNames(schema, 'allowedParents', at, context),
    ...readNames(schema, 'allowedChildren', at, context),
  };
  // Nothing is said about its properties: everything is allowed, and the usual references are known.
  if (!parts.listed) return { props: { child: child(), children: children() }, open: true, ...composition };
  for (const needed of parts.required) parts.props[needed] = required(own(parts.props, needed) ?? any());
  const open = parts.opened || !parts.closed;
  return { props: parts.props, ...(open ? { open } : {}), ...composition };
}

function collect(name: string, schema: Json, at: string, context: ImportContext, parts: ComponentParts): void {
  context.schema(at, undefined, () => {
    if (!isObject(schema)) return;
    warnOfUnread(schema, at, context, COMPOSITION);
    warnOfChoices(schema, at, context);
    // Each of them may say more of its properties.
    if (schema.oneOf !== undefined || schema.anyOf !== undefined || schema.if !== undefined) parts.opened = true;
    if (typeof schema.$ref === 'string') collectReference(name, schema.$ref, at, context, parts);
    if (isArray(schema.allOf)) {
      for (const [i, part] of schema.allOf.entries()) collect(name, part, below(below(at, 'allOf'), i), context, parts);
    }
    collectProperties(name, schema, at, context, parts);
    if (!isOpen(schema)) parts.closed = true;
    if (schema.additionalProperties === true || schema.unevaluatedProperties === true) parts.opened = true;
  });
}

function collectReference(name: string, ref: string, at: string, context: ImportContext, parts: ComponentParts): void {
  const type = referenceName(ref);
  if (type === 'Checkable') parts.props.checks = checks();
  if (type === 'Checkable' || type === 'ComponentCommon') return;
  context.follow(ref, at, undefined, (schema) => collect(name, schema, at, context, parts));
}

function collectProperties(
  name: string,
  schema: JsonObject,
  at: string,
  context: ImportContext,
  parts: ComponentParts,
): void {
  if (isObject(schema.properties)) {
    parts.listed = true;
    checkType(name, schema.properties.component, at, context);
  }
  for (const [property, prop] of Object.entries(readProps(schema, at, context, 'component'))) {
    if (isCommonField(property, context)) continue;
    parts.props[property] = prop;
    if (prop.required) parts.required.add(property);
  }
}

function checkType(name: string, schema: Json | undefined, at: string, context: ImportContext): void {
  if (context.wire.component === 'keyed' || !isObject(schema) || schema.const === undefined || schema.const === name)
    return;
  context.error(
    below(below(at, 'properties'), 'component'),
    `The component is named ${JSON.stringify(name)} elsewhere.`,
  );
}

/** Fields that every component has are no properties of this one. */
function isCommonField(name: string, { wire }: ImportContext): boolean {
  if (wire.component === 'keyed') return false;
  return (
    name === 'id' ||
    name === 'component' ||
    Object.hasOwn(wire.common, name) ||
    (wire.extensions && name === 'metadata')
  );
}

/** Extensions refuse nothing: who does not know one ignores it. */
function checkMetadata({ metadata }: JsonObject, at: string, context: ImportContext): void {
  if (metadata === undefined || !context.wire.extensions) return;
  const { extensions = {}, ...others } = isObject(metadata) ? metadata : { metadata };
  if (isObject(extensions) && Object.keys(extensions).every(isIdentifier) && Object.keys(others).length === 0) return;
  context.warn(
    below(at, 'metadata'),
    'Metadata is {extensions}, with identifiers (UAX 31) as keys; what else it holds is not used.',
  );
}

function readNames(
  schema: JsonObject,
  key: 'allowedParents' | 'allowedChildren',
  at: string,
  context: ImportContext,
): { readonly [key: string]: readonly string[] } {
  const names = schema[key];
  if (names === undefined) return {};
  if (isArray(names) && names.every((name): name is string => typeof name === 'string')) return { [key]: names };
  context.error(below(at, key), `${key} is a list of component names.`);
  return {};
}
