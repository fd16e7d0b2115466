// All WebSockets of a host: handshakes, the one clock that keeps them alive, revoked credentials, and the end. A client
// that offers `vitrine.1` hears in a close code why it has no business here, because a browser hides the status of a
// refused handshake from its page; everybody else, and whoever comes too often, gets the status.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ShareRate } from '@vitrine/core/port';
import { Rate, refusalBody, refuseUpgrade } from '@vitrine/face-kit';
import type { WebSocket, WebSocketServer } from 'ws';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { type Caller, type Credentials, hasLost, type Revoked } from '../caller.ts';
import { offeredProtocols } from '../guards/bearer.ts';
import { clientAddress, portClient } from '../guards/client-address.ts';
import { Connections } from '../guards/connections.ts';
import type { HostNames } from '../guards/host-names.ts';
import { HostError } from '../host-error.ts';
import type { Sessions } from '../live.ts';
import type { Metrics } from '../metrics.ts';
import type { HostFace } from '../port.ts';
import { AgentRole } from './agent-role.ts';
import { Connection, type OwnedSocket, type Role } from './connection.ts';
import { type Admitted, admit, assertCalledRightly, assertNoParameters, credentialOf, readPath } from './gate.ts';
import type { Hello } from './hello.ts';
import { createPace } from './pace.ts';
import { Presence } from './presence.ts';
import { createContext, type SocketContext, type SocketLogger } from './socket-context.ts';
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.ts';
import { ViewerRole } from './viewer-role.ts';
import { createWsServer, PROTOCOL } from './ws-server.ts';

export interface SocketsOptions {
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly names: HostNames;
  readonly metrics: Metrics;
  readonly logger: SocketLogger;
  readonly limits?: Partial<SocketLimits>;
  /** Absent: this host counts alone. */
  readonly shareRate?: ShareRate;
  /** Origins of other pages that may connect; none by default. */
  readonly origins?: readonly string[];
  /** Asked first; they know their own paths and credentials. */
  readonly faces?: readonly Pick<HostFace, 'upgrade'>[];
  /** Refuses a frame that comes too fast; absent: paces of its own, by the limits. */
  /** Absent: nobody keeps an audit. */
  readonly audit?: AuditTrail;
  readonly assertPace?: (caller: Caller, session: string) => void;
  /** Shared with other transports; absent: a count of its own, by the limits. */
  readonly connections?: Connections;
  /** Shared with other transports: a viewer may come by two of them. */
  readonly presence?: Presence;
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyNow?: () => number;
  readonly random?: () => number;
  /** Calls once a second until what it returned is called. */
  readonly everySecond?: (run: () => void) => () => void;
}

export interface Sockets {
  /** For the `upgrade` of a server. Absent client: what the socket says. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, client?: { readonly address: string }): void;
  /** Open ones. */
  readonly count: number;
  /** Takes no new ones, answers what was asked, closes all with 1001; who is still there after that is cut off. */
  stop(patienceMs: number): Promise<void>;
}

/** Refusals that a page must be able to tell apart. */
const TOLD_BY_CLOSING: readonly number[] = [4401, 4403, 4404];

export function createSockets(options: SocketsOptions): Sockets {
  return new AllSockets(options);
}

class AllSockets implements Sockets {
  readonly #options: SocketsOptions;
  readonly #context: SocketContext;
  readonly #server: WebSocketServer;
  readonly #open = new Set<Connection>();
  readonly #places: Connections;
  readonly #connects: Rate;
  readonly #endClock: () => void;
  readonly #endRevocations: () => void;
  #isStopping = false;
  #whenEmpty: (() => void) | undefined;

