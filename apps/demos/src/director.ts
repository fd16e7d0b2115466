// Keeps a demo on stage: one session at least that bears its title, a player in each of them, events to the player they
// are for. Sessions are found again by their title, so a restart of either side changes nothing.

import {
  type AgentConnection,
  type AgentDelivery,
  ConnectionClosedError,
  delay,
  type SessionRow,
} from '@vitrine/client';
import type { AnyDemo } from './demo.ts';
import { DemoPlayer } from './player.ts';

export interface DirectorOptions {
  readonly demo: AnyDemo;
  readonly agent: AgentConnection;
  readonly report: (problem: string) => void;
  readonly now?: () => Date;
}

/** How often the host is asked which sessions there are and who looks. */
const LOOK_MS = 2000;

export class Director {
  readonly #options: DirectorOptions;
  readonly #players = new Map<string, DemoPlayer>();
  /** Sessions of other programs with the same key. */
  readonly #foreign = new Set<string>();
  #looking: Promise<void> | undefined;

  constructor(options: DirectorOptions) {
    this.#options = options;
  }

  /** Until the connection is closed; rejects when the key is not taken. */
  async run(): Promise<void> {
    const { agent } = this.#options;
    try {
      await this.#look();
      agent.on('event', (delivery) => this.#deliver(delivery));
      while (!agent.signal.aborted) {
        await delay(agent.clock, LOOK_MS, agent.signal);
        if (!agent.signal.aborted) await this.#look();
      }
    } catch (error) {
      if (!(error instanceof ConnectionClosedError)) throw error;
    } finally {
      for (const player of this.#players.values()) player.stop();
    }
  }

  async #deliver(delivery: AgentDelivery): Promise<void> {
    const { id } = delivery.session;
    if (!this.#players.has(id) && !this.#foreign.has(id)) await this.#look();
    await this.#players.get(id)?.hear(delivery);
  }

  /** One look at a time; whoever asks meanwhile waits for it. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { agent, demo } = this.#options;
    const rows = await agent.sessions();
    const isOurs = ({ title, closedAt }: SessionRow) => title === demo.title && closedAt === undefined;
    const ours = rows.filter(isOurs);
    for (const row of rows) if (!isOurs(row)) this.#foreign.add(row.session);
    for (const [id, player] of this.#players) {
      if (!player.isOver && ours.some(({ session }) => session === id)) continue;
      player.stop();
      this.#players.delete(id);
    }
    for (const { session, viewers } of ours) {
      const player = this.#players.get(session) ?? this.#cast(session);
      player.watched(viewers > 0);
    }
    if (this.#players.size > 0 || agent.signal.aborted) return;
    const { id } = await agent.open({ title: demo.title, dialect: demo.dialect });
    this.#cast(id);
  }

  #cast(id: string): DemoPlayer {
    const { agent, demo, report, now = () => new Date() } = this.#options;
    const after = (ms: number, run: () => void) => agent.clock.after(ms, run);
    const player = new DemoPlayer({ demo, session: agent.session(id), now, after, report });
    this.#players.set(id, player);
    return player;
  }
}
