// A part that scrolls by itself: it takes the focus, and so the arrow keys, while there is something to scroll to.

import { attribute, make } from '../../dom.ts';

export class Scroller {
  readonly dom: HTMLElement;
  readonly #observer: ResizeObserver;

  /** `name`: words for the region, or the id of the element that has them, behind a #. */
  constructor(look: string, content: Element, name: () => string) {
    const dom = make('div', `scroller ${look}`);
    this.dom = dom;
    dom.append(content);
    this.#observer = new ResizeObserver(() => {
      const over = dom.scrollWidth > dom.clientWidth + 1 || dom.scrollHeight > dom.clientHeight + 1;
      const named = name();
      const id = named.startsWith('#') ? named.slice(1) : undefined;
      attribute(dom, 'tabindex', over ? '0' : undefined);
      attribute(dom, 'role', over ? 'region' : undefined);
      attribute(dom, 'aria-labelledby', over ? id : undefined);
      attribute(dom, 'aria-label', over && id === undefined ? named : undefined);
    });
    this.#observer.observe(dom);
    this.#observer.observe(content);
  }

  dispose(): void {
    this.#observer.disconnect();
  }
}
