// A text cut into the steps in which it is fed: the lines of a stream, or the messages of one JSON document. Each step
// knows where it stands in the text, so that what is said about it can be shown there.

import { defined, isArray, isObject, type Json, parseJson } from '@vitrine/core/page';
import { isLaidOut } from '@vitrine/dialects/document';
import { itemRanges, type Range, rangeOf } from './json-ranges.ts';

export interface InputStep {
  /** Of the first character, from 1. */
  readonly line: number;
  readonly range: Range;
  /** A message of a document, with the pointer to it. Absent: the step is a line, to be read as it stands. */
  readonly message?: { readonly wire: Json; readonly at: string };
}

/** `longest`: a document of more characters is read as lines. */
export function cutSteps(text: string, longest: number): InputStep[] {
  if (text.trim() === '') return [];
  if (text.length > longest || !text.trim().includes('\n')) return cutLines(text);
  const document = parse(text);
  if (document !== undefined) return cutDocument(text, document.value);
  return isLaidOut(text) ? cutBroken(text) : cutLines(text);
}

/** A list that is not whole: each item that can be read is a message, what cannot is a step that says so. */
function cutBroken(text: string): InputStep[] {
  const prefix = /^\s*\{\s*"messages"\s*:\s*\[/.test(text) ? '/messages' : '';
  const start = prefix === '' ? 0 : text.indexOf('[');
  const ranges = itemRanges(text.slice(start), '').map(({ start: from, end }) => ({
    start: from + start,
    end: end + start,
  }));
  if (ranges.length === 0) return [{ line: 1, range: rangeOf(text, '') }];
  return ranges.map((range, i) => {
    const item = parse(text.slice(range.start, range.end));
    const line = lineAt(text, range.start);
    return { line, range, ...defined({ message: item && { wire: item.value, at: `${prefix}/${i}` } }) };
  });
}

export function cutLines(text: string): InputStep[] {
  const steps: InputStep[] = [];
  let start = 0;
  for (let line = 1; start <= text.length; line++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (text.slice(start, end).trim() !== '') steps.push({ line, range: { start, end } });
    start = end + 1;
  }
  return steps;
}

function cutDocument(text: string, value: Json): InputStep[] {
  const wrapped = isObject(value) && isArray(value.messages) && Object.keys(value).length === 1;
  const list = wrapped ? value.messages : value;
  const prefix = wrapped ? '/messages' : '';
  if (!isArray(list)) {
    const range = rangeOf(text, '');
    return [{ line: lineAt(text, range.start), range, message: { wire: value, at: '' } }];
  }
  const ranges = itemRanges(text, prefix);
  let line = 1;
  let counted = 0;
  return list.map((wire, i) => {
    const range = ranges[i] ?? { start: 0, end: 0 };
    line += lineAt(text, range.start, counted) - 1;
    counted = range.start;
    return { line, range, message: { wire, at: `${prefix}/${i}` } };
  });
}

/** The line of an offset, counted from 1 at `from`. */
export function lineAt(text: string, offset: number, from = 0): number {
  let line = 1;
  for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function parse(text: string): { readonly value: Json } | undefined {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  return parsed.ok ? { value: parsed.value } : undefined;
}
