// Secrets where a marker would change what an interrupt means: in what is named, counted or compared when it is opened,
// and in a value that resumes it where a number or a declared form is wanted. There they refuse; in words and in data the
// marker stands.

import { type FacePorts, isArray, isObject, type Json, type JsonObject } from '@vitrine/core';
import { Refusal } from '../http/refusal.ts';
import type { Interrupt, InterruptRequest } from './interrupt.ts';
import { declaredProblem } from './judge-resume.ts';

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
