// Opens the example in a browser, reads what it shows, approves, and checks what the workflow heard.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SignalBus } from '@vitrine/open-harness';
import { chromium } from 'playwright-core';
import { runWorkflow, serve } from './server.mjs';

const finder = fileURLToPath(new URL('../../scripts/find-program.mjs', import.meta.url));
const executablePath = execFileSync(process.execPath, [finder, 'chromium'], { encoding: 'utf8' }).trim();
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const bus = new SignalBus();
const { server, url } = await serve(bus);
const browser = await chromium.launch({ executablePath, args: sandbox });
try {
  const approved = runWorkflow(bus);
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByText('would move the picnic to Sunday').waitFor();
  await page.getByText('sunday: sun').waitFor();
  await page.getByText('Move the picnic to Sunday?').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  assert.equal(await approved, true);
  await page.getByText('Moved to Sunday.').waitFor();
  await page.getByText('Done', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0);
  assert.deepEqual(
    bus
      .history()
      .filter(({ name }) => name.startsWith('input:'))
      .map(({ name }) => name),
    ['input:requested', 'input:received'],
  );
  console.log('open-harness: the person saw the run, approved, and the workflow went on');
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
