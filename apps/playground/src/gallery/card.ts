// One entry on the page: its title, the live surface, its stream. The surface is made when the card comes into sight, or
// when somebody asks for it where it would cover the page.

import type { EffectOp, Issue, ViewerEvent } from '@vitrine/core/internal';
import type { VitrineSession } from '@vitrine/web';
import { el, setAttributes } from '../page/element.ts';
import { drawJson } from '../page/json-view.ts';
import { speak } from '../page/words.ts';
import type { GalleryEntry } from './entry.ts';
import { PlayerBar, type PlayerHost } from './player-bar.ts';
import { Replay, stepsOf } from './replay.ts';
import type { Settings } from './settings.ts';

export interface CardHost {
  readonly settings: Settings;
  event(title: string, event: ViewerEvent): void;
  issue(title: string, problem: Issue): void;
}

export class GalleryCard implements PlayerHost {
  readonly id: string;
  readonly entry: GalleryEntry;
  readonly dom = el('article', { class: 'card' });
  readonly #index: number;
  readonly #host: CardHost;
  readonly #stage = el('div', { class: 'stage' });
  readonly #bar: PlayerBar | undefined;
  #element: VitrineSession | undefined;
  #replay: Replay | undefined;

  constructor(id: string, entry: GalleryEntry, index: number, host: CardHost) {
    this.id = id;
    this.entry = entry;
    this.#index = index;
    this.#host = host;
    this.#bar = entry.replay === true ? new PlayerBar(this) : undefined;
    this.#build();
    this.#stage.addEventListener('vitrine-event', (event) => {
      const { detail } = event as CustomEvent<ViewerEvent>;
      this.#replay?.take(detail);
      host.event(entry.title, detail);
    });
    this.#stage.addEventListener('vitrine-issue', (event) =>
      host.issue(entry.title, (event as CustomEvent<Issue>).detail),
    );
  }

  get title(): string {
    return this.entry.title;
  }
  /** Titles repeat from group to group. */
  get name(): string {
    return `${this.entry.group}, ${this.entry.title}`;
  }
  get isMounted(): boolean {
    return this.#element !== undefined;
  }
  get speed(): number {
    return this.#host.settings.speed;
  }
  /** Resolves when nothing is left to be drawn. */
  get idle(): Promise<void> {
    return this.#element?.idle ?? Promise.resolve();
  }

  /** Shows the entry whole. */
  mount(): void {
    if (this.#element !== undefined) return;
    this.begin().rest();
    this.fed();
    this.#bar?.whole();
  }

  unmount(): void {
    if (this.#element !== undefined) this.#element.view = undefined;
    this.#element = undefined;
    this.#replay = undefined;
    this.#stage.replaceChildren(...(this.entry.waits === true ? [this.#asks()] : []));
  }

  /** For the toolbar: what is mounted is made anew. */
  renew(): void {
    if (this.#element === undefined) return;
    this.unmount();
    if (this.entry.waits !== true) this.mount();
  }

  pace(): void {
    this.#bar?.pace();
  }

  begin(): Replay {
    this.unmount();
    const element = document.createElement('vitrine-session') as VitrineSession;
    const replay = new Replay(this.entry, {
      colour: this.#host.settings.colour(this.#index),
      report: (problem) => this.#host.issue(this.title, problem),
      happen: (effect: EffectOp) => element.happen(effect),
    });
    element.agentName = 'Gallery';
    element.headingLevel = 5;
    speak(element);
    element.trust = this.entry.trust ?? 'trusted';
    element.view = replay.fold;
    this.#element = element;
    this.#replay = replay;
    this.#stage.replaceChildren(element);
    return replay;
  }

  current(): Replay {
    return this.#replay ?? this.begin();
  }

  fed(): void {
    if (this.#element !== undefined) this.#element.ended = this.#replay?.done === true;
  }

  #build(): void {
    const { title, note, waits, tall } = this.entry;
    this.dom.id = this.id;
    this.#stage.dir = this.#host.settings.direction;
    const link = el('a', { class: 'anchor', href: `#${this.id}` }, title);
    this.dom.append(el('h4', {}, link));
    if (note !== undefined && note !== '') this.dom.append(el('p', { class: 'note' }, note));
    this.dom.append(this.#stage);
    if (waits === true) this.#stage.append(this.#asks());
    // What scrolls must be reachable by keyboard.
    if (tall === true)
      setAttributes(this.#stage, { class: 'stage tall', role: 'group', tabindex: 0, 'aria-label': title });
    if (this.#bar !== undefined) this.dom.append(this.#bar.dom);
    this.dom.append(this.#stream());
  }

  /** What covers the page comes only when somebody wants it. */
  #asks(): HTMLElement {
    const show = el('button', { type: 'button', class: 'show' }, 'Show it');
    show.setAttribute('aria-label', `Show it: ${this.title}`);
    show.addEventListener('click', () => this.mount());
    return show;
  }

  #stream(): HTMLElement {
    const steps = stepsOf(this.entry);
    const words = `${steps.length} ${steps.length === 1 ? 'message' : 'messages'}`;
    // For those who hear one of many: whose stream it is.
    const whose = el('span', { class: 'unseen' }, ` of ${this.name}`);
    const summary = el('summary', {}, 'Stream ', el('span', { class: 'hint' }, words), whose);
    const details = el('details', { class: 'stream' }, summary);
    details.addEventListener(
      'toggle',
      () => {
        const list = steps.map((step) => el('li', {}, el('pre', { class: 'json' }, ...drawJson(step as never))));
        const scroll = el('ol', { class: 'messages', tabindex: 0, 'aria-label': `Stream of ${this.title}` }, ...list);
        details.append(scroll);
      },
      { once: true },
    );
    return details;
  }
}
