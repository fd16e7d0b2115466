// Who calls as a client of A2A: with a credential that an agent or the operator made for it, with a viewer's token, or,
// where the operator has opened this machine's own door, with nothing. An agent's key is not one of these.

import { randomBytes } from 'node:crypto';
import { isArray, isObject, type JsonObject } from '@vitrine/core/internal';
import type { FacePorts, PortClient, PortEnd, PortHolder, PortRecord, TransportPort } from '@vitrine/core/port';
import { digestOf, Guesses, HostError, invalidBody, KeyQueue, perMinute, Refusal, timeAt } from '@vitrine/face-kit';
import type { A2aBase } from './limits.ts';

export interface Principal {
  /** The same for everything that this client ever sends, whatever credential it presents. */
  readonly id: string;
  /** What the agent knows it by. */
  readonly viewer: string;
  /** A viewer's token opens this session and no other. */
  readonly session?: string;
  readonly holder: CredentialHolder;
}

/** What stays open ends with it. */
interface CredentialHolder extends PortHolder {
  /** The credential of ours that was presented. */
  readonly credential?: string;
}

export interface Credential {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

interface StoredCredential extends Credential {
  readonly hash: string;
  /** How often the agent had been revoked; absent: never. */
  readonly epoch?: number;
}

const PREFIX = 'va_';
const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/;
const DAY_MS = 86_400_000;
const MAX_DAYS = 3650;

/** Seats of the host that end with credentials of ours too. */
export type StreamSeats = Pick<TransportPort, 'connect' | 'hold'>;

export class A2aCredentials implements StreamSeats {
  readonly #base: A2aBase;
  readonly #port: FacePorts;
  readonly #guesses: Guesses;
  readonly #changes = new KeyQueue<string>();
  /** What is open with credentials of ours. */
  readonly #held = new Set<{ readonly credential: string; readonly end: (why: PortEnd) => void }>();

  constructor(base: A2aBase) {
    this.#base = base;
    this.#port = base.port;
    this.#guesses = new Guesses(perMinute(base.limits.guessesPerMinute, base.port.transport));
  }

  /** The one who calls this agent. `request`: what it says over HTTP, where a browser may be at the other end. */
  async identify(client: PortClient, agent: string, request?: Request): Promise<Principal> {
    const { address, credential } = client;
    if (credential === undefined) return this.#unnamed(client, request);
    return this.#guesses.watch(address, () =>
      credential.startsWith(PREFIX) ? this.#named(credential, agent) : this.#viewer(credential, agent),
    );
  }

  async #viewer(token: string, agent: string): Promise<Principal> {
    const caller = await this.#port.identity.identify(token);
    if (caller.role !== 'viewer') throw purpose('Clients of A2A present a credential of A2A or of a viewer.');
    const { viewer, session, grant, expiresAt } = caller;
    if ((await this.#port.sessions.find(session))?.agent !== agent)
      throw purpose('The token is for a session of another agent.');
    const holder = { grant, expiresAt: Date.parse(expiresAt) };
    return { id: `viewer ${session} ${viewer}`, viewer, holder, session };
  }

  connect(client: Pick<PortClient, 'address'>): () => void {
    return this.#port.transport.connect(client);
  }

  /** `end` is called when the credential, whatever it rests on, or the host ends. */
  hold(holder: CredentialHolder, end: (why: PortEnd) => void): () => void {
    const release = this.#port.transport.hold(holder, end);
    const { credential } = holder;
    if (credential === undefined) return release;
    const held = { credential, end };
    this.#held.add(held);
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

  /** Several of one name are one client: what one of them began, the other goes on with. */
  add(agent: string, body: JsonObject): Promise<Credential & { readonly token: string }> {
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
      if (living.length >= this.#base.limits.credentialsPerAgent)
        throw new Refusal(409, 'VITRINE_LIMIT_ENTRIES', 'The agent has too many credentials: remove some.');
      const token = PREFIX + randomBytes(32).toString('base64url');
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

  async list(agent: string): Promise<readonly Credential[]> {
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
    return { id: `client ${name}`, viewer: `a2a:${name}`, holder };
  }

  /** Whatever was made for its clients ends with the agent, also when that comes back. */
  #isHeld(agent: string, { epoch = 0 }: StoredCredential): boolean {
    return this.#port.identity.holds({ agent, epoch });
  }

  #unnamed({ isNear }: PortClient, request: Request | undefined): Principal {
    if (!this.#base.isOpen || !isNear || !this.#port.transport.isLocal())
      throw new HostError('VITRINE_CREDENTIAL_MISSING', 'Send a credential of A2A: Authorization: Bearer.');
    if (request !== undefined) assertNoOtherPage(request);
    return { id: 'anyone', viewer: 'a2a:anyone', holder: {} };
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
