// What a message costs when thousands of other sessions are open: each with a viewer, all on one node, led by it. One node
// has a hundred of them, the other ten thousand; each message goes to the next session.

import type { Child } from '../host/process.ts';
import { settle } from '../host/stage.ts';
import { median, type Row, row } from '../measure.ts';
import type { Cluster, Spent } from './nodes.ts';

const ROUNDS = 9;
const FEW = 100;
const MANY = 10_000;
const COMPONENTS = 20;
/** Together on their way: no session has two of them. */
const UNDER_WAY = 50;
const SAMPLE_MS = 600;

interface Place {
  readonly agent: Child;
  readonly viewers: Child;
}

export async function openSessions(cluster: Cluster): Promise<Row[]> {
  const [few, many] = [await place(cluster, FEW), await place(cluster, MANY)];
  const rounds: { readonly few: Spent; readonly many: Spent }[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const before = round % 2 === 0 ? await cost(cluster, few) : undefined;
    const of = await cost(cluster, many);
    rounds.push({ few: before ?? (await cost(cluster, few)), many: of });
  }
  const measured = rounds.slice(1);
  const all = ({ nodes, database }: Spent): number => nodes + database;
  const absolute = (of: 'few' | 'many', part: (spent: Spent) => number): number =>
    median(measured.map((round) => part(round[of]))) * 1e6;
  return [
    row(
      `a message at ${MANY} open sessions, CPU of nodes and database`,
      median(measured.map((round) => all(round.many) / all(round.few))),
      `× at ${FEW}`,
      1.3,
    ),
    row(
      'the same, CPU of the nodes',
      absolute('many', ({ nodes }) => nodes),
      'µs',
      null,
    ),
    row(
      `at ${FEW}`,
      absolute('few', ({ nodes }) => nodes),
      'µs',
      null,
    ),
    row(
      'the same, CPU of the database',
      absolute('many', ({ database }) => database),
      'µs',
      null,
    ),
    row(
      `at ${FEW}`,
      absolute('few', ({ database }) => database),
      'µs',
      null,
    ),
  ];
}

async function place(cluster: Cluster, count: number): Promise<Place> {
  const node = await cluster.node();
  const sessions = await cluster.sessions(node, count, COMPONENTS);
  return { viewers: await cluster.viewers(node, sessions), agent: await cluster.agent(node, sessions) };
}

/** CPU seconds for one message. */
async function cost(cluster: Cluster, { agent, viewers }: Place): Promise<Spent> {
  const before = await viewers.order<number>('count');
  await cluster.begin();
  const push = { milliseconds: SAMPLE_MS, underWay: UNDER_WAY, batch: 1 };
  const { answered } = await agent.order<{ answered: number }>('push', push);
  await settle(viewers, before + answered);
  const { nodes, database } = await cluster.spent();
  return { nodes: nodes / answered, database: database / answered };
}
