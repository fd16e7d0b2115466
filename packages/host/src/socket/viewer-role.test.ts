import type { JsonObject } from '@vitrine/core';
import type { Commit, SessionLog } from '@vitrine/log';
import { describe, expect, it } from 'vitest';
import { OPEN, openRig, type Probe, setName, tell, typed } from '../../test/socket-rig.ts';

describe('a viewer on a WebSocket', () => {
  it('[SO9] is welcomed, shown the state, told that it is live, and then every entry with its seq', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = rig.connect(`/sessions/${session.id}/socket`, await rig.token(session, 'ann'));
    probe.send({ hello: { role: 'viewer', dialect: 'vitrine' } });
    expect(await probe.next()).toEqual({
      welcome: { session: session.id, seq: 1, trust: 'trusted', agent: 'dev', viewer: 'ann' },
    });
    expect(await probe.next()).toMatchObject({ seq: 2, message: { vitrine: 1 } });
    expect(await probe.next()).toEqual({ ready: 2 });
    await tell(session, setName('Ada'));
    expect(await probe.next()).toEqual({ seq: 3, message: setName('Ada') });
    expect(probe.socket.protocol).toBe('vitrine.1');
    expect(rig.failures).toEqual([]);
  });

  it('[SO9] speaks the dialect that its hello names', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session, { dialect: 'a2ui-0.9' });
    const shown = probe.frames.flatMap(({ message }) => (message === undefined ? [] : [message as JsonObject]));
    expect(shown.length).toBeGreaterThan(0);
    for (const message of shown) expect(message).toHaveProperty('version');
  });

  it('[SO10] goes on behind what it has seen', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN, setName('a'), setName('b'));
    const probe = await rig.view(session, { after: 2 });
    expect(probe.frames.slice(1)).toEqual([{ seq: 3, message: setName('b') }, { seq: 4 }, { ready: 4 }]);
  });

  it('[HT36] has a few sockets that catch up at a time; who has caught up is not counted', async () => {
    const rig = await openRig({ limits: { catchUpsPerViewer: 1 } });
    const session = await rig.openSession();
    await tell(session, OPEN, setName('a'), setName('b'));
    await rig.view(session, { after: 2 }, 'ann');
    const attach = session.attach.bind(session);
    session.attach = () => ({ resume: () => undefined, detach: () => undefined });
    const path = `/sessions/${session.id}/socket`;
    const token = await rig.token(session, 'ann');
    const slow = rig.connect(path, token);
    slow.send({ hello: { after: 2 } });
    await slow.until('welcome');
    const more = rig.connect(path, token);
    more.send({ hello: { after: 2 } });
    expect(await more.closed).toEqual({ code: 1013, reason: 'VITRINE_BUSY' });
    session.attach = attach;
    await rig.view(session, {}, 'ann');
    slow.socket.terminate();
    while (rig.sockets.count > 2) await new Promise((resolve) => setImmediate(resolve));
    await rig.view(session, { after: 2 }, 'ann');
  });

  it('[SO10] begins anew where it cannot go on', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session, { after: 99 });
    expect(probe.frames.slice(1, 3)).toMatchObject([{ reset: true }, { seq: 2 }]);
  });

  it('[SO13] hears of its own event by an ack where the entry stands, and every other socket by the entry', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const author = await rig.view(session, {}, 'ann');
    const tab = await rig.view(session, {}, 'ann');
    const other = await rig.view(session, {}, 'bob');
    const base = session.seq;
    author.send({ event: typed('Ada'), key: 'k1' });
    expect(await author.until('ack')).toEqual({ ack: base + 1, key: 'k1' });
    author.send({ event: { event: 'say', text: 'Here I am.' }, key: 'k2' });
    expect(await author.until('ack')).toEqual({ ack: base + 2, key: 'k2' });
    await tell(session, setName('Eve'));
    expect(await author.until('message')).toEqual({ seq: base + 3, message: setName('Eve') });
    for (const probe of [tab, other]) {
      expect(await probe.until('message')).toMatchObject({ seq: base + 1 });
      expect(await probe.next()).toMatchObject({ seq: base + 2 });
      expect(await probe.next()).toEqual({ seq: base + 3, message: setName('Eve') });
    }
    expect(author.frames.filter(({ seq }) => seq === base + 1 || seq === base + 2)).toEqual([]);
  });

  it('[SO13] acks of many events and the entries of others come in the order of seqs, without a gap', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session);
    const base = session.seq;
    for (let i = 0; i < 50; i++) {
      probe.send({ event: typed(`a${i}`), key: `k${i}` });
      await tell(session, setName(`b${i}`));
    }
    const seqs: unknown[] = [];
    while (seqs.length < 100) {
      const frame = await probe.next();
      seqs.push(frame.ack ?? frame.seq);
    }
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, i) => base + 1 + i));
    expect(probe.frames.filter(({ ack }) => ack !== undefined)).toHaveLength(50);
  });

  it('[SO14] is answered in the order in which it asked, refused or not', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session);
    probe.send({ event: typed('a'), key: '1' });
    probe.send({ event: { event: 'input', surface: 'main', path: '/other', value: 1 }, key: '2' });
    probe.send({ event: typed('b'), key: '3' });
    probe.send({ event: { event: 'nothing' }, key: '4' });
    const answers: JsonObject[] = [];
    while (answers.length < 4) {
      const frame = await probe.next();
      if (frame.key !== undefined) answers.push(frame);
    }
    expect(answers.map(({ key }) => key)).toEqual(['1', '2', '3', '4']);
    expect(answers[1]).toMatchObject({ issues: [{ code: 'VITRINE_WRITE_REFUSED', fault: 'viewer' }] });
    expect(answers.map(({ ack }) => typeof ack)).toEqual(['number', 'undefined', 'number', 'undefined']);
  });

  it('[SO31] confirms what it has shown, behind what it sent before: what is gone from that cannot be pressed any more', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session, {}, 'ann');
    const basis = session.seq;
    const gone = { op: 'put', surface: 'main', components: [{ id: 'root', type: 'Column', props: { children: [] } }] };
    const seq = await tell(session, { vitrine: 1, body: [gone] });
    await probe.until('message');
    const press = { event: 'action', surface: 'main', source: 'send', name: 'send', context: {}, checked: false };
    probe.send({ event: press, basis, key: 'before' });
    probe.send({ confirm: seq });
    probe.send({ event: press, basis, key: 'behind' });
    expect(await probe.until('key')).toEqual({ ack: seq + 1, key: 'before' });
    expect(await probe.until('key')).toMatchObject({ issues: [{ code: 'VITRINE_EVENT_SOURCE' }], key: 'behind' });
    const again = await rig.view(session, { after: seq }, 'ann');
    probe.socket.terminate();
    again.send({ event: press, basis, key: 'again' });
    expect(await again.until('key')).toMatchObject({ issues: [{ code: 'VITRINE_EVENT_SOURCE' }] });
  });

  it('[SO31] is told when it confirms what it was not sent, and nothing comes of it', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session, {}, 'ann');
    const basis = session.seq;
    probe.send({ confirm: basis + 7 });
    expect(await probe.until('issues')).toMatchObject({ issues: [{ code: 'VITRINE_LOG_SEQ', fault: 'viewer' }] });
    expect(session.confirmedBy('ann')).toBe(0);
    probe.send({ confirm: basis });
    probe.send({ ping: 1 });
    await probe.until('pong');
    expect(session.confirmedBy('ann')).toBe(basis);
  });

  it('[SO15] repeats a key over a new connection and is answered what it was answered before', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const first = await rig.view(session, {}, 'ann');
    first.send({ event: typed('Ada'), key: 'k1' });
    const { ack } = await first.until('ack');
    first.socket.terminate();
    await tell(session, setName('Eve'));
    const again = await rig.view(session, {}, 'ann');
    const head = session.seq;
    again.send({ event: typed('Ada'), key: 'k1' });
    expect(await again.until('ack')).toEqual({ ack, key: 'k1' });
    expect(session.seq).toBe(head);
  });

  it('[SO15] that uses a key for something else is told so, and the connection stays', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session, {}, 'ann');
    probe.send({ event: typed('Ada'), key: 'k1' });
    const { ack } = await probe.until('ack');
    probe.send({ event: typed('Bo'), key: 'k1' });
    expect(await probe.until('issues')).toEqual({
      key: 'k1',
      issues: [expect.objectContaining({ code: 'VITRINE_KEY_REUSED', severity: 'error', fault: 'viewer' })],
    });
    probe.send({ event: typed('Ada'), key: 'k1' });
    expect(await probe.until('ack')).toEqual({ ack, key: 'k1' });
  });

  it('[SO16] pointers of issues start at the event that was sent', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const probe = await rig.view(session);
    probe.send({ event: { event: 'input', surface: 'main', path: 3, value: '' } });
    const { issues } = await probe.until('issues');
    expect(issues).toMatchObject([{ at: '/path' }]);
  });

  it('[SO17] that does not read is caught up from the log when it does, and nobody waits for it', async () => {
    const rig = await openRig({ limits: { queueBytes: 64 * 1024 } });
    const session = await rig.openSession();
    await tell(session, OPEN);
    const slow = await rig.view(session);
    const fast = await rig.view(session);
    slow.socket.pause();
    const count = 600;
    const text = 'x'.repeat(20_000);
    for (let i = 0; i < count; i++) await tell(session, setName(`${i} ${text}`));
    await reach(fast, session.seq);
    expect(seqsOf(slow).at(-1)).not.toBe(session.seq);
    slow.socket.resume();
    await reach(slow, session.seq);
    expect(seqsOf(slow)).toEqual(Array.from({ length: session.seq - 1 }, (_, i) => i + 2));
    expect(rig.failures).toEqual([]);
  });

  it('[SO18] that sends faster than it can be answered is not read until it is', async () => {
    const gate = createGate();
    const rig = await openRig({ limits: { underWay: 8 }, wrapLog: gate.wrap });
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session);
    gate.close();
    for (let i = 0; i < 100; i++) probe.send({ event: typed(`${i}`), key: `k${i}` });
    await gate.reached(1);
    // Whatever had been read when the socket was paused came in one piece; nothing more is read.
    await turns(20);
    const before = gate.waiting;
    await turns(20);
    expect(gate.waiting).toBe(before);
    gate.open();
    const acked = new Set<unknown>();
    while (acked.size < 100) acked.add((await probe.until('ack')).key);
    expect(rig.failures).toEqual([]);
  });

  it('[SO22] hears that its session is closed, and then is closed', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    const probe = await rig.view(session);
    await rig.sessions.close(session.id);
    expect(await probe.until('closed')).toEqual({ closed: session.seq });
    expect(await probe.closed).toEqual({ code: 4410, reason: 'VITRINE_LOG_SESSION_CLOSED' });
  });

  it('[SO22] may look at a session that is closed', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    await tell(session, OPEN);
    await rig.sessions.close(session.id);
    const probe = await rig.view(session);
    expect(await probe.until('closed')).toEqual({ closed: 1 });
    expect((await probe.closed).code).toBe(4410);
    expect(probe.frames.some(({ message }) => message !== undefined)).toBe(true);
  });

  it('[SO24] is told to the agent with what it can show, once however many sockets it has', async () => {
    const rig = await openRig();
    const session = await rig.openSession();
    const hello = { capabilities: { catalogs: ['c'] }, locale: 'de', zone: 'Europe/Berlin' };
    const first = await rig.view(session, hello, 'ann');
    await rig.view(session, hello, 'ann');
    expect(session.seq).toBe(1);
    expect(session.viewers).toBe(1);
    const bids: string[] = [];
    session.leave = (viewer) => {
      bids.push(viewer);
      return Promise.resolve();
    };
    first.socket.close();
    await first.closed;
    expect(bids).toEqual([]);
    await rig.sockets.stop(1000);
    expect(bids).toEqual(['ann']);
  });
});

function seqsOf(probe: Probe): number[] {
  return probe.frames.flatMap(({ seq }) => (seq === undefined ? [] : [seq as number]));
}

async function reach(probe: Probe, seq: number): Promise<void> {
  while ((await probe.until('seq')).seq !== seq);
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** A log whose commits wait while the gate is closed. */
function createGate() {
  let isOpen = true;
  const waiting: (() => void)[] = [];
  let arrived: () => void = () => undefined;
  const wait = (): Promise<void> =>
    isOpen
      ? Promise.resolve()
      : new Promise((resolve) => {
          waiting.push(resolve);
          arrived();
        });
  return {
    wrap: (log: SessionLog): SessionLog =>
      new Proxy(log, {
        get: (target, name) => {
          const value = target[name as keyof SessionLog] as unknown;
          if (name === 'commit') return (commit: Commit) => wait().then(() => target.commit(commit));
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    close: () => {
      isOpen = false;
    },
    open: () => {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
    get waiting() {
      return waiting.length;
    },
    reached: async (count: number) => {
      while (waiting.length < count)
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
    },
  };
}
