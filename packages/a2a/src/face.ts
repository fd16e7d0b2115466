// The face, put together: the agents of the host as agents of A2A. Cards, calls, and what an agent or the operator
// arranges: the words of the card and the credentials of clients.

import type { Face, FacePorts, JsonObject, PortClient, PortRevoked } from '@vitrine/core';
import { Calls, versionOf } from './calls.ts';
import { Cards, type Places, writeCard } from './card.ts';
import { Contexts } from './contexts.ts';
import { Credentials, type Principal } from './credentials.ts';
import { type Later, later } from './deadlines.ts';
import { TurnExecutor } from './executor.ts';
import type { GrpcDoor, GrpcListen } from './grpc/grpc-door.ts';
import { answer, assertMethod, parseObject, Refusal, refusalIn, refuse } from './http-answers.ts';
import { A2A_LIMITS, type A2aLimits } from './limits.ts';
import { MessageHandler } from './message-handler.ts';
import { Repeats } from './repeats.ts';
import { cardOf03 } from './sdk-card.ts';
import { RecentTasks } from './task-store.ts';
import { Transport } from './transport.ts';

export type A2aFace = Face<Request, Response, never>;

export interface A2aOptions {
  readonly limits?: Partial<A2aLimits>;
  /** Whose card stands at the well-known path. */
  readonly defaultAgent?: string;
  /** Clients on this machine need no credential. */
  readonly isOpen?: boolean;
  /** Serves gRPC too, on a port of its own. */
  readonly grpc?: GrpcListen;
  readonly later?: Later;
}

const CARD = '/.well-known/agent-card.json';
const DEFAULT_AGENT = 'dev';

export function createA2aFace(port: FacePorts, options: A2aOptions = {}): A2aFace {
  return new FaceOnPort(port, options);
}

class FaceOnPort implements A2aFace {
  readonly #port: FacePorts;
  readonly #limits: A2aLimits;
  readonly #options: A2aOptions;
  readonly #cards: Cards;
  readonly #credentials: Credentials;
  readonly #executor: TurnExecutor;
  readonly #calls: Calls;
  readonly #handler: MessageHandler;
  readonly #forgetRevoked: () => void;
  #door: GrpcDoor | undefined;
  #isStopping = false;

  constructor(port: FacePorts, options: A2aOptions) {
    const limits = { ...A2A_LIMITS, ...options.limits };
    const cards = new Cards(port);
    const credentials = new Credentials(port, { most: limits.credentialsPerAgent, isOpen: options.isOpen === true });
    const shared = { port, limits, later: options.later ?? later };
    const contexts = new Contexts(port);
    const tasks = new RecentTasks(limits);
    const repeats = new Repeats(limits);
    const executor = new TurnExecutor({ ...shared, contexts, tasks });
    this.#port = port;
    this.#options = options;
    this.#limits = limits;
    this.#cards = cards;
    this.#credentials = credentials;
    this.#executor = executor;
    this.#handler = new MessageHandler({ executor, tasks, repeats });
    const transport = new Transport(this.#handler);
    this.#calls = new Calls({ port, cards, contexts, credentials, executor, transport, tasks, repeats, limits });
    this.#forgetRevoked = port.identity.onRevoked((what) => this.#revoke(what));
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
    this.#forgetRevoked();
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
        throw new Refusal(404, 'VITRINE_AGENT_UNKNOWN', 'There is no such agent.');
      return await this.#route(request, client, agent, path);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal !== undefined) return refuse(refusal);
      this.#port.transport.failed('a call of A2A met a fault', error);
      return refuse(new Refusal(500, 'VITRINE_HOST_FAILED', 'This is a fault of the host.'));
    }
  }

  async #route(request: Request, client: PortClient, agent: string, path: string): Promise<Response> {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && (path === CARD || path === '/')) return this.#card(request, agent);
    if (path === '/card') return this.#saveCard(request, client, agent);
    if (path === '/credentials' || path.startsWith('/credentials/')) return this.#arrange(request, client, agent, path);
    if (this.#isStopping) throw new Refusal(503, 'VITRINE_STOPPING', 'The host stops.');
    return this.#calls.answer(request, client, agent, path);
  }

  async #card(request: Request, agent: string): Promise<Response> {
    const card = writeCard(await this.#cards.settings(agent), {
      places: this.#placesOf(agent),
      isOpen: this.#options.isOpen === true,
      known: this.#port.sessions.blank().catalogs,
    });
    const isNew = versionOf(request) !== '0.3';
    return answer(200, isNew ? card : await cardOf03(card), { vary: 'A2A-Version' });
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
    if (request.method === 'GET') return answer(200, { credentials: await this.#credentials.list(agent) });
    if (request.method === 'POST') return answer(201, await this.#credentials.add(agent, await this.#read(request)));
    const lost = await this.#credentials.remove(agent, id);
    if (lost === undefined) throw new Refusal(404, 'VITRINE_PATH_UNKNOWN', 'There is no such credential.');
    await this.#executor.endAll(TAKEN_BACK, (call) => call.agent === agent && call.principal.id === lost);
    return answer(200, { removed: id });
  }

  async #read(request: Request): Promise<JsonObject> {
    return parseObject(await this.#port.transport.read(request, this.#limits.bodyBytes));
  }

  /** Nobody calls here with the key of the agent: a rotation ends nothing. */
  #revoke(what: PortRevoked): void {
    if ('agent' in what && what.keyOnly === true) return;
    const hasLost = ({
      agent,
      principal: { session, jti, grant },
    }: {
      agent: string;
      principal: Principal;
    }): boolean => {
      if ('keys' in what) return grant !== undefined && !this.#port.identity.holds(grant);
      if ('agent' in what) return agent === what.agent;
      return session === what.session && (what.jti === undefined || what.jti === jti);
    };
    const ended = this.#executor.endAll(TAKEN_BACK, hasLost);
    ended.catch((error: unknown) => this.#port.transport.failed('calls of A2A could not be ended', error));
  }
}

const TAKEN_BACK = 'The credential was taken back.';
