// The first road to the pixels and back, in a real Chromium.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle, Harness, launch, surface09 } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;
let harness: Harness;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle()]);
});
afterAll(() => browser?.close());
beforeEach(async () => {
  harness = await Harness.open(browser, files);
});
afterEach(async () => {
  expect(harness.complaints).toEqual([]);
  expect(harness.requests).toEqual([]);
  await harness.close();
});

const form = surface09(
  [
    { id: 'root', component: 'Column', children: ['title', 'name', 'agree', 'go'] },
    { id: 'title', component: 'Text', text: 'Hello', variant: 'h2' },
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
    { id: 'agree', component: 'CheckBox', label: 'I agree', value: { path: '/agree' } },
    { id: 'label', component: 'Text', text: 'Send' },
    {
      id: 'go',
      component: 'Button',
      child: 'label',
      action: { event: { name: 'send', context: { name: { path: '/name' } } } },
    },
  ],
  { name: 'Ada', agree: false },
);

describe('<vitrine-surface>', () => {
  it('shows a form, takes input and sends the action', async () => {
    const { page } = harness;
    await harness.feed(...form);
    await page.getByRole('heading', { name: 'Hello', level: 2 }).waitFor();
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await harness.data()).toEqual({ name: 'Grace', agree: true });
    expect((await harness.events()).at(-1)).toMatchObject({
      event: 'action',
      surface: 's',
      source: 'go',
      name: 'send',
      context: { name: 'Grace' },
    });
  });
});
