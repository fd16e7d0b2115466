// What a person did, made ready to travel: files go to the host first and are named by their ref, because events are kept
// in the log and files are not.

import { isObject, type Json, type JsonObject, type ViewerEvent } from '@vitrine/core/internal';

export type Upload = (file: Blob, name: string) => Promise<{ readonly ref: string; readonly size: number }>;

/** Rejects when a file cannot be brought to the host. */
export async function withFilesSent(event: ViewerEvent, upload: Upload): Promise<ViewerEvent> {
  if (event.event === 'answer' && isFile(event.value)) return { ...event, value: await sent(event.value, upload) };
  if (event.event !== 'action' || !isObject(event.context.values)) return event;
  const files = Object.entries(event.context.values).filter(([, value]) => isFile(value));
  if (files.length === 0) return event;
  const values: { [name: string]: Json } = { ...event.context.values };
  for (const [name, value] of files) values[name] = await sent(value as FileValue, upload);
  return { ...event, context: { ...event.context, values } };
}

/** A file as the controls read it, with its bytes in base64. */
type FileValue = JsonObject & { readonly name: string; readonly type: string; readonly data: string };

function isFile(value: Json | undefined): value is FileValue {
  if (!isObject(value)) return false;
  return typeof value.name === 'string' && typeof value.type === 'string' && typeof value.data === 'string';
}

async function sent({ name, type, data }: FileValue, upload: Upload): Promise<Json> {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  const { ref, size } = await upload(new Blob([bytes], { type }), name);
  return { name, type, size, ref };
}
