// `fetch` for remote agents: it connects only to addresses that may be connected to, judged when the name is resolved for
// the very connection, so that a name that changes its mind gains nothing. What is answered is bounded in size and time.
// Nothing is decompressed, no cookie is kept, and no redirect is followed but of a GET.

import { lookup as resolveName } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { JSON_BOUNDS } from '@vitrine/core/internal';
import { DepthMeter } from './depth-meter.ts';
import type { NamedHosts } from './named-hosts.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteLimits } from './remote-limits.ts';

export type GlobalFetch = typeof globalThis.fetch;
/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface GuardOptions {
  readonly named: NamedHosts;
  readonly limits: RemoteLimits;
  /** Sent to this origin and to no other. */
  readonly authorization?: { readonly origin: string; readonly value: string };
  readonly resolve?: Resolve;
}

interface GuardedRequest {
  readonly method: string;
  readonly headers: { [name: string]: string };
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
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

  readonly fetch: GlobalFetch = async (input, init = {}) => {
    const asked = readInit(init);
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
      if (hop >= this.#options.limits.redirects)
        throw new RemoteError('address', `${start.host} redirects more than ${this.#options.limits.redirects} times.`);
      if (url.protocol === 'https:' && next.protocol !== 'https:')
        throw new RemoteError('address', `${url.host} redirects from https to ${next.protocol.slice(0, -1)}.`);
      url = next;
    }
  };

  #ask(url: URL, { method, headers, body, signal }: GuardedRequest): Promise<IncomingMessage> {
    const { authorization, limits } = this.#options;
    const own = authorization?.origin === url.origin ? { authorization: authorization.value } : {};
    const isTls = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(url, {
        method,
        headers: { ...headers, ...own },
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
      request.end(body);
    });
  }

  /** Called by the socket that is about to connect, with what it then connects to. */
  #lookup(url: URL): LookupFunction {
    const { named, resolve = resolveAll } = this.#options;
    return (hostname, { all }, callback) => {
      resolve(hostname)
        .then((addresses) => {
          for (const { address } of addresses) named.assertMayConnect(url, address);
          const [first] = addresses;
          if (first === undefined) throw new RemoteError('silence', `${hostname} has no address.`);
          if (all === true) callback(null, [...addresses]);
          else callback(null, first.address, first.family);
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
    const { answerBytes, streamBytes } = this.#options.limits;
    const isStream = /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
    const answerHeaders = new Headers();
    for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') answerHeaders.set(name, value);
    const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304;
    if (isEmpty) message.resume();
    const body = isEmpty
      ? null
      : ReadableStream.from(bounded(message, url, isStream ? streamBytes : answerBytes, isStream));
    const response = new Response(body as ConstructorParameters<typeof Response>[0], {
      status: Math.max(200, statusCode),
      headers: answerHeaders,
    });
    Object.defineProperty(response, 'url', { value: url.href });
    return response;
  }
}

async function* bounded(
  message: IncomingMessage,
  url: URL,
  most: number,
  isEvents: boolean,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  const depth = new DepthMeter(isEvents);
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) throw new RemoteError('limit', `${url.host} answers with more than ${most} bytes.`);
      if (depth.push(chunk) > JSON_BOUNDS.maxDepth)
        throw new RemoteError('limit', `${url.host} answers with JSON of more than ${JSON_BOUNDS.maxDepth} levels.`);
      yield chunk;
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

function silence(url: URL, error: NodeJS.ErrnoException): RemoteError {
  return new RemoteError('silence', `${url.host} cannot be reached (${error.code ?? error.message}).`, error);
}

function locationOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, url.href))
    throw new RemoteError('address', `${url.host} redirects to something that is no address.`);
  return new URL(headers.location, url.href);
}

function readInit({ method = 'GET', headers, body, signal }: RequestInit): GuardedRequest {
  const plain: { [name: string]: string } = Object.fromEntries(new Headers(headers));
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new TypeError('Only texts are sent to remote agents.');
  return {
    method: method.toUpperCase(),
    headers: plain,
    body: body ?? undefined,
    signal: signal ?? undefined,
  };
}

export const resolveAll: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    resolveName(hostname, { all: true, order: 'verbatim' }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });
