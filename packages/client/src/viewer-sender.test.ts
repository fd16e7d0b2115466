import type { Issue } from '@vitrine/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, FakeHost, FakeStorage, settle } from '../test/fakes.ts';
import { FORM, press, set, typed } from '../test/form.ts';
import type { ViewerConnection, ViewerEvents } from './index.ts';

const joined = [{ seq: 4, message: FORM }, { ready: 4 }];
const problem: Issue = { code: 'VITRINE_WRITE_VALUE', severity: 'error', fault: 'viewer', message: 'No.' };
const other = { vitrine: 1, body: [{ op: 'open', surface: 'other', data: { a: 1 } }] };

/** As the renderer does it: into the view first. */
function type(viewer: ViewerConnection, value: string) {
  viewer.view.surfaces.get('form')?.data.set('/name', value);
  return viewer.send(typed(value));
}

function nameIn(viewer: ViewerConnection): unknown {
  return viewer.view.surfaces.get('form')?.data.get('/name');
}

function stubPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const place = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', place.addEventListener.bind(place));
  vi.stubGlobal('removeEventListener', place.removeEventListener.bind(place));
  onTestFinished(() => void vi.unstubAllGlobals());
  return { page, place };
}

async function open(more = {}) {
  const host = new FakeHost();
  const viewer = host.viewer(more);
  const refused: ViewerEvents['refused'][] = [];
  viewer.on('refused', (what) => refused.push(what));
  const socket = await host.welcome(...joined);
  return { host, viewer, socket, refused };
}

