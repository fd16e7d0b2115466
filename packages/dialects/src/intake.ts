// The first road in one place: text → JSON → messages → dialect → fold. One bad message never stops the next, and
// nothing is dropped without an issue.

import {
  type Fold,
  harmless,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  lowerTrust,
  type NewEntry,
  type Outcome,
  type PartIssue,
  type Time,
  type Trust,
} from '@vitrine/core';
import { detect } from './detect.ts';
import type { Dialect, DialectId, Sender } from './dialect.ts';
import { type Line, LineReader } from './jsonl.ts';
import { depthProblem } from './message-depth.ts';

export interface IntakeOptions {
  /** Absent: told from each message. */
  readonly dialect?: Dialect;
  readonly from?: Sender;
  readonly trust?: Trust;
  /** When the messages arrive; absent: nothing that they say gets an end. */
  readonly now?: Time;
  /** Judges and applies what was decoded; the fold itself when absent. */
  readonly accept?: (entry: NewEntry, trust: Trust, dialect: DialectId) => Outcome<NewEntry, PartIssue>;
}

/** What became of one message. */
export interface Receipt {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  readonly dialect?: DialectId;
  /** What was applied, if it was. */
  readonly entry?: NewEntry;
  readonly wire?: Json;
  readonly line?: number;
}

export class Intake {
  readonly #fold: Fold;
  readonly #options: IntakeOptions;
  readonly #lines: LineReader;
  #lineCount = 0;

  constructor(fold: Fold, options: IntakeOptions = {}) {
    this.#fold = fold;
    this.#options = options;
    this.#lines = new LineReader(fold.limits);
  }

  /** Bytes or text of a JSONL stream, cut anywhere. */
  push(chunk: Uint8Array | string): Receipt[] {
    this.#lineCount = 0;
    return this.#lines.push(chunk).flatMap((line) => this.#line(line));
  }

  end(): Receipt[] {
    return this.#lines.end().flatMap((line) => this.#line(line));
  }

