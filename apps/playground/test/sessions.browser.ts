// The operator's page on a real host, in a real Chromium: the list, a session live, what a person does in it, and whatever
// may happen on the way: reload, second tab, restart, no network, the end.

import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';
import { readPage } from './read-page.ts';
import { form, say } from './surfaces.ts';

let hosted: Hosted;

beforeAll(async () => {
  hosted = await Hosted.start();
});
afterAll(() => hosted?.stop());
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
  expect(hosted.complaints.splice(0)).toEqual([]);
});

const row = (page: Page, title: string): Locator => page.locator('#session-list').getByRole('link', { name: title });
const stage = (page: Page): Locator => page.locator('#stage');
const status = (page: Page, words: string): Promise<void> =>
  page.locator('#link-status', { hasText: words }).waitFor({ timeout: 20_000 });
const picture = (page: Page): Promise<string> => stage(page).locator('vitrine-session').evaluate(readPage);

async function opened(title: string): Promise<{ page: Page; session: string }> {
  const { session } = await hosted.open(title);
  await hosted.push(session, ...form());
  const page = await hosted.person(hosted.operatorUrl());
  await row(page, title).click();
  await stage(page).getByRole('heading', { name: 'A small form' }).waitFor();
  await status(page, 'Live');
  return { page, session };
}

describe('without a code', () => {
  it('the page says how to get one, and leads to what needs none', async () => {
    const page = await hosted.person('/');
    await page.getByRole('heading', { name: 'See what your agents show' }).waitFor();
    await page.locator('#home').getByText('npx @vitrine/cli operator').waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Composer' }).click();
    await page.waitForURL('**/composer');
    await pages.getByRole('link', { name: 'Gallery' }).click();
    await page.getByRole('heading', { name: 'Gallery', exact: true }).waitFor();
    expect(page.url()).toBe(`${hosted.url}/gallery`);
  });

  it('a code can be pasted, as it is or in its address; nonsense and used codes are told', async () => {
    const page = await hosted.person('/');
    const code = page.getByLabel('Address or code');
    await code.fill('not a code at all');
    await page.keyboard.press('Enter');
    await page.getByText('This is neither a code nor an address').waitFor();
    await code.fill('vo_this-was-never-one');
    await page.keyboard.press('Enter');
    await page
      .getByText('This code was used before, or its time is over. "npx @vitrine/cli operator" prints')
      .waitFor();
    await code.fill(hosted.operatorUrl());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connect your agent' }).waitFor();
  });

  it('addresses of earlier versions lead on, and one of nothing is told to be that', async () => {
    const page = await hosted.person('/gallery.html#basic-input-button');
    expect(page.url()).toBe(`${hosted.url}/gallery#basic-input-button`);
    await page.goto(`${hosted.url}/workbench.html`);
    expect(page.url()).toBe(`${hosted.url}/composer`);
    const answer = await page.goto(`${hosted.url}/no/such/page`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no page here' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Agents show, people decide' }).waitFor();
  });
});

describe('the list', () => {
  it('opens with the code of the address, which leaves the address bar at once and works once', async () => {
    const address = hosted.operatorUrl();
    const page = await hosted.person(address);
    await page.getByText('Connected').waitFor();
    expect(page.url()).toBe(`${hosted.url}/#sessions`);
    const other = await hosted.person(address);
    await other.getByText('This code was used before').waitFor();
    expect(other.url()).toBe(`${hosted.url}/#sessions`);
  });

  it('stays open over a reload, and shows sessions as they come and end', async () => {
    const page = await hosted.person(hosted.operatorUrl());
    await page.getByText('Connected').waitFor();
    await page.reload();
    await page.getByText('Connected').waitFor();
    const { session } = await hosted.open('Comes later', { dialect: 'a2ui-0.9' });
    await row(page, 'Comes later').getByText('dev · a2ui-0.9').waitFor();
    await hosted.call(`/sessions/${session}`, undefined, 'DELETE');
    await page.getByRole('tab', { name: 'Ended' }).click();
    await row(page, 'Comes later').getByText('ended').waitFor();
  });

  it('shows a title as text, whatever it looks like', async () => {
    await hosted.open('<img src=x> \u202eevil');
    const page = await hosted.person(hosted.operatorUrl());
    await row(page, '<img src=x>').waitFor();
    expect(await page.locator('#session-list img').count()).toBe(0);
    expect(await row(page, '<img src=x>').textContent()).not.toContain('\u202e');
  });

  it('is walked by keyboard', async () => {
    await hosted.open('Second to walk');
    await hosted.open('First to walk');
    const page = await hosted.person(hosted.operatorUrl());
    await row(page, 'First to walk').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Second to walk' }).waitFor();
  });
});