describe('typing', () => {
  it('[CL6] is collected by surface and path, and the last value goes after a pause', async () => {
    const { host, viewer, socket } = await open();
    const first = type(viewer, 'A');
    await host.clock.advance(100);
    const second = type(viewer, 'Ada');
    await host.clock.advance(149);
    expect(socket.events).toEqual([]);
    await host.clock.advance(1);
    expect(socket.events).toEqual([{ event: typed('Ada'), key: expect.any(String), basis: 4 }]);
    socket.say({ ack: 5, key: socket.events[0]?.key });
    expect(await Promise.all([first, second])).toEqual([
      { accepted: true, seq: 5, issues: [] },
      { accepted: true, seq: 5, issues: [] },
    ]);
    expect(viewer.seq).toBe(5);
  });

  it('[CL6] without a pause goes 400 ms after the first key that was not sent', async () => {
    const { host, viewer, socket } = await open();
    let text = '';
    const sent: unknown[] = [];
    for (let at = 0; at <= 1000; at += 100) {
      text += 'x';
      void type(viewer, text);
      await host.clock.advance(99);
      sent.push(socket.events.length);
      await host.clock.advance(1);
    }
    expect(sent).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]);
    expect(socket.events).toMatchObject([{ event: typed('xxxx') }, { event: typed('xxxxxxxx') }]);
  });

  it('[CL6] flush sends it without the pause', async () => {
    const { viewer, socket } = await open();
    void type(viewer, 'Ada');
    viewer.flush();
    expect(socket.events).toHaveLength(1);
  });

  it('[CL7] goes with an action on its surface, and before it from others', async () => {
    const { viewer, socket } = await open();
    socket.say({ seq: 5, message: other });
    void type(viewer, 'Ada');
    void viewer.send({ event: 'input', surface: 'other', path: '/a', value: 2 });
    void viewer.send(press('Ada'));
    expect(socket.events).toMatchObject([
      { event: { event: 'input', surface: 'other', path: '/a', value: 2 } },
      { event: press('Ada'), basis: 5, writes: [{ surface: 'form', path: '/name', value: 'Ada' }] },
    ]);
  });

  it('[CL7] what is under way by itself goes along as well, until it is taken', async () => {
    const { viewer, socket } = await open();
    void type(viewer, 'Ada');
    viewer.flush();
    void viewer.send(press('Ada'));
    expect(socket.events[1]).toMatchObject({ writes: [{ path: '/name', value: 'Ada' }] });
    socket.say({ ack: 5, key: socket.events[0]?.key });
    void viewer.send(press('Ada'));
    expect(socket.events[2]).not.toHaveProperty('writes');
  });

  it('[CL8] wins over entries at its path until the host has taken it', async () => {
    const { host, viewer, socket } = await open();
    void type(viewer, 'Ada');
    socket.say({ seq: 5, message: set('/name', 'agent') });
    expect(nameIn(viewer)).toBe('Ada');
    await host.clock.advance(150);
    socket.say({ seq: 6, message: set('/', { name: 'whole', x: 1 }) });
    expect(viewer.view.surfaces.get('form')?.data.snapshot()).toEqual({ name: 'Ada', x: 1 });
    socket.say({ ack: 7, key: socket.events[0]?.key }, { seq: 8, message: set('/name', 'agent') });
    expect(nameIn(viewer)).toBe('agent');
  });

  it('[CL8] goes on after an earlier value was taken', async () => {
    const { viewer, socket } = await open();
    void type(viewer, 'A');
    viewer.flush();
    void type(viewer, 'Ada');
    socket.say({ ack: 5, key: socket.events[0]?.key }, { seq: 6, message: set('/name', 'agent') });
    expect(nameIn(viewer)).toBe('Ada');
    viewer.flush();
    expect(socket.events[1]).toMatchObject({ event: typed('Ada') });
  });

  it('[CL8] is still there in a view that was fetched anew', async () => {
    const { host, viewer, socket } = await open();
    void type(viewer, 'Ada');
    socket.end();
    await host.clock.advance(30_000);
    const next = await host.welcome({ reset: true }, { seq: 9, message: FORM }, { ready: 9 });
    expect(nameIn(viewer)).toBe('Ada');
    expect(next.events).toMatchObject([{ event: typed('Ada') }]);
  });

  it('[CL8] that was taken before the agent wrote gives way, though its ack came too late', async () => {
    const { host, viewer, socket } = await open();
    void type(viewer, 'Ada');
    viewer.flush();
    socket.end();
    await host.clock.advance(30_000);
    const next = await host.welcome({ seq: 5 }, { seq: 6, message: set('/name', 'agent') }, { ready: 6 });
    expect(nameIn(viewer)).toBe('Ada');
    next.say({ ack: 5, key: next.events[0]?.key });
    expect(nameIn(viewer)).toBe('agent');
    next.say({ seq: 7, message: set('/name', 'again') });
    expect(nameIn(viewer)).toBe('again');
  });

  it('[CL9] that the host refuses is told, stays on the page, is sent again with an action only, and gives way', async () => {
    const { host, viewer, socket, refused } = await open();
    const sent = type(viewer, 'Ada');
    viewer.flush();
    socket.say({ issues: [problem], key: socket.events[0]?.key });
    expect(await sent).toEqual({ accepted: false, seq: 4, issues: [problem] });
    expect(refused).toMatchObject([{ event: typed('Ada'), issues: [problem] }]);
    await host.clock.advance(1000);
    expect(socket.events).toHaveLength(1);
    expect(nameIn(viewer)).toBe('Ada');
    void viewer.send(press('Ada'));
    expect(socket.events[1]).toMatchObject({ writes: [{ value: 'Ada' }] });
    socket.say({ issues: [problem], key: socket.events[1]?.key }, { seq: 5, message: set('/name', 'agent') });
    expect(nameIn(viewer)).toBe('agent');
  });

  it('[CL41] that the host refused stays when its surface is said anew with the same field, and with no other', async () => {
    const renamed = JSON.parse(JSON.stringify(FORM).replaceAll('"/name"', '"/nickname"'));
    for (const [anew, shown] of [
      [FORM, 'Ada'],
      [renamed, ''],
    ]) {
      const { viewer, socket } = await open();
      void type(viewer, 'Ada');
      viewer.flush();
      socket.say({ issues: [problem], key: socket.events[0]?.key });
      const body = [{ op: 'close', surface: 'form' }, ...anew.body];
      socket.say({ seq: 5, message: { vitrine: 1, body } });
      expect(nameIn(viewer)).toBe(shown);
      void viewer.send(press('Ada'));
      expect(socket.events[1]?.writes ?? []).toMatchObject(shown === 'Ada' ? [{ path: '/name', value: 'Ada' }] : []);
      // Said again, it is kept again; written by the agent, it gives way.
      socket.say({ issues: [problem], key: socket.events[1]?.key }, { seq: 6, message: { vitrine: 1, body } });
      expect(nameIn(viewer)).toBe(shown);
      socket.say({ seq: 7, message: set('/name', 'agent') });
      expect(nameIn(viewer)).toBe('agent');
    }
  });

  it('[CL10] that went with a refused action goes by itself', async () => {
    const { host, viewer, socket } = await open();
    void type(viewer, 'Ada');
    void viewer.send(press('Ada'));
    socket.say({ issues: [problem], key: socket.events[0]?.key });
    await host.clock.advance(150);
    expect(socket.events[1]).toMatchObject({ event: typed('Ada') });
  });

  it('[CL10] on a surface that is taken away is refused, not forgotten', async () => {
    const { viewer, socket, refused } = await open();
    const sent = type(viewer, 'Ada');
    socket.say({ seq: 5, message: { vitrine: 1, body: [{ op: 'close', surface: 'form' }] } });
    expect(await sent).toMatchObject({ accepted: false, issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }] });
    expect(refused).toHaveLength(1);
    viewer.flush();
    expect(socket.events).toEqual([]);
  });
});

