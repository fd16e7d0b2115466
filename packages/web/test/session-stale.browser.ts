// Answers count only for what a person has seen: not for what took its place a moment ago, nor for keys that were meant
// for something else.

import type { AskOp } from '@vitrine/core/internal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, SessionHarness, start, surface } from './session-setup.ts';

let given: Awaited<ReturnType<typeof start>>;
let session: SessionHarness;

beforeAll(async () => {
  given = await start();
  session = await SessionHarness.open(given);
  await session.freeze();
});
afterAll(() => given?.browser.close());
beforeEach(() => session.restart());
afterEach(() => expect(session.mishaps).toEqual([]));

const KEY_MS = 120;

const dialog = () => session.page.getByRole('dialog');
const button = (name: string) => session.page.getByRole('button', { name });
const answers = async () => (await session.sent()).filter(({ event }) => event === 'answer');

/** As people do: one key after the other. */
async function type(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await session.page.keyboard.press(key);
    await session.wait(KEY_MS);
  }
}

describe('A click on a question', () => {
  /** Without a frame in between. */
  const clickAfter = (change: { op?: AskOp | { op: 'withdraw'; ask: string }; trust?: 'untrusted' }) =>
    session.page.evaluate((text) => {
      const { fold, element } = window.session;
      const { op, trust } = JSON.parse(text);
      if (op !== undefined) fold.accept({ body: [op] });
      if (trust !== undefined) element.trust = trust;
      const buttons = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('dialog button') ?? [])];
      const approve = buttons.find(({ textContent }) => textContent === 'Approve');
      approve?.click();
      return approve !== undefined;
    }, JSON.stringify(change));

  beforeEach(async () => {
    await session.feed(ask('a', { kind: 'confirm' }, { prompt: 'Pay 1?' }));
    await session.wait(600);
  });

  it('answers it while it is what is asked', async () => {
    expect(await clickAfter({})).toBe(true);
    expect(await answers()).toEqual([{ event: 'answer', ask: 'a', value: true }]);
  });

  it('sends nothing when another one has just taken its id', async () => {
    expect(await clickAfter({ op: ask('a', { kind: 'confirm' }, { prompt: 'Pay 1000?' }) })).toBe(true);
    expect(await answers()).toEqual([]);
    await session.wait(50);
    await dialog().getByText('Pay 1000?').waitFor();
    expect(await button('Approve').isDisabled()).toBe(true);
    await session.wait(500);
    await button('Approve').click();
    expect(await answers()).toHaveLength(1);
  });

  it('sends nothing when it has just been taken back', async () => {
    expect(await clickAfter({ op: { op: 'withdraw', ask: 'a' } })).toBe(true);
    await session.wait(50);
    expect(await answers()).toEqual([]);
    expect(await dialog().count()).toBe(0);
  });

  it('approves nothing when the session has just lost its trust', async () => {
    expect(await clickAfter({ trust: 'untrusted' })).toBe(true);
    await session.wait(50);
    expect(await answers()).toEqual([]);
    await dialog().getByText('This agent is not trusted to ask for approval.').waitFor();
  });
});

describe('A question that comes while a person types', () => {
  beforeEach(async () => {
    await session.feed(surface('s', 'Main'));
    await session.page.getByLabel('Name in s').focus();
    await type('o', 'n', 'e');
  });

  it('takes no key of theirs as answer', async () => {
    await session.feed(ask('a', { kind: 'text' }));
    await type('t', 'w', 'o', 'Tab', 't', 'h', 'r', 'e', 'e', 'Enter', 'Space', 'Enter');
    expect(await answers()).toEqual([]);
    expect(await session.page.getByLabel('Question a?').inputValue()).toBe('');
    expect(await button('Send').isDisabled()).toBe(true);
    expect(await session.page.getByLabel('Name in s').inputValue()).toBe('one');
  });

  it('is neither approved nor denied by them', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await type('t', 'Space', 'w', 'Tab', 'o', 'Enter', 'Tab', 'Space', 'Enter', 'Enter');
    expect(await answers()).toEqual([]);
    expect(await button('Deny').isDisabled()).toBe(true);
    await dialog().waitFor();
  });

  it('has the focus on its text and can be answered after a pause', async () => {
    await session.feed(ask('a', { kind: 'text' }));
    await type('t', 'w', 'o');
    expect(
      await dialog()
        .getByText('Question a?')
        .evaluate((prompt) => prompt.matches(':focus')),
    ).toBe(true);
    await session.wait(500);
    await type('Tab', 'y', 'e', 's', 'Enter');
    expect(await answers()).toEqual([{ event: 'answer', ask: 'a', value: 'yes' }]);
  });

  it('is put aside by Escape all the same', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await type('t', 'Escape');
    expect(await dialog().count()).toBe(0);
    await button('1 question waiting').waitFor();
  });

  it('lets a person write who has gone to the field by themselves', async () => {
    await session.feed(ask('a', { kind: 'text' }));
    await session.page.getByLabel('Question a?').click();
    await type('l', 'o', 'n', 'g', 'e', 'r', 'Enter');
    expect(await answers()).toEqual([{ event: 'answer', ask: 'a', value: 'longer' }]);
  });

  it('starts in its field when the last key was a second ago', async () => {
    await session.wait(1000);
    await session.feed(ask('a', { kind: 'text' }));
    expect(await session.page.getByLabel('Question a?').evaluate((field) => field.matches(':focus'))).toBe(true);
  });
});
