// The first road in one place: text → JSON → messages → dialect → fold. One bad message never stops the next, and
// nothing is dropped without an issue. Whoever judges elsewhere than in a fold decodes with `decodeItem` and takes the
// outcome to `receiptOf`.

import {
  type Fold,
  type Issue,
  type Json,
  lowerTrust,
  type NewEntry,
  type Outcome,
  type PartIssue,
  type Time,
  type Trust,
  takeAll,
  type View,
} from '@vitrine/core/internal';
import { detect } from './detect.ts';
import type { Dialect, DialectId, Sender } from './dialect.ts';
import {
  type DocumentItem,
  type DocumentMessage,
  messagesIn,
  messagesOf,
  parseLine,
  placeAll,
  readDocument,
  toJson,
  tooMany,
} from './document.ts';
import { type Line, LineReader } from './jsonl.ts';
import { depthProblem } from './message-depth.ts';

export interface DecodeOptions {
  /** Absent: told from each message. */
  readonly dialect?: Dialect;
  readonly from?: Sender;
  /** When the messages arrive; absent: nothing that they say gets an end. */
  readonly now?: Time;
}

export interface IntakeOptions extends DecodeOptions {
  readonly trust?: Trust;
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

/** A message as its dialect reads it, before anybody has judged it. */
export interface DecodedMessage {
  readonly message: DocumentMessage;
  readonly dialect: Dialect;
  readonly entry: NewEntry;
  readonly noted: readonly Issue[];
}

/** A receipt where there is nothing to judge: it cannot be read, or it adds nothing. */
export function decodeItem(item: DocumentItem, view: View, options: DecodeOptions): DecodedMessage | Receipt {
  if (!('wire' in item)) return receipt(false, item.issues, item.line);
  const { wire } = item;
  const { dialect: named, from = 'agent', now } = options;
  const found = named ?? detect(wire);
  if ('code' in found) return refused([found], item, view);
  const decoded = found.decode(wire, view, from, now === undefined ? undefined : { now });
  if (!decoded.ok) return refused(decoded.issues, item, view, found.id);
  // Without an issue nothing was passed over, and what is kept has limits of its own.
  const tooDeep = decoded.issues.length === 0 ? undefined : depthProblem(wire, view.limits);
  if (tooDeep !== undefined) return refused([...decoded.issues, tooDeep], item, view, found.id);
  // What adds nothing is taken, and nothing comes of it.
  if (decoded.value.body.length === 0) return receipt(true, placed(decoded.issues, item), item.line, wire, found.id);
  return { message: item, dialect: found, entry: decoded.value, noted: decoded.issues };
}

/** What became of a decoded message when it was judged. */
export function receiptOf(decoded: DecodedMessage, outcome: Outcome<NewEntry, PartIssue>, view: View): Receipt {
  const { message, dialect, entry, noted } = decoded;
  const { wire, line } = message;
  if (outcome.ok && outcome.issues.length === 0)
    return receipt(true, placed(noted, message), line, wire, dialect.id, entry);
  const judged = outcome.issues.map(({ part, ...problem }) => ({
    ...problem,
    at: dialect.locate(wire, problem.at ?? '', part),
  }));
  const issues = [...noted, ...judged];
  if (!outcome.ok) return refused(issues, message, view, dialect.id);
  return receipt(true, placed(issues, message), line, wire, dialect.id, entry);
}

/** The message is given back unless it is nested too deeply for anybody to walk it. */
function refused(issues: readonly Issue[], message: DocumentMessage, { limits }: View, dialect?: DialectId): Receipt {
  const kept = depthProblem(message.wire, limits) === undefined ? message.wire : undefined;
  return receipt(false, placed(issues, message), message.line, kept, dialect);
}

function placed(issues: readonly Issue[], { prefix, line, warning }: DocumentMessage): readonly Issue[] {
  const all = placeAll(issues, prefix, line);
  return warning === undefined ? all : [warning, ...all];
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
    const { limits } = this.#fold;
    return this.#takeAll(messagesOf(takeAll(readDocument(text, limits)), limits));
  }

  /** One parsed value: a message, a list of messages, or `{messages: [...]}`. An object of a program is taken as its JSON. */
  value(input: Json | object, line?: number): Receipt[] {
    return this.#takeAll(messagesIn(input, this.#fold.limits, line));
  }

  message(input: Json | object, line?: number, prefix = ''): Receipt {
    return this.#take({ wire: toJson(input), prefix, line, isLong: false });
  }

  #line(line: Line): Receipt[] {
    const { limits } = this.#fold;
    if (++this.#lineCount > limits.linesPerPush) return [this.#take(tooMany(this.#lineCount, limits, line.line))];
    return this.#takeAll(takeAll(parseLine(line, limits, false)));
  }

  #takeAll(items: Iterable<DocumentItem | undefined>): Receipt[] {
    const receipts: Receipt[] = [];
    for (const item of items) if (item !== undefined) receipts.push(this.#take(item));
    return receipts;
  }

  #take(item: DocumentItem): Receipt {
    const decoded = decodeItem(item, this.#fold, this.#options);
    if (!('noted' in decoded)) return decoded;
    const { entry } = decoded;
    const outcome = this.#fold.accept(entry, lowerTrust(this.#options.trust ?? 'trusted', entry.trust));
    return receiptOf(decoded, outcome, this.#fold);
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
