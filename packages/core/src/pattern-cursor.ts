// The place in a pattern's source, and the first fault found there. What the characters mean is left to
// pattern-parser.ts and pattern-escape.ts; both return undefined from the first fault on.

import { type Issue, issue, quote } from './issue.ts';

export class PatternCursor {
  readonly source: string;
  /** Position of the next character, in UTF-16 units from 0. */
  at = 0;
  #fault: Issue | undefined;

  constructor(source: string) {
    this.source = source;
  }

  get fault(): Issue | undefined {
    return this.#fault;
  }

  fail(construct: string, at: number): undefined {
    const message = `The pattern ${quote(this.source)} is refused: ${construct} at position ${at}.`;
    this.#fault ??= issue('VITRINE_PATTERN_SYNTAX', 'error', message);
    return undefined;
  }

  /** The next UTF-16 unit; empty at the end. */
  peek(ahead = 0): string {
    return this.source[this.at + ahead] ?? '';
  }

  looksAt(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  eat(text: string): boolean {
    if (!this.looksAt(text)) return false;
    this.at += text.length;
    return true;
  }

  /** `sticky` must have the y flag. */
  take(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.source);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  /** Takes one code point; must not be called at the end. */
  character(): number {
    const codePoint = this.source.codePointAt(this.at) as number;
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }
}
