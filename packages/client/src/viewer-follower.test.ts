import type { EffectOp, Replica } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { FakeHost, settle } from '../test/fakes.ts';
import { FORM, set } from '../test/form.ts';

const joined = [{ seq: 4, message: FORM }, { ready: 4 }];
const toast = (text: string, to?: string) => ({
  vitrine: 1,
  body: [{ op: 'effect', effect: { kind: 'toast', text }, ...(to === undefined ? {} : { to }) }],
});
const nameIn = (view: Replica) => view.surfaces.get('form')?.data.get('/name');

describe('the view of a session', () => {
  it('[CL1] an entry is applied once and whole, however its frames come', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const socket = await host.welcome(...joined);
    const more = { vitrine: 1, body: [{ op: 'append', surface: 'form', path: '/log', value: ['b'] }] };
    socket.say({ message: { vitrine: 1, body: [{ op: 'append', surface: 'form', path: '/log', value: ['a'] }] } });
    expect(viewer.view.surfaces.get('form')?.data.get('/log')).toBeUndefined();
    socket.say({ seq: 5, message: more }, { seq: 5, message: more }, { seq: 3, message: more });
    expect(viewer.view.surfaces.get('form')?.data.get('/log')).toEqual(['a', 'b']);
    expect(viewer.seq).toBe(5);
    socket.say({ seq: 6 });
    expect(viewer.seq).toBe(6);
  });

  it('[CL1] half an entry of a line that broke is forgotten, and the next line goes on behind the last whole one', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const socket = await host.welcome(...joined);
    socket.say({ message: set('/name', 'half') });
    socket.end();
    await host.clock.advance(30_000);
    const next = await host.welcome();
    expect(next.hello).toMatchObject({ role: 'viewer', dialect: 'vitrine', after: 4 });
    next.say({ seq: 5, message: set('/x', 1) }, { ready: 5 });
    expect(nameIn(viewer.view)).toBe('');
    expect(viewer.seq).toBe(5);
  });

  it('[CL1] what was said stands in the view, by whom and in order, and is no op of an entry', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const entries: number[] = [];
    viewer.on('entry', ({ body }) => entries.push(body.length));
    const socket = await host.welcome(...joined);
    const said = [
      { op: 'say', text: 'Where to?' },
      { event: 'say', text: 'Home.' },
    ];
    socket.say({ seq: 5, message: { vitrine: 1, body: said } });
    expect(viewer.view.talk).toEqual([
      { by: 'agent', text: 'Where to?' },
      { by: 'viewer', text: 'Home.' },
    ]);
    expect(entries.at(-1)).toBe(1);
  });

  it('[CL2] the view stays the same over reconnects; a reset gives a new one when its state is whole', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const socket = await host.welcome(...joined);
    const before = viewer.view;
    const views: Replica[] = [];
    viewer.on('reset', (view) => views.push(view));
    socket.end();
    await host.clock.advance(30_000);
    const next = await host.welcome({ reset: true });
    expect(viewer.view).toBe(before);
    next.say({ seq: 9, message: FORM }, { ready: 9 });
    expect(views).toEqual([viewer.view]);
    expect(viewer.view).not.toBe(before);
    expect(viewer.view.surfaces.has('form')).toBe(true);
    expect(viewer.seq).toBe(9);
  });

  it('[CL2] a session without anything to show is a state too', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const socket = await host.welcome(...joined);
    socket.end();
    await host.clock.advance(30_000);
    await host.welcome({ reset: true }, { ready: 0 });
    expect(viewer.view.surfaces.size).toBe(0);
    expect(viewer.state).toBe('live');
  });

  it('[CL3] effects are told of live entries only, and only to whom they are meant', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const effects: EffectOp['effect'][] = [];
    viewer.on('effect', ({ effect }) => effects.push(effect));
    const socket = await host.welcome({ seq: 4, message: FORM }, { seq: 5, message: toast('replayed') }, { ready: 5 });
    socket.say({ seq: 6, message: toast('live') }, { seq: 6, message: toast('live') });
    socket.say({ seq: 7, message: toast('other', 'w') }, { seq: 8, message: toast('mine', 'v') });
    expect(effects).toMatchObject([{ text: 'live' }, { text: 'mine' }]);
  });

  it('[CL4] what cannot be applied is told, and the state is fetched anew while the old one stays on the page', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const codes: string[] = [];
    viewer.on('issue', ({ code, fault }) => codes.push(`${code} ${fault}`));
    const socket = await host.welcome(...joined);
    const before = viewer.view;
    socket.say({ seq: 5, message: { vitrine: 1, body: [{ op: 'set', surface: 'gone', path: '/a', value: 1 }] } });
    expect(codes).toEqual(['VITRINE_HOST_FAILED host']);
    expect(viewer.view).toBe(before);
    await host.clock.advance(30_000);
    const next = await host.welcome();
    expect(next.hello.after).toBeUndefined();
    next.say({ seq: 5, message: FORM }, { ready: 5 });
    expect(viewer.view).not.toBe(before);
    expect(viewer.seq).toBe(5);
  });

  it('[CL4] a whole state that cannot be applied is not asked for again: the host is of another version', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const messages: string[] = [];
    viewer.on('issue', ({ message }) => messages.push(message));
    const socket = await host.welcome({ seq: 4, message: { vitrine: 2, parts: [] } });
    expect([viewer.state, socket.isClosed]).toEqual(['refused', true]);
    expect(messages).toEqual(['The session cannot be read: A message is not of the neutral form.']);
    const { length } = host.sockets;
    await host.clock.advance(60_000);
    expect(host.sockets).toHaveLength(length);
  });

  it('[CL4] an ack of something that this client never sent means that an entry was missed', async () => {
    const host = new FakeHost();
    host.viewer();
    const socket = await host.welcome(...joined);
    socket.say({ ack: 3, key: 'other' });
    expect(socket.isClosed).toBe(false);
    socket.say({ ack: 5, key: 'other' });
    expect(socket.isClosed).toBe(true);
    await host.clock.advance(30_000);
    expect((await host.welcome()).hello.after).toBeUndefined();
  });

  it('[CL5] surfaces are untrusted until the host has said otherwise', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    await settle();
    host.last.open();
    host.last.say({ welcome: { agent: 'dev', trust: 'untrusted', title: 'T' } }, ...joined);
    expect(viewer.view.surfaces.get('form')?.trust).toBe('untrusted');
    expect([viewer.trust, viewer.agent, viewer.title]).toEqual(['untrusted', 'dev', 'T']);
    const other = new FakeHost();
    const trusting = other.viewer();
    expect(trusting.trust).toBe('untrusted');
    await other.welcome(...joined);
    expect(trusting.view.surfaces.get('form')?.trust).toBe('trusted');
    const body = [{ op: 'open', surface: 'guest' }];
    other.last.say({ message: { vitrine: 1, trust: 'untrusted', body }, seq: 99 });
    expect(trusting.view.surfaces.get('guest')?.trust).toBe('untrusted');
  });
});
