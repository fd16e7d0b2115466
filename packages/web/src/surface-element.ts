// <vitrine-surface>: draws one surface of a view. What a person does leaves as `vitrine-event`, what goes wrong as
// `vitrine-issue`; both bubble and cross shadow roots. It has no network and knows no wire format.

import {
  DEFAULT_URL_POLICY,
  type Issue,
  type Json,
  type Surface,
  type UrlPolicy,
  type View,
  type ViewerEvent,
} from '@vitrine/core/page';
import { surfaceWords } from './english/surface.ts';
import { keepFocus } from './focus-keeper.ts';
import { hurry } from './frames.ts';
import { HeadingOrder } from './heading-order.ts';
import { leadToProblem } from './problem-focus.ts';
import { RootDrawn } from './root-drawn.ts';
import { SETTLE_AFTER_MS, settlingOf } from './settling.ts';
import { Stage } from './stage.ts';
import { stayInView } from './stay-in-view.ts';
import { surfaceSheet } from './styles/sheet.ts';
import { ThemeDrawn } from './theme.ts';
import { Widgets } from './widget.ts';
import type { Words } from './words.ts';

export class VitrineSurface extends HTMLElement {
  /** Which links may be opened and where media may come from. */
  urls: UrlPolicy = DEFAULT_URL_POLICY;
  /** The widgets that draw; those of the page when not set. */
  widgets: Widgets = pageWidgets;
  /** Milliseconds without anything new after which what is missing is called missing. Read when a surface is shown. */
  settleAfter: number = SETTLE_AFTER_MS;
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #headings = new HeadingOrder(this.#root);
  #shown: { readonly surface: Surface; readonly view: View } | undefined;
  #stage: Stage | undefined;
  #drawn: RootDrawn | undefined;
  #theme: ThemeDrawn | undefined;
  #ended = false;
  #pending: readonly ViewerEvent[] = [];
  #offline = false;
  #words: Partial<Words> = {};

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [surfaceSheet()];
    this.#root.addEventListener('keydown', (event) => stopRepeat(event as KeyboardEvent));
    this.#root.addEventListener('focusout', keepFocus);
    this.#root.addEventListener('click', stayInView);
    for (const type of ['keydown', 'pointerdown', 'click', 'input', 'change'])
      this.#root.addEventListener(type, hurry, { capture: true, passive: true });
  }

  /** Nothing more is coming: what has not come by now is said to be missing. */
  get ended(): boolean {
    return this.#ended;
  }

  set ended(ended: boolean) {
    this.#ended = ended;
    if (this.#stage !== undefined) this.#stage.ended.value = ended;
  }

  /** The level that headings of the surface begin at, so that they fit into the outline of the page. */
  get headingLevel(): number | undefined {
    return this.#headings.first;
  }

  set headingLevel(level: number | undefined) {
    this.#headings.first = level;
  }

  /** What was done here and nobody has answered: controls that sent it show that, and cannot send it again. */
  get pending(): readonly ViewerEvent[] {
    return this.#pending;
  }

  set pending(pending: readonly ViewerEvent[]) {
    this.#pending = pending;
    this.#tellPending();
  }

  /** There is no connection: what is pending says that it will be sent. */
  get offline(): boolean {
    return this.#offline;
  }

  set offline(offline: boolean) {
    this.#offline = offline;
    this.#tellPending();
  }

  /**
   * The host did not take what was entered at a path: its field says why, for as long as that value stands in it. `isSent`:
   * it came with an action, so the person looks for what has become of it, and is led there.
   */
  refuseInput({ path, value }: { readonly path: string; readonly value: Json }, problem: string, isSent = false): void {
    const stage = this.#stage;
    if (stage === undefined) return;
    stage.refuse(path, value, problem);
    this.#drawn?.touch(({ node }) => node.component !== undefined);
    if (!isSent) return;
    stage.tried.value = true;
    void leadToProblem(stage, this.#root, 'button');
  }

  /** The renderer's own words in another language, or some of them; the others are English. */
  get words(): Partial<Words> {
    return this.#words;
  }

  set words(words: Partial<Words>) {
    this.#words.mark?.(this, false);
    words.mark?.(this, true);
    this.#words = words;
    this.#speak();
  }

  /** Draws this surface from now on, and nothing of the one before. Starts when the element is on the page. */
  show(surface: Surface, view: View): void {
    this.clear();
    this.#shown = { surface, view };
    if (this.isConnected) this.#start(surface, view);
  }

  connectedCallback(): void {
    this.#words.mark?.(this, true);
    const shown = this.#shown;
    if (shown !== undefined && this.#stage === undefined) this.#start(shown.surface, shown.view);
  }

  /** What is not on the page is not drawn, and its surface forgets it. One that is only moved is back at once. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  /** Shows nothing. */
  clear(): void {
    this.#shown = undefined;
    this.#stop();
  }

  /** What a person typed where nobody sees it: it is no input, and has to be sent with the actions of this surface. */
  get unseen(): Stage['unseen'] {
    return this.#stage?.unseen ?? [];
  }

  /** Draws now what the next frames would draw. */
  flush(): void {
    this.#stage?.flush();
  }

  /** Resolves when nothing is left to be drawn, code that is fetched for it included. */
  get idle(): Promise<void> {
    return this.#stage?.idle() ?? Promise.resolve();
  }

  #start(surface: Surface, view: View): void {
    const stage = new Stage({
      surface,
      view,
      urls: () => this.urls,
      send: (event) => this.#dispatch('vitrine-event', event),
      report: (problem) => this.#dispatch('vitrine-issue', problem),
      openUrl: (url) => this.#open(url),
      painted: () => this.#headings.look(),
    });
    stage.ended.value = this.#ended;
    settlingOf(stage).after = this.settleAfter;
    this.widgets.fetchAtIdle(view.catalogs);
    this.#stage = stage;
    this.#speak();
    this.#theme = new ThemeDrawn(stage, this.#root);
    this.#theme.schedule();
    this.#drawn = new RootDrawn(stage, this.widgets, this.#root);
    this.#drawn.schedule();
    this.#tellPending();
  }

  #tellPending(): void {
    const stage = this.#stage;
    if (stage === undefined) return;
    const before = stage.pending;
    stage.isOffline = this.#offline;
    stage.pending = this.#pending.filter(
      (event) => event.event === 'action' && event.surface === stage.surface.id,
    ) as typeof before;
    const sources = new Set([...before, ...stage.pending].map(({ source }) => source));
    if (sources.size > 0) this.#drawn?.touch(({ node }) => sources.has(stage.ownerOf(node.id)));
  }

  #speak(): void {
    if (this.#stage !== undefined) this.#stage.language.value = { ...surfaceWords, ...this.#words };
  }

  #stop(): void {
    this.#drawn?.dispose();
    this.#theme?.dispose();
    this.#stage?.dispose();
    this.#headings.dispose();
    this.#drawn = undefined;
    this.#theme = undefined;
    this.#stage = undefined;
  }

  #dispatch(type: 'vitrine-event' | 'vitrine-issue', detail: ViewerEvent | Issue): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #open(url: string): void {
    window.open(url, '_blank', 'noopener,noreferrer');
  }
}

/** A key that is held down presses a button once, not thirty times a second. */
function stopRepeat(event: KeyboardEvent): void {
  const { target } = event;
  if (event.repeat && event.key === 'Enter' && target instanceof HTMLButtonElement) event.preventDefault();
}

/** The widgets that surfaces of this page draw with unless they are told otherwise. */
export const pageWidgets = new Widgets();
