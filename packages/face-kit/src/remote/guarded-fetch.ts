// `fetch` for remote agents: it connects only to addresses that may be connected to, judged when the name is resolved for
// the very connection, so that a name that changes its mind gains nothing. What is answered is bounded in size and time.
// Nothing is decompressed, no cookie is kept, and no redirect is followed but of a GET.

import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { defined, JSON_BOUNDS, MESSAGE_CHARS_PER_VALUE, type Tracer } from '@vitrine/core/internal';
import { Slices } from '../slices.ts';
import { JsonMeter } from './json-meter.ts';
import { bareHost, type NamedHosts } from './named-hosts.ts';
import { RemoteError } from './remote-error.ts';

export type GlobalFetch = typeof globalThis.fetch;
type ResolvedAddress = { readonly address: string; readonly family: number };
/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export const GUARD_LIMITS = {
  redirects: 3,
  /** One answer that is not a stream. */
  answerBytes: 8 * 1024 * 1024,
  /** Until an answer begins: the headers, and then the first update. */
  answerMs: 120_000,
  /** One stream, all of it. */
  streamBytes: 64 * 1024 * 1024,
  /** How long an open answer may be silent; then it counts as broken. */
  quietMs: 120_000,
};

export type GuardLimits = { readonly [name in keyof typeof GUARD_LIMITS]: number };

export interface GuardOptions {
  readonly named: NamedHosts;
  readonly limits: GuardLimits;
  /** Sent to this origin and to no other. */
  readonly authorization?: { readonly origin: string; readonly value: string };
  readonly resolve?: Resolve;
  /** A list of messages is no answer: whoever reads it would read all of them at once. */
  readonly isOneMessage?: true;
  /** What is asked is part of the trace that is under way. */
  readonly tracer?: Pick<Tracer, 'current'>;
}

interface AgentRequest {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
  readonly signal: AbortSignal | null;
}

export class GuardedFetch {
  readonly #options: GuardOptions;
  /** Our own: a connection that is used again was judged when it was made. */
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Ends what is open and idle. */
  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  readonly fetch: GlobalFetch = async (input, { method: named = 'GET', headers, body = null, signal = null } = {}) => {
    if (body !== null && typeof body !== 'string') throw new TypeError('Only texts are sent to remote agents.');
    const asked = { method: named.toUpperCase(), headers: Object.fromEntries(new Headers(headers)), body, signal };
    const { redirects } = this.#options.limits;
    const start = new URL(input instanceof Request ? input.url : input);
    let url = start;
    for (let hop = 0; ; hop++) {
      this.#options.named.assertMayAsk(url);
      const message = await this.#ask(url, asked);
      const next = locationOf(message, url);
      if (next === undefined) return this.#response(message, url);
      message.destroy();
      if (asked.method !== 'GET')
        throw new RemoteError('address', `${url.host} redirects a message; none is followed.`);
      if (hop >= redirects) throw new RemoteError('address', `${start.host} redirects more than ${redirects} times.`);
      if (url.protocol === 'https:' && next.protocol !== 'https:')
        throw new RemoteError('address', `${url.host} redirects from https to ${next.protocol.slice(0, -1)}.`);
      url = next;
    }
  };

