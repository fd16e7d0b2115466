// Promise: <vitrine-surface> costs little more than the same DOM built by hand, from the first message to the ten
// thousandth write, and leaves nothing behind. `--no-peers` is for tuning; `--profile` tells where our time goes instead.

import { median, type Row, row } from '../measure.ts';
import { type Cost, Pages } from './browser.ts';
import type { Job } from './job.ts';
import { Rounds } from './rounds.ts';
import { AGAIN, FLOOR, LIVES, MOUNT, OURS, PAGES, PEERS, TASKS, type Task } from './tasks.ts';
import { assertFloorIsOurs } from './verify.ts';
import { webSize } from './web-size.ts';

const SAMPLES = 7;
const FRAME_MS = 16.7;
const HEAP_KIB = 1536;

export async function web(): Promise<Row[]> {
  const isProfiling = process.argv.includes('--profile');
  const pages = await Pages.open(PAGES, isProfiling);
  try {
    if (isProfiling) return await profile(pages);
    await assertFloorIsOurs(pages);
    const rounds = await Rounds.measure(pages, TASKS, process.argv.includes('--no-peers') ? 0 : undefined);
    return [
      ...TASKS.flatMap((task) => ratioRows(task, rounds)),
      ...(await heapRows(pages, rounds)),
      ...(await listRows(pages)),
      ...(await lifeRows(pages)),
      ...(await webSize()),
    ];
  } finally {
    await pages.close();
  }
}

function ratioRows(task: Task, rounds: Rounds): Row[] {
  const { title, limit, note } = task;
  if (!rounds.has(task, FLOOR)) return [];
  if (note !== undefined) process.stderr.write(`web: ${note}\n`);
  const rows = task.subjects
    .filter((subject) => rounds.has(task, subject))
    .flatMap((subject) => {
      const name = `${title}: ${PEERS[subject] ?? subject}`;
      const whole = row(name, rounds.ratio(task, subject, 'task'), '× floor', subject === OURS ? limit : null);
      return [whole, row(`${name}, script alone`, rounds.ratio(task, subject, 'script'), '× floor', null)];
    });
  const floor = row(`${title}: the floor itself`, rounds.value(task, FLOOR, 'task'), 'ms', null);
  return [...rows, floor, row(`${floor.name}, script alone`, rounds.value(task, FLOOR, 'script'), 'ms', null)];
}

async function heapRows(pages: Pages, rounds: Rounds): Promise<Row[]> {
  const subjects = [FLOOR, ...MOUNT.subjects].filter((subject) => rounds.has(MOUNT, subject));
  const again = await repeat(pages, AGAIN, MOUNT.job, 3);
  const title = 'JavaScript heap added by 2,000 components';
  return [
    ...subjects.map((subject) => {
      const kib = rounds.value(MOUNT, subject, 'heap');
      return row(`${title}: ${PEERS[subject] ?? subject}`, kib, 'KiB', subject === OURS ? HEAP_KIB : null);
    }),
    row(`${title}: ${OURS}, its code compiled before`, median(again.map(({ heap }) => heap)), 'KiB', null),
  ];
}

async function listRows(pages: Pages): Promise<Row[]> {
  const changes = 10;
  const rows: Row[] = [];
  for (const change of ['cell', 'append'] as const) {
    const job: Job = { kind: 'list', rows: 10_000, change, changes };
    const what = change === 'cell' ? 'one cell changed in' : 'one row appended to';
    for (const subject of [OURS, FLOOR]) {
      const costs = await repeat(pages, subject, job, subject === OURS ? SAMPLES : 3);
      const ms = median(costs.map(({ task }) => task)) / changes;
      rows.push(row(`${what} a list of 10,000 rows: ${subject}`, ms, 'ms', subject === OURS ? FRAME_MS : null));
    }
  }
  return rows;
}

async function lifeRows(pages: Pages): Promise<Row[]> {
  const costs = await repeat(pages, LIVES, { kind: 'lives', surfaces: 1000 }, 3);
  const most = (read: (cost: Cost) => number): number => Math.max(...costs.map(read));
  const title = (what: string): string => `${what} kept after 1,000 surfaces opened and closed`;
  return [
    row(title('heap'), median(costs.map(({ heap }) => heap)), 'KiB', 100),
    row(
      title('DOM nodes'),
      most(({ nodes }) => nodes),
      'nodes',
      0,
    ),
    row(
      title('listeners'),
      most(({ listeners }) => listeners),
      'listeners',
      0,
    ),
  ];
}

async function repeat(pages: Pages, subject: string, job: Job, times: number): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let i = 0; i < times; i++) {
    const browser = await pages.launch();
    try {
      costs.push(await pages.measure(browser, subject, job));
    } finally {
      await browser.close();
    }
  }
  return costs;
}

/** The bundle is not minified, so that functions have names. */
async function profile(pages: Pages): Promise<Row[]> {
  const browser = await pages.launch();
  try {
    for (const { title, job, limit } of TASKS) {
      if (limit === null) continue;
      const lines = await pages.profile(browser, OURS, job, SAMPLES);
      process.stderr.write(`${title}\n${lines.join('\n')}\n\n`);
    }
  } finally {
    await browser.close();
  }
  return [];
}
