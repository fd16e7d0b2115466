// Keeps one line to a host open: tries again after a wait, another way when the first cannot be had, at once when the page
// is looked at again; finds out when a line is dead though nobody said so. What the frames mean is left to its owner.

import type { JsonObject } from '@vitrine/core/page';
import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { ClientLink, LineEnd, LineEvents, Transport } from './line.ts';
import { watchPage } from './page-signals.ts';

/** `closed`: the session is; `refused`: there is no access, or nothing to have access to. */
export type LinkState = 'connecting' | 'live' | 'offline' | 'closed' | 'refused';

/** Nothing heard for so long: the line is asked whether it lives, and has so long to answer. */
const SILENCE_MS = 25_000;
const ANSWER_MS = 8_000;
/** The host asked to wait, without saying how long. */
const BUSY_MS = 2_000;
/** Codes after which the same credential, address and session cannot do better. */
const FINAL = new Set([4403, 4404, 4410]);

export interface KeeperOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly transport: Transport | undefined;
  dial(transport: Transport, events: LineEvents): ClientLink;
  frame(frame: JsonObject): void;
  /** With the close code that a final state came from. */
  state(state: LinkState, code: number | undefined): void;
  /** The line is gone. False: trying again cannot help. */
  lost(end: LineEnd, wasLive: boolean): boolean;
  /** There is a newer credential than the one that the line was opened with: a line ends with its own. */
  hasNewer?(): boolean;
  /** Another credential for one that is no longer taken; false: there is none. */
  renew(): Promise<boolean>;
  /** This may be the last moment of the page. */
  leave?(): void;
}

export class Keeper {
  readonly #options: KeeperOptions;
  readonly #backoff: Backoff;
  #state: LinkState = 'connecting';
  #line: ClientLink | undefined;
  #generation = 0;
  #cancelWait: (() => void) | undefined;
  #cancelPulse: (() => void) | undefined;
  #unwatch: (() => void) | undefined;
  /** A credential was renewed since the line was last live: a second refusal is final. */
  #isRenewed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.random);
  }

  get state(): LinkState {
    return this.#state;
  }

  /** What is sent now is under way before the call returns. */
  get sendsAtOnce(): boolean {
    return this.#state === 'live' && this.#line?.pings === true;
  }

  get isOver(): boolean {
    return this.#state === 'closed' || this.#state === 'refused';
  }

  start(): void {
    this.#unwatch = watchPage({
      wake: () => this.wake(),
      doubt: () => this.#doubt(),
      leave: () => this.#options.leave?.(),
    });
    this.#dial();
  }

  send(frame: JsonObject): void {
    this.#line?.send(frame);
  }

  /** For the owner: all is well now. */
  alive(): void {
    this.#backoff.succeeded();
    this.#isRenewed = false;
    this.#turn('live');
  }

  /** Tries now what would be tried later, and looks whether what seems alive is. */
  wake(): void {
    if (this.#cancelWait !== undefined) this.#dial();
    else this.#doubt();
  }

  /** Ends the line and begins another, as if it had broken. */
  again(): void {
    this.#ended(this.#generation, { code: 1006, opened: true });
  }

  stop(state: 'closed' | 'refused', code?: number): void {
    if (this.isOver) return;
    this.#drop();
    this.#unwatch?.();
    this.#turn(state, code);
  }

  #dial(transport = this.#options.transport ?? 'socket'): void {
    this.#drop();
    const generation = this.#generation;
    this.#turn('connecting');
    this.#line = this.#options.dial(transport, {
      frame: (frame) => this.#receive(generation, frame),
      alive: () => this.#receive(generation),
      end: (end) => this.#fallBack(generation, transport, end),
    });
    this.#listen();
  }

  #receive(generation: number, frame?: JsonObject): void {
    if (generation !== this.#generation) return;
    this.#listen();
    if (frame === undefined || frame.pong !== undefined) return;
    if (frame.ping === undefined) this.#options.frame(frame);
    else this.send({ pong: frame.ping });
  }

  /** Not even reached by socket: perhaps something between cannot carry one. */
  #fallBack(generation: number, transport: Transport, end: LineEnd): void {
    const mayFall = this.#options.transport === undefined && transport === 'socket' && !end.opened;
    if (mayFall && generation === this.#generation) this.#dial('sse');
    else this.#ended(generation, end);
  }

  #ended(generation: number, end: LineEnd): void {
    if (generation !== this.#generation || this.isOver) return;
    const mayTry = this.#options.lost(end, this.#state === 'live');
    this.#drop();
    if (end.code === 4401 && this.#options.hasNewer?.() === true) this.#dial();
    else if (end.code === 4401) void this.#renew();
    else if (!mayTry || FINAL.has(end.code)) this.stop(end.code === 4410 ? 'closed' : 'refused', end.code);
    else {
      const isBusy = end.code === 4429 || end.code === 1013;
      this.#wait(Math.max(end.retryAfterMs ?? 0, isBusy ? BUSY_MS : 0));
    }
  }

  #wait(atLeastMs: number): void {
    this.#turn('offline');
    this.#cancelWait = this.#options.clock.after(this.#backoff.next(atLeastMs), () => this.#dial());
  }

  async #renew(): Promise<void> {
    const generation = this.#generation;
    const mayTry = !this.#isRenewed;
    this.#isRenewed = true;
    this.#turn('offline');
    const isRenewed = mayTry && (await this.#options.renew().catch(() => false));
    if (generation !== this.#generation || this.isOver) return;
    if (isRenewed) this.#dial();
    else this.stop('refused', 4401);
  }

  /** Something was heard: silence begins anew. */
  #listen(): void {
    this.#cancelPulse?.();
    this.#cancelPulse = this.#options.clock.after(SILENCE_MS, () => {
      if (this.#line?.pings === true && this.#state === 'live') this.#doubt();
      else this.again();
    });
  }

  #doubt(): void {
    if (this.#line?.pings !== true || this.#state !== 'live') return;
    this.#cancelPulse?.();
    this.send({ ping: this.#options.clock.now() });
    this.#cancelPulse = this.#options.clock.after(ANSWER_MS, () => this.again());
  }

  #drop(): void {
    this.#generation++;
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.#cancelPulse?.();
    this.#cancelPulse = undefined;
    this.#line?.close();
    this.#line = undefined;
  }

  #turn(state: LinkState, code?: number): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.state(state, code);
  }
}
