import { expect, test } from 'vitest';
import { MINUTE } from '../../test/credentials.ts';
import { call, type HttpHost, openHttpHost, openSession } from '../../test/http-host.ts';

interface Minted {
  readonly token: string;
  readonly expiresAt: string;
  readonly viewerUrl: string;
}

async function refusalOf(response: Response): Promise<{ status: number; error: unknown }> {
  return { status: response.status, error: ((await response.json()) as { error?: unknown }).error };
}

const subjectOf = (token: string) => (JSON.parse(atob(token.split('.')[1] as string)) as { sub: string }).sub;

async function mint(host: HttpHost, credential: string, path: string, json: object = {}): Promise<Minted> {
  const answer = await call(host, credential, `${path}/viewer-token`, { json });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Minted;
}

test('[HT22] An agent makes a token for a viewer that it names', async () => {
  const host = await openHttpHost();
  const { path, session } = await openSession(host);
  const { token, expiresAt, viewerUrl } = await mint(host, host.key, path, { viewer: 'Ada' });
  expect(subjectOf(token)).toBe('Ada');
  expect(expiresAt).toBe('2026-03-01T13:00:00.000Z');
  expect(viewerUrl.startsWith(`${host.url}/s/${session}#code=`)).toBe(true);
  expect((await call(host, token, `${path}/snapshot`)).status).toBe(200);
});

test('[HT22] A viewer renews its own token while it holds, and stays who it is', async () => {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  host.clock.at += 59 * 60_000;
  const renewed = await mint(host, token, path);
  expect(subjectOf(renewed.token)).toBe(subjectOf(token));
  expect(renewed.expiresAt).toBe('2026-03-01T13:59:00.000Z');
  const other = await call(host, token, `${path}/viewer-token`, { json: { viewer: 'somebody else' } });
  expect(other.status).toBe(400);
  host.clock.at += 60_000;
  const late = await call(host, token, `${path}/viewer-token`, { json: {} });
  expect(late.status).toBe(401);
  expect(await late.json()).toMatchObject({ error: 'VITRINE_CREDENTIAL_EXPIRED' });
});

test('[HT22] A token is taken back alone or with all others', async () => {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  const second = (await mint(host, host.key, path)).token;
  const status = async (credential: string) => (await call(host, credential, `${path}/snapshot`)).status;
  const revoke = async (json: object) => {
    const answer = await call(host, host.key, `${path}/viewer-token`, { method: 'DELETE', json });
    expect(await answer.json()).toEqual({ revoked: true });
  };
  await revoke({ token: second });
  expect([await status(token), await status(second)]).toEqual([200, 401]);
  await revoke({});
  expect(await status(token)).toBe(401);
  expect(await status((await mint(host, host.key, path)).token)).toBe(200);
});

test('[HT22] A token of another session is not taken back', async () => {
  const host = await openHttpHost();
  const one = await openSession(host);
  const two = await openSession(host);
  const answer = await call(host, host.key, `${one.path}/viewer-token`, {
    method: 'DELETE',
    json: { token: two.token },
  });
  expect(answer.status).toBe(403);
  expect((await call(host, two.token, `${two.path}/snapshot`)).status).toBe(200);
});

test('[HT22] A token and a code named together are refused: one of them would go on', async () => {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  const json = { token, code: token };
  const answer = await call(host, host.key, `${path}/viewer-token`, { method: 'DELETE', json });
  expect(answer.status).toBe(400);
  expect((await call(host, token, `${path}/snapshot`)).status).toBe(200);
});

test.each([{ viewer: '' }, { viewer: 'a\u0000b' }, { viewer: 7 }, { seconds: 1 }])(
  '[HT22] A token for %j is refused',
  async (json) => {
    const host = await openHttpHost();
    const { path } = await openSession(host);
    const answer = await call(host, host.key, `${path}/viewer-token`, { json });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'VITRINE_BODY_INVALID' });
  },
);

test('[HT25] A code is good for a token, once, with which viewer tokens can be made', async () => {
  const host = await openHttpHost();
  const { path } = await openSession(host);
  const json = { code: host.credentials.newOperatorCode() };
  const answer = await call(host, undefined, '/operator', { json });
  expect(answer.status).toBe(200);
  const { token, expiresAt } = (await answer.json()) as Minted;
  expect(Date.parse(expiresAt)).toBeGreaterThan(host.clock.at);
  expect((await call(host, token, `${path}/snapshot`)).status).toBe(200);
  expect((await call(host, (await mint(host, token, path)).token, `${path}/snapshot`)).status).toBe(200);
  const again = await call(host, undefined, '/operator', { json });
  expect(again.status).toBe(401);
  expect(await again.json()).toMatchObject({ error: 'VITRINE_CREDENTIAL_INVALID' });
  expect((await call(host, undefined, '/operator', { json: {} })).status).toBe(400);
});

const codeIn = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('code') as string;

async function openLinked(host: HttpHost) {
  const answer = await call(host, host.key, '/sessions', { json: {} });
  const { session, viewerToken, viewerUrl } = (await answer.json()) as Record<string, string>;
  return { path: `/sessions/${session}`, session, token: String(viewerToken), viewerUrl: String(viewerUrl) };
}

