// ChoicePicker and MultipleChoice in a real Chromium.

import { describe, expect, it } from 'vitest';
import { data09, form08, form09, inputPage, inputs, mark, put09 } from './inputs-setup.ts';

const held = inputPage();

const OPTIONS = ['Red', 'Green', 'Blue'].map((label) => ({ label, value: label.toLowerCase() }));
const one = { id: 'one', component: 'ChoicePicker', label: 'Colour', options: OPTIONS, value: { path: '/c' } };
const many = { ...one, variant: 'multipleSelection' };

describe('one of several', () => {
  it('is a group of radio buttons, used by pointer and keyboard', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([one], { c: ['green'] }));
    await page.getByRole('radiogroup', { name: 'Colour' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Green' }).isChecked()).toBe(true);
    await page.getByText('Blue').click();
    expect(await harness.data()).toEqual({ c: ['blue'] });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(inputs(await harness.events(), '/c')).toEqual([['blue'], ['green'], ['red']]);
    await harness.feed(data09('/c', ['blue']));
    expect(await page.getByLabel('Blue').isChecked()).toBe(true);
    expect(await page.getByLabel('Red').isChecked()).toBe(false);
  });

  it('is apart from other groups, and keeps its state when nothing is bound', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(
      ...form09([
        { ...one, value: ['red'] },
        { ...one, id: 'two', label: 'Other', value: ['blue'] },
      ]),
    );
    const [first, second] = [
      page.getByRole('radiogroup', { name: 'Colour' }),
      page.getByRole('radiogroup', { name: 'Other' }),
    ];
    await first.getByLabel('Green').check();
    await harness.feed(put09({ ...one, value: ['red'], options: OPTIONS.slice(0, 2) }));
    expect(await first.getByLabel('Green').isChecked()).toBe(true);
    expect(await second.getByLabel('Blue').isChecked()).toBe(true);
    expect(await harness.events()).toEqual([]);
    await harness.feed(put09({ ...one, value: ['blue'] }));
    expect(await first.getByLabel('Blue').isChecked()).toBe(true);
  });
});

describe('several', () => {
  it('is a group of checkboxes that writes a list and keeps what it does not know', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([many], { c: ['ghost', 'green'] }));
    await page.getByRole('group', { name: 'Colour' }).waitFor();
    await page.getByLabel('Red').focus();
    await page.keyboard.press('Space');
    await page.getByText('Green').click();
    expect(inputs(await harness.events(), '/c')).toEqual([
      ['ghost', 'green', 'red'],
      ['ghost', 'red'],
    ]);
  });

  it('looks like chips and stays native', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([{ ...many, displayStyle: 'chips' }], { c: [] }));
    await page.getByRole('checkbox', { name: 'Red' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await harness.data()).toEqual({ c: ['red', 'green'] });
    expect(await page.getByRole('checkbox', { name: 'Green' }).isChecked()).toBe(true);
    const [chosen, free] = await Promise.all(
      ['Red', 'Blue'].map((label) =>
        page
          .locator('.check', { hasText: label })
          .evaluate((chip) => [getComputedStyle(chip).backgroundColor, chip.getBoundingClientRect().height] as const),
      ),
    );
    expect(chosen?.[0]).not.toBe(free?.[0]);
    expect(free?.[1]).toBeGreaterThanOrEqual(32);
    await harness.feed(put09({ ...one, displayStyle: 'chips' }));
    expect(await page.getByRole('radio').count()).toBe(3);
    await page.getByRole('radio', { name: 'Blue' }).click();
    expect(await harness.data()).toEqual({ c: ['blue'] });
  });

  it('keeps focus and elements when the options change', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([many], { c: ['green'] }));
    const green = page.getByLabel('Green');
    await green.focus();
    await mark(green);
    const more = [
      { label: 'New', value: 'new' },
      ...[...OPTIONS].reverse(),
      { label: { path: '/last' }, value: 'last' },
    ];
    await harness.feed(put09({ ...many, options: more }), data09('/last', 'Later'));
    expect(await page.locator('.option').allTextContents()).toEqual(['New', 'Blue', 'Green', 'Red', 'Later']);
    expect(
      await green.evaluate((element) => [(element as HTMLElement).dataset.mark, element.matches(':focus')]),
    ).toEqual(['yes', true]);
    expect(await green.isChecked()).toBe(true);
    await harness.feed(
      data09('/last', 'Renamed'),
      put09({ ...many, options: more.filter((option) => option.value !== 'green') }),
    );
    expect(await page.locator('.option').allTextContents()).toEqual(['New', 'Blue', 'Red', 'Renamed']);
    expect(await page.getByLabel('Red').evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.keyboard.press('Space');
    expect(await harness.data()).toMatchObject({ c: ['green', 'red'] });
  });

  it('survives options and values of any type', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([{ ...many, options: [] }], { c: 'red' }));
    await harness.feed(
      put09({
        ...many,
        options: [
          null,
          3,
          { label: 'Red', value: 'red' },
          { label: 'Twice', value: 'red' },
          { value: 'bare' },
        ] as never,
      }),
    );
    expect(await page.locator('.option').allTextContents()).toEqual(['Red', 'bare']);
    expect(await page.getByLabel('Red').isChecked()).toBe(true);
    for (const value of [null, 7, { a: 1 }, true, [null, 5]]) {
      await harness.feed(data09('/c', value as never));
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    }
    await page.getByLabel('bare').check();
    expect(await harness.data()).toEqual({ c: ['', '5', 'bare'] });
  });
});

