// The page of one viewer, `/s/ID`, on a real host in a real Chromium.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';
import { form, guarded, say } from './surfaces.ts';

let hosted: Hosted;

beforeAll(async () => {
  hosted = await Hosted.start();
});
afterAll(() => hosted?.stop());
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
  expect(hosted.complaints.splice(0)).toEqual([]);
});

async function visited(title: string): Promise<{ page: Page; session: string; viewerUrl: string }> {
  const { session, viewerUrl } = await hosted.open(title);
  await hosted.push(session, ...form());
  const page = await hosted.person(viewerUrl);
  await page.getByRole('heading', { name: 'A small form' }).waitFor();
  return { page, session, viewerUrl };
}

it('shows the session and nothing else, with its token out of the address bar', async () => {
  const { page, session } = await visited('For you');
  await page.getByRole('heading', { name: 'For you', level: 1 }).waitFor();
  expect(await page.title()).toBe('For you · Vitrine');
  expect(page.url()).toBe(`${hosted.url}/s/${session}`);
  expect(await page.getByRole('navigation').count()).toBe(0);
  await page.getByLabel('Name').fill('Grace');
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('Grace');
});

it('works after a reload, and in a second tab with the same link', async () => {
  const { page, session, viewerUrl } = await visited('Again');
  await page.reload();
  await page.getByRole('heading', { name: 'A small form' }).waitFor();
  const second = await page.context().newPage();
  await second.goto(viewerUrl);
  await second.getByRole('heading', { name: 'A small form' }).waitFor();
  await page.getByLabel('Name').fill('in one tab');
  await expect.poll(() => second.getByLabel('Name').inputValue()).toBe('in one tab');
  await hosted.push(session, say('to both'));
  for (const one of [page, second]) await one.getByText('to both').waitFor();
});

it('takes a token in the fragment as well as the code of a link', async () => {
  const { session, viewerToken, viewerUrl } = await hosted.open('By token');
  expect(viewerUrl).not.toContain(viewerToken);
  await hosted.push(session, ...form());
  const page = await hosted.person(`/s/${session}#token=${viewerToken}`);
  await page.getByRole('heading', { name: 'A small form' }).waitFor();
  expect(page.url()).not.toContain('token');
});

it('loses nothing that was typed just before a reload, or before the tab was closed', async () => {
  const { page, session, viewerUrl } = await visited('Hasty');
  const second = await page.context().newPage();
  await second.goto(viewerUrl);
  await page.getByLabel('Name').fill('typed, and reloaded at once');
  await page.reload();
  for (const one of [page, second])
    await expect.poll(() => one.getByLabel('Name').inputValue()).toBe('typed, and reloaded at once');
  await page.getByLabel('Name').fill('typed, and closed at once');
  await page.close();
  await expect.poll(() => second.getByLabel('Name').inputValue()).toBe('typed, and closed at once');
  await hosted.push(session, say('and all is well'));
  await second.getByText('and all is well').waitFor();
});

it('sends what was typed without a host once there is one again, over a reload too', async () => {
  const { page, session } = await visited('Patient');
  await hosted.down();
  await page.getByText('Offline, reconnecting').waitFor();
  await page.getByLabel('Name').fill('typed alone');
  await page.reload().catch(() => undefined);
  await hosted.up();
  // The page of the browser that says so may still be on its way.
  const visit = () =>
    page.goto(`${hosted.url}/s/${session}`).then(
      () => true,
      () => false,
    );
  await expect.poll(visit).toBe(true);
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('typed alone');
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('typed alone');
});

it('goes on over a restart of the host', async () => {
  const { page, session } = await visited('Restarting');
  await hosted.down();
  await page.getByText('Offline, reconnecting').waitFor();
  await hosted.up();
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 20_000 });
  await hosted.push(session, say('still here'));
  await page.getByText('still here').waitFor();
});

