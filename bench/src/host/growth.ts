// What more costs: twice the sessions at twice the CPU, and a long session resumed as fast as a short one.

import { median, type Row, row } from '../measure.ts';
import { type Place, type Stage, settle } from './stage.ts';

const ROUNDS = 7;
const SESSIONS = 50;
const UPDATES = { count: 40, perSecond: 40 };
const ENTRIES = 100_000;
/** In one round, for one replay. */
const LOADS = 5;

/** A session each for a viewer and an agent, all at the same pace. */
export async function sessions(stage: Stage): Promise<Row[]> {
  const places = [await place(stage, SESSIONS), await place(stage, 2 * SESSIONS)] as const;
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const order = round % 2 === 0 ? places : ([...places].reverse() as [Place, Place]);
    const costs = new Map<Place, number>();
    for (const each of order) costs.set(each, await cost(each));
    ratios.push((costs.get(places[1]) ?? 0) / (costs.get(places[0]) ?? 1));
  }
  await stage.clear();
  return [row(`${2 * SESSIONS} sessions against ${SESSIONS}, server CPU`, median(ratios.slice(1)), '×', 2.3)];
}

async function place(stage: Stage, count: number): Promise<Place> {
  const opened = await stage.host({ sessions: count, components: 20, viewers: 1 });
  await opened.agents.order('open', opened.agentsOptions);
  return opened;
}

async function cost({ server, agents, viewers, sessions: opened }: Place): Promise<number> {
  const before = await viewers.order<number>('count');
  await server.order('begin');
  await agents.order('pace', UPDATES);
  await settle(viewers, before + opened.length * UPDATES.count);
  return server.order<number>('cpu');
}

export async function resume(stage: Stage): Promise<Row[]> {
  const child = stage.child('resume');
  const folder = stage.folder();
  const session = await child.order<string>('write', { folder, entries: ENTRIES });
  const load = (bySnapshot: boolean): Promise<number> => child.order('load', { folder, session, bySnapshot });
  const rounds: { readonly byReplay: number; readonly bySnapshot: number }[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const byReplay = await load(false);
    const loads: number[] = [];
    for (let i = 0; i < LOADS; i++) loads.push(await load(true));
    rounds.push({ byReplay, bySnapshot: median(loads) });
  }
  const measured = rounds.slice(1);
  await stage.clear();
  return [
    row(
      `resume of ${ENTRIES} entries by snapshot, against replay`,
      median(measured.map(({ byReplay, bySnapshot }) => byReplay / bySnapshot)),
      '× faster',
      20,
      'min',
    ),
    row('the same, by snapshot', median(measured.map(({ bySnapshot }) => bySnapshot)), 'ms', null),
  ];
}
