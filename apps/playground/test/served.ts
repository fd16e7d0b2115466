// The built page as people get it: served by the command line, in a real Chromium. `npm run build` comes first.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A page that writes down what it should not do. */
export interface Watched {
  readonly page: Page;
  /** Errors, violations of the policy, requests that failed or went elsewhere. */
  readonly complaints: string[];
  /** Every request, by its path. */
  readonly requests: string[];
}

export class Served {
  readonly url: string;
  /** The address that was printed: it lets its operator in, once. */
  readonly operatorUrl: string;
  readonly browser: Browser;
  readonly #server: ChildProcess;
  readonly #folder: string;

  constructor(operatorUrl: string, browser: Browser, server: ChildProcess, folder: string) {
    this.operatorUrl = operatorUrl;
    this.url = operatorUrl.replace(/#.*/, '');
    this.browser = browser;
    this.#server = server;
    this.#folder = folder;
  }

  /** `flags`: of `vitrine serve`, beside those for its port and folder. */
  static async start(flags: readonly string[] = []): Promise<Served> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-served-'));
    const server = spawn(
      process.execPath,
      [path('../../../packages/cli/bin/vitrine.js'), 'serve', '--port', '0', '--data', folder, ...flags],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [said] = await once(server.stdout as NonNullable<typeof server.stdout>, 'data');
    const url = /http:\S+/.exec(String(said))?.[0] ?? '';
    const browser = await launchChromium();
    return new Served(url, browser, server, folder);
  }

  /** As the first agent of the host. */
  async call(path: string, body: unknown): Promise<never> {
    const key = readFileSync(join(this.#folder, 'agent.key'), 'utf8').trim();
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(new URL(path, this.url), init)).json()) as never;
  }

  /** `context`: of another page, as a second tab; else one of its own. */
  async open(address = '', options: BrowserContextOptions = {}, context?: BrowserContext): Promise<Watched> {
    const settings: BrowserContextOptions = {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    };
    const page = await (context ?? (await this.browser.newContext(settings))).newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    // What a reload or the end of a page cuts short has not failed.
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(request.url());
    });
    page.on('request', (request) => {
      requests.push(request.url().replace(this.url, '/'));
      if (!request.url().startsWith(this.url)) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(`${this.url}${address}`);
    return { page, complaints, requests };
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
