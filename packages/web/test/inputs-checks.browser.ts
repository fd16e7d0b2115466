// Checks of inputs in a real Chromium: when a problem is shown, how it is told, and where the focus goes.

import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { data09, form09, form10, inputPage, inputs, mark, put09, required, sender } from './inputs-setup.ts';

const held = inputPage();

const name = {
  id: 'name',
  component: 'TextField',
  label: 'Name',
  value: { path: '/name' },
  checks: [
    required('/name', 'Tell a name.'),
    { condition: { call: 'length', args: { value: { path: '/name' }, min: 3 } }, message: 'Three letters at least.' },
  ],
};
const OPTIONS = ['a', 'b', 'c'].map((value) => ({ label: value.toUpperCase(), value }));
const needsName = { call: 'required', args: { value: { path: '/name' } } };

describe('a check', () => {
  it('says nothing until the field was left, then the first thing that is wrong', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([name], { name: '' }));
    const field = page.getByLabel('Name');
    await field.focus();
    expect(await page.locator('.problem').count()).toBe(0);
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    await page.keyboard.press('Tab');
    await page.getByText('Tell a name.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((one) => document.activeElement !== one && !one.matches(':focus'))).toBe(true);
    await field.fill('ab');
    await page.getByText('Three letters at least.').waitFor();
    const problem = page.locator('.problem');
    expect(await problem.getAttribute('aria-live')).toBe('polite');
    expect(await field.getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'));
    await field.fill('abc');
    await harness.feed();
    expect(await problem.textContent()).toBe('');
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    expect(await field.getAttribute('aria-describedby')).toBeNull();
    await harness.feed(data09('/name', ''));
    expect(await problem.textContent()).toBe('Tell a name.');
  });

  it('is announced by a live region that was there before the words', async () => {
    const { harness } = held;
    await harness.feed(...form09([name], { name: '' }));
    const order = await harness.page.getByLabel('Name').evaluate(async (element) => {
      (element as HTMLElement).focus();
      (element as HTMLElement).blur();
      const problem = element.parentElement?.querySelector('.problem');
      const early = [problem?.getAttribute('aria-live'), problem?.textContent];
      await window.vitrine.idle();
      return [...early, problem?.textContent];
    });
    expect(order).toEqual(['polite', '', 'Tell a name.']);
  });

  it('moves no button away from under the pointer that presses it', async () => {
    const { harness } = held;
    const { page } = harness;
    const words = { id: 'words', component: 'Text', text: 'Send' };
    const send = { id: 'send', component: 'Button', child: 'words', action: { event: { name: 'send' } } };
    await harness.feed(...form09([name, send], { name: '' }), put09(words));
    await page.getByLabel('Name').focus();
    const button = page.getByRole('button', { name: 'Send' });
    const before = await button.boundingBox();
    await button.hover();
    await page.mouse.down();
    await harness.feed();
    expect(await page.locator('.problem').count()).toBe(0);
    await page.mouse.up();
    await page.getByText('Tell a name.').waitFor();
    expect((await button.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0);
    expect(await harness.events()).toMatchObject([{ event: 'action', name: 'send' }]);
  });

  it('is told of a field that a press elsewhere has left, wherever the pointer is let go of', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([name, { ...name, id: 'other', label: 'Other' }], { name: '' }));
    await page.getByLabel('Name').focus();
    await page.getByLabel('Other').hover();
    await page.mouse.down();
    // A key says that the person has gone on, as when a native list has swallowed the end of the press.
    await page.keyboard.press('Shift');
    await page.getByText('Tell a name.').waitFor();
    await page.mouse.up();
  });

  it('is judged when Enter ends the entry', async () => {
    const { harness } = held;
    await harness.feed(...form09([name], { name: '' }));
    await harness.page.getByLabel('Name').pressSequentially('x');
    await harness.page.keyboard.press('Enter');
    await harness.page.getByText('Three letters at least.').waitFor();
  });

  it('marks what is required, to the eye and to assistive technology', async () => {
    const { harness } = held;
    const { page } = harness;
    const both = { call: 'and', args: { values: [needsName, { path: '/x' }] } };
    await harness.feed(
      ...form09(
        [
          name,
          { ...name, id: 'both', label: 'Both', checks: [{ condition: both, message: 'm' }] },
          { ...name, id: 'other', label: 'Other', checks: [required('/elsewhere')] },
          {
            id: 'pick',
            component: 'ChoicePicker',
            label: 'Pick',
            options: OPTIONS,
            value: { path: '/p' },
            checks: [required('/p')],
          },
          {
            id: 'many',
            component: 'ChoicePicker',
            label: 'Many',
            variant: 'multipleSelection',
            options: OPTIONS,
            value: { path: '/m' },
            checks: [required('/m')],
          },
          { id: 'vol', component: 'Slider', label: 'Volume', max: 9, value: { path: '/v' }, checks: [required('/v')] },
        ],
        {},
      ),
    );
    const required09 = (label: string, role: 'textbox' | 'radiogroup' | 'group' | 'slider') =>
      page.getByRole(role, { name: label }).getAttribute('aria-required');
    expect(await required09('Name', 'textbox')).toBe('true');
    expect(await required09('Both', 'textbox')).toBe('true');
    expect(await required09('Other', 'textbox')).toBeNull();
    expect(await required09('Pick', 'radiogroup')).toBe('true');
    expect(await required09('Many', 'group')).toBeNull();
    expect(await required09('Volume', 'slider')).toBeNull();
    expect(await page.locator('.label.required').allTextContents()).toEqual(['Name', 'Both', 'Pick', 'Many', 'Volume']);
    await harness.feed(put09({ ...name, checks: [] }));
    expect(await required09('Name', 'textbox')).toBeNull();
  });

  it('works on every input', async () => {
    const { harness } = held;
    const { page } = harness;
    const never = (id: string) => [{ condition: { path: '/ok' }, message: `No ${id}.` }];
    await harness.feed(
      ...form09(
        [
          { id: 'box', component: 'CheckBox', label: 'Box', value: { path: '/box' }, checks: never('box') },
          {
            id: 'pick',
            component: 'ChoicePicker',
            label: 'Pick',
            options: OPTIONS,
            value: { path: '/p' },
            checks: never('pick'),
          },
          { id: 'vol', component: 'Slider', label: 'Volume', max: 9, value: { path: '/v' }, checks: never('volume') },
          {
            id: 'day',
            component: 'DateTimeInput',
            label: 'Day',
            enableDate: true,
            value: { path: '/d' },
            checks: never('day'),
          },
        ],
        { ok: false },
      ),
    );
    await page.getByLabel('Box').check();
    await page.getByText('No box.').waitFor();
    await page.getByLabel('A', { exact: true }).check();
    await page.getByText('No pick.').waitFor();
    await page.getByLabel('Volume').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('No volume.').waitFor();
    await page.getByLabel('Day').focus();
    await page.getByLabel('Volume').focus();
    await page.getByText('No day.').waitFor();
    const controls = page.locator('[aria-invalid="true"]');
    expect(await controls.evaluateAll((all) => all.map((one) => one.tagName))).toEqual([
      'INPUT',
      'FIELDSET',
      'INPUT',
      'INPUT',
    ]);
    await harness.feed(data09('/ok', true));
    expect(await controls.count()).toBe(0);
    expect(inputs(await harness.events(), '/p')).toEqual([['a']]);
  });

  it('as a remark looks different and does not make the field invalid', async () => {
    const { harness } = held;
    const { page } = harness;
    const field = (id: string, severity: string) => ({
      id,
      component: 'TextField',
      label: id,
      value: { '@path': `/${id}` },
      checks: [{ condition: { '@path': `/results/${severity}` } }],
    });
    const result = (severity: string) => ({ valid: false, severity, message: `A ${severity}.` });
    await harness.feed(
      ...form10([field('one', 'warning'), field('two', 'info'), field('three', 'error')], {
        results: { warning: result('warning'), info: result('info'), error: result('error') },
      }),
    );
    for (const label of ['one', 'two', 'three']) {
      await page.getByLabel(label).focus();
      await page.getByLabel(label).blur();
    }
    await page.getByText('A error.').waitFor();
    expect(await page.locator('.problem').evaluateAll((all) => all.map((one) => one.className))).toEqual([
      'problem warning',
      'problem info',
      'problem error',
    ]);
    expect(await page.getByLabel('one').getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByLabel('one').getAttribute('aria-describedby')).not.toBeNull();
    expect(await page.getByLabel('three').getAttribute('aria-invalid')).toBe('true');
    const colours = await page.locator('.problem').evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect(new Set(colours).size).toBe(3);
  });

  it('without words of its own still says something', async () => {
    const { harness } = held;
    await harness.feed(
      ...form10([{ ...name, checks: [{ condition: { '@path': '/no' } }], value: { '@path': '/name' } }]),
    );
    await harness.page.getByLabel('Name').focus();
    await harness.page.getByLabel('Name').blur();
    await harness.page.getByText('This value is not accepted.').waitFor();
  });
});

