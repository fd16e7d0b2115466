// Keys that were meant for something else: a question may come up under the hands of a person who is writing. Their keys
// then neither fill in the answer nor press a button, until they have paused for as long as the guard waits.

import type { Guard } from './guard.ts';

/** Whoever pressed a key this long ago may be about to press the next one. */
const RECENT_MS = 1000;
const TEXT_CONTROL = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"])';

export class Typing {
  readonly #dialog: HTMLDialogElement;
  readonly #guard: Guard;
  #last = Number.NEGATIVE_INFINITY;
  #interrupted = false;

  constructor(dialog: HTMLDialogElement, guard: Guard) {
    this.#dialog = dialog;
    this.#guard = guard;
    window.addEventListener('keydown', this.#press, { capture: true });
  }

  /** A question comes to the front: whether that interrupts someone. */
  interrupt(): boolean {
    this.#interrupted = performance.now() - this.#last < RECENT_MS;
    return this.#interrupted;
  }

  dispose(): void {
    window.removeEventListener('keydown', this.#press, { capture: true });
  }

  readonly #press = (event: KeyboardEvent): void => {
    this.#last = performance.now();
    if (this.#guard.armed) this.#interrupted = false;
    if (!this.#dialog.open || this.#dialog.querySelector(':focus')?.matches(TEXT_CONTROL) === true) return;
    const unseen = this.#guard.postpone();
    // On its way to the next field of a form, Tab would lead into the answer.
    const leads = event.key === 'Tab' && this.#dialog.matches(':focus-within');
    if (unseen && this.#interrupted && leads) event.preventDefault();
  };
}
