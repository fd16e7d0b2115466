import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { MINUTE } from '../../test/credentials.ts';
import { OPEN, openRig, type Probe, type Rig, setName, tell, typed } from '../../test/socket-rig.ts';

describe('a handshake', () => {
  it('[SO1] at no path of ours, by another name or from a page elsewhere is refused with a status and an error', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const token = await rig.token(session);
    const path = `/sessions/${session.id}/socket`;
    const cases = [
      ['/', {}, 404, 'VITRINE_PATH_UNKNOWN'],
      ['/sessions/%E0%A4%A/socket', {}, 404, 'VITRINE_PATH_UNKNOWN'],
      [path, { host: 'evil.example' }, 421, 'VITRINE_HOST_UNKNOWN'],
      [path, { origin: 'https://evil.example' }, 403, 'VITRINE_ORIGIN_REFUSED'],
      [path, { origin: 'null' }, 403, 'VITRINE_ORIGIN_REFUSED'],
    ] as const;
    for (const [where, headers, status, error] of cases)
      expect(await rig.connect(where, token, { headers }).refused).toMatchObject({ status, body: { error } });
    const own = rig.connect(path, token, { headers: { origin: `http://127.0.0.1:${rig.port}` } });
    await own.opened;
  });

  it('[HT61] with a parameter is refused by name: nothing beside a frame says anything of it', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const body = { error: 'VITRINE_QUERY_INVALID', details: { parameter: 'untrusted' } };
    for (const path of [`/sessions/${session.id}/socket`, '/socket'])
      expect(await rig.connect(`${path}?untrusted=1`, rig.key).refused).toMatchObject({ status: 400, body });
    await rig.connect('/socket?', rig.key).opened;
  });

  it('[SO1] that is none is refused as well', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const authorization = `Authorization: Bearer ${await rig.token(session)}`;
    const answer = await sendRaw(rig, [
      `GET /sessions/${session.id}/socket HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: h2c',
      authorization,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"VITRINE_FRAME_INVALID"');
  });

  it('[SO2] without a right to be here is closed with the code, or refused where it does not speak our protocol', async () => {
    const rig = await openRig();
    const [session, other] = [await rig.openSession(), await rig.openSession()];
    const { session: foreign } = await rig.sessions.open({ agent: 'other', trust: 'trusted' });
    const operator = (await rig.credentials.redeemOperatorCode(rig.credentials.newOperatorCode())).token;
    const path = `/sessions/${session.id}/socket`;
    const token = await rig.token(session);
    const revoked = await rig.token(session);
    await rig.credentials.revokeViewers(session.id, revoked);
    const cases = [
      [path, undefined, 4401, 401, 'VITRINE_CREDENTIAL_MISSING'],
      [path, 'vk_dev_0000', 4401, 401, 'VITRINE_CREDENTIAL_INVALID'],
      [path, `${token.slice(0, -3)}abc`, 4401, 401, 'VITRINE_CREDENTIAL_INVALID'],
      [path, revoked, 4401, 401, 'VITRINE_CREDENTIAL_REVOKED'],
      [path, operator, 4403, 403, 'VITRINE_CREDENTIAL_PURPOSE'],
      [`/sessions/${other.id}/socket`, token, 4403, 403, 'VITRINE_CREDENTIAL_PURPOSE'],
      ['/socket', token, 4403, 403, 'VITRINE_CREDENTIAL_PURPOSE'],
      [`/sessions/${foreign}/socket`, rig.key, 4404, 404, 'VITRINE_LOG_SESSION_UNKNOWN'],
      ['/sessions/none/socket', rig.key, 4404, 404, 'VITRINE_LOG_SESSION_UNKNOWN'],
    ] as const;
    for (const [where, credential, code, status, reason] of cases) {
      expect(await rig.connect(where, credential).closed).toEqual({ code, reason });
      const plain = await rig.connect(where, credential, { withProtocols: false }).refused;
      expect(plain).toMatchObject({ status, body: { error: reason } });
    }
    rig.clock.at += 61 * MINUTE;
    expect(await rig.connect(path, token).closed).toEqual({ code: 4401, reason: 'VITRINE_CREDENTIAL_EXPIRED' });
    expect(rig.sockets.count).toBe(0);
  });

  it('[SO3] beyond the bound of one client is refused, and the place is free when one has gone', async () => {
    const rig = await openRig({ limits: { connectionsPerClient: 3, connect: { perSecond: 1000, burst: 10_000 } } });
    const session = await rig.openSession();
    const token = await rig.token(session);
    const path = `/sessions/${session.id}/socket`;
    const open = Array.from({ length: 3 }, () => rig.connect(path, token));
    await Promise.all(open.map(({ opened }) => opened));
    const answer = await rig.connect(path, token).refused;
    expect(answer).toMatchObject({ status: 503, body: { error: 'VITRINE_BUSY' }, headers: { 'retry-after': '1' } });
    open[0]?.socket.terminate();
    await gone(rig, 2);
    await rig.connect(path, token).opened;
  });

  it('[SO3] of ten thousand from one client none harms those that are there', async () => {
    const rig = await openRig({ limits: { connectionsPerClient: 50, connect: { perSecond: 1, burst: 200 } } });
    const session = await rig.openSession();
    await tell(session, OPEN);
    const there = await rig.view(session);
    const token = await rig.token(session);
    const statuses = new Map<string, number>();
    for (let i = 0; i < 10_000; i += 500)
      for (const status of await Promise.all(Array.from({ length: 500 }, () => handshake(rig, session.id, token))))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect([...statuses.keys()].sort()).toEqual(['101', '429', '503']);
    expect(statuses.get('101')).toBe(49);
    await tell(session, setName('still'));
    expect(await there.until('message')).toMatchObject({ message: setName('still') });
    expect(rig.failures).toEqual([]);
  });

  it('[SO4] that comes too often is told how long to wait', async () => {
    const rig = await openRig({ limits: { connect: { perSecond: 0.5, burst: 1 } } });
    const session = await rig.openSession();
    const token = await rig.token(session);
    await rig.connect(`/sessions/${session.id}/socket`, token).opened;
    const answer = await rig.connect(`/sessions/${session.id}/socket`, token).refused;
    expect(answer).toMatchObject({ status: 429, body: { error: 'VITRINE_RATE' }, headers: { 'retry-after': '2' } });
  });
});

describe('a socket', () => {
  it('[SO5] without hello in ten seconds is closed, however the clock jumps', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const probe = rig.connect(`/sessions/${session.id}/socket`, await rig.token(session));
    await probe.opened;
    rig.clock.at -= 100 * MINUTE;
    rig.tick(9);
    expect(rig.sockets.count).toBe(1);
    rig.tick();
    expect(await probe.closed).toEqual({ code: 4408, reason: 'VITRINE_HELLO_MISSING' });
    expect(probe.frames).toMatchObject([{ issues: [{ code: 'VITRINE_HELLO_MISSING' }] }]);
  });

  it('[SO5] whose hello claims another role than its credential has is closed', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const path = `/sessions/${session.id}/socket`;
    for (const [credential, role] of [
      [await rig.token(session), 'agent'],
      [rig.key, 'viewer'],
    ] as const) {
      const probe = rig.connect(path, credential);
      probe.send({ hello: { role } });
      expect(await probe.closed).toEqual({ code: 4403, reason: 'VITRINE_CREDENTIAL_PURPOSE' });
    }
  });

  it.each([
    ['not JSON', 'hello'],
    ['JSON-RPC', '{"jsonrpc": "2.0", "id": 1, "method": "ui.render"}'],
    ['an unknown key', '{"event": {}, "token": "x"}'],
    ['a second hello', '{"hello": {}}'],
  ])('[SO6] that sends %s is told so and closed', async (_, text) => {
    const rig = await openRig();
    const probe = await rig.view(await rig.openSession());
    probe.send(text);
    expect(await probe.closed).toEqual({ code: 4400, reason: 'VITRINE_FRAME_INVALID' });
    expect(probe.frames.at(-1)).toMatchObject({ issues: [{ code: 'VITRINE_FRAME_INVALID', fault: 'viewer' }] });
  });

  it('[SO7] that sends bytes, no UTF-8 or too much at once is closed', async () => {
    const rig = await openRig({ limits: { frameBytes: 1000 } });
    const session = await rig.openSession();
    const binary = await rig.view(session);
    binary.send(Buffer.from('{}'));
    expect(await binary.closed).toEqual({ code: 1003, reason: 'VITRINE_BODY_TYPE' });
    const large = await rig.view(session);
    // Bytes, not characters.
    large.send(JSON.stringify({ ping: '€'.repeat(400) }));
    expect((await large.closed).code).toBe(1009);
    const garbled = await rig.view(session);
    garbled.socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false });
    expect((await garbled.closed).code).toBe(1007);
    await gone(rig, 0);
  });

  it('[SO34] of a viewer takes less at once than that of an agent, and brackets without end from nobody', async () => {
    const rig = await openRig({ limits: { viewerFrameBytes: 2000 } });
    const session = await rig.openSession();
    const large = JSON.stringify({ event: { event: 'say', text: 'x'.repeat(2000) } });
    const viewer = await rig.view(session);
    viewer.send(large);
    expect(await viewer.closed).toEqual({ code: 1009, reason: 'VITRINE_BODY_SIZE' });
    expect(viewer.frames.at(-1)).toMatchObject({ issues: [{ code: 'VITRINE_BODY_SIZE', fault: 'viewer' }] });
    const brackets = await rig.view(session);
    brackets.send('['.repeat(1500));
    expect(await brackets.closed).toEqual({ code: 4400, reason: 'VITRINE_FRAME_INVALID' });
    await gone(rig, 0);
  });

  it('[SO8] that speaks too fast is closed, and the others go on', async () => {
    const rig = await openRig({ limits: { viewer: { perSecond: 1, burst: 5 } } });
    const session = await rig.openSession();
    const [fast, calm] = [await rig.view(session, {}, 'ann'), await rig.view(session, {}, 'bob')];
    for (let i = 0; i < 10; i++) fast.send({ ping: i });
    expect(await fast.closed).toEqual({ code: 4429, reason: 'VITRINE_RATE' });
    expect(fast.frames.filter(({ pong }) => pong !== undefined)).toHaveLength(4);
    calm.send({ ping: 1 });
    await calm.until('pong');
  });

  it("[SO19] is closed when its token expires, or its agent's key", async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const probe = await rig.view(session);
    const expiresAt = new Date(rig.clock.at + 60 * MINUTE).toISOString();
    const { key } = await rig.credentials.addAgent('brief', { expiresAt });
    const agent = rig.connect('/socket', key);
    await agent.opened;
    rig.clock.at += 60 * MINUTE - 1;
    rig.tick();
    expect(rig.sockets.count).toBe(2);
    rig.clock.at += 1001;
    rig.tick();
    for (const each of [probe, agent])
      expect(await each.closed).toEqual({ code: 4401, reason: 'VITRINE_CREDENTIAL_EXPIRED' });
  });

  it('[SO20] is closed when its credential is taken back, and no other', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const path = `/sessions/${session.id}/socket`;
    const token = await rig.token(session);
    const probes = [rig.connect(path, token), rig.connect(path, await rig.token(session)), rig.connect(path, rig.key)];
    await Promise.all(probes.map(({ opened }) => opened));
    const [first, second, agent] = probes as [Probe, Probe, Probe];
    await rig.credentials.revokeViewers(session.id, token);
    expect(await first.closed).toEqual({ code: 4401, reason: 'VITRINE_CREDENTIAL_REVOKED' });
    await gone(rig, 2);
    await rig.credentials.revokeViewers(session.id);
    expect((await second.closed).code).toBe(4401);
    await rig.credentials.revokeAgent('dev');
    expect((await agent.closed).code).toBe(4401);
  });

  it('[CR23] [SO20] is closed with the agent that its token was minted under, and not by a rotation of its key', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const viewer = await rig.view(session);
    const agent = rig.connect(`/sessions/${session.id}/socket`, rig.key);
    await agent.opened;
    await rig.credentials.rotateAgent('dev');
    expect((await agent.closed).code).toBe(4401);
    viewer.send({ ping: 1 });
    await viewer.until('pong');
    await rig.credentials.revokeAgent('dev');
    expect(await viewer.closed).toEqual({ code: 4401, reason: 'VITRINE_CREDENTIAL_REVOKED' });
  });

  it('[CR10] [SO19] is closed when its token has been used up, though the clock was set back', async () => {
    const rig = await openRig();
    const probe = await rig.view(await rig.openSession());
    rig.clock.at -= 3 * 60 * MINUTE;
    rig.clock.steady += 60 * MINUTE - 1;
    rig.tick();
    expect(rig.sockets.count).toBe(1);
    rig.clock.steady += 1001;
    rig.tick();
    expect(await probe.closed).toEqual({ code: 4401, reason: 'VITRINE_CREDENTIAL_EXPIRED' });
  });

  it('[SO21] is pinged every thirty seconds and ended when it does not answer', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const [alive, dead] = [await rig.view(session), await rig.view(session)];
    dead.socket.pause();
    const pinged = once(alive.socket, 'ping');
    rig.tick(30);
    await pinged;
    alive.send({ ping: 'answered' });
    await alive.until('pong');
    rig.tick(30);
    await gone(rig, 1);
    dead.socket.resume();
    expect((await dead.closed).code).toBe(1006);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('[SO8] [SO30] that floods with pings and never reads is closed with nothing piled up for it', async () => {
    const rig = await openRig({ limits: { viewer: { perSecond: 1, burst: 2000 } } });
    const session = await rig.openSession();
    const [flood, calm] = [await rig.view(session, {}, 'ann'), await rig.view(session, {}, 'bob')];
    flood.socket.pause();
    for (let i = 0; i < 10_000; i++) flood.socket.ping(Buffer.alloc(125));
    const ponged = once(calm.socket, 'pong');
    calm.socket.ping('x');
    expect(String((await ponged)[0])).toBe('x');
    flood.socket.resume();
    expect((await flood.closed).code).toBe(4429);
    rig.tick();
    const sent = await rig.metrics.text();
    expect(Number(/bytes_sent_total\{[^}]*socket[^}]*\} (\d+)/.exec(sent)?.[1])).toBeLessThan(2500 * 127);
  });

  it('[SO30] that does not read is given all answers when it reads again', async () => {
    const pace = { perSecond: 1e6, burst: 1e6 };
    const rig = await openRig({ limits: { queueBytes: 128 * 1024, viewer: pace, session: pace } });
    const probe = await rig.view(await rig.openSession());
    probe.socket.pause();
    const count = 20_000;
    for (let i = 0; i < count; i++) probe.send({ ping: `${i} ${'x'.repeat(1000)}` });
    await probe.opened;
    expect(probe.socket.bufferedAmount).toBeGreaterThan(0);
    probe.socket.resume();
    for (let i = 0; i < count; i++) expect(Number.parseInt(`${(await probe.until('pong')).pong}`, 10)).toBe(i);
  });

  it('[SO25] answers a ping with what it held', async () => {
    const rig = await openRig();
    const probe = await rig.view(await rig.openSession());
    probe.send({ ping: { a: [1, null, 'x'] } });
    expect(await probe.until('pong')).toEqual({ pong: { a: [1, null, 'x'] } });
    probe.send({ pong: 1 });
    probe.send({ ping: 2 });
    expect(await probe.until('pong')).toEqual({ pong: 2 });
  });

  it('[SO29] that meets a fault of the host is told no more than that, and the fault is written down', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const probe = await rig.view(session);
    session.ingestEvents = () => Promise.reject(new Error('the secret is 42'));
    probe.send({ event: typed('x'), key: 'k' });
    const answer = await probe.until('issues');
    expect(answer).toMatchObject({ key: 'k', issues: [{ code: 'VITRINE_HOST_FAILED', fault: 'host' }] });
    expect(JSON.stringify(answer)).not.toContain('42');
    expect(rig.failures).toHaveLength(1);
    probe.send({ ping: 1 });
    await probe.until('pong');
  });
});

describe('the end', () => {
  it('[SO23] answers what was asked, closes every socket with 1001 and takes no new one', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probes = [await rig.view(session), await rig.view(session)];
    const token = await rig.token(session);
    for (let i = 0; i < 20; i++) probes[0]?.send({ event: typed(`${i}`), key: `k${i}` });
    probes[0]?.send({ ping: 'sent' });
    await probes[0]?.until('pong');
    const stopped = rig.sockets.stop(10_000);
    expect(await rig.connect(`/sessions/${session.id}/socket`, token).refused).toMatchObject({
      status: 503,
      body: { error: 'VITRINE_STOPPING' },
    });
    await stopped;
    for (const probe of probes) expect(await probe.closed).toEqual({ code: 1001, reason: 'VITRINE_STOPPING' });
    expect(probes[0]?.frames.filter(({ ack }) => ack !== undefined)).toHaveLength(20);
    expect(rig.sockets.count).toBe(0);
  });

  it('[SO23] cuts off who does not answer in time', async () => {
    const rig = await openRig();
    const probe = await rig.view(await rig.openSession());
    probe.socket.pause();
    await rig.sockets.stop(1);
    expect(rig.sockets.count).toBe(0);
  });

  it('[SO23] of the sessions closes viewers in the same way', async () => {
    const rig = await openRig();
    const probe = await rig.view(await rig.openSession());
    await rig.sessions.stop();
    expect(await probe.closed).toEqual({ code: 1001, reason: 'VITRINE_STOPPING' });
  });
});

/** As many are open. */
async function gone(rig: Rig, count: number): Promise<void> {
  while (rig.sockets.count !== count) await new Promise((resolve) => setImmediate(resolve));
}

async function sendRaw(rig: Rig, lines: readonly string[]): Promise<string> {
  const socket = connect(rig.port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

/** The status of a handshake; whoever is let in stays. */
function handshake(rig: Rig, session: string, token: string): Promise<string> {
  const socket = connect(rig.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    [
      `GET /sessions/${session}/socket HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Authorization: Bearer ${token}`,
      '\r\n',
    ].join('\r\n'),
  );
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(String(data).slice(9, 12)));
    socket.once('close', () => resolve('closed'));
  });
}
