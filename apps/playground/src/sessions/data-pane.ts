// The data of every surface as a tree. In a copy its values can be changed: the picture follows, and nothing is written anywhere.

import {
  formatPointer,
  isArray,
  isObject,
  type Json,
  type Replica,
  type Segments,
  type Surface,
  type View,
} from '@vitrine/core/page';
import { byId, el, setText, shorten } from '../page/element.ts';

export interface DataPaneEvents {
  /** The person wants a copy of what is shown. */
  readonly copy: () => void;
}

/** Of one list or object; the next so many come with a press. */
const MAX_MEMBERS = 200;
const MAX_TEXT = 160;

export class DataPane {
  readonly #host = byId('model', HTMLElement);
  readonly #events: DataPaneEvents;
  readonly #open = new Set<string>();
  readonly #room = new Map<string, number>();
  #view: View | undefined;
  /** What is shown is a copy that may be changed. */
  #copy: Replica | undefined;
  #changing: string | undefined;
  #frame = 0;

  constructor(events: DataPaneEvents) {
    this.#events = events;
  }

  show(view: View | undefined, copy: Replica | undefined): void {
    if (copy !== this.#copy) this.#changing = undefined;
    this.#view = view;
    this.#copy = copy;
    this.redraw();
  }

  /** Data may have changed: drawn in the next frame, if it can be seen. */
  redraw(): void {
    if (this.#host.offsetParent === null) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const surfaces = [...(this.#view?.surfaces.values() ?? [])];
    const { scrollTop } = this.#host;
    const focused = keyOf(document.activeElement, this.#host);
    this.#host.replaceChildren(
      ...(surfaces.length === 0 ? [el('p', { class: 'empty' }, 'No surface is open.')] : [this.#head()]),
      ...surfaces.map((surface) => this.#surface(surface)),
    );
    this.#host.scrollTop = scrollTop;
    if (focused !== undefined) this.#find(focused)?.focus({ preventScroll: true });
  }

  #find(key: string): HTMLElement | undefined {
    return [...this.#host.querySelectorAll<HTMLElement>('[data-key]')].find((one) => one.dataset.key === key);
  }

  #head(): HTMLElement {
    if (this.#copy !== undefined)
      return el('p', { class: 'copy-note' }, 'A copy: press a value to change it. It is drawn, and written nowhere.');
    const button = el('button', { type: 'button', class: 'small', 'data-key': 'copy' }, 'Edit a copy');
    button.addEventListener('click', () => this.#events.copy());
    return el('p', { class: 'entry-acts' }, button);
  }

  #surface(surface: Surface): HTMLElement {
    const data = surface.data.snapshot();
    const list = el('ul', { class: 'data-tree' }, this.#node(surface, [], 'data', data ?? {}));
    return el('section', { class: 'model' }, el('h3', {}, el('bdi', {}, surface.id)), list);
  }

  #node(surface: Surface, path: Segments, name: string, value: Json): HTMLElement {
    const key = `${surface.id} ${formatPointer(path)}`;
    const label = el('bdi', { class: 'key' }, name);
    if (this.#changing === key) return el('li', {}, label, this.#form(surface, path, key, value));
    if (!isArray(value) && !isObject(value)) return el('li', {}, label, this.#value(path, key, value));
    const members = isArray(value) ? value.map((item, i) => [String(i), item] as const) : Object.entries(value);
    const size = isArray(value) ? `[${members.length}]` : `{${members.length}}`;
    const summary = el('summary', { 'data-key': key }, label, ' ', el('span', { class: 'nothing' }, size));
    const details = el('details', {}, summary);
    const fill = () => details.append(...this.#members(surface, path, key, value, members));
    details.open = path.length === 0 ? !this.#open.has(`closed ${key}`) : this.#open.has(key);
    if (details.open) fill();
    details.addEventListener('toggle', () => {
      const [mark, isMarked] = path.length === 0 ? [`closed ${key}`, !details.open] : [key, details.open];
      if (isMarked) this.#open.add(mark);
      else this.#open.delete(mark);
      if (details.open && details.childElementCount === 1) fill();
    });
    return el('li', {}, details);
  }

  #members(
    surface: Surface,
    path: Segments,
    key: string,
    value: Json,
    members: readonly (readonly [string, Json])[],
  ): HTMLElement[] {
    const room = this.#room.get(key) ?? MAX_MEMBERS;
    const shown = members.slice(0, room).map(([name, one]) => this.#node(surface, [...path, name], name, one));
    const left = members.length - shown.length;
    const more = el('button', { type: 'button', class: 'small', 'data-key': `${key} more` }, `${left} more`);
    more.addEventListener('click', () => {
      this.#room.set(key, room + MAX_MEMBERS);
      this.#draw();
    });
    const whole = this.#copy === undefined ? [] : [el('li', {}, this.#changeButton(path, key, value, 'as JSON'))];
    return [el('ul', {}, ...whole, ...shown, left > 0 ? el('li', {}, more) : undefined)];
  }

  #value(path: Segments, key: string, value: Json): HTMLElement {
    const text = JSON.stringify(value);
    const shown = el('span', { class: value === null ? 'null' : typeof value, title: text }, shorten(text, MAX_TEXT));
    return this.#copy === undefined ? shown : this.#changeButton(path, key, value, shown);
  }

  #changeButton(path: Segments, key: string, value: Json, words: Node | string): HTMLElement {
    const named = `Change ${formatPointer(path)}${isArray(value) || isObject(value) ? ' as JSON' : ''}`;
    const button = el(
      'button',
      { type: 'button', class: 'data-value', 'data-key': `${key} value`, 'aria-label': named },
      words,
    );
    button.addEventListener('click', () => {
      this.#changing = key;
      this.#draw();
      this.#find(`${key} field`)?.focus();
    });
    return button;
  }

  /** A text is changed as it is, anything else as JSON. */
  #form(surface: Surface, path: Segments, key: string, value: Json): HTMLElement {
    const isText = typeof value === 'string';
    const text = isText ? value : JSON.stringify(value, null, 2);
    const field = el('textarea', {
      ...{ rows: Math.min(12, text.split('\n').length), spellcheck: 'false', 'data-key': `${key} field` },
      ...{ 'aria-label': `${formatPointer(path)}, ${isText ? 'text' : 'JSON'}` },
    });
    field.value = text;
    const problem = el('span', { class: 'problem', role: 'status' });
    const cancel = el('button', { type: 'button', class: 'small' }, 'Cancel');
    const form = el(
      'form',
      { class: 'data-form' },
      field,
      el('button', { type: 'submit', class: 'small' }, 'Set'),
      path.length === 0 ? undefined : this.#remove(surface, path, key),
      cancel,
      problem,
    );
    const end = () => this.#end(key);
    cancel.addEventListener('click', end);
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') end();
      else if (event.key !== 'Enter' || event.shiftKey) return;
      else form.requestSubmit();
      event.preventDefault();
      event.stopPropagation();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const next = isText ? field.value : readJson(field.value);
      if (next === undefined) return setText(problem, 'This is no JSON; the value stays as it was.');
      const refusal = this.#write(surface, { op: 'set', surface: surface.id, path: formatPointer(path), value: next });
      if (refusal === undefined) end();
      else setText(problem, refusal);
    });
    return form;
  }

  #remove(surface: Surface, path: Segments, key: string): HTMLElement {
    const button = el('button', { type: 'button', class: 'small' }, 'Remove');
    button.addEventListener('click', () => {
      this.#write(surface, { op: 'unset', surface: surface.id, path: formatPointer(path) });
      this.#end(key);
    });
    return button;
  }

  #end(key: string): void {
    this.#changing = undefined;
    this.#draw();
    this.#find(`${key} value`)?.focus();
  }

  /** Into the copy; what it refuses is said. */
  #write({ trust }: Surface, op: Parameters<Replica['apply']>[0]['body'][number]): string | undefined {
    try {
      this.#copy?.apply({ body: [op], trust });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function keyOf(element: Element | null, host: Element): string | undefined {
  return element instanceof HTMLElement && host.contains(element) ? element.dataset.key : undefined;
}
