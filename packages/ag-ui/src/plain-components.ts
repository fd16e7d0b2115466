// For clients that say nothing of what they draw, as assistant-ui does: beside the members of A2UI 0.9 those by which such a
// client reads a component. Who draws A2UI as it is overlooks them, but for lists: one that is repeated is read in one form
// alone, and a List is a Column. What cannot be said so stands in docs/ag-ui.md.

import { getAt, isArray, isObject, type Json, type JsonObject, parsePointer } from '@vitrine/core/internal';
import type { SurfaceOperations } from './surface-operations.ts';

/** The components that assistant-ui draws. */
export const PLAIN_COMPONENTS: ReadonlySet<string> = new Set([
  ...['Text', 'Image', 'Row', 'Column', 'Card', 'Divider', 'Button', 'TextField', 'CheckBox'],
]);

export function withPlainMembers(surface: SurfaceOperations): SurfaceOperations {
  const byId = new Map(surface.components.map((one) => [one.id, one]));
  const components = surface.components.map((one) => ({
    ...plainMembers(one, byId),
    ...one,
    ...plainForms(one, surface.data),
  }));
  return { ...surface, components };
}

/** Members that a component of A2UI does not have. */
function plainMembers(one: JsonObject, byId: ReadonlyMap<unknown, JsonObject>): JsonObject {
  const { child } = one;
  switch (one.component) {
    case 'Card':
      return typeof child === 'string' ? { children: [child] } : {};
    case 'Button': {
      const words = byId.get(child);
      return words?.component === 'Text' && words.text !== undefined ? { label: plainPath(words.text) } : {};
    }
    case 'Text':
      return isInItem(one.text) ? { value: plainPath(one.text) } : {};
    case 'Image':
      return isInItem(one.url) ? { src: plainPath(one.url) } : {};
    case 'TextField':
      // It shows nothing of what stands in a field.
      return isPath(one.value) ? { placeholder: plainPath(one.value) } : {};
    case 'CheckBox':
      return isInItem(one.value) ? { defaultChecked: plainPath(one.value) } : {};
    default:
      return {};
  }
}

/** Members that it has, with what they hold in the other form as well. */
function plainForms({ component, action, children }: JsonObject, data: Json): JsonObject {
  const event = isObject(action) ? action.event : undefined;
  return {
    ...(isObject(action) && isObject(event) ? { action: { ...event, ...plainContext(event, data), ...action } } : {}),
    ...(component === 'List' ? { component: 'Column' } : {}),
    ...(isObject(children) && !isArray(children) ? { children: { template: repeated(children) } } : {}),
  };
}

/** It takes no member beside these. */
function repeated({ componentId = '', path = '' }: JsonObject): JsonObject {
  return { componentId, path: String(path).startsWith('/') ? path : `/${String(path)}` };
}

/** With the values that the session has: of what is typed such a client is sent nothing a second time. */
function plainContext({ context }: JsonObject, data: Json): JsonObject {
  if (!isObject(context)) return {};
  const values = Object.entries(context).map(([name, value]): [string, Json] => {
    const found = isPath(value) && value.path.startsWith('/') ? getAt(data, parsePointer(value.path)) : undefined;
    // Of an object it could be read as another path.
    return [name, found === undefined || isObject(found) ? plainPath(value) : found];
  });
  return { context: Object.fromEntries(values) };
}

function isPath(value: Json | undefined): value is { readonly path: string } {
  return isObject(value) && typeof value.path === 'string' && Object.keys(value).length === 1;
}

/** It reads every path in an item of a list from that item, and with a slash before it. */
function isInItem(value: Json | undefined): value is { readonly path: string } {
  return isPath(value) && !value.path.startsWith('/');
}

function plainPath(value: Json): Json {
  return isInItem(value) ? { path: `/${value.path}` } : value;
}
