// An issuer of OpenID Connect as the host asks it: the code flow with PKCE, state and nonce, and ID tokens whose signature,
// issuer, audience and times openid-client checks. Loaded when somebody signs in: other hosts start without the library.

import type { JsonObject } from '@vitrine/core';
import { HostError, type SignedInPerson, type SignInProvider } from '@vitrine/host';
import type { Configuration } from 'openid-client';

export interface OidcOptions {
  readonly issuer: URL;
  readonly clientId: string;
  /** Absent: a public client. */
  readonly clientSecret?: string;
  /** Who comes in as what: a claim that is or holds this value. */
  readonly operators?: ClaimRule;
  /** Absent: everybody whom the issuer knows. */
  readonly viewers?: ClaimRule;
  /** What a person is called here: `email` when not said, else `sub`. */
  readonly nameClaim?: string;
  readonly scope?: string;
}

export interface ClaimRule {
  readonly claim: string;
  readonly value: string;
}

const TIMEOUT_SECONDS = 10;
const MAX_NAME = 128;

export function createOidcProvider(options: OidcOptions): SignInProvider {
  let found: Promise<Configuration> | undefined;
  const configuration = async (): Promise<Configuration> => {
    found ??= discover(options);
    try {
      return await found;
    } catch (error) {
      // It may be there again the next time.
      found = undefined;
      throw toRefusal(error, 'VITRINE_SIGN_IN_UNAVAILABLE');
    }
  };
  return {
    async begin(redirectUri) {
      const oidc = await import('openid-client');
      const config = await configuration();
      const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: options.scope ?? 'openid email profile',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url: url.href, checks: { verifier, state, nonce } };
    },
    async finish(callback, { verifier, state, nonce }) {
      const oidc = await import('openid-client');
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          ...{ pkceCodeVerifier: String(verifier), expectedState: String(state), expectedNonce: String(nonce) },
          idTokenExpected: true,
        });
        return personOf((tokens.claims() ?? {}) as unknown as JsonObject, options);
      } catch (error) {
        throw toRefusal(error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcOptions): Promise<Configuration> {
  const oidc = await import('openid-client');
  // The signature is checked too, although the token came from the issuer itself.
  const execute = [oidc.enableNonRepudiationChecks];
  // On this machine alone an issuer may speak without TLS.
  if (issuer.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
  const authentication = clientSecret === undefined ? oidc.None() : undefined;
  return oidc.discovery(issuer, clientId, clientSecret, authentication, { execute, timeout: TIMEOUT_SECONDS });
}

function personOf(claims: JsonObject, { operators, viewers, nameClaim = 'email' }: OidcOptions): SignedInPerson {
  // An address that nobody has verified is a name that anybody can give themselves.
  const isOwn = nameClaim !== 'email' || claims.email_verified !== false;
  const named = isOwn ? [claims[nameClaim], claims.sub] : [claims.sub];
  const name = named.find((claim) => typeof claim === 'string' && claim !== '');
  if (typeof name !== 'string' || name.length > MAX_NAME) throw refusedBecause('the token names nobody');
  return {
    name,
    isOperator: operators !== undefined && fits(claims, operators),
    isViewer: viewers === undefined || fits(claims, viewers),
  };
}

function fits(claims: JsonObject, { claim, value }: ClaimRule): boolean {
  const found = claims[claim];
  return Array.isArray(found) ? found.includes(value) : found === value;
}

function refusedBecause(why: string): HostError {
  return new HostError('VITRINE_SIGN_IN_REFUSED', `What the issuer says is not to be believed: ${why}.`);
}

/** The cause is told in the words of the library, which hold no token; a line that is cut is an issuer that is down. */
function toRefusal(error: unknown, otherwise?: 'VITRINE_SIGN_IN_UNAVAILABLE'): HostError {
  if (error instanceof HostError) return error;
  const { name = '', message = '', code = '' } = error as { name?: string; message?: string; code?: string };
  const isDown = name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || message === 'fetch failed';
  if (isDown || otherwise !== undefined)
    return new HostError('VITRINE_SIGN_IN_UNAVAILABLE', 'The issuer does not answer.');
  return refusedBecause(message.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200) || 'the answer is none');
}
