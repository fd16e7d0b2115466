// A place where a run waits for somebody: its kinds, what each is opened with, and how it is read from a body.

import { randomBytes } from 'node:crypto';
import { defined, isArray, isObject, type Json, type JsonObject, own } from '@vitrine/core/internal';
import { assertFields, type BodyFields, isText, optional } from '@vitrine/face-kit';
import type { InterruptKind, QuestionAnswer } from '../admission/types.ts';
import { invalid } from '../http/refusal.ts';
import type { RunEvent } from '../runs/run-event.ts';
import { schemaProblem } from './resume-schema.ts';

/** Kinds on the wire (interrupt.md), and what each is to admission. */
export const INTERRUPT_KINDS: { readonly [kind: string]: InterruptKind } = {
  approval: 'approval',
  clarification: 'clarification',
  'conversation.start': 'conversation',
  'conversation.exchange': 'conversation',
  'conversation.close': 'conversation',
  'external-event': 'custom',
  'low-confidence': 'approval',
  custom: 'custom',
};

export const APPROVAL_ACTIONS: readonly string[] = ['accept', 'reject', 'refine', 'edit-accept'];
/** Why an approval does not advance. */
export const APPROVAL_REASON = 'untrusted_content_blocks_approval';
const MAX_WAIT_MS = 365 * 24 * 3600 * 1000;
const NODE = /^[A-Za-z0-9._~:-]{1,128}$/;
const MAX_QUESTIONS = 50;
/** Of what is said with an interrupt, and of what resolves it, as text. */
export const MAX_VALUE_LENGTH = 64 * 1024;

/** What is asked of somebody. */
export interface InterruptRequest {
  readonly nodeId: string;
  readonly kind: string;
  /** The same key again is the same interrupt. */
  readonly key: string;
  readonly data: JsonObject;
  readonly resumeSchema?: JsonObject;
  readonly timeoutMs?: number;
}

export type InterruptState = 'open' | 'resolved' | 'expired' | 'over';

export interface Interrupt extends InterruptRequest {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly due?: number;
  /** An envelope asks it that is not trusted: the words are marked for the person. */
  readonly isUntrusted?: true;
  readonly state: InterruptState;
  /** What a person has answered of it so far, one question after the other. */
  readonly answers?: readonly QuestionAnswer[];
  readonly resumeValue?: Json;
}

export function newInterruptId(): string {
  return randomBytes(12).toString('base64url');
}

/** What an event `interrupt.requested` opens. */
export function interruptOf({ payload, nodeId = '', causationId, contentTrust, own }: RunEvent, at: string): Interrupt {
  // Written by readInterrupt.
  const request = { ...payload, nodeId } as object as InterruptRequest;
  const { timeoutMs = 0 } = request;
  const due = timeoutMs === 0 ? undefined : Date.parse(at) + timeoutMs;
  // An envelope is the cause of what it asks; what an agent opens has none.
  const isUntrusted = causationId !== undefined && contentTrust === 'untrusted' ? true : undefined;
  return { ...request, id: own?.interrupt ?? '', ...defined({ due, isUntrusted }), state: 'open' };
}

const isWait = (ms: Json): boolean => Number.isSafeInteger(ms) && (ms as number) >= 0 && (ms as number) <= MAX_WAIT_MS;

export const INTERRUPT_FIELDS: BodyFields = {
  nodeId: [(id) => typeof id === 'string' && NODE.test(id), 'nodeId is 1 to 128 of letters, digits and . _ ~ : -'],
  kind: [
    (kind) => typeof kind === 'string' && own(INTERRUPT_KINDS, kind) !== undefined,
    `kind is one of ${Object.keys(INTERRUPT_KINDS).join(', ')}.`,
  ],
  key: [optional(isText(256)), 'key has 1 to 256 characters.'],
  data: [
    optional((data) => isObject(data) && JSON.stringify(data).length <= MAX_VALUE_LENGTH),
    `data is an object of at most ${MAX_VALUE_LENGTH} characters.`,
  ],
  resumeSchema: [() => true, ''],
  timeoutMs: [optional(isWait), 'timeoutMs is a whole number of milliseconds.'],
};

/** @param fallbackKey for a body that names none */
export function readInterrupt(body: JsonObject, fallbackKey: string): InterruptRequest {
  assertFields(body, INTERRUPT_FIELDS, invalid);
  const { nodeId, kind, key = fallbackKey, data = {}, resumeSchema, timeoutMs } = body as object as InterruptRequest;
  const problem = DATA[kind]?.(data) ?? (resumeSchema === undefined ? undefined : schemaProblem(resumeSchema));
  if (problem !== undefined) throw invalid(problem, 'data');
  return defined({ nodeId, kind, key, data, resumeSchema, timeoutMs });
}

type DataCheck = (data: JsonObject) => string | undefined;

/** What each kind must say (suspend-request.schema.json); more than that is the agent's own. */
const DATA: { readonly [kind: string]: DataCheck } = {
  approval: ({ actions = [...APPROVAL_ACTIONS], title }) => {
    if (title !== undefined && typeof title !== 'string') return 'title is a text.';
    const known: readonly string[] = [...APPROVAL_ACTIONS, 'ask'];
    const fits = isArray(actions) && actions.length > 0 && actions.every((one) => known.includes(String(one)));
    return fits ? undefined : `actions holds one or more of ${known.join(', ')}.`;
  },
  clarification: (data) => {
    const { questions } = data;
    const fits = isArray(questions) && questions.length > 0 && questions.every(isQuestion);
    return fits ? clarificationProblem(data) : 'questions holds one or more of {id, question, schema?}.';
  },
  'conversation.start': needsText('conversationId'),
  'conversation.exchange': (data) => needsText('conversationId', 'prompt')(data) ?? outcomeProblem(data),
  'conversation.close': needsText('conversationId'),
  'external-event': needsText('eventType'),
  custom: needsText('customKind'),
};

/** What is wrong with questions that have their form. */
export function clarificationProblem(data: JsonObject): string | undefined {
  const questions = data.questions as readonly JsonObject[];
  if (questions.length > MAX_QUESTIONS) return `questions holds at most ${MAX_QUESTIONS}.`;
  if (JSON.stringify(data).length > MAX_VALUE_LENGTH) return `questions have at most ${MAX_VALUE_LENGTH} characters.`;
  return new Set(questions.map(({ id }) => id)).size === questions.length
    ? undefined
    : 'Each question has an id of its own.';
}

function needsText(...names: readonly string[]): DataCheck {
  return (data) => {
    const missing = names.find((name) => typeof data[name] !== 'string' || data[name] === '');
    return missing === undefined ? undefined : `data.${missing} is a text.`;
  };
}

function outcomeProblem({ outcomeSchema }: JsonObject): string | undefined {
  return outcomeSchema === undefined ? undefined : schemaProblem(outcomeSchema);
}

function isQuestion(value: Json): boolean {
  if (!isObject(value) || typeof value.id !== 'string' || value.id === '' || typeof value.question !== 'string')
    return false;
  return value.schema === undefined || schemaProblem(value.schema) === undefined;
}
