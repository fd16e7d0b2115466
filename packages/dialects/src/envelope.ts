// Reading the outside of a message: exactly one payload, known keys, fields of the right type. Shared by the dialects
// whose messages are objects with one payload key.

import { describeType, type Findings, isObject, type Json, type JsonObject, quote } from '@vitrine/core';
import { isStorableText } from './stored.ts';

export interface Envelope {
  readonly kind: string;
  readonly payload: JsonObject;
}

/** The payload of a message, or undefined after a refusal. `envelope` keys may stand beside it. */
export function readEnvelope(
  wire: Json,
  payloads: readonly string[],
  envelope: readonly string[],
  findings: Findings,
): Envelope | undefined {
  if (!isObject(wire))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `A message must be an object, not ${describeType(wire)}.`);
  const kinds: string[] = [];
  for (const key in wire) {
    if (payloads.includes(key)) kinds.push(key);
    else if (!envelope.includes(key)) {
      findings.path.push(key);
      findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', `A message has no key ${quote(key)}.`);
      findings.path.pop();
    }
  }
  const kind = kinds[0];
  if (kind === undefined)
    return findings.refuse('VITRINE_MESSAGE_EMPTY', `The message has none of ${payloads.join(', ')}.`);
  if (kinds.length > 1)
    return findings.refuse(
      'VITRINE_MESSAGE_AMBIGUOUS',
      `Message contains multiple conflicting update actions: ${kinds.join(', ')}.`,
    );
  const payload = wire[kind];
  findings.path.push(kind);
  if (!isObject(payload))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `${kind} must be an object, not ${describeType(payload)}.`);
  return { kind, payload };
}

/** Unknown fields of a payload are mended away; where reading is strict they refuse it. */
export function onlyFields(payload: JsonObject, fields: readonly string[], findings: Findings): void {
  for (const key in payload) {
    if (fields.includes(key)) continue;
    findings.path.push(key);
    findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', `There is no field ${quote(key)} here.`);
    findings.path.pop();
  }
}

export function requiredText(payload: JsonObject, field: string, findings: Findings): string | undefined {
  const value = payload[field];
  if (typeof value === 'string') return value;
  findings.path.push(field);
  if (value === undefined) findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${field} is required.`);
  else findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a string, not ${describeType(value)}.`);
  findings.path.pop();
  return undefined;
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
  findings.mend('VITRINE_MESSAGE_SHAPE', `${field} must be true or false, not ${describeType(value)}.`);
  findings.path.pop();
  return undefined;
}

export function optionalObject(payload: JsonObject, field: string, findings: Findings): JsonObject | undefined {
  const value = payload[field];
  if (value === undefined || isObject(value)) return value;
  findings.path.push(field);
  findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be an object, not ${describeType(value)}.`);
  findings.path.pop();
  return undefined;
}

export function requiredList(payload: JsonObject, field: string, findings: Findings): readonly Json[] | undefined {
  const value = payload[field];
  if (Array.isArray(value)) return value as readonly Json[];
  findings.path.push(field);
  if (value === undefined) findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${field} is required.`);
  else findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a list, not ${describeType(value)}.`);
  findings.path.pop();
  return undefined;
}
