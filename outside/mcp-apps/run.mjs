// Hosts of MCP Apps that others wrote show our surfaces: AppBridge of ext-apps 2 and AppRenderer of @mcp-ui/client. A booking, a
// wizard and an approval are drawn; what is typed and pressed reaches the agent; a push is seen within a second; our host is killed
// and comes back; a kept result shows the live state. Every message of the view is held against the schema of ext-apps.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as requestTo } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { problemsOf } from '../mcp-apps-schema.mjs';

const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const version = 'v0.9';
const folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));
let port = 0;
let host;

async function startHost() {
  const flags = ['--data', folder, '--port', String(port), '--no-open', '--mcp-approvals'];
  const serve = [here('../../packages/cli/bin/vitrine.js'), 'serve', ...flags];
  host = spawn(process.execPath, serve, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { value = '' } = await createInterface({ input: host.stdout })[Symbol.asyncIterator]().next();
  const [address] = /https?:\/\/[^/\s]+/.exec(value) ?? [];
  assert.ok(address, value);
  port = Number(new URL(address).port);
}
async function killHost() {
  const ended = once(host, 'close');
  host.kill('SIGKILL');
  await ended;
}
await startHost();
const key = readFileSync(join(folder, 'agent.key'), 'utf8').trim();

/** One step of a form: a heading, a field, a button. */
const step = (surfaceId, title, label, event) => [
  { version, createSurface: { surfaceId, catalogId: BASIC } },
  { version, updateDataModel: { surfaceId, path: '/', value: { title, entered: '' } } },
  { version, updateComponents: { surfaceId, components: stepComponents(label, event) } },
];
const stepComponents = (label, event) => [
  { id: 'root', component: 'Column', children: ['title', 'field', 'go'] },
  { id: 'title', component: 'Text', text: { path: '/title' }, variant: 'h2' },
  { id: 'field', component: 'TextField', label, value: { path: '/entered' } },
  { id: 'word', component: 'Text', text: 'Go on' },
  {
    ...{ id: 'go', component: 'Button', child: 'word' },
    action: { event: { name: event, context: { entered: { path: '/entered' } } } },
  },
];
const titled = (surfaceId, value) => [{ version, updateDataModel: { surfaceId, path: '/title', value } }];

/** The proxy of the specification, on an origin of its own: it notes what is said there and passes everything on. */
const PROXY = `<!doctype html><body style="margin:0"><script>
const [said, heard] = [(window.said = []), (window.heard = [])];
let inner;
addEventListener('message', ({ source, data }) => {
  if (source === parent) {
    if (data.method !== 'ui/notifications/sandbox-resource-ready') {
      heard.push(data);
      return inner?.contentWindow.postMessage(data, '*');
    }
    inner = document.createElement('iframe');
    inner.setAttribute('sandbox', 'allow-scripts');
    inner.style.cssText = 'width:100%;height:100vh;border:0;display:block';
    inner.srcdoc = data.params.html;
    document.body.append(inner);
  } else if (source === inner?.contentWindow && !String(data.method).includes('sandbox-')) {
    said.push(data);
    parent.postMessage(data, '*');
  }
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'";

async function serveSite(script) {
  const sandbox = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY }).end(PROXY),
  );
  await new Promise((resolve) => sandbox.listen(0, 'localhost', resolve));
  const sandboxUrl = `http://localhost:${sandbox.address().port}/`;
  const page = `<!doctype html><html lang="en"><title>Host</title><body><script>window.sandboxUrl=${JSON.stringify(sandboxUrl)}</script><script type="module" src="/page.js"></script>`;
  const site = createServer((request, response) => {
    if (request.url === '/page.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (request.url !== '/mcp') return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    // As a desktop host calls: with the key of the agent and without an origin.
    const { origin: _, referer: __, ...headers } = request.headers;
    const on = requestTo(`http://127.0.0.1:${port}/mcp`, {
      method: request.method,
      headers: { ...headers, host: `127.0.0.1:${port}`, authorization: `Bearer ${key}` },
    });
    on.on('response', (answer) =>
      pipeline(answer, response.writeHead(answer.statusCode, answer.headers), () => undefined),
    );
    on.on('error', () => response.writeHead(502).end());
    response.on('close', () => on.destroy());
    request.pipe(on);
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const one of [site, sandbox]) {
      one.closeAllConnections();
      one.close();
    }
  };
  return { origin: `http://127.0.0.1:${site.address().port}`, close };
}

const found = spawnSync(process.execPath, [here('../../scripts/find-program.mjs'), 'headless'], { encoding: 'utf8' });
assert.equal(found.status, 0, found.stderr);
const browser = await chromium.launch({
  executablePath: found.stdout.trim(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** The view that was made last: the frame whose parent has a parent. */
async function lastView(page, count) {
  for (;;) {
    const views = page.frames().filter((frame) => frame.parentFrame()?.parentFrame());
    if (views.length >= count) return views.at(-1);
    await page.waitForTimeout(20);
  }
}

async function actionOf(page, sessionKey, name) {
  for (let after = 0; ; ) {
    const args = { sessionKey, after, waitSeconds: 10 };
    const { structuredContent } = await page.evaluate(
      ([tool, given]) => window.callTool(tool, given),
      ['a2ui_events', args],
    );
    const one = structuredContent.events.find(({ event }) => event.event === 'action' && event.name === name);
    if (one !== undefined) return one.event;
    after = structuredContent.next;
  }
}

async function tryHost(name, entry) {
  const { outputFiles } = await build({
    ...{ entryPoints: [here(entry)], bundle: true, format: 'esm', write: false, outdir: folder, minify: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const { origin, close } = await serveSite(outputFiles[0].contents);
  // All views in sight: what stands in front in a frame is not scrolled to.
  const page = await browser.newPage({ viewport: { width: 1000, height: 2400 } });
  page.setDefaultTimeout(20_000);
  const show = (tool, args) => page.evaluate(([one, given]) => window.showApp(one, given), [tool, args]);
  const call = (tool, args) => page.evaluate(([one, given]) => window.callTool(one, given), [tool, args]);
  try {
    await page.goto(origin);
    await page.waitForFunction('window.showApp');
    const booking = { sessionKey: `${name}-booking`, messages: step('main', 'Book a table', 'Your name', 'book') };
    const kept = await show('a2ui_push', booking);
    let frame = await lastView(page, 1);
    await frame.getByRole('heading', { name: 'Book a table' }).waitFor();
    await frame.getByLabel('Your name').fill('Ada');
    await frame.getByRole('button', { name: 'Go on' }).click();
    assert.deepEqual((await actionOf(page, booking.sessionKey, 'book')).context, { entered: 'Ada' });
    const began = Date.now();
    await call('a2ui_push', { sessionKey: booking.sessionKey, messages: titled('main', 'Booked for Ada') });
    await frame.getByRole('heading', { name: 'Booked for Ada' }).waitFor();
    const seenMs = Date.now() - began;
    assert.ok(seenMs < 1000, `${name}: a push was seen after ${seenMs} ms`);

    await killHost();
    await frame.getByText('no connection at the moment').waitFor();
    await startHost();
    await frame.getByText('no connection at the moment').waitFor({ state: 'hidden' });
    await call('a2ui_push', { sessionKey: booking.sessionKey, messages: titled('main', 'Still here') });
    await frame.getByRole('heading', { name: 'Still here' }).waitFor();

    await page.evaluate(([args, result]) => window.replayApp(args, result), [booking, kept]);
    frame = await lastView(page, 2);
    await frame.getByRole('heading', { name: 'Still here' }).waitFor();

    const sessionKey = `${name}-wizard`;
    await show('a2ui_push', { sessionKey, messages: step('wizard', 'Step 1', 'Where to?', 'next') });
    frame = await lastView(page, 3);
    await frame.getByLabel('Where to?').fill('Rome');
    await frame.getByRole('button', { name: 'Go on' }).click();
    assert.deepEqual((await actionOf(page, sessionKey, 'next')).context, { entered: 'Rome' });
    const components = stepComponents('How many?', 'done');
    await call('a2ui_push', {
      sessionKey,
      messages: [
        { version, updateComponents: { surfaceId: 'wizard', components } },
        { version, updateDataModel: { surfaceId: 'wizard', path: '/', value: { title: 'Step 2', entered: '' } } },
      ],
    });
    await frame.getByRole('heading', { name: 'Step 2' }).waitFor();
    await frame.getByLabel('How many?').fill('2');
    await frame.getByRole('button', { name: 'Go on' }).click();
    assert.deepEqual((await actionOf(page, sessionKey, 'done')).context, { entered: '2' });

    const asked = { sessionKey: `${name}-approval`, prompt: 'Pay 20 euros?', waitSeconds: 0 };
    const { structuredContent } = await show('a2ui_confirm', asked);
    frame = await lastView(page, 4);
    await frame.getByText('Pay 20 euros?').waitFor();
    await frame.getByRole('button', { name: 'Approve', disabled: false }).click();
    const answer = await call('a2ui_confirm', { sessionKey: asked.sessionKey, ask: structuredContent.ask });
    assert.equal(answer.structuredContent.approved, true);

    await page.evaluate('window.endApp?.()');
    const proxies = page
      .frames()
      .filter((one) => one.parentFrame() !== null && one.parentFrame().parentFrame() === null);
    const all = await Promise.all(proxies.map((one) => one.evaluate('({ said: window.said, heard: window.heard })')));
    const count = all.reduce((sum, { said }) => sum + said.length, 0);
    assert.ok(count > 10, `${name}: the views said ${count} things`);
    assert.deepEqual(
      all.flatMap(({ said, heard }) => problemsOf(said, heard)),
      [],
    );
    console.log(`${name}: a push was seen after ${seenMs} ms; ${count} messages of views keep the schema`);
  } finally {
    await page.close();
    close();
  }
}

try {
  await tryHost('app-bridge', './bridge-page.mjs');
  await tryHost('mcp-ui', './mcp-ui-page.mjs');
} finally {
  await browser.close();
  await killHost();
  rmSync(folder, { recursive: true, force: true });
}
console.log('hosts of MCP Apps: ok');
