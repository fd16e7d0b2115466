// What happened on the page: events that would go to the agent, and issues. The newest comes first.

import type { Issue, Json, ViewerEvent } from '@vitrine/core';
import { byId, el, setText, shorten } from '../page/element.ts';

const MAX_ROWS = 200;

export class EventLog {
  readonly #list = byId('log-rows', HTMLElement);
  readonly #count = byId('log-count', HTMLElement);
  #total = 0;

  constructor() {
    this.clear();
    byId('log-clear', HTMLElement).addEventListener('click', () => this.clear());
  }

  clear(): void {
    this.#total = 0;
    setText(this.#count, '0');
    const words = 'What you do on a surface, and what is wrong with one, is listed here.';
    this.#list.replaceChildren(el('li', { class: 'empty' }, words));
  }

  event(where: string, event: ViewerEvent): void {
    const { event: kind, ...rest } = event;
    this.#add(kind, 'act', where, JSON.stringify(rest as unknown as Json));
  }

  issue(where: string, { severity, code, message }: Issue): void {
    this.#add(severity, severity, where, `${message} ${code}`);
  }

  #add(kind: string, look: string, where: string, words: string): void {
    if (this.#total === 0) this.#list.replaceChildren();
    this.#total++;
    setText(this.#count, String(this.#total));
    const row = el(
      'li',
      { class: 'row' },
      el('span', { class: `chip ${look}` }, kind),
      el('span', { class: 'where' }, where),
      el('code', { class: 'words' }, shorten(words, 300)),
    );
    this.#list.prepend(row);
    while (this.#list.children.length > MAX_ROWS) this.#list.lastElementChild?.remove();
  }
}
