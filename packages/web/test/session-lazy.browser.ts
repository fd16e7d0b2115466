// The chrome of a session, whose code comes when there is something for it: what is not trusted does not make the page ask
// for it, nothing that waits for it is lost, and surfaces do not wait for it for long.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASIC_09, bundle, Harness, launch } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle('./words-page.ts')]);
});
afterAll(() => browser?.close());

const ASK = { op: 'ask', ask: 'a', want: { kind: 'text' }, prompt: 'Which name?' };
const TASK = { op: 'task', task: 't', value: 1, total: 4, message: 'Reading' };
const TOAST = { op: 'effect', effect: { kind: 'toast', text: 'Saved', ms: 0 } };
const SURFACE = {
  op: 'open',
  surface: 's',
  catalog: BASIC_09,
  root: 'root',
  components: [{ id: 'root', type: 'Text', props: { text: 'Words' } }],
};

/** A page that is never idle until `beIdle()`, and what it asks for. */
async function open(trust: 'trusted' | 'untrusted'): Promise<{ harness: Harness; asked: string[] }> {
  const harness = await Harness.open(browser, files, { isBusy: true });
  const asked: string[] = [];
  harness.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await harness.page.evaluate((given) => {
    window.spoken.element.trust = given;
  }, trust);
  return { harness, asked };
}

function feed({ page }: Harness, ...body: readonly object[]): Promise<void> {
  return page.evaluate((parts) => window.spoken.feed(JSON.parse(parts)), JSON.stringify(body));
}

it('a question of a trusted session comes without waiting until the page is idle, and so do tasks and notes', async () => {
  const { harness } = await open('trusted');
  await feed(harness, ASK);
  await harness.page.getByRole('dialog').getByText('Which name?').waitFor();
  await feed(harness, TASK, TOAST);
  await harness.page.getByRole('list').getByText('Reading').waitFor({ state: 'attached' });
  await harness.close();
});

it('what a session that is not trusted holds makes the page ask for nothing; it is shown once the page was idle', async () => {
  const { harness, asked } = await open('untrusted');
  const { page } = harness;
  await feed(harness, SURFACE, ASK, TASK, TOAST);
  await page.getByText('Words').waitFor();
  // Drawn anew with tasks that wait: the surface waits no longer than half a second.
  await page.evaluate(() => {
    const { element } = window.spoken;
    const { view } = element;
    element.view = undefined;
    element.view = view;
  });
  await page.getByText('Words').waitFor();
  expect(asked).toEqual([]);
  await page.evaluate('beIdle()');
  await page.getByRole('dialog').getByText('Which name?').waitFor();
  await page.getByText('Reading').waitFor({ state: 'attached' });
  expect(asked.length).toBeGreaterThan(0);
  await harness.close();
});

it('an idle page of a trusted session fetches it once something from elsewhere is shown, and not before', async () => {
  const { harness, asked } = await open('trusted');
  const { page } = harness;
  const beIdle = () =>
    page.evaluate(async () => {
      (window as unknown as { beIdle(): void }).beIdle();
      await window.spoken.element.idle;
    });
  const isAsked = (): boolean => asked.some((path) => path.startsWith('/session-chrome'));
  await feed(harness, SURFACE);
  await page.getByText('Words').waitFor();
  await beIdle();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await page.evaluate((ask) => window.spoken.feed([JSON.parse(ask)], 'untrusted'), JSON.stringify(ASK));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(isAsked()).toBe(false);
  await page.evaluate('beIdle()');
  await page.getByRole('dialog').getByText('Which name?').waitFor();
  expect(isAsked()).toBe(true);
  await harness.close();
});

it('a note that came before its code is shown when that has come', async () => {
  const { harness } = await open('untrusted');
  await feed(harness, TOAST);
  await harness.page.evaluate('beIdle()');
  await harness.page.getByText('Saved').waitFor();
  await harness.close();
});
