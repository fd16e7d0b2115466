// The host's own face over WebSocket, for viewers and agents.

import { DIALECT_IDS } from '@vitrine/dialects';
import { type Cases, write } from '../cases.ts';
import { booking, CLOSE_BOOKING, input, neutral, PRESS, setName } from '../sample-surfaces.ts';
import type { Transcript } from '../transcript.ts';
import { World } from '../world.ts';

export async function playVitrineSocket(cases: Cases): Promise<void> {
  const world = await World.open();
  try {
    const on = (name: string, play: (t: Transcript) => Promise<void>) =>
      write(cases, `vitrine/socket/${name}`, world, play);
    await on('refused handshakes', (t) => handshakes(t, world));
    await on('refused frames', (t) => frames(t, world));
    await on('a viewer', (t) => viewer(t, world));
    await on('resuming', (t) => resuming(t, world));
    await on('an agent of one session', (t) => agent(t, world));
    await on('an agent of all sessions', (t) => agentOfAll(t, world));
    await on('revocation', (t) => revocation(t, world));
    for (const dialect of DIALECT_IDS) await on(`a viewer in ${dialect}`, (t) => inDialect(t, world, dialect));
  } finally {
    await world.close();
  }
}

async function shown(
  world: World,
  key = world.key,
): Promise<{ readonly id: string; readonly path: string; readonly token: string }> {
  const { session, viewerToken } = await world.json('POST', '/sessions', key, { dialect: 'a2ui-0.9', title: 'Tables' });
  await world.json('POST', `/sessions/${session}/messages`, key, booking());
  return { id: String(session), path: `/sessions/${session}`, token: String(viewerToken) };
}

const as = (credential: string) => ({ protocols: ['vitrine.1', credential] });

async function handshakes(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  await t.socket('a', `${path}/socket`);
  await t.socket('b', `${path}/socket`, as('wrong.wrong.wrong'));
  await t.socket('c', '/sessions/aaaaaaaaaaaaaaaaaaaaaa/socket', as(world.key));
  await t.socket('d', '/socket', as(token));
  await t.socket('e', '/nothing', as(world.key));
  await t.socket('f', `${path}/socket`, { ...as(token), headers: { origin: 'https://evil.example' } });
  await t.socket('g', `${path}/socket`, { headers: { authorization: `Bearer ${token}` } });
  await t.call('GET', `${path}/socket`, { key: token });
}

async function frames(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  for (const [name, first] of [
    ['nonsense', 'nonsense'],
    ['list', '[]'],
    ['other', '{"message":{}}'],
    ['role', '{"hello":{"role":"king"}}'],
    ['dialect', '{"hello":{"dialect":"none"}}'],
    ['after', '{"hello":{"after":-1}}'],
    ['deep', `{"hello":${'['.repeat(300)}${']'.repeat(300)}}`],
  ] as const) {
    const socket = await t.socket(name, `${path}/socket`, as(token));
    socket.send(first);
    await socket.ended();
  }
  const binary = await t.socket('binary', `${path}/socket`, as(token));
  binary.sendBinary(new Uint8Array([1, 2, 3]));
  await binary.ended();
  const large = await t.socket('large', `${path}/socket`, as(token));
  large.send(`{"hello":{}}${' '.repeat(1024 * 1024)}`, '1 MiB and more');
  await large.ended();
  const live = await t.socket('live', `${path}/socket`, as(token));
  live.send({ hello: {} });
  await live.until('"ready"');
  live.send({ ping: 'x' });
  await live.until('pong');
  live.send({ confirm: 9999 });
  await live.until('issues');
  const unknown = await t.socket('unknown', `${path}/socket`, as(token));
  unknown.send({ hello: {} });
  await unknown.until('"ready"');
  unknown.send({ nothing: true });
  await unknown.ended();
}

