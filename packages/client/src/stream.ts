// Reads one stream of server-sent events as frames, until it ends. What reads them is loaded with the first: most pages have a
// WebSocket.

import type { JsonObject } from '@vitrine/core/page';
import { type Endpoint, HostRefusal, readBody, request, retryAfterMs } from './http.ts';
import type { LineEnd, LineEvents } from './line.ts';
import type { SseEvent } from './sse.ts';

export interface StreamOptions {
  readonly endpoint: Endpoint;
  readonly credential: string;
  readonly path: string;
  readonly query: { readonly [name: string]: string | undefined };
  /** The host has answered: what follows is the stream. */
  readonly opened?: () => void;
  /** What an event means as a frame. */
  readonly toFrame: (event: SseEvent) => JsonObject | undefined;
}

/** After `signal` nothing is told any more. */
export async function readStream(options: StreamOptions, signal: AbortSignal, events: LineEvents): Promise<void> {
  let end: LineEnd = { code: 1006, opened: false };
  try {
    const { endpoint, path, query, credential } = options;
    const response = await request(endpoint, { path, query, credential, accept: 'text/event-stream', signal });
    if (!response.ok) await readBody(response);
    end = { ...end, opened: true };
    if (!signal.aborted) options.opened?.();
    await readEvents(response, options, signal, events);
  } catch (error) {
    if (error instanceof HostRefusal) end = toEnd(error);
  }
  if (!signal.aborted) events.end(end);
}

async function readEvents(
  response: Response,
  { toFrame }: StreamOptions,
  signal: AbortSignal,
  events: LineEvents,
): Promise<void> {
  if (response.body === null) return;
  const { readSsePieces } = await import('./sse.ts');
  for await (const piece of readSsePieces(response.body)) {
    if (signal.aborted) return;
    events.alive();
    for (const event of piece) {
      const frame = toFrame(event);
      if (frame !== undefined && !signal.aborted) events.frame(frame);
    }
  }
}

const CODES: { readonly [status: number]: number } = {
  400: 4400,
  401: 4401,
  403: 4403,
  404: 4404,
  409: 4410,
  410: 4410,
  413: 1009,
  421: 4403,
  429: 4429,
  503: 1013,
};

/** A refusal over HTTP as the close code that a socket would have ended with. */
export function toEnd({ status, details }: HostRefusal): LineEnd {
  return { code: CODES[status] ?? 1006, opened: true, retryAfterMs: retryAfterMs(details) };
}