describe('a filter', () => {
  const countries = Array.from({ length: 600 }, (_, i) => ({ label: `Country ${i}`, value: `c${i}` }));
  const picker = { ...many, options: countries, filterable: true };

  it('shows what has its words, tells how many, and loses nothing that is chosen', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([picker], { c: ['c7'] }));
    expect(await page.getByRole('checkbox').count()).toBe(600);
    const filter = page.getByRole('searchbox', { name: 'Filter options' });
    await filter.fill('COUNTRY 59');
    expect(await page.getByRole('status').textContent()).toBe('11 of 600');
    expect(await page.locator('.check:visible').count()).toBe(12);
    expect(await page.getByLabel('Country 7', { exact: true }).isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await harness.data()).toEqual({ c: ['c7', 'c59'] });
    expect(inputs(await harness.events(), '/c')).toHaveLength(1);
    await filter.fill('nothing like it');
    expect(await page.locator('.check:visible').count()).toBe(2);
    await harness.feed(data09('/c', []));
    expect(await page.locator('.check:visible').count()).toBe(0);
    await filter.press('Escape');
    expect(await page.locator('.check:visible').count()).toBe(600);
    await filter.fill('1');
    await harness.feed(put09({ ...picker, filterable: false }));
    expect(await filter.count()).toBe(0);
    expect(await page.locator('.check:visible').count()).toBe(600);
  });

  it('leaves hundreds of options in a box of their own', async () => {
    const { harness } = held;
    await harness.feed(...form09([picker], { c: [] }));
    const box = await harness.page
      .locator('.options')
      .evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }));
    expect(box.clientHeight).toBeLessThan(400);
    expect(box.scrollHeight).toBeGreaterThan(10_000);
    await harness.feed(put09({ ...picker, options: [{ label: 'First', value: 'first' }, ...countries.toReversed()] }));
    expect(await harness.page.locator('.option').first().textContent()).toBe('First');
    expect(await harness.page.locator('.option').count()).toBe(601);
  });

  it('of radio buttons keeps them within reach of the keyboard', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([{ ...one, filterable: true }], { c: ['green'] }));
    await page.getByRole('searchbox').fill('blue');
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('Green').evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await harness.data()).toEqual({ c: ['blue'] });
  });
});

describe('MultipleChoice of 0.8', () => {
  const options = ['A', 'B', 'C'].map((label) => ({ label: { literalString: label }, value: label }));
  const choice = (more: object) => ['MultipleChoice', { selections: { path: '/s' }, options, ...more }] as never;

  it('takes no more than it may', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form08([choice({ maxAllowedSelections: 2 })], [{ key: 's', valueString: '["ghost","A"]' }]));
    const group = page.getByRole('group', { name: 'Choices' });
    const hint = page.getByText('Choose at most 2.');
    expect(await group.getAttribute('aria-describedby')).toBe(await hint.getAttribute('id'));
    expect(await page.getByLabel('B').isDisabled()).toBe(false);
    await page.getByLabel('B').check();
    expect(await harness.data()).toEqual({ s: ['A', 'B'] });
    await harness.feed();
    expect(await page.getByLabel('C').isDisabled()).toBe(true);
    expect(await page.getByLabel('A').isDisabled()).toBe(false);
    await page.getByLabel('A').uncheck();
    await harness.feed();
    await page.getByLabel('C').check();
    expect(await harness.data()).toEqual({ s: ['B', 'C'] });
  });

  it('of one is a group of radio buttons, of none has no limit; chips and filter work', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(
      ...form08(
        [
          choice({ maxAllowedSelections: 1 }),
          choice({ selections: { path: '/t' }, maxAllowedSelections: 0, variant: 'chips', filterable: true }),
        ],
        [{ key: 'x', valueString: '' }],
      ),
    );
    await page.getByRole('radio', { name: 'B' }).check();
    await page.getByRole('radio', { name: 'C' }).check();
    for (const name of ['A', 'B', 'C']) await page.getByRole('checkbox', { name }).check();
    expect(await harness.data()).toMatchObject({ s: ['C'], t: ['A', 'B', 'C'] });
    expect(await page.locator('.chips .check').count()).toBe(3);
    expect(await page.getByRole('searchbox').count()).toBe(1);
  });
});
