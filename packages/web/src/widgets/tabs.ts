// Tabs: one panel at a time. Which one is open is the viewer's own choice; it stays open while tabs come and go. A panel is
// drawn when it is first opened and only hidden afterwards, so what was typed and scrolled there is still there.

import { isArray, isObject, type Place, type TreeNode, toText, type Value } from '@vitrine/core';
import { attribute, make, text } from '../dom.ts';
import { brief } from '../shown-text.ts';
import type { Ui, Widget } from '../widget.ts';

/** `items`: the property that holds the tabs. */
export function tabsWidget(items: 'tabs' | 'tabItems'): Widget {
  return (ui, node) => {
    const tabs = new Tabs(ui);
    return { dom: tabs.dom, named: tabs.list, draw: () => tabs.draw(itemsOf(node, items)) };
  };
}

/** So many tabs are made in one drawing; more would make a long task. */
const MOST_AT_ONCE = 300;

interface Item {
  readonly title: string;
  readonly place: Place | undefined;
}

function itemsOf(node: TreeNode, name: string): readonly Item[] {
  const items = node.get(name);
  if (!isArray(items)) return [];
  return items.filter(isObject).map(({ title, child }) => ({
    title: brief(toText(title as Value)),
    place: child as Place | undefined,
  }));
}

class Tabs {
  readonly dom = make('div', 'tabs');
  readonly list = make('div', 'tablist');
  readonly #ui: Ui;
  readonly #tabs: HTMLButtonElement[] = [];
  /** By what they show; absent while never opened. */
  readonly #panels = new Map<Place, HTMLElement>();
  #open = 0;
  /** What each tab shows: positions shift when others come or go before it. */
  #shows: readonly (string | undefined)[] = [];

  constructor(ui: Ui) {
    this.#ui = ui;
    this.dom.append(this.list);
    this.list.addEventListener('click', (event) => {
      const tab = event.target instanceof Element ? event.target.closest('button') : null;
      if (tab !== null) this.#choose(this.#tabs.indexOf(tab));
    });
    this.list.addEventListener('keydown', (event) => this.#key(event));
  }

  draw(items: readonly Item[]): void {
    attribute(this.list, 'role', items.length === 0 ? undefined : 'tablist');
    const focused = this.#tabs[this.#open]?.matches(':focus');
    this.#follow(items);
    const most = Math.max(this.#tabs.length, this.#open) + MOST_AT_ONCE;
    const count = Math.min(items.length, most);
    for (let i = 0; i < count; i++) this.#drawTab(i, (items[i] as Item).title);
    while (this.#tabs.length > count) this.#tabs.pop()?.remove();
    for (let i = 0; i < count; i++) this.#drawPanel(i, (items[i] as Item).place);
    if (count < items.length) this.#ui.schedule();
    this.#drop(items);
    if (focused) this.#tabs[this.#open]?.focus();
  }

  /** The open tab stays open wherever it stands now; when it is gone, the one in its place opens. */
  #follow(items: readonly Item[]): void {
    const shown = this.#shows[this.#open];
    this.#shows = items.map(({ place }) => place?.componentId);
    if (shown !== undefined && this.#shows[this.#open] !== shown) {
      const moved = this.#shows.indexOf(shown);
      if (moved >= 0) this.#open = moved;
    }
    this.#open = Math.max(0, Math.min(this.#open, items.length - 1));
  }

  #drawTab(at: number, title: string): void {
    let tab = this.#tabs[at];
    if (tab === undefined) {
      tab = make('button', 'tab');
      tab.type = 'button';
      tab.id = this.#ui.stage.newId();
      tab.setAttribute('role', 'tab');
      this.#tabs[at] = tab;
      this.list.append(tab);
    }
    text(tab, title);
    attribute(tab, 'aria-selected', String(at === this.#open));
    attribute(tab, 'tabindex', at === this.#open ? undefined : '-1');
  }

  #drawPanel(at: number, place: Place | undefined): void {
    const tab = this.#tabs[at] as HTMLButtonElement;
    const isOpen = at === this.#open;
    const panel =
      place === undefined ? undefined : (this.#panels.get(place) ?? (isOpen ? this.#newPanel(place) : undefined));
    attribute(tab, 'aria-controls', panel?.id);
    if (panel === undefined) return;
    attribute(panel, 'aria-labelledby', tab.id);
    panel.hidden = !isOpen;
    this.#ui.fill(panel, place);
  }

  #newPanel(place: Place): HTMLElement {
    const panel = make('div', 'panel');
    panel.id = this.#ui.stage.newId();
    panel.setAttribute('role', 'tabpanel');
    panel.tabIndex = 0;
    this.#panels.set(place, panel);
    this.dom.append(panel);
    return panel;
  }

  #drop(items: readonly Item[]): void {
    const shown = new Set(items.map(({ place }) => place));
    for (const [place, panel] of this.#panels) {
      if (shown.has(place)) continue;
      this.#ui.fill(panel, undefined);
      panel.remove();
      this.#panels.delete(place);
    }
  }

  #choose(at: number): void {
    if (at < 0 || at === this.#open) return;
    this.#open = at;
    this.#ui.schedule();
  }

  #key(event: KeyboardEvent): void {
    const at = this.#tabs.indexOf(event.target as HTMLButtonElement);
    const to = at < 0 || event.ctrlKey || event.altKey || event.metaKey ? undefined : this.#target(event.key, at);
    if (to === undefined) return;
    event.preventDefault();
    this.#tabs[to]?.focus();
    this.#choose(to);
  }

  #target(key: string, at: number): number | undefined {
    const { length } = this.#tabs;
    const ahead = getComputedStyle(this.list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (key === 'Home') return 0;
    if (key === 'End') return length - 1;
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
    return (at + (key === ahead ? 1 : length - 1)) % length;
  }
}
