// A document of messages, parsed once: one JSON value however it is laid out (a message, a list, `{messages}`), else one
// message a line. Whoever reads it may do something else between two steps. What a message means is left to the dialects.

import {
  type Issue,
  issue,
  itemRanges,
  type Json,
  type Limits,
  messageBounds,
  parseJson,
  parseJsonSteps,
  type Steps,
} from '@vitrine/core/page';
import { type Line, LineReader } from './jsonl.ts';
import { type DocumentItem, type DocumentRules, messagesIn, placeAll, tooMany } from './message-list.ts';

export interface MessageDocument {
  /** Of one value all of it, of lines what the first of them holds. */
  readonly items: readonly DocumentItem[];
  /** Lines that are not parsed yet. */
  readonly rest: readonly Line[];
}

/** Characters that are read in one step: about a millisecond. */
const STEP_LENGTH = 64 * 1024;
const NO_LINES: readonly Line[] = [];

/** `length` of a value: how long its text was. A list is wholly parsed, and lines are counted. */
export function* readDocument(
  source: string | { readonly value: Json; readonly length?: number },
  rules: DocumentRules,
): Steps<MessageDocument> {
  const { limits } = rules;
  if (typeof source !== 'string') {
    const isLong = (source.length ?? 0) > STEP_LENGTH;
    return { items: messagesIn(source.value, rules, undefined, isLong), rest: NO_LINES };
  }
  const text = source.replace(/^\uFEFF/, '');
  const whole = text.length > limits.lineLength ? tooLong(text.length, limits) : yield* parseMessages(text, rules);
  if (!('code' in whole)) return { items: whole, rest: NO_LINES };
  if (isLaidOut(text)) return { items: [{ issues: [whole], line: undefined }], rest: NO_LINES };
  return yield* readLines(text, rules);
}

/** Undefined: a step, and no message yet. */
export function* messagesOf(
  { items, rest }: MessageDocument,
  rules: DocumentRules,
): Generator<DocumentItem | undefined, void, void> {
  yield* items;
  for (const line of rest) yield* yield* silently(parseLine(line, rules));
}

function parseValue(text: string, rules: DocumentRules, line?: number): readonly DocumentItem[] | Issue {
  const parsed = parseJson(text, messageBounds(rules.limits));
  return parsed.ok ? messagesIn(parsed.value, rules, line) : parsed.issue;
}

/** A long list is parsed item by item, and so is one of which some item is too deep or too large. */
function* parseMessages(text: string, rules: DocumentRules, line?: number): Steps<readonly DocumentItem[] | Issue> {
  const { limits } = rules;
  const bounds = messageBounds(limits);
  const isLong = text.length > STEP_LENGTH;
  if (!isLong) {
    const items = parseValue(text, rules, line);
    if (!('code' in items) || items.code === 'VITRINE_JSON_MALFORMED') return items;
  }
  const found = itemRanges(text, limits.linesPerPush);
  yield;
  if (found === undefined || found.count === 0) {
    const parsed = yield* parseJsonSteps(text, bounds);
    return parsed.ok ? messagesIn(parsed.value, rules, line, isLong) : parsed.issue;
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

function* readLines(text: string, rules: DocumentRules): Steps<MessageDocument> {
  const { limits } = rules;
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
  return { items: first === undefined ? [] : yield* parseLine(first, rules), rest };
}

/** `isSplit`: of a list in a long line each item is parsed by itself. */
export function* parseLine(line: Line, rules: DocumentRules, isSplit = true): Steps<readonly DocumentItem[]> {
  if ('issue' in line) return [{ issues: [line.issue], line: line.line }];
  const items =
    isSplit && line.text.length > STEP_LENGTH
      ? yield* parseMessages(line.text, rules, line.line)
      : parseValue(line.text, rules, line.line);
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
