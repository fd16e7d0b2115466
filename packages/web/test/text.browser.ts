// Text in a real Chromium: what each variant is, what its Markdown becomes, and how little happens when it changes.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import { column, pages, put, surface, VERSIONS, write } from './text-setup.ts';

const { open } = pages();

/** The markup of what stands for the first Text, without classes, parts, directions and what the focus left. */
const markup = (page: Page): Promise<string> =>
  page
    .locator('.text')
    .first()
    .evaluate((element) => element.outerHTML.replace(/ (?:class|part|dir|tabindex)="[^"]*"/g, ''));

const text = (words: string, more = {}) => ({ id: 'root', component: 'Text', text: words, ...more });

describe('Text', () => {
  it.each(['0.8', '0.9'] as const)('of %s has headings, a caption and a body', async (version) => {
    const harness = await open();
    const hint = version === '0.8' ? 'usageHint' : 'variant';
    const kinds = ['h1', 'h2', 'h3', 'h4', 'h5', 'caption', 'body'];
    const texts = kinds.map((kind) => ({ id: kind, component: 'Text', text: `As ${kind}`, [hint]: kind }));
    await harness.feed(...surface(version, column(...texts)));
    for (let level = 1; level <= 5; level++)
      expect(await harness.page.getByRole('heading', { name: `As h${level}`, level }).count()).toBe(1);
    const tags = await harness.page
      .locator('.text')
      .evaluateAll((all) => all.map((one) => `${one.localName}.${one.className}`));
    expect(tags.slice(5)).toEqual(['p.text caption', 'p.text']);
    const sizes = await harness.page
      .locator('.text')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a).toSpliced(5, 2, sizes[5] as number, sizes[6] as number));
  });

  it('of 1.0 takes its headings from Markdown', async () => {
    const harness = await open();
    await harness.feed(...surface('1.0', [text('# Title\n\nSome **bold** words')]));
    expect(await harness.page.getByRole('heading', { name: 'Title', level: 1 }).count()).toBe(1);
    expect(await markup(harness.page)).toBe('<div><h1>Title</h1><p>Some <strong>bold</strong> words</p></div>');
  });

  it.each(VERSIONS)('of %s that is plain is one element with one text', async (version) => {
    const harness = await open();
    await harness.feed(...surface(version, [text('A well-known text, 3-5 days, for 12. Second.')]));
    expect(await markup(harness.page)).toBe('<p>A well-known text, 3-5 days, for 12. Second.</p>');
  });

  it('shows every mark of the subset as nodes', async () => {
    const harness = await open();
    const words = '## H\na *b* ~~c~~ `d`\ne\n\n- x\n  1. y\n- z\n\n> q\n\n---\n\n```js\n<b> *n*\n```';
    await harness.feed(...surface('0.9', [text(words)]));
    expect(await markup(harness.page)).toBe(
      '<div><h2>H</h2><p>a <em>b</em> <s>c</s> <code>d</code>\ne</p><ul><li>x<ol><li>y</li></ol></li><li>z</li></ul>' +
        '<blockquote><p>q</p></blockquote><hr><pre>&lt;b&gt; *n*</pre></div>',
    );
  });

  it('shows HTML, links and pictures as characters', async () => {
    const harness = await open();
    const words =
      '**x** <img src=https://a.test/x onerror=alert(1)> [l](javascript:alert(1)) ![p](https://a.test/p.png) <script>alert(1)</script>';
    await harness.feed(...surface('0.9', [text(words)]));
    expect(await harness.page.locator('.text').textContent()).toBe(
      'x <img src=https://a.test/x onerror=alert(1)> l (javascript:alert(1)) p <script>alert(1)</script>',
    );
    expect(await harness.page.locator('.text :is(a, img, script)').count()).toBe(0);
  });

  it('holds only phrasing content in a heading and in a button', async () => {
    const harness = await open();
    const words = '# Go **now**\n\n- or later';
    await harness.feed(
      ...surface(
        '0.9',
        column(
          { id: 'a', component: 'Text', text: words, variant: 'h2' },
          { id: 'b', component: 'Button', child: 'c', action: { event: { name: 'go' } } },
        ).concat({ id: 'c', component: 'Text', text: words }),
      ),
    );
    const found = await harness.page
      .locator('.text')
      .evaluateAll((all) =>
        all.map((one) => [one.localName, ...[...one.querySelectorAll('*')].map(({ localName }) => localName)]),
      );
    expect(found).toEqual([
      ['h2', 'strong'],
      ['span', 'strong'],
    ]);
    expect(await harness.page.getByRole('button', { name: 'Go now' }).count()).toBe(1);
  });

  it('changes its element with its variant, and keeps its label', async () => {
    const harness = await open();
    const label = { accessibility: { label: 'Named' } };
    await harness.feed(...surface('0.9', [text('One', { variant: 'h1', ...label })]));
    await harness.feed(put([text('One', { variant: 'h3', ...label })]));
    expect(await harness.page.getByRole('heading', { name: 'Named', level: 3 }).count()).toBe(1);
    await harness.feed(put([text('- One', label)]));
    expect(await harness.page.getByLabel('Named').textContent()).toBe('One');
  });

  it('shows a value of another type as text or not at all', async () => {
    const harness = await open();
    await harness.feed(...surface('0.9', [{ id: 'root', component: 'Text', text: { path: '/v' } }], {}));
    expect(await harness.page.locator('.text').textContent()).toBe('');
    for (const [value, expected] of [
      [42, '42'],
      [true, 'true'],
      [{ a: 1 }, '{"a":1}'],
      [['x', 'y'], '["x","y"]'],
      [null, ''],
    ] as const) {
      await harness.feed(write('/v', value));
      expect(await harness.page.locator('.text').textContent()).toBe(expected);
    }
  });

  it('makes marks that hide or turn the writing harmless', async () => {
    const harness = await open();
    await harness.feed(...surface('0.9', [text('photo\u202egpj.exe pay\u200bpal \u{1f468}\u200d\u{1f469}')]));
    expect(await harness.page.locator('.text').textContent()).toBe(
      'photo\ufffdgpj.exe paypal \u{1f468}\u200d\u{1f469}',
    );
  });

  it('takes the direction of each paragraph from its words', async () => {
    const harness = await open();
    await harness.feed(
      ...surface(
        '0.9',
        column({ id: 'a', component: 'Text', text: 'שלום עולם.' }, { id: 'b', component: 'Text', text: 'Hello.' }),
      ),
    );
    const sides = await harness.page.locator('.text').evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const [words, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
        return words.left - box.left > 100 ? 'right' : 'left';
      }),
    );
    expect(sides).toEqual(['right', 'left']);
  });

  it('draws only its last block anew while it grows', async () => {
    const harness = await open();
    await harness.feed(
      ...surface('0.9', [{ id: 'root', component: 'Text', text: { path: '/t' } }], { t: '# A\n\nfirst *one*\n\n- x' }),
    );
    await harness.page.locator('.text').evaluate((element) => {
      const { children } = element;
      Object.assign(window, { kept: [children[0], children[1]] });
    });
    await harness.feed(write('/t', '# A\n\nfirst *one*\n\n- x\n- y\n\nlast'));
    expect(await markup(harness.page)).toBe(
      '<div><h1>A</h1><p>first <em>one</em></p><ul><li>x</li><li>y</li></ul><p>last</p></div>',
    );
    const kept = await harness.page.locator('.text').evaluate((element) => {
      const [first, second] = (window as unknown as { kept: Element[] }).kept;
      return [element.children[0] === first, element.children[1] === second];
    });
    expect(kept).toEqual([true, true]);
  });

  it('keeps its one text node while a plain text grows', async () => {
    const harness = await open();
    await harness.feed(...surface('0.9', [{ id: 'root', component: 'Text', text: { path: '/t' } }], { t: 'One' }));
    await harness.page.locator('.text').evaluate((element) => Object.assign(window, { kept: element.firstChild }));
    await harness.feed(write('/t', 'One two'));
    expect(
      await harness.page
        .locator('.text')
        .evaluate(
          (element) => element.firstChild === (window as unknown as { kept: Node }).kept && element.textContent,
        ),
    ).toBe('One two');
  });
});

