// An app of somebody else inside a session of our page: it works, it asks the person before it calls, and every way out is closed.
// The app is the code of a test that runs where the app would.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { JsonObject } from '@vitrine/core/internal';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { ensureBuilt, Serving, stopAll } from '../../packages/cli/test/serving.ts';
import { type PlayedPort, playServer } from '../../packages/mcp/test/remote-stage.ts';
import { violations } from '../../packages/web/test/axe.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const MIME = 'text/html;profile=mcp-app';
/** Says what it is told, and answers nothing that it is not made to. */
const APP = `<!doctype html><html lang="en"><title>Theirs</title><body><main><h1>Theirs</h1><p id="said"></p></main><script>
let last = 0;
const waiting = new Map();
window.heard = [];
window.post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
window.ask = (method, params = {}) => new Promise((resolve) => { waiting.set(++last, resolve); post({ id: last, method, params }); });
addEventListener('message', ({ data }) => {
  if (data.method === undefined) return waiting.get(data.id)?.(data.result ?? { error: data.error });
  heard.push(data);
  if (data.method === 'ui/notifications/tool-result') document.getElementById('said').textContent = data.params.content[0]?.text ?? '';
});
window.ready = ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'theirs', version: '1' }, appCapabilities: {} })
  .then((hello) => { window.hello = hello; post({ method: 'ui/notifications/initialized' }); });
</script>`;

let browser: Browser;
let serving: Serving;
let server: PlayedPort;
let key: string;
const stops: (() => unknown)[] = [];
/** What was asked of the server that nobody may ask. */
const elsewhere: string[] = [];
let elsewhereUrl: string;
const opened: Page[] = [];

