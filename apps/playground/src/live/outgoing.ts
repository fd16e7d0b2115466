// What a person did, made ready to travel: files go to the host first and are named by their ref, because events are kept
// in the log and files are not.

import { isArray, isObject, type Json, type JsonObject, type ViewerEvent } from '@vitrine/core/internal';

export type Upload = (file: Blob, name: string) => Promise<{ readonly ref: string; readonly size: number }>;

export interface Outgoing<Write> {
  readonly event: ViewerEvent;
  /** Values that are no inputs and go with an action. */
  readonly writes: readonly Write[];
}

/** Brings the files of one session to its host, each once. */
export class FileSender {
  readonly #upload: Upload;
  readonly #sent = new WeakMap<object, Promise<Json>>();

  constructor(upload: Upload) {
    this.#upload = upload;
  }

  /** Rejects when a file cannot be brought to the host. */
  async send<Write extends { readonly value: Json }>({ event, writes }: Outgoing<Write>): Promise<Outgoing<Write>> {
    if (event.event === 'answer' && isFile(event.value))
      return { event: { ...event, value: await this.#record(event.value) }, writes };
    if (event.event !== 'action') return { event, writes };
    const records = new Map<string, Json>();
    const ready: Write[] = [];
    for (const write of writes) {
      if (!isFile(write.value)) ready.push(write);
      else {
        const record = await this.#record(write.value);
        records.set(keyOf(write.value), record);
        ready.push({ ...write, value: record });
      }
    }
    const context = await this.#named(event.context, records);
    return { event: context === event.context ? event : { ...event, context: context as JsonObject }, writes: ready };
  }

  /** The same value with a record for each file in it, and for what the data have of a file that was sent. */
  async #named(value: Json, records: ReadonlyMap<string, Json>): Promise<Json> {
    if (typeof value !== 'object' || value === null) return value;
    if (isFile(value)) return this.#record(value);
    const known = isObject(value) && Object.keys(value).length === 3 ? records.get(keyOf(value)) : undefined;
    if (known !== undefined) return known;
    const entries = await Promise.all(
      Object.entries(value).map(async ([key, item]) => [key, await this.#named(item, records)] as const),
    );
    if (entries.every(([key, item]) => item === (value as JsonObject)[key])) return value;
    return isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }

  #record(file: FileValue): Promise<Json> {
    let sent = this.#sent.get(file);
    if (sent === undefined) {
      sent = this.#bring(file);
      this.#sent.set(file, sent);
      sent.catch(() => this.#sent.delete(file));
    }
    return sent;
  }

  async #bring({ name, type, data }: FileValue): Promise<Json> {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const { ref, size } = await this.#upload(new Blob([bytes], { type }), name);
    return { name, type, size, ref };
  }
}

/** A file as the controls read it, with its bytes in base64. */
type FileValue = JsonObject & { readonly name: string; readonly type: string; readonly data: string };

function isFile(value: Json | undefined): value is FileValue {
  if (!isObject(value)) return false;
  return typeof value.name === 'string' && typeof value.type === 'string' && typeof value.data === 'string';
}

function keyOf({ name = null, type = null, size = null }: JsonObject): string {
  return JSON.stringify([name, type, size]);
}