describe('many sessions', () => {
  it('whole titles, a mark on those that wait, the last words; searched and filtered', async () => {
    const title = `A title that is told to its end, however long it is: ${'word '.repeat(20)}end`;
    const { session } = await hosted.open(title);
    const asked = { op: 'ask', ask: 'sure', want: { kind: 'confirm' }, prompt: 'Shall I send the invoice?' };
    await hosted.push(session, { vitrine: 1, body: [asked] });
    const page = await hosted.person(hosted.operatorUrl());
    const link = row(page, 'A title that is told');
    await link.getByText('Waits for a person').waitFor();
    await link.getByText('“Shall I send the invoice?”').waitFor();
    await link.getByText('nobody looks on').waitFor();
    const isWhole = await link
      .locator('.row-title')
      .evaluate((one) => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1);
    expect(isWhole).toBe(true);
    await page.getByRole('tab', { name: 'Open' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('#session-list li').count()).toBe(1);
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByLabel('Search').fill('send the INVOICE');
    await expect.poll(() => page.locator('#session-list li').count()).toBe(1);
    await page.getByLabel('Search').fill('no such words at all');
    await page.getByText('No session has these words.').waitFor();
    // Oneself does not look on.
    await page.getByLabel('Search').fill('');
    await link.click();
    await status(page, 'Live');
    await page.locator('#session-facts').getByText('nobody looks on').waitFor();
    await hosted.call(`/sessions/${session}`, undefined, 'DELETE');
  });
});

describe('a session', () => {
  it('is shown live, and what a person does reaches its agent', async () => {
    const { page, session } = await opened('Acting');
    await hosted.push(session, say('hello from the agent'));
    await stage(page).getByText('hello from the agent').waitFor();
    await stage(page).getByLabel('Name').fill('Grace Hopper');
    await stage(page).getByRole('button', { name: 'Send it' }).click();
    await expect
      .poll(async () => (await hosted.events(session)).map(({ event }) => JSON.stringify(event)).join())
      .toMatch(/"name":"send".*Grace Hopper/);
    await row(page, 'Acting')
      .getByText(/nobody looks on · (just now|\d+ s ago)/)
      .waitFor();
  });

  it('gives its agent what was typed unseen, and shows it to nobody else', async () => {
    const { page, session } = await opened('Secret');
    await stage(page).getByLabel('Pin').fill('4711-hush');
    await stage(page).getByRole('button', { name: 'Send it' }).click();
    await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('4711-hush');
    await page.getByRole('button', { name: 'Inspector' }).click();
    await page.locator('#entries').getByText('does “send” with send').click();
    expect(await page.locator('#entries').textContent()).not.toContain('4711-hush');
  });

  it('goes on over a reload in the middle of a stream, as one that never left', async () => {
    const { page, session } = await opened('Streaming');
    const steady = await page.context().newPage();
    await steady.goto(
      ((await hosted.call(`/sessions/${session}/viewer-token`, {})) as { viewerUrl: string }).viewerUrl,
    );
    await status(steady, 'Live');
    const streamed = (async () => {
      for (let i = 1; i <= 60; i++) await hosted.push(session, say(`word ${i}`));
    })();
    await stage(page)
      .getByText(/^word \d+$/)
      .waitFor();
    await page.reload();
    await stage(page)
      .getByText(/^word \d+$/)
      .waitFor();
    await streamed;
    await hosted.push(session, say('the last word'));
    for (const one of [page, steady]) await stage(one).getByText('the last word').waitFor();
    expect(await picture(page)).toBe(await picture(steady));
  });

  it('keeps what was typed, in this tab after a reload and in others at once', async () => {
    const { page, session } = await opened('Typed');
    const other = await hosted.person(hosted.operatorUrl());
    await row(other, 'Typed').click();
    await stage(page).getByLabel('Name').fill('Katherine');
    await expect.poll(() => stage(other).getByLabel('Name').inputValue()).toBe('Katherine');
    await page.reload();
    await expect.poll(() => stage(page).getByLabel('Name').inputValue()).toBe('Katherine');
    expect(await picture(page)).toBe(await picture(other));
    expect((await hosted.events(session)).some(({ event }) => JSON.stringify(event).includes('Katherine'))).toBe(false);
  });

  it('goes on when the host was started anew, the list too; that asks for a code once operators are revoked', async () => {
    const { page, session } = await opened('Restarted');
    const before = await picture(page);
    await hosted.down();
    await status(page, 'Offline');
    await page.getByText('Host does not answer').waitFor();
    expect(await picture(page)).toBe(before);
    await stage(page).getByLabel('Name').fill('typed meanwhile');
    await hosted.up();
    await status(page, 'Live');
    await hosted.push(session, say('after the restart'));
    await stage(page).getByText('after the restart').waitFor();
    expect(await stage(page).getByLabel('Name').inputValue()).toBe('typed meanwhile');
    await page.getByText('Connected').waitFor();
    await hosted.revokeOperators();
    await page.getByText('Access ended').waitFor();
    await page.reload();
    await stage(page).getByText('after the restart').waitFor();
    await page.getByPlaceholder('Address or code').fill(hosted.operatorUrl());
    await page.keyboard.press('Enter');
    await page.getByText('Connected').waitFor();
    await row(page, 'Restarted').waitFor();
  });

  it('says that it is offline, keeps what is done meanwhile, and catches up', async () => {
    const { page, session } = await opened('Offline');
    await page.context().setOffline(true);
    await status(page, 'Offline');
    await hosted.push(session, say('said while you were away'));
    await stage(page).getByLabel('Name').fill('done while away');
    await stage(page).getByRole('button', { name: 'Send it' }).click();
    await page.context().setOffline(false);
    await stage(page).getByText('said while you were away').waitFor();
    await status(page, 'Live');
    await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('done while away');
    const sends = (await hosted.events(session)).filter(({ event }) =>
      JSON.stringify(event).includes('done while away'),
    );
    expect(sends).toHaveLength(1);
  });

  it('is shown as it was left when it ends, and nothing in it can be pressed', async () => {
    const { page, session } = await opened('Ending');
    await hosted.call(`/sessions/${session}`, undefined, 'DELETE');
    await status(page, 'Ended');
    await page.getByText('This session has ended.').waitFor();
    expect(await stage(page).locator('vitrine-session:visible').getAttribute('inert')).not.toBeNull();
    await page.reload();
    await page.getByText('This session has ended.').waitFor();
    await stage(page).getByText('A small form').waitFor();
  });

  it('that is not there is said not to be', async () => {
    const page = await hosted.person(hosted.operatorUrl());
    await page.getByText('Connected').waitFor();
    await page.goto(`${hosted.url}/#/no-such-session`);
    await page.getByRole('heading', { name: 'There is no such session' }).waitFor();
    await page.goBack();
    await page.getByText('Choose a session to see it live.').waitFor();
  });

  it('can be given to somebody else by a link', async () => {
    const { page } = await opened('Given');
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Open page' }).click(),
    ]);
    await stage(other).getByRole('heading', { name: 'A small form' }).waitFor();
    await other.getByRole('heading', { name: 'Given' }).waitFor();
    expect(other.url()).not.toContain('token');
  });
});

