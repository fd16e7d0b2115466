// The port: HTTP or HTTPS on Node, requests to one function and upgrades to another. Times and sizes of what comes in
// before a request is a request are limited here; everything after that is left to http/ and socket/.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { refusalAnswer } from '@vitrine/face-kit';
import { clientAddress } from './guards/client-address.ts';
import { Connections } from './guards/connections.ts';
import { bracketed, isLoopback } from './guards/host-names.ts';
import { HostError } from './host-error.ts';
import type { Client } from './http/route.ts';

export interface ListenOptions {
  readonly http: { fetch(request: Request, client: Client): Promise<Response> };
  readonly upgrade: (incoming: IncomingMessage, socket: Duplex, head: Buffer, client: Client) => void;
  readonly host: string;
  /** 0: one that is free. */
  readonly port: number;
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer };
  /** A proxy stands before it, ends TLS and writes X-Forwarded-For. */
  readonly trustProxy?: boolean;
  /** Lets anybody on the way read and change everything. */
  readonly allowPlain?: boolean;
  readonly limits?: Partial<PortLimits>;
}

export interface PortLimits {
  /** Connections from one address. Not counted behind a proxy, from which all of them come. */
  readonly perAddress: number;
  readonly connections: number;
  /** Until all of the head of a request is there; it counts from the start of the connection. */
  readonly headMs: number;
  /** Of a body that is still coming when its request was answered so much is read and thrown away, for so long. */
  readonly discardBytes: number;
  readonly discardMs: number;
}

export const PORT_LIMITS: PortLimits = {
  perAddress: 2000,
  connections: 25_000,
  headMs: 10_000,
  discardBytes: 64 * 1024 * 1024,
  discardMs: 5000,
};

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Of the socket itself, without a slash at the end; people may reach it by another. */
  readonly url: string;
  /** Takes nothing new, waits for what is under way, and ends what is left after so many milliseconds. */
  close(patienceMs: number): Promise<void>;
  /** When nothing more can be asked: no connection is left but those that became WebSockets. For after `close`. */
  drained(): Promise<void>;
}

const DISCARD_CHECK_MS = 100;
const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  requestTimeout: 60_000,
  keepAliveTimeout: 15_000,
};

/** Refuses plain text off loopback unless it is asked for: keys and tokens would travel readable. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { host, port, tls } = options;
  if (tls === undefined && !isLoopback(host) && options.trustProxy !== true && options.allowPlain !== true)
    throw new Error(`Listening on ${host} needs TLS, a proxy that ends it, or to be told that plain text is meant.`);
  const limits = { ...PORT_LIMITS, ...options.limits };
  const server = openServer(limits, tls);
  if (options.trustProxy !== true) boundAddresses(server, limits.perAddress);
  const port0 = new Port(server, options, limits);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    host,
    port: bound,
    url: `${tls === undefined ? 'http' : 'https'}://${bracketed(host)}:${bound}`,
    close: (patienceMs) => port0.close(patienceMs),
    drained: () => port0.drained(),
  };
}

function openServer({ headMs, connections }: PortLimits, tls: ListenOptions['tls']): Server {
  // How often the times are looked at is half of the shortest.
  const options = { ...SERVER_OPTIONS, headersTimeout: headMs, connectionsCheckingInterval: Math.ceil(headMs / 2) };
  const server =
    tls === undefined ? createServer(options) : createSecureServer({ ...options, handshakeTimeout: headMs, ...tls });
  server.maxConnections = connections;
  return server;
}

/** One that is beyond the bound is cut off without a word: to speak to it would cost what it is after. */
function boundAddresses(server: Server, perAddress: number): void {
  const open = new Connections({ perClient: perAddress, total: Number.POSITIVE_INFINITY });
  server.on('connection', (socket) => {
    try {
      socket.once('close', open.open(clientAddress(socket.remoteAddress)));
    } catch {
      socket.destroy();
    }
  });
}

