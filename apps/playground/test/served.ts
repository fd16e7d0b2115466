// The built page as people get it: served by the command line, in a real Chromium. `npm run build` comes first.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

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
  readonly browser: Browser;
  readonly #server: ChildProcess;

  constructor(url: string, browser: Browser, server: ChildProcess) {
    this.url = url;
    this.browser = browser;
    this.#server = server;
  }

  static async start(): Promise<Served> {
    const found = spawnSync(process.execPath, [path('../../../scripts/find-program.mjs'), 'chromium'], {
      encoding: 'utf8',
    });
    if (found.status !== 0) throw new Error(found.stderr);
    const server = spawn(process.execPath, [path('../../../packages/cli/bin/vitrine.js'), 'serve', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(server.stdout as NonNullable<typeof server.stdout>, 'data');
    const url = /http:\S+/.exec(String(said))?.[0] ?? '';
    // Chromium has no sandbox for root.
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = await chromium.launch({ executablePath: found.stdout.trim(), args: sandbox });
    return new Served(url, browser, server);
  }

  async open(address = '', options: BrowserContextOptions = {}): Promise<Watched> {
    const page = await this.browser.newPage({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('requestfailed', (request) => complaints.push(request.url()));
    page.on('request', (request) => {
      requests.push(request.url().replace(this.url, '/'));
      if (!request.url().startsWith(this.url)) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(`${this.url}${address}`);
    return { page, complaints, requests };
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    this.#server.kill('SIGTERM');
  }
}
