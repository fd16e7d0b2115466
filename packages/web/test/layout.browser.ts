// Row, Column, List, Card and Divider in a real Chromium: where things stand, on a wide page and a narrow one, and what
// a list of ten thousand rows costs.

import type { JsonObject } from '@vitrine/core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import { column, pages, put, surface, VERSIONS, type Version, write } from './text-setup.ts';

const { open } = pages();

const words = (id: string, text = id): JsonObject => ({ id, component: 'Text', text });
const NAMES = {
  '0.8': ['distribution', 'alignment'],
  '0.9': ['justify', 'align'],
  '1.0': ['justify', 'align'],
} as const;

/** Left, top, width and height of what these select, in whole pixels. */
const boxes = (page: Page, selector: string): Promise<number[][]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('Row and Column', () => {
  it.each(VERSIONS)('of %s distribute and align as they are told', async (version: Version) => {
    const harness = await open();
    const [justify, align] = NAMES[version];
    const row = (more: JsonObject) => ({ id: 'root', component: 'Row', children: ['a', 'b'], ...more });
    const send = (more: JsonObject) =>
      version === '0.8'
        ? harness.feed(...surface('0.8', [row(more), words('a'), words('b')]).slice(0, 1))
        : harness.feed(put([row(more)], version));
    await harness.feed(...surface(version, [row({}), words('a'), words('b')]));
    const styles = () =>
      harness.page.locator('.row').evaluate((one) => {
        const { justifyContent, alignItems } = getComputedStyle(one);
        return [justifyContent, alignItems];
      });
    expect(await styles()).toEqual(['normal', 'normal']);
    for (const [value, css] of [
      ['start', 'normal'],
      ['center', 'center'],
      ['end', 'end'],
      ['spaceBetween', 'space-between'],
      ['spaceAround', 'space-around'],
      ['spaceEvenly', 'space-evenly'],
    ]) {
      await send({ [justify]: value as string });
      expect([value, (await styles())[0]]).toEqual([value, css]);
    }
    for (const value of ['start', 'center', 'end']) {
      await send({ [align]: value });
      expect((await styles())[1]).toBe(value);
    }
    await send({ [align]: 'stretch' });
    expect((await styles())[1]).toBe('normal');
  });

  it('stretch their children along the line', async () => {
    const harness = await open();
    await harness.feed(
      ...surface('0.9', [
        { id: 'root', component: 'Row', children: ['a', 'b'], justify: 'stretch' },
        words('a'),
        words('b'),
      ]),
    );
    const [a, b] = await boxes(harness.page, '.text');
    expect(a?.[2]).toBeGreaterThan(300);
    expect(a?.[2]).toBe(b?.[2]);
  });

  it('divide the room by weight', async () => {
    const harness = await open();
    await harness.feed(
      ...surface('0.9', [
        { id: 'root', component: 'Row', children: ['a', 'b', 'c'] },
        words('a'),
        { ...words('b'), weight: 1 },
        { ...words('c'), weight: 3 },
      ]),
    );
    const [a, b, c] = (await boxes(harness.page, '.text')).map(([, , width]) => width as number);
    expect(a).toBeLessThan(30);
    expect((c as number) / (b as number)).toBeGreaterThan(2.5);
  });

  it('have no border cut off, wherever between two pixels their surface begins', async () => {
    const harness = await open();
    const field = { id: 'f', component: 'TextField', label: 'Name', value: { path: '/name' } };
    await harness.feed(...surface('0.9', [{ id: 'root', component: 'Column', children: ['f'] }, field]));
    const { page } = harness;
    const host = page.locator('vitrine-surface').first();
    const shot = async (style: Record<string, string>): Promise<string> => {
      await host.evaluate((one: HTMLElement, given) => Object.assign(one.style, given), style);
      return (await page.screenshot()).toString('base64');
    };
    const reset = { margin: '', contain: '', overflowClipMargin: '' };
    let cut = 0;
    for (const margin of ['0.3px', '0.5px', '0.7px', '1.45px 0.55px', '10.6px']) {
      const drawn = await shot({ ...reset, margin });
      const unclipped = await shot({ ...reset, margin, contain: 'layout style' });
      expect(drawn === unclipped, margin).toBe(true);
      if ((await shot({ ...reset, margin, overflowClipMargin: '0px' })) !== unclipped) cut++;
    }
    // Without the room around it, some of them lose a line.
    expect(cut).toBeGreaterThan(0);
  });

  it.each([{}, { weight: 1 }])('keep the width of columns when problems appear in them, %j', async (more) => {
    const harness = await open();
    const check = { call: 'required', args: { value: { path: '/none' } } };
    const message = 'A sentence that is much longer than the field is wide, and says what is wrong with it.';
    const checks = [{ condition: check, message }];
    const field = (id: string, rest: JsonObject = {}) => ({
      id,
      component: 'TextField',
      label: id,
      value: { path: `/${id}` },
      ...more,
      ...rest,
    });
    await harness.feed(
      ...surface('0.9', [
        { id: 'root', component: 'Row', children: ['a', 'b', 'box', 'yes', 'go'] },
        field('a', { checks }),
        field('b'),
        { id: 'box', component: 'Column', children: ['c', 'pick'] },
        field('c', { checks }),
        {
          id: 'pick',
          component: 'ChoicePicker',
          label: 'pick',
          options: [{ label: 'x', value: 'x' }],
          value: { path: '/p' },
          checks,
        },
        { id: 'yes', component: 'CheckBox', label: 'yes', value: { path: '/yes' }, checks },
        { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'go' } }, checks },
        words('label', 'Go'),
      ]),
    );
    const widths = async () =>
      (await boxes(harness.page, '.field, .column, .guarded')).map(([x, , width]) => [x, width]);
    const before = await widths();
    await harness.page.getByRole('button', { name: 'Go' }).press('Enter');
    await expect.poll(() => harness.page.locator('.problem').filter({ hasText: message }).count()).toBe(5);
    expect(await widths()).toEqual(before);
    expect(await overflow(harness.page)).toBe(0);
  });

  it('are not cut at their edges, wherever between two pixels they stand', async () => {
    const harness = await open({ context: { deviceScaleFactor: 1.25, viewport: { width: 500, height: 300 } } });
    await harness.feed(
      ...surface('0.9', [
        { id: 'root', component: 'Column', children: ['card', 'go'] },
        { id: 'card', component: 'Card', child: 'words' },
        words('words'),
        { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'go' } } },
        words('label', 'Go'),
      ]),
    );
    const picture = async (contain: string): Promise<string> => {
      await harness.page.evaluate((value) => window.vitrine.element().style.setProperty('contain', value), contain);
      return (await harness.page.screenshot()).toString('base64');
    };
    await harness.page.keyboard.press('Tab');
    for (const offset of [0, 0.25, 0.5, 0.6, 0.9]) {
      await harness.page.evaluate((by) => {
        window.vitrine.element().style.margin = `${10 + by}px ${20 - by / 3}px`;
      }, offset);
      expect((await picture('')) === (await picture('layout style')), `at ${offset}`).toBe(true);
    }
  });

  it('never reach beyond a narrow page', async () => {
    const harness = await open({ context: { viewport: { width: 320, height: 640 } } });
    const button = (id: string) => [
      { id, component: 'Button', child: `${id}-t`, action: { event: { name: 'go' } } },
      words(`${id}-t`, 'A button of some length'),
    ];
    await harness.feed(
      ...surface('0.9', [
        ...column(
          { id: 'buttons', component: 'Row', children: ['x', 'y', 'z'] },
          { id: 'texts', component: 'Row', children: ['i', 't'] },
          { id: 'long', component: 'Row', children: ['j', 'u'] },
          { id: 'pictures', component: 'Row', children: ['p', 'q'] },
          { id: 'fields', component: 'Row', children: ['f', 'g'] },
        ),
        ...['x', 'y', 'z'].flatMap(button),
        { id: 'i', component: 'Icon', name: 'info' },
        words('t', 'A sentence that is a good deal longer than the screen is wide, so that it has to be broken'),
        { id: 'j', component: 'Icon', name: 'info' },
        words('u', 'https://example.test/'.padEnd(200, 'x')),
        { id: 'p', component: 'Image', url: '' },
        { id: 'q', component: 'Column', children: ['t'] },
        { id: 'f', component: 'TextField', label: 'First', value: '' },
        { id: 'g', component: 'TextField', label: 'Last', value: '' },
      ]),
    );
    expect(await overflow(harness.page)).toBeLessThanOrEqual(0);
    const outside = await harness.page
      .locator('.row > *')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().right > 320 || one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.outerHTML.slice(0, 80)),
      );
    expect(outside).toEqual([]);
    // Text stands beside its icon, not below it.
    const [icon] = await boxes(harness.page, '.row:nth-child(2) > .icon');
    const [text] = await boxes(harness.page, '.row:nth-child(2) > .text');
    expect(text?.[0]).toBeGreaterThan(icon?.[0] as number);
    expect(text?.[1]).toBeLessThan((icon?.[1] as number) + 24);
  });

  it('keep short words whole where room is scarce, and break long ones', async () => {
    const harness = await open({ context: { viewport: { width: 320, height: 640 } } });
    await harness.feed(
      ...surface('0.9', [
        ...column(
          { id: 'priced', component: 'Row', children: ['name', 'price'] },
          { id: 'stacked', component: 'Row', children: ['name', 'total'] },
          { id: 'four', component: 'Row', children: ['a', 'b', 'c', 'd'] },
        ),
        words('name', 'A bottle of something that has a name far longer than the screen of a telephone is wide'),
        words('price', '€17.40'),
        { id: 'total', component: 'Column', children: ['price'] },
        ...['a', 'b', 'c', 'd'].map((id) => words(id, 'Wholeheartedness')),
      ]),
    );
    const prices = await boxes(
      harness.page,
      '.row:nth-child(1) > .text:last-child, .row:nth-child(2) > .column > .text',
    );
    expect(prices.map(([, , , height = 0]) => height < 30)).toEqual([true, true]);
    expect(await overflow(harness.page)).toBeLessThanOrEqual(0);
    const right = (await boxes(harness.page, '.row:last-child > .text')).map(([left = 0, , width = 0]) => left + width);
    expect(Math.max(...right)).toBeLessThanOrEqual(320);
  });

  it('of many buttons break into lines on any page', async () => {
    const harness = await open();
    const ids = Array.from({ length: 12 }, (_, i) => `b${i}`);
    await harness.feed(
      ...surface('0.9', [
        { id: 'root', component: 'Row', children: ids },
        ...ids.map((id) => ({ id, component: 'Button', child: 't', action: { event: { name: 'go' } } })),
        words('t', 'A button of some length'),
      ]),
    );
    expect(await overflow(harness.page)).toBeLessThanOrEqual(0);
  });
});

