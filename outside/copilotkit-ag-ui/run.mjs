// CopilotKit on our host, without a runtime of its own and behind its runtime: a form is drawn in its chat, what is typed and pressed
// reaches the agent, a reload shows it again, and a question of the agent is an interrupt that its application answers; also when the
// host was killed meanwhile.

import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as requestTo } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpAgent } from '@ag-ui/client';
import { CopilotRuntime, InMemoryAgentRunner } from '@copilotkit/runtime/v2';
import { createCopilotNodeListener } from '@copilotkit/runtime/v2/node';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const version = 'v0.9';
const surfaceId = 'booking';
const BOOKING = [
  { version, createSurface: { surfaceId, catalogId: BASIC } },
  { version, updateDataModel: { surfaceId, path: '/', value: { title: 'Book a table', form: { name: 'Ada' } } } },
  {
    version,
    updateComponents: {
      surfaceId,
      components: [
        { id: 'root', component: 'Column', children: ['title', 'name', 'book'] },
        { id: 'title', component: 'Text', text: { path: '/title' } },
        { id: 'name', component: 'TextField', label: 'Your name', value: { path: '/form/name' } },
        { id: 'word', component: 'Text', text: 'Book it' },
        {
          ...{ id: 'book', component: 'Button', child: 'word' },
          action: { event: { name: 'book', context: { name: { path: '/form/name' } } } },
        },
      ],
    },
  },
];
const ops = (...body) => ({ vitrine: 1, body });
const say = (text) => ops({ op: 'say', text });
const done = ops({ op: 'turn', state: 'done' });

process.env.COPILOTKIT_TELEMETRY_DISABLED = '1';
const folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));

/** A host that can be killed, and started again where it was. */
class KilledHost {
  events = [];
  #over = new AbortController();

  async start(name, port = 0) {
    this.name = name;
    this.child = fork(here('./host.mjs'), [join(folder, name), String(port)]);
    const { url, key } = await new Promise((resolve) => this.child.once('message', resolve));
    this.url = url;
    this.headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    this.agent ??= this.#serve();
    return this;
  }

  async kill() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  async stop() {
    this.#over.abort();
    await this.kill();
    await this.agent;
  }

  /** The agent asks again when the host was away. */
  async #serve() {
    const { signal } = this.#over;
    for (let after = ''; !signal.aborted; )
      try {
        const { url, headers } = this;
        const page = await (await fetch(`${url}/events?wait=20${after}`, { headers, signal })).json();
        for (const { session, event } of page.events)
          for (const one of event.body ?? [event]) {
            this.events.push(one);
            const body = answerTo(one);
            if (body.length === 0) continue;
            const address = `${url}/sessions/${session}/messages`;
            const sent = await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json();
            assert.deepEqual(sent.issues, []);
          }
        after = `&after=${page.next}`;
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
  }
}

/** The agent: a form for whoever writes, thanks for the booking, then a question. */
function answerTo(event) {
  if (event.event === 'say') return [...BOOKING, say('Please fill in the form.'), done];
  if (event.event === 'answer') return [say(`Approved: ${event.value}`), done];
  if (event.action === undefined) return [];
  const ask = { op: 'ask', ask: 'pay', prompt: 'Pay 20 euros?', want: { kind: 'confirm' } };
  return [{ version, deleteSurface: { surfaceId } }, say(`Booked for ${event.action.context.name}.`), ops(ask)];
}

const { outputFiles } = await build({
  ...{ entryPoints: [here('./page.mjs')], bundle: true, format: 'esm', write: false, outdir: folder, minify: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: Object.fromEntries(['.woff', '.woff2', '.ttf'].map((type) => [type, 'empty'])),
});
const script = outputFiles.find(({ path }) => path.endsWith('.js')).contents;

let host;
let runtime;
/** The page and the face, or a runtime before it, under one origin, as behind a proxy. */
const site = createServer((request, response) => {
  if (request.url.startsWith('/ag-ui')) {
    if (runtime !== undefined) return runtime(request, response);
    const { origin, referer, ...rest } = request.headers;
    const on = requestTo(`${host.url}${request.url}`, {
      method: request.method,
      headers: { ...rest, host: new URL(host.url).host },
    });
    on.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode, answer.headers)));
    response.on('close', () => on.destroy());
    on.on('error', () => response.destroy());
    request.pipe(on);
  } else if (request.url === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  else
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html lang="en"><title>Outside</title><body><script type="module" src="/page.js"></script>');
});
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${site.address().port}`;

const found = spawnSync(process.execPath, [here('../../scripts/find-program.mjs'), 'headless'], { encoding: 'utf8' });
assert.equal(found.status, 0, found.stderr);
const browser = await chromium.launch({
  executablePath: found.stdout.trim(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function drive(isKilled) {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route(
    (address) => address.origin !== origin,
    (route) => route.abort(),
  );
  await page.goto(origin);
  await page.locator('textarea').fill('A table, please');
  await page.locator('textarea').press('Enter');
  await page.getByText('Book a table').waitFor();
  await page.reload();
  await page.getByText('Book a table').waitFor();
  await page.getByText('A table, please').waitFor();
  if (isKilled) await restarted(page);
  await page.getByLabel('Your name').fill('Grace');
  await page.getByRole('button', { name: 'Book it' }).click();
  await page.getByText('Booked for Grace.').waitFor();
  await page.getByRole('button', { name: 'Approve: Pay 20 euros?' }).waitFor();
  if (isKilled) await restarted(page);
  else await page.reload();
  await page.getByRole('button', { name: 'Approve: Pay 20 euros?' }).click();
  await page.getByText('Approved: true').waitFor();
  assert.equal(host.events.filter(({ event }) => event === 'answer').length, 1);
  assert.deepEqual(host.events.find(({ action }) => action !== undefined).action.context, { name: 'Grace' });
  assert.deepEqual(complaints, []);
  await page.close();
}

/** Killed, started again where it was, and the page loaded anew. */
async function restarted(page) {
  const { port } = new URL(host.url);
  await host.kill();
  await host.start(host.name, port);
  await page.reload();
}

try {
  host = await new KilledHost().start('direct');
  await drive(true);
  await host.stop();
  console.log('CopilotKit 1.74 on our host: form, press, interrupt, over two kills of the host.');
  host = await new KilledHost().start('runtime');
  const agents = { default: new HttpAgent({ url: `${host.url}/ag-ui/dev` }) };
  const behind = new CopilotRuntime({ agents, runner: new InMemoryAgentRunner(), a2ui: {} });
  runtime = createCopilotNodeListener({ runtime: behind, basePath: '/ag-ui' });
  await drive(false);
  await host.stop();
  console.log('CopilotKit 1.74 behind its runtime and A2UI middleware: form, press, reload, interrupt.');
} finally {
  await browser.close();
  site.closeAllConnections();
  site.close();
  host?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(process.exitCode ?? 0);
