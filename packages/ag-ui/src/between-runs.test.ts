// What a thread meets beside one run after the other: clients that send again what was never answered in words, answers that come
// too late, questions while a client listens, surfaces that are not whole yet, and clients that read less or bring more.

import type { HttpAgent } from '@ag-ui/client';
import type { JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { booking, CLIENTS, done, framesIn, ops, Stage, say } from '../test/stage.ts';

const input = (threadId: string, more: object = {}) => ({
  ...{ threadId, runId: crypto.randomUUID(), messages: [], tools: [], context: [], state: null },
  ...more,
});
const words = (content: string, id: string = crypto.randomUUID()) => ({ id, role: 'user', content }) as const;
const types = (events: readonly JsonObject[]) => events.map(({ type }) => type);
const told = (events: readonly JsonObject[]) => events.flatMap(({ delta }) => delta ?? []);
const CONNECT = '/ag-ui/agent/bot/connect';
const press = (surfaceId = 'booking') => ({
  a2uiAction: { userAction: { name: 'book', surfaceId, sourceComponentId: 'book', context: { name: 'Ada' } } },
});
const question = (ask: string, kind: 'text' | 'confirm' | 'file' = 'text', more: JsonObject = {}) =>
  ops({ op: 'ask', ask, prompt: `What of ${ask}?`, want: { kind, ...more } });
const operationsIn = (events: readonly JsonObject[], messageId: string) =>
  events.flatMap((event) =>
    event.messageId === messageId ? (((event.content as JsonObject).a2ui_operations ?? []) as JsonObject[]) : [],
  );
const writesIn = (events: readonly JsonObject[]) =>
  operationsIn(events, 'a2ui-surface-booking').flatMap(({ updateDataModel }) => updateDataModel ?? []);

/** A stream that is left open, and what came of it so far. */
class Listening {
  text = '';
  readonly #reader: ReadableStreamDefaultReader<string>;

  constructor(answer: Response) {
    const body = answer.body as ReadableStream<Uint8Array>;
    this.#reader = body.pipeThrough<string>(new TextDecoderStream() as never).getReader();
  }

  static async open(stage: Stage, path: string, body: object): Promise<Listening> {
    return new Listening(await stage.post(path, body));
  }

  get events(): readonly JsonObject[] {
    return framesIn(this.text);
  }

  async until(part: string): Promise<void> {
    while (!this.text.includes(part)) {
      const { done: isOver, value } = await this.#reader.read();
      if (isOver) throw new Error(`The stream ended without ${part}: ${this.text}`);
      this.text += value;
    }
  }

  async rest(): Promise<readonly JsonObject[]> {
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) this.text += next.value;
    return this.events;
  }

  leave(): Promise<void> {
    return this.#reader.cancel();
  }
}

