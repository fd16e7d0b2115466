// The connection of gRPC to a remote agent: to addresses that were judged, and to no other. The name is resolved here
// before each call, so that gRPC itself resolves nothing and a name that changes its mind gains nothing; the certificate
// and `:authority` are those of the name.

import {
  type ChannelOptions,
  type Client,
  type ClientOptions,
  credentials,
  makeGenericClientConstructor,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import { type Resolve, resolveAll } from './guarded-fetch.ts';
import type { NamedHosts } from './named-hosts.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteLimits } from './remote-limits.ts';

export interface GrpcChannelOptions {
  readonly url: URL;
  readonly service: ServiceDefinition;
  readonly named: NamedHosts;
  readonly limits: RemoteLimits;
  readonly resolve?: Resolve;
}

/** One who is gone without a word is noticed by this. */
const PULSE_MS = 30_000;

export class GrpcChannel {
  readonly #options: GrpcChannelOptions;
  #target = '';
  #client: Client | undefined;

  constructor(options: GrpcChannelOptions) {
    this.#options = options;
  }

  /** Rejects with a RemoteError where the name leads to an address that may not be asked. */
  async client(): Promise<Client> {
    const target = await this.#judged();
    if (this.#client !== undefined && target === this.#target) return this.#client;
    this.close();
    const { url, service } = this.#options;
    const secure = url.protocol === 'https:' ? credentials.createSsl() : credentials.createInsecure();
    const Service = makeGenericClientConstructor(service, 'A2A');
    this.#client = new Service(target, secure, this.#settings() as ClientOptions);
    this.#target = target;
    return this.#client;
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
  }

  async #judged(): Promise<string> {
    const { url, named, resolve = resolveAll } = this.#options;
    named.assertMayAsk(url);
    const addresses = await resolve(url.hostname.replace(/^\[|\]$/g, '')).catch((error: NodeJS.ErrnoException) => {
      throw new RemoteError('silence', `${url.host} cannot be reached (${error.code ?? error.message}).`, error);
    });
    for (const { address } of addresses) named.assertMayConnect(url, address);
    const [first] = addresses;
    if (first === undefined) throw new RemoteError('silence', `${url.hostname} has no address.`);
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    const same = addresses.filter(({ family }) => family === first.family).map(({ address }) => address);
    return first.family === 6
      ? `ipv6:${same.sort().map((address) => `[${address}]:${port}`)}`
      : `ipv4:${same.sort().map((address) => `${address}:${port}`)}`;
  }

  #settings(): ChannelOptions {
    const { url, limits } = this.#options;
    return {
      'grpc.default_authority': url.host,
      'grpc.ssl_target_name_override': url.hostname.replace(/^\[|\]$/g, ''),
      // A proxy of the environment would resolve the name itself.
      'grpc.enable_http_proxy': 0,
      'grpc.service_config_disable_resolution': 1,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.max_receive_message_length': limits.answerBytes,
      'grpc.keepalive_time_ms': PULSE_MS,
    };
  }
}
