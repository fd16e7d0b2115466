// Agents that tell their sessions how far they are, as fast as they are answered: some messages to one session, then to
// the next.

import { WebSocket } from 'ws';
import { answerParent } from '../host/process.ts';

export interface AgentsOptions {
  readonly port: number;
  /** The path of their sockets. */
  readonly path: string;
  readonly agents: readonly { readonly key: string; readonly sessions: readonly string[] }[];
}

export interface Push {
  /** Of each agent; a multiple of `batch`, and not fewer than `underWay`. */
  readonly messages: number;
  /** Messages of each agent that are not answered yet. */
  readonly underWay: number;
  /** Sent together, once the answers of as many are there. */
  readonly batch: number;
}

const TOTAL = 1_000_000;

class Agent {
  readonly socket: WebSocket;
  readonly opened: Promise<void>;
  readonly #sessions: readonly string[];
  #turn = 0;
  sent = 0;
  answered = 0;
  onAnswer: () => void = () => undefined;

  constructor(port: number, path: string, key: string, sessions: readonly string[]) {
    this.#sessions = sessions;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      perMessageDeflate: false,
    });
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('open', () => this.socket.send('{"hello":{"dialect":"agentchains"}}', () => resolve()));
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

  send(count: number): void {
    const session = this.#sessions[this.#turn++ % this.#sessions.length];
    const raw = (this.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
    raw.cork();
    for (let i = 0; i < count; i++)
      this.socket.send(`{"message":${progress(this.sent++ % TOTAL)},"session":"${session}"}`);
    raw.uncork();
  }
}

/** About 170 bytes. */
function progress(value: number): string {
  const params = `{"task_id":"t1","progress_type":"determinate","value":${value},"total":${TOTAL},"message":"Processing step ${value} of many: looking through what was found"}`;
  return `{"jsonrpc":"2.0","method":"ui.progress","params":${params}}`;
}

let agents: Agent[] = [];

answerParent({
  open: async ({ port, path, agents: all }: AgentsOptions) => {
    agents = all.map(({ key, sessions }) => new Agent(port, path, key, sessions));
    await Promise.all(agents.map(({ opened }) => opened));
  },

  /** So many of each agent, until all are answered; tells how many there were. */
  push: async ({ messages, underWay, batch }: Push) => {
    await Promise.all(
      agents.map(
        (agent) =>
          new Promise<void>((resolve) => {
            const end = agent.sent + messages;
            agent.onAnswer = () => {
              if (agent.answered === end) resolve();
              else if (agent.sent < end && agent.sent - agent.answered <= underWay - batch) agent.send(batch);
            };
            for (let i = 0; i < underWay; i += batch) agent.send(batch);
          }),
      ),
    );
    return agents.length * messages;
  },
});
