// Whether a value that came without a surface resumes an interrupt: by its kind, then by the schemas that were declared.
// What passes is what is recorded.

import { defined, type FacePorts, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { type OpenInterrupt, resumeProblem } from '../admission/resume-value.ts';
import { Refusal } from '../http/refusal.ts';
import { INTERRUPT_KINDS, type Interrupt, type InterruptRequest, MAX_VALUE_LENGTH } from './interrupt.ts';
import { schemaProblem, valueProblem } from './resume-schema.ts';

export type JudgedResume = { readonly value: Json } | { readonly problem: string };

/** As admission sees it. */
export function toOpen({ kind, nodeId, data }: Interrupt): OpenInterrupt {
  const { actions, questions } = data;
  // To ask back does not end an approval, so it is no answer.
  const offered = isArray(actions) ? actions.map(String).filter((one) => one !== 'ask') : undefined;
  const asked = isArray(questions) ? questions.map((one) => String((one as JsonObject).id)) : undefined;
  return defined({ kind: INTERRUPT_KINDS[kind] ?? 'custom', nodeId, actions: offered, questions: asked });
}

export function judgeResume(interrupt: Interrupt, value: Json | undefined, at: string): JudgedResume {
  if (value === undefined) return { problem: 'resumeValue is missing.' };
  if (JSON.stringify(value).length > MAX_VALUE_LENGTH)
    return { problem: `resumeValue has at most ${MAX_VALUE_LENGTH} characters.` };
  const open = toOpen(interrupt);
  const problem = resumeProblem(value, open)?.message ?? declaredProblem(interrupt, value);
  if (problem !== undefined) return { problem };
  const isUndated = open.kind === 'approval' && isObject(value) && value.decidedAt === undefined;
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
