// Appends that two nodes judge, store and acknowledge over WebSockets, against bare `pg` that stores a hundred rows a
// transaction: by wall time, in turn within one run.

import type { Child } from '../host/process.ts';
import { MESSAGE_LENGTH } from '../host/traffic.ts';
import { median, type Row, row } from '../measure.ts';
import type { Cluster, Spent } from './nodes.ts';

const ROUNDS = 9;
const SAMPLE_MS = 1000;
/** Until the code of the nodes is compiled, however busy the machine is. */
const WARM_UP = 40_000;
/** Of each node. */
const SESSIONS = 10;
const SOCKETS = 2;
const BATCH = 10;

interface Pushed {
  readonly answered: number;
  readonly seconds: number;
}

interface Sample {
  readonly perSecond: number;
  /** All of it. */
  readonly count: number;
  readonly spent: Spent;
}

export async function appends(cluster: Cluster): Promise<Row[]> {
  const nodes = [await cluster.node(), await cluster.node()];
  const agents: Child[] = [];
  for (const node of nodes) {
    const sessions = await cluster.sessions(node, SESSIONS, 20);
    agents.push(await cluster.agent(node, sessions, SOCKETS));
  }
  const drivers = [cluster.stage.child('../cluster/driver'), cluster.stage.child('../cluster/driver')];
  for (const driver of drivers) await driver.order('open', cluster.postgres.url);
  const bare = cluster.stage.child('../cluster/bare');
  await bare.order('open', cluster.postgres.url);

  const push = async (): Promise<number> => {
    const pushed = await pushAll(agents);
    return pushed.reduce((sum, { answered, seconds }) => sum + answered / seconds, 0);
  };
  const drive = async (of: 'agent' | 'viewer'): Promise<number> => {
    const rates = await Promise.all(drivers.map((driver) => driver.order<number>('rate', of)));
    return rates.reduce((sum, rate) => sum + rate, 0);
  };
  await warmUp(agents);
  const rounds = await inTurn(cluster, [() => bare.order('rate'), push, () => drive('agent'), () => drive('viewer')]);
  const against = (index: number): number =>
    median(rounds.map((round) => (round[index]?.perSecond ?? 0) / (round[0]?.perSecond ?? 1)));
  const absolute = (index: number): number => median(rounds.map((round) => round[index]?.perSecond ?? 0));
  const cpu = (index: number, of: keyof Spent): number =>
    median(rounds.map((round) => ((round[index]?.spent[of] ?? 0) * 1e6) / (round[index]?.count ?? 1)));
  const name = `acknowledged appends of ${MESSAGE_LENGTH} bytes at 2 nodes, batches of ${BATCH}, ${2 * SESSIONS} sessions`;
  return [
    row(name, against(1), '× bare pg', 0.4, 'min'),
    row('the same, the log without a host', against(2), '× bare pg', 0.4, 'min'),
    row('the same, entries of viewers, each into a feed', against(3), '× bare pg', null, 'min'),
    row('bare pg, transactions of 100 rows', absolute(0), 'appends/s', null, 'min'),
    row('acknowledged appends at 2 nodes', absolute(1), 'appends/s', null, 'min'),
    row('the log without a host', absolute(2), 'appends/s', null, 'min'),
    row('CPU of the nodes for an append', cpu(1, 'nodes'), 'µs', null),
    row('CPU of the database for an append', cpu(1, 'database'), 'µs', null),
    row('CPU of the database for an append of bare pg', cpu(0, 'database'), 'µs', null),
  ];
}

async function warmUp(agents: readonly Child[]): Promise<void> {
  for (let answered = 0; answered < WARM_UP; ) {
    for (const each of await pushAll(agents)) answered += each.answered;
  }
}

function pushAll(agents: readonly Child[]): Promise<Pushed[]> {
  const order = { milliseconds: SAMPLE_MS, underWay: SESSIONS * BATCH * 2, batch: BATCH };
  return Promise.all(agents.map((agent) => agent.order<Pushed>('push', order)));
}

/** The first round warms up. */
async function inTurn(cluster: Cluster, rates: readonly (() => Promise<number>)[]): Promise<Sample[][]> {
  const rounds: Sample[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const samples: Sample[] = [];
    for (let i = 0; i < rates.length; i++) {
      const index = (i + round) % rates.length;
      await cluster.begin();
      const start = performance.now();
      const perSecond = (await rates[index]?.()) ?? 0;
      const count = (perSecond * (performance.now() - start)) / 1000;
      samples[index] = { perSecond, count, spent: await cluster.spent() };
    }
    rounds.push(samples);
  }
  return rounds.slice(1);
}
