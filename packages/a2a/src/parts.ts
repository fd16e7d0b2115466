// Messages of A2UI in the parts of an A2A message, as plain JSON. Written as the form and the version of A2A want it;
// read in every spelling that is about. One bad part is skipped and told, the rest is kept.

import {
  describeType,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonArray,
  type JsonObject,
} from '@vitrine/core/internal';
import { type ExtensionForm, NEW_MIME_TYPE, OLD_MIME_TYPE } from './forms.ts';

export type A2aVersion = '1.0' | '0.3';

export interface WriteOptions {
  /** The version of A2A that the reader speaks. */
  readonly protocol: A2aVersion;
}

/**
 * One data part with the list where the form says so. To 0.3 one part a message: there a list would be wrapped into
 * `{value}` on its way, which few readers take off.
 */
export function writeParts(
  form: ExtensionForm,
  messages: readonly Json[],
  { protocol }: WriteOptions,
): readonly JsonObject[] {
  if (messages.length === 0) return [];
  const datas = form.isList && protocol === '1.0' ? [[...messages]] : messages;
  return datas.map((data) => dataPart(form.mimeType, data, protocol));
}

function dataPart(mimeType: string, data: Json, protocol: A2aVersion): JsonObject {
  const metadata = { mimeType };
  return protocol === '1.0' ? { data, metadata, mediaType: mimeType } : { kind: 'data', data, metadata };
}

export function textPart(text: string, protocol: A2aVersion): JsonObject {
  return protocol === '1.0' ? { text } : { kind: 'text', text };
}

export function isA2uiMimeType(mimeType: Json | undefined): boolean {
  if (typeof mimeType !== 'string') return false;
  const bare = mimeType.split(';')[0]?.trim().toLowerCase();
  return bare === NEW_MIME_TYPE || bare === OLD_MIME_TYPE;
}

/** By the MIME type, in the metadata of the part or beside its data. */
export function isA2uiPart(part: Json): boolean {
  if (!isObject(part)) return false;
  const { metadata } = part;
  const named = isObject(metadata) ? [metadata.mimeType, metadata.mediaType] : [];
  return [...named, part.mediaType, part.mimeType].some(isA2uiMimeType);
}

export interface ReadParts {
  /** Each message of A2UI, in order. */
  readonly messages: readonly JsonObject[];
  /** Each envelope of OpenWOP that came as plain data. */
  readonly envelopes: readonly JsonObject[];
  readonly texts: readonly string[];
  /** Pointers begin at the list of parts. */
  readonly issues: readonly Issue[];
}

const NOTHING: ReadParts = { messages: [], envelopes: [], texts: [], issues: [] };

/** The parts of a message, of either version of A2A. Parts that are neither text, A2UI nor OpenWOP are passed over. */
export function readParts(parts: Json | undefined): ReadParts {
  if (parts === undefined) return NOTHING;
  if (!isArray(parts)) return { ...NOTHING, issues: [shape(`parts must be a list, not ${describeType(parts)}.`, '')] };
  const reading = new PartsReader();
  for (const [i, part] of parts.entries()) reading.part(part, `/${i}`);
  return reading;
}

class PartsReader implements ReadParts {
  readonly messages: JsonObject[] = [];
  readonly envelopes: JsonObject[] = [];
  readonly texts: string[] = [];
  readonly issues: Issue[] = [];

  part(part: Json, at: string): void {
    if (!isObject(part)) this.#skip(`A part must be an object, not ${describeType(part)}.`, at);
    else if (isA2uiPart(part)) this.#data(part, at);
    else if (typeof part.text === 'string') this.texts.push(part.text);
    else if (part.text !== undefined) this.#skip(`A text must be a string, not ${describeType(part.text)}.`, at);
    else if (isEnvelope(part.data)) this.envelopes.push(part.data);
  }

  #data(part: JsonObject, at: string): void {
    const { value, at: where } = unwrapped(part.data, `${at}/data`, part.metadata);
    if (isArray(value)) this.#list(value, where);
    else this.#message(value, where);
  }

  #list(list: JsonArray, at: string): void {
    for (const [i, message] of list.entries()) this.#message(message, `${at}/${i}`);
  }

  #message(message: Json | undefined, at: string): void {
    if (isObject(message)) this.messages.push(message);
    else this.#skip(`A message of A2UI must be an object, not ${describeType(message)}.`, at);
  }

  #skip(message: string, at: string): void {
    this.issues.push(shape(message, at));
  }
}

/** Of whatever kind: which there are is not known here. */
function isEnvelope(data: Json | undefined): data is JsonObject {
  return isObject(data) && typeof data.type === 'string' && Object.hasOwn(data, 'payload');
}

/** `{value: …}` is how the compatibility layer of A2A carries a list to 0.3; `{messages: […]}` is a list of A2UI. */
function unwrapped(data: Json | undefined, at: string, metadata: Json | undefined): { value?: Json; at: string } {
  if (!isObject(data)) return data === undefined ? { at } : { value: data, at };
  const keys = Object.keys(data);
  const isMarked = isObject(metadata) && metadata.data_part_compat === true;
  const inner = data.value;
  if (inner !== undefined && keys.length === 1 && (isMarked || isArray(inner) || isObject(inner)))
    return unwrapped(inner, `${at}/value`, undefined);
  if (isArray(data.messages) && keys.every((key) => key === 'messages' || key === 'version'))
    return { value: data.messages, at: `${at}/messages` };
  return { value: data, at };
}

function shape(message: string, at: string): Issue {
  return issue('VITRINE_MESSAGE_SHAPE', 'error', message, at);
}
