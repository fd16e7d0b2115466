// The checklist of OpenClaw's native renderer for what is drawn and pressed: components (C), themes (T), values that people
// change (V), actions (A). A2UI 0.8, as its agents write it.

import type { Json, JsonObject } from '@vitrine/core';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle, Harness, launch } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;
let harness: Harness;
beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle()]);
});
beforeEach(async () => {
  harness = await Harness.open(browser, files);
});
afterEach(async () => {
  expect(harness.complaints).toEqual([]);
  expect(harness.requests).toEqual([]);
  await harness.close();
});
afterAll(() => browser.close());

const literal = (words: string): JsonObject => ({ literalString: words });
const part = (id: string, type: string, props: JsonObject): JsonObject => ({ id, component: { [type]: props } });
const text = (id: string, words = id): JsonObject => part(id, 'Text', { text: literal(words) });
const column = (...children: string[]): JsonObject => part('r', 'Column', { children: { explicitList: children } });
const shown = (components: readonly Json[], styles?: JsonObject): Json[] => [
  { surfaceUpdate: { surfaceId: 's', components } },
  { beginRendering: { surfaceId: 's', root: 'r', ...(styles === undefined ? {} : { styles }) } },
];
const press = (id: string, words: string, context: Json = []): Json[] => [
  part(id, 'Button', { child: `${id}-words`, action: { name: id, context } }),
  text(`${id}-words`, words),
];
const actions = async () => (await harness.events()).filter(({ event }) => event === 'action');

/** One of each of the eighteen types. */
const ALL: readonly Json[] = [
  text('text', 'Words'),
  part('image', 'Image', { url: literal('https://example.com/x.png') }),
  part('icon', 'Icon', { name: literal('check') }),
  part('video', 'Video', { url: literal('https://example.com/x.mp4') }),
  part('audio', 'AudioPlayer', { url: literal('https://example.com/x.mp3'), description: literal('Sound') }),
  part('row', 'Row', { children: { explicitList: ['in-row'] } }),
  text('in-row'),
  part('col', 'Column', { children: { explicitList: ['in-col'] } }),
  text('in-col'),
  part('list', 'List', { children: { explicitList: ['in-list'] } }),
  text('in-list'),
  part('card', 'Card', { child: 'in-card' }),
  text('in-card'),
  part('tabs', 'Tabs', { tabItems: [{ title: literal('First tab'), child: 'in-tab' }] }),
  text('in-tab'),
  part('divider', 'Divider', {}),
  part('modal', 'Modal', { entryPointChild: 'entry', contentChild: 'in-modal' }),
  ...press('entry', 'Open it'),
  text('in-modal', 'Inside the modal'),
  ...press('button', 'Press me'),
  part('check', 'CheckBox', { label: literal('Agree'), value: { path: '/agree' } }),
  part('field', 'TextField', { label: literal('Name'), text: { path: '/name' } }),
  part('date', 'DateTimeInput', { value: { path: '/date' }, enableDate: true }),
  part('choice', 'MultipleChoice', {
    selections: { path: '/choice' },
    options: [
      { label: literal('Red'), value: 'red' },
      { label: literal('Blue'), value: 'blue' },
    ],
    maxAllowedSelections: 1,
  }),
  part('slider', 'Slider', { value: { path: '/level' }, minValue: 0, maxValue: 10 }),
];
const EIGHTEEN = [
  'text',
  'image',
  'icon',
  'video',
  'audio',
  'row',
  'col',
  'list',
  'card',
  'tabs',
  'divider',
  'modal',
  'button',
  'check',
  'field',
  'date',
  'choice',
  'slider',
];

