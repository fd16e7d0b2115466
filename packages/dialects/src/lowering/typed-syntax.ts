// The spelling of A2UI 0.8: typed literals, explicit lists, contexts as lists of entries, components under their type.

import { defined, isArray, type Json } from '@vitrine/core/internal';
import type { Syntax } from './syntax.ts';

export const typedSyntax: Syntax = {
  words: {
    calls: false,
    returnType: false,
    index: false,
    ownCatalog: false,
    listValues: false,
    objectValues: false,
    nullArguments: false,
    checkMessage: true,
    checkBinding: false,
    eventMessage: false,
    accessibility: [],
    extensions: false,
  },
  literal(value) {
    if (typeof value === 'string') return { literalString: value };
    if (typeof value === 'number') return { literalNumber: value };
    if (typeof value === 'boolean') return { literalBoolean: value };
    return isArray(value) ? { literalArray: value } : undefined;
  },
  key: (name) => name,
  path: (path) => ({ path: plainPath(path) }),
  // No words for calls: nothing asks for these two.
  call: () => ({}),
  callAction: (call) => call,
  list: (ids) => ({ explicitList: ids }),
  template: (componentId, path) => ({ template: { componentId, dataBinding: plainPath(path) } }),
  event: ({ name, context }) => ({
    name,
    ...(context === undefined
      ? {}
      : { context: Object.entries(context).map(([key, value]): Json => ({ key, value })) }),
  }),
  component: ({ id, type, props, weight }) => ({
    id,
    ...defined({ weight }),
    component: { [type]: props },
  }),
};

/** A dot in a path without a slash is read as a step by the renderers of 0.8. */
function plainPath(path: string): string {
  return path !== '.' && path.includes('.') && !path.includes('/') ? `./${path}` : path;
}
