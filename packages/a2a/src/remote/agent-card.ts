// The card of a remote agent: where it is looked for, what of it is believed, and which form of the extension is spoken. Its
// own words about itself stay claims; who it is says the address that the card was fetched from.

import { AgentCard } from '@a2a-js/sdk';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import {
  type Catalog,
  defined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  stripControlChars,
} from '@vitrine/core/internal';
import {
  type GlobalFetch,
  type GuardOptions,
  type NamedHosts,
  RemoteError,
  remoteAgentName,
  UnnamedHost,
} from '@vitrine/face-kit';
import { type ExtensionForm, FORMS, formById, newestForm, type Offer, readExtension } from '../forms.ts';
import { grpcAddress, isGrpc } from './grpc-address.ts';
import type { RemoteLimits } from './remote-limits.ts';

const WELL_KNOWN = '/.well-known/agent-card.json';
const WELL_KNOWN_BEFORE_0_3 = '/.well-known/agent.json';
const MAX_NAME_LENGTH = 80;

/** Who it is, as far as that is known. */
export interface RemoteIdentity {
  /** The host that the card came from, with its port where that is not the usual one. */
  readonly host: string;
  readonly cardUrl: string;
  /** A name for it as an agent of our host: made of the above, and of nothing that it says of itself. */
  readonly agent: string;
  /** What it calls itself. */
  readonly claimedName: string;
}

export interface RemoteCard {
  readonly identity: RemoteIdentity;
  /** The newest that both sides have, and in which something can be shown. */
  readonly form: ExtensionForm;
  /** Undefined: its card speaks of no form. A later text of the newest one asks for none. */
  readonly offer: Offer | undefined;
  /** URIs of all that it names. */
  readonly extensions: readonly string[];
  /** As the SDK wants it; only interfaces that may be reached are left in it. */
  readonly card: AgentCard;
}

interface CardOptions extends Pick<GuardOptions, 'named'> {
  readonly limits: Pick<RemoteLimits, 'cardMs' | 'cardBytes'>;
  readonly fetch: GlobalFetch;
  /** What can be shown. */
  readonly catalogs: readonly Catalog[];
  readonly signal?: AbortSignal;
}

export async function fetchCard(url: URL, options: CardOptions): Promise<RemoteCard> {
  options.named.assertMayAsk(url);
  let problem: RemoteError | undefined;
  for (const address of placesFor(url)) {
    const found = await readAt(address, options);
    if (!(found instanceof RemoteError)) return judge(found.json, found.url, options);
    problem ??= found;
  }
  throw problem ?? new RemoteError('card', `${url.host} has no card.`);
}

/** A file is the card itself; below any other address it has its place. A card of the whole host is not one of a path. */
function placesFor(url: URL): readonly URL[] {
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('.json')) return [url];
  const at = (tail: string) => new URL(`${path}${tail}`, url.origin);
  return [at(WELL_KNOWN), at(WELL_KNOWN_BEFORE_0_3), ...(path === '' ? [] : [at('')])];
}

async function readAt(url: URL, options: CardOptions): Promise<{ json: JsonObject; url: URL } | RemoteError> {
  const { fetch, limits, signal } = options;
  const headers = { accept: 'application/json', 'a2a-version': '1.0' };
  const late = AbortSignal.timeout(limits.cardMs);
  const response = await fetch(url, { headers, signal: signal === undefined ? late : AbortSignal.any([signal, late]) });
  if (!response.ok) {
    await response.body?.cancel();
    return new RemoteError('card', `${url.href} answers ${response.status}; no card is there.`);
  }
  // However much it sends, the answer itself has a bound.
  const parsed = parseJson(await response.text(), { maxLength: limits.cardBytes });
  if (!parsed.ok || !isObject(parsed.value)) return new RemoteError('card', `What is at ${url.href} is no card.`);
  return { json: parsed.value, url: new URL(response.url) };
}

function judge(json: JsonObject, cardUrl: URL, { named, catalogs }: CardOptions): RemoteCard {
  const read = toCard(json, cardUrl);
  const problems: RemoteError[] = [];
  const supportedInterfaces = read.supportedInterfaces.filter((place) => {
    const problem = interfaceProblem(place, named);
    if (problem !== undefined) problems.push(problem);
    return problem === undefined;
  });
  if (supportedInterfaces.length === 0)
    throw problems[0] ?? new RemoteError('card', `The card at ${cardUrl.href} names no place to talk to the agent.`);
  const extensions = read.capabilities?.extensions ?? [];
  const offers = extensions.flatMap((entry) => readExtension(entry as unknown as Json) ?? []);
  const shown = offers.filter((offer) => hasShown(offer, catalogs));
  const chosen = shown.length > 0 ? shown : offers;
  const form = newestForm(
    chosen.map((offer) => offer.form.uri),
    FORMS,
  );
  return {
    identity: identityOf(read.name, cardUrl),
    form: form ?? formById('v1.0'),
    offer: chosen.find((offer) => offer.form.uri === form?.uri),
    extensions: extensions.map(({ uri }) => uri),
    card: { ...read, supportedInterfaces },
  };
}

