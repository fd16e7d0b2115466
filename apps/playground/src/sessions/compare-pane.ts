// Two moments of a session side by side: what was opened, put, written and asked between them. The moments are read from the
// host; how they are compared is left to compare-snapshots.ts.

import type { Json, Seq } from '@vitrine/core';
import { type HostApi, toRefusal } from '../host/host-api.ts';
import { byId, el, shorten } from '../page/element.ts';
import { drawJson } from '../page/json-view.ts';
import { compareSnapshots, type Difference } from './compare-snapshots.ts';

const MAX_ROWS = 500;
/** What is no longer than this stands in its row; the rest is opened. */
const MAX_SHORT = 60;

export class ComparePane {
  readonly #from = byId('compare-from', HTMLInputElement);
  readonly #to = byId('compare-to', HTMLInputElement);
  readonly #result = byId('compare-result', HTMLElement);
  #api: HostApi | undefined;
  #session: string | undefined;
  #turn = 0;

  constructor() {
    byId('compare-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#compare();
    });
  }

  /** Of another session, or of none. */
  inspect(session: string | undefined, api: HostApi): void {
    this.#session = session;
    this.#api = api;
    this.#turn++;
    this.#say('Name two moments by the numbers of their entries.');
  }

  /** The last entry that there is. */
  reach(head: Seq): void {
    for (const input of [this.#from, this.#to]) input.max = String(head);
    if (this.#to.value === '') this.#to.placeholder = `now (${head})`;
  }

  /** From just before an entry to just behind it. */
  ofEntry(seq: Seq): void {
    this.#from.value = String(seq - 1);
    this.#to.value = String(seq);
    void this.#compare();
  }

  async #compare(): Promise<void> {
    const [api, session] = [this.#api, this.#session];
    if (api === undefined || session === undefined) return;
    const turn = ++this.#turn;
    const to = this.#to.value === '' ? Number(this.#to.max) : this.#to.valueAsNumber;
    const from = this.#from.value === '' ? to - 1 : this.#from.valueAsNumber;
    this.#say('Reading both moments …');
    try {
      const read = (at: Seq) => api.snapshot(session, Math.max(0, at));
      const [before, after] = await Promise.all([read(Math.min(from, to)), read(Math.max(from, to))]);
      if (turn === this.#turn) this.#show(compareSnapshots(before, after), before.seq, after.seq);
    } catch (error) {
      if (turn === this.#turn) this.#say(`They cannot be compared: ${toRefusal(error).message}`);
    }
  }

  #say(words: string): void {
    this.#result.replaceChildren(el('p', { class: 'empty' }, words));
  }

  #show(differences: readonly Difference[], before: Seq, after: Seq): void {
    if (differences.length === 0)
      return this.#say(`Nothing that is shown is different after entry ${before} and ${after}.`);
    const title = el('h3', {}, `After entry ${after}, against ${before}`);
    const rows = differences.slice(0, MAX_ROWS).map(differenceRow);
    const left = differences.length - rows.length;
    const rest = left > 0 ? el('p', { class: 'empty' }, `${left} more are not listed.`) : undefined;
    this.#result.replaceChildren(
      title,
      el('ul', { class: 'rows differences' }, ...rows),
      ...(rest === undefined ? [] : [rest]),
    );
  }
}

function differenceRow({ surface, what, before, after }: Difference): HTMLElement {
  const kind = before === undefined ? 'new' : after === undefined ? 'gone' : 'changed';
  const place = el('bdi', { class: 'place' }, surface === '' ? what : `${surface}: ${what}`);
  return el(
    'li',
    { 'data-kind': kind },
    el('span', { class: 'chip' }, kind),
    place,
    ...(before === undefined ? [] : [valueMark('del', before)]),
    ...(after === undefined ? [] : [valueMark('ins', after)]),
  );
}

function valueMark(tag: 'del' | 'ins', value: Json): HTMLElement {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= MAX_SHORT) return el(tag, {}, el('bdi', {}, text));
  const details = el('details', {}, el('summary', {}, shorten(text, MAX_SHORT)));
  details.addEventListener('toggle', () => details.append(el('pre', { class: 'json' }, ...drawJson(value))), {
    once: true,
  });
  return el(tag, {}, details);
}
