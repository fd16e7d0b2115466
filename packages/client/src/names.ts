// Names that nobody else gives: keys of what is sent, ids of what is asked.

export class EventKeys {
  readonly #own: string;
  #count = 0;

  constructor() {
    const bytes = crypto.getRandomValues(new Uint8Array(9));
    this.#own = Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
  }

  next(): string {
    this.#count++;
    return `${this.#own}.${this.#count}`;
  }
}
