// What goes wrong on the way: paths and bodies that are none, clients that leave or do not read, credentials, sessions and hosts
// that end in the middle. Every answer is one that a client of the protocol understands, and nobody else is disturbed.

import { connect as connectTo } from 'node:net';
import type { JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { booking, CLIENTS, done, framesIn, ops, type Script, Stage, say } from '../test/stage.ts';

const input = (threadId: string, more: object = {}) => ({
  ...{ threadId, runId: crypto.randomUUID(), messages: [], tools: [], context: [], state: null },
  ...more,
});
const words = (content: string, id: string = crypto.randomUUID()) => ({ id, role: 'user', content }) as const;
const types = (events: readonly JsonObject[]) => events.map(({ type }) => type);
const CONNECT = '/ag-ui/agent/bot/connect';

/** Begins a task, and never comes to an end. */
const endless: Script = async (event, send) => {
  if (event.event === 'say') await send(done('working'), ops({ op: 'task', task: 'long', message: 'Searching' }));
};

const echo: Script = async (event, send) => {
  if (event.event === 'say') await send(say(`You said ${String(event.text)}`), done());
};

/** An answer that is read piece by piece. */
class Reading {
  text = '';
  readonly #reader: ReadableStreamDefaultReader<string>;

  constructor(answer: Response) {
    const body = answer.body as ReadableStream<Uint8Array>;
    this.#reader = body.pipeThrough<string>(new TextDecoderStream() as never).getReader();
  }

  async until(part: string): Promise<void> {
    while (!this.text.includes(part)) {
      const { done: isOver, value } = await this.#reader.read();
      if (isOver) throw new Error(`The stream ended: ${this.text}`);
      this.text += value;
    }
  }

  async rest(): Promise<readonly JsonObject[]> {
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) this.text += next.value;
    return framesIn(this.text);
  }

  leave(): Promise<void> {
    return this.#reader.cancel();
  }
}

async function begin(stage: Stage, path: string, body: object, token?: string): Promise<Reading> {
  return new Reading(await stage.post(path, body, token));
}

async function beginEndless(stage: Stage, token?: string): Promise<Reading> {
  const reading = await begin(stage, '/ag-ui/bot', input('t', { messages: [words('go')] }), token);
  await reading.until('STEP_STARTED');
  return reading;
}

describe('a path', () => {
  it.each([
    ['/ag-ui/%zz', 404],
    ['/ag-ui/agent/%E0%A4%A/run', 404],
    ['/ag-ui/agent/bot/stop/%', 404],
    ['/ag-ui/agent/bot/run/y', 404],
    ['/ag-ui/agent/bot', 404],
    ['/ag-ui/agent/bot/', 404],
    ['/ag-ui/bot/run', 404],
    ['/ag-ui/bot/credentials/x/y', 404],
    ['/ag-ui/agent/__proto__/run', 404],
    ['/ag-ui/agent/..%2f..%2fbot/run', 404],
  ])('[GU11] %s is not known, and that is no fault of the host', async (path, status) => {
    const stage = await Stage.open();
    await stage.agent(echo);
    const answer = await stage.post(path, input('t', { messages: [words('hello')] }));
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.any(String) }),
    ]);
    expect([await stage.sessions(), stage.lines]).toEqual([[], []]);
  });
});

