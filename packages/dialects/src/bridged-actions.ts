// What a viewer's action on a bridged surface means (lowering/agentchains.ts, lowering/openwop.ts, lowering/questions.ts):
// the answer to a question, the end of a task, a form that is sent, the action of a card. Any other action is what it says.

import {
  formatPointer,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  own,
  parsePointer,
  type Surface,
  standsFor,
  type View,
  type ViewerEvent,
} from '@vitrine/core';
import { type FormField, formFields, PRESS_EVENT, SUBMIT_EVENT, VALUES_PATH } from '@vitrine/core/catalogs/agentchains';
import { ACTION_ID, isAgentchainsSurface, SUBMIT_ID } from './lowering/agentchains.ts';
import { enteredInOpenwop, isOpenwopSurface } from './lowering/openwop.ts';
import { behindMark } from './lowering/origin.ts';
import { isAnswerPress, isApproval, isCancelPress } from './lowering/questions.ts';
import type { EventOf } from './viewer-messages.ts';

export function unbridged(event: EventOf<'action'>, view: View): readonly ViewerEvent[] {
  const surface = view.surfaces.get(event.surface);
  if (surface === undefined) {
    const what = standsFor(event.surface);
    if (what === undefined) return [event];
    // Only what the bridge itself wrote there is one; anything else is an action on a surface that is not there.
    if ('task' in what) return [isCancelPress(event) ? { event: 'cancel', task: what.task } : event];
    return [isAnswerPress(event, view.asks.get(what.ask)?.want) ? answerOf(what.ask, event, view) : event];
  }
  if (isOpenwopSurface(surface) && isObject(event.context.values)) {
    const values = enteredInOpenwop(event.context.values, surface);
    return [
      { event: 'sync', surfaces: { [event.surface]: { values } } },
      { ...event, context: { ...event.context, values } },
    ];
  }
  if (!isAgentchainsSurface(surface)) {
    const named = behindMark(event.source, surface);
    return [named === event.source ? event : { ...event, source: named }];
  }
  const source = surface.root;
  if (event.source === SUBMIT_ID) {
    return submitted({ ...event, source }, enteredIn(event.context, surface), surface);
  }
  if (!event.source.startsWith(ACTION_ID)) return [event];
  const scope = formatPointer(['data', 'actions', event.source.slice(ACTION_ID.length)]);
  return [{ ...event, source, name: PRESS_EVENT, scope }];
}

/**
 * A form tells all that was entered. An empty field is null, or an empty text where texts are not what it takes; it is
 * left out of the values. What no field has stays, for the host to refuse.
 */
export function submitted(
  event: Omit<EventOf<'action'>, 'name' | 'context'>,
  said: JsonObject,
  surface: Surface,
): readonly ViewerEvent[] {
  const types = fieldTypes(surface);
  const isEmpty = (name: string, value: Json) => value === null || (value === '' && !isText(types.get(name)));
  const all = Object.entries(said);
  const emptied = all.filter(([name, value]) => types.has(name) && isEmpty(name, value));
  const values = Object.fromEntries(all.filter(([name, value]) => !isEmpty(name, value)));
  return [
    ...emptied.flatMap(([name]) => empty(surface, name)),
    { event: 'sync', surfaces: { [event.surface]: { values } } },
    { ...event, name: SUBMIT_EVENT, context: { values } },
  ];
}

/** What stood in a field, perhaps from the beginning, and was taken out of it: else the host would tell that instead. */
function empty(surface: Surface, name: string): readonly ViewerEvent[] {
  const path = formatPointer([...parsePointer(VALUES_PATH), name]);
  const held = surface.data.get(path);
  if (held === undefined || held === null || held === '') return [];
  return [{ event: 'input', surface: surface.id, path, value: null }];
}

export function fieldTypes(surface: Surface): ReadonlyMap<string, FormField['type']> {
  return new Map(formFields(surface.data.get('/data')).map(({ name, type }) => [name, type]));
}

function isText(type: string | undefined): boolean {
  return type === undefined || type === 'text' || type === 'textarea';
}

function answerOf(ask: string, event: EventOf<'action'>, view: View): ViewerEvent {
  const want = view.asks.get(ask)?.want;
  const said = own(event.context, 'value') ?? null;
  switch (want?.kind) {
    case 'confirm':
      return { event: 'answer', ask, value: isApproval(event) };
    case 'number':
      return { event: 'answer', ask, value: numberIn(said) };
    case 'select':
      return { event: 'answer', ask, value: want.multiple === true ? said : firstOf(said) };
    default:
      return { event: 'answer', ask, value: said };
  }
}

function firstOf(value: Json): Json {
  return isArray(value) ? (value[0] ?? null) : value;
}

export function numberIn(value: Json): Json {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** Each as its field wants it. */
function enteredIn(context: JsonObject, surface: Surface): JsonObject {
  const types = fieldTypes(surface);
  const entries = Object.entries(context).map(([name, said]): readonly [string, Json] => {
    const type = types.get(name);
    return [name, type === 'select' ? firstOf(said) : type === 'number' ? numberIn(said) : said];
  });
  return Object.fromEntries(entries);
}