describe('what a person does', () => {
  it('[CL11] secrets go with their action alone and are kept nowhere', async () => {
    const storage = new FakeStorage();
    const { viewer, socket } = await open({ storage });
    void viewer.send(press(''), { writes: [{ surface: 'form', path: '/pin', value: '1234' }] });
    expect(socket.events).toMatchObject([{ writes: [{ surface: 'form', path: '/pin', value: '1234' }] }]);
    expect(JSON.stringify([...storage.kept])).not.toContain('1234');
    void viewer.send(press(''));
    expect(JSON.stringify([...storage.kept])).toContain('send');
    expect(JSON.stringify(socket.events[1])).not.toContain('1234');
  });

  it('[CL12] goes again under the same key, in order, until it is answered', async () => {
    const { host, viewer, socket } = await open();
    const [first, second] = [viewer.send(press('1')), viewer.send({ event: 'say', text: 'hi' })];
    socket.end();
    const third = viewer.send(press('3'));
    await host.clock.advance(30_000);
    const next = await host.welcome();
    expect(next.events).toEqual([]);
    next.say({ ready: 4 });
    expect(next.events.slice(0, 2)).toEqual(socket.events);
    expect(next.events[2]).toMatchObject({ event: press('3') });
    for (const [i, { key }] of next.events.entries()) next.say({ ack: 5 + i, key });
    expect(await Promise.all([first, second, third])).toMatchObject([{ seq: 5 }, { seq: 6 }, { seq: 7 }]);
    expect(viewer.waiting).toBe(0);
  });

  it('[CL13] is refused politely when too much waits', async () => {
    const { host, viewer, socket, refused } = await open({ queueLimit: 2 });
    socket.end();
    for (let i = 0; i < 2; i++) void viewer.send({ event: 'say', text: `${i}` });
    const third = await viewer.send({ event: 'say', text: '2' });
    expect(third).toMatchObject({ accepted: false, issues: [{ code: 'VITRINE_LIMIT_MESSAGES', fault: 'viewer' }] });
    expect(refused).toMatchObject([{ event: { text: '2' } }]);
    await host.clock.advance(30_000);
    const next = await host.welcome({ ready: 4 });
    expect(next.events.map(({ event }) => event)).toMatchObject([{ text: '0' }, { text: '1' }]);
  });

  it('[CL14] under whose key something was taken before is taken, and says so', async () => {
    const { viewer, socket, refused } = await open();
    const sent = viewer.send(press(''));
    const problem: Issue = { code: 'VITRINE_KEY_REUSED', severity: 'error', fault: 'viewer', message: 'Another body.' };
    socket.say({ issues: [problem], key: socket.events[0]?.key });
    const issues = [{ ...problem, severity: 'warning' }];
    expect(await sent).toEqual({ accepted: true, seq: viewer.seq, issues });
    expect([viewer.state, refused]).toEqual(['live', []]);
  });

  it('[CL14] is told when the host does not take it', async () => {
    const { viewer, socket, refused } = await open();
    const issues: Issue[] = [];
    viewer.on('issue', (one) => issues.push(one));
    const sent = viewer.send(press(''));
    socket.say({ issues: [problem], key: socket.events[0]?.key });
    expect(await sent).toEqual({ accepted: false, seq: 4, issues: [problem] });
    expect(refused).toEqual([{ event: press(''), issues: [problem], fields: [] }]);
    expect(issues).toEqual([problem]);
  });

  it('[CL66] goes again under its key when the host could not take it just now', async () => {
    const { host, viewer, socket, refused } = await open();
    const sent = [viewer.send(press('x')), viewer.send(press('y'))];
    const [first, second] = socket.events;
    const trouble = { ...problem, code: 'VITRINE_LOG_FAILED', fault: 'host' };
    for (const event of [first, second]) socket.say({ issues: [trouble], key: event?.key });
    await host.clock.advance(1000);
    expect(socket.events.slice(2)).toEqual([first, second]);
    socket.say({ issues: [trouble], key: first?.key }, { ack: 5, key: second?.key });
    await host.clock.advance(2000);
    expect(socket.events.slice(4)).toEqual([first]);
    socket.say({ ack: 6, key: first?.key });
    expect(await Promise.all(sent)).toMatchObject([
      { accepted: true, seq: 6 },
      { accepted: true, seq: 5 },
    ]);
    expect([refused, viewer.waiting]).toEqual([[], 0]);
  });

  it('[CL14] is told when the connection ends first, and when it has ended', async () => {
    const { viewer, refused } = await open();
    const typing = type(viewer, 'Ada');
    const sent = viewer.send(press('x'));
    viewer.close();
    const late = viewer.send(press('y'));
    for (const receipt of await Promise.all([typing, sent, late])) {
      expect(receipt).toMatchObject({ accepted: false, issues: [{ code: 'VITRINE_LOG_SESSION_CLOSED' }] });
    }
    expect(refused).toHaveLength(2);
    expect(viewer.state).toBe('closed');
  });

  it('[CL60] is told as pending until the host has answered it, over a reconnect too', async () => {
    const { host, viewer, socket } = await open();
    const told: string[][] = [];
    viewer.on('pending', (events) => told.push(events.map(({ event }) => event)));
    void type(viewer, 'Ada');
    viewer.flush();
    void viewer.send({ event: 'issue', issue: problem });
    expect([viewer.pending, told]).toEqual([[], []]);
    void viewer.send(press('Ada'));
    void viewer.send({ event: 'answer', ask: 'q', value: true });
    expect(viewer.pending).toEqual([press('Ada'), { event: 'answer', ask: 'q', value: true }]);
    const [, , pressed, answered] = socket.events;
    socket.end();
    await host.clock.advance(1000);
    const next = await host.welcome({ ready: 4 });
    expect(viewer.pending).toHaveLength(2);
    next.say({ ack: 5, key: pressed?.key }, { issues: [problem], key: answered?.key });
    expect(told).toEqual([['action'], ['action', 'answer'], ['answer'], []]);
    void viewer.send(press('Ada'));
    viewer.close();
    expect([viewer.pending, told.at(-1)]).toEqual([[], []]);
  });

  it('[CL60] is pending again after a reload of the page', async () => {
    const storage = new FakeStorage();
    const { viewer, socket } = await open({ storage });
    socket.end();
    void viewer.send(press('Ada'));
    expect(new FakeHost().viewer({ storage }).pending).toEqual([press('Ada')]);
  });

  it('[CL61] names the fields that a refusal points at', async () => {
    const { viewer, socket, refused } = await open();
    const at = (place: string): Issue => ({ ...problem, at: place });
    const field = (value: string, place: string) => ({ surface: 'form', path: '/name', value, issue: at(place) });
    const refuse = (...places: readonly string[]) =>
      socket.say({ issues: places.map(at), key: socket.events.at(-1)?.key });
    void type(viewer, 'A');
    viewer.flush();
    refuse('/value');
    void type(viewer, 'Ad');
    void viewer.send(press('Ad'));
    refuse('/writes/0', '/writes/7', '/source');
    void viewer.send(press('Ad'));
    refuse('/context/name', '/context/other', '/context', '/values/~1name', '/values/name');
    expect(refused.map(({ fields }) => fields)).toEqual([
      [field('A', '/value')],
      [field('Ad', '/writes/0')],
      [field('Ad', '/context/name'), field('Ad', '/values/~1name')],
    ]);
  });

  it('[CL15] an answered ask leaves the view with the ack, or with the word of it', async () => {
    const { viewer, socket } = await open();
    const ask = (id: string) => ({ op: 'ask', ask: id, want: { kind: 'confirm' }, prompt: '?' });
    socket.say({ seq: 5, message: { vitrine: 1, body: [ask('a'), ask('b')] } });
    void viewer.send({ event: 'answer', ask: 'a', value: true });
    void viewer.send({ event: 'answer', ask: 'b', value: true });
    socket.say({ ack: 6, key: socket.events[0]?.key });
    expect([...viewer.view.asks.keys()]).toEqual(['b']);
    socket.say({ seq: 7, message: { vitrine: 1, body: [{ op: 'withdraw', ask: 'b' }] } });
    socket.say({ ack: 7, key: socket.events[1]?.key });
    expect(viewer.view.asks.size).toBe(0);
    socket.say({ seq: 8, message: { vitrine: 1, body: [{ op: 'lapse', ask: 'a', reason: 'late' }] } });
    expect(viewer.seq).toBe(8);
  });

  it('[CL16] what was not answered outlives a reload of the page', async () => {
    const storage = new FakeStorage();
    const { viewer, socket } = await open({ storage });
    socket.end();
    void viewer.send(press('Ada'));
    const { host, socket: next } = await open({ storage });
    expect(next.events).toMatchObject([{ event: press('Ada'), basis: 4 }]);
    next.say({ ack: 5, key: next.events[0]?.key });
    expect(storage.kept.size).toBe(0);
    storage.setItem('vitrine:s:outbox', '{"not": "ours"');
    expect(host.viewer({ storage }).waiting).toBe(0);
  });

  it('[CL16] what was typed and not taken is shown again after a reload, and sent under its key', async () => {
    const storage = new FakeStorage();
    const { viewer, socket } = await open({ storage });
    void type(viewer, 'Ada');
    viewer.flush();
    const [first] = socket.events;
    const { viewer: again, socket: next } = await open({ storage });
    expect(nameIn(again)).toBe('Ada');
    expect(next.events).toEqual([first]);
    next.say({ ack: 5, key: first?.key }, { seq: 6, message: set('/name', 'agent') });
    expect([nameIn(again), storage.kept.size]).toEqual(['agent', 0]);
  });

  it('[CL16] what the host took before the reload is not written over what came behind it', async () => {
    const storage = new FakeStorage();
    const { viewer, socket } = await open({ storage });
    void type(viewer, 'Ada');
    viewer.flush();
    const key = socket.events[0]?.key;
    const host = new FakeHost();
    const again = host.viewer({ storage });
    const next = await host.welcome({ seq: 9, message: FORM }, { ready: 9 });
    next.say({ ack: 5, key });
    expect(nameIn(again)).toBe('');
    expect(again.waiting).toBe(0);
  });

  it('[CL37] what was typed goes when the page is hidden or goes', async () => {
    const { page, place } = stubPage();
    const { viewer, socket } = await open();
    void type(viewer, 'A');
    place.dispatchEvent(new Event('pagehide'));
    expect(socket.events).toMatchObject([{ event: typed('A') }]);
    void type(viewer, 'Ada');
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(socket.events).toMatchObject([{}, { event: typed('Ada') }]);
  });

  it('[CL37] without a line it goes in calls that outlive the page, in order, and is kept for the next page', async () => {
    const { place } = stubPage();
    const storage = new FakeStorage();
    const { host, viewer, socket } = await open({ storage });
    socket.end();
    host.answers = () => answer({ accepted: 1, seq: 5, issues: [] });
    void viewer.send({ event: 'say', text: 'hi' });
    void type(viewer, 'Ada');
    place.dispatchEvent(new Event('pagehide'));
    expect(host.calls).toHaveLength(1);
    await settle();
    const { socket: next } = await open({ storage });
    expect(next.events).toMatchObject([{ event: { text: 'hi' } }, { event: typed('Ada') }]);
    expect(host.calls).toMatchObject(
      next.events.map(({ event, key }) => ({
        path: '/sessions/s/events?dialect=vitrine',
        body: { vitrine: 1, body: [event] },
        headers: { 'Idempotency-Key': key },
        keepalive: true,
      })),
    );
  });

  it('[CL37] [CL11] what was typed beside a secret is kept, the secret is not', async () => {
    const { place } = stubPage();
    const storage = new FakeStorage();
    const { viewer, socket } = await open({ storage });
    socket.end();
    void type(viewer, 'Ada');
    void viewer.send(press('Ada'), { writes: [{ surface: 'form', path: '/pin', value: '1234' }] });
    place.dispatchEvent(new Event('pagehide'));
    const { viewer: again, socket: next } = await open({ storage });
    expect(next.events).toMatchObject([{ event: typed('Ada') }]);
    expect(nameIn(again)).toBe('Ada');
    expect(JSON.stringify([...storage.kept])).not.toContain('1234');
  });

  it('[CL37] what was typed goes before a connection is closed', async () => {
    const { viewer, socket } = await open();
    void type(viewer, 'Ada');
    viewer.close();
    expect(socket.events).toMatchObject([{ event: typed('Ada') }]);
    expect(socket.isClosed).toBe(true);
  });

  it('[CL17] a file in an answer is brought to the host first and answered with its reference', async () => {
    const { host, viewer, socket, refused } = await open();
    const kept = { ref: 'r1', name: 'a.txt', type: 'text/plain', size: 2 };
    host.answers = () => answer(kept, 201);
    const value = { name: 'a.txt', type: 'text/plain', size: 2, data: btoa('hi') };
    void viewer.send({ event: 'answer', ask: 'a', value });
    await settle();
    expect(host.calls).toMatchObject([
      { method: 'POST', path: '/sessions/s/files?name=a.txt', headers: { 'Content-Type': 'text/plain' } },
    ]);
    expect(socket.events).toMatchObject([{ event: { event: 'answer', ask: 'a', value: kept } }]);
    host.answers = () => answer({ error: 'VITRINE_BODY_SIZE', message: 'Too long.' }, 413);
    const another = { ...value };
    expect(await viewer.send({ event: 'answer', ask: 'a', value: another })).toMatchObject({ accepted: false });
    expect(refused).toHaveLength(1);
  });

  it('[CL17] a file beside a write is pending until it is with the host, stands in the view, and is refused at its field', async () => {
    const { host, viewer, socket, refused } = await open();
    const pending: number[] = [];
    viewer.on('pending', (events) => pending.push(events.length));
    const data = () => viewer.view.surfaces.get('form')?.data;
    const entered = { name: 'a.txt', type: '', size: 2 };
    const kept = { ref: 'r1', name: 'a.txt', type: 'bytes', size: 2 };
    const choose = () => {
      data()?.set('/scan', entered);
      return [{ surface: 'form', path: '/scan', value: entered, file: new Blob(['hi']) }];
    };
    host.answers = () => answer({ error: 'VITRINE_FILE_SECRET', message: 'A secret.' }, 422);
    expect(await viewer.send(press('x'), { writes: choose() })).toMatchObject({ accepted: false });
    expect(refused).toMatchObject([
      { fields: [{ path: '/scan', value: entered, issue: { code: 'VITRINE_FILE_SECRET' } }] },
    ]);
    expect(pending).toEqual([1, 0]);
    host.answers = () => answer(kept, 201);
    void viewer.send(press('x'), { writes: choose() });
    expect(viewer.pending).toHaveLength(1);
    await vi.waitUntil(() => socket.events.length > 0);
    expect(socket.events).toMatchObject([{ writes: [{ path: '/scan', value: kept }] }]);
    expect(data()?.get('/scan')).toEqual(kept);
    expect(viewer.pending).toHaveLength(1);
  });

  it('[CL22] what made the host close the line is refused and not sent again', async () => {
    const { host, viewer, socket } = await open();
    const sent = viewer.send(press('x'));
    socket.end(1009);
    expect(await sent).toMatchObject({ accepted: false, issues: [{ code: 'VITRINE_BODY_SIZE' }] });
    await host.clock.advance(30_000);
    const next = await host.welcome({ ready: 4 });
    expect(next.events).toEqual([]);
    expect(viewer.state).toBe('live');
  });
});

