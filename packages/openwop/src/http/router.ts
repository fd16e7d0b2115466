// From a request to a route: which major its path speaks, who calls, how often. Refusals are told here, once.

import type { JsonObject, PortClient, PortKeyedCall } from '@vitrine/core/internal';
import {
  Guesses,
  type HeaderTable,
  holderOf,
  Idempotency,
  jsonAnswer,
  perMinute,
  Rate,
  refusalAnswer,
  refusalBody,
  toldRefusal,
} from '@vitrine/face-kit';
import type { Major } from '../admission/types.ts';
import { PROTOCOL_VERSIONS } from '../advertisement.ts';
import { findRun, type Route, type Services, type WopCall, type WopCaller } from './call.ts';
import { ENVELOPE_ROUTES } from './envelope-routes.ts';
import { EVENT_ROUTES } from './event-routes.ts';
import { INTERRUPT_ROUTES, lookByToken, readToken, resolveByToken } from './interrupt-routes.ts';
import { answerAnybody, majorOf, WELL_KNOWN } from './open-routes.ts';
import { invalid, inWordsOf, notFound, Refusal, type Reply, WORDS } from './refusal.ts';
import { RUN_ROUTES } from './run-routes.ts';

const OWN = /^\/(?:v1\/(?:runs|interrupts|host\/sample)|runs|interrupts|conformance\/seams|schemas)(?:[/:]|$)/;
const TOKEN = /^\/interrupts\/([^/]+)$/;
const ROUTES: readonly Route[] = [...RUN_ROUTES, ...EVENT_ROUTES, ...ENVELOPE_ROUTES, ...INTERRUPT_ROUTES];

const REPEATED = { 'openwop-idempotent-replay': 'true' };
const MAX_KEY_LENGTH = 200;

export class Router {
  readonly #services: Services;
  readonly #calls: Rate;
  readonly #guesses: Guesses;
  readonly #idempotency: Idempotency<JsonObject & Pick<Reply, 'status' | 'body'>>;

  constructor(services: Services) {
    const { port, settings } = services;
    this.#services = services;
    this.#idempotency = new Idempotency(port.records);
    this.#calls = new Rate(perMinute('calls', settings.callsPerMinute, port.transport));
    this.#guesses = new Guesses(perMinute('guesses', settings.guessesPerMinute, port.transport));
  }

  isOwn(path: string): boolean {
    return path === WELL_KNOWN || OWN.test(path);
  }