async function viewer(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  const [one, two] = [
    await t.socket('one', `${path}/socket`, as(token)),
    await t.socket('two', `${path}/socket`, as(token)),
  ];
  one.send({
    hello: {
      viewer: 'one',
      locale: 'de-DE',
      zone: 'Europe/Berlin',
      capabilities: { catalogs: ['https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'] },
    },
  });
  await one.until('"ready"');
  two.send({ hello: { dialect: 'a2ui-0.9' } });
  await two.until('"ready"');
  one.send({ event: input('/name', 'Grace'), key: 'k1' });
  await one.until('"ack"');
  await two.until('Grace');
  one.send({ event: input('/name', 'Grace'), key: 'k1' });
  await one.until('"ack"');
  one.send({ event: input('/name', 'Edsger'), key: 'k1' });
  await one.until('VITRINE_KEY_REUSED');
  one.send({
    event: { ...PRESS, context: {} },
    writes: [{ surface: 'booking', path: '/name', value: 'Barbara' }],
    basis: 4,
    key: 'k2',
  });
  await one.until('"k2"');
  await two.until('Barbara');
  one.send({ message: neutral({ ...PRESS, source: 'none' }), key: 'k3' });
  await one.until('"k3"');
  one.send({ event: { event: 'say', text: 'Hello' } });
  await one.until('"ack"');
  one.send({ confirm: 4 });
  await t.post(`${path}/messages`, world.key, [setName('Ada'), CLOSE_BOOKING]);
  await one.until('"close"');
  await two.until('deleteSurface');
  await t.call('DELETE', path, { key: world.key });
  await one.ended();
  await two.ended();
}

async function resuming(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  for (const [name, hello] of [
    ['behind', { after: 3, dialect: 'a2ui-0.9' }],
    ['beyond', { after: 300 }],
    ['own', { after: 2 }],
  ] as const) {
    const socket = await t.socket(name, `${path}/socket`, as(token));
    socket.send({ hello });
    await socket.until('"ready"');
  }
}

async function agent(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  const socket = await t.socket('agent', `${path}/socket`, as(world.key));
  socket.send({ hello: { role: 'agent', consumer: 'c' } });
  await socket.until('welcome');
  socket.send({ message: setName('Grace'), key: 'a1' });
  await socket.until('"a1"');
  socket.send({ message: setName('Grace'), key: 'a1' });
  await socket.until('"a1"');
  socket.send({ message: setName('Edsger'), key: 'a1' });
  await socket.until('"a1"');
  socket.send({ message: setName('x', 'nowhere'), key: 'a2' });
  await socket.until('"a2"');
  socket.send({
    message: neutral({ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Pay?' }),
    untrusted: true,
    key: 'a3',
  });
  await socket.until('"a3"');
  await t.post(`${path}/events`, token, neutral({ event: 'say', text: 'To the agent' }));
  await socket.until('To the agent');
  socket.send({ confirm: 5 });
  socket.leave();
  await socket.ended();
}

async function agentOfAll(t: Transcript, world: World): Promise<void> {
  t.hidePositions(/(?<="next":)\d+/g);
  const key = await world.agent('socket-all');
  const [one, two] = [await shown(world, key), await shown(world, key)];
  const socket = await t.socket('all', '/socket', as(key));
  socket.send({ hello: { role: 'agent' } });
  await socket.until('welcome');
  socket.send({ session: one.id, message: setName('Grace'), key: 'b1' });
  await socket.until('"b1"');
  socket.send({ session: 'aaaaaaaaaaaaaaaaaaaaaa', message: setName('Grace'), key: 'b2' });
  await socket.until('"b2"');
  await t.post(`${two.path}/events`, two.token, neutral({ event: 'say', text: 'From the second' }));
  await socket.until('From the second');
  socket.send({ message: setName('Grace'), key: 'b3' });
  await socket.ended();
}

async function revocation(t: Transcript, world: World): Promise<void> {
  const key = await world.agent('socket-revoked');
  const { path, token } = await shown(world, key);
  const [viewer, agent] = [
    await t.socket('viewer', `${path}/socket`, as(token)),
    await t.socket('agent', '/socket', as(key)),
  ];
  viewer.send({ hello: {} });
  await viewer.until('"ready"');
  agent.send({ hello: { role: 'agent' } });
  await agent.until('welcome');
  await world.host.credentials.revokeAgent('socket-revoked');
  await viewer.ended();
  await agent.ended();
}

async function inDialect(t: Transcript, world: World, dialect: string): Promise<void> {
  const { path, token } = await shown(world);
  const socket = await t.socket('viewer', `${path}/socket`, as(token));
  socket.send({ hello: { dialect } });
  await socket.until('"ready"');
  await t.post(`${path}/messages`, world.key, [
    setName('Grace'),
    neutral({ op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: 'Name?' }),
    CLOSE_BOOKING,
  ]);
  await t.call('DELETE', path, { key: world.key });
  await socket.ended();
}