  constructor(options: SocketsOptions) {
    const limits = { ...SOCKET_LIMITS, ...options.limits };
    const steadyNow = options.steadyNow ?? (() => performance.now());
    this.#options = options;
    this.#places =
      options.connections ?? new Connections({ perClient: limits.connectionsPerClient, total: limits.connections });
    this.#connects = new Rate({ ...limits.connect, now: steadyNow });
    this.#context = createContext({
      ...options,
      random: options.random ?? Math.random,
      limits,
      presence: options.presence ?? new Presence(),
      assertPace: options.assertPace ?? createPace(limits, steadyNow, options.metrics, options.shareRate),
      forget: (connection) => this.#forget(connection),
    });
    this.#server = createWsServer(limits);
    this.#endClock = (options.everySecond ?? everySecond)(() => this.#tick());
    this.#endRevocations = options.credentials.onRevoked((what) => this.#revoke(what));
  }

  get count(): number {
    return this.#open.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, client?: { readonly address: string }): void {
    socket.on('error', ignore);
    const address = client?.address ?? clientAddress(request.socket.remoteAddress);
    this.#admit(request, socket, head, address).then(
      (admitted) => {
        if (admitted !== 'elsewhere') this.#accept(request, socket, head, admitted);
      },
      (error: unknown) => this.#refuse(request, socket, head, this.#context.explain(error)),
    );
  }

  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const connection of this.#open) connection.finish(1001, 'VITRINE_STOPPING');
    if (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        this.#whenEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const connection of this.#open) connection.terminate();
    this.#endClock();
    this.#endRevocations();
    this.#countBytes();
  }

  /** Cheap questions first: whoever floods is refused before anything is verified or looked up. */
  async #admit(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string,
  ): Promise<Admitted | 'elsewhere'> {
    if (this.#isStopping) throw new HostError('VITRINE_STOPPING');
    assertCalledRightly(request, this.#options.names, this.#options.origins);
    this.#connects.assert(address);
    socket.once('close', this.#places.open(address));
    const { faces = [] } = this.#options;
    const client = portClient(address, request.headers.authorization);
    if (faces.some((face) => face.upgrade?.(client, request, socket, head) === true)) return 'elsewhere';
    const path = readPath(request.url);
    const admitted = await admit(credentialOf(request), path, this.#options);
    assertNoParameters(request.url);
    if (this.#isStopping) throw new HostError('VITRINE_STOPPING');
    return admitted;
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, admitted: Admitted): void {
    this.#server.handleUpgrade(request, socket, head, (opened: WebSocket) => {
      const connection = new Connection(opened as OwnedSocket, socket, admitted, this.#context, welcome);
      this.#open.add(connection);
      // It may have been taken back since it was looked at, when nobody knew yet whom to tell.
      this.#options.credentials
        .identify(credentialOf(request))
        .catch((error: unknown) => connection.fail(this.#context.explain(error)));
      this.#options.metrics.add('sockets', 1, { role: admitted.caller.role });
      if (admitted.session !== undefined) this.#options.audit?.noteSeen(admitted.caller, admitted.session, 'socket');
    });
  }

  #refuse(request: IncomingMessage, socket: Duplex, head: Buffer, error: HostError): void {
    if (error.code === 'VITRINE_RATE') this.#options.metrics.count('rateRefusals', 1, { by: 'address' });
    const isOurs = offeredProtocols(request.headers['sec-websocket-protocol']).includes(PROTOCOL);
    // A page of somebody else is not even spoken to.
    const isAnswered = isOurs && TOLD_BY_CLOSING.includes(error.closeCode) && isAboutCaller(error);
    if (!isAnswered || this.#isStopping) return refuseUpgrade(socket, error, JSON.stringify(refusalBody(error)));
    this.#server.handleUpgrade(request, socket, head, (opened: WebSocket) => {
      opened.on('error', ignore);
      opened.close(error.closeCode, error.code);
    });
  }

  #tick(): void {
    const now = this.#options.credentials.now();
    this.#context.ticks++;
    for (const connection of this.#open) connection.tick(now);
    this.#countBytes();
  }

  #countBytes(): void {
    if (this.#context.bytesSent > 0)
      this.#options.metrics.count('bytesSent', this.#context.bytesSent, { transport: 'socket' });
    this.#context.bytesSent = 0;
  }

  #revoke(what: Revoked): void {
    const { credentials } = this.#options;
    for (const connection of this.#open)
      if (hasLost(connection.caller, what, credentials)) connection.fail(new HostError('VITRINE_CREDENTIAL_REVOKED'));
  }

  #forget(connection: { readonly caller: Caller }): void {
    if (!this.#open.delete(connection as Connection)) return;
    this.#options.metrics.add('sockets', -1, { role: connection.caller.role });
    if (this.#open.size === 0) this.#whenEmpty?.();
  }
}

function isAboutCaller({ code }: HostError): boolean {
  return code !== 'VITRINE_ORIGIN_REFUSED' && code !== 'VITRINE_HOST_UNKNOWN' && code !== 'VITRINE_PATH_UNKNOWN';
}

function everySecond(run: () => void): () => void {
  const timer = setInterval(run, 1000).unref();
  return () => clearInterval(timer);
}

function ignore(): void {}

/** What hello leads to: the connection gets its role, which welcomes the caller and meets its own errors. */
function welcome(connection: Connection, hello: Hello): Role {
  const { caller, session } = connection;
  if (caller.role === 'agent') {
    const role = new AgentRole(connection, caller.agent, session, hello);
    void role.start();
    return role;
  }
  const role = new ViewerRole(connection, caller, hello);
  void role.start(hello);
  return role;
}
