// Reading the outside of a message: exactly one payload, known keys, fields of the right type. Shared by the dialects
// whose messages are objects with one payload key.

import { describeType, type Findings, isArray, isObject, type Json, type JsonObject, quote } from '@vitrine/core/page';
import type { DialectId, Sender } from './dialect.ts';
import { isStorableText } from './stored.ts';

export interface Envelope {
  readonly kind: string;
  readonly payload: JsonObject;
}

/** The payload of a message, or undefined after a refusal. A version may stand beside it. */
export function readEnvelope(wire: Json, keys: PayloadKeys, findings: Findings): Envelope | undefined {
  if (!isObject(wire)) return findings.refuse('VITRINE_MESSAGE_SHAPE', mustBe('A message', 'an object', wire));
  const kind = plainKind(wire, keys.own) ?? judgeKeys(wire, keys, findings);
  if (kind === undefined) return undefined;
  const payload = wire[kind];
  findings.member = kind;
  if (!isObject(payload)) return findings.refuse('VITRINE_MESSAGE_SHAPE', mustBe(kind, 'an object', payload));
  return { kind, payload };
}

/** The payload key of a message with nothing but a version and one payload of its own: what nearly every message is. */
function plainKind(wire: JsonObject, own: readonly string[]): string | undefined {
  let kind: string | undefined;
  for (const key in wire) {
    if (key === 'version') continue;
    if (kind !== undefined || !own.includes(key)) return undefined;
    kind = key;
  }
  return kind;
}

/** Refuses a second payload and a payload of the other side or version; mends away what else stands in a message. */
function judgeKeys(wire: JsonObject, keys: PayloadKeys, findings: Findings): string | undefined {
  const found = Object.keys(wire).filter((key) => isPayloadKey(key));
  const [kind] = found;
  if (found.length > 1)
    return findings.refuse(
      'VITRINE_MESSAGE_AMBIGUOUS',
      `Message contains multiple conflicting update actions: ${found.join(', ')}.`,
    );
  if (kind !== undefined && !keys.own.includes(kind)) return refuseForeign(kind, keys, findings);
  for (const key in wire) {
    if (key !== kind && key !== 'version') mendUnknown(key, `A message has no key ${quote(key)}.`, findings);
  }
  return kind ?? findings.refuse('VITRINE_MESSAGE_EMPTY', `The message has none of ${keys.own.join(', ')}.`);
}

function refuseForeign(kind: string, keys: PayloadKeys, findings: Findings): undefined {
  if (!keys.other.includes(kind))
    return findings.refuse(
      'VITRINE_MESSAGE_EMPTY',
      `${kind} is no message of ${keys.dialect}: send ${keys.own.join(', ')}.`,
    );
  const sender = keys.from === 'agent' ? 'a viewer' : 'an agent';
  return findings.refuse(
    'VITRINE_MESSAGE_DIRECTION',
    `${kind} is a message of ${sender}; it came from the other side.`,
  );
}

/** Unknown fields of a payload are mended away; where reading is strict they refuse it. */
export function onlyFields(payload: JsonObject, fields: readonly string[], findings: Findings): void {
  for (const key in payload)
    if (!fields.includes(key)) mendUnknown(key, `There is no field ${quote(key)} here.`, findings);
}

function mendUnknown(key: string, message: string, findings: Findings): void {
  findings.path.push(key);
  findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', message);
  findings.path.pop();
}

export function requiredText(payload: JsonObject, field: string, findings: Findings): string | undefined {
  const value = payload[field];
  return typeof value === 'string' ? value : refuseField(field, 'a string', value, findings);
}

/** A text that is kept as it is: nobody else will judge it. */
export function storedText(payload: JsonObject, field: string, findings: Findings): string | undefined {
  const text = requiredText(payload, field, findings);
  if (text === undefined) return undefined;
  findings.path.push(field);
  const fits = isStorableText(text, findings);
  findings.path.pop();
  return fits ? text : undefined;
}

export function optionalText(payload: JsonObject, field: string, findings: Findings): string | undefined {
  return payload[field] === undefined ? undefined : requiredText(payload, field, findings);
}

export function optionalBool(payload: JsonObject, field: string, findings: Findings): boolean | undefined {
  const value = payload[field];
  if (value === undefined || typeof value === 'boolean') return value;
  findings.path.push(field);
  findings.mend('VITRINE_MESSAGE_SHAPE', mustBe(field, 'true or false', value));
  findings.path.pop();
  return undefined;
}

export function optionalObject(payload: JsonObject, field: string, findings: Findings): JsonObject | undefined {
  const value = payload[field];
  return value === undefined || isObject(value) ? value : refuseField(field, 'an object', value, findings);
}

export function requiredList(payload: JsonObject, field: string, findings: Findings): readonly Json[] | undefined {
  const value = payload[field];
  return isArray(value) ? value : refuseField(field, 'a list', value, findings);
}

/** A path into the data model, seen from the root; one that is no pointer is read as if it began with a slash. */
export function dataPath(payload: JsonObject, findings: Findings): string {
  const path = optionalText(payload, 'path', findings) ?? '/';
  if (path !== '' && !path.startsWith('/')) {
    findings.path.push('path');
    findings.mend('VITRINE_POINTER_SYNTAX', `Write the path ${quote(path)} as a pointer, which begins with a slash.`);
    findings.path.pop();
  }
  return path;
}

/** Lists that must hold something, by the schemas; an empty one does no harm. */
export function wantSome(list: readonly Json[], field: string, findings: Findings): void {
  if (list.length > 0) return;
  findings.path.push(field);
  findings.mend('VITRINE_MESSAGE_SHAPE', `${field} holds at least one component.`);
  findings.path.pop();
}

function refuseField(field: string, wanted: string, value: Json | undefined, findings: Findings): undefined {
  findings.path.push(field);
  if (value === undefined) findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${field} is required.`);
  else findings.refuse('VITRINE_MESSAGE_SHAPE', mustBe(field, wanted, value));
  findings.path.pop();
}

/** The sentence about a value of another type than `wanted`. */
export function mustBe(what: string, wanted: string, value: Json | undefined): string {
  return `${what} must be ${wanted}, not ${describeType(value)}.`;
}

/** What one dialect reads from one side, and what it would read from the other. */
export interface PayloadKeys {
  readonly dialect: DialectId;
  readonly from: Sender;
  readonly own: readonly string[];
  readonly other: readonly string[];
}

/** The payload keys of every A2UI version. A message has exactly one of them, whichever version it is written in. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['surfaceUpdate', 'dataModelUpdate', 'beginRendering', 'deleteSurface', 'userAction', 'error'],
  ...['createSurface', 'updateComponents', 'updateDataModel', 'action'],
  ...['callRendererFunction', 'agentFunctionResponse', 'callAgentFunction', 'rendererFunctionResponse'],
  ...['callFunction', 'actionResponse', 'functionResponse'],
]);

function isPayloadKey(key: string): boolean {
  return KNOWN.has(key);
}
