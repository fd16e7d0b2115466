// Who may come in: joins agent keys, viewer tokens and links, the operator's code and what was taken back into the one
// interface that the rest of the host knows (caller.ts). What a caller may do is left to the routes.

import { defined } from '@vitrine/core/internal';
import type { PortGrant } from '@vitrine/core/port';
import type { SessionId, SessionLog } from '@vitrine/log';
import type {
  AgentKeyOptions,
  Caller,
  Credentials,
  MintedToken,
  OperatorCode,
  Revocation,
  Revoked,
} from '../caller.ts';
import { HostError, toHostError } from '../host-error.ts';
import { AGENT_KIND, Agents } from './agents.ts';
import { AGENT_KEY_PREFIX, OPERATOR_TOKEN_PREFIX, randomText } from './credential-texts.ts';
import { CredentialTime } from './credential-time.ts';
import { LateWrites } from './late-writes.ts';
import { OPERATOR_KIND, type OperatorLives, Operators, operatorLivesOf } from './operators.ts';
import { REVOKED_KIND, Revocations } from './revocations.ts';
import {
  createViewerTokens,
  type SignedToken,
  type ViewerCredential,
  type ViewerLives,
  type ViewerTokens,
} from './viewer-tokens.ts';

const DAY_SECONDS = 24 * 60 * 60;
export const VIEWER_LIVES: ViewerLives = {
  viewerSeconds: 60 * 60,
  viewerRenewableSeconds: 30 * DAY_SECONDS,
  linkSeconds: 7 * DAY_SECONDS,
  linkMaxSeconds: 30 * DAY_SECONDS,
};
const MAX_VIEWER_SECONDS = DAY_SECONDS;
const MAX_FAMILY_SECONDS = 365 * DAY_SECONDS;
const MAX_CREDENTIAL_LENGTH = 4096;
const VIEWER_NAME = /^[^\p{C}]{1,128}$/u;

export interface CredentialOptions extends Partial<ViewerLives>, OperatorLives {
  readonly log: SessionLog;
  /** At least 32 bytes each. The first signs; what the others signed holds too. */
  readonly secrets: () => readonly Uint8Array[];
  /** Milliseconds since 1970, as Date.now. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyNow?: () => number;
  /** Whose session it is. Absent: as the log says. */
  readonly ownerOf?: (session: SessionId) => Promise<string | undefined>;
  /** What another host had open under this code of an operator, which is used by asking. */
  readonly takeCodeElsewhere?: (code: string) => Promise<OperatorCode | undefined>;
  /** Whether a text holds a secret that the operator named. Absent: none does. */
  readonly hidesIn?: (text: string) => boolean;
  /** A revocation holds and could not be stored: `flush` shall be called until it resolves. */
  readonly storeFailed?: (error: unknown) => void;
}

export async function openCredentials(options: CredentialOptions): Promise<Credentials> {
  const { log, secrets, now, steadyNow = () => performance.now(), storeFailed = () => undefined } = options;
  const lives = readLives(options);
  const time = new CredentialTime({ log, now, steadyNow });
  const tokens = createViewerTokens({ secrets, time, ...lives });
  const writes = new LateWrites(log, storeFailed);
  const agents = new Agents(log, writes, time, now);
  const revocations = new Revocations(log, writes, time.now);
  const { takeCodeElsewhere } = options;
  const operators = new Operators({
    ...{ log, writes, time },
    ...operatorLivesOf(options),
    ...defined({ takeCodeElsewhere }),
  });
  await time.load();
  await Promise.all([agents.load(), revocations.load(), operators.load()]);
  const ownerOf = options.ownerOf ?? (async (session: SessionId) => (await log.session(session))?.agent);
  const familyMs = lives.viewerRenewableSeconds * 1000;
  const credentials = new HostCredentials({
    ...{ agents, operators, revocations, tokens, time, writes, ownerOf, familyMs },
    hidesIn: options.hidesIn ?? (() => false),
  });
  // Whatever another host added or took back holds here too.
  log.watch(AGENT_KIND, () => void credentials.reread(() => agents.load()));
  log.watch(REVOKED_KIND, () => void credentials.reread(() => revocations.load()));
  log.watch(OPERATOR_KIND, () => void credentials.rereadOperators());
  return credentials;
}

function readLives(options: Partial<ViewerLives>): ViewerLives {
  const read = (name: keyof ViewerLives, most: number): number => {
    const seconds = options[name] ?? VIEWER_LIVES[name];
    if (Number.isInteger(seconds) && seconds >= 1 && seconds <= most) return seconds;
    throw new RangeError(`${name} is a whole number of seconds from 1 to ${most}.`);
  };
  return {
    viewerSeconds: read('viewerSeconds', MAX_VIEWER_SECONDS),
    viewerRenewableSeconds: read('viewerRenewableSeconds', MAX_FAMILY_SECONDS),
    linkSeconds: read('linkSeconds', MAX_FAMILY_SECONDS),
    linkMaxSeconds: read('linkMaxSeconds', MAX_FAMILY_SECONDS),
  };
}

