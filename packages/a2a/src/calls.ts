// A request of A2A before the SDK sees it: who calls, in which version, what it asks to be active. Errors of A2A leave in
// the words of A2A; what concerns the door alone is thrown as a Refusal.

import { A2AError, ExtensionSupportRequiredError, RequestMalformedError } from '@a2a-js/sdk/errors';
import { defined, isObject, type Json, type JsonObject, type PortClient } from '@vitrine/core/internal';
import { assertMethod, type ClientCredentials, HostError, jsonAnswer, parseInTurns } from '@vitrine/face-kit';
import { EXTENSION_HEADERS, readExtensionHeader, readMessageRequests } from './beside-messages.ts';
import { A2aAudience, type A2aCall, type A2aCaller, AudienceReader, keyOf, MessageDelivery, ownerOf } from './call.ts';
import { readCardSettings } from './card.ts';
import type { Contexts } from './contexts.ts';
import type { TurnExecutor } from './executor.ts';
import { formByUri, newestForm } from './forms.ts';
import { soundMessage } from './incoming.ts';
import type { A2aBase } from './limits.ts';
import { type MessageHandler, receiptOf } from './message-handler.ts';
import type { A2aVersion } from './parts.ts';
import { restCall } from './rest-calls.ts';
import type { RecentTasks } from './task-store.ts';
import { A2aTransport, type AnswerEnvelope, isReading, isStreaming, refuseCall } from './transport.ts';

/** What every door of the face works with. */
export interface A2aServices extends A2aBase {
  readonly contexts: Contexts;
  readonly credentials: ClientCredentials;
  readonly executor: TurnExecutor;
  readonly tasks: RecentTasks;
  readonly handler: MessageHandler;
}

type CallerOf = A2aCaller & Pick<A2aCall, 'client' | 'protocol'>;

/** Of HTTP, or the metadata of gRPC. */
export type CallHeaders = { get(name: string): string | null };

export class Calls {
  readonly #services: A2aServices;
  readonly transport: A2aTransport;

  constructor(services: A2aServices) {
    this.#services = services;
    this.transport = new A2aTransport(services.credentials, services.handler);
  }

  /** `path` is what stands behind the agent's own: a slash for JSON-RPC, else REST. */
  async answer(request: Request, client: PortClient, agent: string, path: string): Promise<Response> {
    const { credentials, limits } = this.#services;
    const isRest = path !== '/';
    const version = versionOf(request.headers, request.url);
    let wire: AnswerEnvelope = { id: null, isRest };
    const principal = await credentials.identify(client, agent, request);
    const text =
      request.method === 'POST' ? await credentials.read(request, agent, principal, limits.bodyBytes) : undefined;
    const parsed = text === undefined ? undefined : await parseInTurns(text, { maxLength: limits.bodyBytes });
    const sent = parsed?.ok === true ? parsed.value : undefined;
    try {
      // Nothing of it is parsed, its id neither.
      if (parsed?.ok === false && parsed.issue.code !== 'VITRINE_JSON_MALFORMED')
        throw new RequestMalformedError(parsed.issue.message);
      const body = isRest ? restCall(request, path, sent) : sent;
      if (isRest && body === undefined) throw new HostError('VITRINE_PATH_UNKNOWN', 'There is nothing at this path.');
      if (!isRest) assertMethod(request, ['POST']);
      if (!isObject(body)) return unreadable(sent);
      const { id } = body;
      wire = { id: typeof id === 'string' || typeof id === 'number' ? id : null, isRest };
      await this.transport.assertVersion(version, isRest);
      const caller = { agent, principal, client, protocol: version as A2aVersion };
      const begun = await this.begin(body, request.headers, caller);
      const { leave } = begun.call.reader;
      request.signal.addEventListener('abort', leave);
      if (request.signal.aborted) leave();
      return await this.transport.answer(request, begun.body, begun.call, wire);
    } catch (error) {
      if (!(error instanceof A2AError)) throw error;
      return refuseCall(error, version, wire);
    }
  }

  /** `body` is JSON-RPC, whatever it came as. Gives what the SDK's handlers are called with. */
  async begin(
    body: JsonObject,
    headers: CallHeaders,
    caller: CallerOf,
  ): Promise<{ readonly call: A2aCall; readonly body: JsonObject }> {
    const params = isObject(body.params) ? body.params : {};
    const call = await this.#open(body.method, params, headers, caller);
    const { message } = params;
    if (!isObject(message)) return { call, body };
    return { call, body: { ...body, params: { ...params, message: await soundMessage(message) } } };
  }

