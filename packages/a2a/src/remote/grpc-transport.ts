// gRPC to a remote agent: the SDK's transport over a connection of ours, bounded in size and time as answers of HTTP are.
// Loaded when a card offers nothing else, and not before.

import type { AgentCard, StreamResponse } from '@a2a-js/sdk';
import type { RequestOptions, Transport, TransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { LegacyA2AService } from '@a2a-js/sdk/compat/v0_3/server/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { Client } from '@grpc/grpc-js';
import { EXTENSION_HEADERS } from '../beside-messages.ts';
import { grpcAddress } from './grpc-address.ts';
import { type Bounds, boundedCall, boundedStream } from './grpc-bounds.ts';
import { GrpcChannel } from './grpc-channel.ts';
import type { GuardOptions } from './guarded-fetch.ts';
import { RemoteError } from './remote-error.ts';

export class GuardedGrpc implements TransportFactory {
  readonly protocolName = 'GRPC';
  readonly #options: GuardOptions;
  readonly #channels: GrpcChannel[] = [];

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  async create(place: string, card: AgentCard): Promise<Transport> {
    const { named, limits } = this.#options;
    const url = grpcAddress(place, named);
    if (url === undefined) throw new RemoteError('address', 'The card names a place for gRPC that is no address.');
    const spoken = card.supportedInterfaces.filter((one) => one.url === place).map((one) => ({ ...one, url: NOWHERE }));
    const made = await new GrpcTransportFactory({ legacyCompat: { enabled: true } }).create(NOWHERE, {
      ...card,
      supportedInterfaces: spoken,
    });
    const isOld = made.protocolVersion.startsWith('0.');
    const channel = new GrpcChannel({ ...this.#options, url, service: isOld ? LegacyA2AService : A2AService });
    this.#channels.push(channel);
    return new GuardedTransport(made, channel, { host: url.host, limits }, isOld, this.#authorizationFor(url));
  }

  close(): void {
    for (const channel of this.#channels) channel.close();
  }

  /** To the origin that was given; to another port of its host only where the operator has named that. */
  #authorizationFor(url: URL): string | undefined {
    const { authorization, named } = this.#options;
    if (authorization === undefined) return undefined;
    const given = new URL(authorization.origin);
    const isNamed = given.hostname === url.hostname && given.protocol === url.protocol && named.has(url);
    return given.origin === url.origin || isNamed ? authorization.value : undefined;
  }
}

/** The SDK makes a client where it is told to, and takes none: it is told nowhere, and given ours before each call. */
const NOWHERE = 'ipv4:127.0.0.1:1';

class GuardedTransport implements Transport {
  readonly #made: Transport;
  readonly #channel: GrpcChannel;
  readonly #bounds: Bounds;
  readonly #isOld: boolean;
  readonly #authorization: string | undefined;

  constructor(
    made: Transport,
    channel: GrpcChannel,
    bounds: Bounds,
    isOld: boolean,
    authorization: string | undefined,
  ) {
    this.#made = made;
    this.#channel = channel;
    this.#bounds = bounds;
    this.#isOld = isOld;
    this.#authorization = authorization;
  }

  get protocolName(): string {
    return this.#made.protocolName;
  }

  get protocolVersion(): string {
    return this.#made.protocolVersion;
  }

  sendMessage: Transport['sendMessage'] = (params, options) =>
    this.#call(options, (made, given) => made.sendMessage(params, given));
  getTask: Transport['getTask'] = (params, options) => {
    // 0.3 cannot leave the number out, and none would be 0.
    const whole = this.#isOld ? { historyLength: this.#bounds.limits.updatesPerTask, ...params } : params;
    return this.#call(options, (made, given) => made.getTask(whole, given));
  };
  cancelTask: Transport['cancelTask'] = (params, options) =>
    this.#call(options, (made, given) => made.cancelTask(params, given));
  listTasks: Transport['listTasks'] = (params, options) =>
    this.#call(options, (made, given) => made.listTasks(params, given));
  getExtendedAgentCard: Transport['getExtendedAgentCard'] = (params, options) =>
    this.#call(options, (made, given) => made.getExtendedAgentCard(params, given));
  createTaskPushNotificationConfig: Transport['createTaskPushNotificationConfig'] = (params, options) =>
    this.#call(options, (made, given) => made.createTaskPushNotificationConfig(params, given));
  getTaskPushNotificationConfig: Transport['getTaskPushNotificationConfig'] = (params, options) =>
    this.#call(options, (made, given) => made.getTaskPushNotificationConfig(params, given));
  listTaskPushNotificationConfig: Transport['listTaskPushNotificationConfig'] = (params, options) =>
    this.#call(options, (made, given) => made.listTaskPushNotificationConfig(params, given));
  deleteTaskPushNotificationConfig: Transport['deleteTaskPushNotificationConfig'] = (params, options) =>
    this.#call(options, (made, given) => made.deleteTaskPushNotificationConfig(params, given));

  sendMessageStream: Transport['sendMessageStream'] = (params, options) =>
    this.#stream(options, (made, given) => made.sendMessageStream(params, given));
  resubscribeTask: Transport['resubscribeTask'] = (params, options) =>
    this.#stream(options, (made, given) => made.resubscribeTask(params, given));

  async #call<T>(
    options: RequestOptions | undefined,
    call: (made: Transport, given: RequestOptions) => Promise<T>,
  ): Promise<T> {
    const made = await this.#connected();
    try {
      return await boundedCall(this.#bounds, options?.signal, (signal) => call(made, this.#with(options, signal)));
    } catch (error) {
      throw this.#broken(error);
    }
  }

  async *#stream(
    options: RequestOptions | undefined,
    open: (made: Transport, given: RequestOptions) => AsyncGenerator<StreamResponse, void, undefined>,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const made = await this.#connected();
    const events = boundedStream(this.#bounds, options?.signal, (signal) => open(made, this.#with(options, signal)));
    try {
      yield* events;
    } catch (error) {
      throw this.#broken(error);
    }
  }

  /** How long to wait before the next attempt is known elsewhere: gRPC itself would refuse to try for a while. */
  #broken(error: unknown): unknown {
    if (error instanceof RemoteError && error.reason === 'silence') this.#channel.close();
    return error;
  }

  async #connected(): Promise<Transport> {
    const made = this.#made as Transport & { grpcClient?: unknown };
    if (!(made.grpcClient instanceof Client)) throw new Error('The SDK keeps its client of gRPC elsewhere.');
    const client = await this.#channel.client();
    if (made.grpcClient !== client) {
      made.grpcClient.close();
      made.grpcClient = client;
    }
    return made;
  }

  /** The form is asked for under both names, as over HTTP. */
  #with(options: RequestOptions | undefined, signal: AbortSignal): RequestOptions {
    const given = Object.entries(options?.serviceParameters ?? {});
    const asked = given.find(([name]) => EXTENSION_HEADERS.includes(name.toLowerCase()))?.[1];
    const serviceParameters = {
      ...options?.serviceParameters,
      ...(asked === undefined ? {} : Object.fromEntries(EXTENSION_HEADERS.map((name) => [name, asked]))),
      ...(this.#authorization === undefined ? {} : { authorization: this.#authorization }),
    };
    return { ...options, signal, serviceParameters };
  }
}
