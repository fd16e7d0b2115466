// One session on the page: its surfaces, and the chrome with questions, tasks and effects, whose code is fetched when there
// is something for it, or when the page is idle. Made for one view and thrown away with it.

import {
  type AskOp,
  type EffectOp,
  type Issue,
  issue,
  type Trust,
  type TrustMarked,
  untracked,
  type View,
  type ViewerEvent,
} from '@vitrine/core/page';
import { make } from '../dom.ts';
import { firstSessionWords } from '../english/session-first.ts';
import { surfaceWords } from '../english/surface.ts';
import type { Layers } from './layers.ts';
import { lazyChrome } from './lazy-chrome.ts';
import { isFromElsewhere } from './origin-mark.ts';
import { Regions } from './region.ts';
import type { SessionChrome } from './session-chrome.ts';
import type { ChromeWords, RefusedInput, SessionHost, SessionSettings } from './session-host.ts';
import { positionOf, SurfaceList } from './surfaces.ts';
import { line } from './words.ts';

/** How long surfaces wait for tasks, which stand before them. */
const MAX_WAIT_MS = 500;

export class SessionStage implements SessionHost {
  readonly view: View;
  readonly settings: SessionSettings;
  readonly answered: Map<string, AskOp>;
  readonly #root: ShadowRoot;
  readonly #dispatch: (type: 'vitrine-event' | 'vitrine-issue', detail: ViewerEvent | Issue) => void;
  readonly #announcement = make('div', 'hush');
  readonly #regions = new Regions();
  readonly #surfaces: SurfaceList;
  readonly #chips = make('div', 'chips');
  #chrome: SessionChrome | undefined;
  #layers: Layers | undefined;
  /** What is to be done once the chrome is there. */
  readonly #forChrome: ((chrome: SessionChrome) => void)[] = [];
  #isDisposed = false;
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
    this.#surfaces = new SurfaceList(this, this.#chips);
    this.#announcement.setAttribute('role', 'status');
    root.replaceChildren(this.#surfaces.dom, make('div', 'chip-place'), this.#announcement);
    this.#begin();
  }

  get words(): ChromeWords {
    const { elsewhere, willBeSent } = surfaceWords;
    const own = { ...firstSessionWords, ...lazyChrome.loaded?.chromeWords, elsewhere, willBeSent };
    // What only the chrome says is there with it.
    return { ...own, ...this.settings.words } as ChromeWords;
  }

  get layers(): Layers {
    return this.#layers as Layers;
  }

  get agent(): string {
    return line(this.settings.agentName, 60) || this.words.agent;
  }

  happen(op: TrustMarked<EffectOp>): void {
    this.#withChrome((chrome) => chrome.happen(op), op.trust);
  }

  refuse(ask: string, problem: string): void {
    if (this.#chrome === undefined) this.answered.delete(ask);
    else this.#chrome.refuse(ask, problem);
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
    this.#chrome?.tell();
    this.#regions.schedule();
  }

  suspend(): void {
    this.#chrome?.suspend();
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
    this.#withChrome((chrome) => chrome.note(words));
  }

  unseen(surface: string): ReturnType<SurfaceList['unseen']> {
    return this.#surfaces.unseen(surface);
  }

  flush(): void {
    this.#regions.flush();
    this.#surfaces.flush();
  }

  async idle(): Promise<void> {
    if (this.#isChromeNeeded()) await lazyChrome.arrived.catch(() => undefined);
    await this.#regions.idle;
    await this.#surfaces.idle();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#chrome?.dispose();
    this.#regions.dispose();
    this.#surfaces.dispose();
    this.#root.replaceChildren();
  }

  #begin(): void {
    const drawSurfaces = (): void => void (this.#isDisposed || this.#regions.add(() => this.#surfaces.draw()));
    const loaded = untracked(() => lazyChrome.loaded);
    if (loaded !== undefined) {
      drawSurfaces();
      return this.#addChrome(loaded);
    }
    const added = lazyChrome.arrived.then(
      (code) => this.#addChrome(code),
      () => this.report(issue('VITRINE_WIDGET_FAILED', 'error', 'What shows questions, tasks and notes did not come.')),
    );
    // Tasks that came later would push away what is read.
    if (untracked(() => this.view.tasks.size) === 0) drawSurfaces();
    else void Promise.race([added, new Promise((wake) => setTimeout(wake, MAX_WAIT_MS))]).then(drawSurfaces);
    this.#regions.add(() => this.#fetchChrome());
  }

  #addChrome({ SessionChrome, Layers, Panel }: typeof import('./session-chrome.ts')): void {
    if (this.#isDisposed) return;
    const layers = new Layers((held) => this.#chrome?.hold(held));
    this.#layers = layers;
    layers.shelf.append(this.#chips);
    this.#root.append(layers.panels, layers.shelf, layers.dialog);
    this.#surfaces.dom.addEventListener('focusin', layers.uncover);
    this.#surfaces.raising = { Panel, layers };
    const chrome = new SessionChrome(this, this.#regions, this.#chips);
    this.#chrome = chrome;
    this.#surfaces.dom.before(chrome.tasks);
    for (const act of this.#forChrome.splice(0)) act(chrome);
    this.#regions.schedule();
  }

  #withChrome(act: (chrome: SessionChrome) => void, trust?: Trust): void {
    if (this.#chrome !== undefined) return act(this.#chrome);
    this.#forChrome.push(act);
    this.#fetchFor(isFromElsewhere(this, trust));
  }

  /** Questions and tasks that are shown, and surfaces that lie over others. */
  get #forLayers(): readonly { readonly trust?: Trust }[] {
    const { asks, tasks, surfaces } = this.view;
    const over = [...surfaces.values()].filter((surface) => positionOf(surface) === 'overlay');
    return [...asks.values(), ...tasks.values(), ...over];
  }

  /** For what a trusted session shows, when there is something; where anything is from elsewhere, whatever that is. */
  #fetchChrome(): void {
    if (this.#chrome !== undefined) return;
    const isElsewhere = ({ trust }: { readonly trust?: Trust }): boolean => isFromElsewhere(this, trust);
    const forLayers = this.#forLayers;
    if (forLayers.some((one) => !isElsewhere(one))) this.#fetchFor(false);
    else if ([...forLayers, ...this.view.surfaces.values()].some(isElsewhere)) this.#fetchFor(true);
  }

  /** What comes from elsewhere causes no request: its code comes when the page is idle. */
  #fetchFor(elsewhere: boolean): void {
    if (elsewhere) lazyChrome.fetchAtIdle();
    else void lazyChrome.fetch();
  }

  #isChromeNeeded(): boolean {
    return this.#chrome === undefined && (this.#forChrome.length > 0 || untracked(() => this.#forLayers.length > 0));
  }
}
