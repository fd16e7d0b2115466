// A host with the face on a real port, a clock that tests set, and clients that speak the protocol in text frames.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FacePorts } from '@vitrine/core/port';
import { createHost, createLogger, type Host, type HostOptions } from '@vitrine/host';
import { WebSocket } from 'ws';
import { type AgentchainsLimits, faceWith } from '../src/index.ts';

export type Message = { readonly [key: string]: unknown } & {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly [key: string]: unknown };
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

export interface StageOptions {
  readonly limits?: Partial<AgentchainsLimits>;
  readonly folder?: string;
  /** What the face is given instead of its port. */
  readonly port?: (port: FacePorts) => FacePorts;
}

export class Stage {
  readonly host: Host;
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  readonly log: string[];
  readonly #clock: { now: number };
  readonly #ticks: (() => void)[];
  readonly #clients: Client[] = [];

  constructor(
    parts: Pick<Stage, 'host' | 'url' | 'key' | 'folder' | 'log'>,
    clock: { now: number },
    ticks: (() => void)[],
  ) {
    this.host = parts.host;
    this.url = parts.url;
    this.key = parts.key;
    this.folder = parts.folder;
    this.log = parts.log;
    this.#clock = clock;
    this.#ticks = ticks;
  }

  static async open(
    { limits = {}, folder: given, port: wrap = (port) => port }: StageOptions = {},
    options: Partial<HostOptions> = {},
  ): Promise<Stage> {
    const folder = given ?? (await mkdtemp(join(tmpdir(), 'agentchains-')));
    // Whole seconds: tokens know no others.
    const clock = { now: Math.ceil(Date.now() / 1000) * 1000 };
    const ticks: (() => void)[] = [];
    const log: string[] = [];
    const everySecond = (run: () => void) => {
      ticks.push(run);
      return () => void ticks.splice(ticks.indexOf(run), 1);
    };
    const { name, create } = faceWith({ limits, everySecond });
    const host = await createHost({
      folder,
      faces: [{ name, create: (port) => create(wrap(port)) }],
      now: () => clock.now,
      logger: createLogger({ level: 'debug', stream: { write: (line: string) => void log.push(line) } }),
      ...options,
    });
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    return new Stage({ host, url, key, folder, log }, clock, ticks);
  }

  get now(): number {
    return this.#clock.now;
  }

  pass(milliseconds: number): void {
    this.#clock.now += milliseconds;
  }

