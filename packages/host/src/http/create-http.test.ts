import { expect, test } from 'vitest';
import { FORM } from '../../test/booking.ts';
import { MINUTE } from '../../test/credentials.ts';
import { call, callAs, type HttpHost, openHttpHost, openSession } from '../../test/http-host.ts';

async function refusalOf(response: Response): Promise<{ status: number; error: unknown }> {
  const { error, message } = (await response.json()) as { error?: unknown; message?: unknown };
  expect(typeof message).toBe('string');
  return { status: response.status, error };
}

test('[HT1] A foreign name is told before a foreign origin, that before the path, that before the credential', async () => {
  const host = await openHttpHost();
  const foreign = { host: 'evil.example', origin: 'http://evil.example' };
  const code = ({ text }: { text: string }) => (JSON.parse(text) as { error: string }).error;
  expect(code(await callAs(host, '/nowhere', foreign))).toBe('VITRINE_HOST_UNKNOWN');
  expect(code(await callAs(host, '/nowhere', { origin: foreign.origin }))).toBe('VITRINE_ORIGIN_REFUSED');
  expect(code(await callAs(host, '/nowhere', {}))).toBe('VITRINE_PATH_UNKNOWN');
  expect(code(await callAs(host, '/sessions', {}))).toBe('VITRINE_CREDENTIAL_MISSING');
});

