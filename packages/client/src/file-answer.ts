// A file as an answer: the renderer hands over its bytes, the host keeps files beside the session and wants a reference.

import { isObject, type Json, type JsonObject, type ViewerEvent } from '@vitrine/core/internal';

export interface FileInAnswer {
  readonly name: string;
  readonly bytes: Blob;
}

/** The file that an answer carries itself, if it does. */
export function fileIn(event: ViewerEvent): FileInAnswer | undefined {
  const value: Json | undefined = event.event === 'answer' ? event.value : undefined;
  if (!isObject(value) || typeof value.data !== 'string' || typeof value.name !== 'string') return undefined;
  try {
    const bytes = Uint8Array.from(atob(value.data), (char) => char.charCodeAt(0));
    return { name: value.name, bytes: new Blob([bytes], { type: String(value.type ?? '') }) };
  } catch {
    return undefined;
  }
}

/** The same answer with a reference in its place. */
export function withReference(event: ViewerEvent, kept: JsonObject): ViewerEvent {
  const { ref = null, name = null, type = null, size = null } = kept;
  return event.event === 'answer' ? { ...event, value: { ref, name, type, size } } : event;
}
