// What a server has drawn looks the same before any script runs and after the element has taken it over: the same picture,
// nothing moved (layout-shift), nothing typed meanwhile is lost. Under the policy that the elements always have.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Catalogs, Fold, type Json } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { VitrineSurface } from '@vitrine/react';
import { renderToHtml } from '@vitrine/web/server';
import type { Browser, Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bundle, ELEMENT_POLICY, launch } from '../../packages/web/test/harness.ts';

const open = (components: readonly Json[], dataModel: Json = {}, theme?: Json): Json => ({
  version: 'v1.0',
  createSurface: {
    surfaceId: 's',
    catalogId: vitrine10.id,
    components,
    dataModel,
    ...(theme ? { surfaceProperties: theme } : {}),
  },
});

const FORM = open(
  [
    { id: 'root', component: 'Column', children: ['title', 'row', 'yes', 'kind', 'when', 'size', 'go'] },
    { id: 'title', component: 'Text', text: '# Book a **table**\n\n- today\n- tomorrow' },
    { id: 'row', component: 'Row', children: ['name', 'mail'] },
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' }, weight: 2 },
    { id: 'mail', component: 'TextField', label: 'Notes', value: { path: '/notes' }, variant: 'longText', weight: 1 },
    { id: 'yes', component: 'CheckBox', label: 'By the window', value: { path: '/window' } },
    {
      id: 'kind',
      component: 'ChoicePicker',
      label: 'Kind',
      value: { path: '/kind' },
      options: [
        { label: 'Lunch', value: 'l' },
        { label: 'Dinner', value: 'd' },
      ],
    },
    { id: 'when', component: 'DateTimeInput', label: 'When', value: { path: '/when' }, enableDate: true },
    { id: 'size', component: 'Slider', label: 'Guests', value: { path: '/size' }, min: 1, max: 8 },
    {
      id: 'go',
      component: 'Button',
      child: 'send',
      variant: 'primary',
      action: { event: { name: 'go', context: { name: { path: '/name' } } } },
    },
    { id: 'send', component: 'Text', text: 'Book' },
  ],
  { name: 'Ada', notes: 'a\nb', window: true, kind: ['d'], when: '2026-05-01', size: 3 },
);
const MORE = open(
  [
    { id: 'root', component: 'Column', children: ['card', 'table', 'steps', 'progress', 'code', 'list', 'tabs'] },
    { id: 'card', component: 'Card', child: 'in' },
    { id: 'in', component: 'Text', text: 'In a card' },
    {
      id: 'table',
      component: 'Table',
      columns: [
        { label: 'City', key: 'c' },
        { label: 'People', key: 'n' },
      ],
      rows: { path: '/rows' },
    },
    {
      id: 'steps',
      component: 'Steps',
      steps: [
        { label: 'One', status: 'done' },
        { label: 'Two', status: 'current' },
      ],
    },
    { id: 'progress', component: 'Progress', label: 'Loading', value: 40 },
    { id: 'code', component: 'Code', code: 'const a = 1;', language: 'js' },
    { id: 'list', component: 'List', children: { componentId: 'item', path: '/rows' } },
    { id: 'item', component: 'Text', text: { path: 'c' } },
    {
      id: 'tabs',
      component: 'Tabs',
      tabs: [
        { title: 'A', child: 'in' },
        { title: 'B', child: 'in' },
      ],
    },
  ],
  {
    rows: [
      { c: 'Bern', n: 134000 },
      { c: 'Riga', n: 605000 },
    ],
  },
);

let browser: Browser;
let server: Server;
let page: Page;
const scripts: Record<string, Map<string, Uint8Array>> = {};
let shown = { html: '', css: '', name: '', by: 'the element' };
const complaints: string[] = [];