describe('a run', () => {
  it('[GU10] of a press waits for what the agent answers, though words that it answered with a surface alone come again', async () => {
    const stage = await Stage.open({ limits: { quietMs: 5000 } });
    await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(...booking(), done());
      if (event.action !== undefined) await send(say('Booked.'), done());
    });
    const messages = [words('a table, please')];
    await stage.events('/ag-ui/bot', input('t', { messages }));
    const pressed = await stage.events('/ag-ui/bot', input('t', { messages, forwardedProps: press() }));
    expect(told(pressed)).toEqual(['Booked.']);
  });

  it('[GU4] that begins in the middle of a turn does not end with that turn', async () => {
    const stage = await Stage.open({ limits: { quietMs: 5000 } });
    let go = (): void => undefined;
    let isWorking = false;
    await stage.agent(async (event, send) => {
      if (event.event !== 'say') return;
      await send(done('working'));
      isWorking = true;
      if (event.text === 'first')
        await new Promise<void>((resolve) => {
          go = resolve;
        });
      await send(say(`Answer to ${String(event.text)}`), done());
    });
    const first = await Listening.open(stage, '/ag-ui/bot', input('t', { messages: [words('first')] }));
    await first.until('RUN_STARTED');
    while (!isWorking) await new Promise((next) => setImmediate(next));
    const second = await Listening.open(stage, '/ag-ui/bot', input('t', { messages: [words('second')] }));
    await first.rest();
    go();
    expect(told(await second.rest())).toEqual(['Answer to first', 'Answer to second']);
  });

  it('[GU4] without anything in it tells what was said since', async () => {
    const stage = await Stage.open();
    const { key } = await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say('Hello'), done());
    });
    await stage.events('/ag-ui/bot', input('t', { messages: [words('hi')] }));
    const [session = ''] = await stage.sessions();
    await stage.send(key, session, say('By the way'));
    expect(told(await stage.events('/ag-ui/bot', input('t')))).toEqual(['By the way']);
    expect(told(await stage.events('/ag-ui/bot', input('t')))).toEqual([]);
  });

  it('[GU4] gives steps of like words names of their own, whatever the tasks are called', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event !== 'say') return;
      const task = (id: string, message: string) => ({ op: 'task', task: id, message });
      await send(ops(task('a', 'Look (c)'), task('b', 'Look'), task('c', 'Look'), task('d', 'Look')), done());
    });
    const events = await stage.events('/ag-ui/bot', input('t', { messages: [words('go')] }));
    const begun = events.flatMap(({ type, stepName }) => (type === 'STEP_STARTED' ? [stepName] : []));
    expect(new Set(begun).size).toBe(4);
    expect(events.filter(({ type }) => type === 'STEP_FINISHED')).toHaveLength(4);
  });

  it('[GU4] is ended by the next one, also where its application wants to hear what changes', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(done('working'));
    });
    const forwardedProps = { live: true };
    const first = await Listening.open(stage, '/ag-ui/bot', input('t', { messages: [words('one')], forwardedProps }));
    await first.until('RUN_STARTED');
    const second = await Listening.open(stage, '/ag-ui/bot', input('t', { messages: [words('two')], forwardedProps }));
    expect(types(await first.rest()).at(-1)).toBe('RUN_FINISHED');
    await second.leave();
  });

  it('[GU9] whose client is gone is stopped too: its agent is asked once for each task', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(done('working'), ops({ op: 'task', task: 'long', message: 'Searching' }));
    });
    const run = await Listening.open(stage, '/ag-ui/bot', input('t', { messages: [words('go')] }));
    await run.until('STEP_STARTED');
    await run.leave();
    const tabs = [];
    for (let i = 0; i < 2; i++) tabs.push(await Listening.open(stage, CONNECT, input('t')));
    for (const tab of tabs) await tab.until('MESSAGES_SNAPSHOT');
    for (const tab of tabs) await tab.leave();
    const stop = async (thread: string) => (await stage.post(`/ag-ui/agent/bot/stop/${thread}`, {})).json();
    expect(await stop('t')).toEqual({ stopped: true });
    expect(await stop('another')).toEqual({ stopped: false });
    while (!events.some(({ event }) => event === 'cancel')) await new Promise((next) => setImmediate(next));
    expect(events.filter(({ event }) => event === 'cancel')).toHaveLength(1);
  });

  it.each([
    ['of an older client that writes what it leaves out', { protocolVersion: null, tools: null, context: null }, 200],
    ['of a version that is none', { protocolVersion: 7 }, 400],
    ['with tools that are none', { tools: 'all' }, 400],
    ['with a context that is none', { context: [1] }, 400],
  ])('[GU11] %s', async (_, more, status) => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say('Hello'), done());
    });
    const answer = await stage.post('/ag-ui/bot', input('t', { messages: [words('hi')], ...more }));
    const text = await answer.text();
    expect([answer.status, text.includes('protocolVersion":')]).toEqual([status, false]);
  });

  it('[GU11] says that a message without a word was not delivered, and delivers the next', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say('Hello'), done());
    });
    const source = { type: 'data', value: 'aGk=', mimeType: 'image/png' };
    const picture = { id: 'p', role: 'user', content: [{ type: 'image', source }] };
    const alone = await stage.events('/ag-ui/bot', input('t', { messages: [picture] }));
    expect(alone.at(-1)).toMatchObject({ type: 'RUN_ERROR', message: expect.stringContaining('words') });
    const both = await stage.events('/ag-ui/bot', input('t', { messages: [picture, words('look')] }));
    expect(told(both)).toEqual(['Hello']);
    expect(events.filter(({ event }) => event === 'say')).toHaveLength(1);
  });
});

