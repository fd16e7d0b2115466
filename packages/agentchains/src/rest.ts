// The HTTP calls of the protocol below /api/v4: stream tokens, sessions, consents, health.

import type { JsonObject, PortClient } from '@vitrine/core';
import type { Consent } from './consents.ts';
import {
  answer,
  Refusal,
  readBody,
  refuse,
  refuseMethod,
  tooFast,
  unauthorized,
  unknownSession,
} from './http-answers.ts';
import { API_PREFIX, PROTOCOL_VERSION, SOCKET_PATH } from './limits.ts';
import type { Services } from './services.ts';
import { SlidingWindow } from './sliding-window.ts';
import { tallyOf } from './tally.ts';
import { type Caller, giveToken } from './token-call.ts';
import { keyOfSession, readRecord, type SessionRecord, type TrackedSession } from './tracked-session.ts';

const MOST_ADDRESSES = 10_000;
const CONSENT_TYPE = /^[\w.:-]{1,100}$/;

interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly caller: Caller;
  /** What stands in the path for a session and a kind of consent. */
  readonly session: string;
  readonly type: string;
}

type Route = (call: Call) => Promise<Response>;

export class Rest {
  readonly #services: Services;
  readonly #guesses = new Map<string, SlidingWindow>();
  readonly #routes: readonly (readonly [path: RegExp, methods: { readonly [method: string]: Route }])[];

