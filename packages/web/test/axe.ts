// axe-core over a page of the harness. Open the page with `context: BYPASS`: the element policy would keep axe out, and
// axe is the only thing that may be let in.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';

export const BYPASS: BrowserContextOptions = { bypassCSP: true };
export const BYPASS_DARK: BrowserContextOptions = { ...BYPASS, colorScheme: 'dark' };

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

/** What breaks WCAG 2.2 AA on the page as it is now, one line each; empty when nothing does. */
export function violations(page: Page | Frame): Promise<string[]> {
  return run(page, { type: 'tag', values: TAGS });
}

/** What breaks these rules of axe on the page as it is now. */
export function brokenRules(page: Page, rules: readonly string[]): Promise<string[]> {
  return run(page, { type: 'rule', values: rules });
}

async function run(
  page: Page | Frame,
  runOnly: { readonly type: string; readonly values: readonly string[] },
): Promise<string[]> {
  await page.evaluate(() => {
    // axe takes a page without a background for white, whatever its colour scheme.
    document.documentElement.style.colorScheme = 'light dark';
    document.body.style.background = 'Canvas';
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ content: source });
  const results = await page.evaluate(
    (chosen) =>
      (window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } }).axe.run(
        document,
        {
          runOnly: chosen,
          // To find a selector for each element that breaks nothing takes longer than to judge it.
          resultTypes: ['violations'],
        },
      ),
    runOnly,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${JSON.stringify(target)} ${failureSummary}`),
  );
}
