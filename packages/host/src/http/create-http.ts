// Everything native over HTTP as one function from a request to an answer. Each request goes host name → origin → path
// → credential → rate, then to its route, which reads its body under a limit. Refusals are thrown and told here, once.

import { timingSafeEqual } from 'node:crypto';
import type { Tracer } from '@vitrine/core/internal';
import type { PortClient, ShareRate } from '@vitrine/core/port';
import { guarded, refusalAnswer } from '@vitrine/face-kit';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { assertScope, type Caller, type Credentials } from '../caller.ts';
import { digestOf } from '../credentials/credential-texts.ts';
import { CatchUps } from '../guards/catch-ups.ts';
import { isFromHere, portClient } from '../guards/client-address.ts';
import { Connections } from '../guards/connections.ts';
import { assertNamed, type HostNames } from '../guards/host-names.ts';
import { assertOwnOrigin } from '../guards/origin.ts';
import { HostError, toHostError } from '../host-error.ts';
import type { Sessions } from '../live.ts';
import type { Metrics } from '../metrics.ts';
import { createOperatorActs, type OperatorActs } from '../operator-acts.ts';
import type { HostFace } from '../port.ts';
import type { SignIn } from '../sign-in.ts';
import { Presence } from '../socket/presence.ts';
import { allowOrigin, type Origins, preflight } from './cors.ts';
import { FileQuota } from './file-quota.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { OpenStreams } from './open-streams.ts';
import { fileOf, notFoundPage, type ServedPage } from './page-routes.ts';
import { Query } from './query.ts';
import { RATE_LIMITS, type RateLimits, Rates } from './rates.ts';
import { bodyOf, watchBody } from './request-body.ts';
import type { Client, Exchange, HttpRoute, OpenExchange, OpenRoute } from './route.ts';
import { routesOf } from './routes.ts';
import type { HttpServices } from './services.ts';
import { traceRequest } from './trace-request.ts';

export interface HttpOptions {
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly names: HostNames;
  readonly limits?: Partial<HttpLimits>;
  readonly rates?: Partial<RateLimits>;
  /** Absent: this host counts alone. */
  readonly shareRate?: ShareRate;
  /** Absent: nobody records which call led to which. */
  readonly tracer?: Tracer;
  /** Shared with other transports; absent: a count of its own. */
  readonly connections?: Connections;
  /** Shared with other transports: a viewer may come by two of them. */
  readonly presence?: Presence;
  /** Shared with the faces; absent: one of its own. */
  readonly fileQuota?: FileQuota;
  /** Shared with the faces; absent: its own. */
  readonly streams?: OpenStreams;
  readonly logger: Pick<Logger, 'debug' | 'error' | 'warn'>;
  /** Absent: nobody keeps an audit. */
  readonly audit?: AuditTrail;
  /** Absent: without keys of the host's own. */
  readonly operator?: OperatorActs;
  readonly metrics: Metrics;
  /** Where people reach this host, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly signIn?: SignIn;
  readonly keep?: NonNullable<HttpServices['keep']>;
  readonly alarms?: NonNullable<HttpServices['alarms']>;
  readonly isReady: () => boolean | Promise<boolean>;
  readonly page?: ServedPage;
  /** Opens /metrics beside an operator's token, which ends with the process. */
  readonly metricsToken?: string;
  /** Asked first; they know their own paths and credentials. */
  readonly faces?: readonly Pick<HostFace, 'fetch' | 'framePaths'>[];
  /** Origins of other pages that may call; none by default. */
  readonly origins?: readonly string[];
}

export interface Http {
  /** Never rejects. */
  fetch(request: Request, client: Client): Promise<Response>;
  /** Ends streams and polls; resolves when every call is answered, after so long at the latest. */
  drain(patienceMs: number): Promise<void>;
  /** Ends what is open; from then on only questions about health are answered. */
  stop(): void;
}

