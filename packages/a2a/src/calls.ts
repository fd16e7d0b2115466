// A request of A2A before the SDK sees it: who calls, in which version, what it asks to be active. Errors of A2A leave in
// the words of A2A; what concerns the door alone is thrown as a Refusal.

import { A2AError, ExtensionSupportRequiredError, RequestMalformedError } from '@a2a-js/sdk/errors';
import { isObject, type Json, type JsonObject, type PortClient } from '@vitrine/core';
import { Audience } from './audience.ts';
import { EXTENSION_HEADERS, readExtensionHeader, readMessageRequests } from './beside-messages.ts';
import type { Call } from './call.ts';
import type { Cards } from './card.ts';
import type { Contexts } from './contexts.ts';
import type { Credentials } from './credentials.ts';
import type { TurnExecutor } from './executor.ts';
import { newestForm } from './forms.ts';
import { answer, assertMethod, type Headed, Refusal, readJson } from './http-answers.ts';
import { soundMessage } from './incoming.ts';
import type { A2aLimits } from './limits.ts';
import type { A2aVersion } from './parts.ts';
import { restCall } from './rest-calls.ts';
import { isReading, isStreaming, refuseCall, type Transport, type Wire } from './transport.ts';

export interface CallServices {
  readonly cards: Cards;
  readonly contexts: Contexts;
  readonly credentials: Credentials;
  readonly executor: TurnExecutor;
  readonly transport: Transport;
  readonly limits: A2aLimits;
}

type Caller = Pick<Call, 'agent' | 'principal' | 'protocol'>;

/** A request, however it came. */
export interface Asked extends Headed {
  readonly method: Json | undefined;
  readonly params: JsonObject;
}

export class Calls {
  readonly #services: CallServices;

  constructor(services: CallServices) {
    this.#services = services;
  }

  /** `path` is what stands behind the agent's own: a slash for JSON-RPC, else REST. */
  async answer(request: Request, client: PortClient, agent: string, path: string): Promise<Response> {
    const { credentials, transport, limits } = this.#services;
    const isRest = path !== '/';
    const version = versionOf(request);
    let wire: Wire = { id: null, isRest };
    const principal = await credentials.identify(request, agent, client);
    const sent = request.method === 'POST' ? await readJson(request, limits.bodyBytes) : undefined;
    try {
      const body = isRest ? restCall(request, path, sent) : sent;
      if (isRest && body === undefined)
        throw new Refusal(404, 'VITRINE_PATH_UNKNOWN', 'There is nothing at this path.');
      if (!isRest) assertMethod(request, ['POST']);
      if (!isObject(body)) return unreadable(sent);
      wire = { id: idOf(body), isRest };
      assertShallow(body);
      await transport.assertVersion(version, isRest);
      return await this.#pass(request, body, { agent, principal, protocol: version as A2aVersion }, wire);
    } catch (error) {
      if (!(error instanceof A2AError)) throw error;
      return refuseCall(error, version, wire);
    }
  }

  async #pass(request: Request, body: JsonObject, caller: Caller, wire: Wire): Promise<Response> {
    const { transport } = this.#services;
    const params = isObject(body.params) ? body.params : {};
    const call = await this.open({ method: body.method, params, headers: request.headers }, caller);
    request.signal.addEventListener('abort', call.leave);
    if (request.signal.aborted) call.leave();
    if (!isObject(params.message)) return transport.answer(body, call, wire);
    return transport.answer({ ...body, params: { ...params, message: soundMessage(params.message) } }, call, wire);
  }

  /** What the SDK's handlers are called with. Throws a Refusal or an error of A2A. */
  async open({ method, params, headers }: Asked, caller: Caller): Promise<Call> {
    const message = isObject(params.message) ? params.message : undefined;
    const settings = await this.#services.cards.settings(caller.agent);
    const form = message === undefined ? undefined : newestForm(requestsOf(headers, message), settings.forms);
    const audience = message === undefined ? await this.#audienceOf(method, params, caller) : new Audience();
    const call: Call = {
      ...caller,
      ...{ settings, message: message ?? {}, isStream: isStreaming(method), audience, leave: audience.join() },
      ...(form === undefined ? {} : { form }),
    };
    if (message === undefined) return call;
    await this.#assertRoom(message, caller);
    this.#assertMessage(message, call);
    return call;
  }

  /** Whoever follows a task reads it; whoever asks for one that has ended, and for all of it, has read it then. */
  async #audienceOf(method: Json | undefined, params: JsonObject, caller: Caller): Promise<Audience> {
    const { executor } = this.#services;
    const { id, historyLength } = params;
    if (typeof id !== 'string') return new Audience();
    if (isReading(method) && historyLength === undefined) await executor.read(id, caller);
    return (isStreaming(method) ? executor.audienceOf(id, caller) : undefined) ?? new Audience();
  }

  async #assertRoom({ contextId }: JsonObject, { agent, principal }: Caller): Promise<void> {
    const { contexts, limits } = this.#services;
    const place = { agent, principal, ...(typeof contextId === 'string' && contextId !== '' ? { contextId } : {}) };
    if (!(await contexts.mayEnter(place, limits.contextsPerMinute)))
      throw new Refusal(
        429,
        'VITRINE_RATE',
        `One client begins ${limits.contextsPerMinute} contexts a minute at most.`,
      );
  }

  #assertMessage({ contextId }: JsonObject, call: Call): void {
    const { limits, executor } = this.#services;
    const { contextIdLength, turnsPerPrincipal } = limits;
    const { settings, form } = call;
    const isFine = contextId === undefined || (typeof contextId === 'string' && contextId.length <= contextIdLength);
    if (!isFine) throw new RequestMalformedError(`contextId is a text of at most ${contextIdLength} characters.`);
    if (settings.requiresUi && form === undefined) {
      const uris = settings.forms.map(({ uri }) => uri).join(', ');
      throw new ExtensionSupportRequiredError(`This agent shows interfaces: activate one of ${uris}.`);
    }
    if (executor.count(call) >= turnsPerPrincipal)
      throw new Refusal(429, 'VITRINE_RATE', 'Too many calls are under way: wait until one has ended.');
  }
}

function requestsOf(headers: Headed['headers'], message: JsonObject): readonly string[] {
  const inHeaders = EXTENSION_HEADERS.flatMap((name) => readExtensionHeader(headers.get(name)));
  return [...inHeaders, ...readMessageRequests(message)];
}

/** A2A 1.0, §3.6: a request that names no version is of 0.3. */
export function versionOf(request: Request): string {
  const said = request.headers.get('a2a-version') ?? new URL(request.url).searchParams.get('A2A-Version');
  return said === null || said === '' ? '0.3' : said;
}

const DEEPEST = 256;

/** Whoever copies, keeps or writes a request must be able to walk it. */
export function assertShallow(request: JsonObject): void {
  if (isDeeper(request, DEEPEST))
    throw new RequestMalformedError(`A request is nested ${DEEPEST} levels deep at most.`);
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

function idOf({ id }: JsonObject): string | number | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function unreadable(sent: Json | undefined): Response {
  const error =
    sent === undefined
      ? { code: -32700, message: 'The body is not JSON.' }
      : { code: -32600, message: 'A request is one JSON object.' };
  return answer(200, { jsonrpc: '2.0', id: null, error });
}
