// The slider over the entries of a session. Its right end is now; while it stands there it follows what comes.

import type { Seq } from '@vitrine/core';
import { byId, setText } from '../page/element.ts';

export class TimeSlider {
  readonly #input = byId('at', HTMLInputElement);
  readonly #value = byId('at-value', HTMLOutputElement);
  readonly #go: (at: Seq | undefined) => void;
  #head: Seq = 0;
  #at: Seq | undefined;

  /** `go`: to that moment, or to now. */
  constructor(go: (at: Seq | undefined) => void) {
    this.#go = go;
    this.#input.addEventListener('input', () => {
      const at = this.#input.valueAsNumber;
      this.#go(at >= this.#head ? undefined : at);
    });
  }

  get head(): Seq {
    return this.#head;
  }

  /** The last seq there is. */
  reach(head: Seq): void {
    this.#head = head;
    this.#draw();
  }

  /** Where the picture stands. */
  stand(at: Seq | undefined): void {
    this.#at = at;
    this.#draw();
  }

  #draw(): void {
    const at = this.#at ?? this.#head;
    this.#input.max = String(this.#head);
    this.#input.disabled = this.#head === 0;
    if (this.#input.valueAsNumber !== at) this.#input.value = String(at);
    const words = this.#at === undefined ? 'now' : `${at} of ${this.#head}`;
    setText(this.#value, words);
    this.#input.setAttribute('aria-valuetext', this.#at === undefined ? 'now' : `entry ${words}`);
  }
}
