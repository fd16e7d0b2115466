import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, Stage } from '../test/stage.ts';

let stage: Stage;
let socket: string;
beforeAll(async () => {
  stage = await Stage.open();
  socket = `${stage.url.replace('http', 'ws')}/ws/v4/a2ui`;
});
afterAll(() => stage.clear());

const refusal = { jsonrpc: '2.0', id: null, error: { code: -32006, message: expect.stringContaining('Auth failed') } };

test('[AF2] CM-1 the token is taken from the query, the header and a subprotocol', async () => {
  const token = await stage.token();
  const clients = [
    new Client(`${socket}?token=${encodeURIComponent(token)}`),
    new Client(`${socket}?other=1&token=${token}`),
    new Client(`${stage.url.replace('http', 'ws')}//ws/v4/a2ui?token=${token}`),
    new Client(socket, ['a2ui', token]),
  ];
  await Promise.all(clients.map(({ opened }) => opened));
  expect(clients.map(({ protocol }) => protocol)).toEqual(['', '', '', 'a2ui']);
  for (const client of clients) client.terminate();
  await expect(stage.refused('/ws/v4/a2ui', { authorization: `Bearer ${token}` })).rejects.toThrow('was accepted');
});

test('[AF2] AUT-2 whoever has no stream token is refused before there is a socket', async () => {
  const token = await stage.token();
  const { body } = await stage.call('POST', '/sessions', { body: {} });
  const wrong = [
    '',
    'x',
    stage.key,
    body.viewerToken as string,
    `${token}x`,
    `${token.slice(0, -4)}AAAA`,
    'x'.repeat(5000),
  ];
  for (const one of wrong)
    expect(await stage.refused(`/ws/v4/a2ui?token=${one}`)).toEqual({ status: 401, body: refusal });
  expect(await stage.refused('/ws/v4/a2ui')).toEqual({ status: 401, body: refusal });
  const [head, claims] = token.split('.') as [string, string];
  const open = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  expect(await stage.refused(`/ws/v4/a2ui?token=${open}.${claims}.`)).toEqual({ status: 401, body: refusal });
  const other = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...other, sub: 'other' })).toString('base64url');
  const signature = token.split('.')[2];
  expect(await stage.refused(`/ws/v4/a2ui?token=${head}.${forged}.${signature}`)).toEqual({
    status: 401,
    body: refusal,
  });
});

test('[AF2] a token of another host is refused', async () => {
  const other = await Stage.open();
  const token = await other.token();
  await other.clear();
  expect(await stage.refused(`/ws/v4/a2ui?token=${token}`)).toEqual({ status: 401, body: refusal });
});

test('[AF2] a page elsewhere is refused, whatever it has', async () => {
  const token = await stage.token();
  expect(await stage.refused(`/ws/v4/a2ui?token=${token}`, { origin: 'https://elsewhere.example' })).toMatchObject({
    status: 403,
  });
});

test('[AF2] what is no handshake is told so', async () => {
  const token = await stage.token();
  const { status, body } = await stage.refused(`/ws/v4/a2ui?token=${token}`, { 'sec-websocket-key': 'short' });
  expect([status, body.error?.code]).toEqual([400, -32600]);
});

test('[AF6] a token ends with the key that it was had with', async () => {
  const key = await stage.agent('rotated');
  const token = await stage.token(key);
  const client = await stage.connect(token);
  stage.pass(1000);
  const { key: next } = await stage.host.credentials.rotateAgent('rotated');
  expect((await client.closed).code).toBe(4401);
  expect(await stage.refused(`/ws/v4/a2ui?token=${token}`)).toEqual({ status: 401, body: refusal });
  const again = await stage.connect(await stage.token(next));
  const last = await stage.token(next);
  await stage.host.credentials.revokeAgent('rotated');
  expect((await again.closed).code).toBe(4401);
  expect(await stage.refused(`/ws/v4/a2ui?token=${last}`)).toEqual({ status: 401, body: refusal });
});

test('[AF6] a token ends with the key of the host that signed it or what it was had with, and with no rotation else', async () => {
  const own = await Stage.open();
  const { body } = await own.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const viewer = body.viewerToken as string;
  const had = async () => (await own.call('POST', '/api/v4/stream-token', { key: viewer })).body.token as string;
  const clients = [await own.connect(await own.token()), await own.connect(await had())];
  await own.host.operator.rotateKey('token', 'command');
  clients.push(await own.connect(await had()));
  for (const client of clients) expect((await client.ask('ping')).error?.code).not.toBe(-32006);
  await own.host.operator.rotateKey('token', 'command', { now: true });
  for (const client of clients) expect((await client.closed).code).toBe(4401);
  const fresh = await own.connect(await own.token());
  await own.host.operator.rotateKey('token', 'command');
  expect((await fresh.init()).result).toBeDefined();
  await own.clear();
});

