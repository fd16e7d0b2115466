// TextField in a real Chromium: what is typed goes to the data model, and nothing that an agent sends disturbs typing.

import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { data09, form08, form09, form10, inputPage, inputs, mark, put09 } from './inputs-setup.ts';

const held = inputPage();

const name = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } };

function caret(locator: Locator): Promise<[number | null, number | null, boolean]> {
  return locator.evaluate((element) => {
    const { selectionStart, selectionEnd } = element as HTMLInputElement;
    return [selectionStart, selectionEnd, element.matches(':focus')];
  });
}

describe('TextField', () => {
  it('shows what is bound and writes every key', async () => {
    const { harness } = held;
    await harness.feed(...form09([name], { name: 'Ad' }));
    const field = harness.page.getByRole('textbox', { name: 'Name' });
    expect(await field.inputValue()).toBe('Ad');
    await field.focus();
    await harness.page.keyboard.press('End');
    await harness.page.keyboard.type('a!');
    expect(await harness.data()).toEqual({ name: 'Ada!' });
    expect(inputs(await harness.events(), '/name')).toEqual(['Ada', 'Ada!']);
    await harness.feed(data09('/name', 'Grace'));
    expect(await field.inputValue()).toBe('Grace');
  });

  it('is a label and a control, and nothing else', async () => {
    const { harness } = held;
    await harness.feed(...form09([name]));
    const tags = await harness.page
      .locator('.field')
      .evaluate((field) => [...field.children].map((child) => `${child.tagName}.${child.className}`));
    expect(tags).toEqual(['LABEL.label', 'INPUT.input']);
    await harness.page.getByText('Name').click();
    expect(await caret(harness.page.getByLabel('Name'))).toEqual([0, 0, true]);
  });

  it('keeps caret and selection when an agent writes where the person types', async () => {
    const { harness } = held;
    await harness.feed(...form09([name], { name: 'hello world' }));
    const field = harness.page.getByLabel('Name');
    await field.focus();
    await field.evaluate((element) => (element as HTMLInputElement).setSelectionRange(2, 4));
    await harness.feed(data09('/name', 'HELLO WORLD'));
    expect(await field.inputValue()).toBe('HELLO WORLD');
    expect(await caret(field)).toEqual([2, 4, true]);
    await harness.feed(data09('/name', 'HEL'));
    expect(await caret(field)).toEqual([2, 3, true]);
    await harness.page.keyboard.type('x');
    expect(await harness.data()).toEqual({ name: 'HEx' });
  });

  it('is not touched by a value that it has already', async () => {
    const { harness } = held;
    await harness.feed(...form09([name], { name: 'same' }));
    const field = harness.page.getByLabel('Name');
    await field.evaluate((element) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') as {
        set(text: string): void;
      };
      const counted = element as HTMLInputElement & { writes: number };
      counted.writes = 0;
      Object.defineProperty(counted, 'value', {
        get: () => 'same',
        set(text: string) {
          counted.writes++;
          set.call(element, text);
        },
      });
    });
    await harness.feed(data09('/name', 'same'), data09('/other', 1), put09({ ...name, label: 'Full name' }));
    expect(
      await harness.page.getByLabel('Full name').evaluate((one) => (one as unknown as { writes: number }).writes),
    ).toBe(0);
  });

  it('waits with updates while text is being composed', async () => {
    const { harness } = held;
    await harness.feed(...form09([name], { name: '' }));
    const field = harness.page.getByLabel('Name');
    await field.focus();
    const cdp = await harness.page.context().newCDPSession(harness.page);
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    expect(await harness.data()).toEqual({ name: 'に' });
    await harness.feed(data09('/name', 'agent'), put09({ ...name, label: 'Nom', variant: 'longText' }));
    expect(await field.count()).toBe(0);
    const renamed = harness.page.getByLabel('Nom');
    expect(await renamed.inputValue()).toBe('に');
    await cdp.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await cdp.send('Input.insertText', { text: '日本' });
    await harness.feed();
    expect(await renamed.inputValue()).toBe('日本');
    expect(await harness.data()).toEqual({ name: '日本' });
    expect(await renamed.evaluate((element) => [element.tagName, element.matches(':focus')])).toEqual([
      'TEXTAREA',
      true,
    ]);
    await harness.feed(data09('/name', 'agent'));
    expect(await renamed.inputValue()).toBe('agent');
  });

  it('keeps value, focus and caret when it becomes another kind', async () => {
    const { harness } = held;
    await harness.feed(...form09([name], { name: 'abcdef' }));
    const field = harness.page.getByLabel('Name');
    await field.focus();
    await field.evaluate((element) => (element as HTMLInputElement).setSelectionRange(3, 3));
    for (const [variant, tag, type] of [
      ['longText', 'TEXTAREA', 'textarea'],
      ['obscured', 'INPUT', 'password'],
      ['number', 'INPUT', 'text'],
      ['shortText', 'INPUT', 'text'],
    ] as const) {
      await harness.feed(put09({ ...name, variant }));
      expect(await field.evaluate((one) => [one.tagName, (one as HTMLInputElement).type])).toEqual([tag, type]);
      expect([variant, await field.inputValue(), ...(await caret(field))]).toEqual([variant, 'abcdef', 3, 3, true]);
    }
    await harness.page.keyboard.type('-');
    expect(await harness.data()).toEqual({ name: 'abc-def' });
    expect(await harness.page.locator('.field > *').count()).toBe(2);
  });

  it('grows with long text and takes line breaks', async () => {
    const { harness } = held;
    await harness.feed(...form09([{ ...name, variant: 'longText' }], { name: 'one\r\ntwo' }));
    const field = harness.page.getByRole('textbox', { name: 'Name' });
    const height = async () => (await field.boundingBox())?.height ?? 0;
    const before = await height();
    await field.focus();
    await harness.page.keyboard.press('Control+End');
    for (let i = 0; i < 8; i++) await harness.page.keyboard.press('Enter');
    expect(await height()).toBeGreaterThan(before + 50);
    expect(await harness.data()).toEqual({ name: `one\ntwo${'\n'.repeat(8)}` });
  });

  it('hides a secret, which stands in no attribute', async () => {
    const { harness } = held;
    await harness.feed(...form09([{ ...name, variant: 'obscured' }], { name: 'hunter2' }));
    const field = harness.page.getByLabel('Name');
    await field.fill('s3cret');
    expect(await harness.data()).toEqual({ name: 's3cret' });
    const attributes = await field.evaluate((element) =>
      [...element.attributes].map((one) => `${one.name}=${one.value}`),
    );
    expect(attributes).toContain('type=password');
    expect(attributes).toContain('autocomplete=new-password');
    expect(attributes.join()).not.toMatch(/hunter2|s3cret/);
  });

  it('writes a number as text and says when it is none', async () => {
    const { harness } = held;
    await harness.feed(...form09([{ ...name, variant: 'number' }], { name: 4.5 }));
    const field = harness.page.getByLabel('Name');
    expect(await field.inputValue()).toBe('4.5');
    expect(await field.getAttribute('inputmode')).toBe('decimal');
    await field.fill('12x');
    expect(await harness.data()).toEqual({ name: '12x' });
    await field.blur();
    await harness.page.getByText('Please enter a number.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('-1.5e3');
    await harness.feed();
    expect(await field.getAttribute('aria-invalid')).toBeNull();
  });

  it('works without a binding, and follows a literal that changes', async () => {
    const { harness } = held;
    const literal = { ...name, value: 'fixed' };
    await harness.feed(...form09([literal, { id: 'free', component: 'TextField', label: 'Free' }]));
    const { page } = harness;
    await page.getByLabel('Name').fill('mine');
    await page.getByLabel('Free').fill('also mine');
    await harness.feed(
      put09({ ...literal, label: 'Nickname' }),
      put09({ id: 'free', component: 'TextField', label: 'Open' }),
    );
    expect(await page.getByLabel('Nickname').inputValue()).toBe('mine');
    expect(await page.getByLabel('Open').inputValue()).toBe('also mine');
    expect(await harness.events()).toEqual([]);
    await harness.feed(put09({ ...literal, value: 'other' }));
    expect(await page.getByLabel('Name').inputValue()).toBe('other');
  });

  it('follows an agent that takes back what was just typed', async () => {
    const { harness } = held;
    await harness.feed(...form09([name], { name: 'a' }));
    const field = harness.page.getByLabel('Name');
    const shown = await field.evaluate(async (element) => {
      const input = element as HTMLInputElement;
      input.value = 'ab';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      window.vitrine.feed([{ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/name', value: 'a' } }]);
      await window.vitrine.idle();
      return input.value;
    });
    expect(shown).toBe('a');
  });

  it('shows values of any type without failing', async () => {
    const { harness } = held;
    const field = harness.page.getByRole('textbox');
    await harness.feed(...form09([{ ...name, label: { path: '/label' } }], { name: null, label: ['x'] }));
    for (const [value, text] of [
      [7, '7'],
      [true, 'true'],
      [{ a: 1 }, '{"a":1}'],
      [[1], '[1]'],
      [null, ''],
      ['two\nlines', 'twolines'],
    ] as const) {
      await harness.feed(data09('/name', value as never), data09('/label', value as never));
      expect(await field.inputValue()).toBe(text);
    }
    await mark(field);
    await harness.feed(data09('/label', ''));
    expect(await harness.page.getByRole('textbox', { name: 'Text' }).getAttribute('data-mark')).toBe('yes');
  });

  it('reports what has nowhere to go and keeps it for the person', async () => {
    const { harness } = held;
    await harness.feed(...form09([{ ...name, value: { path: '/name/first' } }], { name: 'text' }));
    const field = harness.page.getByLabel('Name');
    await field.fill('Ada');
    await harness.feed(put09({ ...name, label: 'First', value: { path: '/name/first' } }));
    expect(await harness.page.getByLabel('First').inputValue()).toBe('Ada');
    expect((await harness.issues()).map(({ code, fault }) => [code, fault])).toContainEqual([
      'VITRINE_POINTER_BLOCKED',
      'viewer',
    ]);
    expect(await harness.events()).toEqual([]);
  });
});

describe('a pattern', () => {
  it('is judged once the field was left', async () => {
    const { harness } = held;
    await harness.feed(...form09([{ ...name, validationRegexp: '^[0-9]{5}$' }], { name: '' }));
    const field = harness.page.getByLabel('Name');
    const problem = harness.page.getByText('This does not have the expected form.');
    await field.fill('12');
    await harness.feed();
    expect(await problem.count()).toBe(0);
    await field.blur();
    await problem.waitFor();
    await field.fill('12345');
    await problem.waitFor({ state: 'detached' });
    await field.fill('');
    await harness.feed();
    expect(await field.getAttribute('aria-invalid')).toBeNull();
  });

  it.each(['^(a|a)*$', '(x+x+)+y', '((a{1,30}){1,30}){1,30}', '(', '(?<=a)b', '\\1(a)'])(
    'that explodes or is refused does not stop the page: %s',
    async (validationRegexp) => {
      const { harness } = held;
      const receipts = await harness.feed(...form09([{ ...name, validationRegexp }], { name: '' }));
      const field = harness.page.getByLabel('Name');
      const slowest = await field.evaluate(async (element, text) => {
        const input = element as HTMLInputElement;
        input.focus();
        input.value = text;
        const start = performance.now();
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        input.blur();
        window.vitrine.element().flush();
        return performance.now() - start;
      }, 'a'.repeat(50_000));
      expect(slowest).toBeLessThan(400);
      const found = [...receipts.flatMap(({ issues }) => issues), ...(await harness.issues())];
      const judged = await field.getAttribute('aria-invalid');
      expect(found.length > 0 || judged === 'true' || validationRegexp === '^(a|a)*$').toBe(true);
    },
  );
});

describe('the other versions', () => {
  it('0.8: text, textFieldType and a date', async () => {
    const { harness } = held;
    const label = (literalString: string) => ({ literalString });
    await harness.feed(
      ...form08(
        [
          ['TextField', { label: label('Name'), text: { path: '/name' }, textFieldType: 'shortText' }],
          ['TextField', { label: label('Born'), text: { path: '/born' }, textFieldType: 'date' }],
          ['TextField', { label: label('Zip'), text: { path: '/zip' }, validationRegexp: '^[0-9]{5}$' }],
          ['TextField', { label: label('Notes'), text: { path: '/notes' }, textFieldType: 'longText' }],
        ],
        [
          { key: 'name', valueString: 'Ada' },
          { key: 'born', valueString: '1815-12-10' },
        ],
      ),
    );
    const { page } = harness;
    await page.getByLabel('Name').fill('Grace');
    expect(await page.getByLabel('Born').inputValue()).toBe('1815-12-10');
    await page.getByLabel('Born').fill('1906-12-09');
    await page.getByLabel('Notes').fill('a\nb');
    await page.getByLabel('Zip').fill('1');
    await page.getByLabel('Zip').blur();
    await page.getByText('This does not have the expected form.').waitFor();
    expect(await harness.data()).toEqual({ name: 'Grace', born: '1906-12-09', notes: 'a\nb', zip: '1' });
    const born = { label: label('Born'), text: { path: '/born' } };
    await harness.feed({
      dataModelUpdate: { surfaceId: 's', contents: [{ key: 'born', valueString: '1906-12-09T08:00:00Z' }] },
    });
    expect(await page.getByLabel('Born').inputValue()).toBe('1906-12-09');
    await harness.feed({
      surfaceUpdate: { surfaceId: 's', components: [{ id: 'i1', component: { TextField: born } }] },
    });
    expect(await page.getByLabel('Born').inputValue()).toBe('1906-12-09T08:00:00Z');
  });

  it('1.0: a placeholder that is bound', async () => {
    const { harness } = held;
    await harness.feed(
      ...form10(
        [
          {
            id: 'q',
            component: 'TextField',
            label: 'Query',
            value: { '@path': '/q' },
            placeholder: { '@path': '/hint' },
          },
        ],
        { hint: 'Try this' },
      ),
    );
    const field = harness.page.getByPlaceholder('Try this');
    await field.fill('x');
    expect(await harness.data()).toEqual({ q: 'x', hint: 'Try this' });
    await harness.feed({ version: 'v1.0', updateDataModel: { surfaceId: 's', path: '/hint', value: null } });
    expect(await harness.page.getByLabel('Query').getAttribute('placeholder')).toBeNull();
  });
});
