// The outside of an AgentChains message: JSON-RPC 2.0, the method of the right side, params as an object (seed §3, §4).
// A batch is a list of messages and is taken apart before; answers to requests are left to the face.

import { describeType, type Findings, isObject, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import type { Sender } from '../dialect.ts';

export const AGENT_METHODS = [
  'ui.render',
  'ui.update',
  'ui.request_input',
  'ui.confirm',
  'ui.progress',
  'ui.navigate',
  'ui.notify',
] as const;
export type AgentMethod = (typeof AGENT_METHODS)[number];

/** `ping` is not of the seed; its first client sends one every 30 seconds. */
export const VIEWER_METHODS = ['a2ui.init', 'user.respond', 'user.approve', 'user.cancel', 'ping'] as const;
export type ViewerMethod = (typeof VIEWER_METHODS)[number];

export interface RpcCall<Method extends string> {
  readonly method: Method;
  readonly params: JsonObject;
}

/** Undefined after a refusal; the path of the findings then stands at the params. */
export function readCall<Method extends string>(
  wire: Json,
  from: Sender,
  own: readonly Method[],
  findings: Findings,
): RpcCall<Method> | undefined {
  if (!isObject(wire))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `A message must be an object, not ${describeType(wire)}.`);
  readVersion(wire.jsonrpc, findings);
  readOutside(wire, findings);
  const method = readMethod(wire.method, from, own, findings);
  findings.path.push('params');
  const params = readParams(wire.params, NEEDS_NOTHING.includes(method), findings);
  if (method === undefined || params === undefined || findings.refused) return undefined;
  return { method, params };
}

const NEEDS_NOTHING: readonly unknown[] = ['a2ui.init', 'ping'];

function readParams(params: Json | undefined, optional: boolean, findings: Findings): JsonObject | undefined {
  if (isObject(params)) return params;
  if (params === undefined || params === null)
    return optional ? {} : findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', 'The field params is required.');
  return findings.refuse('VITRINE_MESSAGE_SHAPE', `params must be an object, not ${describeType(params)}.`);
}

function readVersion(version: Json | undefined, findings: Findings): void {
  if (version === '2.0') return;
  findings.path.push('jsonrpc');
  findings.refuse('VITRINE_MESSAGE_VERSION', 'The field jsonrpc must be "2.0".');
  findings.path.pop();
}

const OUTSIDE = ['jsonrpc', 'method', 'params', 'id'];

function readOutside(wire: JsonObject, findings: Findings): void {
  for (const key in wire) {
    if (OUTSIDE.includes(key)) continue;
    findings.path.push(key);
    findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', `A message has no key ${quote(key)}.`);
    findings.path.pop();
  }
}

function readMethod<Method extends string>(
  method: Json | undefined,
  from: Sender,
  own: readonly Method[],
  findings: Findings,
): Method | undefined {
  const known = own.find((name) => name === method);
  if (known !== undefined) return known;
  findings.path.push('method');
  if (typeof method !== 'string') {
    if (method === undefined) findings.refuse('VITRINE_MESSAGE_EMPTY', 'The message calls no method.');
    else findings.refuse('VITRINE_MESSAGE_SHAPE', `method must be a string, not ${describeType(method)}.`);
  } else if (isMethod(method)) {
    const sender = from === 'agent' ? 'a viewer' : 'an agent';
    findings.refuse('VITRINE_MESSAGE_DIRECTION', `${method} is a message of ${sender}; it came from the other side.`);
  } else findings.refuse('VITRINE_MESSAGE_METHOD', `Method not found: ${quote(method)}.`);
  findings.path.pop();
  return undefined;
}

export function isMethod(method: string): boolean {
  return [...AGENT_METHODS, ...VIEWER_METHODS].some((known) => known === method);
}

/** What the host sends is never a request: nobody answers it. */
export function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params };
}
