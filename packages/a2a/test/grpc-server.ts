// A remote agent that speaks gRPC alone: the real services of both SDKs on loopback, and its card over HTTP.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard } from '@a2a-js/sdk';
import * as now from '@a2a-js/sdk/server';
import { A2AService, grpcService } from '@a2a-js/sdk/server/grpc';
import { Server, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js';
import type { JsonObject } from '@vitrine/core';
import * as before from 'a2a-sdk-0.3/server';
import * as beforeGrpc from 'a2a-sdk-0.3/server/grpc';
import { type Asked, cardFor, executorBefore, executorNow, type Script, type ServeOptions } from './remote-server.ts';

export interface ServedGrpc {
  /** Of the card. */
  readonly url: string;
  /** Of gRPC: `host:port`. */
  readonly address: string;
  readonly asked: readonly Asked[];
  /** Methods that were called, with the authority that was asked for. */
  readonly calls: readonly { readonly method: string; readonly host: string }[];
  /** Cuts every open connection, and takes new ones. */
  cut(): Promise<void>;
  /** Resolves while it can be reached. */
  up(): Promise<void>;
  close(): Promise<void>;
}

export interface ServeGrpcOptions extends ServeOptions {
  /** How the card writes the place. */
  readonly place?: (address: string) => string;
  readonly tls?: { readonly cert: string; readonly key: string };
}

export async function serveGrpcAgent(options: ServeGrpcOptions): Promise<ServedGrpc> {
  const { place = (address) => address, tls, version } = options;
  const asked: Asked[] = [];
  const calls: { method: string; host: string }[] = [];
  const note = (call: { getPath(): string; getHost(): string }) =>
    calls.push({ method: call.getPath().split('/').at(-1) ?? '', host: call.getHost() });
  const run: Script = (call, say) => {
    asked.push(call);
    return options.script(call, say);
  };
  const open = serviceOf(options, run);
  const secure =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }]);
  let server = new Server();
  let up = Promise.resolve();
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const [definition, service] = open();
      server.addService(definition, service);
      server.bindAsync(`127.0.0.1:${port}`, secure, (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
  const port = await listen(0);
  const address = `127.0.0.1:${port}`;
  const card = grpcCard(options, place(address));
  const cards = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(card)),
  );
  await new Promise<void>((resolve) => cards.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(cards.address() as AddressInfo).port}`,
    address,
    asked,
    calls,
    cut: () => {
      server.forceShutdown();
      server = new Server();
      up = listen(port).then(() => undefined);
      return up;
    },
    up: () => up,
    close: async () => {
      server.forceShutdown();
      cards.closeAllConnections();
      await new Promise((resolve) => cards.close(resolve));
    },
  };

  function grpcCard(given: ServeGrpcOptions, url: string): JsonObject {
    const { url: _, supportedInterfaces: __, ...rest } = cardFor(given, 'http://unused');
    if (version === '0.3') return { ...rest, url, preferredTransport: 'GRPC' };
    const iface = { url, protocolBinding: 'GRPC', protocolVersion: '1.0', tenant: 'trattoria' };
    return { ...rest, supportedInterfaces: [iface] };
  }

  function serviceOf(given: ServeGrpcOptions, script: Script): () => [typeof A2AService, UntypedServiceImplementation] {
    const own = grpcCard(given, 'unused:1');
    if (version === '1.0') {
      const store = given.store ?? new now.InMemoryTaskStore();
      const handler = new now.DefaultRequestHandler(AgentCard.fromJSON(own), store, executorNow(given, script));
      const service = grpcService({
        requestHandler: handler,
        userBuilder: async (call) => {
          note(call);
          return { isAuthenticated: true, userName: 'anyone' };
        },
      });
      return () => [A2AService, service as UntypedServiceImplementation];
    }
    let last: IncomingMessage['headers'] = {};
    const executor = executorBefore(given, script, () => last);
    const handler = new before.DefaultRequestHandler(own as never, new before.InMemoryTaskStore(), executor);
    const service = beforeGrpc.grpcService({
      requestHandler: handler,
      userBuilder: async (call) => {
        note(call);
        last = call.metadata.getMap() as IncomingMessage['headers'];
        return { isAuthenticated: true, userName: '' };
      },
    });
    return () => [beforeGrpc.A2AService as unknown as typeof A2AService, service as UntypedServiceImplementation];
  }
}
