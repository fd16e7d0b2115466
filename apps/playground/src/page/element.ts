// Makes and changes DOM nodes. Text is only ever set as text; nothing here takes markup.

type ElementChild = Node | string | undefined;
type Attributes = { readonly [name: string]: string | number | boolean | undefined };

/** `true` sets an attribute without a value, `false` and `undefined` leave it out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly ElementChild[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child): child is Node | string => child !== undefined));
  return element;
}

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Leaves a text that is already there alone, so that a selection in it stays. */
export function setText(element: Node, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Other rows in the place of those before. Whoever is on one of them stays in its line. */
export function replaceRows(list: Element, ...rows: readonly (Node | string)[]): void {
  const buttons = () => [...list.querySelectorAll<HTMLElement>('button')];
  const at = buttons().indexOf(document.activeElement as HTMLElement);
  list.replaceChildren(...rows);
  if (at >= 0) (buttons()[at] ?? buttons().at(-1))?.focus();
}

export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no #${id} of the expected kind`);
  return element;
}

/** A long value in one line. */
export function shorten(text: string, most = 120): string {
  const line = text.length > most * 4 ? text.slice(0, most * 4) : text;
  const flat = line.replace(/\s+/g, ' ');
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}
