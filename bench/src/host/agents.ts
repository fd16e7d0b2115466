// Agents in a process of their own: they send as fast as they are answered, or at a pace.

import { WebSocket } from 'ws';
import { answerParent } from './process.ts';
import { updateText } from './traffic.ts';

export interface AgentsOptions {
  readonly port: number;
  readonly key: string;
  /** One socket each. */
  readonly paths: readonly string[];
  /** Those that each socket sends to in turn; none: to a plain broadcast. */
  readonly sessions: readonly string[];
}

export interface Push {
  readonly milliseconds: number;
  /** Messages of each socket that are not answered yet. */
  readonly underWay: number;
  /** Sent together, once the answers of as many are there. */
  readonly batch: number;
}

export interface PacedUpdates {
  readonly count: number;
  readonly perSecond: number;
  readonly isInTurn?: boolean;
}

class Agent {
  readonly socket: WebSocket;
  readonly opened: Promise<void>;
  readonly #ends: readonly string[];
  #turn = 0;
  sent = 0;
  answered = 0;
  onAnswer: () => void = () => undefined;

  constructor(port: number, path: string, key: string, sessions: readonly string[]) {
    this.#ends = sessions.map((id) => `,"session":"${id}"}`);
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      perMessageDeflate: false,
    });
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('open', () => this.socket.send('{"hello":{}}', () => resolve()));
      this.socket.once('error', reject);
    });
    this.socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('{"issues"')) throw new Error(text);
      if (!text.startsWith('{"ack"')) return;
      this.answered++;
      this.onAnswer();
    });
  }

  /** A plain broadcast is one. */
  get sessions(): number {
    return Math.max(1, this.#ends.length);
  }

  /** All to one session, the next time to the next. */
  send(count: number): void {
    const end = this.#ends[this.#turn++ % this.#ends.length];
    const raw = (this.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
    raw.cork();
    for (let i = 0; i < count; i++) {
      const text = updateText(this.sent++);
      this.socket.send(end === undefined ? text : `{"message":${text}${end}`);
    }
    raw.uncork();
  }
}

let agents: Agent[] = [];

answerParent({
  open: async ({ port, key, paths, sessions }: AgentsOptions) => {
    for (const agent of agents) agent.socket.terminate();
    agents = paths.map((path) => new Agent(port, path, key, sessions));
    await Promise.all(agents.map(({ opened }) => opened));
  },

  /** How many were answered, and in how many seconds. */
  push: async ({ milliseconds, underWay, batch }: Push) => {
    const before = agents.reduce((sum, { answered }) => sum + answered, 0);
    const start = performance.now();
    await Promise.all(
      agents.map(
        (agent) =>
          new Promise<void>((resolve) => {
            agent.onAnswer = () => {
              const open = agent.sent - agent.answered;
              if (performance.now() - start >= milliseconds) {
                if (open === 0) resolve();
              } else if (open <= underWay - batch) agent.send(batch);
            };
            for (let i = 0; i < underWay; i += batch) agent.send(batch);
          }),
      ),
    );
    const answered = agents.reduce((sum, agent) => sum + agent.answered, 0) - before;
    return { answered, seconds: (performance.now() - start) / 1000 };
  },

  /** So many to each session, at a pace; `isInTurn`: so many in all, to one session after the other. */
  pace: async ({ count, perSecond, isInTurn = false }: PacedUpdates) => {
    const start = performance.now();
    const atOnce = (agent: Agent): number => (isInTurn ? 1 : agent.sessions);
    const until = agents.map((agent) => agent.answered + count * atOnce(agent));
    for (let sent = 0; sent < count; ) {
      const due = Math.min(count, Math.floor(((performance.now() - start) * perSecond) / 1000));
      for (; sent < due; sent++) for (const agent of agents) for (let i = 0; i < atOnce(agent); i++) agent.send(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    while (agents.some((agent, i) => agent.answered < (until[i] as number)))
      await new Promise((resolve) => setTimeout(resolve, 1));
  },
});
