// What stands where a component cannot, in a real Chromium.

import type { Json } from '@vitrine/core';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import { bundle, Harness, launch, surface09 } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;
let harness: Harness;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle()]);
});
afterAll(() => browser?.close());
beforeEach(async () => {
  harness = await Harness.open(browser, files);
});
afterEach(async () => {
  expect(harness.complaints).toEqual([]);
  expect(harness.requests).toEqual([]);
  await harness.close();
});

const update = (...components: Json[]): Json => ({ version: 'v0.9', updateComponents: { surfaceId: 's', components } });
const column = (...children: string[]): Json => ({ id: 'root', component: 'Column', children });
const text = (id: string, words: string): Json => ({ id, component: 'Text', text: words });
const codes = async () => (await harness.issues()).map(({ code }) => code);
const end = (ended: boolean) =>
  harness.page.evaluate(async (value) => {
    window.vitrine.element().ended = value;
    await window.vitrine.idle();
  }, ended);

describe('a component that has not come', () => {
  it('is a skeleton that says nothing, and then the component', async () => {
    await harness.feed(...surface09([column('late', 'here'), text('here', 'Here')]));
    const skeleton = harness.page.locator('.skeleton');
    expect(await skeleton.getAttribute('aria-hidden')).toBe('true');
    expect(await skeleton.evaluate((element) => element.getAnimations().length)).toBe(0);
    await harness.feed(update(text('late', 'Late')));
    expect(await skeleton.count()).toBe(0);
    expect(await harness.page.locator('.text').allTextContents()).toEqual(['Late', 'Here']);
    expect(await harness.issues()).toEqual([]);
  });

  it('is said to be missing, once, when the stream has ended', async () => {
    await harness.feed(...surface09([column('late', 'late', 'here'), text('here', 'Here')]));
    await end(true);
    expect(await harness.page.locator('.skeleton').count()).toBe(0);
    expect(await harness.page.getByText('A part is missing: "late" was not sent.').count()).toBe(2);
    expect(await codes()).toEqual(['VITRINE_TREE_DANGLING']);
  });

  it('is said to be missing when it is the root, and takes its place even then', async () => {
    await harness.feed(...surface09([text('other', 'Other')]));
    expect(await harness.page.locator('.placeholder').count()).toBe(0);
    await end(true);
    await harness.page.getByText('Nothing can be shown here: "root" was not sent.').waitFor();
    expect(await codes()).toEqual(['VITRINE_TREE_DANGLING']);
    await harness.feed(update(column('other')));
    expect(await harness.page.locator('.text').allTextContents()).toEqual(['Other']);
    expect(await harness.page.locator('.placeholder').count()).toBe(0);
  });

  it('takes its place even after that', async () => {
    await harness.feed(...surface09([column('late')]));
    await end(true);
    await harness.feed(update(text('late', 'Late')));
    expect(await harness.page.locator('.text').allTextContents()).toEqual(['Late']);
    expect(await harness.page.locator('.placeholder').count()).toBe(0);
  });

  it('is said to be missing when nothing has come for a while, and not before', async () => {
    await harness.page.clock.install();
    await harness.feed(...surface09([column('late')]));
    const missing = harness.page.getByText('A part is missing');
    await harness.page.clock.runFor(4000);
    expect(await missing.count()).toBe(0);
    // Something came, though nobody sees it: the time begins anew.
    await harness.feed(update(text('unseen', 'Unseen')));
    await harness.page.clock.runFor(4000);
    expect(await missing.count()).toBe(0);
    await harness.page.clock.runFor(6100);
    await missing.waitFor();
    expect(await codes()).toEqual(['VITRINE_TREE_DANGLING']);
    await harness.feed(update(text('late', 'Late')));
    await harness.page.clock.runFor(100);
    await harness.page.getByText('Late', { exact: true }).waitFor();
  });

  it('waits anew when a later message brings another', async () => {
    await harness.page.clock.install();
    await harness.feed(...surface09([column('one')]));
    await harness.page.clock.runFor(12_000);
    await harness.page.getByText('"one" was not sent').waitFor();
    await harness.feed(update(column('one', 'two')));
    await harness.page.clock.runFor(100);
    expect(await harness.page.locator('.skeleton').count()).toBe(1);
    await harness.page.clock.runFor(12_000);
    await harness.page.getByText('"two" was not sent').waitFor();
  });

  it('keeps no clock once it has come or the surface is cleared', async () => {
    const running = async () =>
      harness.page.evaluate(() => (window as unknown as { running: Set<number> }).running.size);
    await harness.page.evaluate(() => {
      const running = new Set<number>();
      Object.assign(window, { running });
      const [set, clear] = [window.setTimeout, window.clearTimeout];
      window.setTimeout = ((run: () => void, ms: number) => {
        const id = set(run, ms);
        if (ms === 5000) running.add(id);
        return id;
      }) as typeof setTimeout;
      window.clearTimeout = (id) => {
        running.delete(id as number);
        clear(id);
      };
    });
    await harness.feed(...surface09([column('one', 'two')]));
    expect(await running()).toBe(1);
    await harness.feed(update(text('one', '1')));
    expect(await running()).toBe(1);
    await harness.feed(update(text('two', '2')));
    expect(await running()).toBe(0);
    await harness.feed(update(column('three')));
    expect(await running()).toBe(1);
    await harness.feed({ version: 'v0.9', deleteSurface: { surfaceId: 's' } });
    expect(await running()).toBe(0);
  });
});

