// What went over the wire in one case, in both directions, byte for byte but for what names.ts names. Headers are told by
// name, in the order of the alphabet.

import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '@vitrine/core';
import { WebSocket } from 'ws';
import { Names } from './names.ts';
import { jsonIn, textOf, type World, within } from './world.ts';

export interface Sent {
  /** `Authorization: Bearer`; absent: none. */
  readonly key?: string;
  /** As it stands. */
  readonly text?: string;
  readonly json?: unknown;
  readonly headers?: { readonly [name: string]: string };
  /** Told instead of the body, where that is long and says nothing. */
  readonly told?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: JsonObject;
  readonly headers: IncomingMessage['headers'];
}

export class Transcript {
  readonly names = new Names();
  readonly #world: World;
  readonly #lines: string[] = [];
  readonly #open: { close(): void }[] = [];
  #positions: RegExp | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** All of it, named; what is open is closed. */
  end(): string {
    for (const one of this.#open) one.close();
    const text = this.names.in(`${this.#lines.join('\n')}\n`);
    return this.#positions === undefined ? text : text.replace(this.#positions, '#');
  }

  /** Numbers that say where in the log of all sessions something stands: how commits were grouped tells them apart. */
  hidePositions(positions: RegExp): void {
    this.#positions = positions;
  }

  note(text: string): void {
    this.#lines.push(`# ${text}`);
  }

  /** Something that was seen otherwise than by a call. */
  add(mark: string, text: string): void {
    for (const line of text.split('\n')) this.#lines.push(line === '' ? mark : `${mark} ${line}`);
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<Answered> {
    const response = await this.#ask(method, path, sent);
    const text = await within(`the answer to ${method} ${path}`, textOf(response));
    if (text !== '') this.add('<', `\n${text}`);
    this.#lines.push('');
    const { statusCode: status = 0, headers } = response;
    return { status, text, headers, body: objectIn(text) };
  }

  get(path: string, key: string, headers: { readonly [name: string]: string } = {}): Promise<Answered> {
    return this.call('GET', path, { key, headers });
  }

  post(path: string, key: string, json: unknown, headers: { readonly [name: string]: string } = {}): Promise<Answered> {
    return this.call('POST', path, { key, json, headers });
  }

  /** A stream, which stays open until the case ends. What it brings is told by `until`. */
  async stream(name: string, method: string, path: string, sent: Sent = {}): Promise<Stream> {
    const response = await this.#ask(method, path, sent);
    this.#lines.push('');
    const stream = new Stream(response, name, (text) => this.add(`<${name}`, text));
    this.#open.push(stream);
    return stream;
  }

  async socket(name: string, path: string, options: SocketOptions = {}): Promise<Socket> {
    const { protocols = [], headers = {} } = options;
    this.add(
      '>',
      `CONNECT ${path}${protocols.map((one) => `\nsec-websocket-protocol: ${one}`).join('')}${told(headers)}`,
    );
    const socket = new Socket(
      `${this.#world.url.replace(/^http/, 'ws')}${path}`,
      { protocols, headers },
      (mark, text) => this.add(mark.replace('=', name), text),
    );
    this.#open.push(socket);
    await within(`the socket ${path}`, socket.opened);
    return socket;
  }

  async #ask(
    method: string,
    path: string,
    { key, text, json, headers = {}, told: instead }: Sent,
  ): Promise<IncomingMessage> {
    const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
    const all = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    this.add('>', `${method} ${path}${told(all)}${body === undefined ? '' : `\n\n${instead ?? body}`}`);
    const response = await within(`${method} ${path}`, this.#world.send(method, path, all, body));
    this.add('<', `${response.statusCode}${told(headersOf(response))}`);
    return response;
  }
}

function told(headers: { readonly [name: string]: string }): string {
  return Object.entries(headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `\n${name}: ${value}`)
    .join('');
}

/** A length is told by the body itself, and is not the same once ids have names. */
function headersOf({ rawHeaders }: IncomingMessage): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = String(rawHeaders[i]).toLowerCase();
    headers[name] = name === 'date' || name === 'content-length' ? '…' : String(rawHeaders[i + 1]);
  }
  return headers;
}

function objectIn(text: string): JsonObject {
  try {
    return jsonIn(text);
  } catch {
    return {};
  }
}

/** The bytes of an answer that goes on, block by block. */
export class Stream {
  readonly #response: IncomingMessage;
  readonly #name: string;
  readonly #tell: (text: string) => void;
  #text = '';
  #isOver = false;
  #arrived: () => void = () => undefined;

