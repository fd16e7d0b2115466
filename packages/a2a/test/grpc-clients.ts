// The SDKs' own clients of gRPC, of A2A 1.0 and 0.3, with what a test must see of the metadata.

import { Message, StreamResponse, Task } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  ServiceParameters,
  withA2AExtensions,
} from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { type ChannelCredentials, InterceptingCall, type Interceptor, type Metadata } from '@grpc/grpc-js';
import type { JsonObject } from '@vitrine/core';
import { GrpcTransport } from 'a2a-sdk-0.3/client/grpc';
import { markedPart } from '../src/parts.ts';
import { heardOf, newId, type Stage, type TestClient } from './stage.ts';

export interface Seen {
  /** Of the last answer. */
  metadata: Metadata | undefined;
}

/** Adds metadata to every call, and shows those of the answers. */
export function beside(added: { readonly [name: string]: string }, seen: Seen = { metadata: undefined }): Interceptor {
  return (options, next) =>
    new InterceptingCall(next(options), {
      start: (metadata, listener, start) => {
        for (const [name, value] of Object.entries(added)) metadata.set(name, value);
        start(metadata, {
          ...listener,
          onReceiveMetadata: (received, pass) => {
            seen.metadata = received;
            pass(received);
          },
        });
      },
    });
}

export const bearer = (key: string | undefined): { readonly [name: string]: string } =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** Where the card says that gRPC is spoken. */
export async function grpcPlaces(stage: Stage, agent: string): Promise<readonly JsonObject[]> {
  const { body } = await stage.call('GET', `/a2a/${agent}`, { headers: { 'a2a-version': '1.0' } });
  const places = body.supportedInterfaces as readonly JsonObject[];
  return places.filter(({ protocolBinding }) => protocolBinding === 'GRPC');
}

/** By the card: the SDK finds the port and the tenant there. */
export function sdkClient(
  card: string,
  added: { readonly [name: string]: string } = {},
  seen?: Seen,
  secure?: ChannelCredentials,
): Promise<Client> {
  const factory = new ClientFactory({
    transports: [
      new GrpcTransportFactory({
        grpcCallOptions: { interceptors: [beside(added, seen)] },
        ...(secure === undefined ? {} : { grpcChannelCredentials: secure }),
      }),
    ],
    cardResolver: new DefaultAgentCardResolver({}),
  });
  return factory.createFromUrl(card, '');
}

export const request = (message: JsonObject) => ({
  ...{ tenant: '', metadata: undefined, configuration: undefined },
  message: Message.fromJSON({ messageId: newId(), role: 'ROLE_USER', ...message }),
});

export const asking = (uris: readonly string[]) =>
  uris.length === 0 ? {} : { serviceParameters: ServiceParameters.create(withA2AExtensions(...uris)) };

export async function grpcClient10(
  card: string,
  key?: string,
  added: { readonly [name: string]: string } = {},
  secure?: ChannelCredentials,
): Promise<TestClient> {
  const seen: Seen = { metadata: undefined };
  const client = await sdkClient(card, { ...bearer(key), ...added }, seen, secure);
  const name = 'x-a2a-extensions' in added ? 'x-a2a-extensions' : 'a2a-extensions';
  const echoed = () => seen.metadata?.get(name).join() || null;
  return {
    send: async (message, uris = []) => {
      const answer = await client.sendMessage(request(message), asking(uris));
      return heardOf([('messageId' in answer ? Message.toJSON(answer) : Task.toJSON(answer)) as JsonObject], echoed());
    },
    stream: async (message, uris = []) => {
      const answers: JsonObject[] = [];
      for await (const event of client.sendMessageStream(request(message), asking(uris)))
        answers.push(StreamResponse.toJSON(event) as JsonObject);
      return heardOf(answers, echoed());
    },
  };
}

export function transport03(endpoint: string, added: { readonly [name: string]: string }, seen?: Seen): GrpcTransport {
  return new GrpcTransport({ endpoint, grpcCallOptions: { interceptors: [beside(added, seen)] } });
}

/** 0.3 names no agent: it reaches the default one. */
export function grpcClient03(endpoint: string, key?: string): TestClient {
  const seen: Seen = { metadata: undefined };
  const transport = (uris: readonly string[]) => {
    const asked = uris.length === 0 ? {} : { 'x-a2a-extensions': uris.join(', ') };
    return transport03(endpoint, { ...bearer(key), ...asked }, seen);
  };
  const params = (message: JsonObject) => ({
    message: { kind: 'message', messageId: newId(), role: 'user', ...message } as never,
  });
  const echoed = () => seen.metadata?.get('x-a2a-extensions').join() || null;
  return {
    send: async (message, uris = []) => heardOf([marked(await transport(uris).sendMessage(params(message)))], echoed()),
    stream: async (message, uris = []) => {
      const answers: JsonObject[] = [];
      for await (const event of transport(uris).sendMessageStream(params(message))) answers.push(marked(event));
      return heardOf(answers, echoed());
    },
  };
}

/** There is no MIME type on this wire: a part is known by what it holds. */
function marked(answer: object): JsonObject {
  const { status, ...rest } = answer as { readonly status?: JsonObject };
  const message = status?.message as { readonly parts?: readonly JsonObject[] } | undefined;
  if (message?.parts === undefined) return answer as JsonObject;
  const parts = message.parts.map((part) => (part.kind === 'data' ? markedPart(part.data as JsonObject) : part));
  return { ...rest, status: { ...status, message: { ...message, parts } } } as JsonObject;
}
