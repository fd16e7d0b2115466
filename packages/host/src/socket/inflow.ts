// When one connection is read: not while answers to what came are still being made, nor while what was said to it is not
// taken. Either would pile up here; unread, it waits on the other side.

import type { WebSocket } from 'ws';
import type { SocketLimits } from './socket-limits.ts';

export class Inflow {
  readonly #socket: Pick<WebSocket, 'isPaused' | 'pause' | 'resume'>;
  readonly #limits: Pick<SocketLimits, 'underWay' | 'underWayBytes'>;
  /** Of the frames that are being answered; absent while there was none. */
  #sizes: number[] | undefined;
  #bytes = 0;
  #isBusy = false;
  #isFull = false;
  #isReading = false;
  #isOver = false;

  constructor(
    socket: Pick<WebSocket, 'isPaused' | 'pause' | 'resume'>,
    limits: Pick<SocketLimits, 'underWay' | 'underWayBytes'>,
  ) {
    this.#socket = socket;
    this.#limits = limits;
  }

  /** A frame of so many bytes will be answered. */
  add(size: number): void {
    this.#sizes ??= [];
    this.#sizes.push(size);
    this.#bytes += size;
  }

  /** So many frames are still to be answered: the last ones, since they are answered in the order in which they came. */
  underWay(count: number): void {
    const { underWay, underWayBytes } = this.#limits;
    while (this.#sizes !== undefined && this.#sizes.length > count) this.#bytes -= this.#sizes.shift() ?? 0;
    if (count >= underWay || this.#bytes >= underWayBytes) this.#isBusy = true;
    else if (count <= underWay / 2 && this.#bytes <= underWayBytes / 2) this.#isBusy = false;
    this.#mind();
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** What was said waits to be taken, or does no longer. */
  set isFull(isFull: boolean) {
    this.#isFull = isFull;
    this.#mind();
  }

  /** A long frame is being read, or is no longer. */
  set isReading(isReading: boolean) {
    this.#isReading = isReading;
    this.#mind();
  }

  /** From now on all is dropped, and the other side's close is among it. */
  end(): void {
    this.#isOver = true;
    this.#mind();
  }

  #mind(): void {
    const isHeld = !this.#isOver && (this.#isBusy || this.#isFull || this.#isReading);
    if (isHeld === this.#socket.isPaused) return;
    if (isHeld) this.#socket.pause();
    else this.#socket.resume();
  }
}
