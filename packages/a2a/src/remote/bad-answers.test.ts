import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '@vitrine/core';
import type { RemoteMemory, SetTimer } from '@vitrine/face-kit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeSession } from '../../test/fake-session.ts';
import { type FormId, formById, writeExtension } from '../forms.ts';
import { bridgeTo } from './bridge.ts';
import { BridgeMemory } from './bridge-memory.ts';
import { connectAgent } from './remote-agent.ts';
import type { RemoteLimits } from './remote-limits.ts';

/** What an agent does with one call: by itself, as no server of an SDK would. */
type Answer = (call: JsonObject, response: ServerResponse, say: (result: JsonObject) => void) => void;

interface RigOptions {
  readonly form?: FormId;
  readonly streaming?: boolean;
  readonly limits?: Partial<RemoteLimits>;
  readonly later?: SetTimer;
}

async function rig(answer: Answer, { form = 'v0.9', streaming = true, limits = {}, later }: RigOptions = {}) {
  const calls: JsonObject[] = [];
  const { uri: _uri, ...extension } = writeExtension(formById(form), { catalogs: [formById(form).catalog] });
  const card = (host: string) => ({
    name: 'Odd',
    capabilities: { streaming, extensions: [{ ...extension, uri: formById(form).uri }] },
    supportedInterfaces: [{ url: `http://${host}/`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  });
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end(JSON.stringify(card(String(request.headers.host))));
    void bodyOf(request).then((call) => {
      calls.push(call);
      answer(call, response, (result) =>
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: call.id ?? null, result })}\n\n`),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const remote = await connectAgent(url, { allowPrivate: ['127.0.0.1'], limits });
  const [session, reports, memory] = [new FakeSession(), [] as string[], kept()];
  const bridge = await bridgeTo(remote, session, {
    memory,
    report: (problem) => reports.push(problem),
    wait: () => Promise.resolve(),
    ...(later === undefined ? {} : { setTimer: later }),
  });
  onTestFinished(async () => {
    await bridge.stop();
    server.closeAllConnections();
    server.close();
  });
  const messages = () => calls.map(({ params }) => (params as JsonObject).message as JsonObject);
  return { bridge, session, reports, memory, messages };
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text) as JsonObject;
}

function kept(): RemoteMemory & { value: Json | undefined } {
  return {
    value: undefined,
    read() {
      return Promise.resolve(this.value);
    },
    write(value) {
      this.value = value;
      return Promise.resolve();
    },
  };
}

/** Time in the hands of the test. */
function clock() {
  const waiting = new Map<() => void, number>();
  const later: SetTimer = (ms, run) => {
    waiting.set(run, ms);
    return () => void waiting.delete(run);
  };
  const pass = (time: number) => {
    for (const [run, ms] of waiting) if (ms === time && waiting.delete(run)) run();
  };
  return { later, pass };
}

/** A whole answer. */
function reply(response: ServerResponse, say: (result: JsonObject) => void, result: JsonObject): void {
  openStream(response);
  say(result);
  response.end();
}
const openStream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const words = (text: string, more: JsonObject = {}): JsonObject => ({
  message: { messageId: 'r', role: 'ROLE_AGENT', contextId: 'c', parts: [{ text }], ...more },
});
const refuse = (call: JsonObject, response: ServerResponse, code: number) =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id: call.id ?? null, error: { code, message: 'no' } }));

describe('an agent that keeps a line open and says nothing on it', () => {
  it.each([
    ['a stream of comments', true, 'text/event-stream', ':\n\n'],
    ['an answer of spaces', false, 'application/json', ' '],
  ] as const)(
    '[XC15] in %s is silent: it is tried again, then the session takes the next words',
    async (_what, streaming, type, nothing) => {
      const { later, pass } = clock();
      const answer: Answer = (_call, response) => {
        response.writeHead(200, { 'content-type': type });
        response.write(nothing, () => pass(77));
      };
      const { session, reports, messages } = await rig(answer, {
        streaming,
        limits: { answerMs: 77, attempts: 3 },
        later,
      });
      await session.say('hello');
      expect(new Set(messages().map(({ messageId }) => messageId)).size).toBe(1);
      expect(messages()).toHaveLength(3);
      expect(reports).toEqual([expect.stringContaining('does not answer in time')]);
      expect(session.turns.at(-1)).toBe('failed');
    },
  );
});

describe('the context of a conversation', () => {
  it('[XC16] is named and kept before the first message leaves; a message that is sent again is in the same', async () => {
    const seen: (Json | undefined)[] = [];
    const answer: Answer = (_call, response, say) => {
      seen.push(structuredClone(memory.value));
      // What was heard is lost on the way back, once.
      if (seen.length === 1) return void response.destroy();
      reply(response, say, words('done', { contextId: '' }));
    };
    const { bridge, session, memory, messages } = await rig(answer);
    await session.say('transfer 100');
    await bridge.settled();
    const [first, second] = messages();
    expect(first?.contextId).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen[0]).toMatchObject({ proposed: first?.contextId });
    expect([second?.contextId, second?.messageId]).toEqual([first?.contextId, first?.messageId]);
    await session.say('more');
    await bridge.settled();
    expect(messages()[2]?.contextId).toBe(first?.contextId);
  });

  it('[XC16] that could not be kept lets no message leave', async () => {
    let writes = 0;
    const write = () => (++writes < 3 ? Promise.reject(new Error('disk full')) : Promise.resolve());
    const memory = new BridgeMemory({ read: () => Promise.resolve(undefined), write });
    for (const _ of [1, 2]) await expect(memory.place()).rejects.toThrow('disk full');
    const { contextId } = await memory.place();
    expect(await memory.place()).toEqual({ contextId });
  });

  it('[XC16] is that which the agent names instead', async () => {
    const { bridge, session, messages } = await rig((_call, response, say) =>
      reply(response, say, words('hi', { contextId: 'theirs' })),
    );
    for (const text of ['one', 'two']) {
      await session.say(text);
      await bridge.settled();
    }
    expect(messages()[0]?.contextId).not.toBe('theirs');
    expect(messages()[1]?.contextId).toBe('theirs');
  });

  it('[XC16] is left to an agent that takes none of ours, and to none that failed otherwise', async () => {
    const picky = await rig((call, response, say) => {
      const { message } = call.params as { readonly message: JsonObject };
      if (message.contextId !== undefined && message.contextId !== 'theirs') return refuse(call, response, -32602);
      reply(response, say, words('hi', { contextId: 'theirs' }));
    });
    await picky.session.say('one');
    await picky.bridge.settled();
    expect(picky.session.talk).toEqual(['agent: hi']);
    expect(picky.messages().map(({ contextId }) => typeof contextId)).toEqual(['string', 'undefined']);
    const broken = await rig((call, response) => refuse(call, response, -32603));
    await broken.session.say('one');
    expect(broken.messages()).toHaveLength(1);
    expect(broken.session.turns.at(-1)).toBe('failed');
  });
});

describe('the greeting of the original form', () => {
  it('[XC5] does not hold the first words as long as its task lives', async () => {
    const { later, pass } = clock();
    const { session, messages } = await rig(
      (_call, response, say) => {
        if (messages().length > 1) return reply(response, say, words('ok'));
        openStream(response);
        say({ task: { id: 'g', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } });
        response.write(':\n\n', () => pass(55));
      },
      { form: 'original', limits: { greetingMs: 55 }, later },
    );
    await session.say('hello');
    await expect.poll(() => session.talk).toEqual(['agent: ok']);
    expect(messages().map(({ parts }) => JSON.stringify(parts).includes('hello'))).toEqual([false, true]);
  });

  it('[XC5] does not hold them either when nothing answers it', async () => {
    const { later, pass } = clock();
    const { session, messages } = await rig(
      (_call, response, say) => {
        if (messages().length > 1) return reply(response, say, words('ok'));
        openStream(response);
        response.write(':\n\n', () => pass(55));
      },
      { form: 'original', limits: { greetingMs: 55 }, later },
    );
    await session.say('hello');
    await expect.poll(() => session.talk).toEqual(['agent: ok']);
    expect(new Set(messages().map(({ contextId }) => contextId)).size).toBe(1);
  });

  it('[XC12] is the same message when it is sent again', async () => {
    const { bridge, session, messages } = await rig(
      (_call, response, say) => {
        if (messages().length === 1) return void response.destroy();
        reply(response, say, words('ok'));
      },
      { form: 'original' },
    );
    await session.say('hello');
    await bridge.settled();
    const [lost, again, first] = messages();
    expect(messages()).toHaveLength(3);
    expect([again?.messageId, again?.contextId]).toEqual([lost?.messageId, lost?.contextId]);
    expect(first?.parts).toMatchObject([{ text: 'hello' }]);
  });
});

describe('an agent that gives long ids', () => {
  it('[XC17] is told to the operator, and they are neither kept nor sent', async () => {
    const long = 'c'.repeat(30_000);
    const { bridge, session, reports, memory, messages } = await rig((_call, response, say) => {
      openStream(response);
      say({ task: { id: long, contextId: long, status: { state: 'TASK_STATE_WORKING' } } });
      say(words('big', { contextId: long, taskId: long }));
      response.end();
    });
    for (const text of ['one', 'two']) {
      await session.say(text);
      await bridge.settled();
    }
    expect(session.talk).toContain('agent: big');
    expect(reports.length).toBeGreaterThan(0);
    expect(reports.every((report) => report.includes('has 30000 characters'))).toBe(true);
    expect(JSON.stringify(memory.value)).not.toContain('ccc');
    expect(JSON.stringify(messages())).not.toContain('ccc');
  });

  it('[XC17] nor are they taken from what was kept before', async () => {
    const long = 'c'.repeat(30_000);
    const value = { contextId: long, proposed: 'p', waiting: long, lastTask: long, tasks: [long, 't'] };
    const memory = new BridgeMemory({ read: () => Promise.resolve(value), write: () => Promise.resolve() });
    await memory.load();
    expect(memory.tasks).toEqual(['t']);
    expect(await memory.place()).toEqual({ contextId: 'p' });
  });
});