  tick(): void {
    for (const run of [...this.#ticks]) run();
  }

  async agent(name: string): Promise<string> {
    return (await this.host.credentials.addAgent(name)).key;
  }

  async call(
    method: string,
    path: string,
    options: { readonly key?: string | null; readonly body?: unknown } = {},
  ): Promise<{
    readonly status: number;
    readonly body: { readonly [key: string]: unknown };
    readonly headers: Headers;
  }> {
    const key = options.key === undefined ? this.key : options.key;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const body = (await response.json()) as { readonly [key: string]: unknown };
    return { status: response.status, body, headers: response.headers };
  }

  async token(key = this.key): Promise<string> {
    const { body } = await this.call('POST', '/api/v4/stream-token', { key, body: { token_type: 'stream_a2ui' } });
    return body.token as string;
  }

  async connect(token?: string): Promise<Client> {
    const client = new Client(`${this.url.replace(/^http/, 'ws')}/ws/v4/a2ui?token=${token ?? (await this.token())}`);
    this.#clients.push(client);
    await client.opened;
    return client;
  }

  /** A client that is in a session. */
  async enter(params: object = {}, token?: string): Promise<Client> {
    const client = await this.connect(token);
    await client.init(params);
    return client;
  }

  /** The answer to a handshake that is refused. */
  refused(
    path: string,
    headers: { readonly [name: string]: string } = {},
  ): Promise<{ readonly status: number; readonly body: Message }> {
    return new Promise((resolve, reject) => {
      const handshake = request(`${this.url}${path}`, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
          ...headers,
        },
      });
      handshake.on('response', (response) => {
        let text = '';
        response.on('data', (piece: Buffer) => {
          text += piece.toString();
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Message }));
      });
      handshake.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('The handshake was accepted.'));
      });
      handshake.on('error', reject);
      handshake.end();
    });
  }

  /** Messages of the agent. */
  async say(session: string, ...messages: readonly object[]): Promise<{ readonly [key: string]: unknown }> {
    const path = `/sessions/${session}/messages?dialect=agentchains`;
    return (await this.call('POST', path, { body: messages.length === 1 ? messages[0] : messages })).body;
  }

  /** What the agent has received so far in a session. */
  async events(session: string, key = this.key): Promise<readonly Message[]> {
    const response = await fetch(`${this.url}/sessions/${session}/events?consumer=test-${Math.random()}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    });
    const { events } = (await response.json()) as { readonly events: readonly { readonly event: Message }[] };
    return events.map(({ event }) => event);
  }

  async sessions(key = this.key): Promise<readonly { readonly [key: string]: unknown }[]> {
    const { body } = await this.call('GET', '/api/v4/sessions', { key });
    return body.sessions as readonly { readonly [key: string]: unknown }[];
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.terminate();
    await this.host.stop(1000);
  }

  async clear(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export class Client {
  readonly opened: Promise<void>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly received: Message[] = [];
  /** All that came, as it came. */
  readonly texts: string[] = [];
  session = '';
  readonly #socket: WebSocket;
  readonly #waiting: { readonly isIt: (message: Message) => boolean; readonly found: (message: Message) => void }[] =
    [];
  #id = 0;

  constructor(url: string, protocols: readonly string[] = [], headers: { readonly [name: string]: string } = {}) {
    this.#socket = new WebSocket(url, [...protocols], { headers });
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('open', () => resolve());
      this.#socket.once('error', reject);
    });
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    this.#socket.on('message', (data) => {
      this.texts.push(String(data));
      this.#take(JSON.parse(String(data)) as Message);
    });
    this.#socket.on('error', () => undefined);
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** It is there, and reads nothing more. */
  stall(): void {
    this.#socket.pause();
  }

  send(text: string | Buffer, options: { readonly binary?: boolean } = {}): void {
    this.#socket.send(text, options);
  }

  notify(method: string, params?: object): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }));
  }

  /** The answer, whatever it is. */
  ask(method: string, params?: object, id: unknown = `req_${++this.#id}`): Promise<Message> {
    const found = this.until(
      (message) => message.method === undefined && JSON.stringify(message.id) === JSON.stringify(id),
    );
    this.send(JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }), id }));
    return found;
  }

  async init(params: object = {}): Promise<Message> {
    const answer = await this.ask('a2ui.init', params);
    if (answer.result === undefined) throw new Error(`init was refused: ${JSON.stringify(answer)}`);
    this.session = answer.result.session_id as string;
    return answer;
  }

  /** The first message that is not asked for yet and fits. */
  until(isIt: (message: Message) => boolean): Promise<Message> {
    const index = this.received.findIndex(isIt);
    if (index >= 0) return Promise.resolve(this.received.splice(index, 1)[0] as Message);
    return new Promise((found) => this.#waiting.push({ isIt, found }));
  }

  pushed(method: string): Promise<Message> {
    return this.until((message) => message.method === method);
  }

  /** Reads nothing. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(code?: number): void {
    this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #take(message: Message): void {
    const index = this.#waiting.findIndex(({ isIt }) => isIt(message));
    if (index < 0) this.received.push(message);
    else this.#waiting.splice(index, 1)[0]?.found(message);
  }
}

export const render = (id: string, type: string, data: object, metadata?: object): object => ({
  jsonrpc: '2.0',
  method: 'ui.render',
  params: { component_id: id, component_type: type, data, ...(metadata === undefined ? {} : { metadata }) },
});

export const message = (method: string, params: object): object => ({ jsonrpc: '2.0', method, params });
