// What somebody who is not trusted writes into a trusted surface, from the agent's call to the page of a person: a real
// host, a real Chromium, pictures of a host that the operator allows.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const MEDIA = 'media.test';
const AWAY = 'https://away.test/';
const MARK = 'From elsewhere, not trusted';
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

let hosted: Hosted;

beforeAll(async () => {
  hosted = await Hosted.start({ allowMedia: [MEDIA] });
});
afterAll(() => hosted?.stop());
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
  expect(hosted.complaints.splice(0)).toEqual([]);
});

/** A person with the page open, and what it asked other hosts for since. */
class Visit {
  readonly requests: string[] = [];
  readonly page: Page;
  readonly session: string;

  constructor(page: Page, session: string) {
    this.page = page;
    this.session = session;
  }

  static async start(title: string): Promise<Visit> {
    const { session, viewerUrl } = await hosted.open(title);
    const visit = new Visit(await hosted.person(viewerUrl), session);
    await visit.page.context().route(/^https:/, (route) => {
      visit.requests.push(route.request().url());
      const isPicture = route.request().url().startsWith(`https://${MEDIA}/`);
      return route.fulfill(
        isPicture ? { contentType: 'image/svg+xml', body: PICTURE } : { contentType: 'text/html', body: '<p>away</p>' },
      );
    });
    await visit.page.getByText('Nothing to show yet').waitFor();
    return visit;
  }

  /** The requests since the last look. */
  asked(): readonly string[] {
    return this.requests.splice(0);
  }

  /** Presses the button that leads away, whatever stands in its way. */
  async press(): Promise<void> {
    await this.page.getByRole('button', { name: 'Go' }).click({ force: true });
  }

  async expectBlocked(): Promise<void> {
    const { page } = this;
    await page.getByText(MARK, { exact: true }).first().waitFor();
    await expect.poll(() => page.locator('vitrine-surface :is(img, audio, video)[src]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Go' }).getAttribute('aria-disabled')).toBe('true');
    await this.press();
    // A message that is shown behind the press: what the press would have opened is open by now.
    await hosted.push(this.session, data('/shown', `after ${++presses}`));
    await page.getByText(`after ${presses}`).waitFor();
    expect(page.context().pages()).toEqual([page]);
    expect(this.asked()).toEqual([]);
  }
}

let presses = 0;

const components = (...list: readonly object[]) => ({
  version: 'v0.9',
  updateComponents: { surfaceId: 'main', components: list },
});
const data = (path: string, value: unknown) => ({
  version: 'v0.9',
  updateDataModel: { surfaceId: 'main', path, value },
});
const close = { version: 'v0.9', deleteSurface: { surfaceId: 'main' } };

const open = (): readonly object[] => [
  { version: 'v0.9', createSurface: { surfaceId: 'main', catalogId: CATALOG } },
  data('/picture', `https://${MEDIA}/first.svg`),
  components(
    { id: 'root', component: 'Column', children: ['title', 'shown', 'picture', 'sound', 'go'] },
    { id: 'title', component: 'Text', text: 'Arrivals', variant: 'h2' },
    { id: 'shown', component: 'Text', text: { path: '/shown' } },
    { id: 'picture', component: 'Image', url: { path: '/picture' } },
    { id: 'sound', component: 'AudioPlayer', url: `https://${MEDIA}/sound.mp3` },
    { id: 'label', component: 'Text', text: 'Go' },
    {
      id: 'go',
      component: 'Button',
      child: 'label',
      action: { functionCall: { call: 'openUrl', args: { url: AWAY } } },
    },
  ),
];

async function expectFree(visit: Visit): Promise<void> {
  const { page } = visit;
  await expect.poll(() => visit.requests).toContain(`https://${MEDIA}/first.svg`);
  expect(await page.getByText(MARK, { exact: true }).count()).toBe(0);
  expect(await page.locator('audio[src]').count()).toBe(1);
  const [popup] = await Promise.all([page.waitForEvent('popup'), visit.press()]);
  expect(popup.url()).toBe(AWAY);
  await popup.close();
  visit.asked();
}

describe('A trusted surface that somebody untrusted writes to', () => {
  it.each<[string, object]>([
    ['components', components({ id: 'title', component: 'Text', text: 'Departures', variant: 'h2' })],
    ['data', data('/shown', 'Departures')],
    ['data that its picture is bound to', data('/picture', `https://${MEDIA}/second.svg`)],
    [
      'a button and a picture of its own',
      components(
        { id: 'root', component: 'Column', children: ['title', 'shown', 'other', 'go'] },
        { id: 'other', component: 'Image', url: `https://${MEDIA}/other.svg` },
        {
          id: 'go',
          component: 'Button',
          child: 'label',
          action: { functionCall: { call: 'openUrl', args: { url: `${AWAY}elsewhere` } } },
        },
      ),
    ],
  ])('is marked, and its media and links are blocked, until it is closed: %s', async (what, write) => {
    const visit = await Visit.start(what);
    await hosted.push(visit.session, ...open());
    await expectFree(visit);
    await hosted.pushUntrusted(visit.session, write);
    await visit.expectBlocked();
    // Nothing that its own agent writes makes it trusted again.
    await hosted.push(
      visit.session,
      data('/picture', `https://${MEDIA}/third.svg`),
      ...open().slice(2),
      components({ id: 'title', component: 'Text', text: 'Arrivals again', variant: 'h2' }),
    );
    await visit.page.getByRole('heading', { name: 'Arrivals again' }).waitFor();
    await visit.expectBlocked();
    await visit.page.reload();
    await visit.expectBlocked();
    await hosted.push(visit.session, close, ...open());
    await expectFree(visit);
  });

  it('leaves the other surfaces of the session as they were', async () => {
    const visit = await Visit.start('Beside');
    await hosted.push(visit.session, ...open());
    await hosted.pushUntrusted(
      visit.session,
      { version: 'v0.9', createSurface: { surfaceId: 'other', catalogId: CATALOG } },
      {
        version: 'v0.9',
        updateComponents: {
          surfaceId: 'other',
          components: [{ id: 'root', component: 'Text', text: 'Foreign words' }],
        },
      },
    );
    await visit.page.getByText('Foreign words').waitFor();
    await expect.poll(() => visit.page.getByText(MARK, { exact: true }).count()).toBe(1);
    await expect.poll(() => visit.requests).toContain(`https://${MEDIA}/first.svg`);
    const [popup] = await Promise.all([visit.page.waitForEvent('popup'), visit.press()]);
    expect(popup.url()).toBe(AWAY);
  });
});