describe('the keyboard', () => {
  it('goes past the list to the session, whose headings stand below its title', async () => {
    const { page, session } = await opened('Skipped');
    const more = { id: 'small', component: 'Text', text: 'Small print', variant: 'h5' };
    const root = { id: 'root', component: 'Column', children: ['title', 'name', 'pin', 'said', 'send', 'small'] };
    await hosted.push(session, { version: 'v0.9', updateComponents: { surfaceId: 'main', components: [root, more] } });
    await page.reload();
    const levels = () =>
      stage(page)
        .getByRole('heading', { name: /A small form|Small print/ })
        .evaluateAll((all) => all.map((one) => one.ariaLevel));
    await expect.poll(levels).toEqual(['3', '4']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('session-title');
    expect(page.url()).toContain(session);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#session-list'))).toBeNull();
  });
});

describe('the inspector', () => {
  it('lists entries as they come, shows data, and leads through time', async () => {
    const { page, session } = await opened('Inspected');
    await page.getByRole('button', { name: 'Inspector' }).click();
    await page.locator('#entries').getByText('opens main').waitFor();
    await hosted.push(session, say('first'));
    await hosted.push(session, say('second'));
    await stage(page).getByText('second').waitFor();
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.locator('#model').getByText('"second"').waitFor();
    const slider = page.getByRole('slider', { name: 'Time' });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await stage(page).getByText('first').waitFor();
    await page.getByText(/^As it was after entry \d+\.$/).waitFor();
    await page.locator('#model').getByText('"first"').waitFor();
    expect(await stage(page).locator('vitrine-session:visible').getAttribute('inert')).not.toBeNull();
    await page.getByRole('button', { name: 'Back to now' }).press('Enter');
    await stage(page).getByText('second').waitFor();
    // The button is gone; whoever pressed it is not at the top of the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('stage-side');
    expect(await stage(page).locator('vitrine-session:visible').getAttribute('inert')).toBeNull();
  });

  it('has the newest entry on top, filters them, and keeps what is read in its place', async () => {
    const { page, session } = await opened('Filtered');
    await page.getByRole('button', { name: 'Inspector' }).click();
    const rows = page.locator('.entry-rows li');
    for (let i = 1; i <= 40; i++) await hosted.push(session, say(`line ${i}`));
    await expect.poll(() => rows.first().textContent()).toContain('line 40');
    await page.getByRole('combobox', { name: 'Author' }).selectOption('viewer');
    await expect.poll(() => rows.filter({ hasText: 'line' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Author' }).selectOption('');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('data');
    await page.getByRole('searchbox', { name: 'Words in entries' }).fill('line 7');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Words in entries' }).fill('no such line');
    await page.getByText('No entry is like that.').waitFor();
    await page.getByRole('searchbox', { name: 'Words in entries' }).fill('');
    await page.getByRole('combobox', { name: 'Surface' }).selectOption('main');
    const scroll = page.locator('#entry-scroll');
    await scroll.evaluate((one) => one.scrollTo(0, 400));
    await expect.poll(() => page.getByRole('checkbox', { name: 'Follow' }).isChecked()).toBe(false);
    await hosted.push(session, say('line 41'));
    await expect.poll(() => scroll.evaluate((one) => one.scrollTop)).toBeGreaterThan(400);
    await page.getByRole('checkbox', { name: 'Follow' }).check();
    await expect.poll(() => rows.first().textContent()).toContain('line 41');
  });

  it('compares two moments, says what an entry changed, and plays the session as a film', async () => {
    const { page, session } = await opened('Compared');
    await hosted.push(session, say('before'));
    await hosted.push(session, say('behind'));
    await page.getByRole('button', { name: 'Inspector' }).click();
    await page.locator('.entry-rows').getByText('behind').click();
    await page.getByRole('button', { name: 'What it changed' }).click();
    const result = page.locator('#compare-result');
    await result.locator('del', { hasText: 'before' }).waitFor();
    await result.locator('ins', { hasText: 'behind' }).waitFor();
    await page.getByLabel('From').fill('0');
    await page.getByLabel('to', { exact: true }).fill('1');
    await page.keyboard.press('Enter');
    await result.getByText('main: surface').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText(/^As it was after entry \d+\.$/).waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await expect.poll(() => page.locator('#at-value').textContent()).toBe('now');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save entries as a recording' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`${session}.jsonl`);
  });

  it('finds a component by a click on it, which does nothing else, and the entry that put it', async () => {
    const { page, session } = await opened('Picked');
    await hosted.push(session, say('bound words'));
    await page.getByRole('button', { name: 'Inspector' }).click();
    await page.getByRole('button', { name: 'Pick' }).click();
    await stage(page).getByRole('button', { name: 'Send it' }).click();
    const pane = page.locator('#component');
    await pane.getByRole('button', { name: /^in Button send$/ }).click();
    await pane.getByRole('heading', { name: /^Button send of main$/ }).waitFor();
    expect(JSON.stringify(await hosted.events(session))).not.toContain('"send"');
    await page.getByRole('button', { name: 'Pick' }).click();
    await stage(page).getByText('bound words').click();
    await pane.getByText('from /said').waitFor();
    for (const [notation, json] of [
      ['a2ui-0.8', /^\{\s*"id": "said",\s*"component": \{\s*"Text": \{\s*"text": \{\s*"path": "\/said"/],
      ['a2ui-1.0', /^\{\s*"id": "said",\s*"component": "Text"/],
    ] as const) {
      await pane.getByRole('combobox', { name: 'Notation' }).selectOption(notation);
      await expect.poll(() => pane.locator('.json').textContent()).toMatch(json);
    }
    await pane.getByRole('button', { name: /^See entry \d+$/ }).click();
    await page.getByText(/^As it was after entry \d+\.$/).waitFor();
    await page.locator('.entry-rows').getByText('puts').click();
    await page.getByRole('button', { name: 'Find title' }).press('Enter');
    await pane.getByRole('heading', { name: /^Text title of main$/ }).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: 'Pick' }).click();
    await page.keyboard.press('Escape');
    await stage(page).getByRole('button', { name: 'Send it' }).click();
    await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('"send"');
  });

  it('shows an entry in the words of its author, or of another dialect, and what is lost there', async () => {
    const { page, session } = await opened('On the wire');
    await hosted.push(session, say('first'));
    await page.getByRole('button', { name: 'Inspector' }).click();
    await page.locator('.entry-rows').getByText('sets /said of main').click();
    const notation = page.locator('.entry-rows').getByRole('combobox', { name: 'Notation' });
    const json = page.locator('.entry-rows .json');
    await expect.poll(() => json.textContent()).toContain('"op": "set"');
    await notation.selectOption({ label: 'a2ui-0.9, as its author speaks' });
    await expect
      .poll(async () => JSON.parse((await json.textContent()) ?? '') as unknown)
      .toEqual({ version: 'v0.9', updateDataModel: { surfaceId: 'main', path: '/said', value: 'first' } });
    await notation.selectOption('a2ui-0.8');
    await expect.poll(() => json.textContent()).toContain('"dataModelUpdate"');
    await stage(page).getByRole('button', { name: 'Send it' }).click();
    await page.locator('.entry-rows').getByText('does “send”').click();
    await expect.poll(() => json.first().textContent()).toContain('"userAction"');
  });

  it('lets data be changed in a copy, by keyboard: it is drawn, and written nowhere', async () => {
    const { page, session } = await opened('Tried');
    await hosted.push(session, say('as sent'));
    await page.getByRole('button', { name: 'Inspector' }).press('Enter');
    await page.getByRole('tab', { name: 'Entries' }).press('ArrowRight');
    const model = page.locator('#model');
    await model.getByText('"as sent"').waitFor();
    await model.getByRole('button', { name: 'Edit a copy' }).press('Enter');
    await page.getByText(/^A copy of what stood there after entry \d+\.$/).waitFor();
    await model.getByRole('button', { name: 'Change /said' }).press('Enter');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('as tried');
    await page.keyboard.press('Enter');
    await stage(page).getByText('as tried').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Change /said');
    await model.getByRole('button', { name: 'Change / as JSON' }).press('Enter');
    const whole = model.getByRole('textbox', { name: '/, JSON' });
    await whole.fill('{"said": ');
    await whole.press('Enter');
    await model.getByText('This is no JSON').waitFor();
    await whole.fill('{"said": "all of it"}');
    await whole.press('Enter');
    await stage(page).getByText('all of it').waitFor();
    await page.getByRole('button', { name: 'Back to now' }).press('Enter');
    await stage(page).getByText('as sent').waitFor();
    expect(JSON.stringify(await hosted.call(`/sessions/${session}/snapshot`))).not.toMatch(/as tried|all of it/);
  });

  it('saves what is shown as one HTML file, which needs neither a host nor a script', async () => {
    const { page, session } = await opened('To be sent on');
    await stage(page).getByRole('textbox', { name: 'Name' }).fill('Grace');
    await stage(page).getByLabel('Pin').fill('1234');
    await page.getByRole('button', { name: 'Inspector' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save what is shown as one HTML file' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`${session}.html`);
    const html = await text(await saved.createReadStream());
    expect(html).not.toMatch(/<script|1234/);
    const alone = await hosted.browser.newPage({ javaScriptEnabled: false });
    await alone.route('http://alone.example/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    const wrong: string[] = [];
    alone.on('console', (message) => wrong.push(message.text()));
    await alone.goto('http://alone.example/');
    await alone.getByRole('heading', { name: 'A small form' }).waitFor();
    expect(await alone.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Grace');
    expect(wrong).toEqual([]);
  });

  it('copies the entries as lines of JSON', async () => {
    const { page } = await opened('Copied');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Inspector' }).click();
    await page.locator('#entries').getByText('opens main').waitFor();
    await page.getByRole('button', { name: 'Copy entries as JSONL' }).click();
    await page.getByText(/entries copied\./).waitFor();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(lines.map((_, i) => i + 1));
  });

  it('tells what could not be drawn, as the agent is told', async () => {
    const { page, session } = await opened('Wrong');
    const image = { id: 'said', component: 'Image', url: 'https://elsewhere.example/a.png' };
    await hosted.push(session, { version: 'v0.9', updateComponents: { surfaceId: 'main', components: [image] } });
    await page.getByRole('button', { name: 'Inspector' }).click();
    await page.getByRole('tab', { name: 'Issues' }).click();
    await page.locator('#problems').getByText('elsewhere.example').first().waitFor();
    await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('elsewhere.example');
  });
});

describe('an operator', () => {
  const deed = async (page: Page, manage: string, label: string, name?: string): Promise<void> => {
    await page.getByRole('button', { name: manage, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: label }).click();
    if (name !== undefined) await dialog.getByLabel('Who, as sessions call them').fill(name);
    // The focus is not on what does it.
    expect(await dialog.locator('button.danger:focus').count()).toBe(0);
    await dialog.locator('button.danger').click();
  };

  it('closes, takes back, revokes, rotates and erases, each confirmed and in the audit', async () => {
    const { page, session } = await opened('To be managed');
    const said = (words: string) => page.locator('#said', { hasText: words }).waitFor();
    await page.getByRole('button', { name: 'Manage', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase the session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await deed(page, 'Manage', 'Take back its links');
    await said('The links of the session are taken back.');
    await deed(page, 'Manage', 'Close the session');
    await said('The session is closed.');
    await deed(page, 'Manage', 'Erase the session');
    await said('The session is erased.');
    await expect.poll(() => row(page, 'To be managed').count()).toBe(0);
    await deed(page, 'Manage host', 'Rotate the key that seals');
    await said('The key is rotated.');
    await deed(page, 'Manage host', 'Erase a person', 'nobody@example.org');
    await said('The person is erased.');
    const acts = await hosted.audit();
    for (const act of ['close session', 'revoke viewers', 'erase', 'rotate key'])
      expect(acts, act).toContainEqual([act, 'operator']);
    expect(await hosted.isKnown(session)).toBe(false);
    await deed(page, 'Manage host', 'End the access of all operators');
    await page.locator('#again-form').waitFor();
  });
});