class Port {
  readonly #server: Server;
  readonly #options: ListenOptions;
  /** Node forgets a connection that became a WebSocket. */
  readonly #upgraded = new Set<Duplex>();
  /** All others. */
  readonly #plain = new Set<Duplex>();
  #whenDrained: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  constructor(server: Server, options: ListenOptions, limits: PortLimits) {
    this.#server = server;
    this.#options = options;
    const answer = getRequestListener(
      (request, { incoming }) => options.http.fetch(request, this.#clientOf(incoming as IncomingMessage)),
      {
        overrideGlobalObjects: false,
        autoCleanupIncoming: false,
        errorHandler: () => refusalAnswer(new HostError('VITRINE_HOST_UNKNOWN')),
      },
    );
    server.on('request', (incoming, outgoing) => {
      this.#mind(outgoing);
      discardRest(incoming, outgoing, limits);
      void answer(incoming, outgoing);
    });
    server.on('upgrade', (incoming, socket, head) => this.#upgrade(incoming, socket, head));
    server.on(options.tls === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => {
      this.#plain.add(socket);
      socket.once('close', () => this.#forget(socket));
    });
    server.on('clientError', (error, socket) => refuseRaw(error, socket));
  }

  close(patienceMs: number): Promise<void> {
    this.#closed ??= this.#close(patienceMs);
    return this.#closed;
  }

  async #close(patienceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => {
      this.#server.closeAllConnections();
      for (const socket of this.#upgraded) socket.destroy();
    }, patienceMs);
    await closed;
    clearTimeout(timer);
  }

  drained(): Promise<void> {
    if (this.#plain.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenDrained = resolve;
    });
  }

  #forget(socket: Duplex): void {
    this.#plain.delete(socket);
    if (this.#plain.size === 0) this.#whenDrained?.();
  }

  /** A connection whose last answer went out while the server closes would stay for its keep-alive. */
  #mind(outgoing: ServerResponse): void {
    if (this.#closed !== undefined) outgoing.shouldKeepAlive = false;
    outgoing.once('close', () => {
      if (this.#closed !== undefined) setImmediate(() => this.#server.closeIdleConnections());
    });
  }

  #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#upgraded.add(socket);
    this.#forget(socket);
    socket.once('close', () => this.#upgraded.delete(socket));
    // One that breaks before the other side listens must not end the process.
    socket.on('error', () => socket.destroy());
    if (this.#closed !== undefined) socket.destroy();
    else this.#options.upgrade(incoming, socket, head, this.#clientOf(incoming));
  }

  #clientOf({ socket, headers }: IncomingMessage): Client {
    const forwarded = this.#options.trustProxy === true ? headers['x-forwarded-for'] : undefined;
    // Several headers of this name are joined by Node.
    return { address: clientAddress(socket.remoteAddress, forwarded as string | undefined) };
  }
}

/**
 * A caller that still sends when it is answered reads the answer only if nobody cuts it off: a connection that is closed
 * with bytes unread is reset, and takes the answer with it.
 */
function discardRest(incoming: IncomingMessage, outgoing: ServerResponse, limits: PortLimits): void {
  const { headers } = incoming;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let isLast = false;
  const { writeHead } = outgoing;
  // Node closes right behind the last answer of a connection: here that waits for the rest of the body.
  outgoing.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (!incoming.complete && !outgoing.shouldKeepAlive) {
      isLast = true;
      outgoing.shouldKeepAlive = true;
    }
    return writeHead.apply(outgoing, args);
  }) as typeof writeHead;
  outgoing.once('finish', () => {
    if (isLast) {
      if (incoming.complete) incoming.socket.destroySoon();
      else incoming.once('end', () => incoming.socket.destroySoon());
    }
    if (!incoming.complete && !incoming.destroyed) discard(incoming, limits);
  });
}

function discard(incoming: IncomingMessage, { discardBytes, discardMs }: PortLimits): void {
  const { socket } = incoming;
  const [begunAt, before] = [performance.now(), socket.bytesRead];
  // Counted by the socket: of a body that nobody began to read Node tells nothing.
  let isEnding = false;
  const timer = setInterval(() => {
    if (performance.now() - begunAt <= discardMs && socket.bytesRead - before <= discardBytes) return;
    // What was answered goes out first, unless nobody takes it.
    if (isEnding) socket.destroy();
    else socket.destroySoon();
    isEnding = true;
  }, DISCARD_CHECK_MS).unref();
  incoming.once('close', () => clearInterval(timer));
  // Whoever read the body before has what it wanted, and would hold on to the rest.
  incoming.removeAllListeners('data');
  incoming.resume();
}

/** What is no HTTP, or came too slowly or with too large a head. */
function refuseRaw(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // Not left to the other side, which may never end it.
  socket.once('finish', () => socket.destroy());
  const status = RAW_STATUS[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

const RAW_STATUS: { readonly [code: string]: string } = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
