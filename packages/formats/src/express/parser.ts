// The grammar of Express as a machine with a stack of its own: tokens go in, whole statements come out, and nothing is nested in
// calls of ours. A mending parser reads on over what has one reading and tells it; a strict one refuses the statement.

import { type Issue, type IssueCode, issue, quote } from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import type { Token, TokenKind } from './tokenizer.ts';

export type Expression =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null; readonly line: number }
  | { readonly type: 'path'; readonly path: string; readonly line: number }
  | { readonly type: 'name'; readonly name: string; readonly line: number }
  | { readonly type: 'skip'; readonly line: number }
  | { readonly type: 'list'; readonly items: Expression[]; readonly line: number }
  | { readonly type: 'map'; readonly entries: NamedArgument[]; readonly line: number }
  | CallExpression
  | ExpressCheck;

/** `?name(…)` */
export interface ExpressCheck {
  readonly type: 'check';
  readonly name: string;
  /** Only where it is mended has one a name. */
  readonly args: Argument[];
  readonly line: number;
}

export interface CallExpression {
  readonly type: 'call';
  readonly name: string;
  readonly args: Argument[];
  readonly line: number;
}

export interface Argument {
  readonly name?: string;
  readonly value: Expression;
}

/** An entry of a map. */
export interface NamedArgument extends Argument {
  readonly name: string;
}

export interface ExpressStatement {
  /** A name, a path with its `$`, or nothing for an expression alone. An id that is no identifier stands in quotes. */
  readonly target: string | undefined;
  readonly isPath: boolean;
  readonly value: Expression;
  readonly line: number;
}

export interface ParserSink {
  statement(statement: ExpressStatement): void;
  fault(issue: Issue): void;
  repair(kind: RepairKind, line: number): void;
}

export interface ParserOptions {
  readonly mend: boolean;
  readonly maxDepth: number;
  /** Whether a call has a parameter of this name; asked only to tell an argument from the next statement. */
  readonly hasParameter?: (call: string, name: string) => boolean;
  /** The word of Express that a call means by another spelling; asked only where that is mended. */
  readonly reservedWord?: (call: string) => string | undefined;
}

type NestedExpression = Extract<Expression, { type: 'list' | 'map' | 'call' | 'check' }>;
interface ParserFrame {
  readonly node: NestedExpression;
  /** Of an argument or an entry whose value is to come. */
  key: string | undefined;
  /** A value has come and no comma behind it. */
  isFull: boolean;
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const PYTHON_WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['True', true],
  ['False', false],
  ['None', null],
]);
/** The longest of them: names are asked for by the thousand, and most are longer. */
const MAX_WORD = 5;

export class ExpressParser {
  readonly #sink: ParserSink;
  readonly #options: ParserOptions;
  readonly #stack: ParserFrame[] = [];
  #target: string | undefined;
  #isPath = false;
  #isStarted = false;
  #line = 1;
  /** A colon stood where "=" should. */
  #isColon = false;
  /** A name, path or check that the next token says the meaning of. */
  #held: Token | undefined;
  /** One for all names: a new one for each would be a good part of what reading costs. */
  readonly #lastHeld: { -readonly [key in keyof Token]: Token[key] } = { kind: 'name', text: '', line: 0, indent: 0 };
  /** Brackets that are open in what is passed over; undefined where nothing is. */
  #skipped: number | undefined;

