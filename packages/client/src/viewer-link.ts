// What a link to a session carries: a code in its fragment, which the host takes for a token as often as it is opened.

import { type Clock, systemClock } from './clock.ts';
import { callUntilAnswered, type Fetch } from './http.ts';

export interface ViewerCode {
  /** Where the host is. */
  readonly url: string;
  readonly code: string;
  /** Ends the attempts at a host that does not answer. */
  readonly signal?: AbortSignal;
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
  const { session, token } = await callUntilAnswered(endpoint, { path: '/viewer', body: { code } }, signal);
  return { session: String(session), token: String(token) };
}
