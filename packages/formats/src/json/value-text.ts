// The text of a value while it arrives in small chunks. Characters of ASCII are kept as bytes: joining fifty thousand short
// strings, and flattening the result, cost half as much again as looking at each character. Other text is joined.

const decoder = new TextDecoder();
const INITIAL_BYTES = 4096;
/** A buffer that grew beyond this for one value is not kept for the next. */
const MAX_KEPT_BYTES = 1024 * 1024;

export class ValueText {
  /** Where whoever looks at the characters stores them, from `size` on. */
  bytes = new Uint8Array(INITIAL_BYTES);
  size = 0;
  /** Set once a character was none of ASCII: all that has come is here, and the bytes mean nothing. */
  #joined: string | undefined;

  begin(text: string): void {
    if (this.bytes.length > MAX_KEPT_BYTES) this.bytes = new Uint8Array(INITIAL_BYTES);
    this.size = 0;
    this.#joined = undefined;
    this.reserve(text.length);
    let bits = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      this.bytes[i] = code;
      bits |= code;
    }
    this.add(text, 0, text.length, bits);
  }

  /** Makes room for so many characters behind `size`. */
  reserve(count: number): void {
    const needed = this.size + count;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.size));
    this.bytes = grown;
  }

  /** Takes the characters of a chunk, which stand in `bytes` already. `bits`: all their codes, or-ed. */
  add(chunk: string, from: number, to: number, bits: number): void {
    if (this.#joined !== undefined) this.#joined += chunk.slice(from, to);
    else if (bits < 128) this.size += to - from;
    else {
      this.#joined = this.#decoded() + chunk.slice(from, to);
      this.size = 0;
    }
  }

  get length(): number {
    return this.#joined === undefined ? this.size : this.#joined.length;
  }

  read(): string {
    return this.#joined ?? this.#decoded();
  }

  #decoded(): string {
    return this.size === 0 ? '' : decoder.decode(this.bytes.subarray(0, this.size));
  }
}