describe('a text of a million characters', () => {
  const long = (words: string) =>
    surface('0.9', [{ id: 'root', component: 'Text', text: { path: '/t' } }], { t: words });

  it('is shown piece by piece with the keyboard, and the focus is never lost', async () => {
    const harness = await open();
    const { page } = harness;
    await harness.feed(...long('word word '.repeat(5000)));
    const length = () =>
      page.locator('.text').evaluate((element) => element.textContent?.replace('Show more', '').length);
    expect(await length()).toBe(20_000);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await length()).toBe(40_000);
    expect(await page.evaluate(() => window.vitrine.element().shadowRoot?.activeElement?.textContent)).toBe(
      'Show more',
    );
    await page.keyboard.press('Space');
    expect(await length()).toBe(50_000);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.evaluate(() => window.vitrine.element().shadowRoot?.activeElement?.textContent?.length)).toBe(
      10_000,
    );
  });

  it('keeps the pieces that are shown while it grows', async () => {
    const harness = await open();
    await harness.feed(...long('word word '.repeat(4500)));
    await harness.page.getByRole('button', { name: 'Show more' }).click();
    await harness.page
      .locator('.piece')
      .first()
      .evaluate((element) => Object.assign(window, { kept: element.firstChild }));
    await harness.feed(write('/t', 'word word '.repeat(9000)));
    expect(await harness.page.locator('.piece').count()).toBe(2);
    expect(
      await harness.page
        .locator('.piece')
        .first()
        .evaluate((element) => element.firstChild === (window as unknown as { kept: Node }).kept),
    ).toBe(true);
    await harness.feed(write('/t', 'short'));
    expect(await markup(harness.page)).toBe('<p>short</p>');
  });

  it('is cut short in a button', async () => {
    const harness = await open();
    await harness.feed(
      ...surface('0.9', [
        { id: 'root', component: 'Button', child: 'c', action: { event: { name: 'go' } } },
        { id: 'c', component: 'Text', text: 'x'.repeat(100_000) },
      ]),
    );
    expect((await harness.page.getByRole('button').textContent())?.length).toBe(2001);
  });
});

