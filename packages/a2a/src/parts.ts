// Messages of A2UI in the parts of an A2A message, as plain JSON. Written as the form and the version of A2A want it;
// read in every spelling that is about. One bad part is skipped and told, the rest is kept. Parts of A2A 0.3 whose MIME
// type is lost (gRPC has no metadata on a part, the SDK passes on no type beside the data) are known by what they hold.

import { describeType, type Issue, isArray, isObject, issue, type Json, type JsonObject } from '@vitrine/core/internal';
import { detect } from '@vitrine/dialects';
import { type ExtensionForm, NEW_MIME_TYPE, OLD_MIME_TYPE } from './forms.ts';

export type A2aVersion = '1.0' | '0.3';

/**
 * `protocol`: the version of A2A that the reader speaks. One data part with the list where the form says so. To 0.3 one part a message: there a list would be wrapped into
 * `{value}` on its way, which few readers take off.
 */
export function writeParts(
  form: ExtensionForm,
  messages: readonly Json[],
  { protocol }: { readonly protocol: A2aVersion },
): readonly JsonObject[] {
  const { mimeType } = form;
  const metadata = { mimeType };
  if (protocol === '0.3') return messages.map((data) => ({ kind: 'data', data, metadata }));
  const datas = form.isList && messages.length > 0 ? [[...messages]] : messages;
  return datas.map((data) => ({ data, metadata, mediaType: mimeType }));
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

export const NO_PARTS: ReadParts = { messages: [], envelopes: [], texts: [], issues: [] };

/** The parts of a message, of either version of A2A. Parts that are neither text, A2UI nor OpenWOP are passed over. */
export function readParts(parts: Json | undefined): ReadParts {
  if (parts === undefined) return NO_PARTS;
  if (!isArray(parts)) return { ...NO_PARTS, issues: [shape(`parts must be a list, not ${describeType(parts)}.`, '')] };
  const read = {
    messages: [] as JsonObject[],
    envelopes: [] as JsonObject[],
    texts: [] as string[],
    issues: [] as Issue[],
  };
  const skip = (message: string, at: string) => read.issues.push(shape(message, at));
  const take = (message: Json | undefined, at: string): void => {
    if (isObject(message)) read.messages.push(message);
    else skip(`A message of A2UI must be an object, not ${describeType(message)}.`, at);
  };
  for (const [i, part] of parts.entries()) {
    if (!isObject(part)) skip(`A part must be an object, not ${describeType(part)}.`, `/${i}`);
    else if (isA2uiPart(part)) {
      const { value, at } = unwrapped(part.data, `/${i}/data`, part.metadata);
      if (isArray(value)) for (const [n, message] of value.entries()) take(message, `${at}/${n}`);
      else take(value, at);
    } else if (typeof part.text === 'string') read.texts.push(part.text);
    else if (part.text !== undefined) skip(`A text must be a string, not ${describeType(part.text)}.`, `/${i}`);
    else if (isEnvelope(part.data)) read.envelopes.push(part.data);
  }
  return read;
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

/** What clients say in 0.8 and in the original form. */
const OF_CLIENTS = ['userAction', 'clientUiCapabilities', 'error'];

export function markedPart(data: JsonObject): JsonObject {
  return { kind: 'data', data, ...(isA2ui(data) ? { metadata: { mimeType: OLD_MIME_TYPE } } : {}) };
}

/** A message or a list of them, also inside `{value}` and `{messages}`. */
function isA2ui(data: Json): boolean {
  const held = isObject(data) ? [data, data.value, data.messages] : [data];
  return held.some((one) => (isArray(one) ? one.some(isMessage) : isMessage(one)));
}

function isMessage(one: Json | undefined): boolean {
  if (!isObject(one)) return false;
  if (OF_CLIENTS.some((key) => one[key] !== undefined)) return true;
  const dialect = detect(one);
  return 'id' in dialect && dialect.id.startsWith('a2ui-');
}

/** A part as a client reads it, in the words of 1.0, with the MIME type where it is A2UI. */
export function marked(part: Json): Json {
  if (!isObject(part) || part.data === undefined || !isA2ui(part.data)) return part;
  return { ...part, metadata: { mimeType: OLD_MIME_TYPE, ...(isObject(part.metadata) ? part.metadata : {}) } };
}
