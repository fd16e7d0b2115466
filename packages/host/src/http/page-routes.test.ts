import { expect, test } from 'vitest';
import { call, openHttpHost, openSession } from '../../test/http-host.ts';
import { clientAddress } from '../guards/client-address.ts';
import { hostNames } from '../guards/host-names.ts';
import { pagePolicy } from './page-policy.ts';
import type { PageFile } from './page-routes.ts';

const file = (type: string, text: string, hashed = false): PageFile => ({ type, body: Buffer.from(text), hashed });
const FILES = new Map([
  ['/', file('text/html; charset=utf-8', 'start')],
  ['/session.html', file('text/html; charset=utf-8', 'one session')],
  ['/old.html', { ...file('text/html', ''), movedTo: '/session.html' }],
  ['/not-found.html', file('text/html; charset=utf-8', 'nothing here')],
  ['/page-1a2b.js', file('text/javascript; charset=utf-8', 'script', true)],
]);
const page = { files: (path: string) => FILES.get(path), policy: pagePolicy({ allowMedia: ['*.media.example'] }) };

test('[HT27] The page is one document for every session, told by the address alone', async () => {
  const host = await openHttpHost({ http: { page } });
  const { session } = await openSession(host);
  expect(await (await call(host, undefined, '/')).text()).toBe('start');
  for (const id of [session, 'none']) {
    const answer = await call(host, undefined, `/s/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('one session');
  }
});

test('[HT27] The policy of the page lets it call its host, and show media of where the operator said', async () => {
  const host = await openHttpHost({ http: { page } });
  const policy = (await call(host, undefined, '/')).headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("img-src 'self' data: *.media.example;");
  expect(policy).toContain("media-src 'self' data: *.media.example;");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(pagePolicy()).toContain("img-src 'self' data:;");
});

test.each(["x; script-src 'unsafe-inline'", '*', '', "'unsafe-inline'", 'a b', 'javascript:alert(1)'])(
  '[HT27] Media do not come from %j',
  (source) => {
    expect(() => pagePolicy({ allowMedia: [source] })).toThrow(TypeError);
  },
);

test('[HT27] A path is a file of the page or nothing', async () => {
  const host = await openHttpHost({ http: { page } });
  const script = await call(host, undefined, '/page-1a2b.js');
  expect(await script.text()).toBe('script');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
  for (const path of ['/page.js', '/%2e%2e/package.json', '/__proto__', '/constructor', '/s/a/b'])
    expect((await call(host, undefined, path)).status).toBe(404);
  expect((await call(host, undefined, '/page-1a2b.js', { method: 'POST' })).status).toBe(404);
  expect((await call(host, undefined, '/', { method: 'POST' })).status).toBe(405);
});

test('[HT27] A page that has moved leads on; who follows a link to nothing is told by a page, a program by the refusal', async () => {
  const host = await openHttpHost({ http: { page } });
  const moved = await call(host, undefined, '/old.html');
  expect([moved.redirected, await moved.text()]).toEqual([true, 'one session']);
  const browser = await call(host, undefined, '/nothing', { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([browser.status, await browser.text()]).toEqual([404, 'nothing here']);
  expect(browser.headers.get('content-security-policy')).toContain("default-src 'none'");
  const program = await call(host, undefined, '/nothing', { headers: { accept: '*/*' } });
  expect([program.status, await program.json()]).toMatchObject([404, { error: 'VITRINE_PATH_UNKNOWN' }]);
});

test('[HT27] A host without a page has none', async () => {
  const host = await openHttpHost();
  expect((await call(host, undefined, '/')).status).toBe(404);
});

test('[HT60] Metrics need an operator’s credential, or the one of scrapers, from elsewhere than this machine', async () => {
  const metricsToken = 'a-token-that-scrapers-have';
  const host = await openHttpHost({ http: { metricsToken } });
  const operator = (await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode())).token;
  const { token } = await openSession(host);
  const ask = async (address: string, credential?: string, headers: Record<string, string> = {}, path = '/metrics') => {
    const authorization = credential === undefined ? {} : { authorization: `Bearer ${credential}` };
    const request = new Request(`http://127.0.0.1${path}`, { headers: { ...headers, ...authorization } });
    const response = await host.http.fetch(request, { address });
    return response.status;
  };
  for (const far of ['203.0.113.7', '10.0.0.2', '2001:db8:0:1::/64', 'unknown']) {
    expect(await ask(far)).toBe(401);
    expect(await ask(far, `${metricsToken}x`)).toBe(401);
    expect(await ask(far, host.key)).toBe(403);
    expect(await ask(far, token)).toBe(403);
    expect(await ask(far, metricsToken)).toBe(200);
    expect(await ask(far, operator)).toBe(200);
    for (const open of ['/healthz', '/readyz']) expect(await ask(far, undefined, {}, open)).toBe(200);
  }
  for (const near of ['127.0.0.1', '::1']) {
    expect(await ask(near)).toBe(200);
    expect(await ask(near, undefined, { 'x-forwarded-for': '127.0.0.1' })).toBe(200);
    expect(await ask(near, undefined, { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })).toBe(401);
    expect(await ask(near, undefined, { forwarded: 'for=203.0.113.7' })).toBe(401);
    expect(await ask(near, metricsToken, { 'x-forwarded-for': '203.0.113.7' })).toBe(200);
  }
  // The token of scrapers opens nothing else.
  expect(await ask('127.0.0.1', metricsToken, {}, '/sessions')).toBe(401);
});

test.each(['::', '0.0.0.0'])(
  '[HT60] Who says that it is this machine is not, on a host that listens on %s',
  async (listensOn) => {
    const host = await openHttpHost({ http: { names: hostNames(listensOn) } });
    const ask = async (remote: string, headers: Record<string, string>, url = 'http://127.0.0.1/metrics') => {
      const address = clientAddress(remote);
      return (await host.http.fetch(new Request(url, { headers }), { address })).status;
    };
    const lies = [
      {},
      { host: '127.0.0.1' },
      { host: 'localhost:8787' },
      { host: '[::1]' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '::1' },
      { 'x-real-ip': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { forwarded: 'for="[::1]"' },
      { 'x-forwarded-host': 'localhost' },
      { origin: 'http://127.0.0.1' },
    ];
    const letIn: unknown[] = [];
    for (const far of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1', 'fe80::1%eth0', '::2', '127.0.0.1.evil', ''])
      for (const headers of lies as readonly Record<string, string>[])
        for (const url of ['http://127.0.0.1/metrics', 'http://localhost/metrics', 'http://[::1]/metrics'])
          if (![401, 403, 429].includes(await ask(far, headers, url))) letIn.push([far, headers, url]);
    expect(letIn).toEqual([]);
    for (const near of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])
      expect([near, await ask(near, {})]).toEqual([near, 200]);
  },
);

test('[HT26] Health, readiness and metrics need no credential on this machine and name nobody', async () => {
  let ready = false;
  const host = await openHttpHost({ http: { isReady: () => ready } });
  const { session, token } = await openSession(host, { title: 'Secret plan' });
  expect(await (await call(host, undefined, '/healthz')).json()).toEqual({ ok: true });
  expect((await call(host, undefined, '/readyz')).status).toBe(503);
  ready = true;
  expect(await (await call(host, undefined, '/readyz')).json()).toEqual({ ready: true });
  const metrics = await call(host, undefined, '/metrics');
  expect(metrics.headers.get('content-type')).toContain('text/plain');
  const text = await metrics.text();
  expect(text).toContain('vitrine_http_requests_total');
  for (const name of [session, token, host.key, 'Secret plan', '"dev"']) expect(text).not.toContain(name);
});
