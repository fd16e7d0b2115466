// One WebSocket after its handshake: reading frames, writing them, staying alive, ending. What is said on it is left to
// its role (viewer-role.ts, agent-role.ts), which hello chooses. The states: hello → open → finishing → ended.

import type { Duplex } from 'node:stream';
import { Slices } from '@vitrine/face-kit';
import { WebSocket } from 'ws';
import type { Caller } from '../caller.ts';
import { HostError } from '../host-error.ts';
import { issueOf } from './answers.ts';
import { type FrameSender, readFrame, readFrameSteps, type SocketFrame } from './frame-reader.ts';
import { frameJson, framePong, frameText, PING_FRAME } from './frames.ts';
import type { Hello } from './hello.ts';
import { Inflow } from './inflow.ts';
import { Outflow } from './outflow.ts';
import type { SocketContext } from './socket-context.ts';

export type SocketCaller = Exclude<Caller, { readonly role: 'operator' }>;

/** What a connection is for. */
export interface Role {
  readonly sender: Exclude<FrameSender, 'nobody'>;
  take(frame: Exclude<SocketFrame, { readonly kind: 'hello' | 'ping' | 'pong' }>): void;
  /** Nothing that was taken waits for its answer. */
  readonly isSettled: boolean;
  /** Nothing more is read or told. */
  leave(): void;
}

export type WelcomeRole = (connection: Connection, hello: Hello) => Role;

/** Its listeners are functions of the module: none is made for each of many thousand sockets. */
export class OwnedSocket extends WebSocket {
  owner: Connection | undefined;
}

/** Bytes; a longer one is read in slices. */
const SLICE_ABOVE_BYTES = 256 * 1024;
const DROPPED_MOST = 8 * 1024 * 1024;
/** What even an empty frame counts. */
const FRAME_COST = 64;

interface ConnectionEnd {
  readonly code: number;
  readonly reason: string;
}

export class Connection {
  readonly caller: SocketCaller;
  /** Absent: all sessions of the agent. */
  readonly session: string | undefined;
  readonly context: SocketContext;
  readonly #socket: OwnedSocket;
  readonly #raw: Duplex;
  readonly #welcome: WelcomeRole;
  #role: Role | undefined;
  #ending: ConnectionEnd | undefined;
  #hasLeft = false;
  /** Bytes that came after the end. */
  #dropped = 0;
  /** Frames that wait while a long one is read; absent: none is. */
  #unread: Buffer[] | undefined;
  #isCorked = false;
  /** Ticks of the context. */
  #patientUntil: number;
  /** Seconds since 1970, small enough to need no place of its own. */
  readonly #expiresAt: number;
  #pingAt: number;
  #hasAnswered = true;
  readonly #inflow: Inflow;
  readonly #outflow: Outflow;

  constructor(
    socket: OwnedSocket,
    raw: Duplex,
    who: { readonly caller: SocketCaller; readonly session: string | undefined },
    context: SocketContext,
    welcome: WelcomeRole,
  ) {
    this.caller = who.caller;
    this.session = who.session;
    this.context = context;
    this.#socket = socket;
    this.#raw = raw;
    this.#inflow = new Inflow(socket, context.limits);
    this.#outflow = new Outflow(raw);
    this.#welcome = welcome;
    const { expiresAt } = who.caller;
    this.#expiresAt = expiresAt === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(Date.parse(expiresAt) / 1000);
    this.#patientUntil = context.ticks + context.limits.helloSeconds;
    // Not all at the same time after a restart, when all of them connect at once.
    this.#pingAt = context.ticks + Math.ceil(context.limits.pingSeconds * (0.5 + context.random() / 2));
    socket.owner = this;
    socket.on('message', onMessage);
    socket.on('ping', onPing);
    socket.on('pong', onPong);
    socket.on('error', onError);
    socket.on('close', onClose);
  }

  get isOpen(): boolean {
    return !this.#hasLeft && this.#socket.readyState === WebSocket.OPEN;
  }

