// The events of an agent in any dialect, as the demos hear them. What says nothing to a demo is left out.

import type { DemoEvent } from './demo.ts';
import { asList, asObject, asText, type Json, type JsonObject } from './json.ts';

export function readDemoEvents(event: Json): readonly DemoEvent[] {
  const message = asObject(event);
  // Ours holds a body of events; A2UI has one under its name.
  if (message.vitrine !== undefined) return asList(message.body).flatMap(readNeutral);
  if (message.error !== undefined) return readEnd(asObject(asObject(message.error).data));
  if (message.jsonrpc !== undefined) return readCall(asText(message.method), asObject(message.params));
  const action = asObject(message.userAction ?? message.action);
  const { name, surfaceId } = action;
  if (typeof name !== 'string' || typeof surfaceId !== 'string') return [];
  return [{ kind: 'action', surface: surfaceId, name, context: asObject(action.context) }];
}

/** A response to a component tells what was pressed by its name, or the values of a form; it is an answer too, which none waits for. */
function readCall(method: string, params: JsonObject): readonly DemoEvent[] {
  const { request_id: id, task_id: task, value = null, approved } = params;
  if (method === 'user.cancel' && typeof task === 'string') return [{ kind: 'cancel', task }];
  if (typeof id !== 'string') return [];
  if (method === 'user.approve') return [{ kind: 'answer', ask: id, value: approved === true }];
  if (method !== 'user.respond') return [];
  const context = asObject(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return [{ kind: 'answer', ask: id, value }];
  return [{ kind: 'action', surface: id, name: asText(context.action) || 'submit', context }];
}

/** A question that nobody will answer any more is one that was answered with nothing. */
function readEnd({ code, at }: JsonObject): readonly DemoEvent[] {
  const isOver = code === 'VITRINE_ASK_LAPSED' || code === 'VITRINE_ASK_CANCELLED';
  const ask = /^\/asks\/([^/~]+)$/.exec(asText(at))?.[1];
  return isOver && ask !== undefined ? [{ kind: 'answer', ask, value: null }] : [];
}

function readNeutral(part: Json): readonly DemoEvent[] {
  const { event, surface, name, context, ask, value, task, text } = asObject(part);
  if (event === 'action' && typeof surface === 'string' && typeof name === 'string')
    return [{ kind: 'action', surface, name, context: asObject(context) }];
  if (event === 'answer' && typeof ask === 'string') return [{ kind: 'answer', ask, value: value ?? null }];
  if (event === 'cancel' && typeof task === 'string') return [{ kind: 'cancel', task }];
  if (event === 'say' && typeof text === 'string') return [{ kind: 'say', text }];
  return [];
}
