// gRPC to a remote agent: the SDK's transport over a connection of ours, bounded in size and time as answers of HTTP are.
// Loaded when a card offers nothing else, and not before.

import type { AgentCard, StreamResponse } from '@a2a-js/sdk';
import type { RequestOptions, Transport, TransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { LegacyA2AService } from '@a2a-js/sdk/compat/v0_3/server/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { Client, status } from '@grpc/grpc-js';
import { defined } from '@vitrine/core/internal';
import { RemoteError, remoteErrorIn } from '@vitrine/face-kit';
import { EXTENSION_HEADERS } from '../beside-messages.ts';
import { grpcAddress } from './grpc-address.ts';
import { GrpcChannel } from './grpc-channel.ts';
import type { RemoteGuards } from './remote-limits.ts';

export class GuardedGrpc implements TransportFactory {
  readonly protocolName = 'GRPC';
  readonly #options: RemoteGuards;
  readonly #channels: GrpcChannel[] = [];

  constructor(options: RemoteGuards) {
    this.#options = options;
  }

  async create(place: string, card: AgentCard): Promise<Transport> {
    const { named, limits, tracer } = this.#options;
    const url = grpcAddress(place, named);
    if (url === undefined) throw new RemoteError('address', 'The card names a place for gRPC that is no address.');
    const spoken = card.supportedInterfaces.filter((one) => one.url === place).map((one) => ({ ...one, url: NOWHERE }));
    const made = await new GrpcTransportFactory({ legacyCompat: { enabled: true } }).create(NOWHERE, {
      ...card,
      supportedInterfaces: spoken,
    });
    const service = isOld(made) ? LegacyA2AService : A2AService;
    const channel = new GrpcChannel({ ...this.#options, url, service });
    this.#channels.push(channel);
    const { host } = url;
    const authorization = this.#authorizationFor(url);
    return new GuardedTransport({ made, channel, host, limits, authorization, ...defined({ tracer }) }).methods();
  }

  close(): void {
    for (const channel of this.#channels) channel.close();
  }

  /** To the origin that was given; to another port of its host only where the operator has named that. */
  #authorizationFor(url: URL): string | undefined {
    const { authorization, named } = this.#options;
    if (authorization === undefined) return undefined;
    const allowed = new URL(authorization.origin);
    const isNamed = allowed.hostname === url.hostname && allowed.protocol === url.protocol && named.has(url);
    return allowed.origin === url.origin || isNamed ? authorization.value : undefined;
  }
}

/** The SDK makes a client where it is told to, and takes none: it is told nowhere, and given ours before each call. */
const NOWHERE = 'ipv4:127.0.0.1:1';

function isOld({ protocolVersion }: Transport): boolean {
  return protocolVersion.startsWith('0.');
}

/** What the SDK made, the connection of ours, and what goes over it. */
interface TransportParts extends Pick<RemoteGuards, 'limits' | 'tracer'> {
  readonly made: Transport;
  readonly channel: GrpcChannel;
  readonly host: string;
  readonly authorization: string | undefined;
}

class GuardedTransport {
  readonly #parts: TransportParts;

  constructor(parts: TransportParts) {
    this.#parts = parts;
  }

  /** Those that a client of ours calls: sending, following, asking and canceling. */
  methods(): Transport {
    const { made, limits } = this.#parts;
    const { protocolName, protocolVersion } = made;
    // 0.3 cannot leave the number out, and none would be 0.
    const whole = isOld(made) ? { historyLength: limits.updatesPerTask } : {};
    const methods: Partial<Transport> = {
      ...{ protocolName, protocolVersion },
      sendMessage: (params, options) => this.#call(options, (mine) => made.sendMessage(params, mine)),
      getTask: (params, options) => this.#call(options, (mine) => made.getTask({ ...whole, ...params }, mine)),
      cancelTask: (params, options) => this.#call(options, (mine) => made.cancelTask(params, mine)),
      sendMessageStream: (params, options) => this.#stream(options, (mine) => made.sendMessageStream(params, mine)),
      resubscribeTask: (params, options) => this.#stream(options, (mine) => made.resubscribeTask(params, mine)),
    };
    return methods as Transport;
  }

  async #call<T>(options: RequestOptions | undefined, call: (callOptions: RequestOptions) => Promise<T>): Promise<T> {
    await this.#connect();
    const late = AbortSignal.timeout(this.#parts.limits.answerMs);
    try {
      return await call(this.#with(options, late));
    } catch (error) {
      throw this.#named(error, late);
    }
  }

  /** The time that whoever reads takes does not count. */
  async *#stream(
    options: RequestOptions | undefined,
    open: (callOptions: RequestOptions) => AsyncGenerator<StreamResponse, void, undefined>,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    await this.#connect();
    const { host, limits } = this.#parts;
    const { answerMs, quietMs, streamBytes } = limits;
    const late = new AbortController();
    const alarm = (ms: number) => setTimeout(() => late.abort(), ms);
    let timer = alarm(answerMs);
    let length = 0;
    try {
      for await (const event of open(this.#with(options, late.signal))) {
        clearTimeout(timer);
        length += JSON.stringify(event).length;
        if (length > streamBytes)
          throw new RemoteError('limit', `${host} answers with more than ${streamBytes} bytes.`);
        yield event;
        timer = alarm(quietMs);
      }
    } catch (error) {
      throw this.#named(error, late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A break is silence; what the agent itself says stays the SDK's error. */
  #named(error: unknown, late: AbortSignal): unknown {
    const { channel, host } = this.#parts;
    const named = late.aborted
      ? new RemoteError('silence', `${host} does not answer in time.`)
      : failureOf(error, host);
    // How long to wait before the next attempt is known elsewhere: gRPC itself would refuse to try for a while.
    if (named instanceof RemoteError && named.reason === 'silence') channel.close();
    return named;
  }

  async #connect(): Promise<void> {
    const made = this.#parts.made as Transport & { grpcClient?: unknown };
    if (!(made.grpcClient instanceof Client)) throw new Error('The SDK keeps its client of gRPC elsewhere.');
    const client = await this.#parts.channel.client();
    if (made.grpcClient === client) return;
    made.grpcClient.close();
    made.grpcClient = client;
  }

  /** The form is asked for under both names, as over HTTP. */
  #with(options: RequestOptions | undefined, late: AbortSignal): RequestOptions {
    const { authorization, tracer } = this.#parts;
    const headers = Object.entries(options?.serviceParameters ?? {});
    const asked = headers.find(([name]) => EXTENSION_HEADERS.includes(name.toLowerCase()))?.[1];
    const serviceParameters = {
      ...options?.serviceParameters,
      ...(asked === undefined ? {} : Object.fromEntries(EXTENSION_HEADERS.map((name) => [name, asked]))),
      ...defined({ authorization, traceparent: tracer?.current() }),
    };
    const signal = options?.signal === undefined ? late : AbortSignal.any([options.signal, late]);
    return { ...options, signal, serviceParameters };
  }
}

/** Said by what stands before the agent, and passing: to be tried again, not to be believed. */
const PASSING: readonly (number | undefined)[] = [
  status.UNAVAILABLE,
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
];

function failureOf(error: unknown, host: string): unknown {
  if (remoteErrorIn(error) !== undefined) return error;
  const { cause } = error as { readonly cause?: { readonly code?: number; readonly details?: string } };
  const { code, details = '' } = cause ?? {};
  if (/^Received message larger than max/.test(details))
    return new RemoteError('limit', `${host} answers with more than one message of gRPC may have.`, error);
  const isBroken = PASSING.includes(code) || (code === status.INTERNAL && /RST_STREAM/.test(details));
  return isBroken ? new RemoteError('silence', `${host} cannot be reached (${status[code as status]}).`, error) : error;
}