describe('a body', () => {
  it.each([
    ['deep', `{"threadId":"t","runId":"r","messages":[],"state":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['longer than 8 MiB', JSON.stringify(input('t', { state: 'x'.repeat(9 * 1024 * 1024) }))],
    [
      'with two answers to one question',
      input('t', { resume: Array(2).fill({ interruptId: 'x', status: 'cancelled' }) }),
    ],
    ['with a message without a name', input('t', { messages: [words('hello', '')] })],
  ])('[GU11] that is %s is refused before a session begins', async (_, body) => {
    const stage = await Stage.open();
    await stage.agent(echo);
    const answer = await stage.post('/ag-ui/bot', body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await stage.sessions()).toEqual([]);
  });

  it('[GU11] of 60 KB of catalog, line ends of two characters and names of any characters is taken', async () => {
    const stage = await Stage.open();
    await stage.agent(echo);
    const context = [
      {
        description: 'A2UI Component Schema — available components',
        value: JSON.stringify({ catalogId: 'x', components: 'y'.repeat(60_000) }),
      },
    ];
    for (const id of ['\u0000', '\ud800', 'é'.repeat(200), '"\r\n', '../..']) {
      const body = JSON.stringify(input(`t${id}`.slice(0, 200), { messages: [words('a\r\nb', id)], context }), null, 2);
      const events = await stage.events('/ag-ui/bot', body.replaceAll('\n', '\r\n'));
      expect([id, types(events)]).toEqual([id, expect.arrayContaining(['TEXT_MESSAGE_CONTENT', 'RUN_FINISHED'])]);
      expect(events.every((event) => !JSON.stringify(event).includes('\n'))).toBe(true);
    }
  });
});

describe('a run', () => {
  it('[GU10] delivers other words under a name that was used before', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(echo);
    await stage.events('/ag-ui/bot', input('t', { messages: [words('one', '1')] }));
    const second = await stage.events('/ag-ui/bot', input('t', { messages: [words('two', '1')] }));
    expect(events.filter(({ event }) => event === 'say').map(({ text }) => text)).toEqual(['one', 'two']);
    expect(types(second)).toContain('RUN_FINISHED');
    const [, { messages }] = (await stage.events(CONNECT, input('t'))) as [JsonObject, { messages: JsonObject[] }];
    expect(messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))).toEqual(['one', 'two']);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  });

  it('[GU4] that its client leaves is over, and what was said then is told once in the next', async () => {
    const stage = await Stage.open();
    let go = (): void => undefined;
    await stage.agent(async (event, send) => {
      if (event.event !== 'say') return;
      if (event.text === 'first') {
        await send(done('working'), say('Wait.'));
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        await send(say('Here it is.'), done());
      } else await send(say('Second.'), done());
    });
    const first = words('first');
    const reading = await begin(stage, '/ag-ui/bot', input('t', { messages: [first] }));
    await reading.until('TEXT_MESSAGE_END');
    const [, told] = framesIn(reading.text) as [JsonObject, JsonObject];
    await reading.leave();
    go();
    const held = { id: told.messageId, role: 'assistant', content: 'Wait.' };
    const next = await stage.events('/ag-ui/bot', input('t', { messages: [first, held, words('second')] }));
    expect(next.filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT').map(({ delta }) => delta)).toEqual([
      'Here it is.',
      'Second.',
    ]);
  });

  it('[GU4] whose client does not read ends when another begins', async () => {
    const stage = await Stage.open();
    let isFull = false;
    await stage.agent(async (event, send) => {
      if (event.event === 'say' && event.text === 'much')
        for (let i = 0; i < 15; i++) await send(...Array.from({ length: 15 }, () => say('x'.repeat(60_000))));
      if (event.event === 'say' && event.text === 'much') isFull = true;
      else if (event.event === 'say') await send(say('Little.'), done());
    });
    const body = JSON.stringify(input('t', { messages: [words('much')] }));
    const { hostname, port } = new URL(stage.url);
    const socket = connectTo(Number(port), hostname);
    socket.write(
      `POST /ag-ui/bot HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    socket.once('readable', () => undefined);
    while (!isFull) await new Promise((resolve) => setImmediate(resolve));
    const next = await stage.events('/ag-ui/bot', input('t', { messages: [words('little')] }));
    expect(types(next).at(-1)).toBe('RUN_FINISHED');
    socket.destroy();
  });

  it('[GU4] beside a run of the same moment ends it: one is told to the end', async () => {
    const stage = await Stage.open();
    await stage.agent(endless);
    await beginEndless(stage);
    const readings = await Promise.all(
      ['a', 'b', 'c'].map((id) => begin(stage, '/ag-ui/bot', input('t', { runId: id, messages: [words(id)] }))),
    );
    const rests = readings.map((reading) => reading.rest());
    let over = 0;
    for (const rest of rests) void rest.then(() => over++);
    while (over < 2) await new Promise((resolve) => setImmediate(resolve));
    await stage.post('/ag-ui/agent/bot/stop/t', {});
    for (const rest of await Promise.all(rests))
      expect([types(rest)[0], types(rest).at(-1)]).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
    expect(await stage.sessions()).toHaveLength(1);
  });

  it('[GU5] ends within a second when its credential is taken back', async () => {
    const stage = await Stage.open({ isOpen: false });
    const { key } = await stage.agent(endless);
    const made = await stage.post('/ag-ui/bot/credentials', { name: 'ada' }, key);
    const { id, token } = (await made.json()) as { id: string; token: string };
    const reading = await beginEndless(stage, token);
    const since = performance.now();
    await fetch(`${stage.url}/ag-ui/bot/credentials/${id}`, {
      ...{ method: 'DELETE', headers: { authorization: `Bearer ${key}` } },
    });
    expect((await reading.rest()).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'VITRINE_CREDENTIAL_REVOKED' });
    expect(performance.now() - since).toBeLessThan(1000);
  });

  it('[GU5] is refused when its credential is taken back while its body comes, and nothing of it is done', async () => {
    const stage = await Stage.open({ isOpen: false });
    const { key, events } = await stage.agent(() => undefined);
    const add = async () =>
      (await (await stage.post('/ag-ui/bot/credentials', { name: 'ada' }, key)).json()) as {
        id: string;
        token: string;
      };
    const remove = (id: string) =>
      fetch(`${stage.url}/ag-ui/bot/credentials/${id}`, {
        ...{ method: 'DELETE', headers: { authorization: `Bearer ${key}` } },
      });
    for (const takeBack of [remove, () => stage.host.credentials.revokeAgent('bot')]) {
      const { id, token } = await add();
      let begin: (sender: ReadableStreamDefaultController<Uint8Array>) => void = () => undefined;
      const reading = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => {
        begin = resolve;
      });
      const body = new ReadableStream<Uint8Array>({ pull: (sender) => begin(sender) }, { highWaterMark: 0 });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', body, duplex: 'half', headers } as RequestInit;
      const begun = stage.host.fetch(new Request(`${stage.url}/ag-ui/bot`, init), { address: '127.0.0.1' });
      const sender = await reading;
      await takeBack(id);
      sender.enqueue(new TextEncoder().encode(JSON.stringify(input('t', { messages: [words('too late')] }))));
      sender.close();
      const answer = await begun;
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: 'VITRINE_CREDENTIAL_REVOKED' });
    }
    expect([events, await stage.sessions()]).toEqual([[], []]);
  });

  it('[GU5] has a seat among the connections before anything begins; wrong credentials are counted', async () => {
    const limits = { guessesPerMinute: 3 };
    const stage = await Stage.open({ limits }, undefined, { connections: { perClient: 2 } });
    // The agent has the other seat, and listens without an end: one that asks again and again gives it up in between.
    const { key } = await stage.host.credentials.addAgent('bot');
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    const line = new Reading(await fetch(`${stage.url}/events`, { headers }));
    const reading = await begin(stage, '/ag-ui/bot', input('t', { messages: [words('go')] }));
    await reading.until('RUN_STARTED');
    const refused = await stage.post('/ag-ui/bot', input('other', { messages: [words('too many')] }));
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'VITRINE_BUSY' }]);
    expect(await stage.sessions()).toHaveLength(1);
    await reading.leave();
    const again = input('other', { messages: [words('again')] });
    await expect
      .poll(async () => (await begin(stage, '/ag-ui/bot', again)).leave().then(() => stage.sessions()), {
        timeout: 20_000,
      })
      .toHaveLength(2);
    const guesses = [];
    for (let i = 0; i < 4; i++) guesses.push((await stage.post('/ag-ui/bot', input('t'), `vg_wrong${i}`)).status);
    expect(guesses).toEqual([401, 401, 401, 429]);
    await line.leave();
  });

  it('[GU5] is told that the host stops', async () => {
    const stage = await Stage.open();
    await stage.agent(endless);
    const reading = await beginEndless(stage);
    const stopped = stage.stop();
    expect((await reading.rest()).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'VITRINE_STOPPING' });
    await stopped;
  });

  it('[GU5] is told that the agent closed the session, and the next begins another', async () => {
    const stage = await Stage.open();
    await stage.agent(endless);
    const reading = await beginEndless(stage);
    const [session = ''] = await stage.sessions();
    await stage.host.sessions.close(session);
    expect((await reading.rest()).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'VITRINE_LOG_SESSION_CLOSED' });
    expect(types(await stage.events(CONNECT, input('t')))).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
    await beginEndless(stage).then((next) => next.leave());
    expect((await stage.sessions()).filter((one) => one !== session)).toHaveLength(1);
    expect(stage.lines).toEqual([]);
  });

  it('[GU7] of a viewer whose session is closed opens no other', async () => {
    const stage = await Stage.open({ isOpen: false });
    const { key } = await stage.agent(echo);
    const opened = await stage.post('/sessions', { dialect: 'a2ui-0.9' }, key);
    const { session, viewerToken } = (await opened.json()) as { session: string; viewerToken: string };
    await stage.host.sessions.close(session);
    const answer = await stage.post('/ag-ui/bot', input('t', { messages: [words('hello')] }), viewerToken);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await stage.sessions()).filter((one) => one !== session)).toEqual([]);
  });

  it('[GU5] of an agent that never ends is ended when its time is over', async () => {
    const stage = await Stage.open({ limits: { turnMs: 100 } });
    await stage.agent(endless);
    const run = await stage.events('/ag-ui/bot', input('t', { messages: [words('go')] }));
    expect(run.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'VITRINE_AGENT_SILENT' });
    expect(types(await stage.events(CONNECT, input('t'))).at(-1)).toMatch(/^RUN_/);
  });
});

