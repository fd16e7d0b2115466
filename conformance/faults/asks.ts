// An agent of our own client that asks one question after the other, and two viewers of it that both want to answer; it
// also talks to whoever comes by A2A. One answer counts, and the agent hears it once.

import { setTimeout as delay } from 'node:timers/promises';
import {
  type AgentConnection,
  type AgentSession,
  connectAgent,
  connectViewer,
  type ViewerConnection,
} from '@vitrine/client';
import type { Catalogs } from '@vitrine/core/internal';
import type { AskAccount, FeedAccount, Ledger } from './ledger.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface AskingOptions {
  readonly url: string;
  readonly key: string;
  readonly agent: string;
  readonly transport: 'socket' | 'sse';
  readonly catalogs: Catalogs;
}

export class Asking {
  readonly #ledger: Ledger;
  readonly #random: SeededRandom;
  readonly #connection: AgentConnection;
  readonly #session: AgentSession;
  readonly viewers: readonly ViewerConnection[];
  readonly #accounts = new Map<string, AskAccount>();
  readonly #tried = new Set<string>();
  #isStopping = false;
  #done: Promise<void> | undefined;
  isDone = false;

  constructor(
    ledger: Ledger,
    random: SeededRandom,
    connection: AgentConnection,
    session: AgentSession,
    viewers: readonly ViewerConnection[],
  ) {
    this.#ledger = ledger;
    this.#random = random;
    this.#connection = connection;
    this.#session = session;
    this.viewers = viewers;
  }

  static async open(options: AskingOptions, ledger: Ledger, random: SeededRandom): Promise<Asking> {
    const { url, key, agent, transport, catalogs } = options;
    const connection = connectAgent({ url, key, consumer: `asking-${transport}`, transport });
    const feed: FeedAccount = { reader: `feed by our client, ${transport}`, agent, isInOrder: false, events: [] };
    ledger.feeds.push(feed);
    connection.on('event', ({ session, seq }) => void feed.events.push({ session: session.id, seq }));
    if (transport === 'socket') connection.on('say', ({ session }) => answerWords(session));
    const session = await connection.open({ title: `asks ${transport}` });
    const viewers: ViewerConnection[] = [];
    for (const name of ['ann', 'bob']) {
      const { token } = await session.newViewer(name);
      viewers.push(connectViewer({ url, session: session.id, token, catalogs, viewer: name }));
    }
    const asking = new Asking(ledger, random, connection, session, viewers);
    for (const viewer of viewers) viewer.on('entry', () => asking.#look(viewer));
    return asking;
  }

  get name(): string {
    return `the asks of ${this.session}`;
  }

  get session(): string {
    return this.#session.id;
  }

  start(): void {
    this.#done = this.#run();
  }

  /** Resolves when the last question was answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#done;
    this.isDone = true;
  }

  close(): void {
    for (const viewer of this.viewers) viewer.close();
    this.#connection.close();
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#isStopping; n++) {
      const ask = `ask-${n}`;
      const account: AskAccount = { ask, session: this.session, answers: [], heard: [] };
      this.#accounts.set(ask, account);
      this.#ledger.asks.push(account);
      try {
        const { value } = await this.#session.ask({ id: ask, want: { kind: 'text' }, prompt: `Question ${n}?` });
        account.heard.push(String(value));
      } catch (error) {
        if (this.#connection.state === 'closed') return;
        this.#ledger.complain(`ask ${ask} of ${this.session}`, String(error));
      }
      await delay(this.#random.between(50, 200));
    }
  }

  #look(viewer: ViewerConnection): void {
    for (const ask of viewer.view.asks.keys()) {
      const name = viewer.viewer ?? '';
      if (this.#tried.has(`${name} ${ask}`)) continue;
      this.#tried.add(`${name} ${ask}`);
      void this.#answer(viewer, name, ask);
    }
  }

  async #answer(viewer: ViewerConnection, name: string, ask: string): Promise<void> {
    await delay(this.#random.between(0, 20));
    const value = `${name} to ${ask}`;
    const { accepted } = await viewer.send({ event: 'answer', ask, value });
    this.#accounts.get(ask)?.answers.push({ viewer: name, value, isTaken: accepted });
    // A person who is told that the host could not take it tries again while the question stands.
    await delay(this.#random.between(200, 600));
    if (!accepted && viewer.view.asks.has(ask)) await this.#answer(viewer, name, ask);
  }
}

async function answerWords(session: AgentSession): Promise<void> {
  await session.say('You said something.');
  await session.turn('done');
}
