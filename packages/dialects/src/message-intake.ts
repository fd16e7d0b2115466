// The first road from a parsed value on: messages → dialect → fold. One bad message never stops the next, and nothing is
// dropped without an issue. Text is left to intake.ts. Whoever judges elsewhere than in a fold decodes with `decodeItem` and takes the
// outcome to `receiptOf`.

import {
  type Issue,
  type Json,
  lowerTrust,
  type NewEntry,
  type Outcome,
  type PageFold,
  type PartIssue,
  type Time,
  type Trust,
  type View,
} from '@vitrine/core/page';
import type { DialectId, DialectReader, Sender } from './dialect.ts';
import { depthProblem } from './message-depth.ts';
import {
  type DocumentItem,
  type DocumentMessage,
  type DocumentRules,
  messagesIn,
  placeAll,
  toJson,
} from './message-list.ts';
import { recognize } from './recognize.ts';

export interface DecodeOptions {
  /** Those that may be read, told from each message in this order; the only one there is is not asked. `DIALECTS` are all. */
  readonly dialects: readonly DialectReader[];
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
  readonly dialect: DialectReader;
  readonly entry: NewEntry;
  readonly noted: readonly Issue[];
}

/** A receipt where there is nothing to judge: it cannot be read, or it adds nothing. */
export function decodeItem(item: DocumentItem, view: View, options: DecodeOptions): DecodedMessage | Receipt {
  if (!('wire' in item)) return receipt(false, item.issues, item.line);
  const { wire } = item;
  const { dialects, from = 'agent', now } = options;
  const found = recognize(wire, dialects);
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

/** Takes messages that are parsed into a fold. */
export class MessageIntake {
  readonly #fold: PageFold;
  readonly #options: IntakeOptions;

  constructor(fold: PageFold, options: IntakeOptions) {
    this.#fold = fold;
    this.#options = options;
  }

  get rules(): DocumentRules {
    return { limits: this.#fold.limits, dialects: this.#options.dialects };
  }

  /** One parsed value: a message, a list of messages, or `{messages: [...]}`. An object of a program is taken as its JSON. */
  value(input: Json | object, line?: number): Receipt[] {
    return this.takeAll(messagesIn(input, this.rules, line));
  }

  message(input: Json | object, line?: number, prefix = ''): Receipt {
    return this.#take({ wire: toJson(input), prefix, line, isLong: false });
  }

  takeAll(items: Iterable<DocumentItem | undefined>): Receipt[] {
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
