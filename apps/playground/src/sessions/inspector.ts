// The inspector beside a session: its entries, its data, what is wrong, and the way through time. It reads as the
// operator; the session's own picture is left to session-pane.ts, and whether it is open to inspector-toggle.ts.

import type { Entry, Issue, Json, Seq, View } from '@vitrine/core';
import type { Replica } from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import { EntryFeed } from '../host/entry-feed.ts';
import { CLOSED, type HostApi, type SessionSnapshot, toRefusal } from '../host/host-api.ts';
import { byId, setText } from '../page/element.ts';
import { saveFile } from '../page/save-file.ts';
import { markSelected, wireTabs } from '../page/tab-bar.ts';
import { ComparePane } from './compare-pane.ts';
import { ComponentPane } from './component-pane.ts';
import { DataPane } from './data-pane.ts';
import { EntryRows } from './entry-rows.ts';
import { issuesIn } from './entry-words.ts';
import type { InDialect } from './notation-view.ts';
import { ProblemRows } from './problem-rows.ts';
import { TimeSlider } from './time-slider.ts';

export interface InspectorEvents {
  /** The person wants to see that moment, or now; resolves when it is shown. */
  travel(at: Seq | undefined): Promise<void>;
  /** The person wants to change a copy of what is shown. */
  copy(): void;
  /** The person wants what is shown as a file. */
  savePage(): void;
  /** The operator's access has ended. */
  ended(): void;
  say(words: string): void;
}

/** A session before its first entry. */
const EMPTY: SessionSnapshot = { seq: 0, surfaces: {}, asks: {}, tasks: {} };

export class Inspector {
  readonly #dom = byId('inspector', HTMLElement);
  readonly #events: InspectorEvents;
  readonly #entries: EntryRows;
  readonly #problems = new ProblemRows(byId('problems', HTMLElement));
  readonly #compare = new ComparePane();
  readonly #component: ComponentPane;
  readonly #data: DataPane;
  #view: View | undefined;
  readonly #slider: TimeSlider;
  #feed: EntryFeed | undefined;
  #session: string | undefined;
  #api: HostApi | undefined;

  constructor(events: InspectorEvents) {
    this.#events = events;
    this.#entries = new EntryRows({
      visit: (seq) => void events.travel(seq),
      compare: (seq) => {
        byId('changes-tab', HTMLElement).click();
        this.#compare.ofEntry(seq);
      },
      inDialect: (entry, dialect) => this.#inDialect(entry, dialect),
      find: (surface, id) => this.#component.find(surface, id),
    });
    this.#data = new DataPane(events);
    this.#component = new ComponentPane({
      entries: () => this.#entries.entries,
      view: () => this.#view,
      picked: () => byId('component-tab', HTMLElement).click(),
      visit: (seq) => {
        byId('entries-tab', HTMLElement).click();
        void events.travel(seq);
      },
    });
    this.#slider = new TimeSlider(events.travel);
    byId('copy-entries', HTMLElement).addEventListener('click', () => void this.#copy());
    byId('save-entries', HTMLElement).addEventListener('click', () => this.#save());
    byId('save-page', HTMLElement).addEventListener('click', () => events.savePage());
    this.#wireTabs();
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
    this.#api = api;
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

  /** What is on the page now; `copy`: the same, where it may be changed. */
  show(view: View | undefined, at: Seq | undefined, copy?: Replica): void {
    this.#view = view;
    this.#data.show(view, copy);
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

  /** Data may have changed. */
  redraw(): void {
    this.#data.redraw();
  }

  async #inDialect(entry: Entry, dialect: DialectId): Promise<InDialect | undefined> {
    const [api, session] = [this.#api, this.#session];
    if (api === undefined || session === undefined) return undefined;
    try {
      const before = entry.seq === 1 ? EMPTY : await api.snapshot(session, entry.seq - 1);
      const { entryJson } = await import('./entry-json.ts');
      const { messages, losses } = entryJson(entry, before, dialect);
      const nothing = messages.length === 0 ? `${dialect} has no words for it.` : '';
      return {
        json: messages.length === 1 ? (messages[0] as Json) : messages,
        note: [nothing, ...losses].join(' ').trim(),
      };
    } catch (error) {
      return { json: [], note: `It cannot be shown so: ${toRefusal(error).message}` };
    }
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
    saveFile(`${this.#session ?? 'session'}.jsonl`, 'application/jsonl', this.#entries.jsonl());
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
