// Both connections against a real host with an embedded log: what is promised holds over cut sockets, doubled frames and
// restarts.

import { drawText, Tree } from '@vitrine/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FORM, press, set, typed } from '../test/form.ts';
import { catalogs, openRealHost, type RealHost, until, Wires } from '../test/real-host.ts';
import { type AgentOptions, connectAgent, connectViewer, type Transport, type ViewerOptions } from './index.ts';

const transports: readonly Transport[] = ['socket', 'sse'];

/** A session with its agent, and viewers as many as a test wants. */
async function openSession(host: RealHost, more: Partial<AgentOptions> = {}) {
  const wires = new Wires();
  const shared = { url: host.url, random: () => 0, socket: wires.maker, ...more };
  const newAgent = (options: Partial<AgentOptions> = {}) => {
    const agent = connectAgent({ ...shared, key: host.key, ...options });
    onTestFinished(() => agent.close());
    return agent;
  };
  const agent = newAgent();
  const session = await agent.open({ title: 'Form' });
  const token = session.viewerToken ?? '';
  const view = async (options: Partial<ViewerOptions> = {}) => {
    const viewer = connectViewer({ ...shared, session: session.id, token, catalogs, ...options });
    onTestFinished(() => viewer.close());
    await until(() => viewer.state === 'live');
    return viewer;
  };
  return { agent, session, view, wires, newAgent };
}

type Viewer = ReturnType<typeof connectViewer>;

function data(viewer: Viewer, path = '/'): unknown {
  return viewer.view.surfaces.get('form')?.data.get(path);
}

/** As the renderer does it: into the view first. */
function type(viewer: Viewer, value: string) {
  viewer.view.surfaces.get('form')?.data.set('/name', value);
  return viewer.send(typed(value));
}

