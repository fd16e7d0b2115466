// Signing in by OpenID Connect, against a real issuer and one that lies.

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { Browser, CLIENT, openLyingIssuer, openRealIssuer } from '../../test/oidc-issuers.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

ensureBuilt();
afterEach(stopAll);

/** The issuer must know where the host is, and the host where the issuer is: a port is found first. */
async function freePort(): Promise<number> {
  const serving = await Serving.start();
  const port = Number(new URL(serving.url).port);
  await serving.stop();
  return port;
}

async function serve(issuer: string, more: readonly string[] = [], env = {}) {
  const args = ['--oidc-issuer', issuer, '--oidc-client-id', CLIENT, '--oidc-operators', 'groups=ops', ...more];
  return Serving.start(args, env);
}

async function openSession(serving: Serving) {
  const body = { title: 'Pay' };
  return (await (await serving.call('/sessions', { body })).json()) as { session: string; viewerUrl: string };
}

describe('with a real issuer', () => {
  it('operators come to the page, viewers to their session under their names, and others to nothing', async () => {
    const port = await freePort();
    const issuer = await openRealIssuer(`http://127.0.0.1:${port}/sign-in/callback`);
    onTestFinished(() => issuer.close());
    const serving = await serve(issuer.url, ['--sign-in'], { VITRINE_PORT: String(port) });
    const asOperator = await new Browser().follow(`${serving.url}/sign-in`, 'ops-eve');
    const code = /#operator=(.+)$/.exec(asOperator.url)?.[1];
    const { token } = (await (await serving.call('/operator', { body: { code } })).json()) as { token: string };
    expect((await serving.call('/audit', { token })).status).toBe(200);
    const notOne = await new Browser().follow(`${serving.url}/sign-in`, 'ada');
    expect([notOne.answer.status, await notOne.answer.json()]).toMatchObject([
      403,
      { error: 'VITRINE_SIGN_IN_REFUSED' },
    ]);
    const { session, viewerUrl } = await openSession(serving);
    expect(viewerUrl).toBe(`${serving.url}/sign-in?session=${session}`);
    const ask = { vitrine: 1, body: [{ op: 'ask', ask: 'pay', want: { kind: 'confirm' }, prompt: 'Pay?' }] };
    await serving.call(`/sessions/${session}/messages?dialect=vitrine`, { body: ask });
    const asViewer = await new Browser().follow(viewerUrl, 'ada');
    const link = /#code=(.+)$/.exec(asViewer.url)?.[1];
    const viewer = (await (await serving.call('/viewer', { body: { code: link } })).json()) as { token: string };
    const answer = { vitrine: 1, body: [{ event: 'answer', ask: 'pay', value: true }] };
    const answered = await serving.call(`/sessions/${session}/events?dialect=vitrine`, {
      body: answer,
      token: viewer.token,
    });
    expect(await answered.json()).toMatchObject({ accepted: 1 });
    const { out } = await serving.run(['audit', '--jsonl']);
    const lines = out
      .trim()
      .split('\n')
      .map((line): { act: string; details?: object } => JSON.parse(line));
    expect(lines.find(({ act }) => act === 'approve')?.details).toMatchObject({ viewer: 'ada@people.example' });
    expect(
      lines.find(({ act, details }) => act === 'sign in' && JSON.stringify(details).includes('ada')),
    ).toBeDefined();
    // What an operator does bears the credential with which that person came in.
    expect((await serving.call(`/sessions/${session}`, { token, method: 'DELETE' })).status).toBe(200);
    const { lines: all } = (await (await serving.call('/audit', { token })).json()) as {
      lines: { act: string; details?: { person?: string; credential?: string } }[];
    };
    const closed = all.find(({ act }) => act === 'close session')?.details?.credential;
    const came = all.find(({ act, details }) => act === 'sign in' && details?.credential === closed);
    expect([closed, came?.details?.person]).toEqual([expect.any(String), 'ops-eve@people.example']);
  }, 60_000);
});

