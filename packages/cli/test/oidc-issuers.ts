// Issuers of OpenID Connect for tests: a real one (oidc-provider), and one that lies in whatever way a test wants. And a browser
// that follows redirects with its cookies.

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export const CLIENT = 'vitrine-test';

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Issuer {
  readonly url: string;
  close(): Promise<void>;
}

function closerOf(server: Server): () => Promise<void> {
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Everybody signs in with any password; `ops-…` are operators. */
export async function openRealIssuer(redirectUri: string): Promise<Issuer> {
  const server = createServer((request, response) => handler(request, response));
  let handler: ReturnType<Provider['callback']>;
  const url = await listen(server);
  const provider = new Provider(url, {
    clients: [
      {
        ...{ client_id: CLIENT, token_endpoint_auth_method: 'none', redirect_uris: [redirectUri] },
        ...{ grant_types: ['authorization_code'], response_types: ['code'], application_type: 'native' },
      },
    ],
    claims: { openid: ['sub', 'groups'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@people.example`, groups: id.startsWith('ops') ? ['ops'] : [] }),
    }),
  });
  handler = provider.callback();
  return { url, close: closerOf(server) };
}

export type Lie =
  | 'none'
  | 'expired'
  | 'foreign'
  | 'unsigned'
  | 'other-key'
  | 'other-issuer'
  | 'other-nonce'
  | 'hangs'
  | 'no-token'
  | 'unverified';

/** Hands out a code at once, and for it a token that is wrong in one way. */
export async function openLyingIssuer(): Promise<Issuer & { lie: Lie }> {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const issuer = { url: '', lie: 'none' as Lie, close: async (): Promise<void> => {} };
  let nonce = '';
  const token = async (): Promise<string> => {
    const { lie, url } = issuer;
    const now = Math.floor(Date.now() / 1000);
    const claims: JWTPayload = {
      ...{ sub: 'ada', email: 'ada@people.example', groups: ['ops'], iat: now },
      iss: lie === 'other-issuer' ? 'https://elsewhere.example' : url,
      aud: lie === 'foreign' ? 'somebody-else' : CLIENT,
      exp: lie === 'expired' ? now - 600 : now + 600,
      nonce: lie === 'other-nonce' ? 'another' : nonce,
      email_verified: lie !== 'unverified',
    };
    if (lie === 'unsigned')
      return `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
    const key = lie === 'other-key' ? other.privateKey : own.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key);
  };
  const answer = async ({ url = '/' }: IncomingMessage): Promise<object | string | undefined> => {
    const { pathname, searchParams } = new URL(url, issuer.url);
    const at = (path: string) => `${issuer.url}${path}`;
    if (pathname.startsWith('/.well-known/'))
      return {
        ...{
          issuer: issuer.url,
          authorization_endpoint: at('/auth'),
          token_endpoint: at('/token'),
          jwks_uri: at('/jwks'),
        },
        ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
        id_token_signing_alg_values_supported: ['RS256'],
      };
    if (pathname === '/jwks') return { keys: [jwk] };
    if (pathname === '/auth') {
      nonce = searchParams.get('nonce') ?? '';
      return `${searchParams.get('redirect_uri')}?code=one&state=${searchParams.get('state')}`;
    }
    if (issuer.lie === 'hangs') return undefined;
    const rest = issuer.lie === 'no-token' ? {} : { id_token: await token() };
    return { access_token: 'a', token_type: 'bearer', expires_in: 60, ...rest };
  };
  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      if (body === undefined) return response.destroy();
      if (typeof body === 'string') return response.writeHead(302, { location: body }).end();
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  issuer.url = await listen(server);
  issuer.close = closerOf(server);
  return issuer;
}

export class Browser {
  readonly #cookies = new Map<string, string>();

  async go(url: string, body?: { readonly [name: string]: string }): Promise<Response> {
    const { origin } = new URL(url);
    const cookie = [...this.#cookies]
      .filter(([name]) => name.startsWith(origin))
      .map(([, pair]) => pair)
      .join('; ');
    const sent = body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) };
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie }, ...sent });
    for (const text of answer.headers.getSetCookie()) {
      const pair = text.split(';')[0] ?? '';
      this.#cookies.set(`${origin} ${pair.split('=')[0]}`, pair);
    }
    return answer;
  }

  /** Follows redirects, and signs in where a form asks for it; gives the last address with its answer. */
  async follow(start: string, login: string): Promise<{ readonly url: string; readonly answer: Response }> {
    let url = start;
    let answer = await this.go(url);
    for (let steps = 0; steps < 15; steps++) {
      const location = answer.headers.get('location');
      if (location !== null) {
        const next = new URL(location, url).href;
        if (next.includes('#')) return { url: next, answer };
        [url, answer] = [next, await this.go(next)];
        continue;
      }
      const form = /<form[^>]*action="([^"]+)"/.exec(await answer.clone().text())?.[1];
      if (form === undefined) return { url, answer };
      const prompt = (await answer.clone().text()).includes('name="login"') ? 'login' : 'consent';
      answer = await this.go(new URL(form, url).href, { prompt, login, password: 'any' });
    }
    throw new Error('It goes on and on.');
  }
}
