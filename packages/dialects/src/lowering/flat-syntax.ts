// The spelling of A2UI 0.9 and 1.0: plain literals, {path}, {call, args}, flat components. `marked` gives the bindings
// the reserved keys @path and @call of the later 1.0 drafts; a literal key with an @ is then doubled.

import { defined, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { DialectFeatures, Syntax } from './syntax.ts';

export interface FlatOptions {
  readonly words: DialectFeatures;
  readonly marked?: boolean;
}

export function flatSyntax({ words, marked = false }: FlatOptions): Syntax {
  const mark = marked ? '@' : '';
  return {
    words,
    literal: (value) => (marked ? escapeKeys(value) : looksBound(value) ? undefined : value),
    key: (name) => (!name.startsWith('@') ? name : marked ? `@${name}` : undefined),
    path: (path) => ({ [`${mark}path`]: path }),
    call: ({ name, args, catalog, returnType }) => ({
      [`${mark}call`]: name,
      ...defined({ args, catalogId: catalog, returnType }),
    }),
    list: (ids) => ids,
    template: (componentId, path) => ({ componentId, path }),
    event: ({ name, context, message }) => ({
      event: {
        name,
        ...defined({ context, userMessage: message }),
      },
    }),
    callAction: (call) => ({ functionCall: call }),
    component: ({ id, type, props, catalog, weight, a11y, ext }) => ({
      id,
      component: type,
      ...defined({ catalogId: catalog, weight, accessibility: a11y, metadata: ext }),
      ...props,
    }),
  };
}

/** An object that a reader of one of the drafts would take for a binding, at any depth. */
function looksBound(value: Json): boolean {
  if (isArray(value)) return value.some(looksBound);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, member]) => key === 'path' || key === 'call' || key.startsWith('@') || looksBound(member),
  );
}

function escapeKeys(value: Json): Json {
  if (isArray(value)) return value.map(escapeKeys);
  if (!isObject(value)) return value;
  const escaped: { [key: string]: Json } = {};
  for (const key of Object.keys(value as JsonObject))
    escaped[key.startsWith('@') ? `@${key}` : key] = escapeKeys(value[key] as Json);
  return escaped;
}
