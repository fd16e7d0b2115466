// The test files of a run share a browser process and nothing in it (docs/adr/0024-one-browser.md).

import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launch } from './harness.ts';

let one: Browser;
let other: Browser;
beforeEach(async () => {
  [one, other] = await Promise.all([launch(), launch()]);
});
afterEach(async () => {
  await one.close();
  await other.close();
});

const ORIGIN = 'https://shared.test/';

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await context.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Here' }));
  const page = await context.newPage();
  await page.goto(ORIGIN);
  return page;
}

it('a file sees only the contexts that it has made', async () => {
  await open(one);
  expect(one.contexts()).toHaveLength(1);
  expect(other.contexts()).toEqual([]);
});

it('what one context keeps, no other has: cookies, storage, caches, permissions', async () => {
  const first = await open(one);
  await first.context().grantPermissions(['geolocation'], { origin: ORIGIN });
  await first.evaluate(async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what every page can write is what is tested.
    document.cookie = 'left=behind; max-age=1000';
    localStorage.setItem('left', 'behind');
    await caches.open('left');
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('left');
      request.onsuccess = resolve;
      request.onerror = reject;
    });
  });
  const kept = (page: Page) =>
    page.evaluate(async () => ({
      cookie: document.cookie,
      storage: localStorage.length,
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
    }));
  expect(await kept(first)).toEqual({
    cookie: 'left=behind',
    storage: 1,
    caches: ['left'],
    databases: ['left'],
    permission: 'granted',
  });
  const nothing = { cookie: '', storage: 0, caches: [], databases: [] };
  expect(await kept(await open(other))).toMatchObject(nothing);
  const beside = await kept(await open(one));
  expect(beside).toMatchObject(nothing);
  expect(beside.permission).not.toBe('granted');
});

it('a file that ends leaves the pages of the others alone', async () => {
  const page = await open(other);
  await open(one);
  await one.close();
  expect(await page.textContent('p')).toBe('Here');
  expect(one.isConnected()).toBe(false);
});
