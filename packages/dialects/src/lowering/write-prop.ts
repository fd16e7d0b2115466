// A declared value in the target's words, by its declaration: what comes out is what the target's schema accepts.
// Undefined = it cannot be said. How things are spelled is left to the Syntax.

import {
  isArray,
  isCallBinding,
  isObject,
  isPathBinding,
  type Json,
  type JsonObject,
  type Prop,
  type Props,
  quote,
  type Shape,
  unwrapLiteral,
} from '@vitrine/core/internal';
import { NO_CHILD } from './canonical.ts';
import { blankOf, coerce } from './coerce.ts';
import { writeAction, writeChecks } from './write-action.ts';
import { writeCall, writeCallValue } from './write-call.ts';
import type { Writing } from './writing.ts';

type PropOf<K extends Shape['kind']> = Prop & { readonly kind: K };

export function writeProp(prop: Prop, value: Json, writing: Writing, name: string): Json | undefined {
  switch (prop.kind) {
    case 'text':
    case 'number':
    case 'bool':
    case 'text-list':
    case 'one-of':
      return writeScalar(prop, value, writing, name);
    case 'value':
      return writeValue(prop, value, writing, name);
    case 'any':
      return writeFree(value, writing, writing.words.nullArguments);
    case 'child':
      return isId(value) ? writing.means.rename(value) : undefined;
    case 'children':
      return writeChildren(value, writing);
    case 'action':
      return writeAction(value, writing, writeProp);
    case 'checks':
      return isArray(value) ? writeChecks(value, writing, writeProp) : undefined;
    case 'list':
      return writeList(prop, value, writing, name);
    case 'object':
      return isObject(value) ? writeProps(prop.props, prop.open, value, writing, `${name}_`) : undefined;
    case 'map':
      return isObject(value) ? writeMap(prop, value, writing, name) : undefined;
    case 'any-of':
      return writeOneOf(prop, value, writing, name);
  }
}

type Scalar = PropOf<'text'> | PropOf<'number'> | PropOf<'bool'> | PropOf<'text-list'> | PropOf<'one-of'>;

function writeScalar(prop: Scalar, value: Json, writing: Writing, name: string): Json | undefined {
  if (!isObject(value)) return writeLiteral(prop, value, writing);
  if (isPathBinding(value)) {
    if (prop.dynamic) return writing.syntax.path(value.path);
  } else if (isCallBinding(value)) {
    const call = prop.dynamic && prop.calls !== false ? writeCallValue(value, prop, writing, writeProp) : undefined;
    if (call !== undefined) return call;
  } else
    return 'literal' in value && !isObject(value.literal)
      ? writeLiteral(prop, value.literal as Json, writing)
      : undefined;
  const stand = writing.standIn(value, name, prop.dynamic);
  if (stand === undefined) return undefined;
  return 'path' in stand ? writing.syntax.path(stand.path) : writeLiteral(prop, stand.value, writing);
}

function writeLiteral(prop: Scalar, value: Json | undefined, writing: Writing): Json | undefined {
  const plain = coerce(prop, value);
  if (writing.isExact && typeof plain !== typeof value) return undefined;
  return plain === undefined || !prop.dynamic ? plain : writing.syntax.literal(plain);
}

function writeValue(prop: PropOf<'value'>, value: Json, writing: Writing, name: string): Json | undefined {
  const { words, syntax } = writing;
  if (value === null) return undefined;
  if (isArray(value)) return words.listValues ? value.map((item) => writeFree(item, writing, true) ?? null) : undefined;
  if (!isObject(value)) return syntax.literal(value);
  if (isPathBinding(value)) return syntax.path(value.path);
  if (isCallBinding(value)) {
    const call = writeCallValue(value, prop, writing, writeProp);
    if (call !== undefined) return call;
    const stand = writing.standIn(value, name, true);
    if (stand === undefined || 'path' in stand) return stand === undefined ? undefined : syntax.path(stand.path);
    return stand.value === undefined ? undefined : writeValue(prop, { literal: stand.value }, writing, name);
  }
  const literal = 'literal' in value ? (value.literal as Json) : undefined;
  if (literal !== undefined && !isObject(literal))
    return literal === null ? undefined : writeValue(prop, literal, writing, name);
  if (!words.objectValues || !prop.objects) return undefined;
  return literal === undefined ? writeFree(value, writing, true) : syntax.literal(literal);
}

/** Free JSON; bindings inside it are spelled as the target spells them. */
export function writeFree(value: Json, writing: Writing, nulls: boolean): Json | undefined {
  const { syntax } = writing;
  if (value === null) return nulls ? null : undefined;
  if (isArray(value)) return value.map((item) => writeFree(item, writing, true) ?? null);
  if (!isObject(value)) return value;
  if (typeof value.componentId === 'string' && typeof value.path === 'string')
    return withMore(syntax.template(writing.means.rename(value.componentId), value.path), value, writing);
  if (isPathBinding(value)) return withMore(syntax.path(value.path), value, writing);
  if (isCallBinding(value)) {
    const call = writeCall(value, ANY, writing, writeProp);
    if (call === undefined) return writing.lose(`the call ${quote(value.call)} is dropped`);
    return withMore(call, value, writing);
  }
  if ('literal' in value) return isObject(value.literal) ? syntax.literal(value.literal) : (value.literal as Json);
  return writeMembers(value, writing);
}

