// The gallery in a real Chromium: every entry is drawn without a complaint and without a request, every published stream
// says on the page what its resolved tree says, and the controls of the page do what they are there for.

import { readFileSync } from 'node:fs';
import type { Json } from '@vitrine/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Gallery } from '../src/gallery/gallery.ts';
import { Replay } from '../src/gallery/replay.ts';
import { allDialects } from '../src/page/dialects.ts';
import { expectedText, letters } from './expected-text.ts';
import { readPage } from './read-page.ts';
import { Served, type Watched } from './served.ts';

const PUBLISHED = JSON.parse(readFileSync(new URL('../dist/www/streams.json', import.meta.url), 'utf8')) as {
  readonly group: string;
  readonly title: string;
  readonly messages: readonly Json[];
}[];

declare global {
  interface Window {
    gallery: Gallery;
  }
}

let served: Served;
let gallery: Watched;

beforeAll(async () => {
  await allDialects();
  served = await Served.start();
  gallery = await served.open('gallery.html');
  await gallery.page.locator('html[data-ready]').waitFor();
});
afterAll(() => served?.stop());
afterEach(() => expect(gallery.complaints.splice(0)).toEqual([]));

describe('the gallery', () => {
  it('opens with the cards in sight only, and fetches every other chunk when it is idle', async () => {
    const { page, requests } = gallery;
    const mounted = await page.evaluate(
      () => [...window.gallery.cards.values()].filter((card) => card.isMounted).length,
    );
    expect(mounted).toBeGreaterThan(0);
    expect(mounted).toBeLessThan(60);
    const links = () =>
      page
        .locator('link[rel=modulepreload]')
        .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')}`).sort());
    const later = ((await page.locator('meta[name=later-chunks]').getAttribute('content')) ?? '').split(' ');
    expect(later.length).toBeGreaterThan(3);
    await expect.poll(links).toEqual(expect.arrayContaining(later));
    const asked = () => requests.filter((path) => path.startsWith('/chunk-')).sort();
    await expect.poll(async () => asked().join() === (await links()).join()).toBe(true);
  });

  it('calls every button by a name of its own, before anything is drawn too', async () => {
    const names = await gallery.page.evaluate(() =>
      [...document.querySelectorAll('button, summary')].map((one) => one.ariaLabel ?? one.textContent.trim()),
    );
    expect(names.length).toBeGreaterThan(400);
    expect(names.filter((name, i) => name === '' || names.indexOf(name) !== i)).toEqual([]);
  });

  it('draws an entry the same before and after those of another catalog were drawn', async () => {
    const looks = (families: string) =>
      gallery.page.evaluate(async (wanted) => {
        const found: { [where: string]: string } = {};
        for (const { id, dom } of [...window.gallery.cards.values()].filter((card) => card.id.startsWith(wanted))) {
          const surface = dom.querySelector('vitrine-session')?.shadowRoot?.querySelector('vitrine-surface');
          for (const [i, element] of [...(surface?.shadowRoot?.querySelectorAll('*') ?? [])].entries()) {
            const { width, height } = element.getBoundingClientRect();
            const style = getComputedStyle(element);
            const look = ['padding', 'margin', 'border', 'background', 'color', 'font', 'display', 'appearance'];
            const said = look.map((name) => style.getPropertyValue(name));
            found[`${id} ${i} ${element.className}`] = [width, height, ...said].join(' ');
          }
        }
        return found;
      }, families);
    const mount = (families: string) =>
      gallery.page.evaluate(async (wanted) => {
        const cards = [...window.gallery.cards.values()];
        for (const card of cards) if (card.id.startsWith(wanted) && card.entry.waits !== true) card.mount();
        for (const card of cards) await card.idle;
      }, families);
    await mount('basic-');
    const before = await looks('basic-');
    expect(Object.keys(before).length).toBeGreaterThan(1000);
    await mount('agentchains-');
    expect(await looks('basic-')).toEqual(before);
  });

  it('draws every entry without a complaint and without a request', async () => {
    const { page, requests } = gallery;
    const before = requests.length;
    const failed = await page.evaluate(async () => {
      const faults: string[] = [];
      for (const card of window.gallery.cards.values()) {
        if (card.entry.waits !== true) card.mount();
        await card.idle;
      }
      for (const { id, dom, entry } of window.gallery.cards.values()) {
        const session = dom.querySelector('vitrine-session');
        const surface = session?.shadowRoot?.querySelector('vitrine-surface')?.shadowRoot;
        if (entry.waits !== true && (surface?.childElementCount ?? 0) === 0) faults.push(`${id} is empty`);
        if (surface?.textContent?.includes('its widget failed') === true) faults.push(`${id} has a widget that failed`);
      }
      return faults;
    });
    expect(failed).toEqual([]);
    expect(requests.slice(before)).toEqual([]);
  });

  it('shows what covers the page when it is asked to, one at a time', async () => {
    const { page } = gallery;
    const empty = await page.evaluate(async () => {
      const faults: string[] = [];
      for (const card of window.gallery.cards.values()) {
        if (card.entry.waits !== true) continue;
        card.mount();
        await card.idle;
        await new Promise((done) => requestAnimationFrame(done));
        const root = card.dom.querySelector('vitrine-session')?.shadowRoot;
        if (root?.querySelector('dialog:modal, :popover-open') == null) faults.push(card.id);
        card.unmount();
      }
      return faults;
    });
    expect(empty).toEqual([]);
  });

  it('keeps the focus where the button stood that shows what covers the page', async () => {
    const { page } = gallery;
    await page.getByRole('button', { name: 'Show it: Toasts' }).press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('vitrine-session');
    await page.evaluate(() => {
      for (const card of window.gallery.cards.values()) if (card.entry.waits === true) card.unmount();
    });
  });

  it('says on the page what the resolved tree of every published stream says', async () => {
    const { page } = gallery;
    const cards = await page.evaluate(() =>
      [...window.gallery.cards.values()]
        .filter(({ id }) => id.startsWith('published-examples-'))
        .map(({ id, entry }) => ({ id, group: entry.group, title: entry.title })),
    );
    expect(PUBLISHED).toHaveLength(93);
    expect(cards.map(({ group, title }) => `${group}: ${title}`)).toEqual(
      PUBLISHED.map(({ group, title }) => `${group}: ${title}`),
    );
    const differing: object[] = [];
    for (const [i, stream] of PUBLISHED.entries()) {
      const replay = new Replay(stream);
      replay.rest();
      const expected = expectedText(replay.fold);
      const shown = await page.locator(`[id="${cards[i]?.id}"] vitrine-session`).evaluate(readPage);
      if (letters(shown) !== letters(expected)) differing.push({ stream: stream.title, expected, shown });
      expect(letters(expected).length, stream.title).toBeGreaterThan(0);
    }
    expect(differing).toEqual([]);
  });

  it('plays a stream step by step, at a speed and from the beginning', async () => {
    const { page } = gallery;
    const card = page.locator('[id="basic-everywhere-arriving-parents-before-children"]');
    await card.getByRole('button', { name: 'Restart' }).click();
    await card.getByText('0 of 9').waitFor();
    for (let i = 0; i < 3; i++) await card.getByRole('button', { name: 'Step' }).click();
    await card.getByRole('heading', { name: 'A page that grows' }).waitFor();
    expect(await card.getByRole('button', { name: 'Go', exact: true }).count()).toBe(0);
    await page.locator('#speed').selectOption('64');
    await card.getByRole('button', { name: 'Continue' }).click();
    await card.getByRole('button', { name: 'Go', exact: true }).waitFor();
    await card.getByText('9 of 9').waitFor();
    await page.locator('#speed').selectOption('0');
    await card.getByRole('button', { name: 'Play again' }).click();
    await card.getByText('9 of 9').waitFor();
    await card.getByText('First the structure, then the words.').waitFor();
  });

  it('writes down what a person does, and what is wrong', async () => {
    const { page } = gallery;
    await page.locator('#log > summary').click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page
      .locator('[id="basic-input-button-every-variant"]')
      .getByRole('button', { name: 'A primary button' })
      .click();
    const row = page.locator('#log-rows li').first();
    await row.getByText('"name":"primary"').waitFor();
    expect(await row.textContent()).toContain('Every variant');
    await page.locator('#log > summary').click();
  });

  it('filters by words and leads to an entry by its address', async () => {
    const { page } = gallery;
    await page.getByLabel('Filter', { exact: true }).fill('slider label');
    await page.getByText('1 entry', { exact: true }).waitFor();
    expect(await page.locator('article:visible').count()).toBe(1);
    expect(await page.locator('#contents .badge:visible').allTextContents()).toEqual(['1']);
    await page.getByLabel('Filter', { exact: true }).fill('');
    await page.evaluate(() => {
      location.hash = 'agentchains-table-sortable';
    });
    await page.locator('[id="agentchains-table-sortable"]').waitFor();
    await page.waitForFunction(() => {
      const top = document.getElementById('agentchains-table-sortable')?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < innerHeight;
    });
  });

  it('turns, narrows and darkens the entries and not the page', async () => {
    const { page } = gallery;
    await page.getByLabel('RTL').check();
    await page.getByLabel('320').check();
    await page.getByLabel('Dark', { exact: true }).check();
    const looks = await page.evaluate(() => {
      const session = document.querySelector('.stage vitrine-session') as HTMLElement;
      const { direction, colorScheme } = getComputedStyle(session);
      return { direction, colorScheme, width: session.clientWidth, page: getComputedStyle(document.body).direction };
    });
    expect(looks).toEqual({ direction: 'rtl', colorScheme: 'dark', width: 320, page: 'ltr' });
    for (const name of ['LTR', 'Fit', 'Auto']) await page.getByLabel(name).check();
  });

  it.each([320, 820, 1920])('fits a window of %i pixels', async (width) => {
    const { page } = gallery;
    await page.setViewportSize({ width, height: 800 });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
  });
});
