// The product as people get it, served by the command line, an agent that speaks OpenWOP to it, and people in a real
// Chromium whose every request is seen. `npm run build` comes first.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../apps/playground/test/chromium.ts';
import type { Body } from './scenarios/wop.ts';

export const SECRET = 'canary-browser-4711';
const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/vitrine.js', import.meta.url));

/** A page, and what it did. */
export interface Watched {
  readonly page: Page;
  /** Every request and socket, by its whole address; those to elsewhere get no answer but are seen. */
  readonly asked: string[];
  /** What its sockets received. */
  readonly received: string[];
  /** Popups, downloads, dialogs, frames, errors: nothing of it may happen. */
  readonly noted: string[];
}

export class ServedOpenwop {
  readonly url: string;
  readonly #browser: Browser;
  readonly #server: ChildProcess;
  readonly #folder: string;

  constructor(url: string, browser: Browser, server: ChildProcess, folder: string) {
    this.url = url;
    this.#browser = browser;
    this.#server = server;
    this.#folder = folder;
  }

  static async start(...more: readonly string[]): Promise<ServedOpenwop> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-openwop-'));
    const secrets = join(folder, 'secrets');
    writeFileSync(secrets, `vault = ${SECRET}\n`, { mode: 0o600 });
    const args = ['serve', '--port', '0', '--data', join(folder, 'data'), '--secrets', secrets, ...more];
    const server = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(server.stdout as NonNullable<typeof server.stdout>, 'data');
    const url = /http:[^#\s]+/.exec(String(said))?.[0].replace(/\/$/, '') ?? '';
    return new ServedOpenwop(url, await launchChromium(), server, folder);
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** As an agent, by the file of its key. */
  async call(path: string, body?: unknown, agent = 'agent'): Promise<Body> {
    const key = readFileSync(join(this.#folder, 'data', `${agent}.key`), 'utf8').trim();
    const response = await fetch(`${this.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  async run(major: 1 | 2): Promise<ServedRun> {
    const base = major === 1 ? '/v1/runs' : '/runs';
    const { runId, session } = await this.call(base, { workflowId: 'browser', title: 'A run' });
    return new ServedRun(this, `${base}/${encodeURIComponent(runId)}`, session);
  }

  /** With `free` nothing but the renderer stands between a surface and the network: the page has no policy. */
  async visit(session: string, { free = false, agent = 'agent' } = {}): Promise<Watched> {
    const { viewerUrl } = await this.call(`/sessions/${session}/viewer-token`, {}, agent);
    const context = await this.#browser.newContext({ bypassCSP: free, reducedMotion: 'reduce' });
    const watched = { asked: [] as string[], received: [] as string[], noted: [] as string[] };
    const isOurs = (url: URL): boolean => url.origin === this.url;
    context.on('request', (request) => watched.asked.push(request.url()));
    await context.route(
      (url) => !isOurs(url),
      (route) => route.abort(),
    );
    const page = await context.newPage();
    page.on('websocket', (socket) => {
      watched.asked.push(socket.url());
      socket.on('framereceived', ({ payload }) => watched.received.push(String(payload)));
    });
    page.on('popup', (popup) => watched.noted.push(`popup ${popup.url()}`));
    page.on('download', (download) => watched.noted.push(`download ${download.url()}`));
    page.on('dialog', (dialog) => {
      watched.noted.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('frameattached', () => watched.noted.push('a frame'));
    page.on('pageerror', (error) => watched.noted.push(`error ${error.message}`));
    await page.goto(viewerUrl);
    return { page, ...watched };
  }
}

export class ServedRun {
  readonly session: string;
  readonly #served: ServedOpenwop;
  readonly #path: string;

  constructor(served: ServedOpenwop, path: string, session: string) {
    this.#served = served;
    this.#path = path;
    this.session = session;
  }

  get(path = ''): Promise<Body> {
    return this.#served.call(`${this.#path}${path}`);
  }

  post(path: string, body: unknown): Promise<Body> {
    return this.#served.call(`${this.#path}${path}`, body);
  }

  gate(nodeId = 'gate'): Promise<Body> {
    const data = { title: 'Let it pass?', actions: ['accept', 'reject'] };
    return this.post('/interrupts', { nodeId, kind: 'approval', data });
  }

  emit(envelope: unknown): Promise<Body> {
    return this.post('/envelopes', { envelope });
  }

  async status(): Promise<string> {
    return (await this.get()).status;
  }
}