describe.each(transports)('over %s', (transport) => {
  it('[CL21] a viewer sees what is there and what comes, an agent receives what a person does', async () => {
    const { agent, session, view } = await openSession(await openRealHost(), { transport });
    const actions: unknown[] = [];
    session.on('action', ({ event }) => actions.push(event.name, event.context));
    expect(await session.send(FORM)).toMatchObject({ accepted: 1, issues: [] });
    const viewer = await view();
    expect(data(viewer, '/name')).toBe('');
    await session.send(set('/name', 'Ada'));
    await until(() => data(viewer, '/name') === 'Ada');
    void type(viewer, 'Grace');
    expect(await viewer.send(press('Grace'))).toMatchObject({ accepted: true, issues: [] });
    await until(() => actions.length > 0);
    expect(actions).toEqual(['send', { name: 'Grace' }]);
    expect(agent.state).toBe('live');
  });

  it('[CL33] [CL15] an ask is answered once; after a restart it finds its answer, then its id asks anew', async () => {
    const host = await openRealHost();
    const { session, view, newAgent } = await openSession(host, { transport });
    const viewer = await view();
    const wait = session.confirm({ prompt: 'Go?', severity: 'critical', id: 'go' });
    await until(() => viewer.view.asks.has('go'));
    expect(await viewer.send({ event: 'answer', ask: 'go', value: true })).toMatchObject({ accepted: true });
    expect(await wait).toEqual({ approved: true });
    await until(() => !viewer.view.asks.has('go'));
    const found = newAgent().session(session.id);
    expect(await found.confirm({ prompt: 'Go?', severity: 'critical', id: 'go' })).toEqual({ approved: true });
    const late = await viewer.send({ event: 'answer', ask: 'go', value: false });
    expect(late).toMatchObject({ accepted: false, issues: [{ code: 'VITRINE_ASK_ANSWERED' }] });
    const again = found.confirm({ prompt: 'Go again?', severity: 'critical', id: 'go' });
    await until(() => viewer.view.asks.has('go'));
    expect(await viewer.send({ event: 'answer', ask: 'go', value: false })).toMatchObject({ accepted: true });
    expect(await again).toEqual({ approved: false });
  });

  it('[CL12] [CL27] [CL33] a restart of the host in the middle loses nothing and repeats nothing', async () => {
    const host = await openRealHost();
    const { agent, session, view } = await openSession(host, { transport });
    const received: string[] = [];
    agent.on('action', ({ event }) => received.push(String(event.context.name)));
    await session.send(FORM);
    const viewer = await view();
    const shown = viewer.view;
    const wait = session.confirm({ prompt: 'Go?', id: 'go' });
    await until(() => viewer.view.asks.has('go'));
    await host.stop();
    await until(() => viewer.state === 'offline');
    void type(viewer, 'Ada');
    const pressed = viewer.send(press('Ada'));
    const said = viewer.send({ event: 'answer', ask: 'go', value: true });
    const sent = session.send(set('/x', 1));
    await host.start();
    expect(await Promise.all([pressed, said])).toMatchObject([{ accepted: true }, { accepted: true }]);
    expect(await sent).toMatchObject({ accepted: 1 });
    expect(await wait).toEqual({ approved: true });
    await until(() => data(viewer, '/x') === 1 && received.length > 0);
    expect(received).toEqual(['Ada']);
    expect(viewer.view).toBe(shown);
    expect((await view()).view.snapshot()).toEqual(viewer.view.snapshot());
  });

  it('[CL8] two clients of one viewer see what each other types', async () => {
    const { session, view } = await openSession(await openRealHost(), { transport });
    await session.send(FORM);
    const [first, second] = [await view(), await view()];
    await Promise.all([type(first, 'Ada'), first.flush()]);
    await until(() => data(second, '/name') === 'Ada');
    await Promise.all([type(second, 'Grace'), second.flush()]);
    await until(() => data(first, '/name') === 'Grace');
  });

  it('[CL11] a secret reaches the agent with its action and nobody else', async () => {
    const { session, view } = await openSession(await openRealHost(), { transport });
    const received: unknown[] = [];
    session.on('event', ({ wire }) => received.push(wire));
    await session.send(FORM);
    await session.send({
      vitrine: 1,
      body: [
        {
          op: 'put',
          surface: 'form',
          components: [
            {
              id: 'send',
              type: 'Button',
              props: { child: 'label', action: { event: { name: 'send', context: { pin: { path: '/pin' } } } } },
            },
          ],
        },
      ],
    });
    const [viewer, other] = [await view(), await view()];
    const event = { ...press(''), context: { pin: '1234' } };
    const sent = await viewer.send(event, { writes: [{ surface: 'form', path: '/pin', value: '1234' }] });
    expect(sent).toMatchObject({ accepted: true, issues: [] });
    await until(() => JSON.stringify(received).includes('1234'));
    await session.send(set('/done', true));
    await until(() => data(other, '/done') === true);
    expect(JSON.stringify(other.view.snapshot())).not.toContain('1234');
    expect(JSON.stringify(await session.snapshot())).not.toContain('1234');
  });

  it('[CL17] a file is an answer', async () => {
    const { session, view } = await openSession(await openRealHost(), { transport });
    const viewer = await view();
    const wait = session.ask({ want: { kind: 'file' }, prompt: 'Which?', id: 'f' });
    await until(() => viewer.view.asks.has('f'));
    const value = { name: 'a.txt', type: 'text/plain', size: 2, data: btoa('hi') };
    expect(await viewer.send({ event: 'answer', ask: 'f', value })).toMatchObject({ accepted: true, issues: [] });
    expect((await wait).value).toMatchObject({ name: 'a.txt', type: 'text/plain', size: 2, ref: expect.any(String) });
  });

  it('[CL20] a session that is closed closes its viewers', async () => {
    const { session, view } = await openSession(await openRealHost(), { transport });
    const viewer = await view();
    const closed: unknown[] = [];
    viewer.on('closed', (what) => closed.push(what));
    await session.close();
    await until(() => viewer.state === 'closed');
    expect(closed).toHaveLength(1);
    await expect(session.send(FORM)).rejects.toMatchObject({ code: 'VITRINE_LOG_SESSION_CLOSED' });
  });

  it('[CL20] a token that is revoked is replaced by another, else the viewer is refused', async () => {
    const host = await openRealHost();
    const { session, view } = await openSession(host, { transport });
    const renew = async () => (await session.newViewer()).token;
    const [kept, gone] = [await view({ renew }), await view()];
    await host.host.credentials.revokeViewers(session.id);
    await until(() => gone.state === 'refused');
    await until(() => kept.state === 'live' && kept.token !== session.viewerToken);
  });
});

