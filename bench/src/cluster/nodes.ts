// A PostgreSQL and the nodes on it, each a process of its own, with agents and viewers in others: so the CPU of each is
// known. Everything ends with the cluster.

import { randomBytes } from 'node:crypto';
import { startPostgres, type TestPostgres } from '@vitrine/log-postgres/test-server';
import type { AgentsOptions } from '../host/agents.ts';
import type { Child } from '../host/process.ts';
import type { NodeOrder, Opened } from '../host/server.ts';
import { Stage } from '../host/stage.ts';
import type { ViewersOptions } from '../host/viewers.ts';
import { processSeconds } from './process-seconds.ts';

export interface OpenedSession {
  readonly session: string;
  readonly token: string;
}

export interface ClusterNode {
  readonly server: Child;
  readonly port: number;
}

/** CPU seconds. */
export interface Spent {
  readonly nodes: number;
  readonly database: number;
}

/** Sessions or viewers of one order, which has to be done in its time. */
const AT_ONCE = 250;

export class Cluster {
  readonly stage = new Stage();
  readonly postgres: TestPostgres;
  readonly #keys: NodeOrder['keys'] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  readonly #nodes: ClusterNode[] = [];
  #key = '';
  #database = 0;

  static async start(): Promise<Cluster> {
    return new Cluster(await startPostgres());
  }

  constructor(postgres: TestPostgres) {
    this.postgres = postgres;
  }

  async node(): Promise<ClusterNode> {
    const server = this.stage.child('server');
    const isFirst = this.#nodes.length === 0;
    const { port, key } = await server.order<Opened>('node', { url: this.postgres.url, keys: this.#keys, isFirst });
    if (isFirst) this.#key = key;
    const node = { server, port };
    this.#nodes.push(node);
    return node;
  }

  /** Opened by a node, which leads them. */
  async sessions({ server }: ClusterNode, count: number, components: number): Promise<readonly OpenedSession[]> {
    const opened: OpenedSession[] = [];
    while (opened.length < count) {
      const some = { count: Math.min(AT_ONCE, count - opened.length), components };
      opened.push(...(await server.order<readonly OpenedSession[]>('sessions', some)));
    }
    return opened;
  }

  /** An agent at a node, on so many sockets, that sends to these sessions. */
  async agent({ port }: ClusterNode, sessions: readonly OpenedSession[], sockets = 1): Promise<Child> {
    const agents = this.stage.child('agents');
    await agents.order('open', {
      ...{ port, key: this.#key, paths: Array<string>(sockets).fill('/socket') },
      sessions: sessions.map(({ session }) => session),
    } satisfies AgentsOptions);
    return agents;
  }

  /** A viewer at a node for each session that is named, with its token; so many of them note how late updates are. */
  async viewers({ port }: ClusterNode, seats: readonly OpenedSession[], noting = 0): Promise<Child> {
    const viewers = this.stage.child('viewers');
    await this.seat(viewers, { port }, seats, noting);
    return viewers;
  }

  async seat(
    viewers: Child,
    { port }: Pick<ClusterNode, 'port'>,
    seats: readonly OpenedSession[],
    noting = 0,
  ): Promise<void> {
    for (let i = 0; i < seats.length; i += AT_ONCE) {
      const some = seats.slice(i, i + AT_ONCE);
      await viewers.order('open', {
        ...{ port, noting, isHost: true },
        paths: some.map(({ session }) => `/sessions/${session}/socket`),
        tokens: some.map(({ token }) => token),
      } satisfies ViewersOptions);
    }
  }

  async begin(): Promise<void> {
    await Promise.all(this.#nodes.map(({ server }) => server.order('begin')));
    this.#database = processSeconds(this.postgres.pid);
  }

  /** Since `begin`. */
  async spent(): Promise<Spent> {
    const nodes = await Promise.all(this.#nodes.map(({ server }) => server.order<number>('cpu')));
    return {
      nodes: nodes.reduce((sum, seconds) => sum + seconds, 0),
      database: processSeconds(this.postgres.pid) - this.#database,
    };
  }

  async stop(): Promise<void> {
    await this.stage.clear();
    await this.postgres.stop();
  }
}
