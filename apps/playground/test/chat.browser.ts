// The chat beside the surfaces, on a real host in a real Chromium.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';
import { form } from './surfaces.ts';

let hosted: Hosted;

beforeAll(async () => {
  hosted = await Hosted.start();
});
afterAll(() => hosted?.stop());
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
  expect(hosted.complaints.splice(0)).toEqual([]);
});

const ops = (...body: readonly object[]) => ({ vitrine: 1, body });
const say = (text: string) => ops({ op: 'say', text });
const log = (page: Page) => page.getByRole('log', { name: 'What was said' });
const words = (page: Page) => page.getByRole('textbox', { name: 'Your words' });

async function talking(title: string, more: object = {}) {
  const { session, viewerUrl } = await hosted.open(title, more);
  await hosted.push(session, ...form(), say('Good day. What can I do for you?'));
  const page = await hosted.person(viewerUrl);
  await log(page).getByText('Good day.').waitFor();
  return { page, session, viewerUrl };
}

async function heard(session: string): Promise<string> {
  return JSON.stringify(await hosted.events(session));
}

it('is not there where nothing was said, and comes when the agent waits for words', async () => {
  const { session, viewerUrl } = await hosted.open('Silent');
  await hosted.push(session, ...form());
  const page = await hosted.person(viewerUrl);
  await page.getByRole('heading', { name: 'A small form' }).waitFor();
  expect(await page.getByRole('region', { name: 'Conversation' }).count()).toBe(0);
  await hosted.push(session, ops({ op: 'turn', state: 'input' }));
  await words(page).waitFor();
});

it('sends words with Enter, keeps a line break with Shift, and shows them to everybody, after a reload too', async () => {
  const { page, session, viewerUrl } = await talking('Talk');
  const second = await page.context().newPage();
  await second.goto(viewerUrl);
  await log(second).getByText('Good day.').waitFor();
  await words(page).focus();
  await page.keyboard.type('A table');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('for two');
  await page.keyboard.press('Enter');
  await log(page).getByText('A table').waitFor();
  expect(await words(page).inputValue()).toBe('');
  expect(await words(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => heard(session)).toContain('A table\\nfor two');
  await log(second).getByText('A table').waitFor();
  await hosted.push(session, ops({ op: 'turn', state: 'working' }));
  await page.getByText('Working …').waitFor();
  await hosted.push(session, say('Here it is.'), ops({ op: 'turn', state: 'done' }));
  await log(page).getByText('Here it is.').waitFor();
  await page.reload();
  await log(page).getByText('Here it is.').waitFor();
  expect(await log(page).locator('.chat-said').allInnerTexts()).toEqual([
    'Agent\n\nGood day. What can I do for you?',
    'You\n\nA table\nfor two',
    'Agent\n\nHere it is.',
  ]);
});

it('goes on over a restart of the host without saying anything twice', async () => {
  const { page, session } = await talking('Restarting');
  await hosted.down();
  await page.getByText('Offline, reconnecting').waitFor();
  await words(page).fill('typed alone');
  await words(page).press('Enter');
  await hosted.up();
  await log(page).getByText('typed alone').waitFor({ timeout: 20_000 });
  await expect.poll(() => heard(session)).toContain('typed alone');
  expect(await log(page).locator('.chat-said').count()).toBe(2);
});

it('shows what is said as text and nothing else, and who says it as the host knows it', async () => {
  const { page, session } = await talking('Hostile', { trust: 'untrusted' });
  await hosted.push(session, say('<img src=x onerror=alert(1)> [link](https://evil.example) https://evil.example'));
  await log(page).getByText('<img src=x').waitFor();
  expect(await log(page).locator('a, img').count()).toBe(0);
  await page.getByText('With dev · not verified').waitFor();
  await page.getByRole('banner').getByText('Not verified').waitFor();
});

it('takes no words when the session has ended', async () => {
  const { page, session } = await talking('Ending');
  await hosted.call(`/sessions/${session}`, undefined, 'DELETE');
  await page.getByText('This session has ended.').waitFor();
  expect(await words(page).count()).toBe(0);
  await log(page).getByText('Good day.').waitFor();
});

it('is there for the operator too', async () => {
  const { session } = await hosted.open('Both');
  await hosted.push(session, ...form(), say('Who is there?'));
  const page = await hosted.person(hosted.operatorUrl());
  await page.getByRole('link', { name: 'Both' }).click();
  await log(page).getByText('Who is there?').waitFor();
  await words(page).fill('The operator.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => heard(session)).toContain('The operator.');
  if (process.env.VITRINE_PICTURES !== undefined)
    await page.screenshot({ path: `${process.env.VITRINE_PICTURES}/chat-operator.png` });
});

const LOOKS = [
  { name: 'light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'narrow', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
] as const;

it.each(LOOKS)('fits its window, $name', async ({ name, ...look }) => {
  const { session, viewerUrl } = await hosted.open('Looks');
  await hosted.push(session, ...form(), say('Good day. What can I do for you?'));
  const page = await hosted.person(viewerUrl, look);
  await words(page).fill('A table for two on Friday, please, by the window if there is one');
  await words(page).press('Enter');
  await hosted.push(session, say('Gladly.\n\nWhich time suits you?'), ops({ op: 'turn', state: 'working' }));
  await page.getByText('Working …').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  if (process.env.VITRINE_PICTURES !== undefined)
    await page.screenshot({ path: `${process.env.VITRINE_PICTURES}/chat-${name}.png` });
});
