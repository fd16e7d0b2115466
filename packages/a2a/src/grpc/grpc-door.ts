// The gRPC port of the face: the services of A2A 1.0 and 0.3 on one server. Loaded when a host opens the port, and
// not before: a host without it never reads @grpc/grpc-js.

import { LegacyA2AService } from '@a2a-js/sdk/compat/v0_3/server/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { logVerbosity, Server, ServerCredentials, type ServiceDefinition, setLogVerbosity } from '@grpc/grpc-js';
import { GrpcCalls, type GrpcServices } from './grpc-calls.ts';
import { GrpcPortError } from './grpc-port-error.ts';

/** Where to listen. Without a certificate what is sent travels readable. */
export interface GrpcListen {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
}

export interface GrpcDoor {
  readonly port: number;
  /** Takes nothing new; what is open has so long to end. */
  close(patienceMs: number): Promise<void>;
}

/** One who is gone without a word is noticed by this. */
const PULSE_MS = 15_000;
const STREAMS_PER_CONNECTION = 100;
const IDLE_MS = 5 * 60_000;

/** Rejects with a GrpcPortError. */
export async function openGrpcDoor(listen: GrpcListen, services: GrpcServices): Promise<GrpcDoor> {
  const { limits } = services;
  // What fails is told by us, in the log of the host.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server({
    'grpc.max_receive_message_length': limits.bodyBytes,
    'grpc.max_concurrent_streams': STREAMS_PER_CONNECTION,
    'grpc.max_connection_idle_ms': IDLE_MS,
    'grpc.keepalive_time_ms': PULSE_MS,
    'grpc.keepalive_timeout_ms': PULSE_MS,
  });
  const calls = new GrpcCalls(services);
  server.addService(bytesOf(A2AService), calls.serve('1.0', A2AService));
  server.addService(bytesOf(LegacyA2AService), calls.serve('0.3', LegacyA2AService));
  const port = await bind(server, listen);
  return { port, close: (patienceMs) => close(server, patienceMs) };
}

/** Requests and answers as they are on the wire: what they say is read and written in steps. */
function bytesOf(definition: ServiceDefinition): ServiceDefinition {
  const same = (bytes: Buffer): Buffer => bytes;
  const methods = Object.entries(definition).map(
    ([name, method]) => [name, { ...method, requestDeserialize: same, responseSerialize: same }] as const,
  );
  return Object.fromEntries(methods);
}

function bind(server: Server, { host, port, tls }: GrpcListen): Promise<number> {
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }]);
  const name = host.includes(':') ? `[${host}]` : host;
  return new Promise((resolve, reject) => {
    server.bindAsync(`${name}:${port}`, credentials, (error, bound) => {
      if (error === null) return resolve(bound);
      server.forceShutdown();
      reject(new GrpcPortError(host, port, error));
    });
  });
}

function close(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.forceShutdown(), patienceMs);
    server.tryShutdown(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
