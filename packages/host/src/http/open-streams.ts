// Every answer that is still open: SSE streams and polls that wait. They end when their credential does, when the host
// stops, and when the client goes.

import { type Caller, type Credentials, hasLost, type Revoked } from '../caller.ts';
import type { Connections } from '../guards/connections.ts';
import { toHostError } from '../host-error.ts';
import type { Metrics } from '../metrics.ts';
import { dataAnswer } from './answers.ts';
import type { HttpLimits } from './limits.ts';
import type { Exchange } from './route.ts';
import { SseStream } from './sse-stream.ts';

/** The longest time that a timer of Node can wait. */
const LONGEST_TIMER = 2 ** 31 - 1;

const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A proxy that collects the answer first would hold back what is live.
  'x-accel-buffering': 'no',
};

export interface OpenStreamsOptions {
  readonly credentials: Pick<Credentials, 'identify' | 'holds' | 'onRevoked' | 'now'>;
  readonly connections: Connections;
  readonly limits: HttpLimits;
  readonly metrics: Metrics;
}

export type WhyOver = 'revoked' | 'expired' | 'stopping';

interface OpenAnswer {
  readonly caller: Caller;
  readonly end: (why: WhyOver) => void;
}

export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #open = new Set<OpenAnswer>();
  readonly #forget: () => void;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
    this.#forget = options.credentials.onRevoked((what) => this.#revoke(what));
  }

  get size(): number {
    return this.#open.size;
  }

  /** A stream that ends with its client and its credential. */
  open(exchange: Exchange): SseStream {
    const { request, caller, client } = exchange;
    const { connections, limits, metrics } = this.#options;
    const release = connections.open(client.address);
    const labels = { role: caller.role };
    const stream = new SseStream({
      queueBytes: limits.queueBytes,
      keepAliveMs: limits.keepAliveMs,
      onBytes: (bytes) => metrics.count('bytesSent', bytes, { transport: 'sse' }),
    });
    const end = () => stream.end();
    const forget = this.hold(exchange, end);
    request.signal.addEventListener('abort', end, { once: true });
    metrics.add('streams', 1, labels);
    stream.signal.addEventListener('abort', () => {
      release();
      forget();
      request.signal.removeEventListener('abort', end);
      metrics.add('streams', -1, labels);
    });
    if (request.signal.aborted) stream.end();
    return stream;
  }

  /** `end` is called when the credential or the host ends, unless it was released before. */
  hold({ caller, client }: Exchange, end: (why: WhyOver) => void): () => void {
    const answer = { caller, end };
    this.#open.add(answer);
    // It may have been taken back since it was looked at, when nobody knew yet whom to tell.
    this.#options.credentials.identify(client.credential).catch((error: unknown) => {
      if (this.#open.has(answer)) end(toHostError(error).code === 'VITRINE_CREDENTIAL_EXPIRED' ? 'expired' : 'revoked');
    });
    const timer =
      caller.role === 'viewer' ? this.#endInTime(Date.parse(caller.expiresAt), () => end('expired')) : undefined;
    return () => {
      this.#open.delete(answer);
      clearTimeout(timer);
    };
  }

  stop(): void {
    this.#forget();
    for (const { end } of this.#open) end('stopping');
  }

  #endInTime(expiresAt: number, end: () => void): NodeJS.Timeout {
    const rest = Math.min(Math.max(expiresAt - this.#options.credentials.now(), 0), LONGEST_TIMER);
    return setTimeout(end, rest).unref();
  }

  #revoke(what: Revoked): void {
    const { credentials } = this.#options;
    for (const { caller, end } of this.#open) if (hasLost(caller, what, credentials)) end('revoked');
  }
}

export function streamAnswer(stream: SseStream): Response {
  return dataAnswer(200, stream.body, SSE_HEADERS);
}
