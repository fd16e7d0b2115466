// Bodies of requests: what they say they are, counted and read by the guards; and the fields of those that order
// something.

import { describeType, isObject, type Json, type JsonObject, own, parseJson, quote } from '@vitrine/core';
import { readText as readBodyText } from '@vitrine/face-kit';
import { afterBody } from '../guards/after-body.ts';
import { assertJsonType, assertMessageType } from '../guards/content-type.ts';
import { HostError } from '../host-error.ts';

/** Messages or events as they came. */
export function readMessages(request: Request, limit: number): Promise<string> {
  assertMessageType(request.headers.get('content-type'));
  return readText(request, limit);
}

/** The fields of a body that orders something. No body at all is an order without fields. */
export async function readOrder(request: Request, limit: number, names: readonly string[]): Promise<JsonObject> {
  const text = await readText(request, limit);
  if (text === '') return {};
  assertJsonType(request.headers.get('content-type'));
  const order = parse(text);
  if (!isObject(order)) throw invalid(`The body must be an object, not ${describeType(order)}.`);
  const unknown = Object.keys(order).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`There is no field ${quote(unknown)} here.`);
  return order;
}

/** Absent, or text of at most so many characters. */
export function textField(order: JsonObject, name: string, longest: number): string | undefined {
  const value = own(order, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalid(`${name} must be a string, not ${describeType(value)}.`);
  if (value.length > longest) throw invalid(`${name} must have at most ${longest} characters.`);
  if (!value.isWellFormed()) throw invalid(`${name} must be well-formed Unicode.`);
  return value;
}

export function booleanField(order: JsonObject, name: string): boolean | undefined {
  const value = own(order, name);
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalid(`${name} must be true or false, not ${describeType(value)}.`);
}

export function invalid(message: string): HostError {
  return new HostError('VITRINE_BODY_INVALID', message);
}

/** Somebody may send a body so slowly that a credential is taken back before the last byte. */
export async function readText(request: Request, limit: number): Promise<string> {
  const text = await readBodyText(request, limit);
  await afterBody(request);
  return text;
}

function parse(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok)
    throw invalid(parsed.issue.code === 'VITRINE_JSON_MALFORMED' ? 'The body is not JSON.' : parsed.issue.message);
  return parsed.value;
}
