// All surfaces of a session, each in an element of its own that is put where it belongs once and never moved: focus,
// scroll and frames survive whatever happens around it. A surface's place is fixed when it opens.

import { defined, type Surface, type Trust } from '@vitrine/core/page';
import { attribute, make, text } from '../dom.ts';
import { land } from '../focus-keeper.ts';
import { MAX_HELD_MS } from '../root-drawn.ts';
import { VitrineSurface } from '../surface-element.ts';
import type { Words } from '../words.ts';
import type { Layers } from './layers.ts';
import { isFromElsewhere, OriginMark } from './origin-mark.ts';
import type { Panel } from './panel.ts';
import type { RefusedInput, SessionHost, SessionSettings } from './session-host.ts';
import { policyOf } from './url-policy.ts';

type Position = 'main' | 'sidebar' | 'overlay';

interface SurfaceView {
  readonly surface: Surface;
  readonly element: VitrineSurface;
  /** What stands in the list: a frame, or a panel, around the element. */
  readonly dom: HTMLElement;
  readonly panel?: Panel;
  mark?: OriginMark;
}

/** What panels are made of. */
interface Raising {
  readonly Panel: typeof Panel;
  readonly layers: Layers;
}

export class SurfaceList {
  readonly dom = make('div', 'layout');
  readonly #host: SessionHost;
  readonly #main = make('div', 'main');
  readonly #sidebar = make('aside', 'sidebar');
  readonly #empty = make('p', 'empty');
  readonly #shown = new Map<string, SurfaceView>();
  /** As of what is drawn. */
  #trust: Trust;
  #words: SessionSettings['words'];
  readonly #ranks = new WeakMap<Element, number>();
  /** Absent until the chrome has come: panels wait for it. */
  raising: Raising | undefined;
  #hasAppeared = false;
  /** Chips of hidden panels go here. */
  readonly #chips: HTMLElement;

