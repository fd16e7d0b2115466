// An event of any dialect in one line for people: what was done, where, and with what.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';

export function eventWords(message: JsonObject): string {
  if (isArray(message.body)) return message.body.map((part) => (isObject(part) ? partWords(part) : '')).join('; ');
  const action = message.userAction ?? message.action;
  if (isObject(action)) return actionWords(action.name, action.surfaceId, action.sourceComponentId, action.context);
  if (isObject(message.error)) return `error ${text(message.error.code)}: ${text(message.error.message)}`;
  return JSON.stringify(message);
}

function partWords(part: JsonObject): string {
  switch (part.event) {
    case 'action':
      return actionWords(part.name, part.surface, part.source, part.context);
    case 'answer':
      return `answer to ${text(part.ask)}: ${JSON.stringify(part.value ?? null)}`;
    case 'cancel':
      return `cancel ${text(part.task)}`;
    case 'join':
      return `${text(part.viewer)} joins`;
    case 'leave':
      return `${text(part.viewer)} leaves`;
    default:
      return JSON.stringify(part);
  }
}

function actionWords(name?: Json, surface?: Json, source?: Json, context?: Json): string {
  const more = isObject(context) && Object.keys(context).length > 0 ? ` ${JSON.stringify(context)}` : '';
  return `${text(name)} on ${text(surface)}/${text(source)}${more}`;
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
