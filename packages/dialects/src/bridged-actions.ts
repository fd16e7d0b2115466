// What a viewer's action means on a surface that it has in other components than the agent sent: the answer to a question
// or the end of a task (lowering/questions.ts), or what the catalog of a derived surface says. Any other is what it says.

import {
  type ComponentId,
  type EventOf,
  isArray,
  type Json,
  numberIn,
  own,
  type Surface,
  standsFor,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { ownersOf } from './lowering/canonical.ts';
import { behindMark } from './lowering/origin.ts';
import { isAnswerPress, isApproval, isCancelPress } from './lowering/questions.ts';

export function unbridged(event: EventOf<'action'>, view: View): readonly ViewerEvent[] {
  const surface = view.surfaces.get(event.surface);
  if (surface === undefined) {
    const what = standsFor(event.surface);
    if (what === undefined) return [event];
    // Only what the bridge itself wrote there is one; anything else is an action on a surface that is not there.
    if ('task' in what) return [isCancelPress(event) ? { event: 'cancel', task: what.task } : event];
    return [isAnswerPress(event, view.asks.get(what.ask)?.want) ? answerOf(what.ask, event, view) : event];
  }
  const catalog = surface.catalogFor(undefined);
  const restored = 'code' in catalog ? undefined : catalog.restore?.(event, surface);
  if (restored !== undefined) return restored;
  const named = ownerOf(behindMark(event.source, surface), surface);
  return [named === event.source ? event : { ...event, source: named }];
}

/** The component that a part stands for which a viewer has instead. */
function ownerOf(id: ComponentId, surface: Surface): ComponentId {
  if (surface.component(id) !== undefined) return id;
  return ownersOf(id).find((owner) => surface.peek(owner)?.declaration?.fallback !== undefined) ?? id;
}

function answerOf(ask: string, event: EventOf<'action'>, view: View): ViewerEvent {
  const want = view.asks.get(ask)?.want;
  const value = own(event.context, 'value') ?? null;
  switch (want?.kind) {
    case 'confirm':
      return { event: 'answer', ask, value: isApproval(event) };
    case 'number':
      return { event: 'answer', ask, value: numberIn(value) };
    case 'select':
      return { event: 'answer', ask, value: want.multiple === true ? value : firstOf(value) };
    default:
      return { event: 'answer', ask, value: value };
  }
}

function firstOf(value: Json): Json {
  return isArray(value) ? (value[0] ?? null) : value;
}
