// What a viewer's action on a bridged surface means (lowering/agentchains.ts, lowering/openwop.ts, lowering/questions.ts):
// the answer to a question, the end of a task, a form that is sent, the action of a card. Any other action is what it says.

import {
  formatPointer,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  own,
  type View,
  type ViewerEvent,
} from '@vitrine/core';
import { type FormField, formFields, PRESS_EVENT, SUBMIT_EVENT } from '@vitrine/core/catalogs/agentchains';
import { ACTION_ID, isAgentchainsSurface, SUBMIT_ID } from './lowering/agentchains.ts';
import { enteredInOpenwop, isOpenwopSurface } from './lowering/openwop.ts';
import { standsFor } from './lowering/questions.ts';
import type { EventOf } from './viewer-messages.ts';

export function unbridged(event: EventOf<'action'>, view: View): readonly ViewerEvent[] {
  const surface = view.surfaces.get(event.surface);
  if (surface === undefined) {
    const what = standsFor(event.surface);
    if (what === undefined) return [event];
    return ['ask' in what ? answerOf(what.ask, event, view) : { event: 'cancel', task: what.task }];
  }
  if (isOpenwopSurface(surface) && isObject(event.context.values)) {
    const values = enteredInOpenwop(event.context.values, surface);
    return [
      { event: 'sync', surfaces: { [event.surface]: { values } } },
      { ...event, context: { ...event.context, values } },
    ];
  }
  if (!isAgentchainsSurface(surface)) return [event];
  const source = surface.root;
  if (event.source === SUBMIT_ID) {
    const values = enteredIn(event.context, formFields(surface.data.get('/data')));
    return submitted({ ...event, source }, values);
  }
  if (!event.source.startsWith(ACTION_ID)) return [event];
  const scope = formatPointer(['data', 'actions', event.source.slice(ACTION_ID.length)]);
  return [{ ...event, source, name: PRESS_EVENT, scope }];
}

/** A form tells all that was entered: what it leaves out is empty, and the viewer's copy of the values says so. */
export function submitted(
  event: Omit<EventOf<'action'>, 'name' | 'context'>,
  values: JsonObject,
): readonly ViewerEvent[] {
  return [
    { event: 'sync', surfaces: { [event.surface]: { values } } },
    { ...event, name: SUBMIT_EVENT, context: { values } },
  ];
}

function answerOf(ask: string, { source, context }: EventOf<'action'>, view: View): ViewerEvent {
  const want = view.asks.get(ask)?.want;
  const said = own(context, 'value') ?? null;
  switch (want?.kind) {
    case 'confirm':
      return { event: 'answer', ask, value: typeof said === 'boolean' ? said : source === 'approve' };
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

function numberIn(value: Json): Json {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** Each as its field wants it; nothing entered is left out. What no field has stays, for the host to refuse. */
function enteredIn(context: JsonObject, fields: readonly FormField[]): JsonObject {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const entries = Object.entries(context).flatMap(([name, said]): readonly (readonly [string, Json])[] => {
    const type = types.get(name);
    const value = type === 'select' ? firstOf(said) : type === 'number' ? numberIn(said) : said;
    const isNothing = value === null || (value === '' && type !== 'text' && type !== 'textarea');
    return isNothing ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
