// Promise: in a host of MCP Apps a surface is painted within 100 ms of the result of its tool. The document is the built one, in an
// opaque frame under the policy that hosts give; the results are those of a host of ours.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Frame } from 'playwright-core';
import { median, type Row, row } from './measure.ts';
import { findChromium } from './web/browser.ts';

const MAX_PAINT_MS = 100;
const ROUNDS = 15;
const WARM_UP = 2;
const CLI = fileURLToPath(new URL('../../packages/cli/bin/vitrine.js', import.meta.url));
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'; frame-src 'self'";

/** A form of so many fields below a heading. */
function form(fields: number): readonly object[] {
  const surfaceId = `form-${fields}`;
  const ids = Array.from({ length: fields }, (_, i) => `field-${i}`);
  const components = [
    { id: 'root', component: 'Column', children: ['title', ...ids, 'go'] },
    { id: 'title', component: 'Text', text: 'Book a table', variant: 'h2' },
    ...ids.map((id) => ({ id, component: 'TextField', label: `Say ${id}`, value: { path: `/${id}` } })),
    { id: 'go', component: 'Button', child: 'word', action: { event: { name: 'book', context: {} } } },
    { id: 'word', component: 'Text', text: 'Book' },
  ];
  return [
    { version: 'v0.9', createSurface: { surfaceId, catalogId: CATALOG } },
    { version: 'v0.9', updateComponents: { surfaceId, components } },
  ];
}

/** In every frame: when the result came, and when what it shows was on the screen. */
const WATCH = `(() => {
  const shows = (root) => [...root.querySelectorAll('*')].some((one) => one.localName === 'button' && one.textContent.includes('Book') || (one.shadowRoot !== null && shows(one.shadowRoot)));
  addEventListener('message', ({ data }) => {
    if (data?.method !== 'ui/notifications/tool-result') return;
    const came = performance.now();
    const look = () => {
      if (!shows(document)) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { window.painted = performance.now() - came; };
      port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  });
})();`;

/** The part of a host of MCP Apps that a first paint needs. */
const HOST = `
  const frame = document.querySelector('iframe');
  const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  window.show = (result) => post({ method: 'ui/notifications/tool-result', params: result });
  addEventListener('message', ({ source, data: { id, method } }) => {
    if (source !== frame.contentWindow) return;
    if (method === 'ui/initialize') {
      const hostContext = { theme: 'light', locale: 'en-US', timeZone: 'UTC' };
      return post({ id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'bench', version: '1' }, hostCapabilities: { serverTools: {} }, hostContext } });
    }
    if (method === 'ui/notifications/initialized') window.isReady = true;
  });
  frame.srcdoc = window.view;
`;

export async function mcpView(): Promise<Row[]> {
  const { view, results } = await given([form(4), form(60)]);
  const page = `<!doctype html><iframe title="view" sandbox="allow-scripts" style="width:700px;height:600px;border:0"></iframe><script>window.view = ${JSON.stringify(view).replaceAll('<', '\\u003c')};${HOST}</script>`;
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY }).end(page),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await chromium.launch({ executablePath: findChromium() });
  const times: number[][] = results.map(() => []);
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++)
      for (const [i, result] of results.entries()) {
        const painted = await paintOf(browser, address, result);
        if (round >= 0) times[i]?.push(painted);
      }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
  const [small = [], large = []] = times;
  return [
    row('first paint of a form behind its result', median(small), 'ms', MAX_PAINT_MS),
    row('the slowest of them', Math.max(...small), 'ms', null),
    row('first paint of a form of 60 fields', median(large), 'ms', MAX_PAINT_MS),
    row('the slowest of these', Math.max(...large), 'ms', null),
  ];
}

/** What a host of ours gives to one of MCP: the document, and what `a2ui_push` answers with for each of these. */
async function given(pushes: readonly (readonly object[])[]): Promise<{ view: string; results: readonly object[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const args = [CLI, 'serve', '--data', folder, '--port', '0', '--no-open'];
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const { value } = await createInterface({ input: host.stdout })[Symbol.asyncIterator]().next();
    const [url] = /https?:\/\/[^/\s]+/.exec(String(value)) ?? [];
    if (url === undefined) throw new Error(`The host has no address: ${value}`);
    const key = readFileSync(join(folder, 'agent.key'), 'utf8').trim();
    const ask = (method: string, params: object): Promise<Answer> => answerOf(`${url}/mcp`, key, { method, params });
    const { contents } = await ask('resources/read', { uri: 'ui://vitrine/view' });
    const results: object[] = [];
    for (const messages of pushes)
      results.push(await ask('tools/call', { name: 'a2ui_push', arguments: { messages } }));
    return { view: contents?.[0]?.text ?? '', results };
  } finally {
    host.kill('SIGTERM');
    await once(host, 'close');
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Answer {
  readonly contents?: readonly { readonly text: string }[];
}

async function answerOf(url: string, key: string, message: object): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const text = await (await fetch(url, { method: 'POST', headers, body })).text();
  const { result } = JSON.parse(text.slice(text.indexOf('{')));
  if (result === undefined || result.isError === true) throw new Error(text.slice(0, 500));
  return result;
}

async function paintOf(browser: Browser, address: string, result: object): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 800, height: 700 } });
  try {
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    await page.goto(address);
    await told(page.mainFrame(), 'isReady');
    await page.evaluate(`show(${JSON.stringify(result)})`);
    const frame = page.frames().find((one) => one.parentFrame() !== null);
    if (frame === undefined) throw new Error('The view has no frame.');
    return Number(await told(frame, 'painted'));
  } finally {
    await context.close();
  }
}

/** What a frame says when it is so far. The policy lets nothing be waited for in the frame itself. */
async function told(frame: Frame, name: string): Promise<unknown> {
  for (;;) {
    const value = await frame.evaluate(`window.${name}`);
    if (value !== undefined) return value;
    await setTimeout(20);
  }
}
