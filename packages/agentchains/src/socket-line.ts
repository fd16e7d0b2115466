// One WebSocket as it carries frames: read one after the other and no faster than they are answered, written without
// waiting, and asked now and then whether anybody is there. What a frame says is left to connection.ts.

import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { FrameSink } from './feed.ts';
import type { AgentchainsLimits } from './limits.ts';

/** Frames that wait; then the socket is not read until they are answered. */
const MAX_WAITING = 64;
/** Large ones count for more: together they hold at most this much for each of the number above. */
const FULL_FRAME_BYTES = 64 * 1024;

export interface SocketHandlers {
  /** Never rejects. The next frame comes when it has resolved. */
  frame(data: Buffer, isBinary: boolean): Promise<void>;
  gone(code: number): void;
}

export class SocketLine implements FrameSink {
  readonly gone: Promise<void>;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #limits: Pick<AgentchainsLimits, 'queueBytes' | 'pingMs'>;
  readonly #events: SocketHandlers;
  #working: Promise<void> = Promise.resolve();
  #waiting = 0;
  #pingAt: number;
  #hasAnswered = true;

  constructor(
    { socket, raw }: { readonly socket: WebSocket; readonly raw: Duplex },
    limits: Pick<AgentchainsLimits, 'queueBytes' | 'pingMs'>,
    now: number,
    events: SocketHandlers,
  ) {
    this.#socket = socket;
    this.#raw = raw;
    this.#limits = limits;
    this.#events = events;
    this.#pingAt = now + limits.pingMs;
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('pong', () => {
      this.#hasAnswered = true;
    });
    // ws closes by itself, with 1002 or 1009; what is left is that nothing more is said.
    socket.on('error', () => undefined);
    this.gone = new Promise((resolve) => {
      socket.on('close', (code) => resolve(events.gone(code)));
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  write(frames: Uint8Array): boolean {
    if (!this.isOpen) return true;
    this.#raw.write(frames);
    return this.#raw.writableLength < this.#limits.queueBytes;
  }

  onceDrained(run: () => void): void {
    if (!this.#raw.writableNeedDrain) setImmediate(run);
    else this.#raw.once('drain', run);
  }

  /** Once a second. Whoever does not answer is gone. */
  pulse(now: number): void {
    if (now < this.#pingAt) return;
    if (!this.#hasAnswered && !this.#socket.isPaused) return this.terminate();
    this.#hasAnswered = false;
    this.#pingAt = now + this.#limits.pingMs;
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#hasAnswered = true;
    const weight = 1 + data.byteLength / FULL_FRAME_BYTES;
    this.#waiting += weight;
    if (this.#waiting >= MAX_WAITING) this.#socket.pause();
    this.#working = this.#working.then(async () => {
      await this.#events.frame(data, isBinary);
      this.#waiting -= weight;
      if (this.#waiting < MAX_WAITING / 2 && this.#socket.isPaused) this.#socket.resume();
    });
  }
}
