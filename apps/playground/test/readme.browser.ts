// The page of somebody else that the README shows, as it stands there, with a session of a real host.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';
import { form, say } from './surfaces.ts';

const SOURCE = new URL('./readme-embed.ts', import.meta.url);
let hosted: Hosted;
let script: string;

beforeAll(async () => {
  hosted = await Hosted.start();
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(SOURCE)],
    bundle: true,
    format: 'esm',
    target: 'es2023',
    write: false,
    conditions: ['@vitrine/source'],
  });
  script = outputFiles[0]?.text ?? '';
});
afterAll(() => hosted?.stop());

it('the README has the page; it follows its session, and gives back what is done and typed unseen', async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(SOURCE, 'utf8')}\`\`\``);
  const { session, viewerUrl } = await hosted.open('Embedded');
  await hosted.push(session, ...form());
  const page = await hosted.browser.newPage();
  const html = '<!doctype html><html lang="en"><title>x</title><body><script type="module" src="/mine.js"></script>';
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
