// What a call says, as one text: the same for the same JSON, whatever its blanks, the order of its members and the road
// that it came by (a body, or a frame with what stands beside its message). Repeats are told by it.

import { isArray, isObject, type Json } from '@vitrine/core';
import type { Incoming, IncomingEvents } from '../live.ts';

/** No message that is nested deeper is taken. */
const DEEPEST = 256;

export function saidText({ text, basis, writes }: Incoming & Partial<IncomingEvents>): string {
  const value = typeof text === 'string' ? parsed(text) : text.value;
  // Lines of JSON, or nothing that can be read.
  if (value === undefined) return text as string;
  const messages = isArray(value) ? value : [value];
  if (basis === undefined && writes === undefined) return listText(messages, 0);
  const beside = { ...(basis === undefined ? {} : { basis }), ...(writes === undefined ? {} : { writes }) };
  return listText(
    messages.map((message) => (isObject(message) ? ({ ...message, ...beside } as Json) : message)),
    0,
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Not JSON: a string that is counted needs no escapes, which would cost more than all the rest. */
function textOf(value: Json | undefined, depth: number): string {
  if (typeof value === 'string') return counted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth > DEEPEST) return '…';
  return isArray(value) ? listText(value, depth) : objectText(value as { readonly [name: string]: Json }, depth);
}

function counted(text: string): string {
  return `"${text.length}:${text}`;
}

function listText(list: readonly Json[], depth: number): string {
  return `[${list.map((item) => textOf(item, depth + 1)).join()}]`;
}

function objectText(object: { readonly [name: string]: Json }, depth: number): string {
  let text = '{';
  for (const name of Object.keys(object).sort()) text += `${counted(name)}${textOf(object[name], depth + 1)},`;
  return `${text}}`;
}
