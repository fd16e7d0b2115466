// What one message of a client says, taken apart for the form that is active: words, events, what it can show, what its
// surfaces hold. Whatever is malformed is skipped and told; whether the rest may be said is left to the host.

import {
  defined,
  describeType,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Limits,
} from '@vitrine/core/internal';
import type { ViewerCapabilities } from '@vitrine/dialects';
import { isClientUiCapabilities, readCapabilities, readDataModel } from './beside-messages.ts';
import type { ExtensionForm } from './forms.ts';
import { readParts } from './parts.ts';
import { toRaw } from './raw-json.ts';

export interface ReadMessage {
  readonly texts: readonly string[];
  /** Messages of A2UI from the viewer. */
  readonly events: readonly JsonObject[];
  /** The original form's messages about its catalog. */
  readonly choices: readonly JsonObject[];
  readonly capabilities?: ViewerCapabilities;
  readonly dataModel?: JsonObject;
  readonly issues: readonly Issue[];
}

/** Words and messages in one message: each is an entry of its own. */
const MAX_MESSAGES = 100;

/** Of which the SDK is told. */
const MAX_PARTS = 1000;

/** Nothing is said: the client is shown what there is. */
export function isEmpty({ texts, events }: ReadMessage): boolean {
  return texts.length + events.length === 0;
}

/** Nothing is asked: the client only reports what it could not show. */
export function isReportOnly({ texts, events }: ReadMessage): boolean {
  return texts.length === 0 && events.every(isReport);
}

export function isReport(event: JsonObject): boolean {
  return event.error !== undefined;
}

export function readIncoming(form: ExtensionForm | undefined, message: JsonObject, limits: Limits): ReadMessage {
  const { messages, texts: all, issues: found } = readParts(message.parts);
  const count = messages.length + all.length;
  if (count > MAX_MESSAGES) {
    const words = `${count} messages came at once; the maximum is ${MAX_MESSAGES}.`;
    return { texts: [], events: [], choices: [], issues: [viewerIssue('VITRINE_LIMIT_MESSAGES', words)] };
  }
  const issues = [...found, ...oddities(message, count + found.length)].map(
    (one) => ({ ...one, fault: 'viewer' }) as const,
  );
  const texts = all.filter((text) => text.trim() !== '');
  if (form === undefined) return { texts, events: [], choices: [], issues: [...issues, ...inactive(messages.length)] };
  const capabilities = readCapabilities(form, message.metadata, limits);
  const models = readDataModel(form, message.metadata, limits);
  const isChoice = (one: JsonObject) => form.capabilitiesIn === 'message' && isClientUiCapabilities(one);
  return {
    texts,
    events: messages.filter((one) => !isChoice(one)),
    choices: messages.filter(isChoice),
    ...defined({
      capabilities: capabilities.ok ? capabilities.value : undefined,
      dataModel: models.ok ? models.value : undefined,
    }),
    issues: [...issues, ...capabilities.issues, ...models.issues],
  };
}

/** What is passed over elsewhere in silence, and here leaves a message that is not what its sender meant. */
function oddities({ parts, metadata }: JsonObject, read: number): readonly Issue[] {
  const isOdd = metadata !== undefined && metadata !== null && !isObject(metadata);
  const isUnread = isArray(parts) && parts.length > 0 && read === 0;
  const code = 'VITRINE_MESSAGE_SHAPE';
  return [
    ...(isOdd ? [issue(code, 'error', `metadata must be an object, not ${describeType(metadata)}.`, '/metadata')] : []),
    ...(isUnread ? [issue(code, 'error', 'No part could be read: text and messages of A2UI are.', '')] : []),
  ];
}

function inactive(count: number): readonly Issue[] {
  const words = count === 1 ? 'A message of A2UI was' : `${count} messages of A2UI were`;
  const message = `${words} not read: the extension is not activated in this request.`;
  return count === 0 ? [] : [viewerIssue('VITRINE_EXTENSION_INACTIVE', message)];
}

function viewerIssue(code: Issue['code'], message: string): Issue {
  return { ...issue(code, 'error', message, ''), fault: 'viewer' };
}

/** A copy that the SDK can read whatever a client has sent; what it leaves out is told by `readIncoming`. */
export async function soundMessage(message: JsonObject): Promise<JsonObject> {
  // The SDK writes to the console about each reference that it does not know.
  const { parts, metadata, extensions, referenceTaskIds: _, ...rest } = message;
  return {
    ...rest,
    parts: isArray(parts) ? await Promise.all(parts.slice(0, MAX_PARTS).flatMap(soundPart).map(rawPart)) : [],
    ...(isObject(metadata) ? { metadata: await toRaw(metadata) } : {}),
    extensions: isArray(extensions) ? extensions.filter((uri) => typeof uri === 'string') : [],
  };
}

/** 0.3 tells parts apart by their kind, 1.0 by their keys. */
function soundPart(part: Json): readonly JsonObject[] {
  if (!isObject(part) || (part.metadata !== undefined && !isObject(part.metadata))) return [];
  if (typeof part.text === 'string') return [{ ...part, kind: 'text' }];
  return typeof part.data === 'object' && part.data !== null ? [{ ...part, kind: 'data' }] : [];
}

async function rawPart({ data, metadata, ...part }: JsonObject): Promise<JsonObject> {
  const rawOf = async (value: Json | undefined) => value && toRaw(value);
  return { ...part, ...defined({ data: await rawOf(data), metadata: await rawOf(metadata) }) };
}
