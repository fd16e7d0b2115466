// Keeps a viewer's token valid: asks for the next one before it ends, for another one when it is no longer taken, and
// keeps it over a reload where there is a storage.

import { type Clock, systemClock } from './clock.ts';
import { callOnce, callUntilAnswered, type Endpoint, type Fetch } from './http.ts';
import { pathOf } from './line.ts';
import { readClaims, renewalWait } from './token.ts';
import type { ViewerOptions } from './viewer-options.ts';

/** One that could not be renewed is tried again so much later. */
const AGAIN_MS = 15_000;

export class RenewedToken {
  readonly #options: ViewerOptions;
  readonly #endpoint: Endpoint;
  readonly #place: string;
  #value: string;
  /** The one that the line in use was opened with. */
  #shown: string | undefined;
  #cancel: (() => void) | undefined;
  #isOver = false;

  constructor(options: ViewerOptions, endpoint: Endpoint) {
    this.#options = options;
    this.#endpoint = endpoint;
    this.#place = `vitrine:${options.session}:token`;
    this.#value = this.#stored() ?? options.token;
    this.#plan(false);
  }

  get value(): string {
    return this.#value;
  }

  /** For a line that opens with it. */
  show(): string {
    this.#shown = this.#value;
    return this.#value;
  }

  /** Than the one that was shown last. */
  get isNewer(): boolean {
    return this.#shown !== undefined && this.#shown !== this.#value;
  }

  /** For one that the host no longer takes; false: there is no other. */
  async replace(): Promise<boolean> {
    this.#options.storage?.removeItem(this.#place);
    const token = await this.#options.renew?.();
    if (token !== undefined) this.#use(token);
    return token !== undefined;
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel?.();
  }

  /** The one from before a reload, if it lasts longer than the one in hand. */
  #stored(): string | undefined {
    const stored = this.#options.storage?.getItem(this.#place) ?? undefined;
    const [known, current] = [readClaims(stored ?? ''), readClaims(this.#options.token)];
    return known !== undefined && known.expiresAt > (current?.expiresAt ?? 0) ? stored : undefined;
  }

  #plan(isFresh: boolean): void {
    const wait = renewalWait(this.#value, this.#endpoint.clock.now(), isFresh);
    if (wait !== undefined) this.#in(wait);
  }

  #in(ms: number): void {
    this.#cancel?.();
    if (!this.#isOver) this.#cancel = this.#endpoint.clock.after(Math.max(0, ms), () => void this.#renew());
  }

  async #renew(): Promise<void> {
    const path = pathOf(this.#options.session, '/viewer-token');
    try {
      const { token } = await callOnce(this.#endpoint, { path, credential: this.#value, body: {} });
      if (typeof token === 'string' && !this.#isOver) this.#use(token);
    } catch {
      const { expiresAt = 0 } = readClaims(this.#value) ?? {};
      if (expiresAt > this.#endpoint.clock.now()) this.#in(AGAIN_MS);
    }
  }

  #use(token: string): void {
    this.#value = token;
    this.#options.storage?.setItem(this.#place, token);
    this.#plan(true);
  }
}

/** What a link to a session carries in its fragment; the host takes it for a token as often as it is opened. */
export interface ViewerCode {
  /** Where the host is. */
  readonly url: string;
  readonly code: string;
  /** Ends the attempts at a host that does not answer. */
  readonly signal?: AbortSignal;
  /** Hears of each attempt that the host did not answer. */
  readonly unanswered?: () => void;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly fetch?: Fetch;
}

/** A token for the code. Tries until the host answers; rejects with a HostRefusal when the code is no longer taken. */
export async function redeemViewerCode(
  options: ViewerCode,
): Promise<{ readonly session: string; readonly token: string }> {
  const { url, code, signal = new AbortController().signal, clock = systemClock, random = Math.random } = options;
  const endpoint = { url, clock, random, fetch: options.fetch ?? ((...call) => globalThis.fetch(...call)) };
  const { session, token } = await callUntilAnswered(
    endpoint,
    { path: '/viewer', body: { code } },
    signal,
    options.unanswered,
  );
  return { session: String(session), token: String(token) };
}