test('[AF4] [AF6] a viewer has a token for its session, which ends with the one it was had with', async () => {
  const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const session = body.session as string;
  const viewer = body.viewerToken as string;
  const had = await stage.call('POST', '/api/v4/stream-token', { key: viewer });
  expect(had.body).toMatchObject({ session_id: session, agent_id: 'dev', expires_in_seconds: 1800 });
  const client = await stage.connect(had.body.token as string);
  expect((await client.init()).result?.session_id).toBe(session);
  const [row] = await stage.sessions(viewer);
  expect(row).toMatchObject({ session_id: session });
  await stage.host.credentials.revokeViewers(session, viewer);
  expect((await client.closed).code).toBe(4401);
  expect(await stage.refused(`/ws/v4/a2ui?token=${had.body.token}`)).toEqual({ status: 401, body: refusal });
  expect((await stage.host.sessions.summary(session)).closedAt).toBeUndefined();
});

test('[AF4] the socket of a viewer is closed when its token is over', async () => {
  const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const had = await stage.call('POST', '/api/v4/stream-token', { key: body.viewerToken as string });
  const client = await stage.connect(had.body.token as string);
  await client.init();
  stage.tick();
  expect((await client.ask('ping')).result).toEqual({});
  stage.pass(1_800_000);
  stage.tick();
  expect((await client.closed).code).toBe(4401);
});

test('[AF6] a token that a viewer had ends with the agent, also when that comes back, and not with its key', async () => {
  const key = await stage.agent('minting');
  const { body } = await stage.call('POST', '/sessions', { key, body: { dialect: 'agentchains' } });
  const had = await stage.call('POST', '/api/v4/stream-token', { key: body.viewerToken as string });
  const address = `/ws/v4/a2ui?token=${had.body.token}`;
  const client = await stage.connect(had.body.token as string);
  await client.init();
  await stage.host.credentials.rotateAgent('minting');
  expect((await client.ask('ping')).result).toEqual({});
  await stage.host.credentials.revokeAgent('minting');
  expect((await client.closed).code).toBe(4401);
  expect(await stage.refused(address)).toEqual({ status: 401, body: refusal });
  await stage.host.credentials.rotateAgent('minting');
  expect(await stage.refused(address)).toEqual({ status: 401, body: refusal });
});

test('[AF6] tokens outlive a rotation of the key that signs them', async () => {
  const own = await Stage.open();
  const token = await own.token();
  await own.host.operator.rotateKey('token', 'command');
  await (await own.connect(token)).init();
  await own.host.operator.rotateKey('token', 'command', { now: true });
  expect(await own.refused(`/ws/v4/a2ui?token=${token}`)).toMatchObject({ status: 401 });
  await own.clear();
});

test('[AF6] what was taken back stays so when the host begins again', async () => {
  const first = await Stage.open();
  const { body } = await first.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const had = await first.call('POST', '/api/v4/stream-token', { key: body.viewerToken as string });
  await first.host.credentials.revokeViewers(body.session as string);
  await first.stop();
  const second = await Stage.open({ folder: first.folder });
  expect(await second.refused(`/ws/v4/a2ui?token=${had.body.token}`)).toMatchObject({ status: 401 });
  await second.clear();
});

test('[AF7] H5 no log line holds a token', async () => {
  const own = await Stage.open();
  const token = await own.token();
  const client = await own.enter({}, token);
  await own.refused(`/ws/v4/a2ui?token=${token}x`);
  await own.call('GET', `/api/v4/sessions?token=${token}`);
  client.send('{');
  await client.until(({ error }) => error?.code === -32700);
  await own.clear();
  const lines = own.log.join('');
  expect(lines).not.toBe('');
  expect(lines).not.toContain(token.split('.')[2]);
  expect(lines).not.toContain(own.key);
});

test('[AF38] wrong tokens are guesses, counted with wrong keys by their address; whoever has one that holds is let in', async () => {
  const own = await Stage.open({ limits: { guessesPerMinute: 3 } });
  const knock = async (token: string) => (await own.refused(`/ws/v4/a2ui${token}`)).status;
  const token = await own.token();
  for (let i = 0; i < 5; i++) expect(await knock('')).toBe(401);
  expect([await knock('?token=a'), await knock('?token=b')]).toEqual([401, 401]);
  expect((await own.call('GET', '/api/v4/sessions', { key: 'vk_wrong' })).status).toBe(401);
  expect(await own.refused('/ws/v4/a2ui?token=c')).toMatchObject({
    status: 429,
    body: { error: { code: -32001, data: { issue: 'VITRINE_RATE', retry_after: 20 } } },
  });
  expect((await own.call('GET', '/api/v4/sessions', { key: 'vk_wrong' })).status).toBe(429);
  expect((await (await own.connect(token)).init()).result).toBeDefined();
  own.pass(20_000);
  expect(await knock('?token=d')).toBe(401);
  await own.clear();
});

test('[AF38] of two thousand handshakes that guess all are refused, and a client that is there notices nothing', async () => {
  const own = await Stage.open({}, { sockets: { limits: { connect: { perSecond: 1e6, burst: 1e6 } } } });
  const client = await own.enter();
  const statuses = new Map<number, number>();
  for (let i = 0; i < 40; i++)
    for (const { status } of await Promise.all(
      Array.from({ length: 50 }, (_, n) => own.refused(`/ws/v4/a2ui?token=${i}.${n}.x`)),
    ))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  expect([...statuses]).toEqual([
    [401, 60],
    [429, 1940],
  ]);
  expect((await client.ask('ping')).result).toEqual({});
  await own.clear();
});