/** Travels with one request. */
interface Passage {
  readonly client: PortClient;
  /** The path of its route, for metrics: never one with a name in it. */
  route: string;
}
type Env = { Bindings: Passage };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const CONNECTIONS = { perClient: 1000, total: 10_000 };

export function createHttp(options: HttpOptions): Http {
  const { credentials, metrics, logger } = options;
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const connections = options.connections ?? new Connections(CONNECTIONS);
  const onFailure = (error: unknown) => {
    metrics.count('failures', 1, { in: 'http' });
    logger.error({ err: error }, 'http failed');
  };
  const services: HttpServices = {
    ...options,
    limits,
    onFailure,
    operator: options.operator ?? createOperatorActs(options),
    presence: options.presence ?? new Presence(),
    catchUps: new CatchUps(limits.catchUpsPerViewer),
    fileQuota: options.fileQuota ?? new FileQuota(limits.sessionFileBytes),
    streams: options.streams ?? new OpenStreams({ credentials, connections, limits, metrics }),
  };
  return new HttpPipeline(options, services);
}

class HttpPipeline implements Http {
  readonly #options: HttpOptions;
  readonly #services: HttpServices;
  readonly #origins: Origins;
  readonly #rates: Rates;
  readonly #app: Hono<Env>;
  #isStopping = false;
  #underWay = 0;
  #whenAnswered: (() => void) | undefined;

  constructor(options: HttpOptions, services: HttpServices) {
    this.#options = options;
    this.#services = services;
    this.#origins = new Set(options.origins);
    this.#rates = new Rates({ ...RATE_LIMITS, ...options.rates }, options.metrics, undefined, options.shareRate);
    this.#app = this.#dispatch(routesOf(services, options.page));
  }

