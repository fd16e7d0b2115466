// What the tasks of a page cost, in time of the processor and not of the clock: a loaded machine must not fail a page that
// stays responsive. Read from Chromium's trace, in which each task of the main thread has its own thread time.

import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const TASK = /RunTask$/;
const BEGIN = 'hostile-begin';

/** Milliseconds of the tasks that `act` causes, the longest first. What runs before the page calls `performance.mark('hostile-begin')` does not count. */
export async function taskTimes(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await collectGarbage(page);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] });
  let recorded: Buffer;
  try {
    await act();
  } finally {
    recorded = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(recorded.toString()) as { traceEvents: readonly TraceEvent[] };
  const begin = traceEvents.find(({ name }) => name === BEGIN);
  if (begin === undefined) throw new Error('The page has not said where the measured part begins.');
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, tdur }) =>
      TASK.test(name) && pid === begin.pid && tid === begin.tid && ts > begin.ts && tdur !== undefined,
  );
  if (tasks.length === 0) throw new Error('The trace holds no task of the page.');
  return tasks.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a);
}

/** What the tests before have left on the page is not collected in a task that is measured. */
async function collectGarbage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
}

/** A task longer than this is felt (W3C, Long Tasks). */
const FELT_MS = 50;

/** No task is felt. One may be longer: the browser collects its garbage when it likes, all of it in 150 ms. */
export function expectUnfelt([longest = 0, second = 0]: readonly number[]): void {
  expect(second).toBeLessThan(FELT_MS);
  expect(longest).toBeLessThan(4 * FELT_MS);
}

/** For one widget with more in it than anybody reads: tasks of up to 70 ms, where all of it at once would take a second. */
export function expectSliced([longest = 0, second = 0]: readonly number[]): void {
  expect(second).toBeLessThan(2 * FELT_MS);
  expect(longest).toBeLessThan(4 * FELT_MS);
}
