// The first road to the pixels and back, in a real Chromium.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

const form = surface09(
  [
    { id: 'root', component: 'Column', children: ['title', 'name', 'agree', 'go'] },
    { id: 'title', component: 'Text', text: 'Hello', variant: 'h2' },
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
    { id: 'agree', component: 'CheckBox', label: 'I agree', value: { path: '/agree' } },
    { id: 'label', component: 'Text', text: 'Send' },
    {
      id: 'go',
      component: 'Button',
      child: 'label',
      action: { event: { name: 'send', context: { name: { path: '/name' } } } },
    },
  ],
  { name: 'Ada', agree: false },
);

describe('<vitrine-surface>', () => {
  it('shows a form, takes input and sends the action', async () => {
    const { page } = harness;
    await harness.feed(...form);
    await page.getByRole('heading', { name: 'Hello', level: 2 }).waitFor();
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await harness.data()).toEqual({ name: 'Grace', agree: true });
    expect((await harness.events()).at(-1)).toMatchObject({
      event: 'action',
      surface: 's',
      source: 'go',
      name: 'send',
      context: { name: 'Grace' },
    });
  });

  it('never sends a secret before its action, not even when the agent makes the field readable', async () => {
    const { page } = harness;
    const secret = (variant: string) => ({
      id: 'root',
      component: 'TextField',
      label: 'Code',
      variant,
      value: { path: '/code' },
    });
    await harness.feed(...surface09([secret('obscured')]));
    await page.getByLabel('Code').fill('hunter2');
    await harness.feed({
      version: 'v0.9',
      updateComponents: { surfaceId: 's', components: [secret('shortText')] },
    });
    expect(await page.getByLabel('Code').inputValue()).toBe('');
    await page.getByLabel('Code').fill('x');
    expect([await harness.events(), await harness.data()]).toEqual([[], { code: 'x' }]);
  });

  it('tells the person when what they typed cannot be kept', async () => {
    await harness.feed(
      ...surface09([{ id: 'root', component: 'TextField', label: 'Name', value: { path: '/a/b' } }], { a: 'text' }),
    );
    await harness.page.getByLabel('Name').fill('hello');
    await harness.page.getByText('This cannot be kept and will not be sent.').waitFor();
    expect((await harness.issues()).map(({ code }) => code)).toEqual(['VITRINE_POINTER_BLOCKED']);
  });

  it('does not let the second press of a double click hit what took the place of the first', async () => {
    const { page } = harness;
    const press = (name: string) => [
      { id: 'root', component: 'Column', children: [name] },
      { id: name, component: 'Button', child: 'label', action: { event: { name } } },
      { id: 'label', component: 'Text', text: 'Go' },
    ];
    await harness.feed(...surface09(press('next')));
    const box = await page.getByRole('button').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
    await page.mouse.click(x, y);
    await harness.feed({ version: 'v0.9', updateComponents: { surfaceId: 's', components: press('delete') } });
    // The second half of a double click only.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    const sent = await harness.events();
    expect(sent.map((event) => (event.event === 'action' ? event.name : event.event))).toEqual(['next']);
  });

  it('takes away the rest of a list that is redefined without children while it is being drawn', async () => {
    const ids = Array.from({ length: 6000 }, (_, i) => `t${i}`);
    const messages = surface09([
      { id: 'root', component: 'Column', children: ids },
      ...ids.map((id) => ({ id, component: 'Text', text: id })),
    ]);
    const left = await harness.page.evaluate(async (given) => {
      window.vitrine.feed(JSON.parse(given));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { fold } = window.vitrine;
      fold.accept({ body: [{ op: 'put', surface: 's', components: [{ id: 'root', type: 'Column', props: {} }] }] });
      await window.vitrine.idle();
      return window.vitrine.element().shadowRoot?.querySelectorAll('p').length;
    }, JSON.stringify(messages));
    expect(left).toBe(0);
  });
});
