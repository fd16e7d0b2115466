// Slider and DateTimeInput in a real Chromium.

import { describe, expect, it } from 'vitest';
import { data09, form08, form09, form10, inputPage, inputs, mark, put09 } from './inputs-setup.ts';

const held = inputPage({ zone: 'Europe/Berlin', locale: 'de-DE' });

const volume = { id: 'vol', component: 'Slider', label: 'Volume', max: 100, value: { path: '/v' } };

describe('Slider', () => {
  it('shows its value, writes numbers, and is used by pointer and keyboard', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([volume], { v: 40 }));
    const slider = page.getByRole('slider', { name: 'Volume' });
    expect(await slider.inputValue()).toBe('40');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    expect(inputs(await harness.events(), '/v')).toEqual([41, 0]);
    const box = await slider.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(24);
    await slider.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
    expect(await harness.data()).toEqual({ v: 50 });
    expect(await page.locator('output').textContent()).toBe('50');
    await harness.feed(data09('/v', 7.5));
    expect(await page.locator('output').textContent()).toBe('7,5');
    expect(await slider.inputValue()).toBe('7.5');
    expect(await slider.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  it('keeps its own state when nothing is bound', async () => {
    const { harness } = held;
    await harness.feed(...form09([{ ...volume, value: 3 }]));
    const slider = harness.page.getByRole('slider');
    await slider.press('ArrowRight');
    expect(await harness.page.locator('output').textContent()).toBe('4');
    await harness.feed(put09({ ...volume, value: 3, label: 'Loudness' }));
    expect(await slider.inputValue()).toBe('4');
    await harness.feed(put09({ ...volume, value: 9 }));
    expect(await slider.inputValue()).toBe('9');
    expect(await harness.events()).toEqual([]);
  });

  it('follows a range that changes and survives one that is none', async () => {
    const { harness } = held;
    const slider = harness.page.getByRole('slider');
    await harness.feed(...form09([{ ...volume, min: 10, max: 20 }], { v: 15 }));
    await mark(slider);
    await harness.feed(put09({ ...volume, min: 0, max: 1 }));
    expect(await slider.evaluate((one) => [(one as HTMLInputElement).max, (one as HTMLInputElement).step])).toEqual([
      '1',
      'any',
    ]);
    await harness.feed(data09('/v', 0.25));
    expect(await slider.inputValue()).toBe('0.25');
    await slider.press('ArrowRight');
    expect(await harness.data()).toEqual({ v: 0.26 });
    await harness.feed(put09({ ...volume, max: 9_000_000 }), data09('/v', 1_234_567));
    await slider.press('ArrowRight');
    expect(await harness.data()).toEqual({ v: 1_234_568 });
    expect(await harness.page.locator('output').textContent()).toBe('1.234.568');
    await harness.feed(put09({ ...volume, min: 5, max: 5 }));
    expect(await slider.isDisabled()).toBe(true);
    await harness.feed(put09({ ...volume, max: 10 }));
    for (const value of ['abc', null, { a: 1 }, [3], true, '4', 99, -5]) {
      await harness.feed(data09('/v', value as never));
      const shown = Number(await slider.inputValue());
      expect(shown >= 0 && shown <= 10).toBe(true);
    }
    expect(await slider.getAttribute('data-mark')).toBe('yes');
  });

  it('1.0: goes in as many steps as it is told, to the very end', async () => {
    const { harness } = held;
    await harness.feed(
      ...form10([{ id: 'r', component: 'Slider', label: 'R', max: 10, steps: 3, value: { '@path': '/r' } }], { r: 0 }),
    );
    const slider = harness.page.getByRole('slider', { name: 'R' });
    await slider.focus();
    for (let i = 0; i < 3; i++) {
      await harness.page.keyboard.press('ArrowRight');
      await harness.feed();
    }
    expect(inputs(await harness.events(), '/r')).toEqual([3.33333333333, 6.66666666667, 10]);
    await harness.page.keyboard.press('ArrowLeft');
    expect(await harness.data()).toEqual({ r: 6.66666666667 });
  });

  it('0.8: minValue and maxValue, also without them and without a label', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(
      ...form08(
        [
          ['Slider', { value: { path: '/a' }, label: { literalString: 'A' }, minValue: -10, maxValue: 10 }],
          ['Slider', { value: { path: '/b' } }],
        ],
        [
          { key: 'a', valueNumber: -3 },
          { key: 'b', valueNumber: 30 },
        ],
      ),
    );
    expect(await page.getByRole('slider', { name: 'A', exact: true }).inputValue()).toBe('-3');
    await page.getByRole('slider', { name: 'A', exact: true }).press('Home');
    await page.getByRole('slider', { name: 'Value' }).press('End');
    expect(await harness.data()).toEqual({ a: -10, b: 100 });
  });
});

