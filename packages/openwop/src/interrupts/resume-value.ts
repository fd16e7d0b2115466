// What an interrupt is resumed with: the shape of each kind, how a press becomes it, who may advance an approval, and what of it is
// recorded. A press of generation 2 submits its context as it is (RFC 0209 §C.10); of generation 1 the pressed button and the
// values of fields never stand side by side. The button of an approval is what its component says, and no field can pass for it.

import { type FacePorts, isArray, isObject, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import type { Answerer, InterruptKind } from '../admission/types.ts';
import { Refusal } from '../http/refusal.ts';
import {
  APPROVAL_ACTIONS,
  INTERRUPT_KINDS,
  type Interrupt,
  type InterruptRequest,
  MAX_VALUE_LENGTH,
} from './interrupt.ts';
import { schemaProblem, valueProblem } from './resume-schema.ts';

/** What buttons of approvals are called as well. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['approve', 'accept'],
  ['deny', 'reject'],
]);

export interface SubmittedAction {
  readonly target: 'resume' | 'exchange';
  readonly action: string;
  readonly values: JsonObject;
  /** Of generation 2: the context of the button, or all data where it has none. */
  readonly submitted?: Json;
}

/** What resumes, or a sentence about what is wrong with it for this interrupt. */
export type Resume = { readonly value: Json } | { readonly problem: string };

type AskedOf = Pick<Interrupt, 'kind' | 'data'>;

export function kindOf({ kind }: Pick<Interrupt, 'kind'>): InterruptKind {
  return INTERRUPT_KINDS[kind] ?? 'custom';
}

/** What an approval may be answered with. To ask back does not end it, so that is no answer. */
export function actionsOf({ data: { actions } }: AskedOf): readonly string[] {
  return isArray(actions) ? actions.map(String).filter((one) => one !== 'ask') : APPROVAL_ACTIONS;
}

/** The ids of the questions of a clarification. Undefined: every value is an answer. */
function askedIn({ data: { questions } }: AskedOf): readonly string[] | undefined {
  return isArray(questions) ? questions.map((one) => String((one as JsonObject).id)) : undefined;
}

export function resumeValueOf(press: SubmittedAction, interrupt: AskedOf, at: string): Resume {
  const kind = kindOf(interrupt);
  const { submitted = { action: press.action, values: press.values } } = press;
  if ((press.target === 'exchange') !== (kind === 'conversation'))
    return { problem: `An interrupt of the kind ${kind} takes no ${press.target}.` };
  switch (kind) {
    case 'approval':
      return approvalOf(press, actionsOf(interrupt), at);
    case 'clarification':
      return clarificationOf(press, interrupt);
    case 'conversation':
      return { value: { operation: 'exchange', turn: { content: submitted } } };
    case 'custom':
      return { value: submitted };
  }
}

function approvalOf({ action, values, submitted }: SubmittedAction, actions: readonly string[], at: string): Resume {
  const all: JsonObject = isObject(submitted) ? submitted : Object.keys(values).length === 0 ? {} : { values };
  const { action: inContext, ...more } = all;
  // What the button does not say by itself, its context may.
  const words = [action, OTHER_WORDS.get(action), inContext];
  const word = words.find((one) => typeof one === 'string' && actions.includes(one));
  // A field that has the name of the button is kept, where it cannot be taken for it.
  const isHeld = inContext !== undefined && inContext !== word && inContext !== action;
  if (word !== undefined) return { value: { action: word, decidedAt: at, ...(isHeld ? { values: all } : more) } };
  return { problem: `${quote(action)} is no answer to this approval: it takes ${actions.join(', ')}.` };
}

/** A clarification has a form of its own: a context that does not have it answers by the ids of the questions. */
function clarificationOf({ values, submitted }: SubmittedAction, interrupt: AskedOf): Resume {
  if (submitted !== undefined && resumeProblem(submitted, interrupt) === undefined) return { value: submitted };
  const asked = askedIn(interrupt) ?? Object.keys(values);
  const missing = asked.find((id) => !Object.hasOwn(values, id));
  if (missing !== undefined) return { problem: `The question ${quote(missing)} is not answered.` };
  return { value: { answers: asked.map((id) => ({ id, answer: values[id] as Json })) } };
}

/** Whether a button is one for this interrupt, whatever is filled in. */
export function answersWith(press: SubmittedAction, interrupt: AskedOf): boolean {
  const { target, submitted } = press;
  if (kindOf(interrupt) === 'clarification') return target === 'resume';
  if ('value' in resumeValueOf(press, interrupt, '')) return true;
  const isNamed = isObject(submitted) && Object.hasOwn(submitted, 'action');
  return kindOf(interrupt) === 'approval' && target === 'resume' && isNamed;
}

