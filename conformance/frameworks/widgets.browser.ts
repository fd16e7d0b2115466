// A component written in a framework is a widget like our own: typed, two-way bound, with checks, problem and focus, in
// templates too, drawn with the page's context and styles; and one that is broken leaves the surface usable.

import { defined, type Json } from '@vitrine/core/internal';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BYPASS, violations } from '../../packages/web/test/axe.ts';
import { bundle, Harness, launch } from '../../packages/web/test/harness.ts';
import { CATALOG_ID } from './catalog-id.ts';
import { OUTSIDE_PAGES, outsidePlugin } from './outside-pages.ts';
import { sveltePlugin } from './svelte-plugin.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const open = (components: readonly Json[], dataModel: Json = {}, surfaceId = 'a'): Json => ({
  version: 'v1.0',
  createSurface: { surfaceId, catalogId: CATALOG_ID, components, dataModel },
});
const condition = { call: 'required', args: { value: { path: '/stars' } } };
const rating = {
  id: 'r',
  component: 'Rating',
  label: 'Your stay',
  value: { path: '/stars' },
  max: 3,
  chosen: { event: { name: 'chosen', context: { stars: { path: '/stars' } } } },
  checks: [{ condition, message: 'Give some stars.' }],
};
const send = [
  {
    id: 'go',
    component: 'Button',
    child: 'send',
    action: { event: { name: 'sent' } },
    checks: [{ condition, message: 'Stars are missing.' }],
  },
  { id: 'send', component: 'Text', text: 'Send' },
];
const WHY: { readonly [kind: string]: RegExp } = {
  throws: /as I was told/,
  waits: /shown nothing for 10 s/,
  // Below all frameworks, where the framework itself does not end it before.
  writes: /without end|error #185|Maximum update depth|effect_update_depth_exceeded/,
  loops: /Too many re-renders|error #301|without end|effect_update_depth_exceeded/,
};
const column = (...children: string[]): Json => ({ id: 'root', component: 'Column', children });

const isOutside = Object.keys(OUTSIDE_PAGES).length > 0;