beforeAll(async () => {
  [browser, scripts['the element'], scripts.React] = await Promise.all([
    launch(),
    bundle('../../../conformance/frameworks/server-page.ts'),
    bundle('../../../conformance/frameworks/server-react-page.ts'),
  ]);
  server = createServer((request, response) => {
    const path = request.url ?? '';
    response.setHeader('content-security-policy', ELEMENT_POLICY);
    const type = path.endsWith('.css')
      ? 'text/css'
      : path.endsWith('.js')
        ? 'text/javascript'
        : 'text/html; charset=utf-8';
    response.setHeader('content-type', type);
    if (path === `/${shown.name}`) return void response.end(shown.css);
    const file = scripts[shown.by]?.get(path);
    // An unknown attribute: the template stays a template.
    const html = path === '/undeclared' ? shown.html.replace('shadowrootmode', 'data-mode') : shown.html;
    response.end(
      file ??
        `<!doctype html><html lang="en"><title>Served</title><body><main>${html}</main>${path === '/bare' ? '' : '<script type="module" src="/page.js"></script>'}`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(() => page?.context().close());
afterAll(async () => {
  server?.close();
  await browser?.close();
});

async function serve(message: Json, path = '/', { by = 'the element', javaScriptEnabled = true } = {}): Promise<void> {
  const fold = new Fold({ catalogs: new Catalogs([basic10, vitrine10]) });
  new Intake(fold, { dialects: DIALECTS, trust: 'trusted' }).value(message);
  const [surface] = fold.surfaces.values();
  if (surface === undefined) throw new Error('The message was refused.');
  const { html, content, sheet } = await renderToHtml(surface, fold);
  const written = by === 'React' ? renderToString(createElement(VitrineSurface, { content })) : html;
  shown = { html: written, css: sheet.css, name: sheet.name, by };
  const context = await browser.newContext({
    javaScriptEnabled,
    reducedMotion: 'reduce',
    locale: 'en-US',
    viewport: { width: 800, height: 900 },
  });
  page = await context.newPage();
  complaints.length = 0;
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
}

const takeOver = (message: Json) => page.evaluate((given) => window.served.takeOver(given), JSON.stringify([message]));
const picture = async () => (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');

/** How many points of two pictures a person could tell apart: edges are smoothed anew whenever something is drawn. */
async function differing(before: string, after: string): Promise<number> {
  const blank = await browser.newPage();
  const count = await blank.evaluate(
    async (pictures) => {
      const points = await Promise.all(
        pictures.map(async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
          canvas?.drawImage(image, 0, 0);
          return canvas?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
        }),
      );
      const [a, b] = points as [Uint8ClampedArray, Uint8ClampedArray];
      return a.length === b.length ? a.filter((value, i) => Math.abs(value - (b[i] ?? 0)) > 24).length : -1;
    },
    [before, after],
  );
  await blank.context().close();
  return count;
}

it.each([
  ['a form', 'the element', FORM],
  ['the other components', 'the element', MORE],
  ['a form', 'React', FORM],
])('%s looks the same before and after, and moves nowhere, by %s', async (_, by, message) => {
  await serve(message, '/', { by });
  const before = await picture();
  await takeOver(message);
  expect(await differing(before, await picture())).toBe(0);
  expect(await page.evaluate(() => window.served.shift)).toBe(0);
  expect(
    await page.evaluate(() => document.querySelector('vitrine-surface')?.shadowRoot?.querySelector('link')),
  ).toBeNull();
  expect(complaints).toEqual([]);
});

it('is drawn by the script where a browser knows no declarative shadow DOM', async () => {
  await serve(FORM, '/undeclared');
  expect(await page.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
  await takeOver(FORM);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Grace');
  await page.getByRole('button', { name: 'Book' }).click();
  await expect
    .poll(() => page.evaluate(() => window.served.events.filter(({ event }) => event === 'action')))
    .toMatchObject([{ name: 'go', context: { name: 'Grace' } }]);
  expect(complaints).toEqual([]);
});

it('is there without any script', async () => {
  await serve(FORM, '/bare', { javaScriptEnabled: false });
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada');
  expect(await page.getByRole('heading', { name: 'Book a table' }).count()).toBe(1);
});

it.each(['the element', 'React'])(
  'loses nothing that is typed, ticked or chosen meanwhile, nor the focus and the caret: by %s',
  async (by) => {
    await serve(FORM, '/', { by });
    await page.getByRole('checkbox', { name: 'By the window' }).uncheck();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Ada Lovelace');
    await name.evaluate((input) => (input as HTMLInputElement).setSelectionRange(3, 3));
    await takeOver(FORM);
    expect(await name.inputValue()).toBe('Ada Lovelace');
    await page.keyboard.type('!');
    expect(await name.inputValue()).toBe('Ada! Lovelace');
    expect(await page.getByRole('checkbox', { name: 'By the window' }).isChecked()).toBe(false);
    const inputs = await page.evaluate(() => window.served.events.filter(({ event }) => event === 'input'));
    expect(inputs).toContainEqual({ event: 'input', surface: 's', path: '/name', value: 'Ada Lovelace' });
    expect(inputs).toContainEqual({ event: 'input', surface: 's', path: '/window', value: false });
    await page.getByRole('button', { name: 'Book' }).click();
    await expect
      .poll(() => page.evaluate(() => window.served.events.filter(({ event }) => event === 'action')))
      .toMatchObject([{ name: 'go', context: { name: 'Ada! Lovelace' } }]);
  },
);

it('gives way to what the session shows by now; what was typed where nothing is any more is told', async () => {
  await serve(FORM);
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace');
  await takeOver(open([{ id: 'root', component: 'Text', text: 'All tables are taken.' }]));
  expect(await page.getByText('All tables are taken.').count()).toBe(1);
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.evaluate(() => window.served.issues.map(({ message }) => message))).toEqual([
    expect.stringContaining('What was typed into "Name text"'),
  ]);
});
