// Finds prose, blocks and JSON values in the text of a model, one character after another and each only once, so that
// chunks may be cut anywhere. This file knows what stands between values; prose-scan.ts what stands around blocks,
// value-scan.ts where a value ends. What a value means is left to the sink.

import { type AnswerBlock, BlockEnd } from './block-end.ts';
import { ProseScan, type Within } from './prose-scan.ts';
import type { RepairKind } from './repair.ts';
import {
  CLOSE_CURLY,
  CLOSE_SQUARE,
  CURLY,
  isBlank,
  isQuote,
  oddOpening,
  SQUARE,
  ValueScan,
  within,
} from './value-scan.ts';

/** `closed`: its last bracket came. `block`: its block, its list or the next message came first. `input`: the end did. */
export type AnswerEnd = 'closed' | 'block' | 'input';

export interface AnswerSource {
  readonly text: string;
  readonly offset: number;
  readonly ending: AnswerEnd;
  readonly depth: number;
  /** Neither a comma nor a line break stands before it. */
  readonly glued: boolean;
  /** It is longer than the limit: its text was not kept. */
  readonly oversize: boolean;
}

export interface ScanSink {
  text(text: string): void;
  /** Whether it is a message and no text; asked where no tag says so. */
  isMessage(source: AnswerSource): boolean;
  value(source: AnswerSource): void;
  note(kind: RepairKind, offset: number): void;
  /** A tagged block without any value ended; `text` is what stood in it. */
  emptyBlock(text: string): void;
}

const COMMA = 44;
const SLASH = 47;
const TICK = 96;
const FEED = 10;

export class AnswerScanner {
  readonly #sink: ScanSink;
  readonly #prose: ProseScan;
  readonly #end: BlockEnd;
  readonly #value: ValueScan;
  #mode: 'prose' | 'gap' | 'value' = 'prose';
  /** Characters before the present chunk. */
  #before = 0;

  #block: AnswerBlock = 'tag';
  #blockStart = 0;
  /** By a second tag where the first was to be closed. */
  #isReopened = false;
  #values = 0;
  /** Open brackets of lists of messages. */
  #lists = 0;
  #comma = false;
  #separated = true;
  #comment = 0;
  readonly #reported = new Set<RepairKind>();
  /** To be told once it is known that the block holds messages. */
  #early: (readonly [RepairKind, number])[] = [];
  /** Behind ticks inside a tag: the word that follows names the format. */
  #info = false;
  /** Words inside a tag. */
  #stray = '';
  #strayStart = 0;
  /** What opened a block of which it is not known yet whether it holds messages. */
  #prefix = '';

