// How the clients of a run call: through the balancer, again until they are answered, under the same key. What a client
// should never meet is a complaint.

import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@vitrine/core';
import type { Ledger } from './ledger.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface Call {
  readonly by: string;
  readonly path: string;
  readonly credential: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  /** Statuses that are an answer too. */
  readonly answers?: readonly number[];
  readonly maxMs?: number;
  /** Absent: it ends when all are abandoned. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

/** A balancer's client gives an answer up after so long, and asks again elsewhere. */
const MAX_ANSWER_MS = 6000;
const FEW_MS = [20, 150] as const;
/** It may be asked again as it is: busy, in the wrong state for a moment, asked too often. */
const MAY_REPEAT = new Set([408, 425, 429, 502, 503, 504]);

export class Calls {
  readonly url: string;
  readonly #ledger: Ledger;
  readonly #random: SeededRandom;
  readonly #complained = new Set<string>();
  /** How often each status came, and `broken` where no answer did. */
  readonly counts = new Map<string, number>();
  readonly #over = new AbortController();

  constructor(url: string, ledger: Ledger, random: SeededRandom) {
    this.url = url;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** Whatever is under way ends without an answer. */
  abandon(): void {
    this.#over.abort();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Undefined: it was abandoned. */
  async untilAnswered(call: Call): Promise<Answer | undefined> {
    while (!this.#over.signal.aborted) {
      const answer = await this.once(call);
      if (answer !== undefined) return answer;
      await delay(this.#random.between(...FEW_MS), undefined, { signal: this.#over.signal }).catch(() => undefined);
    }
    return undefined;
  }

  /** Undefined: ask again. */
  async once(call: Call): Promise<Answer | undefined> {
    const { by, path, credential, body, answers = [], maxMs = MAX_ANSWER_MS, signal = this.#over.signal } = call;
    try {
      const response = await fetch(this.url + path, {
        method: call.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          authorization: `Bearer ${credential}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
      });
      const text = await response.text();
      const { status } = response;
      this.#count(response.ok ? String(status) : `${status} ${codeIn(text)}`);
      if (response.ok || answers.includes(status)) return { status, body: JSON.parse(text) as JsonObject };
      if (status === 503 && !response.headers.has('retry-after'))
        this.complain(by, `${path} was refused with 503 and without Retry-After: ${text.slice(0, 200)}`);
      if (!MAY_REPEAT.has(status)) this.complain(by, `${path} was refused with ${status}: ${text.slice(0, 300)}`);
    } catch {
      if (!signal.aborted) this.#count('broken');
    }
    return undefined;
  }

  /** Once each: a client that is refused comes again. */
  complain(by: string, what: string): void {
    if (this.#complained.has(by + what)) return;
    this.#complained.add(by + what);
    this.#ledger.complain(by, what);
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

/** What a refusal calls itself. */
function codeIn(text: string): string {
  return /"error":\s*"([^"]+)"/.exec(text)?.[1] ?? '';
}
