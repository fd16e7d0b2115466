import { expect, test } from 'vitest';
import { call, type HttpHost, openHttpHost, openSession } from '../../test/http-host.ts';

interface Minted {
  readonly token: string;
  readonly expiresAt: string;
  readonly viewerUrl: string;
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
  expect(expiresAt).toBe('2026-03-01T12:15:00.000Z');
  expect(viewerUrl).toBe(`${host.url}/s/${session}#token=${token}`);
  expect((await call(host, token, `${path}/snapshot`)).status).toBe(200);
});

test('[HT22] A viewer renews its own token while it holds, and stays who it is', async () => {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  host.clock.at += 14 * 60_000;
  const renewed = await mint(host, token, path);
  expect(subjectOf(renewed.token)).toBe(subjectOf(token));
  expect(renewed.expiresAt).toBe('2026-03-01T12:29:00.000Z');
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
