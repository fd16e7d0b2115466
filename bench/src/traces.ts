// Promise: a host that traces, with the usual share of calls recorded and sent to a collector, takes at least 0.9 of the appends of one that
// does not. Both at once on one machine, in turn, so that neighbours touch both.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Place, Stage } from './host/stage.ts';
import { median, type Row, row } from './measure.ts';

const ROUNDS = 9;
const SAMPLE_MS = 500;
const SESSIONS = 20;
const SOCKETS = 4;
const BATCH = 10;

interface Sample {
  readonly rate: number;
  /** CPU milliseconds of the host for a thousand appends. */
  readonly cpu: number;
}

export async function traces(): Promise<Row[]> {
  const stage = new Stage();
  const collector = createServer((incoming, answer) => {
    incoming.resume();
    incoming.once('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  try {
    const otlp = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const places = await Promise.all([open(stage), open(stage, otlp)]);
    const rounds: (readonly [Sample, Sample])[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const [first, second] = round % 2 === 0 ? [0, 1] : [1, 0];
      const samples: Sample[] = [];
      samples[first as 0] = await push(places[first as 0] as Place);
      samples[second as 0] = await push(places[second as 0] as Place);
      rounds.push(samples as unknown as readonly [Sample, Sample]);
    }
    const of = (value: (round: readonly [Sample, Sample]) => number) => median(rounds.slice(1).map(value));
    const what = `appends in batches of ${BATCH}, ${SESSIONS} sessions, a tenth of the calls recorded and sent`;
    return [
      row(
        `${what}, by time`,
        of(([off, on]) => on.rate / off.rate),
        '× without traces',
        0.9,
        'min',
      ),
      row(
        `${what}, by CPU of the host`,
        of(([off, on]) => off.cpu / on.cpu),
        '× without traces',
        null,
        'min',
      ),
      row(
        'the same without traces',
        of(([off]) => off.rate),
        'appends/s',
        null,
        'min',
      ),
    ];
  } finally {
    await stage.clear();
    collector.close();
    collector.closeAllConnections();
  }
}

async function open(stage: Stage, otlp?: string): Promise<Place> {
  const place = await stage.host({ sessions: SESSIONS, components: 20, viewers: 0, ...(otlp && { otlp }) });
  await place.agents.order('open', { ...place.agentsOptions, paths: Array<string>(SOCKETS).fill('/socket') });
  return place;
}

async function push({ agents, server }: Place): Promise<Sample> {
  await server.order('begin');
  const order = { milliseconds: SAMPLE_MS, underWay: SESSIONS * BATCH, batch: BATCH };
  const { answered, seconds } = await agents.order<{ readonly answered: number; readonly seconds: number }>(
    'push',
    order,
  );
  const cpu = await server.order<number>('cpu');
  return { rate: answered / seconds, cpu: (cpu * 1e6) / answered };
}
