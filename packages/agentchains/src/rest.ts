// The HTTP calls of the protocol below /api/v4: stream tokens, sessions, consents, health.

import { defined, type JsonObject, type PortClient } from '@vitrine/core/internal';
import {
  HostError,
  invalidBody,
  jsonAnswer,
  pageOf,
  Refusal,
  type RefusalWords,
  readPage,
  refusalAnswer,
  toldRefusal,
  toRefusal,
} from '@vitrine/face-kit';
import type { Consent } from './consents.ts';
import { API_PREFIX, PROTOCOL_VERSION, SOCKET_PATH } from './limits.ts';
import { bodyOf, readBody, unknownSession, WORDS } from './refusal.ts';
import type { AgentchainsServices } from './services.ts';
import { tallyOf } from './tally.ts';
import { giveToken, type TokenCaller } from './token-call.ts';
import { keyOfSession, readRecord, type SessionRecord, type TrackedSession } from './tracked-session.ts';

const MAX_PAGE = 1000;
const CONSENT_TYPE = /^[\w.:-]{1,100}$/;
const TOKEN_WORDS: RefusalWords = { 'VITRINE_CREDENTIAL_*': { status: 401, message: 'Invalid or expired token' } };

interface RestCall {
  readonly request: Request;
  readonly url: URL;
  readonly caller: TokenCaller;
  /** What stands in the path for a session and a kind of consent. */
  readonly session: string;
  readonly type: string;
}

type RestRoute = (call: RestCall) => Promise<Response>;

export class Rest {
  readonly #services: AgentchainsServices;
  readonly #routes: readonly (readonly [path: RegExp, methods: { readonly [method: string]: RestRoute }])[];

  constructor(services: AgentchainsServices) {
    this.#services = services;
    const token: RestRoute = (call) => giveToken(this.#services, call);
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
      const { transport } = this.#services.port;
      const refusal = toldRefusal(error, { transport, failed: 'a call of AgentChains met a fault', words: WORDS });
      return refusalAnswer(refusal, bodyOf(refusal));
    }
  }

  async #route(request: Request, client: PortClient): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice(API_PREFIX.length).replace(/(.)\/$/, '$1');
    if (path === '/health') return this.#health(request);
    for (const [pattern, methods] of this.#routes) {
      const found = pattern.exec(path);
      if (found === null) continue;
      const route = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
      if (route === undefined) throw methodRefused(Object.keys(methods));
      const [, session = '', type = ''] = found.map(unescaped);
      return route({ request, url, session, type, caller: await this.#identify(request, client) });
    }
    throw new HostError('VITRINE_PATH_UNKNOWN', 'There is nothing at this path.');
  }

  async #identify({ headers }: Request, client: PortClient): Promise<TokenCaller> {
    const { credential } = client;
    if (!headers.has('authorization'))
      throw new HostError('VITRINE_CREDENTIAL_MISSING', 'Missing Authorization header');
    if (credential === undefined)
      throw new HostError('VITRINE_CREDENTIAL_INVALID', 'Authorization header must be: Bearer <token>');
    const { port, tokens, guesses } = this.#services;
    const caller = await guesses.identify(port.identity, client).catch(async (error: unknown) => {
      if (await tokens.isOne(credential))
        throw new Refusal(401, 'VITRINE_CREDENTIAL_PURPOSE', 'Stream tokens cannot be used for API endpoints');
      throw toRefusal(error, TOKEN_WORDS) ?? error;
    });
    if (caller.role !== 'operator') return caller;
    throw forbidden('This is for agents and viewers.');
  }

  async #list({ caller, url }: RestCall): Promise<Response> {
    const page = readPage(url.searchParams, MAX_PAGE);
    const all = await this.#records(caller, url.searchParams.get('status') ?? 'active');
    const { items, next } = await pageOf(all, page, ({ session }) => session);
    const sessions = await Promise.all(items.map((record) => this.#row(record)));
    return jsonAnswer(200, { sessions, total: all.length, ...defined({ next }) });
  }

  async #records(caller: TokenCaller, status: string): Promise<readonly SessionRecord[]> {
    const { book } = this.#services;
    if (caller.role === 'viewer') return [book.get(caller.session)?.record ?? []].flat();
    if (status === 'closed') return book.ended(caller.agent);
    if (status === 'active') return book.of(caller.agent).map(({ record }) => record);
    throw new HostError('VITRINE_QUERY_INVALID', 'status is active or closed.');
  }

