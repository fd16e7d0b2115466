// The sessions at the side, the newest on top: with their whole titles, what their agents said last and a mark on those that
// wait for a person. What is searched and filtered is done here; only the rows in the window stand on the page.

import { stripControlChars } from '@vitrine/core/page';
import { routeTo } from '../host/address.ts';
import type { ListedSession } from '../host/host-api.ts';
import { byId, el, setAttributes, setText, shorten } from '../page/element.ts';
import { markSelected, wireTabs } from '../page/tab-bar.ts';
import { VirtualList } from '../page/virtual-list.ts';
import { ago } from './time-words.ts';

const ROW_HEIGHT = 80;
const MAX_WORDS = 160;

const FILTERS = {
  all: () => true,
  open: ({ closedAt }: ListedSession) => closedAt === undefined,
  waiting: ({ waiting }: ListedSession) => waiting === true,
  ended: ({ closedAt }: ListedSession) => closedAt !== undefined,
} as const;
type FilterName = keyof typeof FILTERS;

export function titleOf({ title }: Pick<ListedSession, 'title'>): string {
  return stripControlChars(title ?? '').trim() || 'Untitled session';
}

export class SessionList {
  readonly #host = byId('session-list', HTMLElement);
  readonly #search = byId('filter', HTMLInputElement);
  readonly #filters = byId('session-filters', HTMLElement);
  readonly #list = el('ul', { class: 'session-rows' });
  readonly #vacant = el('p', { class: 'empty' });
  readonly #rows: VirtualList<ListedSession>;
  #sessions: readonly ListedSession[] = [];
  #chosen: string | undefined;
  #filter: FilterName = 'open';
  #isFresh = false;

  constructor() {
    this.#host.append(this.#vacant, this.#list);
    this.#rows = new VirtualList(this.#host, this.#list, {
      keyOf: ({ session }) => session,
      draw: (session) => this.#row(session),
      update: (row, session) => this.#update(row, session),
      rowHeight: ROW_HEIGHT,
    });
    this.#search.addEventListener('input', () => this.#draw());
    wireTabs(this.#filters, (tab) => {
      this.#filter = (tab.dataset.filter ?? 'open') as FilterName;
      markSelected(this.#filters, tab);
      this.#host.scrollTop = 0;
      this.#draw();
    });
    this.#host.addEventListener('keydown', (event) => this.#key(event));
  }

  /** `fresh`: the host was heard at least once. */
  update(sessions: readonly ListedSession[], chosen: string | undefined, fresh: boolean): void {
    // The host has the oldest first.
    this.#sessions = sessions.toReversed();
    this.#chosen = chosen;
    this.#isFresh = fresh;
    this.#draw();
  }

  #draw(): void {
    const words = this.#search.value.trim().toLowerCase();
    const found = words === '' ? this.#sessions : this.#sessions.filter((session) => isMatch(session, words));
    const shown = found.filter(FILTERS[this.#filter]);
    for (const tab of this.#filters.querySelectorAll<HTMLElement>('[data-filter]')) {
      const count = found.filter(FILTERS[tab.dataset.filter as FilterName]).length;
      setText(tab.querySelector('.badge') as Node, count.toLocaleString('en'));
    }
    this.#vacant.hidden = shown.length > 0;
    setText(this.#vacant, this.#vacantWords(words));
    this.#rows.show(shown);
    setText(byId('session-count', HTMLElement), this.#sessions.length.toLocaleString('en'));
  }

  #vacantWords(words: string): string {
    if (!this.#isFresh) return 'Reading the list …';
    if (this.#sessions.length === 0)
      return 'No session yet. An agent opens one with POST /sessions; it appears here at once.';
    if (words !== '') return 'No session has these words.';
    return this.#filter === 'waiting' ? 'None waits for a person.' : 'There is none of these.';
  }

  #row(session: ListedSession): HTMLElement {
    const row = el(
      'li',
      {},
      el(
        'a',
        { class: 'session-row', href: routeTo(session.session), 'data-session': session.session },
        el('span', { class: 'dot', 'aria-hidden': 'true' }),
        el('bdi', { class: 'row-title' }),
        el('span', { class: 'waits-mark' }, 'Waits for a person'),
        el('bdi', { class: 'row-words' }),
        el('span', { class: 'row-line' }, el('span', { class: 'row-facts' }), el('span', { class: 'row-meta' })),
      ),
    );
    this.#update(row, session);
    return row;
  }

  #update(row: HTMLElement, session: ListedSession): void {
    const part = (name: string) => row.querySelector(`.${name}`) as HTMLElement;
    const isClosed = session.closedAt !== undefined;
    const isChosen = session.session === this.#chosen;
    setAttributes(part('session-row'), { 'aria-current': isChosen ? 'true' : undefined });
    const others = othersIn(session, isChosen);
    setAttributes(part('dot'), { 'data-state': isClosed ? 'closed' : others > 0 ? 'live' : 'idle' });
    setText(part('row-title'), titleOf(session));
    part('waits-mark').hidden = session.waiting !== true;
    const words = shorten(stripControlChars(session.words ?? ''), MAX_WORDS);
    part('row-words').hidden = words === '';
    setText(part('row-words'), `${session.wordsTrust === undefined ? '' : 'From elsewhere, not trusted: '}“${words}”`);
    setText(part('row-facts'), factsOf(session));
    const when = ago(session.closedAt ?? session.activeAt ?? session.createdAt, Date.now());
    setText(part('row-meta'), `${isClosed ? 'ended' : othersWords(others)} · ${when}`);
  }

  /** Up and down walk the rows, as in any list of links that a person scans. */
  #key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const session = (document.activeElement as HTMLElement | null)?.dataset.session;
    if (step === 0 || session === undefined) return;
    const at = this.#rows.items.findIndex((one) => one.session === session);
    const next = this.#rows.reveal(at + step)?.querySelector<HTMLElement>('a');
    if (at < 0 || next === undefined || next === null) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
  }
}

function isMatch(session: ListedSession, words: string): boolean {
  const { agent, session: id, words: lastWords = '', dialect = '' } = session;
  return `${titleOf(session)} ${agent} ${id} ${dialect} ${lastWords}`.toLowerCase().includes(words);
}

export function factsOf({ agent, dialect, trust }: ListedSession): string {
  const parts = [stripControlChars(agent), ...(dialect === undefined ? [] : [dialect])];
  if (trust === 'untrusted') parts.push('untrusted');
  return parts.join(' · ');
}

/** How many look on beside this page, which is one of them where it shows the session. */
export function othersIn({ viewers }: Pick<ListedSession, 'viewers'>, isShownHere: boolean): number {
  return Math.max(0, viewers - (isShownHere ? 1 : 0));
}

export function othersWords(others: number): string {
  return others === 0 ? 'nobody looks on' : others === 1 ? '1 looks on' : `${others} look on`;
}
