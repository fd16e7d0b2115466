// What a person must have had time to see before they can agree to it. The time starts again whenever it was out of
// sight: another window in front, another page, another dialog.

export const ARM_MS = 500;

export class Guard {
  readonly #changed: (armed: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #armed = false;
  readonly #again = (): void => this.restart();

  constructor(changed: (armed: boolean) => void) {
    this.#changed = changed;
  }

  get armed(): boolean {
    return this.#armed;
  }

  /** It has just come into sight. */
  restart(): void {
    this.stop();
    document.addEventListener('visibilitychange', this.#again);
    window.addEventListener('focus', this.#again);
    if (document.hidden) return;
    this.#timer = setTimeout(() => this.#set(true), ARM_MS);
  }

  /** It is in sight, but not being looked at: the time starts again, unless it is over. Tells whether it does. */
  postpone(): boolean {
    if (this.#armed || this.#timer === undefined) return false;
    this.restart();
    return true;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    document.removeEventListener('visibilitychange', this.#again);
    window.removeEventListener('focus', this.#again);
    this.#set(false);
  }

  #set(armed: boolean): void {
    this.#armed = armed;
    this.#changed(armed);
  }
}
