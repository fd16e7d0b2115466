// The components of the extension catalogs in a real Chromium, sent in every version of A2UI. What they share with
// AgentChains (sorting, large tables, drawing, highlighting, Markdown) is tested there.

import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import { data09, inputPage, put09, sender } from './inputs-setup.ts';

const held = inputPage({ context: { ...BYPASS, viewport: { width: 800, height: 900 } }, locale: 'de-DE' });

function surface09(components: readonly JsonObject[], data: Json = {}): Json[] {
  const ids = components.map(({ id }) => id as string);
  return [
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'urn:vitrine:catalog:vitrine:0.9' } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: data } },
    put09({ id: 'root', component: 'Column', children: ids }, ...components),
  ];
}

const ROWS = [
  { id: 'b', name: 'Bolts', count: 1200 },
  { id: 'n', name: 'Nuts', count: 90 },
  { id: 'w', name: '', count: 5 },
];
const COLUMNS = [
  { key: 'name', label: 'Article', sortable: true },
  { key: 'count', label: 'Count', sortable: true },
];
const TABLE = { id: 't', component: 'Table', label: 'Stock', columns: COLUMNS, rows: { path: '/rows' } };
const OPEN = { event: { name: 'open', context: { id: { path: 'id' } } } };
const STEPS = ['completed', 'active', 'pending', 'failed'].map((status) => ({ label: `a ${status} one`, status }));
const EVERYTHING: readonly JsonObject[] = [
  { ...TABLE, action: OPEN },
  {
    id: 'c',
    component: 'Chart',
    label: 'Sales',
    categories: ['Q1', 'Q2'],
    series: [
      { label: 'North', values: [1, 2] },
      { label: 'South', values: { path: '/south' } },
    ],
  },
  { id: 'k', component: 'Code', label: 'area', language: 'ts', code: 'const area = 1;' },
  { id: 'm', component: 'Markdown', text: '## Notes\n\n- one\n- [two](https://example.com/two)' },
  { id: 'p', component: 'Steps', label: 'Deploy', steps: STEPS },
  { id: 'g', component: 'Progress', label: 'Copying', value: { path: '/done' }, max: 8 },
  { id: 'u', component: 'Progress' },
  { id: 'f', component: 'FileInput', label: 'Scan', value: { path: '/scan' }, accept: ['.pdf'] },
  { id: 'w', component: 'Text', text: 'A basic component beside them' },
];
const DATA = { rows: ROWS, south: [3, 4], done: 2 };

