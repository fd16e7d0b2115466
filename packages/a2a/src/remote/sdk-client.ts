// The SDK's client for a card, over connections of ours: JSON-RPC and REST where the card has them, else gRPC.

import {
  type Client,
  ClientFactory,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type TransportFactory,
} from '@a2a-js/sdk/client';
import { EXTENSION_HEADERS } from '../beside-messages.ts';
import type { RemoteCard } from './agent-card.ts';
import { isGrpc } from './grpc-address.ts';
import type { GlobalFetch, GuardedFetch, GuardOptions } from './guarded-fetch.ts';

export interface Connected {
  readonly client: Client;
  /** Ends what is open and idle. */
  readonly close: () => void;
}

/** gRPC where there is nothing else: whoever does without it does not load it. */
export async function clientFor({ card }: RemoteCard, guard: GuardedFetch, guards: GuardOptions): Promise<Connected> {
  if (card.supportedInterfaces.every(isGrpc)) {
    const { GuardedGrpc } = await import('./grpc-transport.ts');
    const grpc = new GuardedGrpc(guards);
    guard.close();
    return { client: await factoryOf([grpc]).createFromAgentCard(card), close: () => grpc.close() };
  }
  const options = { fetchImpl: askingTwice(guard.fetch), legacyCompat: { enabled: true } };
  const factory = factoryOf([new JsonRpcTransportFactory(options), new RestTransportFactory(options)]);
  return { client: await factory.createFromAgentCard(card), close: () => guard.close() };
}

/** Every text of A2UI says the older name of the header; the SDK writes that of its version alone. */
function askingTwice(fetch: GlobalFetch): GlobalFetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    const asked = EXTENSION_HEADERS.map((name) => headers.get(name)).find((value) => value !== null);
    for (const name of asked === undefined ? [] : EXTENSION_HEADERS) headers.set(name, asked as string);
    return fetch(input, { ...init, headers });
  };
}

function factoryOf(transports: TransportFactory[]): ClientFactory {
  return new ClientFactory({ transports });
}