  constructor(services: Services) {
    this.#services = services;
    const token: Route = (call) => giveToken(this.#services, call);
    this.#routes = [
      [/^\/stream-token$/, { GET: token, POST: token }],
      [/^\/sessions$/, { GET: (call) => this.#list(call) }],
      [/^\/sessions\/([^/]+)$/, { GET: (call) => this.#look(call), DELETE: (call) => this.#close(call) }],
      [/^\/sessions\/([^/]+)\/consents$/, { GET: (call) => this.#consents(call), POST: (call) => this.#agree(call) }],
      [/^\/sessions\/([^/]+)\/consents\/([^/]+)$/, { DELETE: (call) => this.#revoke(call) }],
    ];
  }

  isOwn(request: Request): boolean {
    return new URL(request.url).pathname.startsWith(`${API_PREFIX}/`);
  }

  async answer(request: Request, client: PortClient): Promise<Response> {
    try {
      return await this.#route(request, client);
    } catch (error) {
      if (error instanceof Refusal) return refuse(error);
      const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
      if (typeof code === 'string' && typeof status === 'number' && status < 500)
        return refuse(new Refusal(status, code, (error as Error).message));
      this.#services.port.transport.failed('a call of AgentChains met a fault', error);
      return refuse(new Refusal(500, 'VITRINE_HOST_FAILED', 'This is a fault of the host.'));
    }
  }

  async #route(request: Request, client: PortClient): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice(API_PREFIX.length).replace(/(.)\/$/, '$1');
    if (path === '/health') return request.method === 'GET' ? this.#health() : refuseMethod(['GET']);
    for (const [pattern, methods] of this.#routes) {
      const found = pattern.exec(path);
      if (found === null) continue;
      const route = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
      if (route === undefined) return refuseMethod(Object.keys(methods));
      const [, session = '', type = ''] = found.map(unescaped);
      return route({ request, url, session, type, caller: await this.#identify(request, client) });
    }
    throw new Refusal(404, 'VITRINE_PATH_UNKNOWN', 'There is nothing at this path.');
  }

  async #identify({ headers }: Request, { address, credential }: PortClient): Promise<Caller> {
    if (!headers.has('authorization')) throw unauthorized('VITRINE_CREDENTIAL_MISSING', 'Missing Authorization header');
    if (credential === undefined)
      throw unauthorized('VITRINE_CREDENTIAL_INVALID', 'Authorization header must be: Bearer <token>');
    const { port, tokens } = this.#services;
    const caller = await port.identity.identify(credential).catch(async (error: unknown) => {
      if (await tokens.isOne(credential))
        throw unauthorized('VITRINE_CREDENTIAL_PURPOSE', 'Stream tokens cannot be used for API endpoints');
      const { code } = error as { readonly code?: unknown };
      if (typeof code !== 'string' || !code.startsWith('VITRINE_CREDENTIAL_')) throw error;
      this.#assertGuess(address);
      throw unauthorized(code, 'Invalid or expired token');
    });
    if (caller.role !== 'operator') return caller;
    throw new Refusal(403, 'VITRINE_CREDENTIAL_PURPOSE', 'This is for agents and viewers.');
  }

  /** Whoever guesses waits; whoever comes from the same address with something that holds does not. */
  #assertGuess(address: string): void {
    const { port, limits } = this.#services;
    const now = port.transport.now();
    const guesses = this.#guesses.get(address) ?? new SlidingWindow(limits.guessesPerMinute);
    if (!guesses.take(now)) throw tooFast(guesses.wait(now));
    this.#guesses.delete(address);
    this.#guesses.set(address, guesses);
    for (const oldest of this.#guesses.keys()) {
      if (this.#guesses.size <= MOST_ADDRESSES) return;
      this.#guesses.delete(oldest);
    }
  }

  async #list({ caller, url }: Call): Promise<Response> {
    const { book } = this.#services;
    if (caller.role === 'viewer') {
      const own = book.get(caller.session);
      const rows = own === undefined ? [] : [await this.#row(own.record, own)];
      return answer(200, { sessions: rows, total: rows.length });
    }
    const status = url.searchParams.get('status') ?? 'active';
    if (status !== 'active' && status !== 'closed')
      throw new Refusal(400, 'VITRINE_QUERY_INVALID', 'status is active or closed.');
    const rows =
      status === 'active'
        ? await Promise.all(book.of(caller.agent).map((session) => this.#row(session.record, session)))
        : await Promise.all((await book.ended(caller.agent)).map((record) => this.#row(record, undefined)));
    return answer(200, { sessions: rows, total: rows.length });
  }

  async #look({ caller, session }: Call): Promise<Response> {
    const found = this.#own(caller, session);
    const { surfaces, asks } = await this.#services.port.sessions.view(session);
    return answer(200, {
      ...(await this.#row(found.record, found)),
      capabilities: found.record.capabilities,
      client_info: found.record.info,
      active_components: [...surfaces.keys()],
      pending_inputs: [...asks.keys()],
      consents: (await this.#services.consents.of(session)).map(toJson),
    });
  }

  async #close({ caller, session }: Call): Promise<Response> {
    if (caller.role !== 'agent') throw new Refusal(403, 'VITRINE_CREDENTIAL_PURPOSE', 'Only the agent closes it.');
    const { book, port } = this.#services;
    const found = this.#own(caller, session);
    if (found.record.begun === 'init') await book.end(found, 'closed');
    else {
      await port.sessions.close(session);
      await book.closed(found);
    }
    return answer(200, { status: 'closed', session_id: session });
  }

  async #consents({ caller, session }: Call): Promise<Response> {
    await this.#assertOwn(caller, session);
    const consents = await this.#services.consents.of(session);
    return answer(200, { session_id: session, consents: consents.map(toJson), total: consents.length });
  }

  async #agree({ caller, session, request }: Call): Promise<Response> {
    await this.#assertOwn(caller, session);
    const body = await readBody(this.#services.port, request);
    const { consent_type: type, granted = true } = body;
    if (typeof type !== 'string' || !CONSENT_TYPE.test(type) || typeof granted !== 'boolean')
      throw new Refusal(400, 'VITRINE_BODY_INVALID', 'Send {consent_type, granted?}; a type is a short name.');
    const consent = await this.#services.consents.record(session, type, granted, caller.role);
    if (consent === 'theirs')
      throw new Refusal(403, 'VITRINE_CREDENTIAL_PURPOSE', 'The person took it back, and alone can give it again.');
    if (consent === undefined) throw new Refusal(409, 'VITRINE_LIMIT_ENTRIES', 'The session has too many consents.');
    return answer(201, toJson(consent));
  }

  async #revoke({ caller, session, type }: Call): Promise<Response> {
    await this.#assertOwn(caller, session);
    const consent = await this.#services.consents.revoke(session, type, caller.role);
    if (consent === undefined) throw new Refusal(404, 'VITRINE_PATH_UNKNOWN', 'Consent not found');
    return answer(200, toJson(consent));
  }

  #health(): Response {
    return answer(200, {
      ...{ status: 'ok', protocol: 'a2ui', version: PROTOCOL_VERSION, ws_path: SOCKET_PATH },
      active_sessions: this.#services.book.size,
    });
  }

  /** One of another agent is as one that is not there. */
  #own(caller: Caller, session: string): TrackedSession {
    const found = this.#services.book.get(session);
    const isOwn = caller.role === 'agent' ? found?.record.agent === caller.agent : caller.session === session;
    if (found === undefined || !isOwn) throw unknownSession();
    return found;
  }

  /** Consents can be read and taken back when the session is over. */
  async #assertOwn(caller: Caller, session: string): Promise<void> {
    const record = await this.#services.port.records.read(keyOfSession(session));
    const found = record === undefined ? undefined : readRecord(record.value);
    const isOwn = caller.role === 'agent' ? found?.agent === caller.agent : caller.session === session;
    if (found === undefined || !isOwn) throw unknownSession();
  }

  async #row(record: SessionRecord, live: TrackedSession | undefined): Promise<JsonObject> {
    const { port, limits } = this.#services;
    const { session, agent, user, startedAt, endedAt, end } = record;
    const head = (await port.sessions.find(session))?.seq ?? 0;
    const tally = await tallyOf(port, session, head, limits.endedMs);
    const view = live === undefined ? undefined : await port.sessions.view(session);
    return {
      ...{ session_id: session, agent_id: agent, user_id: user },
      status: live === undefined ? 'closed' : live.holders.size > 0 ? 'active' : 'disconnected',
      ...{ session_started_at: startedAt, session_ended_at: endedAt, ended_by: end },
      active_components: view?.surfaces.size ?? 0,
      pending_inputs: view?.asks.size ?? 0,
      request_count: tally.message_count,
      ...tally,
    };
  }
}

function unescaped(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return '';
  }
}

function toJson({ consent_type, granted, granted_at, revoked_at }: Consent): JsonObject {
  return { consent_type, granted, granted_at, revoked_at };
}
