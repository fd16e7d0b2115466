// Stream tokens: a JWT that opens the socket of this protocol and nothing else. It is signed with a secret that only
// this face has, so no other credential of the host opens the socket, and this one nothing of the host.

import { randomBytes } from 'node:crypto';
import type { IdentityPort, PortGrant, Trust } from '@vitrine/core/internal';
import { digestOf } from '@vitrine/face-kit';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { AgentchainsError } from './errors.ts';
import { TOKEN_TYPE } from './limits.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'agentchains-a2ui';
const ISSUER = 'vitrine';
const MAX_LENGTH = 4096;
const CLAIMS = ['sub', 'jti', 'viewer', 'grant', 'exp', 'iat'];

export interface StreamToken {
  readonly jti: string;
  readonly agent: string;
  readonly trust: Trust;
  /** Names the person's client to the session. */
  readonly viewer: string;
  /** The one session that it opens; absent: init opens one. */
  readonly session?: string;
  /** The viewer token that it was made from. */
  readonly from?: string;
  /** What it rests on: it ends with that. */
  readonly grant: PortGrant;
  /** Which secret of the face signed it: it ends with that too. */
  readonly signer: string;
  /** Milliseconds, by the time of credentials. */
  readonly expiresAt: number;
}

type NewStreamToken = Pick<StreamToken, 'agent' | 'trust' | 'session' | 'from' | 'grant'> & {
  readonly viewer?: string;
  /** It does not outlive what it was made from. */
  readonly until?: number;
};

export class StreamTokens {
  readonly #identity: Pick<IdentityPort, 'secrets' | 'now' | 'holds'>;
  readonly #lifeMs: number;

  constructor(identity: Pick<IdentityPort, 'secrets' | 'now' | 'holds'>, minutes: number) {
    this.#identity = identity;
    this.#lifeMs = minutes * 60_000;
  }

  async make(wanted: NewStreamToken): Promise<{ readonly token: string; readonly expiresAt: number }> {
    const { agent, trust, session, from, grant, until = Number.POSITIVE_INFINITY } = wanted;
    const [secret] = this.#identity.secrets();
    if (secret === undefined) throw new RangeError('The host has no secret for this face.');
    const jti = randomBytes(16).toString('base64url');
    const { viewer = `stream-${jti}` } = wanted;
    const madeAt = this.#identity.now();
    const exp = Math.min(Math.ceil((madeAt + this.#lifeMs) / 1000), Math.floor(until / 1000));
    // What is undefined is not written.
    const token = await new SignJWT({ type: TOKEN_TYPE, sub: agent, jti, trust, viewer, grant, sid: session, from })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: keyIdOf(secret) })
      .setAudience(AUDIENCE)
      .setIssuer(ISSUER)
      .setIssuedAt(Math.floor(madeAt / 1000))
      .setExpirationTime(exp)
      .sign(secret);
    return { token, expiresAt: exp * 1000 };
  }

  /** Refuses with -32006, and says no more than that. */
  async read(token: string | undefined): Promise<StreamToken> {
    if (token === undefined || token === '') throw new AgentchainsError('auth', 'Missing stream token.');
    const read = await this.#read(token, this.#identity.now());
    if (read === undefined) throw new AgentchainsError('auth', 'Invalid or expired stream token.');
    return read;
  }

  /** Whether neither what it rests on was taken back nor the key that signed it dropped. */
  holds({ grant, signer }: StreamToken): boolean {
    return this.#identity.holds(grant) && this.#identity.secrets().some((one) => keyIdOf(one) === signer);
  }

  /** Whether it was made here, whatever became of it: for whoever shows it elsewhere. */
  async isOne(token: string): Promise<boolean> {
    return (await this.#read(token, 0)) !== undefined;
  }

  async #read(token: string, at: number): Promise<StreamToken | undefined> {
    if (token.length > MAX_LENGTH) return undefined;
    try {
      const { kid } = decodeProtectedHeader(token);
      const secret = this.#identity.secrets().find((one) => keyIdOf(one) === kid);
      if (secret === undefined) return undefined;
      const options = { algorithms: [ALGORITHM], audience: AUDIENCE, issuer: ISSUER, requiredClaims: CLAIMS };
      const { payload } = await jwtVerify(token, secret, { ...options, currentDate: new Date(at) });
      return readClaims(payload, keyIdOf(secret));
    } catch {
      return undefined;
    }
  }
}

/** The signature says that they are as they were made. */
function readClaims(claims: JWTPayload, signer: string): StreamToken | undefined {
  const { type, sub = '', jti = '', trust, viewer, sid, from, grant, exp = 0 } = claims;
  if (type !== TOKEN_TYPE) return undefined;
  return {
    ...{ jti, agent: sub, trust: trust === 'trusted' ? 'trusted' : 'untrusted', viewer: viewer as string },
    ...(typeof sid === 'string' ? { session: sid } : {}),
    ...(typeof from === 'string' ? { from } : {}),
    ...{ grant: grant as PortGrant, signer, expiresAt: exp * 1000 },
  };
}

function keyIdOf(secret: Uint8Array): string {
  return digestOf(secret, 'base64url').slice(0, 8);
}
