// <vitrine-session>: draws all that a session shows: surfaces, questions, tasks, effects. What a person does leaves as
// `vitrine-event`, what goes wrong as `vitrine-issue`; both bubble and cross shadow roots. It has no network and knows no
// wire format: whoever drives it applies entries to the view and calls `happen` for each effect of a live one.

import type { AskOp, EffectOp, Trust, TrustMarked, View, ViewerEvent } from '@vitrine/core/page';
import { ElementBase } from './element-base.ts';
import type { NoticeKind } from './english/session-first.ts';
import { keepFocus } from './focus-keeper.ts';
import { hurry } from './frames.ts';
import { SessionNotice } from './session/notice.ts';
import type { RefusedInput, SessionSettings } from './session/session-host.ts';
import { SessionStage } from './session/session-stage.ts';
import type { UnseenWrite } from './stage.ts';
import { chromeStyles } from './styles/chrome.ts';
import type { Words } from './words.ts';

export class VitrineSession extends ElementBase implements SessionSettings {
  /** False: questions for an approval are shown, and answered elsewhere. Read when a question is shown. */
  approvals = true;
  readonly #root = this.attachShadow({ mode: 'open' });
  #view: View | undefined;
  /** Outlives the stage: what was answered is not asked anew because the element was off the page. */
  #answered = new Map<string, AskOp>();
  #stage: SessionStage | undefined;
  #headingLevel: number | undefined;
  #agentName = '';
  #trust: Trust = 'trusted';
  #ended = false;
  #pending: readonly ViewerEvent[] = [];
  #offline = false;
  #words: Partial<Words> = {};
  readonly #notice = new SessionNotice();

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [chromeStyles.sheet];
    this.#root.addEventListener('focusout', keepFocus);
    for (const type of ['keydown', 'pointerdown', 'click', 'input', 'change'])
      this.#root.addEventListener(type, hurry, { capture: true, passive: true });
  }

  /** The level that headings of surfaces begin at, so that they fit into the outline of the page. Read as `urls` are. */
  get headingLevel(): number | undefined {
    return this.#headingLevel;
  }
  set headingLevel(level: number | undefined) {
    this.#headingLevel = level;
  }

  /** What is shown. Setting another one, or none, takes everything of the one before away. */
  get view(): View | undefined {
    return this.#view;
  }
  set view(view: View | undefined) {
    if (view === this.#view) return;
    this.#stop();
    this.#view = view;
    this.#answered = new Map();
    if (this.isConnected) this.#start();
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

  /** What a person did and nobody has answered: what sent it shows that, and cannot send it again. */
  get pending(): readonly ViewerEvent[] {
    return this.#pending;
  }
  set pending(pending: readonly ViewerEvent[]) {
    this.#pending = pending;
    this.#stage?.tellPending();
  }

  /** There is no connection: what is pending says that it will be sent. */
  get offline(): boolean {
    return this.#offline;
  }
  set offline(offline: boolean) {
    if (offline === this.#offline) return;
    this.#offline = offline;
    this.#stage?.tellPending();
  }

  /** What the chrome and the widgets say themselves in another language, or some of it; the rest is English. */
  get words(): Partial<Words> {
    return this.#words;
  }
  set words(value: Partial<Words> | undefined) {
    const words = value ?? {};
    this.#words.mark?.(this, false);
    words.mark?.(this, true);
    this.#words = words;
    this.#notice.draw(words);
    this.#stage?.tell();
  }

  /** What is to be said of the session as a whole, in its place or beside what is shown of it. */
  get notice(): NoticeKind | undefined {
    return this.#notice.kind;
  }
  set notice(kind: NoticeKind | undefined) {
    this.#notice.kind = kind;
    this.#notice.draw(this.#words);
    this.#placeNotice();
  }

  /** A short note of the page itself, which goes by itself. */
  note(words: string): void {
    this.#stage?.note(words);
  }

  /**
   * An effect of a live entry. Effects are not state: what is replayed does not happen again, nor does what happened
   * while the element was not on the page.
   */
  happen(op: TrustMarked<EffectOp>): void {
    this.#stage?.happen(op);
  }

  /** The host did not take an answer: the person is told why and may give another. */
  refuse(ask: string, problem: string): void {
    if (this.#stage === undefined) this.#answered.delete(ask);
    else this.#stage.refuse(ask, problem);
  }

  /**
   * The host did not take what was entered at a path: its field says why, for as long as that value stands in it. `isSent`:
   * it came with an action, so the person looks for what has become of it, and is led there.
   */
  refuseInput(field: RefusedInput, problem: string, isSent = false): void {
    this.#stage?.refuseInput(field, problem, isSent);
  }

  /** What a person typed where nobody sees it, and files: no inputs, so they have to be sent with the actions of their surface. */
  unseen(surface: string): readonly UnseenWrite[] {
    return this.#stage?.unseen(surface) ?? [];
  }

  /** Draws now what the next frames would draw. */
  flush(): void {
    this.#stage?.flush();
  }

  /** Resolves when nothing is left to be drawn, code that is fetched for it included. */
  get idle(): Promise<void> {
    return this.#stage?.idle() ?? Promise.resolve();
  }

  connectedCallback(): void {
    this.#words.mark?.(this, true);
    if (this.#stage === undefined) this.#start();
    else this.#stage.tell();
  }

  /** What is not on the page is not drawn, and its view forgets it. One that is only moved is back at once. */
  disconnectedCallback(): void {
    this.#stage?.suspend();
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  #start(): void {
    if (this.#view === undefined) return;
    this.#stage = new SessionStage(this.#root, this.#view, this, this.#answered, (type, detail) => {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    });
    this.#placeNotice();
  }

  #stop(): void {
    this.#stage?.dispose();
    this.#stage = undefined;
    this.#placeNotice();
  }

  #placeNotice(): void {
    const { kind, dom } = this.#notice;
    if (kind === undefined) dom.remove();
    else if (this.#root.firstChild !== dom) this.#root.prepend(dom);
  }
}
