import { describe, expect, it } from 'vitest';
import { RUN, seen, signals } from '../test/runs.ts';
import {
  type A2UIMessage,
  type A2UIProblem,
  type A2UIUserAction,
  createA2UIAdapter,
  createA2UIStream,
  createSignal,
  type SignalAdapterLike,
  SignalBus,
  type SignalBusLike,
  subscribeA2UI,
} from './index.ts';

const PRESS = {
  version: 'v0.9',
  action: {
    name: 'retry now',
    surfaceId: 'main',
    sourceComponentId: 'again',
    timestamp: '2026-01-15T10:00:00.000Z',
    context: { n: 1 },
  },
};

function subscribed(options: Partial<Parameters<typeof subscribeA2UI>[1]> = {}) {
  const bus = new SignalBus();
  const messages: A2UIMessage[] = [];
  const problems: A2UIProblem[] = [];
  const subscription = subscribeA2UI(bus, {
    version: '0.9',
    onMessage: (message) => messages.push(message),
    onError: (problem) => problems.push(problem),
    ...options,
  });
  return { bus, messages, problems, subscription };
}

function fail(): never {
  throw new Error('not for looking at');
}

describe('subscribeA2UI', () => {
  it('[HS35] it tells every message, and nothing after it was stopped', () => {
    const { bus, messages, problems, subscription } = subscribed();
    for (const signal of signals()) bus.emit(signal);
    expect(seen(messages, '0.9')).toContain('Good morning');
    subscription();
    const { length } = messages;
    bus.emit(createSignal('text:delta', { content: 'more' }));
    expect(messages).toHaveLength(length);
    expect(subscription.handleClientMessage(PRESS)).toMatchObject({ ok: false });
    expect(problems).toEqual([]);
    expect(bus.subscriptionCount()).toBe(0);
  });

  it('[HS34] replay shows what was before', () => {
    const bus = new SignalBus();
    for (const signal of signals()) bus.emit(signal);
    const messages: A2UIMessage[] = [];
    subscribeA2UI(bus, { replay: true, onMessage: (message) => messages.push(message) });
    expect(seen(messages)).toContain('Good morning');
  });

  it('[HS35] handlers that throw or reject are told, and the bus goes on', async () => {
    const errors: unknown[] = [];
    const problems: A2UIProblem[] = [];
    const bus = new SignalBus({ onError: (error) => errors.push(error) });
    let count = 0;
    subscribeA2UI(bus, {
      onMessage: () => {
        if (count++ === 0) throw new Error('closed');
        return Promise.reject(new Error('gone'));
      },
      onError: (problem) => {
        problems.push(problem);
        throw new Error('worse');
      },
    });
    bus.emit(createSignal('workflow:start', {}));
    await new Promise(setImmediate);
    expect(errors).toEqual([]);
    expect(problems.map(({ cause }) => (cause as Error).message).slice(0, 2)).toEqual(['closed', 'gone']);
  });

  it('[HS35] what is no signal, or throws when it is looked at, is told and not thrown at the bus', () => {
    const throwing = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail });
    const given = [null, undefined, 7, throwing, { name: 'x', payload: {} }] as never[];
    const handlers: ((signal: never) => void)[] = [];
    const problems: A2UIProblem[] = [];
    const bus: SignalBusLike = {
      subscribe: (_, handler) => {
        handlers.push(handler);
        return () => undefined;
      },
      history: () => given,
    };
    const onError = (problem: A2UIProblem) => void problems.push(problem);
    const { handleClientMessage } = subscribeA2UI(bus, { replay: true, onMessage: () => undefined, onError });
    createA2UIStream(bus, { replay: true, onError });
    for (const handler of handlers) for (const signal of given) handler(signal);
    expect(problems).toHaveLength(4 * given.length);
    expect(handleClientMessage(throwing)).toMatchObject({ ok: false });
    expect(() => subscribeA2UI({ ...bus, history: fail }, { replay: true, onMessage: () => undefined })).not.toThrow();
  });

  it('[HS35] a signal after the end of its run is shown and told', () => {
    const { bus, messages, problems } = subscribed();
    for (const signal of signals()) bus.emit(signal);
    bus.emit(createSignal('text:delta', { content: 'afterthought' }));
    expect(seen(messages, '0.9')).toContain('afterthought');
    expect(problems.map(({ message }) => message)).toEqual(['A signal came after the end of its run.']);
    for (const signal of signals()) bus.emit(signal);
    expect(problems).toHaveLength(1);
  });

  it('[HS36] what a handler emits is told behind what it was told', () => {
    const bus = new SignalBus();
    const messages: A2UIMessage[] = [];
    subscribeA2UI(bus, {
      version: '0.9',
      onMessage: (message) => {
        if (messages.push(message) === 1) bus.emit(createSignal('tool:call', { id: 't', name: 'inner', input: '' }));
      },
    });
    bus.emit(createSignal('text:delta', { content: 'outer' }));
    const picture = seen(messages, '0.9');
    expect(picture).toContain('outer');
    expect(picture).toContain('inner');
  });

  it('[HS37] an action comes back as two signals', () => {
    const { bus, subscription } = subscribed();
    bus.emit(createSignal('workflow:start', {}));
    expect(subscription.handleClientMessage(PRESS)).toEqual({ ok: true, issues: [] });
    const told = bus.history().slice(1);
    expect(told.map(({ name }) => name)).toEqual(['user:action', 'user:action:retry_now']);
    expect(told[0]).toMatchObject({ payload: PRESS.action, source: { agent: 'user' } });
  });

  it('[HS37] onUserAction takes actions instead of the bus, as the original shows it', () => {
    const bus = new SignalBus();
    const stop = subscribeA2UI(bus, {
      surfaceId: 'main',
      onMessage: () => undefined,
      onUserAction: (action) => bus.emit(createSignal('user:action', action)),
    });
    bus.emit(createSignal('workflow:start', {}));
    const userAction = { ...PRESS.action, name: 'go' };
    expect(stop.handleClientMessage({ userAction })).toMatchObject({ ok: true });
    expect(bus.history().map(({ name }) => name)).toEqual(['workflow:start', 'user:action']);
    expect(bus.history()[1]?.payload).toMatchObject({ name: 'go' } satisfies Partial<A2UIUserAction>);
  });

  it('[HS37] an error of the client is user:error', () => {
    const { bus, subscription } = subscribed();
    bus.emit(createSignal('workflow:start', {}));
    subscription.handleClientMessage({
      version: 'v0.9',
      error: { code: 'VALIDATION_FAILED', surfaceId: 'main', path: '/x', message: 'bad' },
    });
    expect(bus.history().at(-1)).toMatchObject({ name: 'user:error', payload: { surfaceId: 'main', message: 'bad' } });
  });

  it('[HS38] what is strange, closed or not let through is refused with a reason', () => {
    const { bus, problems, subscription } = subscribed({ actions: ['ok'] });
    bus.emit(createSignal('workflow:start', {}));
    const strange = { ...PRESS, action: { ...PRESS.action, surfaceId: 'other' } };
    const heard = [PRESS, strange, null, 1, 'x', {}, { version: 'v0.9', action: {} }].map((message) =>
      subscription.handleClientMessage(message),
    );
    expect(heard.map(({ ok }) => ok)).toEqual(heard.map(() => false));
    expect(heard.map(({ reason }) => reason)).not.toContain(undefined);
    expect(problems).toHaveLength(heard.length);
    expect(bus.history()).toHaveLength(1);
  });

  it('[HS22] a requested input is a question whose answer is input:received, once', () => {
    const { bus, messages, subscription } = subscribed();
    bus.emit(createSignal('input:requested', { id: 'q1', prompt: 'Deploy?', type: 'approval' }));
    expect(JSON.stringify(messages)).toContain('Deploy?');
    const answer = {
      version: 'v0.9',
      action: {
        ...PRESS.action,
        name: 'vitrine.answer',
        surfaceId: 'vitrine:ask:q1',
        sourceComponentId: 'approve',
        context: { value: true },
      },
    };
    subscription.handleClientMessage(answer);
    expect(bus.history().at(-1)).toMatchObject({
      name: 'input:received',
      payload: { id: 'q1', value: 'yes', approved: true },
    });
    expect(bus.history().at(-1)?.id).toMatch(UUID);
    expect(messages.at(-1)).toMatchObject({ deleteSurface: { surfaceId: 'vitrine:ask:q1' } });
    const { length } = bus.history();
    subscription.handleClientMessage(answer);
    expect(bus.history()).toHaveLength(length);
  });

  it('[HS22] what is none of the options is no answer, and the question stays open', () => {
    const { bus, subscription } = subscribed();
    bus.emit(createSignal('input:requested', { id: 'q2', prompt: 'Which?', type: 'choice', options: ['a', 'b'] }));
    const press = (value: unknown) => ({
      version: 'v0.9',
      action: {
        ...{ ...PRESS.action, name: 'vitrine.answer', surfaceId: 'vitrine:ask:q2', sourceComponentId: 'send' },
        context: { value },
      },
    });
    for (const value of ['zz', [], ['zz'], 7])
      expect(subscription.handleClientMessage(press(value))).toMatchObject({ ok: false });
    expect(bus.history()).toHaveLength(1);
    expect(subscription.handleClientMessage(press(['b']))).toMatchObject({ ok: true });
    expect(bus.history().at(-1)).toMatchObject({ name: 'input:received', payload: { id: 'q2', value: 'b' } });
  });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('createA2UIAdapter', () => {
  it('[HS39] it has the structure of an adapter and shows one run after another', () => {
    const messages: A2UIMessage[] = [];
    const emitted: string[] = [];
    const adapter = createA2UIAdapter({
      version: '0.9',
      onMessage: (message) => messages.push(message),
      emit: ({ name }) => emitted.push(name),
    });
    const structure: SignalAdapterLike = adapter;
    expect(structure).toMatchObject({ name: 'a2ui', patterns: ['**'] });
    for (const signal of [...signals(), ...signals(RUN.slice(0, 3))]) adapter.onSignal(signal);
    expect(seen(messages, '0.9')).toContain('Thinking…');
    adapter.handleClientMessage(PRESS);
    expect(emitted).toEqual(['user:action', 'user:action:retry_now']);
  });

  it('[HS39] our bus has the structure that every function takes', () => {
    const bus: SignalBusLike = new SignalBus();
    expect(typeof bus.subscribe).toBe('function');
  });
});
