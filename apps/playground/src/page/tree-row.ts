// One row of the tree: a node, its opened details, its children. Updated in place, so that focus and scrolling stay
// where they are while a stream arrives.

import type { Place, TreeNode } from '@vitrine/core/internal';
import { el, setAttributes, setText } from './element.ts';
import { type DetailEvents, NodeDetails } from './node-details.ts';
import { childPlaces, summary } from './node-values.ts';

/** What all rows of a tree share: which of them are open is remembered by their place. */
export interface TreeState {
  readonly events: DetailEvents;
  /** The person's own choice; absent: open unless it is deep or long. */
  readonly open: Map<string, boolean>;
  /** How many children are drawn where a person asked for more. */
  readonly room: Map<string, number>;
  selected: string | undefined;
  redraw(): void;
}

const OPEN_DEPTH = 8;
const OPEN_CHILDREN = 40;
const ROOM = 100;

const STATES: { readonly [state: string]: string } = {
  pending: 'waiting',
  unknown: 'unknown component',
  cyclic: 'contains itself',
  'over-limit': 'beyond the limit',
};

export class TreeRow {
  readonly element: HTMLLIElement;
  readonly #state: TreeState;
  readonly #level: number;
  readonly #twist = el('span', { class: 'twist', 'aria-hidden': 'true' });
  readonly #key = el('span', { class: 'key' });
  readonly #type = el('span', { class: 'type' });
  readonly #id = el('span', { class: 'id' });
  readonly #chip = el('span', { class: 'chip warning', hidden: true });
  readonly #summary = el('span', { class: 'summary' });
  readonly #head: HTMLElement;
  readonly #group = el('ul', { role: 'group', hidden: true });
  #details: NodeDetails | undefined;
  #rows: TreeRow[] = [];
  #more: HTMLElement | undefined;

  constructor(state: TreeState, level: number) {
    this.#state = state;
    this.#level = level;
    this.#head = el('div', { class: 'node' }, this.#twist, this.#key, this.#type, this.#id, this.#chip, this.#summary);
    this.element = el('li', { role: 'treeitem', 'aria-level': level, tabindex: '-1' }, this.#head, this.#group);
  }

  update(place: Place): void {
    const { node } = place;
    const { path } = place;
    const children = node.state === 'resolved' ? childPlaces(node) : [];
    const open = this.#state.open.get(path) ?? (this.#level < OPEN_DEPTH && children.length <= OPEN_CHILDREN);
    this.element.dataset.path = path;
    setAttributes(this.element, {
      'aria-expanded': children.length === 0 ? undefined : String(open),
      'aria-selected': String(this.#state.selected === path),
    });
    this.#describe(node, place.key, children.length, open);
    this.#updateDetails(node, path);
    this.#updateChildren(open ? children : [], path);
  }

  #describe(node: TreeNode, key: string, children: number, open: boolean): void {
    setText(this.#twist, children === 0 ? '' : open ? '▾' : '▸');
    setText(this.#key, /^children\/\d+$|^child$|^$/.test(key) ? '' : key);
    setText(this.#type, node.type ?? 'not sent yet');
    setText(this.#id, node.id);
    this.#chip.hidden = node.state === 'resolved';
    setText(this.#chip, STATES[node.state] ?? '');
    const text = node.state === 'resolved' ? summary(node) : '';
    if (this.#summary.textContent === text) return;
    // A change is worth a glance, the first text is not.
    if (this.#summary.textContent !== '') flash(this.#head);
    this.#summary.textContent = text;
  }

  #updateDetails(node: TreeNode, path: string): void {
    if (this.#state.selected !== path || node.state !== 'resolved') {
      this.#details?.element.remove();
      this.#details = undefined;
      return;
    }
    if (this.#details === undefined) {
      this.#details = new NodeDetails(this.#state.events);
      this.#head.after(this.#details.element);
    }
    this.#details.update(node);
  }

  #updateChildren(children: readonly Place[], path: string): void {
    const room = this.#state.room.get(path) ?? ROOM;
    const shown = children.slice(0, room);
    this.#group.hidden = shown.length === 0;
    for (const [i, place] of shown.entries()) {
      const row = this.#rows[i] ?? this.#add();
      row.update(place);
    }
    for (const row of this.#rows.splice(shown.length)) row.element.remove();
    this.#more?.remove();
    this.#more =
      children.length > shown.length ? this.#moreButton(children.length - shown.length, path, room) : undefined;
    if (this.#more !== undefined) this.#group.append(this.#more);
  }

  #add(): TreeRow {
    const row = new TreeRow(this.#state, this.#level + 1);
    this.#rows.push(row);
    this.#group.append(row.element);
    return row;
  }

  #moreButton(left: number, path: string, room: number): HTMLElement {
    const button = el('button', { type: 'button', class: 'quiet' }, `${left} more`);
    button.addEventListener('click', () => {
      this.#state.room.set(path, room + ROOM);
      this.#state.redraw();
    });
    return el('li', { role: 'none', class: 'more' }, button);
  }
}

function flash(element: HTMLElement): void {
  element.classList.remove('changed');
  // Reading the layout lets the animation begin anew.
  void element.offsetWidth;
  element.classList.add('changed');
}
