// What the face did with runs of late, as spans. Kept in memory, the last ones of each run.

import type { JsonObject } from '@vitrine/core';

const MAX_SPANS = 200;
const MAX_RUNS = 500;

export class Spans {
  readonly #runs = new Map<string, readonly JsonObject[]>();

  add(session: string, name: string, attributes: JsonObject): void {
    const spans = [...this.of(session), { name, attributes }].slice(-MAX_SPANS);
    this.#runs.delete(session);
    this.#runs.set(session, spans);
    const [oldest = ''] = this.#runs.keys();
    if (this.#runs.size > MAX_RUNS) this.#runs.delete(oldest);
  }

  of(session: string): readonly JsonObject[] {
    return this.#runs.get(session) ?? [];
  }

  clear(): void {
    this.#runs.clear();
  }
}
