// Plays one demo in one session: goes on from what the surfaces hold, answers every event once, ticks where it has to.
// Which sessions there are is left to director.ts.

import {
  type AgentDelivery,
  type AgentSession,
  ConnectionClosedError,
  HostRefusal,
  type SendResult,
} from '@vitrine/client';
import { type AnyDemo, type DemoTurn, type SurfaceData, seenIn } from './demo.ts';
import { readDemoEvents } from './demo-events.ts';
import { asObject, type Json } from './json.ts';

export interface PlayerOptions {
  readonly demo: AnyDemo;
  readonly session: AgentSession;
  readonly now: () => Date;
  /** Runs something later; what it returns takes that back. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly report: (problem: string) => void;
}

export class DemoPlayer {
  readonly #options: PlayerOptions;
  /** One thing after the other: a tick never overtakes an event. */
  #last: Promise<void>;
  #state: unknown;
  #seen = 0;
  #isWatched = false;
  #isOver = false;
  #cancelTick: (() => void) | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#last = this.#guard(() => this.#begin());
  }

  /** The session takes nothing any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves when the event is dealt with, whether it meant something or not. */
  hear({ wire, seq, at }: Pick<AgentDelivery, 'wire' | 'seq' | 'at'>): Promise<void> {
    return this.#then(() => this.#react(wire as Json, seq, new Date(at)));
  }

  watched(isWatched: boolean): void {
    if (this.#isWatched === isWatched) return;
    this.#isWatched = isWatched;
    this.#plan();
  }

  stop(): void {
    this.#isOver = true;
    this.#cancelTick?.();
  }

  #then(act: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(() => this.#guard(act));
    return this.#last;
  }

  /** A session that is closed or gone ends the player, a fault of ours costs one event: neither ends the process. */
  async #guard(act: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    try {
      await act();
    } catch (error) {
      const isGone = error instanceof HostRefusal && (error.status === 404 || error.status === 409);
      const isClosed = error instanceof ConnectionClosedError;
      if (!isGone && !isClosed) this.#options.report(error instanceof Error ? error.message : String(error));
      if (error instanceof HostRefusal || isClosed || this.#state === undefined) this.stop();
    }
  }

  async #begin(): Promise<void> {
    const { demo, session, now } = this.#options;
    const data = dataOf(asObject((await session.snapshot()) as Json));
    this.#seen = seenIn(data);
    this.#state = demo.resume(data);
    if (this.#state === undefined) await this.#play(demo.begin(now()));
    this.#plan();
  }

  async #react(wire: Json, seq: number, at: Date): Promise<void> {
    // It was dealt with before a restart, and is told again.
    if (seq <= this.#seen) return;
    const { demo } = this.#options;
    const messages: Json[] = [];
    let state = this.#state;
    for (const event of readDemoEvents(wire)) {
      const turn = demo.hear(state, event, at, seq);
      if (turn === undefined) continue;
      state = turn.state;
      messages.push(...turn.messages);
    }
    if (messages.length === 0) return;
    messages.push(demo.mark(state, seq));
    await this.#play({ state, messages }, `event:${seq}`);
    this.#seen = seq;
    this.#plan();
  }

  async #tick(): Promise<void> {
    const { demo, now } = this.#options;
    // An event that came first may have stopped it.
    if (this.#pause() !== undefined && demo.tick !== undefined) await this.#play(demo.tick(this.#state, now()));
    this.#plan();
  }

  async #play({ state, messages }: DemoTurn<unknown>, key?: string): Promise<void> {
    const sent: SendResult = await this.#options.session.send(
      messages as readonly object[],
      key === undefined ? {} : { key },
    );
    for (const { severity, code, message } of sent.issues) this.#options.report(`${severity} ${code}: ${message}`);
    this.#state = state;
  }

  #pause(): number | undefined {
    const { demo } = this.#options;
    if (this.#isOver || this.#state === undefined || (demo.whileWatched === true && !this.#isWatched)) return undefined;
    return demo.pause?.(this.#state);
  }

  #plan(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    const pause = this.#pause();
    if (pause === undefined) return;
    this.#cancelTick = this.#options.after(pause, () => void this.#then(() => this.#tick()));
  }
}

function dataOf(snapshot: { readonly [name: string]: Json }): SurfaceData {
  const surfaces = Object.entries(asObject(snapshot.surfaces));
  return new Map(surfaces.map(([id, surface]) => [id, asObject(asObject(surface).data)]));
}
