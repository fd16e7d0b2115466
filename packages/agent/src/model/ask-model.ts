// Asks a model and, where its answer is refused, sends the faults back as VALIDATION_FAILED until the answer is right or
// the attempts are used up. A model is one function; which client is behind it does not matter.

import { defined, type Issue, type JsonObject } from '@vitrine/core/internal';
import {
  type AnswerOptions,
  type AnswerPart,
  AnswerReader,
  type PartReader,
  type Repair,
  readAnswer,
  repair,
  validationFailed,
} from '@vitrine/formats';
import { stoppable } from './stoppable.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export type Model = (
  messages: readonly ModelMessage[],
  options: { readonly signal?: AbortSignal },
) => AsyncIterable<string> | Promise<AsyncIterable<string>>;

export interface AskModelOptions extends AnswerOptions {
  /** How often the model may be asked at most, the first time included. */
  readonly attempts?: number;
  /** How long one answer may be, in characters; a longer one is cut there, and the model not asked again. */
  readonly answerLength?: number;
  readonly signal?: AbortSignal;
  /** An answer without any message is refused. */
  readonly messagesRequired?: boolean;
  /** Told of each part as it comes. What was told stands: a later attempt adds to it. */
  readonly onPart?: (part: AnswerPart, attempt: number) => void;
  /** Reads each attempt in another way, ProgressiveReader's for one. */
  readonly createReader?: (options: AnswerOptions) => PartReader;
}

export interface ModelAnswer {
  readonly ok: boolean;
  /** The prose of the last attempt. */
  readonly text: string;
  /** Accepted in any attempt, in order. */
  readonly messages: readonly JsonObject[];
  readonly repairs: readonly Repair[];
  /** What is still wrong; empty when `ok`, but for warnings. */
  readonly issues: readonly Issue[];
  readonly attempts: number;
  readonly aborted: boolean;
  /** What was said to and by the model, for the next turn. */
  readonly conversation: readonly ModelMessage[];
}

interface Attempt {
  readonly answer: string;
  readonly text: string;
  readonly messages: readonly JsonObject[];
  readonly repairs: readonly Repair[];
  readonly issues: readonly Issue[];
  /** VALIDATION_FAILED messages of A2UI. */
  readonly failures: readonly JsonObject[];
  readonly isCut: boolean;
}

export const DEFAULT_ATTEMPTS = 3;
const DEFAULT_ANSWER_LENGTH = 4 * 1024 * 1024;
const MAX_FAILURES = 20;

export async function askModel(
  model: Model,
  messages: readonly ModelMessage[],
  options: AskModelOptions = {},
): Promise<ModelAnswer> {
  const { attempts = DEFAULT_ATTEMPTS, signal } = options;
  const conversation = [...messages];
  let accepted: readonly JsonObject[] = [];
  let repairs: readonly Repair[] = [];
  for (let attempt = 1; ; attempt++) {
    const done = await runAttempt(model, conversation, options, { attempt, accepted });
    accepted = [...accepted, ...done.messages];
    repairs = [...repairs, ...done.repairs];
    conversation.push({ role: 'assistant', content: done.answer });
    const aborted = isAborted(signal);
    const ok = done.failures.length === 0 && !aborted;
    if (ok || aborted || done.isCut || !(attempt < attempts)) {
      const { text, issues } = done;
      return { ok, text, messages: accepted, repairs, issues, attempts: attempt, aborted, conversation };
    }
    conversation.push({ role: 'user', content: correction(done.failures) });
  }
}

