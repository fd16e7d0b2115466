// The face, put together: the agents of the host as agents of A2A. Cards, calls, and what an agent or the operator
// arranges: the words of the card and the credentials of clients.

import { type Face, type FacePorts, ISSUE_CODES, type JsonObject, type PortClient } from '@vitrine/core/internal';
import { HostError, jsonAnswer, readObject, refusalAnswer, toRefusal } from '@vitrine/face-kit';
import { assertMethod, Calls, versionOf } from './calls.ts';
import { Cards, cardOf03, type Places, writeCard } from './card.ts';
import { Contexts } from './contexts.ts';
import { A2aCredentials } from './credentials.ts';
import { type SetTimer, setTimer } from './deadlines.ts';
import { TurnExecutor } from './executor.ts';
import type { GrpcDoor, GrpcListen } from './grpc/grpc-door.ts';
import { A2A_LIMITS, type A2aLimits } from './limits.ts';
import { MessageHandler } from './message-handler.ts';
import { RecentTasks } from './task-store.ts';
import { A2aTransport } from './transport.ts';

export type A2aFace = Face<Request, Response, never>;

export interface A2aOptions {
  readonly limits?: Partial<A2aLimits>;
  /** Whose card stands at the well-known path. */
  readonly defaultAgent?: string;
  /** Clients on this machine need no credential. */
  readonly isOpen?: boolean;
  /** Serves gRPC too, on a port of its own. */
  readonly grpc?: GrpcListen;
  readonly setTimer?: SetTimer;
}

const CARD = '/.well-known/agent-card.json';
const DEFAULT_AGENT = 'dev';

export function createA2aFace(port: FacePorts, options: A2aOptions = {}): A2aFace {
  return new A2aFaceOnPort(port, options);
}

class A2aFaceOnPort implements A2aFace {
  readonly #port: FacePorts;
  readonly #limits: A2aLimits;
  readonly #options: A2aOptions;
  readonly #cards: Cards;
  readonly #credentials: A2aCredentials;
  readonly #executor: TurnExecutor;
  readonly #calls: Calls;
  readonly #handler: MessageHandler;
  #door: GrpcDoor | undefined;
  #isStopping = false;

  constructor(port: FacePorts, options: A2aOptions) {
    const limits = { ...A2A_LIMITS, ...options.limits };
    const { guessesPerMinute, credentialsPerAgent: maxCredentials } = limits;
    const isOpen = options.isOpen === true;
    const cards = new Cards(port);
    const credentials = new A2aCredentials(port, { maxCredentials, guessesPerMinute, isOpen });
    const contexts = new Contexts(port, limits);
    const tasks = new RecentTasks(limits);
    const shared = { port, limits, contexts, credentials, tasks };
    const executor = new TurnExecutor({ ...shared, setTimer: options.setTimer ?? setTimer });
    this.#port = port;
    this.#options = options;
    this.#limits = limits;
    this.#cards = cards;
    this.#credentials = credentials;
    this.#executor = executor;
    this.#handler = new MessageHandler({ port, executor, tasks });
    this.#calls = new Calls({ ...shared, cards, executor, transport: new A2aTransport(credentials, this.#handler) });
  }

  async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    const isOwn = pathname === CARD || pathname === '/a2a' || pathname.startsWith('/a2a/');
    return isOwn ? this.#answer(request, client, pathname) : undefined;
  }

  async ready(): Promise<void> {
    const { grpc: listen } = this.#options;
    if (listen === undefined) return;
    const { openGrpcDoor } = await import('./grpc/grpc-door.ts');
    this.#door = await openGrpcDoor({
      ...{ listen, port: this.#port, limits: this.#limits, handler: this.#handler },
      ...{ calls: this.#calls, credentials: this.#credentials, defaultAgent: this.#defaultAgent },
      isStopping: () => this.#isStopping,
    });
  }

  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    const closed = this.#door?.close(patienceMs);
    await this.#executor.endAll('The host stops.');
    await closed;
  }

  get #defaultAgent(): string {
    return this.#options.defaultAgent ?? DEFAULT_AGENT;
  }

  async #answer(request: Request, client: PortClient, pathname: string): Promise<Response> {
    try {
      const [, , named, ...rest] = pathname === CARD ? [] : pathname.split('/');
      const agent = named || this.#defaultAgent;
      const path = pathname === CARD ? CARD : `/${rest.join('/')}`;
      if ((await this.#port.identity.agent(agent)) === undefined)
        throw new HostError('VITRINE_AGENT_UNKNOWN', 'There is no such agent.');
      return await this.#route(request, client, agent, path);
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal === undefined) this.#port.transport.failed('a call of A2A met a fault', error);
      return refusalAnswer(refusal ?? new HostError('VITRINE_HOST_FAILED', 'This is a fault of the host.'));
    }
  }

  async #route(request: Request, client: PortClient, agent: string, path: string): Promise<Response> {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && (path === CARD || path === '/')) return this.#card(request, agent);
    if (path === '/card') return this.#saveCard(request, client, agent);
    if (path === '/credentials' || path.startsWith('/credentials/')) return this.#arrange(request, client, agent, path);
    if (this.#isStopping) throw new HostError('VITRINE_STOPPING', 'The host stops.');
    return this.#calls.answer(request, client, agent, path);
  }

  async #card(request: Request, agent: string): Promise<Response> {
    const card = writeCard(await this.#cards.settings(agent), {
      places: this.#placesOf(agent),
      isOpen: this.#options.isOpen === true,
      known: this.#port.sessions.blank().catalogs,
    });
    const isNew = versionOf(request) !== '0.3';
    return jsonAnswer(200, isNew ? card : await cardOf03(card), { vary: 'A2A-Version' });
  }

  #placesOf(agent: string): Places {
    const url = new URL(`${this.#port.transport.publicUrl()}/a2a/${agent}`);
    if (this.#door === undefined || this.#isStopping) return { url: url.href };
    const address = `${url.hostname}:${this.#door.port}`;
    return { url: url.href, grpc: { address, agent, isDefault: agent === this.#defaultAgent } };
  }

  async #saveCard(request: Request, client: PortClient, agent: string): Promise<Response> {
    assertMethod(request, ['PUT']);
    await this.#credentials.assertMaster(client, agent);
    await this.#cards.save(agent, await this.#read(request));
    return this.#card(request, agent);
  }

  async #arrange(request: Request, client: PortClient, agent: string, path: string): Promise<Response> {
    const id = path.slice('/credentials/'.length);
    assertMethod(request, id === '' ? ['GET', 'POST'] : ['DELETE']);
    await this.#credentials.assertMaster(client, agent);
    if (request.method === 'GET') return jsonAnswer(200, { credentials: await this.#credentials.list(agent) });
    if (request.method === 'POST')
      return jsonAnswer(201, await this.#credentials.add(agent, await this.#read(request)));
    const removal = await this.#credentials.remove(agent, id);
    if (removal === undefined) throw new HostError('VITRINE_PATH_UNKNOWN', 'There is no such credential.');
    if (removal.durable) return jsonAnswer(200, { removed: id });
    const warning = 'VITRINE_REVOCATION_PENDING';
    return jsonAnswer(202, { removed: id, ...removal, warning, message: ISSUE_CODES[warning] });
  }

  async #read(request: Request): Promise<JsonObject> {
    const { bodyBytes: maxLength } = this.#limits;
    return readObject(await this.#port.transport.read(request, maxLength), { bounds: { maxLength } });
  }
}
