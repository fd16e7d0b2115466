// Starts the gallery: every family becomes cards, which are filled as they come into sight. The page begins with the first one; the
// others, and what reads them, come below it when the page is idle.

import type { Issue, Json, ViewerEvent } from '@vitrine/core';
import { ownCatalogs } from '../page/catalogs.ts';
import { allDialects } from '../page/dialects.ts';
import { defineDrawElements } from '../page/draw-elements.ts';
import { byId, el } from '../page/element.ts';
import { pageIdle } from '../page/later-chunks.ts';
import { loadOwnCatalogs } from '../page/own-catalogs.ts';
import { defineWidgets, wireSkip } from '../page/widgets.ts';
import { type CardHost, GalleryCard } from './card.ts';
import { GalleryContents } from './contents.ts';
import { basicContent } from './entries/basic-content.ts';
import type { Family, GalleryEntry } from './entry.ts';
import { EventLog } from './event-log.ts';
import { Settings } from './settings.ts';

interface Published {
  readonly group: string;
  readonly title: string;
  readonly note: string;
  readonly messages: readonly Json[];
}

async function fetchStreams(): Promise<Family | undefined> {
  try {
    const response = await fetch('streams.json');
    if (!response.ok) return undefined;
    const streams = (await response.json()) as readonly Published[];
    return { title: 'Published examples', entries: streams.map((stream) => ({ ...stream, replay: true })) };
  } catch {
    return undefined;
  }
}

/** Cards this far below the window are made ready; those above it or under the bar stay as they are: nothing moves. */
const AHEAD = '-96px 0px 400px';

export class Gallery implements CardHost {
  readonly settings: Settings;
  readonly cards = new Map<string, GalleryCard>();
  readonly #main = byId('cards', HTMLElement);
  readonly #contents = new GalleryContents();
  readonly #log = new EventLog();
  readonly #byDom = new WeakMap<Element, GalleryCard>();
  readonly #sight = new IntersectionObserver((seen) => this.#seen(seen), { rootMargin: AHEAD });

  constructor() {
    const each = (act: (card: GalleryCard) => void) => () => this.cards.forEach(act);
    this.settings = new Settings(
      this.#main,
      each((card) => card.renew()),
      each((card) => card.pace()),
    );
  }

  add({ title, entries }: Family): void {
    for (const group of new Set(entries.map((entry) => entry.group)))
      this.#group(
        title,
        group,
        entries.filter((entry) => entry.group === group),
      );
    this.#contents.apply();
  }

  /** Shows the card or the group that the address names. */
  visit(): void {
    const id = decodeURIComponent(location.hash.slice(1));
    const card = this.cards.get(id);
    if (card !== undefined && card.entry.waits !== true) card.mount();
    document.getElementById(id)?.scrollIntoView();
  }

  event(title: string, event: ViewerEvent): void {
    this.#log.event(title, event);
  }

  issue(title: string, problem: Issue): void {
    this.#log.issue(title, problem);
  }

  #group(family: string, title: string, entries: readonly GalleryEntry[]): void {
    const id = slug(`${family} ${title}`);
    const cards = entries.map((entry) => this.#card(`${id}-${slug(entry.title)}`, entry));
    const heading = el('h3', {}, el('span', { class: 'hint' }, family), ` ${title}`);
    const section = el(
      'section',
      { id, class: 'group' },
      heading,
      el('div', { class: 'grid' }, ...cards.map(({ dom }) => dom)),
    );
    this.#main.append(section);
    this.#contents.add({ family, title, id, section, cards });
  }

  #card(id: string, entry: GalleryEntry): GalleryCard {
    const card = new GalleryCard(id, entry, this.cards.size, this);
    this.cards.set(id, card);
    this.#byDom.set(card.dom, card);
    if (entry.waits !== true) this.#sight.observe(card.dom);
    return card;
  }

  #seen(seen: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      this.#sight.unobserve(target);
      this.#byDom.get(target)?.mount();
    }
  }
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

declare global {
  interface Window {
    /** For tests and for whoever looks at the page in the inspector. */
    gallery: Gallery;
  }
}

/** What stands below the bar, which is one line high or two, has to know where it ends. */
new ResizeObserver(([bar]) => {
  const height = bar?.borderBoxSize[0]?.blockSize ?? 0;
  document.documentElement.style.setProperty('--bar', `${Math.ceil(height)}px`);
}).observe(byId('bar', HTMLElement));

defineWidgets(defineDrawElements);
wireSkip(() => byId('cards', HTMLElement));
const gallery = new Gallery();
window.gallery = gallery;
gallery.add(basicContent);
gallery.visit();
addEventListener('hashchange', () => gallery.visit());
if (location.hash === '') await pageIdle();
const [{ laterFamilies }, streams] = await Promise.all([
  import('./later-families.ts'),
  fetchStreams(),
  allDialects(),
  loadOwnCatalogs(),
]);
for (const family of laterFamilies(ownCatalogs())) gallery.add(family);
if (streams !== undefined) gallery.add(streams);
document.documentElement.dataset.ready = 'true';
gallery.visit();
