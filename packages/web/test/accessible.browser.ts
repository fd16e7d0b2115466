// What every component may say for assistive technology, and weight, in a real Chromium.

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

const BASIC_10 = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';
const surface10 = (components: readonly Json[], data: Json = {}): Json[] => [
  { version: 'v1.0', createSurface: { surfaceId: 's', catalogId: BASIC_10, components, dataModel: data } as Json },
];
const update10 = (...components: Json[]): Json => ({
  version: 'v1.0',
  updateComponents: { surfaceId: 's', components },
});
const set10 = (path: string, value: Json): Json => ({
  version: 'v1.0',
  updateDataModel: { surfaceId: 's', path, value },
});
const column = (...children: string[]): Json => ({ id: 'root', component: 'Column', children });
const text = (more: { [name: string]: Json } = {}): Json => ({ id: 't', component: 'Text', text: '21 °C', ...more });

describe('accessibility', () => {
  it('names a text as a group and keeps its words', async () => {
    await harness.feed(...surface09([column('t'), text({ accessibility: { label: 'Outside' } })]));
    const group = harness.page.getByRole('group', { name: 'Outside' });
    expect(await group.textContent()).toBe('21 °C');
  });

  it('names a control itself and overrides what it would be called', async () => {
    await harness.feed(
      ...surface09([
        column('go', 'name'),
        {
          id: 'go',
          component: 'Button',
          child: 't',
          action: { event: { name: 'a' } },
          accessibility: { label: 'Refresh', description: 'Asks the sensor again' },
        },
        { id: 'name', component: 'TextField', label: 'N', value: 'x', accessibility: { label: 'Full name' } },
        text(),
      ]),
    );
    const button = harness.page.getByRole('button', { name: 'Refresh', exact: true });
    expect(await button.getAttribute('aria-description')).toBe('Asks the sensor again');
    expect(await button.getAttribute('role')).toBeNull();
    await harness.page.getByRole('textbox', { name: 'Full name' }).waitFor();
  });

  it('follows bound values, whatever they are', async () => {
    const accessibility = { label: { '@path': '/label' }, hidden: { '@path': '/hidden' }, live: 'polite' };
    await harness.feed(...surface10([column('t'), text({ accessibility })], { label: 'One', hidden: false }));
    const { page } = harness;
    expect(await page.getByRole('group', { name: 'One' }).getAttribute('aria-live')).toBe('polite');
    await harness.feed(set10('/label', 'Two'));
    await page.getByRole('group', { name: 'Two' }).waitFor();
    await harness.feed(set10('/label', ['odd']));
    await page.getByRole('group', { name: '["odd"]' }).waitFor();
    await harness.feed(set10('/hidden', 'true'));
    expect(await page.getByRole('group').count()).toBe(0);
    expect(
      await page.locator('.text').evaluate((element) => [element.ariaHidden, (element as HTMLElement).inert]),
    ).toEqual(['true', true]);
    await harness.feed(set10('/hidden', false));
    await page.getByRole('group').waitFor();
    expect(await page.locator('.text').getAttribute('inert')).toBeNull();
  });

  it('leaves nothing focusable in what is hidden', async () => {
    await harness.feed(
      ...surface10([
        column('row', 'after'),
        { id: 'row', component: 'Row', children: ['go'], accessibility: { hidden: true } },
        { id: 'go', component: 'Button', child: 't', action: { event: { name: 'a' } } },
        { id: 'after', component: 'TextField', label: 'After', value: '' },
        text(),
      ]),
    );
    await harness.page.keyboard.press('Tab');
    expect(await harness.page.getByLabel('After').evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  it('is taken away by a definition that drops it', async () => {
    const all = { label: 'Outside', description: 'Now', live: 'assertive', hidden: true };
    await harness.feed(...surface10([column('t'), text({ accessibility: all, weight: 2 })]));
    const dom = harness.page.locator('.text');
    expect(await dom.evaluate((element) => element.getAttributeNames().sort())).toEqual(
      ['aria-description', 'aria-hidden', 'aria-label', 'aria-live', 'class', 'inert', 'part', 'role', 'style'].sort(),
    );
    await harness.feed(update10(text()));
    expect(
      await dom.evaluate((element) => element.getAttributeNames().filter((name) => element.getAttribute(name) !== '')),
    ).toEqual(['class', 'part']);
    expect(await dom.getAttribute('inert')).toBeNull();
  });

  it('makes hidden characters harmless', async () => {
    await harness.feed(...surface09([column('t'), text({ accessibility: { label: 'a\u202eb' } })]));
    expect(await harness.page.getByRole('group').getAttribute('aria-label')).toBe('a\ufffdb');
  });
});

describe('weight', () => {
  const grow = () => harness.page.locator('.text').evaluate((element) => getComputedStyle(element).flexGrow);

  it.each(['Row', 'Column'])('makes a child of a %s grow', async (component) => {
    await harness.feed(...surface09([{ id: 'root', component, children: ['t'] }, text({ weight: 3 })]));
    expect(await grow()).toBe('3');
  });

  it('means nothing elsewhere', async () => {
    await harness.feed(...surface09([{ id: 'root', component: 'Card', child: 't' }, text({ weight: 3 })]));
    expect(await grow()).toBe('0');
  });

  it('shares a row by weight', async () => {
    await harness.feed(
      ...surface09([
        { id: 'root', component: 'Row', children: ['a', 'b'] },
        { id: 'a', component: 'Text', text: '', weight: 1 },
        { id: 'b', component: 'Text', text: '', weight: 3 },
      ]),
    );
    const widths = await harness.page.locator('.text').evaluateAll((all) => all.map((one) => one.clientWidth));
    expect((widths[1] as number) / (widths[0] as number)).toBeCloseTo(3, 1);
  });
});

const action = { event: { name: 'a' } };
const said = { label: 'A label', description: 'A description', live: 'polite' };
const options = [{ label: 'One', value: '1' }];
/** Every component with a label, a description and a voice. */
const every = [
  { id: 'row', component: 'Row', children: ['inner'] },
  { id: 'list', component: 'List', children: ['inner'] },
  { id: 'card', component: 'Card', child: 'inner' },
  { id: 'go', component: 'Button', child: 't', action, accessibility: { ...said, label: 'Now 21 °C' } },
  { id: 'name', component: 'TextField', label: 'Name', value: '' },
  { id: 'check', component: 'CheckBox', label: 'Check', value: true },
  { id: 'pick', component: 'ChoicePicker', label: 'Pick', options, value: ['1'] },
  { id: 'chips', component: 'ChoicePicker', label: 'Chips', options, value: [], displayStyle: 'chips' },
  { id: 'slide', component: 'Slider', label: 'Slide', value: 1, max: 2 },
  { id: 'when', component: 'DateTimeInput', label: 'When', value: '', enableDate: true, enableTime: true },
  { id: 'icon', component: 'Icon', name: 'star' },
  { id: 'image', component: 'Image', url: 'https://example.org/a.png' },
  { id: 'video', component: 'Video', url: 'https://example.org/a.mp4' },
  { id: 'audio', component: 'AudioPlayer', url: 'https://example.org/a.mp3' },
  { id: 'line', component: 'Divider' },
  { id: 'tabs', component: 'Tabs', tabs: [{ title: 'One', child: 'inner' }] },
  { id: 'modal', component: 'Modal', trigger: 't', content: 'inner' },
];

describe.each([
  ['light', BYPASS],
  ['dark', BYPASS_DARK],
] as const)('axe, %s', (_scheme, context) => {
  it('finds nothing wrong with labels, descriptions, live and hidden parts of any component', async () => {
    await harness.close();
    harness = await Harness.open(browser, files, { context });
    await harness.feed(
      ...surface10([
        column('t', 'gone', ...every.map(({ id }) => id)),
        text({ accessibility: { label: 'Outside' } }),
        { id: 'inner', component: 'Text', text: '# Heading', accessibility: said },
        { id: 'gone', component: 'Row', children: ['go'], accessibility: { hidden: true } },
        ...every.map((one) => ({ accessibility: said, ...one })),
      ]),
    );
    expect(await violations(harness.page)).toEqual([]);
  });
});
