// What a tool was given, as a list of messages: an object, a list, or a text that is JSON or JSONL. A line that cannot be
// read is an issue with its number; the others are taken.

import {
  DEFAULT_LIMITS,
  type Issue,
  isArray,
  issue,
  type Json,
  type Limits,
  parseJson,
  type Steps,
} from '@vitrine/core/internal';
import { isLaidOut, LineReader } from '@vitrine/dialects';
import { parseInTurns, Slices } from '@vitrine/face-kit';
import type { McpSettings } from './settings.ts';
import { ToolError } from './tool-error.ts';

export interface MessagesIn {
  readonly messages: readonly Json[];
  /** The line of each message, where they came as lines. */
  readonly lines?: readonly number[];
  readonly issues: readonly Issue[];
}

export async function messagesIn(input: unknown, { pushBytes, pushMessages }: McpSettings): Promise<MessagesIn> {
  if (typeof input !== 'string') return listIn(input as Json, pushMessages);
  const size = Buffer.byteLength(input);
  if (size > pushBytes) throw new ToolError(`${size} bytes exceed the maximum size of ${pushBytes} bytes of one push.`);
  if (input.trim() === '') throw new ToolError(EMPTY);
  const whole = await parseInTurns(withoutMark(input));
  if (whole.ok && (isLaidOut(input) || !input.trim().includes('\n'))) return listIn(whole.value, pushMessages);
  return linesIn(input, { ...DEFAULT_LIMITS, linesPerPush: pushMessages });
}

const EMPTY = 'messages is empty: there is nothing to show.';

function listIn(input: Json, max: number): MessagesIn {
  const messages = isArray(input) ? input : [input];
  if (messages.length === 0) throw new ToolError(EMPTY);
  if (messages.length > max)
    throw new ToolError(`A push has a maximum of ${max} messages; this one has ${messages.length}.`);
  return { messages, issues: [] };
}

export function linesIn(text: string, limits: Limits): Promise<Required<MessagesIn>> {
  return new Slices().takeAll(lineSteps(text, limits));
}

function* lineSteps(text: string, limits: Limits): Steps<Required<MessagesIn>> {
  const reader = new LineReader(limits);
  const read = [...reader.push(text.replaceAll(/\r\n?/g, '\n')), ...reader.end()];
  if (read.length > limits.linesPerPush)
    throw new ToolError(`A push has a maximum of ${limits.linesPerPush} lines; this one has ${read.length}.`);
  const [messages, lines, issues]: [Json[], number[], Issue[]] = [[], [], []];
  for (const line of read) {
    yield;
    if ('issue' in line) {
      issues.push(line.issue);
      continue;
    }
    if (line.warning !== undefined) issues.push(line.warning);
    const parsed = parseJson(withoutMark(line.text));
    if (!parsed.ok)
      issues.push({ ...issue('VITRINE_JSON_MALFORMED', 'error', 'This line is not valid JSON.', ''), line: line.line });
    else {
      messages.push(parsed.value);
      lines.push(line.line);
    }
  }
  return { messages, lines, issues };
}

/** Issues of a list name the place in it; the author of lines knows lines. */
export function withLines(issues: readonly Issue[], lines: readonly number[] | undefined): readonly Issue[] {
  if (lines === undefined) return issues;
  return issues.map((problem) => {
    const [, index, rest] = /^\/(\d+)(\/.*|)$/s.exec(problem.at ?? '') ?? [];
    const line = index === undefined ? undefined : lines[Number(index)];
    return line === undefined ? problem : { ...problem, at: rest ?? '', line };
  });
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
