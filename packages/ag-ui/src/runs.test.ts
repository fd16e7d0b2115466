// Runs of a thread, with the published clients of both generations as judges: whatever they do not take fails their run.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpAgent } from '@ag-ui/client';
import type { JsonObject } from '@vitrine/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { booking, CLIENTS, done, framesIn, ops, type Script, Stage, say } from '../test/stage.ts';

/** Shows the booking to whoever writes, thanks for what is pressed, and ends each turn. */
const bookingAgent: Script = async (event, send) => {
  if (event.event === 'say') await send(...booking(), say(`You said ${String(event.text)}`), done());
  if (event.action !== undefined) {
    const { name } = (event.action as JsonObject).context as JsonObject;
    const title = { surfaceId: 'booking', path: '/title', value: 'Booked' };
    await send({ version: 'v0.9', updateDataModel: title }, say(`Booked for ${String(name)}`), done());
  }
};

/** Asks for an approval before it says what came of it. */
const askingAgent: Script = async (event, send) => {
  if (event.event === 'say')
    await send(
      ops({
        op: 'ask',
        ask: 'deploy',
        prompt: 'Deploy?',
        want: { kind: 'confirm' },
        until: '2099-01-01T00:00:00.000Z',
      }),
    );
  if (event.event === 'answer') await send(say(event.value === true ? 'Deployed.' : 'Left alone.'), done());
};

function newMessage(content: string): { id: string; role: 'user'; content: string } {
  return { id: crypto.randomUUID(), role: 'user', content };
}

function operations(agent: HttpAgent): readonly JsonObject[] {
  const activity = agent.messages.find(({ role }) => role === 'activity') as unknown as
    | { content: JsonObject }
    | undefined;
  return (activity?.content.a2ui_operations ?? []) as JsonObject[];
}

function texts(agent: HttpAgent): readonly unknown[] {
  return agent.messages.flatMap((message) => (message.role === 'assistant' ? [message.content] : []));
}

/** What the client was told that went wrong. */
async function run(
  agent: HttpAgent,
  input: object = {},
): Promise<{ readonly errors: unknown[]; readonly outcome?: JsonObject }> {
  const errors: unknown[] = [];
  let outcome: JsonObject | undefined;
  await agent.runAgent(input as never, {
    onRunErrorEvent: ({ event }) => void errors.push(event),
    onRunFinishedEvent: ({ event }) => {
      outcome = (event as { outcome?: JsonObject }).outcome;
    },
  });
  return { errors, ...(outcome === undefined ? {} : { outcome }) };
}

