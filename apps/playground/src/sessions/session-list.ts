// The sessions at the side: open ones first, the newest on top, closed ones below. Rows stay the elements they are
// while the list is read again and again, so that focus and scrolling stay too.

import { type Seq, stripControlChars } from '@vitrine/core/internal';
import { routeTo } from '../host/address.ts';
import type { ListedSession } from '../host/host-api.ts';
import { byId, el, setAttributes, setText } from '../page/element.ts';
import { ago } from './time-words.ts';

const FILTER_FROM = 7;

interface SessionListRow {
  readonly dom: HTMLElement;
  readonly link: HTMLAnchorElement;
  readonly dot: HTMLElement;
  readonly title: HTMLElement;
  readonly facts: HTMLElement;
  readonly meta: HTMLElement;
  seq: Seq;
}

export function titleOf({ title }: Pick<ListedSession, 'title'>): string {
  return stripControlChars(title ?? '').trim() || 'Untitled session';
}

export class SessionList {
  readonly #host = byId('session-list', HTMLElement);
  readonly #find = byId('find', HTMLElement);
  readonly #filter = byId('filter', HTMLInputElement);
  readonly #rows = new Map<string, SessionListRow>();
  readonly #open = el('ul', { class: 'session-rows' });
  readonly #closed = el('ul', { class: 'session-rows' });
  readonly #closedGroup = el('details', { class: 'closed-group' }, el('summary', {}, 'Ended'), this.#closed);
  readonly #vacant = el('p', { class: 'empty' });
  #sessions: readonly ListedSession[] = [];
  #chosen: string | undefined;

  constructor() {
    this.#host.append(this.#vacant, this.#open, this.#closedGroup);
    this.#filter.addEventListener('input', () => this.#draw());
    this.#host.addEventListener('keydown', (event) => this.#key(event));
  }

  /** `fresh`: the host was heard at least once. */
  update(sessions: readonly ListedSession[], chosen: string | undefined, fresh: boolean): void {
    this.#sessions = sessions;
    this.#chosen = chosen;
    setText(
      this.#vacant,
      fresh ? 'No session yet. An agent opens one with POST /sessions; it appears here at once.' : 'Reading the list …',
    );
    this.#draw();
  }

  #draw(): void {
    const words = this.#filter.value.trim().toLowerCase();
    const now = Date.now();
    this.#find.hidden = this.#sessions.length < FILTER_FROM && words === '';
    const shown = this.#sessions.filter((session) => isMatch(session, words));
    const open = shown.filter(({ closedAt }) => closedAt === undefined);
    const closed = shown.filter(({ closedAt }) => closedAt !== undefined);
    for (const [id, { dom }] of this.#rows) {
      if (this.#sessions.some(({ session }) => session === id)) continue;
      dom.remove();
      this.#rows.delete(id);
    }
    this.#place(this.#open, open.toSorted(newestFirst), now);
    this.#place(this.#closed, closed.toSorted(newestFirst), now);
    this.#closedGroup.hidden = closed.length === 0;
    if (open.length === 0 && closed.some(({ session }) => session === this.#chosen)) this.#closedGroup.open = true;
    if (words !== '' && shown.length === 0) setText(this.#vacant, 'No session has these words.');
    this.#vacant.hidden = shown.length > 0;
    setText(byId('session-count', HTMLElement), String(this.#sessions.length));
  }

  #place(list: HTMLElement, sessions: readonly ListedSession[], now: number): void {
    const rows = sessions.map((session) => this.#row(session, now));
    for (const [i, { dom }] of rows.entries())
      if (list.children[i] !== dom) list.insertBefore(dom, list.children[i] ?? null);
    for (const extra of [...list.children].slice(rows.length)) extra.remove();
  }

  #row(session: ListedSession, now: number): SessionListRow {
    const row = this.#rows.get(session.session) ?? makeRow(session);
    this.#rows.set(session.session, row);
    const isMoved = row.seq !== session.seq;
    row.seq = session.seq;
    const isClosed = session.closedAt !== undefined;
    setAttributes(row.link, { 'aria-current': session.session === this.#chosen ? 'true' : undefined });
    row.dom.classList.toggle('moved', isMoved);
    setAttributes(row.dot, { 'data-state': isClosed ? 'closed' : session.viewers > 0 ? 'live' : 'idle' });
    setText(row.title, titleOf(session));
    setText(row.facts, factsOf(session));
    const when = ago(session.closedAt ?? session.activeAt ?? session.createdAt, now);
    setText(row.meta, `${isClosed ? 'ended' : viewersOf(session.viewers)} · ${when}`);
    return row;
  }

  /** Up and down walk the rows, as in any list of links that a person scans. */
  #key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const links = [...this.#host.querySelectorAll<HTMLElement>('a.session-row')].filter((link) =>
      link.checkVisibility(),
    );
    const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
  }
}

function makeRow(session: ListedSession): SessionListRow {
  const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
  const title = el('bdi', { class: 'row-title' });
  const facts = el('span', { class: 'row-facts' });
  const meta = el('span', { class: 'row-meta' });
  const link = el(
    'a',
    { class: 'session-row', href: routeTo(session.session), 'data-session': session.session },
    dot,
    title,
    facts,
    meta,
  );
  return { dom: el('li', {}, link), link, dot, title, facts, meta, seq: session.seq };
}

function isMatch(session: ListedSession, words: string): boolean {
  return words === '' || `${titleOf(session)} ${session.agent} ${session.session}`.toLowerCase().includes(words);
}

function newestFirst(a: ListedSession, b: ListedSession): number {
  return b.createdAt.localeCompare(a.createdAt) || a.session.localeCompare(b.session);
}

export function factsOf({ agent, dialect, trust }: ListedSession): string {
  const parts = [stripControlChars(agent), ...(dialect === undefined ? [] : [dialect])];
  if (trust === 'untrusted') parts.push('untrusted');
  return parts.join(' · ');
}

export function viewersOf(viewers: number): string {
  return viewers === 0 ? 'no viewer' : viewers === 1 ? '1 viewer' : `${viewers} viewers`;
}
