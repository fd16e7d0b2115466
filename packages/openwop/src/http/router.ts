// From a request to a route: which major its path speaks, who calls, how often. Refusals are told here, once.

import type { PortClient } from '@vitrine/core';
import type { Major } from '../admission/types.ts';
import { PROTOCOL_VERSIONS } from '../advertisement.ts';
import { SEAM_PREFIXES, SEAM_ROUTES } from '../seams/seam-routes.ts';
import { type Call, type Caller, findRun, type Route, type Services } from './call.ts';
import { ENVELOPE_ROUTES } from './envelope-routes.ts';
import { EVENT_ROUTES } from './event-routes.ts';
import { answerToken, INTERRUPT_ROUTES } from './interrupt-routes.ts';
import { LIST_ROUTES } from './list-routes.ts';
import { answerAnybody, WELL_KNOWN } from './open-routes.ts';
import { Pace } from './pace.ts';
import { notFound, Refusal, refuse } from './refusal.ts';
import { Repeats } from './repeats.ts';
import { RUN_ROUTES } from './run-routes.ts';

const OWN = /^\/(?:v1\/(?:runs|interrupts|host\/sample)|runs|interrupts|conformance\/seams|schemas)(?:[/:]|$)/;
const TOKEN = /^\/interrupts\/([^/]+)$/;
const ROUTES: readonly Route[] = [
  ...LIST_ROUTES,
  ...RUN_ROUTES,
  ...EVENT_ROUTES,
  ...ENVELOPE_ROUTES,
  ...INTERRUPT_ROUTES,
];

export class Router {
  readonly #services: Services;
  readonly #calls: Pace;
  readonly #guesses: Pace;
  readonly #repeats: Repeats;

  constructor(services: Services) {
    this.#services = services;
    this.#repeats = new Repeats(services.port);
    const { callsPerMinute, guessesPerMinute } = services.settings;
    this.#calls = new Pace(callsPerMinute, () => services.port.transport.now());
    this.#guesses = new Pace(guessesPerMinute, () => services.port.transport.now());
  }

  isOwn(path: string): boolean {
    return path === WELL_KNOWN || OWN.test(path);
  }

  async answer(request: Request, client: PortClient): Promise<Response> {
    // Kept as it was written: the slash in the id of a run is %2F, and only a part of the path may be unescaped.
    const url = new URL(request.url);
    const isFirst = url.pathname.startsWith('/v1/');
    const headers = { 'openwop-version': PROTOCOL_VERSIONS[isFirst ? 1 : 2] };
    try {
      const open = answerAnybody(this.#services, request, url.pathname);
      if (open !== undefined) return open;
      const response = await this.#route(request, url, isFirst ? 1 : 2, client);
      response.headers.set('openwop-version', headers['openwop-version']);
      return response;
    } catch (error) {
      const { status, code, message, details } = this.#told(error);
      // What was sent may stand in what is said of it.
      const said = this.#services.port.transport.redact({
        message,
        ...(details === undefined ? {} : { details }),
      }).value;
      return refuse(new Refusal(status, code, said.message, said.details), headers);
    }
  }

  async #route(request: Request, url: URL, major: Major, client: PortClient): Promise<Response> {
    const path = major === 1 ? url.pathname.slice('/v1'.length) : url.pathname;
    const token = TOKEN.exec(path)?.[1];
    if (token !== undefined) return this.#token(request, token, client);
    const seams = this.#services.settings.seams && client.isNear ? seamPath(url.pathname) : undefined;
    const routes = seams === undefined ? ROUTES : SEAM_ROUTES;
    const there = routes.flatMap((route) => {
      const found = route.path.exec(seams ?? path);
      return found === null ? [] : [{ route, params: found.slice(1).map(unescaped) }];
    });
    const found = there.find(({ route }) => route.method === request.method);
    if (there.length === 0) throw notFound('There is nothing at this path.');
    const caller = await this.#identify(client);
    if (found === undefined)
      throw new Refusal(405, 'method_not_allowed', `Use ${there.map(({ route }) => route.method).join(', ')}.`);
    if (caller.role === 'viewer' && found.route.viewers !== true)
      throw new Refusal(403, 'forbidden', 'This is for agents.');
    const call: Call = { services: this.#services, request, url, major, caller, params: found.params };
    // Whose run it is comes before what is said of it.
    if (seams === undefined && found.params.length > 0) await findRun(call);
    const who = caller.role === 'agent' ? caller.agent : caller.viewer;
    return this.#repeats.once(request, `${who} ${url.pathname}`, () => found.route.answer(call));
  }

  #token(request: Request, token: string, { address }: PortClient): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'POST')
      throw new Refusal(405, 'method_not_allowed', 'Use GET or POST.');
    this.#calls.take(address);
    return answerToken(this.#services, request, unescaped(token));
  }

  async #identify({ address, credential }: PortClient): Promise<Caller> {
    this.#guesses.assertRoom(address);
    const caller = await this.#services.port.identity.identify(credential).catch((error: unknown) => {
      if (credential !== undefined) this.#guesses.take(address);
      const { code } = error as { readonly code?: unknown };
      if (typeof code !== 'string' || !code.startsWith('VITRINE_CREDENTIAL_')) throw error;
      throw new Refusal(401, 'unauthorized', 'Send a key or token that holds: Authorization: Bearer.', { code });
    });
    if (caller.role === 'operator') throw new Refusal(403, 'forbidden', 'This is for agents and viewers.');
    this.#calls.take(caller.role === 'agent' ? caller.agent : caller.jti);
    return caller;
  }

  #told(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    const { code, status, message } = error as { code?: unknown; status?: unknown; message?: unknown };
    if (code === 'VITRINE_LOG_SESSION_CLOSED')
      return new Refusal(409, 'run_terminal', 'The session of the run is closed.');
    if (typeof code === 'string' && typeof status === 'number' && status !== 500)
      return new Refusal(status, WORDS[status] ?? 'validation_error', String(message), { code });
    this.#services.port.transport.failed('a call of OpenWOP met a fault', error);
    return new Refusal(500, 'internal_error', 'This is a fault of the host.');
  }
}

/** For what the host refuses, where it is no fault of the fields. */
const WORDS: { readonly [status: number]: string } = { 413: 'payload_too_large', 503: 'service_unavailable' };

function seamPath(pathname: string): string | undefined {
  const prefix = SEAM_PREFIXES.find((one) => pathname.startsWith(one));
  return prefix === undefined ? undefined : pathname.slice(prefix.length);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'validation_error', 'The path is not well escaped.');
  }
}
