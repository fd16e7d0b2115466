// The inspector beside a session: its entries, its data, what is wrong, and the way through time. It reads as the
// operator; the session's own picture is left to session-pane.ts.

import type { Issue, Seq, View } from '@vitrine/core';
import { EntryFeed } from '../host/entry-feed.ts';
import { CLOSED, type HostApi } from '../host/host-api.ts';
import { byId, el, setText } from '../page/element.ts';
import { drawJson } from '../page/json-view.ts';
import { markSelected, wireTabs } from '../page/tab-bar.ts';
import { ComparePane } from './compare-pane.ts';
import { ComponentPane } from './component-pane.ts';
import { EntryRows } from './entry-rows.ts';
import { issuesIn } from './entry-words.ts';
import { ProblemRows } from './problem-rows.ts';
import { TimeSlider } from './time-slider.ts';

export interface InspectorEvents {
  /** The person wants to see that moment, or now; resolves when it is shown. */
  travel(at: Seq | undefined): Promise<void>;
  /** The operator's access has ended. */
  ended(): void;
  say(words: string): void;
}

export class Inspector {
  readonly #dom = byId('inspector', HTMLElement);
  readonly #toggle = byId('inspect', HTMLButtonElement);
  readonly #model = byId('model', HTMLElement);
  readonly #events: InspectorEvents;
  readonly #entries: EntryRows;
  readonly #problems = new ProblemRows(byId('problems', HTMLElement));
  readonly #compare = new ComparePane();
  readonly #component: ComponentPane;
  readonly #slider: TimeSlider;
  #feed: EntryFeed | undefined;
  #view: View | undefined;
  #session: string | undefined;
  #frame = 0;

  constructor(events: InspectorEvents) {
    this.#events = events;
    this.#entries = new EntryRows({
      visit: (seq) => void events.travel(seq),
      compare: (seq) => {
        byId('changes-tab', HTMLElement).click();
        this.#compare.ofEntry(seq);
      },
    });
    this.#component = new ComponentPane({
      entries: () => this.#entries.entries,
      picked: () => byId('component-tab', HTMLElement).click(),
      visit: (seq) => {
        byId('entries-tab', HTMLElement).click();
        void events.travel(seq);
      },
    });
    this.#slider = new TimeSlider(events.travel);
    this.#toggle.addEventListener('click', () => this.open(this.#dom.hidden === true));
    byId('copy-entries', HTMLElement).addEventListener('click', () => void this.#copy());
    byId('save-entries', HTMLElement).addEventListener('click', () => this.#save());
    this.#wireTabs();
  }

  open(open: boolean): void {
    this.#dom.hidden = !open;
    this.#toggle.setAttribute('aria-expanded', String(open));
    document.body.classList.toggle('inspecting', open);
    this.redraw();
  }

  /** Reads another session, or none. */
  inspect(session: string | undefined, api: HostApi): void {
    this.#feed?.close();
    this.#feed = undefined;
    this.#entries.clear();
    this.#problems.clear();
    this.#slider.stand(undefined);
    this.#slider.reach(0);
    this.#compare.inspect(session, api);
    this.#component.clear();
    this.#session = session;
    setText(byId('entry-count', HTMLElement), '0');
    if (session === undefined || api.token === undefined) return;
    this.#feed = new EntryFeed(api, session, {
      entry: (entry) => {
        this.#entries.add(entry);
        for (const issue of issuesIn(entry)) this.#problems.add(issue, entry.seq);
        this.#slider.reach(entry.seq);
        this.#compare.reach(entry.seq);
        setText(byId('entry-count', HTMLElement), String(this.#entries.count));
        this.redraw();
      },
      refused: (refusal) => {
        if (refusal.isCredential) this.#events.ended();
        else if (refusal.status !== CLOSED) this.#events.say(`Entries cannot be read: ${refusal.message}`);
      },
    });
  }

  /** What is on the page now. */
  show(view: View | undefined, at: Seq | undefined): void {
    this.#view = view;
    this.#slider.stand(at);
    this.#entries.mark(at);
    this.redraw();
  }

  /** The session is closed. */
  finish(): void {
    this.#feed?.finish();
  }

  found(issue: Issue): void {
    this.#problems.add(issue);
  }

  /** Data may have changed: drawn in the next frame, if it can be seen. */
  redraw(): void {
    if (this.#dom.hidden || this.#model.hidden) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#drawData();
    });
  }

  #drawData(): void {
    const surfaces = [...(this.#view?.surfaces.values() ?? [])];
    const parts = surfaces.map((surface) =>
      el(
        'section',
        { class: 'model' },
        el('h3', {}, el('bdi', {}, surface.id)),
        el('pre', { class: 'json' }, ...drawJson(surface.data.snapshot())),
      ),
    );
    const { scrollTop } = this.#model;
    this.#model.replaceChildren(...(parts.length > 0 ? parts : [el('p', { class: 'empty' }, 'No surface is open.')]));
    this.#model.scrollTop = scrollTop;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#entries.jsonl());
      this.#events.say(`${this.#entries.count} entries copied.`);
    } catch {
      this.#events.say('The browser did not let the page copy.');
    }
  }

  /** As a recording, which the composer opens and "vitrine replay" plays. */
  #save(): void {
    const url = URL.createObjectURL(new Blob([this.#entries.jsonl()], { type: 'application/jsonl' }));
    el('a', { href: url, download: `${this.#session ?? 'session'}.jsonl` }).click();
    URL.revokeObjectURL(url);
    this.#events.say(`${this.#entries.count} entries saved.`);
  }

  #wireTabs(): void {
    const list = this.#dom.querySelector<HTMLElement>('[role=tablist]');
    if (list === null) return;
    wireTabs(list, (chosen) => {
      markSelected(list, chosen);
      for (const tab of list.querySelectorAll('[role=tab]'))
        byId(tab.getAttribute('aria-controls') ?? '', HTMLElement).hidden = tab !== chosen;
      this.redraw();
    });
  }
}