describe('List', () => {
  it.each(VERSIONS)('of %s is a list with an item for each child', async (version) => {
    const harness = await open();
    await harness.feed(
      ...surface(version, [{ id: 'root', component: 'List', children: ['a', 'b'] }, words('a'), words('b')]),
    );
    expect(await harness.page.getByRole('list').count()).toBe(1);
    expect(await harness.page.getByRole('listitem').allTextContents()).toEqual(['a', 'b']);
    const [a, b] = await boxes(harness.page, '.item');
    expect(b?.[1]).toBeGreaterThan(a?.[1] as number);
  });

  it('grows and shrinks with its data, and what stays keeps its element and its focus', async () => {
    const harness = await open();
    await harness.feed(
      ...surface(
        '0.9',
        [
          { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' } },
          { id: 'row', component: 'TextField', label: 'Name', value: { path: 'name' } },
        ],
        { rows: [{ name: 'a' }, { name: 'b' }] },
      ),
    );
    await harness.page.getByRole('textbox').nth(1).focus();
    await harness.page.keyboard.press('End');
    await harness.feed(write('/rows/2', { name: 'c' }));
    expect(await harness.page.getByRole('listitem').count()).toBe(3);
    await harness.page.keyboard.type('!');
    expect(await harness.data()).toEqual({ rows: [{ name: 'a' }, { name: 'b!' }, { name: 'c' }] });
    await harness.feed(write('/rows', [{ name: 'x' }]));
    expect(await harness.page.getByRole('listitem').count()).toBe(1);
    await harness.feed(write('/rows', []));
    expect(await harness.page.locator('.item').count()).toBe(0);
    await harness.feed(write('/rows', [{ name: 'y' }, { name: 'z' }]));
    expect(await harness.page.getByRole('listitem').count()).toBe(2);
  });

  it('of hundreds of items groups what comes late, and takes the groups away again', async () => {
    const harness = await open();
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
    await harness.feed(
      ...surface(
        '0.9',
        [
          { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' } },
          { id: 'row', component: 'Text', text: { path: '' } },
        ],
        { rows: numbers(300) },
      ),
    );
    const { page } = harness;
    const count = async () => [await page.getByRole('listitem').count(), await page.locator('.group').count()];
    expect(await count()).toEqual([300, 3]);
    expect(await page.locator('.text').allTextContents()).toEqual(numbers(300).map(String));
    for (const [length, groups] of [
      [193, 2],
      [192, 1],
      [129, 1],
      [128, 0],
      [2, 0],
      [200, 2],
      [0, 0],
    ] as const) {
      await harness.feed(write('/rows', numbers(length)));
      expect(await count()).toEqual([length, groups]);
    }
  });

  it('that lies scrolls inside itself, and takes the focus only if it must', async () => {
    const harness = await open({ context: { viewport: { width: 400, height: 400 } } });
    const ids = Array.from({ length: 20 }, (_, i) => `t${i}`);
    const list = (children: readonly string[]) => ({
      id: 'root',
      component: 'List',
      direction: 'horizontal',
      align: 'center',
      children,
    });
    await harness.feed(...surface('0.9', [list(ids), ...ids.map((id) => words(id, `Card ${id}`))]));
    expect(await overflow(harness.page)).toBeLessThanOrEqual(0);
    const dom = harness.page.getByRole('list');
    await expect.poll(() => dom.getAttribute('tabindex')).toBe('0');
    await harness.page.keyboard.press('Tab');
    await harness.page.keyboard.press('ArrowRight');
    await expect.poll(() => dom.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
    await harness.feed(put([list(ids.slice(0, 2))]));
    await expect.poll(() => dom.getAttribute('tabindex')).toBe(null);
    await harness.feed(
      put([list([...ids, 'go']), { id: 'go', component: 'Button', child: 't0', action: { event: { name: 'go' } } }]),
    );
    await expect.poll(() => dom.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
    expect(await dom.getAttribute('tabindex')).toBe(null);
  });
});

describe('Card and Divider', () => {
  it.each(VERSIONS)('of %s frame and part', async (version) => {
    const harness = await open();
    await harness.feed(
      ...surface(version, [
        { id: 'root', component: 'Card', child: 'in' },
        { id: 'in', component: 'Column', children: ['a', 'lying', 'row'] },
        words('a'),
        { id: 'lying', component: 'Divider' },
        { id: 'row', component: 'Row', children: ['b', 'standing', 'c'] },
        words('b'),
        { id: 'standing', component: 'Divider', axis: 'vertical' },
        words('c'),
      ]),
    );
    expect(await harness.page.locator('.card').evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px');
    const separators = harness.page.getByRole('separator');
    expect(await separators.evaluateAll((all) => all.map((one) => one.getAttribute('aria-orientation')))).toEqual([
      null,
      'vertical',
    ]);
    const [lying, standing] = await boxes(harness.page, '.divider');
    expect(lying?.[2]).toBeGreaterThan(300);
    expect(lying?.[3]).toBe(1);
    expect(standing?.[2]).toBe(1);
    expect(standing?.[3]).toBeGreaterThanOrEqual(24);
  });
});

describe('ten thousand rows', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ name: `Row ${i}` }));
  const components = (list: string): JsonObject[] => [
    { id: 'root', component: list, children: { componentId: 'row', path: '/rows' } },
    { id: 'row', component: 'Row', children: ['name', 'go'] },
    { id: 'name', component: 'Text', text: { path: 'name' } },
    {
      id: 'go',
      component: 'Button',
      child: 'label',
      action: { event: { name: 'go', context: { name: { path: 'name' } } } },
    },
    words('label', 'Open'),
  ];

  it.each(['List', 'Column'])('in a %s are all there, change one by one and are used', async (list) => {
    const harness = await open();
    const { page } = harness;
    await harness.feed(...surface('0.9', components(list), { rows }));
    expect(await page.locator('.row').count()).toBe(10_000);
    await harness.feed(write('/rows/9999/name', 'Last'), write('/rows/10000', { name: 'Added' }));
    expect(await page.locator('.row').count()).toBe(10_001);
    const last = page.locator('.row').nth(9999);
    expect(await last.textContent()).toBe('LastOpen');
    await last.getByRole('button').click();
    expect((await harness.events()).at(-1)).toMatchObject({ name: 'go', context: { name: 'Last' } });
    // What is far from the screen is not laid out.
    expect(
      await page
        .locator('.group .text')
        .first()
        .evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true })),
    ).toBe(false);
  });
});

it.each([
  ['light', BYPASS],
  ['dark', BYPASS_DARK],
])('layout breaks no rule of WCAG 2.2 AA, %s', async (_scheme, context) => {
  const harness = await open({ context: { ...context, viewport: { width: 400, height: 600 } } });
  const ids = Array.from({ length: 20 }, (_, i) => `t${i}`);
  await harness.feed(
    ...surface('0.9', [
      ...column(
        { id: 'l', component: 'List', children: ids.slice(0, 3) },
        { id: 'd', component: 'Divider' },
        { id: 'h', component: 'List', direction: 'horizontal', children: ids },
        { id: 'c', component: 'Card', child: 't0' },
      ),
      ...ids.map((id) => words(id)),
    ]),
  );
  await expect.poll(() => harness.page.locator('.sideways').getAttribute('tabindex')).toBe('0');
  expect(await violations(harness.page)).toEqual([]);
});
