// The pages of somebody else that README and docs/pages.md show, as they stand there: without a host, and with a session of a real one.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';
import { form, say } from './surfaces.ts';

const ELEMENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'";
const html = '<!doctype html><html lang="en"><title>x</title><body><script type="module" src="/mine.js"></script>';
let hosted: Hosted;

beforeAll(async () => {
  hosted = await Hosted.start();
});
afterAll(() => hosted?.stop());

/** The script of a page that stands in a document. */
async function scriptOf(name: string, document: string): Promise<string> {
  const source = new URL(name, import.meta.url);
  const shown = readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8');
  expect(shown).toContain(`\`\`\`ts\n${readFileSync(source, 'utf8')}\`\`\``);
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    format: 'esm',
    target: 'es2023',
    write: false,
    conditions: ['@vitrine/source'],
  });
  return outputFiles[0]?.text ?? '';
}

it('docs/pages.md has the page without a host, and pressing its button gives the event', async () => {
  const script = await scriptOf('./readme-surface.ts', 'docs/pages.md');
  const page = await hosted.browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const headers = { 'content-security-policy': ELEMENT_POLICY };
  await page.route('**/mine.html', (route) => route.fulfill({ body: html, contentType: 'text/html', headers }));
  await page.route('**/mine.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }));
  await page.goto(`${hosted.url}/mine.html`);
  await page.getByRole('button', { name: 'Press me' }).click();
  await expect.poll(() => said.join('\n')).toContain('pressed');
});

it('the README has the page; it follows its session, and gives back what is done and typed unseen', async () => {
  const script = await scriptOf('./readme-embed.ts', 'README.md');
  const { session, viewerUrl } = await hosted.open('Embedded');
  await hosted.push(session, ...form());
  const page = await hosted.browser.newPage();
  await page.route('**/mine.html', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
  await page.route('**/mine.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }));
  await page.route('**/my-session.json', (route) => route.fulfill({ json: { viewerUrl } }));
  await page.goto(`${hosted.url}/mine.html`);
  await page.getByRole('heading', { name: 'A small form' }).waitFor();
  await hosted.push(session, say('from the agent'));
  await page.getByText('from the agent').waitFor();
  await page.getByLabel('Pin').fill('0815-hush');
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('0815-hush');
});