  constructor(sink: ScanSink, options: { readonly tag: string; readonly lineLength: number }) {
    this.#sink = sink;
    this.#end = new BlockEnd(options.tag);
    this.#value = new ValueScan(this.#end, options.lineLength);
    this.#prose = new ProseScan(this.#end.opening, {
      text: (text) => sink.text(text),
      stray: (at) => sink.note('stray-bracket', this.#before + at),
    });
  }

  /** The value that has begun, as far as it has come; empty between values. */
  get open(): string {
    return this.#mode === 'value' ? this.#value.source : '';
  }

  get openLength(): number {
    return this.#mode === 'value' ? this.#value.length : 0;
  }

  push(chunk: string): void {
    const { length } = chunk;
    for (let i = 0; i < length; ) {
      if (this.#mode === 'value') {
        i = this.#value.scan(chunk, i);
        if (this.#value.outcome !== 'open') this.#endValue(this.#before + i);
      } else if (this.#mode === 'gap') i = this.#gap(chunk, i);
      else {
        i = this.#prose.scan(chunk, i);
        if (this.#prose.found !== 'nothing') this.#enter(this.#before + i);
      }
    }
    this.#before += length;
  }

  end(): void {
    if (this.#mode === 'prose') this.#prose.end();
    // Of a value that is cut its reader tells.
    const isCut = this.#mode === 'gap' && this.#wantsMore();
    if (this.#mode === 'value') this.#give('input');
    if (this.#mode === 'gap') this.#endBlock(isCut ? 'truncated' : 'unclosed-block');
  }

  /** A list is open, or a tag behind which nothing stands: who ends an answer where a tag would close it writes neither. */
  #wantsMore(): boolean {
    const isBegun = this.#block === 'tag' && !this.#isReopened && this.#stray === '' && this.#values === 0;
    return isBegun || this.#lists > 0 || this.#comma;
  }

  #enter(at: number): void {
    this.#isReopened = false;
    const { found, held } = this.#prose;
    this.#block = found === 'tag' || found === 'fence' ? found : 'bare';
    this.#open(at - held.length);
    this.#separated = this.#block !== 'bare' || this.#prose.separated;
    if (found === 'tag') return;
    if (found === 'broken') return this.#enterBroken(at - held.length, held);
    const brace = found === 'value' ? held.indexOf('{') : held.length;
    this.#prefix = held.slice(0, brace);
    if (found === 'fence') return;
    this.#lists = brace > 0 ? 1 : 0;
    this.#begin(at - held.length + brace, held.slice(brace));
  }

  /** Reads a message whose beginning lacks a bracket or has one too many as if it were whole there. */
  #enterBroken(start: number, held: string): void {
    const first = held.search(/[^\s[\]{},:\\]/);
    this.#lists = held.startsWith('[') ? 1 : 0;
    const head = held.slice(this.#lists, first).trim();
    if (head !== '{') this.#note(head === '' ? 'unopened-bracket' : 'stray-bracket', start);
    this.#prefix = held.slice(0, first);
    this.#begin(start + first, '{');
    this.#value.scan(held, first);
  }

  #open(start: number): void {
    this.#mode = 'gap';
    this.#blockStart = start;
    this.#values = this.#lists = this.#comment = 0;
    this.#comma = this.#info = false;
    this.#separated = true;
    this.#stray = this.#prefix = '';
    this.#reported.clear();
    this.#early = [];
    this.#end.begin(this.#block);
  }

  #gap(chunk: string, i: number): number {
    const code = chunk.charCodeAt(i);
    const at = this.#before + i;
    const follows = this.#followsEnd(code);
    if (follows || this.#comment !== 0 || code === SLASH) {
      this.#keep(chunk.charAt(i));
      this.#comment = this.#comment === 0 ? oddOpening(code) : within(this.#comment, code);
      if (this.#end.isWhole) this.#endPattern(at + 1);
      else if (code === FEED) this.#line();
      return i + 1;
    }
    if (this.#isText(code)) return this.#turnToText(at, i);
    if (code === CURLY || isQuote(code)) {
      this.#flushStray();
      this.#begin(at, code === CURLY ? '{' : '');
      return code === CURLY ? i + 1 : i;
    }
    this.#keep(chunk.charAt(i));
    this.#between(code, chunk.charAt(i), at);
    return i + 1;
  }

  /** What opened a block is text again if the block turns out to hold none of ours. */
  #keep(char: string): void {
    if (this.#values === 0 && this.#block !== 'tag') this.#prefix += char;
  }

  /** Whether the character belongs to what may be the end of the block. */
  #followsEnd(code: number): boolean {
    const end = this.#end;
    if (end.matched === 0 && code !== end.first) return false;
    const before = end.text;
    const follows = end.follow(code);
    // It was no end, but words of the text.
    if (end.matched <= 1 && this.#block === 'tag') this.#stray += before;
    return follows;
  }

  #between(code: number, char: string, at: number): void {
    if (code === SQUARE) {
      if (++this.#lists > 1) this.#note('wrong-wrapper', at);
    } else if (code === CLOSE_SQUARE) this.#endList(at);
    else if (code === CLOSE_CURLY) this.#note('stray-bracket', at);
    else if (code === COMMA) {
      if (this.#comma) this.#note('trailing-comma', at);
      this.#comma = this.#separated = true;
    } else if (code === FEED) this.#line();
    else if (code === TICK) this.#info = true;
    else if (!isBlank(code)) this.#strayWord(char, at);
    else if (this.#stray !== '') this.#stray += char;
  }

  /** Tells of what stands between two values once, however often it stands there. */
  #note(kind: RepairKind, at: number): void {
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    if (this.#block === 'tag' || this.#values > 0) this.#sink.note(kind, at);
    else this.#early.push([kind, at]);
  }

  #line(): void {
    this.#info = false;
    if (this.#lists === 0) this.#separated = true;
    if (this.#stray !== '') this.#stray += '\n';
  }

  #endList(at: number): void {
    if (this.#comma) this.#note('trailing-comma', at);
    this.#comma = false;
    if (this.#lists === 0) this.#note('stray-bracket', at);
    else if (--this.#lists === 0 && this.#block === 'bare') this.#leave('');
  }

  #strayWord(char: string, at: number): void {
    if (this.#info && /[\w-]/.test(char)) return;
    if (this.#stray === '') this.#strayStart = at;
    this.#stray += char;
    this.#separated = true;
  }

  /** Words in a tag are given as text once it is known that there are values beside them. */
  #flushStray(): void {
    const stray = this.#stray.trim();
    this.#stray = '';
    if (stray === '') return;
    this.#sink.note('text-in-block', this.#strayStart);
    this.#sink.text(`${stray}\n`);
  }

  /** Words where no tag says that messages stand: before the first value of a fence, behind one of a bare list. */
  #isText(code: number): boolean {
    if (this.#block === 'tag' || isBlank(code) || code === CURLY || isQuote(code)) return false;
    if (code === SQUARE || code === CLOSE_SQUARE || code === COMMA || code === CLOSE_CURLY) return false;
    return this.#values === 0 || this.#block === 'bare';
  }

  #turnToText(at: number, i: number): number {
    if (this.#block === 'bare') this.#sink.note('unclosed-bracket', at);
    this.#leave(this.#values === 0 ? this.#prefix : '', this.#block === 'fence' ? 'fenced' : undefined);
    return i;
  }

  /** `next`: the place behind what ended the block. */
  #endPattern(next: number): void {
    const reopened = this.#block === 'tag' && this.#end.isOpening;
    this.#endBlock(reopened ? 'unclosed-block' : undefined);
    if (reopened) this.#open(next - this.#end.opening.length);
    this.#isReopened = reopened;
  }

  /** `problem`: of a block that was not closed. */
  #endBlock(problem?: RepairKind): void {
    const isTag = this.#block === 'tag';
    const hasValues = this.#values > 0;
    if (hasValues) this.#flushStray();
    if (problem !== undefined && (isTag || hasValues)) this.#sink.note(problem, this.#blockStart);
    // Behind a tag that was opened by mistake and never closed there may be nothing.
    if (isTag && !hasValues && (problem === undefined || this.#stray !== '')) this.#sink.emptyBlock(this.#stray.trim());
    this.#leave(isTag || hasValues ? '' : this.#prefix, this.#block === 'fence' ? 'text' : undefined);
  }

  /** `within`: what the text behind the block stands in; what the block stood in when absent. */
  #leave(text: string, within?: Within): void {
    this.#mode = 'prose';
    this.#prose.resume(text, { within, afterValue: this.#values > 0 });
  }

  #begin(start: number, text: string): void {
    this.#mode = 'value';
    this.#reported.clear();
    this.#end.matched = 0;
    this.#value.begin(start, text, this.#lists > 0);
  }

  #endValue(next: number): void {
    const { outcome } = this.#value;
    if (outcome === 'restart') return this.#restart(next);
    this.#give(outcome === 'closed' ? 'closed' : 'block');
    if (outcome !== 'block') return;
    if (this.#mode === 'gap') this.#endPattern(next);
    else this.#prose.resume('\n```', { within: 'text', afterValue: false });
  }

  /** A message began inside a value: what has come is all of that value, and the message is read from its beginning. */
  #restart(next: number): void {
    const { restart, source, start } = this.#value;
    const [marks = '', stray] = /^[\s,[\]{}]*(["'“”‘’]?)/.exec(source) ?? [];
    if (/[^\s,[\]{}]/.test(source.slice(marks.length))) this.#give('block', true);
    else this.#sink.note(stray === '' ? 'stray-bracket' : 'stray-quote', start);
    this.#prefix = '';
    this.#separated = true;
    this.#comma = false;
    this.#begin(next - restart.length, '{');
    this.#value.scan(restart, 1);
  }

  /** A value that is no message is text. In a fence another may follow that is one. */
  #passOver(text: string): void {
    if (this.#block !== 'fence') return this.#leave(this.#prefix + text);
    if (this.#value.outcome === 'block') return this.#leave(this.#prefix + text, 'fenced');
    this.#sink.text(this.#prefix + text);
    this.#prefix = '';
    this.#mode = 'gap';
  }

  #give(ending: AnswerEnd, isFollowed = false): void {
    const { source: text, start: offset, deepest: depth, oversize } = this.#value;
    const source: AnswerSource = { text, offset, ending, depth, glued: !this.#separated, oversize };
    const isAmong = this.#values > 0 && (this.#block === 'fence' || this.#lists > 0);
    const isSure = isFollowed || this.#block === 'tag' || isAmong;
    if (!isSure && !this.#sink.isMessage(source)) return this.#passOver(text);
    for (const [kind, at] of this.#early) this.#sink.note(kind, at);
    this.#early = [];
    this.#values++;
    this.#comma = this.#separated = false;
    this.#mode = 'gap';
    this.#sink.value(source);
    if (this.#block === 'bare' && this.#lists === 0) this.#leave('');
  }
}
