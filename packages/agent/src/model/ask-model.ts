// Asks a model and, where its answer is refused, sends the faults back as VALIDATION_FAILED until the answer is right or
// the attempts are used up. A model is one function; which client is behind it does not matter.

import type { Issue, JsonObject } from '@vitrine/core';
import { type AnswerOptions, type AnswerPart, AnswerReader } from './answer-reader.ts';
import { validationFailed } from './check-message.ts';
import { type PartReader, readAnswer } from './read-answer.ts';
import type { Repair } from './repair.ts';
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
  readonly said: string;
  readonly text: string;
  readonly messages: readonly JsonObject[];
  readonly repairs: readonly Repair[];
  readonly issues: readonly Issue[];
  /** VALIDATION_FAILED messages of A2UI. */
  readonly failures: readonly JsonObject[];
}

export const DEFAULT_ATTEMPTS = 3;
const MOST_FAILURES = 20;

export async function askModel(
  model: Model,
  messages: readonly ModelMessage[],
  options: AskModelOptions = {},
): Promise<ModelAnswer> {
  const { attempts = DEFAULT_ATTEMPTS, signal } = options;
  const conversation = [...messages];
  const accepted: JsonObject[] = [];
  const repairs: Repair[] = [];
  for (let attempt = 1; ; attempt++) {
    const done = await runAttempt(model, conversation, options, attempt);
    accepted.push(...done.messages);
    repairs.push(...done.repairs);
    conversation.push({ role: 'assistant', content: done.said });
    const aborted = isAborted(signal);
    const ok = done.failures.length === 0 && !aborted;
    if (ok || aborted || attempt >= attempts) {
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
  attempt: number,
): Promise<Attempt> {
  const { signal, onPart, createReader } = options;
  const done = { said: '', text: '', messages: [], repairs: [], issues: [], failures: [] } as Gathered;
  if (isAborted(signal)) return done;
  const reader = createReader?.(options) ?? new AnswerReader(options);
  const answer = stoppable(async () => model([...conversation], signal === undefined ? {} : { signal }), signal);
  for await (const part of readAnswer(heard(answer, done), reader)) {
    take(part, done);
    onPart?.(part, attempt);
  }
  if (!isAborted(signal)) finish(done, options);
  return done;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

type Gathered = { -readonly [K in keyof Attempt]: Attempt[K] extends readonly (infer T)[] ? T[] : Attempt[K] };

async function* heard(chunks: AsyncIterable<string>, done: { said: string }): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    done.said += chunk;
    yield chunk;
  }
}

function take(part: AnswerPart, done: Gathered): void {
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
function finish(done: Gathered, { fold, messagesRequired = false }: AskModelOptions): void {
  const found: Issue[] = [];
  if (messagesRequired && done.messages.length === 0 && done.failures.length === 0) {
    const message = 'The answer holds no message.';
    found.push({ code: 'VITRINE_MESSAGE_EMPTY', severity: 'error', fault: 'agent', message });
  }
  if (fold !== undefined && done.messages.length > 0) found.push(...fold.topology());
  done.issues.push(...found);
  done.failures.push(...validationFailed(found));
}

function correction(failures: readonly JsonObject[]): string {
  const shown = failures.slice(0, MOST_FAILURES).map((failure) => JSON.stringify(failure));
  const more = failures.length > MOST_FAILURES ? `\n(and ${failures.length - MOST_FAILURES} more)` : '';
  return `Some of your messages were refused:\n${shown.join('\n')}${more}\nWhat was accepted stands. Send corrected messages for what was refused, and nothing else.`;
}