describe.each(isOutside ? Object.keys(OUTSIDE_PAGES) : ['react', 'vue', 'svelte'])('in %s', (framework) => {
  const outside = OUTSIDE_PAGES[framework];
  const page = outside?.page ?? `../../../conformance/frameworks/${framework}-page.ts`;
  let files: Map<string, Uint8Array>;
  let harness: Harness;
  beforeAll(async () => {
    files = await bundle(page, [outside === undefined ? sveltePlugin : outsidePlugin(outside)]);
  });
  beforeEach(async () => {
    harness = await Harness.open(browser, files, { context: BYPASS, ...defined({ policy: outside?.policy }) });
  });
  afterEach(() => harness.close());

  const push = (message: Json) =>
    harness.page.evaluate((given) => void window.page.source.push(JSON.parse(given)), JSON.stringify(message));
  const eventsOf = (kind: string) =>
    harness.page.evaluate((name) => window.page.events.filter((one) => one.event === name), kind);

  it('shows the value, writes what is chosen, runs the action, and has the context and styles of the page', async () => {
    const { page } = harness;
    await page.addStyleTag({ content: '.star { color: rgb(1, 2, 3) }' });
    await push(
      open([column('r', 'said'), rating, { id: 'said', component: 'Text', text: { path: '/stars' } }], { stars: 1 }),
    );
    const two = page.getByRole('button', { name: '2 stars' });
    await expect.poll(() => page.getByRole('button', { name: '1 stars' }).getAttribute('aria-pressed')).toBe('true');
    expect(await two.evaluate((button) => getComputedStyle(button).color)).toBe('rgb(1, 2, 3)');
    expect(await two.evaluate((button) => button.getRootNode() === document)).toBe(true);
    await two.click();
    await expect.poll(() => two.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.locator('vitrine-surface').first().getByText('2', { exact: true }).count()).toBe(1);
    expect(await eventsOf('input')).toMatchObject([{ path: '/stars', value: 2 }]);
    expect(await eventsOf('action')).toMatchObject([{ name: 'chosen', context: { stars: 2 } }]);
    await push({ version: 'v1.0', updateDataModel: { surfaceId: 'a', path: '/stars', value: 3 } });
    await expect.poll(() => page.getByRole('button', { name: '3 stars' }).getAttribute('aria-pressed')).toBe('true');
    expect(await violations(page)).toEqual([]);
    expect(harness.complaints).toEqual([]);
  });

  it('says its problem after an attempt to send, where the focus goes, and no more once it is mended', async () => {
    const { page } = harness;
    await push(open([column('r', 'go'), rating, ...send]));
    // A button whose checks fail says so when it is pressed: it is not disabled for the browser.
    await page.getByRole('button', { name: 'Send' }).click({ force: true });
    await expect.poll(() => page.getByText('Give some stars.').count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('1 stars');
    await expect
      .poll(() => page.getByRole('group', { name: 'Your stay' }).getAttribute('data-problem'))
      .toBe('Give some stars.');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('Give some stars.').count()).toBe(0);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(async () => (await eventsOf('action')).map((event) => 'name' in event && event.name))
      .toContain('sent');
  });

  it('stands in the surfaces of a session, in the light DOM of the page', async () => {
    const { page } = harness;
    await push(open([column('r'), rating], { stars: 1 }, 'c'));
    await page.evaluate(() => window.page.showSession());
    const two = page.locator('vitrine-session').getByRole('button', { name: '2 stars' });
    await two.click();
    await expect.poll(() => two.getAttribute('aria-pressed')).toBe('true');
    expect(await two.evaluate((button) => button.getRootNode() === document)).toBe(true);
    const session = page.locator('#session');
    expect((await session.boundingBox())?.height).toBeGreaterThan(40);
    expect(await violations(page)).toEqual([]);
  });

  it('has what was entered before the next event comes', async () => {
    const { page } = harness;
    await push(open([column('r'), rating], { stars: 1 }));
    await expect.poll(() => page.locator('[aria-pressed=true]').count()).toBe(1);
    const pressed = await page.evaluate(async () => {
      const stars = [...document.querySelectorAll<HTMLElement>('.star')];
      const found: (string | undefined)[] = [];
      for (const star of stars) {
        star.click();
        // No frame comes in between.
        for (let i = 0; i < 10; i++) await Promise.resolve();
        found.push(stars.find((one) => one.ariaPressed === 'true')?.textContent?.trim());
      }
      return found;
    });
    expect(pressed).toEqual(['1 stars', '2 stars', '3 stars']);
  });

  it.runIf(/^react/.test(framework))('keeps the caret in a field that shows what it is given alone', async () => {
    const { page } = harness;
    await push(
      open([column('n'), { id: 'n', component: 'Note', label: 'Note', value: { path: '/note' } }], { note: 'ac' }),
    );
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.focus();
    await note.evaluate((input) => (input as HTMLInputElement).setSelectionRange(1, 1));
    await page.keyboard.type('XYZ');
    expect(await note.inputValue()).toBe('aXYZc');
  });

  it.runIf(framework === 'react' || framework === 'vue')(
    'leaves the surface as it is when the page draws the same again',
    async () => {
      const { page } = harness;
      await push(
        open([column('r', 'n'), rating, { id: 'n', component: 'TextField', label: 'Name', value: { path: '/n' } }]),
      );
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.pressSequentially('Ada');
      const [field, star] = [await name.elementHandle(), await page.locator('.star').first().elementHandle()];
      for (let i = 0; i < 3; i++) await page.evaluate(() => window.page.redraw?.());
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      await page.keyboard.type(' L');
      expect(await name.inputValue()).toBe('Ada L');
      expect(await field?.evaluate((one) => one.isConnected)).toBe(true);
      expect(await star?.evaluate((one) => one.isConnected)).toBe(true);
      expect(harness.complaints).toEqual([]);
    },
  );

  it.runIf(/^react/.test(framework))(
    'goes on when its module is evaluated anew, whose widget is drawn next',
    async () => {
      const { page } = harness;
      await push(open([column('r'), rating], { stars: 1 }));
      const two = page.getByRole('button', { name: '2 stars' });
      await expect.poll(() => two.count()).toBe(1);
      await page.evaluate(() => window.page.reload?.());
      await two.click();
      await expect.poll(() => two.getAttribute('aria-pressed')).toBe('true');
      await page.evaluate(() => window.page.unmount());
      await page.evaluate(() => window.page.mount());
      await expect.poll(() => page.locator('i').allTextContents()).toEqual(['Your stay']);
      expect(await two.count()).toBe(0);
      expect(harness.complaints).toEqual([]);
    },
  );

  it('stands in templates, each item with its own value, and goes with its item', async () => {
    const { page } = harness;
    const item = { id: 'r', component: 'Rating', label: { path: 'name' }, value: { path: 'stars' }, max: 2 };
    const list = { id: 'root', component: 'Column', children: { componentId: 'r', path: '/rooms' } };
    await push(
      open([list, item], {
        rooms: [
          { name: 'A', stars: 0 },
          { name: 'B', stars: 2 },
        ],
      }),
    );
    const pressed = page.locator('[aria-pressed=true]');
    await expect.poll(() => pressed.count()).toBe(1);
    await page.getByRole('group', { name: 'A' }).getByRole('button').first().click();
    await expect.poll(() => pressed.count()).toBe(2);
    expect(await eventsOf('input')).toMatchObject([{ path: '/rooms/0/stars', value: 1 }]);
    await push({
      version: 'v1.0',
      updateDataModel: { surfaceId: 'a', path: '/rooms', value: [{ name: 'C', stars: 1 }] },
    });
    await expect.poll(() => page.getByRole('group').count()).toBe(1);
    await expect.poll(() => page.locator('vitrine-surface > [slot]').count()).toBe(1);
  });

  it('gets the declared types, whatever an agent has put there', async () => {
    const { page } = harness;
    await push(
      open([column('r'), { ...rating, label: { path: '/words' } }], { stars: { deep: ['x'] }, words: ['a', 7] }),
    );
    await expect.poll(() => page.getByRole('button', { name: '1 stars' }).count()).toBe(1);
    expect(harness.complaints).toEqual([]);
  });

  // Components of Angular wait for nothing, and a loop of theirs is a turn after the other, which holds nobody up.
  const kinds = framework === 'angular' ? ['throws', 'writes'] : ['throws', 'waits', 'loops', 'writes'];
  it.each(kinds)('one that %s leaves the surface usable, and its maker is told', async (kind) => {
    const { page } = harness;
    if (kind === 'waits') await page.clock.install();
    await push(
      open([column('t', 'go'), { id: 't', component: 'Trouble', kind, value: { path: '/n' } }, ...send], {
        n: 0,
        stars: 1,
      }),
    );
    if (kind === 'waits') {
      await expect.poll(() => page.getByRole('button', { name: 'Send' }).count()).toBe(1);
      await page.clock.runFor(11_000);
    }
    await expect
      .poll(() => page.evaluate(() => window.page.issues.map(({ code, fault }) => `${code} ${fault}`)), {
        timeout: 20_000,
      })
      .toEqual(['VITRINE_WIDGET_FAILED host']);
    const [{ message } = { message: '' }] = await page.evaluate(() => window.page.issues);
    expect(message).toMatch(WHY[kind] as RegExp);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(async () => (await eventsOf('action')).length).toBe(1);
  });

  it('is drawn in a plain tag, too, which has no context to give', async () => {
    const { page } = harness;
    await push(open([column('r'), rating], { stars: 1 }, 'c'));
    await page.evaluate(() => window.page.showPlain('c'));
    await page.getByRole('button', { name: '2 nothing' }).click();
    await expect.poll(() => page.getByRole('button', { name: '2 nothing' }).getAttribute('aria-pressed')).toBe('true');
    expect(harness.complaints).toEqual([]);
  });

  it('takes nothing for what it begins with, and tells what is found late as long as it stands', async () => {
    const { page } = harness;
    await push(open([column('r'), rating], { stars: 1 }, 'c'));
    await page.evaluate(() => window.page.showPlain('c'));
    const left = await page.evaluate(async () => {
      const surface = document.querySelector('#plain') as HTMLElement;
      const session = document.createElement('vitrine-session');
      document.body.append(session);
      for (const name of ['words', 'urls', 'widgets', 'headingLevel']) Object.assign(surface, { [name]: undefined });
      for (const name of ['src', 'locale', 'token', 'words', 'urls', 'widgets', 'catalogs', 'headingLevel'])
        Object.assign(session, { [name]: undefined });
      await new Promise((done) => setTimeout(done));
      const { state } = session;
      const heard = window.page.source.listeners.size;
      session.remove();
      Object.assign(surface, { surfaceId: 'none' });
      Object.assign(surface, { surfaceId: 'c' });
      return { state, src: session.getAttribute('src'), catalogs: [...session.catalogs].length, heard };
    });
    // The two surfaces of the page, and this one.
    expect(left).toEqual({ state: 'idle', src: null, catalogs: 3, heard: 3 });
    await expect.poll(() => page.getByRole('button', { name: '2 nothing' }).count()).toBe(1);
    expect(
      await page.evaluate(() => {
        Object.assign(document.querySelector('#plain') as HTMLElement, { source: undefined });
        return window.page.source.listeners.size;
      }),
    ).toBe(2);
    expect(harness.complaints).toEqual([]);
  });

  it('leaves nothing behind when it is taken away, and is there again when it is back', async () => {
    const { page } = harness;
    await push(open([column('r'), rating], { stars: 1 }));
    for (let i = 0; i < 3; i++) {
      await expect.poll(() => page.locator('[aria-pressed=true]').count()).toBe(1);
      await page.evaluate(() => window.page.unmount());
      await expect.poll(() => page.locator('vitrine-surface').count()).toBe(0);
      await page.evaluate(() => window.page.mount());
    }
    expect(harness.complaints).toEqual([]);
  });

  it('keeps nothing in memory of what was mounted before', async () => {
    const { page } = harness;
    await push(open([column('r'), rating], { stars: 1 }));
    const session = await page.context().newCDPSession(page);
    const nodesAfter = async (rounds: number): Promise<number> => {
      await page.evaluate(async (count) => {
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        for (let i = 0; i < count; i++) {
          window.page.unmount();
          await frame();
          window.page.mount();
          await frame();
        }
      }, rounds);
      await expect.poll(() => page.locator('[aria-pressed=true]').count()).toBe(1);
      for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Memory.getDOMCounters')).nodes;
    };
    const before = await nodesAfter(5);
    const after = await nodesAfter(100);
    // A surface with its rating is some fifty nodes: a hundred that were kept would be thousands.
    expect(after - before).toBeLessThan(250);
  });
});