describe('what was shown', () => {
  const confirms = (socket: { readonly sent: readonly object[] }) =>
    socket.sent.flatMap((frame) => ('confirm' in frame ? [frame.confirm] : []));

  it('[CL43] is confirmed a second after the first that was not, once for all that came meanwhile', async () => {
    const { host, socket } = await open();
    for (let seq = 5; seq <= 9; seq++) {
      await host.clock.advance(150);
      socket.say({ seq, message: set('/name', `${seq}`) });
    }
    await host.clock.advance(249);
    expect(confirms(socket)).toEqual([]);
    await host.clock.advance(1);
    expect(confirms(socket)).toEqual([9]);
    await host.clock.advance(5000);
    expect(confirms(socket)).toEqual([9]);
    socket.say({ seq: 10 });
    await host.clock.advance(1000);
    expect(confirms(socket)).toEqual([9, 10]);
  });

  it('[CL43] is confirmed behind what was done before, also what waits for its pause', async () => {
    const { host, viewer, socket } = await open();
    await host.clock.advance(900);
    socket.say({ seq: 5 });
    void type(viewer, 'Ada');
    socket.say({ seq: 6 });
    await host.clock.advance(100);
    expect(confirms(socket)).toEqual([5]);
    await host.clock.advance(2000);
    expect(confirms(socket)).toEqual([5, 6]);
    const kinds = socket.sent.map((frame) => Object.keys(frame)[0]);
    expect(kinds.slice(1)).toEqual(['confirm', 'event', 'confirm']);
    expect(socket.events).toMatchObject([{ basis: 5 }]);
  });

  it('[CL43] is confirmed anew over another line, behind what goes again there', async () => {
    const { host, viewer, socket } = await open();
    void viewer.send(press(''));
    await host.clock.advance(1000);
    expect(confirms(socket)).toEqual([4]);
    socket.end();
    await host.clock.advance(2000);
    const next = await host.welcome({ ready: 4 });
    await host.clock.advance(1000);
    expect(next.sent.map((frame) => Object.keys(frame)[0])).toEqual(['hello', 'event', 'confirm']);
  });

  it('[CL44] is the basis of what is entered, done and answered', async () => {
    const { host, viewer, socket } = await open();
    void type(viewer, 'Ada');
    socket.say({ seq: 5 });
    await host.clock.advance(150);
    void viewer.send({ event: 'cancel', task: 't' });
    void viewer.send({ event: 'answer', ask: 'q', value: true });
    expect(socket.events.map(({ basis }) => basis)).toEqual([4, 5, 5]);
  });
});
