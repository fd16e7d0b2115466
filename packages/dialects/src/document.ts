// A document of messages, parsed once: one JSON value however it is laid out (a message, a list, `{messages}`), else one
// message a line. Whoever reads it may do something else between two steps. What a message means is left to the dialects.

import {
  defined,
  type Issue,
  isArray,
  isObject,
  issue,
  itemRanges,
  type Json,
  type JsonArray,
  type Limits,
  messageBounds,
  parseJson,
  parseJsonSteps,
  type Steps,
} from '@vitrine/core/internal';
import { detect } from './detect.ts';
import { type Line, LineReader } from './jsonl.ts';

/** A message and where it stands. */
export interface DocumentMessage {
  readonly wire: Json;
  /** Pointer to it in what was parsed. */
  readonly prefix: string;
  readonly line: number | undefined;
  /** Its text was long: it is worth several steps. */
  readonly isLong: boolean;
  /** What is wrong with the line that it stands in. */
  readonly warning?: Issue;
}

/** What cannot be taken for a message, and why. */
export interface UnreadMessage {
  readonly issues: readonly Issue[];
  readonly line: number | undefined;
}

export type DocumentItem = DocumentMessage | UnreadMessage;

export interface MessageDocument {
  /** Of one value all of it, of lines what the first of them holds. */
  readonly items: readonly DocumentItem[];
  /** Lines that are not parsed yet. */
  readonly rest: readonly Line[];
}

/** Characters that are read in one step: about a millisecond. */
const STEP_LENGTH = 64 * 1024;
/** So many messages of a long list are each worth steps of their own. */
const MAX_STEPPED_MESSAGES = 50;
const NO_LINES: readonly Line[] = [];

/** `length` of a value: how long its text was. A list is wholly parsed, and lines are counted. */
export function* readDocument(
  source: string | { readonly value: Json; readonly length?: number },
  limits: Limits,
): Steps<MessageDocument> {
  if (typeof source !== 'string') {
    const isLong = (source.length ?? 0) > STEP_LENGTH;
    return { items: messagesIn(source.value, limits, undefined, isLong), rest: NO_LINES };
  }
  const text = source.replace(/^\uFEFF/, '');
  const whole = text.length > limits.lineLength ? tooLong(text.length, limits) : yield* parseMessages(text, limits);
  if (!('code' in whole)) return { items: whole, rest: NO_LINES };
  if (isLaidOut(text)) return { items: [{ issues: [whole], line: undefined }], rest: NO_LINES };
  return yield* readLines(text, limits);
}

/** Undefined: a step, and no message yet. */
export function* messagesOf(
  { items, rest }: MessageDocument,
  limits: Limits,
): Generator<DocumentItem | undefined, void, void> {
  yield* items;
  for (const line of rest) yield* yield* silently(parseLine(line, limits));
}

/** One parsed value: a message, a list of messages, or `{messages: [...]}`. An object of a program is taken as its JSON. */
export function messagesIn(
  source: Json | object,
  limits: Limits,
  line?: number,
  isLong = false,
): readonly DocumentItem[] {
  const value = toJson(source);
  const prefix = isArray(value) ? '' : '/messages';
  const list = isArray(value) ? value : wrappedIn(value);
  if (list === undefined) return [{ wire: value, prefix: '', line, isLong }];
  if (list.length > limits.linesPerPush) return [tooMany(list.length, limits, line)];
  if (list.length === 0) {
    const empty = issue('VITRINE_MESSAGE_EMPTY', 'error', 'The list holds no message.', prefix);
    return [{ issues: placeAll([empty], '', line), line }];
  }
  const areLong = isLong && list.length <= MAX_STEPPED_MESSAGES;
  return list.map((wire, i) => ({ wire: toJson(wire), prefix: `${prefix}/${i}`, line, isLong: areLong }));
}

