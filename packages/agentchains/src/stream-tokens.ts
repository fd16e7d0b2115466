// Stream tokens: a JWT that opens the socket of this protocol and nothing else. It is signed with a secret that only
// this face has, so no other credential of the host opens the socket, and this one nothing of the host.

import { createHash, randomBytes } from 'node:crypto';
import { type FacePorts, isObject, type Json, type PortGrant, type Trust } from '@vitrine/core';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
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
  /** What it rests on: it ends with that. */
  readonly grant: PortGrant;
  /** Which secret of the face signed it: it ends with that too. */
  readonly signer: string;
  /** Milliseconds, by the time of credentials. */
  readonly expiresAt: number;
}

export interface MadeToken extends StreamToken {
  readonly token: string;
}

type Wanted = Pick<StreamToken, 'agent' | 'trust' | 'session' | 'from' | 'grant'> & {
  readonly viewer?: string;
  /** It does not outlive what it was made from. */
  readonly until?: number;
};

export class StreamTokens {
  readonly #port: { readonly identity: Pick<FacePorts['identity'], 'secrets' | 'now' | 'holds'> };
  readonly #milliseconds: number;

  constructor(port: { readonly identity: Pick<FacePorts['identity'], 'secrets' | 'now' | 'holds'> }, minutes: number) {
    this.#port = port;
    this.#milliseconds = minutes * 60_000;
  }

  async make({ agent, trust, session, from, grant, viewer, until }: Wanted): Promise<MadeToken> {
    const [secret] = this.#port.identity.secrets();
    if (secret === undefined) throw new RangeError('The host has no secret for this face.');
    const jti = randomBytes(16).toString('base64url');
    const madeAt = this.#port.identity.now();
    const exp = Math.min(
      Math.ceil((madeAt + this.#milliseconds) / 1000),
      Math.floor((until ?? Number.POSITIVE_INFINITY) / 1000),
    );
    const held = { jti, agent, trust, viewer: viewer ?? `stream-${jti}`, grant, signer: keyIdOf(secret) };
    const bound = { ...(session === undefined ? {} : { session }), ...(from === undefined ? {} : { from }) };
    const token = await new SignJWT({
      ...{ type: TOKEN_TYPE, sub: agent, jti, trust, viewer: held.viewer, grant },
      ...(session === undefined ? {} : { sid: session }),
      ...(from === undefined ? {} : { from }),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: held.signer })
      .setAudience(AUDIENCE)
      .setIssuer(ISSUER)
      .setIssuedAt(Math.floor(madeAt / 1000))
      .setExpirationTime(exp)
      .sign(secret);
    return { ...held, ...bound, token, expiresAt: exp * 1000 };
  }

  /** Refuses with -32006, and says no more than that. */
  async read(token: string | undefined): Promise<StreamToken> {
    if (token === undefined || token === '') throw new RpcError('auth', 'Missing stream token.');
    const found = token.length > LONGEST ? undefined : await this.#claims(token);
    const read = found === undefined ? undefined : readClaims(found.payload, found.signer);
    if (read === undefined) throw new RpcError('auth', 'Invalid or expired stream token.');
    return read;
  }

  /** Whether neither what it rests on was taken back nor the key that signed it dropped. */
  holds({ grant, signer }: StreamToken): boolean {
    return this.#port.identity.holds(grant) && this.#port.identity.secrets().some((one) => keyIdOf(one) === signer);
  }

  /** Whether it was made here, whatever became of it: for whoever shows it elsewhere. */
  async isOne(token: string): Promise<boolean> {
    return token.length <= LONGEST && (await this.#claims(token, 0)) !== undefined;
  }

  async #claims(
    token: string,
    at: number = this.#port.identity.now(),
  ): Promise<{ readonly payload: JWTPayload; readonly signer: string } | undefined> {
    try {
      const { kid } = decodeProtectedHeader(token);
      const secret = this.#port.identity.secrets().find((one) => keyIdOf(one) === kid);
      if (secret === undefined) return undefined;
      const options = { algorithms: [ALGORITHM], audience: AUDIENCE, issuer: ISSUER, requiredClaims: ['exp', 'iat'] };
      const { payload } = await jwtVerify(token, secret, { ...options, currentDate: new Date(at) });
      return { payload, signer: keyIdOf(secret) };
    } catch {
      return undefined;
    }
  }
}

function readClaims(claims: JWTPayload, signer: string): StreamToken | undefined {
  const { type, sub, jti, trust, viewer, sid, from, grant, exp } = claims;
  if (type !== TOKEN_TYPE || typeof sub !== 'string' || typeof jti !== 'string' || exp === undefined) return undefined;
  if (typeof viewer !== 'string' || !isObject(grant as Json)) return undefined;
  return {
    ...{ jti, agent: sub, trust: trust === 'trusted' ? 'trusted' : 'untrusted', viewer },
    ...(typeof sid === 'string' ? { session: sid } : {}),
    ...(typeof from === 'string' ? { from } : {}),
    // The host made it, and the signature says that it is as it was.
    ...{ grant: grant as PortGrant, signer, expiresAt: exp * 1000 },
  };
}

function keyIdOf(secret: Uint8Array): string {
  return createHash('sha256').update(secret).digest('base64url').slice(0, 8);
}
