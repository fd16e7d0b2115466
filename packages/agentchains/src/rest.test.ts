import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Client, Stage } from '../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.clear());
afterEach(() => vi.unstubAllEnvs());

test('[AF26] API-1 API-2 health needs no credential', async () => {
  expect(await stage.call('GET', '/api/v4/health', { key: null })).toMatchObject({
    status: 200,
    body: { status: 'ok', protocol: 'a2ui', version: '2026-02-20', ws_path: '/ws/v4/a2ui', active_sessions: 0 },
  });
});

test('[AF3] API-3 API-4 a key has a stream token, by POST and by GET', async () => {
  for (const call of [
    () => stage.call('POST', '/api/v4/stream-token', { body: { token_type: 'stream_a2ui' } }),
    () => stage.call('POST', '/api/v4/stream-token'),
    () => stage.call('GET', '/api/v4/stream-token?token_type=stream_a2ui'),
    () => stage.call('GET', '/api/v4/stream-token'),
  ]) {
    const { status, body } = await call();
    expect(status).toBe(200);
    expect(body).toMatchObject({ agent_id: 'dev', expires_in_seconds: 1800, token_type: 'stream_a2ui' });
    expect((body.token as string).length).toBeGreaterThan(20);
    expect(body.stream_token).toBe(body.token);
    expect(Date.parse(body.expires_at as string)).toBe(stage.now + 1_800_000);
    expect(body.ws_url).toBe(`${stage.url.replace('http:', 'ws:')}/ws/v4/a2ui`);
  }
});

test('[AF3] a host behind TLS gives an address with TLS', async () => {
  stage.host.setPublicUrl('https://ui.example/');
  const { body } = await stage.call('POST', '/api/v4/stream-token');
  stage.host.setPublicUrl(stage.url);
  expect(body.ws_url).toBe('wss://ui.example/ws/v4/a2ui');
});

test('[AF3] another type of token is refused, and so is a body that is none', async () => {
  for (const body of [{ token_type: 'stream_admin' }, { token_type: 7 }, [], 'x'])
    expect((await stage.call('POST', '/api/v4/stream-token', { body })).status).toBe(400);
  expect((await stage.call('GET', '/api/v4/stream-token?token_type=access')).status).toBe(400);
  const large = { token_type: 'stream_a2ui', more: 'x'.repeat(20_000) };
  expect((await stage.call('POST', '/api/v4/stream-token', { body: large })).status).toBe(413);
});

test('[AF3] the lifetime is that of STREAM_TOKEN_EXPIRE_MINUTES', async () => {
  vi.stubEnv('STREAM_TOKEN_EXPIRE_MINUTES', '5');
  const short = await Stage.open();
  const { body } = await short.call('POST', '/api/v4/stream-token');
  expect(body.expires_in_seconds).toBe(300);
  const token = body.token as string;
  (await short.connect(token)).close();
  short.pass(301_000);
  expect(await short.refused(`/ws/v4/a2ui?token=${token}`)).toMatchObject({
    status: 401,
    body: { error: { code: -32006 } },
  });
  await short.clear();
  vi.stubEnv('STREAM_TOKEN_EXPIRE_MINUTES', 'soon');
  await expect(Stage.open()).rejects.toThrow(RangeError);
});

test.each([
  ['POST', '/api/v4/stream-token'],
  ['GET', '/api/v4/stream-token'],
  ['GET', '/api/v4/sessions'],
  ['GET', '/api/v4/sessions/x'],
  ['DELETE', '/api/v4/sessions/x'],
  ['GET', '/api/v4/sessions/x/consents'],
  ['POST', '/api/v4/sessions/x/consents'],
  ['DELETE', '/api/v4/sessions/x/consents/y'],
])('[AF5] API-5 API-7 AUT-1 %s %s takes a key, and no stream token', async (method, path) => {
  expect(await stage.call(method, path, { key: null })).toMatchObject({
    status: 401,
    body: { detail: 'Missing Authorization header' },
  });
  expect(await stage.call(method, path, { key: await stage.token() })).toMatchObject({
    status: 401,
    body: { detail: expect.stringContaining('Stream tokens') },
  });
  expect(await stage.call(method, path, { key: 'vk_nobody_knows' })).toMatchObject({ status: 401 });
});

