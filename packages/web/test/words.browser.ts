// The language of what the renderer says itself: every word of it comes from the tables, in English and in any other
// language, and another language can be chosen at any time.

import type { Op } from '@vitrine/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BYPASS, violations } from './axe.ts';
import { bundle, Harness, launch } from './harness.ts';
import { asks, basic, chains, chrome, openwop } from './words-scenes.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;
const harnesses: Harness[] = [];

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle('./words-page.ts')]);
});
afterAll(() => browser?.close());
afterEach(async () => {
  for (const harness of harnesses.splice(0)) {
    expect(harness.complaints).toEqual([]);
    expect(harness.requests).toEqual([]);
    await harness.close();
  }
});

async function open(language: string, options: Parameters<typeof Harness.open>[2] = {}): Promise<Page> {
  const harness = await Harness.open(browser, files, options);
  harnesses.push(harness);
  await speak(harness.page, language);
  return harness.page;
}

function speak(page: Page, language: string): Promise<void> {
  return page.evaluate(async (name) => {
    const { element, languages } = window.spoken;
    element.words = languages[name] ?? {};
    await element.idle;
  }, language);
}

async function feed(page: Page, ...body: readonly Op[]): Promise<void> {
  await page.evaluate(async (text) => {
    window.spoken.feed(JSON.parse(text));
    await window.spoken.element.idle;
  }, JSON.stringify(body));
}

const said = (page: Page): Promise<string[]> => page.evaluate(() => window.spoken.said());

/** What is left of a text without what stands between marks. */
function unmarked(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '');
  }
  return rest;
}

/** Texts with Latin letters that come from no table. */
async function strays(page: Page): Promise<string[]> {
  const texts = await said(page);
  // Addresses are no words, and the title of the surface of OpenWOP is the agent's.
  return texts.filter((text) => /[A-Za-z]/.test(unmarked(text).replace(/\S*(?:example\S*|xn--\S*)|Berth/g, '')));
}

/** Presses what shows problems, and opens what is closed. */
async function provoke(page: Page): Promise<void> {
  const surface = page.locator('vitrine-surface').first();
  await surface.getByRole('textbox').nth(1).fill('α');
  await surface.getByRole('textbox').nth(2).fill('β');
  await surface
    .getByRole('button')
    .filter({ has: page.locator('svg') })
    .first()
    .click({ force: true });
  await surface.locator('.trigger').click();
  await page.evaluate(() => window.spoken.element.idle);
}

