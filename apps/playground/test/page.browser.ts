// The page in a real Chromium, served by the built command line: `npm run build && npm run browser`.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Served } from './served.ts';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

let served: Served;
let page: Page;
/** What the browser complained about: errors, refused styles and scripts. */
let complaints: string[] = [];

beforeAll(async () => {
  served = await Served.start();
});

afterAll(() => served?.stop());

beforeEach(async () => {
  ({ page, complaints } = await served.open('workbench.html'));
  await live().getByText('Book a table').waitFor();
  await page.getByRole('tab', { name: 'Plain text' }).click();
});

afterEach(async () => {
  expect(complaints).toEqual([]);
  await page.close();
});

const live = () => page.locator('#live vitrine-session');
const showLive = () => page.getByRole('tab', { name: 'Live' }).click();
const stream = () => page.getByRole('textbox', { name: 'Stream' });
const picture = () => page.locator('#picture');
const example = (name: string) => page.getByRole('button', { name, exact: true }).click();
const open = (surfaceId: string) =>
  JSON.stringify({ version: 'v0.9', createSurface: { surfaceId, catalogId: CATALOG } });
const put = (surfaceId: string, ...components: object[]) =>
  JSON.stringify({ version: 'v0.9', updateComponents: { surfaceId, components } });

async function shows(text: string): Promise<void> {
  await picture().filter({ hasText: text }).waitFor();
}

