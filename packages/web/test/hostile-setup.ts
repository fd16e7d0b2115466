// What the suites that trust nothing share: one browser and one page a file, and the cost of every task of the page.

import type { Issue, Op } from '@vitrine/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { bundle, Harness, launch, type PageOptions } from './harness.ts';
import type {} from './hostile-page.ts';

export interface Setup {
  readonly browser: Browser;
  readonly harness: Harness;
  readonly page: Page;
  /** At the door: refused or shown. */
  accept(...ops: readonly Op[]): Promise<readonly Issue[]>;
  /** Past the door. */
  force(...ops: readonly Op[]): Promise<void>;
  /** Codes of what was reported since the last test, each once. */
  codes(): Promise<string[]>;
}

/** Call it at the top of a file. After each test nothing was requested, nothing complained, and all surfaces close. */
export function setUp(options: PageOptions = {}): () => Setup {
  let setup: Setup;
  beforeAll(async () => {
    const [browser, files] = await Promise.all([launch(), bundle('./hostile-page.ts')]);
    const harness = await Harness.open(browser, files, options);
    const { page } = harness;
    const idle = () => page.evaluate(() => window.vitrine.idle());
    setup = {
      browser,
      harness,
      page,
      accept: async (...ops) => {
        const issues = await page.evaluate((given) => window.hostile.accept(given as Op[]), ops as readonly unknown[]);
        await idle();
        return issues;
      },
      force: async (...ops) => {
        await page.evaluate((given) => window.hostile.force(given as Op[]), ops as readonly unknown[]);
        await idle();
      },
      codes: async () => [...new Set((await harness.issues()).map(({ code }) => code))].sort(),
    };
  });
  afterEach(async () => {
    const { harness, page } = setup;
    await page.evaluate(() => window.hostile.clear());
    expect(harness.complaints.splice(0)).toEqual([]);
    expect(harness.requests.splice(0)).toEqual([]);
  });
  afterAll(() => setup?.browser.close());
  return () => setup;
}