describe('what the renderer says', () => {
  it('on basic surfaces comes from its tables', async () => {
    const page = await open('marked');
    await feed(page, basic);
    await provoke(page);
    await page.evaluate(() => {
      window.spoken.element.ended = true;
    });
    await page.locator('.placeholder').filter({ hasText: 'was not sent' }).waitFor();
    expect(await strays(page)).toEqual([]);
    expect((await said(page)).filter((text) => text.includes('⟦')).length).toBeGreaterThan(20);
  });

  it('on surfaces of AgentChains and OpenWOP comes from its tables', async () => {
    const page = await open('marked');
    await feed(page, ...chains, openwop);
    for (const details of await page.locator('summary').all()) if (await details.isVisible()) await details.click();
    await page.locator('button[type=submit]').click();
    await page.locator('.field .problem').nth(8).waitFor();
    await page.locator('vitrine-surface').last().getByRole('button').first().click();
    await page.evaluate(() => window.spoken.element.idle);
    expect(await strays(page)).toEqual([]);
    expect((await said(page)).filter((text) => text.includes('⟦')).length).toBeGreaterThan(60);
  });

  it('in the chrome of a session comes from its tables', async () => {
    const page = await open('marked');
    expect(await strays(page)).toEqual([]);
    await feed(page, ...chrome);
    await page.locator('.more').waitFor();
    expect(await strays(page)).toEqual([]);
    expect((await said(page)).filter((text) => text.includes('⟦')).length).toBeGreaterThan(15);
  });

  it.each(asks.map((ask) => [ask.want.kind, ask] as const))(
    'in a question of the kind %s comes from its tables',
    async (_, ask) => {
      const page = await open('marked');
      await feed(page, ask);
      await page.locator('dialog.ask').waitFor();
      const send = page.locator('dialog button[type=submit]');
      if ((await send.count()) > 0) {
        await page.locator('dialog button[type=submit]:not([aria-disabled])').click();
        await expect.poll(() => page.locator('.problem').textContent()).toContain('⟦');
      }
      expect(await strays(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.ask-chip').waitFor();
      expect(await strays(page)).toEqual([]);
      await feed(page, { op: 'withdraw', ask: ask.ask });
      expect(await strays(page)).toEqual([]);
    },
  );
});

describe('another language', () => {
  it('is spoken by questions, tasks, notes, placeholders and forms', async () => {
    const page = await open('de');
    const confirm = { ...(asks[0] as Op), until: new Date(Date.now() + 55_000).toISOString() } as Op;
    await feed(page, basic, ...chains, openwop, ...chrome);
    await page.locator('button[type=submit]').click();
    await page.getByText('Bitte ausfüllen.').first().waitFor();
    await page.getByText('Mindestens 5.').waitFor();
    await page.getByText('gehört nicht zum Katalog').waitFor();
    await page.getByRole('button', { name: 'Meldung ausblenden' }).first().waitFor();
    await page.getByRole('button', { name: 'Abbrechen' }).first().waitFor();
    await feed(page, confirm);
    const dialog = page.getByRole('dialog', { name: 'Der Agent bittet um Zustimmung' });
    await dialog.getByRole('button', { name: 'Zustimmen' }).waitFor();
    await dialog.getByText(/noch 0:\d\d/).waitFor();
    const english = await page.evaluate(() => {
      const { marked, de } = window.spoken.languages as { [name: string]: { [key: string]: unknown } };
      const own = Object.keys(marked ?? {}).filter((key) => typeof marked?.[key] === 'string');
      return own.map((key) => [String(marked?.[key]).slice(1, -1), de?.[key]]).filter(([en, other]) => en !== other);
    });
    const known = new Set(english.map(([words]) => words));
    // These are German words, too.
    for (const words of ['Info', 'Text', 'Code']) known.delete(words);
    expect((await said(page)).filter((text) => known.has(text))).toEqual([]);
    expect(await page.locator('vitrine-session').getAttribute('lang')).toBe('de');
  });

  it('comes at any time, and nothing that a person has begun is lost', async () => {
    const page = await open('english');
    await feed(page, basic, ...chrome, asks[2] as Op);
    const answer = page.locator('dialog input');
    await answer.fill('αβγ');
    await answer.evaluate((input: HTMLInputElement) => {
      input.setSelectionRange(1, 2);
      input.dataset.kept = 'yes';
    });
    for (const [language, question, cancel] of [
      ['de', 'Der Agent hat eine Frage', 'Abbrechen'],
      ['fr', 'L’agent vous pose une question', 'Annuler'],
      ['es', 'El agente le hace una pregunta', 'Cancelar'],
      ['ja', 'エージェント から質問があります', 'キャンセル'],
      ['english', 'The agent asks you a question', 'Cancel'],
    ] as const) {
      await speak(page, language);
      await page.getByRole('dialog', { name: question }).waitFor();
      expect(await page.locator('.task button').first().textContent()).toBe(cancel);
      const kept = await answer.evaluate((input: HTMLInputElement) => [
        input.value,
        input.selectionStart,
        input.selectionEnd,
        input.dataset.kept,
        input.matches(':focus'),
      ]);
      expect(kept).toEqual(['αβγ', 1, 2, 'yes', true]);
    }
    expect(await page.locator('.placeholder').first().textContent()).toContain('not part of the catalog');
  });

  it('may be a few words, and the rest is English', async () => {
    const page = await open('english');
    await page.evaluate(() => {
      window.spoken.element.words = { nothingYet: 'Empty so far', yes: 'Aye' };
    });
    await page.getByText('Empty so far').waitFor();
    await feed(page, basic, ...chrome);
    await page.getByRole('checkbox', { name: 'Aye' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss note' }).first().waitFor();
  });

  it('is that of each element: two on a page speak each their own', async () => {
    const page = await open('de');
    await page.evaluate(async () => {
      const { element, languages } = window.spoken;
      const second = document.createElement('vitrine-session') as typeof element;
      second.words = languages.fr ?? {};
      second.view = element.view;
      element.after(second);
      await second.idle;
    });
    await page.getByText('Noch nichts anzuzeigen').waitFor();
    await page.getByText('Rien à afficher pour l’instant').waitFor();
  });
});

describe('Arabic', () => {
  it('turns the element, unless the page has a direction of its own', async () => {
    const page = await open('ar');
    const session = page.locator('vitrine-session');
    expect(await session.getAttribute('dir')).toBe('rtl');
    await feed(page, basic, ...chrome, asks[0] as Op);
    const dialog = page.getByRole('dialog', { name: 'يطلب الوكيل موافقتك' });
    await dialog.waitFor();
    expect(await dialog.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await speak(page, 'de');
    expect(await session.getAttribute('dir')).toBe(null);
    await page.evaluate(() => {
      document.documentElement.dir = 'ltr';
    });
    await speak(page, 'ar');
    expect(await session.getAttribute('dir')).toBe(null);
  });

  it('breaks no rule of WCAG 2.2 AA', async () => {
    const page = await open('ar', { context: BYPASS });
    await feed(page, ...chains, ...chrome);
    expect(await violations(page)).toEqual([]);
    await feed(page, asks[0] as Op);
    expect(await violations(page)).toEqual([]);
  });
});