/** What is wrong with a resume value that came without a surface. */
export function resumeProblem(value: Json, interrupt: AskedOf): string | undefined {
  const kind = kindOf(interrupt);
  if (kind === 'approval') {
    const actions = actionsOf(interrupt);
    const action = isObject(value) ? value.action : undefined;
    const isOffered = typeof action === 'string' && actions.includes(action);
    return isOffered ? undefined : `An approval is answered with action: ${actions.join(', ')}.`;
  }
  if (kind !== 'clarification') return undefined;
  const answers = isObject(value) && isArray(value.answers) ? value.answers : undefined;
  const ids = answers?.map((one) => (isObject(one) && Object.hasOwn(one, 'answer') ? one.id : undefined));
  const isWhole = (askedIn(interrupt) ?? []).every((id) => ids?.includes(id));
  if (ids?.every((id) => typeof id === 'string') && isWhole) return undefined;
  return 'A clarification is answered with answers: [{id, answer}].';
}

/**
 * Whether an answer may advance an interrupt whose surface is not trusted. Of approvals only a person's own, recorded
 * apart from the surface, may; where `strict`, none.
 */
export function mayAdvance(kind: InterruptKind, tainted: boolean, who: Answerer, strict: boolean): boolean {
  return kind !== 'approval' || !tainted || (who === 'person' && !strict);
}

/** Of a value that came without a surface: by its kind, then by the schemas that were declared. */
export function judgeResume(interrupt: Interrupt, value: Json | undefined, at: string): Resume {
  if (value === undefined) return { problem: 'resumeValue is missing.' };
  if (JSON.stringify(value).length > MAX_VALUE_LENGTH)
    return { problem: `resumeValue has at most ${MAX_VALUE_LENGTH} characters.` };
  const problem = resumeProblem(value, interrupt) ?? declaredProblem(interrupt, value);
  if (problem !== undefined) return { problem };
  const isUndated = kindOf(interrupt) === 'approval' && isObject(value) && value.decidedAt === undefined;
  return { value: isUndated ? { ...(value as JsonObject), decidedAt: at } : value };
}

/** Against the schemas of the interrupt, of its outcome, and of its questions. */
export function declaredProblem({ kind, data, resumeSchema }: Interrupt, value: Json): string | undefined {
  if (resumeSchema !== undefined) {
    const problem = valueProblem(resumeSchema, value);
    if (problem !== undefined) return problem;
  }
  if (kind === 'conversation.exchange' && isObject(data.outcomeSchema)) return valueProblem(data.outcomeSchema, value);
  return kind === 'clarification' ? answersProblem(data, value as JsonObject) : undefined;
}

function answersProblem({ questions }: JsonObject, { answers }: JsonObject): string | undefined {
  const asked = questions as readonly JsonObject[];
  const list = answers as readonly JsonObject[];
  if (new Set(list.map(({ id }) => id)).size !== list.length) return 'A question is answered once.';
  for (const { id, answer } of list) {
    const question = asked.find((one) => one.id === id);
    if (question === undefined) return 'answers holds an answer to what was not asked.';
    const { schema } = question;
    // One of an envelope may say more than this host can judge by (admission/payload.ts).
    const problem =
      isObject(schema) && schemaProblem(schema) === undefined ? valueProblem(schema, answer as Json) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function assertNamesWithoutSecrets(port: FacePorts, asked: InterruptRequest): void {
  const names = Object.entries(namesOf(asked));
  const found = names.find(([, value]) => value !== undefined && port.transport.redact(value).count > 0);
  if (found !== undefined) throw refusal('A secret stands where only a name may stand.', { field: found[0] });
}

function namesOf(asked: InterruptRequest): { readonly [field: string]: Json | undefined } {
  const { nodeId, key, timeoutMs, resumeSchema, data } = asked;
  const { conversationId, eventType, customKind, outcomeSchema, questions } = data;
  return {
    ...{ nodeId, key, timeoutMs, resumeSchema },
    ...{ conversationId, eventType, customKind, outcomeSchema },
    questions: isArray(questions) ? questions.map((one) => withoutWords(one as JsonObject)) : undefined,
  };
}

function withoutWords({ id = null, schema = null }: JsonObject): Json {
  return [id, schema];
}

/** As it is recorded: what was declared for it holds with its markers too, and what a field took as a number stays one. */
export function hiddenResume(port: FacePorts, interrupt: Interrupt, value: Json, isOfSurface: boolean): Json {
  const { value: hidden, count } = port.transport.redact(value);
  if (count === 0) return value;
  if (isOfSurface && hasSecretNumber(port, value)) throw refusal('A secret stands where only a number may stand.');
  if (declaredProblem(interrupt, hidden) !== undefined)
    throw refusal('A secret stands where its marker does not fit what was declared.');
  return hidden;
}

function hasSecretNumber(port: FacePorts, value: Json): boolean {
  if (typeof value === 'number') return port.transport.redact(value).count > 0;
  return (isArray(value) || isObject(value)) && Object.values(value).some((one) => hasSecretNumber(port, one as Json));
}

function refusal(message: string, more: JsonObject = {}): Refusal {
  return new Refusal(400, 'validation_error', message, { ...more, code: 'VITRINE_NAME_SECRET' });
}
