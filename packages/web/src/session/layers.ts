// The top layer, in which nothing of a surface can lie over the chrome: panels of agents below, the shelf of the chrome
// (notes, links, chips) over them, a question over all. While a question is open nothing else is raised, and of several
// sessions on a page one asks at a time.

import { make } from '../dom.ts';
import { focusTrail, mendFocus, type Trail } from '../focus-keeper.ts';
import { uncover } from './uncover.ts';

/** Whose question is in front. */
let front: Layers | undefined;
/** What could not be done while a question is in front. */
const postponed = new Set<() => void>();

export class Layers {
  readonly panels = layer('panels');
  readonly shelf = layer('shelf');
  readonly dialog = make('dialog', 'ask');
  readonly #held: (held: boolean) => void;
  /** Where the focus was when the dialog came up. */
  #back: Trail = [];

  /** `held` hears when a question comes to the front and when it leaves. */
  constructor(held: (held: boolean) => void) {
    this.#held = held;
  }

  /** Shows panels and shelf when they hold something, in their order. */
  readonly settle = (): void => {
    if (!this.shelf.isConnected) return;
    if (front !== undefined) {
      postponed.add(this.settle);
      return;
    }
    const raised = toggle(this.panels, hasContent(this.panels));
    const wanted = this.shelf.querySelector('.chip:not([hidden]), .link-bar, .toast') !== null;
    if (raised && wanted) keepingFocus(this.shelf, () => toggle(this.shelf, false));
    toggle(this.shelf, wanted);
    if (wanted) this.uncover();
  };

  /** Once all is drawn, and the focus where it shall be. */
  readonly uncover = (): void => void requestAnimationFrame(() => uncover(this.shelf));

  /** Lets the dialog come up over all that is there, or `again` be called when the question of another session left. */
  ask(again: () => void): boolean {
    if (!this.dialog.isConnected) return false;
    if (front !== undefined && front !== this) {
      postponed.add(again);
      return false;
    }
    front = this;
    if (this.dialog.open) this.dialog.close();
    else this.#back = focusTrail();
    this.dialog.showModal();
    this.#held(true);
    return true;
  }

  /** Takes the dialog away. */
  rest(): void {
    const wasOpen = this.dialog.open;
    if (wasOpen) this.dialog.close();
    // What had it before could not take it back.
    if (this.dialog.matches(':focus-within')) (this.dialog.querySelector(':focus') as HTMLElement | null)?.blur();
    if (front !== this) return;
    front = undefined;
    this.#held(false);
    this.settle();
    const due = [...postponed];
    postponed.clear();
    for (const act of due) act();
    // What had it may be gone meanwhile; what is in its place by now has been drawn.
    if (wasOpen) mendFocus(this.#back);
  }

  /** Whether the dialog is what a click in its middle would meet. */
  isAskInFront(): boolean {
    const { dialog } = this;
    const { x, y, width, height } = dialog.getBoundingClientRect();
    const met = (dialog.getRootNode() as ShadowRoot).elementFromPoint(x + width / 2, y + height / 2);
    return met !== null && dialog.contains(met);
  }
}

function layer(name: string): HTMLElement {
  const element = make('div', name);
  element.popover = 'manual';
  return element;
}

function hasContent(element: Element): boolean {
  return [...element.children].some((child) => !(child as HTMLElement).hidden);
}

/** Whether it has just been shown. */
function toggle(element: HTMLElement, wanted: boolean): boolean {
  const open = element.matches(':popover-open');
  if (wanted === open) return false;
  if (wanted) element.showPopover();
  else element.hidePopover();
  return wanted;
}

function keepingFocus(layer: HTMLElement, raise: () => void): void {
  const focused = (layer.getRootNode() as ShadowRoot).activeElement;
  raise();
  if (focused instanceof HTMLElement && layer.contains(focused)) queueMicrotask(() => focused.focus());
}
