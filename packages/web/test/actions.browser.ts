// Button, Tabs and Modal in a real Chromium: by keyboard, by pointer, and while the agent keeps sending.

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

const update = (...components: Json[]): Json => ({ version: 'v0.9', updateComponents: { surfaceId: 's', components } });
const set = (path: string, value: Json): Json => ({
  version: 'v0.9',
  updateDataModel: { surfaceId: 's', path, value },
});
const text = (id: string, words: string, more: { [name: string]: Json } = {}): Json => ({
  id,
  component: 'Text',
  text: words,
  ...more,
});
const column = (...children: string[]): Json => ({ id: 'root', component: 'Column', children });
const send = { event: { name: 'send', context: { name: { path: '/name' } } } };
const button = (more: { [name: string]: Json } = {}): Json => ({
  id: 'go',
  component: 'Button',
  child: 'label',
  action: send,
  ...more,
});

const actions = async () => (await harness.events()).filter(({ event }) => event === 'action');

describe('Button', () => {
  const open = (more?: { [name: string]: Json }) =>
    harness.feed(...surface09([column('go'), button(more), text('label', 'Send')], { name: 'Ada' }));

  it.each(['pointer', 'Enter', 'Space'])('sends its action by %s', async (how) => {
    await open();
    const target = harness.page.getByRole('button', { name: 'Send' });
    await (how === 'pointer' ? target.click() : target.press(how));
    expect(await actions()).toMatchObject([{ source: 'go', name: 'send', context: { name: 'Ada' } }]);
  });

  it('stays in sight when the answer comes above it, until the person goes elsewhere', async () => {
    await harness.page.setViewportSize({ width: 600, height: 400 });
    const rows = Array.from({ length: 30 }, (_, i) => text(`t${i}`, `Row ${i}`));
    const ids = rows.map((_, i) => `t${i}`);
    await harness.feed(...surface09([column(...ids, 'go'), button(), text('label', 'Send'), ...rows], { name: 'Ada' }));
    const target = harness.page.getByRole('button', { name: 'Send' });
    const isSeen = () =>
      target.evaluate(
        (one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= innerHeight,
      );
    const answer = (count: number) =>
      harness.feed(
        ...Array.from({ length: count }, (_, i) => update(text(`n${i}`, `Answer ${i}`))),
        update(column(...ids, ...Array.from({ length: count }, (_, i) => `n${i}`), 'go')),
      );
    await target.press('Enter');
    await answer(10);
    await expect.poll(isSeen).toBe(true);
    await answer(20);
    await expect.poll(isSeen).toBe(true);
    // However it is scrolled: by a wheel, or by whoever looks for something on the page.
    await harness.page.evaluate(() => scrollTo(0, 0));
    await expect.poll(isSeen).toBe(false);
    await answer(30);
    await harness.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await isSeen()).toBe(false);
  });

  it('lets the person be led to what is wrong, however far above it', async () => {
    await harness.page.setViewportSize({ width: 600, height: 400 });
    const rows = Array.from({ length: 30 }, (_, i) => text(`t${i}`, `Row ${i}`));
    const field = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } };
    const checks = [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'A name first' }];
    const ids = rows.map((_, i) => `t${i}`);
    const all = [
      column('first', 'name', ...ids, 'go'),
      text('first', 'First'),
      { ...field, checks },
      button({ checks }),
      text('label', 'Send'),
      ...rows,
    ];
    await harness.feed(...surface09(all, { name: '' }));
    await harness.page.getByRole('button', { name: 'Send' }).press('Enter');
    const name = harness.page.getByLabel('Name');
    await expect.poll(() => name.evaluate((one) => one.matches(':focus'))).toBe(true);
    await harness.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // Not the control alone: what it is called, and what is wrong with it.
    for (const part of ['.field .label', '.field .problem']) {
      const [top, bottom] = await harness.page.locator(part).evaluate((one) => {
        const box = one.getBoundingClientRect();
        return [box.top, box.bottom];
      });
      expect((top ?? -1) >= 0 && (bottom ?? 401) <= 400, part).toBe(true);
    }
  });

  it('that fails a check shows why, at the end of what can be seen too', async () => {
    await harness.page.setViewportSize({ width: 600, height: 400 });
    const checks = [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'A name first' }];
    const rows = Array.from({ length: 30 }, (_, i) => text(`t${i}`, `Row ${i}`));
    const ids = rows.map((_, i) => `t${i}`);
    await harness.feed(
      ...surface09([
        column(...ids.slice(0, 15), 'go', ...ids.slice(15)),
        button({ checks }),
        text('label', 'Send'),
        ...rows,
      ]),
    );
    const target = harness.page.getByRole('button', { name: 'Send' });
    await target.evaluate((one) => one.scrollIntoView({ block: 'end' }));
    await target.press('Enter');
    const why = harness.page.getByText('A name first');
    await why.waitFor();
    await expect.poll(() => why.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  });

  it('takes a double click for one press, and two clicks for two', async () => {
    await open();
    const target = harness.page.getByRole('button', { name: 'Send' });
    await target.dblclick();
    expect(await actions()).toHaveLength(1);
    await target.click();
    await target.click();
    expect(await actions()).toHaveLength(3);
  });

  it('is pressed once by a key that is held down', async () => {
    await open();
    await harness.page.getByRole('button').focus();
    for (let i = 0; i < 5; i++) await harness.page.keyboard.down('Enter');
    await harness.page.keyboard.up('Enter');
    expect(await actions()).toHaveLength(1);
  });

  it('has the look of its variant, and another when that changes', async () => {
    await open({ variant: 'primary' });
    const target = harness.page.getByRole('button');
    expect(await target.getAttribute('class')).toBe('button primary');
    await harness.feed(update(button({ variant: 'borderless' })));
    expect(await target.getAttribute('class')).toBe('button borderless');
    await harness.feed(update(button()));
    expect(await target.getAttribute('class')).toBe('button default');
  });

  it('that fails a check stays reachable, does nothing and says why when pressed', async () => {
    const checks = [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Name is needed' }];
    await harness.feed(
      ...surface09(
        [
          column('name', 'go'),
          { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
          button({ checks }),
          text('label', 'Send'),
        ],
        { name: '' },
      ),
    );
    const { page } = harness;
    const target = page.getByRole('button', { name: 'Send' });
    expect(await target.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('status').textContent()).toBe('');
    await target.click({ force: true });
    await page.getByRole('status').filter({ hasText: 'Name is needed' }).waitFor();
    expect(await target.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await actions()).toEqual([]);
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Name is needed').waitFor({ state: 'detached' });
    expect(await target.getAttribute('aria-disabled')).toBeNull();
    await target.press('Enter');
    expect(await actions()).toMatchObject([{ context: { name: 'Ada' } }]);
  });

  it('keeps the focus when checks come with a later definition', async () => {
    await open();
    const target = harness.page.getByRole('button', { name: 'Send' });
    await target.focus();
    await harness.feed(update(button({ checks: [{ condition: false, message: 'Not yet' }] })));
    expect(await target.evaluate((element) => element.matches(':focus'))).toBe(true);
    await target.press('Enter');
    await harness.page.getByText('Not yet').waitFor();
    expect(await actions()).toEqual([]);
  });

  it('opens a link in a new window that does not know this one', async () => {
    await open({ action: { functionCall: { call: 'openUrl', args: { url: 'https://example.org/a' } } } });
    await harness.page.evaluate(() => {
      window.open = (...given) => {
        document.title = given.join(' ');
        return null;
      };
    });
    await harness.page.getByRole('button').click();
    expect(await harness.page.title()).toBe('https://example.org/a _blank noopener,noreferrer');
    expect(await actions()).toEqual([]);
  });

  it('opens nothing for a script address and reports it', async () => {
    // The address comes from the data: the door has not seen it.
    const call = { call: 'formatString', args: { value: '$' + '{/link}' } };
    await harness.feed(
      ...surface09(
        [
          column('go'),
          button({ action: { functionCall: { call: 'openUrl', args: { url: call } } } }),
          text('label', 'Send'),
        ],
        { link: 'javascript:alert(1)' },
      ),
    );
    await harness.page.getByRole('button').click();
    expect(harness.page.context().pages()).toHaveLength(1);
    expect((await harness.issues()).length).toBeGreaterThan(0);
  });

  it('of 0.8 is primary or not', async () => {
    await harness.feed(
      {
        surfaceUpdate: {
          surfaceId: 's',
          components: [
            { id: 'root', component: { Button: { child: 'label', primary: true, action: { name: 'go' } } } },
            { id: 'label', component: { Text: { text: { literalString: 'Go' } } } },
          ],
        },
      },
      { beginRendering: { surfaceId: 's', root: 'root' } },
    );
    expect(await harness.page.getByRole('button', { name: 'Go' }).getAttribute('class')).toBe('button primary');
    await harness.page.getByRole('button').click();
    expect(await actions()).toMatchObject([{ name: 'go' }]);
  });
});

