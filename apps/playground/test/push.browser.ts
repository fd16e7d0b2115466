// Surfaces without a host, on a page without a bundler: a static file server, the files of dist/browser, and what the page's
// maker wrote. `npm run build` comes first.

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types vitrine";
const FOLDER = dirname(fileURLToPath(import.meta.resolve('@vitrine/embed/browser/surface.js')));
const HTML =
  '<!doctype html><html lang="en"><title>Mine</title><body><script type="module" src="/page.js"></script></body>';
const PAGE = `
import { a2ui08Reader, a2ui09Reader, basic08, basic09, createSurface } from '/surface.js';
const trust = location.search === '?untrusted' ? 'untrusted' : 'trusted';
const element = createSurface({ dialects: [a2ui09Reader, a2ui08Reader], catalogs: [basic08, basic09], trust });
const heard = { events: [], issues: [] };
element.addEventListener('vitrine-event', ({ detail }) => heard.events.push(detail));
element.addEventListener('vitrine-issue', ({ detail }) => heard.issues.push(detail));
document.body.append(element);
Object.assign(window, { element, heard });
`;

declare global {
  interface Window {
    readonly element: HTMLElement & {
      surfaceId: string | undefined;
      source: unknown;
      push(
        messages: object,
      ): readonly { readonly ok: boolean; readonly issues: readonly { readonly code: string }[] }[];
    };
    readonly heard: {
      readonly events: readonly { readonly name?: string; readonly context?: object }[];
      readonly issues: readonly { readonly code: string }[];
    };
  }
}

let browser: Browser;
let server: Server;
let origin: string;
const complaints: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const file = join(FOLDER, request.url ?? '');
    const script = request.url === '/page.js' ? PAGE : undefined;
    const isScript = script !== undefined || (file.endsWith('.js') && existsSync(file));
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(script ?? (isScript ? readFileSync(file) : HTML));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  expect(complaints.splice(0)).toEqual([]);
});

async function openPage(search = '', prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await browser.newPage();
  await prepare?.(page);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`${origin}/${search}`);
  await page.waitForFunction('window.element !== undefined');
  return page;
}

const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const button = (surfaceId: string, text: string): object[] => [
  { version: 'v0.9', createSurface: { surfaceId, catalogId: BASIC } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId,
      components: [
        { id: 'root', component: 'Button', child: 'label', action: { event: { name: text } } },
        { id: 'label', component: 'Text', text },
      ],
    },
  },
];
const push = (page: Page, messages: object) => page.evaluate((given) => window.element.push(given), messages);

it('what is pushed is drawn, and what a person does is an event', async () => {
  const page = await openPage();
  await push(page, button('a', 'Press me'));
  await page.getByRole('button', { name: 'Press me' }).click();
  expect(await page.evaluate(() => window.heard.events.map(({ name }) => name))).toEqual(['Press me']);
});

it('each message is read in its own dialect; one that none reads is an issue, and the next is drawn', async () => {
  const page = await openPage();
  const bad = await push(page, [{ version: 'v7', nonsense: {} }, 'no message']);
  expect(bad.map(({ ok, issues }) => [ok, issues[0]?.code])).toEqual([
    [false, 'VITRINE_DIALECT_UNKNOWN'],
    [false, 'VITRINE_DIALECT_UNKNOWN'],
  ]);
  expect(await page.evaluate(() => window.heard.issues.length)).toBe(2);
  const text = { Text: { text: { literalString: 'In the words of 0.8' } } };
  await push(page, { surfaceUpdate: { surfaceId: 'old', components: [{ id: 'root', component: text }] } });
  await push(page, { beginRendering: { surfaceId: 'old', root: 'root' } });
  await page.getByText('In the words of 0.8').waitFor();
});

it('the first surface that is open is shown, or the one that the page names; one that was closed goes', async () => {
  const page = await openPage();
  await push(page, [...button('a', 'First'), ...button('b', 'Second')]);
  await page.getByRole('button', { name: 'First' }).waitFor();
  await push(page, { version: 'v0.9', deleteSurface: { surfaceId: 'a' } });
  await page.getByRole('button', { name: 'Second' }).waitFor();
  await push(page, button('c', 'Third'));
  await page.evaluate(() => {
    window.element.surfaceId = 'c';
  });
  await page.getByRole('button', { name: 'Third' }).waitFor();
  await push(page, { version: 'v0.9', deleteSurface: { surfaceId: 'c' } });
  await expect.poll(() => page.getByRole('button').count()).toBe(0);
});

it('an element without a source says so, and takes nothing', async () => {
  const page = await openPage();
  await page.evaluate(() => {
    window.element.source = undefined;
  });
  const [receipt] = await push(page, button('a', 'First'));
  expect(receipt).toMatchObject({ ok: false, issues: [{ code: 'VITRINE_DIALECT_UNKNOWN' }] });
  expect(await page.evaluate(() => window.heard.issues.length)).toBe(1);
});

it('functions come when somebody acts, if the page is never idle: nothing untrusted asks for them, and nothing is lost', async () => {
  const asked: string[] = [];
  const page = await openPage('?untrusted', (one) =>
    one.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    }),
  );
  page.on('request', (request) => asked.push(request.url()));
  const greeting = { call: 'formatString', args: { value: 'Hello ${/name}' } };
  const matches = { call: 'regex', args: { value: { path: '/name' }, pattern: '[oops(' } };
  const receipts = await push(page, [
    { version: 'v0.9', createSurface: { surfaceId: 'a', catalogId: BASIC } },
    { version: 'v0.9', updateDataModel: { surfaceId: 'a', value: { name: 'Ada' } } },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 'a',
        components: [
          { id: 'root', component: 'Column', children: ['words', 'field', 'go'] },
          { id: 'words', component: 'Text', text: greeting },
          { id: 'field', component: 'Text', text: matches },
          { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'go', context: { greeting } } } },
          { id: 'label', component: 'Text', text: 'Go' },
        ],
      },
    },
  ]);
  expect(receipts.flatMap(({ ok, issues }) => [ok, ...issues])).toEqual([true, true, true]);
  const button = page.getByRole('button', { name: 'Go' });
  await button.waitFor();
  expect(asked).toEqual([]);
  await button.click();
  await page.getByText('Hello Ada').waitFor();
  await expect
    .poll(() => page.evaluate(() => window.heard.events.map(({ context }) => context)))
    .toEqual([{ greeting: 'Hello Ada' }]);
  // Said once by the judge and once by the evaluation.
  const codes = await page.evaluate(() => window.heard.issues.map(({ code }) => code));
  expect(new Set(codes)).toEqual(new Set(['VITRINE_PATTERN_SYNTAX']));
});
