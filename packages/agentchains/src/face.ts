// The face, put together: its socket, its tokens, its HTTP calls, and the one clock that ends what is over.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  defined,
  type Face,
  type FacePorts,
  issue,
  type Op,
  type PortClient,
  type PortGuard,
  readTraceparent,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { DueRecords, type EverySecond, everySecond, Guesses, perMinute } from '@vitrine/face-kit';
import { type WebSocket, WebSocketServer } from 'ws';
import { SocketSession } from './connection.ts';
import { Consents } from './consents.ts';
import { AgentchainsError, toRpcError } from './errors.ts';
import { isSocketPath, refuseHandshake, tokenOf } from './handshake.ts';
import { AGENTCHAINS_LIMITS, type AgentchainsLimits, SUBPROTOCOL, tokenMinutesOf } from './limits.ts';
import { forgetEnded } from './pruning.ts';
import { Rest } from './rest.ts';
import type { AgentchainsServices } from './services.ts';
import { SessionRegistry } from './session-registry.ts';
import { type StreamToken, StreamTokens } from './stream-tokens.ts';

export type AgentchainsFace = Face<Request, Response, [incoming: IncomingMessage, socket: Duplex, head: Buffer]>;

export interface AgentchainsOptions {
  readonly limits?: Partial<AgentchainsLimits>;
  readonly everySecond?: EverySecond;
}

export function createAgentchainsFace(port: FacePorts, options: AgentchainsOptions = {}): AgentchainsFace {
  return new AgentchainsFaceOnPort(port, options);
}

class AgentchainsFaceOnPort implements AgentchainsFace {
  readonly #services: AgentchainsServices;
  readonly #rest: Rest;
  readonly #ended: DueRecords;
  readonly #server: WebSocketServer;
  readonly #open = new Set<SocketSession>();
  readonly #ready: Promise<void>;
  readonly #ends: (() => void)[];
  #isTicking = false;
  #isStopping = false;

  constructor(port: FacePorts, options: AgentchainsOptions) {
    const minutes = tokenMinutesOf(process.env.STREAM_TOKEN_EXPIRE_MINUTES);
    const limits = {
      ...AGENTCHAINS_LIMITS,
      ...defined({ tokenMinutes: minutes }),
      ...options.limits,
    };
    this.#services = {
      ...{ port, limits },
      consents: new Consents(port),
      book: new SessionRegistry(port, this.#open, limits),
      tokens: new StreamTokens(port.identity, limits.tokenMinutes),
      guesses: new Guesses(perMinute('guesses', limits.guessesPerMinute, port.transport)),
    };
    const { book } = this.#services;
    port.sessions.guard(guardPayload((session) => book.get(session) !== undefined, limits.messageBytes));
    this.#rest = new Rest(this.#services);
    this.#ended = new DueRecords(port, (record) => forgetEnded(this.#services, record));
    this.#server = createServer(limits);
    this.#ready = this.#load();
    // Whoever comes is told; nobody may wait for it.
    this.#ready.catch((error: unknown) =>
      port.transport.failed('the sessions of AgentChains could not be read', error),
    );
    this.#ends = [
      (options.everySecond ?? everySecond)(() => this.#tick()),
      port.identity.onRevoked(() => this.#endRevoked()),
    ];
  }

  /** Before, every question and form of the host would be refused: whether it is consented to is not known yet. */
  ready(): Promise<void> {
    return this.#ready;
  }

  async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
    if (!this.#rest.isOwn(request)) return undefined;
    await this.#ready;
    return this.#rest.answer(request, client);
  }