describe('an attempt to send', () => {
  it('is remembered by a number that comes later and is none', async () => {
    const { harness } = held;
    const { page } = harness;
    const all = [name, ...sender(needsName)];
    await harness.feed(...form09(all, { name: '', late: '12x' }));
    await page.getByRole('button', { name: 'Send' }).click({ force: true });
    await page.getByText('Tell a name.').waitFor();
    await harness.feed(
      put09(
        { id: 'late', component: 'TextField', label: 'Late', variant: 'number', value: { path: '/late' } },
        { id: 'root', component: 'Column', children: ['name', 'words', 'send', 'late'] },
      ),
    );
    await page.getByText('Please enter a number.').waitFor();
    expect(await page.getByLabel('Late').inputValue()).toBe('12x');
  });

  it('shows every problem and moves the focus to the first', async () => {
    const { harness } = held;
    const { page } = harness;
    const second = {
      ...name,
      id: 'second',
      label: 'Second',
      value: { path: '/two' },
      checks: [required('/two', 'And this.')],
    };
    const all = [
      { id: 'fine', component: 'TextField', label: 'Fine', value: { path: '/f' } },
      second,
      name,
      ...sender(needsName),
    ];
    await harness.feed(...form09(all, { name: '', two: '' }));
    // Forced: the test driver takes aria-disabled for an element that cannot be clicked.
    await page.getByRole('button', { name: 'Send' }).click({ force: true });
    await page.getByText('Tell a name.').waitFor();
    await page.getByText('And this.').waitFor();
    expect(await page.getByLabel('Second').evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(await page.locator('.problem[aria-live]').count()).toBe(0);
    // From here on the focus is the person's again.
    await page.getByLabel('Fine').focus();
    await harness.feed(data09('/two', 'x'), data09('/two', ''));
    await harness.feed(
      put09(
        { ...second, id: 'late', label: 'Late' },
        { id: 'root', component: 'Column', children: ['fine', 'second', 'name', 'words', 'send', 'late'] },
      ),
    );
    await page.getByLabel('Late').waitFor();
    expect(await page.getByLabel('Fine').evaluate((one) => one.matches(':focus'))).toBe(true);
    expect((await harness.events()).filter(({ event }) => event === 'action')).toEqual([]);
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await harness.events()).filter(({ event }) => event === 'action')).toHaveLength(1);
  });

  it('leaves the focus where the person has gone on to meanwhile', async () => {
    const { harness } = held;
    const other = { id: 'other', component: 'TextField', label: 'Other', value: { path: '/other' } };
    await harness.feed(...form09([name, other, ...sender(needsName)], { name: '', other: '' }));
    const stays = await harness.page.getByRole('button', { name: 'Send' }).evaluate(async (button) => {
      const root = button.getRootNode() as ShadowRoot;
      const last = [...root.querySelectorAll('input')].at(-1);
      (button as HTMLElement).click();
      last?.focus();
      await window.vitrine.idle();
      return [root.querySelectorAll('[aria-invalid=true]').length, root.activeElement === last];
    });
    expect(stays).toEqual([1, true]);
  });

  it('is not answered by a button that does nothing when the pointer is over it', async () => {
    const { harness } = held;
    await harness.feed(...form09([name, ...sender(needsName)], { name: '' }));
    const button = harness.page.getByRole('button', { name: 'Send' });
    const look = (): Promise<string> => button.evaluate((one) => getComputedStyle(one).backgroundColor);
    const before = await look();
    await button.hover({ force: true });
    expect(await look()).toBe(before);
    await harness.feed(data09('/name', 'x'));
    expect(await look()).not.toBe(before);
  });

  it('moves the focus into a group of options', async () => {
    const { harness } = held;
    const { page } = harness;
    const pick = {
      id: 'pick',
      component: 'ChoicePicker',
      label: 'Pick',
      options: OPTIONS,
      value: { path: '/name' },
      checks: [required('/name')],
    };
    await harness.feed(...form09([pick, ...sender(needsName)], { name: [] }));
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await page.getByText('Needed').waitFor();
    expect(await page.getByLabel('A', { exact: true }).evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Space');
    expect(await harness.data()).toEqual({ name: ['a'] });
  });
});