  async #look({ caller, session }: RestCall): Promise<Response> {
    const { record } = this.#own(caller, session);
    const { surfaces, asks } = await this.#services.port.sessions.view(session);
    return jsonAnswer(200, {
      ...(await this.#row(record)),
      capabilities: record.capabilities,
      client_info: record.info,
      active_components: [...surfaces.keys()],
      pending_inputs: [...asks.keys()],
      consents: (await this.#services.consents.of(session)).map(toJson),
    });
  }

  async #close({ caller, session }: RestCall): Promise<Response> {
    if (caller.role !== 'agent') throw forbidden('Only the agent closes it.');
    const { book, port } = this.#services;
    const found = this.#own(caller, session);
    if (found.record.begun === 'joined') await port.sessions.close(session);
    await book.end(found, 'closed');
    return jsonAnswer(200, { status: 'closed', session_id: session });
  }

  async #consents({ caller, session }: RestCall): Promise<Response> {
    await this.#assertOwn(caller, session);
    const consents = await this.#services.consents.of(session);
    return jsonAnswer(200, { session_id: session, consents: consents.map(toJson), total: consents.length });
  }

  async #agree({ caller, session, request }: RestCall): Promise<Response> {
    await this.#assertOwn(caller, session);
    const { consent_type: type, granted = true } = await readBody(this.#services.port, request);
    if (typeof type !== 'string' || !CONSENT_TYPE.test(type) || typeof granted !== 'boolean')
      throw invalidBody('Send {consent_type, granted?}; a type is a short name.');
    const consent = await this.#services.consents.record(session, type, granted, caller.role);
    if (consent === 'theirs') throw forbidden('The person took it back, and alone can give it again.');
    if (consent === undefined) throw new Refusal(409, 'VITRINE_LIMIT_ENTRIES', 'The session has too many consents.');
    return jsonAnswer(201, toJson(consent));
  }

  async #revoke({ caller, session, type }: RestCall): Promise<Response> {
    await this.#assertOwn(caller, session);
    const consent = await this.#services.consents.revoke(session, type, caller.role);
    if (consent === undefined) throw new HostError('VITRINE_PATH_UNKNOWN', 'Consent not found');
    return jsonAnswer(200, toJson(consent));
  }

  #health({ method }: Request): Response {
    if (method !== 'GET') throw methodRefused(['GET']);
    return jsonAnswer(200, {
      ...{ status: 'ok', protocol: 'a2ui', version: PROTOCOL_VERSION, ws_path: SOCKET_PATH },
      active_sessions: this.#services.book.size,
    });
  }

  #own(caller: TokenCaller, session: string): TrackedSession {
    const found = this.#services.book.get(session);
    if (found === undefined || !isOwn(caller, found.record)) throw unknownSession();
    return found;
  }

  /** Consents can be read and taken back when the session is over. */
  async #assertOwn(caller: TokenCaller, session: string): Promise<void> {
    const found = readRecord(await this.#services.port.records.read(keyOfSession(session)));
    if (found === undefined || !isOwn(caller, found)) throw unknownSession();
  }

  async #row(record: SessionRecord): Promise<JsonObject> {
    const { port, limits, book } = this.#services;
    const { session, agent, user, startedAt, endedAt, end } = record;
    const live = book.get(session);
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

/** One of another agent is as one that is not there. */
function isOwn(caller: TokenCaller, { agent, session }: SessionRecord): boolean {
  return caller.role === 'agent' ? caller.agent === agent : caller.session === session;
}

function forbidden(message: string): HostError {
  return new HostError('VITRINE_CREDENTIAL_PURPOSE', message);
}

function methodRefused(allowed: readonly string[]): Refusal {
  return new Refusal(405, 'VITRINE_METHOD_REFUSED', 'Method not allowed', undefined, { allow: allowed.join(', ') });
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
