// The arguments of a call while they stream: the longest beginning that is whole, closed where it ends. Each character is looked
// at once; what is parsed again is bounded by the number of items that came whole.

import { isObject, type JsonObject, parseJson } from '@vitrine/core/internal';

/** Members of the arguments and items of their lists are taken when they are whole; what lies deeper belongs to those. */
const MAX_TAKEN_DEPTH = 2;

export class PartialArguments {
  #text = '';
  readonly #closers: string[] = [];
  #isInString = false;
  #isEscaped = false;
  /** Behind the last part that was whole, and what closes the value there. */
  #whole: { readonly end: number; readonly closers: string } | undefined;
  #isNew = false;

  push(text: string): void {
    const from = this.#text.length;
    this.#text += text;
    for (let at = from; at < this.#text.length; at++) this.#step(this.#text.charAt(at), at);
  }

  /** What is whole by now. Undefined: nothing more than before, or it is no JSON. */
  take(): JsonObject | undefined {
    if (!this.#isNew || this.#whole === undefined) return undefined;
    this.#isNew = false;
    const parsed = parseJson(`${this.#text.slice(0, this.#whole.end)}${this.#whole.closers}`);
    return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
  }

  #step(char: string, at: number): void {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (char === '\\') this.#isEscaped = true;
      else if (char === '"') this.#isInString = false;
    } else if (char === '"') this.#isInString = true;
    else if (char === '{' || char === '[') this.#closers.push(char === '{' ? '}' : ']');
    else if (char === '}' || char === ']') {
      this.#closers.pop();
      this.#mark(at + 1);
    } else if (char === ',') this.#mark(at);
  }

  #mark(end: number): void {
    if (this.#closers.length > MAX_TAKEN_DEPTH) return;
    this.#whole = { end, closers: this.#closers.toReversed().join('') };
    this.#isNew = true;
  }
}
