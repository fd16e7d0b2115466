import type { JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { answer, type FakeCall, FakeHost, settle } from '../test/fakes.ts';
import { type AskError, ConnectionClosedError, connectAgent, HostRefusal, RefusedError } from './index.ts';

class AgentHost extends FakeHost {
  /** Open asks, by id. */
  readonly asks: { [id: string]: JsonObject } = {};
  /** Every event that the session has delivered. */
  readonly history: JsonObject[] = [];
  seq = 0;
  messages: (call: FakeCall) => Response | Promise<Response> = () => answer({ accepted: 1, seq: 1, issues: [] });

  constructor() {
    super();
    this.answers = (call) => {
      if (call.path.endsWith('/messages') || call.path.includes('/messages?')) return this.messages(call);
      if (call.path.includes('/snapshot'))
        return answer({ seq: Math.max(this.seq, 1), surfaces: {}, asks: this.asks, tasks: {} });
      if (call.path.includes('/events')) return answer({ events: this.history, next: 0 });
      if (call.path === '/sessions') return answer({ session: 's', viewerToken: 't', viewerUrl: 'u' }, 201);
      return answer({});
    };
  }
  /** Asks that are sent are open from then on. */
  takesAsks(): void {
    this.messages = ({ body }) => {
      for (const { op, ask } of (body as { body: JsonObject[] }).body) if (op === 'ask') this.asks[String(ask)] = {};
      return answer({ accepted: 1, seq: ++this.seq, issues: [] });
    };
  }
  agent() {
    return connectAgent({ ...this.options, key: 'vk_1', transport: 'socket' });
  }
  paths(): readonly string[] {
    return this.calls.map(({ method, path }) => `${method} ${path}`);
  }
}

function event(next: number, body: JsonObject, more: object = {}): JsonObject {
  return { session: 's', seq: next, next, at: '2026-01-01T00:00:00Z', event: { vitrine: 1, body: [body] }, ...more };
}
const pressed = (name: string) => ({ event: 'action', surface: 'f', source: 'b', name, context: {}, checked: true });
const answered = (ask: string, value: boolean) => ({ event: 'answer', ask, value });
const confirms = (host: FakeHost) => host.last.sent.flatMap(({ confirm }) => (confirm === undefined ? [] : [confirm]));

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('messages of an agent', () => {
  it('[CL27] are tried under one key until the host has answered', async () => {
    const host = new AgentHost();
    const answers = [
      () => Promise.reject(new TypeError('fetch failed')),
      () => answer({ error: 'VITRINE_STOPPING', message: 'x' }, 503),
      () => answer({ error: 'VITRINE_RATE', message: 'x', details: { retryAfter: 9 } }, 429),
      () => answer({ accepted: 1, seq: 3, issues: [] }),
    ];
    host.messages = () => answers.shift()?.() ?? answer({});
    const sent = host.agent().session('s').send({ some: 'message' }, { dialect: 'a2ui-1.0' });
    await host.clock.advance(400 + 800 + 8999);
    expect(host.calls).toHaveLength(3);
    await host.clock.advance(1);
    expect(await sent).toEqual({ accepted: 1, seq: 3, issues: [] });
    expect(new Set(host.calls.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
    expect(host.calls[0]).toMatchObject({ path: '/sessions/s/messages?dialect=a2ui-1.0', body: { some: 'message' } });
  });

  it('[CL27] under a key that was used for others are answered as those were, and it is told', async () => {
    const host = new AgentHost();
    const details = { accepted: 2, seq: 7 };
    host.messages = () => answer({ error: 'VITRINE_KEY_REUSED', message: 'Another body.', details }, 422);
    expect(await host.agent().session('s').send({ some: 'message' }, { key: 'k' })).toEqual({
      ...details,
      issues: [{ code: 'VITRINE_KEY_REUSED', severity: 'warning', fault: 'agent', message: 'Another body.' }],
    });
    expect(host.calls).toHaveLength(1);
  });

  it('[CL27] leave in the order of the calls and as they were when they were sent', async () => {
    const host = new AgentHost();
    const gate = deferred();
    host.messages = async () => {
      await gate.promise;
      return answer({ accepted: 1, seq: 1, issues: [] });
    };
    const session = host.agent().session('s');
    const message = { n: 1 };
    const first = session.send(message, { key: 'k' });
    message.n = 2;
    const second = session.send([message]);
    await settle();
    expect(host.calls).toMatchObject([{ body: { n: 1 }, headers: { 'Idempotency-Key': 'k' } }]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(host.calls[1]).toMatchObject({ body: [{ n: 2 }] });
  });

  it('[CL27] that cannot be read give issues; a call that is refused as such rejects and does not hold up the next', async () => {
    const host = new AgentHost();
    const issues = [{ code: 'VITRINE_JSON_MALFORMED', severity: 'error', fault: 'agent', message: 'No.' }];
    const answers = [
      answer({ error: 'VITRINE_BODY_INVALID', message: 'No.', accepted: 0, seq: 0, issues }, 400),
      answer({ error: 'VITRINE_LOG_SESSION_CLOSED', message: 'Closed.' }, 409),
      answer({ accepted: 1, seq: 3, issues: [] }),
    ];
    host.messages = () => answers.shift() ?? answer({});
    const session = host.agent().session('s');
    expect(await session.send({})).toEqual({ accepted: 0, seq: 0, issues });
    const refused = session.send({});
    const next = session.send({});
    await expect(refused).rejects.toBeInstanceOf(HostRefusal);
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'VITRINE_LOG_SESSION_CLOSED' });
    expect(await next).toMatchObject({ seq: 3 });
  });

  it('[CL28] a session is opened once: the call is repeated only when it surely was not done', async () => {
    const host = new AgentHost();
    const opened = host.answers;
    const agent = host.agent();
    host.answers = () => Promise.reject(new TypeError('fetch failed'));
    await expect(agent.open()).rejects.toThrow('fetch failed');
    host.answers = () => Promise.reject(new TypeError('x', { cause: { code: 'ECONNREFUSED' } }));
    const opening = agent.open({ title: 'T', trust: 'untrusted' });
    await settle();
    host.answers = opened;
    await host.clock.advance(400);
    expect(await opening).toMatchObject({ id: 's', viewerToken: 't', viewerUrl: 'u' });
    expect(host.calls.at(-1)?.body).toEqual({ dialect: 'vitrine', title: 'T', trust: 'untrusted' });
  });

  it('[CL29] tasks, effects and turns are ops of the neutral form', async () => {
    const host = new AgentHost();
    const session = host.agent().session('s');
    await session.progress('t', { value: 1, total: 3 });
    await session.progress('t', { done: true });
    await session.notify('hi', { severity: 'info' });
    await session.navigate('https://x.test', { newTab: true });
    await session.say('hello');
    await session.turn('done');
    await session.withdraw('q');
    expect(host.calls.map(({ body }) => (body as JsonObject).body)).toEqual([
      [{ op: 'task', task: 't', value: 1, total: 3 }],
      [{ op: 'task', task: 't', done: true }],
      [{ op: 'effect', effect: { kind: 'toast', text: 'hi', severity: 'info' } }],
      [{ op: 'effect', effect: { kind: 'navigate', url: 'https://x.test', newTab: true } }],
      [{ op: 'say', text: 'hello' }],
      [{ op: 'turn', state: 'done' }],
      [{ op: 'withdraw', ask: 'q' }],
    ]);
    await session.close();
    expect(host.paths().at(-1)).toBe('DELETE /sessions/s');
  });

  it('[CL29] a surface is ops that may be sent again, and data is written by ops', async () => {
    const host = new AgentHost();
    const session = host.agent().session('s');
    const components = [{ id: 'root', type: 'Text', props: { text: 'x' } }];
    const op = { op: 'open', surface: 'f', catalog: 'c', components, data: { 'a/b': 1 } } as const;
    await session.show({ op });
    await session.update('f', components);
    await session.closeSurface('f');
    await session.data.set('f', '/x', 1);
    await session.data.merge('f', '/x', { y: 1 });
    await session.data.append('f', '/x', ['z']);
    await session.data.remove('f', '/x');
    expect(host.calls.map(({ body }) => (body as JsonObject).body)).toEqual([
      [
        { op: 'open', surface: 'f', catalog: 'c', implicit: true },
        { op: 'put', surface: 'f', components },
        { op: 'set', surface: 'f', path: '/a~1b', value: 1, ifAbsent: true },
      ],
      [{ op: 'put', surface: 'f', components }],
      [{ op: 'close', surface: 'f' }],
      [{ op: 'set', surface: 'f', path: '/x', value: 1 }],
      [{ op: 'merge', surface: 'f', path: '/x', value: { y: 1 } }],
      [{ op: 'append', surface: 'f', path: '/x', value: ['z'] }],
      [{ op: 'unset', surface: 'f', path: '/x' }],
    ]);
  });

  it('[CL29] ops that the host does not take reject with its issues', async () => {
    const host = new AgentHost();
    const issues = [{ code: 'VITRINE_SURFACE_UNKNOWN', severity: 'error', fault: 'agent', message: 'No.' }];
    host.messages = () => answer({ accepted: 0, seq: 1, issues });
    const session = host.agent().session('s');
    await expect(session.data.set('f', '/x', 1)).rejects.toBeInstanceOf(RefusedError);
    await expect(session.say('x')).rejects.toMatchObject({
      message: 'say was refused: No. (VITRINE_SURFACE_UNKNOWN)',
      issues,
    });
    expect(await session.send({})).toEqual({ accepted: 0, seq: 1, issues });
  });

  it('[CL36] a closed connection rejects what is under way and leaves no timer', async () => {
    const host = new AgentHost();
    host.messages = () => Promise.reject(new TypeError('fetch failed'));
    const agent = host.agent();
    const sent = agent.session('s').send({});
    await settle();
    agent.close();
    await expect(sent).rejects.toBeInstanceOf(ConnectionClosedError);
    await expect(agent.open()).rejects.toBeInstanceOf(ConnectionClosedError);
    expect(host.clock.waits).toEqual([]);
    expect(host.sockets).toEqual([]);
  });
});

describe('events for an agent', () => {
  it('[CL30] the line opens when somebody listens, says who it is and has typed events', async () => {
    const host = new AgentHost();
    const agent = connectAgent({ ...host.options, key: 'vk_1', consumer: 'second', transport: 'socket' });
    await settle();
    expect(host.sockets).toEqual([]);
    const heard: unknown[] = [];
    agent.on('action', ({ event, seq, session }) => heard.push(event.name, seq, session.id));
    agent.on('event', ({ wire, event }) => heard.push(wire, event?.event));
    const socket = await host.welcome();
    expect(socket.url).toBe('ws://host.test/socket');
    expect(socket.hello).toEqual({ role: 'agent', consumer: 'second' });
    expect(agent.state).toBe('live');
    const raw = { version: 'v0.9', action: {} };
    socket.say(event(1, pressed('go')), { ...event(2, {}), event: raw });
    await settle();
    expect(heard).toEqual([{ vitrine: 1, body: [pressed('go')] }, 'action', 'go', 1, 's', raw, undefined]);
    agent.close();
  });

  it('[CL31] are confirmed in order, when all handlers of all before have resolved', async () => {
    const host = new AgentHost();
    const agent = host.agent();
    const gate = deferred();
    agent.session('s').on('action', () => gate.promise);
    const socket = await host.welcome();
    socket.say(event(1, pressed('slow')), { ...event(2, pressed('other')), session: 'r' });
    await settle();
    expect(confirms(host)).toEqual([]);
    gate.resolve();
    await settle();
    expect(confirms(host)).toEqual([2]);
    socket.end();
    await host.clock.advance(400);
    await host.welcome();
    expect(confirms(host)).toEqual([2]);
    agent.close();
  });

  it('[CL31] whose handler fails are handled again after a wait, before the next of the session', async () => {
    const host = new AgentHost();
    const agent = host.agent();
    const heard: string[] = [];
    const failures: unknown[] = [];
    agent.onSignal('failure', ({ error }) => failures.push(error));
    agent.on('action', ({ event, attempt }) => {
      heard.push(`${event.name} ${attempt}`);
      if (event.name === 'bad' && attempt < 3) throw new Error('not yet');
    });
    const socket = await host.welcome();
    socket.say(event(1, pressed('bad')), event(2, pressed('good')));
    await settle();
    expect([heard, confirms(host)]).toEqual([['bad 1'], []]);
    await host.clock.advance(1200);
    expect(heard).toEqual(['bad 1', 'bad 2', 'bad 3', 'good 1']);
    expect(confirms(host).at(-1)).toBe(2);
    expect(failures).toHaveLength(2);
    agent.close();
  });

  it('[CL32] that come again over another line are handled once; each event of one entry is handled', async () => {
    const host = new AgentHost();
    const agent = host.agent();
    const heard: string[] = [];
    agent.on('action', ({ event }) => heard.push(event.name));
    const entry = [event(5, pressed('a'), { seq: 3, next: 4 }), event(5, pressed('b'), { seq: 3, next: 5 })];
    (await host.welcome()).say(event(4, pressed('first'), { seq: 2 }), ...entry);
    await settle();
    host.last.end();
    await host.clock.advance(400);
    (await host.welcome()).say(...entry, event(6, pressed('c'), { seq: 4 }));
    await settle();
    expect(heard).toEqual(['first', 'a', 'b', 'c']);
    expect(confirms(host).at(-1)).toBe(6);
    agent.close();
  });
});

describe('an ask', () => {
  it('[CL33] is sent under a key of its id and resolves once with the answer', async () => {
    const host = new AgentHost();
    host.takesAsks();
    const agent = host.agent();
    const session = agent.session('s');
    const waits = [
      session.confirm({ prompt: '?', id: 'q', severity: 'info' }),
      session.confirm({ prompt: '?', id: 'q' }),
    ];
    const socket = await host.welcome();
    expect(host.calls.filter(({ method }) => method === 'POST')).toMatchObject([
      {
        body: { body: [{ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: '?', severity: 'info' }] },
        headers: { 'Idempotency-Key': 'ask:q' },
      },
    ]);
    socket.say(event(2, answered('other', true)), event(3, answered('q', true)), event(4, answered('q', false)));
    expect(await Promise.all(waits)).toEqual([{ approved: true }, { approved: true }]);
    agent.close();
  });

  it('[CL33] that is no longer open finds its answer in what was delivered before', async () => {
    const host = new AgentHost();
    host.history.push(event(2, { ...answered('q', true), reason: 'fine' }));
    const agent = host.agent();
    const found = await agent.session('s').ask({ want: { kind: 'confirm' }, prompt: '?', id: 'q' });
    expect(found).toEqual({ value: true, reason: 'fine', seq: 2 });
    agent.close();
  });

  it('[CL33] whose key the host has forgotten finds its answer all the same', async () => {
    const host = new AgentHost();
    const issues = [{ code: 'VITRINE_ASK_ANSWERED', severity: 'error', fault: 'agent', message: 'Before.' }];
    host.messages = () => answer({ accepted: 0, seq: 9, issues });
    host.history.push(event(2, answered('q', false)));
    const agent = host.agent();
    expect(await agent.session('s').confirm({ prompt: '?', id: 'q' })).toEqual({ approved: false });
    agent.close();
  });

  it('[CL33] that was answered here can be asked again, and an answer to the first does not count for it', async () => {
    const host = new AgentHost();
    host.takesAsks();
    const agent = host.agent();
    const session = agent.session('s');
    const first = session.confirm({ prompt: '?', id: 'q' });
    const socket = await host.welcome();
    delete host.asks.q;
    socket.say(event(2, answered('q', true)));
    expect(await first).toEqual({ approved: true });
    host.seq = 2;
    const second = session.confirm({ prompt: 'Again?', id: 'q' });
    await settle();
    const posts = host.calls.filter(({ method }) => method === 'POST');
    expect(posts.map(({ headers }) => headers['Idempotency-Key'])).toEqual([
      'ask:q',
      expect.not.stringMatching('ask:q'),
    ]);
    socket.say(event(2, answered('q', true)));
    socket.say(event(4, answered('q', false)));
    expect(await second).toEqual({ approved: false });
    agent.close();
  });

  it('[CL33] that is open after a restart is waited for and not asked twice; older answers do not count', async () => {
    const host = new AgentHost();
    host.asks.q = {};
    host.seq = 7;
    const agent = host.agent();
    const wait = agent.session('s').confirm({ prompt: '?', id: 'q' });
    const socket = await host.welcome(event(3, answered('q', true)));
    expect(host.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    socket.say(event(8, answered('q', false)));
    expect(await wait).toEqual({ approved: false });
    agent.close();
  });

  it('[CL33] finds its last answer behind pages that bring nothing, and pages that do not say how far they came', async () => {
    const host = new AgentHost();
    const pages: { [after: string]: { events: JsonObject[]; next: number } } = {
      0: { events: [event(2, answered('q', true)), event(3, pressed('go'))], next: 0 },
      3: { events: [], next: 5 },
      5: { events: [event(6, pressed('go'))], next: 6 },
      6: { events: [event(7, answered('q', false)), event(8, answered('other', true))], next: 8 },
      8: { events: [], next: 8 },
    };
    const other = host.answers;
    host.answers = (call) => {
      const after = /\/events\?after=(\d+)&consumer=look-back/.exec(call.path)?.[1];
      return after === undefined ? other(call) : answer(pages[after] ?? {}, after in pages ? 200 : 409);
    };
    const agent = host.agent();
    const found = await agent.session('s').ask({ want: { kind: 'confirm' }, prompt: '?', id: 'q' });
    expect(found).toEqual({ value: false, seq: 7 });
    expect(host.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    agent.close();
  });

  it('[CL33] keeps its place among the messages around it', async () => {
    const host = new AgentHost();
    host.takesAsks();
    const agent = host.agent();
    const session = agent.session('s');
    void session.say('before');
    void session.confirm({ prompt: '?', id: 'q' }).catch(() => undefined);
    await session.say('after');
    const said = host.calls.filter(({ method }) => method === 'POST').map(({ body }) => (body as JsonObject).body);
    expect(said).toMatchObject([[{ text: 'before' }], [{ op: 'ask' }], [{ text: 'after' }]]);
    agent.close();
  });

  it('[CL34] rejects with the reason when there will be no answer', async () => {
    const host = new AgentHost();
    const agent = host.agent();
    const session = agent.session('s');
    const reasons: string[] = [];
    const note = (error: AskError) => void reasons.push(`${error.ask} ${error.reason}`);
    const ask = (id: string, more: object = {}) =>
      session.ask({ want: { kind: 'text' }, prompt: '?', id, ...more }).catch(note);
    const until = new Date(host.clock.now() + 1000).toISOString();
    Object.assign(host.asks, { late: {}, kept: {}, taken: {} });
    const [late, kept, taken] = [ask('late', { until }), ask('kept'), ask('taken')];
    await host.clock.advance(1499);
    expect(reasons).toEqual([]);
    delete host.asks.late;
    await host.clock.advance(1);
    await late;
    await session.withdraw('taken');
    await taken;
    await ask('gone');
    host.messages = () => answer({ accepted: 0, seq: 1, issues: [] });
    await ask('bad');
    agent.close();
    await kept;
    expect(reasons).toEqual(['late lapsed', 'taken withdrawn', 'gone withdrawn', 'bad refused', 'kept closed']);
  });

  it('[CL34] is still waited for when the host is late to let it lapse', async () => {
    const host = new AgentHost();
    host.asks.q = {};
    const agent = host.agent();
    const until = new Date(host.clock.now() + 1000).toISOString();
    const wait = agent.session('s').ask({ want: { kind: 'text' }, prompt: '?', id: 'q', until });
    const socket = await host.welcome();
    await host.clock.advance(3000);
    socket.say(event(2, { event: 'answer', ask: 'q', value: 'just' }));
    expect(await wait).toMatchObject({ value: 'just' });
    agent.close();
  });

  it('[CL35] is answered while a handler of the same session waits for it', async () => {
    const host = new AgentHost();
    host.asks.q = {};
    const agent = host.agent();
    const heard: unknown[] = [];
    agent.on('action', async ({ session }) => heard.push(await session.confirm({ prompt: '?', id: 'q' })));
    const socket = await host.welcome();
    socket.say(event(1, pressed('go')));
    await settle();
    expect(confirms(host)).toEqual([]);
    socket.say(event(2, answered('q', true)));
    await settle();
    expect(heard).toEqual([{ approved: true }]);
    expect(confirms(host).at(-1)).toBe(2);
    agent.close();
  });
});
