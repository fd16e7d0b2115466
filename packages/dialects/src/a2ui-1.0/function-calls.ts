// Calls and responses of A2UI 1.0, which look the same from both sides: {functionCallId, callFunction: {"@call", args}}
// and {functionCallId, value | error}.

import {
  type CallOp,
  defined,
  describeType,
  type EventOf,
  type Findings,
  isObject,
  type JsonObject,
  type ReturnOp,
} from '@vitrine/core/page';
import { onlyFields, optionalObject, requiredText, storedText } from '../envelope.ts';
import { isStorable } from '../stored.ts';
import { readLiteralArguments } from './dynamic-values.ts';

type Response = Pick<ReturnOp, 'call' | 'value' | 'error'>;

/** callRendererFunction: the catalog must be named, because the call belongs to no surface. */
export function readAgentCall(payload: JsonObject, findings: Findings): CallOp | undefined {
  onlyFields(payload, ['functionCallId', 'callFunction'], findings);
  const call = storedText(payload, 'functionCallId', findings);
  const named = readCallFunction(payload, findings, true);
  if (call === undefined || named?.catalog === undefined) return undefined;
  return { op: 'call', call, name: named.name, catalog: named.catalog, args: named.args };
}

/** callAgentFunction: a call in an interface that the agent answers. */
export function readViewerCall(payload: JsonObject, findings: Findings): EventOf<'call'> | undefined {
  onlyFields(payload, ['surfaceId', 'functionCallId', 'callFunction'], findings);
  const surface = storedText(payload, 'surfaceId', findings);
  const call = storedText(payload, 'functionCallId', findings);
  const named = readCallFunction(payload, findings, false);
  if (surface === undefined || call === undefined || named === undefined) return undefined;
  const { name, args, catalog } = named;
  return { event: 'call', surface, call, name, args, ...defined({ catalog }) };
}

interface Named {
  readonly name: string;
  readonly catalog: string | undefined;
  readonly args: JsonObject;
}

function readCallFunction(payload: JsonObject, findings: Findings, needsCatalog: boolean): Named | undefined {
  const { callFunction } = payload;
  findings.path.push('callFunction');
  const read = isObject(callFunction) ? readNamed(callFunction, findings, needsCatalog) : undefined;
  if (callFunction === undefined)
    findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', 'The field callFunction is required.');
  else if (!isObject(callFunction)) {
    findings.refuse('VITRINE_MESSAGE_SHAPE', `callFunction must be an object, not ${describeType(callFunction)}.`);
  }
  findings.path.pop();
  return read;
}

function readNamed(call: JsonObject, findings: Findings, needsCatalog: boolean): Named | undefined {
  onlyFields(call, ['@call', 'call', 'args', 'catalogId'], findings);
  const name = storedText(call, call['@call'] === undefined ? 'call' : '@call', findings);
  const catalog = needsCatalog || call.catalogId !== undefined ? storedText(call, 'catalogId', findings) : undefined;
  const args = optionalObject(call, 'args', findings) ?? {};
  if (name === undefined) return undefined;
  findings.path.push('args');
  const literal = isStorable(args, findings, findings.limits.propDepth)
    ? readLiteralArguments(args, findings)
    : undefined;
  findings.path.pop();
  return literal === undefined ? undefined : { name, catalog, args: literal };
}

/** Exactly one of value and error; a value of null counts as one. */
export function readFunctionResponse(payload: JsonObject, findings: Findings): Response | undefined {
  onlyFields(payload, ['functionCallId', 'value', 'error'], findings);
  const call = storedText(payload, 'functionCallId', findings);
  const { value, error } = payload;
  if ((value === undefined) === (error === undefined)) {
    return findings.refuse('VITRINE_MESSAGE_SHAPE', 'A function response has a value or an error, and never both.');
  }
  findings.path.push(error === undefined ? 'value' : 'error');
  const fit = isStorable(value ?? error ?? null, findings);
  findings.path.pop();
  if (!fit || call === undefined) return undefined;
  if (error === undefined) return { call, value: value ?? null };
  const read = readCallError(payload, findings);
  return read === undefined ? undefined : { call, error: read };
}

function readCallError(
  payload: JsonObject,
  findings: Findings,
): { readonly code: string; readonly message: string } | undefined {
  const error = optionalObject(payload, 'error', findings);
  if (error === undefined) return undefined;
  findings.path.push('error');
  onlyFields(error, ['code', 'message'], findings);
  const code = requiredText(error, 'code', findings);
  const message = requiredText(error, 'message', findings);
  findings.path.pop();
  return code === undefined || message === undefined ? undefined : { code, message };
}