  constructor(response: IncomingMessage, name: string, tell: (text: string) => void) {
    this.#response = response;
    this.#name = name;
    this.#tell = tell;
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      this.#text += piece;
      this.#arrived();
    });
    for (const end of ['end', 'error', 'close'] as const)
      response.on(end, () => {
        this.#isOver = true;
        this.#arrived();
      });
  }

  /** Tells all up to the end of the first block that holds these words. */
  async until(words: string): Promise<string> {
    return within(`${words} on ${this.#name}`, this.#until(words));
  }

  /** Tells all up to the entry of this seq. */
  reach(seq: number): Promise<string> {
    return this.until(`id: ${seq}\n`);
  }

  async #until(words: string): Promise<string> {
    for (;;) {
      const at = this.#text.indexOf(words);
      const end = at < 0 ? -1 : this.#text.indexOf('\n\n', at);
      if (end >= 0) return this.#take(end + 2);
      if (this.#isOver) throw new Error(`${this.#name} ended behind ${JSON.stringify(this.#text)}`);
      await this.#next();
    }
  }

  /** Tells what is left, and that it ended. */
  async ended(): Promise<string> {
    const rest = async (): Promise<string> => {
      while (!this.#isOver) await this.#next();
      const text = this.#take(this.#text.length);
      this.#tell('(ends)');
      return text;
    };
    return within(`the end of ${this.#name}`, rest());
  }

  close(): void {
    this.#response.destroy();
  }

  #take(length: number): string {
    const text = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    if (text !== '') this.#tell(text);
    return text;
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }
}

export interface SocketOptions {
  readonly protocols?: readonly string[];
  readonly headers?: { readonly [name: string]: string };
}

export class Socket {
  readonly opened: Promise<void>;
  readonly #socket: WebSocket;
  readonly #tell: (mark: string, text: string) => void;
  readonly #frames: string[] = [];
  #end: string | undefined;
  #arrived: () => void = () => undefined;

  constructor(
    url: string,
    { protocols = [], headers = {} }: SocketOptions,
    tell: (mark: string, text: string) => void,
  ) {
    this.#tell = tell;
    this.#socket = new WebSocket(url, [...protocols], { headers: { ...headers }, perMessageDeflate: false });
    this.#socket.on('error', () => undefined);
    this.#socket.on('message', (data, isBinary) => {
      this.#frames.push(isBinary ? `(binary) ${String(data)}` : String(data));
      this.#arrived();
    });
    this.#socket.on('close', (code, reason) => {
      this.#end = `(closed ${code} ${String(reason)})`;
      this.#arrived();
    });
    this.opened = new Promise((resolve) => {
      this.#socket.once('open', () => {
        tell('<=', `(open${this.#socket.protocol === '' ? '' : ` ${this.#socket.protocol}`})`);
        resolve();
      });
      this.#socket.once('unexpected-response', (request, response) => {
        void textOf(response).then((text) => {
          tell('<=', `${response.statusCode}${told(headersOf(response))}\n\n${text}`);
          this.#end = '(refused)';
          request.destroy();
          resolve();
        });
      });
    });
  }

  /** Text as it is, anything else as JSON. */
  send(frame: JsonObject | string, instead?: string): void {
    const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
    this.#tell('>=', instead ?? text);
    this.#socket.send(text);
  }

  sendBinary(bytes: Uint8Array): void {
    this.#tell('>=', `(binary, ${bytes.length} bytes)`);
    this.#socket.send(bytes, { binary: true });
  }

  /** Tells all frames up to the first that holds these words. */
  until(words: string): Promise<string> {
    const found = async (): Promise<string> => {
      for (;;) {
        const at = this.#frames.findIndex((frame) => frame.includes(words));
        if (at >= 0) {
          const taken = this.#frames.splice(0, at + 1);
          for (const frame of taken) this.#tell('<=', frame);
          return taken.at(-1) as string;
        }
        if (this.#end !== undefined) throw new Error(`the socket ended ${this.#end} behind ${this.#frames.join('\n')}`);
        await this.#next();
      }
    };
    return within(`${words} on a socket`, found());
  }

  /** Tells what is left, and how it ended. */
  ended(): Promise<void> {
    const rest = async (): Promise<void> => {
      while (this.#end === undefined) await this.#next();
      for (const frame of this.#frames.splice(0)) this.#tell('<=', frame);
      this.#tell('<=', this.#end);
    };
    return within('the end of a socket', rest());
  }

  /** Says goodbye. */
  leave(code = 1000): void {
    this.#tell('>=', `(close ${code})`);
    this.#socket.close(code);
  }

  /** Breaks off. */
  close(): void {
    this.#socket.terminate();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }
}
