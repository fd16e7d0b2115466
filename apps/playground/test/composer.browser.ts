// The composer in a real Chromium, served by the built command line: `npm run build && npm run browser`.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Composer } from '../src/composer/composer.ts';
import { Served } from './served.ts';

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[] }[];
  }[];
}

declare global {
  interface Window {
    composer: Composer;
  }
}

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

let served: Served;
let page: Page;
/** What the browser complained about: errors, refused styles and scripts. */
let complaints: string[] = [];

beforeAll(async () => {
  served = await Served.start();
});
afterAll(() => served?.stop());
beforeEach(async () => {
  ({ page, complaints } = await served.open('composer'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('html[data-ready]').waitFor();
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await page.context().close();
});

const live = () => page.locator('#live vitrine-session');
const editor = () => page.getByRole('textbox', { name: 'Document' });
const text = () => page.evaluate(() => window.composer.text);
const view = (name: string) => page.getByRole('tab', { name, exact: true }).click();
const fragment = (words: string) => `#doc=${deflateRawSync(words).toString('base64url')}`;
const example = (name: string) => page.getByRole('combobox', { name: 'Example', exact: true }).selectOption(name);

/** Opens a document as a link does. */
async function write(words: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment(words));
  await expect.poll(text).toBe(words);
}
const open = (surfaceId: string) =>
  JSON.stringify({ version: 'v0.9', createSurface: { surfaceId, catalogId: CATALOG } });
const put = (surfaceId: string, ...components: object[]) =>
  JSON.stringify({ version: 'v0.9', updateComponents: { surfaceId, components } });
const small = `${open('s')}\n${put('s', { id: 'root', component: 'Column', children: ['a', 'b'] }, { id: 'a', component: 'Text', text: 'First' }, { id: 'b', component: 'Text', text: 'Second' })}`;

describe('the composer', () => {
  it('shows an example at once, without an issue, and its agent answers', async () => {
    await live().getByText('Your order').waitFor();
    expect(await page.locator('#counts').textContent()).toBe('3 of 3 accepted');
    await live().getByRole('button', { name: 'Pay' }).click();
    await live()
      .getByText(/Thank you, Ada Lovelace/)
      .waitFor();
    expect(await page.locator('#events').textContent()).toContain('"pay"');
  });

  it('runs the editor under the policy of the page: highlighted, folded, with styles', async () => {
    const coloured = page.locator('#editor .cm-content span').first();
    await coloured.waitFor();
    expect(await page.locator('#editor .cm-gutters').evaluate((one) => getComputedStyle(one).position)).toBe('sticky');
    await page.locator('#editor .cm-foldGutter span[title="Fold line"]').nth(1).click();
    await page.locator('#editor .cm-foldPlaceholder').waitFor();
  });

  it('completes and explains what the catalog knows', async () => {
    await write(small.replace('"text":"Second"', '"text":"Second","v"'));
    await editor().focus();
    await page.keyboard.press('Control+End');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete').getByText('variant').click();
    await expect.poll(text).toContain('"text":"Second","variant": }');
    await page.locator('#editor .cm-line', { hasText: 'Column' }).getByText('"Column"').hover();
    await page.locator('.cm-words').getByText('Column', { exact: true }).waitFor();
  });

  it('marks issues at their place, and leads there', async () => {
    await write(`${open('s')}\n${put('s', { id: 'root', component: 'Text', text: 'x', colour: 'red' })}`);
    await page.locator('#editor .cm-lintRange').waitFor();
    await page.getByRole('button', { name: /There is no property "colour" here/ }).click();
    expect(await page.evaluate(() => String(getSelection()))).toBe('"red"');
  });

  it('keeps what can be read of a list that is cut off', async () => {
    await write(
      `[\n${open('s')},\n${put('s', { id: 'root', component: 'Text', text: 'Still here' })},\n{"version": "v0.9", "upd`,
    );
    await live().getByText('Still here').waitFor();
    expect(await page.locator('#counts').textContent()).toContain('2 of 3 accepted, 1 error');
  });

  it('shows one document as JSON, Express and TypeScript, and takes changes from each', async () => {
    await write(small);
    await view('Express');
    await expect.poll(() => editor().textContent()).toContain('Column(');
    await replaceInEditor('First', 'Premier');
    await live().getByText('Premier').waitFor();
    await view('TypeScript');
    await expect.poll(() => editor().textContent()).toContain("ui.Text({ text: 'Premier' }");
    await replaceInEditor('Second', 'Zweiter');
    await live().getByText('Zweiter').waitFor();
    await view('JSON');
    await expect.poll(text).toContain('"text": "Zweiter"');
    expect(await text()).toContain('"text": "Premier"');
  });

  it('says where a program is not one, and leaves the document alone', async () => {
    await write(small);
    await view('TypeScript');
    await replaceInEditor('ui.Column', 'alert');
    await page.locator('#counts', { hasText: 'Not read: alert is no builder' }).waitFor();
    await page.locator('#editor .cm-lintRange').waitFor();
    await live().getByText('Second').waitFor();
  });

  it('puts components in, changes their properties, moves and removes them, by keyboard', async () => {
    await write(small);
    const row = (name: string) => page.getByRole('treeitem', { name });
    await page.locator('#outline').getByRole('treeitem', { name: 'Column root' }).click();
    await page.getByRole('button', { name: 'Divider', exact: true }).press('Enter');
    await page.locator('#outline').getByRole('treeitem', { name: 'Divider divider' }).waitFor();
    const second = page.locator('#outline').getByRole('treeitem', { name: 'Text b' });
    await second.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(text).toContain('["b","a","divider"]');
    await page.getByRole('textbox', { name: 'text', exact: true }).fill('Now first');
    await live().getByText('Now first').waitFor();
    await page.locator('#outline').getByRole('treeitem', { name: 'Divider divider' }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(text).not.toContain('divider');
    expect(await row('Text b').count()).toBeGreaterThan(0);
  });

  it('drags a component to another place, and a new one from the palette', async () => {
    await write(small);
    const item = (name: string) => page.locator('#outline').getByRole('treeitem', { name });
    await item('Text b').dragTo(item('Text a'), { targetPosition: { x: 20, y: 2 } });
    await expect.poll(text).toContain('["b","a"]');
    await page.getByRole('button', { name: 'Row', exact: true }).dragTo(item('Column root'));
    await item('Row row').waitFor();
    await item('Text a').dragTo(item('Row row'));
    await expect.poll(text).toMatch(/"children":\["a"\]/);
  });

  it('streams at a speed, pauses, steps, and goes on', async () => {
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await page.locator('#counts', { hasText: '1 of 1 accepted, 2 to come' }).waitFor();
    await page.getByRole('slider', { name: /Speed/ }).fill('9');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Stream again' }).waitFor();
    await live().getByText('Your order').waitFor();
  });

  it('converts side by side and lists what is lost', async () => {
    await view('Convert');
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('a2ui-0.8');
    await page.locator('#converted .cm-content', { hasText: 'surfaceUpdate' }).waitFor();
    await page.locator('#loss-count', { hasText: /loss|Nothing is lost/ }).waitFor();
    await page.getByRole('button', { name: 'Go on with it' }).click();
    await expect.poll(text).toContain('surfaceUpdate');
  });

  it('shows the preview narrow, dark, from right to left, in another language and look', async () => {
    await page.getByRole('combobox', { name: 'Width' }).selectOption('320');
    await expect.poll(async () => (await live().boundingBox())?.width).toBe(320);
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('rtl');
    await page.getByRole('combobox', { name: 'Scheme' }).selectOption('dark');
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('ocean');
    await page.getByRole('combobox', { name: 'Locale' }).selectOption('de');
    await live().getByText('37,00').waitFor();
    const stage = page.locator('#live');
    expect(await stage.evaluate((one) => [getComputedStyle(one).colorScheme, getComputedStyle(one).direction])).toEqual(
      ['dark', 'rtl'],
    );
  });

  it('lets the data be edited as JSON', async () => {
    await example('table');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const data = page.getByRole('textbox', { name: 'Data of the surface' });
    await data.press('Control+a');
    await page.keyboard.insertText('{ "guests": 7, "result": "Written by hand" }');
    await page.getByRole('button', { name: 'Write it' }).click();
    await live().getByText('Written by hand').waitFor();
    expect(await text()).toContain('"guests": 7');
  });

  it('keeps the text over a reload, and carries it in a link', async () => {
    await write(small.replace('First', 'Kept'));
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.reload();
    await live().getByText('Kept').waitFor();
    await page.getByRole('button', { name: 'New' }).click();
    await expect.poll(text).toBe('');
    await page.goto(link);
    await live().getByText('Kept').waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });
});

describe('what a composer may be given', () => {
  const drop = (name: string, size: number, start = '') =>
    page.evaluate(
      ([called, bytes, first]) => {
        const data = new DataTransfer();
        const body = new Uint8Array(bytes as number);
        if (first !== '') body.fill(32);
        body.set(new TextEncoder().encode(first as string));
        data.items.add(new File([body], called as string));
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, size, start] as const,
    );
  const notice = () => page.locator('#notice').textContent();

  it('a file of 50 MB, and a binary one: a sentence, and the document stays', async () => {
    const before = await text();
    await drop('huge.jsonl', 50 * 1024 * 1024, '[');
    await expect.poll(notice).toContain('“huge.jsonl” has 50 MB');
    await drop('photo.jpg', 4000, '');
    await expect.poll(notice).toContain('“photo.jpg” is not text');
    expect(await text()).toBe(before);
  });

  it('a link that was cut: a sentence, and the document stays', async () => {
    const before = await text();
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      fragment(small).slice(0, -20),
    );
    await expect.poll(notice).toContain('The link is damaged');
    expect(await text()).toBe(before);
  });

  it('a recording: what the agent said; one of a newer version: a sentence, and the document stays', async () => {
    const components = [{ id: 'root', type: 'Text', props: { text: 'From a recording' } }];
    const entry = (v: number) =>
      JSON.stringify({ v, seq: 1, body: [{ op: 'open', surface: 's', catalog: CATALOG, components }] });
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      fragment(entry(2)),
    );
    await live().getByText('From a recording').waitFor();
    const before = await text();
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      fragment(entry(3)),
    );
    await expect.poll(notice).toContain('The recording is of version 3; this Vitrine reads 2.');
    expect(await text()).toBe(before);
  });

  it('two tabs on one document: each keeps its own text', async () => {
    await write(small);
    await page.reload();
    await page.locator('html[data-ready]').waitFor();
    const { page: other } = await served.open('', {}, page.context());
    await other.addInitScript(
      (id) => sessionStorage.setItem('vitrine.composer', id ?? ''),
      await page.evaluate(() => sessionStorage.getItem('vitrine.composer')),
    );
    await other.goto(page.url());
    await other.locator('html[data-ready]').waitFor();
    await other.getByRole('textbox', { name: 'Document' }).press('Control+End');
    await other.keyboard.insertText(`\n${open('of-the-other')}`);
    await expect.poll(notice).toContain('Another tab edits this document too');
    expect(await text()).toBe(small);
    await page.getByRole('button', { name: 'Take its text' }).click();
    await expect.poll(text).toContain('of-the-other');
    await other.close();
  });
});

