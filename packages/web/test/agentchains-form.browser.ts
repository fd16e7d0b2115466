// Forms of AgentChains in a real Chromium: every field by keyboard and pointer, its values, its problems, its submit.

import type { Json } from '@vitrine/core';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../core/test/agentchains-samples.ts';
import { apply, render, set, useShelf } from './agentchains-setup.ts';
import type { Harness } from './harness.ts';

const shelf = useShelf();
let harness: Harness;
let page: Page;

beforeEach(async () => {
  harness = await shelf.open();
  page = harness.page;
});

async function values(): Promise<Json> {
  return ((await harness.data()) as { values: Json }).values;
}

async function actions(): Promise<Json[]> {
  return (await harness.events()).filter(({ event }) => event === 'action') as unknown as Json[];
}

describe('form', () => {
  it('writes what is entered under the name of its field and submits it', async () => {
    await render(harness, 'form', SAMPLES.form);
    await page.getByLabel('Ship').fill('Ida');
    await page.getByLabel('Draught').fill('4.5');
    await page.getByLabel('Pier').selectOption({ label: 'south' });
    await page.getByLabel('From').fill('2026-03-04');
    await page.getByLabel('mail').fill('a@b.io');
    await page.getByLabel('notes').fill('two\nlines');
    await page.getByLabel('tug').uncheck();
    await page.getByRole('button', { name: 'Ask' }).click();
    const entered = {
      ship: 'Ida',
      draught: 4.5,
      pier: 's',
      from: '2026-03-04',
      mail: 'a@b.io',
      notes: 'two\nlines',
      tug: false,
    };
    expect(await values()).toEqual(entered);
    expect(await actions()).toEqual([
      {
        event: 'action',
        surface: 's',
        source: 'root',
        name: 'submit',
        context: { values: entered },
        checked: false,
      },
    ]);
    expect(await harness.events()).toContainEqual({ event: 'input', surface: 's', path: '/values/pier', value: 's' });
  });

  it('is used with the keyboard alone, and Enter in a field submits', async () => {
    await render(harness, 'form', { fields: [{ name: 'a' }, { name: 'b', type: 'checkbox' }] });
    await page.keyboard.press('Tab');
    await page.keyboard.type('one');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await actions()).toMatchObject([{ context: { values: { a: 'one', b: true } } }]);
  });

  it('moves neither of its buttons away from under the pointer that presses it', async () => {
    await render(harness, 'form', {
      fields: [{ name: 'a', required: true }],
      submit_label: 'Go',
      reset_label: 'Again',
    });
    const told = page.getByText('Please fill this in.');
    const press = async (label: string): Promise<void> => {
      const button = page.getByRole('button', { name: label });
      await button.hover();
      await page.mouse.down();
      await harness.feed();
      expect(await told.count()).toBe(0);
      await page.mouse.up();
      await harness.feed();
    };
    await page.getByLabel('a').focus();
    await press('Again');
    expect(await told.count()).toBe(0);
    await page.getByLabel('a').focus();
    await press('Go');
    expect(await told.count()).toBe(1);
    expect(await page.getByLabel('a').evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  it('says what is wrong after a field was left, ties it to the field, and takes it back when it is mended', async () => {
    await render(harness, 'form', SAMPLES.form);
    const ship = page.getByLabel('Ship');
    expect(await ship.getAttribute('aria-required')).toBe('true');
    await ship.fill('ida');
    expect(await ship.getAttribute('aria-invalid')).toBeNull();
    await ship.blur();
    await page.getByText('This does not have the expected form.').waitFor();
    expect(await ship.getAttribute('aria-invalid')).toBe('true');
    const id = await ship.getAttribute('aria-describedby');
    expect(await page.locator(`#${id}`).textContent()).toBe('This does not have the expected form.');
    await ship.fill('Ida');
    await page.waitForFunction(() => window.vitrine.element().shadowRoot?.querySelector('[aria-invalid]') === null);
    expect(await ship.getAttribute('aria-describedby')).toBeNull();
  });

  it('is not submitted while a value is refused, and the focus goes to the first that is', async () => {
    await render(harness, 'form', SAMPLES.form);
    await page.getByLabel('Draught').fill('99');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect.poll(() => page.getByLabel('Ship').evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.getByText('Please fill this in.').waitFor();
    await page.getByText('It must be 12 or less.').waitFor();
    expect(await actions()).toEqual([]);
  });

  it('is sent once while that is pending, and says at a field what the host did not take', async () => {
    await render(harness, 'form', SAMPLES.form);
    const ship = page.getByLabel('Ship');
    await ship.fill('Ida');
    await ship.press('Enter');
    await page.evaluate(async () => {
      window.vitrine.element().pending = window.vitrine.events;
      await window.vitrine.idle();
    });
    expect(await page.locator('[aria-busy=true]').allTextContents()).toEqual(['Ask']);
    await ship.press('Enter');
    expect(await actions()).toHaveLength(1);
    await page.evaluate(() => {
      const element = window.vitrine.element();
      element.pending = [];
      element.refuseInput({ path: '/values/ship', value: 'Ida' }, 'There is one already.', true);
    });
    await page.getByText('There is one already.').waitFor();
    expect(await ship.getAttribute('aria-invalid')).toBe('true');
    await ship.fill('Ada');
    await page.getByText('There is one already.').waitFor({ state: 'hidden' });
    expect(await page.locator('[aria-busy], [aria-invalid]').count()).toBe(0);
  });

  it('goes back to its initial values', async () => {
    await render(harness, 'form', SAMPLES.form);
    await page.getByLabel('Ship').fill('Ida');
    await page.getByLabel('Draught').fill('99');
    await page.getByLabel('code').fill('secret');
    await page.getByLabel('tug').uncheck();
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(await values()).toEqual({ ship: null, draught: 3, tug: true });
    await expect.poll(() => page.getByLabel('Ship').inputValue()).toBe('');
    expect(await page.getByLabel('Draught').inputValue()).toBe('3');
    expect(await page.getByLabel('code').inputValue()).toBe('');
    expect(await page.getByLabel('tug').isChecked()).toBe(true);
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
  });

  it('keeps a password out of the data and the events until it is submitted', async () => {
    await render(harness, 'form', { fields: [{ name: 'user' }, { name: 'key', type: 'password', required: true }] });
    await page.getByLabel('user').fill('ada');
    await page.getByLabel('key').fill('hunter2');
    expect(await page.getByLabel('key').getAttribute('type')).toBe('password');
    expect(JSON.stringify([await harness.data(), await harness.events()])).not.toContain('hunter2');
    await page.getByRole('button', { name: 'Submit' }).click();
    expect(await actions()).toMatchObject([{ context: { values: { user: 'ada', key: 'hunter2' } } }]);
    expect(JSON.stringify(await harness.data())).not.toContain('hunter2');
    expect((await harness.events()).filter(({ event }) => event === 'input')).toHaveLength(1);
  });

  it('shows no password that an agent wrote, and submits none', async () => {
    await render(harness, 'form', { fields: [{ name: 'key', type: 'password', required: true }] });
    await apply(harness, set('/values/key', 'planted'));
    expect(await page.getByLabel('key').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Please fill this in.').waitFor();
    expect(await actions()).toEqual([]);
  });

  it('hands a file over with the submit, and refuses what is too large or of another kind', async () => {
    await render(harness, 'form', { fields: [{ name: 'papers', type: 'file', label: 'Papers', accept: '.txt' }] });
    const field = page.getByLabel('Papers');
    await field.setInputFiles({ name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3 * 1024 * 1024) });
    await page.getByText('at most 2 MB are possible').waitFor();
    await field.setInputFiles({ name: 'a.exe', mimeType: 'application/x', buffer: Buffer.from('x') });
    await page.getByText('It must be one of: .txt.').waitFor();
    await page.getByRole('button', { name: 'Submit' }).click();
    expect(await actions()).toEqual([]);
    await field.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull();
    await page.getByRole('button', { name: 'Submit' }).click();
    const papers = { name: 'a.txt', type: 'text/plain', size: 5, data: 'aGVsbG8=' };
    expect(await actions()).toMatchObject([{ context: { values: { papers } } }]);
    expect(JSON.stringify(await harness.data())).not.toContain('aGVsbG8=');
  });

  it('keeps focus, caret and what is typed while its data change', async () => {
    await render(harness, 'form', { fields: [{ name: 'a', label: 'A' }] });
    const field = page.getByLabel('A');
    await field.fill('abcdef');
    await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 4));
    await apply(
      harness,
      set('/data/fields', [
        { name: 'z', label: 'Z' },
        { name: 'a', label: 'A', required: true },
      ]),
    );
    expect(
      await field.evaluate((input: HTMLInputElement) => [
        input.matches(':focus'),
        input.value,
        input.selectionStart,
        input.selectionEnd,
      ]),
    ).toEqual([true, 'abcdef', 2, 4]);
    await apply(harness, set('/values/a', 'uvwxyz'));
    expect(await field.inputValue()).toBe('uvwxyz');
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
  });

  it('keeps the focus in a field that changes its place', async () => {
    const fields = ['a', 'b', 'c'].map((name) => ({ name, label: name.toUpperCase() }));
    await render(harness, 'form', { fields });
    await page.getByLabel('C').fill('typed');
    await apply(harness, set('/data/fields', [...fields].reverse()));
    expect(await page.locator('.field label').allTextContents()).toEqual(['C', 'B', 'A']);
    const c = page.getByLabel('C');
    expect(await c.evaluate((input: HTMLInputElement) => [input.matches(':focus'), input.value])).toEqual([
      true,
      'typed',
    ]);
  });

  it('is not submitted before all of its fields are there', async () => {
    const fields: Json[] = Array.from({ length: 499 }, (_, i) => ({ name: `f${i}` }));
    await render(harness, 'form', { fields: [{ name: 'first' }] });
    await page.evaluate(() => {
      const form = window.vitrine.element().shadowRoot?.querySelector('form') as HTMLFormElement;
      new MutationObserver(() => form.requestSubmit()).observe(form, { childList: true, subtree: true });
    });
    await apply(harness, set('/data/fields', [...fields, { name: 'last', label: 'Last', required: true }]));
    expect(await page.locator('form input').count()).toBe(500);
    expect(await page.locator('form').getAttribute('aria-busy')).toBeNull();
    expect(await actions()).toEqual([]);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => page.getByLabel('Last').evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await actions()).toEqual([]);
  });

  it('leaves a number that is being typed alone', async () => {
    await render(harness, 'form', { fields: [{ name: 'n', label: 'N', type: 'number' }] });
    await page.getByLabel('N').pressSequentially('1.50');
    expect(await page.getByLabel('N').inputValue()).toBe('1.50');
    expect(await values()).toEqual({ n: 1.5 });
    await page.getByLabel('N').fill('');
    expect(await values()).toEqual({ n: null });
  });

  it('shows a problem and no error for values of wrong types', async () => {
    await render(harness, 'form', SAMPLES.form);
    await apply(harness, set('/values', { ship: { a: 1 }, draught: 'x', pier: 7, from: [], tug: 'on', notes: null }));
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('Please enter a text.').waitFor();
    await page.getByText('Please choose one of the options.').waitFor();
    await apply(harness, set('/values', 'nothing of the kind'));
    expect(await page.getByLabel('Ship').inputValue()).toBe('');
  });
});
