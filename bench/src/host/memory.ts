// What sessions keep in memory while agents write and viewers look: as much as the bound of the host says, however many
// sessions there are and however long it goes on.

import { type Row, row } from '../measure.ts';
import { type Stage, settle } from './stage.ts';

const SESSIONS = 300;
const BOUND_MB = 8;
/** Several times what the bound takes, in pieces that a busy machine gets through in time. */
const UPDATES = { count: 30, perSecond: 100 };
const PIECES = 10;
const MB = 1024 * 1024;

interface Kept {
  /** Bytes of the heap, once what is dead was collected. */
  readonly heap: number;
  /** As /metrics tells it. */
  readonly recent: number;
}

export async function memory(stage: Stage): Promise<Row[]> {
  const { server, agents, viewers, agentsOptions } = await stage.host({
    ...{ sessions: SESSIONS, components: 20, viewers: 1 },
    recentBytes: BOUND_MB * MB,
  });
  await agents.order('open', agentsOptions);
  const push = async (): Promise<Kept> => {
    const before = await viewers.order<number>('count');
    await agents.order('pace', UPDATES);
    await settle(viewers, before + SESSIONS * UPDATES.count);
    return server.order<Kept>('kept');
  };
  // The first piece fills what every session has, and compiles.
  const first = await push();
  const all: Kept[] = [];
  for (let piece = 1; piece < PIECES; piece++) all.push(await push());
  await stage.clear();
  const last = all.at(-1) as Kept;
  const most = Math.max(...all.map(({ recent }) => recent));
  const name = `${SESSIONS} sessions under load keep beside their states, of a bound of ${BOUND_MB} MB`;
  return [
    row(name, most / MB, 'MB', BOUND_MB),
    row('the heap beyond what they keep grows meanwhile by', growth(first, last) / MB, 'MB', BOUND_MB / 2),
  ];
}

function growth(first: Kept, last: Kept): number {
  return last.heap - last.recent - (first.heap - first.recent);
}
