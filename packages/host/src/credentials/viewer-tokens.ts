// Viewer tokens as texts: a JWT for one session, one viewer and one purpose, made and read with the one algorithm.
// Whether a token was taken back is left to revocations.ts.

import type { SessionId } from '@vitrine/log';
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import { HostError } from '../host-error.ts';
import { randomText } from './credential-texts.ts';

const ALGORITHM = 'HS256';
const TYPE = 'JWT';
const PURPOSE = 'view';
const MIN_SECRET_BYTES = 32;
/** How far another clock may be ahead of ours. */
const AHEAD_SECONDS = 60;

export interface ViewerToken {
  readonly session: SessionId;
  readonly viewer: string;
  readonly jti: string;
  /** The first of the tokens that this one was renewed from: they are taken back together. */
  readonly family: string;
  readonly era: number;
  /** Milliseconds. */
  readonly expiresAt: number;
}

export interface ViewerTokens {
  /** Without a family it is the first of one. */
  make(
    token: Pick<ViewerToken, 'session' | 'viewer' | 'era'> & { readonly family?: string },
  ): Promise<ViewerToken & { readonly token: string }>;
  /** Refuses with a HostError. */
  read(token: string): Promise<ViewerToken>;
  /** The same, of one that may have expired. */
  readOld(token: string): Promise<ViewerToken>;
}

export interface ViewerTokenOptions {
  readonly secret: Uint8Array;
  readonly now: () => number;
  readonly seconds: number;
}

export function createViewerTokens({ secret, now, seconds }: ViewerTokenOptions): ViewerTokens {
  if (secret.length < MIN_SECRET_BYTES) throw new RangeError('The secret for viewer tokens is shorter than 32 bytes.');
  const key = Uint8Array.from(secret);
  return {
    async make({ session, viewer, era, family }) {
      const iat = Math.floor(now() / 1000);
      const exp = iat + seconds;
      const jti = randomText(16);
      const fam = family ?? jti;
      const token = await new SignJWT({ sub: viewer, sid: session, jti, fam, purpose: PURPOSE, era, iat, exp })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .sign(key);
      return { token, session, viewer, jti, family: fam, era, expiresAt: exp * 1000 };
    },
    read: (token) => readToken(token, key, now(), 0),
    readOld: (token) => readToken(token, key, now(), Number.MAX_SAFE_INTEGER),
  };
}

async function readToken(token: string, key: Uint8Array, now: number, clockTolerance: number): Promise<ViewerToken> {
  const currentDate = new Date(now);
  return readClaims(await verify(token, key, { currentDate, clockTolerance }), now);
}

async function verify(
  token: string,
  key: Uint8Array,
  time: Pick<JWTVerifyOptions, 'currentDate' | 'clockTolerance'>,
): Promise<JWTPayload> {
  try {
    const options = { algorithms: [ALGORITHM], typ: TYPE, ...time, requiredClaims: ['exp', 'iat'] };
    return (await jwtVerify(token, key, options)).payload;
  } catch (error) {
    // The cause is not passed on: it holds the claims.
    const isExpired = error instanceof errors.JWTExpired;
    throw new HostError(isExpired ? 'VITRINE_CREDENTIAL_EXPIRED' : 'VITRINE_CREDENTIAL_INVALID');
  }
}

function readClaims({ sub, sid, jti, fam, purpose, era, iat, exp }: JWTPayload, now: number): ViewerToken {
  if (purpose !== PURPOSE) throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
  const isWhole =
    typeof sub === 'string' &&
    typeof sid === 'string' &&
    typeof jti === 'string' &&
    typeof fam === 'string' &&
    typeof era === 'number';
  if (!isWhole || iat === undefined || exp === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID');
  // Made when our clock was wrong: its end is wrong as well.
  if (iat > now / 1000 + AHEAD_SECONDS) throw new HostError('VITRINE_CREDENTIAL_INVALID');
  return { session: sid, viewer: sub, jti, family: fam, era, expiresAt: exp * 1000 };
}
