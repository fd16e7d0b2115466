// AgentChains from a viewer: a2ui.init, user.respond, user.approve, user.cancel and ping; and what viewers do, for an agent
// that speaks it. A form that is sent and a card that is pressed are user.respond with the id of their component.

import { agentchains, DATA_PATH, PRESS_EVENT, SUBMIT_EVENT } from '@vitrine/core/catalogs/agentchains';
import {
  defined,
  type EventOf,
  Findings,
  type Issue,
  isObject,
  type Json,
  type JsonObject,
  type NewEntry,
  type Outcome,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { Encoded } from '../dialect.ts';
import { onlyFields } from '../envelope.ts';
import { isStorable } from '../stored.ts';
import { noWordFor } from '../viewer-messages.ts';
import { RPC_ERRORS, RPC_WORDS, rpcErrorOf } from './errors.ts';
import { at, boolField, idField, optionalField, textField } from './fields.ts';
import { ownType } from './picture.ts';
import { readResponse } from './respond.ts';
import { notification, readCall, VIEWER_METHODS, type ViewerMethod } from './rpc.ts';

/** Of a value that is a text. */
const MAX_VALUE_CHARACTERS = 10_000;
const REASON_LENGTH = 1000;
const TASK_LENGTH = 255;

const FIELDS: { readonly [method in ViewerMethod]: readonly string[] } = {
  'a2ui.init': ['client_info', 'capabilities', 'agent_id', 'user_id', 'session_id'],
  'user.respond': ['request_id', 'value', 'session_id'],
  'user.approve': ['request_id', 'approved', 'reason', 'session_id'],
  'user.cancel': ['task_id', 'reason', 'session_id'],
  ping: [],
};

export function decodeViewerMessage(wire: Json, view: View): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const call = readCall(wire, 'viewer', VIEWER_METHODS, findings);
  const body = call === undefined ? [] : readEvents(call.method, call.params, view, findings);
  const issues = findings.all().map((problem): Issue => ({ ...problem, fault: 'viewer' }));
  return findings.refused || call === undefined ? { ok: false, issues } : { ok: true, value: { body }, issues };
}

function readEvents(method: ViewerMethod, params: JsonObject, view: View, findings: Findings): readonly ViewerEvent[] {
  if (method !== 'ping') onlyFields(params, FIELDS[method], findings);
  switch (method) {
    case 'a2ui.init':
      return readInit(params, findings);
    case 'user.respond':
      return readRespond(params, view, findings);
    case 'user.approve':
      return readApprove(params, findings);
    case 'user.cancel':
      return readCancel(params, findings);
    case 'ping':
      return [];
  }
}

/** Who joins says the connection; what else the client can do is for the face. */
function readInit(params: JsonObject, findings: Findings): readonly ViewerEvent[] {
  const info = optionalField(params, 'client_info');
  for (const name of ['client_info', 'capabilities']) {
    const value = optionalField(params, name);
    at(name, findings, () => {
      if (value !== undefined && !isObject(value))
        findings.refuse('VITRINE_MESSAGE_SHAPE', `${name} must be an object.`);
      else if (value !== undefined) isStorable(value, findings);
    });
  }
  const viewport = isObject(info) && isObject(info.viewport) ? { viewport: info.viewport } : {};
  return [{ event: 'join', viewer: '', catalogs: [agentchains.id], ...viewport }];
}

function readRespond(params: JsonObject, view: View, findings: Findings): readonly ViewerEvent[] {
  const id = idField(params, 'request_id', findings);
  const { value } = params;
  const fits = at('value', findings, () => {
    if (typeof value === 'string' && value.length > MAX_VALUE_CHARACTERS && [...value].length > MAX_VALUE_CHARACTERS)
      findings.refuse('VITRINE_LIMIT_TEXT', `The value is too large (max ${MAX_VALUE_CHARACTERS} chars).`);
    if (value !== undefined) return isStorable(value, findings);
    return findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', 'The field value is required.') !== undefined;
  });
  return id === undefined || !fits ? [] : readResponse(id, value as Json, view, findings);
}

function readApprove(params: JsonObject, findings: Findings): readonly ViewerEvent[] {
  const ask = idField(params, 'request_id', findings);
  const approved = boolField(params, 'approved', findings);
  const reason = textField(params, 'reason', findings, { max: REASON_LENGTH });
  if (optionalField(params, 'approved') === undefined)
    at('approved', findings, () =>
      findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', 'The field approved is required: true or false.'),
    );
  if (ask === undefined || approved === undefined) return [];
  return [{ event: 'answer', ask, value: approved, ...defined({ reason }) }];
}

function readCancel(params: JsonObject, findings: Findings): readonly ViewerEvent[] {
  const task = textField(params, 'task_id', findings, { required: true, min: 1, max: TASK_LENGTH });
  const reason = textField(params, 'reason', findings, { max: REASON_LENGTH });
  return task === undefined ? [] : [{ event: 'cancel', task, ...defined({ reason }) }];
}

export function encodeEvent(event: ViewerEvent, view: View, _at: string): Encoded {
  switch (event.event) {
    case 'action':
      return say('user.respond', { request_id: event.surface, value: responseOf(event, view) });
    case 'answer':
      return encodeAnswer(event);
    case 'cancel':
      return say('user.cancel', { task_id: event.task, ...reasonOf(event) });
    case 'join':
      return say('a2ui.init', initOf(event));
    case 'issue':
      return { wire: [errorOf(event)], losses: [] };
    default:
      return noWordFor(event, 'agentchains');
  }
}

function say(method: string, params: JsonObject): Encoded {
  return { wire: [notification(method, params)], losses: [] };
}

/**
 * The values of a form, the pressed action of a card; of another surface what its button says. Told by the event as far as
 * possible: an agent that was away reads it when the component may be gone.
 */
function responseOf(event: EventOf<'action'>, view: View): Json {
  const { surface: id, source, scope = '', name, context, message } = event;
  const surface = view.surfaces.get(id);
  const isOwn = surface === undefined || ownType(surface) !== undefined;
  if (isOwn && name === SUBMIT_EVENT && isObject(context.values)) return context.values;
  if (isOwn && name === PRESS_EVENT && scope.startsWith(`${DATA_PATH}/`))
    return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== null));
  return { action: name, source, context, ...defined({ message }) };
}

/** Only a confirmation is answered with true or false. */
function encodeAnswer(event: EventOf<'answer'>): Encoded {
  const { ask, value, reason } = event;
  if (typeof value === 'boolean') return say('user.approve', { request_id: ask, approved: value, ...reasonOf(event) });
  const { wire } = say('user.respond', { request_id: ask, value });
  return { wire, losses: reason === undefined ? [] : [{ what: 'agentchains has no reason for an answer' }] };
}

function reasonOf({ reason }: { readonly reason?: string }): JsonObject {
  return defined({ reason });
}

function initOf({ viewer, viewport, catalogs }: EventOf<'join'>): JsonObject {
  const client = { name: viewer, ...defined({ viewport }) };
  return { client_info: client, capabilities: { catalogs } };
}

function errorOf({ issue, surface }: EventOf<'issue'>): Json {
  const error = rpcErrorOf(issue);
  const { code, severity, fault, message, at: pointer } = issue;
  const data = {
    ...{ code, severity, fault },
    ...defined({ at: pointer, component_id: surface }),
  };
  return {
    jsonrpc: '2.0',
    id: null,
    error: { code: RPC_ERRORS[error], message: `${RPC_WORDS[error]}: ${message}`, data },
  };
}
