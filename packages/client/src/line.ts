// One attempt at a connection, whatever carries it: frames as docs/protocol.md names them come and go, then it ends, once.
// Trying again is left to keeper.ts.

import { HOST_JSON_BOUNDS, type Json, type JsonObject, parseJson } from '@vitrine/core/page';

export type Transport = 'socket' | 'sse';

export interface LineEnd {
  /** A close code of docs/protocol.md; 1006 where there was no answer at all. */
  readonly code: number;
  /** False: the host was never reached this way. */
  readonly opened: boolean;
  readonly retryAfterMs?: number;
}

export interface LineEvents {
  frame(frame: JsonObject): void;
  /** Something came that is no frame: the other side lives. */
  alive(): void;
  end(end: LineEnd): void;
}

export interface ClientLink {
  /** Whether `{"ping"}` is answered here. */
  readonly pings: boolean;
  /** What is sent before it is open is lost: whoever sends knows what was answered. */
  send(frame: JsonObject): void;
  /** Nothing is heard of it any more, its end neither. */
  close(): void;
}

/** The base address of a host, and a path under it. */
export function addressOf(
  base: string,
  path: string,
  query: { readonly [name: string]: string | undefined } = {},
): string {
  const url = new URL(base.endsWith('/') ? base : `${base}/`);
  url.pathname += path.slice(1);
  url.hash = '';
  url.search = '';
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

export function pathOf(session: string, tail = ''): string {
  return `/sessions/${encodeURIComponent(session)}${tail}`;
}

/**
 * What a host sends. It is trusted with more than a stranger, a state may be large, but not with everything: a text that is
 * nested without end would stop the page. Undefined: it is no JSON, or none that may be read.
 */
export function parseFromHost(text: string): Json | undefined {
  const parsed = parseJson(text, HOST_JSON_BOUNDS);
  return parsed.ok ? parsed.value : undefined;
}
