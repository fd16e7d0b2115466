// `idle` is a promise that all is drawn: also what is drawn by code that has to be fetched first.

import type { Op } from '@vitrine/core';
import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, Harness, launch } from './harness.ts';
import { openwop } from './words-scenes.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle('./words-page.ts')]);
});
afterAll(() => browser?.close());

/** Shows these in a session and tells what stands there as soon as it says that it is idle. */
function shownWhenIdle({ page }: Harness, ops: readonly Op[], selectors: readonly string[]): Promise<number[]> {
  return page.evaluate(
    async ([text, wanted]) => {
      const { element, feed } = window.spoken;
      feed(JSON.parse(text));
      await element.idle;
      const roots = [...(element.shadowRoot?.querySelectorAll('vitrine-surface') ?? [])].map((one) => one.shadowRoot);
      return wanted.map((selector) => roots.flatMap((root) => [...(root?.querySelectorAll(selector) ?? [])]).length);
    },
    [JSON.stringify(ops), [...selectors]] as const,
  );
}

const OPS: readonly Op[] = [
  openAgentchains('chart', 'chart', { chart_type: 'bar', x_axis: { values: ['a'] }, series: [{ data: [1] }] }),
  openAgentchains('code', 'code', { language: 'json', code: '{"a": 1}' }),
  openAgentchains('markdown', 'markdown', { content: '**bold**' }),
  openwop,
];
const DRAWN = ['svg.drawing .bar', '[class^=hl-]', '.prose-piece strong', 'select', '.skeleton'];

it('an element is idle when the code of its widgets has come and has drawn', async () => {
  const harness = await Harness.open(browser, files, { isFresh: true });
  const [bars, tokens, strong, selects, skeletons] = await shownWhenIdle(harness, OPS, DRAWN);
  expect([bars, strong, selects, skeletons]).toEqual([1, 1, 1, 0]);
  expect(tokens).toBeGreaterThan(0);
  expect(harness.complaints).toEqual([]);
  await harness.close();
});

it('an element whose code does not come is idle, too, and says what it can', async () => {
  const harness = await Harness.open(browser, files, { isFresh: true });
  await harness.page.route('**/*', (route) => route.abort());
  expect(await shownWhenIdle(harness, OPS, [...DRAWN, '.placeholder'])).toEqual([0, 0, 0, 0, 0, 4]);
  await harness.close();
});

it('an element that is taken from the page while it waits is idle', async () => {
  const harness = await Harness.open(browser, files, { isFresh: true });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await harness.page.route('**/*', async (route) => {
    await released;
    await route.abort();
  });
  const idle = await harness.page.evaluate(async (text) => {
    const { element, feed } = window.spoken;
    feed(JSON.parse(text));
    element.flush();
    element.remove();
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    await element.idle;
    return true;
  }, JSON.stringify(OPS));
  expect(idle).toBe(true);
  release();
  await harness.close();
});
