// What an interrupt is resumed with: the shape of each kind, how a press becomes it, and who may advance an approval. The
// pressed button and the values of fields never stand side by side under free names, so that no field can pass for it.

import { type Issue, isArray, isObject, issue, type Json, type JsonObject, quote } from '@vitrine/core';
import type { InterruptKind } from './types.ts';

export const APPROVAL_ACTIONS: readonly string[] = ['accept', 'reject', 'refine', 'edit-accept'];
/** What buttons of approvals are called as well. */
const OTHER_WORDS: { readonly [word: string]: string } = { approve: 'accept', deny: 'reject' };

/** What a submission is for. */
export interface OpenInterrupt {
  readonly kind: InterruptKind;
  readonly nodeId: string;
  /** What an approval may be answered with; absent: accept, reject, refine, edit-accept. */
  readonly actions?: readonly string[];
  /** The questions of a clarification; absent: every value is an answer. */
  readonly questions?: readonly string[];
}

/**
 * Who answers an approval: a press on the bound surface, whoever has the key of the run's API, or a person whose answer
 * was recorded apart from the surface.
 */
export type Answerer = 'surface' | 'caller' | 'person';

export interface Press {
  readonly target: 'resume' | 'exchange';
  readonly action: string;
  readonly values: JsonObject;
}

/** The resume value of a press, or what is wrong with it for this interrupt. */
export function resumeValueOf(press: Press, interrupt: OpenInterrupt, at: string): JsonObject | Issue {
  const { kind } = interrupt;
  if ((press.target === 'exchange') !== (kind === 'conversation')) {
    const message = `An interrupt of the kind ${kind} takes no ${press.target}.`;
    return viewerIssue('VITRINE_EVENT_NAME', message, '/sourceComponentId');
  }
  switch (kind) {
    case 'approval':
      return approvalOf(press, interrupt, at);
    case 'clarification':
      return clarificationOf(press, interrupt);
    case 'conversation':
      return { operation: 'exchange', turn: { content: { action: press.action, values: press.values } } };
    case 'custom':
      return { action: press.action, values: press.values };
  }
}

function approvalOf(
  { action, values }: Press,
  { actions = APPROVAL_ACTIONS }: OpenInterrupt,
  at: string,
): JsonObject | Issue {
  const word = actions.includes(action) ? action : Object.hasOwn(OTHER_WORDS, action) ? OTHER_WORDS[action] : undefined;
  if (word === undefined || !actions.includes(word)) {
    const message = `${quote(action)} is no answer to this approval: it takes ${actions.join(', ')}.`;
    return viewerIssue('VITRINE_EVENT_NAME', message, '/sourceComponentId');
  }
  return { action: word, decidedAt: at, ...(Object.keys(values).length === 0 ? {} : { values }) };
}

function clarificationOf({ values }: Press, { questions }: OpenInterrupt): JsonObject | Issue {
  const asked = questions ?? Object.keys(values);
  const missing = asked.find((id) => !Object.hasOwn(values, id));
  if (missing !== undefined)
    return viewerIssue('VITRINE_ASK_VALUE', `The question ${quote(missing)} is not answered.`, '/values');
  return { answers: asked.map((id) => ({ id, answer: values[id] as Json })) };
}

/** Whether a button is one for this interrupt, whatever is filled in. */
export function answersWith(press: Press, interrupt: OpenInterrupt): boolean {
  if (interrupt.kind === 'clarification') return press.target === 'resume';
  return !('code' in resumeValueOf(press, interrupt, ''));
}

/** What is wrong with a resume value that came without a surface. */
export function resumeProblem(
  value: Json,
  { kind, actions = APPROVAL_ACTIONS, questions = [] }: OpenInterrupt,
): Issue | undefined {
  if (kind === 'approval') {
    const action = isObject(value) ? value.action : undefined;
    if (typeof action === 'string' && actions.includes(action)) return undefined;
    return viewerIssue(
      'VITRINE_ASK_VALUE',
      `An approval is answered with action: ${actions.join(', ')}.`,
      '/resumeValue/action',
    );
  }
  if (kind !== 'clarification') return undefined;
  const answers = isObject(value) && isArray(value.answers) ? value.answers : undefined;
  const ids = answers?.map((one) => (isObject(one) && Object.hasOwn(one, 'answer') ? one.id : undefined));
  if (ids?.every((id) => typeof id === 'string') && questions.every((id) => ids.includes(id))) return undefined;
  return viewerIssue(
    'VITRINE_ASK_VALUE',
    'A clarification is answered with answers: [{id, answer}].',
    '/resumeValue/answers',
  );
}

/**
 * Whether an answer may advance an interrupt whose surface is not trusted. Of approvals only a person's own, recorded
 * apart from the surface, may; where `strict`, none.
 */
export function mayAdvance(kind: InterruptKind, tainted: boolean, who: Answerer, strict: boolean): boolean {
  return kind !== 'approval' || !tainted || (who === 'person' && !strict);
}

export function viewerIssue(code: Issue['code'], message: string, at: string): Issue {
  return { ...issue(code, 'error', message, at), fault: 'viewer' };
}
