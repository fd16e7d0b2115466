// The list of families and groups at the side, and the filter over it.

import { byId, el, setText } from '../page/element.ts';
import type { GalleryCard } from './card.ts';

export interface Group {
  readonly family: string;
  readonly title: string;
  readonly id: string;
  readonly section: HTMLElement;
  readonly cards: readonly GalleryCard[];
}

export class GalleryContents {
  readonly #list = byId('contents', HTMLElement);
  readonly #filter = byId('filter', HTMLInputElement);
  readonly #family = byId('family', HTMLSelectElement);
  readonly #found = byId('found', HTMLElement);
  readonly #groups: Group[] = [];
  readonly #links = new Map<Group, { readonly item: HTMLElement; readonly count: HTMLElement }>();
  readonly #families = new Map<string, { readonly dom: HTMLElement; readonly list: HTMLElement }>();

  constructor() {
    this.#filter.addEventListener('input', () => this.apply());
    this.#family.addEventListener('change', () => this.apply());
  }

  add(group: Group): void {
    this.#groups.push(group);
    const count = el('span', { class: 'badge' });
    const item = el('li', {}, el('a', { href: `#${group.id}` }, el('span', {}, group.title), count));
    this.#links.set(group, { item, count });
    this.#familyOf(group.family).list.append(item);
  }

  /** Hides what the words of the filter are not in. */
  apply(): void {
    const words = this.#filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = this.#family.value;
    /** By family, what the words alone leave: how many a choice would show. */
    const counts = new Map<string, number>();
    let found = 0;
    for (const group of this.#groups) {
      let here = 0;
      for (const card of group.cards) {
        const text = `${group.family} ${group.title} ${card.title} ${card.entry.note ?? ''}`.toLowerCase();
        const isMeant = words.every((word) => text.includes(word));
        if (isMeant) counts.set(group.family, (counts.get(group.family) ?? 0) + 1);
        card.dom.hidden = !isMeant || (chosen !== '' && chosen !== group.family);
        if (!card.dom.hidden) here++;
      }
      group.section.hidden = here === 0;
      const link = this.#links.get(group);
      if (link !== undefined) {
        link.item.hidden = here === 0;
        setText(link.count, String(here));
      }
      found += here;
    }
    for (const { dom, list } of this.#families.values())
      dom.hidden = [...list.children].every((item) => (item as HTMLElement).hidden);
    this.#drawFamilies(chosen, counts);
    setText(this.#found, found === 1 ? '1 entry' : `${found} entries`);
  }

  #drawFamilies(chosen: string, counts: ReadonlyMap<string, number>): void {
    const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
    const options = [...this.#families.keys()].map((family) =>
      el('option', { value: family, selected: family === chosen }, `${family} (${counts.get(family) ?? 0})`),
    );
    this.#family.replaceChildren(
      el('option', { value: '', selected: chosen === '' }, `Every family (${all})`),
      ...options,
    );
  }

  #familyOf(title: string): { readonly dom: HTMLElement; readonly list: HTMLElement } {
    const known = this.#families.get(title);
    if (known !== undefined) return known;
    const list = el('ul', {});
    const dom = el('div', { class: 'family' }, el('h2', {}, title), list);
    this.#list.append(dom);
    const made = { dom, list };
    this.#families.set(title, made);
    return made;
  }
}
