// Before the browser tests: one Chromium for the whole run and a folder for its bundles. Each test file connects and sees
// only the contexts that it has made itself; they end with its connection (docs/adr/0024-one-browser.md).

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the run's Chromium is connected to. */
    readonly browserEndpoint: string;
    /** Where the run keeps what it has bundled. */
    readonly bundleFolder: string;
  }
}

/** A frame as soon as it is wanted, not at the next sixtieth of a second: most of what these tests wait for is a frame. */
const NO_FRAME_LIMIT = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Every project of a run asks; what the root provides, all have.
  if (!project.isRootProject()) return undefined;
  const found = spawnSync(process.execPath, [join(import.meta.dirname, 'find-program.mjs'), 'headless'], {
    encoding: 'utf8',
  });
  if (found.status !== 0) throw new Error(found.stderr);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bundles-'));
  // Chromium has no sandbox for root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const server = await chromium.launchServer({
    executablePath: found.stdout.trim(),
    args: [...NO_FRAME_LIMIT, ...sandbox],
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  project.provide('bundleFolder', folder);
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
