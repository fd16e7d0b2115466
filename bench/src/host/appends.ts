// Appends that are validated, durable and acknowledged over a WebSocket, against bare SQLite that syncs a hundred rows at
// a time: by wall time, in turn within one run.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Row, row } from '../measure.ts';
import type { Stage } from './stage.ts';
import { MESSAGE_LENGTH } from './traffic.ts';

const ROUNDS = 9;
const SAMPLE_MS = 500;
const SESSIONS = 20;
const SOCKETS = 4;
const BATCH = 10;

interface Pushed {
  readonly answered: number;
  readonly seconds: number;
}

export async function appends(stage: Stage): Promise<Row[]> {
  const { agents, agentsOptions } = await stage.host({ sessions: SESSIONS, components: 20, viewers: 0 });
  const bare = stage.child('bare');
  const folder = stage.folder();
  mkdirSync(folder, { recursive: true });
  await bare.order('open', join(folder, 'bare.db'));
  await agents.order('open', { ...agentsOptions, paths: Array<string>(SOCKETS).fill('/socket') });
  const push = async (): Promise<number> => {
    const order = { milliseconds: SAMPLE_MS, underWay: SESSIONS * BATCH, batch: BATCH };
    const { answered, seconds } = await agents.order<Pushed>('push', order);
    return answered / seconds;
  };
  const rounds: { readonly ours: number; readonly bare: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    // Together or in turn: neighbours on the machine touch both.
    const first = round % 2 === 0 ? await push() : undefined;
    const floor = await bare.order<number>('rate');
    rounds.push({ ours: first ?? (await push()), bare: floor });
  }
  await stage.clear();
  const measured = rounds.slice(1);
  return [
    row(
      `acknowledged appends of ${MESSAGE_LENGTH} bytes, batches of ${BATCH}, ${SESSIONS} sessions`,
      median(measured.map(({ ours, bare: floor }) => ours / floor)),
      '× bare SQLite',
      0.7,
      'min',
    ),
    row('the same, absolute', median(measured.map(({ ours }) => ours)), 'appends/s', null, 'min'),
    row(
      'bare SQLite, full sync, transactions of 100 rows',
      median(measured.map((each) => each.bare)),
      'appends/s',
      null,
      'min',
    ),
  ];
}