describe.each(CLIENTS)('the client %s', (_, create) => {
  it('[GU1] is shown a surface, and what is pressed on it reaches the agent in its own words', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(bookingAgent);
    const agent = create(`${stage.url}/ag-ui/bot`);
    agent.addMessage(newMessage('hello'));
    expect((await run(agent)).errors).toEqual([]);
    expect(texts(agent)).toEqual(['You said hello']);
    expect(operations(agent).map((operation) => Object.keys(operation)[1])).toEqual([
      ...['createSurface', 'updateComponents', 'updateDataModel'],
    ]);
    expect(operations(agent)[0]).toMatchObject({
      createSurface: { catalogId: 'https://a2ui.org/specification/v0_9/basic_catalog.json' },
    });
    const userAction = { name: 'book', surfaceId: 'booking', sourceComponentId: 'book', context: { name: 'Grace' } };
    const timestamp = new Date().toISOString();
    expect(
      (await run(agent, { forwardedProps: { a2uiAction: { userAction: { ...userAction, timestamp } } } })).errors,
    ).toEqual([]);
    expect(events.at(-1)).toMatchObject({ version: 'v0.9', action: { name: 'book', context: { name: 'Grace' } } });
    expect(texts(agent)).toEqual(['You said hello', 'Booked for Grace']);
  });

  it('[GU2] is never sent what a person may be typing over, once it has the surface', async () => {
    const stage = await Stage.open();
    await stage.agent(bookingAgent);
    const agent = create(`${stage.url}/ag-ui/bot`);
    agent.addMessage(newMessage('hello'));
    await run(agent);
    const userAction = { name: 'book', surfaceId: 'booking', sourceComponentId: 'book', context: { name: 'Grace' } };
    await run(agent, { forwardedProps: { a2uiAction: { userAction } } });
    const writes = operations(agent).flatMap(({ updateDataModel }) =>
      updateDataModel === undefined ? [] : [updateDataModel as JsonObject],
    );
    expect(writes.map(({ path, value }) => [path, value])).toEqual([
      ['/title', 'Booked'],
      ['/form/guests', 2],
    ]);
  });

  it('[GU3] ends a run with an interrupt where nothing else can be pressed, and answers it with the next', async () => {
    const stage = await Stage.open();
    await stage.agent(askingAgent);
    const agent = create(`${stage.url}/ag-ui/bot`);
    agent.addMessage(newMessage('deploy'));
    const { errors, outcome } = await run(agent);
    expect(errors).toEqual([]);
    expect(outcome).toMatchObject({
      type: 'interrupt',
      interrupts: [
        {
          id: 'deploy',
          message: 'Deploy?',
          responseSchema: { type: 'boolean' },
          expiresAt: '2099-01-01T00:00:00.000Z',
        },
      ],
    });
    expect(operations(agent)).toEqual([]);
    const resumed = await run(agent, {
      resume: [{ interruptId: 'deploy', status: 'resolved', payload: { approved: true } }],
    });
    expect(resumed).toEqual({ errors: [] });
    expect(texts(agent)).toEqual(['Deployed.']);
  });

  it('[GU5] is told in an event of its protocol that an act was refused, and the agent is told nothing', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(bookingAgent);
    const agent = create(`${stage.url}/ag-ui/bot`);
    agent.addMessage(newMessage('hello'));
    await run(agent);
    const before = events.length;
    const userAction = { name: 'book', surfaceId: 'booking', sourceComponentId: 'nothing', context: {} };
    const { errors } = await run(agent, { forwardedProps: { a2uiAction: { userAction } } });
    expect(errors).toEqual([expect.objectContaining({ type: 'RUN_ERROR', code: expect.stringMatching(/^VITRINE_/) })]);
    expect(events).toHaveLength(before);
  });

  it('[GU5] is told that the agent is not running', async () => {
    const stage = await Stage.open({ limits: { absentMs: 10 } });
    await stage.host.credentials.addAgent('bot');
    const agent = create(`${stage.url}/ag-ui/bot`);
    agent.addMessage(newMessage('hello'));
    const { errors } = await run(agent);
    expect(errors).toEqual([expect.objectContaining({ code: 'VITRINE_AGENT_ABSENT' })]);
  });

  it('[GU4] is told tasks as steps, which all are over when the run is', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event !== 'say') return;
      await send(ops({ op: 'task', task: 'a', message: 'Searching' }, { op: 'task', task: 'b', message: 'Searching' }));
      await send(
        ops({ op: 'task', task: 'a', done: true }),
        ops({ op: 'effect', effect: { kind: 'toast', text: 'Half' } }),
        done(),
      );
    });
    const agent = create(`${stage.url}/ag-ui/bot`);
    agent.addMessage(newMessage('go'));
    const steps: (readonly unknown[])[] = [];
    await agent.runAgent(undefined, {
      onEvent: ({ event }: { event: JsonObject }) => void steps.push([event.type, event.stepName]),
    } as never);
    expect(steps.filter(([type]) => String(type).startsWith('STEP'))).toEqual([
      ['STEP_STARTED', 'Searching'],
      ['STEP_STARTED', 'Searching (b)'],
      ['STEP_FINISHED', 'Searching'],
      ['STEP_FINISHED', 'Searching (b)'],
    ]);
    expect(texts(agent)).toEqual(['Half']);
  });
});

const input = (threadId: string, more: object = {}) => ({
  ...{ threadId, runId: crypto.randomUUID(), messages: [], tools: [], context: [], state: null },
  ...more,
});
const types = (events: readonly JsonObject[]) => events.map(({ type }) => type);
const connect = '/ag-ui/agent/default/connect';

