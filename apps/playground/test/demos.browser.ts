// The demos as a person meets them, and the first page: nothing moves while they come (layout-shift, at most 0.02 in all).

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Served } from './served.ts';

const MAX_SHIFT = 0.02;
/** What stands in each of them, once it is drawn whole. */
const DEMOS = [
  ['Book a table', 'Book the table'],
  ['Live dashboard', 'Send the newsletter'],
  ['Plan a weekend', 'Next'],
  ['Approve a release', 'Roll it out'],
  ['Buy a data set', 'Look for data'],
  ['A berth in the harbour', 'Ask for it'],
  ['Concierge', 'Send'],
] as const;

let served: Served;
let context: BrowserContext;

beforeAll(async () => {
  served = await Served.start(['--demo']);
  context = await served.browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  await page.goto(served.operatorUrl);
  await page.locator('#home-words li').first().waitFor();
  await page.close();
});
afterAll(() => served?.stop());

/** How far all moved until a frame after something stood there. */
async function shiftOf(page: Page): Promise<number> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

it.each([1440, 390])('stand still while they come, %i pixels wide', { timeout: 120_000 }, async (width) => {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.goto(served.url);
  await page.locator('#home-person').getByRole('button', { name: 'Book the table' }).waitFor();
  await page.locator('#home-words li').first().waitFor();
  expect(await shiftOf(page), 'home').toBeLessThanOrEqual(MAX_SHIFT);
  await page.goto(`${served.url}#sessions`);
  for (const [title, action] of DEMOS) {
    await page
      .locator('#session-list')
      .getByRole('link', { name: title })
      .evaluate((link: HTMLElement) => link.click());
    await page.reload();
    const shown = page.locator('#stage').getByRole('button', { name: action, exact: true });
    await shown.waitFor();
    expect(await shiftOf(page), title).toBeLessThanOrEqual(MAX_SHIFT);
    await page.goto(`${served.url}#sessions`);
  }
  await page.close();
});

it('stand still on a machine that is six times as slow', { timeout: 120_000 }, async () => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(served.url);
  await page.locator('#home-person').getByRole('button', { name: 'Book the table' }).waitFor();
  await page.locator('#home-words li').first().waitFor();
  expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
  await page.close();
});
