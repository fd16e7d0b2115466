// Every kind of answer: given by keyboard or pointer, judged before it is sent, sent in its own type.

import type { Json, Want } from '@vitrine/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, SessionHarness, start } from './session-setup.ts';

let given: Awaited<ReturnType<typeof start>>;
let session: SessionHarness;

beforeAll(async () => {
  given = await start();
  session = await SessionHarness.open(given);
});
afterAll(() => given?.browser.close());
beforeEach(() => session.restart());
afterEach(() => expect(session.mishaps).toEqual([]));

const field = () => session.page.getByLabel('Question a?');
const send = () => session.page.getByRole('button', { name: 'Send' }).click();
const problem = () => session.page.getByRole('dialog').getByRole('alert').textContent();
const values = async (): Promise<Json[]> =>
  (await session.sent()).flatMap((event) => (event.event === 'answer' ? [event.value] : []));
const open = (want: Want) => session.feed(ask('a', want));

describe('A text', () => {
  it('is sent by Enter, and not when it is empty', async () => {
    await open({ kind: 'text' });
    await send();
    expect(await problem()).toBe('Please fill this in.');
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    await session.page.keyboard.type('Ada');
    await session.page.keyboard.press('Enter');
    expect(await values()).toEqual(['Ada']);
  });

  it('has to match the pattern, however it explodes elsewhere', async () => {
    await open({ kind: 'text', pattern: '^(a+)+$' });
    await field().fill(`${'a'.repeat(200)}b`);
    await send();
    expect(await problem()).toBe('This does not have the expected form.');
    await field().fill('aaa');
    await send();
    expect(await values()).toEqual(['aaa']);
  });

  it('that does not match is told in the words of the agent', async () => {
    await open({ kind: 'text', pattern: '^a$', patternMessage: 'Only\none letter.' });
    await field().fill('b');
    await send();
    expect(await problem()).toBe('Only one letter.');
  });

  it('is not held up by a pattern that cannot be run, and the agent is told', async () => {
    await open({ kind: 'text', pattern: '(' });
    await field().fill('x');
    await send();
    expect(await values()).toEqual(['x']);
    expect(await session.found()).toEqual(['VITRINE_PATTERN_SYNTAX']);
  });

  it('of several lines keeps them, and its length is bounded', async () => {
    await open({ kind: 'text', multiline: true, maxLength: 5 });
    await session.page.getByText('At most 5 characters.').waitFor();
    await field().fill('one two');
    await send();
    expect(await problem()).toBe('It may have at most 5 characters.');
    await field().fill('a\nb');
    await send();
    expect(await values()).toEqual(['a\nb']);
  });

  it('need not be given: that is an answer too', async () => {
    await open({ kind: 'text' });
    await session.page.getByRole('button', { name: 'Do not answer' }).click();
    expect(await values()).toEqual([null]);
  });
});

describe('A number', () => {
  it('is sent as a number within its range and on its steps', async () => {
    await open({ kind: 'number', min: 0.1, max: 1, step: 0.1 });
    await session.page.getByText('From 0.1 to 1.').waitFor();
    const tries: [string, string][] = [
      ['', 'Please fill this in.'],
      ['0', 'It must be 0.1 or more.'],
      ['2', 'It must be 1 or less.'],
      ['0.25', 'It must be in steps of 0.1 from 0.1.'],
    ];
    for (const [text, expected] of tries) {
      await field().fill(text);
      await send();
      expect(await problem()).toBe(expected);
    }
    await field().fill('0.3');
    await send();
    expect(await values()).toEqual([0.3]);
  });
});

describe('A date', () => {
  it('lies between the first and the last', async () => {
    await open({ kind: 'date', min: '2026-01-10', max: '2026-01-20' });
    await send();
    expect(await problem()).toBe('Please fill this in.');
    await field().fill('2026-01-21');
    await send();
    expect(await problem()).toBe('It must be 2026-01-20 or earlier.');
    await field().fill('2026-01-15');
    await send();
    expect(await values()).toEqual(['2026-01-15']);
  });
});

describe('A selection', () => {
  it('of few options has them all in sight and is made by keyboard', async () => {
    await open({
      kind: 'select',
      options: [
        { label: 'Now', value: { in: 0 } },
        { label: 'Later', value: 2 },
      ],
    });
    await send();
    expect(await problem()).toBe('Please choose one of the options.');
    await session.page.getByRole('radio', { name: 'Now' }).focus();
    await session.page.keyboard.press('ArrowDown');
    await session.page.keyboard.press('Enter');
    expect(await values()).toEqual([2]);
  });

  it('of several options gives a list', async () => {
    await open({
      kind: 'select',
      multiple: true,
      options: [{ label: 'A', value: 'a' }, { value: 'b' }, { label: 'C' }],
    });
    await send();
    expect(await problem()).toBe('Please choose one of the options.');
    await session.page.getByLabel('b', { exact: true }).check();
    await session.page.getByLabel('C', { exact: true }).check();
    await send();
    expect(await values()).toEqual([['b', 'C']]);
  });

  it('of many options is a list to open', async () => {
    const options = Array.from({ length: 600 }, (_, value) => ({ label: `Option ${value}`, value }));
    await open({ kind: 'select', options });
    await session.page.getByText('100 more options are not shown.').waitFor();
    await field().selectOption({ label: 'Option 42' });
    await send();
    expect(await values()).toEqual([42]);
  });
});