describe('every input', () => {
  it('passes the rules of WCAG 2.2 AA, with and without a label, right and wrong', async () => {
    const { harness } = held;
    const { page } = harness;
    const wrong = [{ condition: { path: '/no' }, message: 'Wrong.' }];
    const kinds = (label: string, checks: typeof wrong) =>
      [
        { component: 'TextField', value: { path: '/t' } },
        { component: 'TextField', value: { path: '/t' }, variant: 'longText' },
        { component: 'CheckBox', value: { path: '/b' } },
        { component: 'ChoicePicker', value: { path: '/p' }, options: OPTIONS, filterable: true },
        {
          component: 'ChoicePicker',
          value: { path: '/p' },
          options: OPTIONS,
          variant: 'multipleSelection',
          displayStyle: 'chips',
        },
        { component: 'Slider', value: { path: '/v' }, max: 9 },
        { component: 'DateTimeInput', value: { path: '/d' }, enableTime: true },
      ].map((one, i) => ({ ...one, id: `${label}${i}`, label, checks }));
    await harness.feed(
      ...form09([...kinds('Label', []), ...kinds('', wrong), ...sender({ path: '/no' })], { p: ['a'] }),
    );
    await page.getByRole('button', { name: 'Send' }).click({ force: true });
    await page.getByText('Wrong.').first().waitFor();
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: judge } = window as unknown as { axe: typeof axe };
      const { violations } = await judge.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      });
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    });
    expect(found).toEqual([]);
  });
});