  constructor(host: SessionHost, chips: HTMLElement) {
    this.#host = host;
    this.#chips = chips;
    this.#trust = host.settings.trust;
    this.#words = host.settings.words;
    this.#sidebar.hidden = true;
    this.dom.append(this.#main, this.#sidebar, this.#empty);
  }

  draw(): void {
    const { surfaces } = this.#host.view;
    const { words } = this.#host;
    attribute(this.#sidebar, 'aria-label', words.sidebar);
    text(this.#empty, words.nothingYet);
    let focused: string | undefined;
    for (const [id, shown] of this.#shown) {
      if (surfaces.get(id) === shown.surface) continue;
      if (shown.dom.matches(':focus-within')) focused = id;
      this.#remove(id, shown);
    }
    for (const [id, surface] of surfaces) if (!this.#shown.has(id) && this.#mayAdd(surface)) this.#add(id, surface);
    // Closed and opened anew: wherever it stands now, the person goes on there.
    if (focused !== undefined) land(this.#shown.get(focused)?.element);
    for (const shown of this.#shown.values()) {
      const { surface, dom, panel } = shown;
      this.#drawMark(shown);
      // What is held back is not there yet; reading it here brings us back when it is revealed.
      const { held } = surface;
      if (panel === undefined) dom.hidden = held;
      else panel.hold(held);
    }
    const isVisible = (child: Element): boolean => !(child as HTMLElement).hidden;
    this.#sidebar.hidden = ![...this.#sidebar.children].some(isVisible);
    this.dom.classList.toggle('sided', !this.#sidebar.hidden);
    const inPage = [...this.#main.children, ...this.#sidebar.children].some(isVisible);
    const isWaiting = this.#shown.size < surfaces.size;
    this.#empty.hidden = inPage || isWaiting || [...this.#shown.values()].some(({ panel }) => panel?.isHeld === false);
    this.raising?.layers.settle();
    this.#appear();
  }

  /** What stands there first is seen once it is whole: surfaces that are drawn one after the other would push each other away. */
  #appear(): void {
    if (this.#hasAppeared || this.#shown.size === 0) return;
    this.#hasAppeared = true;
    this.dom.classList.add('coming');
    const late = new Promise((wake) => setTimeout(wake, MAX_HELD_MS));
    const show = (): void => this.#show();
    Promise.race([this.idle(), late]).then(show, show);
  }

  #show(): void {
    this.dom.classList.remove('coming');
  }

  unseen(id: string): VitrineSurface['unseen'] {
    return this.#shown.get(id)?.element.unseen ?? [];
  }

  refuseInput(field: RefusedInput, problem: string, isSent: boolean): void {
    this.#shown.get(field.surface)?.element.refuseInput(field, problem, isSent);
  }

  tellPending(): void {
    const { pending, offline } = this.#host.settings;
    for (const { element } of this.#shown.values()) Object.assign(element, { offline, pending });
  }

  flush(): void {
    for (const { element } of this.#shown.values()) element.flush();
    this.#show();
  }

  async idle(): Promise<void> {
    for (const { element } of this.#shown.values()) await element.idle;
  }

  /** Passes on what the page said about the session since. */
  tell(): void {
    const { settings, agent, view } = this.#host;
    const turned = settings.trust !== this.#trust;
    this.#trust = settings.trust;
    const reworded = settings.words !== this.#words;
    this.#words = settings.words;
    for (const { surface, element, panel } of this.#shown.values()) {
      element.urls = policyOf(settings);
      element.ended = settings.ended;
      if (reworded) element.words = wordsOf(settings);
      panel?.name(agent);
      // Links and pictures that stand on the page were checked when they were drawn.
      if (turned) element.show(surface, view);
    }
  }

  dispose(): void {
    for (const [id, shown] of this.#shown) this.#remove(id, shown);
  }

  #mayAdd(surface: Surface): boolean {
    return this.raising !== undefined || positionOf(surface) !== 'overlay';
  }

  #add(id: string, surface: Surface): void {
    const { settings, view, agent } = this.#host;
    const element = document.createElement('vitrine-surface') as VitrineSurface;
    if (!(element instanceof VitrineSurface)) throw new Error('Call defineElements() before a session is shown.');
    element.urls = policyOf(settings);
    element.widgets = settings.widgets;
    element.ended = settings.ended;
    element.headingLevel = settings.headingLevel;
    element.pending = settings.pending;
    element.offline = settings.offline;
    element.words = wordsOf(settings);
    const position = positionOf(surface);
    const panel = position === 'overlay' ? this.#panelOf(element) : undefined;
    panel?.name(agent);
    const shown: SurfaceView = {
      surface,
      element,
      dom: panel?.dom ?? make('div', 'framed'),
      ...defined({ panel }),
    };
    if (panel === undefined) shown.dom.append(element);
    this.#insert(shown.dom, rankOf(surface), this.#listOf(position));
    this.#shown.set(id, shown);
    element.show(surface, view);
  }

  #panelOf(element: VitrineSurface): Panel | undefined {
    return this.raising && new this.raising.Panel(element, this.#host, this.#chips);
  }

  /** It does not go again: a surface that is not trusted stays so, and what the page says it says for the worse too. */
  #drawMark(shown: SurfaceView): void {
    const { surface, element, dom, panel } = shown;
    const isForeign = isFromElsewhere(this.#host, surface.trust);
    dom.classList.toggle('foreign', isForeign);
    if (isForeign && shown.mark === undefined) {
      shown.mark = new OriginMark();
      // Of a panel, over what scrolls in it.
      (panel === undefined ? element : element.parentElement)?.before(shown.mark.dom);
      if (!surface.held) this.#host.announce(`${this.#host.words.elsewhere}.`);
    }
    if (shown.mark === undefined) return;
    shown.mark.speak(this.#host.words);
    shown.mark.dom.hidden = !isForeign;
  }

  /** Behind all that are not lower in rank: nothing of equal rank was opened later. */
  #insert(dom: HTMLElement, rank: number, list: HTMLElement): void {
    this.#ranks.set(dom, rank);
    let last = list.lastElementChild;
    while (last !== null && (this.#ranks.get(last) ?? 0) < rank) last = last.previousElementSibling;
    if (last === null) list.prepend(dom);
    else last.after(dom);
  }

  #listOf(position: Position): HTMLElement {
    if (position === 'overlay' && this.raising !== undefined) return this.raising.layers.panels;
    return position === 'sidebar' ? this.#sidebar : this.#main;
  }

  #remove(id: string, { element, dom, panel }: SurfaceView): void {
    element.clear();
    panel?.dispose();
    dom.remove();
    this.#shown.delete(id);
  }
}

/** The language is said by the session. */
function wordsOf({ words: { mark: _, ...words } }: SessionSettings): Partial<Words> {
  return words;
}

export function positionOf({ place }: Surface): Position {
  const position = place?.position;
  return position === 'sidebar' || position === 'overlay' ? position : 'main';
}

/** Words or numbers; whatever else an agent sends is as good as nothing. */
function rankOf({ place }: Surface): number {
  const priority = place?.priority;
  if (typeof priority === 'number') return priority;
  return priority === 'high' ? 1 : priority === 'low' ? -1 : 0;
}
