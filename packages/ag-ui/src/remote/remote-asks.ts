// Interrupts of a remote agent as questions to the person, and the answers as what its next run resumes with. A schema of several
// members is several questions. An agent that nobody vouches for gets no approval: a yes or no of its is a choice like any other.

import { defined, isArray, isObject, type Json, type JsonObject, type Op, type Want } from '@vitrine/core/internal';
import { digestOf } from '@vitrine/face-kit';

export interface OpenAsk {
  readonly ask: string;
  /** The member of the answer that it is for; absent: it is the answer. */
  readonly member?: string;
}

export interface OpenInterrupt {
  readonly id: string;
  readonly asks: readonly OpenAsk[];
  /** By the id of the ask. */
  readonly answers: { readonly [ask: string]: Json };
  readonly isCancelled?: true;
}

type AskOf = Extract<Op, { readonly op: 'ask' }>;

const MAX_MEMBERS = 20;
const MAX_PROMPT = 2000;

/** `place`: what makes the ids of this run's questions unlike those of another. */
export function asksOf(
  interrupt: JsonObject,
  place: string,
  isTrusted: boolean,
): { readonly open: OpenInterrupt; readonly ops: readonly AskOf[] } {
  const id = String(interrupt.id);
  const { responseSchema, expiresAt } = interrupt;
  const prompt = textOf(interrupt.message) ?? textOf(interrupt.reason) ?? 'The agent asks.';
  const until = typeof expiresAt === 'string' && !Number.isNaN(Date.parse(expiresAt)) ? new Date(expiresAt) : undefined;
  const key = digestOf(JSON.stringify([place, id])).slice(0, 16);
  const asks = partsOf(isObject(responseSchema) ? responseSchema : {}, interrupt).map(
    ({ member, schema, required }, i) => ({
      member,
      op: {
        ...({ op: 'ask', ask: `interrupt ${key} ${i}`, want: wantOf(schema, required, isTrusted) } as const),
        prompt: (member === undefined ? prompt : `${prompt}\n${textOf(schema.title) ?? member}`).slice(0, MAX_PROMPT),
        ...defined({ until: until?.toISOString() }),
      },
    }),
  );
  return {
    open: { id, asks: asks.map(({ member, op }) => ({ ask: op.ask, ...defined({ member }) })), answers: {} },
    ops: asks.map(({ op }) => op),
  };
}

interface AnswerPart {
  readonly member?: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

function partsOf(schema: JsonObject, { reason }: JsonObject): readonly AnswerPart[] {
  const { properties, required } = schema;
  const members = isObject(properties) ? Object.entries(properties).slice(0, MAX_MEMBERS) : [];
  if (members.length > 0)
    return members.map(([member, part]) => ({
      ...{ member, schema: isObject(part) ? part : {} },
      required: isArray(required) && required.includes(member),
    }));
  const isYesOrNo = Object.keys(schema).length === 0 && /confirm|approv/i.test(String(reason));
  return [{ schema: isYesOrNo ? { type: 'boolean' } : schema, required: true }];
}

function wantOf(schema: JsonObject, isRequired: boolean, isTrusted: boolean): Want {
  const { type, format, minimum, maximum, minLength, maxLength, items } = schema;
  const required = isRequired ? ({ required: true } as const) : {};
  if (type === 'boolean') {
    if (isTrusted) return { kind: 'confirm' };
    const options = [
      { value: true, label: 'Yes' },
      { value: false, label: 'No' },
    ];
    return { kind: 'select', options, ...required };
  }
  const choices = isArray(schema.enum) ? schema.enum : undefined;
  if (choices !== undefined) return { kind: 'select', options: optionsOf(choices), ...required };
  if (type === 'array' && isObject(items) && isArray(items.enum))
    return { kind: 'select', options: optionsOf(items.enum), multiple: true, ...required };
  if (type === 'number' || type === 'integer')
    return { kind: 'number', ...defined({ min: numberOf(minimum), max: numberOf(maximum) }), ...required };
  if (format === 'date') return { kind: 'date', ...required };
  return {
    kind: 'text',
    required: isRequired,
    ...defined({ minLength: numberOf(minLength), maxLength: numberOf(maxLength) }),
  };
}

function optionsOf(values: readonly Json[]): readonly JsonObject[] {
  return values
    .slice(0, 1000)
    .map((value) => ({ value, label: typeof value === 'string' ? value : JSON.stringify(value) }));
}

export function isAnswered({ asks, answers, isCancelled }: OpenInterrupt): boolean {
  return isCancelled === true || asks.every(({ ask }) => Object.hasOwn(answers, ask));
}

/** For `resume`. What nobody answered, or nobody wanted to, is cancelled. */
export function resumeOf({ id, asks, answers, isCancelled }: OpenInterrupt): JsonObject {
  const given = asks.filter(({ ask }) => Object.hasOwn(answers, ask) && answers[ask] !== null);
  if (isCancelled === true || given.length === 0) return { interruptId: id, status: 'cancelled' };
  const [first] = given;
  const payload =
    first?.member === undefined
      ? (answers[first?.ask ?? ''] ?? null)
      : Object.fromEntries(given.map(({ ask, member = '' }) => [member, answers[ask] ?? null]));
  return { interruptId: id, status: 'resolved', payload };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
