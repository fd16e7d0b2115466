// What both clients of AG-UI are tried in: a page of theirs and our face under one origin, as behind a proxy; a browser that asks
// nobody else; and a host that can be killed.

import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { createServer, request as requestTo } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectAgent } from '@vitrine/client';
import { DEMOS, Director } from '@vitrine/demos';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const HTML =
  '<!doctype html><html lang="en"><title>Outside</title><body><script type="module" src="/page.js"></script>';

/** A host that can be killed, and started again where it was. `answerTo`: its agent, event by event. */
export class KilledHost {
  events = [];
  #over = new AbortController();
  #closing = [];

  constructor(folder, answerTo) {
    this.folder = folder;
    this.answerTo = answerTo;
  }

  async start(name, port = 0) {
    this.name = name;
    this.child = fork(here('./ag-ui-host.mjs'), [join(this.folder, name), String(port)]);
    const { url, key } = await new Promise((resolve) => this.child.once('message', resolve));
    this.url = url;
    this.key = key;
    this.headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    if (this.answerTo !== undefined) this.agent ??= this.#serve();
    return this;
  }

  /** A demo of ours in a session of its own, and a token of a viewer for it. */
  async play(name) {
    const demo = DEMOS.find((one) => one.name === name);
    const agent = connectAgent({ url: this.url, key: this.key, consumer: `demo-${name}` });
    this.#closing.push(() => agent.close());
    const report = (problem) => console.error(`${name}: ${problem}`);
    const played = new Director({ demo, agent, report }).run().catch(() => undefined);
    this.#closing.push(() => played);
    for (;;) {
      const row = (await agent.sessions()).find(({ title }) => title === demo.title);
      if (row !== undefined) return (await agent.session(row.session).newViewer()).token;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async kill() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  async stop() {
    this.#over.abort();
    for (const close of this.#closing) await close();
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
            const body = this.answerTo(one);
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

/** The page of `entry` and what stands behind it, under one origin. `behind`: the host, a token for it, or a runtime before it. `options`: of esbuild. */
export async function openSite(entry, folder, options = {}) {
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, format: 'esm', write: false, outdir: folder, minify: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: Object.fromEntries(['.woff', '.woff2', '.ttf'].map((type) => [type, 'empty'])),
    ...options,
  });
  const script = outputFiles.find(({ path }) => path.endsWith('.js')).contents;
  const behind = { runsEnded: 0 };
  const forward = (request, response) => {
    const { host, token, runtime } = behind;
    if (runtime !== undefined) return runtime(request, response);
    const { origin: _origin, referer: _referer, ...rest } = request.headers;
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { ...rest, ...authorization, host: new URL(host.url).host };
    const on = requestTo(`${host.url}${request.url}`, { method: request.method, headers });
    on.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode, answer.headers)));
    response.on('close', () => {
      if (request.url.endsWith('/run')) behind.runsEnded += 1;
      on.destroy();
    });
    on.on('error', () => response.destroy());
    request.pipe(on);
  };
  const server = createServer((request, response) => {
    if (request.url.startsWith('/ag-ui')) forward(request, response);
    else if (request.url === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, behind, close };
}

export async function openBrowser() {
  const found = spawnSync(process.execPath, [here('../scripts/find-program.mjs'), 'headless'], { encoding: 'utf8' });
  assert.equal(found.status, 0, found.stderr);
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: found.stdout.trim(), args });
}

/** What a page complains of is in `complaints`. */
export async function openPage(browser, { origin }) {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route(
    (address) => address.origin !== origin,
    (route) => route.abort(),
  );
  await page.goto(origin);
  return { page, complaints };
}