/** Who names no catalog means the basic one. */
export function hasShown(offer: Offer, catalogs: readonly Catalog[]): boolean {
  return offer.catalogs.length === 0 || offer.catalogs.some((id) => catalogs.some((one) => one.id === id));
}

/** A card of A2A 1.0 or 0.3 as the SDK reads it. */
function toCard(json: JsonObject, cardUrl: URL): AgentCard {
  const needed = neededOf(json);
  try {
    if (isArray(needed.supportedInterfaces)) return AgentCard.fromJSON(needed);
    const resolver = new DefaultAgentCardResolver({ legacyCompat: { enabled: true } });
    const card = resolver.normalizeAgentCard(needed);
    if (Array.isArray(card.supportedInterfaces)) return card;
  } catch {
    // Told below, in words that are ours.
  }
  throw new RemoteError('card', `What is at ${cardUrl.href} is no card of A2A 1.0 or 0.3.`);
}

const TEXTS = ['name', 'url', 'preferredTransport', 'protocolVersion'];

/** What is looked at, in the shape that it should have: for one entry that it cannot read the SDK gives up a whole card. */
function neededOf(json: JsonObject): JsonObject {
  const { supportedInterfaces, additionalInterfaces } = json;
  const { streaming, extensions } = isObject(json.capabilities) ? json.capabilities : {};
  const interfaces = isArray(supportedInterfaces) ? entriesWith(supportedInterfaces, 'url').map(spoken) : undefined;
  return {
    ...spoken(Object.fromEntries(TEXTS.flatMap((key) => (typeof json[key] === 'string' ? [[key, json[key]]] : [])))),
    ...defined({ supportedInterfaces: interfaces }),
    additionalInterfaces: entriesWith(additionalInterfaces, 'url', 'transport'),
    capabilities: { streaming: streaming === true, extensions: entriesWith(extensions, 'uri') },
    // The SDK wants them to be there.
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
  };
}

/** What 0.2 says, 0.3 says in the same words; the SDK takes it for 1.0. */
function spoken(entry: JsonObject): JsonObject {
  const { protocolVersion } = entry;
  const isOld = typeof protocolVersion === 'string' && /^0\.2(\.|$)/.test(protocolVersion);
  return isOld ? { ...entry, protocolVersion: '0.3.0' } : entry;
}

/** Those that are objects with these texts. */
function entriesWith(list: Json | undefined, ...keys: readonly string[]): readonly JsonObject[] {
  if (!isArray(list)) return [];
  return list.filter(isObject).filter((entry) => keys.every((key) => typeof entry[key] === 'string'));
}

function interfaceProblem(place: AgentCard['supportedInterfaces'][number], named: NamedHosts): RemoteError | undefined {
  const { url: address, protocolVersion } = place;
  // Cards of older versions may name none; 0.1 has other methods.
  if (!/^(1(\.|$)|0\.([3-9]|\d\d)|$)/.test(protocolVersion))
    return new RemoteError('card', `The card speaks A2A ${protocolVersion.slice(0, 20)}; here 1.0 and 0.3 are spoken.`);
  const url = isGrpc(place) ? grpcAddress(address, named) : URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return new RemoteError('address', 'The card names a place that is no address.');
  try {
    named.assertMayAsk(url);
    return undefined;
  } catch (error) {
    const words = `The card leads elsewhere: ${(error as Error).message}`;
    return error instanceof UnnamedHost ? new UnnamedHost(words, error.hostToName) : new RemoteError('address', words);
  }
}

function identityOf(name: unknown, cardUrl: URL): RemoteIdentity {
  const { host, href } = cardUrl;
  const shown = stripControlChars(typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : '');
  // It stands in quotes, and must not end them.
  const claimed = shown.replace(/\s+/g, ' ').replace(/["“”„‟«»]/g, "'");
  return { host, cardUrl: href, agent: remoteAgentName('a2a', cardUrl), claimedName: claimed.trim() };
}

/** For people: the host first, its own word in quotes behind it. */
export function titleOf({ host, claimedName }: RemoteIdentity): string {
  return claimedName === '' ? host : `${host} (calls itself “${claimedName}”)`;
}
