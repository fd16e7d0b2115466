// Promise: a page loads little. Counts what a real Chromium fetches for the README's pages until they are drawn and can be
// used, and what they fetch once nothing is to be done; what is inside goes to standard error, module by module.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Row, row } from '../measure.ts';
import { findChromium } from '../web/browser.ts';
import { type ExamplePage, examplePages } from './example-pages.ts';
import { SessionOfHost } from './session-of-host.ts';
import { SplitPage } from './split-build.ts';

const MAX_IDLE_KIB = 40;
/** The policy of README.md, and a way to the host. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*; require-trusted-types-for 'script'; trusted-types vitrine";
const SETTLED_MS = 1000;
/** Modules that are named. */
const LISTED = 25;

export async function size(): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const rows: Row[] = [];
    for (const example of examplePages()) rows.push(...(await measure(browser, example)));
    return rows;
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, example: ExamplePage): Promise<Row[]> {
  const split = await SplitPage.build(example.contents);
  const fetched = new Set<string>();
  let viewerUrl = '';
  const server = createServer(({ url = '' }, response) => {
    const name = url.slice(1);
    const file = split.files.get(name);
    if (file !== undefined) fetched.add(name);
    const isJson = url === '/my-session.json';
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('content-type', file ? 'text/javascript' : isJson ? 'application/json' : 'text/html');
    const html = '<!doctype html><html lang="en"><title>x</title><body><script type="module" src="/page.js"></script>';
    response.end(file ?? (isJson ? JSON.stringify({ viewerUrl }) : html));
  });
  const origin = await listen(server);
  const session = await SessionOfHost.open(origin);
  viewerUrl = session.viewerUrl;
  const context = await browser.newContext();
  try {
    const page = await openHolding(await context.newPage(), origin);
    await use(page, example);
    const usable = new Set(fetched);
    await page.evaluate('releaseIdle()');
    await settle(fetched);
    const idle = [...fetched].filter((file) => !usable.has(file));
    tell(example, split, usable, idle);
    return [
      row(`${example.name}: until it is drawn and usable, gzipped`, split.gzipKiB(usable), 'KiB', example.limit),
      row(`${example.name}: fetched at idle, gzipped`, split.gzipKiB(idle), 'KiB', MAX_IDLE_KIB),
    ];
  } finally {
    await context.close();
    await session.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Until nothing more is fetched. */
async function settle(fetched: ReadonlySet<string>): Promise<void> {
  for (let before = -1; before !== fetched.size; ) {
    before = fetched.size;
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Nothing is idle in this page before it is told so: what it fetches before then, it needs. */
async function openHolding(page: Page, origin: string): Promise<Page> {
  await page.addInitScript(() => {
    const held: IdleRequestCallback[] = [];
    const real = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (run) => held.push(run);
    Object.assign(window, {
      events: 0,
      releaseIdle: () => {
        window.requestIdleCallback = real;
        for (const run of held.splice(0)) real(run, { timeout: 100 });
      },
    });
    window.addEventListener('vitrine-event', () => {
      (window as unknown as { events: number }).events++;
    });
  });
  await page.goto(`${origin}/`);
  return page;
}

/** Everything is on the page, and pressing the button gives an event. */
async function use(page: Page, { labels, button }: ExamplePage): Promise<void> {
  for (const label of labels) await page.getByLabel(label).waitFor();
  await page.getByRole('button', { name: button }).click();
  await page.waitForFunction('events > 0');
}

function tell({ name }: ExamplePage, split: SplitPage, usable: Iterable<string>, idle: readonly string[]): void {
  const lines = (files: Iterable<string>): string[] =>
    split
      .modules(files)
      .slice(0, LISTED)
      .map(([module, kib]) => `  ${kib.toFixed(2).padStart(7)} KiB minified  ${module}`);
  process.stderr.write(`${[`${name}, until it is usable:`, ...lines(usable)].join('\n')}\n`);
  if (idle.length > 0) process.stderr.write(`${[`${name}, at idle:`, ...lines(idle)].join('\n')}\n`);
}
