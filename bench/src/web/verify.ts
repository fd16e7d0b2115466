// The floor is only a floor while it builds exactly what we build: node for node, attribute for attribute.

import type { Browser } from 'playwright-core';
import type { Pages } from './browser.ts';
import type { Job } from './job.ts';
import { FLOOR, OURS } from './tasks.ts';

const SAMPLES: readonly Job[] = [
  { kind: 'cards', components: 2000, pace: 'burst' },
  { kind: 'cards', components: 100, pace: 'stream' },
  { kind: 'leaves', texts: 20, writes: 50, pace: 'stream' },
  { kind: 'list', rows: 200, change: 'cell', changes: 2 },
  { kind: 'list', rows: 20, change: 'append', changes: 2 },
];

export async function assertFloorIsOurs(pages: Pages): Promise<void> {
  const browser = await pages.launch();
  try {
    for (const job of SAMPLES) await compare(pages, browser, job);
  } finally {
    await browser.close();
  }
}

async function compare(pages: Pages, browser: Browser, job: Job): Promise<void> {
  const floor = await pages.outline(browser, FLOOR, job);
  const ours = await pages.outline(browser, OURS, job);
  const length = Math.max(floor.length, ours.length);
  for (let i = 0; i < length; i++)
    if (floor[i] !== ours[i] || floor.length === 0)
      throw new Error(
        `The floor builds another DOM for ${JSON.stringify(job)}, node ${i}:\n${around(floor, i)}\nand ours:\n${around(ours, i)}`,
      );
}

function around(lines: readonly string[], at: number): string {
  return lines.slice(Math.max(0, at - 4), at + 3).join('\n');
}
