// The entries of a session as rows, the newest on top. Of any number only the rows in the window stand on the page, and those
// that pass the filters; all that were heard can be copied. While it follows, the top stays in sight.

import type { Entry, Json, Seq } from '@vitrine/core';
import type { DialectId } from '@vitrine/dialects';
import { byId, el, setText } from '../page/element.ts';
import { VirtualList } from '../page/virtual-list.ts';
import {
  componentsIn,
  ENTRY_KINDS,
  type EntryFilter,
  type EntryKind,
  passesFilter,
  surfacesIn,
} from './entry-filter.ts';
import { entryWords } from './entry-words.ts';
import { type InDialect, notationView } from './notation-view.ts';
import { clock } from './time-words.ts';

const ROW_HEIGHT = 28;
/** A page is no archive: `vitrine tail` is. */
const MAX_ENTRIES = 50_000;
/** An entry may put thousands. */
const MAX_COMPONENTS = 40;
/** So near to the top somebody is at the top. */
const AT_TOP = 8;

export interface EntryRowEvents {
  /** The person wants to see the session as it was then. */
  readonly visit: (seq: Seq) => void;
  /** What the entry changed. */
  readonly compare: (seq: Seq) => void;
  /** What says it on the wire. */
  readonly inDialect: (entry: Entry, dialect: DialectId) => Promise<InDialect | undefined>;
  /** Where a component that it put is drawn. */
  readonly find: (surface: string, id: string) => void;
}

export class EntryRows {
  readonly #scroller = byId('entry-scroll', HTMLElement);
  readonly #list = el('ol', { class: 'entry-rows' });
  readonly #note = el('p', { class: 'empty' });
  readonly #follow = byId('follow', HTMLInputElement);
  readonly #author = byId('entry-author', HTMLSelectElement);
  readonly #kind = byId('entry-kind', HTMLSelectElement);
  readonly #surface = byId('entry-surface', HTMLSelectElement);
  readonly #words = byId('entry-words', HTMLInputElement);
  readonly #rows: VirtualList<Entry>;
  readonly #events: EntryRowEvents;
  readonly #open = new Set<Seq>();
  readonly #surfaces = new Set<string>();
  #entries: Entry[] = [];
  /** Those that pass, the newest first. */
  #shown: Entry[] = [];
  #fresh: Entry[] = [];
  #marked: Seq | undefined;
  #frame = 0;

