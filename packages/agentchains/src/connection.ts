// One socket: frames in, answers out, in their order. The states (AgentChains A2UI §6): connected, active once init was
// said, expired when nothing was said for an hour, closed. What a method does is left to methods.ts.

import { isUtf8 } from 'node:buffer';
import type { Duplex } from 'node:stream';
import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { defined, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import type { WebSocket } from 'ws';
import { type ClientTraits, initResult, readTraits } from './client-traits.ts';
import { UI_INTERACTION } from './consents.ts';
import { AgentchainsError, toRpcError } from './errors.ts';
import { AgentchainsFeed } from './feed.ts';
import { errorText, NO_ID, type ReceivedCall, type RpcMessage, readFrame, resultText } from './json-rpc.ts';
import { METHODS } from './methods.ts';
import type { AgentchainsServices } from './services.ts';
import { SlidingWindow } from './sliding-window.ts';
import { SocketLine } from './socket-line.ts';
import type { StreamToken } from './stream-tokens.ts';
import type { SessionEnd, SessionHolder, TrackedSession } from './tracked-session.ts';

/** A frame that is refused anyway is not read further than this. */
const MAX_REFUSED_BYTES = 64 * 1024;
const CLOSE_CODES = {
  closed: [4410, 'Session closed'],
  revoked: [4401, 'Auth failed'],
  stopping: [1001, 'The host stops'],
} as const;

export class SocketSession implements SessionHolder {
  readonly token: StreamToken;
  readonly #services: AgentchainsServices;
  readonly #line: SocketLine;
  #window: SlidingWindow;
  #session: TrackedSession | undefined;
  /** Those that an init on this socket began and a later one left; they count until it is gone. */
  readonly #former = new Set<TrackedSession>();
  beginning: string | undefined;
  #feed: AgentchainsFeed | undefined;
  #state: 'connected' | 'active' | 'expired' | 'closed' = 'connected';
  /** Done once the frame is answered. */
  #afterwards: (() => void) | undefined;
  #expiredAt = 0;

  /** `trace`: that of the handshake, in which all that it sends is done. */
  constructor(
    socket: WebSocket,
    raw: Duplex,
    token: StreamToken,
    { trace, ...services }: AgentchainsServices & { readonly trace?: string },
  ) {
    const { tracer } = services.port.transport;
    this.token = token;
    this.#services = services;
    this.#window = new SlidingWindow(services.limits.perMinute);
    this.#line = new SocketLine({ socket, raw }, services.limits, services.port.transport.steadyNow(), {
      frame: (data, isBinary) => {
        const handle = (): Promise<void> => this.#handle(data, isBinary);
        return trace === undefined ? handle() : (tracer?.within(trace, handle, true) ?? handle());
      },
      gone: (code) => this.#gone(code),
    });
  }

  get gone(): Promise<void> {
    return this.#line.gone;
  }

  get sessions(): readonly string[] {
    const held = [...this.#all].filter(({ holders }) => holders.has(this)).map(({ id }) => id);
    return this.beginning === undefined ? held : [...held, this.beginning];
  }

  get #all(): readonly TrackedSession[] {
    return this.#session === undefined ? [...this.#former] : [...this.#former, this.#session];
  }

  /** A place is free. Where nothing was said for too long, whoever asks next is told so and only then closed. */
  over(session: TrackedSession, why: SessionEnd): void {
    const isExpired = this.#state === 'active' && this.#session === session && why === 'timeout';
    if (this.#former.delete(session) || isExpired) this.#services.book.leave(session, this, false);
    if (!isExpired) return;
    this.#state = 'expired';
    this.#expiredAt = this.#services.port.transport.steadyNow();
    this.#feed?.leave();
  }

  displaced(session: TrackedSession): void {
    this.#former.delete(session);
    if (this.#session === session) this.close(4409, 'Session resumed elsewhere');
  }

  close(code: number, reason: string): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#feed?.leave();
    this.#line.close(code, reason);
  }

  terminate(): void {
    this.#line.terminate();
  }

  /** Once a second. */
  tick(now: number): void {
    const { limits, port } = this.#services;
    if (this.#state === 'expired' && now - this.#expiredAt > limits.inactiveMs) this.close(4408, 'Session expired');
    if (this.token.from !== undefined && port.identity.now() >= this.token.expiresAt) this.close(4401, 'Auth failed');
    this.#line.pulse(now);
  }

  /** Never rejects. */
  async #handle(data: Buffer, isBinary: boolean): Promise<void> {
    if (this.#state === 'closed') return;
    const { isBatch, messages } = this.#read(data, isBinary);
    const texts: string[] = [];
    for (const message of messages) {
      const text = await this.#answer(message);
      if (text !== undefined) texts.push(text);
    }
    if (texts.length > 0) {
      const frames = this.#services.port.transport.frames([isBatch ? `[${texts.join(',')}]` : (texts[0] as string)]);
      // Whoever asks and does not read the answers is not read either.
      if (!this.#line.write(frames)) await new Promise<void>((resolve) => this.#line.onceDrained(resolve));
    }
    const afterwards = this.#afterwards;
    this.#afterwards = undefined;
    if (this.#line.isOpen) afterwards?.();
  }

  #read(data: Buffer, isBinary: boolean): ReturnType<typeof readFrame> {
    const { messageBytes, perMinute } = this.#services.limits;
    const wrong = (error: AgentchainsError) => ({
      isBatch: false,
      messages: [{ kind: 'wrong', error, id: NO_ID } as const],
    });
    if (data.byteLength > messageBytes)
      return wrong(new AgentchainsError('size', `The maximum is ${messageBytes} bytes.`));
    if (isBinary || !isUtf8(data))
      return wrong(new AgentchainsError('parse', 'A message is JSON in a text frame, in UTF-8.'));
    const isRefused =
      data.byteLength > MAX_REFUSED_BYTES && this.#window.wait(this.#services.port.transport.steadyNow()) > 0;
    return isRefused ? wrong(new AgentchainsError('rate')) : readFrame(data.toString('utf8'), perMinute);
  }

  /** Undefined: it is not answered. */
  async #answer(message: RpcMessage): Promise<string | undefined> {
    if (message.kind === 'answer') {
      this.#window.take(this.#services.port.transport.steadyNow());
      return undefined;
    }
    const { id } = message.kind === 'call' ? message.call : message;
    try {
      this.#assertAlive();
      this.#assertPace();
      if (message.kind === 'wrong') throw message.error;
      const result = await this.#call(message.call);
      return id === undefined ? undefined : resultText(id, result);
    } catch (error) {
      const { transport } = this.#services.port;
      const failure = toRpcError(error, transport, 'a message of an AgentChains client met a fault');
      return id === undefined ? undefined : errorText(id, failure);
    }
  }

  #assertAlive(): void {
    const { port, limits, book } = this.#services;
    const session = this.#session;
    if (
      this.#state === 'active' &&
      session !== undefined &&
      port.transport.steadyNow() - session.lastAt > limits.inactiveMs
    )
      book.inBackground(book.end(session, 'timeout'));
    if (this.#state !== 'expired') return;
    this.#then(() => this.close(4408, 'Session expired'));
    throw new AgentchainsError('expired');
  }

  #assertPace(): void {
    const now = this.#services.port.transport.steadyNow();
    if (!this.#window.take(now)) {
      const seconds = Math.ceil(this.#window.wait(now) / 1000);
      throw new AgentchainsError('rate', undefined, { retry_after: seconds });
    }
    if (this.#session !== undefined) this.#session.lastAt = now;
  }

  async #call({ method, params }: ReceivedCall): Promise<JsonObject> {
    if (method === 'a2ui.init') return this.#init(params);
    const session = this.#session?.id;
    if (session === undefined) throw new AgentchainsError('session', 'No active session. Call a2ui.init first.');
    if (params.session_id !== undefined && params.session_id !== session)
      throw new AgentchainsError('session', 'The session_id is not that of this connection.');
    if (method === 'ping') return {};
    const act = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (act === undefined) throw new AgentchainsError('method', quote(method).slice(1, -1));
    const tell = (messages: readonly Json[]): void => this.#then(() => this.#tell(messages));
    return act(this.#services, { session, viewer: this.token.viewer, tell }, params);
  }

  #then(run: () => void): void {
    const before = this.#afterwards;
    this.#afterwards = () => {
      before?.();
      run();
    };
  }

  #tell(messages: readonly Json[]): void {
    this.#line.write(this.#services.port.transport.frames(messages.map((message) => JSON.stringify(message))));
  }

  async #init(params: JsonObject): Promise<JsonObject> {
    const { port, book, consents, limits } = this.#services;
    const { agent, viewer } = this.token;
    if (params.agent_id !== undefined && params.agent_id !== null && params.agent_id !== agent)
      throw new AgentchainsError('params', 'agent_id is not the agent of the stream token.');
    const traits = readTraits(params);
    const wanted = params.session_id ?? undefined;
    if (wanted !== undefined && typeof wanted !== 'string')
      throw new AgentchainsError('params', 'session_id is a text.');
    try {
      const { session, isResumed } = await book.begin(this, traits, wanted);
      const hello = { viewer, catalogs: [agentchains.id] };
      const viewport = defined({ viewport: traits.viewport });
      try {
        await port.sessions.join(session.id, { ...hello, ...viewport });
        await consents.imply(session.id, UI_INTERACTION);
      } catch (error) {
        book.leave(session, this, !isResumed);
        throw error;
      }
      this.#take(session);
      this.#then(() => this.#show(session, traits));
      return initResult(session.id, isResumed, limits);
    } finally {
      this.beginning = undefined;
    }
  }

  /** Goes over to a session; what came before counts in it as well. */
  #take(session: TrackedSession): void {
    if (!this.#line.isOpen || !session.holders.has(this)) {
      this.#services.book.leave(session, this, false);
      throw new AgentchainsError('session', 'It was taken up on another connection.');
    }
    if (this.#session !== undefined) this.#former.add(this.#session);
    this.#former.delete(session);
    this.#feed?.leave();
    this.#session = session;
    session.window.absorb(this.#window);
    this.#window = session.window;
    this.#state = 'active';
  }

  /** Behind the answer to init: a client learns its session before anything is shown. */
  #show(session: TrackedSession, { can }: ClientTraits): void {
    const { port, book } = this.#services;
    const feed = new AgentchainsFeed({
      ...{ viewer: this.token.viewer, wire: this.#line, capabilities: can, frames: port.transport.frames },
      onFrame: () => {
        session.lastAt = port.transport.steadyNow();
      },
      lost: (losses) => book.inBackground(book.tellLosses(session, losses)),
      ended: (reason) => this.#ended(reason),
    });
    this.#feed = feed;
    feed.start(port, session.id).catch((error: unknown) => {
      toRpcError(error, port.transport, 'a session could not be shown');
      this.close(1011, 'Internal error');
    });
  }

  #ended(reason: 'closed' | 'stopping' | 'revoked'): void {
    const { book } = this.#services;
    if (this.#session !== undefined && reason === 'closed') book.inBackground(book.end(this.#session, 'closed'));
    const [code, words] = CLOSE_CODES[reason];
    this.close(code, words);
  }

  /** Whoever says goodbye is gone; whoever breaks off may come back. */
  #gone(code: number): void {
    const { port, book } = this.#services;
    const isOver = code === 1000 || code === 1005;
    this.#state = 'closed';
    this.#feed?.leave();
    for (const session of this.#all) {
      book.leave(session, this, isOver || session !== this.#session);
      if (!session.isHeldWith(this.token.jti))
        port.sessions.leave(session.id, this.token.viewer).catch(() => undefined);
    }
  }
}
