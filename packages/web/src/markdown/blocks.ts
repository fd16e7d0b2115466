// The blocks of the small Markdown that a Text may hold: paragraphs, headings, lists, quotes, code, rules. One pass over
// the lines; what is nested is read again as often as it is deep, which is bounded. Marks inside lines: inline.ts.

export type Block =
  | { readonly tag: 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'; readonly source: string; readonly text: string }
  | { readonly tag: 'pre'; readonly source: string; readonly text: string }
  | { readonly tag: 'hr'; readonly source: string }
  | { readonly tag: 'blockquote'; readonly source: string; readonly of: readonly Block[] }
  | {
      readonly tag: 'ul' | 'ol';
      readonly source: string;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    };

/** Lists and quotes inside one another. What is deeper is text. */
const MOST_DEEP = 4;
const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])(?:( {1,4})(?=\S)|[ \t]|$)/;
const INDENT = /^ */;

export function parseBlocks(text: string): Block[] {
  return new BlockParser(text.split('\n'), 0).parse();
}

class BlockParser {
  readonly #lines: readonly string[];
  readonly #depth: number;
  #at = 0;

  constructor(lines: readonly string[], depth: number) {
    this.#lines = lines;
    this.#depth = depth;
  }

  parse(): Block[] {
    const blocks: Block[] = [];
    while (this.#at < this.#lines.length) {
      if (isBlank(this.#line)) this.#at++;
      else blocks.push(this.#block());
    }
    return blocks;
  }

  get #line(): string {
    return this.#lines[this.#at] ?? '';
  }

  #source(from: number): string {
    return this.#lines.slice(from, this.#at).join('\n');
  }

  #block(): Block {
    const line = this.#line;
    const fence = FENCE.exec(line);
    if (fence !== null) return this.#code(fence[1] as string);
    const heading = HEADING.exec(line);
    if (heading !== null) {
      this.#at++;
      const level = (heading[1] as string).length as 1;
      return { tag: `h${level}`, source: line, text: headingText(line) };
    }
    if (isRule(line)) {
      this.#at++;
      return { tag: 'hr', source: line };
    }
    if (this.#depth < MOST_DEEP) {
      if (QUOTE.test(line)) return this.#quote();
      const item = ITEM.exec(line);
      if (item !== null) return this.#list(item);
    }
    return this.#paragraph();
  }

  /** A fence that nobody closed yet reaches to the end: a text may still be coming. */
  #code(fence: string): Block {
    const from = this.#at++;
    const inner = this.#at;
    const closes = (line: string): boolean => {
      const bare = line.trim();
      return bare.length >= fence.length && bare.startsWith(fence) && isOnly(bare, fence.charAt(0));
    };
    while (this.#at < this.#lines.length && !closes(this.#line)) this.#at++;
    const text = this.#source(inner);
    this.#at++;
    return { tag: 'pre', source: this.#source(from), text };
  }

  #quote(): Block {
    const from = this.#at;
    const inner: string[] = [];
    while (QUOTE.test(this.#line)) {
      inner.push(this.#line.replace(QUOTE, ''));
      this.#at++;
    }
    return { tag: 'blockquote', source: this.#source(from), of: new BlockParser(inner, this.#depth + 1).parse() };
  }

  #list(first: RegExpExecArray): Block {
    const from = this.#at;
    const kind = kindOf(first);
    const items: Block[][] = [];
    for (let item: RegExpExecArray | null = first; item !== null && kindOf(item) === kind && !isRule(this.#line); ) {
      items.push(new BlockParser(this.#item(item), this.#depth + 1).parse());
      const next = this.#afterBlanks();
      item = ITEM.exec(this.#lines[next] ?? '');
      if (item !== null && kindOf(item) === kind) this.#at = next;
    }
    const start = Number(first[3] ?? 1);
    return { tag: first[3] === undefined ? 'ul' : 'ol', source: this.#source(from), start, items };
  }

  /** The lines of an item: what is indented below its mark, and text that runs on without a break. */
  #item(mark: RegExpExecArray): string[] {
    const width = mark[0].length;
    const least = Math.min(width, 2);
    const inner = [this.#line.slice(width)];
    this.#at++;
    while (this.#at < this.#lines.length) {
      const next = this.#afterBlanks();
      const line = this.#lines[next] ?? '';
      const indent = indentOf(line);
      const runsOn = next === this.#at && !this.#startsBlock(line);
      if (next === this.#lines.length || (indent < least && !runsOn)) break;
      if (next > this.#at) inner.push('');
      inner.push(line.slice(Math.min(indent, width)));
      this.#at = next + 1;
    }
    return inner;
  }

  #afterBlanks(): number {
    let next = this.#at;
    while (next < this.#lines.length && isBlank(this.#lines[next] as string)) next++;
    return next;
  }

  #paragraph(): Block {
    const from = this.#at++;
    while (this.#at < this.#lines.length && !isBlank(this.#line) && !this.#interrupts(this.#line)) this.#at++;
    const source = this.#source(from);
    return { tag: 'p', source, text: source.trim() };
  }

  #startsBlock(line: string): boolean {
    return FENCE.test(line) || HEADING.test(line) || QUOTE.test(line) || ITEM.test(line) || isRule(line);
  }

  /** A number at the start of a line of text is more often a year than the start of a list. */
  #interrupts(line: string): boolean {
    if (FENCE.test(line) || HEADING.test(line) || isRule(line)) return true;
    if (this.#depth >= MOST_DEEP) return false;
    const item = ITEM.exec(line);
    return QUOTE.test(line) || (item !== null && item[0].length < line.length && (item[3] ?? '1') === '1');
  }
}

/** What a heading says, without the marks that may also stand behind it. */
export function headingText(line: string): string {
  return line
    .trim()
    .replace(/^#{1,6}(?=\s|$)/, '')
    .replace(/\s#+$/, '')
    .trim();
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function isRule(line: string): boolean {
  const mark = line.trimStart().charAt(0);
  if ((mark !== '-' && mark !== '*' && mark !== '_') || indentOf(line) > 3) return false;
  const bare = line.replace(/\s/g, '');
  return bare.length >= 3 && isOnly(bare, mark);
}

function isOnly(text: string, char: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charAt(i) !== char) return false;
  return true;
}

function indentOf(line: string): number {
  return (INDENT.exec(line) as RegExpExecArray)[0].length;
}

/** Items with another mark begin another list. */
function kindOf(item: RegExpExecArray): string {
  const mark = item[2] as string;
  return mark.charAt(mark.length - 1);
}