const BINDING_MEMBERS = new Set(['path', 'componentId', 'call', 'args', 'catalog', 'returnType', 'from']);

/** What stands beside a binding where no catalog says what may: a check has its words there. */
function withMore(binding: Json, value: object, writing: Writing): Json {
  const more = Object.entries(value as JsonObject).filter(([key]) => !BINDING_MEMBERS.has(key));
  return more.length === 0
    ? binding
    : { ...(binding as JsonObject), ...writeMembers(Object.fromEntries(more), writing) };
}

function writeMembers(value: JsonObject, writing: Writing): JsonObject {
  const { syntax } = writing;
  const written: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) {
    const name = syntax.key(key);
    const output = name === undefined ? undefined : writeFree(value[key] as Json, writing, true);
    if (name === undefined || output === undefined) writing.lose(`the member ${quote(key)} of a value is dropped`);
    else written[name] = output;
  }
  return written;
}

const ANY: Prop = { kind: 'any', required: false };

function writeChildren(value: Json, writing: Writing): Json | undefined {
  const { means, syntax } = writing;
  if (isArray(value)) return syntax.list(value.flatMap((id) => (isId(id) ? [means.rename(id)] : [])));
  if (!isObject(value) || !isId(value.componentId) || typeof value.path !== 'string') return undefined;
  return syntax.template(means.rename(value.componentId), value.path);
}

function writeList(prop: PropOf<'list'>, value: Json, writing: Writing, name: string): Json | undefined {
  if (!isArray(value)) {
    const isBound = prop.dynamic === true && isObject(value) && isPathBinding(value);
    return isBound ? writing.syntax.path(value.path) : undefined;
  }
  const items = value.flatMap((item, i) => {
    const output = writeProp(prop.item, item, writing, `${name}_${i}`);
    if (output === undefined) writing.lose(`item ${i} of ${name} is dropped`);
    return output === undefined ? [] : [output];
  });
  return items.length < (prop.min ?? 0) ? undefined : items.slice(0, prop.max ?? items.length);
}

function writeMap(prop: PropOf<'map'>, value: JsonObject, writing: Writing, name: string): Json | undefined {
  const plain = unwrapLiteral(value);
  if (plain !== value) return writing.syntax.literal(plain);
  const written: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) {
    const output = writeProp(prop.item, value[key] as Json, writing, `${name}_${key}`);
    if (output === undefined) writing.lose(`${name}.${key} is dropped`);
    else written[key] = output;
  }
  return written;
}

/** The first alternative that says it exactly, else the first that says it at all. */
function writeOneOf(prop: PropOf<'any-of'>, value: Json, writing: Writing, name: string): Json | undefined {
  for (const alternative of prop.of) {
    const exact = writing.exact();
    const output = writeProp(alternative, value, exact, name);
    if (output !== undefined && !exact.failed) return output;
  }
  for (const alternative of prop.of) {
    const output = writeProp(alternative, value, writing, name);
    if (output !== undefined) return output;
  }
  return undefined;
}

/** A name or a number that nobody sent and a person sees. */
function isSeen(prop: Prop, blank: Json): boolean {
  return (
    prop.default === undefined &&
    (prop.kind === 'one-of' || prop.kind === 'number' || prop.kind === 'any-of') &&
    blank !== ''
  );
}

function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/** Declared properties; what is required and cannot be said is sent blank. */
export function writeProps(props: Props, open: boolean, values: JsonObject, writing: Writing, prefix = ''): JsonObject {
  const written: { [name: string]: Json } = {};
  for (const name of Object.keys(values)) {
    const prop = Object.hasOwn(props, name) ? props[name] : undefined;
    const value = values[name] as Json;
    const output =
      prop === undefined
        ? open
          ? writeFree(value, writing, true)
          : undefined
        : writeProp(prop, value, writing, prefix + name);
    if (output !== undefined) written[name] = output;
    else writing.lose(name === 'checks' ? 'checks are not sent' : `${prefix.replaceAll('_', '.')}${name} is dropped`);
  }
  for (const name of Object.keys(props)) {
    const prop = props[name] as Prop;
    if (!prop.required || written[name] !== undefined) continue;
    const blank = prop.kind === 'child' ? NO_CHILD : blankOf(prop);
    const output = writeProp(prop, blank, writing, prefix + name);
    if (output !== undefined) written[name] = output;
    if (isSeen(prop, blank)) writing.lose(`${prefix.replaceAll('_', '.')}${name} is sent as ${quote(String(blank))}`);
  }
  return written;
}
