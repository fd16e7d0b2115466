// What the face did with runs of late, as spans: for the doors of the conformance suite, which are the only reader. Kept in
// memory, the last ones of each run; without those doors nothing is kept.

import type { JsonObject } from '@vitrine/core';

export interface Span {
  readonly name: string;
  readonly attributes: JsonObject;
}

const MOST_SPANS = 200;
const MOST_RUNS = 500;

export class Spans {
  readonly #runs = new Map<string, Span[]>();

  add(session: string, name: string, attributes: JsonObject): void {
    const spans = this.#runs.get(session) ?? [];
    spans.push({ name, attributes });
    if (spans.length > MOST_SPANS) spans.shift();
    this.#runs.delete(session);
    this.#runs.set(session, spans);
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= MOST_RUNS) return;
      this.#runs.delete(oldest);
    }
  }

  of(session: string): readonly Span[] {
    return this.#runs.get(session) ?? [];
  }

  clear(): void {
    this.#runs.clear();
  }
}
