// Follows the text of a block to its end: a closing tag, the same tag opened again, or the closing ticks of a fence. None of
// these characters means anything to JSON, so a value goes on as if nothing had been when the end turns out to be none.

export type AnswerBlock = 'tag' | 'fence' | 'bare';

const FENCE_END = '\n```';
const LESS = 60;
const SLASH = 47;
const FEED = 10;

export class BlockEnd {
  readonly #open: string;
  readonly #close: string;
  #pattern = '';
  /** How many characters of the pattern have come. */
  matched = 0;
  /** The character that an end begins with; -1 where a block has none. */
  first = -1;

  constructor(tag: string) {
    this.#open = `<${tag}>`;
    this.#close = `</${tag}>`;
  }

  get opening(): string {
    return this.#open;
  }

  begin(block: AnswerBlock): void {
    this.first = block === 'tag' ? LESS : block === 'fence' ? FEED : -1;
    this.#pattern = block === 'fence' ? FENCE_END : '';
    // The line break before the closing ticks may be the one that ended the opening line.
    this.matched = block === 'fence' ? 1 : 0;
  }

  /** Whether the character belongs to what may be the end. */
  follow(code: number): boolean {
    const { matched } = this;
    if (matched > 0) {
      if (matched === 1 && this.first === LESS) this.#pattern = code === SLASH ? this.#close : this.#open;
      if (code === this.#pattern.charCodeAt(matched)) {
        this.matched++;
        return true;
      }
    }
    this.matched = code === this.first ? 1 : 0;
    if (this.matched === 1 && this.first === FEED) this.#pattern = FENCE_END;
    return this.matched === 1;
  }

  /** What of it has come. */
  get text(): string {
    return this.matched === 1 ? String.fromCharCode(this.first) : this.#pattern.slice(0, this.matched);
  }

  get isWhole(): boolean {
    return this.matched > 1 && this.matched === this.#pattern.length;
  }

  get length(): number {
    return this.#pattern.length;
  }

  get isOpening(): boolean {
    return this.#pattern === this.#open;
  }
}
