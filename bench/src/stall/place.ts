// A host as people run it (`vitrine serve`, every face on) in a process of its own with a loop meter inside, and the ways
// to it: raw HTTP, because some bodies are broken on purpose, and WebSockets.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { AppServer } from './app-server.ts';
import type { Blocked } from './loop-meter.ts';

export type Body = string | Buffer;

export interface Sent {
  readonly method?: string;
  readonly body?: Body;
  readonly headers?: { readonly [name: string]: string };
  /** Absent: the agent's key. */
  readonly credential?: string;
  /** Of a stream: what it ends with, as far as it is read. */
  readonly until?: string;
  /** Absent: that of the host. */
  readonly port?: number;
  /** Ends the connection behind the body, whatever length it declared. */
  readonly breaksOff?: true;
}

export interface Session {
  readonly id: string;
  readonly token: string;
  readonly path: string;
}

const CLI = fileURLToPath(new URL('../../../packages/cli/bin/vitrine.js', import.meta.url));
const OWN_CATALOG = fileURLToPath(new URL('../../../examples/own-catalog/rating.js', import.meta.url));
const METER = new URL('./loop-meter.js', import.meta.url).href;
const FLAGS = ['--expose-gc'];
/** One that ordinary words begin like, and one that is read as base64 too. */
const SECRETS = 'pass-phrase of the operator\nsk-live-4f9a8b7c6d5e4f3a2b1c\n';
/** Work that goes on behind an answer: snapshots, what is told to viewers. */
const SETTLE_MS = 30;
const OPENED_AT_ONCE = 100;
/** For a session that a face is to begin. */
const BEGIN_MS = 10_000;
/** For an answer that is still to be read from a connection that was cut. */
const CUT_MS = 300;

export class Place {
  readonly #child: ChildProcess;
  readonly #folder: string;
  #sessions = 0;
  #files = 0;
  #operator: string | undefined;
  readonly port: number;
  readonly key: string;
  readonly #code: string;
  readonly apps: AppServer;

  constructor(child: ChildProcess, apps: AppServer, folder: string, port: number, code: string) {
    this.#child = child;
    this.apps = apps;
    this.#folder = folder;
    this.port = port;
    this.#code = code;
    this.key = readFileSync(join(folder, 'data', 'agent.key'), 'utf8').trim();
  }

