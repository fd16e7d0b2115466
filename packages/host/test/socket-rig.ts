// Real sockets on a real server over real sessions in a log in memory. A test moves the clocks.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Credentials } from '../src/caller.ts';
import { openCredentials } from '../src/credentials/open-credentials.ts';
import { hostNames } from '../src/guards/host-names.ts';
import type { LiveSession } from '../src/live.ts';
import { createMetrics, type Metrics } from '../src/metrics.ts';
import type { AllSessions } from '../src/sessions/all-sessions.ts';
import type { SocketLimits } from '../src/socket/socket-limits.ts';
import { createSockets, type Sockets } from '../src/socket/sockets.ts';
import { Clock, SECRET } from './credentials.ts';
import { openBench } from './sessions.ts';

export interface RigOptions {
  readonly limits?: Partial<SocketLimits>;
  /** Stands before the log. */
  readonly wrapLog?: (log: SessionLog) => SessionLog;
}

export interface Rig {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly sessions: AllSessions;
  readonly sockets: Sockets;
  readonly metrics: Metrics;
  readonly port: number;
  /** Key of the agent `dev`, which has all sessions here. */
  readonly key: string;
  readonly failures: unknown[];
  /** So many seconds pass for the sockets. */
  tick(seconds?: number): void;
  openSession(): Promise<LiveSession>;
  token(session: LiveSession, viewer?: string): Promise<string>;
  connect(path: string, credential?: string, options?: ConnectOptions): Probe;
  /** A viewer that is live. */
  view(session: LiveSession, hello?: JsonObject, viewer?: string): Promise<Probe>;
}

export interface ConnectOptions {
  readonly headers?: { readonly [name: string]: string };
  /** Without: the credential stands in Authorization. */
  readonly withProtocols?: boolean;
}

export async function openRig({ limits = {}, wrapLog = (log) => log }: RigOptions = {}): Promise<Rig> {
  const clock = new Clock();
  const log = wrapLog(await openSqliteLog(':memory:'));
  const { sessions, failures } = await openBench({ log, now: clock.now });
  const credentials = await openCredentials({
    log,
    secrets: () => [SECRET],
    now: clock.now,
    steadyNow: clock.steadyNow,
  });
  const { key } = await credentials.addAgent('dev');
  const metrics = createMetrics();
  let second: () => void = ignore;
  const sockets = createSockets({
    sessions,
    credentials,
    names: hostNames('127.0.0.1'),
    metrics,
    logger: { error: ({ err }: { err?: unknown }) => failures.push(err) },
    limits,
    random: () => 1,
    everySecond: (run) => {
      second = run;
      return ignore;
    },
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    await sockets.stop(0);
    server.close();
    await sessions.stop();
    await log.close();
  });
  const rig: Rig = {
    clock,
    credentials,
    sessions,
    sockets,
    metrics,
    port,
    key,
    failures,
    tick: (seconds = 1) => {
      for (let i = 0; i < seconds; i++) second();
    },
    openSession: async () => sessions.get((await sessions.open({ agent: 'dev', trust: 'trusted' })).session),
    token: async (session, viewer) =>
      (await credentials.mintViewer(session.id, viewer === undefined ? {} : { viewer })).token,
    connect: (path, credential, options) => new Probe(port, path, credential, options),
    view: async (session, hello = {}, viewer) => {
      const probe = rig.connect(`/sessions/${session.id}/socket`, await rig.token(session, viewer));
      probe.send({ hello });
      await probe.until('ready');
      return probe;
    },
  };
  return rig;
}

/** The other end of a socket: what came, in order, and how it ended. */
export class Probe {
  readonly socket: WebSocket;
  readonly frames: JsonObject[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** The answer to a handshake that was refused. */
  readonly refused: Promise<{ readonly status: number; readonly body: JsonObject; readonly headers: object }>;
  readonly #opened: Promise<unknown>;
  #taken = 0;
  #arrived: () => void = ignore;

  constructor(port: number, path: string, credential?: string, options: ConnectOptions = {}) {
    const { withProtocols = true, headers = {} } = options;
    const protocols = withProtocols ? ['vitrine.1', ...(credential === undefined ? [] : [credential])] : [];
    const bearer = !withProtocols && credential !== undefined ? { authorization: `Bearer ${credential}` } : {};
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, {
      headers: { ...bearer, ...headers },
      perMessageDeflate: false,
    });
    this.socket.on('error', ignore);
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as JsonObject);
      this.#arrived();
    });
    this.#opened = new Promise((resolve) => this.socket.once('open', resolve));
    this.closed = new Promise((resolve) =>
      this.socket.once('close', (code, reason) => {
        resolve({ code, reason: String(reason) });
        this.#arrived();
      }),
    );
    this.refused = new Promise((resolve) => {
      this.socket.once('unexpected-response', async (request, response) => {
        let body = '';
        for await (const chunk of response) body += String(chunk);
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(body) as JsonObject, headers: response.headers });
        request.destroy();
      });
    });
    onTestFinished(() => this.socket.terminate());
  }

  /** Text as it is, anything else as JSON. */
  send(frame: JsonObject | string | Buffer): void {
    const data = typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame);
    void this.#opened.then(() => this.socket.send(data));
  }

  get opened(): Promise<unknown> {
    return this.#opened;
  }

  /** The next frame that was not looked at. */
  async next(): Promise<JsonObject> {
    while (this.#taken >= this.frames.length) {
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('The socket has closed.');
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    return this.frames[this.#taken++] as JsonObject;
  }

  /** Skips to the first frame with such a key. */
  async until(key: string): Promise<JsonObject> {
    for (;;) {
      const frame = await this.next();
      if (Object.hasOwn(frame, key)) return frame;
    }
  }
}

export const OPEN: JsonObject = {
  vitrine: 1,
  body: [
    {
      op: 'open',
      surface: 'main',
      catalog: basic09.id,
      root: 'root',
      components: [
        { id: 'root', type: 'Column', props: { children: ['name', 'send'] } },
        { id: 'name', type: 'TextField', props: { label: 'Name', value: { path: '/name' } } },
        { id: 'send', type: 'Button', props: { child: 'word', action: { event: { name: 'send', context: {} } } } },
        { id: 'word', type: 'Text', props: { text: 'Send' } },
      ],
      data: { name: '' },
    },
  ],
};

export function setName(value: string): JsonObject {
  return { vitrine: 1, body: [{ op: 'set', surface: 'main', path: '/name', value }] };
}

export function typed(value: string): JsonObject {
  return { event: 'input', surface: 'main', path: '/name', value };
}

export async function tell(session: LiveSession, ...messages: readonly JsonObject[]): Promise<number> {
  const answer = await session.ingestMessages({ text: { value: messages as Json } });
  if (answer.accepted !== messages.length) throw new Error(JSON.stringify(answer.issues));
  return answer.seq;
}

function ignore(): void {}
