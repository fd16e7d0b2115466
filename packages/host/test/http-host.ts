// A host on a free port of loopback, with real sessions, credentials and log, and a clock that a test moves; and what
// a client needs to talk to it.

import { once } from 'node:events';
import { request as rawRequest } from 'node:http';
import { Writable } from 'node:stream';
import { openSqliteLog } from '@vitrine/log';
import { onTestFinished } from 'vitest';
import { openCredentials } from '../src/credentials/open-credentials.ts';
import { hostNames } from '../src/guards/host-names.ts';
import { createHttp, type HttpOptions } from '../src/http/create-http.ts';
import { createMetrics } from '../src/metrics.ts';
import { createLogger } from '../src/operator-log.ts';
import { createSealer } from '../src/seal.ts';
import { type Listening, type ListenOptions, listen } from '../src/server.ts';
import { Clock, SECRET } from './credentials.ts';
import { openBench } from './sessions.ts';

export interface HostOptions {
  readonly http?: Partial<HttpOptions>;
  readonly listen?: Partial<ListenOptions>;
}

export type HttpHost = Awaited<ReturnType<typeof openHttpHost>>;

export async function openHttpHost(options: HostOptions = {}) {
  const clock = new Clock();
  const log = await openSqliteLog(':memory:');
  const metrics = createMetrics();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ level: 'debug', stream });
  const credentials = await openCredentials({
    log,
    secrets: () => [SECRET],
    now: clock.now,
    steadyNow: clock.steadyNow,
  });
  const sealer = createSealer(SECRET);
  const { sessions } = await openBench({
    log,
    now: clock.now,
    seal: (value, session) => sealer.seal(session, value),
    unseal: (text, session) => sealer.open(session, text),
  });
  let listening: Listening | undefined;
  const http = createHttp({
    sessions,
    credentials,
    names: hostNames('127.0.0.1'),
    logger,
    metrics,
    publicUrl: () => listening?.url ?? '',
    isReady: () => true,
    ...options.http,
  });
  listening = await listen({
    http,
    upgrade: (_, socket) => socket.destroy(),
    host: '127.0.0.1',
    port: 0,
    ...options.listen,
  });
  onTestFinished(async () => {
    http.stop();
    await sessions.stop();
    await listening.close(0);
    await log.close();
  });
  const key = (await credentials.addAgent('dev')).key;
  return { clock, log, metrics, lines, credentials, sessions, http, listening, url: listening.url, key };
}

export interface Call {
  readonly method?: string;
  /** Sent as it is; JSON by default. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly json?: unknown;
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal;
}

/** A request with this credential. */
export function call(host: { readonly url: string }, credential: string | undefined, path: string, options: Call = {}) {
  const { json, body = json === undefined ? undefined : JSON.stringify(json), headers, method, signal } = options;
  return fetch(`${host.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
}

export interface Opened {
  readonly session: string;
  readonly token: string;
  readonly path: string;
}

export async function openSession(host: HttpHost, json: object = {}, key = host.key): Promise<Opened> {
  const answer = (await (await call(host, key, '/sessions', { json })).json()) as {
    session: string;
    viewerToken: string;
  };
  return { session: answer.session, token: answer.viewerToken, path: `/sessions/${answer.session}` };
}

/** Sets headers that fetch does not let a program set. */
export async function callAs(
  host: { readonly url: string },
  path: string,
  headers: { readonly [name: string]: string },
  method = 'GET',
): Promise<{ readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly text: string }> {
  const request = rawRequest(`${host.url}${path}`, { headers, method }).end();
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

export interface SseEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** The blocks of an SSE answer as they come; comments are blocks without a field. */
export async function* readSse(response: Response): AsyncGenerator<SseEvent, void, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() as string;
    for (const block of blocks) {
      const fields = block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
      yield Object.fromEntries(fields.filter(([name]) => name !== '')) as SseEvent;
    }
  }
}

/** Reads up to and with the first event that fits, and leaves the stream open. */
export async function readUntil(
  events: AsyncGenerator<SseEvent, void, undefined>,
  fits: (event: SseEvent) => boolean,
): Promise<readonly SseEvent[]> {
  const seen: SseEvent[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done === true) throw new Error(`The stream ended behind ${JSON.stringify(seen)}`);
    seen.push(value);
    if (fits(value)) return seen;
  }
}