describe('connecting', () => {
  it('[GU6] in the middle of a turn is told the rest of it, and ends with it, for two at once', async () => {
    const stage = await Stage.open();
    const { key } = await stage.agent(endless);
    const run = await beginEndless(stage);
    const tabs = [await begin(stage, CONNECT, input('t')), await begin(stage, CONNECT, input('t'))];
    for (const tab of tabs) await tab.until('MESSAGES_SNAPSHOT');
    const [session = ''] = await stage.sessions();
    await stage.send(key, session, say('Found.'), done());
    for (const tab of [run, ...tabs]) {
      const events = await tab.rest();
      expect(events.find(({ type }) => type === 'TEXT_MESSAGE_CONTENT')).toMatchObject({ delta: 'Found.' });
      expect(types(events).at(-1)).toBe('RUN_FINISHED');
    }
  });

  it('[GU2] a tab that was not told of a surface is sent all of it with its next run', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.text === 'show') await send(...booking(), say('There.'), done());
      else if (event.event === 'say') await send(say(`You said ${String(event.text)}`), done());
    });
    const first = words('hello');
    const told = await stage.events('/ag-ui/bot', input('t', { messages: [first] }));
    const { messageId } = told.find(({ type }) => type === 'TEXT_MESSAGE_END') as JsonObject;
    const held = [first, { id: messageId, role: 'assistant', content: 'You said hello' }];
    await stage.events('/ag-ui/bot', input('t', { messages: [...held, words('show')] }));
    const other = await stage.events('/ag-ui/bot', input('t', { messages: [...held, words('other tab')] }));
    expect(JSON.stringify(other)).toContain('"path":"/","value"');
    expect(other.flatMap(({ delta }) => delta ?? [])).toEqual(['There.', 'You said other tab']);
  });
});

