// The first page: a session from both ends, how to connect an agent, and access that stays.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';

/** Not at once: the host that is called runs in this process. */
const run = promisify(execFile);
let hosted: Hosted;

beforeAll(async () => {
  hosted = await Hosted.start();
});
afterAll(() => hosted?.stop());
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
  expect(hosted.complaints.splice(0)).toEqual([]);
});

const home = () => hosted.operatorUrl().replace('sessions&', '');

it('shows how to connect, with the values of this host; the first call is noticed and shown from both ends', async () => {
  const page = await hosted.person(home());
  await page.getByText('Waiting for the first call').waitFor();
  await page.getByText('No session is open yet.').waitFor();
  expect(await page.locator('#home-url').textContent()).toBe(hosted.url);
  const curl = (await page.locator('#snippet-text').textContent()) ?? '';
  expect(curl).toContain((await page.locator('#home-key').textContent()) ?? 'no key');
  expect((await run('sh', ['-c', curl])).stdout).toContain('"accepted":2');
  await page.getByText('dev has called: “My first session”. It is shown above.').waitFor();
  const person = page.locator('#home-person');
  await person.getByText('Hello from my agent').waitFor();
  await page.locator('#home-words').getByText('The agent').first().waitFor();
  await person.getByRole('button', { name: 'It works' }).click();
  await page.locator('#home-words').getByText('does “yes” with yes').waitFor();
  await page.getByRole('link', { name: 'Open in the inspector' }).click();
  await page.locator('#stage').getByText('Hello from my agent').waitFor();
});

it('has snippets that run: Python makes its session, and tabs are walked by keyboard', async () => {
  const page = await hosted.person(home());
  await page.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('#snippet-text').textContent()).toContain('connectAgent');
  await page.keyboard.press('ArrowRight');
  const python = (await page.locator('#snippet-text').textContent()) ?? '';
  const { stdout } = await run('python3', ['-c', python]);
  expect(stdout).toContain("'accepted': 2");
  await page.keyboard.press('ArrowRight');
  const mcp = JSON.parse((await page.locator('#snippet-text').textContent()) ?? '') as never;
  expect(mcp).toMatchObject({ mcpServers: { vitrine: { url: `${hosted.url}/mcp` } } });
});

it('lets its operator in again after a reload, in a second tab and after a restart, by no cookie, until that is revoked', async () => {
  const page = await hosted.person(home());
  const title = (one: typeof page) => one.getByRole('heading', { name: 'Connect your agent' });
  await title(page).waitFor();
  await page.reload();
  await title(page).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${hosted.url}/`);
  await title(second).waitFor();
  await hosted.down();
  await hosted.up();
  await page.reload();
  await title(page).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  // The key is in the memory of the page alone.
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toContain('vitrine.operator');
  expect(stored).not.toContain((await page.locator('#home-key').textContent()) ?? '-');
  await hosted.revokeOperators();
  await second.reload();
  await second.getByRole('heading', { name: 'See what your agents show' }).waitFor();
  expect(await second.evaluate(() => localStorage.getItem('vitrine.operator'))).toBeNull();
});
