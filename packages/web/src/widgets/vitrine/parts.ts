// Small parts that several components of AgentChains have: a line that is there only while it says something, a sign.

import { attribute, make, text } from '../../dom.ts';
import type { FieldNoun, FieldWords } from '../../english/fields.ts';
import { iconPath, UNKNOWN_ICON } from '../../icons.ts';
import { brief } from '../../shown-text.ts';

export const SVG = 'http://www.w3.org/2000/svg';

/** An element that is there only while it has words, at its own place among the others. */
export class OptionalLine {
  readonly #parent: Element;
  readonly #make: () => HTMLElement;
  readonly #before: () => Node | null;
  element: HTMLElement | undefined;

  constructor(parent: Element, make: () => HTMLElement, before: () => Node | null = () => null) {
    this.#parent = parent;
    this.#make = make;
    this.#before = before;
  }

  say(words: string | undefined): void {
    if (words === undefined || words.trim() === '') {
      this.element?.remove();
      this.element = undefined;
      return;
    }
    if (this.element === undefined) {
      this.element = this.#make();
      this.#parent.insertBefore(this.element, this.#before());
    }
    text(this.element, brief(words));
  }
}

/** The title of a component, in front of what it shows. */
export function titleOf(parent: Element): OptionalLine {
  return new OptionalLine(
    parent,
    () => make('h3', 'title'),
    () => parent.firstChild,
  );
}

/** A picture of the icon set that says nothing by itself. */
export function sign(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  attribute(svg, 'class', 'icon');
  attribute(svg, 'viewBox', '0 0 24 24');
  attribute(svg, 'aria-hidden', 'true');
  attribute(path, 'd', iconPath(name) ?? UNKNOWN_ICON);
  svg.append(path);
  return svg;
}

/** Words for what is left out because there are too many; nothing where all are shown. */
export function leftOut(all: number, most: number, kind: FieldNoun, labels: FieldWords): string | undefined {
  return all > most ? labels.leftOut(all - most, kind) : undefined;
}

/** Puts a node in front of another one; one that is there already keeps its focus where the browser knows how to. */
export function put(parent: Element, node: Node, follower: Node | null): void {
  const { moveBefore } = parent as Element & { moveBefore?: (node: Node, follower: Node | null) => void };
  if (node.parentNode === parent && moveBefore !== undefined) moveBefore.call(parent, node, follower);
  else parent.insertBefore(node, follower);
}

/** The list holds as many elements as there are items; those that stay are drawn again, the others made or removed. */
export function each<T, E extends Element>(
  list: Element,
  items: readonly T[],
  make: (index: number) => E,
  draw: (element: E, item: T, index: number) => void,
): void {
  while (list.children.length > items.length) list.lastElementChild?.remove();
  for (const [i, item] of items.entries()) {
    let element = list.children[i] as E | undefined;
    if (element === undefined) {
      element = make(i);
      list.append(element);
    }
    draw(element, item, i);
  }
}

let region: WeakMap<Node, HTMLElement> | undefined;

/** Tells people who cannot see the page something that has just happened. */
export function announce(near: Element, words: string): void {
  region ??= new WeakMap();
  const root = near.getRootNode();
  let live = region.get(root);
  if (live === undefined) {
    live = make('span', 'unseen');
    live.setAttribute('role', 'status');
    region.set(root, live);
    (root as ShadowRoot).append(live);
  }
  const spoken = live;
  spoken.textContent = '';
  // A live region announces what comes into it after it was there.
  requestAnimationFrame(() => {
    spoken.textContent = words;
  });
}