describe.each(CLIENTS)('a question to the client %s', (_, create) => {
  const wants = [
    [{ kind: 'text', minLength: 2 }, { value: 'x' }, 'ok'],
    [{ kind: 'number', min: 1, max: 5 }, 9, 3],
    [{ kind: 'date' }, 'tomorrow', '2026-11-18'],
    [
      {
        kind: 'select',
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ],
      },
      'c',
      'b',
    ],
    [{ kind: 'confirm' }, 'yes', true],
  ] as const;
  it.each(wants)(
    '[GU3] for %j stays open after a wrong answer, and takes the right one',
    async (want, wrong, right) => {
      const stage = await Stage.open();
      const { events } = await stage.agent(async (event, send) => {
        if (event.event === 'say') await send(ops({ op: 'ask', ask: 'q', prompt: 'Well?', want }));
        if (event.event === 'answer') await send(say('Thanks.'), done());
      });
      const agent = create(`${stage.url}/ag-ui/bot`);
      agent.addMessage(words('ask me'));
      await agent.runAgent();
      const answers: unknown[] = [];
      for (const payload of [wrong, right]) {
        const resume = [{ interruptId: 'q', status: 'resolved' as const, payload }];
        const seen: unknown[] = [];
        await agent.runAgent({ resume } as never, {
          onRunFinishedEvent: ({ event }) => void seen.push((event as { outcome?: { type: string } }).outcome?.type),
          onRunErrorEvent: ({ event }) => void seen.push((event as { code?: string }).code),
        });
        answers.push(...seen);
      }
      expect(answers).toEqual([expect.any(String), undefined]);
      expect(events.flatMap(({ event, value }) => (event === 'answer' ? [value] : []))).toEqual([right]);
    },
  );
});

