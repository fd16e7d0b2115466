// The resolved tree, by the ARIA tree pattern: one tab stop, arrows move, open and close, Enter shows the properties.

import type { Tree } from '@vitrine/core';
import { el } from './element.ts';
import type { DetailEvents } from './node-details.ts';
import { empty } from './report-lists.ts';
import { TreeRow, type TreeState } from './tree-row.ts';

export class TreePane {
  readonly #host: HTMLElement;
  readonly #list = el('ul', { role: 'tree', 'aria-label': 'Resolved tree', class: 'tree' });
  readonly #state: TreeState;
  #row: TreeRow | undefined;
  #tree: Tree | undefined;
  #surface: string | undefined;

  constructor(host: HTMLElement, events: DetailEvents) {
    this.#host = host;
    this.#state = { events, open: new Map(), room: new Map(), selected: undefined, redraw: () => this.#draw() };
    this.#list.addEventListener('click', (event) => this.#click(event));
    this.#list.addEventListener('keydown', (event) => this.#key(event));
  }

  update(tree: Tree | undefined, why: string): void {
    this.#tree = tree;
    if (tree?.surface.id !== this.#surface) this.#forget(tree?.surface.id);
    if (tree?.root === undefined) {
      this.#host.replaceChildren(empty(why));
      return;
    }
    if (!this.#list.isConnected) this.#host.replaceChildren(this.#list);
    this.#draw();
  }

  /** Another surface: what was open there is not open here. */
  #forget(surface: string | undefined): void {
    this.#surface = surface;
    this.#state.open.clear();
    this.#state.room.clear();
    this.#state.selected = undefined;
    this.#row?.element.remove();
    this.#row = undefined;
  }

  #draw(): void {
    const root = this.#tree?.root;
    if (root === undefined) return;
    if (this.#row === undefined) {
      this.#row = new TreeRow(this.#state, 1);
      this.#list.append(this.#row.element);
    }
    this.#row.update(root.place);
    if (this.#list.querySelector('[role=treeitem][tabindex="0"]') === null) this.#row.element.tabIndex = 0;
  }

  #items(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(
      (item) => item.offsetParent !== null,
    );
  }

  #click(event: MouseEvent): void {
    const target = event.target as Element;
    const item = target.closest<HTMLElement>('[role=treeitem]');
    if (item === null || target.closest('.node') === null) return;
    this.#focus(item);
    if (target.closest('.twist') !== null) this.#toggle(item);
    else this.#select(item);
  }

  #key(event: KeyboardEvent): void {
    const item = event.target as HTMLElement;
    // Keys typed into an input of the details belong to it.
    if (item.getAttribute('role') !== 'treeitem') return;
    if (!this.#act(event.key, item)) return;
    event.preventDefault();
  }

  #act(key: string, item: HTMLElement): boolean {
    const items = this.#items();
    const at = items.indexOf(item);
    const expanded = item.getAttribute('aria-expanded');
    switch (key) {
      case 'ArrowDown':
        return this.#focus(items[at + 1]);
      case 'ArrowUp':
        return this.#focus(items[at - 1]);
      case 'Home':
        return this.#focus(items[0]);
      case 'End':
        return this.#focus(items.at(-1));
      case 'ArrowRight':
        return expanded === 'false' ? this.#toggle(item) : this.#focus(expanded === null ? undefined : items[at + 1]);
      case 'ArrowLeft':
        return expanded === 'true'
          ? this.#toggle(item)
          : this.#focus(item.parentElement?.closest<HTMLElement>('[role=treeitem]') ?? undefined);
      case 'Enter':
      case ' ':
        return this.#select(item);
      default:
        return false;
    }
  }

  #focus(item: HTMLElement | undefined): boolean {
    if (item === undefined) return false;
    for (const other of this.#list.querySelectorAll<HTMLElement>('[role=treeitem][tabindex="0"]')) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus({ preventScroll: true });
    item.querySelector('.node')?.scrollIntoView({ block: 'nearest' });
    return true;
  }

  #toggle(item: HTMLElement): boolean {
    this.#state.open.set(item.dataset.path ?? '', item.getAttribute('aria-expanded') === 'false');
    this.#draw();
    return true;
  }

  #select(item: HTMLElement): boolean {
    const { path } = item.dataset;
    this.#state.selected = this.#state.selected === path ? undefined : path;
    this.#draw();
    return true;
  }
}
