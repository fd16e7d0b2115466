// One request of A2A to the SDK's handlers and back, over fetch: JSON-RPC of 1.0 and 0.3, and REST of 1.0, whose calls were
// made the same methods before (rest-calls.ts).

import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { fromJsonRpcErrorResponse, restStatusFor, toJsonRpcError, toRestErrorBody } from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, JsonRpcTransportHandler, validateVersion } from '@a2a-js/sdk/server';
import type { Json, JsonObject } from '@vitrine/core';
import type { StreamSeats } from '@vitrine/face-kit';
import {
  dataFrame,
  type HeaderTable,
  jsonAnswer,
  jsonTextAnswer,
  openStream,
  pump,
  streamAnswer,
} from '@vitrine/face-kit';
import { type A2aCall, contextOf } from './call.ts';
import type { A2aVersion } from './parts.ts';
import { rawToText } from './raw-json.ts';

type ErrorResponse = Parameters<typeof fromJsonRpcErrorResponse>[0];
export type RpcAnswer = { readonly result?: unknown; readonly error?: unknown };
type Handled = RpcAnswer | AsyncGenerator<RpcAnswer>;

/** A2A 1.0, §14.1. */
const OVER_REST = { 'content-type': 'application/a2a+json; charset=utf-8' };

/** How errors and results leave: inside an envelope, or by themselves. */
export interface AnswerEnvelope {
  readonly id: string | number | null;
  readonly isRest: boolean;
}

/** What is said of the end when a credential or the host ends. */
export const LAST_WORDS_MS = 500;

export class A2aTransport {
  readonly #seats: StreamSeats;
  readonly #handler: A2ARequestHandler;
  readonly #handlers: { readonly [protocol in A2aVersion]: JsonRpcTransportHandler | LegacyJsonRpcTransportHandler };

  constructor(seats: StreamSeats, handler: A2ARequestHandler) {
    this.#seats = seats;
    this.#handler = handler;
    this.#handlers = { '1.0': new JsonRpcTransportHandler(handler), '0.3': new LegacyJsonRpcTransportHandler(handler) };
  }

  async assertVersion(version: string, isRest: boolean): Promise<void> {
    validateVersion(version, await this.#handler.getAgentCard(), isRest ? 'HTTP+JSON' : 'JSONRPC');
  }

  /** `body` is JSON-RPC; REST calls were made such. */
  async answer(request: Request, body: JsonObject, call: A2aCall, wire: AnswerEnvelope): Promise<Response> {
    if (call.isStream) return this.#stream(request, body, call, wire);
    // A single method is answered with one value.
    return single((await this.handle(body, call)) as RpcAnswer, wire, echoOf(call));
  }

  /** `protocol`: whose JSON the body is. */
  handle(body: JsonObject, call: A2aCall, protocol: A2aVersion = call.protocol): Promise<Handled> {
    return this.#handlers[protocol].handle(body, contextOf(call)) as Promise<Handled>;
  }

  /** Nothing is done for somebody who has no seat. */
  async #stream(request: Request, body: JsonObject, call: A2aCall, wire: AnswerEnvelope): Promise<Response> {
    const { client, principal, protocol, reader } = call;
    const seat = { request, client, holder: principal.holder, lastWordsMs: LAST_WORDS_MS };
    const stream = openStream(this.#seats, seat);
    stream.signal.addEventListener('abort', reader.leave);
    const headers = echoOf(call);
    try {
      const handled = await this.handle(body, call);
      if (!(Symbol.asyncIterator in handled)) {
        stream.end();
        return single(handled, wire, headers);
      }
      // Before the first event an error is the whole answer.
      const events = startingWith(await handled.next(), handled);
      const frame = (answered: RpcAnswer): string =>
        dataFrame(rawToText(wire.isRest ? (answered.result as object) : answered));
      pump(stream, events, frame).catch((error: unknown) => {
        stream.write(dataFrame(JSON.stringify(failure(error, protocol, wire))));
        stream.end();
      });
      // A2A 1.0, §9.4: the type alone.
      return streamAnswer(stream, { 'content-type': 'text/event-stream', ...headers });
    } catch (error) {
      stream.end();
      return refuseCall(error, protocol, wire, headers);
    }
  }
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return(undefined);
  }
}

function single(answered: RpcAnswer, wire: AnswerEnvelope, headers: HeaderTable): Response {
  if (!wire.isRest) return jsonTextAnswer(200, rawToText(answered), headers);
  if (answered.error === undefined)
    return jsonTextAnswer(200, rawToText(answered.result as object), { ...headers, ...OVER_REST });
  return refuseCall(errorIn(answered), '1.0', wire, headers);
}

export function errorIn(answered: RpcAnswer): Error {
  return fromJsonRpcErrorResponse(answered as ErrorResponse);
}

/** What is active, told where it was asked for; where that was in the message, in the header of the version. */
export function echoOf({ form, protocol, askedIn }: Pick<A2aCall, 'form' | 'protocol' | 'askedIn'>): HeaderTable {
  if (form === undefined) return {};
  const names = askedIn.length > 0 ? askedIn : [protocol === '0.3' ? 'x-a2a-extensions' : 'a2a-extensions'];
  return Object.fromEntries(names.map((name) => [name, form.uri]));
}

/** An error before or instead of what the SDK answers. */
export function refuseCall(
  error: unknown,
  protocol: string,
  wire: AnswerEnvelope,
  headers: HeaderTable = {},
): Response {
  const body = failure(error, protocol, wire);
  return wire.isRest
    ? jsonAnswer(restStatusFor(error), body, { ...headers, ...OVER_REST })
    : jsonAnswer(200, body, headers);
}

function failure(error: unknown, protocol: string, { id, isRest }: AnswerEnvelope): object {
  if (isRest) return toRestErrorBody(error, restStatusFor(error));
  const mapped =
    protocol === '0.3' ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(error) : toJsonRpcError(error);
  return { jsonrpc: '2.0', id, error: mapped };
}

export function isReading(method: Json | undefined): boolean {
  return method === 'GetTask' || method === 'tasks/get';
}

export function isStreaming(method: Json | undefined): boolean {
  return ['SendStreamingMessage', 'SubscribeToTask', 'message/stream', 'tasks/resubscribe'].includes(String(method));
}
