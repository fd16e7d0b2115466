// A real Chromium for the tests of the pages.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

export async function launchChromium(): Promise<Browser> {
  const find = fileURLToPath(new URL('../../../scripts/find-program.mjs', import.meta.url));
  const found = spawnSync(process.execPath, [find, 'chromium'], { encoding: 'utf8' });
  if (found.status !== 0) throw new Error(found.stderr);
  // Chromium has no sandbox for root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: found.stdout.trim(), args: sandbox });
}
