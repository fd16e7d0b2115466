// An agent's line where there can be no WebSocket: events come as server-sent events, a confirmation goes as a call.

import { isObject, type JsonObject } from '@vitrine/core/internal';
import { callOnce, type Endpoint } from './http.ts';
import { type ClientLink, type LineEvents, parseFromHost } from './line.ts';
import type { SseEvent } from './sse.ts';
import { readStream } from './stream.ts';

export interface AgentStreamOptions {
  readonly endpoint: Endpoint;
  readonly credential: string;
  readonly consumer: string | undefined;
}

export function openAgentStream(
  { endpoint, credential, consumer }: AgentStreamOptions,
  events: LineEvents,
): ClientLink {
  const over = new AbortController();
  const path = '/events';
  const opened = (): void => events.frame({ welcome: {} });
  void readStream({ endpoint, credential, path, query: { consumer }, opened, toFrame }, over.signal, events);
  let wanted: number | undefined;
  let isUnderWay = false;
  const confirm = async (): Promise<void> => {
    isUnderWay = true;
    while (wanted !== undefined && !over.signal.aborted) {
      const query = { after: String(wanted), consumer };
      wanted = undefined;
      // One that fails is made up for by the next, or by the line that comes after this one.
      await callOnce(endpoint, { path, query, credential, signal: over.signal }).catch(() => undefined);
    }
    isUnderWay = false;
  };
  return {
    pings: false,
    send(frame) {
      if (typeof frame.confirm !== 'number') return;
      wanted = frame.confirm;
      if (!isUnderWay) void confirm();
    },
    close: () => over.abort(),
  };
}

function toFrame({ name, data, id }: SseEvent): JsonObject | undefined {
  if (name !== 'message' || data === '') return undefined;
  const event = parseFromHost(data);
  return isObject(event) ? { ...event, next: Number(id) } : undefined;
}
