// What the tests of <vitrine-session> share: a page with one session, ops to feed it, and its events.

import type { AskOp, EffectOp, Issue, JsonObject, Op, OpenOp, ViewerEvent, Want } from '@vitrine/core/internal';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { BASIC_09, bundle, Harness, launch } from './harness.ts';
import type { SessionTestPage } from './session-page.ts';

export async function start(): Promise<{ browser: Browser; files: Map<string, Uint8Array> }> {
  const [browser, files] = await Promise.all([launch(), bundle('./session-page.ts')]);
  return { browser, files };
}

export class SessionHarness {
  readonly harness: Harness;
  readonly page: Page;

  constructor(harness: Harness) {
    this.harness = harness;
    this.page = harness.page;
  }

  static async open(
    given: { browser: Browser; files: Map<string, Uint8Array> },
    context: BrowserContextOptions = {},
  ): Promise<SessionHarness> {
    return new SessionHarness(await Harness.open(given.browser, given.files, { context }));
  }

  /** A new session on the same page: much cheaper than a new page. */
  async restart(): Promise<void> {
    await this.page.evaluate(() => window.startVitrine({}));
    await this.page.mouse.move(0, 0);
  }

  /** Nothing has been requested, nobody has complained. */
  get mishaps(): readonly string[] {
    return [...this.harness.complaints, ...this.harness.requests];
  }

  feed(...body: readonly (Op | ViewerEvent)[]): Promise<readonly Issue[]> {
    // As text: Playwright's types would follow the recursive type of JSON without end.
    return this.page.evaluate((parts) => window.session.feed(JSON.parse(parts)), JSON.stringify(body));
  }

  sent(): Promise<ViewerEvent[]> {
    return this.page.evaluate(() => window.session.sent);
  }

  set(options: Parameters<SessionTestPage['reset']>[0]): Promise<void> {
    return this.page.evaluate((values) => window.session.reset(values), options);
  }

  found(): Promise<string[]> {
    return this.page.evaluate(() => window.session.found.map(({ code }) => code));
  }

  /** Time stands still from now on, and goes on only when told. */
  async freeze(): Promise<void> {
    await this.page.clock.install({ time: new Date('2026-01-01T00:00:00Z') });
    await this.page.clock.pauseAt(new Date('2026-01-01T00:00:01Z'));
  }

  /** The moment this many seconds from now. */
  moment(seconds: number): Promise<string> {
    return this.page.evaluate((more) => new Date(Date.now() + more * 1000).toISOString(), seconds);
  }

  async wait(ms: number): Promise<void> {
    await this.page.clock.runFor(ms);
    await this.page.evaluate(() => window.session.element.flush());
  }
}

export const surface = (id: string, words: string, place?: JsonObject): OpenOp => ({
  op: 'open',
  surface: id,
  catalog: BASIC_09,
  ...(place === undefined ? {} : { place }),
  components: [
    { id: 'root', type: 'Column', props: { children: ['title', 'name', 'go'] } },
    { id: 'title', type: 'Text', props: { text: words, variant: 'h2' } },
    { id: 'name', type: 'TextField', props: { label: `Name in ${id}`, value: { path: '/name' } } },
    { id: 'label', type: 'Text', props: { text: `Go ${id}` } },
    { id: 'go', type: 'Button', props: { child: 'label', action: { event: { name: 'go' } } } },
  ],
});

export const ask = (id: string, want: Want, more: Partial<AskOp> = {}): AskOp => ({
  op: 'ask',
  ask: id,
  want,
  prompt: `Question ${id}?`,
  ...more,
});

export const toast = (text: string, more: { severity?: string; ms?: number } = {}): EffectOp => ({
  op: 'effect',
  effect: { kind: 'toast', text, ...more },
});

export const navigate = (url: string, newTab = false): EffectOp => ({
  op: 'effect',
  effect: { kind: 'navigate', url, newTab },
});
