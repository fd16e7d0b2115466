// Tabs: one panel at a time. Which one is open is the viewer's own choice; it stays open while tabs come and go. A panel is
// drawn when it is first opened and only hidden afterwards, so what was typed and scrolled there is still there.

import { isArray, isObject, type Place, type TreeNode, toText, type Value } from '@vitrine/core/page';
import { attribute, make, modelled, text } from '../dom.ts';
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
const MAX_AT_ONCE = 300;

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

const newTab = modelled(() => {
  const tab = make('button', 'tab');
  tab.type = 'button';
  tab.role = 'tab';
  return tab;
});

class Tabs {
  readonly dom = make('div', 'tabs');
  readonly list = make('div', 'tablist');
  readonly #ui: Ui;
  readonly #tabs: HTMLButtonElement[] = [];
  /** By what they show; absent while never opened. */
  readonly #panels = new Map<Place, HTMLElement>();
  #items: readonly Item[] = [];
  #open = 0;

  constructor(ui: Ui) {
    this.#ui = ui;
    this.dom.append(this.list);
    this.list.addEventListener('click', ({ target }) => this.#choose(this.#tabs.indexOf(target as HTMLButtonElement)));
    this.list.addEventListener('keydown', (event) => this.#key(event));
  }

  draw(items: readonly Item[]): void {
    attribute(this.list, 'role', items.length === 0 ? undefined : 'tablist');
    const focused = this.#tabs[this.#open]?.matches(':focus');
    this.#follow(items);
    const count = Math.min(items.length, Math.max(this.#tabs.length, this.#open) + MAX_AT_ONCE);
    while (this.#tabs.length > count) this.#tabs.pop()?.remove();
    for (const [at, item] of items.slice(0, count).entries()) this.#drawTab(at, item);
    if (count < items.length) this.#ui.schedule();
    this.#drop(new Set(items.map(({ place }) => place)));
    if (focused) this.#tabs[this.#open]?.focus();
  }

  /** The open tab stays open wherever it stands now; when it is gone, the one in its place opens. */
  #follow(items: readonly Item[]): void {
    const shown = this.#items[this.#open]?.place;
    this.#items = items;
    const at = items.findIndex(({ place }) => place !== undefined && place === shown);
    this.#open = at < 0 ? Math.max(0, Math.min(this.#open, items.length - 1)) : at;
  }

  #drawTab(at: number, { title, place }: Item): void {
    const tab = this.#tabs[at] ?? newTab();
    if (this.#tabs[at] === undefined) {
      tab.id = this.#ui.stage.newId();
      this.#tabs.push(tab);
      this.list.append(tab);
    }
    const isOpen = at === this.#open;
    text(tab, title);
    tab.ariaSelected = String(isOpen);
    tab.tabIndex = isOpen ? 0 : -1;
    const panel = place && (this.#panels.get(place) ?? (isOpen ? this.#newPanel(place) : undefined));
    attribute(tab, 'aria-controls', panel?.id);
    if (panel === undefined) return;
    attribute(panel, 'aria-labelledby', tab.id);
    panel.hidden = !isOpen;
    this.#ui.fill(panel, place);
  }

  #newPanel(place: Place): HTMLElement {
    const panel = make('div', 'panel');
    panel.id = this.#ui.stage.newId();
    panel.role = 'tabpanel';
    panel.tabIndex = 0;
    this.#panels.set(place, panel);
    this.dom.append(panel);
    return panel;
  }

  #drop(shown: ReadonlySet<Place | undefined>): void {
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
    const { length } = this.#tabs;
    const at = this.#tabs.indexOf(event.target as HTMLButtonElement);
    const ahead = getComputedStyle(this.list).direction === 'rtl' ? -1 : 1;
    const keys: { readonly [key: string]: number } = {
      Home: 0,
      End: -1,
      ArrowRight: at + ahead,
      ArrowLeft: at - ahead,
    };
    const to = keys[event.key];
    if (to === undefined || at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = (to + length) % length;
    this.#tabs[next]?.focus();
    this.#choose(next);
  }
}
