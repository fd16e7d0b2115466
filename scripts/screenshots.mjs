// `npm run screenshots`: renews the pictures of the pages in docs/, from a host of its own with the demos. Needs a build
// (`npm run build`) and a Chromium.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './source-files.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ file: string, scheme: 'light' | 'dark', width?: number, height?: number, show: (page: Page) => Promise<Page | void> }} Shot */

const LARGEST_BYTES = 300 * 1024;
const VITRINE = join(ROOT, 'packages/cli/bin/vitrine.js');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-pictures-'));
let url = '';

/** @type {readonly Shot[]} */
const SHOTS = [
  { file: 'gallery.png', scheme: 'light', show: galleryAt('basic-input-button') },
  { file: 'gallery-dark.png', scheme: 'dark', show: galleryAt('agentchains-chart') },
  { file: 'gallery-narrow.png', scheme: 'light', width: 390, height: 844, show: galleryAt('basic-input-textfield') },
  { file: 'composer.png', scheme: 'light', width: 1440, show: composer },
  { file: 'composer-dark.png', scheme: 'dark', width: 1440, show: composer },
  { file: 'composer-narrow.png', scheme: 'light', width: 390, height: 844, show: composer },
  { file: 'sessions.png', scheme: 'light', show: (page) => session(page, 'Live dashboard') },
  { file: 'inspector.png', scheme: 'dark', width: 1440, show: inspector },
  { file: 'viewer.png', scheme: 'light', width: 390, height: 844, show: viewer },
];

const chrome = spawnSync(process.execPath, [join(ROOT, 'scripts/find-program.mjs'), 'chromium'], { encoding: 'utf8' });
if (chrome.status !== 0) throw new Error(chrome.stderr);
const server = spawn(process.execPath, [VITRINE, 'serve', '--demo', '--port', '0', '--data', folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
// Chromium has no sandbox for root.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: chrome.stdout.trim(), args });
try {
  const [said] = await once(server.stdout, 'data');
  // Without its code: every page that needs one gets its own.
  url = /https?:[^#\s]+/.exec(String(said))?.[0] ?? '';
  for (const shot of SHOTS) await take(shot);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** @param {Shot} shot */
async function take({ file, scheme, width = 1280, height = 860, show }) {
  const path = join(ROOT, 'docs', file);
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' });
  const shown = (await show(page)) ?? page;
  await shown.screenshot({ path });
  await page.context().close();
  const { size } = statSync(path);
  console.log(`docs/${file} ${Math.round(size / 1024)} KiB`);
  if (size > LARGEST_BYTES) throw new Error(`docs/${file} is larger than ${LARGEST_BYTES / 1024} KiB`);
}

/** @param {string} id */
function galleryAt(id) {
  return async (/** @type {Page} */ page) => {
    await page.goto(`${url}gallery.html#${id}`);
    await page.locator('html[data-ready]').waitFor();
    // Cards are filled as they come into sight, and the group is still there when they have grown.
    await page.waitForTimeout(1500);
    await page.evaluate((at) => document.getElementById(at)?.scrollIntoView(), id);
    await page.waitForTimeout(500);
  };
}

/** @param {Page} page */
async function composer(page) {
  await page.goto(`${url}composer`);
  await page.locator('#live vitrine-surface').waitFor();
  await page.waitForTimeout(1000);
}

/** The operator's page with a session open, a while after its demo began. @param {Page} page @param {string} title */
async function session(page, title) {
  const { stdout } = spawnSync(process.execPath, [VITRINE, 'operator', '--data', folder], { encoding: 'utf8' });
  await page.goto(stdout.trim());
  await page.locator('#session-list').getByRole('link', { name: title }).click();
  await page.locator('#stage vitrine-session').waitFor();
  await page.waitForTimeout(6000);
}

/** @param {Page} page */
async function inspector(page) {
  await session(page, 'Book a table');
  await page.locator('#stage').getByRole('textbox').first().fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Inspector' }).click();
  await page.waitForTimeout(1000);
  await page.locator('#entries summary').last().click();
  await page.waitForTimeout(500);
}

/** As the person sees it who got the link. @param {Page} page */
async function viewer(page) {
  await session(page, 'Book a table');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open page' }).click();
  const shown = await opened;
  await shown.locator('#stage').getByRole('textbox').first().waitFor();
  await shown.waitForTimeout(1000);
  return shown;
}
