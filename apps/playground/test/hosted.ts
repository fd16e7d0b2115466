// A real host in this process with the built pages, an agent that speaks to it over HTTP, and people in a real Chromium.
// `npm run build` comes first. The host can be stopped and started again on the same folder and port.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createHost, type Host, type PageFile, pagePolicy } from '@vitrine/host';
import { isHashed, PAGE_FOLDER, pagePaths } from '@vitrine/playground';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface AgentEvent {
  readonly seq: number;
  readonly event: { readonly [name: string]: unknown };
}

export interface HostedOptions {
  /** Hosts whose pictures and sounds trusted surfaces may show. */
  readonly allowMedia?: readonly string[];
  /** Of other pages that may connect. */
  readonly origins?: readonly string[];
}

export class Hosted {
  readonly browser: Browser;
  /** What no page may do: errors of its scripts, and what its policy had to stop. */
  readonly complaints: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-page-'));
  #host: Host | undefined;
  readonly #allowMedia: readonly string[];
  readonly #origins: readonly string[];
  #port = 0;
  #key = '';

  constructor(browser: Browser, { allowMedia = [], origins = [] }: HostedOptions = {}) {
    this.browser = browser;
    this.#allowMedia = allowMedia;
    this.#origins = origins;
  }

  static async start(options: HostedOptions = {}): Promise<Hosted> {
    const hosted = new Hosted(await launchChromium(), options);
    await hosted.up();
    return hosted;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async up(): Promise<void> {
    const allowMedia = this.#allowMedia;
    const files = (path: string) => pageFile(path, allowMedia);
    const page = { files, policy: pagePolicy({ allowMedia }) };
    const host = await createHost({ folder: this.#folder, origins: this.#origins, page });
    this.#host = host;
    this.#port = (await host.listen({ host: '127.0.0.1', port: this.#port })).port;
    this.#key = readFileSync(host.keyFile ?? '', 'utf8').trim();
  }

  async down(): Promise<void> {
    await this.#host?.stop(200);
    this.#host = undefined;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.down();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  operatorUrl(): string {
    return `${this.url}/#sessions&operator=${this.#host?.credentials.newOperatorCode()}`;
  }

  async revokeOperators(): Promise<void> {
    await this.#host?.operator.revokeOperators('command');
  }

  /** What was done, and in which role. */
  async audit(): Promise<readonly (readonly [act: string, role: string])[]> {
    const page = await this.#host?.audit.page('', 1000);
    return (page?.lines ?? []).map(({ act, role }) => [act, role]);
  }

  async isKnown(session: string): Promise<boolean> {
    const known = (await this.#host?.sessions.list()) ?? [];
    return known.some((one) => one.session === session);
  }

  /** As the agent. */
  async call(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<never> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as never;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  open(title: string, more: object = {}): Promise<{ session: string; viewerUrl: string; viewerToken: string }> {
    return this.call('/sessions', { title, ...more });
  }

  push(session: string, ...messages: readonly object[]): Promise<void> {
    return this.#post(`/sessions/${session}/messages`, messages);
  }

  /** What somebody else said, who is not trusted. */
  pushUntrusted(session: string, ...messages: readonly object[]): Promise<void> {
    return this.#post(`/sessions/${session}/messages?untrusted=1`, messages);
  }

  async #post(path: string, messages: readonly object[]): Promise<void> {
    const { accepted, issues }: { accepted: number; issues: unknown } = await this.call(path, messages);
    if (accepted !== messages.length) throw new Error(JSON.stringify(issues));
  }

  async events(session: string): Promise<readonly AgentEvent[]> {
    const path = `/sessions/${session}/events?after=0&consumer=test`;
    return ((await this.call(path)) as { events: readonly AgentEvent[] }).events;
  }

  /** A file of a session, as the agent fetches it. */
  async download(session: string, ref: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.#key}` };
    return (await fetch(`${this.url}/sessions/${session}/files/${ref}`, { headers })).text();
  }

  /** A person with a browser profile of their own. */
  async person(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) this.complaints.push(message.text());
    });
    await page.goto(address.startsWith('http') ? address : `${this.url}${address}`);
    return page;
  }
}

function pageFile(path: string, media: readonly string[]): PageFile | undefined {
  if (path === '/settings.json') return { type: 'application/json', body: Buffer.from(JSON.stringify({ media })) };
  for (const name of readdirSync(PAGE_FOLDER)) {
    const type = TYPES[extname(name)];
    const { path: own, former } = pagePaths(name);
    if (type === undefined || (own !== path && !former.includes(path))) continue;
    if (own !== path) return { type, body: Buffer.alloc(0), movedTo: own };
    return { type, body: readFileSync(new URL(name, PAGE_FOLDER)), hashed: isHashed(name) };
  }
  return undefined;
}
