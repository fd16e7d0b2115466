// Keys that were meant for something else: a question may come up under the hands of a person who is writing. Their keys
// then neither fill in the answer nor press a button, until they have paused for as long as the guard waits.

import type { Guard } from './guard.ts';

/** Whoever pressed a key this long ago may be about to press the next one. */
const RECENT_MS = 1000;
/** Keys that press a button: whoever does that has done with writing. */
const PRESSING: ReadonlySet<string> = new Set(['Enter', ' ']);
const TEXT_CONTROL = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"])';

export class Typing {
  readonly #dialog: HTMLDialogElement;
  readonly #guard: Guard;
  #last = Number.NEGATIVE_INFINITY;
  #lastWritten = Number.NEGATIVE_INFINITY;
  #interrupted = false;

  constructor(dialog: HTMLDialogElement, guard: Guard) {
    this.#dialog = dialog;
    this.#guard = guard;
    window.addEventListener('keydown', this.#press, { capture: true });
  }

  /**
   * A question comes to the front: whether that interrupts someone. `isWritten`: it is answered in a control, where keys that
   * were pressed outside of a text do no harm.
   */
  interrupt(isWritten: boolean): boolean {
    this.#interrupted = performance.now() - (isWritten ? this.#lastWritten : this.#last) < RECENT_MS;
    return this.#interrupted;
  }

  dispose(): void {
    window.removeEventListener('keydown', this.#press, { capture: true });
  }

  readonly #press = (event: KeyboardEvent): void => {
    this.#last = performance.now();
    const [target] = event.composedPath();
    if (target instanceof HTMLButtonElement && PRESSING.has(event.key)) this.#lastWritten = Number.NEGATIVE_INFINITY;
    else if (target instanceof Element && target.matches(TEXT_CONTROL)) this.#lastWritten = this.#last;
    if (this.#guard.armed) this.#interrupted = false;
    if (!this.#dialog.open || this.#dialog.querySelector(':focus')?.matches(TEXT_CONTROL) === true) return;
    const unseen = this.#guard.postpone();
    // On its way to the next field of a form, Tab would lead into the answer.
    const leads = event.key === 'Tab' && this.#dialog.matches(':focus-within');
    if (unseen && this.#interrupted && leads) event.preventDefault();
  };
}