it.each([
  ['light', BYPASS],
  ['dark', BYPASS_DARK],
])('Text breaks no rule of WCAG 2.2 AA, %s', async (_scheme, context) => {
  const harness = await open({ context });
  const words = '# One\n\npara `code` **b**\n\n> quote\n\n- a\n\n```\nx\n```\n\n---';
  await harness.feed(
    ...surface(
      '0.9',
      column(
        { id: 'a', component: 'Text', text: words },
        { id: 'b', component: 'Text', text: 'small', variant: 'caption' },
        { id: 'c', component: 'Text', text: 'word '.repeat(9000) },
      ),
    ),
  );
  expect(await violations(harness.page)).toEqual([]);
});

it.each(['ltr', 'rtl'])(
  'lists and quotations begin at the side where their words do, on a page that is %s',
  async (dir) => {
    const harness = await open();
    await harness.page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir);
    const arabic = '- مرحبا\n- بالعالم\n  - English\n\n1. عربي\n\n> اقتباس';
    const words = (id: string, text: string) => ({ id, component: 'Text', text });
    await harness.feed(
      ...surface('0.9', column(words('a', arabic), words('b', '- one\n- two\n\n> three'), words('c', '- 1\n- 2'))),
    );
    const sides = await harness.page
      .locator('ul, ol, blockquote')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
    expect(sides).toEqual(['rtl', 'ltr', 'rtl', 'rtl', 'ltr', 'ltr', dir]);
  },
);
