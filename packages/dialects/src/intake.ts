// The first road in one place: text → JSON → messages → dialect → fold. One bad message never stops the next, and
// nothing is dropped without an issue.

import {
  defined,
  type Fold,
  type Issue,
  isArray,
  isObject,
  issue,
  itemRanges,
  type Json,
  lowerTrust,
  messageBounds,
  type NewEntry,
  type Outcome,
  type ParsedJson,
  type PartIssue,
  parseJson,
  parseJsonSteps,
  type Steps,
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
  /** So many messages of the document are passed over: they were taken before. */
  readonly skip?: number;
  /** What `accept` needs and can be made before. */
  readonly prepare?: (entry: NewEntry, dialect: DialectId) => unknown;
  /** The same in steps, for a message that is long. */
  readonly prepareSteps?: (entry: NewEntry, dialect: DialectId) => Steps<unknown>;
  /** Judges and applies what was decoded; the fold itself when absent. */
  readonly accept?: (
    entry: NewEntry,
    trust: Trust,
    dialect: DialectId,
    prepared: unknown,
  ) => Outcome<NewEntry, PartIssue>;
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
  #skip: number;

  constructor(fold: Fold, options: IntakeOptions = {}) {
    this.#fold = fold;
    this.#options = options;
    this.#skip = options.skip ?? 0;
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
    return allOf(this.steps(text));
  }

  /**
   * A document, or one parsed value, a little at a time: whoever takes the steps may do something else between two.
   * `isLong`: a value whose text was long. A list is wholly parsed before its first message is taken, and lines are counted
   * before the first of them is. The last receipts may come with the end.
   */
  *steps(given: string | { readonly value: Json }, isLong = false): IntakeSteps {
    if (typeof given !== 'string') return yield* this.#valueSteps(given.value, undefined, isLong);
    const { lineLength } = this.#fold.limits;
    const text = given.replace(/^\uFEFF/, '');
    const whole = text.length > lineLength ? undefined : yield* this.#parseSteps(text);
    if (whole?.ok === true) return yield* this.#takeSteps(whole.items, undefined, text.length > STEP_LENGTH);
    if (isLaidOut(text)) return [receipt(false, [whole?.issue ?? this.#tooLong(text.length)], undefined)];
    return yield* this.#lineSteps(text);
  }

  /** One parsed value: a message, a list of messages, or `{messages: [...]}`. An object of a program is taken as its JSON. */
  value(given: Json | object, line?: number): Receipt[] {
    const value = toJson(given);
    if (isArray(value)) return this.#list(value, '', line);
    // Published examples put a name and a description beside the list.
    if (isObject(value) && isArray(value.messages) && 'code' in detect(value))
      return this.#list(value.messages, '/messages', line);
    return [this.message(value, line)];
  }

  message(given: Json | object, line?: number, prefix = ''): Receipt {
    if (this.#skips()) return SKIPPED;
    const wire = toJson(given);
    const place = { wire, prefix, line };
    const read = this.#decode(place);
    if (!('noted' in read)) return read;
    return this.#judge(read, place, this.#options.prepare?.(read.entry, read.dialect.id));
  }

  /** The same in the steps that a long message is worth. */
  *#messageSteps(place: Placed): IntakeSteps {
    if (this.#skips()) return;
    const read = this.#decode(place);
    if (!('noted' in read)) return [read];
    yield NOTHING;
    const { prepare, prepareSteps } = this.#options;
    const prepared =
      prepareSteps === undefined
        ? prepare?.(read.entry, read.dialect.id)
        : yield* silently(prepareSteps(read.entry, read.dialect.id));
    yield NOTHING;
    return [this.#judge(read, place, prepared)];
  }

  #decode({ wire, prefix, line }: Placed): Decoded | Receipt {
    const { dialect: named, from = 'agent', now } = this.#options;
    const found = named ?? detect(wire);
    if ('code' in found) return this.#refused([found], wire, prefix, line);
    const decoded = found.decode(wire, this.#fold, from, now === undefined ? undefined : { now });
    if (!decoded.ok) return this.#refused(decoded.issues, wire, prefix, line, found.id);
    // Without an issue nothing was passed over, and what is kept has limits of its own.
    const tooDeep = decoded.issues.length === 0 ? undefined : depthProblem(wire, this.#fold.limits);
    if (tooDeep !== undefined) return this.#refused([...decoded.issues, tooDeep], wire, prefix, line, found.id);
    // What adds nothing is taken, and nothing comes of it.
    if (decoded.value.body.length === 0)
      return receipt(true, placeAll(decoded.issues, prefix, line), line, wire, found.id);
    return { dialect: found, entry: decoded.value, noted: decoded.issues };
  }

  #judge({ dialect, entry, noted: found }: Decoded, { wire, prefix, line }: Placed, prepared: unknown): Receipt {
    const { accept, trust = 'trusted' } = this.#options;
    const noted = placeAll(found, prefix, line);
    const lowest = lowerTrust(trust, entry.trust);
    const outcome =
      accept === undefined ? this.#fold.accept(entry, lowest) : accept(entry, lowest, dialect.id, prepared);
    if (outcome.ok && outcome.issues.length === 0) {
      const done: Receipt = { ok: true, issues: noted, dialect: dialect.id, entry, wire };
      return line === undefined ? done : { ...done, line };
    }
    const judged = outcome.issues.map(({ part, ...problem }) => ({
      ...problem,
      at: dialect.locate(wire, problem.at ?? '', part),
    }));
    if (!outcome.ok) return this.#refused([...found, ...judged], wire, prefix, line, dialect.id);
    const issues = [...noted, ...placeAll(judged, prefix, line)];
    return receipt(true, issues, line, wire, dialect.id, entry);
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
    return allOf(this.#listSteps(messages, prefix, line));
  }

  *#listSteps(messages: readonly Json[], prefix: string, line: number | undefined): IntakeSteps {
    if (messages.length > this.#fold.limits.linesPerPush) return [this.#tooMany(messages.length, line)];
    if (messages.length === 0) return [emptyList(prefix, line)];
    const last = messages.length - 1;
    for (let i = 0; i < last; i++) yield [this.message(messages[i] as Json, line, `${prefix}/${i}`)];
    return [this.message(messages[last] as Json, line, `${prefix}/${last}`)];
  }

  *#valueSteps(value: Json, line: number | undefined, isLong: boolean): IntakeSteps {
    if (isArray(value) && !(isLong && value.length > 0 && value.length <= FEW_MESSAGES))
      return yield* this.#listSteps(value, '', line);
    if (isArray(value)) {
      for (let i = 0; i < value.length; i++)
        yield (yield* this.#messageSteps({ wire: value[i] as Json, prefix: `/${i}`, line })) ?? NOTHING;
      return;
    }
    const isWrapped = isObject(value) && isArray(value.messages);
    if (!isLong || isWrapped) return this.value(value, line);
    yield NOTHING;
    return yield* this.#messageSteps({ wire: value, prefix: '', line });
  }

  /** A long list is parsed item by item, and so is one of which some item is too deep or too large. */
  *#parseSteps(text: string): Generator<readonly Receipt[], Parsed> {
    const bounds = messageBounds(this.#fold.limits);
    if (text.length <= STEP_LENGTH) {
      const parsed = parseJson(text, bounds);
      if (parsed.ok) return { ok: true, items: parsed.value };
      if (parsed.issue.code === 'VITRINE_JSON_MALFORMED') return parsed;
    }
    const { linesPerPush } = this.#fold.limits;
    const found = itemRanges(text, linesPerPush);
    yield NOTHING;
    if (found === undefined || found.count === 0) {
      const parsed = yield* silently(parseJsonSteps(text, bounds));
      return parsed.ok ? { ok: true, items: parsed.value } : parsed;
    }
    const { count, ranges } = found;
    const items: Item[] = [];
    for (let i = 0; i < ranges.length && count <= linesPerPush; i += 2) {
      const item = yield* silently(parseJsonSteps(text.slice(ranges[i], ranges[i + 1]), bounds));
      if (!item.ok && item.issue.code === 'VITRINE_JSON_MALFORMED')
        return { ok: false, issue: { ...item.issue, at: `/${items.length}` } };
      items.push(item.ok ? { ...item, isLong: (ranges[i + 1] as number) - (ranges[i] as number) > STEP_LENGTH } : item);
      yield NOTHING;
    }
    return { ok: true, items: new ParsedItems(items, count) };
  }

  *#takeSteps(parsed: Json | ParsedItems, line: number | undefined, isLong: boolean): IntakeSteps {
    if (!(parsed instanceof ParsedItems)) return yield* this.#valueSteps(parsed, line, isLong);
    if (parsed.count > parsed.items.length) return [this.#tooMany(parsed.count, line)];
    for (let i = 0; i < parsed.items.length; i++) {
      const item = parsed.items[i] as Item;
      if (item.ok && item.isLong)
        yield (yield* this.#messageSteps({ wire: item.value, prefix: `/${i}`, line })) ?? NOTHING;
      else if (item.ok) yield [this.message(item.value, line, `/${i}`)];
      else yield this.#unread(placeAll([item.issue], `/${i}`, line), line);
    }
  }

  *#lineSteps(text: string): IntakeSteps {
    const { linesPerPush } = this.#fold.limits;
    const lines: Line[] = [];
    let count = 0;
    const keep = (read: readonly Line[]): void => {
      count += read.length;
      if (count <= linesPerPush) for (const line of read) lines.push(line);
    };
    for (let at = 0; at < text.length; at += STEP_LENGTH) {
      keep(this.#lines.push(text.slice(at, at + STEP_LENGTH)));
      yield NOTHING;
    }
    keep(this.#lines.end());
    if (count > linesPerPush) return [this.#tooMany(count, undefined)];
    for (const line of lines) {
      if ('issue' in line || line.text.length <= STEP_LENGTH) yield this.#line(line, false);
      else yield* this.#longLineSteps(line);
    }
    return NOTHING;
  }

  *#longLineSteps({ text, line, warning }: Extract<Line, { readonly text: string }>): Generator<readonly Receipt[]> {
    const parsed = yield* this.#parseSteps(text);
    if (!parsed.ok) return yield this.#unread([{ ...parsed.issue, line }], line);
    const steps = this.#takeSteps(parsed.items, line, true);
    for (let first = warning; ; ) {
      const { done, value: receipts = NOTHING } = steps.next();
      yield first === undefined ? receipts : withWarning(receipts, first);
      if (done === true) return;
      if (receipts.length > 0) first = undefined;
    }
  }

  #skips(): boolean {
    return this.#skip > 0 && this.#skip-- > 0;
  }

  /** Nothing that could be taken for a message. */
  #unread(issues: readonly Issue[], line: number | undefined): readonly Receipt[] {
    return this.#skips() ? NOTHING : [receipt(false, issues, line)];
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

  #line(line: Line, isCounted = true): readonly Receipt[] {
    if (isCounted && ++this.#lineCount > this.#fold.limits.linesPerPush)
      return [this.#tooMany(this.#lineCount, line.line)];
    if ('issue' in line) return this.#unread([line.issue], line.line);
    const parsed = parseJson(line.text, messageBounds(this.#fold.limits));
    if (!parsed.ok) return this.#unread([{ ...parsed.issue, line: line.line }], line.line);
    const receipts = this.value(parsed.value, line.line);
    return line.warning === undefined ? receipts : withWarning(receipts, line.warning);
  }
}

type IntakeSteps = Generator<readonly Receipt[], readonly Receipt[] | undefined, void>;

/** Steps of which nothing has become yet. */
function* silently<T>(steps: Steps<T>): Generator<readonly Receipt[], T, void> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    yield NOTHING;
  }
}

function allOf(steps: IntakeSteps): Receipt[] {
  const all: Receipt[] = [];
  for (;;) {
    const { done, value = NOTHING } = steps.next();
    for (const one of value) all.push(one);
    if (done === true) return all;
  }
}

/** Characters that are read in one step: about a millisecond. */
const STEP_LENGTH = 64 * 1024;
/** So many messages of a long list are each worth steps of their own. */
const FEW_MESSAGES = 50;
const NOTHING: readonly Receipt[] = [];
/** Stands for a message that was taken before. */
export const SKIPPED: Receipt = { ok: false, issues: [] };

type Item = ParsedJson & { readonly isLong?: boolean };
type Parsed = { readonly ok: true; readonly items: Json | ParsedItems } | { readonly ok: false; readonly issue: Issue };

/** A message and where it stands. */
interface Placed {
  readonly wire: Json;
  readonly prefix: string;
  readonly line: number | undefined;
}

interface Decoded {
  readonly dialect: Dialect;
  readonly entry: NewEntry;
  readonly noted: readonly Issue[];
}

/** The items of a list, each parsed or refused by itself. */
class ParsedItems {
  readonly items: readonly Item[];
  /** More than there are items: none of them was parsed, because there are too many. */
  readonly count: number;

  constructor(items: readonly Item[], count: number) {
    this.items = items;
    this.count = count;
  }
}

function withWarning(receipts: readonly Receipt[], warning: Issue): readonly Receipt[] {
  return receipts.map((one, i) => (i === 0 ? { ...one, issues: [warning, ...one.issues] } : one));
}

/** What a program leaves out by saying `undefined` is not there in JSON. */
function toJson(given: Json | object): Json {
  const value = given as Json;
  if (!isObject(value) || !Object.values<unknown>(value).includes(undefined)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

function emptyList(prefix: string, line: number | undefined): Receipt {
  const empty = issue('VITRINE_MESSAGE_EMPTY', 'error', 'The list holds no message.', prefix);
  return receipt(false, [line === undefined ? empty : { ...empty, line }], line);
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
  const from = text.search(/\S/);
  if (from < 0 || !'[{'.includes(text[from] as string)) return false;
  const [feed, ret] = [text.indexOf('\n', from), text.indexOf('\r', from)];
  const end = feed < 0 || (ret >= 0 && ret < feed) ? ret : feed;
  return end > 0 && '[{,:'.includes(text.slice(from, end).trimEnd().slice(-1));
}

function placeAll(issues: readonly Issue[], prefix: string, line: number | undefined): readonly Issue[] {
  return issues.length === 0 ? issues : issues.map((problem) => place(problem, prefix, line));
}

function place(problem: Issue, prefix: string, line: number | undefined): Issue {
  const at = prefix === '' ? problem.at : `${prefix}${problem.at ?? ''}`;
  return { ...problem, ...defined({ at, line }) };
}