describe('the extension catalog on the page', () => {
  it('is drawn with basic components beside it, and follows its data', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...surface09(EVERYTHING, DATA));
    await page.evaluate(() => window.vitrine.idle());
    const table = page.getByRole('table', { name: 'Stock' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Article', 'Count']);
    expect(await table.locator('tbody td:nth-child(2)').allTextContents()).toEqual(['1200', '90', '5']);
    expect(await page.getByRole('img', { name: /^Bar chart\. Sales/ }).count()).toBe(1);
    expect(await page.locator('.legend-label').allTextContents()).toEqual(['North', 'South']);
    expect(await page.locator('code.code-text').textContent()).toBe('const area = 1;');
    expect(await page.getByRole('heading', { name: 'Notes' }).count()).toBe(1);
    expect(await page.locator('.step-status').allTextContents()).toEqual([
      'Completed',
      'In progress',
      'Not started',
      'Failed',
    ]);
    expect(await page.getByText('A basic component beside them').isVisible()).toBe(true);
    const bar = page.getByRole('progressbar', { name: 'Copying' });
    expect(await bar.getAttribute('value')).toBe('0.25');
    expect(await page.locator('.progress-far').first().textContent()).toBe('25\u00a0%');
    expect(await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('value')).toBeNull();
    await harness.feed(data09('/done', 8), data09('/rows/3', { id: 'x', name: 'Screws', count: 7 }));
    await page.evaluate(() => window.vitrine.idle());
    expect(await bar.getAttribute('value')).toBe('1');
    expect(await table.locator('tbody tr').count()).toBe(4);
    expect(await page.evaluate(() => window.vitrine.issues)).toEqual([]);
  });

  it('is drawn the same from A2UI 0.8 and 1.0', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(
      {
        surfaceUpdate: {
          surfaceId: 'old',
          components: [
            { id: 'root', component: { Column: { children: { explicitList: ['t', 'p'] } } } },
            {
              id: 't',
              component: { Table: { label: { literalString: 'Old' }, rows: { path: '/rows' } } },
            },
            { id: 'p', component: { Progress: { label: { literalString: 'Far' }, value: { path: '/far' } } } },
          ],
        },
      },
      {
        dataModelUpdate: {
          surfaceId: 'old',
          contents: [
            { key: 'far', valueNumber: 50 },
            { key: 'rows', valueMap: [{ key: '0', valueMap: [{ key: 'a', valueString: 'x' }] }] },
          ],
        },
      },
      { beginRendering: { surfaceId: 'old', root: 'root', catalogId: 'urn:vitrine:catalog:vitrine:0.8' } },
      {
        version: 'v1.0',
        createSurface: {
          surfaceId: 'new',
          catalogId: 'urn:vitrine:catalog:vitrine:1.0',
          components: [{ id: 'root', component: 'Table', label: 'New', rows: [['y', 2]] }],
        },
      },
    );
    await page.evaluate(() => window.vitrine.idle());
    expect(await page.getByRole('table', { name: 'New' }).getByRole('cell').allTextContents()).toEqual(['y', '2']);
    expect(await page.getByRole('table', { name: 'Old' }).getByRole('cell').allTextContents()).toEqual(['x']);
    expect(await page.getByRole('progressbar', { name: 'Far' }).getAttribute('value')).toBe('0.5');
  });

  it('sends the row that is chosen, by pointer and keyboard, sorted or not', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...surface09([{ ...TABLE, action: OPEN }], DATA));
    await page.evaluate(() => window.vitrine.idle());
    await page.getByRole('button', { name: 'Nuts' }).click();
    await page.getByRole('button', { name: 'Count' }).click();
    await expect.poll(() => page.locator('tbody td:nth-child(2)').allTextContents()).toEqual(['5', '90', '1200']);
    await page.getByRole('button', { name: 'Row 1' }).focus();
    await page.keyboard.press('Enter');
    const sent = (await harness.events()) as unknown as JsonObject[];
    expect(sent.map(({ name, source, scope, context }) => ({ name, source, scope, context }))).toEqual([
      { name: 'open', source: 't', scope: '/rows/1', context: { id: 'n' } },
      { name: 'open', source: 't', scope: '/rows/2', context: { id: 'w' } },
    ]);
  });

  it('has no buttons in rows where there is nothing to choose', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...surface09([{ ...TABLE, rows: [['a', 1]], action: OPEN }], DATA));
    await page.evaluate(() => window.vitrine.idle());
    expect(await page.locator('tbody button').count()).toBe(0);
    await harness.feed(put09({ ...TABLE, action: OPEN }));
    await page.evaluate(() => window.vitrine.idle());
    expect(await page.locator('tbody button').count()).toBe(3);
    await harness.feed(put09(TABLE));
    await page.evaluate(() => window.vitrine.idle());
    expect(await page.locator('tbody button').count()).toBe(0);
    expect(await page.locator('tbody td:first-child').allTextContents()).toEqual(['Bolts', 'Nuts', '']);
  });

  it('takes a file that it may take, tells its record, and sends nothing by itself', async () => {
    const { harness } = held;
    const { page } = harness;
    const scan = {
      id: 'f',
      component: 'FileInput',
      label: 'Scan',
      value: { path: '/scan' },
      accept: ['.txt'],
      maxBytes: 8,
    };
    const needed = { call: 'required', args: { value: { path: '/scan' } } };
    const more = sender(needed);
    await harness.feed(
      ...surface09([{ ...scan, checks: [{ condition: needed, message: 'A file, please' }] }, ...more]),
    );
    await page.evaluate(() => window.vitrine.idle());
    const input = page.getByLabel('Scan');
    expect(await input.getAttribute('accept')).toBe('.txt');
    expect(await input.getAttribute('aria-required')).toBe('true');
    // Playwright waits for a button that is not disabled; a person need not.
    await page.getByRole('button', { name: 'Send' }).click({ force: true });
    await expect.poll(() => page.locator('.field .problem').textContent()).toBe('A file, please');
    const choose = (name: string, words: string) =>
      input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(words) });
    await choose('a.exe', 'x');
    await expect.poll(() => page.locator('.field .problem').textContent()).toBe('It must be one of: .txt.');
    await choose('a.txt', 'too long for it');
    expect(await harness.data()).toEqual({ scan: null });
    await choose('a.txt', 'hello');
    await expect.poll(() => harness.data()).toEqual({ scan: { name: 'a.txt', type: 'text/plain', size: 5 } });
    expect(await harness.events()).toEqual([]);
    const unseen = await page.evaluate(() =>
      Promise.all(window.vitrine.element().unseen.map(async ({ file, ...write }) => [write, await file?.text()])),
    );
    expect(unseen).toEqual([[{ path: '/scan', value: { name: 'a.txt', type: 'text/plain', size: 5 } }, 'hello']]);
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await harness.events()).toMatchObject([{ event: 'action', name: 'send' }]);
    expect(await violations(page)).toEqual([]);
  });

  it('gives the elements of its components the styles of the catalog, the outermost too', async () => {
    const { harness } = held;
    const { page } = harness;
    const table = { id: 't', component: 'Table', rows: ROWS };
    const far = { id: 'g', component: 'Progress', label: 'Copying', value: 25 };
    const steps = { id: 'p', component: 'Steps', label: 'Deploy', steps: STEPS };
    await harness.feed(...surface09([far, steps, table, { id: 'w', component: 'Text', text: 'Beside them' }]));
    await page.evaluate(() => window.vitrine.idle());
    const box = async (selector: string) =>
      (await page.locator(selector).boundingBox()) as { x: number; width: number };
    const [name, percent, bar] = [await box('.progress-name'), await box('.progress-far'), await box('.progress')];
    expect(percent.x).toBeGreaterThan(name.x + name.width);
    expect(Math.round(percent.x + percent.width)).toBe(Math.round(bar.x + bar.width));
    expect(await page.locator('.steps').evaluate((one) => getComputedStyle(one).paddingLeft)).not.toBe('0px');
  });

  it('breaks no rule of WCAG 2.2 AA', async () => {
    const { harness } = held;
    await harness.feed(...surface09(EVERYTHING, DATA));
    await harness.page.evaluate(() => window.vitrine.idle());
    expect(await violations(harness.page)).toEqual([]);
  });
});

describe('in the dark, and narrow', () => {
  const dark = inputPage({ context: { ...BYPASS_DARK, viewport: { width: 320, height: 900 } } });

  it('breaks no rule of WCAG 2.2 AA and stays within its width', async () => {
    const { harness } = dark;
    await harness.feed(...surface09(EVERYTHING, DATA));
    await harness.page.evaluate(() => window.vitrine.idle());
    expect(await violations(harness.page)).toEqual([]);
    expect(await harness.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

describe('not trusted', () => {
  const untrusted = inputPage({ trust: 'untrusted', context: { viewport: { width: 800, height: 900 } } });

  it('has neither links nor pictures that are fetched', async () => {
    const { harness } = untrusted;
    const text = '[two](https://example.com/two) ![cat](https://example.com/cat.png)';
    await harness.feed(...surface09([{ id: 'm', component: 'Markdown', text }]));
    await harness.page.evaluate(() => window.vitrine.idle());
    expect(await harness.page.locator('.prose a, .prose img').count()).toBe(0);
    expect(await harness.page.locator('.prose').textContent()).toContain('two');
  });
});