/** What a program leaves out by saying `undefined` is not there in JSON. */
export function toJson(source: Json | object): Json {
  const value = source as Json;
  if (!isObject(value) || !Object.values<unknown>(value).includes(undefined)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/** Published examples put a name and a description beside the list. */
function wrappedIn(value: Json): JsonArray | undefined {
  if (!isObject(value) || !isArray(value.messages) || !('code' in detect(value))) return undefined;
  return value.messages;
}

function parseValue(text: string, limits: Limits, line?: number): readonly DocumentItem[] | Issue {
  const parsed = parseJson(text, messageBounds(limits));
  return parsed.ok ? messagesIn(parsed.value, limits, line) : parsed.issue;
}

/** A long list is parsed item by item, and so is one of which some item is too deep or too large. */
function* parseMessages(text: string, limits: Limits, line?: number): Steps<readonly DocumentItem[] | Issue> {
  const bounds = messageBounds(limits);
  const isLong = text.length > STEP_LENGTH;
  if (!isLong) {
    const items = parseValue(text, limits, line);
    if (!('code' in items) || items.code === 'VITRINE_JSON_MALFORMED') return items;
  }
  const found = itemRanges(text, limits.linesPerPush);
  yield;
  if (found === undefined || found.count === 0) {
    const parsed = yield* parseJsonSteps(text, bounds);
    return parsed.ok ? messagesIn(parsed.value, limits, line, isLong) : parsed.issue;
  }
  const { count, ranges } = found;
  if (count > limits.linesPerPush) return [tooMany(count, limits, line)];
  const items: DocumentItem[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    const item = text.slice(ranges[i], ranges[i + 1]);
    const prefix = `/${items.length}`;
    const parsed = yield* parseJsonSteps(item, bounds);
    if (parsed.ok) items.push({ wire: parsed.value, prefix, line, isLong: item.length > STEP_LENGTH });
    else if (parsed.issue.code === 'VITRINE_JSON_MALFORMED') return { ...parsed.issue, at: prefix };
    else items.push({ issues: placeAll([parsed.issue], prefix, line), line });
    yield;
  }
  return items;
}

function* readLines(text: string, limits: Limits): Steps<MessageDocument> {
  const reader = new LineReader(limits);
  const lines: Line[] = [];
  let count = 0;
  const keep = (read: readonly Line[]): void => {
    count += read.length;
    if (count <= limits.linesPerPush) for (const line of read) lines.push(line);
  };
  for (let at = 0; at < text.length; at += STEP_LENGTH) {
    keep(reader.push(text.slice(at, at + STEP_LENGTH)));
    yield;
  }
  keep(reader.end());
  if (count > limits.linesPerPush) return { items: [tooMany(count, limits)], rest: NO_LINES };
  const [first, ...rest] = lines;
  return { items: first === undefined ? [] : yield* parseLine(first, limits), rest };
}

/** `isSplit`: of a list in a long line each item is parsed by itself. */
export function* parseLine(line: Line, limits: Limits, isSplit = true): Steps<readonly DocumentItem[]> {
  if ('issue' in line) return [{ issues: [line.issue], line: line.line }];
  const items =
    isSplit && line.text.length > STEP_LENGTH
      ? yield* parseMessages(line.text, limits, line.line)
      : parseValue(line.text, limits, line.line);
  if ('code' in items) return [{ issues: [{ ...items, line: line.line }], line: line.line }];
  const { warning } = line;
  return warning === undefined ? items : items.map((item, i) => (i === 0 ? withWarning(item, warning) : item));
}

function withWarning(item: DocumentItem, warning: Issue): DocumentItem {
  return 'wire' in item ? { ...item, warning } : { ...item, issues: [warning, ...item.issues] };
}

function* silently<T>(steps: Steps<T>): Generator<undefined, T, void> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    yield undefined;
  }
}

export function tooMany(count: number, { linesPerPush }: Limits, line?: number): UnreadMessage {
  const message = `${count} messages came at once; the maximum is ${linesPerPush} lines.`;
  const problem = issue('VITRINE_LIMIT_MESSAGES', 'error', message, '');
  return { issues: placeAll([problem], '', line), line };
}

function tooLong(length: number, { lineLength }: Limits): Issue {
  const message = `A document of ${length} characters laid out over many lines is past the limit of ${lineLength}; send one message a line.`;
  return issue('VITRINE_LINE_SIZE', 'error', message);
}

/** One JSON value over many lines, not one a line: the first line opens something and does not end it. */
export function isLaidOut(text: string): boolean {
  const from = text.search(/\S/);
  if (from < 0 || !'[{'.includes(text[from] as string)) return false;
  const [feed, ret] = [text.indexOf('\n', from), text.indexOf('\r', from)];
  const end = feed < 0 || (ret >= 0 && ret < feed) ? ret : feed;
  return end > 0 && '[{,:'.includes(text.slice(from, end).trimEnd().slice(-1));
}

/** Where issues of a message stand in its document. */
export function placeAll(issues: readonly Issue[], prefix: string, line: number | undefined): readonly Issue[] {
  return issues.length === 0 ? issues : issues.map((problem) => place(problem, prefix, line));
}

function place(problem: Issue, prefix: string, line: number | undefined): Issue {
  const at = prefix === '' ? problem.at : `${prefix}${problem.at ?? ''}`;
  return { ...problem, ...defined({ at, line }) };
}
