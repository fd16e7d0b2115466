// For clients that say nothing of what they draw, as assistant-ui does: beside the members of A2UI 0.9 those by which such a
// client reads a component. Who draws A2UI as it is overlooks them. What cannot be said so stands in docs/ag-ui.md.

import { isArray, isObject, type JsonObject } from '@vitrine/core/internal';

/** The components that assistant-ui draws. */
export const PLAIN_COMPONENTS: ReadonlySet<string> = new Set([
  ...['Text', 'Image', 'Row', 'Column', 'Card', 'Divider', 'Button', 'TextField', 'CheckBox'],
]);

export function withPlainMembers(components: readonly JsonObject[]): readonly JsonObject[] {
  const byId = new Map(components.map((one) => [one.id, one]));
  return components.map((one) => ({ ...plainMembers(one, byId), ...one, ...plainForms(one) }));
}

/** Members that a component of A2UI does not have. */
function plainMembers({ component, child }: JsonObject, byId: ReadonlyMap<unknown, JsonObject>): JsonObject {
  if (component === 'Card' && typeof child === 'string') return { children: [child] };
  const words = component === 'Button' ? byId.get(child) : undefined;
  return words?.component === 'Text' && words.text !== undefined ? { label: words.text } : {};
}

/** Members that it has, with what they hold in the other form as well. */
function plainForms({ action, children }: JsonObject): JsonObject {
  const event = isObject(action) ? action.event : undefined;
  return {
    ...(isObject(action) && isObject(event) ? { action: { ...event, ...action } } : {}),
    ...(isObject(children) && !isArray(children) ? { children: { ...children, template: children } } : {}),
  };
}
