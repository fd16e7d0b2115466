// Three nodes on one database, each by way of a proxy of its own, behind one balancer.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Balancer } from './balancer.ts';
import { DatabaseProxy } from './database-proxy.ts';
import { FaultyDatabase } from './faulty-database.ts';
import { NodeProcess } from './node-process.ts';

const NODES = 3;

export interface Member {
  readonly node: NodeProcess;
  readonly proxy: DatabaseProxy;
}

export class Cluster {
  readonly members: readonly Member[];
  readonly database: FaultyDatabase;
  readonly balancer: Balancer;
  readonly #folder: string;

  constructor(members: readonly Member[], database: FaultyDatabase, folder: string) {
    this.members = members;
    this.database = database;
    this.balancer = new Balancer(members.map(({ node }) => node));
    this.#folder = folder;
  }

  static async start(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-faults-'));
    const database = await FaultyDatabase.start();
    const env = {
      VITRINE_TOKEN_KEY: randomBytes(32).toString('base64'),
      VITRINE_SEAL_KEY: randomBytes(32).toString('base64'),
    };
    const members: Member[] = [];
    for (let n = 1; n <= NODES; n++) {
      const proxy = new DatabaseProxy(database.port);
      await proxy.listen();
      const name = `node-${n}`;
      const node = new NodeProcess({ name, folder: join(folder, name), databaseUrl: database.urlBy(proxy.port), env });
      members.push({ node, proxy });
    }
    const cluster = new Cluster(members, database, folder);
    try {
      // The first makes the tables and the key of the agent.
      const [first, ...others] = members as [Member, ...Member[]];
      await first.node.start();
      await database.audit();
      await Promise.all(others.map(({ node }) => node.start()));
      await cluster.balancer.listen();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get url(): string {
    return this.balancer.url;
  }

  /** Of the agent that all nodes know. */
  get key(): string {
    return (this.members[0] as Member).node.key;
  }

  /** The sessions that each node writes now, by its name. */
  async ledBy(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const rows = await this.database.sql<{ session: string; address: string }>(
      'SELECT l.session, n.address FROM vitrine.leases l JOIN vitrine.nodes n ON n.node = l.node',
    );
    return new Map(
      this.members.map(({ node }) => [
        node.name,
        new Set(rows.filter(({ address }) => address === node.url).map(({ session }) => session)),
      ]),
    );
  }

  /** Stops all nodes as their operator would, so that nothing more is written. */
  async stopNodes(): Promise<readonly string[]> {
    const failed: string[] = [];
    await Promise.all(
      this.members.map(async ({ node }) => {
        if (!(await node.stop())) failed.push(node.name);
      }),
    );
    return failed;
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map(({ node }) => node.kill()));
    await this.balancer.close().catch(() => undefined);
    await Promise.all(this.members.map(({ proxy }) => proxy.close()));
    await this.database.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