describe.each(CLIENTS)('the client %s that answers what is over', (name, create) => {
  // Older ones make no run at all once the time of a question is over.
  const ways = ['answered elsewhere', 'taken back', ...(name === '1.0.0' ? ['lapsed'] : [])];
  it.each(ways)('[GU3] because it was %s is told so and can go on', async (how) => {
    const stage = await Stage.open();
    const until = how === 'lapsed' ? { until: new Date(Date.now() + 700).toISOString() } : {};
    const { key, events } = await stage.agent(async (event, send) => {
      if (event.event === 'say' && event.text === 'ask')
        await send(ops({ op: 'ask', ask: 'q', prompt: 'Name?', want: { kind: 'text' }, ...until }));
      else if (event.event === 'say' || event.event === 'answer') await send(say(`Thanks for ${event.event}`), done());
    });
    const agent: HttpAgent = create(`${stage.url}/ag-ui/bot`, 't');
    agent.addMessage(words('ask') as never);
    await agent.runAgent();
    const [session = ''] = await stage.sessions();
    const resume = [{ interruptId: 'q', status: 'resolved' as const, payload: 'Ada' }];
    if (how === 'answered elsewhere') await stage.events('/ag-ui/bot', input('t', { resume }));
    if (how === 'taken back') await stage.send(key, session, ops({ op: 'withdraw', ask: 'q' }));
    while ((await stage.events(CONNECT, input('t'))).at(-1)?.outcome !== undefined);
    const errors: unknown[] = [];
    const late = how === 'lapsed' ? [{ interruptId: 'q', status: 'cancelled' as const }] : resume;
    await agent.runAgent({ resume: late } as never, { onRunErrorEvent: ({ event }) => void errors.push(event) });
    expect(errors).toEqual([]);
    expect(agent.messages.at(-1)?.content).toMatch(/answered before|taken the question back|time for an answer/);
    agent.addMessage(words('go on') as never);
    await agent.runAgent();
    expect(agent.messages.at(-1)?.content).toBe('Thanks for say');
    expect(events.filter(({ event }) => event === 'answer')).toHaveLength(how === 'answered elsewhere' ? 1 : 0);
  });
});

