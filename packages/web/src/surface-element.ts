// <vitrine-surface>: draws one surface of a view. What a person does leaves as `vitrine-event`, what goes wrong as
// `vitrine-issue`; both bubble and cross shadow roots. It has no network and knows no wire format.

import type { Issue, Json, Surface, TreeNode, View, ViewerEvent } from '@vitrine/core/page';
import { ElementBase } from './element-base.ts';
import { surfaceWords } from './english/surface.ts';
import { keepFocus } from './focus-keeper.ts';
import { hurry } from './frames.ts';
import { HeadingOrder } from './heading-order.ts';
import { LazyCode } from './lazy-code.ts';
import { leadToProblem } from './problem-focus.ts';
import { RootDrawn } from './root-drawn.ts';
import { SETTLE_AFTER_MS, settlingOf } from './settling.ts';
import { lazyFunctions, Stage } from './stage.ts';
import { stayInView } from './stay-in-view.ts';
import { surfaceStyles } from './styles/sheet.ts';
import type { takeOver } from './take-over.ts';
import { lazyTheme, ThemeWatcher } from './theme-watcher.ts';
import type { Words } from './words.ts';

/** For pages that a server has drawn. */
export const lazyTakeOver = new LazyCode<{ readonly takeOver: typeof takeOver }>();

export { pageWidgets } from './element-base.ts';
export { lazyFunctions } from './stage.ts';

export class VitrineSurface extends ElementBase {
  /** Milliseconds without anything new after which what is missing is called missing. Read when a surface is shown. */
  settleAfter: number = SETTLE_AFTER_MS;
  /** There already where a server has drawn. */
  readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  readonly #headings = new HeadingOrder(this.#root);
  #shown: { readonly surface: Surface; readonly view: View } | undefined;
  #stage: Stage | undefined;
  #drawn: RootDrawn | undefined;
  #theme: ThemeWatcher | undefined;
  /** What a server has drawn stands until the same is drawn here. */
  #isFromServer = this.#root.hasChildNodes();
  #ended = false;
  #pending: readonly ViewerEvent[] = [];
  #offline = false;
  #words: Partial<Words> | undefined;

  constructor() {
    super();
    // Until then the server's own sheet holds: it has the styles of catalogs whose code has not come.
    if (!this.#isFromServer) this.#root.adoptedStyleSheets = [surfaceStyles.sheet];
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
    return this.#words ?? {};
  }

  set words(words: Partial<Words> | undefined) {
    this.#words?.mark?.(this, false);
    words?.mark?.(this, true);
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
    this.#words?.mark?.(this, true);
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

  /** For tools beside a page: the component whose picture this node is a part of, or none. */
  componentAt(target: Node): TreeNode | undefined {
    let found: TreeNode | undefined;
    this.#drawn?.each(({ dom, node }) => {
      if (dom.contains(target)) found = node;
    });
    return found;
  }

  /** What shows a component, in every item of a template that it stands in. */
  elementsOf(id: TreeNode['id']): readonly Element[] {
    const found: Element[] = [];
    this.#drawn?.each(({ dom, node }) => {
      if (node.id === id && dom instanceof Element) found.push(dom);
    });
    return found;
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
      host: this,
      surface,
      view,
      urls: () => this.urls,
      send: (event) => this.#dispatch('vitrine-event', event),
      report: (problem) => this.#dispatch('vitrine-issue', problem),
      openUrl: (url) => this.#open(url),
      painted: () => this.#painted(),
    });
    stage.ended.value = this.#ended;
    settlingOf(stage).after = this.settleAfter;
    this.widgets.fetchAtIdle(view.catalogs);
    for (const code of [lazyFunctions, lazyTheme]) code.fetchAtIdle();
    this.#stage = stage;
    this.#speak();
    const container = this.#isFromServer ? document.createDocumentFragment() : this.#root;
    this.#drawn = new RootDrawn(stage, this.widgets, container);
    this.#drawn.schedule();
    if (!this.#isFromServer) this.#dress(stage);
    this.#tellPending();
  }

  #dress(stage: Stage): void {
    this.#theme = new ThemeWatcher(stage, this.#root);
    this.#theme.schedule();
  }

  #painted(): void {
    this.#headings.look();
    const [stage, drawn] = [this.#stage, this.#drawn];
    if (!this.#isFromServer || stage === undefined || drawn === undefined || stage.isComing) return;
    if (!drawn.isShown) return;
    const code = lazyTakeOver.loaded;
    if (code === undefined) return void lazyTakeOver.fetch().then(() => this.#painted());
    this.#isFromServer = false;
    code.takeOver(
      this.#root,
      () => {
        this.#root.adoptedStyleSheets.unshift(surfaceStyles.sheet);
        drawn.moveTo(this.#root);
        this.#dress(stage);
        stage.flush();
      },
      stage,
    );
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
    // What a server has drawn is of the surface that was to be shown.
    if (this.#isFromServer && this.#stage !== undefined) {
      this.#isFromServer = false;
      this.#root.replaceChildren();
      this.#root.adoptedStyleSheets.unshift(surfaceStyles.sheet);
    }
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