describe('with an issuer that lies', () => {
  it('a token that is expired, foreign, unsigned, of another key, issuer or attempt lets nobody in', async () => {
    const issuer = await openLyingIssuer();
    onTestFinished(() => issuer.close());
    const serving = await serve(issuer.url);
    expect((await new Browser().follow(`${serving.url}/sign-in`, '')).url).toContain('/#operator=');
    for (const lie of [
      'expired',
      'foreign',
      'unsigned',
      'other-key',
      'other-issuer',
      'other-nonce',
      'no-token',
    ] as const) {
      issuer.lie = lie;
      const { answer } = await new Browser().follow(`${serving.url}/sign-in`, '');
      expect([lie, answer.status, await answer.json()]).toMatchObject([lie, 403, { error: 'VITRINE_SIGN_IN_REFUSED' }]);
    }
    issuer.lie = 'hangs';
    const { answer } = await new Browser().follow(`${serving.url}/sign-in`, '');
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'VITRINE_SIGN_IN_UNAVAILABLE' }]);
  }, 60_000);

  it("an address that the issuer has not verified is nobody's name, and a cookie of any kind is refused in words", async () => {
    const issuer = await openLyingIssuer();
    onTestFinished(() => issuer.close());
    const serving = await serve(issuer.url, ['--sign-in']);
    const nameOf = async (): Promise<string> => {
      const { session, viewerUrl } = await openSession(serving);
      const { url } = await new Browser().follow(viewerUrl, '');
      const body = { code: /#code=(.+)$/.exec(url)?.[1] };
      const { token } = (await (await serving.call('/viewer', { body })).json()) as { token: string };
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      expect(claims.sid).toBe(session);
      return claims.sub;
    };
    expect(await nameOf()).toBe('ada@people.example');
    issuer.lie = 'unverified';
    expect(await nameOf()).toBe('ada');
    for (const cookie of ['%', '%E0%A4%A', 'x', 'a.b.c', '%00', '']) {
      const headers = { cookie: `vitrine-sign-in=${cookie}` };
      const answer = await fetch(`${serving.url}/sign-in/callback?code=a&state=b`, { headers });
      expect([cookie, answer.status, await answer.json()]).toMatchObject([
        cookie,
        403,
        { error: 'VITRINE_SIGN_IN_REFUSED' },
      ]);
    }
  });

  it('a revocation ends what signing in gave, on open streams within a second, and codes that wait', async () => {
    const issuer = await openLyingIssuer();
    onTestFinished(() => issuer.close());
    const serving = await serve(issuer.url, ['--sign-in']);
    const { session, viewerUrl } = await openSession(serving);
    const operatorCode = async () => {
      const { url } = await new Browser().follow(`${serving.url}/sign-in`, '');
      return { code: /#operator=(.+)$/.exec(url)?.[1] };
    };
    const viewerCode = async () => {
      const { url } = await new Browser().follow(viewerUrl, '');
      return { code: /#code=(.+)$/.exec(url)?.[1] };
    };
    const tokenOf = async (path: string, body: object) =>
      ((await (await serving.call(path, { body })).json()) as { token: string }).token;
    const stream = (path: string, token: string) =>
      fetch(`${serving.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const ended = async (answer: Response): Promise<string> => {
      const late = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 1000).unref());
      return Promise.race([answer.text().then(() => 'ended'), late]);
    };
    const operator = await tokenOf('/operator', await operatorCode());
    const looking = await stream(`/sessions/${session}/entries`, operator);
    expect(looking.status).toBe(200);
    const waiting = await operatorCode();
    await serving.run(['operator', 'revoke', '--yes']);
    expect(await ended(looking)).toBe('ended');
    expect((await serving.call('/audit', { token: operator })).status).toBe(401);
    expect((await serving.call('/operator', { body: waiting })).status).toBe(401);
    for (const revoke of [
      () => serving.run(['session', 'revoke', session, '--yes']),
      () => serving.run(['agent', 'revoke', 'dev', '--yes']),
    ]) {
      const link = await viewerCode();
      const viewer = await tokenOf('/viewer', link);
      const showing = await stream(`/sessions/${session}/stream`, viewer);
      expect(showing.status).toBe(200);
      expect((await revoke()).code).toBe(0);
      expect(await ended(showing)).toBe('ended');
      expect((await serving.call(`/sessions/${session}/snapshot`, { token: viewer })).status).toBe(401);
      expect((await serving.call('/viewer', { body: link })).status).toBe(401);
    }
    expect((await fetch(viewerUrl, { redirect: 'manual' })).status).toBe(302);
    const { answer } = await new Browser().follow(viewerUrl, '');
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }, 30_000);

  it('what came back is taken once, and in the browser that began it alone', async () => {
    const issuer = await openLyingIssuer();
    onTestFinished(() => issuer.close());
    const serving = await serve(issuer.url);
    const browser = new Browser();
    const begun = await browser.go(`${serving.url}/sign-in`);
    const back = (await browser.go(begun.headers.get('location') ?? '')).headers.get('location') ?? '';
    expect((await new Browser().go(back)).status).toBe(403);
    const [first, second] = [await browser.go(back), await browser.go(back)];
    expect([first.status, second.status]).toEqual([302, 403]);
    const other = await browser.go(`${serving.url}/sign-in`);
    expect(other.status).toBe(302);
    // Another state than this browser began with.
    expect((await browser.go(`${serving.url}/sign-in/callback?code=one&state=forged`)).status).toBe(403);
    // What is no cookie of ours is refused like a wrong one, and whoever goes on trying is not looked at.
    const [cookie = ''] = other.headers.getSetCookie();
    const broken = { cookie: cookie.replace(/=[^;]*.*/, '=%') };
    const tried = Array.from({ length: 100 }, () => fetch(back, { headers: broken, redirect: 'manual' }));
    expect(new Set((await Promise.all(tried)).map(({ status }) => status))).toEqual(new Set([403, 429]));
  });
});

it('an issuer that is down is one sentence, and all else works as without', async () => {
  const issuer = await openLyingIssuer();
  await issuer.close();
  const serving = await serve(issuer.url);
  const answer = await fetch(`${serving.url}/sign-in`, { redirect: 'manual' });
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'VITRINE_SIGN_IN_UNAVAILABLE' }]);
  expect((await openSession(serving)).viewerUrl).toContain('#code=');
  const plain = await Serving.start();
  expect((await fetch(`${plain.url}/sign-in`)).status).toBe(404);
});

it.each([
  [['--sign-in'], '--sign-in needs --oidc-issuer too.'],
  [['--oidc-operators', 'groups=admin'], '--oidc-operators needs --oidc-issuer too.'],
  [['--oidc-issuer', 'https://a.example'], '--oidc-issuer needs --oidc-client-id too.'],
  [
    ['--oidc-issuer', 'http://a.example', '--oidc-client-id', 'x'],
    '--oidc-issuer is an https address, or http on this machine, not "http://a.example".',
  ],
  [
    ['--oidc-issuer', 'https://a.example', '--oidc-client-id', 'x', '--oidc-operators', 'ops'],
    '--oidc-operators is a claim and its value such as groups=operators, not "ops".',
  ],
])('flags that do not fit are refused in one sentence: %j', async (args, sentence) => {
  const io = memoryIo();
  expect(await main(['serve', '--data', newFolder(), ...args], io)).toBe(2);
  expect(io.err()).toBe(`vitrine: ${sentence}\n`);
});

it('the key of an agent ends when it was said to', async () => {
  const serving = await Serving.start();
  const key = (await serving.run(['agent', 'add', 'brief', '--days', '1'])).out.trim();
  expect((await serving.call('/sessions', { token: key })).status).toBe(200);
  expect((await serving.run(['agent', 'list'])).out).toMatch(/brief {2}trusted {2}since \S+, until 20\d\d-/);
  expect((await serving.run(['agent', 'add', 'never', '--days', '0'])).err).toBe(
    'vitrine: --days is a number from 1 to 3650, not "0".\n',
  );
});
