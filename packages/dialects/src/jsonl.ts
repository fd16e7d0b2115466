// Cuts a byte stream into lines whatever its chunks are. A line that is too long is dropped as it arrives and reported,
// so memory stays bounded; every other line goes on.

import { type Issue, issue, type Limits } from '@vitrine/core/page';

export type Line =
  | { readonly line: number; readonly text: string; readonly warning?: Issue }
  | { readonly line: number; readonly issue: Issue };

export class LineReader {
  readonly #limits: Pick<Limits, 'lineLength'>;
  readonly #decoder = new TextDecoder();
  #rest = '';
  #line = 1;
  /** The present line is already too long: its text is not kept. */
  #overlong = false;
  #afterReturn = false;

  constructor(limits: Pick<Limits, 'lineLength'>) {
    this.#limits = limits;
  }

  push(chunk: Uint8Array | string): Line[] {
    return this.#take(typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true }));
  }

  /** The last line, if the stream ended without a line break. */
  end(): Line[] {
    const lines = this.#take(this.#decoder.decode());
    this.#finish('', lines);
    return lines;
  }

  #take(text: string): Line[] {
    const lines: Line[] = [];
    let start = 0;
    // Each kind of break is searched from where it was last found, so that a text is looked through once for each.
    let feed = text.indexOf('\n');
    let ret = text.indexOf('\r');
    while (feed >= 0 || ret >= 0) {
      const isReturn = feed < 0 || (ret >= 0 && ret < feed);
      const at = isReturn ? ret : feed;
      // CR LF is one break, also when a chunk ends between the two.
      if (at === start && !isReturn && this.#afterReturn) this.#afterReturn = false;
      else {
        this.#finish(text.slice(start, at), lines);
        this.#line++;
        this.#afterReturn = isReturn;
      }
      start = at + 1;
      if (isReturn) ret = text.indexOf('\r', start);
      else feed = text.indexOf('\n', start);
    }
    if (start < text.length) {
      this.#afterReturn = false;
      this.#keep(text.slice(start));
    }
    return lines;
  }

  #keep(text: string): void {
    if (this.#overlong) return;
    if (this.#rest.length + text.length > this.#limits.lineLength) {
      this.#overlong = true;
      this.#rest = '';
    } else this.#rest += text;
  }

  #finish(text: string, lines: Line[]): void {
    this.#keep(text);
    const line = this.#line;
    if (this.#overlong) {
      const message = `Line ${line} is longer than ${this.#limits.lineLength} characters.`;
      lines.push({ line, issue: { ...issue('VITRINE_LINE_SIZE', 'error', message, ''), line } });
    } else {
      const content = (line === 1 && this.#rest.charCodeAt(0) === 0xfeff ? this.#rest.slice(1) : this.#rest).trim();
      if (content !== '')
        lines.push(content.includes(REPLACED) ? { line, text: content, warning: lost(line) } : { line, text: content });
    }
    this.#rest = '';
    this.#overlong = false;
  }
}

/** What a decoder puts in the place of bytes that are not UTF-8. */
const REPLACED = '\uFFFD';

function lost(line: number): Issue {
  const message = 'The line holds U+FFFD, which stands where bytes that are not UTF-8 were lost.';
  return { ...issue('VITRINE_JSON_TEXT', 'warning', message, ''), line };
}