  constructor(sink: ParserSink, options: ParserOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  /** Whether a statement has begun that is not complete. */
  get isOpen(): boolean {
    return this.#isStarted || this.#held !== undefined;
  }

  /** Whether brackets are open. */
  get isNested(): boolean {
    return this.#stack.length > 0;
  }

  /** What has come of the present statement is forgotten. */
  drop(): void {
    this.#held = undefined;
    this.#reset();
  }

  /** What has come of the statement that is being written: its target, and the brackets that are open. */
  get open(): (Pick<ExpressStatement, 'target' | 'isPath'> & { readonly path: readonly ParserFrame[] }) | undefined {
    if (!this.#isStarted || this.#skipped !== undefined) return undefined;
    return { target: this.#target, isPath: this.#isPath, path: this.#stack };
  }

  take(kind: TokenKind, text: string, line: number, indent: number): void {
    const held = this.#held;
    if (held !== undefined) {
      this.#held = undefined;
      if (this.#resolve(held, kind === 'mark' ? text : '')) return;
    }
    if (this.#skipped !== undefined) this.#pass(kind, text, line, indent);
    else this.#read(kind, text, line, indent);
  }

  /** No more will come: what is open is closed where it may be. */
  end(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined && this.#skipped === undefined) this.#name(held);
    if (this.#skipped === undefined && this.#isStarted) this.#unclosed(this.#line);
    this.#reset();
    this.#skipped = undefined;
  }

  #reset(): void {
    // Setting a length costs as much as a token, and nearly always it is that already.
    if (this.#stack.length > 0) this.#stack.length = 0;
    this.#isStarted = false;
    this.#target = undefined;
    this.#isPath = false;
    this.#isColon = false;
  }

  /** Closes what is open, if that is a mending; else refuses the statement. */
  #unclosed(line: number): void {
    const top = this.#stack.at(-1);
    if (top === undefined && this.#isStarted) return this.#refuse('A value is missing behind "=".', line);
    if (!this.#options.mend) {
      const closer = top === undefined ? ')' : closerOf(top);
      return this.#refuse(`A closing ${quote(closer)} is missing.`, line);
    }
    this.#sink.repair('unclosed-bracket', line);
    while (this.#stack.length > 0 && this.#isStarted) this.#pop();
  }

  /** What a held token is, now that the mark behind it is known, or that there is none; true where that one is used up. */
  #resolve(held: Token, mark: string): boolean {
    if (this.#skipped !== undefined) return this.#resume(held, mark);
    if ((mark === '=' || (mark === ':' && this.#isAssigned(held))) && this.#startsStatement(held)) {
      this.#isColon = mark === ':';
      return true;
    }
    if (held.kind !== 'path' && held.kind !== 'text' && mark === '(') {
      this.#open(held.kind === 'check' ? check(held) : this.#call(held), held.line);
      return true;
    }
    const top = this.#stack.at(-1);
    if (held.kind === 'name' && top !== undefined && this.#isKey(top, mark)) {
      if (top.isFull) this.#missingComma(top, held.line);
      top.key = held.text;
      return true;
    }
    this.#name(held);
    return false;
  }

  /** `root: Text("…")` */
  #isAssigned(held: Token): boolean {
    if (!this.#options.mend || this.#isStarted || held.indent < 0) return false;
    this.#sink.repair('missing-colon', held.line);
    return true;
  }

  #isKey({ node }: ParserFrame, mark: string): boolean {
    if (node.type === 'list' || (mark !== ':' && mark !== '=')) return false;
    if (node.type === 'check' && !this.#options.mend) return false;
    if (mark === (node.type === 'map' ? ':' : '=')) return true;
    if (this.#options.mend) this.#sink.repair('missing-colon', this.#line);
    return this.#options.mend;
  }

  /** `name =` and `$path =` begin a statement, outside brackets and, where they were not closed, at the beginning of a line. */
  #startsStatement(held: Token): boolean {
    if (held.kind === 'check') return false;
    const top = this.#stack.at(-1);
    if (top !== undefined) {
      if (!this.#isNextStatement(held, top)) return false;
      this.#unclosed(held.line);
      this.#skipped = undefined;
    } else if (this.#isStarted && held.indent < 0) return false;
    else if (this.#isStarted) this.#withoutValue(held.line);
    this.#begin(held);
    return true;
  }

  /** The next statement begins where the value of one should. */
  #withoutValue(line: number): void {
    if (this.#isColon) this.#sink.repair('text-in-block', this.#line);
    else this.#refuse('A value is missing behind "=".', line);
    this.#skipped = undefined;
    this.#reset();
  }

  #begin(target: Token): void {
    if (target.kind === 'name' && target.text === '_') return this.#refuse('"_" cannot be assigned.', target.line);
    this.#isStarted = true;
    this.#isPath = target.kind === 'path';
    this.#target = this.#isPath ? `$${target.text}` : target.text;
    this.#line = target.line;
  }

  /** Inside brackets: whether the line begins a statement and not an argument. */
  #isNextStatement(held: Token, { node, isFull }: ParserFrame): boolean {
    if (held.indent < 0) return false;
    const { mend, hasParameter } = this.#options;
    if (held.kind === 'path' || node.type === 'list' || (node.type === 'check' && !mend)) return true;
    if (node.type === 'map') return held.indent === 0;
    if (!mend && !isFull) return false;
    if (node.type === 'check' && held.text === 'message') return isFull;
    return hasParameter === undefined ? isFull : !hasParameter(node.name, held.text);
  }

  #read(kind: TokenKind, text: string, line: number, indent: number): void {
    switch (kind) {
      case 'name':
      case 'path':
      case 'check':
        return this.#hold(kind, text, line, indent);
      case 'text':
        return this.#text(text, line, indent);
      case 'number':
        return this.#value({ type: 'literal', value: Number(text), line });
      case 'mark':
        return this.#mark(text, line);
      case 'over':
        return this.#refuse(
          `${quote(text.slice(0, 40))} begins a word or a text that is too long.`,
          line,
          'VITRINE_LIMIT_TEXT',
        );
      case 'bad':
        return this.#refuse(`${quote(text.slice(0, 40))} is nothing that Express knows.`, line);
    }
  }

  #hold(kind: TokenKind, text: string, line: number, indent: number): void {
    const token = this.#lastHeld;
    token.kind = kind;
    token.text = text;
    token.line = line;
    token.indent = indent;
    // A path ends a value wherever none is a target.
    if (kind === 'path' && this.#isStarted && indent < 0) return this.#name(token);
    const isWord = kind === 'name' && this.#stack.length === 0 && this.#isStarted && (WORDS.has(text) || text === '_');
    if (isWord) this.#name(token);
    else this.#held = token;
  }

  #text(text: string, line: number, indent: number): void {
    if (!this.#isStarted) {
      this.#held = { kind: 'text', text, line, indent };
      return;
    }
    const top = this.#stack.at(-1);
    if (top?.node.type === 'map' && top.key === undefined) {
      if (top.isFull) this.#missingComma(top, line);
      top.key = text;
      return;
    }
    this.#value({ type: 'literal', value: text, line });
  }

  /** A held token as a value. */
  #name(token: Token): void {
    const { kind, text, line } = token;
    if (kind === 'text') return this.#value({ type: 'literal', value: text, line });
    if (kind === 'path') return this.#value({ type: 'path', path: text, line });
    if (kind === 'check') return this.#value({ type: 'check', name: text, args: shortList(), line });
    const word = text.length > MAX_WORD ? undefined : this.#word(text, line);
    if (word !== undefined) return this.#value({ type: 'literal', value: word, line });
    this.#value(text === '_' ? { type: 'skip', line } : { type: 'name', name: text, line });
  }

  #word(text: string, line: number): boolean | null | undefined {
    const word = WORDS.get(text);
    if (word !== undefined || !this.#options.mend) return word;
    const meant = PYTHON_WORDS.get(text);
    if (meant !== undefined) this.#sink.repair('python-literal', line);
    return meant;
  }

  #value(value: Expression): void {
    const top = this.#stack.at(-1);
    if (top === undefined) return this.#finish(value, value.line);
    if (top.isFull && !this.#missingComma(top, value.line)) return;
    this.#put(top, value, value.line);
  }

  #put(frame: ParserFrame, value: Expression, line: number): void {
    const { node, key } = frame;
    if (node.type === 'map') {
      if (key === undefined) return this.#refuse('A key is missing in a map.', line);
      node.entries.push({ name: key, value });
    } else if (node.type === 'list') node.items.push(value);
    else node.args.push(key === undefined ? { value } : { name: key, value });
    frame.key = undefined;
    frame.isFull = true;
  }

  /** True where reading goes on. */
  #missingComma(frame: ParserFrame, line: number): boolean {
    if (!this.#options.mend) this.#refuse('A comma is missing.', line);
    else this.#sink.repair('missing-comma', line);
    frame.isFull = false;
    return this.#options.mend;
  }

  #mark(text: string, line: number): void {
    if (this.#isColon && text === '=' && this.#stack.length === 0) {
      this.#isColon = false;
      return;
    }
    switch (text) {
      case '[':
        return this.#open({ type: 'list', items: shortList(), line }, line);
      case '{':
        return this.#open({ type: 'map', entries: shortList(), line }, line);
      case ',':
        return this.#comma(line);
      case ']':
      case '}':
      case ')':
        return this.#close(text, line);
      case ':':
        return this.#colon(line);
      default:
        return this.#refuse(`${quote(text)} stands where a value should.`, line);
    }
  }

  #call({ text, line }: Token): CallExpression {
    const word = this.#options.mend ? this.#options.reservedWord?.(text) : undefined;
    if (word !== undefined) this.#sink.repair('misspelt-name', line);
    return { type: 'call', name: word ?? text, args: shortList(), line };
  }

  #open(node: NestedExpression, line: number): void {
    const top = this.#stack.at(-1);
    if (top?.isFull && !this.#missingComma(top, line)) return;
    if (top?.node.type === 'map' && top.key === undefined) return this.#refuse('A key is missing in a map.', line);
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#line = line;
    }
    this.#stack.push({ node, key: undefined, isFull: false });
    if (this.#stack.length > this.#options.maxDepth) {
      const words = `The statement is nested more deeply than ${this.#options.maxDepth} levels.`;
      this.#refuse(words, line, 'VITRINE_JSON_DEPTH');
    }
  }

  #comma(line: number): void {
    const top = this.#stack.at(-1);
    if (top?.isFull) top.isFull = false;
    else if (top === undefined && !this.#isStarted && this.#options.mend) this.#sink.repair('stray-bracket', line);
    else if (top !== undefined && this.#options.mend && top.key === undefined && isBegun(top))
      this.#sink.repair('trailing-comma', line);
    else this.#refuse('A comma stands where a value should.', line);
  }

  #colon(line: number): void {
    const top = this.#stack.at(-1);
    if (top?.node.type === 'map' && top.key !== undefined && !top.isFull) return;
    this.#refuse('A colon stands where a value should.', line);
  }

  #close(text: string, line: number): void {
    const top = this.#stack.at(-1);
    if (top !== undefined && closerOf(top) === text) return this.#pop(line);
    const at = this.#stack.findLastIndex((one) => closerOf(one) === text);
    if (!this.#options.mend) return this.#refuse(`${quote(text)} closes nothing that is open.`, line);
    if (at < 0) return this.#sink.repair('stray-bracket', line);
    this.#sink.repair('unclosed-bracket', line);
    while (this.#stack.length > at) this.#pop(line);
  }

  #pop(line = this.#line): void {
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    if (frame.key !== undefined) return this.#refuse(`The value of ${quote(frame.key)} is missing.`, line);
    const below = this.#stack.at(-1);
    if (below === undefined) this.#finish(frame.node, line);
    else this.#put(below, frame.node, line);
  }

  #finish(value: Expression, line: number): void {
    const statement = {
      target: this.#target,
      isPath: this.#isPath,
      value,
      line: this.#isStarted ? this.#line : line,
    };
    this.#reset();
    this.#sink.statement(statement);
  }

  #refuse(words: string, line: number, code: IssueCode = 'VITRINE_FORMAT_SYNTAX'): void {
    this.#skipped = this.#stack.length;
    this.#reset();
    this.#sink.fault({ ...issue(code, 'error', words, ''), line });
  }

