// The entries of a session as rows, the latest below. Bursts are drawn once a frame; only the latest rows stand on the
// page, while all entries that were heard can be copied.

import type { Entry, Json, Seq } from '@vitrine/core';
import { el, setText } from '../page/element.ts';
import { drawJson } from '../page/json-view.ts';
import { entryWords } from './entry-words.ts';
import { clock } from './time-words.ts';

const MAX_ROWS = 400;
/** A page is no archive: `vitrine tail` is. */
const MAX_ENTRIES = 50_000;

export class EntryRows {
  readonly #host: HTMLElement;
  readonly #list = el('ol', { class: 'entry-rows' });
  readonly #note = el('p', { class: 'empty' });
  readonly #visit: (seq: Seq) => void;
  #entries: Entry[] = [];
  #undrawn: Entry[] = [];
  #frame = 0;

  /** `visit`: the person wants to see the session as it was then. */
  constructor(host: HTMLElement, visit: (seq: Seq) => void) {
    this.#host = host;
    this.#visit = visit;
    host.append(this.#note, this.#list);
    this.clear();
  }

  get count(): number {
    return this.#entries.length;
  }

  clear(): void {
    this.#entries = [];
    this.#undrawn = [];
    this.#list.replaceChildren();
    setText(this.#note, 'Entries appear here as they are written.');
    this.#note.hidden = false;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    this.#undrawn.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(MAX_ENTRIES / 10);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  jsonl(): string {
    return this.#entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }

  mark(seq: Seq | undefined): void {
    for (const row of this.#list.querySelectorAll('[aria-current]')) row.removeAttribute('aria-current');
    if (seq === undefined) return;
    const row = this.#list.querySelector(`[data-seq="${seq}"]`);
    row?.setAttribute('aria-current', 'true');
    row?.scrollIntoView({ block: 'nearest' });
  }

  #draw(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#host;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < 24;
    this.#list.append(
      ...this.#undrawn
        .splice(0)
        .slice(-MAX_ROWS)
        .map((entry) => this.#row(entry)),
    );
    const extra = this.#list.childElementCount - MAX_ROWS;
    for (let i = 0; i < extra; i++) this.#list.firstElementChild?.remove();
    const left = this.#entries.length - this.#list.childElementCount;
    setText(this.#note, `${left} earlier ${left === 1 ? 'entry is' : 'entries are'} not listed.`);
    this.#note.hidden = left === 0;
    if (isAtEnd) this.#host.scrollTop = this.#host.scrollHeight;
  }

  #row(entry: Entry): HTMLElement {
    const { seq, at, from } = entry;
    const summary = el(
      'summary',
      {},
      el('span', { class: 'seq' }, String(seq)),
      el('span', { class: 'who', 'data-role': from.role }, from.role),
      el('bdi', { class: 'words' }, entryWords(entry)),
      el('time', { datetime: at }, clock(at)),
    );
    const details = el('details', { class: 'entry' }, summary);
    details.addEventListener('toggle', () => this.#fill(details, entry), { once: true });
    return el('li', { 'data-seq': seq }, details);
  }

  #fill(details: HTMLElement, entry: Entry): void {
    const visit = el('button', { type: 'button', class: 'small' }, 'See this moment');
    visit.addEventListener('click', () => this.#visit(entry.seq));
    // What scrolls must be reachable by keyboard.
    const named = { role: 'group', tabindex: 0, 'aria-label': `Entry ${entry.seq}` };
    const json = el('pre', { class: 'json', ...named }, ...drawJson(entry as unknown as Json));
    details.append(visit, json);
  }
}
