// One request of A2A to the SDK's handlers and back, over fetch: JSON-RPC of 1.0 and 0.3, and the REST paths of 1.0, which
// are the same methods under other names. The SDK's own REST handler wants Express; its JSON-RPC handlers want nothing.

import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  fromJsonRpcErrorResponse,
  RequestMalformedError,
  restStatusFor,
  toJsonRpcError,
  toRestErrorBody,
} from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, JsonRpcTransportHandler, validateVersion } from '@a2a-js/sdk/server';
import { isObject, type Json, type JsonObject } from '@vitrine/core';
import { type Call, contextOf } from './call.ts';
import { answer, streamAnswer } from './http-answers.ts';
import { eventStream } from './sse.ts';

type Answered = { readonly result?: unknown; readonly error?: unknown };
type Handled = Answered | AsyncGenerator<Answered>;

/** How errors and results leave: inside an envelope, or by themselves. */
export interface Wire {
  readonly id: string | number | null;
  readonly isRest: boolean;
}

export class Transport {
  readonly #handler: A2ARequestHandler;
  readonly #now: JsonRpcTransportHandler;
  readonly #old: LegacyJsonRpcTransportHandler;

  constructor(handler: A2ARequestHandler) {
    this.#handler = handler;
    this.#now = new JsonRpcTransportHandler(handler);
    this.#old = new LegacyJsonRpcTransportHandler(handler);
  }

  async assertVersion(version: string, isRest: boolean): Promise<void> {
    validateVersion(version, await this.#handler.getAgentCard(), isRest ? 'HTTP+JSON' : 'JSONRPC');
  }

  /** `body` is JSON-RPC; REST calls were made such. */
  async answer(body: JsonObject, call: Call, wire: Wire): Promise<Response> {
    const { protocol, form } = call;
    const transport = protocol === '0.3' ? this.#old : this.#now;
    const headers: { readonly [name: string]: string } =
      form === undefined ? {} : { [protocol === '0.3' ? 'x-a2a-extensions' : 'a2a-extensions']: form.uri };
    const handled = (await transport.handle(body, contextOf(call))) as Handled;
    if (!(Symbol.asyncIterator in handled)) {
      if (call.isStream) call.leave();
      return this.single(handled, wire, headers);
    }
    const iterator = handled[Symbol.asyncIterator]();
    const failed = (error: unknown) => failure(error, protocol, wire);
    let first: IteratorResult<Answered>;
    try {
      first = await iterator.next();
    } catch (error) {
      call.leave();
      return refuseCall(error, protocol, wire, headers);
    }
    const events: AsyncIterator<object> = wire.isRest ? unwrapped(iterator) : iterator;
    const opening = wire.isRest ? unwrap(first) : first;
    return streamAnswer(eventStream(opening, events, { failed, gone: call.leave }), headers);
  }

  single(answered: Answered, wire: Wire, headers: { readonly [name: string]: string }): Response {
    if (!wire.isRest) return answer(200, answered, headers);
    if (answered.error === undefined) return answer(200, answered.result as object, headers);
    const error = fromJsonRpcErrorResponse(answered as Parameters<typeof fromJsonRpcErrorResponse>[0]);
    return answer(restStatusFor(error), toRestErrorBody(error, restStatusFor(error)), headers);
  }
}

/** An error before or instead of what the SDK answers. */
export function refuseCall(
  error: unknown,
  protocol: string,
  wire: Wire,
  headers: { readonly [name: string]: string } = {},
): Response {
  return answer(wire.isRest ? restStatusFor(error) : 200, failure(error, protocol, wire), headers);
}

function failure(error: unknown, protocol: string, { id, isRest }: Wire): object {
  if (isRest) return toRestErrorBody(error, restStatusFor(error));
  const mapped =
    protocol === '0.3' ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(error) : toJsonRpcError(error);
  return { jsonrpc: '2.0', id, error: mapped };
}

function unwrap(next: IteratorResult<Answered>): IteratorResult<object> {
  return next.done === true ? next : { done: false, value: next.value.result as object };
}

function unwrapped(events: AsyncIterator<Answered>): AsyncIterator<object> {
  return { next: async () => unwrap(await events.next()) };
}

const REST: readonly (readonly [method: string, path: RegExp, call: string])[] = [
  ['POST', /^\/message:send$/, 'SendMessage'],
  ['POST', /^\/message:stream$/, 'SendStreamingMessage'],
  ['GET', /^\/tasks$/, 'ListTasks'],
  ['GET', /^\/tasks\/([^/:]+)$/, 'GetTask'],
  ['POST', /^\/tasks\/([^/:]+):cancel$/, 'CancelTask'],
  ['GET', /^\/tasks\/([^/:]+):subscribe$/, 'SubscribeToTask'],
  ['POST', /^\/tasks\/([^/:]+):subscribe$/, 'SubscribeToTask'],
  ['GET', /^\/extendedAgentCard$/, 'GetExtendedAgentCard'],
];

/** A REST call as JSON-RPC; undefined: there is no such path. */
export function restCall(
  method: string,
  path: string,
  query: URLSearchParams,
  body: Json | undefined,
): JsonObject | undefined {
  for (const [verb, pattern, name] of REST) {
    const found = verb === method ? pattern.exec(path) : null;
    if (found === null) continue;
    if (verb === 'POST' && body !== undefined && !isObject(body))
      throw new RequestMalformedError('The body is an object.');
    const id = found[1] === undefined ? {} : { id: decoded(found[1]) };
    return { jsonrpc: '2.0', id: 1, method: name, params: { ...paramsOf(query), ...(body as JsonObject), ...id } };
  }
  return undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RequestMalformedError('The path is not written as a URL wants it.');
  }
}

const NUMBERS = ['historyLength', 'pageSize'];
const FLAGS = ['includeArtifacts'];

/** In a query everything is text. */
function paramsOf(query: URLSearchParams): JsonObject {
  return Object.fromEntries(
    [...query].map(([key, value]) => [
      key,
      NUMBERS.includes(key) ? Number(value) : FLAGS.includes(key) ? value === 'true' : value,
    ]),
  );
}

export function isReading(method: Json | undefined): boolean {
  return method === 'GetTask' || method === 'tasks/get';
}

export function isStreaming(method: Json | undefined): boolean {
  return ['SendStreamingMessage', 'SubscribeToTask', 'message/stream', 'tasks/resubscribe'].includes(String(method));
}