describe('A file', () => {
  const choose = (name: string, mimeType: string, buffer: Buffer) => field().setInputFiles({ name, mimeType, buffer });

  it('is sent with its name, type, size and content', async () => {
    await open({ kind: 'file' });
    await session.page.getByText('At most 5 MB.').waitFor();
    await send();
    expect(await problem()).toBe('Please choose a file.');
    await choose('a.txt', 'text/plain', Buffer.from('hello'));
    await send();
    await expect.poll(values).toEqual([{ name: 'a.txt', type: 'text/plain', size: 5, data: 'aGVsbG8=' }]);
  });

  it('is refused for its size or its kind before it is read', async () => {
    await open({ kind: 'file', accept: ['.csv', 'image/*', 'javascript:alert(1)'], maxBytes: 2048 });
    await session.page.getByText('At most 2 KB. Accepted: .csv, image/*.').waitFor();
    await choose('a.csv', 'text/csv', Buffer.alloc(4096));
    await send();
    expect(await problem()).toBe('The file has 4 KB; at most 2 KB are possible.');
    await choose('a.exe', 'application/x-msdownload', Buffer.from('x'));
    await send();
    expect(await problem()).toBe('It must be one of: .csv, image/*.');
    expect(await values()).toEqual([]);
  });

  // Tasks are timed by the wall clock, which a busy machine stretches.
  it('of several megabytes is read in pieces, whole, and blocks nothing', { retry: 2 }, async () => {
    const content = Buffer.alloc(4 * 1024 * 1024 + 1);
    for (let i = 0; i < content.length; i += 997) content[i] = i % 251;
    await open({ kind: 'file' });
    await choose('big.bin', '', content);
    await session.page.evaluate(() => {
      const long: number[] = [];
      new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
      Object.assign(window, { long });
    });
    await send();
    await expect.poll(async () => (await values()).length, { timeout: 10_000 }).toBe(1);
    const long = await session.page.evaluate(() => (window as unknown as { long: number[] }).long);
    const [value] = (await values()) as [{ size: number; data: string }];
    expect(value.size).toBe(content.length);
    expect(Buffer.from(value.data, 'base64').equals(content)).toBe(true);
    expect(long).toEqual([]);
  });
});

describe('A want that nobody looked into', () => {
  it('is asked as far as it can be', async () => {
    const wild = { kind: 'select', options: [3, null, { label: { x: 1 } }] } as unknown as Want;
    await open(wild);
    await session.page.getByRole('radio').first().check();
    await send();
    expect(await values()).toEqual([3]);
  });

  it('of an unknown kind says that it cannot be answered here', async () => {
    await open({ kind: 'retina' } as unknown as Want);
    await session.page.getByText('This kind of question cannot be answered here.').waitFor();
    expect(await session.page.getByRole('button', { name: 'Send' }).count()).toBe(0);
    await session.page.getByRole('button', { name: 'Do not answer' }).click();
    expect(await values()).toEqual([null]);
  });
});

describe('An answer', () => {
  it('that the host refuses is told at its field, where the focus is again, until another is written', async () => {
    await open({ kind: 'text' });
    await field().fill('Eve');
    await send();
    await session.page.evaluate(() => window.session.element.refuse('a', 'Somebody is called so already.'));
    expect(await problem()).toBe('Somebody is called so already.');
    expect(await field().evaluate((one) => [one.ariaInvalid, one.matches(':focus')])).toEqual(['true', true]);
    await session.page.keyboard.type('lyn');
    expect([await problem(), await field().getAttribute('aria-invalid')]).toEqual(['', null]);
  });

  it('that waits for a connection says that it will be sent, and is not asked for again', async () => {
    const set = (settings: object) =>
      session.page.evaluate((given) => {
        Object.assign(window.session.element, given);
        window.session.element.flush();
      }, settings);
    await open({ kind: 'text' });
    await set({ offline: true });
    await field().fill('Eve');
    await send();
    await session.page.getByRole('dialog').getByText('Will be sent when you are online again').waitFor();
    await set({ offline: false });
    await session.page.getByRole('dialog').getByText('Sent. Waiting until it is received.').waitFor();
    // A page that was loaded anew has the answer in its connection, and the question in its view.
    await session.restart();
    await set({ pending: [{ event: 'answer', ask: 'a', value: 'Eve' }] });
    await open({ kind: 'text' });
    expect(await session.page.getByRole('dialog').count()).toBe(0);
    await set({ pending: [] });
    await session.page.getByRole('dialog').waitFor();
  });
});
