// The properties of one node, opened: values, where they come from, inputs for those that a person may change, results
// of checks, and a button for what can be pressed.

import { isArray, type Json, type TreeNode, type ValidationResult, type Value } from '@vitrine/core/page';
import { el, setText } from './element.ts';
import { isSecret, plainNames, sourceText, valueText } from './node-values.ts';

export interface DetailEvents {
  /** A person changed a value of the local data. */
  changed(): void;
  pressed(node: TreeNode, name: string): void;
}

/** Kept while the same node is shown, so that the focus stays in an input while its value changes. */
export class NodeDetails {
  readonly element = el('dl', { class: 'details' });
  readonly #events: DetailEvents;
  #names: readonly string[] = [];
  #updates: ((node: TreeNode) => void)[] = [];
  #node: TreeNode | undefined;

  constructor(events: DetailEvents) {
    this.#events = events;
  }

  update(node: TreeNode): void {
    this.#node = node;
    const names = plainNames(node);
    if (names.join('\n') !== this.#names.join('\n') || this.element.childElementCount === 0) this.#build(node, names);
    for (const update of this.#updates) update(node);
  }

  #build(node: TreeNode, names: readonly string[]): void {
    this.#names = names;
    this.#updates = [];
    const rows = names.flatMap((name) => [el('dt', {}, name), el('dd', {}, ...this.#value(node, name))]);
    const scope =
      node.scope.segments.length === 0 ? [] : [el('dt', { class: 'scope' }, 'item'), el('dd', {}, node.dataPath)];
    const none = rows.length === 0 && scope.length === 0 ? [el('dt', { class: 'scope' }, 'no own properties')] : [];
    this.element.replaceChildren(...rows, ...scope, ...none);
  }

  #value(node: TreeNode, name: string): Node[] {
    const prop = node.declaration?.props[name];
    if (prop?.kind === 'action') return [this.#press(name)];
    if (prop?.kind === 'checks') return [this.#checks(name)];
    const source = el('span', { class: 'source' });
    this.#updates.push((now) => {
      const from = sourceText(now, name);
      setText(source, from === undefined ? '' : `from ${from}`);
    });
    const shown = prop?.writable === true && node.isWritable(name) ? this.#input(node, name) : this.#text(name);
    return [shown, source];
  }

  #text(name: string): HTMLElement {
    const code = el('code', {});
    this.#updates.push((node) => setText(code, valueText(node, name, 400)));
    return code;
  }

  #checks(name: string): HTMLElement {
    const list = el('ul', { class: 'checks' });
    this.#updates.push((node) => list.replaceChildren(...node.checks(name).map(checkRow)));
    return list;
  }

  #press(name: string): HTMLElement {
    const button = el('button', { type: 'button', class: 'small' }, 'Press');
    button.addEventListener('click', () => this.#node !== undefined && this.#events.pressed(this.#node, name));
    return button;
  }

  #input(node: TreeNode, name: string): HTMLElement {
    const kind = node.declaration?.props[name]?.kind;
    const type =
      kind === 'bool' ? 'checkbox' : kind === 'number' ? 'number' : isSecret(node, name) ? 'password' : 'text';
    const input = el('input', { type, step: 'any', 'aria-label': `${name} of ${node.id}`, autocomplete: 'off' });
    input.addEventListener('input', () => {
      this.#node?.write(name, entered(input, kind));
      this.#events.changed();
    });
    this.#updates.push((now) => {
      const value = now.get(name) as Value;
      if (type === 'checkbox') input.checked = value === true;
      // What is being typed is left alone: "1." is on its way to "1.5".
      else if (document.activeElement !== input) input.value = fieldText(value);
    });
    return input;
  }
}

function entered(input: HTMLInputElement, kind: string | undefined): Json {
  if (kind === 'bool') return input.checked;
  if (kind === 'number') return Number.isFinite(input.valueAsNumber) ? input.valueAsNumber : 0;
  if (kind !== 'text-list') return input.value;
  return input.value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function fieldText(value: Value): string {
  if (isArray(value)) return value.map(String).join(', ');
  return value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function checkRow({ valid, message, severity }: ValidationResult): HTMLElement {
  // The message says what to do when it fails; of one that holds it would say the opposite.
  if (valid) return el('li', { class: 'fine' }, '✓ holds');
  return el('li', { class: severity ?? 'error' }, `✗ ${message ?? 'does not hold'}`);
}
