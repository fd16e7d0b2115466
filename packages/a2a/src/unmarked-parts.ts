// Parts of A2A 0.3 whose MIME type is lost: gRPC has no metadata on a part, and the SDK's client passes on no type that
// stands beside the data. They are known by what they hold.

import { StreamResponse, Task } from '@a2a-js/sdk';
import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { detect } from '@vitrine/dialects';
import { OLD_MIME_TYPE } from './forms.ts';

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

/** As a client reads them, in the words of 1.0, with the MIME type on every part that is A2UI. */
export function markedUpdate(update: StreamResponse): StreamResponse {
  return StreamResponse.fromJSON(marked(StreamResponse.toJSON(update) as JsonObject));
}

export function markedTask(task: Task): Task {
  return Task.fromJSON(marked(Task.toJSON(task) as JsonObject));
}

function marked(value: Json): Json {
  if (isArray(value)) return value.map(marked);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, held]) => {
    if (key === 'parts' && isArray(held)) return [key, held.map(markedData)];
    return [key, key === 'metadata' ? held : marked(held)];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function markedData(part: Json): Json {
  if (!isObject(part) || part.data === undefined || !isA2ui(part.data)) return part;
  return { ...part, metadata: { mimeType: OLD_MIME_TYPE, ...(isObject(part.metadata) ? part.metadata : {}) } };
}
