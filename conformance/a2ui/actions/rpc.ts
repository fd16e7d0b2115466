// handle_rpc: calls between agent and renderer. A function's code is not part of a case, so each gives the value that
// the case expects, or fails where none is expected.

import {
  type CallOp,
  Catalogs,
  defineCatalog,
  Fold,
  type FunctionDeclaration,
  handleCall,
  isObject,
  type Json,
  type JsonObject,
  type NewEntry,
  own,
  type ReturnOp,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { type Dialect, dialectById } from '@vitrine/dialects';
import { expect } from 'vitest';
import type { Case } from '../cases.ts';
import { caseProtocol } from '../catalogs.ts';
import { compareSubset } from '../match.ts';

/** The cases call functions of these catalogs; any other is one that nobody has. */
const REGISTERED = ['basic', 'media_catalog', 'system_catalog'];

const CALLERS: { readonly [allowed: string]: 'renderer' | 'agent' | 'both' } = {
  rendererOnly: 'renderer',
  agentOnly: 'agent',
  rendererOrAgent: 'both',
};

const NOW = '2026-01-01T00:00:00.000Z';

interface RpcArgs {
  readonly message?: JsonObject;
  readonly functionMetadata?: { readonly [name: string]: JsonObject };
  readonly userActivationPresent?: boolean;
  readonly outboundCall?: {
    surfaceId: string;
    functionCallId: string;
    callFunction: { call: string; catalogId: string; args: JsonObject };
  };
  readonly inboundResponse?: JsonObject;
}

export function handleRpc(testCase: Case): void {
  const args = testCase.args as unknown as RpcArgs;
  const expected = testCase.expect as JsonObject;
  const dialect = dialectById(`a2ui-${caseProtocol(testCase)}`) as Dialect;
  const fold = new Fold({ catalogs: new Catalogs(registered(args, expected)) });
  if (args.message !== undefined) answerAgent(args.message, args, expected, dialect, fold);
  if (args.outboundCall !== undefined) askAgent(args, expected, dialect, fold);
}

/** A message of the agent in, the renderer's answer out. */
function answerAgent(message: JsonObject, args: RpcArgs, expected: JsonObject, dialect: Dialect, fold: Fold): void {
  const decoded = dialect.decode(message, fold, 'agent');
  expect(decoded.ok, 'the message is read').toBe(expected.error === undefined);
  if (!decoded.ok) return;
  expect(fold.accept(decoded.value).issues).toEqual([]);
  const [part] = decoded.value.body;
  const call = part !== undefined && 'op' in part && part.op === 'call' ? part : undefined;
  if (call === undefined) return expect(null).toEqual(expected.response);
  compareAnswer(call, args, expected.response as JsonObject, dialect, fold);
}

function compareAnswer(call: CallOp, args: RpcArgs, expected: JsonObject, dialect: Dialect, fold: Fold): void {
  const { answer } = handleCall(call, fold, { gesture: args.userActivationPresent ?? false });
  const [wire] = dialect.encodeEvent(answer, fold, NOW).wire;
  compareSubset(wire, withoutWording(expected), 'response');
}

/** The renderer's call goes out and the agent's answer finds its way back to it. */
function askAgent(
  { outboundCall, inboundResponse }: RpcArgs,
  expected: JsonObject,
  dialect: Dialect,
  fold: Fold,
): void {
  const { surfaceId: surface, functionCallId, callFunction } = outboundCall as NonNullable<RpcArgs['outboundCall']>;
  const { call: name, catalogId: catalog, args } = callFunction;
  const event: ViewerEvent = { event: 'call', surface, call: functionCallId, name, catalog, args };
  const [wire] = dialect.encodeEvent(event, fold, NOW).wire;
  const sent = isObject(wire) ? wire.callAgentFunction : undefined;
  compareSubset(sent, { functionCallId: expected.correlatedCallId as string }, 'the call that is sent');
  const decoded = dialect.decode(inboundResponse as Json, fold, 'agent');
  expect(decoded.issues).toEqual([]);
  const answer = decoded.ok ? returnIn(decoded.value) : undefined;
  expect({ call: answer?.call, value: answer?.value }).toEqual({
    call: expected.correlatedCallId,
    value: expected.result,
  });
}

function returnIn({ body }: NewEntry): ReturnOp | undefined {
  return body.find((part): part is ReturnOp => 'op' in part && part.op === 'return');
}

function registered({ functionMetadata = {} }: RpcArgs, expected: JsonObject) {
  const functions = Object.entries(functionMetadata).map(([name, metadata]) => [name, declare(metadata, expected)]);
  return REGISTERED.map((id) => defineCatalog({ id, components: {}, functions: Object.fromEntries(functions) }));
}

function declare(metadata: JsonObject, expected: JsonObject): FunctionDeclaration {
  const callers = own(CALLERS, String(metadata.allowedCallers));
  const response = isObject(expected.response) ? expected.response.rendererFunctionResponse : undefined;
  return {
    args: {},
    openArgs: true,
    returns: 'any',
    ...(callers === undefined ? {} : { callers }),
    ...(metadata.requiresUserActivation === true ? { gesture: true } : {}),
    run: () => {
      if (!isObject(response) || response.value === undefined) throw new Error('the case expects no value');
      return { ok: true, value: response.value, issues: [] };
    },
  };
}

/** Codes are compared, words are not. */
function withoutWording(value: Json): Json {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'message');
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutWording(part)]));
}
