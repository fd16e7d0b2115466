// A call of gRPC as one of the methods that JSON-RPC has: the same agent, caller, form and limits as over HTTP, read from
// metadata in the place of headers. Bytes are made JSON, and JSON bytes, in steps.

import { once } from 'node:events';
import { VersionNotSupportedError } from '@a2a-js/sdk/errors';
import {
  Metadata,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { defined, type JsonObject, readTraceparent, type Steps, traced } from '@vitrine/core/internal';
import { HostError, nextTurn, type ProtoMessage, Slices, takeSeat, writeMessageSteps } from '@vitrine/face-kit';
import type { A2aCall } from '../call.ts';
import { type A2aServices, type Calls, versionOf } from '../calls.ts';
import type { A2aVersion } from '../parts.ts';
import { rawToJsonSteps } from '../raw-json.ts';
import { echoOf, errorIn, LAST_WORDS_MS, type RpcAnswer } from '../transport.ts';
import { endedBy, grpcError } from './grpc-status.ts';
import { type GrpcMethod, grpcMethod } from './proto-messages.ts';
import { readMessageSteps } from './proto-reader.ts';

export interface GrpcServices extends A2aServices {
  readonly calls: Calls;
  readonly isStopping: () => boolean;
}

type Unary = ServerUnaryCall<Buffer, Buffer>;
type Streaming = ServerWritableStream<Buffer, Buffer>;

export class GrpcCalls {
  readonly #services: GrpcServices;

  constructor(services: GrpcServices) {
    this.#services = services;
  }

  /** Each method of a service. */
  serve(version: A2aVersion, definition: ServiceDefinition): UntypedServiceImplementation {
    const { transport } = this.#services.port;
    const methods = Object.entries(definition).map(([name, { path, responseStream }]) => {
      const method = grpcMethod(version, path);
      const single = (grpc: Unary, answer: sendUnaryData<Buffer>) =>
        this.#traced(method, grpc, () => this.#single(version, method, grpc)).then(
          (bytes) => answer(null, bytes),
          (error: unknown) => answer(grpcError(error, transport)),
        );
      const stream = (grpc: Streaming) =>
        this.#traced(method, grpc, () => this.#stream(version, method, grpc)).catch((error: unknown) =>
          grpc.emit('error', grpcError(error, transport)),
        );
      return [name, responseStream ? stream : single] as const;
    });
    return Object.fromEntries(methods) as UntypedServiceImplementation;
  }

  /** Part of the trace that the metadata name; those of the answer name the span. */
  #traced<T>({ name }: GrpcMethod, grpc: Unary | Streaming, work: () => Promise<T>): Promise<T> {
    const parent = readTraceparent(grpc.metadata.get('traceparent')[0]);
    const attributes = { 'rpc.system': 'grpc', 'rpc.method': name };
    const options = { kind: 'server', parent, attributes, isBrought: parent !== undefined } as const;
    return traced(this.#services.port.transport.tracer, `grpc ${name}`, options, work);
  }

  async #single(version: A2aVersion, method: GrpcMethod, grpc: Unary): Promise<Buffer> {
    const { call, body } = await this.#enter(version, method, grpc);
    return bytesOf(method.response, (await this.#handle(body, call)) as RpcAnswer);
  }

  /** As a stream over HTTP: it has a seat, ends with its credential, and is written to as fast as it is read. */
  async #stream(version: A2aVersion, method: GrpcMethod, grpc: Streaming): Promise<void> {
    const { call, body } = await this.#enter(version, method, grpc);
    const over = new AbortController();
    const seat = { client: call.client, holder: call.principal.holder, lastWordsMs: LAST_WORDS_MS };
    const leave = takeSeat(this.#services.credentials, seat, (why) => {
      grpc.emit('error', endedBy(why));
      over.abort();
    });
    over.signal.addEventListener('abort', leave);
    grpc.once('cancelled', () => over.abort());
    try {
      const handled = await this.#handle(body, call);
      if (!(Symbol.asyncIterator in handled)) throw errorIn(handled);
      for await (const answered of handled) {
        const bytes = await bytesOf(method.response, answered);
        if (over.signal.aborted || grpc.cancelled) return;
        if (!grpc.write(bytes)) await once(grpc, 'drain', { signal: over.signal }).catch(() => undefined);
      }
      if (!over.signal.aborted) grpc.end();
    } finally {
      over.abort();
    }
  }

  #handle(body: JsonObject, call: A2aCall) {
    return this.#services.calls.transport.handle(body, call, '1.0');
  }

  async #enter(version: A2aVersion, { name, request }: GrpcMethod, grpc: Unary | Streaming) {
    const { port, calls, credentials, defaultAgent, isStopping } = this.#services;
    if (isStopping()) throw new HostError('VITRINE_STOPPING', 'The host stops.');
    const headers = { get: (header: string) => grpc.metadata.get(header).join(',') || null };
    // What was read in the same turn may have taken all of a slice.
    await nextTurn();
    // A2A 1.0 names the agent; 0.3 has no word for it.
    const { tenant, ...params } = await inSlices(readMessageSteps(request, grpc.request));
    const agent = String(tenant || defaultAgent);
    if ((await port.identity.agent(agent)) === undefined)
      throw new HostError('VITRINE_AGENT_UNKNOWN', 'There is no such agent.');
    const client = port.transport.client(addressOf(grpc.getPeer()), headers.get('authorization'));
    const principal = await credentials.identify(client, agent);
    assertVersion(versionOf(headers), version);
    const body = { jsonrpc: '2.0', id: 1, method: name, params };
    const begun = await calls.begin(body, headers, { agent, principal, client, protocol: version });
    const { call } = begun;
    // Said of every call when it is over, however it ended.
    grpc.once('cancelled', call.reader.leave);
    if (grpc.cancelled) call.reader.leave();
    grpc.sendMetadata(metadataOf({ ...echoOf(call), ...defined({ traceparent: port.transport.tracer?.current() }) }));
    return begun;
  }
}

/** What travelled as one text is JSON again. */
async function bytesOf(message: ProtoMessage, answered: RpcAnswer): Promise<Buffer> {
  if (answered.error !== undefined) throw errorIn(answered);
  return inSlices(writeSteps(message, (answered.result ?? {}) as object));
}

function* writeSteps(message: ProtoMessage, result: object): Steps<Buffer> {
  const json = yield* rawToJsonSteps(result);
  return yield* writeMessageSteps(message, json as JsonObject);
}

function inSlices<T>(steps: Steps<T>): Promise<T> {
  return new Slices().takeAll(steps);
}

function assertVersion(asked: string, version: A2aVersion): void {
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
