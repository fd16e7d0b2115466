// A real host on a free port that also serves the peers' pages, a browser, and those who talk to the host in a test: an
// agent over plain HTTP, a demo, and an operator who looks at the entries.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAgent } from '@vitrine/client';
import { DEMOS, DemoPlayer } from '@vitrine/demos';
import { createHost, type Host } from '@vitrine/host';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { launch } from '../../packages/web/test/harness.ts';
import { bundlePages } from './bundle-pages.ts';
import { type PeerName, PeerView } from './peer-view.ts';

/** A Wednesday: what the demos offer begins the day after. */
export const NOW = new Date('2026-11-18T10:00:00Z');

export type Wire = { readonly [key: string]: unknown };

export interface Opened {
  readonly session: string;
  readonly token: string;
}

export interface Answer {
  readonly accepted: number;
  readonly seq: number;
  readonly issues: readonly { readonly code: string; readonly severity: string; readonly at?: string }[];
}

interface Entry {
  readonly seq: number;
  readonly from: { readonly role: string };
  readonly body: readonly Wire[];
}

interface Scenery {
  readonly host: Host;
  readonly folder: string;
  readonly browser: Browser;
  readonly url: string;
  readonly key: string;
  /** How far the host's clock is ahead. */
  readonly clock: { ahead: number };
}

export class Stage {
  readonly #scenery: Scenery;
  readonly key: string;
  #operator: string | undefined;
  readonly #closers: (() => void)[] = [];

  constructor(scenery: Scenery) {
    this.#scenery = scenery;
    this.key = scenery.key;
  }

  static async open(): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-peers-'));
    const clock = { ahead: 0 };
    const host = await createHost({ folder, page: await bundlePages(), now: () => Date.now() + clock.ahead });
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    return new Stage({ host, folder, browser: await launch(), url, key, clock });
  }

  async close(): Promise<void> {
    for (const close of this.#closers) close();
    await this.#scenery.browser.close();
    await this.#scenery.host.stop(0);
    await rm(this.#scenery.folder, { recursive: true, force: true });
  }

  /** Time that nobody has to wait for. */
  pass(milliseconds: number): void {
    this.#scenery.clock.ahead += milliseconds;
  }

  async call<T>(credential: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#scenery.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  }

  async openSession(options: Wire = {}): Promise<Opened> {
    const { session, viewerToken } = await this.call<{ session: string; viewerToken: string }>(
      this.key,
      '/sessions',
      options,
    );
    return { session, token: viewerToken };
  }

  /** As an agent. All of it has to be fine. */
  async send(session: string, ...messages: readonly unknown[]): Promise<void> {
    const answer = await this.call<Answer>(this.key, `/sessions/${session}/messages`, messages);
    expect(answer).toMatchObject({ accepted: messages.length, issues: [] });
  }

  /** A session with these messages. */
  async show(...messages: readonly unknown[]): Promise<Opened> {
    const opened = await this.openSession();
    await this.send(opened.session, ...messages);
    return opened;
  }

  /** As a viewer, without a page. */
  post({ session, token }: Opened, dialect: string, message: unknown): Promise<Answer> {
    return this.call<Answer>(token, `/sessions/${session}/events?dialect=${dialect}`, message);
  }

  /** All that the agent was told a person did: without presence, and without what a page says went wrong on its way. */
  async delivered(session: string): Promise<readonly Wire[]> {
    const { events } = await this.call<{ events: readonly { event: Wire; metadata?: Wire }[] }>(
      this.key,
      `/sessions/${session}/events?consumer=witness`,
    );
    return events
      .filter(({ event }) => !isPresence(event) && !Object.hasOwn(event, 'error'))
      .map(({ event, metadata }) => ({ ...event, ...(metadata === undefined ? {} : { metadata }) }));
  }

  /** What is in the log, oldest first. */
  async entries(session: string): Promise<readonly Entry[]> {
    const { credentials } = this.#scenery.host;
    this.#operator ??= (await credentials.redeemOperatorCode(credentials.newOperatorCode())).token;
    const { seq: head } = await this.call<{ seq: number }>(this.key, `/sessions/${session}`);
    const over = new AbortController();
    const response = await fetch(`${this.#scenery.url}/sessions/${session}/entries?after=0`, {
      headers: { authorization: `Bearer ${this.#operator}` },
      signal: over.signal,
    });
    const found: Entry[] = [];
    for await (const entry of readEntries(response)) {
      found.push(entry);
      if (entry.seq >= head) break;
    }
    over.abort();
    return found;
  }

  /** What viewers have done, as the host has judged it; what they complain of while a surface comes in pieces is no act. */
  async judged(session: string): Promise<readonly Wire[]> {
    const entries = await this.entries(session);
    return entries.flatMap(({ from, body }) =>
      from.role === 'viewer' ? body.filter(({ event }) => event !== 'issue') : [],
    );
  }

  /** Plays a demo in a session of its own, as its program does. */
  async play(name: string): Promise<Opened & { readonly problems: readonly string[] }> {
    const demo = DEMOS.find((candidate) => candidate.name === name);
    if (demo === undefined) throw new Error(`There is no demo ${name}.`);
    const agent = connectAgent({
      url: this.#scenery.url,
      key: this.key,
      consumer: `demo-${crypto.randomUUID()}`,
      transport: 'sse',
    });
    this.#closers.push(() => agent.close());
    const session = await agent.open({ title: demo.title, dialect: demo.dialect });
    const problems: string[] = [];
    const player = new DemoPlayer({
      demo,
      session,
      now: () => NOW,
      after: () => () => undefined,
      report: (problem) => problems.push(problem),
    });
    session.on('event', ({ wire, seq }) => player.hear({ wire, seq, at: NOW.toISOString() }));
    return { session: session.id, token: session.viewerToken as string, problems };
  }

  async view(peer: PeerName, { session, token }: Opened): Promise<PeerView> {
    const context = await this.#scenery.browser.newContext({
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const view = new PeerView(peer, page);
    await page.goto(`${this.#scenery.url}/peers/${peer}.html#${new URLSearchParams({ session, token })}`);
    await page.waitForFunction(() => window.peer?.isReady === true);
    return view;
  }
}

function isPresence(event: Wire): boolean {
  const body = Array.isArray(event.body) ? (event.body as readonly Wire[]) : [];
  return body.length > 0 && body.every((part) => part.event === 'join' || part.event === 'leave');
}

async function* readEntries(response: Response): AsyncGenerator<Entry, void, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = blocks.pop() as string;
    for (const block of blocks) {
      const data = /^data: ?(.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Entry;
    }
  }
}