describe('Tabs', () => {
  const tabs = (...ids: string[]): Json => ({
    id: 'tabs',
    component: 'Tabs',
    tabs: ids.map((id) => ({ title: `Tab ${id}`, child: id })),
  });
  const panels = ['a', 'b', 'c', 'd'].map((id) => text(id, `Panel ${id}`));
  const field = { id: 'b', component: 'TextField', label: 'Note', value: 'literal' };
  const open = (...more: Json[]) =>
    harness.feed(
      ...surface09([column('tabs'), tabs('a', 'b', 'c'), ...panels.filter((_, i) => i !== 1), field, ...more]),
    );
  const selected = () => harness.page.getByRole('tab', { selected: true }).textContent();
  const focused = () =>
    harness.page.evaluate(() => window.vitrine.element().shadowRoot?.activeElement?.textContent ?? '');

  it('shows the first panel and draws no other', async () => {
    await open();
    const { page } = harness;
    await page.getByRole('tablist').waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Tab a', 'Tab b', 'Tab c']);
    expect(await page.getByRole('tabpanel', { name: 'Tab a' }).textContent()).toBe('Panel a');
    expect(await page.getByText('Panel c').count()).toBe(0);
  });

  it('opens a panel by pointer and keeps the others as they were left', async () => {
    await open();
    const { page } = harness;
    await page.getByRole('tab', { name: 'Tab b' }).click();
    await page.getByLabel('Note').fill('typed');
    await page.getByRole('tab', { name: 'Tab c' }).click();
    await page.getByText('Panel c').waitFor();
    expect(await page.getByLabel('Note').isVisible()).toBe(false);
    await page.getByRole('tab', { name: 'Tab b' }).click();
    await page.getByLabel('Note').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('typed');
  });

  it('is used with arrows, Home and End; one Tab key leads past it', async () => {
    await open();
    const { page } = harness;
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Tab a');
    for (const [key, name] of [
      ['ArrowRight', 'Tab b'],
      ['End', 'Tab c'],
      ['ArrowRight', 'Tab a'],
      ['ArrowLeft', 'Tab c'],
      ['Home', 'Tab a'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('tabpanel', { name }).waitFor();
      expect([await focused(), await selected()]).toEqual([name, name]);
    }
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Panel a');
  });

  it('goes the other way where writing does', async () => {
    await open();
    const { page } = harness;
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await page.getByRole('tab', { name: 'Tab a' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tabpanel', { name: 'Tab b' }).waitFor();
  });

  it('stays where the viewer is while tabs come and go', async () => {
    await open();
    const { page } = harness;
    await page.getByRole('tab', { name: 'Tab c' }).click();
    await harness.feed(update(tabs('d', 'a', 'b', 'c')));
    expect([await selected(), await focused()]).toEqual(['Tab c', 'Tab c']);
    await page.getByRole('tabpanel', { name: 'Tab c' }).getByText('Panel c').waitFor();
    await harness.feed(update(tabs('c')));
    expect([await selected(), await focused()]).toEqual(['Tab c', 'Tab c']);
    await harness.feed(update(tabs('a', 'b')));
    expect(await selected()).toBe('Tab a');
    await page.getByRole('tabpanel', { name: 'Tab a' }).getByText('Panel a').waitFor();
    expect(await page.getByRole('tabpanel').count()).toBe(1);
  });

  it('keeps what stands in the open panel when a tab comes before it', async () => {
    await harness.feed(
      ...surface09(
        [
          column('tabs'),
          tabs('a', 'b'),
          ...['a', 'b', 'c'].map((id) => ({
            id,
            component: 'TextField',
            label: `Field ${id}`,
            value: { path: `/${id}` },
          })),
        ],
        {},
      ),
    );
    const input = harness.page.getByLabel('Field a');
    await input.fill('typed');
    await input.evaluate((element: HTMLInputElement) => element.setSelectionRange(2, 2));
    const before = await input.elementHandle();
    await harness.feed(update(tabs('c', 'a', 'b')));
    expect(await selected()).toBe('Tab a');
    expect(await input.evaluate((element, old) => element === old, before)).toBe(true);
    expect(
      await input.evaluate((element: HTMLInputElement) => [element.matches(':focus'), element.selectionStart]),
    ).toEqual([true, 2]);
  });

  it('follows bound titles and shrugs at wrong values', async () => {
    await harness.feed(
      ...surface09(
        [
          column('tabs'),
          { id: 'tabs', component: 'Tabs', tabs: [{ title: { path: '/title' }, child: 'a' }] },
          text('a', 'Panel a'),
        ],
        { title: 'Old' },
      ),
    );
    await harness.feed(set('/title', { no: 'title' }));
    await harness.page.getByRole('tab', { name: '{"no":"title"}' }).waitFor();
    await harness.feed(set('/title', 'New'));
    await harness.page.getByRole('tab', { name: 'New' }).waitFor();
  });
});

describe('Modal', () => {
  const modal = { id: 'modal', component: 'Modal', trigger: 'go', content: 'box' };
  const box = { id: 'box', component: 'Column', children: ['title', 'name'] };
  const content = [
    box,
    text('title', 'Your details', { variant: 'h2' }),
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  ];
  const open = (trigger: Json[] = [button(), text('label', 'Edit')], more: Json[] = content) =>
    harness.feed(...surface09([column('modal'), modal, ...trigger, ...more], { name: 'Ada' }));
  const isFocused = (name: string) =>
    harness.page.getByRole('button', { name }).evaluate((element) => element.matches(':focus'));

  it('opens by its button, whose action is sent too, and closes by its own button', async () => {
    await open();
    const { page } = harness;
    expect(await page.getByLabel('Name').count()).toBe(0);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your details' });
    await dialog.waitFor();
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await actions()).toMatchObject([{ source: 'go', name: 'send' }]);
    await page.getByLabel('Name').fill('Grace');
    await page.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await isFocused('Edit')).toBe(true);
    expect(await harness.data()).toEqual({ name: 'Grace' });
  });

  it('closes by Escape and gives the focus back', async () => {
    await open();
    const { page } = harness;
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await isFocused('Edit')).toBe(true);
  });

  it('closes by a press beside it', async () => {
    await open();
    const { page } = harness;
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').waitFor();
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await isFocused('Edit')).toBe(true);
  });

  it('stays open, with caret and text, while everything around it is sent anew', async () => {
    await open();
    const { page } = harness;
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').focus();
    await page.keyboard.press('Home');
    await page.keyboard.type('Mrs ');
    await harness.feed(
      update({ ...modal }, button({ variant: 'primary' }), { ...box, children: ['title', 'name', 'more'] }),
      update(text('more', 'More'), text('label', 'Change')),
      update(text('title', 'New title', { variant: 'h2' })),
    );
    await page.keyboard.type('J. ');
    expect(await page.getByLabel('Name').inputValue()).toBe('Mrs J. Ada');
    await page.getByRole('dialog', { name: 'New title' }).getByText('More').waitFor();
    await harness.feed(update(text('go', 'Now a text')));
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await isFocused('Now a text')).toBe(true);
  });

  it('makes a button of a trigger that is none', async () => {
    await open([text('go', 'Details')], [text('box', 'Words only')]);
    const { page } = harness;
    const trigger = page.getByRole('button', { name: 'Details' });
    await page.keyboard.press('Tab');
    expect(await isFocused('Details')).toBe(true);
    for (const key of ['Enter', ' ']) {
      await trigger.press(key);
      await page.getByRole('dialog', { name: 'Details' }).getByText('Words only').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await isFocused('Details')).toBe(true);
    }
    await trigger.click();
    await page.getByRole('dialog').waitFor();
  });

  it('never nests one button in another, whenever the trigger comes', async () => {
    await open([]);
    const { page } = harness;
    await harness.feed(update(text('go', 'Details')));
    await page.getByRole('button', { name: 'Details' }).waitFor();
    await harness.feed(update(button(), text('label', 'Edit')));
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(1);
    expect(await page.getByRole('button').getAttribute('aria-haspopup')).toBe('dialog');
  });

  it('stays closed when the checks of its button fail', async () => {
    await open([button({ checks: [{ condition: false, message: 'Not yet' }] }), text('label', 'Edit')]);
    await harness.page.getByRole('button', { name: 'Edit' }).click({ force: true });
    await harness.page.getByText('Not yet').waitFor();
    expect(await harness.page.getByRole('dialog').count()).toBe(0);
  });

  it('of 0.8 is the same under other names', async () => {
    const component = (id: string, component: Json): Json => ({ id, component });
    await harness.feed(
      {
        surfaceUpdate: {
          surfaceId: 's',
          components: [
            component('root', { Tabs: { tabItems: [{ title: { literalString: 'One' }, child: 'm' }] } }),
            component('m', { Modal: { entryPointChild: 'go', contentChild: 'box' } }),
            component('go', { Text: { text: { literalString: 'Open' } } }),
            component('box', { Text: { text: { literalString: 'Inside' } } }),
          ],
        },
      },
      { beginRendering: { surfaceId: 's', root: 'root' } },
    );
    await harness.page.getByRole('tabpanel', { name: 'One' }).getByRole('button', { name: 'Open' }).click();
    await harness.page.getByRole('dialog', { name: 'Open' }).getByText('Inside').waitFor();
  });
});

