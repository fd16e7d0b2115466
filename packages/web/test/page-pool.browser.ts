// Which pages serve another test: those that are as they were (docs/adr/0050-pages-left-clean.md).

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, Harness, launch, surface09 } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;
beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle()]);
});
afterAll(() => browser?.close());

const BUTTON = surface09([
  { id: 'root', component: 'Button', child: 'text', action: { event: { name: 'go' } } },
  { id: 'text', component: 'Text', text: 'Go' },
]);

it('a page that was used and left as it was serves the next test, which sees nothing of the one before', async () => {
  const first = await Harness.open(browser, files);
  await first.feed(...BUTTON);
  await first.page.getByRole('button').click();
  expect(await first.events()).toHaveLength(1);
  await first.close();
  const next = await Harness.open(browser, files);
  expect(next.page).toBe(first.page);
  expect(await next.page.locator('main > *').count()).toBe(0);
  expect([await next.events(), await next.issues()]).toEqual([[], []]);
  await next.feed(...BUTTON);
  await next.page.getByRole('button').click();
  expect(await next.events()).toHaveLength(1);
  expect(await first.page.locator('vitrine-surface').count()).toBe(1);
  await next.close();
});

it('a page of another kind is not taken, nor one whose test is not over', async () => {
  const first = await Harness.open(browser, files);
  const beside = await Harness.open(browser, files);
  expect(beside.page).not.toBe(first.page);
  await first.close();
  const dark = await Harness.open(browser, files, { context: { colorScheme: 'dark' } });
  expect(dark.page).not.toBe(first.page);
  await beside.close();
  await dark.close();
});

const LEFT: Record<string, (page: Page) => Promise<unknown>> = {
  'a global': (page) => page.evaluate(() => Object.assign(window, { left: true })),
  'a function replaced': (page) => page.evaluate(() => Object.assign(window, { fetch: () => undefined })),
  'an attribute': (page) => page.evaluate(() => document.body.setAttribute('dir', 'rtl')),
  'an element': (page) => page.evaluate(() => document.body.append(document.createElement('p'))),
  'a style sheet': (page) => page.evaluate(() => void document.adoptedStyleSheets.push(new CSSStyleSheet())),
  'something stored': (page) => page.evaluate(() => localStorage.setItem('left', 'behind')),
  'another address': (page) => page.evaluate(() => history.pushState(null, '', '#left')),
  'another size': (page) => page.setViewportSize({ width: 600, height: 400 }),
  'other colours': (page) => page.emulateMedia({ colorScheme: 'dark' }),
  'another clock': (page) => page.clock.install(),
  'a second page': (page) => page.context().newPage(),
};

it.each(Object.keys(LEFT))('a page on which a test has left %s is closed', async (what) => {
  const harness = await Harness.open(browser, files);
  await LEFT[what]?.(harness.page);
  await harness.close();
  expect(harness.page.isClosed()).toBe(true);
});
