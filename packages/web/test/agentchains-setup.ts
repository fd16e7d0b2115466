// What the AgentChains tests share: one browser and one bundle a file, a page a test, and rendering into it.

import type { Json, Op } from '@vitrine/core';
import type { AgentchainsType } from '@vitrine/core/catalogs/agentchains';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { bundle, Harness, launch, type PageOptions } from './harness.ts';

export interface Shelf {
  open(options?: PageOptions): Promise<Harness>;
}

export function useShelf(): Shelf {
  let browser: Browser;
  let files: Map<string, Uint8Array>;
  const harnesses: Harness[] = [];
  beforeAll(async () => {
    [browser, files] = await Promise.all([launch(), bundle('./agentchains-page.ts')]);
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const harness of harnesses.splice(0)) {
      expect(harness.complaints).toEqual([]);
      expect(harness.requests).toEqual([]);
      await harness.close();
    }
  });
  return {
    open: async (options = {}) => {
      const harness = await Harness.open(browser, files, options);
      harnesses.push(harness);
      return harness;
    },
  };
}

/** Renders a component and waits until it is drawn. */
export async function render(harness: Harness, type: AgentchainsType, data: Json, surface = 's'): Promise<void> {
  // As text: the types of what may cross into the page are deeper than the compiler goes.
  const given = JSON.stringify([surface, type, data]);
  await harness.page.evaluate(async (text) => {
    window.agentchains.render(...(JSON.parse(text) as Parameters<typeof window.agentchains.render>));
    await window.vitrine.idle();
  }, given);
}

export async function apply(harness: Harness, ...ops: readonly Op[]): Promise<void> {
  await harness.page.evaluate(async (text) => {
    window.agentchains.apply(JSON.parse(text));
    await window.vitrine.idle();
  }, JSON.stringify(ops));
}

/** One after the other, each drawn before the next. */
export async function applyEach(harness: Harness, ops: readonly Op[]): Promise<void> {
  await harness.page.evaluate(async (text) => {
    for (const op of JSON.parse(text)) {
      window.agentchains.apply([op]);
      await window.vitrine.idle();
    }
  }, JSON.stringify(ops));
}

export function set(path: string, value: Json, surface = 's'): Op {
  return { op: 'set', surface, path, value };
}

export function append(path: string, value: string | readonly Json[], surface = 's'): Op {
  return { op: 'append', surface, path, value };
}

/** What a person reads there. */
export async function seen(locator: Locator): Promise<string> {
  return (await locator.allInnerTexts()).join('\n');
}

/** Links that were opened so far. */
export async function opened(harness: Harness): Promise<string[]> {
  return harness.page.evaluate(() => window.agentchains.opened);
}

const ATTEMPTS = 6;
/** What is shorter is not reported by the browser. */
const LONG_TASK_MS = 50;

/**
 * The longest task of `act`, in milliseconds, in the calmest of a few attempts: a machine that has other things to do makes
 * any task long. What `act` does before it calls `window.agentchains.mark()` in the page is not counted.
 */
export async function longestTask(harness: Harness, act: (attempt: number) => Promise<void>): Promise<number> {
  let calmest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && calmest > LONG_TASK_MS; attempt++) {
    await harness.page.evaluate(() => window.agentchains.mark());
    await act(attempt);
    const found = await harness.page.evaluate(async () => {
      await window.vitrine.idle();
      await new Promise((done) => setTimeout(done, 60));
      return window.agentchains.longest();
    });
    calmest = Math.min(calmest, found);
  }
  return calmest;
}
