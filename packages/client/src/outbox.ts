// Events that the host has not answered, in order. They outlive the line, and the page where there is a storage: they go
// again under the same key, which makes the repeat safe.

import {
  defined,
  type Issue,
  type IssueCode,
  isObject,
  type Json,
  type JsonObject,
  type Seq,
  type SurfaceId,
  type ViewerEvent,
} from '@vitrine/core/page';
import type { ViewerStorage } from './viewer-options.ts';

/** What became of an event. */
export interface EventReceipt {
  readonly accepted: boolean;
  readonly seq: Seq;
  readonly issues: readonly Issue[];
}

/** A value that a person entered. */
export interface PendingWrite {
  readonly surface: SurfaceId;
  readonly path: string;
  readonly value: Json;
  /** The content of the file that the value is the record of. */
  readonly file?: Blob;
}

export interface Posted {
  readonly key: string;
  readonly event: ViewerEvent;
  readonly basis?: Seq;
  readonly writes?: readonly PendingWrite[];
  /** Holds what must not be written down anywhere. */
  readonly isSecret?: true;
  readonly settle: (receipt: EventReceipt) => void;
}

export class Outbox {
  readonly #items = new Map<string, Posted>();
  readonly #storage: ViewerStorage | undefined;
  readonly #place: string;
  readonly #changed: (item: Posted) => void;

  /** `changed` hears of what was added or taken. */
  constructor(session: string, storage: ViewerStorage | undefined, changed: (item: Posted) => void) {
    this.#place = `vitrine:${session}:outbox`;
    this.#storage = storage;
    this.#changed = changed;
    for (const item of this.#restored()) this.#items.set(item.key, { ...item, settle: () => undefined });
  }

  get size(): number {
    return this.#items.size;
  }

  get items(): readonly Posted[] {
    return [...this.#items.values()];
  }

  add(item: Posted): void {
    this.#items.set(item.key, item);
    this.#store();
    this.#changed(item);
  }

  /** The host has answered it: it is not sent again. */
  take(key: Json | undefined): Posted | undefined {
    const item = this.#items.get(String(key));
    if (item === undefined) return undefined;
    this.#items.delete(item.key);
    this.#store();
    this.#changed(item);
    return item;
  }

  #store(): void {
    if (this.#storage === undefined) return;
    const kept = this.items.filter(({ isSecret }) => isSecret !== true);
    try {
      if (kept.length === 0) this.#storage.removeItem(this.#place);
      else this.#storage.setItem(this.#place, JSON.stringify(kept));
    } catch {
      // Full or forbidden: the events are still in memory.
    }
  }

  #restored(): readonly Posted[] {
    try {
      const items: Json = JSON.parse(this.#storage?.getItem(this.#place) ?? '[]');
      const found = (Array.isArray(items) ? items : []).filter(isObject);
      const posted = found.filter(({ key, event }) => typeof key === 'string' && isObject(event));
      return posted as unknown as readonly Posted[];
    } catch {
      // Not whole, or not to be read: there is nothing to repeat.
      return [];
    }
  }
}

export function toFrame({ key, event, basis, writes = [] }: Posted): JsonObject {
  const frame = { event, key, ...defined({ basis }), ...(writes.length === 0 ? {} : { writes }) };
  return frame as unknown as JsonObject;
}

/** An issue of the client itself, in the words of the one table. */
export function clientProblem(code: IssueCode, message: string): Issue {
  return { code, severity: 'error', fault: 'viewer', message };
}
