// Surfaces inside a host of MCP Apps: our document in an opaque frame, the tools behind it, a person before it.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '@vitrine/core/internal';
import { createHost, createLogger, type Host } from '@vitrine/host';
import { mcpFaceWith } from '@vitrine/mcp';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { violations } from '../../packages/web/test/axe.ts';
import { connectClient, FakeHost, type FakeHostOptions, readView } from './fake-host.ts';

/** Counts, in every frame, how much has moved that nobody had moved. */
const SHIFTS = `window.shifted = 0; new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: 'layout-shift', buffered: true });`;

let folder: string;
let host: Host;
let url: string;
let key: string;
let browser: Browser;
let port = 0;
const opened: FakeHost[] = [];

async function start(approvals = false): Promise<void> {
  const logger = createLogger({ level: 'error', stream: { write: (line: string) => void process.stderr.write(line) } });
  host = await createHost({ folder, faces: [mcpFaceWith({ view: await readView(), approvals })], logger });
  const listening = await host.listen({ host: '127.0.0.1', port });
  ({ url, port } = listening);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-apps-'));
  await start();
  key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
  browser = await chromium.connect(inject('browserEndpoint'));
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
  await browser?.close();
  await host?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(options: Partial<FakeHostOptions> = {}): Promise<FakeHost> {
  const fake = await FakeHost.open(browser, { url, key, ...options });
  opened.push(fake);
  return fake;
}

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const form = (surface: string, title = 'Book a table') => [
  { version: 'v0.9', createSurface: { surfaceId: surface, catalogId: CATALOG } },
  { version: 'v0.9', updateDataModel: { surfaceId: surface, path: '/', value: { name: '', title } } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: surface,
      components: [
        { id: 'root', component: 'Column', children: ['title', 'name', 'go'] },
        { id: 'title', component: 'Text', text: { path: '/title' }, variant: 'h2' },
        { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
        {
          ...{ id: 'go', component: 'Button', child: 'go-label' },
          action: { event: { name: 'book', context: { name: { path: '/name' } } } },
        },
        { id: 'go-label', component: 'Text', text: 'Book' },
      ],
    },
  },
];
const titled = (surface: string, value: string) => [
  { version: 'v0.9', updateDataModel: { surfaceId: surface, path: '/title', value } },
];
const call = async (fake: FakeHost, name: string, args: JsonObject) =>
  (await (await fake.client()).callTool({ name, arguments: args })) as unknown as JsonObject & {
    readonly structuredContent: JsonObject;
  };

/** The first action of a session, once it is there. */
async function pressed(client: Client, sessionKey: string): Promise<JsonObject> {
  for (let after = 0; ; ) {
    const { structuredContent } = await client.callTool({
      name: 'a2ui_events',
      arguments: { sessionKey, after, waitSeconds: 20 },
    });
    const { events, next } = structuredContent as {
      readonly events: readonly { readonly event: JsonObject }[];
      readonly next: number;
    };
    const action = events.find(({ event }) => event.event === 'action');
    if (action !== undefined) return action.event;
    after = next;
  }
}

it('the document is at most 95 KB packed, holds no secret and nothing that ends its script', async () => {
  const text = await readView();
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(95 * 1024);
  expect(text).not.toContain(key);
  expect(text.match(/<\/script/gi)).toHaveLength(1);
  expect(text).not.toContain('<!--');
});

it('a surface is drawn from the result; what is typed and pressed reaches the agent; a push is seen within a second', async () => {
  const fake = await open();
  const result = await fake.show('a2ui_push', { sessionKey: 'booking', messages: form('main') });
  const frame = await fake.frame();
  await frame.getByRole('heading', { name: 'Book a table' }).waitFor();
  await frame.getByLabel('Name').fill('Ada');
  await frame.getByRole('button', { name: 'Book', exact: true }).click();
  const action = await pressed(await fake.client(), 'booking');
  expect(action).toMatchObject({ event: 'action', name: 'book', context: { name: 'Ada' }, checked: true });
  const began = Date.now();
  await call(fake, 'a2ui_push', { sessionKey: 'booking', messages: titled('main', 'Booked for Ada') });
  await frame.getByRole('heading', { name: 'Booked for Ada' }).waitFor();
  expect(Date.now() - began).toBeLessThan(1000);
  expect(result).toMatchObject({ _meta: { ui: { resourceUri: 'ui://vitrine/view' } } });
  expect(fake.complaints).toEqual([]);
});

it('opened again, a view shows the live state and not that of its result; a host without a view left is asked for nothing', async () => {
  const first = await open();
  const kept = await first.show('a2ui_push', { sessionKey: 'again', messages: form('main', 'Old title') });
  await (await first.frame()).getByRole('heading', { name: 'Old title' }).waitFor();
  expect(await first.ask('ui/resource-teardown', { reason: 'closed' })).toEqual({});
  expect(await (await first.frame()).getByText('has ended').count()).toBe(0);
  await call(first, 'a2ui_push', { sessionKey: 'again', messages: titled('main', 'Live title') });
  const later = await open();
  await later.replay({}, kept);
  await (await later.frame()).getByRole('heading', { name: 'Live title' }).waitFor();
});

it('a result that was emptied, a failed tool and a call that was ended are told in words', async () => {
  const fake = await open();
  await fake.replay({}, { content: [] });
  const frame = await fake.frame();
  await frame.getByText('opened again without what was shown').waitFor();
  await fake.tell('ui/notifications/tool-cancelled', { reason: 'stopped' });
  await frame.getByText('did not finish').waitFor();
  await fake.tell('ui/notifications/tool-result', {
    isError: true,
    content: [{ type: 'text', text: 'Nothing of it.' }],
  });
  await frame.getByText('Nothing of it.').waitFor();
  expect(await fake.said('tools/call')).toEqual([]);
});

it('of two views of one surface the older one says so and asks no more; a view of another surface goes on', async () => {
  const [older, newer, other] = [await open(), await open(), await open()];
  await older.show('a2ui_push', { sessionKey: 'two', messages: form('main') });
  await (await older.frame()).getByRole('heading', { name: 'Book a table' }).waitFor();
  await other.show('a2ui_push', { sessionKey: 'two', messages: form('side', 'Another one') });
  await newer.show('a2ui_push', { sessionKey: 'two', messages: titled('main', 'Newer') });
  await (await newer.frame()).getByRole('heading', { name: 'Newer' }).waitFor();
  await (await older.frame()).getByText('shown further down').waitFor();
  expect(await (await newer.frame()).getByRole('heading', { name: 'Another one' }).count()).toBe(0);
  await call(other, 'a2ui_push', { sessionKey: 'two', messages: titled('side', 'Still here') });
  await (await other.frame()).getByRole('heading', { name: 'Still here' }).waitFor();
});

it('an approval is shown and not given in a view; a question is answered there, and wakes the model', async () => {
  const fake = await open({
    capabilities: { serverTools: {}, openLinks: {}, message: { text: {} }, updateModelContext: { text: {} } },
  });
  await fake.show('a2ui_confirm', { sessionKey: 'asks', prompt: 'Send 500 euros?', waitSeconds: 0 });
  const frame = await fake.frame();
  await frame.getByText('Send 500 euros?').waitFor();
  await frame.getByText('cannot be answered here').waitFor();
  expect(await frame.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await frame.getByText('given in the page of the session').waitFor();
  await frame.getByRole('button', { name: 'Close' }).click();
  await frame.getByRole('button', { name: 'Open in the browser' }).click();
  await expect.poll(async () => (await fake.said('ui/open-link')).length).toBe(1);
  await call(fake, 'a2ui_ask', { sessionKey: 'asks', prompt: 'Your name?', waitSeconds: 0 });
  await frame.getByText('Your name?').waitFor();
  await frame.getByRole('textbox').fill('Ada');
  await frame.getByRole('button', { name: 'Send', disabled: false }).click();
  await expect.poll(async () => (await fake.said('ui/message')).length).toBe(1);
  expect(JSON.stringify(await fake.said('ui/update-model-context'))).toContain('Ada');
});

it('a host that gives no tools shows how it was, in 300 pixels too, and says why nothing can be done', async () => {
  const fake = await open({ capabilities: {}, context: {}, width: 300 });
  await fake.show('a2ui_push', { sessionKey: 'mute', messages: form('main') });
  const frame = await fake.frame();
  await frame.getByRole('heading', { name: 'Book a table' }).waitFor();
  await frame.getByText('does not let views speak').waitFor();
  expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await fake.said('tools/call')).toEqual([]);
});

it('the size is that of what is drawn: it grows and shrinks; theme, fonts, language and safe areas come from the host', async () => {
  const fake = await open({
    context: {
      theme: 'dark',
      locale: 'de-DE',
      timeZone: 'Europe/Berlin',
      safeAreaInsets: { top: 20, right: 0, bottom: 0, left: 0 },
      styles: {
        variables: { '--font-sans': 'Theirs, serif', '--color-text-primary': 'rgb(200, 210, 220)' },
        css: { fonts: '@font-face { font-family: Theirs; src: local("DejaVu Serif") }' },
      },
      availableDisplayModes: ['inline', 'fullscreen'],
    },
  });
  await fake.show('a2ui_push', { sessionKey: 'size', messages: form('main') });
  const frame = await fake.frame();
  await frame.getByRole('heading', { name: 'Book a table' }).waitFor();
  const heights = async () =>
    (await fake.said('ui/notifications/size-changed')).map(({ params }) => Number((params as JsonObject).height));
  const grown = Math.max(...(await heights()));
  expect(await frame.getByLabel('Name').evaluate((one) => getComputedStyle(one).fontFamily)).toBe('Theirs, serif');
  await call(fake, 'a2ui_push', {
    sessionKey: 'size',
    messages: [{ version: 'v0.9', deleteSurface: { surfaceId: 'main' } }],
  });
  await expect.poll(async () => (await heights()).at(-1)).toBeLessThan(grown);
  expect(
    await frame.evaluate(() => [document.documentElement.lang, getComputedStyle(document.documentElement).colorScheme]),
  ).toEqual(['de-DE', 'dark']);
  expect(await frame.evaluate(() => getComputedStyle(document.getElementById('view') as Element).paddingTop)).toBe(
    '32px',
  );
  expect(await frame.evaluate(() => [...document.fonts].map(({ family }) => family))).toEqual(['Theirs']);
  expect((await fake.said('tools/call'))[0]).toMatchObject({
    params: { arguments: { locale: 'de-DE', zone: 'Europe/Berlin' } },
  });
  const full = frame.getByRole('button', { name: 'Full screen' });
  await full.click();
  await full.waitFor({ state: 'hidden' });
  expect(await fake.said('ui/request-display-mode')).toMatchObject([{ params: { mode: 'fullscreen' } }]);
  await fake.tell('ui/notifications/host-context-changed', { theme: 'light' });
  await expect.poll(() => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
});

it('axe finds nothing in the frame, light and dark, and nothing that is shown moves', async () => {
  const fake = await open({ beforeAll: SHIFTS });
  await fake.show('a2ui_push', { sessionKey: 'axe', messages: form('main') });
  await call(fake, 'a2ui_ask', { sessionKey: 'axe', prompt: 'Your name?', waitSeconds: 0 });
  const frame = await fake.frame();
  await frame.getByText('Your name?').waitFor();
  for (const theme of ['light', 'dark']) {
    await fake.tell('ui/notifications/host-context-changed', { theme });
    await expect.poll(() => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme);
    expect(await violations(frame)).toEqual([]);
  }
  const again = await open({ beforeAll: SHIFTS });
  await again.show('a2ui_push', { sessionKey: 'still', messages: form('main') });
  const shown = await again.frame();
  await shown.getByRole('heading', { name: 'Book a table' }).waitFor();
  await call(again, 'a2ui_push', { sessionKey: 'still', messages: titled('main', 'Another title') });
  await shown.getByRole('heading', { name: 'Another title' }).waitFor();
  expect(await shown.evaluate('window.shifted')).toBeLessThanOrEqual(0.02);
  expect(await again.page.evaluate('window.shifted')).toBeLessThanOrEqual(0.02);
});

it('a view that nobody sees asks for nothing, and has what it missed when it is seen; a host that refuses a call is told of in words', async () => {
  let isAllowed = true;
  const fake = await open({ mayCall: () => isAllowed });
  await fake.show('a2ui_push', { sessionKey: 'hidden', messages: form('main') });
  const frame = await fake.frame();
  await frame.getByRole('heading', { name: 'Book a table' }).waitFor();
  const waits = async () =>
    (await fake.said('tools/call')).filter(({ params }) => (params as JsonObject).name === 'a2ui_view_wait').length;
  await expect.poll(waits).toBeGreaterThan(0);
  const see = (state: string) =>
    frame.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
      Object.defineProperty(document, 'hidden', { value: visibilityState === 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await see('hidden');
  const before = await waits();
  // What the call that was under way brings is still taken.
  for (const title of ['One', 'Two', 'Three'])
    await call(fake, 'a2ui_push', { sessionKey: 'hidden', messages: titled('main', title) });
  expect(await waits()).toBeLessThanOrEqual(before + 1);
  await see('visible');
  await frame.getByRole('heading', { name: 'Three' }).waitFor();
  isAllowed = false;
  await frame.getByRole('button', { name: 'Book', exact: true }).click();
  await frame.getByText('no connection at the moment').waitFor();
});

it('a view that its host lets connect waits without the host, and by it where that fails', async () => {
  const capabilities = { serverTools: {}, openLinks: {}, sandbox: { csp: { connectDomains: [url] } } };
  for (const connect of [url, "'none'"]) {
    const fake = await open({ capabilities, connect });
    const waits = async () => (await fake.said('tools/call')).map(({ params }) => (params as JsonObject).name);
    const sessionKey = `own-${connect.length}`;
    await fake.show('a2ui_push', { sessionKey, messages: form('main') });
    const frame = await fake.frame();
    await frame.getByRole('heading', { name: 'Book a table' }).waitFor();
    await call(fake, 'a2ui_push', { sessionKey, messages: titled('main', 'Seen without the host') });
    await frame.getByRole('heading', { name: 'Seen without the host' }).waitFor();
    expect((await waits()).includes('a2ui_view_wait')).toBe(connect !== url);
    await frame.getByLabel('Name').fill('Ada');
    await frame.getByRole('button', { name: 'Book', exact: true }).click();
    expect(await pressed(await fake.client(), sessionKey)).toMatchObject({ context: { name: 'Ada' } });
  }
});

it('while the host of the session is gone a view says so, and goes on when it is back', async () => {
  const fake = await open();
  await fake.show('a2ui_push', { sessionKey: 'killed', messages: form('main') });
  const frame = await fake.frame();
  await frame.getByRole('heading', { name: 'Book a table' }).waitFor();
  await host.stop();
  await frame.getByText('no connection at the moment').waitFor();
  await frame.getByLabel('Name').fill('Grace');
  await start();
  await frame.getByText('no connection at the moment').waitFor({ state: 'hidden' });
  await frame.getByRole('button', { name: 'Book', exact: true }).click();
  const client = await connectClient(url, key);
  expect(await pressed(client, 'killed')).toMatchObject({ context: { name: 'Grace' } });
  await client.close();
});

it('texts are marked, functions and checks work, charts are text; tasks and toasts of the session are there', async () => {
  const fake = await open();
  const sessionKey = 'extended';
  const needed = { condition: { call: 'required', args: { value: { path: '/mail' } } }, message: 'Mail is needed' };
  const components = [
    { id: 'root', component: 'Column', children: ['word', 'hello', 'day', 'chart', 'mail', 'go'] },
    { id: 'word', component: 'Text', text: 'Beside the **chart**' },
    { id: 'hello', component: 'Text', text: { call: 'formatString', args: { value: 'Hello ${/name}!' } } },
    {
      ...{ id: 'day', component: 'Text' },
      text: { call: 'formatDate', args: { value: '2026-03-01T23:30:00Z', format: 'yyyy-MM-dd' } },
    },
    {
      ...{ id: 'chart', component: 'Chart', label: 'Sales', categories: ['May', 'June'] },
      series: [{ label: 'Tea', values: { path: '/sales' } }],
    },
    { id: 'mail', component: 'TextField', label: 'Mail', value: { path: '/mail' }, checks: [needed] },
    {
      id: 'go',
      component: 'Button',
      child: 'send',
      action: { event: { name: 'send', context: {} } },
      checks: [needed],
    },
    { id: 'send', component: 'Text', text: 'Send it' },
  ];
  const surfaceId = 'extended';
  const version = 'v0.9';
  const sold = (june: number) => ({ version, updateDataModel: { surfaceId, path: '/sales', value: [12, june] } });
  const messages = [
    { version, createSurface: { surfaceId, catalogId: 'urn:vitrine:catalog:vitrine:0.9' } },
    { version, updateDataModel: { surfaceId, path: '/', value: { name: 'Ada', mail: '' } } },
    sold(34),
    { version, updateComponents: { surfaceId, components } },
  ];
  await fake.show('a2ui_push', { sessionKey, messages });
  const frame = await fake.frame();
  await frame.locator('strong', { hasText: 'chart' }).waitFor();
  for (const words of ['Hello Ada!', '2026-03-01', '[bar chart: Sales]', /June +34/])
    await frame.getByText(words).waitFor();
  await frame.getByRole('button', { name: 'Send it', disabled: true }).waitFor();
  await frame.getByLabel('Mail').fill('ada@example.org');
  await frame.getByRole('button', { name: 'Send it', disabled: false }).waitFor();
  await call(fake, 'a2ui_push', { sessionKey, messages: [sold(56)] });
  await frame.getByText(/June +56/).waitFor();
  await call(fake, 'a2ui_progress', { sessionKey, task: 'tea', value: 1, total: 4, message: 'Boiling water' });
  await frame.getByText('Boiling water').waitFor();
  const toast = { op: 'effect', effect: { kind: 'toast', text: 'Tea is ready' } };
  await call(fake, 'a2ui_push', { sessionKey, dialect: 'vitrine', messages: [{ vitrine: 1, body: [toast] }] });
  await frame.getByText('Tea is ready').waitFor();
  expect(fake.complaints).toEqual([]);
});

it('a host that does not answer, and one that opens no links, is told of in words', async () => {
  const fake = await open({ capabilities: 'none' });
  await fake.load(await readView());
  await (await fake.frame()).getByText('does not answer').waitFor();
  const other = await open({ capabilities: { serverTools: {} } });
  const action = { functionCall: { call: 'openUrl', args: { url: 'https://maps.example/here' } } };
  const components = [
    { id: 'root', component: 'Button', child: 'word', action },
    { id: 'word', component: 'Text', text: 'The map' },
  ];
  const messages = [
    { version: 'v0.9', createSurface: { surfaceId: 'links', catalogId: CATALOG } },
    { version: 'v0.9', updateComponents: { surfaceId: 'links', components } },
  ];
  await other.show('a2ui_push', { sessionKey: 'links', messages });
  const frame = await other.frame();
  await frame.getByRole('button', { name: 'The map' }).click();
  await frame.getByText('does not open this link: https://maps.example/here').waitFor();
});
