// The host's pages against WCAG 2.2 AA, by axe-core, in both colour schemes, and in windows of every width. The policy of
// the pages is lifted only to let axe in.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';
import { form } from './surfaces.ts';

interface Found {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: unknown }[] }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let hosted: Hosted;
let session: string;
let viewerUrl: string;

beforeAll(async () => {
  hosted = await Hosted.start();
  ({ session, viewerUrl } = await hosted.open('A session with a long title that does not fit into a narrow list'));
  const said = [
    { op: 'say', text: 'Good day.' },
    { op: 'turn', state: 'working' },
  ];
  await hosted.push(session, ...form(), { vitrine: 1, body: said });
  const ended = await hosted.open('Ended before');
  await hosted.call(`/sessions/${ended.session}`, undefined, 'DELETE');
});
afterAll(() => hosted?.stop());
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
});

async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: AXE });
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: { run(where: Document, options: object): Promise<Found> } };
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] };
    const { violations: found } = await axe.run(document, options);
    return found.map(({ id, nodes }) => `${id} ${JSON.stringify(nodes.map(({ target }) => target))}`);
  }, TAGS);
}

async function inspected(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Ended' }).click();
  await page.locator('#session-list').getByRole('link', { name: 'Ended before' }).waitFor();
  await page.getByRole('tab', { name: 'All' }).click();
  await page.locator('#session-list').getByRole('link', { name: 'A session with' }).click();
  await page.locator('#stage').getByText('A small form').waitFor();
  await page.getByRole('button', { name: 'Inspector' }).click();
  await page.locator('#entries').getByText('opens main').click();
}

// Pages with something on them: pages.browser.ts.
it.each(['light', 'dark'] as const)('breaks nothing of WCAG 2.2 AA: %s', { timeout: 90_000 }, async (colorScheme) => {
  const welcome = await hosted.person('/', { bypassCSP: true, colorScheme });
  await welcome.getByRole('heading', { name: 'See what your agents show' }).waitFor();
  expect(await violations(welcome)).toEqual([]);

  const page = await hosted.person(hosted.operatorUrl(), { bypassCSP: true, colorScheme });
  await inspected(page);
  await page.getByRole('button', { name: 'See this moment' }).click();
  await page.getByText('As it was after entry').waitFor();
  await page.getByRole('tab', { name: 'Issues' }).click();
  await expect.poll(() => violations(page)).toEqual([]);

  const locked = await hosted.person(`/s/${session}`, { bypassCSP: true, colorScheme });
  await locked.getByRole('heading', { name: 'This page needs its link' }).waitFor();
  expect(await violations(locked)).toEqual([]);
});

it.each([320, 390, 820, 1100, 1280, 1920])('fits a window of %i pixels', async (width) => {
  const viewport = { width, height: 800 };
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  const welcome = await hosted.person('/', { viewport });
  await welcome.getByRole('heading', { name: 'See what your agents show' }).waitFor();
  expect(await welcome.evaluate(wider)).toBe(0);
  const page = await hosted.person(hosted.operatorUrl(), { viewport });
  await inspected(page);
  expect(await page.evaluate(wider)).toBe(0);
  const viewer = await hosted.person(viewerUrl, { viewport });
  await viewer.locator('#stage').getByText('A small form').waitFor();
  expect(await viewer.evaluate(wider)).toBe(0);
});

it('leads from the list to a session and back on a narrow screen', async () => {
  const page = await hosted.person(hosted.operatorUrl(), { viewport: { width: 390, height: 800 } });
  const link = page.locator('#session-list').getByRole('link', { name: 'A session with' });
  await link.click();
  await page.locator('#stage').getByText('A small form').waitFor();
  await link.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('session-title');
  await page.getByRole('button', { name: 'Sessions' }).click();
  await link.waitFor();
  await page.goBack();
  await page.locator('#stage').getByText('A small form').waitFor();
});
