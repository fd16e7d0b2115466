// The page that the README shows, as it stands there.

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, ELEMENT_POLICY, launch } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle('./readme-page.ts')]);
});
afterAll(() => browser?.close());

it('the README has the page, and pressing its button gives the event', async () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('../../../README.md')).toContain(`\`\`\`ts\n${read('./readme-page.ts')}\`\`\``);
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.route('**/*', (route) => {
    const script = files.get(new URL(route.request().url()).pathname);
    const html = '<!doctype html><html lang="en"><title>x</title><body><script type="module" src="/page.js"></script>';
    return route.fulfill({
      body: script === undefined ? html : Buffer.from(script),
      contentType: script === undefined ? 'text/html' : 'text/javascript',
      headers: { 'content-security-policy': ELEMENT_POLICY },
    });
  });
  await page.goto('https://vitrine.test/');
  await page.getByRole('button', { name: 'Press me' }).click();
  await expect.poll(() => said.join('\n')).toContain('pressed');
});
