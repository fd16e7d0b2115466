import type { JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { OPEN, openRig, type Probe, type Rig, setName, tell } from '../../test/socket-rig.ts';
import type { LiveSession } from '../live.ts';

describe('an agent on a WebSocket', () => {
  it('[SO26] of one session is welcomed to it and receives what viewers do there', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const agent = await connect(rig, `/sessions/${session.id}/socket`);
    expect(await agent.next()).toEqual({
      welcome: { session: session.id, seq: 1, trust: 'trusted', agent: 'dev' },
    });
    await press(session);
    expect(await agent.next()).toMatchObject({
      session: session.id,
      seq: 2,
      next: 2,
      event: { body: [{ event: 'action', name: 'send' }] },
    });
    expect(rig.failures).toEqual([]);
  });

  it('[SO26] of all its sessions receives what it missed, from where it last confirmed', async () => {
    const rig = await openRig();
    const sessions = [await rig.openSession(), await rig.openSession()] as const;
    for (const session of sessions) await tell(session, OPEN);
    const first = await connect(rig, '/socket');
    expect(await first.next()).toEqual({ welcome: { agent: 'dev' } });
    await press(sessions[0]);
    const { next } = await first.next();
    first.send({ confirm: next as number });
    first.send({ ping: 1 });
    await first.until('pong');
    first.socket.close();
    await first.closed;
    await press(sessions[1]);
    const second = await connect(rig, '/socket');
    expect(await second.until('event')).toMatchObject({ session: sessions[1].id });
    const again = await connect(rig, '/socket', { after: 0, consumer: 'other' });
    expect(await again.until('event')).toMatchObject({ session: sessions[0].id });
    expect(await again.until('event')).toMatchObject({ session: sessions[1].id });
  });

  it('[SO35] is answered in the order of its frames, however long they are, and a long one that is broken ends it', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const agent = await connect(rig, `/sessions/${session.id}/socket`);
    const frames = [1, 2, 3].flatMap((i) => [
      { message: setName('x'.repeat(400_000 * i)), key: `long${i}` },
      { message: setName(`${i}`), key: `short${i}` },
    ]);
    for (const frame of frames) agent.send(frame);
    const keys: unknown[] = [];
    while (keys.length < frames.length) keys.push((await agent.until('key')).key);
    expect(keys).toEqual(frames.map(({ key }) => key));
    const { seq } = session;
    agent.socket.send(`{"message":"${'x'.repeat(400_000)}`);
    agent.send({ message: setName('never'), key: 'never' });
    expect(await agent.closed).toMatchObject({ code: 4400 });
    expect((await session.snapshot()).surfaces).toMatchObject({ main: { data: { name: '3' } } });
    expect(session.seq).toBe(seq);
  });

  it("[SO74] says of a message that it is somebody else's, apart from those around it", async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const agent = await connect(rig, `/sessions/${session.id}/socket`);
    await agent.next();
    const task = (name: string) => ({ vitrine: 1, body: [{ op: 'task', task: name, message: name }] });
    const confirm = { vitrine: 1, body: [{ op: 'ask', ask: 'c', want: { kind: 'confirm' }, prompt: 'Pay?' }] };
    agent.send({ message: OPEN });
    agent.send({ message: task('mine') });
    agent.send({ message: task('theirs'), untrusted: true });
    agent.send({ message: confirm, untrusted: true, key: 'c' });
    agent.send({ message: task('last'), untrusted: false });
    agent.send({ message: setName('x'), untrusted: true });
    const answers: JsonObject[] = [];
    while (answers.length < 6) {
      const frame = await agent.next();
      if (frame.ack !== undefined || frame.issues !== undefined) answers.push(frame);
    }
    expect(answers[3]).toMatchObject({
      key: 'c',
      issues: [{ code: 'VITRINE_ASK_UNTRUSTED', at: '/body/0/want/kind' }],
    });
    const { tasks, asks, surfaces } = await session.snapshot();
    expect(Object.values(tasks).map(({ task: name, trust }) => [name, trust])).toEqual([
      ['last', undefined],
      ['mine', undefined],
      ['theirs', 'untrusted'],
    ]);
    expect(asks).toEqual({});
    expect(Object.values(surfaces).map(({ trust }) => trust)).toEqual(['untrusted']);
    agent.send({ message: task('x'), untrusted: 'yes' });
    expect((await agent.closed).code).toBe(4400);
  });

  it('[SO27] is answered for each message in the order in which it sent them', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const agent = await connect(rig, `/sessions/${session.id}/socket`);
    agent.send({ message: OPEN, key: 'open' });
    const names = Array.from({ length: 100 }, (_, i) => `n${i}`);
    for (const [i, name] of names.entries())
      agent.send({ message: setName(name), ...(i % 3 === 0 ? { key: name } : {}) });
    agent.send({ message: { vitrine: 1, body: [{ op: 'close', surface: 'none' }] }, key: 'bad' });
    const answers = [];
    await agent.next();
    while (answers.length < 102) {
      const frame = await agent.next();
      if (frame.ack !== undefined || frame.issues !== undefined) answers.push(frame);
    }
    expect(answers[0]).toEqual({ ack: 1, key: 'open' });
    expect(answers.slice(1, 101).map(({ ack }) => ack)).toEqual(names.map((_, i) => i + 2));
    expect(answers[101]).toMatchObject({ key: 'bad', issues: [{ code: 'VITRINE_SURFACE_UNKNOWN', fault: 'agent' }] });
    expect((await session.snapshot(101)).surfaces).toMatchObject({ main: { data: { name: 'n99' } } });
  });

  it('[SO27] is answered for each of many that came at once, good and bad, with the seq that each has in the log', async () => {
    const rig = await openRig();
    const [first, second] = [await rig.openSession(), await rig.openSession()];
    for (const session of [first, second]) await tell(session, OPEN);
    const agent = await connect(rig, '/socket');
    const bad = { vitrine: 1, body: [{ op: 'close', surface: 'none' }] };
    const raw = (agent.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
    raw.cork();
    const sent = Array.from({ length: 40 }, (_, i) => ({
      session: (i % 3 === 0 ? second : first).id,
      message: i % 7 === 0 ? bad : setName(`${i}`),
      ...(i % 11 === 0 ? { key: `${i}` } : {}),
    }));
    for (const frame of sent) agent.socket.send(JSON.stringify(frame));
    raw.uncork();
    const answers: JsonObject[] = [];
    while (answers.length < sent.length) {
      const frame = await agent.next();
      if (frame.ack !== undefined || frame.issues !== undefined) answers.push(frame);
    }
    for (const [i, { session, message }] of sent.entries()) {
      const { ack, ...rest } = answers[i] as JsonObject;
      if (message === bad)
        expect(rest).toMatchObject({ session, issues: [{ code: 'VITRINE_SURFACE_UNKNOWN', at: '/body/0/surface' }] });
      else {
        const { surfaces } = await (await rig.sessions.get(session)).snapshot(ack as number);
        expect(surfaces).toMatchObject({ main: { data: { name: `${i}` } } });
      }
    }
  });

  it('[SO27] names the session on the socket of all, and is told of it in the answer', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const agent = await connect(rig, '/socket');
    agent.send({ message: OPEN, session: session.id, key: 'k' });
    expect(await agent.until('ack')).toEqual({ ack: 1, session: session.id, key: 'k' });
    agent.send({ message: OPEN });
    expect(await agent.closed).toEqual({ code: 4400, reason: 'VITRINE_FRAME_INVALID' });
  });

  it('[SO27] hears of the session of another agent what it hears of one that is not there', async () => {
    const rig = await openRig();
    const { session: foreign } = await rig.sessions.open({ agent: 'other', trust: 'trusted' });
    const agent = await connect(rig, '/socket');
    const answers: JsonObject[] = [];
    for (const session of [foreign, 'none']) {
      agent.send({ message: OPEN, session, key: 'k' });
      answers.push(await agent.until('issues'));
    }
    const [theirs, none] = answers.map(({ issues }) => issues);
    expect(theirs).toEqual(none);
    expect(theirs).toMatchObject([{ code: 'VITRINE_LOG_SESSION_UNKNOWN' }]);
    expect((await rig.sessions.get(foreign)).seq).toBe(0);
  });

  it('[SO22] of one session is closed with it', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const agent = await connect(rig, `/sessions/${session.id}/socket`);
    await agent.next();
    await rig.sessions.close(session.id);
    expect(await agent.closed).toEqual({ code: 4410, reason: 'VITRINE_LOG_SESSION_CLOSED' });
  });

  it('[SO28] that does not read is sent no more than its queue holds, and all of it when it reads', async () => {
    const rig = await openRig({ limits: { queueBytes: 32 * 1024 } });
    const session = await rig.openSession();
    const [count, event] = [300, 'x'.repeat(100_000)];
    let asked = 0;
    rig.sessions.deliveries = async function* () {
      while (asked < count)
        yield { session: session.id, seq: ++asked, next: asked, at: '2026-03-01T12:00:00.000Z', event };
    };
    const agent = await connect(rig, `/sessions/${session.id}/socket`);
    await agent.next();
    agent.socket.pause();
    for (let before = -1; before !== asked; ) {
      before = asked;
      for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(asked).toBeLessThan(count);
    agent.socket.resume();
    const seqs: unknown[] = [];
    while (seqs.length < count) seqs.push((await agent.until('event')).seq);
    expect(seqs).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  });
});

async function connect(rig: Rig, path: string, hello: JsonObject = {}): Promise<Probe> {
  const probe = rig.connect(path, rig.key, { withProtocols: false });
  probe.send({ hello });
  await probe.opened;
  return probe;
}

async function press(session: LiveSession): Promise<void> {
  const event = { event: 'action', surface: 'main', source: 'send', name: 'send', context: {}, checked: true };
  const answer = await session.ingestEvents({ viewer: 'ann', text: { value: { vitrine: 1, body: [event] } } });
  if (answer.accepted !== 1) throw new Error(JSON.stringify(answer.issues));
}
