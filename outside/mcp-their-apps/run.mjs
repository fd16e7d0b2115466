// Apps that others have published, inside a session: `vitrine connect --mcp --trust` shows the tools of a server, a person calls one in
// the page, and its app stands there and works: shows what was answered, and calls a tool with the person's consent.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { problemsOf } from '../mcp-apps-schema.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { resolve } = createRequire(import.meta.url);
const vitrine = here('../../packages/cli/bin/vitrine.js');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));
const children = [];

/** What each shows, and what is pressed in it that calls a tool. */
const APPS = [
  // It writes down all that happens to it with a tool, and asks for that first.
  {
    name: 'server-debug',
    tool: 'debug-tool',
    shows: 'Callback Status',
    press: 'Call debug-refresh',
    calls: ['debug-log', 'debug-refresh'],
  },
  {
    name: 'server-basic-vanillajs',
    tool: 'Get Time',
    shows: 'Server Time',
    press: 'Get Server Time',
    calls: ['get-time'],
  },
  { name: 'server-budget-allocator', tool: 'Get Budget Data', shows: 'Budget', calls: [] },
];

function start(command, args, env = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  children.push(child);
  let errors = '';
  child.stderr.on('data', (piece) => {
    errors += piece;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, lines, errors: () => errors };
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

async function answers(url) {
  for (let i = 0; i < 200; i++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`nobody answers at ${url}`);
}

const found = spawnSync(process.execPath, [here('../../scripts/find-program.mjs'), 'headless'], { encoding: 'utf8' });
assert.equal(found.status, 0, found.stderr);
const browser = await chromium.launch({
  executablePath: found.stdout.trim(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** In the frame between our page and the app: what our page says there, and what it is told. */
const LISTEN = `if (parent === top && self !== top) {
  const [ours, theirs] = [(window.ours = []), (window.theirs = [])];
  addEventListener('message', ({ source, data }) => (source === parent ? ours : theirs).push(data));
}`;

async function assertMessages(page, name) {
  const between = page.frames().find((one) => one.parentFrame() !== null && one.parentFrame().parentFrame() === null);
  const { ours, theirs } = await between.evaluate('({ ours, theirs })');
  assert.ok(ours.length > 2, `${name}: the page said ${ours.length} things`);
  assert.deepEqual(problemsOf(ours, theirs), [], name);
  return ours.length;
}

async function tryApp({ name, tool, shows, press, calls }, host) {
  const port = await freePort();
  const program = join(dirname(resolve(`@modelcontextprotocol/${name}`)), 'index.js');
  start(process.execPath, [program], { PORT: String(port) });
  await answers(`http://127.0.0.1:${port}/mcp`);
  const flags = ['--mcp', '--trust', '--json', '--data', folder, '--url', host];
  const connected = start(process.execPath, [vitrine, 'connect', `http://127.0.0.1:${port}/mcp`, ...flags]);
  const { value } = await connected.lines.next();
  assert.ok(value, connected.errors());
  const page = await browser.newPage({ viewport: { width: 1000, height: 1400 } });
  page.setDefaultTimeout(20_000);
  await page.addInitScript(LISTEN);
  try {
    await page.goto(JSON.parse(value).viewerUrl);
    const button = page.getByRole('button', { name: tool, exact: true });
    const call = page.getByRole('button', { name: 'Call', exact: true });
    await button.or(call).first().waitFor();
    if (!(await call.isVisible())) await button.click();
    await call.click();
    const frame = await appIn(page);
    await frame.getByText(shows).first().waitFor();
    for (const asked of calls) {
      if (asked === calls.at(-1)) await frame.getByRole('button', { name: press }).click();
      await page.getByText(`wants to call ${asked}:`).waitFor();
      // An answer counts when the question has stood for a moment.
      await page.waitForTimeout(600);
      await page.getByRole('button', { name: 'Allow from now on' }).click();
      await page.getByText(`wants to call ${asked}:`).waitFor({ state: 'hidden' });
    }
    for (const asked of calls) assert.equal(await page.getByText(`wants to call ${asked}:`).count(), 0);
    assert.equal(await frame.evaluate('origin'), 'null');
    assert.equal(connected.errors(), '');
    const count = await assertMessages(page, name);
    const size = await page.locator('iframe').evaluate((one) => `${one.clientWidth}×${one.clientHeight}`);
    console.log(`${name}: shown as ${size}; ${count} messages of the page keep the schema`);
  } catch (error) {
    for (const one of page.frames())
      console.log(
        one.url().slice(0, 80),
        '\n',
        (
          await one
            .locator('body')
            .textContent()
            .catch(() => '')
        ).slice(0, 1500),
      );
    throw error;
  } finally {
    await page.close();
    connected.child.kill('SIGTERM');
  }
}

/** The frame inside the frame. */
async function appIn(page) {
  for (let i = 0; i < 400; i++) {
    const frame = page.frames().find((one) => one.parentFrame()?.parentFrame());
    if (frame !== undefined) return frame;
    await page.waitForTimeout(50);
  }
  throw new Error('no app is shown');
}

try {
  const served = start(process.execPath, [vitrine, 'serve', '--data', folder, '--port', '0', '--no-open']);
  const host = /https?:\/\/[^/\s]+/.exec((await served.lines.next()).value ?? '')?.[0];
  assert.ok(host, served.errors());
  for (const app of APPS) await tryApp(app, host);
} finally {
  await browser.close();
  for (const child of children) child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
console.log('apps of others: ok');
process.exit(0);