describe('what cannot be shown', () => {
  it('says what is missing where there is no widget', async () => {
    await harness.feed(...surface09([column('a', 'b'), text('a', 'x'), text('b', 'y')]));
    await harness.page.evaluate(async () => {
      const element = window.vitrine.element();
      const Widgets = element.widgets.constructor as new () => typeof element.widgets;
      element.widgets = new Widgets();
      const surface = window.vitrine.fold.surfaces.get('s');
      if (surface !== undefined) element.show(surface, window.vitrine.fold);
      await element.idle;
    });
    await harness.page.getByText('"Column" cannot be shown: this page has no widget for it.').waitFor();
    expect(await codes()).toEqual(['VITRINE_COMPONENT_UNKNOWN']);
  });

  it('says so of a component that would contain itself, and shows the rest', async () => {
    await harness.feed(
      ...surface09([column('card', 'here'), { id: 'card', component: 'Card', child: 'root' }, text('here', 'Here')]),
    );
    await harness.page.getByText('"root" would contain itself and is not shown again.').waitFor();
    await harness.page.getByText('Here').waitFor();
    expect(await codes()).toContain('VITRINE_TREE_CYCLE');
  });

  it('says that there is more than can be shown', async () => {
    const nest = Array.from({ length: 80 }, (_, i) => ({ id: `c${i}`, component: 'Card', child: `c${i + 1}` }));
    await harness.feed(...surface09([column('c0'), ...nest, text('c80', 'End')]));
    await harness.page.getByText('There is more here than can be shown.').waitFor();
    expect(await codes()).toEqual(['VITRINE_LIMIT_NODES']);
  });

  it('stays phrasing content inside a button', async () => {
    await harness.feed(
      ...surface09([column('go'), { id: 'go', component: 'Button', child: 'late', action: { event: { name: 'a' } } }]),
    );
    await end(true);
    expect(
      await harness.page
        .getByRole('button')
        .locator('.placeholder')
        .evaluate((element) => element.localName),
    ).toBe('span');
  });
});

describe.each([
  ['light', BYPASS],
  ['dark', BYPASS_DARK],
] as const)('axe, %s', (_scheme, context) => {
  it('finds nothing wrong with skeletons and notes', async () => {
    await harness.close();
    harness = await Harness.open(browser, files, { context });
    await harness.feed(...surface09([column('one', 'card'), { id: 'card', component: 'Card', child: 'root' }]));
    expect(await violations(harness.page)).toEqual([]);
    await end(true);
    expect(await violations(harness.page)).toEqual([]);
  });
});