describe('a question', () => {
  it('[GU3] that has to be answered cannot be cancelled, and that is said', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(question('q', 'text', { required: true }));
    });
    await stage.events('/ag-ui/bot', input('t', { messages: [words('go')] }));
    const cancelled = await stage.events(
      '/ag-ui/bot',
      input('t', { resume: [{ interruptId: 'q', status: 'cancelled' }] }),
    );
    expect(cancelled.at(-1)).toMatchObject({
      type: 'RUN_ERROR',
      message: expect.stringContaining('has to be answered'),
    });
  });

  it('[GU3] for a file is told once to a client that holds it, and stands in what is given back', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event === 'say' && event.text === 'file') await send(question('f', 'file'), done());
      else if (event.event === 'say') await send(say('Yes?'), done());
    });
    const file = words('file');
    const first = await stage.events('/ag-ui/bot', input('t', { messages: [file] }));
    expect(told(first)).toEqual([expect.stringContaining('What of f?\n\nhttp')]);
    const held = { id: 'ask-f', role: 'assistant', content: told(first)[0] };
    const second = await stage.events('/ag-ui/bot', input('t', { messages: [file, held, words('and now')] }));
    expect(told(second)).toEqual(['Yes?']);
    const [, snapshot, ...rest] = (await stage.events(CONNECT, input('t'))) as [
      JsonObject,
      JsonObject,
      ...JsonObject[],
    ];
    expect((snapshot.messages as JsonObject[]).map(({ id }) => id)).toContain('ask-f');
    expect(types(rest)).toEqual(['RUN_FINISHED']);
  });

  it('[GU3] [GU8] is a surface to who listens, and an interrupt of the next run, never both', async () => {
    const stage = await Stage.open();
    const { key } = await stage.agent(async (event, send) => {
      if (event.event === 'say' && event.text === 'ask') await send(question('early'), done());
      else if (event.event === 'say') await send(say('Well.'), done());
    });
    await stage.events('/ag-ui/bot', input('t', { messages: [words('ask')] }));
    const listening = await Listening.open(stage, CONNECT, input('t', { forwardedProps: { live: true } }));
    await listening.until('What of early?');
    const [session = ''] = await stage.sessions();
    await stage.send(key, session, question('late'));
    await listening.until('What of late?');
    await stage.send(key, session, ops({ op: 'withdraw', ask: 'early' }));
    await listening.until('deleteSurface');
    await listening.leave();
    const next = await stage.events('/ag-ui/bot', input('t', { messages: [words('hello')] }));
    const deleted = next.filter((event) => JSON.stringify(event).includes('deleteSurface'));
    expect(deleted).toHaveLength(1);
    expect(next.at(-1)).toMatchObject({ outcome: { type: 'interrupt', interrupts: [{ id: 'late' }] } });
  });
});

