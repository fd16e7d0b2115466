// What is wrong in a session: issues that stand in its entries, and those that were found while it was drawn here. The
// same issue is one row with a count.

import type { Issue, Seq } from '@vitrine/core';
import { byId, el, setText } from '../page/element.ts';

const MAX_ROWS = 200;

export class ProblemRows {
  readonly #host: HTMLElement;
  readonly #list = el('ul', { class: 'rows' });
  readonly #vacant = el('p', { class: 'empty' }, 'Nothing is wrong.');
  readonly #rows = new Map<string, { count: number; readonly badge: HTMLElement }>();
  #worst: Issue['severity'] | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    host.append(this.#vacant, this.#list);
  }

  clear(): void {
    this.#rows.clear();
    this.#list.replaceChildren();
    this.#worst = undefined;
    this.#count();
  }

  add(issue: Issue, seq?: Seq): void {
    const key = `${issue.code} ${issue.at ?? ''} ${issue.message}`;
    const known = this.#rows.get(key);
    if (known !== undefined) {
      known.count++;
      setText(known.badge, `${known.count}×`);
      return;
    }
    if (this.#rows.size >= MAX_ROWS) return;
    const badge = el('span', { class: 'where' }, seq === undefined ? 'drawn here' : `entry ${seq}`);
    this.#rows.set(key, { count: 1, badge });
    if (this.#worst !== 'error') this.#worst = issue.severity;
    this.#list.append(el('li', {}, issueRow(issue, badge)));
    this.#count();
  }

  #count(): void {
    this.#vacant.hidden = this.#rows.size > 0;
    const badge = byId('problem-count', HTMLElement);
    setText(badge, String(this.#rows.size));
    badge.className = `badge ${this.#worst ?? ''}`;
    this.#host.classList.toggle('vacant', this.#rows.size === 0);
  }
}

function issueRow(issue: Issue, badge: HTMLElement): HTMLElement {
  const at = issue.at === undefined || issue.at === '' ? undefined : el('code', { class: 'pointer' }, issue.at);
  return el(
    'div',
    { class: 'row' },
    el('span', { class: `chip ${issue.severity}` }, issue.severity),
    badge,
    el('span', { class: 'sentence' }, issue.message),
    el('span', { class: 'fine-print' }, el('code', { class: 'code' }, issue.code), at),
  );
}
