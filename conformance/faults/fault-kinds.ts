// What can happen to a cluster. Each fault is drawn whole from the seed before anything runs, and heals itself: whoever runs
// it only waits.

import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, Member } from './cluster.ts';
import type { SeededRandom } from './seeded-random.ts';

export const FAULT_KINDS = [
  'kill',
  'pause',
  'stop',
  'restart-fast',
  'restart-immediate',
  'cut',
  'half-open',
  'answers-lost',
  'read-only',
  'full',
  'clock',
  'slow',
  'stall',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** Which node it befalls; those that befall the database befall all. */
  readonly node: number;
  readonly ms: number;
  /** Another draw, for what only some kinds have to decide. */
  readonly draw: number;
}

/** How long each lasts. The lease of a node is three seconds: some pauses are shorter, most are longer. */
const LENGTHS: { readonly [kind in FaultKind]: readonly [number, number] } = {
  kill: [0, 5000],
  pause: [1500, 8000],
  stop: [0, 2000],
  'restart-fast': [0, 2500],
  'restart-immediate': [0, 2500],
  cut: [0, 1000],
  'half-open': [500, 6000],
  'answers-lost': [100, 1200],
  'read-only': [500, 4000],
  full: [500, 4000],
  clock: [500, 4000],
  slow: [1000, 5000],
  stall: [500, 5000],
};

const HOUR_MS = 3_600_000;

export function planFaults(
  random: SeededRandom,
  count: number,
  nodes: number,
  kinds: readonly FaultKind[] = FAULT_KINDS,
): readonly Fault[] {
  const plan: Fault[] = [];
  let bag: FaultKind[] = [];
  while (plan.length < count) {
    // Each kind once before any comes again, in an order of the seed's.
    if (bag.length === 0) bag = shuffled(random, kinds);
    const kind = bag.pop() as FaultKind;
    plan.push({ kind, node: random.between(0, nodes - 1), ms: random.between(...LENGTHS[kind]), draw: random.next() });
  }
  return plan;
}

function shuffled<T>(random: SeededRandom, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Resolves when it is over and healed. */
export async function runFault({ kind, node: index, ms, draw }: Fault, cluster: Cluster): Promise<void> {
  const { database, members } = cluster;
  const { node, proxy } = members[index] as Member;
  /** One node's way to the database, or that of all. */
  const proxies = draw < 0.6 ? [proxy] : members.map((member) => member.proxy);
  switch (kind) {
    case 'kill':
      await node.kill();
      await delay(ms);
      return node.start();
    case 'pause':
      node.pause();
      await delay(ms);
      return node.resume();
    case 'stop':
      await node.stop();
      await delay(ms);
      return node.start();
    case 'restart-fast':
      return database.restart('fast', ms);
    case 'restart-immediate':
      return database.restart('immediate', ms);
    case 'cut':
      for (let cuts = 1 + Math.floor(draw * 5); cuts > 0; cuts--) {
        for (const one of proxies) one.cut();
        await delay(ms / 5);
      }
      return;
    case 'half-open':
      for (const one of proxies) one.swallow('to database', 'to node');
      await delay(ms);
      for (const one of proxies) one.cut();
      return;
    case 'answers-lost':
      // What is written meanwhile is stored, and nobody is told.
      for (const one of proxies) one.swallow('to node');
      await delay(ms);
      for (const one of proxies) one.cut();
      return;
    case 'read-only':
      await database.setReadOnly(true);
      await delay(ms);
      return database.setReadOnly(false);
    case 'full':
      await database.fill();
      await delay(ms);
      return database.drain();
    case 'clock':
      node.setClock(draw < 0.5 ? HOUR_MS : -HOUR_MS);
      await delay(ms);
      return node.setClock(0);
    case 'slow':
      for (const one of proxies) one.delay(20 + Math.floor(draw * 380));
      await delay(ms);
      for (const one of proxies) one.delay(0);
      return;
    case 'stall':
      return database.lock(draw < 0.5 ? 'entries' : draw < 0.8 ? 'nodes' : 'leases', ms);
  }
}
