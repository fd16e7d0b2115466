// A call of gRPC before and around the SDK's services: the same agent, caller, form and limits as over HTTP, read from
// metadata in the place of headers. What the SDK's services do with it is theirs.

import { once } from 'node:events';
import { VersionNotSupportedError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import {
  Metadata,
  type MethodDefinition,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { Json, PortEnd, Steps } from '@vitrine/core/internal';
import { HostError, nextTurn, Slices, takeSeat } from '@vitrine/face-kit';
import { type A2aCall, callOf, contextOf } from '../call.ts';
import type { A2aServices, Calls } from '../calls.ts';
import type { A2aVersion } from '../parts.ts';
import { echoOf, LAST_WORDS_MS } from '../transport.ts';
import { AnswerWriter } from './answer-writer.ts';
import { readRequest, tidyRequest } from './grpc-requests.ts';
import { endedBy, type GrpcError, OUR_FAULT, toldOf } from './grpc-status.ts';
import { readRequestSteps } from './request-reader.ts';

export interface GrpcServices extends A2aServices {
  readonly calls: Calls;
  readonly isStopping: () => boolean;
}

/** Until it is read, the request is its bytes; answers are bytes. */
type Unary = ServerUnaryCall<object, Buffer>;
type Streaming = ServerWritableStream<object, Buffer>;
type Method = MethodDefinition<unknown, object>;
type User = { readonly isAuthenticated: true; readonly userName: string; readonly call: A2aCall };

export class GrpcCalls {
  readonly #services: GrpcServices;
  readonly #open = new WeakMap<object, A2aCall>();
  readonly #writers = new WeakMap<A2aCall, AnswerWriter>();

  constructor(services: GrpcServices) {
    this.#services = services;
  }

  /** For the SDK's services: who calls was settled before they run. */
  readonly userBuilder = async (grpc: object): Promise<User> => {
    const call = this.#open.get(grpc) as A2aCall;
    return { isAuthenticated: true, userName: '', call };
  };

  readonly contextBuilder = ({ user }: { readonly user: unknown }): ServerCallContext => contextOf((user as User).call);

  /** A handler of the SDK whose results are marked for the writer of their call. */
  marking(handler: A2ARequestHandler): A2ARequestHandler {
    return new Proxy(handler, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: readonly unknown[]) => {
          const result = method.apply(target, args) as Promise<Json> | AsyncIterable<Json>;
          const context = args.at(-1) as ServerCallContext | undefined;
          // The card, which is nobody's call, is short.
          if (context === undefined) return result;
          const writer = this.#writerOf(callOf(context));
          return Symbol.asyncIterator in result
            ? eachMarked(writer, result)
            : result.then((answer) => inSlices(writer.markSteps(answer)));
        };
      },
    });
  }

  /** Each method of a service of the SDK, with ours before it. */
  around(
    version: A2aVersion,
    definition: ServiceDefinition,
    service: UntypedServiceImplementation,
  ): UntypedServiceImplementation {
    const methods = Object.entries(definition).map(([name, method]) => {
      const run = service[name] as (...args: readonly unknown[]) => unknown;
      const single = (call: Unary, answer: sendUnaryData<Buffer>) =>
        this.#enter(version, method as Method, call, (refusal) => answer(refusal)).then((mayRun) => {
          if (mayRun)
            run(call, (error: GrpcError | null, value: object | null) =>
              error === null ? answer(null, this.#write(method as Method, call, value ?? {})) : answer(error),
            );
        });
      const stream = (call: Streaming) =>
        this.#enter(version, method as Method, call, (refusal) => call.emit('error', refusal)).then(
          (mayRun) => mayRun && run(call),
        );
      return [name, method.responseStream ? stream : single] as const;
    });
    return Object.fromEntries(methods) as UntypedServiceImplementation;
  }

  #writerOf(call: A2aCall): AnswerWriter {
    const writer = this.#writers.get(call) ?? new AnswerWriter(call.protocol);
    this.#writers.set(call, writer);
    return writer;
  }

  #write({ responseSerialize }: Method, grpc: object, answer: object): Buffer {
    const bytes = responseSerialize(answer);
    const call = this.#open.get(grpc);
    return call === undefined ? bytes : this.#writerOf(call).spliced(bytes);
  }

  async #enter(
    version: A2aVersion,
    method: Method,
    grpc: Unary | Streaming,
    refuse: (refusal: GrpcError) => void,
  ): Promise<boolean> {
    try {
      const call = await this.#settle(version, method, grpc);
      this.#open.set(grpc, call);
      if ('write' in grpc) this.#hold(method, grpc, call);
      // Said of every call when it is over, however it ended.
      grpc.once('cancelled', call.reader.leave);
      if (grpc.cancelled) call.reader.leave();
      // The first metadata count: the SDK's own would come after the answer of a single call, and name another key in 0.3.
      grpc.sendMetadata(metadataOf(echoOf(call)));
      return true;
    } catch (error) {
      const refusal = toldOf(error);
      if (refusal === undefined) this.#services.port.transport.failed('a call of A2A over gRPC met a fault', error);
      refuse(refusal ?? OUR_FAULT);
      return false;
    }
  }

  /** As a stream over HTTP: it has a seat, ends with its credential, and is written to as fast as it is read. */
  #hold(method: Method, grpc: Streaming, { client, principal, reader }: A2aCall): void {
    const over = new AbortController();
    const end = (why: PortEnd) => void grpc.emit('error', endedBy(why));
    const seat = { client, holder: principal.holder, lastWordsMs: LAST_WORDS_MS };
    const leave = takeSeat(this.#services.credentials, seat, end);
    grpc.once('cancelled', () => {
      leave();
      over.abort();
    });
    if (grpc.cancelled) leave();
    const write = grpc.write.bind(grpc) as (bytes: Buffer) => boolean;
    grpc.write = (event: object): boolean => {
      // What comes after the last word would throw away what was written before it.
      const hasRoom = grpc.writableEnded || write(this.#write(method, grpc, event));
      if (!hasRoom) reader.room = once(grpc, 'drain', { signal: over.signal }).catch(() => undefined);
      return hasRoom;
    };
  }

  async #settle(version: A2aVersion, asked: Method, grpc: Unary | Streaming): Promise<A2aCall> {
    const { port, calls, credentials, defaultAgent, isStopping } = this.#services;
    if (isStopping()) throw new HostError('VITRINE_STOPPING', 'The host stops.');
    const headers = { get: (name: string) => grpc.metadata.get(name).join(',') || null };
    // What was read in the same turn may have taken all of a slice.
    await nextTurn();
    const isMessage = /\/Send\w*Message$/.test(asked.path);
    const decode = asked.requestDeserialize;
    const request = await inSlices(readRequestSteps(version, grpc.request as Buffer, isMessage, decode));
    grpc.request = request;
    const { agent = defaultAgent, method, params } = readRequest(version, grpc.getPath(), request);
    if ((await port.identity.agent(agent)) === undefined)
      throw new HostError('VITRINE_AGENT_UNKNOWN', 'There is no such agent.');
    const client = port.transport.client(addressOf(grpc.getPeer()), headers.get('authorization'));
    const principal = await credentials.identify(client, agent);
    assertVersion(headers.get('a2a-version'), version);
    await tidyRequest(version, request);
    return calls.open({ method, params, headers }, { agent, principal, client, protocol: version });
  }
}

function inSlices<T>(steps: Steps<T>): Promise<T> {
  return new Slices().takeAll(steps);
}

async function* eachMarked(writer: AnswerWriter, results: AsyncIterable<Json>): AsyncGenerator<Json, void, undefined> {
  for await (const result of results) yield inSlices(writer.markSteps(result));
}

/** A2A 1.0, §3.6: a request that names no version is of 0.3. */
function assertVersion(header: string | null, version: A2aVersion): void {
  const asked = header ?? '0.3';
  if (asked === version) return;
  throw new VersionNotSupportedError(`This is the service of A2A ${version}; ${asked.slice(0, 20)} was asked for.`);
}

function metadataOf(values: { readonly [name: string]: string }): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(values)) metadata.set(name, value);
  return metadata;
}

function addressOf(peer: string): string {
  return peer.replace(/:\d+$/, '');
}