  /** A whole document: one JSON value however it is laid out, else JSONL. */
  document(text: string): Receipt[] {
    const fits = text.length <= this.#fold.limits.lineLength;
    const parsed = fits ? parse(text.replace(/^\uFEFF/, '')) : undefined;
    if (parsed?.ok === true) return this.value(parsed.value);
    if (isLaidOut(text)) return [receipt(false, [parsed?.issue ?? this.#tooLong(text.length)], undefined)];
    this.#lineCount = 0;
    const lines = [...this.#lines.push(text), ...this.#lines.end()];
    const { linesPerPush } = this.#fold.limits;
    if (lines.length > linesPerPush) return [this.#tooMany(lines.length, undefined)];
    return lines.flatMap((line) => this.#line(line));
  }

  /** One parsed value: a message, a list of messages, or `{messages: [...]}`. */
  value(value: Json, line?: number): Receipt[] {
    if (isArray(value)) return this.#list(value, '', line);
    // Published examples put a name and a description beside the list.
    if (isObject(value) && isArray(value.messages) && 'code' in detect(value))
      return this.#list(value.messages, '/messages', line);
    return [this.message(value, line)];
  }

  message(wire: Json, line?: number, prefix = ''): Receipt {
    const { dialect: named, from = 'agent', trust = 'trusted', now } = this.#options;
    const found = named ?? detect(wire);
    if ('code' in found) return this.#refused([found], wire, prefix, line);
    const decoded = found.decode(wire, this.#fold, from, now === undefined ? undefined : { now });
    if (!decoded.ok) return this.#refused(decoded.issues, wire, prefix, line, found.id);
    // Without an issue nothing was passed over, and what is kept has limits of its own.
    const tooDeep = decoded.issues.length === 0 ? undefined : depthProblem(wire, this.#fold.limits);
    if (tooDeep !== undefined) return this.#refused([...decoded.issues, tooDeep], wire, prefix, line, found.id);
    const noted = placeAll(decoded.issues, prefix, line);
    const { accept } = this.#options;
    const lowest = lowerTrust(trust, decoded.value.trust);
    const outcome =
      accept === undefined ? this.#fold.accept(decoded.value, lowest) : accept(decoded.value, lowest, found.id);
    if (outcome.ok && outcome.issues.length === 0) {
      const done: Receipt = { ok: true, issues: noted, dialect: found.id, entry: decoded.value, wire };
      return line === undefined ? done : { ...done, line };
    }
    const judged = outcome.issues.map(({ part, ...problem }) => ({
      ...problem,
      at: found.locate(wire, problem.at ?? '', part),
    }));
    if (!outcome.ok) return this.#refused([...decoded.issues, ...judged], wire, prefix, line, found.id);
    const issues = [...noted, ...placeAll(judged, prefix, line)];
    return receipt(true, issues, line, wire, found.id, decoded.value);
  }

  /** The message is given back unless it is nested too deeply for anybody to walk it. */
  #refused(
    issues: readonly Issue[],
    wire: Json,
    prefix: string,
    line: number | undefined,
    dialect?: DialectId,
  ): Receipt {
    const kept = depthProblem(wire, this.#fold.limits) === undefined ? wire : undefined;
    return receipt(false, placeAll(issues, prefix, line), line, kept, dialect);
  }

  #list(messages: readonly Json[], prefix: string, line: number | undefined): Receipt[] {
    if (messages.length > this.#fold.limits.linesPerPush) return [this.#tooMany(messages.length, line)];
    if (messages.length > 0) return messages.map((item, i) => this.message(item, line, `${prefix}/${i}`));
    const empty = issue('VITRINE_MESSAGE_EMPTY', 'error', 'The list holds no message.', prefix);
    return [receipt(false, [line === undefined ? empty : { ...empty, line }], line)];
  }

  #tooLong(length: number): Issue {
    const message = `A document of ${length} characters laid out over many lines is past the limit of ${this.#fold.limits.lineLength}; send one message a line.`;
    return issue('VITRINE_LINE_SIZE', 'error', message);
  }

  #tooMany(count: number, line: number | undefined): Receipt {
    const { linesPerPush } = this.#fold.limits;
    const problem = issue(
      'VITRINE_LIMIT_MESSAGES',
      'error',
      `${count} messages came at once; the maximum is ${linesPerPush} lines.`,
      '',
    );
    return receipt(false, [line === undefined ? problem : { ...problem, line }], line);
  }

  #line(line: Line): Receipt[] {
    if (++this.#lineCount > this.#fold.limits.linesPerPush) return [this.#tooMany(this.#lineCount, line.line)];
    if ('issue' in line) return [receipt(false, [line.issue], line.line)];
    const parsed = parse(line.text);
    if (parsed.ok) {
      const receipts = this.value(parsed.value, line.line);
      if (line.warning === undefined) return receipts;
      return receipts.map((one, i) => (i === 0 ? { ...one, issues: [line.warning as Issue, ...one.issues] } : one));
    }
    return [receipt(false, [{ ...parsed.issue, line: line.line }], line.line)];
  }
}

function receipt(
  ok: boolean,
  issues: readonly Issue[],
  line: number | undefined,
  wire?: Json,
  dialect?: DialectId,
  entry?: NewEntry,
): Receipt {
  const made: { -readonly [K in keyof Receipt]: Receipt[K] } = { ok, issues };
  if (line !== undefined) made.line = line;
  if (wire !== undefined) made.wire = wire;
  if (dialect !== undefined) made.dialect = dialect;
  if (entry !== undefined) made.entry = entry;
  return made;
}

/** One JSON value over many lines, not one a line: the first line opens something and does not end it. */
export function isLaidOut(text: string): boolean {
  const first = /^\s*(\S[^\r\n]*)[\r\n]/.exec(text)?.[1]?.trim() ?? '';
  return /^[[{]/.test(first) && /[[{,:]$/.test(first);
}

function parse(text: string): { ok: true; value: Json } | { ok: false; issue: Issue } {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    // The engine's words quote the text, which may hold anything.
    const why =
      error instanceof Error ? harmless(error.message.slice(0, 160)).replaceAll('\n', ' ') : 'it cannot be read';
    return { ok: false, issue: issue('VITRINE_JSON_MALFORMED', 'error', `This is not valid JSON: ${why}.`, '') };
  }
}

function placeAll(issues: readonly Issue[], prefix: string, line: number | undefined): readonly Issue[] {
  return issues.length === 0 ? issues : issues.map((problem) => place(problem, prefix, line));
}

function place(problem: Issue, prefix: string, line: number | undefined): Issue {
  const at = prefix === '' ? problem.at : `${prefix}${problem.at ?? ''}`;
  return { ...problem, ...(at === undefined ? {} : { at }), ...(line === undefined ? {} : { line }) };
}
