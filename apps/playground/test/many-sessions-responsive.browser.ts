// Ten thousand sessions, and ten thousand entries of one: a bounded number of nodes, and no task that a person would feel.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectUnfelt, taskTimes } from '../../../packages/web/test/hostile-tasks.ts';
import { Hosted } from './hosted.ts';
import { form, say } from './surfaces.ts';

const MANY = 10_000;
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

/** What the tasks cost while something is scrolled through, step by step: time of the processor, which neighbours do not lengthen. */
function whileScrolling(page: Page, selector: string): Promise<number[]> {
  return taskTimes(hosted.browser, page, () =>
    page.evaluate(async (where) => {
      const scroller = document.querySelector(where) as HTMLElement;
      performance.mark('hostile-begin');
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let i = 0; i <= 120; i++) {
        scroller.scrollTop = (scroller.scrollHeight * i) / 120;
        await frame();
      }
    }, selector),
  );
}

/** Rows are as high as was guessed until they were seen: the end moves while they come. */
function atTheEnd(page: Page, selector: string, row: string): Promise<boolean> {
  return page.evaluate(
    ([where = '', last = '']) => {
      const scroller = document.querySelector(where) as HTMLElement;
      scroller.scrollTop = scroller.scrollHeight;
      return scroller.querySelector(last) !== null;
    },
    [selector, row],
  );
}

it('10,000 sessions', { timeout: 120_000 }, async () => {
  const page = await hosted.person('/#sessions');
  await withManySessions(page);
  await page.goto(hosted.operatorUrl());
  await page.locator('#session-count').getByText('10,000').waitFor();
  await page.getByRole('tab', { name: 'Waiting' }).getByText('1,000').waitFor();
  expectUnfelt(await whileScrolling(page, '#session-list'));
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(MAX_NODES);
  // The end is the oldest, and the keyboard walks on from row to row.
  await expect.poll(() => atTheEnd(page, '#session-list', '[data-session=s000000]')).toBe(true);
  await page.locator('[data-session=s000000]').focus();
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowUp');
  expect(await page.evaluate('document.activeElement.dataset.session')).toBe('s000030');
});

it('10,000 entries', { timeout: 120_000 }, async () => {
  const { session } = await hosted.open('A long story');
  await hosted.push(session, ...form());
  for (let from = 0; from < MANY; from += 500)
    await hosted.push(session, ...Array.from({ length: 500 }, (_, i) => say(`line ${from + i + 1}`)));
  const page = await hosted.person(`${hosted.operatorUrl().replace('sessions', `/${session}`)}`);
  await page.locator('#stage').getByText(`line ${MANY}`).waitFor();
  await page.getByRole('button', { name: 'Inspector' }).click();
  await page.locator('.entry-rows').getByText(`line ${MANY}`).waitFor();
  expectUnfelt(await whileScrolling(page, '#entry-scroll'));
  await expect.poll(() => atTheEnd(page, '#entry-scroll', '[data-seq="1"]')).toBe(true);
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(MAX_NODES);
});
