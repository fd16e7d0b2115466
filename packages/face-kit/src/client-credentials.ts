// Who calls as a client of an agent, by a protocol whose clients are people's: with a credential that the agent or the operator
// made for it, with a viewer's token, or, where the operator has opened this machine's own door, with nothing. An agent's key
// is not one of these.

import { randomBytes } from 'node:crypto';
import { ISSUE_CODES, isArray, isObject, type JsonObject } from '@vitrine/core/internal';
import type { FacePorts, PortClient, PortEnd, PortHolder, PortRecord, TransportPort } from '@vitrine/core/port';
import { jsonAnswer } from './answer.ts';
import { invalidBody, readObject } from './body.ts';
import { timeAt } from './due-records.ts';
import { assertMethod, HostError } from './host-error.ts';
import { KeyQueue } from './key-queue.ts';
import { holderOf } from './open-streams.ts';
import { Guesses, perMinute } from './rate.ts';
import { Refusal } from './refusal.ts';
import { digestOf } from './sessions.ts';

export interface Principal {
  /** The same for everything that this client ever sends, whatever credential it presents. */
  readonly id: string;
  /** What the agent knows it by. */
  readonly viewer: string;
  /** A viewer's token opens this session and no other. */
  readonly session?: string;
  readonly token?: string;
  readonly holder: CredentialHolder;
}

/** What stays open ends with it. */
interface CredentialHolder extends PortHolder {
  /** The credential of ours that was presented. */
  readonly credential?: string;
}

export interface ClientCredential {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Something that is open with a credential of ours. */
interface HeldCredential {
  readonly credential: string;
  readonly agent: string;
  readonly end: (why: PortEnd) => void;
}

interface StoredCredential extends ClientCredential {
  readonly hash: string;
  /** How often the agent had been revoked; absent: never. */
  readonly epoch?: number;
}

const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/;
const DAY_MS = 86_400_000;
const MAX_DAYS = 3650;
/** Hosts that share a log write of a face many times a second: what one of them took back is looked for no more often. */
const LOOK_AGAIN_MS = 250;

export interface ClientCredentialsOptions {
  readonly port: FacePorts;
  readonly limits: { readonly guessesPerMinute: number; readonly credentialsPerAgent: number };
  /** Calls from this machine need no credential while the host is reached by a name of this machine alone. */
  readonly isOpen: boolean;
  /** How its credentials begin, how it is written, and by what viewers of it are known. */
  readonly protocol: { readonly prefix: string; readonly name: string; readonly id: string };
}

/** Seats of the host that end with credentials of ours too. */
export type StreamSeats = Pick<TransportPort, 'connect' | 'hold'>;

export class ClientCredentials implements StreamSeats {
  readonly #options: ClientCredentialsOptions;
  readonly #port: FacePorts;
  readonly #guesses: Guesses;
  readonly #changes = new KeyQueue<string>();
  /** What is open with credentials of ours. */
  readonly #held = new Set<HeldCredential>();
  #looking: NodeJS.Timeout | undefined;

  constructor(options: ClientCredentialsOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#guesses = new Guesses(perMinute('guesses', options.limits.guessesPerMinute, options.port.transport));
    options.port.records.watch(() => this.#lookSoon());
  }

  get #name(): string {
    return this.#options.protocol.name;
  }

  /** The one who calls this agent. `request`: what it says over HTTP, where a browser may be at the other end. */
  async identify(client: PortClient, agent: string, request?: Request): Promise<Principal> {
    const { address, credential } = client;
    if (credential === undefined) return this.#unnamed(client, request);
    return this.#guesses.watch(address, () =>
      credential.startsWith(this.#options.protocol.prefix)
        ? this.#named(credential, agent)
        : this.#viewer(credential, agent),
    );
  }

