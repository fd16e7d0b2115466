// Every entry of the gallery against WCAG 2.2 AA, by axe-core: in both colour schemes, with the colours of the entries
// and with colours that an agent chose to hide what is written. The page's policy is lifted only to let axe in.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Gallery } from '../src/gallery/gallery.ts';
import { Served, type Watched } from './served.ts';

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

declare global {
  interface Window {
    gallery: Gallery;
    axe: { run(context: Element | Document, options: object): Promise<AxeResults> };
  }
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const ALL = { type: 'tag', values: TAGS };
/** The rules that look at colours. Colours are all that differs from one scheme, and one theme, to the next. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LONGEST_MS = 240_000;

let served: Served;
let gallery: Watched;

beforeAll(async () => {
  served = await Served.start();
  gallery = await served.open('gallery.html', { bypassCSP: true });
  await gallery.page.locator('html[data-ready]').waitFor();
  await gallery.page.addScriptTag({ content: AXE });
});
afterAll(() => served?.stop());

/**
 * Group after group, each alone in the document: axe looks at every element, and at what lies over it. What is only hidden
 * would be looked at, too, and costs more than what is shown: 35 s of a core for a colour scheme against 21.
 */
function violations(runOnly: typeof ALL | typeof COLOURS, groups = ''): Promise<string[]> {
  return gallery.page.evaluate(
    async ({ rules, begin }) => {
      const { cards } = window.gallery;
      const all = [...document.querySelectorAll<HTMLElement>('#cards > .group')];
      const sections = all.filter(({ id }) => id.startsWith(begin));
      const found: string[] = [];
      const judge = async (where: Element) => {
        const options = { runOnly: rules, resultTypes: ['violations'], elementRef: false };
        for (const { id, nodes } of (await window.axe.run(where, options)).violations)
          for (const { target, failureSummary = '' } of nodes)
            found.push(`${where.id}: ${id} ${JSON.stringify(target)} ${failureSummary}`);
      };
      // What scrolls is found once it is laid out.
      const laidOut = async () => {
        for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
      };
      const home = document.querySelector('#cards') as HTMLElement;
      const around: [Element, Element[]][] = [];
      for (let at: Element = home; at !== document.body; at = at.parentElement ?? document.body) {
        const parent = at.parentElement ?? document.body;
        around.push([parent, [...parent.children]]);
        parent.replaceChildren(at);
      }
      for (const section of sections) {
        home.replaceChildren(section);
        const its = [...section.querySelectorAll('.card')].flatMap((dom) => cards.get(dom.id) ?? []);
        for (const card of its) if (card.entry.waits !== true) card.mount();
        for (const card of its) await card.idle;
        await laidOut();
        await judge(section);
        for (const card of its) {
          if (card.entry.waits !== true) continue;
          card.mount();
          await card.idle;
          await laidOut();
          await judge(card.dom);
          card.unmount();
        }
        for (const card of its) card.unmount();
      }
      home.replaceChildren(...all);
      for (const [parent, children] of around) parent.replaceChildren(...children);
      return found;
    },
    { rules: runOnly, begin: groups },
  );
}

it.each([
  { scheme: 'Light', hostile: false },
  { scheme: 'Dark', hostile: false },
  { scheme: 'Light', hostile: true },
  { scheme: 'Dark', hostile: true },
])(
  'breaks nothing of WCAG 2.2 AA: $scheme, hostile colours $hostile',
  { timeout: LONGEST_MS },
  async ({ scheme, hostile }) => {
    const { page } = gallery;
    await page.getByLabel(scheme, { exact: true }).check();
    await page.locator('#hostile').setChecked(hostile);
    expect(await violations(scheme === 'Light' && !hostile ? ALL : COLOURS)).toEqual([]);
  },
);

it.each([390, 768])(
  'breaks nothing of WCAG 2.2 AA in the examples of a window of %i pixels',
  { timeout: LONGEST_MS },
  async (width) => {
    const { page } = gallery;
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(ALL, 'examples-')).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

it('breaks nothing of WCAG 2.2 AA around the entries', async () => {
  const { page } = gallery;
  await page.locator('#log > summary').click();
  const found = await page.evaluate(
    async (values) => {
      const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] };
      const { violations } = await window.axe.run(document, options);
      return violations.map(({ id, nodes }) => `${id} ${JSON.stringify(nodes.map(({ target }) => target))}`);
    },
    [...TAGS, 'best-practice'],
  );
  expect(found).toEqual([]);
});