test('[AF5] a stream token opens no path of the host', async () => {
  const key = await stage.token();
  for (const path of ['/sessions', '/events', '/sessions/x/stream'])
    expect((await stage.call('GET', path, { key })).status).toBe(401);
  const { body } = await stage.call('POST', '/sessions', { body: {} });
  const path = `/sessions/${body.session}`;
  expect((await stage.call('POST', `${path}/messages`, { key, body: {} })).status).toBe(401);
  expect((await stage.call('POST', `${path}/viewer-token`, { key, body: {} })).status).toBe(401);
  const socket = new Client(`${stage.url.replace('http', 'ws')}${path}/socket`, ['vitrine.1', key]);
  expect((await socket.closed).code).toBe(4401);
});

test('[AF26] SES-7 API-6 API-8 API-9 there is nothing before there is something', async () => {
  expect((await stage.call('GET', '/api/v4/sessions')).body).toEqual({ sessions: [], total: 0 });
  for (const method of ['GET', 'DELETE'])
    expect(await stage.call(method, '/api/v4/sessions/none')).toMatchObject({
      status: 404,
      body: { detail: 'Session not found' },
    });
});

test('[AF26] other methods and paths are refused with the methods there are', async () => {
  const { status, headers } = await stage.call('PUT', '/api/v4/sessions/x');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, DELETE']);
  expect((await stage.call('DELETE', '/api/v4/health')).status).toBe(405);
  expect((await stage.call('GET', '/api/v4/elsewhere')).status).toBe(404);
  expect((await stage.call('GET', '/api/v4/sessions/%zz')).status).toBe(404);
});

test('[AF26] whoever guesses keys is slowed down, and others are not', async () => {
  const own = await Stage.open({ limits: { guessesPerMinute: 3 } });
  const guess = async (key: string) => (await own.call('GET', '/api/v4/sessions', { key })).status;
  expect([await guess('a'), await guess('b'), await guess('c'), await guess('d')]).toEqual([401, 401, 401, 429]);
  expect(await guess(own.key)).toBe(200);
  own.pass(60_000);
  expect(await guess('e')).toBe(401);
  await own.clear();
});

test('[AF4] an agent has a token for a session of its own, and for no other', async () => {
  const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const wanted = { session_id: body.session };
  expect(await stage.call('POST', '/api/v4/stream-token', { body: wanted })).toMatchObject({
    status: 200,
    body: wanted,
  });
  const other = await stage.agent('other');
  expect((await stage.call('POST', '/api/v4/stream-token', { key: other, body: wanted })).status).toBe(404);
  expect((await stage.call('POST', '/api/v4/stream-token', { body: { session_id: 7 } })).status).toBe(400);
});

/** One call, written by hand: what was answered before the connection ended. */
function spoken(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (piece) => {
      answer += piece.toString();
      socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('[AF3] half a body and one that never ends are given up, with nothing minted and the next call answered', async () => {
  const head = `POST /api/v4/stream-token HTTP/1.1\r\nhost: ${new URL(stage.url).host}\r\nauthorization: Bearer ${stage.key}\r\n`;
  const broken = new Promise<void>((resolve, reject) => {
    const { hostname, port } = new URL(stage.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head}content-length: 100\r\n\r\n{"token_type":`, () => socket.destroy());
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
  await broken;
  const endless = spoken(
    stage.url,
    `${head}transfer-encoding: chunked\r\n\r\n${`4000\r\n${' '.repeat(0x4000)}\r\n`.repeat(3)}`,
  );
  expect(await endless).toMatch(/^HTTP\/1.1 413 /);
  expect((await stage.call('POST', '/api/v4/stream-token')).status).toBe(200);
  expect(stage.log.join('')).not.toContain('met a fault');
});
