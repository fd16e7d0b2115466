// The connection of gRPC to a remote agent: to addresses that were judged, and to no other. The name is resolved here
// before each call, so that gRPC itself resolves nothing and a name that changes its mind gains nothing; the certificate
// and `:authority` are those of the name.

import { type Client, credentials, makeGenericClientConstructor, type ServiceDefinition } from '@grpc/grpc-js';
import { bareHost, portOf, RemoteError, resolveJudged, silence } from '@vitrine/face-kit';
import type { RemoteGuards } from './remote-limits.ts';

interface GrpcChannelOptions extends RemoteGuards {
  readonly url: URL;
  readonly service: ServiceDefinition;
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
    const { url, service, limits } = this.#options;
    const secure = url.protocol === 'https:' ? credentials.createSsl() : credentials.createInsecure();
    const Service = makeGenericClientConstructor(service, 'A2A');
    this.#client = new Service(target, secure, {
      'grpc.default_authority': url.host,
      'grpc.ssl_target_name_override': bareHost(url),
      // A proxy of the environment would resolve the name itself.
      'grpc.enable_http_proxy': 0,
      'grpc.service_config_disable_resolution': 1,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.max_receive_message_length': limits.answerBytes,
      'grpc.keepalive_time_ms': PULSE_MS,
    });
    this.#target = target;
    return this.#client;
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
  }

  async #judged(): Promise<string> {
    const { url } = this.#options;
    this.#options.named.assertMayAsk(url);
    const addresses = await resolveJudged(this.#options, url).catch((error: NodeJS.ErrnoException) => {
      throw error instanceof RemoteError ? error : silence(url, error);
    });
    const [{ family }] = addresses;
    const same = addresses.filter((one) => one.family === family).map(({ address }) => address);
    const places = same.sort().map((address) => `${family === 6 ? `[${address}]` : address}:${portOf(url)}`);
    return `ipv${family}:${places}`;
  }
}