it.each([360, 390, 768, 1180, 1440])('fits a window of %i pixels', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  const wider = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(wider).toBe(0);
});

it.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('breaks nothing of WCAG 2.2 AA at %i pixels, %s', async (width, colorScheme) => {
  const { page: open } = await served.open('composer', {
    bypassCSP: true,
    viewport: { width, height: 900 },
    colorScheme,
  });
  await open.locator('html[data-ready]').waitFor();
  await open.addScriptTag({
    content: readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  });
  const judge = () =>
    open.evaluate(async () => {
      const { violations } = await (
        window as never as { axe: { run(at: Document, options: object): Promise<AxeResults> } }
      ).axe.run(document, { resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${JSON.stringify(target)}`));
    });
  // Headings of a surface take their levels a moment after they are drawn.
  await expect.poll(judge).toEqual([]);
  await open.locator('#outline').getByRole('treeitem').nth(1).click();
  await open.getByRole('tab', { name: 'Convert' }).click();
  await open.getByRole('tab', { name: 'TypeScript' }).click();
  await expect.poll(judge).toEqual([]);
  await open.context().close();
});

/** Finds words in the editor as a person would, and types others in their place. */
async function replaceInEditor(from: string, to: string): Promise<void> {
  await editor().press('Control+f');
  const search = page.locator('#editor input[name=search]');
  await search.fill('');
  await search.pressSequentially(from);
  await search.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.insertText(to);
}
