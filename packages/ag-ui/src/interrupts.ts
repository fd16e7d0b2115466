// Questions of an agent as interrupts of AG-UI, and what a run resumes with as their answers. The host judges the answer.

import {
  type AskOp,
  defined,
  isObject,
  type Json,
  type JsonObject,
  type View,
  type Want,
} from '@vitrine/core/internal';
import type { RunInterrupt } from './run-events.ts';
import type { ResumeEntry } from './run-input.ts';

/** Those of the questions that can be answered without a file. */
export function interruptsOf({ asks }: Pick<View, 'asks'>): readonly RunInterrupt[] {
  return [...asks.values()].flatMap((ask) => (ask.want.kind === 'file' ? [] : [interruptOf(ask)]));
}

function interruptOf({ ask, want, prompt, until }: AskOp): RunInterrupt {
  const reason = want.kind === 'confirm' ? 'confirmation' : 'input';
  return { id: ask, reason, message: prompt, responseSchema: schemaOf(want), ...defined({ expiresAt: until }) };
}

function schemaOf(want: Want): JsonObject {
  switch (want.kind) {
    case 'confirm':
      return { type: 'boolean' };
    case 'number':
      return { type: 'number', ...defined({ minimum: want.min, maximum: want.max }) };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'select': {
      const one = { enum: want.options.map(({ value }) => value ?? null) };
      return want.multiple === true ? { type: 'array', items: one } : one;
    }
    default: {
      const { minLength, maxLength } = want as Extract<Want, { kind: 'text' }>;
      return { type: 'string', ...defined({ minLength, maxLength }) };
    }
  }
}

/** The event that answers it. What the ask does not take, or nobody asks, is the host's to say. */
export function answerOf(
  { asks }: Pick<View, 'asks'>,
  { interruptId: ask, status, payload = null }: ResumeEntry,
): JsonObject {
  const want = asks.get(ask)?.want;
  if (status === 'cancelled') return { event: 'answer', ask, value: want?.kind === 'confirm' ? false : null };
  return { event: 'answer', ask, value: want === undefined ? payload : valueIn(payload, want) };
}

/** Applications answer with the value, or with an object that holds it. */
function valueIn(payload: Json, want: Want): Json {
  if (!isObject(payload)) return payload;
  const held = want.kind === 'confirm' ? (payload.approved ?? payload.value) : payload.value;
  return held ?? payload;
}
