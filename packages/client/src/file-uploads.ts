// Files in what a person does: the renderer hands over their content, the host keeps files beside the session, and events name
// them by their records. Each file is brought once, however often it is named.

import {
  type Issue,
  type IssueCode,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type ViewerEvent,
} from '@vitrine/core/page';
import { HostRefusal } from './http.ts';
import { clientProblem, type PendingWrite } from './outbox.ts';

/** What the host keeps of a file. */
export interface KeptFile {
  readonly ref: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export interface EventWithFiles {
  readonly event: ViewerEvent;
  readonly writes: readonly PendingWrite[];
}

/** A file with its content in base64, as it stands in answers and forms. */
type FileValue = JsonObject & { readonly name: string; readonly type: string; readonly data: string };

export class FileUploads {
  readonly #upload: (file: Blob, name: string) => Promise<KeptFile>;
  readonly #kept = new WeakMap<object, Promise<JsonObject>>();

  constructor(upload: (file: Blob, name: string) => Promise<KeptFile>) {
    this.#upload = upload;
  }

  /** The same with records in the place of files; the issues say which could not be brought. */
  async bring({ event, writes }: EventWithFiles): Promise<EventWithFiles & { readonly issues: readonly Issue[] }> {
    const issues: Issue[] = [];
    const records = new Map<string, JsonObject>();
    const attempt = async <T>(at: string, bringing: Promise<T>): Promise<T | undefined> => {
      try {
        return await bringing;
      } catch (error) {
        issues.push({ ...uploadProblem(error), at });
        return undefined;
      }
    };
    const ready: PendingWrite[] = [];
    for (const [i, { file, ...write }] of writes.entries()) {
      const record =
        file &&
        (await attempt(
          `/writes/${i}`,
          this.#bring(file, () => file, nameIn(write.value)),
        ));
      if (record !== undefined) records.set(keyOf(write.value), record);
      ready.push({ ...write, value: record ?? write.value });
    }
    const part = event.event === 'answer' ? 'value' : 'context';
    const value = part in event ? (event as unknown as JsonObject)[part] : undefined;
    const named = await attempt(`/${part}`, this.#named(value, records));
    return { event: named === value ? event : ({ ...event, [part]: named } as ViewerEvent), writes: ready, issues };
  }

  /** A record for each file in a value, and for what the data have of a file that was brought. */
  async #named(value: Json | undefined, records: ReadonlyMap<string, JsonObject>): Promise<Json | undefined> {
    if (typeof value !== 'object' || value === null) return value;
    if (isFile(value)) return this.#bring(value, () => blobOf(value), value.name);
    const record = isObject(value) ? records.get(keyOf(value)) : undefined;
    if (record !== undefined) return record;
    const entries: [string, Json][] = [];
    for (const [key, item] of Object.entries(value)) entries.push([key, (await this.#named(item, records)) as Json]);
    if (entries.every(([key, item]) => item === (value as JsonObject)[key])) return value;
    return isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }

  async #bring(file: object, content: () => Blob, name: string): Promise<JsonObject> {
    let kept = this.#kept.get(file);
    if (kept === undefined) {
      kept = this.#send(content(), name);
      this.#kept.set(file, kept);
      kept.catch(() => this.#kept.delete(file));
    }
    return kept;
  }

  /** Read before it is sent: a file that cannot be read any more looks like a line that broke. */
  async #send(file: Blob, name: string): Promise<JsonObject> {
    const content = new Blob([await file.arrayBuffer()], { type: file.type });
    const { ref, name: keptName, type, size } = await this.#upload(content, name);
    return { name: keptName, type, size, ref };
  }
}

/** Whether something has to be brought to the host first. */
export function hasFiles({ event, writes }: EventWithFiles): boolean {
  if (writes.some(({ file }) => file !== undefined)) return true;
  return event.event === 'answer' ? isFile(event.value) : event.event === 'action' && holdsFile(event.context);
}

function holdsFile(value: Json): boolean {
  return isFile(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile));
}

/** Not everything that an agent calls data: its length is that of so many bytes in base64. */
function isFile(value: Json): value is FileValue {
  if (!isObject(value) || typeof value.name !== 'string' || typeof value.type !== 'string') return false;
  const { data, size } = value;
  return (
    typeof data === 'string' &&
    data.length % 4 === 0 &&
    (data.length / 4) * 3 - (PADDING.exec(data)?.[0].length ?? 0) === size
  );
}

const PADDING = /={1,2}$/;

function blobOf({ type, data }: FileValue): Blob {
  return new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], { type });
}

function nameIn(value: Json): string {
  return isObject(value) && typeof value.name === 'string' ? value.name : '';
}

/** A record without the host's part is all that the data have of a file before it is brought. */
function keyOf(value: Json): string {
  const { name = null, type = null, size = null, ...more } = isObject(value) ? value : {};
  return JSON.stringify([name, type, size, Object.keys(more).length]);
}

function uploadProblem(error: unknown): Issue {
  const code = error instanceof HostRefusal ? (error.code as IssueCode) : 'VITRINE_BODY_INVALID';
  const why = error instanceof Error ? error.message : String(error);
  return clientProblem(code, `The file could not be sent: ${why}`);
}
