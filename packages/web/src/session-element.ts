// <vitrine-session>: draws all that a session shows: surfaces, questions, tasks, effects. What a person does leaves as
// `vitrine-event`, what goes wrong as `vitrine-issue`; both bubble and cross shadow roots. It has no network and knows no
// wire format: whoever drives it applies entries to the view and calls `happen` for each effect of a live one.

import { DEFAULT_URL_POLICY, type EffectOp, type Trust, type UrlPolicy, type View } from '@vitrine/core';
import type { SessionSettings } from './session/session-host.ts';
import { SessionStage } from './session/session-stage.ts';
import { chromeSheet } from './styles/chrome.ts';
import { pageWidgets } from './surface-element.ts';
import type { Widgets } from './widget.ts';

export class VitrineSession extends HTMLElement implements SessionSettings {
  /** Which links may be opened and where media may come from. Read when a surface opens. */
  urls: UrlPolicy = DEFAULT_URL_POLICY;
  /** The widgets that draw; those of the page when not set. */
  widgets: Widgets = pageWidgets;
  readonly #root = this.attachShadow({ mode: 'open' });
  #stage: SessionStage | undefined;
  #agentName = '';
  #trust: Trust = 'trusted';
  #ended = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [chromeSheet()];
  }

  /** What is shown. Setting another one, or none, takes everything of the one before away. */
  get view(): View | undefined {
    return this.#stage?.view;
  }
  set view(view: View | undefined) {
    if (view === this.#stage?.view) return;
    this.#stage?.dispose();
    this.#stage =
      view === undefined
        ? undefined
        : new SessionStage(this.#root, view, this, (type, detail) => {
            this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
          });
  }

  /** Who asks, as the chrome says it. Plain text; it comes from the host, not from what the agent draws. */
  get agentName(): string {
    return this.#agentName;
  }
  set agentName(name: string) {
    this.#agentName = name;
    this.#stage?.tell();
  }

  /** An untrusted session cannot have anything approved and sends nobody anywhere. */
  get trust(): Trust {
    return this.#trust;
  }
  set trust(trust: Trust) {
    this.#trust = trust;
    this.#stage?.tell();
  }

  /** Nothing more is coming: what is missing now stays missing. */
  get ended(): boolean {
    return this.#ended;
  }
  set ended(ended: boolean) {
    this.#ended = ended;
    this.#stage?.tell();
  }

  /** An effect of a live entry. Effects are not state: what is replayed does not happen again. */
  happen(op: EffectOp): void {
    this.#stage?.happen(op);
  }

  /** The host did not take an answer: the person is told why and may give another. */
  refuse(ask: string, problem: string): void {
    this.#stage?.refuse(ask, problem);
  }

  /** Draws now what the next frames would draw. */
  flush(): void {
    this.#stage?.flush();
  }

  /** Resolves when nothing is left to be drawn. */
  get idle(): Promise<void> {
    return this.#stage?.idle() ?? Promise.resolve();
  }

  connectedCallback(): void {
    this.#stage?.tell();
  }

  disconnectedCallback(): void {
    this.#stage?.suspend();
  }
}
