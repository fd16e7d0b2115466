// The engine in a thread that has run nothing before: what 40 surfaces cost while most of its code is not optimised yet, and
// JSON.parse of the same lines in such a thread. Run as a worker, it answers with CPU milliseconds of the whole process.

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { median, type Row, row } from './measure.ts';
import { Engine } from './ours.ts';
import { cards, toLines } from './streams.ts';

const RUNS = 40;
const SAMPLES = 7;
const LIMIT = 5;

type Kind = 'apply' | 'parse';

export async function lukewarmRows(): Promise<Row[]> {
  const ratios: number[] = [];
  for (let i = 0; i < SAMPLES; i++) ratios.push((await fresh('apply')) / (await fresh('parse')));
  const title = `apply 1,000 components in 50 messages, lukewarm (${RUNS} runs in a fresh thread)`;
  return [row(`${title}: vitrine`, median(ratios), '× JSON.parse', LIMIT)];
}

function fresh(kind: Kind): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { lukewarm: kind } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function measure(kind: Kind): number {
  const lines = toLines(cards(1000));
  const started = process.cpuUsage();
  for (let i = 0; i < RUNS; i++) {
    if (kind === 'apply') new Engine().feed(lines);
    else for (const line of lines) JSON.parse(line);
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

if (!isMainThread && workerData?.lukewarm !== undefined) parentPort?.postMessage(measure(workerData.lukewarm));