  /** Frames, straight to the network: without compression ws writes whole frames too, and control frames alone. */
  write(frames: Uint8Array): boolean {
    if (!this.isOpen) return false;
    this.context.bytesSent += frames.byteLength;
    this.#outflow.write(frames);
    if (this.#raw.writableLength < this.context.limits.queueBytes) return true;
    this.#readLater();
    return false;
  }

  /** As write, with all that is written until the promises of this moment are settled in one call of the system. */
  writeSoon(frames: Uint8Array): boolean {
    if (!this.#isCorked && this.isOpen) {
      this.#isCorked = true;
      this.#raw.cork();
      process.nextTick(uncork, this);
    }
    return this.write(frames);
  }

  uncork(): void {
    this.#isCorked = false;
    this.#raw.uncork();
  }

  /** Calls once there is room again. */
  onceDrained(run: () => void): void {
    if (!this.#raw.writableNeedDrain) setImmediate(run);
    else this.#raw.once('drain', run);
  }

  /** How much the role has still to answer: a socket that sends faster than it can be answered is not read. */
  underWay(count: number): void {
    this.#inflow.underWay(count);
    if (count === 0 && this.#ending !== undefined) this.end(this.#ending.code, this.#ending.reason);
  }

  /** Tells why, then closes. */
  fail(error: HostError): void {
    this.write(frameJson({ issues: [{ ...issueOf(error, this.caller.role) }] }));
    this.end(error.closeCode, error.code);
  }

  /** Closes once everything that was taken is answered, or patience is over. */
  finish(code: number, reason: string): void {
    if (this.#ending !== undefined) return;
    if (this.#role === undefined || this.#role.isSettled) return this.end(code, reason);
    this.#ending = { code, reason };
    this.#patientUntil = this.context.ticks + this.context.limits.closeSeconds;
  }

  end(code: number, reason: string): void {
    if (this.#hasLeft) return;
    if (this.#isCorked) this.uncork();
    this.#leave();
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
    this.closed();
  }

  /** Once a second. Ticks, not the clock: a clock that jumps must not end or keep a socket. The credential has a date. */
  tick(now: number): void {
    if (this.#hasLeft) return;
    const { ticks, limits } = this.context;
    if (now >= this.#expiresAt * 1000) return this.fail(new HostError('VITRINE_CREDENTIAL_EXPIRED'));
    if (ticks >= this.#patientUntil) {
      if (this.#ending !== undefined) return this.end(this.#ending.code, this.#ending.reason);
      if (this.#role === undefined) return this.fail(new HostError('VITRINE_HELLO_MISSING'));
    }
    if (ticks < this.#pingAt) return;
    // Whoever takes nothing is gone, whatever it sends. What is not read cannot have answered.
    if (this.#outflow.isStuck() || (!this.#hasAnswered && !this.#socket.isPaused)) return this.terminate();
    this.#hasAnswered = false;
    this.#pingAt = ticks + limits.pingSeconds;
    this.write(PING_FRAME);
  }

  receive(data: Buffer, isBinary: boolean): void {
    this.#hasAnswered = true;
    if (this.#hasLeft) return this.#drop(data.length);
    if (this.#ending !== undefined) return;
    if (isBinary) return this.fail(new HostError('VITRINE_BODY_TYPE', 'A frame is text: JSON in UTF-8.'));
    if (this.caller.role === 'viewer' && data.length > this.context.limits.viewerFrameBytes)
      return this.fail(new HostError('VITRINE_BODY_SIZE', undefined, { limit: this.context.limits.viewerFrameBytes }));
    if (!this.#keepsPace()) return;
    if (this.#unread !== undefined) this.#unread.push(data);
    else if (data.length <= SLICE_ABOVE_BYTES) this.#read(readFrame(data.toString('utf8'), this.#sender), data.length);
    else void this.#readInSlices([data]);
  }

  /** A long frame and what comes behind it, until all of it is read. */
  async #readInSlices(unread: Buffer[]): Promise<void> {
    this.#unread = unread;
    this.#inflow.isReading = true;
    const slices = new Slices();
    for (let data = unread.shift(); data !== undefined && !this.#hasLeft; data = unread.shift()) {
      await slices.next();
      const frame = await slices.takeAll(readFrameSteps(data.toString('utf8'), this.#sender));
      if (!this.#hasLeft && this.#ending === undefined) this.#read(frame, data.length);
    }
    this.#unread = undefined;
    this.#inflow.isReading = false;
  }

  get #sender(): FrameSender {
    return this.#role?.sender ?? 'nobody';
  }

  #read(frame: SocketFrame | string, size: number): void {
    if (typeof frame === 'string') this.fail(new HostError('VITRINE_FRAME_INVALID', frame));
    else this.#take(frame, size);
  }

  /** A ping of the protocol. One that takes nothing is not answered: an answer would only wait with the rest. */
  pinged(held: Buffer): void {
    this.#hasAnswered = true;
    if (this.#hasLeft) return this.#drop(held.length);
    if (!this.#keepsPace()) return;
    if (this.#raw.writableLength < this.context.limits.queueBytes) this.write(framePong(held));
  }

  answered(): void {
    this.#hasAnswered = true;
    if (this.#hasLeft) this.#drop(0);
  }

  closed(): void {
    this.#leave();
    this.context.forget(this);
  }

  #take(frame: SocketFrame, size: number): void {
    if (frame.kind === 'pong') return;
    if (frame.kind === 'ping') this.write(frameText(`{"pong":${frame.value}}`));
    else if (frame.kind !== 'hello') {
      if (frame.kind !== 'confirm') this.#inflow.add(size);
      this.#role?.take(frame);
    } else if ((frame.hello.role ?? this.caller.role) !== this.caller.role)
      this.fail(
        new HostError(
          'VITRINE_CREDENTIAL_PURPOSE',
          `This credential is one of ${this.caller.role === 'agent' ? 'an agent' : 'a viewer'}.`,
        ),
      );
    else this.#role = this.#welcome(this, frame.hello);
  }

  /** Until the other side closes too; one that goes on as if nothing were said is cut off. */
  #drop(bytes: number): void {
    this.#dropped += bytes + FRAME_COST;
    if (this.#dropped > DROPPED_MOST) this.#socket.terminate();
  }

  #keepsPace(): boolean {
    try {
      this.context.assertPace(this.caller, this.session ?? '');
      return true;
    } catch (error) {
      this.fail(this.context.explain(error));
      return false;
    }
  }

  #readLater(): void {
    if (this.#inflow.isFull) return;
    this.#inflow.isFull = true;
    this.onceDrained(() => {
      this.#inflow.isFull = false;
    });
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#inflow.end();
    this.#role?.leave();
  }
}

function uncork(connection: Connection): void {
  connection.uncork();
}

function onMessage(this: WebSocket, data: unknown, isBinary: boolean): void {
  (this as OwnedSocket).owner?.receive(data as Buffer, isBinary);
}

function onPing(this: WebSocket, held: Buffer): void {
  (this as OwnedSocket).owner?.pinged(held);
}

function onPong(this: WebSocket): void {
  (this as OwnedSocket).owner?.answered();
}

/** ws closes by itself, with 1002, 1007 or 1009; what is left is that nothing more is said. */
function onError(this: WebSocket): void {}

function onClose(this: WebSocket): void {
  (this as OwnedSocket).owner?.closed();
}
