// What an interrupt is resumed with: the shape of each kind, how a press becomes it, and who may advance an approval. A press
// of generation 2 submits its context as it is (RFC 0209 §C.10); of generation 1 the pressed button and the values of fields
// never stand side by side. The button of an approval is what its component says, and no field can pass for it.

import { type Issue, isArray, isObject, issue, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import type { InterruptKind } from './types.ts';

export const APPROVAL_ACTIONS: readonly string[] = ['accept', 'reject', 'refine', 'edit-accept'];
/** What buttons of approvals are called as well. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['approve', 'accept'],
  ['deny', 'reject'],
]);

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

export interface SubmittedAction {
  readonly target: 'resume' | 'exchange';
  readonly action: string;
  readonly values: JsonObject;
  /** Of generation 2: the context of the button, or all data where it has none. */
  readonly submitted?: Json;
}

/** The resume value of a press, or what is wrong with it for this interrupt. */
export type Resume = { readonly value: Json } | { readonly problem: Issue };

export function resumeValueOf(press: SubmittedAction, interrupt: OpenInterrupt, at: string): Resume {
  const { kind } = interrupt;
  const { submitted = { action: press.action, values: press.values } } = press;
  if ((press.target === 'exchange') !== (kind === 'conversation'))
    return problem('VITRINE_EVENT_NAME', `An interrupt of the kind ${kind} takes no ${press.target}.`);
  switch (kind) {
    case 'approval':
      return approvalOf(press, interrupt, at);
    case 'clarification':
      return clarificationOf(press, interrupt);
    case 'conversation':
      return { value: { operation: 'exchange', turn: { content: submitted } } };
    case 'custom':
      return { value: submitted };
  }
}

function approvalOf(
  { action, values, submitted }: SubmittedAction,
  { actions = APPROVAL_ACTIONS }: OpenInterrupt,
  at: string,
): Resume {
  const all: JsonObject = isObject(submitted) ? submitted : Object.keys(values).length === 0 ? {} : { values };
  const { action: inContext, ...more } = all;
  // What the button does not say by itself, its context may.
  const words = [action, OTHER_WORDS.get(action), inContext];
  const word = words.find((one) => typeof one === 'string' && actions.includes(one));
  // A field that has the name of the button is kept, where it cannot be taken for it.
  const isHeld = inContext !== undefined && inContext !== word && inContext !== action;
  if (word !== undefined) return { value: { action: word, decidedAt: at, ...(isHeld ? { values: all } : more) } };
  const message = `${quote(action)} is no answer to this approval: it takes ${actions.join(', ')}.`;
  return problem('VITRINE_EVENT_NAME', message);
}

/** A clarification has a form of its own: a context that does not have it answers by the ids of the questions. */
function clarificationOf({ values, submitted }: SubmittedAction, interrupt: OpenInterrupt): Resume {
  if (submitted !== undefined && resumeProblem(submitted, interrupt) === undefined) return { value: submitted };
  const asked = interrupt.questions ?? Object.keys(values);
  const missing = asked.find((id) => !Object.hasOwn(values, id));
  if (missing !== undefined)
    return problem('VITRINE_ASK_VALUE', `The question ${quote(missing)} is not answered.`, '/values');
  return { value: { answers: asked.map((id) => ({ id, answer: values[id] as Json })) } };
}

function problem(code: Issue['code'], message: string, at = '/sourceComponentId'): Resume {
  return { problem: viewerIssue(code, message, at) };
}

/** Whether a button is one for this interrupt, whatever is filled in. */
export function answersWith(press: SubmittedAction, interrupt: OpenInterrupt): boolean {
  if (interrupt.kind === 'clarification') return press.target === 'resume';
  if ('value' in resumeValueOf(press, interrupt, '')) return true;
  const { target, submitted } = press;
  return (
    interrupt.kind === 'approval' && target === 'resume' && isObject(submitted) && Object.hasOwn(submitted, 'action')
  );
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