describe('over a socket', () => {
  it('[CL1] [CL12] doubled frames and cut sockets leave the view that a viewer has who never left', async () => {
    const { agent, session, view, wires } = await openSession(await openRealHost(), { transport: 'socket' });
    wires.copies = 2;
    await session.send(FORM);
    const viewer = await view();
    const received: unknown[] = [];
    agent.on('say', ({ seq }) => received.push(seq));
    const said = [];
    for (let i = 0; i < 20; i++) {
      await session.send({ vitrine: 1, body: [{ op: 'append', surface: 'form', path: '/log', value: [i] }] });
      said.push(viewer.send({ event: 'say', text: `${i}` }));
      if (i % 5 === 4) wires.cut();
    }
    const receipts = await Promise.all(said);
    expect(new Set(receipts.map(({ seq }) => seq)).size).toBe(20);
    await until(() => viewer.state === 'live' && new Set(received).size === 20);
    expect(data(viewer, '/log')).toEqual(Array.from({ length: 20 }, (_, i) => i));
    wires.copies = 1;
    expect((await view()).view.snapshot()).toEqual(viewer.view.snapshot());
  });

  it('[CL21] where none can be had, both connections fall back by themselves', async () => {
    const { agent, session, view, wires } = await openSession(await openRealHost());
    wires.isBarred = true;
    const joined: string[] = [];
    agent.on('join', ({ event }) => joined.push(event.viewer));
    await session.send(FORM);
    const viewer = await view();
    await until(() => joined.length > 0);
    expect(viewer.view.surfaces.has('form')).toBe(true);
    expect(wires.made).toBe(0);
  });

  it('[CL21] without one being given, that of the platform or of the package is used', async () => {
    const host = await openRealHost();
    const { session } = await openSession(host);
    await session.send(FORM);
    const token = session.viewerToken ?? '';
    const viewer = connectViewer({ url: host.url, session: session.id, token, catalogs, transport: 'socket' });
    onTestFinished(() => viewer.close());
    await until(() => viewer.state === 'live');
    expect([viewer.agent, viewer.title, viewer.trust]).toEqual(['dev', 'Form', 'trusted']);
  });

  it('[CL24] a token is renewed in time and stays the same viewer', async () => {
    const host = await openRealHost({ viewerSeconds: 31 });
    const { view } = await openSession(host);
    const viewer = await view();
    const [first, who] = [viewer.token, viewer.viewer];
    await until(() => viewer.token !== first);
    viewer.wake();
    await until(() => viewer.state === 'live');
    expect(viewer.viewer).toBe(who);
  });

  it('[CL27] a handler that runs again and finds other words has said the first ones, once', async () => {
    const { agent, session, view } = await openSession(await openRealHost());
    agent.onSignal('failure', () => undefined);
    await session.send(FORM);
    const sent: { readonly seq: number }[] = [];
    session.on('action', async ({ seq, attempt }) => {
      sent.push(await session.ops([{ op: 'say', text: `try ${attempt}` }], { key: `reply:${seq}` }));
      if (attempt === 1) throw new Error('it ended before it was confirmed');
    });
    const viewer = await view();
    await viewer.send(press(''));
    await until(() => sent.length === 2);
    const { seq } = await session.snapshot();
    expect(sent).toMatchObject([
      { accepted: 1, seq, issues: [] },
      { accepted: 1, seq, issues: [{ code: 'VITRINE_KEY_REUSED', severity: 'warning' }] },
    ]);
  });

  it('[CL31] [CL33] an agent that ended before it was done is given the event again and goes on waiting', async () => {
    const { agent, session, view, newAgent } = await openSession(await openRealHost());
    const runs: string[] = [];
    const play = (name: string) => async (delivery: { session: typeof session }) => {
      runs.push(name);
      const { approved } = await delivery.session.confirm({ prompt: 'Sure?', id: 'sure' });
      runs.push(`${name} ${approved}`);
    };
    agent.on('action', play('first'));
    await session.send(FORM);
    const viewer = await view();
    await viewer.send(press(''));
    await until(() => viewer.view.asks.has('sure'));
    agent.close();
    await viewer.send({ event: 'answer', ask: 'sure', value: true });
    const again = newAgent();
    again.on('action', play('second'));
    await until(() => runs.includes('second true'));
    again.close();
    expect(runs).toEqual(['first', 'second', 'second true']);
  });

  it('[CL34] [CL38] an ask without a deadline ends with its session, whoever closes it', async () => {
    const host = await openRealHost();
    const { session } = await openSession(host);
    const asked = expect(session.ask({ want: { kind: 'text' }, prompt: 'Who?', id: 'q' })).rejects.toMatchObject({
      ...{ name: 'AskError', reason: 'lapsed', code: 'VITRINE_ASK_LAPSED' },
    });
    const confirmed = session.confirm({ prompt: 'Sure?', id: 'k' });
    const live = await host.host.sessions.get(session.id);
    await expect.poll(async () => Object.keys((await live.snapshot()).asks).length).toBe(2);
    await host.host.sessions.close(session.id);
    await asked;
    expect(await confirmed).toEqual({ approved: false, reason: 'timeout' });
  });

  it('[CL34] an ask whose time is over rejects', async () => {
    const { session } = await openSession(await openRealHost());
    const late = new Date(Date.now() + 200).toISOString();
    const wait = session.ask({ want: { kind: 'text' }, prompt: 'Who?', until: late });
    await expect(wait).rejects.toMatchObject({
      ...{ name: 'AskError', reason: 'lapsed' },
      ...{ code: 'VITRINE_ASK_LAPSED', rpc: -32004 },
    });
  });
});

