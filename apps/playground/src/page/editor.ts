// The text with its gutter: for each line its number, the dialect of the message on it and whether it was accepted.
// Only the lines in sight are drawn, so a stream of any length scrolls alike.

import { el } from './element.ts';
import type { Range } from './json-ranges.ts';

export interface LineMark {
  /** `0.9`; empty where no dialect was recognised. */
  readonly label: string;
  readonly state: 'fine' | 'warned' | 'refused';
}

export class Editor {
  readonly #area: HTMLTextAreaElement;
  readonly #gutter: HTMLElement;
  #marks: ReadonlyMap<number, LineMark> = new Map();
  #current: number | undefined;
  #fedTo = Number.POSITIVE_INFINITY;

  constructor(area: HTMLTextAreaElement, gutter: HTMLElement, changed: () => void) {
    this.#area = area;
    this.#gutter = gutter;
    area.addEventListener('input', changed);
    area.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(area);
  }

  get text(): string {
    return this.#area.value;
  }
  set text(text: string) {
    this.#area.value = text;
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTo(0, 0);
    this.#draw();
  }

  /** `current`: the line fed last, in sight while a stream plays; lines behind it are not fed yet. */
  mark(marks: ReadonlyMap<number, LineMark>, current: number | undefined): void {
    this.#marks = marks;
    this.#fedTo = current ?? Number.POSITIVE_INFINITY;
    if (current !== undefined && current !== this.#current) this.#reveal(current);
    this.#current = current;
    this.#draw();
  }

  select({ start, end }: Range, line: number): void {
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(start, end);
    this.#reveal(line);
    const column = start - (this.text.lastIndexOf('\n', start - 1) + 1);
    this.#area.scrollLeft = Math.max(0, column * this.#charWidth() - this.#area.clientWidth / 3);
    this.#area.scrollIntoView({ block: 'nearest' });
    this.#draw();
  }

  #lineHeight(): number {
    return Number.parseFloat(getComputedStyle(this.#area).lineHeight) || 20;
  }

  #charWidth(): number {
    return Number.parseFloat(getComputedStyle(this.#area).fontSize) * 0.6;
  }

  #reveal(line: number): void {
    const height = this.#lineHeight();
    const top = (line - 1) * height;
    const { scrollTop, clientHeight } = this.#area;
    if (top < scrollTop || top + 2 * height > scrollTop + clientHeight) {
      this.#area.scrollTop = Math.max(0, top - clientHeight / 3);
    }
  }

  #draw(): void {
    const height = this.#lineHeight();
    const { scrollTop, clientHeight } = this.#area;
    const first = Math.floor(scrollTop / height) + 1;
    const last = Math.min(countLines(this.text), first + Math.ceil(clientHeight / height) + 1);
    const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => this.#line(first + i));
    const strip = el('div', { class: 'gutter-lines' }, ...lines);
    strip.style.transform = `translateY(${-(scrollTop % height)}px)`;
    this.#gutter.replaceChildren(strip);
  }

  #line(line: number): HTMLElement {
    const mark = this.#marks.get(line);
    const state = mark?.state ?? 'none';
    const place = line === this.#current ? ' current' : line > this.#fedTo ? ' unfed' : '';
    return el(
      'div',
      { class: `gutter-line ${state}${place}` },
      el('span', { class: 'tag', title: mark?.label ?? '' }, mark?.label ?? ''),
      el('span', { class: 'number' }, String(line)),
    );
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
