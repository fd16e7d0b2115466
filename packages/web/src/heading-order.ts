// Headings of agents in the outline of a page: they begin at the level that the page gives them and leave none out, whatever
// the agent wrote, so that whoever walks from heading to heading finds the way. What they look like is not touched.

import { attribute } from './dom.ts';

/** Nobody reads faster than this, and walking through a large surface takes a millisecond. */
const PAUSE_MS = 200;
const LOWEST_LEVEL = 6;

export class HeadingOrder {
  readonly #root: ParentNode;
  #first: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: ParentNode) {
    this.#root = root;
  }

  /** The level of the first heading; undefined: they are as the agent wrote them. */
  get first(): number | undefined {
    return this.#first;
  }

  set first(level: number | undefined) {
    this.#first = level;
    this.#order();
  }

  /** Something was drawn. */
  look(): void {
    if (this.#first === undefined) return;
    this.#timer ??= setTimeout(() => this.#order(), PAUSE_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #order(): void {
    this.dispose();
    const first = this.#first;
    const above: { readonly written: number; readonly level: number }[] = [];
    for (const heading of this.#root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
      const written = Number(heading.localName[1]);
      while ((above.at(-1)?.written ?? 0) >= written) above.pop();
      const level = Math.min(LOWEST_LEVEL, (above.at(-1)?.level ?? (first ?? 1) - 1) + 1);
      above.push({ written, level });
      attribute(heading, 'aria-level', first === undefined || level === written ? undefined : String(level));
    }
  }
}