describe('functions that live with the agent', () => {
  const VERSION = 'v1.0';
  const create = {
    version: VERSION,
    createSurface: {
      surfaceId: 's',
      catalogId: 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json',
      components: [
        { id: 'root', component: 'Column', children: ['one', 'two', 'other'] },
        { id: 'one', component: 'Text', text: { '@call': 'weatherIn', args: { city: { '@path': '/city' } } } },
        { id: 'two', component: 'Text', text: { '@call': 'weatherIn', args: { city: { '@path': '/city' } } } },
        { id: 'other', component: 'Text', text: { '@call': 'timeIn', args: { city: { '@path': '/city' } } } },
      ],
      dataModel: { city: 'Rome' },
    },
  };

  it('[CL62] are asked for once by what is shown, and shown as the agent answers', async () => {
    const { session, view } = await openSession(await openRealHost());
    const calls: { readonly name: string; readonly call: string; readonly args: unknown }[] = [];
    session.on('call', ({ event }) => calls.push(event));
    await session.send(create);
    const viewer = await view();
    const problems: string[] = [];
    viewer.on('issue', ({ message }) => problems.push(message));
    const refused: unknown[] = [];
    viewer.on('refused', (one) => refused.push(one));
    const drawn = (): string => {
      const surface = viewer.view.surfaces.get('s');
      return surface === undefined ? '' : drawText(new Tree(surface, viewer.view));
    };
    expect(drawn()).not.toContain('Sunny');
    drawn();
    await until(() => calls.length === 2);
    expect(calls.map(({ name, args }) => [name, args])).toEqual([
      ['weatherIn', { city: 'Rome' }],
      ['timeIn', { city: 'Rome' }],
    ]);
    const [weather, time] = calls.map(({ call }) => call);
    const error = { code: 'EXECUTION_ERROR', message: 'No clock.' };
    const answers = [
      { op: 'return', call: weather, value: 'Sunny' },
      { op: 'return', call: time, error },
      { op: 'return', call: 'nobody', value: 'x' },
    ];
    await session.send({ vitrine: 1, body: answers });
    await until(() => drawn().split('Sunny').length === 3);
    expect(problems).toContainEqual(expect.stringContaining('No clock.'));
    // Another city is another question.
    await session.send({ vitrine: 1, body: [{ op: 'set', surface: 's', path: '/city', value: 'Oslo' }] });
    await until(() => viewer.view.surfaces.get('s')?.data.get('/city') === 'Oslo');
    drawn();
    await until(() => calls.length === 4);
    expect(calls.slice(2).map(({ args }) => args)).toEqual([{ city: 'Oslo' }, { city: 'Oslo' }]);
    expect(refused).toEqual([]);
  });
});