  #ask(url: URL, { method, headers, body, signal }: AgentRequest): Promise<IncomingMessage> {
    const { authorization, limits, tracer } = this.#options;
    const own = authorization?.origin === url.origin ? { authorization: authorization.value } : {};
    const isTls = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(url, {
        method,
        headers: { ...headers, ...own, ...defined({ traceparent: tracer?.current() }) },
        agent: isTls ? this.#agents.https : this.#agents.http,
        lookup: this.#lookup(url),
      });
      // Not as an option: the socket would take it too, and outlives the request.
      const abort = () => void request.destroy();
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
      request.once('close', () => signal?.removeEventListener('abort', abort));
      const slow = () => request.destroy(tooSlow(url));
      const late = setTimeout(slow, limits.answerMs);
      request.setTimeout(limits.quietMs, slow);
      request.once('response', (message) => {
        clearTimeout(late);
        // Whoever reads it hears of it; one that nobody reads any more may fail in silence.
        message.on('error', () => undefined);
        resolve(message);
      });
      request.on('error', (error) => {
        clearTimeout(late);
        reject(signal?.aborted === true ? tooSlow(url) : error instanceof RemoteError ? error : silence(url, error));
      });
      request.end(body ?? undefined);
    });
  }

  /** Called by the socket that is about to connect, with what it then connects to. */
  #lookup(url: URL): LookupFunction {
    return (_hostname, { all }, callback) => {
      resolveJudged(this.#options, url)
        .then((addresses) => {
          if (all === true) callback(null, [...addresses]);
          else callback(null, addresses[0].address, addresses[0].family);
        })
        .catch((error: NodeJS.ErrnoException) => callback(error, '', 0));
    };
  }

  #response(message: IncomingMessage, url: URL): Response {
    const { statusCode = 502, headers } = message;
    // Said by what stands before the agent, and passing: to be tried again, not to be believed.
    if ([429, 502, 503, 504].includes(statusCode)) {
      message.destroy();
      throw new RemoteError('silence', `${url.host} answers ${statusCode}: not now.`);
    }
    const { limits, isOneMessage = false } = this.#options;
    const { answerBytes, streamBytes } = limits;
    const isStream = /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
    const single = Object.entries(headers).filter(
      (header): header is [string, string] => typeof header[1] === 'string',
    );
    const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304;
    if (isEmpty) message.resume();
    const body = isEmpty
      ? null
      : ReadableStream.from(
          bounded(message, url, { most: isStream ? streamBytes : answerBytes, isEvents: isStream, isOneMessage }),
        );
    const response = new Response(body as ConstructorParameters<typeof Response>[0], {
      status: Math.max(200, statusCode),
      headers: single,
    });
    Object.defineProperty(response, 'url', { value: url.href });
    return response;
  }
}

async function* bounded(
  message: IncomingMessage,
  url: URL,
  {
    most,
    isEvents,
    isOneMessage,
  }: { readonly most: number; readonly isEvents: boolean; readonly isOneMessage: boolean },
): AsyncGenerator<Uint8Array> {
  let length = 0;
  const meter = new JsonMeter(isEvents);
  const slices = new Slices();
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) throw new RemoteError('limit', `${url.host} answers with more than ${most} bytes.`);
      meter.push(chunk);
      if (isOneMessage && !isEvents && meter.isList)
        throw new RemoteError('limit', `${url.host} answers with a list of messages.`);
      if (meter.deepest > JSON_BOUNDS.maxDepth)
        throw new RemoteError('limit', `${url.host} answers with JSON of more than ${JSON_BOUNDS.maxDepth} levels.`);
      if (meter.values > Math.max(JSON_BOUNDS.maxValues, meter.length / MESSAGE_CHARS_PER_VALUE))
        throw new RemoteError('limit', `${url.host} answers with more than ${JSON_BOUNDS.maxValues} values of JSON.`);
      yield chunk;
      // Many small events are read at once as long as more has come.
      if (slices.isOver) await slices.next();
    }
  } catch (error) {
    throw error instanceof RemoteError ? error : silence(url, error as Error);
  } finally {
    message.destroy();
  }
}

function tooSlow(url: URL): RemoteError {
  return new RemoteError('silence', `${url.host} does not answer in time.`);
}

export function silence(url: URL, error: NodeJS.ErrnoException): RemoteError {
  return new RemoteError('silence', `${url.host} cannot be reached (${error.code ?? error.message}).`, error);
}

function locationOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, url.href))
    throw new RemoteError('address', `${url.host} redirects to something that is no address.`);
  return new URL(headers.location, url.href);
}

/** The addresses of a host, each of which may be connected to. Rejects with a RemoteError where one may not, or none is. */
export async function resolveJudged(
  { named, resolve = resolveAll }: Pick<GuardOptions, 'named' | 'resolve'>,
  url: URL,
): Promise<readonly [ResolvedAddress, ...ResolvedAddress[]]> {
  const [first, ...others] = await resolve(bareHost(url));
  if (first === undefined) throw new RemoteError('silence', `${url.hostname} has no address.`);
  for (const { address } of [first, ...others]) named.assertMayConnect(url, address);
  return [first, ...others];
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true, order: 'verbatim' });
