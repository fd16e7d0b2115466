// What a session shows beside its surfaces: questions, tasks, notes and links. SessionStage fetches it and hands on what
// is for it.

import { INPUT_SENTENCES } from '@vitrine/core/later';
import type { EffectOp, TrustMarked } from '@vitrine/core/page';
import { make } from '../dom.ts';
import { fieldWords } from '../english/fields.ts';
import { sessionWords } from '../english/session.ts';
import { chromeStyles } from '../styles/chrome.ts';
import { CONTROLS_CSS, PICKERS_CSS } from '../styles/controls.ts';
import { LAYERS_CSS } from '../styles/layers.ts';
import { SESSION_CHROME_CSS } from '../styles/session-chrome.ts';
import { AskQueue } from './ask-queue.ts';
import { Links } from './links.ts';
import { isFromElsewhere } from './origin-mark.ts';
import type { Regions } from './region.ts';
import type { SessionHost } from './session-host.ts';
import { TaskList } from './tasks.ts';
import { Toasts } from './toasts.ts';

/** What it says itself. */
export const chromeWords = { ...INPUT_SENTENCES, ...sessionWords, ...fieldWords };

export class SessionChrome {
  /** Stands before the surfaces. */
  readonly tasks: HTMLElement;
  readonly #host: SessionHost;
  readonly #toasts: Toasts;
  readonly #links: Links;
  readonly #asks: AskQueue;

  constructor(host: SessionHost, regions: Regions, chips: HTMLElement) {
    chromeStyles.add('controls', CONTROLS_CSS + PICKERS_CSS);
    chromeStyles.add('layers', LAYERS_CSS + SESSION_CHROME_CSS);
    this.#host = host;
    this.#links = new Links(host);
    this.#toasts = new Toasts(
      () => host.layers.settle(),
      () => host.words,
    );
    const notes = make('div', 'notes');
    notes.append(this.#links.dom, this.#toasts.dom);
    chips.after(notes);
    const tasks = new TaskList(host);
    this.tasks = tasks.dom;
    regions.add(() => tasks.draw());
    this.#asks = new AskQueue(host, regions, chips);
  }

  happen({ effect, until, trust }: TrustMarked<EffectOp>): void {
    // What was meant for a moment that has passed does not happen later.
    if (until !== undefined && Date.parse(until) < Date.now()) return;
    const { agent, words } = this.#host;
    if (effect.kind === 'toast') {
      const { text, severity, ms } = effect;
      const from = isFromElsewhere(this.#host, trust) ? `${agent} · ${words.elsewhere}` : agent;
      this.#toasts.add({ from, text, severity, ms });
    } else if (effect.kind === 'navigate') this.#links.offer(effect, trust);
  }

  note(words: string): void {
    this.#toasts.add({ text: words });
  }

  refuse(ask: string, problem: string): void {
    this.#asks.refuse(ask, problem);
  }

  /** A question has come to the front, or has left it. */
  hold(held: boolean): void {
    this.#toasts.hold(held);
    this.#links.hold(held);
  }

  /** The page said something else about the session. */
  tell(): void {
    this.#links.tell();
    this.#toasts.tell();
  }

  suspend(): void {
    this.#asks.suspend();
  }

  dispose(): void {
    this.#asks.dispose();
    this.#toasts.dispose();
    this.#links.dispose();
  }
}

export { VitrineSurface } from '../first-load.ts';
export { Layers } from './layers.ts';
export { Panel } from './panel.ts';
