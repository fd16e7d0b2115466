// Ten thousand sessions, and ten thousand entries of one: a bounded number of nodes, and no task that a person would feel.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';

const MANY = 10_000;
const MAX_TASK_MS = 50;
const MAX_NODES = 4000;

let hosted: Hosted;

beforeAll(async () => {
  hosted = await Hosted.start();
});
afterAll(() => hosted?.stop());

/** The list, as if the host had so many: what is measured is the page. */
async function withManySessions(page: Page): Promise<void> {
  const rows = Array.from({ length: MANY }, (_, i) => ({
    session: `s${String(i).padStart(6, '0')}`,
    agent: `agent-${i % 7}`,
    title: `Session ${i} ${'with a longer title '.repeat(i % 5)}`,
    dialect: 'a2ui-0.9',
    trust: 'trusted',
    createdAt: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
    seq: i,
    viewers: i % 3,
    waiting: i % 10 === 0,
    words: i % 2 === 0 ? `Words of ${i}` : undefined,
  }));
  await page.route('**/sessions?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [limit, from] = [Number(query.get('limit')), Number(query.get('next') ?? 0)];
    const next = from + limit < MANY ? String(from + limit) : undefined;
    return route.fulfill({ json: { sessions: rows.slice(from, from + limit), next } });
  });
}

/** The longest task while something is scrolled through, step by step. */
function longestTaskWhileScrolling(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (where) => {
    const scroller = document.querySelector(where) as HTMLElement;
    let longest = 0;
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    watch.observe({ type: 'longtask' });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let i = 0; i <= 120; i++) {
      scroller.scrollTop = (scroller.scrollHeight * i) / 120;
      await frame();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    watch.disconnect();
    return longest;
  }, selector);
}

it('10,000 sessions', { timeout: 120_000 }, async () => {
  const page = await hosted.person('/#sessions');
  await withManySessions(page);
  await page.goto(hosted.operatorUrl());
  await page.locator('#session-count').getByText('10,000').waitFor();
  await page.getByRole('tab', { name: 'Waiting' }).getByText('1,000').waitFor();
  expect(await longestTaskWhileScrolling(page, '#session-list')).toBeLessThanOrEqual(MAX_TASK_MS);
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(MAX_NODES);
  // The end is the oldest, and the keyboard walks on from row to row.
  await page.locator('[data-session=s000000]').focus();
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowUp');
  expect(await page.evaluate('document.activeElement.dataset.session')).toBe('s000030');
});
