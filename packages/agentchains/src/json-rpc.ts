// JSON-RPC 2.0 as texts: what a frame asks, and answers to it. Ids are kept as the JSON text they came as, of any type.
// What a method means is left to methods.ts.

import { defined, type Issue, isArray, isObject, type Json, type JsonObject, parseJson } from '@vitrine/core/internal';
import { AgentchainsError } from './errors.ts';

export interface ReceivedCall {
  readonly method: string;
  readonly params: JsonObject;
  /** Absent: a notification, which is never answered. */
  readonly id?: string;
}

/** One message of a frame: a call, something that is none, or something that wants nothing. */
export type RpcMessage =
  | { readonly kind: 'call'; readonly call: ReceivedCall }
  /** Without an id: of a call that was to stay unanswered. */
  | { readonly kind: 'wrong'; readonly error: AgentchainsError; readonly id?: string }
  /** An answer to something that was never asked. */
  | { readonly kind: 'answer' };

export interface RpcFrame {
  readonly isBatch: boolean;
  readonly messages: readonly RpcMessage[];
}

export const NO_ID = 'null';
/** Longer ids are not given back. */
const MAX_ID_LENGTH = 1024;

/** Never throws. `maxInBatch`: a longer list is refused as one. */
export function readFrame(text: string, maxInBatch: number): RpcFrame {
  const parsed = parseJson(text);
  if (!parsed.ok) return single(unparsed(parsed.issue));
  const { value } = parsed;
  if (!isArray(value)) return single(readMessage(value));
  if (value.length === 0) return single(wrong('request', 'A batch holds at least one message.'));
  if (value.length > maxInBatch) return single(wrong('request', `A batch holds at most ${maxInBatch} messages.`));
  return { isBatch: true, messages: value.map(readMessage) };
}

function single(message: RpcMessage): RpcFrame {
  return { isBatch: false, messages: [message] };
}

/** What is JSON and yet not read has no id that anybody knows. */
function unparsed({ code, message }: Issue): RpcMessage {
  return code === 'VITRINE_JSON_MALFORMED' ? wrong('parse') : wrong('request', message);
}

function wrong(name: 'parse' | 'request', detail?: string, id: string = NO_ID): RpcMessage {
  return { kind: 'wrong', error: new AgentchainsError(name, detail), id };
}

function readMessage(value: Json): RpcMessage {
  if (!isObject(value)) return wrong('request', 'A message is one JSON object.');
  const id = Object.hasOwn(value, 'id') ? JSON.stringify(value.id) : undefined;
  if (id !== undefined && id.length > MAX_ID_LENGTH)
    return wrong('request', `An id is not longer than ${MAX_ID_LENGTH} characters.`);
  if (value.method === undefined && (value.result !== undefined || value.error !== undefined))
    return { kind: 'answer' };
  if (value.jsonrpc !== '2.0') return wrong('request', 'jsonrpc must be "2.0".', id);
  if (typeof value.method !== 'string' || value.method === '')
    return wrong('request', 'method must be the name of a method.', id);
  const { params } = value;
  const named = defined({ id });
  if (params !== undefined && params !== null && !isObject(params))
    return { kind: 'wrong', error: new AgentchainsError('params', 'params must be an object.'), ...named };
  return { kind: 'call', call: { method: value.method, params: isObject(params) ? params : {}, ...named } };
}

export function resultText(id: string, result: JsonObject): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
}

export function errorText(id: string, error: AgentchainsError): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error.toJson())}}`;
}
