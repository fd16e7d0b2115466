// One parsed value taken apart into its messages: a message, a list, or `{messages}`. Text is left to document.ts.

import {
  defined,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonArray,
  type Limits,
} from '@vitrine/core/page';
import type { DialectReader } from './dialect.ts';
import { isMessage } from './recognize.ts';

/** How documents are read. */
export interface DocumentRules {
  readonly limits: Limits;
  /** Of its messages: what none of them recognises may wrap some. */
  readonly dialects: readonly DialectReader[];
}

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

/** So many messages of a long list are each worth steps of their own. */
const MAX_STEPPED_MESSAGES = 50;

/** One parsed value: a message, a list of messages, or `{messages: [...]}`. An object of a program is taken as its JSON. */
export function messagesIn(
  source: Json | object,
  rules: DocumentRules,
  line?: number,
  isLong = false,
): readonly DocumentItem[] {
  const { limits } = rules;
  const value = toJson(source);
  const prefix = isArray(value) ? '' : '/messages';
  const list = isArray(value) ? value : wrappedIn(value, rules);
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
function wrappedIn(value: Json, { dialects }: DocumentRules): JsonArray | undefined {
  if (!isObject(value) || !isArray(value.messages)) return undefined;
  return isMessage(value, dialects) ? undefined : value.messages;
}

export function tooMany(count: number, { linesPerPush }: Limits, line?: number): UnreadMessage {
  const message = `${count} messages came at once; the maximum is ${linesPerPush} lines.`;
  const problem = issue('VITRINE_LIMIT_MESSAGES', 'error', message, '');
  return { issues: placeAll([problem], '', line), line };
}

/** Where issues of a message stand in its document. */
export function placeAll(issues: readonly Issue[], prefix: string, line: number | undefined): readonly Issue[] {
  return issues.length === 0 ? issues : issues.map((problem) => place(problem, prefix, line));
}

function place(problem: Issue, prefix: string, line: number | undefined): Issue {
  const at = prefix === '' ? problem.at : `${prefix}${problem.at ?? ''}`;
  return { ...problem, ...defined({ at, line }) };
}
