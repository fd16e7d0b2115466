// What one node takes, shown at another: a session to a hundred viewers elsewhere against as many at home, and how late
// many sessions are at a pace. The agent is at the first node, which leads all of them.

import type { Child } from '../host/process.ts';
import { settle } from '../host/stage.ts';
import { median, type Row, row } from '../measure.ts';
import type { Cluster, ClusterNode, OpenedSession, Spent } from './nodes.ts';

const ROUNDS = 9;
const VIEWERS = 100;
const SATURATED_MS = 600;
const SESSIONS = 100;
const PACED = { count: 1000, perSecond: 500, isInTurn: true };
const PACED_ROUNDS = 7;
const PERCENTILE = 0.99;

interface Place {
  readonly agent: Child;
  readonly viewers: Child;
}

interface Sample {
  /** Messages to a viewer in a second. */
  readonly perSecond: number;
  readonly perCpu: number;
}

export async function fanOut(cluster: Cluster): Promise<Row[]> {
  const [first, second] = [await cluster.node(), await cluster.node()];
  const [home, away] = [await place(cluster, first, first), await place(cluster, first, second)];
  const rounds: { readonly home: Sample; readonly away: Sample }[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const before = round % 2 === 0 ? await saturate(cluster, home) : undefined;
    const there = await saturate(cluster, away);
    rounds.push({ home: before ?? (await saturate(cluster, home)), away: there });
  }
  const measured = rounds.slice(1);
  const ratio = (of: keyof Sample): number => median(measured.map((round) => round.away[of] / round.home[of]));
  const absolute = (at: 'home' | 'away'): number => median(measured.map((round) => round[at].perSecond));
  return [
    row(`fan-out to ${VIEWERS} viewers on the other node, by wall time`, ratio('perSecond'), '× same node', 0.7, 'min'),
    row('the same, per CPU of both nodes', ratio('perCpu'), '× same node', null, 'min'),
    row('fan-out on the same node', absolute('home'), 'messages/s', null, 'min'),
    row('fan-out on the other node', absolute('away'), 'messages/s', null, 'min'),
  ];
}

async function place(cluster: Cluster, leader: ClusterNode, shown: ClusterNode): Promise<Place> {
  const [opened] = (await cluster.sessions(leader, 1, 100)) as [OpenedSession];
  const seats = Array<OpenedSession>(VIEWERS).fill(opened);
  return { viewers: await cluster.viewers(shown, seats), agent: await cluster.agent(leader, [opened]) };
}

async function saturate(cluster: Cluster, { agent, viewers }: Place): Promise<Sample> {
  const before = await viewers.order<number>('count');
  await cluster.begin();
  const start = performance.now();
  const push = { milliseconds: SATURATED_MS, underWay: 200, batch: 10 };
  const { answered } = await agent.order<{ answered: number }>('push', push);
  const delivered = (await settle(viewers, before + answered * VIEWERS)) - before;
  const seconds = (performance.now() - start) / 1000;
  return { perSecond: delivered / seconds, perCpu: delivered / (await cluster.spent()).nodes };
}

export async function lateness(cluster: Cluster): Promise<Row[]> {
  const [first, second] = [await cluster.node(), await cluster.node()];
  const [away, home] = [await pacedPlace(cluster, first, second), await pacedPlace(cluster, first, first)];
  const rounds: { readonly home: number; readonly away: number; readonly middle: number; readonly spent: Spent }[] = [];
  for (let round = 0; round <= PACED_ROUNDS; round++) {
    const there = await pace(cluster, away);
    const here = await pace(cluster, home);
    const { spent } = there;
    rounds.push({
      away: percentile(there.late, PERCENTILE),
      middle: percentile(there.late, 0.5),
      home: percentile(here.late, PERCENTILE),
      spent,
    });
  }
  const of = (value: (round: (typeof rounds)[number]) => number): number => median(rounds.slice(1).map(value));
  const { count, perSecond } = PACED;
  return [
    row(
      `append to viewer on the other node at ${perSecond} messages/s over ${SESSIONS} sessions, p99`,
      of(({ away: at }) => at) / 1000,
      'ms',
      30,
    ),
    row('the same, p50', of(({ middle }) => middle) / 1000, 'ms', null),
    row('the same on the same node, p99', of(({ home: at }) => at) / 1000, 'ms', null),
    row('CPU of both nodes for a message at that pace', (of(({ spent }) => spent.nodes) * 1e6) / count, 'µs', null),
    row(
      'CPU of the database for a message at that pace',
      (of(({ spent }) => spent.database) * 1e6) / count,
      'µs',
      null,
    ),
  ];
}

async function pacedPlace(cluster: Cluster, leader: ClusterNode, shown: ClusterNode): Promise<Place> {
  const sessions = await cluster.sessions(leader, SESSIONS, 20);
  return { viewers: await cluster.viewers(shown, sessions, SESSIONS), agent: await cluster.agent(leader, sessions) };
}

async function pace(
  cluster: Cluster,
  { agent, viewers }: Place,
): Promise<{ readonly late: readonly number[]; readonly spent: Spent }> {
  await viewers.order('latencies');
  const before = await viewers.order<number>('count');
  await cluster.begin();
  await agent.order('pace', PACED);
  await settle(viewers, before + PACED.count);
  return { spent: await cluster.spent(), late: await viewers.order<number[]>('latencies') };
}

function percentile(latencies: readonly number[], part: number): number {
  const sorted = [...latencies].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