describe('two questions at once', () => {
  const asking: Script = async (event, send) => {
    if (event.event !== 'say') return;
    const ask = (name: string) => ({ op: 'ask', ask: name, prompt: `${name}?`, want: { kind: 'confirm' } });
    await send(ops(ask('a'), ask('b')));
  };

  it('[GU3] are both open until each has its answer', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(asking);
    const open = (run: readonly JsonObject[]) =>
      ((run.at(-1)?.outcome as { interrupts?: { id: string }[] } | undefined)?.interrupts ?? []).map(({ id }) => id);
    expect(open(await stage.events('/ag-ui/bot', input('t', { messages: [words('ask')] })))).toEqual(['a', 'b']);
    const resume = (interruptId: string, status: string) =>
      input('t', { resume: [{ interruptId, status, payload: true }] });
    expect(open(await stage.events('/ag-ui/bot', resume('a', 'resolved')))).toEqual(['b']);
    expect(open(await stage.events(CONNECT, input('t')))).toEqual(['b']);
    const last = await begin(stage, '/ag-ui/bot', resume('b', 'cancelled'));
    await last.until('RUN_STARTED');
    while (events.filter(({ event }) => event === 'answer').length < 2)
      await new Promise((resolve) => setImmediate(resolve));
    expect(events.flatMap(({ event, value }) => (event === 'answer' ? [value] : []))).toEqual([true, false]);
    await last.leave();
  });
});

it('[GU14] whoever calls too fast, or brings thousands of words in one call, waits, and nobody else does', async () => {
  const stage = await Stage.open({ isOpen: false, limits: { callsPerMinute: 30 } });
  const { key } = await stage.agent(echo);
  const credential = async (name: string) =>
    ((await (await stage.post('/ag-ui/bot/credentials', { name }, key)).json()) as { token: string }).token;
  const [ada, eve] = [await credential('ada'), await credential('eve')];
  const call = async (messages: readonly object[], token: string) => {
    const answer = await stage.post('/ag-ui/bot', input('t', { messages }), token);
    return [answer.status, (await answer.text()).includes('VITRINE_RATE')];
  };
  expect(
    await call(
      Array.from({ length: 20 }, (_, i) => words(`Word ${i}`)),
      eve,
    ),
  ).toEqual([200, false]);
  expect(
    await call(
      Array.from({ length: 20 }, (_, i) => words(`More ${i}`)),
      eve,
    ),
  ).toEqual([429, true]);
  expect(await call([words('hello')], ada)).toEqual([200, false]);
});