describe('a surface', () => {
  it('[GU2] [GU8] that a client was shown while it listened is not sent over what is typed there', async () => {
    const stage = await Stage.open();
    const { key } = await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say('Yes.'), done());
    });
    await stage.events('/ag-ui/bot', input('t', { messages: [words('hi')] }));
    const listening = await Listening.open(stage, CONNECT, input('t', { forwardedProps: { live: true } }));
    await listening.until('MESSAGES_SNAPSHOT');
    const [session = ''] = await stage.sessions();
    await stage.send(key, session, ...booking());
    await listening.until('"id":"book"');
    await listening.leave();
    const next = await stage.events('/ag-ui/bot', input('t', { messages: [words('more')] }));
    expect(JSON.stringify(writesIn(next))).not.toContain('"Ada"');
  });

  it('[GU2] that was shown without a word is not shown over what is typed since, but whole to another tab', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event !== 'say') return;
      if (event.text === 'show') await send(...booking(), done());
      else await send(say(`You said ${String(event.text)}`), done());
    });
    const first = words('hello');
    const [, { messageId }] = (await stage.events('/ag-ui/bot', input('t', { messages: [first] }))) as [
      JsonObject,
      JsonObject,
    ];
    const held = [first, { id: messageId, role: 'assistant', content: 'You said hello' }];
    const show = words('show');
    await stage.events('/ag-ui/bot', input('t', { messages: [...held, show] }));
    const written = async (...messages: readonly object[]) =>
      JSON.stringify(writesIn(await stage.events('/ag-ui/bot', input('t', { messages: [...held, ...messages] }))));
    const more = await written(show, words('more'));
    expect([more.includes('/title'), more.includes('"Ada"')]).toEqual([true, false]);
    expect(await written(words('other tab'))).toContain('"Ada"');
  });

  it('[GU2] of an agent of A2UI 0.8 changes at one place without a word of what is typed at another', async () => {
    const stage = await Stage.open();
    const data = (...contents: readonly JsonObject[]) => ({ dataModelUpdate: { surfaceId: 's', contents } });
    const component = (id: string, component: JsonObject) => ({ id, component });
    const components = [
      component('root', { Column: { children: { explicitList: ['title', 'name'] } } }),
      component('title', { Text: { text: { path: '/title' } } }),
      component('name', { TextField: { label: { literalString: 'Name' }, text: { path: '/name' } } }),
    ];
    await stage.agent(async (event, send) => {
      if (event.event !== 'say') return;
      if (event.text === 'show')
        await send(
          { surfaceUpdate: { surfaceId: 's', components } },
          data({ key: 'title', valueString: 'One' }, { key: 'name', valueString: 'Ada' }),
          { beginRendering: { surfaceId: 's', root: 'root' } },
          done(),
        );
      else await send(data({ key: 'title', valueString: 'Two' }), done());
    });
    await stage.events('/ag-ui/bot', input('t', { messages: [words('show')] }));
    const changed = operationsIn(
      await stage.events('/ag-ui/bot', input('t', { messages: [words('change')] })),
      'a2ui-surface-s',
    );
    expect(JSON.stringify(changed)).toContain('"Two"');
    expect(JSON.stringify(changed)).not.toContain('"Ada"');
  });

  it('[GU1] of which nothing can be painted yet is told as one that comes', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event !== 'say') return;
      const [create, data, components] = booking() as [JsonObject, JsonObject, JsonObject];
      if (event.text === 'begin') await send(create, data, done());
      else if (event.text === 'go on') await send(components, done());
      else await send({ version: 'v0.9', deleteSurface: { surfaceId: 'booking' } }, done());
    });
    const contents = async (text: string) =>
      (await stage.events('/ag-ui/bot', input('t', { messages: [words(text)] }))).flatMap(({ type, content }) =>
        type === 'ACTIVITY_SNAPSHOT' ? [content as JsonObject] : [],
      );
    expect(await contents('begin')).toEqual([{ status: 'building' }]);
    const [, { messages }] = (await stage.events(CONNECT, input('t'))) as [JsonObject, { messages: JsonObject[] }];
    expect(messages.at(-1)).toMatchObject({ role: 'activity', content: { status: 'building' } });
    expect(JSON.stringify(await contents('go on'))).toContain('"Ada"');
    expect(JSON.stringify(await contents('away'))).toContain('deleteSurface');
  });

  it('[GU1] has what assistant-ui reads as well, for who says nothing of what it draws, and not for who does', async () => {
    const stage = await Stage.open();
    const { events } = await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(...booking(), done());
      if (event.action !== undefined) await send(say('Booked.'), done());
    });
    const shown = async (thread: string, context: readonly JsonObject[]) =>
      operationsIn(
        await stage.events('/ag-ui/bot', input(thread, { messages: [words('go')], context })),
        'a2ui-surface-booking',
      ).flatMap(({ updateComponents }) => ((updateComponents as JsonObject)?.components ?? []) as JsonObject[]);
    const button = (components: readonly JsonObject[]) => components.find(({ id }) => id === 'book');
    const context = { name: { path: '/form/name' } };
    const action = { event: { name: 'book', context } };
    expect(button(await shown('plain', []))).toEqual({
      ...{ id: 'book', component: 'Button', child: 'word', label: 'Book' },
      action: { ...action, name: 'book', context: { name: 'Ada' } },
    });
    const says = { description: 'A2UI catalog capabilities: the basic one', value: 'basic' };
    expect(button(await shown('says', [says]))).toEqual({ id: 'book', component: 'Button', child: 'word', action });
    await stage.events('/ag-ui/bot', input('plain', { forwardedProps: press() }));
    expect(events.filter((event) => event.action !== undefined)).toHaveLength(1);
  });
});

describe.each(CLIENTS)('the client %s that says what it draws', (_, create) => {
  it('[GU17] is told what people said elsewhere, once and by its own id', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say(`You said ${String(event.text)}`), done());
    });
    const context = [{ description: 'A2UI catalog capabilities: the basic one', value: 'basic' }];
    const tabs = [create(`${stage.url}/ag-ui/bot`, 't'), create(`${stage.url}/ag-ui/bot`, 't')] as const;
    for (const [i, tab] of [...tabs, tabs[0]].entries()) {
      tab.addMessage(words(`words ${i}`, `w${i}`));
      await tab.runAgent({ context } as never);
    }
    const held = tabs[0].messages.map(({ role, content }) => [role, content]);
    expect(held).toHaveLength(6);
    expect(held).toEqual(expect.arrayContaining([0, 1, 2].map((i) => ['user', `words ${i}`])));
    expect(held).toEqual(expect.arrayContaining([0, 1, 2].map((i) => ['assistant', `You said words ${i}`])));
    expect(tabs[0].messages.map(({ id }) => id)).toEqual(expect.arrayContaining(['w0', 'w1', 'w2']));
  });
});