  /** Behind a fault: everything up to the next statement. */
  #pass(kind: TokenKind, text: string, line: number, indent: number): void {
    if (kind === 'name' || kind === 'path' || kind === 'text') this.#held = { kind, text, line, indent };
    else if (kind === 'mark') this.#count(text);
  }

  #count(mark: string): void {
    if (this.#skipped === undefined) return;
    if (mark === '(' || mark === '[' || mark === '{') this.#skipped++;
    else if (mark === ')' || mark === ']' || mark === '}') this.#skipped = Math.max(0, this.#skipped - 1);
  }

  /** Whether a held token behind a fault begins the next statement. */
  #resume(held: Token, mark: string): boolean {
    const isStart = held.indent === 0 || (held.indent > 0 && this.#skipped === 0);
    if (!isStart || (mark !== '=' && (mark !== '(' || held.kind !== 'name' || held.indent !== 0))) return false;
    this.#skipped = undefined;
    if (mark === '=') this.#begin(held);
    else this.#open(this.#call(held), held.line);
    return true;
  }
}

/** With room for four: a literal makes room for seventeen with its first push, and most lists hold one or two. */
export function shortList<T>(): T[] {
  // biome-ignore lint/style/useArrayLiterals: a literal has other room.
  return new Array();
}

function closerOf({ node }: ParserFrame): string {
  if (node.type === 'list') return ']';
  return node.type === 'map' ? '}' : ')';
}

function check({ text, line }: Token): NestedExpression {
  return { type: 'check', name: text, args: shortList(), line };
}

function isBegun({ node }: ParserFrame): boolean {
  if (node.type === 'list') return node.items.length > 0;
  return (node.type === 'map' ? node.entries : node.args).length > 0;
}
