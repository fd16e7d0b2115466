// Who may come in: joins agent keys, viewer tokens, the operator's code and what was taken back into the one
// interface that the rest of the host knows (caller.ts). What a caller may do is left to the routes.

import type { SessionId, SessionLog } from '@vitrine/log';
import type { Caller, Credentials, MintedToken, Revoked } from '../caller.ts';
import { HostError } from '../host-error.ts';
import { Agents } from './agents.ts';
import { AGENT_KEY_PREFIX, OPERATOR_TOKEN_PREFIX, randomText } from './credential-texts.ts';
import { Operators } from './operators.ts';
import { Revocations } from './revocations.ts';
import { createViewerTokens, type ViewerToken, type ViewerTokens } from './viewer-tokens.ts';

const DEFAULT_VIEWER_SECONDS = 15 * 60;
const MAX_VIEWER_SECONDS = 24 * 60 * 60;
const MAX_CREDENTIAL_LENGTH = 4096;
const VIEWER_NAME = /^[^\p{C}]{1,128}$/u;

export interface CredentialOptions {
  readonly log: SessionLog;
  /** At least 32 bytes; another one ends every viewer token. */
  readonly secret: Uint8Array;
  /** Milliseconds since 1970, as Date.now. */
  readonly now: () => number;
  /** How long a viewer token holds. At most a day: revocations are kept no longer. */
  readonly viewerSeconds?: number;
}

export async function openCredentials(options: CredentialOptions): Promise<Credentials> {
  const { log, secret, now, viewerSeconds = DEFAULT_VIEWER_SECONDS } = options;
  if (!Number.isInteger(viewerSeconds) || viewerSeconds < 1 || viewerSeconds > MAX_VIEWER_SECONDS)
    throw new RangeError('A viewer token holds for a whole number of seconds, at least one and at most a day.');
  const tokens = createViewerTokens({ secret, now, seconds: viewerSeconds });
  const agents = new Agents(log, now);
  const revocations = new Revocations(log, now);
  await Promise.all([agents.load(), revocations.load()]);
  const longest = () => now() + viewerSeconds * 1000;
  return new HostCredentials({ agents, operators: new Operators(now), revocations, tokens, longest });
}

interface Parts {
  readonly agents: Agents;
  readonly operators: Operators;
  readonly revocations: Revocations;
  readonly tokens: ViewerTokens;
  /** When a token that is made now expires. */
  readonly longest: () => number;
}

class HostCredentials implements Credentials {
  readonly #parts: Parts;
  readonly #listeners = new Set<(what: Revoked) => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async identify(credential: string | undefined): Promise<Caller> {
    if (credential === undefined || credential === '') throw new HostError('VITRINE_CREDENTIAL_MISSING');
    if (credential.length > MAX_CREDENTIAL_LENGTH) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    if (credential.startsWith(AGENT_KEY_PREFIX)) return this.#parts.agents.identify(credential);
    if (credential.startsWith(OPERATOR_TOKEN_PREFIX)) return this.#parts.operators.identify(credential);
    const { session, viewer, family, expiresAt } = await this.#holding(credential);
    return { role: 'viewer', session, viewer, jti: family, expiresAt: timeOf(expiresAt) };
  }

  async addAgent(agent: string, options: Parameters<Credentials['addAgent']>[1] = {}): Promise<{ key: string }> {
    return { key: await this.#parts.agents.add(agent, options.trust ?? 'trusted') };
  }

  async agents(): ReturnType<Credentials['agents']> {
    return this.#parts.agents.rows();
  }

  async rotateAgent(agent: string): Promise<{ key: string }> {
    const key = await this.#parts.agents.rotate(agent);
    this.#tell({ agent });
    return { key };
  }

  async revokeAgent(agent: string): Promise<void> {
    await this.#parts.agents.revoke(agent);
    this.#tell({ agent });
  }

  async mintViewer(
    session: SessionId,
    options: { readonly viewer?: string; readonly renews?: string } = {},
  ): Promise<MintedToken> {
    const renewed = options.renews === undefined ? undefined : await this.#holding(options.renews, session);
    const viewer = renewed?.viewer ?? options.viewer ?? `viewer-${randomText(12)}`;
    if (!VIEWER_NAME.test(viewer))
      throw new HostError('VITRINE_BODY_INVALID', 'A viewer is named by 1 to 128 printable characters.');
    // The era is read before anything is awaited: a revocation meanwhile ends this token too.
    const era = renewed?.era ?? this.#parts.revocations.eraOf(session);
    const family = renewed === undefined ? {} : { family: renewed.family };
    const { token, jti, expiresAt } = await this.#parts.tokens.make({ session, viewer, era, ...family });
    return { token, jti, viewer, expiresAt: timeOf(expiresAt) };
  }

  async revokeViewers(session: SessionId, token?: string): Promise<void> {
    const { revocations, longest } = this.#parts;
    if (token === undefined) {
      await revocations.revokeSession(session, longest());
      this.#tell({ session });
      return;
    }
    // One that has expired may have been renewed.
    const { family, ...named } = await this.#parts.tokens.readOld(token);
    if (named.session !== session) throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
    if (!revocations.holds({ family, ...named })) return;
    await revocations.revokeFamily(family, Math.max(named.expiresAt, longest()));
    this.#tell({ session, jti: family });
  }

  newOperatorCode(): string {
    return this.#parts.operators.newCode();
  }

  redeemOperatorCode(code: string): ReturnType<Credentials['redeemOperatorCode']> {
    return this.#parts.operators.redeem(code);
  }

  onRevoked(listener: (what: Revoked) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A token that was not taken back, of the session where one is named. */
  async #holding(text: string, session?: SessionId): Promise<ViewerToken> {
    const token = await this.#parts.tokens.read(text);
    if (session !== undefined && token.session !== session) throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
    if (!this.#parts.revocations.holds(token)) throw new HostError('VITRINE_CREDENTIAL_REVOKED');
    return token;
  }

  /** Everybody is told, whoever fails: a connection that stays open is the worse fault. */
  #tell(what: Revoked): void {
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

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
