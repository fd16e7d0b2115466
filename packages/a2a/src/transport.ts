// One request of A2A to the SDK's handlers and back, over fetch: JSON-RPC of 1.0 and 0.3, and REST of 1.0, whose calls were
// made the same methods before (rest-calls.ts).

import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { fromJsonRpcErrorResponse, restStatusFor, toJsonRpcError, toRestErrorBody } from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, JsonRpcTransportHandler, validateVersion } from '@a2a-js/sdk/server';
import type { Json, JsonObject } from '@vitrine/core';
import { type Call, contextOf } from './call.ts';
import { answer, streamAnswer } from './http-answers.ts';
import { eventStream } from './sse.ts';

type ErrorResponse = Parameters<typeof fromJsonRpcErrorResponse>[0];
type Answered = { readonly result?: unknown; readonly error?: unknown };
type Handled = Answered | AsyncGenerator<Answered>;

/** A2A 1.0, §14.1. */
const OVER_REST = { 'content-type': 'application/a2a+json; charset=utf-8' };

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
    const { protocol } = call;
    const transport = protocol === '0.3' ? this.#old : this.#now;
    const headers = echoOf(call);
    const handled = (await transport.handle(body, contextOf(call))) as Handled;
    if (!(Symbol.asyncIterator in handled)) {
      if (call.isStream) call.seat.leave();
      return this.single(handled, wire, headers);
    }
    const iterator = handled[Symbol.asyncIterator]();
    const failed = (error: unknown) => failure(error, protocol, wire);
    let first: IteratorResult<Answered>;
    try {
      first = await iterator.next();
    } catch (error) {
      call.seat.leave();
      return refuseCall(error, protocol, wire, headers);
    }
    const events: AsyncIterator<object> = wire.isRest ? unwrapped(iterator) : iterator;
    const opening = wire.isRest ? unwrap(first) : first;
    return streamAnswer(eventStream(opening, events, { failed, gone: call.seat.leave }), headers);
  }

  single(answered: Answered, wire: Wire, headers: { readonly [name: string]: string }): Response {
    if (!wire.isRest) return answer(200, answered, headers);
    if (answered.error === undefined) return answer(200, answered.result as object, { ...headers, ...OVER_REST });
    return refuseCall(fromJsonRpcErrorResponse(answered as ErrorResponse), '1.0', wire, headers);
  }
}

/** What is active, told where it was asked for; where that was in the message, in the header of the version. */
export function echoOf({ form, protocol, askedIn }: Pick<Call, 'form' | 'protocol' | 'askedIn'>): {
  readonly [name: string]: string;
} {
  if (form === undefined) return {};
  const names = askedIn.length > 0 ? askedIn : [protocol === '0.3' ? 'x-a2a-extensions' : 'a2a-extensions'];
  return Object.fromEntries(names.map((name) => [name, form.uri]));
}

/** An error before or instead of what the SDK answers. */
export function refuseCall(
  error: unknown,
  protocol: string,
  wire: Wire,
  headers: { readonly [name: string]: string } = {},
): Response {
  if (!wire.isRest) return answer(200, failure(error, protocol, wire), headers);
  return answer(restStatusFor(error), failure(error, protocol, wire), { ...headers, ...OVER_REST });
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

export function isReading(method: Json | undefined): boolean {
  return method === 'GetTask' || method === 'tasks/get';
}

export function isStreaming(method: Json | undefined): boolean {
  return ['SendStreamingMessage', 'SubscribeToTask', 'message/stream', 'tasks/resubscribe'].includes(String(method));
}
