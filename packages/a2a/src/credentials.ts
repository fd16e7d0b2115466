// Who calls as a client of A2A: with a credential that an agent or the operator made for it, with a viewer's token, or,
// where the operator has opened this machine's own door, with nothing. An agent's key is not one of these.

import { createHash, randomBytes } from 'node:crypto';
import {
  type FacePorts,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type PortClient,
  type PortGrant,
  type Time,
} from '@vitrine/core';
import { Refusal } from './http-answers.ts';

export interface Principal {
  /** The same for everything that this client ever sends, whatever credential it presents. */
  readonly id: string;
  /** What the agent knows it by. */
  readonly viewer: string;
  /** A viewer's token opens this session and no other. */
  readonly session?: string;
  /** Names that token. */
  readonly jti?: string;
  /** What it rests on. */
  readonly grant?: PortGrant;
}

export interface Credential {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Time;
  readonly expiresAt: Time;
}

interface Stored extends Credential {
  readonly hash: string;
  /** How often the agent had been revoked; absent: never. */
  readonly epoch?: number;
}

const PREFIX = 'va_';
const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/;
const DAY_MS = 86_400_000;
const MOST_DAYS = 3650;

export interface CredentialOptions {
  readonly most: number;
  /** Calls from this machine need no credential while the host is reached by a name of this machine alone. */
  readonly isOpen: boolean;
}

export class Credentials {
  readonly #port: FacePorts;
  readonly #options: CredentialOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(port: FacePorts, options: CredentialOptions) {
    this.#port = port;
    this.#options = options;
  }

  /** The one who calls this agent. */
  async identify({ isNear, credential }: PortClient, agent: string): Promise<Principal> {
    if (credential === undefined) return this.#unnamed(isNear);
    if (credential.startsWith(PREFIX)) return this.#named(credential, agent);
    const caller = await this.#port.identity.identify(credential);
    if (caller.role !== 'viewer')
      throw new Refusal(
        403,
        'VITRINE_CREDENTIAL_PURPOSE',
        'Clients of A2A present a credential of A2A or of a viewer.',
      );
    const session = await this.#port.sessions.find(caller.session);
    if (session?.agent !== agent)
      throw new Refusal(403, 'VITRINE_CREDENTIAL_PURPOSE', 'The token is for a session of another agent.');
    const { viewer, jti, grant } = caller;
    return { id: `viewer ${caller.session} ${viewer}`, viewer, jti, grant, session: caller.session };
  }

  /** The agent itself, or the operator: who may make credentials and say what stands on the card. */
  async assertMaster({ credential }: PortClient, agent: string): Promise<void> {
    const caller = await this.#port.identity.identify(credential);
    if (caller.role === 'operator' || (caller.role === 'agent' && caller.agent === agent)) return;
    throw new Refusal(403, 'VITRINE_CREDENTIAL_PURPOSE', 'This is for the agent itself and for the operator.');
  }

  /** Several of one name are one client: what one of them began, the other goes on with. */
  add(agent: string, body: JsonObject): Promise<Credential & { readonly token: string }> {
    const { name = 'client', days = 90 } = body;
    if (typeof name !== 'string' || !NAME.test(name))
      throw new Refusal(400, 'VITRINE_BODY_INVALID', 'name is 1 to 64 of a-z, 0-9, dot, dash and underscore.');
    if (typeof days !== 'number' || !(days > 0 && days <= MOST_DAYS))
      throw new Refusal(400, 'VITRINE_BODY_INVALID', `days is a number up to ${MOST_DAYS}.`);
    return this.#change(agent, async (stored) => {
      const { grant } = (await this.#port.identity.agent(agent)) ?? revoked();
      const now = this.#port.identity.now();
      const living = stored.filter((one) => Date.parse(one.expiresAt) > now && this.#isHeld(agent, one));
      if (living.length >= this.#options.most)
        throw new Refusal(409, 'VITRINE_LIMIT_ENTRIES', 'The agent has too many credentials: remove some.');
      const token = PREFIX + randomBytes(32).toString('base64url');
      const made = {
        ...{ id: randomBytes(9).toString('base64url'), name },
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + days * DAY_MS).toISOString(),
      };
      return { kept: [...living, { ...made, hash: hashOf(token), epoch: grant.epoch }], result: { ...made, token } };
    });
  }

  async list(agent: string): Promise<readonly Credential[]> {
    return (await this.#read(agent))
      .filter((one) => this.#isHeld(agent, one))
      .map(({ hash: _, epoch: __, ...shown }) => shown);
  }

  /** The principal that lost it; undefined where there is none such. */
  remove(agent: string, id: string): Promise<string | undefined> {
    return this.#change(agent, async (stored) => {
      const gone = stored.find((one) => one.id === id);
      return { kept: stored.filter((one) => one !== gone), result: gone && principalOf(gone.name) };
    });
  }

  async #named(token: string, agent: string): Promise<Principal> {
    const hash = hashOf(token);
    const found = (await this.#read(agent)).find((one) => one.hash === hash);
    if (found === undefined) throw new Refusal(401, 'VITRINE_CREDENTIAL_INVALID', 'This credential is not known here.');
    if (!this.#isHeld(agent, found)) revoked();
    if (Date.parse(found.expiresAt) <= this.#port.identity.now())
      throw new Refusal(401, 'VITRINE_CREDENTIAL_EXPIRED', 'The time of this credential is over.');
    return { id: principalOf(found.name), viewer: `a2a:${found.name}` };
  }

  /** Whatever was made for its clients ends with the agent, also when that comes back. */
  #isHeld(agent: string, { epoch = 0 }: Stored): boolean {
    return this.#port.identity.holds({ agent, epoch });
  }

  #unnamed(isNear: boolean): Principal {
    if (this.#options.isOpen && isNear && this.#port.transport.isLocal()) return { id: 'anyone', viewer: 'a2a:anyone' };
    throw new Refusal(401, 'VITRINE_CREDENTIAL_MISSING', 'Send a credential of A2A: Authorization: Bearer.');
  }

  async #read(agent: string): Promise<readonly Stored[]> {
    const record = await this.#port.records.read(keyOf(agent));
    return isArray(record?.value) ? record.value.filter(isStored) : [];
  }

  /** One after the other: a second change must see the first. */
  #change<T>(
    agent: string,
    change: (stored: readonly Stored[]) => Promise<{ readonly kept: readonly Stored[]; readonly result: T }>,
  ): Promise<T> {
    const done = this.#last.then(async () => {
      const { kept, result } = await change(await this.#read(agent));
      await this.#port.records.write([{ key: keyOf(agent), value: kept.map((one) => ({ ...one })) }]);
      return result;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}

function revoked(): never {
  throw new Refusal(401, 'VITRINE_CREDENTIAL_REVOKED', 'The agent of this credential was revoked.');
}

function principalOf(name: string): string {
  return `client ${name}`;
}

function keyOf(agent: string): string {
  return `credentials ${agent}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function isStored(value: Json): value is Json & Stored {
  return isObject(value) && typeof value.hash === 'string' && typeof value.name === 'string';
}
