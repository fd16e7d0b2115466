// Every answer that is still open, of the host and of its faces: SSE streams and polls that wait. They end when their
// credential does, when the host stops, and when the client goes.

import type { PortEnd, PortHolder } from '@vitrine/core/port';
import { openStream, type SseStream } from '@vitrine/face-kit';
import { type Credentials, hasLost, type Revoked } from '../caller.ts';
import type { Connections } from '../guards/connections.ts';
import { toHostError } from '../host-error.ts';
import type { Metrics } from '../metrics.ts';
import type { HttpLimits } from './limits.ts';
import type { Exchange } from './route.ts';

/** How often those who have expired are looked for: by the time of credentials, which no timer knows. */
const EXPIRY_LOOK_MS = 250;

export interface OpenStreamsOptions {
  readonly credentials: Pick<Credentials, 'identify' | 'holds' | 'onRevoked' | 'now'>;
  readonly connections: Connections;
  readonly limits: HttpLimits;
  readonly metrics: Metrics;
}

interface OpenAnswer {
  /** By the time of credentials. */
  readonly expiresAt?: number | undefined;
  readonly hasLost: (what: Revoked) => boolean;
  readonly end: (why: PortEnd) => void;
}

export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #open = new Set<OpenAnswer>();
  readonly #forget: () => void;
  #looking: NodeJS.Timeout | undefined;
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
    const labels = { role: caller.role };
    const stream = openStream(
      { connect: ({ address }) => connections.open(address), hold: (_holder, end) => this.hold(exchange, end) },
      { request, client, holder: {} },
      {
        queueBytes: limits.queueBytes,
        keepAliveMs: limits.keepAliveMs,
        onBytes: (bytes) => metrics.count('bytesSent', bytes, { transport: 'sse' }),
      },
    );
    if (stream.signal.aborted) return stream;
    metrics.add('streams', 1, labels);
    stream.signal.addEventListener('abort', () => metrics.add('streams', -1, labels));
    return stream;
  }

  /** A seat for a poll that waits, given back when that is over. */
  seat({ client }: Exchange): () => void {
    return this.#options.connections.open(client.address);
  }

  /** `end` is called when the credential or the host ends, unless it was released before. */
  hold({ caller, client }: Exchange, end: (why: PortEnd) => void): () => void {
    const { credentials } = this.#options;
    const expiresAt = caller.expiresAt === undefined ? undefined : Date.parse(caller.expiresAt);
    const answer = { hasLost: (what: Revoked) => hasLost(caller, what, credentials), expiresAt, end };
    const release = this.#add(answer);
    // It may have been taken back since it was looked at, when nobody knew yet whom to tell.
    credentials.identify(client.credential).catch((error: unknown) => {
      if (this.#open.has(answer)) end(toHostError(error).code === 'VITRINE_CREDENTIAL_EXPIRED' ? 'expired' : 'revoked');
    });
    return release;
  }

  /** The same for a face, by what its credential rests on. */
  holdFor({ grant, expiresAt }: PortHolder, end: (why: PortEnd) => void): () => void {
    const { credentials } = this.#options;
    const answer = { hasLost: () => grant !== undefined && !credentials.holds(grant), expiresAt, end };
    const release = this.#add(answer);
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

  #add(answer: OpenAnswer): () => void {
    this.#open.add(answer);
    this.#looking ??= setInterval(() => this.#endExpired(), EXPIRY_LOOK_MS).unref();
    return () => {
      this.#open.delete(answer);
      if (this.#open.size > 0) return;
      clearInterval(this.#looking);
      this.#looking = undefined;
    };
  }

  #endExpired(): void {
    const now = this.#options.credentials.now();
    for (const { expiresAt = Number.POSITIVE_INFINITY, end } of this.#open) if (expiresAt <= now) end('expired');
  }
}