  constructor(events: EntryRowEvents) {
    this.#events = events;
    this.#scroller.append(this.#note, this.#list);
    this.#kind.append(...Object.keys(ENTRY_KINDS).map((kind) => el('option', { value: kind }, kind)));
    this.#rows = new VirtualList(this.#scroller, this.#list, {
      keyOf: ({ seq }) => String(seq),
      draw: (entry) => this.#row(entry),
      update: (row, { seq }) => this.#markRow(row, seq),
      rowHeight: ROW_HEIGHT,
    });
    for (const choice of [this.#author, this.#kind, this.#surface])
      choice.addEventListener('change', () => this.#filterAgain());
    this.#words.addEventListener('input', () => this.#filterAgain());
    this.#follow.addEventListener('change', () => this.#showTop());
    this.#scroller.addEventListener('scroll', () => {
      // Whoever reads further down is not to be moved.
      if (this.#scroller.scrollTop > AT_TOP) this.#follow.checked = false;
    });
    this.clear();
  }

  get count(): number {
    return this.#entries.length;
  }

  /** Those that were heard, the oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
    this.#fresh = [];
    this.#open.clear();
    this.#surfaces.clear();
    this.#surface.replaceChildren(el('option', { value: '' }, 'every surface'));
    this.#filterAgain();
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(MAX_ENTRIES / 10);
    this.#fresh.push(entry);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#takeFresh();
    });
  }

  jsonl(): string {
    return this.#entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }

  mark(seq: Seq | undefined): void {
    this.#marked = seq;
    const at = this.#shown.findIndex((entry) => entry.seq === seq);
    if (at >= 0) this.#follow.checked = false;
    this.#draw();
    if (at >= 0) this.#rows.reveal(at);
  }

  get #filter(): EntryFilter {
    return {
      author: (this.#author.value || undefined) as EntryFilter['author'] & string,
      kind: (this.#kind.value || undefined) as EntryKind,
      surface: (this.#surface.value || undefined) as string,
      words: this.#words.value.trim(),
    };
  }

  #filterAgain(): void {
    const filter = this.#filter;
    this.#fresh = [];
    this.#shown = this.#entries.filter((entry) => passesFilter(entry, filter)).reverse();
    this.#draw();
  }

  #takeFresh(): void {
    const [filter, fresh] = [this.#filter, this.#fresh.splice(0)];
    for (const entry of fresh) for (const id of surfacesIn(entry)) this.#offerSurface(id);
    const passing = fresh.filter((entry) => passesFilter(entry, filter)).reverse();
    const { scrollHeight } = this.#scroller;
    this.#shown = [...passing, ...this.#shown];
    if (this.#shown.length > MAX_ENTRIES) this.#shown.length = MAX_ENTRIES;
    this.#draw();
    // What somebody reads stays where it is when something comes above it.
    if (!this.#follow.checked && this.#scroller.scrollTop > AT_TOP)
      this.#scroller.scrollTop += this.#scroller.scrollHeight - scrollHeight;
    this.#showTop();
  }

  #offerSurface(id: string): void {
    if (this.#surfaces.has(id)) return;
    this.#surfaces.add(id);
    this.#surface.append(el('option', { value: id }, id));
  }

  #showTop(): void {
    if (this.#follow.checked) this.#scroller.scrollTop = 0;
  }

  #draw(): void {
    this.#note.hidden = this.#shown.length > 0;
    const none = this.#entries.length === 0 ? 'Entries appear here as they are written.' : 'No entry is like that.';
    setText(this.#note, none);
    this.#rows.show(this.#shown);
  }

  #markRow(row: HTMLElement, seq: Seq): void {
    if (seq === this.#marked) row.setAttribute('aria-current', 'true');
    else row.removeAttribute('aria-current');
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
    details.addEventListener('toggle', () => {
      if (details.open) this.#open.add(seq);
      else this.#open.delete(seq);
      if (details.open && details.childElementCount === 1) this.#fill(details, entry);
    });
    if (this.#open.has(seq)) {
      details.open = true;
      this.#fill(details, entry);
    }
    const row = el('li', { 'data-seq': seq }, details);
    this.#markRow(row, seq);
    return row;
  }

  /** The way from what it put to where that is drawn. */
  #finds(entry: Entry): readonly HTMLElement[] {
    const put = componentsIn(entry).slice(0, MAX_COMPONENTS);
    if (put.length === 0) return [];
    const finds = put.map(([surface, id]) => {
      const button = el('button', { type: 'button', class: 'small', 'aria-label': `Find ${id}` }, id);
      button.addEventListener('click', () => this.#events.find(surface, id));
      return button;
    });
    return [el('div', { class: 'entry-finds' }, el('span', {}, 'Find'), ...finds)];
  }

  #fill(details: HTMLElement, entry: Entry): void {
    const act = (words: string, run: (seq: Seq) => void) => {
      const button = el('button', { type: 'button', class: 'small' }, words);
      button.addEventListener('click', () => run(entry.seq));
      return button;
    };
    const { dialect: own } = entry.from;
    const inDialect = (dialect: DialectId) => this.#events.inDialect(entry, dialect);
    const json = notationView({ neutral: entry as unknown as Json, label: `Entry ${entry.seq}`, own, inDialect });
    const acts = [act('See this moment', this.#events.visit), act('What it changed', this.#events.compare)];
    details.append(el('div', { class: 'entry-acts' }, ...acts), ...this.#finds(entry), ...json);
  }
}
