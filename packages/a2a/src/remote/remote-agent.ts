// A remote agent, reached: messages to it, updates from it, over whichever version of A2A it speaks. What becomes of them is
// left to the bridge; the wire is left to the SDK.

import { SendMessageRequest } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  JsonRpcTransportFactory,
  type RequestOptions,
  RestTransportFactory,
  ServiceParameters,
  withA2AExtensions,
} from '@a2a-js/sdk/client';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine08, vitrine09, vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { type Catalog, defined, type Json, type JsonObject, quote, type Tracer } from '@vitrine/core/internal';
import {
  type GlobalFetch,
  GuardedFetch,
  NamedHosts,
  RemoteError,
  type Resolve,
  remoteErrorIn,
} from '@vitrine/face-kit';
import { EXTENSION_HEADERS, writeCapabilities, writeClientUiCapabilities } from '../beside-messages.ts';
import type { ExtensionForm, Offer } from '../forms.ts';
import { type A2aVersion, marked, textPart, writeParts } from '../parts.ts';
import { fetchCard, hasShown, type RemoteCard, type RemoteIdentity, titleOf } from './agent-card.ts';
import { type AgentUpdate, readTask, readUpdate } from './agent-update.ts';
import type { ConversationPlace } from './bridge-memory.ts';
import { isGrpc } from './grpc-address.ts';
import { REMOTE_LIMITS, type RemoteGuards, type RemoteLimits } from './remote-limits.ts';

export interface RemoteAgentOptions {
  /** Hosts, `host` or `host:port`, that may be at private addresses or speak plain HTTP. */
  readonly allowPrivate?: readonly string[];
  /** The value of `Authorization`, sent to the origin of the address that was given and to no other. */
  readonly authorization?: string;
  /** What can be shown; the basic catalogs when not said. */
  readonly catalogs?: readonly Catalog[];
  readonly limits?: Partial<RemoteLimits>;
  readonly signal?: AbortSignal;
  readonly resolve?: Resolve;
  /** What is asked names the trace that is under way. */
  readonly tracer?: Pick<Tracer, 'current'>;
}

/** What a person said or did, for the agent. */
export interface OutgoingMessage extends ConversationPlace {
  /** The same when it is sent again. */
  readonly messageId: string;
  readonly texts?: readonly string[];
  readonly messages?: readonly JsonObject[];
  readonly metadata?: JsonObject;
}

const SHOWN: readonly Catalog[] = [basic10, basic09, basic08, vitrine10, vitrine09, vitrine08];

/** Fetches the card and agrees on a form. Rejects with a RemoteError. */
export async function connectAgent(address: string | URL, options: RemoteAgentOptions = {}): Promise<RemoteAgent> {
  if (!URL.canParse(String(address))) throw new RemoteError('address', `"${address}" is no address.`);
  const url = new URL(address);
  const limits = { ...REMOTE_LIMITS, ...options.limits };
  const named = new NamedHosts(options.allowPrivate ?? []);
  const { authorization, catalogs = SHOWN, resolve, signal, tracer } = options;
  const own = authorization === undefined ? undefined : { origin: url.origin, value: authorization };
  const guards: RemoteGuards = { named, limits, ...defined({ authorization: own, resolve, tracer }) };
  const guard = new GuardedFetch(guards);
  try {
    const card = await fetchCard(url, { fetch: guard.fetch, named, limits, catalogs, ...defined({ signal }) });
    const { client, close } = await clientFor(card, guard, guards);
    return new RemoteAgent(client, card, close, limits, catalogs);
  } catch (error) {
    guard.close();
    throw toRemoteError(error, url.host);
  }
}

export class RemoteAgent {
  readonly identity: RemoteIdentity;
  readonly form: ExtensionForm;
  /** Its card names the form. */
  readonly isOffered: boolean;
  readonly limits: RemoteLimits;
  /** Why its interfaces may not be shown: its words are. Undefined: nothing stands against it. */
  readonly notice: string | undefined;
  /** What a client of the original form says before all else; undefined: nothing has to be said. */
  readonly firstWords?: JsonObject;
  /** Ends what is open and idle. */
  readonly close: () => void;
  readonly #client: Client;
  readonly #capabilities: JsonObject;

  constructor(
    client: Client,
    { identity, form, offer, extensions }: RemoteCard,
    close: () => void,
    limits: RemoteLimits,
    catalogs: readonly Catalog[],
  ) {
    this.identity = identity;
    this.form = form;
    this.limits = limits;
    this.#client = client;
    this.close = close;
    this.isOffered = offer !== undefined;
    this.#capabilities = writeCapabilities(form, catalogs);
    this.notice = noticeOf(offer, extensions, catalogs);
    const ours = catalogs.find(({ id }) => offer?.catalogs.includes(id));
    if (form.capabilitiesIn === 'message' && ours !== undefined)
      this.firstWords = writeClientUiCapabilities({ catalogUri: ours.id });
  }

  get title(): string {
    return titleOf(this.identity);
  }

  get protocol(): A2aVersion {
    return this.#client.protocolVersion.startsWith('0.') ? '0.3' : '1.0';
  }