  async answer(request: Request, client: PortClient): Promise<Response> {
    // Kept as it was written: the slash in the id of a run is ~2F or %2F, and only a part of the path may be unescaped.
    const url = new URL(request.url);
    let major: Major = url.pathname.startsWith('/v1/') ? 1 : 2;
    try {
      major = majorOf(request, url.pathname);
      const open = answerAnybody(this.#services, request, url.pathname, major);
      if (open !== undefined) return open;
      const reply = await this.#route(request, url, major, client);
      if (!(reply instanceof Response))
        return jsonAnswer(reply.status, reply.body, { ...reply.headers, ...versionOf(major) });
      reply.headers.set('openwop-version', PROTOCOL_VERSIONS[major]);
      return reply;
    } catch (error) {
      const { transport } = this.#services.port;
      const plain = toldRefusal(error, { transport, failed: 'a call of OpenWOP met a fault', words: WORDS });
      const refusal = inWordsOf(major, plain);
      // What was sent may stand in what is said of it.
      const body = transport.redact(refusalBody(refusal)).value;
      return refusalAnswer(refusal, body, versionOf(major));
    }
  }

  async #route(request: Request, url: URL, major: Major, client: PortClient): Promise<Reply | Response> {
    const path = url.pathname.startsWith('/v1/') ? url.pathname.slice('/v1'.length) : url.pathname;
    const token = TOKEN.exec(path)?.[1];
    if (token !== undefined) return this.#token(request, token, client);
    const services = this.#services;
    const seams = client.isNear ? services.seams : undefined;
    const prefix = seams?.prefixes.find((one) => url.pathname.startsWith(one));
    const isSeam = seams !== undefined && prefix !== undefined;
    const routes = isSeam ? seams.routes : ROUTES;
    const there = routes.flatMap((route) => {
      const found = route.path.exec(isSeam ? url.pathname.slice(prefix.length) : path);
      return found === null ? [] : [{ route, params: found.slice(1).map(unescaped) }];
    });
    const found = there.find(({ route }) => route.method === request.method);
    if (there.length === 0) throw notFound('There is nothing at this path.');
    const caller = await this.#identify(client);
    if (found === undefined)
      throw new Refusal(405, 'method_not_allowed', `Use ${there.map(({ route }) => route.method).join(', ')}.`);
    if (caller.role === 'viewer' && found.route.viewers !== true)
      throw new Refusal(403, 'forbidden', 'This is for agents.');
    const about = { services, request, client, url, major, caller, params: found.params };
    const call: WopCall = { ...about, holder: holderOf(caller), text: '', keep: () => undefined };
    // Whose run it is comes before what is said of it.
    if (!isSeam && found.params.length > 0) await findRun(call);
    if (request.method !== 'POST') return found.route.answer(call);
    const text = await this.#read(request);
    const who = caller.role === 'agent' ? [caller.agent] : [caller.session, caller.viewer];
    // A stream has no POST.
    return this.#once(
      keyedCall(request, [...who, url.pathname], text),
      (keep) => found.route.answer({ ...call, text, keep }) as Promise<Reply>,
    );
  }

  async #once(call: PortKeyedCall | undefined, work: (keep: WopCall['keep']) => Promise<Reply>): Promise<Reply> {
    let first: Reply | undefined;
    const { answer, isRepeat } = await this.#idempotency.once(call, async (keep) => {
      first = await work(({ status, body }) => keep({ status, body }));
      return { status: first.status, body: first.body };
    });
    return { ...answer, headers: isRepeat ? REPEATED : (first?.headers ?? {}) };
  }

  #read(request: Request): Promise<string> {
    const { port, settings } = this.#services;
    return port.transport.read(request, settings.bodyBytes);
  }

  /** A credential of its own, so a wrong one is a guess. */
  async #token(request: Request, token: string, { address }: PortClient): Promise<Reply> {
    if (request.method !== 'GET' && request.method !== 'POST')
      throw new Refusal(405, 'method_not_allowed', 'Use GET or POST.');
    this.#calls.assert(address);
    const name = unescaped(token);
    return this.#guesses.watch(address, async () => {
      const { session, interrupt } = await readToken(this.#services, name);
      if (request.method === 'GET') return lookByToken(this.#services, name);
      const text = await this.#read(request);
      // By what the token is for: the token itself would stand readable in the log.
      return this.#once(keyedCall(request, [session, interrupt], text), async (keep) =>
        resolveByToken(this.#services, name, text, keep),
      );
    });
  }

  async #identify(client: PortClient): Promise<WopCaller> {
    const caller = await this.#guesses.identify(this.#services.port.identity, client);
    if (caller.role === 'operator') throw new Refusal(403, 'forbidden', 'This is for agents and viewers.');
    this.#calls.assert(caller.role === 'agent' ? caller.agent : caller.jti);
    return caller;
  }
}

function versionOf(major: Major): HeaderTable {
  return { 'openwop-version': PROTOCOL_VERSIONS[major] };
}

/** Another caller, and another path, is another call: both are of its name. */
function keyedCall(request: Request, name: readonly string[], text: string): PortKeyedCall | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  if (key.length < 1 || key.length > MAX_KEY_LENGTH)
    throw invalid(`Idempotency-Key has 1 to ${MAX_KEY_LENGTH} characters.`);
  return { name: JSON.stringify([...name, key]), content: text };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('The path is not well escaped.');
  }
}
