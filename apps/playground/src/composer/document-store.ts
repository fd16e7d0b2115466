// The documents of this browser: each tab edits one, under a key of its own, so that tabs do not overwrite each other. What is
// typed survives a reload, and of what was left the newest few can be opened again.

import { isObject } from '@vitrine/core/page';

export interface StoredDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly at: number;
}

const PREFIX = 'vitrine.composer.';
const OPEN = 'vitrine.composer';
const MAX_KEPT = 8;
/** Storage of an origin ends at about five million characters. */
const MAX_TEXT = 2_000_000;

export class DocumentStore {
  #id: string;
  /** `taken`: another tab writes to the same document; this one has a copy of its own from now on. `latest` is what it has. */
  constructor(onReplace: (latest: () => StoredDocument | undefined) => void) {
    this.#id = sessionStorage.getItem(OPEN) ?? newId();
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== PREFIX + this.#id || newValue === null) return;
      const other = this.#id;
      this.renew();
      onReplace(() => readDocument(other, localStorage.getItem(PREFIX + other)));
    });
  }

  /** What this tab had, else what was edited last. */
  restore(): StoredDocument | undefined {
    const stored = sessionStorage.getItem(OPEN);
    if (stored !== null) return readDocument(stored, localStorage.getItem(PREFIX + stored));
    return this.recent()[0];
  }

  /** What is saved from now on is another document. */
  renew(): void {
    this.#id = newId();
    sessionStorage.setItem(OPEN, this.#id);
  }

  /** False where it cannot be kept: it is too long, or the browser has no room. */
  save(text: string, title: string): boolean {
    if (text.length > MAX_TEXT) return false;
    sessionStorage.setItem(OPEN, this.#id);
    for (const { id } of this.recent().slice(MAX_KEPT - 1)) if (id !== this.#id) localStorage.removeItem(PREFIX + id);
    try {
      localStorage.setItem(PREFIX + this.#id, JSON.stringify({ text, title, at: Date.now() }));
      return true;
    } catch {
      return false;
    }
  }

  /** The newest first. */
  recent(): readonly StoredDocument[] {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => readDocument(key.slice(PREFIX.length), localStorage.getItem(key)) ?? [])
      .sort((a, b) => b.at - a.at);
  }
}

function newId(): string {
  return crypto.randomUUID().slice(0, 8);
}

function readDocument(id: string, stored: string | null): StoredDocument | undefined {
  if (stored === null) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    if (!isObject(value as never)) return undefined;
    const { text, title, at } = value as { readonly [name: string]: unknown };
    if (typeof text !== 'string') return undefined;
    return { id, text, title: typeof title === 'string' ? title : '', at: typeof at === 'number' ? at : 0 };
  } catch {
    return undefined;
  }
}
