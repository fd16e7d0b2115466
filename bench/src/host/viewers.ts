// Many viewers in one process that cost as little as they can: they count frames, and look into those of a few.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { answerParent } from './process.ts';
import { microsecondsNow, sentAt } from './traffic.ts';

export interface ViewersOptions {
  readonly port: number;
  /** One for each socket. */
  readonly paths: readonly string[];
  readonly tokens: readonly string[];
  /** So many of them note how long updates took. */
  readonly noting: number;
  /** Whether they wait until they are told that they are live. */
  readonly isHost: boolean;
}

/** At once while they connect. */
const CONNECTING = 125;

class Viewer {
  readonly live: Promise<void>;
  readonly #socket: Socket;
  readonly #notes: number[] | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #isUpgraded = false;
  #isLive: () => void = () => undefined;
  messages = 0;

  constructor({ port, isHost }: ViewersOptions, path: string, token: string, notes: number[] | undefined) {
    this.#notes = notes;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay();
    this.live = new Promise((resolve, reject) => {
      this.#isLive = resolve;
      this.#socket.on('error', reject);
      this.#socket.on('close', () => reject(new Error('A viewer was closed.')));
    });
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    this.#socket.on('data', (data) => this.#take(data, isHost));
  }

  end(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #take(data: Buffer, isHost: boolean): void {
    this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    if (!this.#isUpgraded && !this.#upgrade(isHost)) return;
    let at = 0;
    for (;;) {
      const next = frameEnd(this.#rest, at);
      if (next === undefined) break;
      this.#frame(at, next);
      at = next;
    }
    this.#rest = this.#rest.subarray(at);
  }

  #upgrade(isHost: boolean): boolean {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return false;
    if (!this.#rest.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) throw new Error(this.#rest.toString('latin1'));
    this.#rest = this.#rest.subarray(end + 4);
    this.#isUpgraded = true;
    this.#socket.write(maskedText('{"hello":{"role":"viewer","dialect":"vitrine"}}'));
    if (!isHost) this.#isLive();
    return true;
  }

  #frame(from: number, to: number): void {
    // A ping of the host. Short frames are none of the messages that are counted.
    if (this.#rest[from] === 0x89) this.#socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
    else if (to - from > 200) {
      this.messages++;
      if (this.#notes !== undefined) this.#note(this.#rest.toString('latin1', from, to));
    } else if (this.#rest.indexOf('{"ready"', from) >= 0) this.#isLive();
  }

  #note(text: string): void {
    const sent = sentAt(text);
    if (sent !== undefined) this.#notes?.push(microsecondsNow() - sent);
  }
}

function frameEnd(data: Buffer, at: number): number | undefined {
  if (data.length < at + 2) return undefined;
  const short = data[at + 1] as number;
  const header = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (data.length < at + header) return undefined;
  const length = short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : data.readUInt32BE(at + 6);
  const end = at + header + length;
  return end <= data.length ? end : undefined;
}

/** With a mask of zeros: a client has to have one. */
function maskedText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

let viewers: Viewer[] = [];
let notes: number[] = [];

answerParent({
  open: async (options: ViewersOptions) => {
    for (let i = 0; i < options.paths.length; i += CONNECTING) {
      const some = options.paths.slice(i, i + CONNECTING).map((path, j) => {
        const isNoting = viewers.length + j < options.noting;
        return new Viewer(options, path, options.tokens[i + j] as string, isNoting ? notes : undefined);
      });
      viewers.push(...some);
      await Promise.all(some.map(({ live }) => live));
    }
  },

  /** All messages that have come so far. */
  count: () => viewers.reduce((sum, { messages }) => sum + messages, 0),

  /** Microseconds, since they were last asked for. */
  latencies: () => notes.splice(0),

  close: () => {
    for (const viewer of viewers) viewer.end();
    viewers = [];
    notes = [];
  },
});
