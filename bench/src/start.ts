// From a clone to a living page: `git clone`, `npm ci` with a warm cache, `npm start`, and a browser in which somebody could press
// something. Then a second start on the same folder. Beside them what the machine takes without us.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { type Row, row } from './measure.ts';
import { findChromium } from './web/browser.ts';

const MAX_FIRST_S = 40;
const MAX_SECOND_S = 5;
const ROOT = process.cwd();
const run = promisify(execFile);

interface Started {
  /** Seconds until the page could be used. */
  readonly seconds: number;
  readonly stop: () => Promise<void>;
}

export async function start(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-start-'));
  const clone = join(folder, 'vitrine');
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const blank = await timed(async () => (await browser.newPage()).goto('about:blank'));
    const cloned = await timed(() => run('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone]));
    // Fills the cache, so that the second measures the machine and not the network.
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: clone });
    rmSync(join(clone, 'node_modules'), { recursive: true, force: true });
    const installed = await timed(() =>
      run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: clone }),
    );
    const first = await startIn(clone, browser);
    await first.stop();
    const second = await startIn(clone, browser);
    await second.stop();
    const floor = await timed(() => run('npm', ['--version']));
    return [
      row('from clone to a living page', cloned + installed + first.seconds, 's', MAX_FIRST_S),
      row('second start', second.seconds, 's', MAX_SECOND_S),
      row('of the first, git clone', cloned, 's', null),
      row('of the first, npm ci with a warm cache', installed, 's', null),
      row('of the first, npm start', first.seconds, 's', null),
      row('the machine: npm that does nothing', floor, 's', null),
      row('the machine: an empty page', blank, 's', null),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** Until the page of the demo's person has a field, which is the first thing that anybody could do. */
async function startIn(clone: string, browser: Browser): Promise<Started> {
  const begun = performance.now();
  const flags = ['--port', String(await freePort()), '--no-open'];
  const child = spawn('npm', ['start', '--', ...flags], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const page = await browser.newPage();
  await page.goto(await addressOf(child));
  await page.locator('#home-person').getByRole('textbox').first().waitFor();
  const seconds = (performance.now() - begun) / 1000;
  await page.context().close();
  return { seconds, stop: () => stop(child) };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  for await (const part of stdout ?? []) {
    text += String(part);
    const address = /http:\S+operator=\S+/.exec(text)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`npm start ended: ${text}`);
}

/** npm and what it started. */
async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  process.kill(-(child.pid as number), 'SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
