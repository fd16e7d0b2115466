// What an agent may send to the AgentChains components to break them: the page loads nothing and runs nothing. And what
// everybody must be able to use: no violation of WCAG 2.2 AA, in light and in dark.

import type { Json, JsonObject } from '@vitrine/core';
import type { AgentchainsType } from '@vitrine/core/catalogs/agentchains';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../core/test/agentchains-samples.ts';
import { mutate, Random } from '../../core/test/samples.ts';
import { applyEach, render, set, useShelf } from './agentchains-setup.ts';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import type { Harness } from './harness.ts';

const shelf = useShelf();
const TYPES = Object.keys(SAMPLES) as AgentchainsType[];
const SEED = 20_261_115;

/** These are drawn a part at a time. */
const FOR_LONG_TEXTS = new Set(['markdown /data/content', 'code /data/code']);

/** Paths of all texts in it. */
function textsOf(value: Json, path: string): readonly string[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`));
}

/** With a megabyte in each of these places in turn: characters of the longest text that the component shows or says. */
function shownLengths({ page }: Harness, sample: Json, paths: readonly string[]): Promise<Record<string, number>> {
  // The megabyte is made in the page: to bring it there costs more than to show it.
  return page.evaluate(
    async ([text, places]) => {
      const lengths: Record<string, number> = {};
      for (const path of places) {
        window.agentchains.apply([
          { op: 'set', surface: 's', path: '/data', value: JSON.parse(text) },
          { op: 'set', surface: 's', path, value: 'word '.repeat(200_000) },
        ]);
        await window.vitrine.idle();
        const root = window.vitrine.element().shadowRoot as ShadowRoot;
        let longest = 0;
        for (const element of root.querySelectorAll(':not(style)')) {
          for (const child of element.childNodes)
            if (child instanceof Text) longest = Math.max(longest, child.data.length);
          for (const name of ['alt', 'title', 'placeholder', 'aria-label'])
            longest = Math.max(longest, element.getAttribute(name)?.length ?? 0);
        }
        lengths[path] = longest;
      }
      return lengths;
    },
    [JSON.stringify(sample), [...paths]] as const,
  );
}

const WRONG: Json[] = [null, 7, 'text', true, [], {}, [[]], { content: 7 }, { content: { content: [] } }];
const BAD_URLS = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'file:///etc/passwd',
  'https://tracker.example/x.png',
  '//tracker.example/x',
];

describe('hostile data', () => {
  it('of wrong types break no component', async () => {
    const harness = await shelf.open();
    for (const type of TYPES) {
      await render(harness, type, SAMPLES[type], type);
      const spoiled = Object.keys(SAMPLES[type]).flatMap((key) =>
        WRONG.map((wrong): JsonObject => ({ ...SAMPLES[type], [key]: wrong })),
      );
      await applyEach(
        harness,
        [...WRONG, ...spoiled].map((data) => set('/data', data, type)),
      );
    }
    expect((await harness.issues()).filter(({ code }) => code === 'VITRINE_WIDGET_FAILED')).toEqual([]);
  });

  it(`of any kind break no component (seed ${SEED})`, async () => {
    const harness = await shelf.open();
    const random = new Random(SEED);
    for (const type of TYPES) await render(harness, type, SAMPLES[type], type);
    const rounds = TYPES.flatMap((type) =>
      Array.from({ length: 60 }, () => set('/data', mutate(SAMPLES[type], random), type)),
    );
    await applyEach(harness, rounds);
    expect((await harness.issues()).filter(({ code }) => code === 'VITRINE_WIDGET_FAILED')).toEqual([]);
  });

  it.each(BAD_URLS)('with the address %j load and open nothing', async (url) => {
    const harness = await shelf.open();
    await render(harness, 'card', { image: url, actions: [{ label: 'Go', url }] }, 'card');
    await render(harness, 'image', { url, alt: 'x' }, 'image');
    await render(harness, 'markdown', { content: `[a](<${url}>) ![b](<${url}>) <img src="${url}">` }, 'markdown');
    await harness.page.locator('.prose-piece').waitFor();
    await harness.page.getByRole('button', { name: 'Go' }).click();
    expect(await harness.page.locator('vitrine-surface :is(img, script, iframe, object)').count()).toBe(0);
    const hrefs = await harness.page
      .locator('a')
      .evaluateAll((all) => (all as HTMLAnchorElement[]).map((a) => a.protocol));
    expect(hrefs.filter((protocol) => protocol !== 'https:')).toEqual([]);
  });

  it('of an untrusted surface load nothing though the policy would allow it', async () => {
    const harness = await shelf.open({ trust: 'untrusted', urls: { media: ['*'], links: 'web' } });
    for (const type of TYPES) await render(harness, type, SAMPLES[type], type);
    await harness.page.getByRole('button', { name: 'See the map' }).click();
    expect(await harness.page.evaluate(() => window.agentchains.opened)).toEqual([]);
    expect(await harness.page.locator('img[src], a[href]').count()).toBe(0);
  });

  it('of ten thousand of everything are bounded', async () => {
    const harness = await shelf.open();
    const many = <T>(make: (i: number) => T): T[] => Array.from({ length: 10_000 }, (_, i) => make(i));
    await render(harness, 'steps', { steps: many((i) => ({ label: `s${i}` })) }, 'steps');
    const actions = many((i) => ({ label: `a${i}`, action: 'a' }));
    await render(harness, 'card', { actions, sections: many((i) => ({ label: `l${i}`, value: i })) }, 'card');
    await render(harness, 'form', { fields: many((i) => ({ name: `f${i}` })) }, 'form');
    await render(harness, 'form', { fields: [{ name: 'o', type: 'select', options: many(String) }] }, 'select');
    await render(harness, 'chart', { series: many((i) => ({ name: `x${i}`, data: [i] })) }, 'chart');
    await harness.page.getByText('9988 more series are not drawn.').waitFor();
    expect(await harness.page.locator('#form input').count()).toBe(5000);
    expect(await harness.page.locator('#card button').count()).toBe(50);
    expect(await harness.page.locator('#card .fact').count()).toBe(500);
    expect(await harness.page.locator('#steps li').count()).toBe(500);
    expect(await harness.page.locator('#select option').count()).toBe(2001);
    expect(await harness.page.locator('#card .caption').allTextContents()).toEqual([
      '9500 more entries are not shown.',
      '9950 more actions are not shown.',
    ]);
    expect(await harness.page.locator('#steps .caption').textContent()).toBe('9500 more steps are not shown.');
    expect(await harness.page.locator('#form .caption').textContent()).toBe('5000 more fields are not shown.');
    expect(await harness.page.locator('#select .hint').textContent()).toBe('8000 more options are not shown.');
  });

  it.each(TYPES)('of a megabyte in any place for a few words of a %s are cut', async (type) => {
    const harness = await shelf.open();
    await render(harness, type, SAMPLES[type]);
    for (const toggle of await harness.page.getByText('Show data').all()) await toggle.click();
    const paths = textsOf(SAMPLES[type], '/data').filter((path) => !FOR_LONG_TEXTS.has(`${type} ${path}`));
    const lengths = await shownLengths(harness, SAMPLES[type], paths);
    expect(Object.entries(lengths).filter(([, length]) => length > 2100)).toEqual([]);
    expect(lengths['/data/title']).toBe(2001);
  });

  it('with signs that nobody sees show them or leave them out', async () => {
    const harness = await shelf.open();
    await render(harness, 'alert', { title: 'safe\u202egnp.exe', message: 'a\u200bb' });
    expect(await harness.page.getByRole('status').textContent()).toBe('Infosafe\ufffdgnp.exeab');
  });
});

describe.each([
  ['light', BYPASS],
  ['dark', BYPASS_DARK],
])('in %s colours', (_, context) => {
  it('nothing breaks WCAG 2.2 AA', async () => {
    const harness = await shelf.open({ context });
    for (const type of TYPES) await render(harness, type, SAMPLES[type], type);
    const rows = Array.from({ length: 300 }, (_unused, i) => ({ name: `Row ${i}`, draught: i }));
    await render(harness, 'table', { ...SAMPLES.table, rows }, 'large');
    await render(harness, 'chart', { ...SAMPLES.chart, chart_type: 'pie' }, 'pie');
    await render(harness, 'chart', { ...SAMPLES.chart, chart_type: 'bar' }, 'bar');
    await render(harness, 'code', { language: 'ts', code: '// c\nconst a: string = `x${1}`;\n'.repeat(60) }, 'ts');
    const prose =
      '# A\n\n[l](https://x.example) `c` **b**\n\n- [x] d\n\n> q\n\n|a|b|\n|-|-|\n|1|2|\n\n```\nx\n```\n\n![p](x)';
    await render(harness, 'markdown', { content: prose }, 'prose');
    for (const severity of ['info', 'success', 'error'])
      await render(harness, 'alert', { severity, title: 'T', message: 'M', dismissible: true }, severity);
    await harness.page.getByRole('button', { name: 'Ask' }).click();
    await harness.page.getByText('Please fill this in.').waitFor();
    for (const toggle of await harness.page.getByText('Show data').all()) await toggle.click();
    await harness.page.locator('.hl-keyword').first().waitFor();
    await harness.page.evaluate(() => window.vitrine.idle());
    expect(await violations(harness.page)).toEqual([]);
  });
});