test('[HT51] A link carries a code in its fragment and no token; the code is exchanged as often as it is opened', async () => {
  const host = await openHttpHost();
  const { path, session, token, viewerUrl } = await openLinked(host);
  expect(viewerUrl).not.toContain(token);
  const json = { code: codeIn(viewerUrl) };
  for (let times = 0; times < 60; times++) {
    const answer = await call(host, undefined, '/viewer', { json });
    expect(answer.status).toBe(200);
    const had = (await answer.json()) as Minted & { session: string };
    expect(had.session).toBe(session);
    if (times < 2) expect((await call(host, had.token, `${path}/snapshot`)).status).toBe(200);
  }
  // Neither is the code a credential, nor is it written down.
  expect((await call(host, json.code, `${path}/snapshot`)).status).toBe(403);
  expect(host.lines.join('')).not.toContain(json.code.slice(-20));
  const again = await mint(host, host.key, path);
  expect((await call(host, undefined, '/viewer', { json: { code: codeIn(again.viewerUrl) } })).status).toBe(200);
});

test('[HT51] Wrong codes are counted as guesses; the right one is still taken', async () => {
  const host = await openHttpHost();
  const { viewerUrl, token } = await openLinked(host);
  // All at once: one after the other, a busy machine would be given more guesses meanwhile.
  const codes = Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? 'x' : token));
  const answers = await Promise.all(codes.map((code) => call(host, undefined, '/viewer', { json: { code } })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 403, 429]));
  expect((await call(host, undefined, '/viewer', { json: { code: codeIn(viewerUrl) } })).status).toBe(200);
});

test('[CR22] [HT51] A link lives on while its session waits for an answer', async () => {
  const host = await openHttpHost();
  const { path, viewerUrl } = await openLinked(host);
  const json = { code: codeIn(viewerUrl) };
  const exchange = async () => (await call(host, undefined, '/viewer', { json })).status;
  host.clock.at += 8 * 24 * 60 * MINUTE;
  expect(await exchange()).toBe(401);
  const ask = { op: 'ask', ask: 'a', want: { kind: 'confirm' }, prompt: 'Shall I?' };
  const said = await call(host, host.key, `${path}/messages`, { json: { vitrine: 1, body: [ask] } });
  expect(await said.json()).toMatchObject({ accepted: 1 });
  expect(await exchange()).toBe(200);
  await call(host, host.key, `${path}/messages`, { json: { vitrine: 1, body: [{ op: 'withdraw', ask: 'a' }] } });
  expect(await exchange()).toBe(401);
});

test('[HT22] [HT51] Taking back all tokens of a session, or one, takes back its links', async () => {
  const host = await openHttpHost();
  const { path, viewerUrl, token } = await openLinked(host);
  const other = await mint(host, host.key, path);
  const exchange = async (url: string) =>
    refusalOf(await call(host, undefined, '/viewer', { json: { code: codeIn(url) } }));
  const revoked = { status: 401, error: 'VITRINE_CREDENTIAL_REVOKED' };
  await call(host, host.key, `${path}/viewer-token`, { method: 'DELETE', json: { token } });
  expect(await exchange(viewerUrl)).toEqual(revoked);
  expect((await call(host, undefined, '/viewer', { json: { code: codeIn(other.viewerUrl) } })).status).toBe(200);
  await call(host, host.key, `${path}/viewer-token`, { method: 'DELETE', json: {} });
  expect(await exchange(other.viewerUrl)).toEqual(revoked);
});

test('[CR23] A file that comes in until after the revocation is not kept', async () => {
  const host = await openHttpHost();
  const { path, token } = await openLinked(host);
  let begin: (sender: ReadableStreamDefaultController<Uint8Array>) => void = () => undefined;
  const reading = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => {
    begin = resolve;
  });
  const body = new ReadableStream<Uint8Array>({ pull: (sender) => begin(sender) }, { highWaterMark: 0 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
  const init = { method: 'POST', body, duplex: 'half', headers } as RequestInit;
  const begun = host.http.fetch(new Request(`${host.url}${path}/files?name=a.txt`, init), { address: '127.0.0.1' });
  const sender = await reading;
  await host.credentials.revokeAgent('dev');
  sender.enqueue(new TextEncoder().encode('too late'));
  sender.close();
  expect(await refusalOf(await begun)).toEqual({ status: 401, error: 'VITRINE_CREDENTIAL_REVOKED' });
});

test('[CR23] [HT21] Revoking an agent ends the streams and calls of its viewers, and what they began to send', async () => {
  const host = await openHttpHost();
  const { path, token, viewerUrl } = await openLinked(host);
  const stream = await call(host, token, `${path}/stream`);
  expect(stream.status).toBe(200);
  let begin: (sender: ReadableStreamDefaultController<Uint8Array>) => void = () => undefined;
  const reading = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => {
    begin = resolve;
  });
  const body = new ReadableStream<Uint8Array>({ pull: (sender) => begin(sender) }, { highWaterMark: 0 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', body, duplex: 'half', headers } as RequestInit;
  const begun = host.http.fetch(new Request(`${host.url}${path}/events`, init), { address: '127.0.0.1' });
  const sender = await reading;
  await host.credentials.revokeAgent('dev');
  await stream.text();
  sender.enqueue(new TextEncoder().encode('{"vitrine": 1, "body": [{"event": "say", "text": "still here"}]}'));
  sender.close();
  const revoked = { status: 401, error: 'VITRINE_CREDENTIAL_REVOKED' };
  expect(await refusalOf(await begun)).toEqual(revoked);
  for (const [method, end] of [
    ['GET', '/snapshot'],
    ['GET', '/stream'],
    ['POST', '/viewer-token'],
    ['POST', '/events'],
    ['POST', '/files'],
    ['GET', '/files/x'],
  ] as const)
    expect(await refusalOf(await call(host, token, `${path}${end}`, { method }))).toEqual(revoked);
  const exchanged = await call(host, undefined, '/viewer', { json: { code: codeIn(viewerUrl) } });
  expect(await refusalOf(exchanged)).toEqual(revoked);
});
