// What a person did, as signals: `user:action` and `user:action:<name>`, `user:error`, `user:text`, `input:received`; and
// the same read again.

import {
  defined,
  type EventOf,
  Findings,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type NewEntry,
  type Outcome,
  own,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { Encoded } from '../dialect.ts';
import { noWordFor, writeAction } from '../viewer-messages.ts';
import type { SignalLike } from './signal.ts';
import { textOf } from './text-of.ts';

const ACTION = 'user:action';
const MAX_ROUTE_LENGTH = 64;
const [YES, NO] = ['yes', 'no'] as const;
const MAX_VALUE = 200_000;

/** The name of the signal that one action alone has. */
export function routeOf(action: string): string {
  return `${ACTION}:${action.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_ROUTE_LENGTH) || '_'}`;
}

export function signalOf(name: string, payload: JsonObject, at: string, agent: string): JsonObject {
  return {
    id: uuidOf(`${name} ${at} ${JSON.stringify(payload)}`),
    name,
    payload,
    timestamp: at,
    source: { agent },
  };
}

export function encodeEvent(event: ViewerEvent, _view: View, at: string): Encoded {
  const signal = (name: string, payload: JsonObject): JsonObject => signalOf(name, payload, at, 'user');
  switch (event.event) {
    case 'action': {
      const action = writeAction(event, at);
      return { wire: [signal(ACTION, action), signal(routeOf(event.name), action)], losses: [] };
    }
    case 'issue': {
      const { code, message } = event.issue;
      const where = defined({ surfaceId: event.surface });
      return { wire: [signal('user:error', { code, message, ...where })], losses: [] };
    }
    case 'say':
      return { wire: [signal('user:text', { content: event.text })], losses: [] };
    case 'answer':
      return { wire: [signal('input:received', answerOf(event))], losses: [] };
    default:
      return noWordFor(event, 'open-harness');
  }
}

/** As the core reads it: the value is a text, and an approval has a word of its own beside it. */
export function answerOf({ ask, value }: Pick<EventOf<'answer'>, 'ask' | 'value'>): JsonObject {
  if (typeof value === 'boolean') return { id: ask, value: value ? YES : NO, approved: value };
  return {
    id: ask,
    value: isArray(value) ? value.map((one) => textOf(one, MAX_VALUE)).join(', ') : textOf(value, MAX_VALUE),
  };
}

export function decodeUserSignal({ name, payload }: SignalLike, view: View): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const event = isObject(payload as Json) ? userEvent(name, payload as JsonObject, view) : undefined;
  if (event !== undefined) return { ok: true, value: { body: [event] }, issues: [] };
  findings.refuse('VITRINE_MESSAGE_METHOD', 'A person sends user:action, user:text or input:received.');
  return { ok: false, issues: findings.all() };
}

function userEvent(name: string, payload: JsonObject, { asks }: View): ViewerEvent | undefined {
  const text = (key: string): string | undefined => {
    const value = own(payload, key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  if (name === 'user:text') {
    const content = text('content');
    return content === undefined ? undefined : { event: 'say', text: content };
  }
  if (name === 'input:received') {
    const ask = text('id');
    if (ask === undefined) return undefined;
    const answer = own(payload, 'value') ?? null;
    const isApproval = asks.get(ask)?.want.kind === 'confirm' && (answer === YES || answer === NO);
    return { event: 'answer', ask, value: own(payload, 'approved') ?? (isApproval ? answer === YES : answer) };
  }
  if (name !== ACTION) return undefined;
  const [action, surface, source] = [text('name'), text('surfaceId'), text('sourceComponentId')];
  if (action === undefined || surface === undefined || source === undefined) return undefined;
  const context = own(payload, 'context');
  return {
    event: 'action',
    name: action,
    surface,
    source,
    context: isObject(context ?? null) ? (context as JsonObject) : {},
    checked: false,
  };
}

/** An id that follows from a text, in the shape of UUIDs: the same event has the same wherever it is written. */
function uuidOf(text: string): string {
  const hex = [0, 1].map((salt) => hashOf(`${salt} ${text}`)).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Sixteen hexadecimal digits. */
function hashOf(text: string): string {
  let [high, low] = [0x811c9dc5, 0x1234567];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193) >>> 0;
    low = Math.imul(low ^ code, 0x5bd1e995) >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