describe('the page', () => {
  it('shows an example at once: picture, tree, data, no issue', async () => {
    await shows('A table for 4 guests');
    expect(await page.getByRole('treeitem').count()).toBeGreaterThan(10);
    expect(await page.locator('#data').textContent()).toContain('"Ada Lovelace"');
    expect(await page.locator('#counts').textContent()).toBe('10 of 10 accepted');
    expect(await page.locator('#issues').textContent()).toBe('Nothing is wrong with it.');
  });

  it('shows what a person would get, and what the agent hears when the person acts', async () => {
    await showLive();
    await live().getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
    expect(await page.locator('#event-panel').isHidden()).toBe(true);
    await page.locator('#data', { hasText: '"Grace Hopper"' }).waitFor();
    await live()
      .getByRole('checkbox', { name: /I will come/ })
      .check();
    await live().getByRole('button', { name: 'Book the table' }).click();
    const sent = await page.locator('#events').textContent();
    expect(JSON.parse(sent ?? '')).toMatchObject({
      version: 'v0.9',
      action: { name: 'book', surfaceId: 'booking', context: { name: 'Grace Hopper', guests: 4 } },
    });
  });

  it('keeps the focus when what had it is of no more use, and in the rows of a list that is drawn again', async () => {
    const focused = () =>
      page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.id);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Stream it' }).click();
    await page.getByRole('button', { name: 'All at once' }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'All at once' }).isDisabled()).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
    await page.getByRole('tab', { name: 'Messages' }).click();
    const third = page.locator('#messages button').nth(2);
    const words = (await third.textContent())?.trim();
    await third.focus();
    await page.evaluate(() => {
      document.querySelector<HTMLInputElement>('#strict')?.click();
    });
    await expect.poll(focused).toBe(words);
  });

  it('has a link past what stands before the stream', async () => {
    await page.reload();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('stream');
  });

  it('keeps what was pressed in sight when the panel of events takes its room', async () => {
    await showLive();
    await page.setViewportSize({ width: 1280, height: 700 });
    await live()
      .getByRole('checkbox', { name: /I will come/ })
      .check();
    const button = live().getByRole('button', { name: 'Book the table' });
    await button.press('Enter');
    await page.locator('#event-panel').waitFor();
    const isSeen = () =>
      button.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const around = document.querySelector('#live')?.getBoundingClientRect();
        return top >= (around?.top ?? 0) - 1 && bottom <= (around?.bottom ?? 0) + 1;
      });
    await expect.poll(isSeen).toBe(true);
  });

  it('asks what an agent asks, and sends the answer once', async () => {
    await showLive();
    const ask = { op: 'ask', ask: 'name', want: { kind: 'text' }, prompt: 'Which name?' };
    await stream().fill(JSON.stringify({ vitrine: 1, body: [ask] }));
    await page.getByRole('dialog').getByRole('textbox').fill('main');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Send|Answer/ })
      .click();
    await page.locator('#events', { hasText: '"main"' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('keeps a question that was put aside inside the panel that shows its session, in narrow windows too', async () => {
    await showLive();
    const ask = { op: 'ask', ask: 'name', want: { kind: 'text' }, prompt: 'Which name?' };
    await stream().fill(`${await stream().inputValue()}\n${JSON.stringify({ vitrine: 1, body: [ask] })}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click();
    const chip = live().getByRole('button', { name: '1 question waiting' });
    const isInside = () =>
      chip.evaluate((one) => {
        const inner = one.getBoundingClientRect();
        const outer = document.querySelector('#live')?.getBoundingClientRect() as DOMRect;
        return inner.top >= outer.top && inner.bottom <= outer.bottom + 1 && inner.right <= outer.right;
      });
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const top of [0, 300, 100_000, 0]) {
        await page.locator('#live').evaluate((panel, at) => panel.scrollTo(0, at), top);
        await expect.poll(isInside, { message: `${width} ${top}` }).toBe(true);
      }
    }
  });

  it('says why a button does nothing in the same true words, on the page and in the tree', async () => {
    await showLive();
    await live().getByRole('button', { name: 'Book the table' }).press('Enter');
    await live().getByRole('status').getByText('Your promise is still missing.').waitFor();
    await page.locator('.node', { hasText: 'Buttonsend' }).click();
    await page.getByRole('button', { name: 'Press' }).click();
    expect(JSON.parse((await page.locator('#events').textContent()) ?? '')).toEqual({
      disabled: 'Your promise is still missing.',
    });
    await live()
      .getByRole('checkbox', { name: /I will come/ })
      .check();
    await live().getByText('Your promise is still missing.').waitFor({ state: 'hidden' });
  });

  it('names the dialect of a line beside its number and not over it', async () => {
    await stream().fill(`{"vitrine": 1, "body": [{"op": "say", "text": "x"}]}`);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const [tag, number] = await Promise.all(
        ['.tag', '.number'].map((part) => page.locator(`.gutter-line ${part}`).first().boundingBox()),
      );
      expect((tag?.x ?? 0) + (tag?.width ?? 0), String(width)).toBeLessThanOrEqual(number?.x ?? 0);
    }
  });

  it('tells of what was found only when it was drawn', async () => {
    await showLive();
    await stream().fill(
      `${open('s')}\n${put('s', { id: 'root', component: 'Image', url: 'https://elsewhere.example/a.png' })}`,
    );
    await page.locator('#issues', { hasText: 'elsewhere.example' }).waitFor();
  });

  it('leads to the gallery', async () => {
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByRole('heading', { name: 'Vitrine gallery' }).waitFor();
  });

  it('reads what is typed, live', async () => {
    await stream().fill(`${open('s')}\n${put('s', { id: 'root', component: 'Text', text: 'Good morning' })}`);
    await shows('Good morning');
    await stream().fill('');
    await picture().getByText('No surface yet').waitFor();
    expect(await page.locator('#issues').textContent()).toBe('Issues appear here as you type.');
  });

  it('shows text of an agent as text, whatever it looks like', async () => {
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b>';
    await stream().fill(
      `${open('s')}\n${put('s', { id: 'root', component: 'Text', text: hostile })}\n{"${hostile.replaceAll('"', '')}":1}`,
    );
    await shows('<b>bold</b>');
    expect(await page.locator('main img, main b').count()).toBe(0);
    expect(await page.title()).toBe('Workbench · Vitrine');
  });

  it('leads from an issue to its place in the stream', async () => {
    await example('Broken stream');
    await page.getByRole('button', { name: /There is no property "colour" here/ }).click();
    const selected = await stream().evaluate((area) => {
      const { value, selectionStart, selectionEnd } = area as unknown as {
        value: string;
        selectionStart: number;
        selectionEnd: number;
      };
      return value.slice(selectionStart, selectionEnd);
    });
    expect(selected).toBe('"red"');
    await shows('[! unknown component PieChart: chart]');
    await shows('second, still here');
  });

  it('lists messages with their dialects', async () => {
    await example('Restaurants');
    await shows('Three places nearby');
    await page.getByRole('tab', { name: /Messages/ }).click();
    const rows = page.locator('#messages li');
    expect(await rows.count()).toBe(6);
    expect(await rows.first().textContent()).toMatch(/^acceptedline 1a2ui-0\.8surfaceUpdate$/);
  });

  it('feeds a stream step by step, at a speed, and all at once', async () => {
    await example('Journey');
    await shows('Three trains, two changes');
    const step = page.getByRole('button', { name: 'Step', exact: true });
    for (let i = 0; i < 2; i++) await step.click();
    await shows('[… waiting for status]');
    expect(await page.locator('#counts').textContent()).toBe('2 of 2 accepted, 12 to come');
    await page.getByRole('slider', { name: /Speed/ }).fill('6');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Stream again' }).waitFor();
    await shows('Three trains, two changes');
    await step.click();
    await page.getByRole('button', { name: 'All at once' }).click();
    await shows('Three trains, two changes');
  });

  it('has a tab for each surface, also by keyboard', async () => {
    await example('Journey');
    await page.getByRole('tab', { name: 'journey' }).focus();
    await page.keyboard.press('ArrowRight');
    await shows('3.3 °C, light snow');
    expect(await page.getByRole('tab', { name: 'weather' }).getAttribute('aria-selected')).toBe('true');
  });

  it('opens, closes and walks the tree by keyboard', async () => {
    const root = page.getByRole('treeitem').first();
    await root.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('treeitem').count()).toBe(2);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.locator('.details').waitFor();
    expect(await page.locator('.details').textContent()).toContain('Book the table');
  });

  it('lets a value be changed and a button be pressed, as a person would', async () => {
    await page.locator('.node', { hasText: 'terms' }).click();
    await page.getByRole('checkbox', { name: 'value of terms' }).check();
    await shows('[x] I will come');
    await page.locator('.node', { hasText: 'TextField' }).first().click();
    const name = page.getByRole('textbox', { name: 'value of name' });
    await name.fill('Grace Hopper');
    await shows('Name: [Grace Hopper]');
    expect(await name.inputValue()).toBe('Grace Hopper');
    await page.locator('.node', { hasText: 'Buttonsend' }).click();
    await page.getByRole('button', { name: 'Press' }).click();
    const sent = await page.locator('#events').textContent();
    expect(JSON.parse(sent ?? '')).toMatchObject({
      version: 'v0.9',
      action: {
        name: 'book',
        surfaceId: 'booking',
        sourceComponentId: 'send',
        context: { name: 'Grace Hopper', guests: 4 },
      },
    });
  });

  it('is strict when told so', async () => {
    await stream().fill(`${open('s')}\n${open('s')}`);
    await page.getByText('1 warning').waitFor();
    await page.getByRole('checkbox', { name: 'Strict' }).check();
    await page.getByText('1 error').waitFor();
  });

  it.each([360, 390, 820, 1100, 1280, 1920])('fits a window of %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Sign-in', 'Broken stream']) {
      await example(name);
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(wider).toBe(0);
    }
  });

  it('stays quick with ten thousand items', async () => {
    const items = Array.from({ length: 10_000 }, (_, i) => ({ name: `item ${i}` }));
    const data = JSON.stringify({ version: 'v0.9', updateDataModel: { surfaceId: 's', value: { items } } });
    const list = put(
      's',
      { id: 'root', component: 'List', children: { componentId: 'item', path: '/items' } },
      { id: 'item', component: 'Text', text: { path: 'name' } },
    );
    await stream().fill(`${open('s')}\n${list}\n${data}`);
    await shows('• item 9999');
    await page.locator('#tree-hint', { hasText: '10001 nodes' }).waitFor();
    await page.locator('.twist').first().click();
    await page.getByRole('button', { name: '9900 more' }).click();
    expect(await page.getByRole('treeitem').count()).toBe(201);
  });
});
