// Catalogs of a page's author: widgets on the base for fields, styles, and fallbacks, in a real Chromium.

import type { Json } from '@vitrine/core';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import { bundle, Harness, launch } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;
let harness: Harness;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle('./own-catalog-page.ts')]);
});
afterAll(() => browser?.close());
beforeEach(async () => {
  harness = await Harness.open(browser, files);
});
afterEach(async () => {
  expect(harness.requests).toEqual([]);
  await harness.close();
});

function surface(id: string, catalogId: string, components: readonly Json[], data: Json = {}): Json[] {
  return [{ version: 'v1.0', createSurface: { surfaceId: id, catalogId, components, dataModel: data } }];
}

const styleOf = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

const OWN = 'rgb(1, 2, 3)';
const required = {
  condition: { call: 'required', args: { value: { path: '/turns' } } },
  message: 'Turn it first.',
};
const dial = { id: 'd', component: 'Dial', label: 'Turns', value: { path: '/turns' }, checks: [required] };
const first = surface('a', 'urn:first', [
  { id: 'root', component: 'Box', children: ['d', 't', 'b'] },
  dial,
  { id: 't', component: 'Text', text: 'Of the base' },
  { id: 'b', component: 'Box', children: ['u'] },
  { id: 'u', component: 'Text', text: 'Deep inside' },
]);

it('a field of an author has label, checks and problem, and writes what is entered', async () => {
  const { page } = harness;
  const receipts = await harness.feed(...first);
  expect(receipts.flatMap(({ issues }) => issues)).toEqual([]);
  const knob = page.getByLabel('Turns');
  expect(await knob.getAttribute('aria-required')).toBe('true');
  await knob.focus();
  await knob.fill('');
  await page.keyboard.press('Tab');
  await page.getByText('Turn it first.').waitFor();
  expect(await knob.getAttribute('aria-invalid')).toBe('true');
  await knob.fill('3');
  expect(await harness.data('a')).toEqual({ turns: 3 });
  await expect.poll(() => page.getByText('Turn it first.').count()).toBe(0);
  expect((await harness.events()).at(-1)).toMatchObject({ event: 'input', path: '/turns', value: 3 });
  expect(harness.complaints).toEqual([]);
});

it('styles of an author reach the elements of their widgets, and nothing that others draw inside them', async () => {
  const { page } = harness;
  await harness.feed(...first);
  const root = page.locator('#a .box').first();
  expect(await styleOf(root, 'outline-color')).toBe(OWN);
  expect(await styleOf(page.locator('#a .knob'), 'color')).toBe(OWN);
  expect(await styleOf(page.locator('#a .dial > .label'), 'color')).toBe(OWN);
  expect(await styleOf(page.locator('#a .inner').first(), 'padding-top')).toBe('7px');
  for (const words of ['Of the base', 'Deep inside']) {
    const text = page.getByText(words);
    expect(await styleOf(text, 'color')).not.toBe(OWN);
    expect(await styleOf(text, 'color')).not.toBe('rgb(9, 9, 9)');
  }
  expect(await styleOf(page.locator('#a'), 'background-color')).not.toBe(OWN);
});

it('styles of an author stay away from surfaces and components of other catalogs', async () => {
  const { page } = harness;
  await harness.feed(
    ...surface('b', 'urn:second', [
      { id: 'root', component: 'Box', children: ['t', 'table'] },
      { id: 't', component: 'Text', text: 'Elsewhere' },
      { id: 'table', component: 'Table', rows: [['Bolts', 3]] },
    ]),
    ...first,
  );
  const sheets = (id: string) => page.locator(id).evaluate((host) => host.shadowRoot?.adoptedStyleSheets.length ?? 0);
  expect((await sheets('#a')) - (await sheets('#b'))).toBe(1);
  expect(await styleOf(page.locator('#b .inner'), 'padding-top')).toBe('0px');
  expect(await styleOf(page.getByText('Elsewhere'), 'color')).not.toBe(OWN);
  // The base of the second catalog has widgets of its own.
  await page.getByRole('cell', { name: 'Bolts' }).waitFor();
});

it('on one surface, styles of one catalog do not reach a component of another', async () => {
  const { page } = harness;
  await harness.feed(
    ...surface('c', 'urn:first', [
      { id: 'root', component: 'Column', children: ['x', 'y'] },
      { id: 'x', component: 'Box', children: [] },
      { id: 'y', component: 'Box', catalogId: 'urn:second', children: [] },
    ]),
  );
  const boxes = page.locator('#c .box');
  expect(await styleOf(boxes.nth(0), 'outline-color')).toBe(OWN);
  expect(await styleOf(boxes.nth(1), 'outline-color')).not.toBe(OWN);
});

const offers = surface(
  'o',
  'urn:third',
  [
    { id: 'root', component: 'List', children: { componentId: 'offer', path: '/offers' } },
    {
      id: 'offer',
      component: 'Offer',
      title: { path: 'name' },
      body: 'more',
      press: { event: { name: 'take', context: { name: { path: 'name' } } } },
    },
    { id: 'more', component: 'Text', text: { path: 'note' } },
  ],
  {
    offers: [
      { name: 'Tea', note: 'Green' },
      { name: 'Cake', note: 'Sweet' },
    ],
  },
);

it('a component without a widget is drawn by its fallback, in its place, live, and acts as itself', async () => {
  const { page } = harness;
  await harness.feed(...offers);
  for (const words of ['Tea', 'Green', 'Cake', 'Sweet']) await page.getByText(words, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Go' }).nth(1).click();
  expect((await harness.events()).at(-1)).toMatchObject({
    ...{ event: 'action', surface: 'o', source: 'offer', name: 'take', scope: '/offers/1', context: { name: 'Cake' } },
  });
  await harness.feed({ version: 'v1.0', updateDataModel: { surfaceId: 'o', path: '/offers/0/name', value: 'Coffee' } });
  await page.getByText('Coffee', { exact: true }).waitFor();
  await harness.feed({
    version: 'v1.0',
    updateComponents: { surfaceId: 'o', components: [{ id: 'offer', component: 'Offer', title: 'Sold out' }] },
  });
  expect(await page.getByText('Sold out').count()).toBe(2);
  expect(await page.getByText('Green').count()).toBe(0);
  expect(harness.complaints).toEqual([]);
});

it('a fallback that throws leaves the words of the component, and says so to whoever wrote it', async () => {
  await harness.feed(...surface('x', 'urn:third', [{ id: 'root', component: 'Broken', title: 'Still here' }]));
  await harness.page.getByText('Still here').waitFor();
  expect(harness.complaints.join()).toContain('no fallback today');
});

it.each([
  ['light', BYPASS, [...first, ...offers]],
  ['dark', BYPASS_DARK, offers],
] as const)('axe finds nothing wrong with fields and fallbacks of an author: %s', async (_scheme, context, shown) => {
  const opened = await Harness.open(browser, files, { context });
  await opened.feed(...shown);
  expect(await violations(opened.page)).toEqual([]);
  await opened.close();
});
