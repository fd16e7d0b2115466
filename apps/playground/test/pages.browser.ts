// Every page of a host with its demos, wide in both colour schemes and narrow: WCAG 2.2 AA by axe-core, and no text outside of the
// window. With VITRINE_PICTURES (`npm run screenshots`) the same pages become the pictures in docs/.

import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BYPASS, violations } from '../../../packages/web/test/axe.ts';
import { Served } from './served.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const MAX_PICTURE_BYTES = 300 * 1024;

interface Look {
  /** Behind the name of a picture. */
  readonly suffix: string;
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

const LOOKS: readonly Look[] = [
  { suffix: '', scheme: 'light', width: 1440, height: 900 },
  { suffix: '-dark', scheme: 'dark', width: 1440, height: 900 },
  { suffix: '-narrow', scheme: 'light', width: 390, height: 844 },
];

let served: Served;
let context: BrowserContext;

beforeAll(async () => {
  served = await Served.start(['--demo']);
  context = await served.browser.newContext({ ...BYPASS, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(served.operatorUrl);
  await page.locator('#home-words li').first().waitFor();
  await page.close();
});
afterAll(() => served?.stop());

async function judge(page: Page, what: string): Promise<void> {
  // Headings of a surface take their levels a moment after they are drawn.
  await expect.poll(() => violations(page), { message: what, timeout: 20_000 }).toEqual([]);
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(wider), what).toBe(0);
}

/** Judges a page that is shown, and makes its picture where that is wanted. */
async function look(page: Page, name: string, { suffix }: Look): Promise<void> {
  await judge(page, name);
  if (process.env.VITRINE_PICTURES === undefined) return;
  const path = `${DOCS}${name}${suffix}.png`;
  // As it is without axe, which gives the page a background of its own.
  await page.evaluate(() => document.body.removeAttribute('style'));
  await page.screenshot({ path });
  expect(statSync(path).size, `${name}${suffix}.png`).toBeLessThan(MAX_PICTURE_BYTES);
}

async function session(page: Page, title: string): Promise<void> {
  await page.goto(`${served.url}#sessions`);
  await page.locator('#session-list').getByRole('link', { name: title }).click();
  await page.locator('#stage').getByRole('heading').first().waitFor();
}

it.each(LOOKS)('breaks nothing of WCAG 2.2 AA: $scheme, $width pixels', { timeout: 240_000 }, async (shown) => {
  const page = await context.newPage();
  await page.setViewportSize(shown);
  await page.emulateMedia({ colorScheme: shown.scheme, reducedMotion: 'reduce' });

  await page.goto(served.url);
  await page.locator('#home-person').getByRole('heading', { name: 'Book a table' }).waitFor();
  await page.locator('#snippet-text').getByText('KEY=').waitFor();
  await look(page, 'home', shown);

  await page.goto(`${served.url}#sessions`);
  await page.locator('#session-list').getByRole('link', { name: 'Live dashboard' }).waitFor();
  await judge(page, 'the list of sessions');
  await session(page, 'Live dashboard');
  await look(page, 'sessions', shown);

  await session(page, 'Book a table');
  await page.locator('#stage').getByRole('textbox').first().waitFor();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open page' }).click();
  const viewer = await opened;
  await viewer.setViewportSize(shown);
  await viewer.emulateMedia({ colorScheme: shown.scheme, reducedMotion: 'reduce' });
  await viewer.locator('#stage').getByRole('textbox').first().waitFor();
  await look(viewer, 'viewer', shown);
  await viewer.close();

  await page.getByRole('button', { name: 'Inspector' }).click();
  await page.locator('.entry-rows').getByText('puts 29 components').click();
  await page.getByRole('button', { name: 'Find title' }).waitFor();
  await look(page, 'inspector', shown);
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.locator('#model').getByText('booking').first().waitFor();
  await judge(page, 'data');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await page.locator('#model').getByRole('button', { name: 'Change / as JSON' }).waitFor();
  await judge(page, 'a copy of the data');
  await page.getByRole('button', { name: 'Pick' }).click();
  await page.locator('#stage vitrine-session:visible').getByRole('textbox').first().click();
  await page
    .locator('#component')
    .getByRole('heading', { name: /^TextField name of booking$/ })
    .waitFor();
  await judge(page, 'a component, picked in a moment of the past');
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('#compare-result').getByText(/entry/).first().waitFor();
  await judge(page, 'changes');

  await page.goto(`${served.url}composer`);
  await page.locator('html[data-ready]').waitFor();
  await page.locator('#live').getByText('Your order').waitFor();
  await page.locator('#editor .cm-content span').first().waitFor();
  await look(page, 'composer', shown);

  await page.goto(`${served.url}there-is-no-such-page`);
  await page.getByRole('heading', { name: 'There is no page here' }).waitFor();
  await look(page, 'not-found', shown);

  // Judged entry by entry by gallery-axe.browser.ts.
  if (process.env.VITRINE_PICTURES !== undefined) {
    await page.goto(`${served.url}gallery`);
    await page.locator('html[data-ready]').waitFor();
    await page.getByText('Every variant').first().waitFor();
    await page.screenshot({ path: `${DOCS}gallery${shown.suffix}.png` });
  }
  await page.close();
});
