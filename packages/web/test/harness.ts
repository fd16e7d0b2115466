// Browser tests of the elements: a real Chromium, the element policy of the design as response header. Every request that
// is not the page itself is refused and noted; so is every violation of the policy and every error.

import { fileURLToPath } from 'node:url';
import type { Issue, Json, ViewerEvent } from '@vitrine/core';
import type { Plugin } from 'esbuild';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright-core';
import { inject } from 'vitest';
import { type Bundle, cachedBuild } from './cached-build.ts';
import { type PageKind, rememberPage, returnPage, takePage } from './page-pool.ts';
import { isOfPage, ORIGIN, PageServer } from './page-server.ts';
import type { TestOptions } from './stage-page.ts';

export const ELEMENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types vitrine";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The stage, or the page of its own that a test file names. */
export function bundle(entry = './stage-page.ts', plugins: Plugin[] = []): Promise<Bundle> {
  return cachedBuild(inject('bundleFolder'), {
    entryPoints: { page: path(entry) },
    outdir: '/',
    bundle: true,
    // As people get it; and each page has less to read.
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    conditions: ['@vitrine/source', 'svelte'],
    plugins,
  });
}

/** This file's connection to the run's Chromium. Closing it ends every context that was made through it, and no other. */
export function launch(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'));
}

export interface PageOptions extends TestOptions {
  readonly context?: BrowserContextOptions;
  readonly policy?: string;
  /** The page is idle only when `beIdle()` is called in it; it is a fresh one. */
  readonly isBusy?: true;
  /** A page that no test has had before: for what depends on which code is loaded. */
  readonly isFresh?: boolean;
}

/** Playwright's own, which a test may have changed. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** One open page with its surfaces. Playwright's locators look into open shadow roots. */
export class Harness {
  readonly page: Page;
  /** Requests other than for the page itself. */
  readonly requests: string[] = [];
  /** Errors and violations of the policy. */
  readonly complaints: string[] = [];
  readonly #answered: string[] = [];
  readonly #kind: PageKind;
  readonly #isFresh: boolean;

  constructor(page: Page, kind: PageKind, isFresh = false) {
    this.page = page;
    this.#kind = kind;
    this.#isFresh = isFresh;
  }

  static async open(browser: Browser, files: Map<string, Uint8Array>, options: PageOptions = {}): Promise<Harness> {
    const { context = {}, policy = ELEMENT_POLICY, isBusy = false, isFresh = isBusy, ...test } = options;
    const kind = { files, policy, context };
    const left = isFresh ? undefined : takePage(browser, kind);
    const harness = new Harness(left ?? (await newPage(browser, kind)), kind, isFresh);
    harness.#listen();
    if (left === undefined) {
      if (isBusy) await harness.page.addInitScript(holdIdle);
      await harness.page.goto(`${ORIGIN}/`);
      await rememberPage(harness.page);
    } else left.setDefaultTimeout(DEFAULT_TIMEOUT_MS);
    await harness.page.evaluate((given) => window.startVitrine(given), test);
    return harness;
  }

  #listen(): void {
    const { page } = this;
    const { files } = this.#kind;
    page.on('request', (request) => {
      const url = request.url();
      if (/^(data|blob):/.test(url) || isOfPage(url, files)) return;
      if (!this.#answered.some((prefix) => url.startsWith(prefix))) this.requests.push(url);
    });
    page.on('requestfailed', (request) => {
      // The policy has kept it from being asked at all.
      const at = request.failure()?.errorText === 'csp' ? this.requests.indexOf(request.url()) : -1;
      if (at >= 0) this.requests.splice(at, 1);
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
  }

  /** The test answers what begins like this; it is not noted. */
  async answer(prefix: string, handler: (route: Route) => unknown): Promise<void> {
    this.#answered.push(prefix);
    await this.page.route(`${prefix}**`, handler);
  }

  /** Feeds messages and waits until they are drawn. */
  async feed(...messages: readonly Json[]): Promise<{ ok: boolean; issues: readonly Issue[] }[]> {
    // As text: the type of JSON is recursive, and Playwright's own types would follow it without end.
    return this.page.evaluate(async (given) => {
      const receipts = window.vitrine.feed(JSON.parse(given));
      await window.vitrine.idle();
      return receipts;
    }, JSON.stringify(messages));
  }

  async events(): Promise<ViewerEvent[]> {
    return this.page.evaluate(() => window.vitrine.events);
  }

  async issues(): Promise<Issue[]> {
    return this.page.evaluate(() => window.vitrine.issues);
  }

  async data(surface?: string): Promise<Json> {
    return this.page.evaluate((id) => window.vitrine.data(id), surface);
  }

  async close(): Promise<void> {
    if (this.#isFresh || this.#answered.length > 0) await this.page.context().close();
    else await returnPage(this.page, this.#kind);
  }
}

async function newPage(browser: Browser, { files, policy, context }: PageKind): Promise<Page> {
  const server = await PageServer.start(files, policy);
  const opened = await browser.newContext({ reducedMotion: 'reduce', proxy: { server: server.url }, ...context });
  opened.on('close', () => server.close());
  return opened.newPage();
}

export const BASIC_09 = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

/** A2UI 0.9 messages that open surface `s` with these components and data. */
export function surface09(components: readonly Json[], data?: Json): Json[] {
  return [
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: BASIC_09 } },
    ...(data === undefined ? [] : [{ version: 'v0.9', updateDataModel: { surfaceId: 's', value: data } }]),
    { version: 'v0.9', updateComponents: { surfaceId: 's', components } },
  ];
}

function holdIdle(): void {
  const held: IdleRequestCallback[] = [];
  window.requestIdleCallback = (run) => held.push(run);
  const beIdle = (): void => {
    for (const run of held.splice(0)) run({ didTimeout: false, timeRemaining: () => 9 });
  };
  Object.assign(window, { beIdle });
}
