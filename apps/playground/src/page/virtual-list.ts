// A list of any length of which only the rows near the window stand on the page. Rows may have any height: it is measured
// when a row stands there, and guessed before. Whoever has the focus in a row that goes keeps it on the list itself.

import { setAttributes } from './element.ts';

export interface VirtualListOptions<T> {
  readonly keyOf: (item: T) => string;
  /** A list item. */
  readonly draw: (item: T) => HTMLElement;
  /** An item that stands there already is another one now. */
  readonly update?: (row: HTMLElement, item: T) => void;
  /** How high a row is before it was seen. */
  readonly rowHeight: number;
}

const OVERSCAN = 300;
/** More rows than any window shows. */
const MAX_ROWS = 200;

export class VirtualList<T> {
  readonly #scroller: HTMLElement;
  readonly #list: HTMLElement;
  readonly #options: VirtualListOptions<T>;
  readonly #rows = new Map<string, HTMLElement>();
  readonly #heights = new Map<string, number>();
  readonly #sizes = new ResizeObserver((changes) => this.#measure(changes.map(({ target }) => target as HTMLElement)));
  #items: readonly T[] = [];
  #width = 0;
  #frame = 0;

  constructor(scroller: HTMLElement, list: HTMLElement, options: VirtualListOptions<T>) {
    this.#scroller = scroller;
    this.#list = list;
    this.#options = options;
    scroller.addEventListener('scroll', () => this.#soon(), { passive: true });
    this.#sizes.observe(scroller);
  }

  get items(): readonly T[] {
    return this.#items;
  }

  show(items: readonly T[]): void {
    this.#items = items;
    if (this.#heights.size > 2 * items.length + 1000) this.#heights.clear();
    this.#draw();
  }

  /** Brings a row into the window and gives it, once it stands there. */
  reveal(index: number): HTMLElement | undefined {
    const item = this.#items[index];
    if (item === undefined) return undefined;
    const key = this.#options.keyOf(item);
    const top = this.#topOf(index);
    const { scrollTop, clientHeight } = this.#scroller;
    const height = this.#heightOf(key);
    if (top < scrollTop) this.#scroller.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.#scroller.scrollTop = top + height - clientHeight;
    this.#draw();
    return this.#rows.get(key);
  }

  #soon(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #heightOf(key: string): number {
    return this.#heights.get(key) ?? this.#options.rowHeight;
  }

  #topOf(index: number): number {
    let top = 0;
    for (let i = 0; i < index; i++) top += this.#heightOf(this.#options.keyOf(this.#items[i] as T));
    return top;
  }

  #draw(): void {
    const { keyOf } = this.#options;
    const { scrollTop, clientHeight } = this.#scroller;
    const [from, to] = [scrollTop - OVERSCAN, scrollTop + Math.max(clientHeight, 200) + OVERSCAN];
    let [top, above, below] = [0, 0, 0];
    const shown: number[] = [];
    for (let i = 0; i < this.#items.length; i++) {
      const height = this.#heightOf(keyOf(this.#items[i] as T));
      if (top + height <= from) above += height;
      else if (top < to && shown.length < MAX_ROWS) shown.push(i);
      else below += height;
      top += height;
    }
    this.#place(shown);
    this.#list.style.paddingTop = `${above}px`;
    this.#list.style.paddingBottom = `${below}px`;
  }

  #place(shown: readonly number[]): void {
    const wanted = new Map(shown.map((i) => [this.#options.keyOf(this.#items[i] as T), i]));
    for (const [key, row] of this.#rows) if (!wanted.has(key)) this.#remove(key, row);
    let at = this.#list.firstElementChild;
    for (const [key, index] of wanted) {
      const row = this.#rowFor(key, this.#items[index] as T);
      setAttributes(row, { 'aria-setsize': this.#items.length, 'aria-posinset': index + 1 });
      if (row === at) at = at.nextElementSibling;
      else this.#list.insertBefore(row, at);
    }
  }

  #rowFor(key: string, item: T): HTMLElement {
    const known = this.#rows.get(key);
    if (known !== undefined) {
      this.#options.update?.(known, item);
      return known;
    }
    const row = this.#options.draw(item);
    this.#rows.set(key, row);
    row.dataset.key = key;
    this.#sizes.observe(row);
    return row;
  }

  #remove(key: string, row: HTMLElement): void {
    const hadFocus = row.contains(document.activeElement);
    this.#rows.delete(key);
    this.#sizes.unobserve(row);
    row.remove();
    if (hadFocus) this.#scroller.focus({ preventScroll: true });
  }

  #measure(changed: readonly HTMLElement[]): void {
    const { clientWidth } = this.#scroller;
    if (clientWidth !== this.#width) this.#heights.clear();
    this.#width = clientWidth;
    for (const row of changed)
      if (row !== this.#scroller && row.isConnected) this.#heights.set(row.dataset.key ?? '', row.offsetHeight);
    this.#soon();
  }
}