  /** What the agent answers, as it comes. Rejects with a RemoteError when it breaks or is refused. */
  async *send(outgoing: OutgoingMessage, signal: AbortSignal): AsyncGenerator<AgentUpdate> {
    const { messageId, texts = [], messages = [], metadata = {}, contextId, taskId, refersTo } = outgoing;
    const message = {
      messageId,
      role: 'ROLE_USER',
      parts: [
        ...texts.map((text) => textPart(text, this.protocol)),
        ...writeParts(this.form, messages, { protocol: this.protocol }),
      ] as Json,
      metadata: { ...this.#capabilities, ...metadata },
      ...(this.isOffered ? { extensions: [this.form.uri] } : {}),
      ...defined({ contextId, taskId, referenceTaskIds: refersTo && [refersTo] }),
    };
    const request = SendMessageRequest.fromJSON({ message });
    yield* this.#read(this.#client.sendMessageStream(request, this.#with(signal)));
  }

  /** The updates of a task that come from now on; the task as it stands first, where the agent says it. */
  async *follow(taskId: string, signal: AbortSignal): AsyncGenerator<AgentUpdate> {
    yield* this.#read(this.#client.resubscribeTask({ id: taskId, tenant: '' }, this.#with(signal)));
  }

  async task(taskId: string, signal: AbortSignal): Promise<AgentUpdate> {
    try {
      const task = await this.#client.getTask({ id: taskId, tenant: '' }, this.#with(signal));
      return readTask(task, this.protocol === '0.3' ? marked : undefined);
    } catch (error) {
      throw toRemoteError(error, this.identity.host);
    }
  }

  /** Asked for and not waited for: an agent that does not end a task is not listened to any longer. */
  async cancel(taskId: string): Promise<void> {
    const signal = AbortSignal.timeout(this.limits.cardMs);
    await this.#client
      .cancelTask({ id: taskId, tenant: '', metadata: undefined }, this.#with(signal))
      .catch(() => undefined);
  }

  async *#read(updates: AsyncIterable<Parameters<typeof readUpdate>[0]>): AsyncGenerator<AgentUpdate> {
    try {
      for await (const update of updates) yield readUpdate(update, this.protocol === '0.3' ? marked : undefined);
    } catch (error) {
      throw toRemoteError(error, this.identity.host);
    }
  }

  #with(signal: AbortSignal): RequestOptions {
    if (!this.isOffered) return { signal };
    return { signal, serviceParameters: ServiceParameters.create(withA2AExtensions(this.form.uri)) };
  }
}

/** What a person should know before anything is missed. */
function noticeOf(
  offer: Offer | undefined,
  extensions: readonly string[],
  catalogs: readonly Catalog[],
): string | undefined {
  if (offer === undefined) {
    const named = extensions.filter((uri) => /a2ui/i.test(uri));
    const instead = named.length === 0 ? '' : ` It names ${listed(named)}.`;
    return `Its card names no form of A2UI that is known here.${instead} It may answer in words alone.`;
  }
  if (hasShown(offer, catalogs)) return undefined;
  return `Its card names catalogs that are not known here: ${listed(offer.catalogs)}. What it sends with them is not shown.`;
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, 3).map((name) => quote(name));
  return names.length > 3 ? `${some.join(', ')} and ${names.length - 3} more` : some.join(', ');
}

/** What the SDK throws is what the agent said, unless the way there was ours to refuse. */
function toRemoteError(error: unknown, host: string): RemoteError {
  const ours = remoteErrorIn(error);
  if (ours !== undefined) return ours;
  const message = error instanceof Error ? error.message : String(error);
  return new RemoteError('refused', `${host}: ${message.slice(0, 300)}`, error);
}

/** gRPC where there is nothing else: whoever does without it does not load it. */
export async function clientFor(
  { card }: RemoteCard,
  guard: GuardedFetch,
  guards: RemoteGuards,
): Promise<{ readonly client: Client; readonly close: () => void }> {
  if (card.supportedInterfaces.every(isGrpc)) {
    const { GuardedGrpc } = await import('./grpc-transport.ts');
    const grpc = new GuardedGrpc(guards);
    guard.close();
    return {
      client: await new ClientFactory({ transports: [grpc] }).createFromAgentCard(card),
      close: () => grpc.close(),
    };
  }
  const options = { fetchImpl: askingTwice(guard.fetch), legacyCompat: { enabled: true } };
  const transports = [new JsonRpcTransportFactory(options), new RestTransportFactory(options)];
  return { client: await new ClientFactory({ transports }).createFromAgentCard(card), close: () => guard.close() };
}

/** Every text of A2UI says the older name of the header; the SDK writes that of its version alone. */
function askingTwice(fetch: GlobalFetch): GlobalFetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    const asked = EXTENSION_HEADERS.map((name) => headers.get(name)).find((value) => value !== null);
    for (const name of asked === undefined ? [] : EXTENSION_HEADERS) headers.set(name, asked as string);
    return fetch(input, { ...init, headers });
  };
}
