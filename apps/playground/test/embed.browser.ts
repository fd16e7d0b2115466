// One tag on a page of another origin than the host, with the files that pages without a bundler load: what a maker writes,
// and what a person sees when something is amiss. `npm run build` comes first.

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';
import { form, guarded, say } from './surfaces.ts';

/** What the elements run under, and a host to talk to. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src http://127.0.0.1:* ws://127.0.0.1:*; require-trusted-types-for 'script'; trusted-types vitrine";

let hosted: Hosted;
let server: Server;
let origin: string;
/** What the page's maker wrote. */
let body = '';

beforeAll(async () => {
  const folder = dirname(fileURLToPath(import.meta.resolve('@vitrine/embed/browser/vitrine.js')));
  server = createServer((request, response) => {
    const file = join(folder, request.url ?? '');
    const script = file.endsWith('.js') && existsSync(file) ? readFileSync(file) : undefined;
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    const head = '<!doctype html><html lang="en"><title>Mine</title><script type="module" src="/vitrine.js"></script>';
    response.end(script ?? `${head}<body><h1>Mine</h1><main>${request.url === '/empty' ? '' : body}</main>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  hosted = await Hosted.start({ origins: [origin] });
});
afterAll(async () => {
  await hosted?.stop();
  server?.close();
});
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
  expect(hosted.complaints.splice(0)).toEqual([]);
});

async function opened(title: string) {
  const made = await hosted.open(title);
  await hosted.push(made.session, ...form());
  return made;
}

/** The page, with what its elements say of their state kept. */
async function visit(html: string): Promise<Page> {
  body = html;
  const page = await hosted.person(`${origin}/empty`);
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    for (const type of ['vitrine-state', 'vitrine-welcome'])
      addEventListener(type, (event) => told.push((event as CustomEvent).detail));
  });
  await page.goto(`${origin}/`);
  return page;
}

const told = (page: Page): Promise<readonly { state?: string; reason?: string }[]> =>
  page.evaluate(() => (window as unknown as { told: [] }).told);
const heading = (page: Page) => page.getByRole('heading', { name: 'A small form' });

it('one tag with the link shows the session, sends what is done and typed unseen, and says who it is with', async () => {
  const { session, viewerUrl } = await opened('One tag');
  const page = await visit(`<vitrine-session src="${viewerUrl}"></vitrine-session>`);
  await heading(page).waitFor();
  await page.getByLabel('Pin').fill('0815-hush');
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect.poll(async () => JSON.stringify(await hosted.events(session))).toContain('0815-hush');
  await hosted.push(session, say('from the agent'));
  await page.getByText('from the agent').waitFor();
  expect(await told(page)).toEqual([
    { state: 'connecting' },
    { agent: 'dev', title: 'One tag', trust: 'trusted' },
    { state: 'live' },
  ]);
});

it('a token that stands in the page is read once and removed; a host may be named without a code', async () => {
  const { session, viewerToken } = await opened('By token');
  const page = await visit(
    `<vitrine-session src="${hosted.url}/s/${session}" token="${viewerToken}"></vitrine-session>`,
  );
  await heading(page).waitFor();
  expect(await page.locator('vitrine-session').getAttribute('token')).toBeNull();
  expect(await page.content()).not.toContain(viewerToken);
  await page.reload();
  await heading(page).waitFor();
});

it('without a token the page is asked for one, and told what to do when it has none', async () => {
  const { session, viewerToken } = await opened('Asked');
  const page = await visit(`<vitrine-session src="${hosted.url}/s/${session}"></vitrine-session>`);
  await page.getByText('This page needs its link').waitFor();
  expect((await told(page)).at(-1)).toEqual({ state: 'refused', reason: 'locked' });
  const asked = page.evaluate(
    (token) =>
      new Promise((resolve) => {
        addEventListener('vitrine-token', (event) => {
          const { session: of, respondWith } = (event as CustomEvent).detail;
          respondWith(Promise.resolve(token));
          setTimeout(() => {
            try {
              respondWith(token);
            } catch (error) {
              resolve([of, String(error)]);
            }
          });
        });
        const element = document.querySelector('vitrine-session') as HTMLElement & { src: string };
        element.src = `${element.src}/`;
      }),
    viewerToken,
  );
  expect(await asked).toEqual([session, expect.stringContaining('before the event is over')]);
  await heading(page).waitFor();
  expect(await page.getByText('This page needs its link').isVisible()).toBe(false);
});

it('a token that is taken back is asked for anew, and without another one the page says that access has ended', async () => {
  const { session, viewerToken } = await opened('Taken back');
  const page = await visit(
    `<vitrine-session src="${hosted.url}/s/${session}" token="${viewerToken}"></vitrine-session>`,
  );
  await heading(page).waitFor();
  await hosted.call(`/sessions/${session}/viewer-token`, undefined, 'DELETE');
  await page.getByText('Your access has ended').waitFor();
  expect(await heading(page).count()).toBe(0);
  expect((await told(page)).at(-1)).toEqual({ state: 'refused', reason: 'expired' });
});

it.each([
  ['an address that names no session', () => `${hosted.url}/elsewhere`, 'There is nothing to show', 'address'],
  ['no address at all', () => 'javascript:alert(1)', 'There is nothing to show', 'address'],
  ['a link whose code is none', () => `${hosted.url}/s/unknown#code=nothing`, 'Your access has ended', 'expired'],
])('%s is said in words, and told its maker', async (_, src, words, reason) => {
  const page = await visit(`<vitrine-session src="${src()}"></vitrine-session>`);
  await page.getByText(words).waitFor();
  expect((await told(page)).at(-1)).toEqual({ state: 'refused', reason });
});

it("a token of another session's is told as that", async () => {
  const [one, other] = [await opened('One'), await opened('Other')];
  const page = await visit(
    `<vitrine-session src="${hosted.url}/s/${one.session}" token="${other.viewerToken}"></vitrine-session>`,
  );
  await page.getByText('This key is for something else').waitFor();
  expect((await told(page)).at(-1)).toEqual({ state: 'refused', reason: 'foreign' });
});

it('a host that is away is said so over what is shown, and what is done meanwhile is sent when it is back', async () => {
  const { session, viewerUrl } = await opened('Away');
  const page = await visit(`<vitrine-session src="${viewerUrl}"></vitrine-session>`);
  await heading(page).waitFor();
  const before = await heading(page).boundingBox();
  await hosted.down();
  await page.getByText('No connection').waitFor();
  expect(await heading(page).boundingBox()).toEqual(before);
  await page.getByLabel('Name').fill('typed alone');
  await page.getByRole('button', { name: 'Send it' }).click();
  await hosted.up();
  await expect
    .poll(async () => JSON.stringify(await hosted.events(session)), { timeout: 30_000 })
    .toContain('typed alone');
  await page.getByText('No connection').waitFor({ state: 'hidden' });
});

it('a host that is away when the link is opened is said so, seen, and waited for', async () => {
  const { viewerUrl } = await opened('Away from the start');
  await hosted.down();
  const page = await visit(`<vitrine-session src="${viewerUrl}"></vitrine-session>`);
  const notice = page.getByText('No connection');
  await notice.waitFor();
  const [around, said] = await Promise.all([page.locator('vitrine-session').boundingBox(), notice.boundingBox()]);
  expect(around?.height).toBeGreaterThanOrEqual(said?.height ?? Number.POSITIVE_INFINITY);
  expect(await told(page)).toEqual([{ state: 'connecting' }, { state: 'offline' }]);
  await hosted.up();
  await heading(page).waitFor();
});

it.each([
  ['behind a link', '#code=vc_1', ''],
  ['by a token', '', 'token="a.b.c"'],
])('what answers and is no host of this version is told as that, %s', async (_, fragment, attributes) => {
  const other = createServer(({ method }, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    response.writeHead(method === 'OPTIONS' ? 204 : 404).end();
  });
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const src = `http://127.0.0.1:${(other.address() as AddressInfo).port}/s/abc${fragment}`;
  const page = await visit(`<vitrine-session src="${src}" ${attributes}></vitrine-session>`);
  await page.getByText('The page and its host are of different versions').waitFor();
  expect((await told(page)).at(-1)).toEqual({ state: 'refused', reason: 'version' });
  other.closeAllConnections();
  other.close();
});

it('what the host does not take is said on the page', async () => {
  const { session, viewerUrl } = await opened('Refused');
  await hosted.push(session, guarded());
  const page = await visit(`<vitrine-session src="${viewerUrl}"></vitrine-session>`);
  await page.getByRole('button', { name: 'Go' }).waitFor();
  await page.locator('vitrine-session').evaluate((element) => {
    const detail = {
      event: 'action',
      surface: 'main',
      source: 'gone',
      name: 'of-yesterday',
      context: {},
      checked: true,
    };
    element.dispatchEvent(new CustomEvent('vitrine-event', { detail }));
  });
  await page.getByText('Not accepted. What you acted on has changed meanwhile.').waitFor();
});

it('an element that is moved keeps its connection, one that is removed leaves, and comes back when it does', async () => {
  const { session, viewerUrl } = await opened('Moved');
  const page = await visit(`<vitrine-session src="${viewerUrl}"></vitrine-session><aside></aside>`);
  await heading(page).waitFor();
  const element = await page.locator('vitrine-session').elementHandle();
  const [isSame, isOver] = await page.evaluate(async (tag) => {
    const embedded = tag as HTMLElement & { connection?: { state: string } };
    const first = embedded.connection;
    document.querySelector('aside')?.append(embedded);
    await new Promise((resolve) => setTimeout(resolve));
    const second = embedded.connection;
    embedded.remove();
    await new Promise((resolve) => setTimeout(resolve));
    return [first === second && first?.state !== undefined, embedded.connection === undefined && first?.state];
  }, element);
  expect([isSame, isOver]).toEqual([true, 'closed']);
  await page.evaluate((tag) => document.querySelector('main')?.append(tag as Node), element);
  await heading(page).waitFor();
  await hosted.push(session, say('after it came back'));
  await page.getByText('after it came back').waitFor();
});

it('another src is another session, and none is none', async () => {
  const [one, two] = [await opened('First'), await opened('Second')];
  await hosted.push(two.session, say('of the second'));
  const page = await visit(`<vitrine-session src="${one.viewerUrl}"></vitrine-session>`);
  await page.getByText('nothing yet').waitFor();
  await page.locator('vitrine-session').evaluate((element, src) => element.setAttribute('src', src), two.viewerUrl);
  await page.getByText('of the second').waitFor();
  await page.locator('vitrine-session').evaluate((element) => element.removeAttribute('src'));
  await heading(page).waitFor({ state: 'detached' });
  expect((await told(page)).at(-1)).toEqual({ state: 'idle' });
});

it('a session that is closed is shown as it was left, in the language of the page, and takes no more', async () => {
  const { session, viewerUrl } = await opened('Closed');
  const page = await visit(`<vitrine-session locale="de" src="${viewerUrl}"></vitrine-session>`);
  await heading(page).waitFor();
  await hosted.call(`/sessions/${session}`, undefined, 'DELETE');
  await page.getByText('Diese Sitzung ist beendet').waitFor();
  expect(await page.locator('vitrine-session').evaluate((element) => (element as HTMLElement).inert)).toBe(true);
  expect(await page.locator('vitrine-session').getAttribute('lang')).toBe('de');
  await page.getByText('A small form').waitFor();
});

it('the tag can be asked for twice on one page', async () => {
  const { viewerUrl } = await opened('Twice');
  const tag = `<vitrine-session src="${viewerUrl}"></vitrine-session>`;
  const page = await visit(`${tag}${tag}`);
  await expect.poll(() => heading(page).count()).toBe(2);
  await page.getByLabel('Name').first().fill('in one');
  await expect.poll(() => page.getByLabel('Name').last().inputValue()).toBe('in one');
});
