// The face, put together: the agents of the host as agents of A2A. Cards, calls, and what an agent or the operator
// arranges: the words of the card and the credentials of clients.

import { defined, type Face, type FacePorts, type JsonObject, type PortClient } from '@vitrine/core/internal';
import {
  assertMethod,
  ClientCredentials,
  HostError,
  jsonAnswer,
  readObject,
  refusalAnswer,
  setTimer,
  toldRefusal,
} from '@vitrine/face-kit';
import { type A2aServices, Calls, versionOf } from './calls.ts';
import { cardOf03, readCardSettings, saveCardSettings, writeCard } from './card.ts';
import { Contexts } from './contexts.ts';
import { TurnExecutor } from './executor.ts';
import type { GrpcDoor, GrpcListen } from './grpc/grpc-door.ts';
import { A2A_LIMITS, type A2aBase, type A2aLimits } from './limits.ts';
import { MessageHandler } from './message-handler.ts';
import { RecentTasks } from './task-store.ts';

export type A2aFace = Face<Request, Response, never>;

export interface A2aOptions extends Partial<Pick<A2aBase, 'defaultAgent' | 'isOpen' | 'setTimer'>> {
  readonly limits?: Partial<A2aLimits>;
  /** Serves gRPC too, on a port of its own. */
  readonly grpc?: GrpcListen;
}

const CARD = '/.well-known/agent-card.json';

export function createA2aFace(port: FacePorts, options: A2aOptions = {}): A2aFace {
  return new A2aFaceOnPort(port, options);
}

class A2aFaceOnPort implements A2aFace {
  readonly #services: A2aServices;
  readonly #listen: GrpcListen | undefined;
  readonly #calls: Calls;
  #door: GrpcDoor | undefined;
  #isStopping = false;

  constructor(port: FacePorts, { limits, grpc, ...options }: A2aOptions) {
    const defaults = { defaultAgent: 'dev', isOpen: false, setTimer };
    const base = { port, ...defaults, ...options, limits: { ...A2A_LIMITS, ...limits } };
    const parts = {
      ...base,
      contexts: new Contexts(base),
      credentials: new ClientCredentials({ ...base, protocol: { prefix: 'va_', name: 'A2A', id: 'a2a' } }),
    };
    const tasks = new RecentTasks(base.limits, port.sessions);
    const executor = new TurnExecutor({ ...parts, tasks });
    this.#services = { ...parts, executor, tasks, handler: new MessageHandler(port, executor, tasks) };
    this.#listen = grpc;
    this.#calls = new Calls(this.#services);
  }

  async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    const isOwn = pathname === CARD || pathname === '/a2a' || pathname.startsWith('/a2a/');
    return isOwn ? this.#answer(request, client, pathname) : undefined;
  }

  async ready(): Promise<void> {
    if (this.#listen === undefined) return;
    const { openGrpcDoor } = await import('./grpc/grpc-door.ts');
    const isStopping = () => this.#isStopping;
    this.#door = await openGrpcDoor(this.#listen, { ...this.#services, calls: this.#calls, isStopping });
  }

  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    const closed = this.#door?.close(patienceMs);
    await this.#services.executor.endAll('The host stops.');
    await closed;
  }

  async #answer(request: Request, client: PortClient, pathname: string): Promise<Response> {
    const { identity, transport } = this.#services.port;
    try {
      const [, , named, ...rest] = pathname === CARD ? [] : pathname.split('/');
      const agent = named || this.#services.defaultAgent;
      const path = pathname === CARD ? CARD : `/${rest.join('/')}`;
      if ((await identity.agent(agent)) === undefined)
        throw new HostError('VITRINE_AGENT_UNKNOWN', 'There is no such agent.');
      return await this.#route(request, client, agent, path);
    } catch (error) {
      return refusalAnswer(toldRefusal(error, { transport, failed: 'a call of A2A met a fault' }));
    }
  }

  async #route(request: Request, client: PortClient, agent: string, path: string): Promise<Response> {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && (path === CARD || path === '/')) return this.#card(request, agent);
    if (path === '/card') return this.#saveCard(request, client, agent);
    if (path === '/credentials' || path.startsWith('/credentials/')) {
      const id = path.slice('/credentials/'.length);
      return this.#services.credentials.answer(request, client, {
        agent,
        id,
        maxBytes: this.#services.limits.bodyBytes,
      });
    }
    if (this.#isStopping) throw new HostError('VITRINE_STOPPING', 'The host stops.');
    return this.#calls.answer(request, client, agent, path);
  }

  async #card(request: Request, agent: string): Promise<Response> {
    const { port, isOpen, defaultAgent } = this.#services;
    const url = new URL(`${port.transport.publicUrl()}/a2a/${agent}`);
    const door = this.#isStopping ? undefined : this.#door;
    const grpc = door && { address: `${url.hostname}:${door.port}`, agent, isDefault: agent === defaultAgent };
    const known = port.sessions.blank().catalogs;
    const settings = await readCardSettings(port, agent);
    const card = writeCard(settings, { url: url.href, isOpen, known, ...defined({ grpc }) });
    const isNew = versionOf(request.headers, request.url) !== '0.3';
    return jsonAnswer(200, isNew ? card : await cardOf03(card), { vary: 'A2A-Version' });
  }

  async #saveCard(request: Request, client: PortClient, agent: string): Promise<Response> {
    const { credentials, port } = this.#services;
    assertMethod(request, ['PUT']);
    await credentials.assertMaster(client, agent);
    await saveCardSettings(port, agent, await this.#read(request));
    return this.#card(request, agent);
  }

  async #read(request: Request): Promise<JsonObject> {
    const { port, limits } = this.#services;
    const { bodyBytes: maxLength } = limits;
    return readObject(await port.transport.read(request, maxLength), { bounds: { maxLength } });
  }
}