  async #viewer(token: string, agent: string): Promise<Principal> {
    const caller = await this.#port.identity.identify(token);
    if (caller.role !== 'viewer')
      throw purpose(`Clients of ${this.#name} present a credential of ${this.#name} or of a viewer.`);
    const { viewer, session } = caller;
    if ((await this.#port.sessions.find(session))?.agent !== agent)
      throw purpose('The token is for a session of another agent.');
    return { id: `viewer ${session} ${viewer}`, viewer, holder: holderOf(caller), session, token };
  }

  /** The body of a call. Refuses where what it was made with was taken back while the body came. */
  async read(request: Request, agent: string, { holder }: Principal, maxBytes: number): Promise<string> {
    const text = await this.#port.transport.read(request, maxBytes);
    const { grant, credential } = holder;
    if (grant !== undefined && !this.#port.identity.holds(grant)) revoked();
    if (credential !== undefined && !(await this.#read(agent)).some(({ id }) => id === credential))
      throw new HostError('VITRINE_CREDENTIAL_REVOKED', 'The credential was taken back.');
    return text;
  }

  connect(client: Pick<PortClient, 'address'>): () => void {
    return this.#port.transport.connect(client);
  }

  /** `end` is called when the credential, whatever it rests on, or the host ends. */
  hold(holder: CredentialHolder, end: (why: PortEnd) => void): () => void {
    const release = this.#port.transport.hold(holder, end);
    const { credential, grant } = holder;
    if (credential === undefined || grant === undefined) return release;
    const held = { credential, agent: grant.agent, end };
    this.#held.add(held);
    // It may have been taken back since it was looked at, when nobody knew yet whom to tell.
    this.#lookSoon();
    return () => {
      release();
      this.#held.delete(held);
    };
  }

  /** The agent itself, or the operator: who may make credentials and say what stands on the card. */
  async assertMaster(client: PortClient, agent: string): Promise<void> {
    const caller = await this.#guesses.identify(this.#port.identity, client);
    if (caller.role === 'operator' || (caller.role === 'agent' && caller.agent === agent)) return;
    throw purpose('This is for the agent itself and for the operator.');
  }

  /** What the agent or the operator arranges: lists them, makes one, takes the one with this id back. */
  async answer(
    request: Request,
    client: PortClient,
    { agent, id, maxBytes }: { readonly agent: string; readonly id: string; readonly maxBytes: number },
  ): Promise<Response> {
    assertMethod(request, id === '' ? ['GET', 'POST'] : ['DELETE']);
    await this.assertMaster(client, agent);
    if (request.method === 'GET') return jsonAnswer(200, { credentials: await this.list(agent) });
    if (request.method === 'DELETE') return this.#answerRemoval(id, await this.remove(agent, id));
    const content = await this.#port.transport.read(request, maxBytes);
    return jsonAnswer(201, await this.add(agent, await readObject(content, { bounds: { maxLength: maxBytes } })));
  }

  #lookSoon(): void {
    if (this.#held.size > 0) this.#looking ??= setTimeout(() => void this.#look(), LOOK_AGAIN_MS).unref();
  }

  /** What is open with one that another host took back ends here too. */
  async #look(): Promise<void> {
    this.#looking = undefined;
    for (const agent of new Set([...this.#held].map((held) => held.agent))) {
      const stored = await this.#read(agent).catch(() => undefined);
      if (stored === undefined) this.#lookSoon();
      const known = new Set(stored?.map(({ id }) => id));
      for (const held of this.#held)
        if (stored !== undefined && held.agent === agent && !known.has(held.credential)) held.end('revoked');
    }
  }

  #answerRemoval(id: string, removal: { readonly durable: boolean } | undefined): Response {
    if (removal === undefined) throw new HostError('VITRINE_PATH_UNKNOWN', 'There is no such credential.');
    if (removal.durable) return jsonAnswer(200, { removed: id });
    const warning = 'VITRINE_REVOCATION_PENDING';
    return jsonAnswer(202, { removed: id, ...removal, warning, message: ISSUE_CODES[warning] });
  }

  /** Several of one name are one client: what one of them began, the other goes on with. */
  add(agent: string, body: JsonObject): Promise<ClientCredential & { readonly token: string }> {
    const { name = 'client', days = 90 } = body;
    if (typeof name !== 'string' || !NAME.test(name))
      throw invalidBody('name is 1 to 64 of a-z, 0-9, dot, dash and underscore.');
    if (typeof days !== 'number' || !(days > 0 && days <= MAX_DAYS))
      throw invalidBody(`days is a number up to ${MAX_DAYS}.`);
    // One after the other: a second change must see the first.
    return this.#changes.run(agent, async () => {
      const stored = await this.#read(agent);
      const { grant } = (await this.#port.identity.agent(agent)) ?? revoked();
      const now = this.#port.identity.now();
      const living = stored.filter((one) => Date.parse(one.expiresAt) > now && this.#isHeld(agent, one));
      if (living.length >= this.#options.limits.credentialsPerAgent)
        throw new Refusal(409, 'VITRINE_LIMIT_ENTRIES', 'The agent has too many credentials: remove some.');
      const token = this.#options.protocol.prefix + randomBytes(32).toString('base64url');
      const made = {
        ...{ id: randomBytes(9).toString('base64url'), name },
        createdAt: timeAt(now),
        expiresAt: timeAt(now + days * DAY_MS),
      };
      const kept = [...living, { ...made, hash: digestOf(token), epoch: grant.epoch }];
      await this.#port.records.write([recordOf(agent, kept)]);
      return { ...made, token };
    });
  }

  async list(agent: string): Promise<readonly ClientCredential[]> {
    return (await this.#read(agent))
      .filter((one) => this.#isHeld(agent, one))
      .map(({ hash: _, epoch: __, ...shown }) => shown);
  }

  /** What is open with it ends, whether or not the store takes it. Undefined: there is none such. */
  remove(agent: string, id: string): Promise<{ readonly durable: boolean } | undefined> {
    return this.#changes.run(agent, async () => {
      const stored = await this.#read(agent);
      const kept = stored.filter((one) => one.id !== id);
      if (kept.length === stored.length) return undefined;
      const durable = this.#port.records.keep(recordOf(agent, kept));
      for (const { credential, end } of this.#held) if (credential === id) end('revoked');
      return { durable: await durable };
    });
  }

  async #named(token: string, agent: string): Promise<Principal> {
    const hash = digestOf(token);
    const found = (await this.#read(agent)).find((one) => one.hash === hash);
    if (found === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID', 'This credential is not known here.');
    if (!this.#isHeld(agent, found)) revoked();
    const { id, name, epoch = 0 } = found;
    const expiresAt = Date.parse(found.expiresAt);
    if (expiresAt <= this.#port.identity.now())
      throw new HostError('VITRINE_CREDENTIAL_EXPIRED', 'The time of this credential is over.');
    const holder = { grant: { agent, epoch }, expiresAt, credential: id };
    return { id: `client ${name}`, viewer: `${this.#options.protocol.id}:${name}`, holder };
  }

  /** Whatever was made for its clients ends with the agent, also when that comes back. */
  #isHeld(agent: string, { epoch = 0 }: StoredCredential): boolean {
    return this.#port.identity.holds({ agent, epoch });
  }

  #unnamed({ isNear }: PortClient, request: Request | undefined): Principal {
    if (!this.#options.isOpen || !isNear || !this.#port.transport.isLocal())
      throw new HostError('VITRINE_CREDENTIAL_MISSING', `Send a credential of ${this.#name}: Authorization: Bearer.`);
    if (request !== undefined) assertNoOtherPage(request);
    return { id: 'anyone', viewer: `${this.#options.protocol.id}:anyone`, holder: {} };
  }

  async #read(agent: string): Promise<readonly StoredCredential[]> {
    const record = await this.#port.records.read(keyOf(agent));
    // Only this face writes them.
    return isArray(record?.value) ? (record.value.filter(isObject) as object[] as StoredCredential[]) : [];
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;

/**
 * Whoever needs no credential must not be a page of somebody else that a person of this machine looks at: neither one that says
 * so, on whatever port it stands, nor one that sends what needs no preflight.
 */
function assertNoOtherPage({ method, headers, url }: Request): void {
  const origin = headers.get('origin');
  const isOther = origin !== null && origin !== new URL(url).origin;
  if (isOther || ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? ''))
    throw new HostError('VITRINE_ORIGIN_REFUSED', 'Pages of another origin need a credential.');
  if (method === 'POST' && !JSON_TYPE.test(headers.get('content-type')?.trim() ?? ''))
    throw new HostError('VITRINE_BODY_TYPE', 'Without a credential a body is of the type application/json.');
}

function revoked(): never {
  throw new HostError('VITRINE_CREDENTIAL_REVOKED', 'The agent of this credential was revoked.');
}

function purpose(message: string): HostError {
  return new HostError('VITRINE_CREDENTIAL_PURPOSE', message);
}

function keyOf(agent: string): string {
  return `credentials ${agent}`;
}

function recordOf(agent: string, stored: readonly StoredCredential[]): PortRecord {
  return { key: keyOf(agent), value: stored.map((one) => ({ ...one })) };
}
