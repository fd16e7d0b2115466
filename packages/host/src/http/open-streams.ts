// Every answer that is still open, of the host and of its faces: SSE streams and polls that wait. They end when their
// credential does, when the host stops, and when the client goes.

import type { PortEnd, PortHolder } from '@vitrine/core';
import { SseStream } from '@vitrine/face-kit';
import { type Credentials, hasLost, type Revoked } from '../caller.ts';
import type { Connections } from '../guards/connections.ts';
import { toHostError } from '../host-error.ts';
import type { Metrics } from '../metrics.ts';
import type { HttpLimits } from './limits.ts';
import type { Exchange } from './route.ts';

/** The longest time that a timer of Node can wait. */
const LONGEST_TIMER = 2 ** 31 - 1;

export interface OpenStreamsOptions {
  readonly credentials: Pick<Credentials, 'identify' | 'holds' | 'onRevoked' | 'now'>;
  readonly connections: Connections;
  readonly limits: HttpLimits;
  readonly metrics: Metrics;
}

interface OpenAnswer {
  readonly hasLost: (what: Revoked) => boolean;
  readonly end: (why: PortEnd) => void;
}

export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #open = new Set<OpenAnswer>();
  readonly #forget: () => void;
  #isStopped = false;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
    this.#forget = options.credentials.onRevoked((what) => {
      for (const answer of this.#open) if (answer.hasLost(what)) answer.end('revoked');
    });
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
  hold({ caller, client }: Exchange, end: (why: PortEnd) => void): () => void {
    const { credentials } = this.#options;
    const answer = { hasLost: (what: Revoked) => hasLost(caller, what, credentials), end };
    const release = this.#add(answer, caller.role === 'viewer' ? Date.parse(caller.expiresAt) : undefined);
    // It may have been taken back since it was looked at, when nobody knew yet whom to tell.
    credentials.identify(client.credential).catch((error: unknown) => {
      if (this.#open.has(answer)) end(toHostError(error).code === 'VITRINE_CREDENTIAL_EXPIRED' ? 'expired' : 'revoked');
    });
    return release;
  }

  /** The same for a face, by what its credential rests on. */
  holdFor({ grant, expiresAt }: PortHolder, end: (why: PortEnd) => void): () => void {
    const { credentials } = this.#options;
    const answer = { hasLost: () => grant !== undefined && !credentials.holds(grant), end };
    const release = this.#add(answer, expiresAt);
    if (answer.hasLost() || this.#isStopped)
      queueMicrotask(() => {
        if (this.#open.has(answer)) end(this.#isStopped ? 'stopping' : 'revoked');
      });
    return release;
  }

  stop(): void {
    this.#isStopped = true;
    this.#forget();
    for (const { end } of this.#open) end('stopping');
  }

  #add(answer: OpenAnswer, expiresAt: number | undefined): () => void {
    this.#open.add(answer);
    const timer =
      expiresAt === undefined
        ? undefined
        : setTimeout(
            () => answer.end('expired'),
            Math.min(Math.max(expiresAt - this.#options.credentials.now(), 0), LONGEST_TIMER),
          ).unref();
    return () => {
      this.#open.delete(answer);
      clearTimeout(timer);
    };
  }
}
