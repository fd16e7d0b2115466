// How deeply the JSON in a stream of bytes is nested and how many values it holds, told while it passes: the SDK that reads it
// parses whatever comes. Strings are skipped. In a stream of events each event begins anew, so what one of them leaves open counts
// for it alone.

import { JSON_CHARS } from '@vitrine/core/internal';

const { QUOTE, BACKSLASH, COMMA, LIST, LIST_END, OBJECT, OBJECT_END } = JSON_CHARS;
const [FEED, RETURN] = [0x0a, 0x0d];
/** As where texts of our own are judged (`core/parse-json.ts`). */
const CONTAINER_VALUES = 4;

export class JsonMeter {
  readonly #isEvents: boolean;
  #depth = 0;
  /** The deepest place in the bytes that were pushed last. */
  deepest = 0;
  /** It begins with a list. */
  isList = false;
  /** Of the message that passes, and the bytes that it has so far. */
  values = 0;
  length = 0;
  #isInString = false;
  #isEscaped = false;
  /** So many line breaks came one behind the other. */
  #breaks = 0;

  /** `isEvents`: an empty line ends what came before it. */
  constructor(isEvents: boolean) {
    this.#isEvents = isEvents;
  }

  push(bytes: Uint8Array): void {
    let deepest = this.#depth;
    for (const byte of bytes) {
      this.length++;
      if (byte === RETURN) continue;
      if (byte === FEED) {
        // No string of JSON holds one.
        this.#isInString = false;
        this.#isEscaped = false;
        if (++this.#breaks > 1 && this.#isEvents) this.#depth = this.values = this.length = 0;
        continue;
      }
      this.#breaks = 0;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
      } else if (byte === QUOTE) this.#isInString = true;
      else if (byte === COMMA) this.values++;
      else if (byte === LIST || byte === OBJECT) {
        if (this.values === 0 && byte === LIST) this.isList = true;
        this.values += CONTAINER_VALUES;
        deepest = Math.max(deepest, ++this.#depth);
      } else if (byte === LIST_END || byte === OBJECT_END) this.#depth--;
    }
    this.deepest = deepest;
  }
}