beforeAll(async () => {
  ensureBuilt();
  const tool = (name: string, visibility: readonly string[]): JsonObject => ({
    ...{ name, inputSchema: { type: 'object' }, _meta: { ui: { visibility } } },
  });
  server = await playServer(
    {
      tools: [tool('add', ['model', 'app']), tool('for_models', ['model'])],
      call: (_name, args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
      resources: { 'ui://it/view': { mimeType: MIME, text: APP }, 'ui://it/mute': { mimeType: MIME, text: '<p>mute' } },
    },
    (stop) => stops.push(stop),
  );
  const other = createServer((request, response) => {
    elsewhere.push(String(request.url));
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('x');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  stops.push(() => other.close());
  elsewhereUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  serving = await Serving.start(['--mcp-app', `it=${server.url}`]);
  key = readFileSync(join(serving.folder, 'agent.key'), 'utf8').trim();
  browser = await chromium.connect(inject('browserEndpoint'));
}, 240_000);
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});
afterAll(async () => {
  await browser?.close();
  await stopAll();
  for (const stop of stops) stop();
});

interface Shown {
  readonly page: Page;
  /** Where the app runs. */
  app(): Promise<Frame>;
  send(components: readonly JsonObject[]): Promise<void>;
}

const call = async (path: string, body: JsonObject): Promise<JsonObject> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${serving.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as JsonObject;
};

async function show(
  props: JsonObject = {},
  session: JsonObject = {},
  prepare?: (page: Page) => unknown,
): Promise<Shown> {
  const opening = await call('/sessions', { dialect: 'vitrine', ...session });
  const { session: id, viewerUrl } = opening as { readonly session: string; readonly viewerUrl: string };
  const components = [
    { id: 'root', type: 'Column', props: { children: ['word', 'app'] } },
    { id: 'word', type: 'Text', props: { text: 'Beside the app' } },
    { id: 'app', type: 'McpApp', props: { server: 'it', resource: 'ui://it/view', title: 'Theirs', ...props } },
  ];
  const say = async (op: JsonObject): Promise<void> => {
    const sent = await call(`/sessions/${id}/messages?dialect=vitrine`, { vitrine: 1, body: [op] });
    expect(sent.issues).toEqual([]);
  };
  await say({ op: 'open', surface: 's', catalog: 'urn:vitrine:catalog:mcp-app:1.0', components });
  const page = await (await browser.newContext({ viewport: { width: 900, height: 900 } })).newPage();
  opened.push(page);
  await prepare?.(page);
  await page.goto(viewerUrl);
  await page.getByText('Beside the app').waitFor();
  const app = async (): Promise<Frame> => {
    const inner = (): Frame | undefined => page.frames().find((frame) => frame.parentFrame()?.parentFrame() != null);
    await expect
      .poll(
        () =>
          inner()
            ?.evaluate('window.hello !== undefined')
            .catch(() => false),
        { timeout: 15_000 },
      )
      .toBe(true);
    return inner() as Frame;
  };
  return { page, app, send: (changed) => say({ op: 'put', surface: 's', components: changed }) };
}

const result = (words: string): JsonObject => ({ content: [{ type: 'text', text: words }] });

it('an app is shown with what its tool answered, follows what changes, and calls with the consent of the person', async () => {
  const { page, app, send } = await show({ input: { a: 1 }, result: result('first') });
  const frame = await app();
  await frame.getByText('first').waitFor();
  expect(await frame.evaluate('heard[0]')).toMatchObject({
    method: 'ui/notifications/tool-input',
    params: { arguments: { a: 1 } },
  });
  expect(await frame.evaluate('hello')).toMatchObject({
    hostCapabilities: { serverTools: {}, openLinks: {} },
    protocolVersion: '2026-01-26',
  });
  await send([
    {
      id: 'app',
      type: 'McpApp',
      props: { server: 'it', resource: 'ui://it/view', title: 'Theirs', input: { a: 1 }, result: result('second') },
    },
  ]);
  await frame.getByText('second').waitFor();
  // What its tool was called with is told once.
  expect(await frame.evaluate('heard.map(({ method }) => method.split("/").at(-1))')).toEqual([
    'tool-input',
    'tool-result',
    'tool-result',
  ]);
  await frame.evaluate('void (window.answer = ask("tools/call", { name: "add", arguments: { b: 2 } }))');
  await page.getByText('wants to call add').waitFor();
  // As the browser's own tools would: the policy of the page stays what it is.
  await page.evaluate(AXE);
  expect(await violations(page)).toEqual([]);
  // A press that was meant for something else does not count.
  await expect
    .poll(async () => {
      await page
        .getByRole('button', { name: 'Allow', exact: true })
        .click({ timeout: 1000 })
        .catch(() => undefined);
      return page.getByText('wants to call add').isVisible();
    })
    .toBe(false);
  expect(await frame.evaluate('answer')).toMatchObject({ content: [{ text: '{"b":2}' }] });
  await frame.evaluate('void (window.answer = ask("tools/call", { name: "add", arguments: {} }))');
  await page.getByText('wants to call add').waitFor();
  await page.waitForTimeout(600);
  await page.getByRole('button', { name: 'Refuse' }).click();
  expect(await frame.evaluate('answer')).toMatchObject({ error: { message: 'The person did not allow this call.' } });
  expect(server.calls).toHaveLength(1);
  expect(await frame.evaluate('ask("resources/read", { uri: "ui://it/view" })')).toMatchObject({
    error: { code: -32601 },
  });
});

it('every way out is closed: parent, storage, top, windows, requests, navigation, camera, tools that are not for apps', async () => {
  const { page, app } = await show();
  const frame = await app();
  const before = page.url();
  const probe = (code: string): Promise<unknown> =>
    frame.evaluate(
      `(async () => { try { return String(await (${code})) } catch (error) { return 'closed: ' + (error.name ?? error) } })()`,
    );
  for (const code of [
    'parent.document.body',
    'top.document.body',
    'parent.parent.location.href',
    'parent.frames[0].document.title && parent.document',
    'localStorage.length',
    'sessionStorage.length',
    'document.cookie',
    'new Promise((ok, no) => { const r = indexedDB.open("x"); r.onsuccess = () => ok("open"); r.onerror = () => no(r.error) })',
    'caches.keys()',
    '(top.location = "about:blank", top.location.href)',
    '(parent.location = "about:blank", parent.location.href)',
    '(top.location.href = "javascript:alert(1)")',
    `fetch("${elsewhereUrl}/fetch")`,
    `fetch("${serving.url}/sessions")`,
    `new Promise((ok, no) => { const s = new WebSocket("${elsewhereUrl.replace('http', 'ws')}/socket"); s.onopen = () => ok("open"); s.onerror = () => no("shut") })`,
    `new Promise((ok, no) => { const i = new Image(); i.onload = () => ok("loaded"); i.onerror = () => no("shut"); i.src = "${elsewhereUrl}/image" })`,
    `import("${elsewhereUrl}/module.js")`,
    'navigator.mediaDevices.getUserMedia({ video: true })',
    'navigator.serviceWorker.register("/x.js")',
  ])
    expect(await probe(code), code).toMatch(/^closed: /);
  expect(await probe(`window.open("${elsewhereUrl}/window")`)).toBe('null');
  expect(await frame.evaluate('origin')).toBe('null');
  await frame.evaluate(`(() => {
    for (const [tag, attribute] of [['iframe', 'src'], ['object', 'data'], ['link', 'href'], ['script', 'src'], ['video', 'src']]) {
      const made = document.createElement(tag);
      made.setAttribute(attribute, '${elsewhereUrl}/' + tag);
      if (tag === 'link') made.rel = 'stylesheet';
      document.body.append(made);
    }
    const form = document.createElement('form');
    form.action = '${elsewhereUrl}/form';
    document.body.append(form);
    form.submit();
    navigator.sendBeacon('${elsewhereUrl}/beacon', 'x');
  })()`);
  await frame.evaluate('void (window.answer = ask("tools/call", { name: "for_models" }))');
  await page.getByText('wants to call for_models').waitFor();
  await page.waitForTimeout(600);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  expect(await frame.evaluate('answer')).toMatchObject({
    error: { message: expect.stringContaining('no such tool for apps') },
  });
  expect(server.calls.some(({ name }) => name === 'for_models')).toBe(false);
  await frame.evaluate(`void setTimeout(() => { location.href = '${elsewhereUrl}/navigation' }, 0)`);
  await page.waitForTimeout(500);
  expect(elsewhere).toEqual([]);
  expect(page.url()).toBe(before);
  expect(page.context().pages()).toHaveLength(1);
  await page.getByText('Beside the app').waitFor();
});

it.each([
  [
    'speaks as its frame',
    'post({ method: "ui/notifications/sandbox-resource-ready", params: { html: "<p>mine" } })',
    'pretends to be its frame',
  ],
  [
    'sends a megabyte',
    'post({ method: "notifications/message", params: { data: "x".repeat(1 << 20) } })',
    'sends too much at once',
  ],
  ['sends a ring', 'const ring = {}; ring.ring = ring; post({ method: "x", params: ring })', 'sends too much at once'],
  [
    'floods',
    'for (let i = 0; i < 5000; i++) post({ method: "notifications/message", params: {} })',
    'sends too much, and was ended',
  ],
  ['asks to be closed', 'post({ method: "ui/notifications/request-teardown", params: {} })', 'has closed itself'],
])('an app that %s is a sentence, and the rest of the session is untouched', async (_name, code, words) => {
  const { page, app } = await show();
  const frame = await app();
  await frame.evaluate(`(() => { ${code} })()`);
  await page.getByText(words).waitFor();
  expect(page.frames()).toHaveLength(1);
  await page.getByText('Beside the app').waitFor();
});

it('an app that grows without end is as high as it may be; one that never says that it is there is a sentence', async () => {
  const { page, app } = await show();
  const frame = await app();
  await frame.evaluate(
    'void setInterval(() => post({ method: "ui/notifications/size-changed", params: { height: window.h = (window.h ?? 300) * 2 } }), 20)',
  );
  const height = (): Promise<string | null> => page.locator('iframe').getAttribute('height');
  await expect.poll(height).toBe('2000');
  await frame.evaluate('void post({ method: "ui/notifications/size-changed", params: { height: -5 } })');
  await page.waitForTimeout(300);
  expect(Number(await height())).toBeGreaterThanOrEqual(40);
  const mute = await show({ resource: 'ui://it/mute' }, {}, (given) => given.clock.install());
  await expect.poll(() => mute.page.frames().length).toBe(3);
  await mute.page.clock.fastForward(21_000);
  await mute.page.getByText('This app does not answer.').waitFor();
  expect(mute.page.frames()).toHaveLength(1);
});

it('where no app may stand there is a sentence and no request: not trusted, not named; the policy of the page names one origin', async () => {
  const asked: string[] = [];
  const untrusted = await show({}, { trust: 'untrusted' });
  untrusted.page.on('request', (request) => asked.push(request.url()));
  await untrusted.page.getByText('Apps are shown only in what is trusted.').waitFor();
  expect(asked.filter((url) => url.includes('mcp-apps'))).toEqual([]);
  const unnamed = await show({ server: 'other' });
  await unnamed.page.getByText('has named no server "other"').waitFor();
  const { headers } = await fetch(`${serving.url}/s/any`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.match(/frame-src [^;]*/g)).toEqual([`frame-src ${serving.url.replace('127.0.0.1', 'localhost')}`]);
  expect(policy).toContain("script-src 'self';");
});