  upgrade(client: PortClient, incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!isSocketPath(incoming.url)) return false;
    this.#admit(client, incoming).then(
      (token) => this.#accept(incoming, socket, head, token),
      (error: unknown) => {
        const { transport } = this.#services.port;
        refuseHandshake(socket, toRpcError(error, transport, 'a handshake of AgentChains met a fault'));
      },
    );
    return true;
  }

  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    this.#services.book.stop();
    this.#ended.stop();
    for (const end of this.#ends) end();
    for (const connection of this.#open) connection.close(1001, 'The host stops');
    const gone = Promise.all([...this.#open].map((connection) => connection.gone));
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
    for (const connection of this.#open) connection.terminate();
  }

  /** In one pass: there is a record of every session of a month. */
  async #load(): Promise<void> {
    const { port, consents, book } = this.#services;
    for await (const record of port.records.list()) {
      consents.load(record);
      await book.load(record);
    }
    consents.loaded();
  }

  /** The token, whether it still holds, and whether there is room for what it would open. */
  async #admit(client: PortClient, incoming: IncomingMessage): Promise<StreamToken> {
    const { tokens, book, limits, guesses } = this.#services;
    if (this.#isStopping) throw new AgentchainsError('internal', 'The host stops.');
    await this.#ready;
    const presented = tokenOf(client, incoming);
    // Who brings none has not guessed.
    const look = () => tokens.read(presented);
    const token = await (presented === undefined ? look() : guesses.watch(client.address, look));
    if (!tokens.holds(token)) throw new AgentchainsError('auth', 'The stream token was taken back.');
    book.assertRoom(token.agent, token.session);
    const sockets = [...this.#open].filter((connection) => connection.token.agent === token.agent).length;
    if (sockets >= limits.socketsPerAgent)
      throw new AgentchainsError('sessions', `The agent has ${sockets} open sockets.`);
    return token;
  }

  #accept(incoming: IncomingMessage, socket: Duplex, head: Buffer, token: StreamToken): void {
    if (this.#isStopping) return refuseHandshake(socket, new AgentchainsError('internal', 'The host stops.'));
    this.#server.handleUpgrade(incoming, socket, head, (opened: WebSocket) => {
      const connection = new SocketSession(opened, socket, token, {
        ...this.#services,
        ...defined({ trace: readTraceparent(incoming.headers.traceparent) }),
      });
      this.#open.add(connection);
      void connection.gone.then(() => this.#open.delete(connection));
      // It may have been taken back since it was looked at, when nobody knew yet whom to tell.
      this.#endRevoked();
    });
  }

  #tick(): void {
    const { port, book } = this.#services;
    const now = port.transport.steadyNow();
    for (const connection of this.#open) connection.tick(now);
    if (this.#isTicking) return;
    this.#isTicking = true;
    void this.#ended.look();
    book
      .tick(now)
      .catch((error: unknown) => this.#isStopping || port.transport.failed('sessions could not be ended', error))
      .finally(() => {
        this.#isTicking = false;
      });
  }

  #endRevoked(): void {
    const { tokens } = this.#services;
    for (const connection of this.#open) if (!tokens.holds(connection.token)) connection.close(4401, 'Auth failed');
  }
}

function createServer({ frameBytes }: AgentchainsLimits): WebSocketServer {
  const server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: frameBytes },
    // A text that is not UTF-8 is answered, and does not close the socket.
    skipUTF8Validation: true,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  server.on('wsClientError', (_, socket) =>
    refuseHandshake(socket, new AgentchainsError('request', 'This is not a WebSocket handshake.'), 400),
  );
  return server;
}

/**
 * The limit of a message for what an agent shows in a session of this protocol (AgentChains A2UI §8.2): what is larger
 * is refused to the agent, because no client would have to take it.
 */
export function guardPayload(isFollowed: (session: string) => boolean, maxBytes: number): PortGuard {
  return (session, body, from) => {
    if (from !== 'agent' || !body.some(isLarge) || !isFollowed(session)) return undefined;
    const bytes = Buffer.byteLength(JSON.stringify(body));
    if (bytes <= maxBytes) return undefined;
    const message = `Payload exceeds maximum size: ${bytes} bytes, and the limit is ${maxBytes}.`;
    return issue('VITRINE_BODY_SIZE', 'error', message);
  };
}

/** Not worth measuring: agents send many tasks, and their words are few. */
const SHORT = 1000;

function isLarge(part: Op | ViewerEvent): boolean {
  return 'op' in part && (part.op !== 'task' || (part.message?.length ?? 0) > SHORT);
}
