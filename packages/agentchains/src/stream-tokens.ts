// Stream tokens: a JWT that opens the socket of this protocol and nothing else. It is signed with a secret that only
// this face has, so no other credential of the host opens the socket, and this one nothing of the host.

import { randomBytes } from 'node:crypto';
import type { SessionPort, Trust } from '@vitrine/core';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { RpcError } from './errors.ts';
import { TOKEN_TYPE } from './limits.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'agentchains-a2ui';
const ISSUER = 'vitrine';
const LONGEST = 4096;

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
  /** Milliseconds. */
  readonly madeAt: number;
  readonly expiresAt: number;
}

export interface MadeToken extends StreamToken {
  readonly token: string;
}

type Wanted = Pick<StreamToken, 'agent' | 'trust' | 'session' | 'from'> & {
  readonly viewer?: string;
  /** It does not outlive what it was made from. */
  readonly until?: number;
};

export class StreamTokens {
  readonly #key: Uint8Array;
  readonly #now: () => number;
  readonly #milliseconds: number;

  constructor(port: Pick<SessionPort, 'secret' | 'now'>, minutes: number) {
    this.#key = Uint8Array.from(port.secret());
    this.#now = () => port.now();
    this.#milliseconds = minutes * 60_000;
  }

  async make({ agent, trust, session, from, viewer, until }: Wanted): Promise<MadeToken> {
    const jti = randomBytes(16).toString('base64url');
    const madeAt = this.#now();
    const exp = Math.min(
      Math.ceil((madeAt + this.#milliseconds) / 1000),
      Math.floor((until ?? Number.POSITIVE_INFINITY) / 1000),
    );
    const held = { jti, agent, trust, viewer: viewer ?? `stream-${jti}`, madeAt };
    const bound = { ...(session === undefined ? {} : { session }), ...(from === undefined ? {} : { from }) };
    const token = await new SignJWT({
      ...{ type: TOKEN_TYPE, sub: agent, jti, trust, viewer: held.viewer, made: madeAt },
      ...(session === undefined ? {} : { sid: session }),
      ...(from === undefined ? {} : { from }),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setAudience(AUDIENCE)
      .setIssuer(ISSUER)
      .setIssuedAt(Math.floor(madeAt / 1000))
      .setExpirationTime(exp)
      .sign(this.#key);
    return { ...held, ...bound, token, expiresAt: exp * 1000 };
  }

  /** Refuses with -32006, and says no more than that. */
  async read(token: string | undefined): Promise<StreamToken> {
    if (token === undefined || token === '') throw new RpcError('auth', 'Missing stream token.');
    const claims = token.length > LONGEST ? undefined : await this.#claims(token);
    const read = claims === undefined ? undefined : readClaims(claims);
    if (read === undefined) throw new RpcError('auth', 'Invalid or expired stream token.');
    return read;
  }

  /** Whether it was made here, whatever became of it: for whoever shows it elsewhere. */
  async isOne(token: string): Promise<boolean> {
    return token.length <= LONGEST && (await this.#claims(token, 0)) !== undefined;
  }

  async #claims(token: string, at: number = this.#now()): Promise<JWTPayload | undefined> {
    try {
      const options = { algorithms: [ALGORITHM], audience: AUDIENCE, issuer: ISSUER, requiredClaims: ['exp', 'iat'] };
      const { payload } = await jwtVerify(token, this.#key, { ...options, currentDate: new Date(at) });
      return payload;
    } catch {
      return undefined;
    }
  }
}

function readClaims({ type, sub, jti, trust, viewer, made, sid, from, exp }: JWTPayload): StreamToken | undefined {
  if (type !== TOKEN_TYPE || typeof sub !== 'string' || typeof jti !== 'string' || exp === undefined) return undefined;
  if (typeof viewer !== 'string' || typeof made !== 'number') return undefined;
  return {
    ...{ jti, agent: sub, trust: trust === 'trusted' ? 'trusted' : 'untrusted', viewer },
    ...(typeof sid === 'string' ? { session: sid } : {}),
    ...(typeof from === 'string' ? { from } : {}),
    ...{ madeAt: made, expiresAt: exp * 1000 },
  };
}