test.each([
  ['evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['localhost:99', 200],
  ['LOCALHOST.', 200],
  ['[::1]:8787', 200],
])('[HT1] A request that calls the host %s is answered %i', async (name, status) => {
  const host = await openHttpHost();
  const answer = await callAs(host, '/sessions', { host: name, authorization: `Bearer ${host.key}` });
  expect(answer.status).toBe(status);
});

test.each([
  ['http://evil.example', 403],
  ['null', 403],
  ['http://127.0.0.1.evil.example', 403],
  ['http://127.0.0.1:8787', 201],
])('[HT1] A page of %s that opens a session is answered %i', async (origin, status) => {
  const host = await openHttpHost();
  const answer = await callAs(host, '/sessions', { origin, authorization: `Bearer ${host.key}` }, 'POST');
  expect(answer.status).toBe(status);
});

test('[HT2] A path that is not there is 404, a method that it does not take 405 with those that it takes', async () => {
  const host = await openHttpHost();
  expect(await refusalOf(await call(host, host.key, '/session'))).toEqual({
    status: 404,
    error: 'VITRINE_PATH_UNKNOWN',
  });
  expect(await refusalOf(await call(host, host.key, '/sessions/'))).toEqual({
    status: 404,
    error: 'VITRINE_PATH_UNKNOWN',
  });
  const wrong = await call(host, host.key, '/sessions', { method: 'PUT' });
  expect(wrong.headers.get('allow')).toBe('POST, GET');
  expect(await refusalOf(wrong)).toEqual({ status: 405, error: 'VITRINE_METHOD_REFUSED' });
  expect((await call(host, undefined, '/healthz', { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD');
});

test('[HT3] Every answer, good or bad, carries the same protection', async () => {
  const host = await openHttpHost();
  for (const path of ['/sessions', '/nowhere', '/healthz', '/metrics', '/events?wait=x']) {
    const { headers } = await call(host, host.key, path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('[HT4] A fault of the host is counted and written down, and tells nothing of itself', async () => {
  const secret = 'ENOENT /var/lib/vitrine/secret';
  const host = await openHttpHost({
    http: {
      page: {
        policy: '',
        files: () => {
          throw new Error(secret);
        },
      },
    },
  });
  const answer = await call(host, undefined, '/');
  expect(answer.status).toBe(500);
  const text = await answer.text();
  expect(text).toContain('VITRINE_HOST_FAILED');
  expect(text).not.toContain(secret);
  expect(host.lines.join('')).toContain(secret);
  expect(await host.metrics.text()).toContain('vitrine_failures_total{in="http"} 1');
});

test('[HT4] No log line holds a credential', async () => {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  await call(host, token, `${path}/snapshot?token=${token}`);
  await call(host, `${host.key}x`, '/sessions');
  expect(host.lines.length).toBeGreaterThan(2);
  expect(host.lines.join('')).not.toContain(token.slice(-20));
  expect(host.lines.join('')).not.toContain(host.key.slice(-20));
});

const ALL = ['viewer', 'operator', 'agent'] as const;
test.each([
  ['POST', '/sessions', ['agent']],
  ['GET', '/sessions', ['agent', 'operator']],
  ['GET', '/sessions/ID', ['agent', 'operator']],
  ['DELETE', '/sessions/ID', ['agent', 'operator']],
  ['POST', '/sessions/ID/messages', ['agent']],
  ['GET', '/sessions/ID/events', ['agent']],
  ['GET', '/events', ['agent']],
  ['POST', '/sessions/ID/events', ['viewer']],
  ['GET', '/sessions/ID/stream', ['viewer']],
  ['POST', '/sessions/ID/files', ['viewer']],
  ['GET', '/sessions/ID/files/x', ['agent', 'viewer']],
  ['GET', '/sessions/ID/entries', ['operator']],
  ['GET', '/sessions/ID/snapshot', ALL],
  ['POST', '/sessions/ID/viewer-token', ALL],
  ['DELETE', '/sessions/ID/viewer-token', ['agent', 'operator']],
  ['DELETE', '/agents/x', ['operator']],
  ['DELETE', '/operator', ['operator']],
  ['POST', '/keys/token/rotate', ['operator']],
] as const)('[HT5] [HT25] %s %s takes %j', async (method, path, roles) => {
  const host = await openHttpHost();
  const { session, token } = await openSession(host);
  const keys = { agent: host.key, viewer: token, operator: await operatorOf(host) };
  for (const role of ALL) {
    const leave = new AbortController();
    const answer = await call(host, keys[role], path.replace('ID', session), { method, signal: leave.signal });
    const isRefused = answer.status === 403;
    expect({ role, isRefused }).toEqual({ role, isRefused: !(roles as readonly string[]).includes(role) });
    leave.abort();
  }
});

async function operatorOf({ credentials }: HttpHost): Promise<string> {
  return (await credentials.redeemOperatorCode(credentials.newOperatorCode())).token;
}

test('[HT5] A viewer at another session is refused, whether there is one or not', async () => {
  const host = await openHttpHost();
  const { token } = await openSession(host);
  const other = await openSession(host);
  for (const path of [other.path, '/sessions/none'])
    for (const end of ['/snapshot', '/stream', '/files/x'])
      expect(await refusalOf(await call(host, token, `${path}${end}`))).toEqual({
        status: 403,
        error: 'VITRINE_CREDENTIAL_PURPOSE',
      });
});

test('[HT6] A session of another agent cannot be told from one that is not there', async () => {
  const host = await openHttpHost();
  const { session } = await openSession(host);
  const { key } = await host.credentials.addAgent('other');
  const calls: readonly (readonly [string, string])[] = [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/snapshot'],
    ['GET', '/events'],
    ['POST', '/messages'],
    ['POST', '/viewer-token'],
    ['DELETE', '/viewer-token'],
    ['GET', '/files/x'],
  ];
  for (const [method, end] of calls) {
    const theirs = await call(host, key, `/sessions/${session}${end}`, { method });
    const nobodys = await call(host, key, `/sessions/none${end}`, { method });
    expect(theirs.status).toBe(404);
    expect(await theirs.text()).toBe(await nobodys.text());
    expect([...theirs.headers.keys()]).toEqual([...nobodys.headers.keys()]);
  }
  expect(await (await call(host, key, '/sessions')).json()).toEqual({ sessions: [] });
  expect(await (await call(host, host.key, `/sessions/${session}`)).json()).not.toHaveProperty('closedAt');
});

test('[HT7] Whatever is wrong with a credential is 401 with its code', async () => {
  const host = await openHttpHost();
  const { path, token, session } = await openSession(host);
  const at = (credential: string | undefined) => call(host, credential, `${path}/snapshot`);
  const expected = (error: string) => ({ status: 401, error });
  const missing = await at(undefined);
  expect(missing.headers.get('www-authenticate')).toBe('Bearer');
  expect(await refusalOf(missing)).toEqual(expected('VITRINE_CREDENTIAL_MISSING'));
  expect(await refusalOf(await at('nonsense'))).toEqual(expected('VITRINE_CREDENTIAL_INVALID'));
  const [head, claims, mark] = token.split('.') as [string, string, string];
  const other = Buffer.from(JSON.stringify({ ...JSON.parse(atob(claims)), sub: 'root' })).toString('base64url');
  expect(await refusalOf(await at(`${head}.${other}.${mark}`))).toEqual(expected('VITRINE_CREDENTIAL_INVALID'));
  expect(await refusalOf(await at(`${host.key}x`))).toEqual(expected('VITRINE_CREDENTIAL_INVALID'));
  const revoked = (await host.credentials.mintViewer(session)).token;
  await host.credentials.revokeViewers(session, revoked);
  expect(await refusalOf(await at(revoked))).toEqual(expected('VITRINE_CREDENTIAL_REVOKED'));
  expect((await at(token)).status).toBe(200);
  host.clock.at += 61 * MINUTE;
  expect(await refusalOf(await at(token))).toEqual(expected('VITRINE_CREDENTIAL_EXPIRED'));
});

test('[HT28] Pages of other origins are told nothing unless they are listed, and never with what a browser adds', async () => {
  const origin = 'https://app.example';
  const host = await openHttpHost({ http: { origins: [origin] } });
  const ask = { origin, 'access-control-request-method': 'POST' };
  const asked = await callAs(host, '/sessions', ask, 'OPTIONS');
  expect(asked.status).toBe(204);
  expect(asked.headers['access-control-allow-origin']).toBe(origin);
  expect(asked.headers['access-control-allow-headers']).toContain('authorization');
  expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
  const other = await callAs(host, '/sessions', { ...ask, origin: 'https://evil.example' }, 'OPTIONS');
  expect(other.status).toBe(403);
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
  const answer = await callAs(host, '/sessions', { origin, authorization: `Bearer ${host.key}` });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'origin' });
});

test('[HT29] A flood of an agent is refused with the time to wait, and others are served', async () => {
  const host = await openHttpHost({ http: { rates: { agent: { perSecond: 0.1, burst: 2 } } } });
  const { key } = await host.credentials.addAgent('other');
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await call(host, host.key, '/sessions'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(1);
  expect(await answers[2]?.json()).toMatchObject({
    error: 'VITRINE_RATE',
    details: { retryAfter: expect.any(Number) },
  });
  expect((await call(host, key, '/sessions')).status).toBe(200);
  expect(await host.metrics.text()).toContain('vitrine_rate_refusals_total{by="agent"} 1');
});

test('[HT29] A flood to one session leaves the others of its agent free, and a viewer does not use up those of its agent', async () => {
  const slow = { perSecond: 0.1, burst: 2 };
  const host = await openHttpHost({ http: { rates: { session: slow, viewer: slow } } });
  const one = await openSession(host);
  const two = await openSession(host);
  const statuses = async (credential: string, path: string) => {
    const all = [];
    for (let i = 0; i < 3; i++) all.push((await call(host, credential, `${path}/snapshot`)).status);
    return all;
  };
  expect(await statuses(one.token, one.path)).toEqual([200, 200, 429]);
  expect(await statuses(host.key, one.path)).toEqual([200, 200, 429]);
  expect(await statuses(host.key, two.path)).toEqual([200, 200, 429]);
});

test('[HT29] Whoever tries credential after credential is slowed, and not those who have one', async () => {
  const host = await openHttpHost({ http: { rates: { address: { perSecond: 0.1, burst: 2 } } } });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await call(host, `guess${i}`, '/sessions')).status);
  expect(statuses).toEqual([401, 401, 429]);
  expect((await call(host, undefined, '/operator', { json: { code: 'x' } })).status).toBe(429);
  expect((await call(host, host.key, '/sessions')).status).toBe(200);
});

test('[HT30] The head alone is given of what needs no credential', async () => {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  expect((await call(host, undefined, '/healthz', { method: 'HEAD' })).status).toBe(200);
  const stream = await call(host, token, `${path}/stream`, { method: 'HEAD' });
  expect(stream.status).toBe(405);
  expect(stream.headers.get('allow')).toBe('GET');
});

test('[HT21] A host that stops answers questions about its health and refuses the rest', async () => {
  const host = await openHttpHost();
  host.http.stop();
  const refused = await call(host, host.key, '/sessions');
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refusalOf(refused)).toEqual({ status: 503, error: 'VITRINE_STOPPING' });
  expect((await call(host, undefined, '/healthz')).status).toBe(200);
});

test('[HT35] Requests are counted by route and status, never by name', async () => {
  const host = await openHttpHost();
  const { path, session } = await openSession(host);
  await call(host, host.key, `${path}/messages`, { json: FORM });
  await call(host, host.key, `/nowhere/${session}`);
  const text = await host.metrics.text();
  expect(text).toContain('vitrine_http_requests_total{route="/sessions/:session/messages",status="200"} 1');
  expect(text).toContain('vitrine_http_requests_total{route="none",status="404"} 1');
  expect(text).not.toContain(session);
});
