// `npm run screenshots`: renews the pictures of the pages in docs/. Needs a build (`npm run build`) and a Chromium.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './source-files.mjs';

/** @typedef {{ file: string, address: string, scheme: 'light' | 'dark', width?: number, height?: number }} Shot */

/** @type {readonly Shot[]} */
const SHOTS = [
  { file: 'gallery.png', address: 'gallery.html#basic-input-button', scheme: 'light' },
  { file: 'gallery-dark.png', address: 'gallery.html#agentchains-chart', scheme: 'dark' },
  {
    file: 'gallery-narrow.png',
    address: 'gallery.html#basic-input-textfield',
    scheme: 'light',
    width: 390,
    height: 844,
  },
  { file: 'playground.png', address: '', scheme: 'light' },
];
const LARGEST_BYTES = 300 * 1024;

const chrome = spawnSync(process.execPath, [join(ROOT, 'scripts/find-program.mjs'), 'chromium'], { encoding: 'utf8' });
if (chrome.status !== 0) throw new Error(chrome.stderr);
const server = spawn(process.execPath, [join(ROOT, 'packages/cli/bin/vitrine.js'), 'serve', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
// Chromium has no sandbox for root.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: chrome.stdout.trim(), args });
try {
  const [said] = await once(server.stdout, 'data');
  const url = /http:\S+/.exec(String(said))?.[0] ?? '';
  for (const shot of SHOTS) await take(shot, url);
} finally {
  await browser.close();
  server.kill('SIGTERM');
}

/**
 * @param {Shot} shot
 * @param {string} url
 */
async function take({ file, address, scheme, width = 1280, height = 860 }, url) {
  const path = join(ROOT, 'docs', file);
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' });
  await page.goto(`${url}${address}`);
  await page.locator(address === '' ? '#live vitrine-surface' : 'html[data-ready]').waitFor();
  // Cards are filled as they come into sight, and the group is still there when they have grown.
  await page.waitForTimeout(1500);
  const [, id] = address.split('#');
  if (id !== undefined) await page.evaluate((at) => document.getElementById(at)?.scrollIntoView(), id);
  await page.waitForTimeout(500);
  await page.screenshot({ path });
  await page.close();
  const { size } = statSync(path);
  console.log(`docs/${file} ${Math.round(size / 1024)} KiB`);
  if (size > LARGEST_BYTES) throw new Error(`docs/${file} is larger than ${LARGEST_BYTES / 1024} KiB`);
}
