// What a page shows of an interrupt beside the agent's surfaces: a question in the host's own chrome, which nothing on a
// surface can cover or imitate, and what an answer to it means. When one is asked is for questions.ts to say.

import {
  type AskOp,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  type NewEntry,
  type View,
  type Want,
} from '@vitrine/core';
import { APPROVAL_ACTIONS } from '../admission/index.ts';
import { INTERRUPT_KINDS, type Interrupt } from './interrupt.ts';
import { toOpen } from './judge-resume.ts';

type Body = NewEntry['body'];
type Asks = View['asks'];

export const UNTRUSTED_NOTICE =
  'What is shown was made from content that is not trusted, and cannot approve this. Answer here: ';
export const BROKEN_NOTICE = 'What is shown broke off before it was complete. Answer here: ';
export const ASK_PREFIX = 'interrupt/';

export function askIdOf({ id }: Pick<Interrupt, 'id'>): string {
  return `${ASK_PREFIX}${id}`;
}

/** The question; undefined where only a surface or a program can answer. */
export function askOf(interrupt: Interrupt, prefix = ''): AskOp | undefined {
  const asked = promptOf(interrupt);
  if (asked === undefined) return undefined;
  const { nodeId, due } = interrupt;
  const until = due === undefined ? {} : { until: new Date(due).toISOString() };
  const { prompt, ...more } = asked;
  return { op: 'ask', ask: askIdOf(interrupt), node: nodeId, ...until, prompt: `${prefix}${prompt}`, ...more };
}

function promptOf(interrupt: Interrupt): Pick<AskOp, 'prompt' | 'want' | 'severity'> | undefined {
  const { kind, data } = interrupt;
  if (INTERRUPT_KINDS[kind] === 'approval') {
    const want = choiceOf(interrupt);
    const prompt = textOf(data.title) ?? textOf(data.description) ?? 'Approve?';
    return want === undefined ? undefined : { prompt, want, severity: 'warning' };
  }
  if (kind === 'clarification' && isArray(data.questions) && data.questions.length === 1) {
    const [question] = data.questions;
    const prompt = isObject(question) ? textOf(question.question) : undefined;
    return prompt === undefined ? undefined : { prompt, want: { kind: 'text' } };
  }
  if (kind !== 'conversation.exchange') return undefined;
  const prompt = textOf(data.prompt);
  return prompt === undefined ? undefined : { prompt, want: { kind: 'text', multiline: true } };
}

const CHOICES: { readonly [action: string]: string } = {
  accept: 'Approve',
  'edit-accept': 'Approve with changes',
  refine: 'Send back',
  reject: 'Deny',
};

/** What an approval may be answered with, and nothing else: yes or no where it takes both. */
function choiceOf(interrupt: Interrupt): Want | undefined {
  const { actions = APPROVAL_ACTIONS } = toOpen(interrupt);
  if (actions.includes('accept') && actions.includes('reject'))
    return { kind: 'confirm', confirm: 'Approve', deny: 'Deny' };
  const options = actions.map((value) => ({ value, label: CHOICES[value] ?? value }));
  return options.length === 0 ? undefined : { kind: 'select', options, required: true };
}

/** What an answer to the question resumes with. */
export function answerOf({ kind, data }: Interrupt, value: Json): Json {
  if (INTERRUPT_KINDS[kind] === 'approval')
    return { action: typeof value === 'string' ? value : value === true ? 'accept' : 'reject' };
  if (kind !== 'clarification') return { operation: 'exchange', turn: { content: value } };
  const [question] = data.questions as readonly { readonly id: string }[];
  return { answers: [{ id: question?.id ?? '', answer: value }] };
}

/** From what is asked now to what should be. */
export function askInstead(asks: Asks, interrupt: Interrupt, wanted: AskOp | undefined): Body {
  const ask = askIdOf(interrupt);
  const now = asks.get(ask);
  // One that stands marked was asked before the host kept its own questions apart: nobody could approve it.
  const isKept = now?.trust === undefined || wanted?.want.kind !== 'confirm';
  if (isKept && now?.prompt === wanted?.prompt && isSame(now?.want, wanted?.want)) return [];
  return [...(now === undefined ? [] : [{ op: 'withdraw', ask } as const]), ...(wanted === undefined ? [] : [wanted])];
}

function isSame(one: Want | undefined, other: Want | undefined): boolean {
  return one === undefined || other === undefined ? one === other : jsonEqual(one as JsonObject, other as JsonObject);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined;
}
