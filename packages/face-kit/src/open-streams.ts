// Answers that stay open: SSE streams, and polls that wait. A stream has a seat among the connections of the host, ends
// with its client, its credential and the host, and holds no more than its limit for somebody who does not read.

import type { PortClient, PortEnd, PortHolder, TransportPort } from '@vitrine/core';
import { dataAnswer, type HeaderTable } from './answer.ts';
import { SseStream, type SseStreamOptions } from './sse-stream.ts';

type Transport = Pick<TransportPort, 'connect' | 'hold'>;

/** Who keeps it open. */
export interface StreamCall {
  readonly request: Pick<Request, 'signal'>;
  readonly client: Pick<PortClient, 'address'>;
  readonly holder: PortHolder;
}

export const STREAM_LIMITS = { queueBytes: 256 * 1024, keepAliveMs: 15_000 };

const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A proxy that collects the answer first would hold back what is live.
  'x-accel-buffering': 'no',
};

/** Refuses with VITRINE_BUSY where there is no seat. */
export function openStream(
  transport: Transport,
  { request, client, holder }: StreamCall,
  options: SseStreamOptions = STREAM_LIMITS,
): SseStream {
  const leave = transport.connect(client);
  const stream = new SseStream(options);
  const end = (): void => stream.end();
  const release = transport.hold(holder, end);
  request.signal.addEventListener('abort', end, { once: true });
  stream.signal.addEventListener('abort', () => {
    leave();
    release();
    request.signal.removeEventListener('abort', end);
  });
  if (request.signal.aborted) stream.end();
  return stream;
}

export function streamAnswer(stream: Pick<SseStream, 'body'>, headers: HeaderTable = {}): Response {
  return dataAnswer(200, stream.body, { ...SSE_HEADERS, ...headers });
}

/** Why somebody who waited has stopped waiting. */
export type WaitEnd = 'happened' | 'late' | 'gone' | PortEnd;

/**
 * Waits until something happens, for so many milliseconds, until the caller is gone or its credential is. Whoever waits has
 * a seat like a stream: refuses with VITRINE_BUSY where there is none.
 * @param begin calls what it is given when it happens; what it returns is called in the end
 */
export async function waitFor(
  transport: Transport,
  { request, client, holder }: StreamCall,
  ms: number,
  begin: (happened: () => void) => () => void,
): Promise<WaitEnd> {
  const leave = transport.connect(client);
  return new Promise((resolve) => {
    const done = (why: WaitEnd): void => {
      leave();
      stop();
      release();
      clearTimeout(timer);
      request.signal.removeEventListener('abort', gone);
      resolve(why);
    };
    const gone = (): void => done('gone');
    const timer = setTimeout(() => done('late'), ms);
    const release = transport.hold(holder, done);
    const stop = begin(() => done('happened'));
    request.signal.addEventListener('abort', gone, { once: true });
    if (request.signal.aborted) gone();
  });
}
