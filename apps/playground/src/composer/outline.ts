// The components of a surface as a tree that can be rearranged: by dragging, and with Alt and the arrow keys. One tab stop.

import { el } from '../page/element.ts';
import type { SlotPlace, SurfaceDocument } from './surface-document.ts';

export interface OutlineEvents {
  selected(id: string): void;
  moved(id: string, place: SlotPlace): void;
  added(type: string, place: SlotPlace): void;
  removed(id: string): void;
}

/** What is dragged: a component that is there, or the type of a new one. */
export const DRAGGED_ID = 'application/x-vitrine-component';
export const DRAGGED_TYPE = 'application/x-vitrine-type';
/** More rows are not drawn: nobody rearranges them by hand. */
const MAX_ROWS = 1000;

interface OutlineRow {
  readonly id: string;
  readonly level: number;
  readonly slotName: string;
}

export class Outline {
  readonly #list: HTMLElement;
  readonly #events: OutlineEvents;
  #document: SurfaceDocument | undefined;
  #rows: readonly OutlineRow[] = [];
  #selected: string | undefined;

  constructor(host: HTMLElement, events: OutlineEvents) {
    this.#list = host;
    this.#events = events;
    host.addEventListener('click', ({ target }) => this.#choose(rowId(target)));
    host.addEventListener('keydown', (event) => {
      if (this.#key(event)) event.preventDefault();
    });
    host.addEventListener('dragstart', (event) => this.#drag(event));
    host.addEventListener('dragover', (event) => this.#over(event));
    host.addEventListener('dragleave', () => this.#clearMark());
    host.addEventListener('drop', (event) => this.#drop(event));
  }

  get selected(): string | undefined {
    return this.#selected;
  }

  update(document: SurfaceDocument | undefined, root: string, selected: string | undefined): void {
    this.#document = document;
    this.#selected = selected;
    this.#rows = document === undefined ? [] : [...rowsOf(document, root, 1, '', new Set())].slice(0, MAX_ROWS);
    const hadFocus = this.#list.contains(window.document.activeElement);
    this.#list.replaceChildren(...this.#rows.map((row) => this.#row(row)));
    if (hadFocus) this.#item(this.#selected)?.focus();
  }

  /** Where a new component goes: into what is chosen if it holds a list, else behind it. */
  target(): SlotPlace | undefined {
    const document = this.#document;
    const id = this.#selected ?? this.#rows[0]?.id;
    if (document === undefined || id === undefined) return undefined;
    return inside(document, id) ?? behind(document, id);
  }

  #row({ id, level, slotName }: OutlineRow): HTMLElement {
    const isChosen = id === (this.#selected ?? this.#rows[0]?.id);
    const row = el(
      'div',
      {
        ...{ role: 'treeitem', class: 'outline-row', draggable: level > 1 ? 'true' : 'false', 'data-id': id },
        ...{ 'aria-level': level, 'aria-selected': String(id === this.#selected), tabindex: isChosen ? 0 : -1 },
      },
      slotName === '' ? undefined : el('span', { class: 'key' }, slotName),
      el('span', { class: 'type' }, this.#document?.typeOf(id) || 'not sent yet'),
      el('span', { class: 'id' }, id),
    );
    row.style.setProperty('--level', String(level));
    return row;
  }

  #item(id: string | undefined): HTMLElement | undefined {
    return [...this.#list.children].find((row) => (row as HTMLElement).dataset.id === id) as HTMLElement | undefined;
  }

  #choose(id: string | undefined): boolean {
    if (id === undefined) return false;
    this.#events.selected(id);
    this.#item(id)?.focus();
    return true;
  }

  #key(event: KeyboardEvent): boolean {
    const id = rowId(event.target);
    if (id === undefined) return false;
    const at = this.#rows.findIndex((row) => row.id === id);
    if (event.altKey) return this.#rearrange(event.key, id);
    switch (event.key) {
      case 'ArrowDown':
        return this.#choose(this.#rows[at + 1]?.id);
      case 'ArrowUp':
        return this.#choose(this.#rows[at - 1]?.id);
      case 'Home':
        return this.#choose(this.#rows[0]?.id);
      case 'End':
        return this.#choose(this.#rows.at(-1)?.id);
      case 'ArrowLeft':
        return this.#choose(this.#document?.placeOf(id)?.parent);
      case 'Delete':
        this.#events.removed(id);
        return true;
      default:
        return false;
    }
  }

  /** Up and down among its neighbours, right into the one before it, left out of what it stands in. */
  #rearrange(key: string, id: string): boolean {
    const document = this.#document;
    const place = document?.placeOf(id);
    if (document === undefined || place === undefined) return false;
    const ids = document.slots(place.parent)[place.slot]?.ids ?? [];
    const before = ids[place.index - 1];
    const to: { readonly [key: string]: SlotPlace | undefined } = {
      ArrowUp: place.index > 0 ? { ...place, index: place.index - 1 } : undefined,
      ArrowDown: place.index < ids.length - 1 ? { ...place, index: place.index + 2 } : undefined,
      ArrowRight: before === undefined ? undefined : inside(document, before),
      ArrowLeft: behind(document, place.parent),
    };
    const target = Object.hasOwn(to, key) ? to[key] : undefined;
    if (target === undefined) return Object.hasOwn(to, key);
    this.#events.moved(id, target);
    return true;
  }

  #drag(event: DragEvent): void {
    const id = rowId(event.target);
    if (id !== undefined) event.dataTransfer?.setData(DRAGGED_ID, id);
  }

  #over(event: DragEvent): void {
    const { dataTransfer } = event;
    if (dataTransfer === null || ![DRAGGED_ID, DRAGGED_TYPE].some((one) => dataTransfer.types.includes(one))) return;
    const [row, where] = this.#aim(event);
    if (row === undefined) return;
    event.preventDefault();
    this.#clearMark();
    row.dataset.drop = where;
  }

  #drop(event: DragEvent): void {
    const [row, where] = this.#aim(event);
    this.#clearMark();
    const document = this.#document;
    const id = row?.dataset.id;
    const place = document === undefined || id === undefined ? undefined : placeFor(document, id, where);
    if (place === undefined) return;
    event.preventDefault();
    const type = event.dataTransfer?.getData(DRAGGED_TYPE) ?? '';
    if (type !== '') this.#events.added(type, place);
    else this.#events.moved(event.dataTransfer?.getData(DRAGGED_ID) ?? '', place);
  }

  /** The upper quarter of a row is before it, the lower one behind it, between them inside it where it holds others. */
  #aim(event: DragEvent): [HTMLElement | undefined, 'before' | 'inside' | 'behind'] {
    const row = this.#item(rowId(event.target));
    if (row === undefined) return [undefined, 'inside'];
    const { top, height } = row.getBoundingClientRect();
    const part = (event.clientY - top) / height;
    const holds = this.#document !== undefined && inside(this.#document, row.dataset.id ?? '') !== undefined;
    if (holds && part > 0.25 && part < 0.75) return [row, 'inside'];
    return [row, part < 0.5 ? 'before' : 'behind'];
  }

  #clearMark(): void {
    for (const row of this.#list.querySelectorAll<HTMLElement>('[data-drop]')) delete row.dataset.drop;
  }
}

function placeFor(document: SurfaceDocument, id: string, where: 'before' | 'inside' | 'behind'): SlotPlace | undefined {
  if (where === 'inside') return inside(document, id);
  const place = document.placeOf(id);
  if (place === undefined) return inside(document, id);
  return where === 'before' ? listPlace(document, place) : behind(document, id);
}

function inside(document: SurfaceDocument, id: string): SlotPlace | undefined {
  const slots = document.slots(id);
  const slot = slots.findIndex(({ isList }) => isList);
  return slot < 0 ? undefined : { parent: id, slot, index: slots[slot]?.ids.length ?? 0 };
}

/** The nearest place behind it in a list, further out where it stands alone. */
function behind(document: SurfaceDocument, id: string): SlotPlace | undefined {
  const place = document.placeOf(id);
  if (place === undefined) return undefined;
  const isList = document.slots(place.parent)[place.slot]?.isList === true;
  return isList ? { ...place, index: place.index + 1 } : behind(document, place.parent);
}

function listPlace(document: SurfaceDocument, place: SlotPlace): SlotPlace | undefined {
  return document.slots(place.parent)[place.slot]?.isList === true ? place : behind(document, place.parent);
}

function* rowsOf(
  document: SurfaceDocument,
  id: string,
  level: number,
  slotName: string,
  seen: Set<string>,
): Generator<OutlineRow> {
  yield { id, level, slotName };
  if (seen.has(id)) return;
  seen.add(id);
  for (const { path, ids, isTemplate } of document.slots(id)) {
    const name = isTemplate === true ? 'each' : path.join('.').replace(/^children$|^child$/, '');
    for (const inner of ids) yield* rowsOf(document, inner, level + 1, name, seen);
  }
}

function rowId(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined;
}