async function runAttempt(
  model: Model,
  conversation: readonly ModelMessage[],
  options: AskModelOptions,
  { attempt, accepted }: { readonly attempt: number; readonly accepted: readonly JsonObject[] },
): Promise<Attempt> {
  const { signal, onPart, createReader, answerLength = DEFAULT_ANSWER_LENGTH } = options;
  const done: GatheredAnswer = {
    answer: '',
    text: '',
    messages: [],
    repairs: [],
    issues: [],
    failures: [],
    isCut: false,
  };
  if (isAborted(signal)) return done;
  const reader = createReader?.(options) ?? new AnswerReader(options);
  const answer = stoppable(async () => model([...conversation], defined({ signal })), signal);
  const opened = new Set(accepted.filter((message) => 'createSurface' in message).map((one) => JSON.stringify(one)));
  for await (const read of readAnswer(collecting(answer, done, answerLength), reader)) {
    const part = isSaidAgain(read, opened) ? REPEATED : read;
    take(part, done);
    onPart?.(part, attempt);
  }
  if (!isAborted(signal)) finish(done, options);
  return done;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

type GatheredAnswer = { -readonly [K in keyof Attempt]: Attempt[K] extends readonly (infer T)[] ? T[] : Attempt[K] };

async function* collecting(
  chunks: AsyncIterable<string>,
  done: GatheredAnswer,
  longest: number,
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    // A client that gives its error as a part of the stream would be read as words.
    if (typeof chunk !== 'string') throw notText(chunk);
    const room = longest - done.answer.length;
    done.isCut = chunk.length > room;
    const piece = done.isCut ? chunk.slice(0, room) : chunk;
    done.answer += piece;
    yield piece;
    if (done.isCut) return;
  }
}

function notText(chunk: unknown): Error {
  if (chunk instanceof Error) return chunk;
  return new TypeError(`The model gave something other than text: ${typeof chunk}.`);
}

const REPEATED: AnswerPart = { part: 'repair', repair: repair('repeated-message', '') };

/** Models that are asked to correct something tend to say everything again: what opened a surface is no fault then. */
function isSaidAgain(part: AnswerPart, opened: ReadonlySet<string>): boolean {
  return (
    part.part === 'refused' &&
    part.issues.every(({ code, severity }) => code === 'VITRINE_SURFACE_EXISTS' || severity === 'warning') &&
    opened.has(JSON.stringify(part.message))
  );
}

function take(part: AnswerPart, done: GatheredAnswer): void {
  if (part.part === 'text') done.text += part.text;
  else if (part.part === 'repair') done.repairs.push(part.repair);
  else {
    if (part.part === 'message') done.messages.push(part.message);
    else done.failures.push(...validationFailed(part.issues, part.message));
    done.repairs.push(...part.repairs);
    done.issues.push(...part.issues);
  }
}

/** What can be said only of the whole answer: that there is something in it, and that its trees are whole. */
function finish(done: GatheredAnswer, { fold, messagesRequired = false }: AskModelOptions): void {
  const found: Issue[] = [];
  if (done.isCut) {
    const message = `The answer is longer than ${done.answer.length} characters; the rest of it was not read.`;
    found.push({ code: 'VITRINE_LINE_SIZE', severity: 'error', fault: 'agent', message });
  }
  // Clients that fail in silence end their stream early: before its first word, or inside a message.
  const isEmpty = done.answer.trim() === '';
  if (isEmpty || (messagesRequired && done.messages.length === 0 && done.failures.length === 0)) {
    const message = isEmpty ? 'The answer is empty.' : 'The answer holds no message.';
    found.push({ code: 'VITRINE_MESSAGE_EMPTY', severity: 'error', fault: 'agent', message });
  }
  const cut = done.repairs.find(({ kind }) => kind === 'truncated');
  if (cut !== undefined && !done.isCut) {
    const message = 'The answer ends inside a message or a list of messages.';
    found.push({ code: 'VITRINE_JSON_MALFORMED', severity: 'error', fault: 'agent', message, at: cut.at });
  }
  if (fold !== undefined && done.messages.length > 0) for (const one of fold.topology()) found.push(one);
  for (const one of found) done.issues.push(one);
  for (const one of validationFailed(found)) done.failures.push(one);
}

function correction(failures: readonly JsonObject[]): string {
  const shown = failures.slice(0, MAX_FAILURES).map((failure) => JSON.stringify(failure));
  const more = failures.length > MAX_FAILURES ? `\n(and ${failures.length - MAX_FAILURES} more)` : '';
  return `Some of your messages were refused:\n${shown.join('\n')}${more}\nWhat was accepted stands. Send corrected messages for what was refused, and nothing else.`;
}
