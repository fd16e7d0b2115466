// Answers that stay open: SSE streams, and polls that wait. A stream has a seat among the connections of the host, ends
// with its client, its credential and the host, and holds no more than its limit for somebody who does not read.

import { defined } from '@vitrine/core/internal';
import type { PortCaller, PortClient, PortEnd, PortHolder, TransportPort } from '@vitrine/core/port';
import { dataAnswer, type HeaderTable } from './answer.ts';
import { SseStream, type SseStreamOptions } from './sse-stream.ts';

type StreamTransport = Pick<TransportPort, 'connect' | 'hold'>;

/** Who keeps something open. */
export interface SeatHolder {
  readonly client: Pick<PortClient, 'address'>;
  readonly holder: PortHolder;
  /** How long what is said about the end itself may take when the credential or the host ends. Absent: nothing is said. */
  readonly lastWordsMs?: number;
}

export interface StreamCall extends SeatHolder {
  readonly request: Pick<Request, 'signal'>;
}

export const STREAM_LIMITS = { queueBytes: 256 * 1024, keepAliveMs: 15_000 };

const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A proxy that collects the answer first would hold back what is live.
  'x-accel-buffering': 'no',
};

/** What is open ends with what this caller showed. */
export function holderOf({ grant, expiresAt }: Exclude<PortCaller, { readonly role: 'operator' }>): PortHolder {
  return { grant, ...defined({ expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt) }) };
}

/**
 * For whatever stays open, by any transport. `end` is called when the credential or the host ends; what this returns gives the
 * seat back. Refuses with VITRINE_BUSY where there is none.
 */
export function takeSeat(
  transport: StreamTransport,
  { client, holder, lastWordsMs }: SeatHolder,
  end: (why: PortEnd) => void,
): () => void {
  const leave = transport.connect(client);
  let timer: NodeJS.Timeout | undefined;
  const release = transport.hold(holder, (why) => {
    if (lastWordsMs === undefined) end(why);
    else timer = setTimeout(end, lastWordsMs, why);
  });
  return () => {
    leave();
    release();
    clearTimeout(timer);
  };
}

/** Refuses with VITRINE_BUSY where there is no seat. */
export function openStream(
  transport: StreamTransport,
  { request, ...seat }: StreamCall,
  options: SseStreamOptions = STREAM_LIMITS,
): SseStream {
  // A stream has a timer, so the seat comes first.
  const end = (): void => stream.end();
  const leave = takeSeat(transport, seat, end);
  const stream = new SseStream(options);
  request.signal.addEventListener('abort', end, { once: true });
  stream.signal.addEventListener('abort', () => {
    leave();
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
  transport: StreamTransport,
  { request, ...seat }: StreamCall,
  ms: number,
  begin: (happened: () => void) => () => void,
): Promise<WaitEnd> {
  return new Promise((resolve) => {
    const done = (why: WaitEnd): void => {
      stop();
      leave();
      clearTimeout(timer);
      request.signal.removeEventListener('abort', gone);
      resolve(why);
    };
    const gone = (): void => done('gone');
    const leave = takeSeat(transport, seat, done);
    const timer = setTimeout(() => done('late'), ms);
    const stop = begin(() => done('happened'));
    request.signal.addEventListener('abort', gone, { once: true });
    if (request.signal.aborted) gone();
  });
}
