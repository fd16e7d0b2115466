// Text of a catalog whose texts are all plain, in a real Chromium.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, Harness, launch, surface09 } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle('./text-plain-page.ts')]);
});
afterAll(() => browser?.close());

it('a catalog of plain texts shows marks as characters, long or short', async () => {
  const harness = await Harness.open(browser, files);
  const words = '# Not a heading\n\n**not bold** [no link](https://a.test)\u202e';
  const long = '**x** '.repeat(5000);
  await harness.feed(
    ...surface09([
      { id: 'root', component: 'Column', children: ['a', 'b', 'c'] },
      { id: 'a', component: 'Text', text: words },
      { id: 'b', component: 'Text', text: '*x*', variant: 'h2' },
      { id: 'c', component: 'Text', text: long },
    ]),
  );
  const texts = await harness.page.locator('.text').allTextContents();
  expect(texts[0]).toBe(words.replace('\u202e', '\ufffd'));
  expect(texts[1]).toBe('*x*');
  expect(texts[2]?.startsWith('**x** **x** ')).toBe(true);
  expect(await harness.page.locator('.text :is(strong, em, h1, p)').count()).toBe(0);
  expect(harness.complaints).toEqual([]);
  expect(harness.requests).toEqual([]);
  await harness.close();
});
