// What viewers hold, as texts: tokens, and the codes of links that are exchanged for tokens. Both are JWTs for one session,
// one viewer and one purpose, made and read with the one algorithm. Whether one was taken back is left to others.

import type { SessionId } from '@vitrine/log';
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import { HostError } from '../host-error.ts';
import { keyIdOf, randomText } from './credential-texts.ts';
import type { CredentialTime } from './credential-time.ts';

const ALGORITHM = 'HS256';
const TYPE = 'JWT';
const MIN_SECRET_BYTES = 32;

type Purpose = 'view' | 'link';

export interface ViewerCredential {
  readonly session: SessionId;
  readonly viewer: string;
  /** Whose session it is, and how often that agent had been revoked. */
  readonly agent: string;
  readonly epoch: number;
  readonly jti: string;
  /** The first of the tokens that this one was renewed from, and the code beside it: they are taken back together. */
  readonly family: string;
  readonly era: number;
  /** When the first of the family was made, in milliseconds. */
  readonly bornAt: number;
  readonly expiresAt: number;
}

/** As it was read: `signer` is the id of the key that it was signed with. */
export type SignedToken = ViewerCredential & { readonly signer: string };

type WantedCredential = Pick<ViewerCredential, 'session' | 'viewer' | 'agent' | 'epoch' | 'era'> &
  Partial<Pick<ViewerCredential, 'family' | 'bornAt'>>;

export interface ViewerLives {
  /** Of one token. */
  readonly viewerSeconds: number;
  /** How long after the first of a family the last of it ends. */
  readonly viewerRenewableSeconds: number;
  /** Of the code of a link; longer, up to the second, while its session waits for an answer. */
  readonly linkSeconds: number;
  readonly linkMaxSeconds: number;
}

export interface ViewerTokens {
  /** Without a family it is the first of one. Refuses when the time of its family is over. */
  make(token: WantedCredential): Promise<ViewerCredential & { readonly token: string }>;
  /** The code of a link to what the token shows. */
  makeCode(token: ViewerCredential): Promise<string>;
  /** Refuses with a HostError. */
  read(token: string): Promise<SignedToken>;
  /** Of one whose time may be over. */
  readAny(credential: string): Promise<SignedToken>;
  /** `isLate`: it holds only while its session waits for an answer. */
  readCode(code: string): Promise<SignedToken & { readonly isLate: boolean }>;
  /** The key that a text says it was signed with, if the host has it; the text itself is not verified. */
  signerOf(text: string): string | undefined;
  /** Whether the host still has this key. */
  hasKey(signer: string): boolean;
}

export interface ViewerTokenOptions extends ViewerLives {
  /** The first signs; the others signed before. */
  readonly secrets: () => readonly Uint8Array[];
  readonly time: CredentialTime;
}

