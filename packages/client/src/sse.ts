// Reads a stream of server-sent events. Unlike the browser's EventSource it can carry a credential in a header, and tells
// which event had an id of its own (an id stands on the last message of an entry only).

import { defined } from '@vitrine/core/page';
import { createParser } from 'eventsource-parser';

export interface SseEvent {
  /** `message` when it was not named. */
  readonly name: string;
  readonly data: string;
  readonly id?: string;
}

/** More in one event than any host of ours sends. */
const MAX_EVENT_CHARS = 64 * 1024 * 1024;

/** What came in each piece, an empty list where it was none whole. Whoever stops reading ends the connection. */
export async function* readSsePieces(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly SseEvent[]> {
  let events: SseEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data, id }) => events.push({ name: event, data, ...defined({ id }) }),
    maxBufferSize: MAX_EVENT_CHARS,
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // Behind an event that is too large it throws, and the line is over.
      parser.feed(decoder.decode(value, { stream: true }));
      yield events;
      events = [];
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Event by event. */
export async function* readSse(body: ReadableStream<Uint8Array>): AsyncGenerator<SseEvent> {
  for await (const events of readSsePieces(body)) yield* events;
}