  async fetch(request: Request, client: Client): Promise<Response> {
    const { tracer } = this.#options;
    const passage: Passage = {
      client: portClient(client.address, request.headers.get('authorization')),
      route: 'none',
    };
    if (tracer === undefined) return this.#fetch(request, passage);
    return traceRequest(tracer, request, passage, () => this.#fetch(request, passage));
  }

  async #fetch(request: Request, passage: Passage): Promise<Response> {
    const begun = performance.now();
    this.#underWay++;
    const response = await this.#answer(request, passage).catch((error: unknown) => this.#refuse(error));
    if (--this.#underWay === 0) this.#whenAnswered?.();
    allowOrigin(response, request.headers.get('origin'), this.#origins);
    const { metrics, logger } = this.#options;
    const { route } = passage;
    const { status } = response;
    metrics.count('requests', 1, { route, status: String(status) });
    metrics.observe('requestSeconds', (performance.now() - begun) / 1000, { route });
    logger.debug({ method: request.method, route, status }, 'http');
    return response;
  }

  async drain(patienceMs: number): Promise<void> {
    this.#services.streams.stop();
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, patienceMs);
      this.#whenAnswered = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  stop(): void {
    this.#isStopping = true;
    this.#services.streams.stop();
  }

  async #answer(request: Request, passage: Passage): Promise<Response> {
    const { names } = this.#options;
    // A request that was made in this process has no such header.
    const host = request.headers.get('host') ?? new URL(request.url).host;
    assertNamed(names, host);
    const { credential } = passage.client;
    if (credential !== undefined) watchBody(request, this.#options.credentials.watch(credential));
    const origin = request.headers.get('origin') ?? undefined;
    const isListed = origin !== undefined && this.#origins.has(origin);
    if (!isListed && !this.#isOfFrame(request)) assertOwnOrigin(names, origin, host);
    return (
      preflight(request, this.#origins) ?? (await this.#ask(request, passage)) ?? this.#app.fetch(request, passage)
    );
  }

  #isOfFrame({ url, headers }: Request): boolean {
    if (headers.get('origin') !== 'null') return false;
    const { pathname } = new URL(url);
    return (this.#options.faces ?? []).some(({ framePaths = [] }) => framePaths.includes(pathname));
  }

  async #ask(request: Request, passage: Passage): Promise<Response | undefined> {
    for (const face of this.#options.faces ?? []) {
      const answer = await face.fetch?.(request, passage.client);
      if (answer === undefined) continue;
      passage.route = 'face';
      return guarded(answer);
    }
    return undefined;
  }

  #dispatch(routes: readonly HttpRoute[]): Hono<Env> {
    const { page } = this.#options;
    const app = new Hono<Env>();
    for (const path of new Set(routes.map((route) => route.path))) {
      const group = routes.filter((route) => route.path === path);
      for (const route of group) app.on(route.method, path, (context) => this.#enter(route, context));
      const others = METHODS.filter((method) => group.every((route) => route.method !== method));
      // Not by a handler of all methods behind these: with one handler a method, Hono calls it without a chain.
      app.on(others, path, () => refuseMethod(group));
    }
    app.notFound(({ req }) => {
      const file =
        page === undefined || !isReading(req.raw) ? undefined : (fileOf(page, req.path) ?? notFoundPage(page, req.raw));
      if (file === undefined) throw new HostError('VITRINE_PATH_UNKNOWN');
      return file;
    });
    app.onError((error) => {
      throw error;
    });
    return app;
  }

  async #enter(route: HttpRoute, { req, env }: Context<Env>): Promise<Response> {
    env.route = route.path;
    const request = req.raw;
    const exchange: OpenExchange = {
      request,
      body: bodyOf(request),
      client: env.client,
      query: new Query(new URL(request.url).searchParams),
      session: req.param('session') ?? '',
      item: req.param('item') ?? '',
    };
    if (route.roles === 'anyone') {
      if (route.guessable === 'each') this.#rates.assertGuess(env.client.address);
      if (route.isForOperators === true && !isFromHere(request, env.client)) await this.#assertOperator(env.client);
      return route.guessable === 'wrong' ? this.#guess(route, exchange) : route.answer(exchange);
    }
    // Whoever asks for the head alone would open a stream that nobody reads.
    if (request.method === 'HEAD') return refuseMethod([route]);
    if (this.#isStopping) throw new HostError('VITRINE_STOPPING');
    const caller = await this.#identify(env.client);
    if (!route.roles.includes(caller.role)) throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
    assertScope(caller, route.scope ?? (route.method === 'GET' ? 'read' : 'send'));
    this.#rates.assertCaller(caller, exchange.session);
    exchange.query.assertKnown(route.parameters ?? []);
    const answer = await route.answer({ ...exchange, caller } as Exchange);
    if (route.method === 'GET' && exchange.session !== '' && answer.ok)
      this.#options.audit?.noteSeen(caller, exchange.session, route.path);
    return answer;
  }

  async #assertOperator(client: PortClient): Promise<void> {
    const { metricsToken } = this.#options;
    const { credential = '' } = client;
    if (metricsToken !== undefined && timingSafeEqual(digestOf(credential), digestOf(metricsToken))) return;
    const { role } = await this.#identify(client);
    if (role !== 'operator') throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
  }

  async #guess(route: OpenRoute, exchange: OpenExchange): Promise<Response> {
    try {
      return await route.answer(exchange);
    } catch (error) {
      this.#rates.assertGuess(exchange.client.address);
      throw error;
    }
  }

  async #identify({ address, credential }: PortClient): Promise<Caller> {
    try {
      return await this.#options.credentials.identify(credential);
    } catch (error) {
      this.#rates.assertGuess(address);
      throw error;
    }
  }

  #refuse(error: unknown): Response {
    const refusal = toHostError(error);
    if (refusal.status === 500 || refusal.code === 'VITRINE_LOG_FAILED') this.#services.onFailure(error);
    return refusalAnswer(refusal);
  }
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuseMethod(routes: readonly HttpRoute[]): Response {
  const allow = routes.flatMap(({ method, roles }) =>
    method === 'GET' && roles === 'anyone' ? ['GET', 'HEAD'] : [method],
  );
  return refusalAnswer(new HostError('VITRINE_METHOD_REFUSED'), undefined, { allow: allow.join(', ') });
}