export function createViewerTokens(options: ViewerTokenOptions): ViewerTokens {
  const { time, viewerSeconds, viewerRenewableSeconds, linkSeconds, linkMaxSeconds } = options;
  const secrets = () => options.secrets().map(assertLength);
  secrets();
  const sign = (token: ViewerCredential, purpose: Purpose) => {
    const [secret] = secrets();
    if (secret === undefined) throw new RangeError('There is no secret for viewer tokens.');
    const { session, viewer, agent, epoch, jti, family, era, bornAt, expiresAt } = token;
    const whose = { sub: viewer, sid: session, agt: agent, epo: epoch };
    const times = { born: bornAt / 1000, iat: Math.floor(time.now() / 1000), exp: expiresAt / 1000 };
    return new SignJWT({ ...whose, jti, fam: family, purpose, era, ...times })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: keyIdOf(secret) })
      .sign(secret);
  };
  const read = async (text: string, purposes: readonly Purpose[], clockTolerance = 0) => {
    const at = { currentDate: new Date(time.now()), clockTolerance };
    const { payload, signer } = await verify(text, secrets(), at);
    const { issuedAt, ...token } = readClaims(payload, purposes);
    time.witness(issuedAt);
    return { ...token, signer };
  };
  return {
    async make({ session, viewer, agent, epoch, era, family, bornAt }) {
      const now = Math.floor(time.now() / 1000);
      const born = bornAt === undefined ? now : bornAt / 1000;
      const end = Math.min(now + viewerSeconds, born + viewerRenewableSeconds);
      if (end <= now)
        throw new HostError('VITRINE_CREDENTIAL_EXPIRED', 'Its time cannot be made longer: ask for a link.');
      const jti = randomText(16);
      const times = { bornAt: born * 1000, expiresAt: end * 1000 };
      const token = { session, viewer, agent, epoch, era, jti, family: family ?? jti, ...times };
      return { ...token, token: await sign(token, 'view') };
    },
    makeCode: (token) =>
      sign({ ...token, expiresAt: token.bornAt + Math.min(linkMaxSeconds, viewerRenewableSeconds) * 1000 }, 'link'),
    read: (token) => read(token, ['view']),
    readAny: (token) => read(token, ['view', 'link'], Number.MAX_SAFE_INTEGER),
    async readCode(code) {
      const token = await read(code, ['link']);
      return { ...token, isLate: time.now() >= token.bornAt + linkSeconds * 1000 };
    },
    signerOf(text) {
      const secret = secretOf(text, secrets());
      return secret === undefined ? undefined : keyIdOf(secret);
    },
    hasKey: (signer) => secrets().some((one) => keyIdOf(one) === signer),
  };
}

function assertLength(secret: Uint8Array): Uint8Array {
  if (secret.length < MIN_SECRET_BYTES) throw new RangeError('The secret for viewer tokens is shorter than 32 bytes.');
  return secret;
}

async function verify(
  text: string,
  secrets: readonly Uint8Array[],
  time: Pick<JWTVerifyOptions, 'currentDate' | 'clockTolerance'>,
): Promise<{ readonly payload: JWTPayload; readonly signer: string }> {
  const secret = secretOf(text, secrets);
  if (secret === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID');
  try {
    const options = { algorithms: [ALGORITHM], typ: TYPE, ...time, requiredClaims: ['exp', 'iat'] };
    return { payload: (await jwtVerify(text, secret, options)).payload, signer: keyIdOf(secret) };
  } catch (error) {
    // The cause is not passed on: it holds the claims.
    const isExpired = error instanceof errors.JWTExpired;
    throw new HostError(isExpired ? 'VITRINE_CREDENTIAL_EXPIRED' : 'VITRINE_CREDENTIAL_INVALID');
  }
}

/** Undefined: no key of these has signed it. */
function secretOf(text: string, secrets: readonly Uint8Array[]): Uint8Array | undefined {
  try {
    const { kid } = decodeProtectedHeader(text);
    return kid === undefined ? secrets[0] : secrets.find((one) => keyIdOf(one) === kid);
  } catch {
    return undefined;
  }
}

type ViewerClaims = ViewerCredential & { readonly issuedAt: number };

function readClaims(claims: JWTPayload, purposes: readonly Purpose[]): ViewerClaims {
  const { sub, sid, agt, epo, jti, fam, purpose, era, born, iat, exp } = claims;
  if (!purposes.some((one) => one === purpose)) throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
  const isWhole =
    typeof sub === 'string' &&
    typeof sid === 'string' &&
    typeof agt === 'string' &&
    typeof epo === 'number' &&
    typeof jti === 'string' &&
    typeof fam === 'string' &&
    typeof era === 'number' &&
    typeof born === 'number';
  if (!isWhole || iat === undefined || exp === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID');
  const times = { bornAt: born * 1000, issuedAt: iat * 1000, expiresAt: exp * 1000 };
  return { session: sid, viewer: sub, agent: agt, epoch: epo, jti, family: fam, era, ...times };
}
