// What an action on a derived surface of AgentChains means: a form that is sent, or the action of a card.

import type { SurfaceReader } from '../catalog.ts';
import type { ActionEvent, ViewerEvent } from '../entry.ts';
import { isArray, type Json, type JsonObject } from '../json.ts';
import { formatPointer, parsePointer } from '../pointer.ts';
import { numberIn } from '../value.ts';
import { ACTION_ID, DATA_PATH, PRESS_EVENT, SUBMIT_EVENT, SUBMIT_ID, VALUES_PATH } from './agentchains-data.ts';
import { type FormField, formFields } from './agentchains-form.ts';

export function restoreAgentchains(event: ActionEvent, surface: SurfaceReader): readonly ViewerEvent[] {
  const source = surface.root;
  if (event.source === SUBMIT_ID) {
    return submitted({ ...event, source }, enteredIn(event.context, surface), surface);
  }
  if (!event.source.startsWith(ACTION_ID)) return [event];
  const scope = formatPointer([...parsePointer(DATA_PATH), 'actions', event.source.slice(ACTION_ID.length)]);
  return [{ ...event, source, name: PRESS_EVENT, scope }];
}

/**
 * A form tells all that was entered. An empty field is null, or an empty text where texts are not what it takes; it is
 * left out of the values. What no field has stays, for the host to refuse.
 */
export function submitted(
  event: Omit<ActionEvent, 'name' | 'context'>,
  values: JsonObject,
  surface: SurfaceReader,
): readonly ViewerEvent[] {
  const types = fieldTypes(surface);
  const isEmpty = (name: string, value: Json) => value === null || (value === '' && !isText(types.get(name)));
  const all = Object.entries(values);
  const emptied = all.filter(([name, value]) => types.has(name) && isEmpty(name, value));
  const filled = Object.fromEntries(all.filter(([name, value]) => !isEmpty(name, value)));
  return [
    ...emptied.flatMap(([name]) => empty(surface, name)),
    { event: 'sync', surfaces: { [event.surface]: { values: filled } } },
    { ...event, name: SUBMIT_EVENT, context: { values: filled } },
  ];
}

/** What stood in a field, perhaps from the beginning, and was taken out of it: else the host would tell that instead. */
function empty(surface: SurfaceReader, name: string): readonly ViewerEvent[] {
  const path = formatPointer([...parsePointer(VALUES_PATH), name]);
  const held = surface.data.get(path);
  if (held === undefined || held === null || held === '') return [];
  return [{ event: 'input', surface: surface.id, path, value: null }];
}

export function fieldTypes(surface: SurfaceReader): ReadonlyMap<string, FormField['type']> {
  return new Map(formFields(surface.data.get(DATA_PATH)).map(({ name, type }) => [name, type]));
}

function isText(type: string | undefined): boolean {
  return type === undefined || type === 'text' || type === 'textarea';
}

/** Each as its field wants it: in the basic catalog a choice is a list, and a number is typed as a text. */
function enteredIn(context: JsonObject, surface: SurfaceReader): JsonObject {
  const types = fieldTypes(surface);
  const entries = Object.entries(context).map(([name, value]): readonly [string, Json] => {
    const type = types.get(name);
    if (type === 'select' && isArray(value)) return [name, value[0] ?? null];
    return [name, type === 'number' ? numberIn(value) : value];
  });
  return Object.fromEntries(entries);
}
