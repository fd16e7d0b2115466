// The events of an agent in any dialect, as the demos hear them. What says nothing to a demo is left out.

import type { Heard } from './demo.ts';
import { asList, asObject, type Json } from './json.ts';

export function readHeard(event: Json): readonly Heard[] {
  const message = asObject(event);
  // Ours holds a body of events; A2UI has one under its name.
  if (message.vitrine !== undefined) return asList(message.body).flatMap(readNeutral);
  const action = asObject(message.userAction ?? message.action);
  const { name, surfaceId } = action;
  if (typeof name !== 'string' || typeof surfaceId !== 'string') return [];
  return [{ kind: 'action', surface: surfaceId, name, context: asObject(action.context) }];
}

function readNeutral(part: Json): readonly Heard[] {
  const { event, surface, name, context, ask, value, task } = asObject(part);
  if (event === 'action' && typeof surface === 'string' && typeof name === 'string')
    return [{ kind: 'action', surface, name, context: asObject(context) }];
  if (event === 'answer' && typeof ask === 'string') return [{ kind: 'answer', ask, value: value ?? null }];
  if (event === 'cancel' && typeof task === 'string') return [{ kind: 'cancel', task }];
  return [];
}
