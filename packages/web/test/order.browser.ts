// Children that are listed anew: what stays keeps its element, its focus and its caret, wherever it stands now.

import type { Json } from '@vitrine/core';
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
  await harness.close();
});

const field = (id: string): Json => ({ id, component: 'TextField', label: id, value: { path: `/${id}` } });
const texts = (from: number, to: number): Json[] =>
  Array.from({ length: to - from }, (_, i) => ({ id: `t${from + i}`, component: 'Text', text: `text ${from + i}` }));

async function list(component: string, ...children: string[]): Promise<void> {
  await harness.feed({
    version: 'v0.9',
    updateComponents: { surfaceId: 's', components: [{ id: 'root', component, children }] },
  });
}

/** What stands in the container, by label or text. */
async function order(): Promise<string[]> {
  return harness.page.evaluate(() =>
    [...(window.vitrine.element().shadowRoot?.querySelectorAll('label, p') ?? [])].map((one) => one.textContent ?? ''),
  );
}

describe.each(['Column', 'List'])('the children of a %s', (component) => {
  beforeEach(async () => {
    await harness.feed(
      ...surface09(
        [{ id: 'root', component, children: ['a', 'b', 'c'] }, field('a'), field('b'), field('c'), field('d')],
        { b: 'hello' },
      ),
    );
  });

  it('keep focus and caret when others come before and between them', async () => {
    await harness.page.getByLabel('b').focus();
    await harness.page.keyboard.press('Home');
    await list(component, 'd', 'a', 'b', 'c');
    await harness.page.keyboard.type('x');
    expect([await order(), await harness.data()]).toEqual([['d', 'a', 'b', 'c'], { b: 'xhello' }]);
    await list(component, 'b', 'c');
    await harness.page.keyboard.type('y');
    expect([await order(), await harness.data()]).toEqual([['b', 'c'], { b: 'xyhello' }]);
  });

  it('keep focus when they change places', async () => {
    await harness.page.getByLabel('b').focus();
    await list(component, 'c', 'b', 'a');
    expect(await order()).toEqual(['c', 'b', 'a']);
    await list(component, 'a', 'c', 'd', 'b');
    expect(await order()).toEqual(['a', 'c', 'd', 'b']);
    await harness.page.keyboard.press('End');
    await harness.page.keyboard.type('!');
    expect(await harness.data()).toEqual({ b: 'hello!' });
  });

  it('keep focus and caret in hundreds too', async () => {
    await harness.feed({ version: 'v0.9', updateComponents: { surfaceId: 's', components: texts(0, 300) } });
    const ids = Array.from({ length: 300 }, (_, i) => `t${i}`);
    const [early, late] = [ids.slice(0, 60), ids.slice(60)];
    await list(component, ...early, 'b', ...late, 'c');
    for (const name of ['b', 'c']) {
      const field = harness.page.getByLabel(name, { exact: true });
      await field.scrollIntoViewIfNeeded();
      await field.focus();
      await list(component, 'a', 'd', ...early, 'b', ...late.slice(name === 'b' ? 0 : 100), 'c');
      await harness.page.keyboard.press('End');
      await harness.page.keyboard.type('!');
    }
    expect(await harness.data()).toEqual({ b: 'hello!', c: '!' });
  });

  it('stand in order in hundreds too, whatever is put in front', async () => {
    await harness.feed({ version: 'v0.9', updateComponents: { surfaceId: 's', components: texts(0, 300) } });
    const ids = Array.from({ length: 300 }, (_, i) => `t${i}`);
    const words = ids.map((_, i) => `text ${i}`);
    await list(component, ...ids);
    expect(await order()).toEqual(words);
    await list(component, 'a', ...ids.slice(1), 't0');
    expect(await order()).toEqual(['a', ...words.slice(1), 'text 0']);
    await list(component, ...ids.slice(0, 130).reverse());
    expect(await order()).toEqual(words.slice(0, 130).reverse());
    await list(component, 't5', 't1');
    expect(await order()).toEqual(['text 5', 'text 1']);
  });
});
