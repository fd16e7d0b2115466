// What a viewer costs that only looks: memory of the node's process after collections, with ten thousand of them and
// without. They look at sessions that the other node leads. What the kernel keeps for a socket is not in it.

import type { Memory } from '../host/server.ts';
import { type Row, row } from '../measure.ts';
import type { Cluster, OpenedSession } from './nodes.ts';

const SESSIONS = 100;
const VIEWERS = 10_000;
const WARM_UP = 500;
const COMPONENTS = 20;

export async function idle(cluster: Cluster): Promise<Row[]> {
  const [first, second] = [await cluster.node(), await cluster.node()];
  const sessions = await cluster.sessions(first, SESSIONS, COMPONENTS);
  const seats: OpenedSession[] = [];
  for (const { session } of sessions) {
    const tokens = await second.server.order<string[]>('tokens', { session, count: VIEWERS / SESSIONS });
    for (const token of tokens) seats.push({ session, token });
  }
  // Sessions are loaded, and whatever is made once is made.
  const viewers = await cluster.viewers(second, seats.slice(0, WARM_UP));
  await viewers.order('close');
  const before = await second.server.order<Memory>('memory');
  await cluster.seat(viewers, second, seats);
  const after = await second.server.order<Memory>('memory');
  const each = (of: keyof Memory): number => (after[of] - before[of]) / VIEWERS / 1024;
  return [
    row(
      `an idle viewer, of ${VIEWERS} over ${SESSIONS} sessions on one node, objects and buffers`,
      each('heap'),
      'KB',
      12,
    ),
    row('the same, resident: with what the collector has not given back', each('rss'), 'KB', null),
  ];
}
