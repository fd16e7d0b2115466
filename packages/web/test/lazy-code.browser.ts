// Code that comes later: what an untrusted surface holds never makes the page ask for it, and nothing moves when it comes.

import type { Json } from '@vitrine/core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, Harness, launch, surface09 } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle()]);
});
afterAll(() => browser?.close());

const TEXT: Json[] = [{ id: 'root', component: 'Text', text: 'Words' }];
const ALL: Json[] = [
  { id: 'root', component: 'Column', children: ['icon', 'field', 'tabs'] },
  { id: 'icon', component: 'Icon', name: 'send' },
  { id: 'field', component: 'TextField', label: 'Name' },
  { id: 'tabs', component: 'Tabs', tabs: [{ title: 'One', child: 'text' }] },
  { id: 'text', component: 'Text', text: 'In a tab' },
];

/** The chunks that a page asks for while it is never idle, and those that it has once it was: so many at least. */
async function chunksFor(components: Json[], trust: 'trusted' | 'untrusted', count = 0): Promise<[string[], string[]]> {
  const harness = await Harness.open(browser, files, { trust, isBusy: true });
  const { page } = harness;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate((given) => void window.vitrine.feed(JSON.parse(given)), JSON.stringify(surface09(components)));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  const before = [...asked].sort();
  await page.evaluate('beIdle()');
  await page.evaluate(() => window.vitrine.idle());
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(count);
  await harness.close();
  return [before, asked.sort()];
}

it('an untrusted surface makes the page ask for nothing, whatever it holds; all comes when the page is idle', async () => {
  const [before, after] = await chunksFor(ALL, 'untrusted');
  expect(before).toEqual([]);
  expect(after.length).toBeGreaterThan(1);
  const [, plain] = await chunksFor(TEXT, 'untrusted', after.length);
  expect(plain).toEqual(after);
});

it('a trusted surface is drawn without waiting until the page is idle', async () => {
  const [before] = await chunksFor(ALL, 'trusted');
  expect(before.length).toBeGreaterThan(1);
});

it('what is first shown appears with the code that it needs: nothing that stood there moves', async () => {
  const harness = await Harness.open(browser, files);
  const { page } = harness;
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await harness.feed(...surface09([...ALL, { id: 'end', component: 'Text', text: 'End' }]));
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate('shifts')).toEqual([]);
  expect(await page.locator('.skeleton').count()).toBe(0);
  await harness.close();
});
