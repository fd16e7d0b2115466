// The marks inside a line: strong, emphasis, struck out, code. A link shows its text and address, a picture its words.
// One pass with a short stack of open marks: whatever is written, the time is that of its length.

export type Inline = string | { readonly tag: 'strong' | 'em' | 's' | 'code'; readonly of: readonly Inline[] };

interface Open {
  readonly mark: string;
  readonly of: Inline[];
}

/** Marks inside marks. Deeper ones are characters. */
const MOST_OPEN = 8;
const SPECIAL = /[\\`*_~[!]/g;
/** Every part is bounded and none can be read in two ways. */
const LINK =
  /!?\[([^[\]\n]{0,1000})\]\(([^\s()<>]{0,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,2000})?)(?: "[^"\n]{0,500}")?\)/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /^\s?$/;

export function parseInline(text: string): readonly Inline[] {
  return new InlineParser(text).parse();
}

class InlineParser {
  readonly #text: string;
  readonly #stack: Open[] = [{ mark: '', of: [] }];
  /** Lengths of backtick runs that have no partner from here on. */
  readonly #lonely = new Set<number>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): readonly Inline[] {
    const text = this.#text;
    while (this.#at < text.length) {
      SPECIAL.lastIndex = this.#at;
      const next = SPECIAL.exec(text)?.index ?? text.length;
      if (next > this.#at) this.#say(text.slice(this.#at, next));
      this.#at = next;
      if (next < text.length) this.#special(text.charAt(next));
    }
    while (this.#stack.length > 1) this.#giveUp();
    return (this.#stack[0] as Open).of;
  }

  #special(char: string): void {
    if (char === '\\') this.#escape();
    else if (char === '`') this.#code();
    else if (char === '[' || char === '!') this.#link();
    else this.#marks(char);
  }

  #escape(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (PUNCTUATION.test(next)) this.#take(2, next);
    else this.#take(1, next === '\n' ? '' : '\\');
  }

  #code(): void {
    const length = this.#run('`');
    const from = this.#at + length;
    const end = length > 8 || this.#lonely.has(length) ? -1 : this.#closing(from, length);
    if (end < 0) {
      this.#lonely.add(length);
      return this.#take(length, '`'.repeat(length));
    }
    const code = this.#text.slice(from, end);
    this.#top.of.push({ tag: 'code', of: [isPadded(code) ? code.slice(1, -1) : code] });
    this.#at = end + length;
  }

  #closing(from: number, length: number): number {
    const text = this.#text;
    for (let at = text.indexOf('`', from); at >= 0; ) {
      let end = at;
      while (text.charAt(end) === '`') end++;
      if (end - at === length) return at;
      at = text.indexOf('`', end);
    }
    return -1;
  }

  #link(): void {
    LINK.lastIndex = this.#at;
    const found = LINK.exec(this.#text);
    if (found === null) return this.#take(1, this.#text.charAt(this.#at));
    const [all, words = '', url = ''] = found;
    const isPicture = all.startsWith('!');
    for (const part of isPicture ? [words] : parseInline(words)) this.#add(part);
    if (!isPicture && url !== words && url !== '') this.#say(words === '' ? url : ` (${url})`);
    this.#at += all.length;
  }

  #marks(char: string): void {
    let left = this.#run(char);
    const previous = this.#text.charAt(this.#at - 1);
    const next = this.#text.charAt(this.#at + left);
    const opens = !SPACE.test(next) && (char !== '_' || !WORD.test(previous));
    const closes = !SPACE.test(previous) && (char !== '_' || !WORD.test(next));
    // A long run is a line that somebody drew.
    if (left > 3 || (char === '~' && left !== 2)) return this.#take(left, char.repeat(left));
    this.#at += left;
    while (left > 0) {
      const closed = closes ? this.#close(char, left) : 0;
      const size = closed || Math.min(left, 2);
      if (closed === 0) {
        if (opens && this.#stack.length <= MOST_OPEN) this.#stack.push({ mark: char.repeat(size), of: [] });
        else this.#say(char.repeat(size));
      }
      left -= size;
    }
  }

  /** Closes the nearest open mark of this character that is no longer than the run. Empty ones are no marks. */
  #close(char: string, most: number): number {
    let at = this.#stack.length - 1;
    for (; at > 0; at--) {
      const { mark, of } = this.#stack[at] as Open;
      if (mark.startsWith(char) && mark.length <= most && of.length > 0) break;
    }
    if (at === 0) return 0;
    while (this.#stack.length - 1 > at) this.#giveUp();
    const { mark, of } = this.#stack.pop() as Open;
    this.#top.of.push({ tag: mark === '~~' ? 's' : mark.length === 2 ? 'strong' : 'em', of });
    return mark.length;
  }

  /** The innermost open mark was none: it becomes characters. */
  #giveUp(): void {
    const { mark, of } = this.#stack.pop() as Open;
    this.#say(mark);
    for (const part of of) this.#add(part);
  }

  get #top(): Open {
    return this.#stack[this.#stack.length - 1] as Open;
  }

  #add(part: Inline): void {
    if (typeof part === 'string') this.#say(part);
    else this.#top.of.push(part);
  }

  #say(text: string): void {
    if (text === '') return;
    const { of } = this.#top;
    const last = of.length - 1;
    if (typeof of[last] === 'string') of[last] += text;
    else of.push(text);
  }

  #take(length: number, text: string): void {
    this.#say(text);
    this.#at += length;
  }

  #run(char: string): number {
    let end = this.#at;
    while (this.#text.charAt(end) === char) end++;
    return end - this.#at;
  }
}

function isPadded(code: string): boolean {
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
}
