// How long the tasks of the page are while a Text of a million characters is drawn. What is measured here is the clock, so
// nothing else runs beside it.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pages, surface } from './text-setup.ts';

const { open } = pages();

/** Feeds text and tells the longest task, in milliseconds, that drawing it took. */
const longestTask = (page: Page, act: () => Promise<unknown>): Promise<number> =>
  page
    .evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
    })
    .then(act)
    .then(() =>
      page.evaluate(
        () =>
          new Promise<number>((done) =>
            setTimeout(() => done(Math.max(0, ...(window as unknown as { tasks: number[] }).tasks)), 100),
          ),
      ),
    );

describe('a text of a million characters', () => {
  const long = (words: string) =>
    surface('0.9', [{ id: 'root', component: 'Text', text: { path: '/t' } }], { t: words });

  it.each([
    ['words', 'lorem ipsum '.repeat(83_000)],
    ['one word', 'x'.repeat(1_000_000)],
    ['marks', '*a **b `c '.repeat(100_000)],
    ['paragraphs', '# Head\n\n- a *b*\n\n'.repeat(50_000)],
  ])('made of %s shows its beginning, drawn in short tasks', async (_what, words) => {
    const harness = await open();
    const longest = await longestTask(harness.page, () => harness.feed(...long(words)));
    const shown = await harness.page.locator('.text').evaluate((element) => element.textContent?.length ?? 0);
    expect(shown).toBeGreaterThan(500);
    expect(shown).toBeLessThan(25_000);
    expect(await harness.page.getByRole('button', { name: 'Show more' }).count()).toBe(1);
    // A quiet machine takes less than 50; half a second would be the whole text.
    expect(longest).toBeLessThan(500);
  });
});
