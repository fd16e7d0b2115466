// One session to a hundred sockets, against a plain broadcast of one frame for each message: messages delivered in a
// second of the server's CPU, as fast as it goes and at a pace.

import { median, type Row, row } from '../measure.ts';
import { type Place, type Stage, settle } from './stage.ts';

const SOCKETS = 100;
const ROUNDS = 7;
const SATURATED_MS = 600;
const PACED = { count: 800, perSecond: 1000 };
const PERCENTILE = 0.99;

interface Sample {
  /** Messages delivered in a second of CPU. */
  readonly perCpu: number;
  readonly latencies: readonly number[];
}

export async function fanOut(stage: Stage): Promise<Row[]> {
  const ours = await stage.host({ sessions: 1, components: 100, viewers: SOCKETS, noting: 5 });
  const plain = await stage.plain({ viewers: SOCKETS, noting: 5 });
  await ours.agents.order('open', ours.agentsOptions);
  await plain.agents.order('open', plain.agentsOptions);
  const saturated = await inTurn([ours, plain], (place) => saturate(place));
  const paced = await inTurn([ours, plain], (place) => pace(place));
  const late = median(paced.map(([{ latencies }]) => percentile(latencies)));
  const plainLate = median(paced.map(([, { latencies }]) => percentile(latencies)));
  const beyond = median(paced.map(([own, other]) => percentile(own.latencies) - percentile(other.latencies)));
  await stage.clear();
  return [
    row(`fan-out to ${SOCKETS} sockets at saturation, per server CPU`, ratio(saturated), '× plain ws', 3, 'min'),
    row('the same, absolute', median(saturated.map(([{ perCpu }]) => perCpu)), 'messages/CPU s', null, 'min'),
    row('the same, plain ws', median(saturated.map(([, { perCpu }]) => perCpu)), 'messages/CPU s', null, 'min'),
    row(`fan-out at ${PACED.perSecond} messages/s, per server CPU`, ratio(paced), '× plain ws', 2.5, 'min'),
    row('append to viewer at that pace, p99', late / 1000, 'ms', 10),
    row('the same, plain ws', plainLate / 1000, 'ms', null),
    row('the same, beyond plain ws in the same round', beyond / 1000, 'ms', 2.5),
  ];
}

/** The first round warms up. */
async function inTurn(
  places: readonly [Place, Place],
  measure: (place: Place) => Promise<Sample>,
): Promise<(readonly [Sample, Sample])[]> {
  const rounds: (readonly [Sample, Sample])[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    if (round % 2 === 0) rounds.push([await measure(places[0]), await measure(places[1])]);
    else {
      const second = await measure(places[1]);
      rounds.push([await measure(places[0]), second]);
    }
  }
  return rounds.slice(1);
}

function saturate(place: Place): Promise<Sample> {
  return sample(place, async () => {
    const push = { milliseconds: SATURATED_MS, underWay: 200, batch: 10 };
    return (await place.agents.order<{ answered: number }>('push', push)).answered;
  });
}

function pace(place: Place): Promise<Sample> {
  return sample(place, async () => {
    await place.agents.order('pace', PACED);
    return PACED.count;
  });
}

async function sample({ server, viewers }: Place, send: () => Promise<number>): Promise<Sample> {
  await viewers.order('latencies');
  const before = await viewers.order<number>('count');
  await server.order('begin');
  const expected = before + (await send()) * SOCKETS;
  const delivered = (await settle(viewers, expected)) - before;
  const seconds = await server.order<number>('cpu');
  return { perCpu: delivered / seconds, latencies: await viewers.order<number[]>('latencies') };
}

function ratio(rounds: readonly (readonly [Sample, Sample])[]): number {
  return median(rounds.map(([ours, plain]) => ours.perCpu / plain.perCpu));
}

function percentile(latencies: readonly number[]): number {
  const sorted = [...latencies].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * PERCENTILE)] ?? Number.NaN;
}
