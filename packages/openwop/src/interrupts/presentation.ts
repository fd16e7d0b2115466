// What a page shows of an interrupt beside the agent's surfaces: a question in the host's own chrome. While no surface
// answers an interrupt, or the one that does may not approve, a person is asked there; nothing on a surface can cover or
// imitate it.

import { type AskOp, isArray, isObject, type NewEntry, type View } from '@vitrine/core';
import type { Interrupt } from './interrupt.ts';

type Body = NewEntry['body'];
type Asks = View['asks'];

export const UNTRUSTED_NOTICE =
  'What is shown was made from content that is not trusted, and cannot approve this. Answer here: ';

export function askIdOf({ id }: Pick<Interrupt, 'id'>): string {
  return `interrupt/${id}`;
}

/** The question; undefined where only a surface or a program can answer. */
export function askOf(interrupt: Interrupt, prefix = ''): AskOp | undefined {
  const { kind, data, due } = interrupt;
  const until = due === undefined ? {} : { until: new Date(due).toISOString() };
  const ask = { op: 'ask', ask: askIdOf(interrupt), node: interrupt.nodeId, ...until } as const;
  if (kind === 'approval') {
    const prompt = `${prefix}${textOf(data.title) ?? textOf(data.description) ?? 'Approve?'}`;
    return { ...ask, prompt, want: { kind: 'confirm', confirm: 'Approve', deny: 'Deny' }, severity: 'warning' };
  }
  if (kind === 'clarification' && isArray(data.questions) && data.questions.length === 1) {
    const [question] = data.questions;
    const prompt = isObject(question) ? textOf(question.question) : undefined;
    return prompt === undefined ? undefined : { ...ask, prompt, want: { kind: 'text' } };
  }
  if (kind !== 'conversation.exchange') return undefined;
  const prompt = textOf(data.prompt);
  return prompt === undefined ? undefined : { ...ask, prompt, want: { kind: 'text', multiline: true } };
}

/** From what is asked now to what should be. */
export function askInstead(asks: Asks, interrupt: Interrupt, wanted: AskOp | undefined): Body {
  const ask = askIdOf(interrupt);
  const now = asks.get(ask);
  if (now?.prompt === wanted?.prompt) return [];
  return [...(now === undefined ? [] : [{ op: 'withdraw', ask } as const]), ...(wanted === undefined ? [] : [wanted])];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined;
}
