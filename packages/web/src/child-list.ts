// The children of one element: places in order, each with something that stands for it. Places that stay keep it, so
// focus, caret and scroll survive whatever happens to their neighbours.

import type { Place } from '@vitrine/core/page';
import { appendChild, arrange, isList as isItemList, removeLastChild } from './long-line.ts';

export interface Child {
  readonly place: Place;
  readonly dom: ChildNode;
  dispose(): void;
}

/** Who makes what stands at a place. */
export interface Parent {
  child(place: Place, inline: boolean): Child;
  /** Whether there is time to make one more. */
  hasTime(): boolean;
}

export class ChildList {
  readonly container: Element;
  /** What the children were made for. */
  #places: Place | readonly Place[] | undefined;
  /** All of them were made. */
  #isDone = true;
  #children: Child | Child[] | undefined;

  constructor(container: Element) {
    this.container = container;
  }

  /** False when time ran out: call again to go on. */
  update(places: Place | readonly Place[] | undefined, parent: Parent, inline: boolean): boolean {
    // A list that did not change is the same list.
    if (this.#isDone && places === this.#places) return true;
    this.#places = places;
    this.#isDone = isList(places)
      ? this.#all(places, parent, inline)
      : this.#only(places as Place | undefined, parent, inline);
    return this.#isDone;
  }

  each(run: (child: Child) => void): void {
    const children = this.#children;
    if (isList(children)) for (const child of children) run(child);
    else if (children !== undefined) run(children);
  }

  dispose(): void {
    this.each((child) => child.dispose());
  }

  #only(place: Place | undefined, parent: Parent, inline: boolean): boolean {
    const before = this.#children;
    if (isList(before)) return this.#all(place === undefined ? [] : [place], parent, inline);
    if (before?.place === place) return true;
    const made = place === undefined ? undefined : parent.child(place, inline);
    this.#children = made;
    if (before === undefined) this.container.append((made as Child).dom);
    else replace(before, made);
    return true;
  }

  #all(places: readonly Place[], parent: Parent, inline: boolean): boolean {
    const children = this.#list();
    const { length } = children;
    let from = 0;
    while (from < length && from < places.length && children[from]?.place === places[from]) from++;
    if (from < length && from < places.length && this.#haveMoved(children, places, from))
      this.#arrange(children, places, from, parent, inline);
    const inItems = from < places.length && isItemList(this.container);
    for (let i = from; i < places.length; i++) {
      const place = places[i] as Place;
      const before = children[i];
      if (before?.place === place) continue;
      if (!parent.hasTime()) return false;
      const made = parent.child(place, inline);
      children[i] = made;
      if (before === undefined) appendChild(this.container, i, made.dom, inItems);
      else replace(before, made);
    }
    while (children.length > places.length) this.#dropLast(children).dispose();
    // Made to measure: a list that was pushed into keeps room for seventeen, and most have five.
    if (length === 0) this.#children = children.slice();
    return true;
  }

  /** Whether a place from `from` on is still in the list, but not where it was. */
  #haveMoved(children: readonly Child[], places: readonly Place[], from: number): boolean {
    const wanted = new Map<Place, number>();
    for (let i = from; i < places.length; i++) wanted.set(places[i] as Place, i);
    for (let i = from; i < children.length; i++) {
      const at = wanted.get((children[i] as Child).place);
      if (at !== undefined && at !== i) return true;
    }
    return false;
  }

  /**
   * Brings those that are there into their new order and makes those between them, so that each stands where its place
   * is. What stays in order is not touched: what is taken out of the page loses focus and scroll.
   */
  #arrange(children: Child[], places: readonly Place[], from: number, parent: Parent, inline: boolean): void {
    const known = new Map(children.slice(from).map((child) => [child.place, child]));
    const next = places.slice(from).map((place) => known.get(place) ?? parent.child(place, inline));
    const kept = new Set(next);
    for (const child of known.values()) if (!kept.has(child)) child.dispose();
    arrange(this.container, children, from, next);
    children.length = from;
    for (const child of next) children.push(child);
  }

  #dropLast(children: Child[]): Child {
    const last = children.pop() as Child;
    removeLastChild(this.container, children.length, last.dom);
    return last;
  }

  #list(): Child[] {
    const children = this.#children;
    if (isList(children)) return children;
    const list = children === undefined ? [] : [children];
    this.#children = list;
    return list;
  }
}

function replace(before: Child, after: Child | undefined): void {
  before.dispose();
  if (after === undefined) before.dom.remove();
  else before.dom.replaceWith(after.dom);
}

function isList<T extends object>(value: T | readonly T[] | undefined): value is T[] {
  return Array.isArray(value);
}