  /** Throws a Refusal or an error of A2A. */
  async #open(method: Json | undefined, params: JsonObject, headers: CallHeaders, caller: CallerOf): Promise<A2aCall> {
    const { executor, port, limits } = this.#services;
    const message = isObject(params.message) ? params.message : undefined;
    const settings = await readCardSettings(port, caller.agent);
    const asked = EXTENSION_HEADERS.map((name) => ({ name, uris: readExtensionHeader(headers.get(name)) }));
    const inHeaders = asked.flatMap(({ uris }) => uris);
    const form =
      message === undefined ? undefined : newestForm(readMessageRequests(message, inHeaders), settings.forms);
    const audience = message === undefined ? await this.#audienceOf(method, params, caller) : new A2aAudience();
    const isStream = isStreaming(method);
    const key = message === undefined ? undefined : keyOf(caller, message, [caller.protocol, form?.id]);
    const call: A2aCall = {
      ...caller,
      ...{ settings, message: message ?? {}, key, taking: new MessageDelivery(), isStream, audience },
      reader: new AudienceReader(audience),
      askedIn: asked.filter(({ uris }) => uris.some((uri) => formByUri(uri) !== undefined)).map(({ name }) => name),
      ...defined({ form }),
    };
    if (message === undefined) return call;
    if (!isStream && !isWaitedFor(params.configuration, caller)) call.reader.leave();
    const isRepeat = executor.isUnderWay(call) || (await receiptOf(port, call)) !== undefined;
    if (!isRepeat) await this.#assertRoom(message, call);
    this.#assertMessage(message, call);
    if (!isRepeat && executor.count(call) >= limits.turnsPerPrincipal)
      throw new HostError('VITRINE_RATE', 'Too many calls are under way: wait until one has ended.');
    return call;
  }

  /** Whoever follows a task reads it; whoever asks for one that has ended, and gets all of it, has read it then. */
  async #audienceOf(method: Json | undefined, params: JsonObject, caller: A2aCaller): Promise<A2aAudience> {
    const { executor } = this.#services;
    const { id, historyLength } = params;
    if (typeof id !== 'string') return new A2aAudience();
    if (isReading(method)) await executor.read(id, caller, historyLength === undefined);
    return (isStreaming(method) ? executor.audienceOf(id, caller) : undefined) ?? new A2aAudience();
  }

  #assertMessage({ contextId, role }: JsonObject, { settings, form }: A2aCall): void {
    const { contextIdLength } = this.#services.limits;
    const isFine = contextId === undefined || (typeof contextId === 'string' && contextId.length <= contextIdLength);
    if (!isFine) throw new RequestMalformedError(`contextId is a text of at most ${contextIdLength} characters.`);
    if (OF_AGENTS.includes(role ?? null)) throw new RequestMalformedError('A client speaks in the role of the user.');
    if (settings.requiresUi && form === undefined) {
      const uris = settings.forms.map(({ uri }) => uri).join(', ');
      throw new ExtensionSupportRequiredError(`This agent shows interfaces: activate one of ${uris}.`);
    }
  }

  async #assertRoom({ contextId, taskId }: JsonObject, { agent, principal }: A2aCall): Promise<void> {
    const { contexts, tasks } = this.#services;
    const named = textOf(contextId) ?? tasks.contextIdOf(textOf(taskId) ?? '', ownerOf({ agent, principal }));
    await contexts.assertMayEnter({ agent, principal, ...defined({ contextId: named }) });
  }
}

/** In the words of 1.0 and of 0.3, and as the number of both. */
const OF_AGENTS: readonly Json[] = ['ROLE_AGENT', 'agent', 2];

/** One who is answered at once reads nothing of what comes later. Where 0.3 says nothing of it, the SDK does not wait. */
function isWaitedFor(configuration: Json | undefined, { protocol }: Pick<A2aCall, 'protocol'>): boolean {
  if (!isObject(configuration)) return true;
  return protocol === '0.3' ? Boolean(configuration.blocking) : !configuration.returnImmediately;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A2A 1.0, §3.6: a request that names no version is of 0.3. */
export function versionOf(headers: CallHeaders, url?: string): string {
  const inUrl = url === undefined ? null : new URL(url).searchParams.get('A2A-Version');
  return (headers.get('a2a-version') ?? inUrl) || '0.3';
}

function unreadable(sent: Json | undefined): Response {
  const error =
    sent === undefined
      ? { code: -32700, message: 'The body is not JSON.' }
      : { code: -32600, message: 'A request is one JSON object.' };
  return jsonAnswer(200, { jsonrpc: '2.0', id: null, error });
}