interface CredentialParts {
  readonly agents: Agents;
  readonly operators: Operators;
  readonly revocations: Revocations;
  readonly tokens: ViewerTokens;
  readonly time: CredentialTime;
  readonly writes: LateWrites;
  readonly ownerOf: (session: SessionId) => Promise<string | undefined>;
  readonly hidesIn: (text: string) => boolean;
  /** How long after its first token a family ends. */
  readonly familyMs: number;
}

class HostCredentials implements Credentials {
  readonly #parts: CredentialParts;
  readonly #listeners = new Set<(what: Revoked) => void>();
  /** How often something was taken back. */
  #revoked = 0;

  constructor(parts: CredentialParts) {
    this.#parts = parts;
  }

  /** Everything open is asked again whether it holds. What cannot be read now is read with the next change. */
  async reread(load: () => Promise<void>): Promise<void> {
    await load().then(
      () => this.#tell({ keys: true }),
      () => undefined,
    );
  }

  async rereadOperators(): Promise<void> {
    if (await this.#parts.operators.load().catch(() => false)) this.#tell({ operators: true });
  }

  get writes(): LateWrites {
    return this.#parts.writes;
  }

  async identify(credential: string | undefined): Promise<Caller> {
    if (credential === undefined || credential === '') throw new HostError('VITRINE_CREDENTIAL_MISSING');
    if (credential.length > MAX_CREDENTIAL_LENGTH) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    if (credential.startsWith(AGENT_KEY_PREFIX)) return this.#parts.agents.identify(credential);
    if (credential.startsWith(OPERATOR_TOKEN_PREFIX)) return this.#parts.operators.identify(credential);
    const token = await this.#parts.tokens.read(credential);
    const grant = this.#assertHolds(token);
    const { session, viewer, family, expiresAt } = token;
    return { role: 'viewer', session, viewer, jti: family, expiresAt: new Date(expiresAt).toISOString(), grant };
  }

  watch(credential: string | undefined): () => Promise<void> {
    const before = this.#revoked;
    const { tokens } = this.#parts;
    const isRead = credential !== undefined && credential.length <= MAX_CREDENTIAL_LENGTH;
    const signer = isRead ? tokens.signerOf(credential) : undefined;
    return async () => {
      if (this.#revoked === before) return;
      if (signer !== undefined && !tokens.hasKey(signer)) throw new HostError('VITRINE_CREDENTIAL_REVOKED');
      const failure = await this.identify(credential).then(() => undefined, toHostError);
      if (failure?.code === 'VITRINE_CREDENTIAL_REVOKED') throw failure;
    };
  }

  grantOf(agent: string): PortGrant | undefined {
    return this.#parts.agents.grantOf(agent);
  }

  holds(grant: PortGrant): boolean {
    const { agents, revocations, tokens } = this.#parts;
    const { viewer, signer } = grant;
    if (!agents.holds(grant) || (signer !== undefined && !tokens.hasKey(signer))) return false;
    return viewer === undefined || revocations.holds({ ...viewer, family: viewer.jti });
  }

  now(): number {
    return this.#parts.time.now();
  }

  async addAgent(agent: string, options: Parameters<Credentials['addAgent']>[1] = {}): Promise<{ key: string }> {
    const { trust = 'trusted', ...own } = options;
    return { key: await this.#parts.agents.add(agent, trust, own) };
  }

  async agents(): ReturnType<Credentials['agents']> {
    return this.#parts.agents.rows();
  }

  async rotateAgent(agent: string, options: AgentKeyOptions = {}): Promise<{ key: string }> {
    const key = await this.#parts.agents.rotate(agent, options);
    this.#tell({ agent, keyOnly: true });
    return { key };
  }

  async revokeAgent(agent: string): Promise<Revocation> {
    return this.#tellAndStore({ agent }, this.#parts.agents.revoke(agent));
  }

  async mintViewer(
    session: SessionId,
    options: { readonly viewer?: string; readonly renews?: string } = {},
  ): Promise<MintedToken> {
    if (options.renews !== undefined) return this.#renew(session, options.renews);
    const viewer = options.viewer ?? `viewer-${randomText(12)}`;
    if (!VIEWER_NAME.test(viewer))
      throw new HostError('VITRINE_BODY_INVALID', 'A viewer is named by 1 to 128 printable characters.');
    // With its marker in the place of a secret, a name could be that of somebody else.
    if (this.#parts.hidesIn(viewer))
      throw new HostError(
        'VITRINE_BODY_INVALID',
        'The name of a viewer holds a secret that this host hides: use another.',
      );
    const agent = await this.#parts.ownerOf(session);
    if (agent === undefined) throw new HostError('VITRINE_LOG_SESSION_UNKNOWN');
    // Both are read before anything else is awaited: a revocation meanwhile ends this token too.
    const { epoch } = this.#parts.agents.grantOf(agent) ?? noAgent();
    const era = this.#parts.revocations.eraOf(session);
    return this.#mint(await this.#parts.tokens.make({ session, viewer, agent, epoch, era }));
  }

  async redeemViewerCode(
    code: string,
    hasOpenAsk: (session: SessionId) => Promise<boolean>,
  ): ReturnType<Credentials['redeemViewerCode']> {
    if (code.length > MAX_CREDENTIAL_LENGTH) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    const { isLate, ...link } = await this.#parts.tokens.readCode(code);
    this.#assertHolds(link);
    if (isLate && !(await hasOpenAsk(link.session)))
      throw new HostError('VITRINE_CREDENTIAL_EXPIRED', 'The time of this link is over.');
    return { ...(await this.#mintFrom(link)), session: link.session };
  }

  async revokeViewers(session: SessionId, credential?: string): Promise<Revocation> {
    const { revocations, time, familyMs, tokens } = this.#parts;
    if (credential === undefined)
      return this.#tellAndStore({ session }, revocations.revokeSession(session, time.now() + familyMs));
    // One that has expired may have been renewed.
    const token = await tokens.readAny(credential);
    if (token.session !== session) throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
    if (!revocations.holds(token)) return { durable: await this.#isFlushed() };
    const stored = revocations.revokeFamily(token.family, token.bornAt + familyMs);
    return this.#tellAndStore({ session, jti: token.family }, stored);
  }

  newOperatorCode(person?: string): string {
    return this.#parts.operators.newCode(person);
  }

  redeemOperatorCode(code: string, isNear?: boolean): ReturnType<Credentials['redeemOperatorCode']> {
    return this.#parts.operators.redeem(code, isNear);
  }

  takeOperatorCode(code: string): OperatorCode | undefined {
    return this.#parts.operators.takeCode(code);
  }

  revokeOperators(): Promise<Revocation> {
    return this.#tellAndStore({ operators: true }, this.#parts.operators.revokeAll());
  }

  keysDropped(): void {
    this.#tell({ keys: true });
  }

  onRevoked(listener: (what: Revoked) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async flush(): Promise<void> {
    await this.#parts.writes.flush();
    await this.#parts.time.save();
  }

  async #renew(session: SessionId, renews: string): Promise<MintedToken> {
    const token = await this.#parts.tokens.read(renews);
    if (token.session !== session) throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
    this.#assertHolds(token);
    return this.#mintFrom(token);
  }

  /** A key that is dropped meanwhile is not outlived by what the new one signs for the holder of the old credential. */
  async #mintFrom(token: SignedToken): Promise<MintedToken> {
    const minted = await this.#mint(await this.#parts.tokens.make(token));
    this.#assertHolds(token);
    return minted;
  }

  async #mint(token: ViewerCredential & { readonly token: string }): Promise<MintedToken> {
    const code = await this.#parts.tokens.makeCode(token);
    // What cannot be kept now is kept the next time.
    await this.#parts.time.save().catch(() => undefined);
    const { jti, viewer, expiresAt } = token;
    return { token: token.token, code, jti, viewer, expiresAt: this.#parts.time.toTell(expiresAt) };
  }

  #assertHolds({ agent, epoch, session, family: jti, era, signer }: SignedToken): PortGrant {
    const grant = { agent, epoch, viewer: { session, jti, era }, signer };
    if (!this.holds(grant)) throw new HostError('VITRINE_CREDENTIAL_REVOKED');
    return grant;
  }

  /** Connections close at once; who asked for it waits until it is durable, or known not to be. */
  async #tellAndStore(what: Revoked, stored: Promise<boolean>): Promise<Revocation> {
    try {
      this.#tell(what);
    } catch (error) {
      await stored;
      throw error;
    }
    return { durable: await stored };
  }

  async #isFlushed(): Promise<boolean> {
    await this.#parts.writes.flush().catch(() => undefined);
    return this.#parts.writes.isEmpty;
  }

  /** Everybody is told, whoever fails: a connection that stays open is the worse fault. */
  #tell(what: Revoked): void {
    this.#revoked++;
    const failures: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(what);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'A connection that lost its credential did not close.');
  }
}

/** Nothing is minted under an agent that is revoked. */
function noAgent(): never {
  throw new HostError('VITRINE_AGENT_REVOKED');
}
