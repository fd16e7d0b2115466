// Tables and charts of AgentChains in a real Chromium.

import type { Json } from '@vitrine/core';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../core/test/agentchains-samples.ts';
import { append, apply, render, set, useShelf } from './agentchains-setup.ts';
import type { Harness } from './harness.ts';

const shelf = useShelf();
let harness: Harness;
let page: Page;

beforeEach(async () => {
  harness = await shelf.open({ context: { viewport: { width: 800, height: 600 } } });
  page = harness.page;
});

async function column(index: number): Promise<string[]> {
  return page.locator(`tbody td:nth-child(${index + 1})`).allTextContents();
}

const ROWS = [
  { name: 'Öland', size: 10, note: 'b' },
  { name: 'Zealand', size: 9, note: 'a' },
  { name: 'Anholt', size: -1.5, note: null },
  { name: 'anholt 2', size: 100, note: 'a' },
];
const HEADERS = [
  { key: 'name', label: 'Name', sortable: true },
  { key: 'size', label: 'Size', sortable: true },
  { key: 'note', label: 'Note', sortable: true },
];

describe('table', () => {
  it('is a table with a caption and headers of columns', async () => {
    await render(harness, 'table', SAMPLES.table);
    const table = page.getByRole('table', { name: 'Ships By draught' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Name', 'draught']);
    expect(await table.getByRole('row').count()).toBe(3);
    expect(await table.getByRole('cell').allTextContents()).toEqual(['Ida', '4.5', 'Odin', '']);
    expect(await page.locator('th').first().getAttribute('scope')).toBe('col');
  });

  it('is sorted by pointer: up, down, and as it came', async () => {
    await render(harness, 'table', { headers: HEADERS, rows: ROWS });
    const size = page.getByRole('columnheader', { name: 'Size' });
    expect(await size.getAttribute('aria-sort')).toBe('none');
    await size.getByRole('button').click();
    await expect.poll(() => column(1)).toEqual(['-1.5', '9', '10', '100']);
    expect(await size.getAttribute('aria-sort')).toBe('ascending');
    await size.getByRole('button').click();
    await expect.poll(() => column(1)).toEqual(['100', '10', '9', '-1.5']);
    expect(await size.getAttribute('aria-sort')).toBe('descending');
    await size.getByRole('button').click();
    await expect.poll(() => column(1)).toEqual(['10', '9', '-1.5', '100']);
  });

  it('is sorted by keyboard as the locale orders words, alike ones as they came, empty ones last', async () => {
    await render(harness, 'table', { headers: HEADERS, rows: ROWS });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => column(0)).toEqual(['Anholt', 'anholt 2', 'Öland', 'Zealand']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => column(0)).toEqual(['Zealand', 'anholt 2', 'Öland', 'Anholt']);
    await page.keyboard.press('Space');
    await expect.poll(() => column(0)).toEqual(['Öland', 'Zealand', 'anholt 2', 'Anholt']);
    expect(await harness.events()).toEqual([]);
  });

  it('adds rows that are appended and touches no others', async () => {
    await render(harness, 'table', { headers: HEADERS, rows: ROWS });
    await page.evaluate(() => {
      const changes: string[] = [];
      Object.assign(window, { changes });
      const body = window.vitrine.element().shadowRoot?.querySelector('table') as Element;
      new MutationObserver((all) => {
        for (const { type, addedNodes } of all) changes.push(`${type} ${addedNodes.length}`);
      }).observe(body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await apply(harness, append('/data/rows', [{ name: 'New', size: 1, note: '' }]));
    expect(await column(0)).toEqual(['Öland', 'Zealand', 'Anholt', 'anholt 2', 'New']);
    expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual(['childList 1']);
  });

  it('stays sorted while rows come and cells change', async () => {
    await render(harness, 'table', { headers: HEADERS, rows: ROWS });
    await page.getByRole('button', { name: 'Size' }).click();
    await apply(harness, append('/data/rows', [{ name: 'Mid', size: 9.5, note: 'x' }]));
    expect(await column(1)).toEqual(['-1.5', '9', '9.5', '10', '100']);
    await apply(harness, set('/data/rows/0/size', 1000));
    expect(await column(1)).toEqual(['-1.5', '9', '9.5', '100', '1000']);
    await apply(harness, set('/data/rows', ROWS.slice(0, 2) as Json));
    expect(await column(1)).toEqual(['9', '10']);
  });

  it('can be scrolled by keyboard where it is too wide, under its own name', async () => {
    const headers = Array.from({ length: 20 }, (_, i) => ({ key: `k${i}`, label: `Column number ${i}` }));
    await render(harness, 'table', { title: 'Wide', headers, rows: [{ k0: 'a' }] });
    const region = page.getByRole('region', { name: 'Wide' });
    await region.waitFor();
    await page.keyboard.press('Tab');
    expect(await region.evaluate((element) => element.matches(':focus'))).toBe(true);
    const scroll = async () => {
      await page.keyboard.press('ArrowRight');
      return region.evaluate((element) => element.scrollLeft);
    };
    await expect.poll(scroll).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it('says that there is nothing when there is nothing, and shows data of wrong types as they are', async () => {
    await render(harness, 'table', { headers: 7, rows: 'x' });
    await page.getByText('There are no rows.').waitFor();
    await apply(
      harness,
      set('/data', { headers: [{ key: 'a' }, null, 3], rows: [{ a: { b: 1 } }, 4, null, ['x', true]] }),
    );
    expect(await column(0)).toEqual(['{"b":1}', '4', '', 'x']);
    expect(await column(1)).toEqual(['', '', '', 'true']);
  });
});

describe('chart', () => {
  const series = [
    { name: 'Cargo', data: [3, null, -5, 8] },
    { name: 'Ferries', data: [1, 2, 3, 4] },
  ];
  const x_axis = { label: 'Day', values: ['Mon', 'Tue', 'Wed', 'Thu'] };

  it('tells what it does not show', async () => {
    const values = Array.from({ length: 5002 }, (_, i) => `d${i}`);
    const data = values.map((_, i) => i + 1);
    await render(harness, 'chart', {
      title: 'Long',
      chart_type: 'pie',
      x_axis: { values },
      series: [{ name: 'n', data }],
    });
    await page.getByRole('listitem').filter({ hasText: '4978 more' }).waitFor();
    await page.getByText('Show data').click();
    await page.getByText('Not shown: 2 more rows.').waitFor();
  });

  for (const chart_type of ['bar', 'line', 'pie']) {
    it(`of the kind ${chart_type} is a picture with a summary, a legend and its data`, async () => {
      await render(harness, 'chart', { title: 'Arrivals', chart_type, x_axis, y_axis: { label: 'Ships' }, series });
      const drawing = page.getByRole('img', { name: /^(Bar|Line|Pie) chart\. Arrivals\. Ships by Day\./ });
      await drawing.waitFor();
      expect(await drawing.getAttribute('aria-label')).toContain('Cargo: from -5 to 8');
      expect(await drawing.locator('path').count()).toBeGreaterThan(1);
      expect(await page.getByRole('listitem').first().textContent()).toContain(
        chart_type === 'pie' ? 'Mon: 3' : 'Cargo',
      );
      await page.getByText('Show data').focus();
      await page.keyboard.press('Enter');
      const table = page.getByRole('table', { name: 'Data of the chart' });
      await expect.poll(() => table.getByRole('columnheader').allTextContents()).toEqual(['Day', 'Cargo', 'Ferries']);
      await expect
        .poll(() => table.getByRole('row').nth(2).getByRole('cell').allTextContents())
        .toEqual(['Tue', '–', '2']);
    });
  }

  it('has gaps where there is no number, and marks a point between gaps', async () => {
    const data = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? i : i % 3 === 1 ? null : null));
    await render(harness, 'chart', { chart_type: 'line', series: [{ name: 'a', data }] });
    await page.locator('.drawing text').first().waitFor();
    expect(((await page.locator('.drawing .marker').getAttribute('d')) ?? '').split('M').length - 1).toBe(67);
  });

  it('has an axis with rising ticks that hold every number', async () => {
    await render(harness, 'chart', { chart_type: 'bar', x_axis, series });
    await page.locator('.drawing text').first().waitFor();
    const ticks = await page.locator('.drawing text').allTextContents();
    expect(ticks).toEqual(['-6', '-4', '-2', '0', '2', '4', '6', '8', 'Mon', 'Tue', 'Wed', 'Thu', 'Day']);
  });

  it('keeps its words readable at any width', async () => {
    await page.setViewportSize({ width: 320, height: 600 });
    await render(harness, 'chart', { chart_type: 'bar', x_axis, series });
    await page.locator('.drawing text').first().waitFor();
    await expect
      .poll(() =>
        page
          .locator('.drawing')
          .evaluate((svg: SVGSVGElement) => Math.abs(svg.viewBox.baseVal.width - svg.clientWidth)),
      )
      .toBeLessThan(2);
  });

  it('says that there is nothing to show', async () => {
    await render(harness, 'chart', { chart_type: 'line', series: [] });
    await page.getByText('There is nothing to show.').waitFor();
    await apply(harness, set('/data/series', [{ name: 'a', data: [null, 'NaN', 'Infinity', {}] }]));
    await page.getByText('There is nothing to show.').waitFor();
    await apply(harness, set('/data/series', [{ name: 'a', data: [4] }]));
    await page.getByRole('img', { name: /a: 4/ }).waitFor();
  });

  it.each<[string, Json[]]>([
    ['huge', [1e308, -1e308, 1.7976931348623157e308]],
    ['tiny', [5e-324, 1e-310, 0]],
    ['alike', [7, 7, 7]],
    ['zero', [0, 0, 0]],
    ['negative', [-1, -2, -3]],
    ['far apart', [1e-9, 1e15, 3]],
  ])('draws %s numbers of every kind without a broken shape', async (_, data) => {
    for (const chart_type of ['bar', 'line', 'pie']) {
      const surface = `s-${chart_type}`;
      await render(harness, 'chart', { chart_type, series: [{ name: 'a', data }] }, surface);
      await page.locator(`#${surface} .drawing`).waitFor();
      const shapes = await page
        .locator(`#${surface} .drawing *`)
        .evaluateAll((all) => all.map((one) => one.outerHTML + (one.textContent ?? '')).join('\n'));
      expect(shapes).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});
