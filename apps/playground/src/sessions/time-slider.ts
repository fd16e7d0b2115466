// The slider over the entries of a session. Its right end is now; while it stands there it follows what comes. It also plays
// the session as a film, from where it stands to now.

import type { Seq } from '@vitrine/core';
import { byId, setAttributes, setText } from '../page/element.ts';

/** A film of a long session leaves moments out. */
const MAX_FRAMES = 60;
const FRAME_MS = 600;

export class TimeSlider {
  readonly #input = byId('at', HTMLInputElement);
  readonly #value = byId('at-value', HTMLOutputElement);
  readonly #film = byId('film', HTMLButtonElement);
  readonly #go: (at: Seq | undefined) => Promise<void>;
  #isPlaying = false;
  #head: Seq = 0;
  #at: Seq | undefined;

  /** `go`: to that moment, or to now; resolves when it is shown. */
  constructor(go: (at: Seq | undefined) => Promise<void>) {
    this.#go = go;
    this.#input.addEventListener('input', () => {
      this.#isPlaying = false;
      const at = this.#input.valueAsNumber;
      void this.#go(at >= this.#head ? undefined : at);
    });
    this.#film.addEventListener('click', () => void this.#play());
  }

  /** Another press stops it; at the end it is now again. */
  async #play(): Promise<void> {
    this.#isPlaying = !this.#isPlaying;
    this.#draw();
    const first = this.#at ?? 1;
    const step = Math.max(1, Math.ceil((this.#head - first) / MAX_FRAMES));
    for (let at = first; this.#isPlaying && at < this.#head; at += step) {
      const shown = new Promise((resolve) => setTimeout(resolve, FRAME_MS));
      await Promise.all([this.#go(at), shown]);
    }
    if (this.#isPlaying) await this.#go(undefined);
    this.#isPlaying = false;
    this.#draw();
  }

  /** The last seq there is. */
  reach(head: Seq): void {
    if (head === 0) this.#isPlaying = false;
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
    this.#film.disabled = this.#head < 2;
    setAttributes(this.#film, { 'aria-pressed': String(this.#isPlaying) });
    setText(this.#film, this.#isPlaying ? 'Stop' : 'Play');
    if (this.#input.valueAsNumber !== at) this.#input.value = String(at);
    const words = this.#at === undefined ? 'now' : `${at} of ${this.#head}`;
    setText(this.#value, words);
    this.#input.setAttribute('aria-valuetext', this.#at === undefined ? 'now' : `entry ${words}`);
  }
}
