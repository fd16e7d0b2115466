// One session on the page: its surfaces, questions, tasks and effects, and the chrome around them. Made for one view and
// thrown away with it.

import {
  type AskOp,
  type EffectOp,
  INPUT_SENTENCES,
  type Issue,
  type TrustMarked,
  type View,
  type ViewerEvent,
} from '@vitrine/core/page';
import { make } from '../dom.ts';
import { fieldWords } from '../english/fields.ts';
import { sessionWords } from '../english/session.ts';
import { surfaceWords } from '../english/surface.ts';
import { AskQueue } from './ask-queue.ts';
import { Layers } from './layers.ts';
import { Links } from './links.ts';
import { isFromElsewhere } from './origin-mark.ts';
import { Regions } from './region.ts';
import type { ChromeWords, RefusedInput, SessionHost, SessionSettings } from './session-host.ts';
import { SurfaceList } from './surfaces.ts';
import { TaskList } from './tasks.ts';
import { Toasts } from './toasts.ts';
import { line } from './words.ts';

export class SessionStage implements SessionHost {
  readonly view: View;
  readonly settings: SessionSettings;
  readonly answered: Map<string, AskOp>;
  readonly layers = new Layers((held) => this.#hold(held));
  readonly #root: ShadowRoot;
  readonly #dispatch: (type: 'vitrine-event' | 'vitrine-issue', detail: ViewerEvent | Issue) => void;
  readonly #announcement = make('div', 'hush');
  readonly #regions = new Regions();
  readonly #toasts = new Toasts(
    () => this.layers.settle(),
    () => this.words,
  );
  readonly #links: Links;
  readonly #surfaces: SurfaceList;
  readonly #asks: AskQueue;
  /** Of how many pending acts it was said that they will be sent. */
  #announced = 0;

  constructor(
    root: ShadowRoot,
    view: View,
    settings: SessionSettings,
    answered: Map<string, AskOp>,
    dispatch: (type: 'vitrine-event' | 'vitrine-issue', detail: ViewerEvent | Issue) => void,
  ) {
    this.#root = root;
    this.view = view;
    this.settings = settings;
    this.answered = answered;
    this.#dispatch = dispatch;
    this.#links = new Links(this);
    const chips = make('div', 'chips');
    this.#surfaces = new SurfaceList(this, chips);
    const tasks = new TaskList(this);
    this.#announcement.setAttribute('role', 'status');
    const notes = make('div', 'notes');
    notes.append(this.#links.dom, this.#toasts.dom);
    this.layers.shelf.append(chips, notes);
    root.replaceChildren(tasks.dom, this.#surfaces.dom, make('div', 'chip-place'), this.#announcement);
    root.append(this.layers.panels, this.layers.shelf, this.layers.dialog);
    this.#surfaces.dom.addEventListener('focusin', this.layers.uncover);
    this.#regions.add(() => this.#surfaces.draw());
    this.#regions.add(() => tasks.draw());
    this.#asks = new AskQueue(this, this.#regions, chips);
  }

  get words(): ChromeWords {
    const { elsewhere, willBeSent } = surfaceWords;
    const own = { ...INPUT_SENTENCES, ...sessionWords, ...fieldWords, elsewhere, willBeSent };
    return { ...own, ...this.settings.words };
  }

  get agent(): string {
    return line(this.settings.agentName, 60) || this.words.agent;
  }

  happen({ effect, until, trust }: TrustMarked<EffectOp>): void {
    // What was meant for a moment that has passed does not happen later.
    if (until !== undefined && Date.parse(until) < Date.now()) return;
    if (effect.kind === 'toast') {
      const { text, severity, ms } = effect;
      const from = isFromElsewhere(this, trust) ? `${this.agent} · ${this.words.elsewhere}` : this.agent;
      this.#toasts.add({ from, text, severity, ms });
    } else if (effect.kind === 'navigate') this.#links.offer(effect, trust);
  }

  refuse(ask: string, problem: string): void {
    this.#asks.refuse(ask, problem);
  }

  refuseInput(field: RefusedInput, problem: string, isSent: boolean): void {
    this.#surfaces.refuseInput(field, problem, isSent);
  }

  /** Something else is pending, or the connection has come or gone. */
  tellPending(): void {
    this.#surfaces.tellPending();
    this.#regions.schedule();
    const { offline, pending } = this.settings;
    if (offline && pending.length > this.#announced) this.announce(this.words.willBeSent);
    this.#announced = offline ? pending.length : 0;
  }

  /** The page said something else about the session, or the element has come to the page. */
  tell(): void {
    this.#surfaces.tell();
    this.#links.tell();
    this.#toasts.tell();
    this.#regions.schedule();
  }

  suspend(): void {
    this.#asks.suspend();
  }

  send(event: ViewerEvent): void {
    this.#dispatch('vitrine-event', event);
  }

  report(problem: Issue): void {
    this.#dispatch('vitrine-issue', problem);
  }

  announce(words: string): void {
    const sentence = make('p', 'said');
    sentence.textContent = words;
    this.#announcement.replaceChildren(sentence);
  }

  note(words: string): void {
    this.#toasts.add({ text: words });
  }

  unseen(surface: string): ReturnType<SurfaceList['unseen']> {
    return this.#surfaces.unseen(surface);
  }

  flush(): void {
    this.#regions.flush();
    this.#surfaces.flush();
  }

  async idle(): Promise<void> {
    await this.#regions.idle;
    await this.#surfaces.idle();
  }

  dispose(): void {
    this.#asks.dispose();
    this.#regions.dispose();
    this.#surfaces.dispose();
    this.#toasts.dispose();
    this.#links.dispose();
    this.#root.replaceChildren();
  }

  #hold(held: boolean): void {
    this.#toasts.hold(held);
    this.#links.hold(held);
  }
}