describe.each([
  ['light', BYPASS],
  ['dark', BYPASS_DARK],
] as const)('axe, %s', (_scheme, context) => {
  it('finds nothing in buttons, tabs and dialogs', async () => {
    await harness.close();
    harness = await Harness.open(browser, files, { context });
    const { page } = harness;
    const failing = [{ condition: false, message: 'Not yet' }];
    await harness.feed(
      ...surface09([
        column('plain', 'primary', 'quiet', 'blocked', 'tabs', 'modal', 'wordy'),
        { ...(button({ id: 'plain' }) as object) },
        { ...(button({ id: 'primary', variant: 'primary' }) as object) },
        { ...(button({ id: 'quiet', variant: 'borderless' }) as object) },
        { ...(button({ id: 'blocked', checks: failing }) as object) },
        text('label', 'Send'),
        {
          id: 'tabs',
          component: 'Tabs',
          tabs: [
            { title: 'One', child: 'label' },
            { title: 'Two', child: 'label' },
          ],
        },
        { id: 'modal', component: 'Modal', trigger: 'plain', content: 'box' },
        { id: 'wordy', component: 'Modal', trigger: 'label', content: 'box' },
        text('box', 'Content'),
      ] as Json[]),
    );
    await page.locator('.guarded button').click({ force: true });
    await page.getByRole('tab', { name: 'Two' }).click();
    await page.getByText('Not yet').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).last().click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
