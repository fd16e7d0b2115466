// Finds where a statement of Vertical ends, from text that grows: it goes on where it stopped. A quote that was left open ends before
// the next line that begins a constructor.

export const CLOSING = /^<\/a2ui(?:-[a-z]+)?\s*>/i;
export const MAX_CLOSING = 32;
/** Of a line: what does not begin a constructor in so many characters begins none. */
const MAX_BEGINNING = 256;
const CLOSING_START = '</a2ui';
const TRIPLE = '"""';

export class StatementEnd {
  /** Everything before it has been looked at. */
  at = 0;
  #isMarkup: boolean | undefined;
  #depth = 0;
  #quote = '';
  #isCall = false;

  /** Where the statement ends that the text begins with; undefined: more has to come. */
  find(text: string, isEnd: boolean): number | undefined {
    this.#isMarkup ??= text.startsWith('<');
    while (this.at < text.length) {
      const char = text.charAt(this.at);
      const end = this.#isMarkup ? this.#markup(text, char, isEnd) : this.#step(text, char, isEnd);
      if (end === 'later') return undefined;
      if (end !== undefined) return end;
      this.at++;
    }
    return undefined;
  }

  /** `<Text text="…" />`, or a pair of tags. */
  #markup(text: string, char: string, isEnd: boolean): number | 'later' | undefined {
    if (this.#quote !== '') {
      if (char === this.#quote) this.#quote = '';
    } else if (char === '"' || char === "'") this.#quote = char;
    else if (char === '>') return this.at + 1;
    else if (char === '\n') return this.#before(text, isEnd, true);
    return undefined;
  }

  #step(text: string, char: string, isEnd: boolean): number | 'later' | undefined {
    if (this.#quote !== '') return this.#inText(text, char, isEnd);
    if (char === '(') this.#isCall = true;
    switch (char) {
      case '"':
        return this.#open(text, isEnd);
      case "'":
        this.#quote = char;
        return undefined;
      case '(':
      case '[':
      case '{':
        this.#depth++;
        return undefined;
      case ')':
      case ']':
      case '}':
        return --this.#depth <= 0 ? this.at + 1 : undefined;
      case '<':
        return this.#depth <= 1 ? this.#tag(text, isEnd) : undefined;
      case '\n':
        return this.#before(text, isEnd, this.#depth > 0 || !this.#isCall);
      default:
        return undefined;
    }
  }

  #inText(text: string, char: string, isEnd: boolean): number | 'later' | undefined {
    if (this.#quote === TRIPLE) return this.#triple(text);
    if (char === '\\') this.at++;
    else if (char === this.#quote) this.#quote = '';
    else if (char === '\n') return this.#before(text, isEnd, true);
    return undefined;
  }

  #triple(text: string): 'later' | undefined {
    const end = text.indexOf(TRIPLE, this.at);
    if (end < 0) {
      this.at = Math.max(this.at, text.length - 2);
      return 'later';
    }
    this.at = end + 2;
    this.#quote = '';
    return undefined;
  }

  #open(text: string, isEnd: boolean): 'later' | undefined {
    const next = text.slice(this.at, this.at + 3);
    if (next.length < 3 && TRIPLE.startsWith(next) && !isEnd) return 'later';
    this.#quote = next === TRIPLE ? TRIPLE : '"';
    if (next === TRIPLE) this.at += 2;
    return undefined;
  }

  #tag(text: string, isEnd: boolean): number | 'later' | undefined {
    const next = text.slice(this.at, this.at + CLOSING_START.length).toLowerCase();
    if (next === CLOSING_START) return this.at;
    return CLOSING_START.startsWith(next) && !isEnd ? 'later' : undefined;
  }

  /** The end of a line: of the statement too, where the next begins one. */
  #before(text: string, isEnd: boolean, mayEnd: boolean): number | 'later' | undefined {
    const next = beginsConstructor(text.slice(this.at + 1, this.at + 1 + MAX_BEGINNING), isEnd);
    if (next === undefined) return 'later';
    return next && mayEnd ? this.at : undefined;
  }
}

/** Whether a line begins a constructor in the first column; undefined: it may yet. */
function beginsConstructor(line: string, isEnd: boolean): boolean | undefined {
  if (/^(?:[A-Za-z_]\w*[ \t]*=[ \t]*)?[A-Z]\w*[ \t]*\(/.test(line) || CLOSING.test(line)) return true;
  if (isEnd || line.length >= MAX_BEGINNING) return false;
  const mayBegin =
    /^(?:[A-Za-z_]\w*[ \t]*(?:=[ \t]*(?:[A-Z]\w*[ \t]*)?)?)?$/.test(line) || /^<(?:\/[a-z0-9-]*\s*)?$/i.test(line);
  return mayBegin ? undefined : false;
}