it('asks what an agent asks, and gives the answer once', async () => {
  const { page, session } = await visited('Asking');
  const ask = { op: 'ask', ask: 'colour', want: { kind: 'text' }, prompt: 'Which colour?' };
  await hosted.push(session, { vitrine: 1, body: [ask] });
  await page.getByRole('dialog').getByRole('textbox').fill('teal');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Send|Answer/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('teal');
});

it('says it when the host does not take what a person did', async () => {
  const { page, session } = await visited('Refusing');
  await hosted.push(session, guarded());
  await page.getByRole('button', { name: 'Go' }).waitFor();
  // As from a page that was slower than its session: a button that is checked sends nothing by itself.
  const act = (source: string, name: string) =>
    page
      .locator('vitrine-session')
      .evaluate((element, detail) => void element.dispatchEvent(new CustomEvent('vitrine-event', { detail })), {
        event: 'action',
        surface: 'main',
        source,
        name,
        context: {},
        checked: true,
      });
  await act('go', 'go');
  await page.getByText(/^Not accepted\. .*Agree first\./).waitFor();
  await act('send', 'of-yesterday');
  await page.getByText('Not accepted. What you acted on has changed meanwhile.').waitFor();
  // It goes at the moment that the person goes on, and not some time later.
  const said = await page.locator('vitrine-session').evaluate((element) => {
    const detail = { event: 'input', surface: 'main', path: '/agreed', value: true };
    element.dispatchEvent(new CustomEvent('vitrine-event', { detail }));
    return document.querySelector('#said')?.textContent;
  });
  expect(said).toBe('');
  expect(JSON.stringify(await hosted.events(session))).not.toContain('of-yesterday');
});

/** What the host says to this page goes through here: the test says what becomes of each answer to an event. */
async function answered(page: Page, answer: (frame: { key?: string }) => readonly object[]): Promise<void> {
  await page.routeWebSocket(/\/socket/, (socket) => {
    const host = socket.connectToServer();
    host.onMessage((text) => {
      const frame = JSON.parse(String(text));
      const frames = frame.ack === undefined && frame.issues === undefined ? [frame] : answer(frame);
      for (const one of frames) socket.send(JSON.stringify(one));
    });
  });
  await page.reload();
  await page.getByRole('heading', { name: 'A small form' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
}

const presses = async (session: string) =>
  (await hosted.events(session)).filter(({ event }) => event.event === 'action' || event.action !== undefined).length;

it('shows that a press is pending until the host has it, and lets nobody press twice', async () => {
  const { page, session } = await visited('Pending');
  const held: object[] = [];
  let isHeld = true;
  await answered(page, (frame) => {
    if (isHeld) held.push(frame);
    return isHeld ? [] : [frame];
  });
  const button = page.getByRole('button', { name: 'Send it' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
  await button.click({ force: true });
  await expect.poll(() => held.length).toBe(1);
  expect(await presses(session)).toBe(1);
  // Nothing but the mark has changed, and it is still where the person is.
  expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true);
  isHeld = false;
  await page.reload();
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  await button.click();
  await expect.poll(() => presses(session)).toBe(2);
});

it('says of what is done without a connection that it will be sent', async () => {
  const { page, session } = await visited('Without a line');
  await hosted.push(session, { vitrine: 1, body: [{ op: 'task', task: 't', message: 'Baking', value: 1, total: 2 }] });
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await hosted.down();
  await page.getByText('Offline, reconnecting').waitFor();
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('button', { name: /Will be sent when you are online again/ }).count()).toBe(2);
  await page.getByRole('status').getByText('Will be sent when you are online again').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Send it' }).click({ force: true });
  await hosted.up();
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 20_000 });
  await expect.poll(() => page.getByRole('button', { name: /Will be sent/ }).count()).toBe(0);
  expect(await presses(session)).toBe(1);
});