describe('DateTimeInput', () => {
  const date = { id: 'd', component: 'DateTimeInput', label: 'When', value: { path: '/d' } };

  it.each([
    [{ enableDate: true }, 'date', '2026-11-15', '2026-11-15', '2026-12-24', '2026-12-24'],
    [{ enableTime: true }, 'time', '10:30:00', '10:30', '18:05', '18:05:00'],
    [
      { enableDate: true, enableTime: true },
      'datetime-local',
      '2026-11-15T10:30:00Z',
      '2026-11-15T11:30',
      '2026-12-24T18:05',
      '2026-12-24T17:05:00Z',
    ],
    [{}, 'date', '', '', '2026-12-24', '2026-12-24'],
  ])('%o is a %s control that keeps the form of %s', async (flags, type, bound, shown, entered, written) => {
    const { harness } = held;
    await harness.feed(...form09([{ ...date, ...flags }], { d: bound }));
    const field = harness.page.getByLabel('When');
    expect([await field.getAttribute('type'), await field.inputValue()]).toEqual([type, shown]);
    await field.fill(entered);
    expect(await harness.data()).toEqual({ d: written });
    await harness.feed();
    expect(await field.inputValue()).toBe(entered);
    await field.fill('');
    expect(await harness.data()).toEqual({ d: '' });
    await field.fill(entered);
    expect(inputs(await harness.events(), '/d')).toEqual([written, '', written]);
  });

  it('is typed by keyboard, part by part, without being disturbed', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(...form09([{ ...date, enableDate: true }], { d: '' }));
    await page.getByLabel('When').focus();
    await page.keyboard.type('12242026');
    expect(await harness.data()).toEqual({ d: '2026-12-24' });
    await page.keyboard.press('ArrowDown');
    expect(await harness.data()).toEqual({ d: '2025-12-24' });
  });

  it('says when a date is too early, too late or not whole', async () => {
    const { harness } = held;
    const { page } = harness;
    const limited = { ...date, enableDate: true, min: '2026-01-10T00:00:00Z', max: { path: '/max' } };
    await harness.feed(...form09([limited], { d: '', max: '2026-01-20' }));
    const field = page.getByLabel('When');
    expect([await field.getAttribute('min'), await field.getAttribute('max')]).toEqual(['2026-01-10', '2026-01-20']);
    await field.fill('2026-01-01');
    await field.blur();
    await page.getByText('It must be 2026-01-10 or later.').waitFor();
    await field.fill('2026-02-01');
    await page.getByText('It must be 2026-01-20 or earlier.').waitFor();
    await harness.feed(data09('/max', '2026-03-01'));
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    await field.focus();
    await page.keyboard.press('Backspace');
    await page.getByText('Please enter a date.').waitFor();
    expect(await harness.data()).toMatchObject({ d: '' });
  });

  it('shows nothing for what is no date, and reports it', async () => {
    const { harness } = held;
    const field = harness.page.getByLabel('When');
    await harness.feed(...form09([{ ...date, enableDate: true }], { d: 'tomorrow' }));
    expect(await field.inputValue()).toBe('');
    const said = async () => (await harness.issues()).map(({ code, at }) => [code, at]);
    expect(await said()).toEqual([['VITRINE_PROP_VALUE', '/surfaces/s/components/d/value']]);
    await harness.feed(put09({ ...date, enableDate: true, label: 'When exactly' }));
    expect(await said()).toHaveLength(1);
    for (const value of [12, true, ['2026-01-01'], { a: 1 }, '10:30', '2026-02-30']) {
      await harness.feed(data09('/d', value as never));
      expect([value, await field.inputValue()]).toEqual([value, '']);
    }
    await harness.feed(
      data09('/d', null),
      put09({ ...date, enableDate: true, min: 'never', max: { path: '/nothing' } }),
    );
    expect([await field.inputValue(), await field.getAttribute('min')]).toEqual(['', null]);
    await harness.feed(data09('/d', '2026-01-02'));
    expect(await field.inputValue()).toBe('2026-01-02');
  });

  it('becomes another control without losing focus or value', async () => {
    const { harness } = held;
    const field = harness.page.getByLabel('When');
    await harness.feed(...form09([{ ...date, enableDate: true }], { d: '2026-11-15T10:30:00' }));
    await field.focus();
    await mark(field);
    await harness.feed(put09({ ...date, enableDate: true, enableTime: true }));
    expect(await field.inputValue()).toBe('2026-11-15T10:30');
    await harness.feed(put09({ ...date, enableTime: true }));
    expect(await field.inputValue()).toBe('10:30');
    expect(await field.evaluate((one) => [(one as HTMLElement).dataset.mark, one.matches(':focus')])).toEqual([
      'yes',
      true,
    ]);
  });

  it('0.8: has a name without a label', async () => {
    const { harness } = held;
    const { page } = harness;
    await harness.feed(
      ...form08(
        [
          ['DateTimeInput', { value: { path: '/a' }, enableDate: true }],
          ['DateTimeInput', { value: { path: '/b' }, enableTime: true }],
          ['DateTimeInput', { value: { path: '/c' }, enableDate: true, enableTime: true }],
        ],
        [{ key: 'a', valueString: '2026-01-01' }],
      ),
    );
    await page.getByLabel('Date', { exact: true }).fill('2026-05-05');
    await page.getByLabel('Time', { exact: true }).fill('09:00');
    await page.getByLabel('Date and time').fill('2026-05-05T09:00');
    expect(await harness.data()).toEqual({ a: '2026-05-05', b: '09:00', c: '2026-05-05T09:00' });
  });
});
