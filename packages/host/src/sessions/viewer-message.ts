// One message of a viewer, read: the events it says in its dialect, and what viewers send beside them (capabilities, data
// models; in our own dialect the basis and the writes). Whether it may be content is left to admission.

import {
  defined,
  describeType,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Outcome,
  type Seq,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { type Dialect, decodeCapabilities, decodeDataModel, detect, type ViewerCapabilities } from '@vitrine/dialects';
import type { ViewerWrite } from '../admission/admission.ts';

export interface ViewerMessage {
  readonly events: readonly ViewerEvent[];
  readonly dialect: string;
  readonly capabilities: readonly ViewerCapabilities[];
  readonly basis?: Seq;
  readonly writes?: readonly ViewerWrite[];
}

/** Events in one message: they are delivered together. */
const MAX_EVENTS = 100;

const BESIDE = [
  'metadata',
  'a2uiClientCapabilities',
  'a2uiRendererCapabilities',
  'a2uiClientDataModel',
  'a2uiRendererDataModel',
];

export function readViewerMessage(wire: Json, view: View, named: Dialect | undefined): Outcome<ViewerMessage> {
  if (!isObject(wire)) return refuse('VITRINE_MESSAGE_SHAPE', `A message is an object, not ${describeType(wire)}.`, '');
  const { content, beside } = takeApart(wire);
  const capabilities = decodeCapabilities(beside, view.limits);
  if (!capabilities.ok) return capabilities;
  const models = decodeDataModel(beside, view.limits);
  if (!models.ok) return models;
  const issues = [...capabilities.issues, ...models.issues];
  const synced = models.value === undefined ? [] : [models.value];
  if (Object.keys(content).length === 0 && capabilities.value.length > 0) {
    const dialect = named?.id ?? 'vitrine';
    return { ok: true, value: { events: synced, dialect, capabilities: capabilities.value }, issues };
  }
  const found = named ?? detect(content);
  if ('code' in found) return { ok: false, issues: [{ ...found, fault: 'viewer' }] };
  const { message, basis, writes } = found.id === 'vitrine' ? withoutExtras(content) : { message: content };
  const extras = readExtras(basis, writes);
  if ('code' in extras) return { ok: false, issues: [extras] };
  const decoded = found.decode(message, view, 'viewer');
  if (!decoded.ok) return decoded;
  const events = [...synced, ...(decoded.value.body as readonly ViewerEvent[])];
  if (events.length > MAX_EVENTS) {
    const words = `A message holds ${events.length} events; the maximum is ${MAX_EVENTS}.`;
    return refuse('VITRINE_LIMIT_ENTRIES', words, '/body');
  }
  return {
    ok: true,
    value: { events, dialect: found.id, capabilities: capabilities.value, ...extras },
    issues: [...issues, ...decoded.issues],
  };
}

function takeApart(wire: JsonObject): { readonly content: JsonObject; readonly beside: JsonObject } {
  const content: { [key: string]: Json } = {};
  let beside: { [key: string]: Json } = {};
  for (const key of Object.keys(wire)) {
    const value = wire[key] as Json;
    if (!BESIDE.includes(key)) content[key] = value;
    else if (key === 'metadata' && isObject(value)) beside = { ...value, ...beside };
    else beside[key] = value;
  }
  return { content, beside };
}

function withoutExtras({ basis, writes, ...message }: JsonObject): {
  readonly message: JsonObject;
  readonly basis?: Json;
  readonly writes?: Json;
} {
  return { message, ...defined({ basis, writes }) };
}

/** Also for what stands in a frame beside the message. */
export function readExtras(
  basis: Json | undefined,
  writes: Json | undefined,
): { readonly basis?: Seq; readonly writes?: readonly ViewerWrite[] } | Issue {
  const read: { basis?: Seq; writes?: readonly ViewerWrite[] } = {};
  if (basis !== undefined) {
    if (!Number.isSafeInteger(basis) || (basis as number) < 0)
      return problem('VITRINE_MESSAGE_SHAPE', 'basis is the seq that was shown, a whole number.', '/basis');
    read.basis = basis as number;
  }
  if (writes !== undefined) {
    if (!isArray(writes) || writes.length > 1000 || !writes.every(isWrite))
      return problem('VITRINE_MESSAGE_SHAPE', 'writes is a list of at most 1000 of {surface, path, value}.', '/writes');
    read.writes = writes as unknown as readonly ViewerWrite[];
  }
  return read;
}

function isWrite(write: Json): boolean {
  return (
    isObject(write) &&
    typeof write.surface === 'string' &&
    typeof write.path === 'string' &&
    write.value !== undefined &&
    Object.keys(write).length === 3
  );
}

function problem(code: Issue['code'], message: string, at: string): Issue {
  return { ...issue(code, 'error', message, at), fault: 'viewer' };
}

function refuse(
  code: Issue['code'],
  message: string,
  at: string,
): { readonly ok: false; readonly issues: readonly Issue[] } {
  return { ok: false, issues: [problem(code, message, at)] };
}