describe('CheckBox', () => {
  it('is used by pointer and keyboard and follows the data', async () => {
    const { harness } = held;
    const { page } = harness;
    const box = { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } };
    await harness.feed(...form09([box], { agree: false }));
    await page.getByText('Agree').click();
    expect(await harness.data()).toEqual({ agree: true });
    const control = page.getByRole('checkbox', { name: 'Agree' });
    await mark(control);
    await page.keyboard.press('Space');
    expect(inputs(await harness.events(), '/agree')).toEqual([true, false]);
    for (const [value, checked] of [
      [true, true],
      ['false', false],
      ['TRUE', true],
      [0, false],
      [2, true],
      [{}, false],
      [null, false],
    ] as const) {
      await harness.feed(data09('/agree', value));
      expect([value, await control.isChecked()]).toEqual([value, checked]);
    }
    expect(await control.getAttribute('data-mark')).toBe('yes');
    expect(await control.evaluate((one) => one.matches(':focus'))).toBe(true);
    const size = await page.locator('.check').boundingBox();
    expect(size?.height).toBeGreaterThanOrEqual(24);
  });

  it('keeps its own state when nothing is bound', async () => {
    const { harness } = held;
    const box = { id: 'box', component: 'CheckBox', label: 'Agree', value: true };
    await harness.feed(...form09([box]));
    await harness.page.getByLabel('Agree').uncheck();
    await harness.feed(put09({ ...box, label: 'Accept' }));
    expect(await harness.page.getByLabel('Accept').isChecked()).toBe(false);
    expect(await harness.events()).toEqual([]);
  });
});