it('says at a field, in words, what the host did not take there, until it is mended', async () => {
  const { page } = await visited('Not there');
  const problem = (at: string) => ({
    ...{ code: 'VITRINE_WRITE_VALUE', severity: 'error', fault: 'viewer', at },
    message: 'What was entered at "/name" does not fit. Somebody is called so already.',
  });
  let refused = '/value';
  await answered(page, (frame) => (refused === '' ? [frame] : [{ issues: [problem(refused)], key: frame.key }]));
  const name = page.getByLabel('Name');
  const words = page.locator('.field').getByText('Not accepted. Somebody is called so already.');
  await name.fill('Eve');
  await page.getByLabel('Pin').focus();
  await words.waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  // With an action, it leads there.
  refused = '/writes/0';
  await name.fill('Eva');
  await words.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Send it' }).click();
  await words.waitFor();
  await expect.poll(() => name.evaluate((field) => field.matches(':focus'))).toBe(true);
  refused = '';
  await name.fill('Grace');
  await words.waitFor({ state: 'hidden' });
  expect(await name.getAttribute('aria-invalid')).toBeNull();
});

it('is shown as it was left when the session ends', async () => {
  const { page, session } = await visited('Over');
  await hosted.call(`/sessions/${session}`, undefined, 'DELETE');
  await page.getByText('This session has ended.').waitFor();
  await page.getByText('Ended', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('This session has ended.').waitFor();
  await page.getByText('A small form').waitFor();
});

it('says why there is nothing to see: no key, a wrong one, one of another session, one taken back', async () => {
  const { page, session, viewerUrl } = await visited('Locked');
  const without = await hosted.person(`/s/${session}`);
  await without.getByRole('heading', { name: 'This page needs its link' }).waitFor();
  const wrong = await hosted.person(`/s/${session}#token=a.b.c`);
  await wrong.getByRole('heading', { name: 'Your access has ended' }).waitFor();
  const other = await hosted.open('Another');
  const foreign = await hosted.person(viewerUrl.replace(session, other.session));
  await foreign.getByRole('heading', { name: 'This link is for something else' }).waitFor();
  await hosted.call(`/sessions/${session}/viewer-token`, {}, 'DELETE');
  await page.getByRole('heading', { name: 'Your access has ended' }).waitFor();
});

it('takes a new link in the same tab', async () => {
  const { page, session } = await visited('Renewed');
  await hosted.call(`/sessions/${session}/viewer-token`, {}, 'DELETE');
  await page.getByRole('heading', { name: 'Your access has ended' }).waitFor();
  const { viewerUrl } = (await hosted.call(`/sessions/${session}/viewer-token`, {})) as { viewerUrl: string };
  await page.goto(viewerUrl);
  await page.getByRole('heading', { name: 'A small form' }).waitFor();
});

it('speaks the language of the browser, and turns to another one when the browser does', async () => {
  const { session, viewerUrl } = await hosted.open('Sprachen');
  const page = await hosted.person(viewerUrl, { locale: 'de-DE' });
  await page.getByText('Noch nichts anzuzeigen').waitFor();
  await hosted.push(session, ...form());
  await page.getByLabel('Name').fill('kept');
  const element = page.locator('vitrine-session');
  expect(await element.getAttribute('lang')).toBe('de');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'language', { value: 'ar' });
    window.dispatchEvent(new Event('languagechange'));
  });
  await expect.poll(() => element.getAttribute('dir')).toBe('rtl');
  expect(await element.getAttribute('lang')).toBe('ar');
  expect(await page.getByLabel('Name').inputValue()).toBe('kept');
});

it('fetches no translation for those who read English', async () => {
  const { viewerUrl } = await hosted.open('English');
  const page = await hosted.person(viewerUrl, { locale: 'en-GB' });
  await page.getByText('Nothing to show yet').waitFor();
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const scripts = await Promise.all(names.filter((name) => name.endsWith('.js')).map((name) => fetch(name)));
  const texts = await Promise.all(scripts.map((script) => script.text()));
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter((text) => text.includes('Noch nichts anzuzeigen'))).toEqual([]);
});