describe('a thread', () => {
  it('[GU17] tells who listens what others say, but not what its own client says beside it', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say(`You said ${String(event.text)}`), done());
    });
    await stage.events('/ag-ui/bot', input('t', { messages: [words('hi')] }));
    const context = [{ description: 'A2UI catalog capabilities: the basic one', value: 'basic' }];
    const listening = await Listening.open(stage, CONNECT, input('t', { context, forwardedProps: { live: true } }));
    await listening.until('MESSAGES_SNAPSHOT');
    await stage.events('/ag-ui/bot', input('t', { messages: [words('beside')] }));
    const [session = ''] = await stage.sessions();
    const { token } = await stage.host.credentials.mintViewer(session);
    await stage.post(
      `/sessions/${session}/events?dialect=vitrine`,
      { vitrine: 1, body: [{ event: 'say', text: 'elsewhere' }] },
      token,
    );
    await listening.until('You said elsewhere');
    const people = listening.events.flatMap(({ role, messageId }) => (role === 'user' ? [messageId] : []));
    expect(people).toEqual([expect.stringMatching(/^said-/)]);
    await listening.leave();
  });

  it('[GU6] that is too long for one event is given back with its newest words, and with all its surfaces', async () => {
    const stage = await Stage.open();
    const { key } = await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(...booking(), done());
    });
    await stage.events('/ag-ui/bot', input('t', { messages: [words('go')] }));
    const [session = ''] = await stage.sessions();
    for (let i = 0; i < 12; i++)
      await stage.send(key, session, ...Array.from({ length: 20 }, (_, n) => say(`${i} ${n} ${'x'.repeat(60_000)}`)));
    const events = await stage.events(CONNECT, input('t'));
    for (const event of events) expect(JSON.stringify(event).length).toBeLessThan(10 * 1024 * 1024);
    const { messages } = events[1] as { messages: JsonObject[] };
    expect(String(messages.at(-1)?.content)).toMatch(/^11 19 /);
    expect(operationsIn(events, 'a2ui-surface-booking')).not.toEqual([]);
    expect(types(events).at(-1)).toBe('RUN_FINISHED');
  });

  it('[GU15] of any agent is reached by an application whose runtimeUrl is the address of that agent', async () => {
    const stage = await Stage.open();
    await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say('I am bot'), done());
    });
    await stage.agent(async (event, send) => {
      if (event.event === 'say') await send(say('I am weather'), done());
    }, 'weather');
    const info = (await (await fetch(`${stage.url}/ag-ui/weather/info`)).json()) as JsonObject;
    expect(Object.keys(info.agents as JsonObject).sort()).toEqual(['default', 'weather']);
    for (const name of ['default', 'weather']) {
      const path = `/ag-ui/weather/agent/${name}`;
      expect(told(await stage.events(`${path}/run`, input('t', { messages: [words('who')] })))).toEqual([
        'I am weather',
      ]);
      expect(types(await stage.events(`${path}/connect`, input('t')))).toContain('MESSAGES_SNAPSHOT');
      expect(await (await stage.post(`${path}/stop/t`, {})).json()).toEqual({ stopped: false });
    }
    expect(told(await stage.events('/ag-ui/agent/default/run', input('t', { messages: [words('who')] })))).toEqual([
      'I am bot',
    ]);
    for (const path of ['/ag-ui/weather/agent/nobody/run', '/ag-ui/weather/x', '/ag-ui/nobody/agent/weather/run'])
      expect((await stage.post(path, input('t'))).status).toBe(404);
  });
});