  static async open(hasSecrets = false): Promise<Place> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-stall-'));
    const args = ['serve', '--port', '0', '--data', join(folder, 'data'), '--log-level', 'silent', '--a2a-open'];
    const apps = await AppServer.open();
    args.push('--a2a-grpc', '0', '--ag-ui-open', '--catalog', OWN_CATALOG, '--mcp-app', `apps=${apps.url}`);
    const secretFile = join(folder, 'secrets');
    writeFileSync(secretFile, SECRETS, { mode: 0o600 });
    const hiding = hasSecrets ? ['--secrets', secretFile] : [];
    const child = spawn(process.execPath, [...FLAGS, '--import', METER, CLI, ...args, ...hiding], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const [port, code] = await new Promise<readonly [number, string]>((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const [, found, given = ''] = /:(\d+)\/#operator=([\w-]+)\s/.exec(text) ?? [];
        if (found !== undefined) resolve([Number(found), given]);
      });
      child.once('exit', (exit) => reject(new Error(`The host ended with ${exit}.`)));
    });
    const place = new Place(child, apps, folder, port, code);
    // All shapes together take longer than a code holds.
    await place.operator();
    return place;
  }

  async measure(work: () => Promise<string>): Promise<{ readonly answer: string; readonly blocked: Blocked }> {
    await this.#order('begin');
    const answer = await work();
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    return { answer, blocked: (await this.#order('end')) as Blocked };
  }

  async session(options: object = {}): Promise<Session> {
    const answer = await this.json('/sessions', { body: JSON.stringify(options) });
    const { session, viewerToken } = answer as { readonly session: string; readonly viewerToken: string };
    return { id: session, token: viewerToken, path: `/sessions/${session}` };
  }

  /** The path of the session that `begin` makes begin. */
  async sessionOf(begin: () => void): Promise<string> {
    const before = await this.#sessionIds();
    begin();
    for (const end = performance.now() + BEGIN_MS; performance.now() < end; ) {
      const [found] = (await this.#sessionIds()).filter((id) => !before.includes(id));
      if (found !== undefined) return `/sessions/${found}`;
    }
    throw new Error('No session began.');
  }

  async #sessionIds(): Promise<readonly string[]> {
    const { sessions } = (await this.json('/sessions')) as {
      readonly sessions: readonly { readonly session: string }[];
    };
    return sessions.map(({ session }) => session);
  }

  /** Opened once, so many in all. */
  async sessions(count: number): Promise<void> {
    while (this.#sessions < count) {
      const more = Math.min(OPENED_AT_ONCE, count - this.#sessions);
      await Promise.all(
        Array.from({ length: more }, (_, i) => this.session({ title: `Session ${this.#sessions + i}` })),
      );
      this.#sessions += more;
    }
  }

  /** The operator's token. */
  async operator(): Promise<string> {
    if (this.#operator === undefined) {
      const { token } = (await this.json('/operator', {
        body: JSON.stringify({ code: this.#code }),
        credential: '',
      })) as {
        readonly token: string;
      };
      this.#operator = token;
    }
    return this.#operator;
  }

  /** What commands order, at the door that they use. */
  async command(order: object): Promise<number> {
    const { port, secret } = JSON.parse(readFileSync(join(this.#folder, 'data', 'control.json'), 'utf8'));
    return (await this.call('/', { body: JSON.stringify(order), credential: secret, port })).status;
  }

  /** A file that is not there yet. */
  newFile(): string {
    return join(this.#folder, `file-${++this.#files}`);
  }

  async json(path: string, sent: Sent = {}): Promise<unknown> {
    const { status, text } = await this.call(path, sent);
    if (status >= 300) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }

  call(path: string, sent: Sent = {}): Promise<{ readonly status: number; readonly text: string }> {
    const { body, headers = {}, credential = this.key, until, breaksOff, port = this.port } = sent;
    const { method = body === undefined ? 'GET' : 'POST' } = sent;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const authorization = credential === '' ? {} : { authorization: `Bearer ${credential}` };
    return new Promise((resolve, reject) => {
      const outgoing = request({
        ...{ host: '127.0.0.1', port, path, method, agent: false },
        headers: { ...type, ...length, ...authorization, ...headers },
      });
      outgoing.on('response', (response) => readAll(response, until).then(resolve, reject));
      // A host may answer and close before it has read a body that is too large.
      outgoing.on('error', (error) => {
        if (breaksOff === true || isCut(error)) setTimeout(() => resolve({ status: 0, text: '' }), CUT_MS);
        else reject(error);
      });
      if (breaksOff === true) outgoing.write(body ?? '', () => outgoing.destroy());
      else outgoing.end(body);
    });
  }

  /** MiB of the process: what it has, or has ever had at its highest. */
  memory(what: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(new RegExp(`^${what}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  }

  /** Open, and greeted. */
  async socket(path: string, credential: string, hello?: object, until = '"welcome"'): Promise<Line> {
    const headers = credential === '' ? {} : { authorization: `Bearer ${credential}` };
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}${path}`, { headers, maxPayload: 1 << 30 });
    const line = new Line(socket);
    await line.opened;
    if (hello !== undefined) {
      socket.send(JSON.stringify(hello));
      await line.answer(until);
    }
    return line;
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.removeAllListeners('exit');
    this.#child.once('exit', () => undefined);
    this.#child.kill('SIGKILL');
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
    this.apps.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #order(order: string): Promise<unknown> {
    return new Promise((resolve) => {
      this.#child.once('message', resolve);
      this.#child.send(order);
    });
  }
}

export class Line {
  /** Nothing more is read: what is sent to it waits. */
  pause(): void {
    this.#socket.pause();
  }

  readonly opened: Promise<void>;
  readonly #socket: WebSocket;
  readonly #frames: string[] = [];
  #wake: () => void = () => undefined;
  #closed: number | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.opened = new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('message', (data) => {
      this.#frames.push(String(data).slice(0, 2000));
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.#closed = code;
      this.#wake();
    });
  }

  send(text: Body): void {
    this.#socket.send(text, { binary: false });
  }

  /** The first frame that holds this, or the code with which it was closed. */
  async answer(wanted: string): Promise<string> {
    for (;;) {
      for (let frame = this.#frames.shift(); frame !== undefined; frame = this.#frames.shift())
        if (frame.includes(wanted)) return frame;
      if (this.#closed !== undefined) return `closed ${this.#closed}`;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#socket.terminate();
  }
}

function isCut(error: Error): boolean {
  return ['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '');
}

async function readAll(response: IncomingMessage, until: string | undefined) {
  let tail = '';
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (until === undefined) chunks.push(chunk);
      else tail = tail.slice(-64) + chunk.toString('latin1');
      if (until !== undefined && tail.includes(until)) break;
    }
  } catch {
    // Cut off by the host: what it said before counts.
  }
  response.destroy();
  const text = until === undefined ? Buffer.concat(chunks).toString('utf8') : tail.includes(until) ? until : tail;
  return { status: response.statusCode ?? 0, text };
}
