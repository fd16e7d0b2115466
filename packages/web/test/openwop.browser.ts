// The widgets of OpenWOP's catalogs, in a real Chromium.

import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { openwop1, openwop2, openwopAction } from '@vitrine/core/catalogs/openwop';
import type { Component, Op, OpenOp } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { setUp } from './hostile-setup.ts';
import { field, ITEMS, opened } from './openwop-surfaces.ts';

const started = setUp();

describe('a surface of generation 1', () => {
  it('shows its title and its components, and sends what was entered by keyboard and pointer', async () => {
    const { accept, harness, page } = started();
    expect(await accept(opened(ITEMS))).toEqual([]);
    await page.getByRole('heading', { name: 'Berth', level: 2 }).waitFor();
    await page.getByRole('heading', { name: 'Where shall she lie?', level: 3 }).waitFor();
    await page.getByText('Two piers are free.').waitFor();
    expect(await page.getByLabel('Tug').isChecked()).toBe(true);
    expect(await page.getByLabel('Ship').getAttribute('placeholder')).toBe('Name');
    await page.getByLabel('Ship').focus();
    await page.keyboard.type('Ida');
    await page.getByLabel('From').fill('2026-12-01');
    await page.getByLabel('Pier').selectOption({ label: 'South' });
    await page.getByLabel('Tug').uncheck();
    const values = { Ship: 'Ida', From: '2026-12-01', Pier: 's', Tug: false };
    expect(await harness.data()).toEqual({ values });
    await page.getByRole('button', { name: 'Moor' }).press('Enter');
    await page.getByRole('button', { name: 'Ask' }).click();
    const actions = (await harness.events()).filter(({ event }) => event === 'action');
    expect(actions).toMatchObject([
      { name: 'resume', source: 'go', context: { action: 'go', values } },
      { name: 'exchange', source: 'ask', context: { action: 'ask', values } },
    ]);
  });

  it('sends nothing while something required is missing: it shows what, and leads there at every press', async () => {
    const { accept, harness, page } = started();
    await accept(opened(ITEMS));
    expect(await page.getByLabel('Ship').getAttribute('aria-required')).toBe('true');
    expect(await page.getByLabel('From').getAttribute('aria-required')).toBe(null);
    const press = () => page.getByRole('button', { name: 'Moor' }).click();
    const focused = () => page.evaluate(() => window.vitrine.element().shadowRoot?.activeElement?.localName);
    await press();
    await page.getByText('Please fill this in.').waitFor();
    await page.getByText('Please choose one of the options.').waitFor();
    await expect.poll(focused).toBe('input');
    await press();
    await expect.poll(focused).toBe('input');
    await page.getByLabel('Ship').fill('Ida');
    await press();
    await expect.poll(focused).toBe('select');
    expect((await harness.events()).some(({ event }) => event === 'action')).toBe(false);
    await page.getByLabel('Pier').selectOption({ label: 'North' });
    await press();
    await expect.poll(async () => (await harness.events()).at(-1)).toMatchObject({ name: 'resume' });
    expect(await page.getByText(/^Please /).count()).toBe(0);
  });

  it('says what is wrong once a field was left', async () => {
    const { accept, page } = started();
    await accept(opened(ITEMS));
    await page.getByLabel('Ship').focus();
    expect(await page.getByText('Please fill this in.').count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.getByText('Please fill this in.').waitFor();
    expect(await page.getByLabel('Ship').getAttribute('aria-invalid')).toBe('true');
  });

  it('follows its data, whatever it holds', async () => {
    const { accept, page } = started();
    await accept(opened(ITEMS), {
      op: 'set',
      surface: 's',
      path: '/values',
      value: { Pier: 'n', From: 'never', Tug: {} },
    });
    expect(await page.getByLabel('Pier').inputValue()).toBe('North');
    for (const value of [null, 7, {}, [], 'x'])
      await accept({
        op: 'set',
        surface: 's',
        path: '/values',
        value: { Ship: value, From: value, Pier: value, Tug: value },
      });
    expect(await page.getByLabel('Ship').inputValue()).toBe('x');
    expect(await page.getByLabel('Pier').inputValue()).toBe('\u2014');
    await page.getByRole('button', { name: 'Moor' }).click();
    await page.getByText('Please choose one of the options.').waitFor();
    await page.getByText('Please enter a date.').waitFor();
  });

  it('tells what is entered at the paths of its fields, as they hold it', async () => {
    const { accept, harness, page } = started();
    await accept(opened(ITEMS));
    await page.getByLabel('Ship').fill('Ida');
    await page.getByLabel('Pier').selectOption({ label: 'South' });
    await page.getByLabel('Tug').uncheck();
    expect(await harness.events()).toEqual([
      { event: 'input', surface: 's', path: '/values/Ship', value: 'Ida' },
      { event: 'input', surface: 's', path: '/values/Pier', value: 's' },
      { event: 'input', surface: 's', path: '/values/Tug', value: false },
    ]);
  });

  it('follows its components: focus and what was typed stay where others change, come and go', async () => {
    const { accept, page } = started();
    await accept(opened(ITEMS));
    await page.getByLabel('Ship').fill('Ida');
    const put = (...components: readonly Component[]): Op => ({ op: 'put', surface: 's', components });
    const late: Component = { id: 'late', type: 'heading', props: { text: 'Late', level: 6 } };
    const children = ['late', 'ship', 'go'];
    await accept(
      put(late, { id: 'root', type: 'surface', props: { title: 'Pier', children } }),
      put({ id: 'go', type: 'action.button', props: { name: 'go', label: '', action: openwopAction('resume', 'go') } }),
    );
    await page.getByRole('heading', { name: 'Pier', level: 2 }).waitFor();
    await page.getByRole('heading', { name: 'Late', level: 6 }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(await page.getByLabel('Pier').count()).toBe(0);
    expect(await page.getByLabel('Ship').inputValue()).toBe('Ida');
    expect(await page.getByLabel('Ship').evaluate((one) => one.matches(':focus'))).toBe(true);
    await accept(put({ id: 'ship', type: 'field.text', props: field('Ship', { required: false }) }));
    expect(await page.getByLabel('Ship').getAttribute('aria-required')).toBe(null);
    expect(await page.getByLabel('Ship').evaluate((one) => one.matches(':focus'))).toBe(true);
  });

  it('takes options of the same value and of none', async () => {
    const { accept, harness, page } = started();
    const options = [
      { value: '', label: 'Empty' },
      { value: 'a', label: 'One' },
      { value: 'a', label: 'Two' },
      { value: 'b', label: '' },
    ];
    await accept(opened([{ id: 'p', type: 'field.select', props: field('Pier', { options }) }]));
    const select = page.getByLabel('Pier');
    expect(await select.locator('option').allTextContents()).toEqual(['\u2014', 'Empty', 'One', 'Two', 'b']);
    await select.selectOption({ label: 'Two' });
    expect(await harness.data()).toEqual({ values: { Pier: 'a' } });
  });

  it('has every string as plain text, harmless where it hides or turns the writing', async () => {
    const { accept, page } = started();
    const nasty = '**b** <b>x</b> [l](https://a.test)\u202e\u200bend';
    const items = ITEMS.map(({ id, type, props }) => ({
      id,
      type,
      props: {
        ...props,
        ...('text' in props ? { text: nasty } : { label: nasty }),
        ...('placeholder' in props ? { placeholder: nasty } : {}),
        ...('options' in props ? { options: [{ value: nasty, label: nasty }] } : {}),
      },
    }));
    const root = { id: 'root', type: 'surface', props: { title: nasty, children: items.map(({ id }) => id) } };
    await accept({ op: 'open', surface: 's', catalog: openwop1.id, components: [root, ...items] });
    const harmless = '**b** <b>x</b> [l](https://a.test)\ufffdend';
    const found = await page.evaluate(() => {
      const shadow = window.vitrine.element().shadowRoot as ShadowRoot;
      const all = [...shadow.querySelectorAll('*')];
      return {
        texts: all
          .flatMap((one) => [...one.childNodes])
          .filter((one) => one instanceof Text)
          .map((one) => (one as Text).data),
        hints: all.map((one) => one.getAttribute('placeholder')).filter((one) => one !== null),
        tags: all.filter((one) => one.matches('a, b, strong, em, img')).length,
      };
    });
    expect(new Set(found.texts)).toEqual(new Set([harmless, '\u2014']));
    expect(found).toMatchObject({ hints: [harmless], tags: 0 });
  });
});

describe('a surface of generation 2', () => {
  const COMPONENTS: readonly Component[] = [
    { id: 'root', type: 'Column', props: { children: ['title', 'ship', 'go'] } },
    { id: 'title', type: 'Text', props: { text: '# **Not** [a link](https://a.test)' } },
    {
      id: 'ship',
      type: 'TextField',
      props: {
        label: 'Ship',
        value: { path: '/ship' },
        checks: [{ condition: { call: 'required', args: { value: { path: '/ship' } } }, message: 'Which?' }],
      },
    },
    { id: 'label', type: 'Text', props: { text: 'Moor *now*' } },
    {
      id: 'go',
      type: 'Button',
      props: { child: 'label', action: { event: { name: 'resume', context: { ship: { path: '/ship' } } } } },
    },
  ];
  const open: OpenOp = { op: 'open', surface: 's', catalog: openwop2.id, components: COMPONENTS };

  it('is drawn with the basic widgets, all of it plain', async () => {
    const { accept, harness, page } = started();
    expect(await accept(open)).toEqual([]);
    await page.getByText('# **Not** [a link](https://a.test)').waitFor();
    await page.getByLabel('Ship').fill('Ida');
    await page.getByRole('button', { name: 'Moor *now*' }).click();
    expect((await harness.events()).at(-1)).toMatchObject({ name: 'resume', context: { ship: 'Ida' } });
  });

  it('is replaced by one notice when an update breaks the rules, and shown again when another mends it', async () => {
    const { codes, force, page } = started();
    await force(open);
    await page.getByLabel('Ship').waitFor();
    const title = COMPONENTS[1] as Component;
    await force({
      op: 'put',
      surface: 's',
      components: [{ ...title, props: { ...title.props, href: 'https://a.test' } }],
    });
    expect(await shownText()).toEqual([NOTICE]);
    expect(await codes()).toEqual(['VITRINE_PROP_UNKNOWN']);
    await force({ op: 'put', surface: 's', components: [title] });
    await page.getByLabel('Ship').waitFor();
    expect(await page.getByText(NOTICE).count()).toBe(0);
  });

  it('is not shown when four components would expand to millions of nodes', async () => {
    const { codes, force } = started();
    const line = (id: string, child: string): Component => ({
      id,
      type: 'Row',
      props: { children: Array.from({ length: 250 }, () => child) },
    });
    const leaf = { id: 'd', type: 'Divider', props: {} };
    await force({ ...open, components: [line('root', 'b'), line('b', 'c'), line('c', 'd'), leaf] });
    expect(await shownText()).toEqual([NOTICE]);
    expect(await codes()).toEqual(['VITRINE_LIMIT_NODES']);
  });
});

const NOTICE = 'This is not shown: it does not keep to the rules of its catalog.';

/** What each child of the shadow root says. */
function shownText(): Promise<string[]> {
  return started().page.evaluate(() =>
    [...(window.vitrine.element().shadowRoot as ShadowRoot).children].map((one) => one.textContent ?? ''),
  );
}

describe('a surface that breaks the rules of its catalog', () => {
  const [heading] = ITEMS as [Component];
  const broken: readonly (readonly [what: string, code: string, item: Component])[] = [
    ['a component that it does not have', 'VITRINE_COMPONENT_UNKNOWN', { id: 'x', type: 'iframe', props: {} }],
    ['a property that it does not have', 'VITRINE_PROP_UNKNOWN', { ...heading, props: { text: 'x', onClick: 'y' } }],
    ['its reasoning', 'VITRINE_PROP_UNKNOWN', { ...heading, props: { text: 'x', reasoning: 'Because.' } }],
    ['a value out of bounds', 'VITRINE_PROP_VALUE', { ...heading, props: { text: 'x', level: 9 } }],
    ['a missing property', 'VITRINE_PROP_MISSING', { ...heading, props: {} }],
    ['a property of another type', 'VITRINE_PROP_TYPE', { ...heading, props: { text: { path: '/x' } } }],
    [
      'a component of another catalog',
      'VITRINE_CATALOG_UNKNOWN',
      {
        id: 'x',
        type: 'Text',
        catalog: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
        props: { text: 'x' },
      },
    ],
  ];

  it.each(broken)('shows one notice and nothing of itself: %s', async (_what, code, item) => {
    const { codes, force } = started();
    await force(opened([...ITEMS.slice(1), item]));
    expect(await shownText()).toEqual([NOTICE]);
    expect(await codes()).toEqual([code]);
  });

  it('does so too where a tolerant door has let it pass', async () => {
    const { accept } = started();
    const issues = await accept(opened([...ITEMS, { id: 'x', type: 'iframe', props: {} }]));
    expect(issues.map(({ severity }) => severity)).not.toContain('error');
    expect(await shownText()).toEqual([NOTICE]);
  });

  it('never shows reasoning that stands beside it', async () => {
    const { accept, page } = started();
    await accept(opened(ITEMS, { ext: { reasoning: 'Because of the tide.' } }), {
      op: 'put',
      surface: 's',
      components: [{ ...heading, ext: { reasoning: 'Because of the tide.' } }],
    });
    await page.getByRole('heading', { name: 'Berth' }).waitFor();
    const all = await page.evaluate(() => {
      const shadow = window.vitrine.element().shadowRoot as ShadowRoot;
      const attributes = [...shadow.querySelectorAll('*')].flatMap((one) => [...one.attributes]);
      return shadow.textContent + attributes.map(({ value }) => value).join(' ');
    });
    expect(all).not.toContain('tide');
  });
});

describe('a partial surface', () => {
  const op: Op = { op: 'open', surface: 's', partial: true, catalog: openwop1.id };

  it('lets nobody act: its buttons say so and send nothing', async () => {
    const { accept, codes, harness, page } = started();
    await accept(opened(ITEMS.slice(5), op));
    const button = page.getByRole('button', { name: 'Moor' });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await button.getAttribute('title')).toContain('not complete');
    await button.click({ force: true });
    await page.getByRole('status').filter({ hasText: 'not complete' }).waitFor();
    await button.press('Enter');
    expect(await harness.events()).toEqual([]);
    expect(await codes()).toEqual([]);
  });

  it('refuses an action of any widget and reports it', async () => {
    const { accept, codes, harness, page } = started();
    const form = { fields: [{ name: 'ship', type: 'text', label: 'Ship' }], submit_label: 'Moor' };
    await accept({ ...openAgentchains('s', 'form', form), partial: true });
    await page.getByRole('button', { name: 'Moor' }).click();
    expect(await codes()).toEqual(['VITRINE_SURFACE_PARTIAL']);
    expect(await harness.events()).toEqual([]);
  });
});