describe('a thread', () => {
  it('[GU6] comes back whole, with its messages by their own ids, its surfaces and open questions, after a restart too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ag-ui-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    let stage = await Stage.open({}, folder);
    const script: Script = async (event, send) => {
      if (event.event === 'say' && event.text === 'ask') await askingAgent(event, send);
      else await bookingAgent(event, send);
    };
    await stage.agent(script);
    const hello = newMessage('hello');
    await stage.events('/ag-ui/agent/default/run', input('t', { messages: [hello] }));
    for (const round of [1, 2]) {
      const events = await stage.events(connect, input('t'));
      expect([round, types(events)]).toEqual([round, ['RUN_STARTED', 'MESSAGES_SNAPSHOT', 'RUN_FINISHED']]);
      expect(events[1]?.messages).toEqual([
        hello,
        { id: expect.any(String), role: 'assistant', content: 'You said hello' },
        expect.objectContaining({ id: 'a2ui-surface-booking', role: 'activity', activityType: 'a2ui-surface' }),
      ]);
      if (round === 2) break;
      await stage.stop();
      stage = await Stage.open({}, folder);
      await stage.agent(script);
    }
    // Beside a surface with a button a question is one more of them, and no interrupt.
    await stage.events('/ag-ui/agent/default/run', input('t', { messages: [newMessage('ask')] }));
    const [, { messages }, end] = (await stage.events(connect, input('t'))) as [JsonObject, JsonObject, JsonObject];
    expect((messages as JsonObject[]).filter(({ role }) => role === 'activity')).toHaveLength(2);
    expect(end).not.toHaveProperty('outcome');
  });

  it('[GU3] puts a question that comes from elsewhere as a surface that says so, never as an interrupt', async () => {
    const stage = await Stage.open();
    const { key } = await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say('Wait'), done());
    });
    await stage.events('/ag-ui/bot', input('t', { messages: [newMessage('go')] }));
    const [session = ''] = await stage.sessions();
    const ask = ops({ op: 'ask', ask: 'q', prompt: 'Your name?', want: { kind: 'text' } });
    expect((await stage.post(`/sessions/${session}/messages?untrusted=1`, ask, key)).status).toBe(200);
    const [, snapshot, end] = (await stage.events(connect, input('t'))) as [JsonObject, JsonObject, JsonObject];
    expect(end).not.toHaveProperty('outcome');
    const activities = (snapshot.messages as JsonObject[]).filter(({ role }) => role === 'activity');
    expect(activities).toHaveLength(1);
    expect(JSON.stringify(activities)).toMatch(/elsewhere/i);
  });

  it('[GU3] marks words, notes, tasks and prompts that come from elsewhere, live and replayed, and takes links out', async () => {
    const stage = await Stage.open();
    const elsewhere = (...body: readonly JsonObject[]) => ({ ...ops(...body), trust: 'untrusted' });
    const away = 'Look ![x](https://away.example/i.png) [here](https://away.example/)';
    await stage.agent(async (event, send) => {
      if (event.event !== 'say') return;
      await send(
        say('My own words'),
        elsewhere({ op: 'say', text: away }),
        elsewhere({ op: 'effect', effect: { kind: 'toast', text: 'Pay now' } }),
        elsewhere({ op: 'task', task: 'k', message: 'Approve it' }),
        elsewhere({ op: 'ask', ask: 'f', prompt: 'Your passport', want: { kind: 'file' } }),
        done(),
      );
    });
    const events = await stage.events('/ag-ui/bot', input('t', { messages: [newMessage('go')] }));
    const told = events.flatMap(({ delta, stepName }) => delta ?? stepName ?? []);
    const mark = '[From elsewhere, not trusted]';
    const plain = `${mark} Look x here (https://away.example/)`;
    expect(told).toEqual([
      ...['My own words', plain, `${mark} Pay now`, `${mark} Approve it`],
      expect.stringContaining(`${mark} Your passport\n\nhttp://`),
      `${mark} Approve it`,
    ]);
    const [, snapshot] = (await stage.events(connect, input('t'))) as [JsonObject, JsonObject];
    const contents = (snapshot.messages as JsonObject[]).map(({ content }) => content);
    expect(contents.slice(0, 4)).toEqual(['go', 'My own words', plain, `${mark} Pay now`]);
  });

  it('[GU7] belongs to the client that began it, whatever others call theirs', async () => {
    const stage = await Stage.open({ isOpen: false });
    const { key } = await stage.agent(bookingAgent);
    const credential = async (name: string) =>
      ((await (await stage.post('/ag-ui/bot/credentials', { name }, key)).json()) as { token: string }).token;
    const [ada, eve] = [await credential('ada'), await credential('eve')];
    await stage.events('/ag-ui/bot', input('same', { messages: [newMessage('mine')] }), ada);
    expect(types(await stage.events(connect, input('same'), eve))).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
    await stage.events('/ag-ui/bot', input('same', { messages: [newMessage('mine too')] }), eve);
    expect(await stage.sessions()).toHaveLength(2);
    for (const token of [key, undefined, 'vg_wrong'])
      expect((await stage.post('/ag-ui/bot', input('same'), token)).status).toBeGreaterThanOrEqual(401);
  });

  it('[GU7] is the one session of a viewer, who comes with its token', async () => {
    const stage = await Stage.open({ isOpen: false });
    const { key } = await stage.agent(bookingAgent);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const opened = await fetch(`${stage.url}/sessions`, { method: 'POST', headers, body: '{"dialect": "a2ui-0.9"}' });
    const { session, viewerToken } = (await opened.json()) as { session: string; viewerToken: string };
    await stage.send(key, session, ...booking());
    const events = await stage.events(connect, input('whatever'), viewerToken);
    expect(events[1]?.messages).toMatchObject([{ role: 'activity' }]);
    expect(await stage.sessions()).toEqual([session]);
  });

  it('[GU7] gives a viewer no link that outlives what is taken back from the viewer', async () => {
    const stage = await Stage.open({ isOpen: false });
    const { key } = await stage.agent(bookingAgent);
    const opened = await (await stage.post('/sessions', {}, key)).json();
    const { session, viewerToken } = opened as { session: string; viewerToken: string };
    await stage.send(key, session, ops({ op: 'ask', ask: 'f', prompt: 'A file', want: { kind: 'file' } }));
    const told = JSON.stringify(await stage.events(connect, input('t'), viewerToken));
    const code = /#code=([\w.-]+)/.exec(told)?.[1];
    const redeem = async () => (await stage.post('/viewer', { code })).status;
    expect(await redeem()).toBe(200);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ token: viewerToken });
    await fetch(`${stage.url}/sessions/${session}/viewer-token`, { method: 'DELETE', headers, body });
    expect(await redeem()).toBe(401);
  });

  it('[GU8] is told what changes between runs while a client listens for it', async () => {
    const stage = await Stage.open();
    const { key } = await stage.agent(bookingAgent);
    await stage.events('/ag-ui/bot', input('t', { messages: [newMessage('hello')] }));
    const answer = await stage.post(connect, input('t', { forwardedProps: { live: true } }));
    const reader = (answer.body as ReadableStream<Uint8Array>)
      .pipeThrough<string>(new TextDecoderStream() as never)
      .getReader();
    let text = '';
    const until = async (words: string): Promise<void> => {
      while (!text.includes(words)) {
        const { done: isOver, value } = await reader.read();
        if (isOver) throw new Error(`The stream ended: ${text}`);
        text += value;
      }
    };
    await until('MESSAGES_SNAPSHOT');
    const [session = ''] = await stage.sessions();
    const value = 'Changed meanwhile';
    await stage.send(key, session, {
      version: 'v0.9',
      updateDataModel: { surfaceId: 'booking', path: '/title', value },
    });
    await until('Changed meanwhile');
    await stage.send(key, session, { version: 'v0.9', deleteSurface: { surfaceId: 'booking' } });
    await until('deleteSurface');
    // A run of another tab does not end it; stopping the thread does.
    await stage.events('/ag-ui/bot', input('t', { messages: [newMessage('again')] }));
    await until('You said again');
    expect(await (await stage.post('/ag-ui/agent/bot/stop/t', {})).json()).toEqual({ stopped: true });
    await until('RUN_FINISHED');
    expect(framesIn(text).at(-1)).not.toHaveProperty('outcome');
  });

  it('[GU9] ends a run that is stopped, and asks the agent to stop what it is at', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(done('working'), ops({ op: 'task', task: 'long', message: 'Searching' }));
    });
    const running = stage.post('/ag-ui/bot', input('t', { messages: [newMessage('go')], protocolVersion: '1.0' }));
    const reader = ((await running).body as ReadableStream<Uint8Array>)
      .pipeThrough<string>(new TextDecoderStream() as never)
      .getReader();
    let text = '';
    while (!text.includes('STEP_STARTED')) text += (await reader.read()).value;
    await stage.post('/ag-ui/agent/bot/stop/t', {});
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    expect(types(framesIn(text)).slice(-2)).toEqual(['STEP_FINISHED', 'RUN_FINISHED']);
    expect(framesIn(text).at(-1)).toMatchObject({ outcome: { type: 'cancelled' } });
    while (!events.some(({ event }) => event === 'cancel')) await new Promise((resolve) => setImmediate(resolve));
  });

  it('[GU10] does nothing twice for a message that is sent again', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(bookingAgent);
    const again = input('t', { messages: [newMessage('once')] });
    await stage.events('/ag-ui/bot', again);
    expect(types(await stage.events('/ag-ui/bot', { ...again, runId: 'another' }))).toContain('RUN_FINISHED');
    expect(events.filter(({ event }) => event === 'say')).toHaveLength(1);
    // Without a time of its own, which would be another one in each run.
    const userAction = { name: 'book', surfaceId: 'booking', sourceComponentId: 'book', context: { name: 'Ada' } };
    const press = input('t', { forwardedProps: { a2uiAction: { userAction } } });
    for (let i = 0; i < 2; i++) expect(types(await stage.events('/ag-ui/bot', press))).toContain('RUN_FINISHED');
    expect(events.filter(({ action }) => action !== undefined)).toHaveLength(1);
  });

  it('[GU10] does nothing twice for an answer that is sent again, though the question is gone', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(askingAgent);
    await stage.events('/ag-ui/bot', input('t', { messages: [newMessage('deploy')] }));
    const answer = input('t', { resume: [{ interruptId: 'deploy', status: 'resolved', payload: true }] });
    for (let i = 0; i < 2; i++) expect(types(await stage.events('/ag-ui/bot', answer))).toContain('RUN_FINISHED');
    expect(events.filter(({ event }) => event === 'answer')).toHaveLength(1);
    // Under the same id, which says something else.
    const other = { ...answer, resume: [{ interruptId: 'deploy', status: 'cancelled' }] };
    expect((await stage.events('/ag-ui/bot', other)).at(-1)).toMatchObject({ code: 'VITRINE_KEY_REUSED' });
  });

  it.each([
    ['no JSON', '{', 400],
    ['no object', '[]', 400],
    ['no ids', { messages: [] }, 400],
    ['a long id', input('x'.repeat(500)), 400],
    ['messages that are none', input('t', { messages: {} }), 400],
    ['a message without a role', input('t', { messages: [1] }), 400],
    ['parts that are none', input('t', { messages: [{ id: '1', role: 'user', content: 7 }] }), 400],
    ['an action that is none', input('t', { forwardedProps: { a2uiAction: 1 } }), 400],
    ['a resume that is none', input('t', { resume: [{}] }), 400],
  ])('[GU11] is refused with %s, before a session begins', async (_, body, status) => {
    const stage = await Stage.open();
    await stage.agent(bookingAgent);
    const answer = await stage.post('/ag-ui/bot', body);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { error: expect.any(String), message: expect.any(String) },
    ]);
    expect(await stage.sessions()).toEqual([]);
  });

  it('[GU11] takes an answer to what nobody asked for nothing, and says so', async () => {
    const stage = await Stage.open();
    await stage.agent(bookingAgent);
    const events = await stage.events('/ag-ui/bot', input('t', { resume: [{ interruptId: 'x', status: 'resolved' }] }));
    expect(types(events)).toEqual(['RUN_STARTED', 'RUN_ERROR']);
  });

  it('[GU12] is not for pages of others without a credential, and /info tells who may be called', async () => {
    const stage = await Stage.open();
    await stage.agent(bookingAgent);
    const other = await stage.post('/ag-ui/bot', input('t'), undefined, { origin: 'http://elsewhere.example' });
    expect(other.status).toBe(403);
    expect(await (await fetch(`${stage.url}/ag-ui/info`)).json()).toMatchObject({
      agents: { default: { name: 'bot' } },
      a2uiEnabled: true,
    });
    expect((await fetch(`${stage.url}/ag-ui/agent/nobody/run`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${stage.url}/ag-ui/bot`)).status).toBe(405);
  });
});