describe('components', () => {
  it('C01 C06 C07 all eighteen are drawn and named, the modal only when it is opened', async () => {
    await harness.feed(...shown([column(...EIGHTEEN), ...ALL]));
    const { page } = harness;
    for (const words of ['Words', 'in-row', 'in-col', 'in-list', 'in-card', 'in-tab'])
      await page.getByText(words, { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Agree' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.getByRole('slider').waitFor();
    await page.getByRole('tab', { name: 'First tab' }).waitFor();
    await page.getByRole('separator').waitFor();
    await page.getByRole('button', { name: 'Press me' }).waitFor();
    expect(await page.getByText('Inside the modal').count()).toBe(0);
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('dialog').getByText('Inside the modal').waitFor();
  });

  it('C02 C05 a word that an enum or the icons do not have is as if it were not there', async () => {
    await harness.feed(
      ...shown([
        column('t', 'i'),
        part('t', 'Text', { text: literal('Still here'), usageHint: 'enormous' }),
        part('i', 'Icon', { name: literal('no-such-icon') }),
      ]),
    );
    await harness.page.getByText('Still here').waitFor();
    expect(await harness.page.locator('.icon, .placeholder').count()).toBeGreaterThan(0);
  });

  it('C03 a type that is not in the catalog is a placeholder that names it', async () => {
    await harness.feed(...shown([column('odd', 'after'), part('odd', 'Hologram', {}), text('after', 'Goes on')]));
    await harness.page.getByText('"Hologram" is not part of the catalog').waitFor();
    await harness.page.getByText('Goes on').waitFor();
  });

  it('C04 properties of a wrong type hurt nobody else', async () => {
    await harness.feed(
      ...shown([column('odd', 'after'), part('odd', 'Text', { text: 5, usageHint: 5 }), text('after', 'Goes on')]),
    );
    await harness.page.getByText('Goes on').waitFor();
  });
});

describe('what people change', () => {
  it('V03 typing is written to its path and does not come back as a change of the agent', async () => {
    await harness.feed(...shown([column('field'), ...ALL]));
    const field = harness.page.getByRole('textbox', { name: 'Name' });
    await field.pressSequentially('Ada');
    expect(await harness.data('s')).toMatchObject({ name: 'Ada' });
    await field.press('Home');
    await field.pressSequentially('x');
    expect([await field.inputValue(), await actions()]).toEqual(['xAda', []]);
  });

  it('V04 a selection is a list, and one that was a single value is taken', async () => {
    await harness.feed(
      { dataModelUpdate: { surfaceId: 's', contents: [{ key: 'choice', valueString: 'blue' }] } },
      ...shown([column('choice'), ...ALL]),
    );
    const red = harness.page.getByLabel('Red');
    await red.check();
    expect(await harness.data('s')).toMatchObject({ choice: ['red'] });
  });
});

describe('actions', () => {
  it('A01 the context holds literals and what its paths hold', async () => {
    const context = [
      { key: 'word', value: literal('w') },
      { key: 'number', value: { literalNumber: 2 } },
      { key: 'yes', value: { literalBoolean: true } },
      { key: 'name', value: { path: '/name' } },
    ];
    await harness.feed(
      { dataModelUpdate: { surfaceId: 's', contents: [{ key: 'name', valueString: 'Ada' }] } },
      ...shown([column('go'), ...press('go', 'Go', context)]),
    );
    await harness.page.getByRole('button', { name: 'Go' }).click();
    expect(await actions()).toMatchObject([
      { name: 'go', surface: 's', source: 'go', context: { word: 'w', number: 2, yes: true, name: 'Ada' } },
    ]);
  });

  it('A03 what is typed into an obscured field is in no event', async () => {
    await harness.feed(
      ...shown([
        column('pin', 'go'),
        part('pin', 'TextField', { label: literal('Pin'), text: { path: '/pin' }, textFieldType: 'obscured' }),
        ...press('go', 'Go'),
      ]),
    );
    await harness.page.getByLabel('Pin').fill('4711');
    await harness.page.getByRole('button', { name: 'Go' }).click();
    expect(await actions()).toHaveLength(1);
    expect(JSON.stringify(await harness.events())).not.toContain('4711');
  });

  it('A04 a double click is one press', async () => {
    await harness.feed(...shown([column('go'), ...press('go', 'Go')]));
    await harness.page.getByRole('button', { name: 'Go' }).dblclick();
    expect(await actions()).toHaveLength(1);
  });
});

describe('themes', () => {
  const colour = (surface: string) =>
    harness.page.evaluate((id) => {
      const button = window.vitrine.element(id).shadowRoot?.querySelector('.primary');
      return button === null || button === undefined ? '' : getComputedStyle(button).backgroundColor;
    }, surface);

  it('T01 T02 a colour counts on its own surface only, and one that is none is left out', async () => {
    const primary = [part('r', 'Button', { child: 'w', primary: true, action: { name: 'x' } }), text('w', 'Go')];
    const on = (surfaceId: string, styles: JsonObject): Json[] => [
      { surfaceUpdate: { surfaceId, components: primary } },
      { beginRendering: { surfaceId, root: 'r', styles } },
    ];
    await harness.feed(...on('a', { primaryColor: '#7a1f1f' }), ...on('b', {}), ...on('c', { primaryColor: 'red;}' }));
    const [a, b, c] = [await colour('a'), await colour('b'), await colour('c')];
    expect(a).not.toBe(b);
    expect(c).toBe(b);
  });
});
