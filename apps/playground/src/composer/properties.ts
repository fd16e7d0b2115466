// The properties of the chosen component as fields: a value, a path into the data, or JSON where neither is enough. What is entered
// and cannot be read says so and changes nothing.

import { isObject, type Json, type Prop } from '@vitrine/core/page';
import { el, setText } from '../page/element.ts';
import type { CatalogHelp } from './catalog-help.ts';
import { printFlat } from './print-json.ts';
import type { SurfaceDocument } from './surface-document.ts';

export interface PropertyEvents {
  changed(id: string, name: string, value: Json | undefined): void;
  removed(id: string): void;
}

export class PropertiesPane {
  readonly #host: HTMLElement;
  readonly #help: CatalogHelp;
  readonly #events: PropertyEvents;
  #shown = '';

  constructor(host: HTMLElement, help: CatalogHelp, events: PropertyEvents) {
    this.#host = host;
    this.#help = help;
    this.#events = events;
  }

  update(document: SurfaceDocument | undefined, id: string | undefined): void {
    const component = id === undefined ? undefined : document?.component(id);
    if (document === undefined || id === undefined || component === undefined) {
      this.#shown = '';
      this.#host.replaceChildren(el('p', { class: 'empty' }, 'Choose a component to see its properties.'));
      return;
    }
    const key = `${id} ${JSON.stringify(component)}`;
    // A field that is being typed in is left alone: it wrote what is there now.
    if (key === this.#shown || this.#host.contains(window.document.activeElement)) return;
    this.#shown = key;
    const type = document.typeOf(id);
    const words = this.#help.catalogWords(document.catalog).components?.[type];
    const remove = el('button', { type: 'button', class: 'quiet small' }, 'Remove');
    remove.addEventListener('click', () => this.#events.removed(id));
    const fields = Object.entries(document.propsOf(type)).map(([name, prop]) =>
      this.#field(id, name, prop, component[name], words?.props?.[name]),
    );
    this.#host.replaceChildren(
      el('div', { class: 'property-head' }, el('strong', {}, type), el('code', {}, id), remove),
      el('p', { class: 'hint wrap' }, words?.summary ?? ''),
      ...fields,
    );
  }

  #field(id: string, name: string, prop: Prop, value: Json | undefined, words = ''): HTMLElement {
    const problem = el('span', { class: 'problem', role: 'status' });
    const inputId = `property-${name}`;
    const change = (next: Json | undefined) => this.#events.changed(id, name, next);
    const input = plainInput(prop, value, change) ?? jsonInput(prop, value, change, problem);
    input.id = inputId;
    const label = el('label', { for: inputId, title: words }, name);
    return el(
      'div',
      { class: 'property' },
      label,
      el('span', { class: 'hint', title: words }, this.#help.propWords(prop)),
      input,
      problem,
    );
  }
}

type Change = (value: Json | undefined) => void;

/** A choice, a switch, a number or a text, where the value is one. Nothing entered takes the property away. */
function plainInput(prop: Prop, value: Json | undefined, change: Change): HTMLElement | undefined {
  const isBound = isObject(value);
  if (prop.kind === 'one-of' && !isBound && prop.options.every((one) => typeof one === 'string')) {
    const options = prop.options.map((one) => el('option', { selected: one === value }, String(one)));
    const select = el('select', {}, el('option', { value: '', selected: value === undefined }, 'not set'), ...options);
    select.addEventListener('change', () => change(select.value === '' ? undefined : select.value));
    return select;
  }
  if (prop.kind === 'bool' && !isBound) {
    const input = el('input', { type: 'checkbox', checked: value === true });
    input.addEventListener('change', () => change(input.checked));
    return input;
  }
  if ((prop.kind !== 'text' && prop.kind !== 'number') || isBound) return undefined;
  const isNumber = prop.kind === 'number';
  const input = el('input', { type: isNumber ? 'number' : 'text', step: 'any', value: value as string | undefined });
  input.addEventListener('input', () => {
    if (input.value === '' && !prop.required) change(undefined);
    else change(isNumber ? input.valueAsNumber || 0 : readPath(input.value, prop));
  });
  return input;
}

/** `$/name` is the path `/name`, as in Express. */
function readPath(text: string, prop: Prop): Json {
  return 'dynamic' in prop && prop.dynamic === true && /^\$\/?[\w/]+$/.test(text) ? { path: text.slice(1) } : text;
}

function jsonInput(prop: Prop, value: Json | undefined, change: Change, problem: HTMLElement): HTMLElement {
  const area = el('textarea', { rows: 2, spellcheck: 'false', class: 'property-json' });
  area.value = value === undefined ? '' : printFlat(value);
  area.addEventListener('input', () => {
    setText(problem, '');
    if (area.value.trim() === '') return prop.required ? undefined : change(undefined);
    try {
      change(JSON.parse(area.value) as Json);
    } catch {
      setText(problem, 'This is no JSON yet; the property stays as it was.');
    }
  });
  return area;
}
