// What a client may get wrong: told in the words of A2A, and nothing of it harms the rest.

import type { Json, JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bookingAgent, client10, done, newId, press, type ScriptAgent, Stage, words } from '../test/stage.ts';
import { formById } from './forms.ts';

const form = formById('v0.9');
let stage: Stage;
let agent: ScriptAgent;
let key: string;

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent('tables', bookingAgent);
  key = await agent.credential();
});

afterAll(() => stage.clear());

const headers = { 'a2a-version': '1.0', 'a2a-extensions': form.uri };
const post = (body: unknown, more: { readonly [name: string]: string } = headers) =>
  stage.call('POST', '/a2a/tables', { key, body, headers: more });
const request = (message: unknown, method = 'SendMessage') => ({ jsonrpc: '2.0', id: 7, method, params: { message } });
const message = (parts: Json, more: JsonObject = {}) => ({ messageId: newId(), role: 'ROLE_USER', parts, ...more });

describe('parts', () => {
  const parts = [
    null,
    { data: [7, press(form, 'Grace'), null, { version: 'v0.9', nonsense: {} }], mediaType: form.mimeType },
    'junk',
    { text: 5 },
    { data: 'x', mediaType: form.mimeType },
    { data: { a: 1 }, metadata: 'x', mediaType: form.mimeType },
    { text: 'and words' },
  ];

  it.each(['1.0', '0.3'])(
    '[XS15] malformed ones are skipped and told over A2A %s, the rest is delivered',
    async (version) => {
      const client = await client10(`${stage.url}/a2a/tables`, key);
      const { contextId } = await client.send(words('x'), [form.uri]);
      const answer =
        version === '1.0'
          ? await post(request(message(parts, { contextId })))
          : await post(
              {
                ...request({ kind: 'message', messageId: newId(), role: 'user', contextId, parts }),
                method: 'message/send',
              },
              { 'x-a2a-extensions': form.uri },
            );
      const result = answer.body.result as JsonObject;
      const { status } = (result.task ?? result) as { readonly status: { readonly message: JsonObject } };
      const issues = (status.message.metadata as JsonObject).issues as readonly JsonObject[];
      expect(issues.map(({ at }) => at).slice(0, 6)).toEqual(['/0', '/1/data/0', '/1/data/2', '/2', '/3', '/4/data']);
      expect(issues.length).toBeGreaterThan(7);
      await expect
        .poll(() => agent.events.slice(-2).map(({ event }) => JSON.stringify(event)))
        .toEqual([expect.stringContaining('Grace'), expect.stringContaining('and words')]);
    },
  );

  it('[XS15] nothing to deliver is rejected with the reason', async () => {
    for (const said of [
      [null],
      [{ data: 'x', mediaType: form.mimeType }],
      'x',
      [{ data: { junk: 1 }, mediaType: form.mimeType }],
    ]) {
      const { body } = await post(request(message(said as Json)));
      expect(body).toMatchObject({
        result: { task: { status: { state: 'TASK_STATE_REJECTED', message: { parts: [{}] } } } },
      });
    }
  });

  it('[XS15] too many in one message are refused as a whole', async () => {
    const count = agent.events.length;
    const { body } = await post(request(message(Array(101).fill({ text: 'x' }))));
    expect(body).toMatchObject({ result: { task: { status: { state: 'TASK_STATE_REJECTED' } } } });
    // What comes later is told later: this is all that the agent has heard.
    await post(request(message([{ text: 'after' }])));
    expect(agent.events.slice(count).map(({ event }) => event.event)).toEqual(['join', 'say']);
  });

  it('[XS15] metadata and lists of other types do no harm', async () => {
    const odd = { metadata: 'x', extensions: 3, referenceTaskIds: {} };
    const { body } = await post(request(message([{ text: 'x' }], odd)));
    const issues = [{ code: 'VITRINE_MESSAGE_SHAPE', at: '/metadata' }];
    expect(body).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_COMPLETED', message: { metadata: { issues } } } } },
    });
  });

  it.each<readonly [Json]>([[5], [[]], ['x'], [true]])('[XF8] metadata that are %j are told', async (metadata) => {
    const { body } = await post(request(message([], { metadata })));
    const issues = [{ code: 'VITRINE_MESSAGE_SHAPE', at: '/metadata' }];
    expect(body).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_REJECTED', message: { metadata: { issues } } } } },
    });
  });

  it.each<readonly [string, Json]>([
    ['files', [{ url: 'https://example.com/x.png', mediaType: 'image/png' }, { raw: 'AAAA' }]],
    ['plain data', [{ data: { a: 1 } }]],
  ])('[XS15] %s alone cannot be read, which is told', async (_, parts) => {
    const count = agent.events.length;
    const { body } = await post(request(message(parts)));
    expect(body).toMatchObject({ result: { task: { status: { state: 'TASK_STATE_REJECTED' } } } });
    expect(JSON.stringify(body)).toContain('No part could be read');
    const beside = await post(request(message([...(parts as Json[]), { text: 'read' }])));
    expect(beside.body).toMatchObject({ result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } } });
    expect(agent.events.slice(count).map(({ event }) => event.event)).toEqual(['join', 'say']);
  });
});

describe('requests', () => {
  it.each<readonly [string, unknown, number]>([
    ['no JSON', '{"jsonrpc": ', -32700],
    ['a list', [], -32600],
    ['a text', '"x"', -32600],
    ['no version of JSON-RPC', { id: 1, method: 'SendMessage' }, -32602],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'Nonsense', params: {} }, -32601],
    ['params that are a list', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: [] }, -32602],
    ['no message', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} }, -32602],
    ['a message that is a text', request('x'), -32602],
    ['a message without an id', request({ role: 'ROLE_USER', parts: [{ text: 'x' }] }), -32602],
    ['a contextId that is none', request(message([{ text: 'x' }], { contextId: 3 })), -32602],
    ['a contextId that is too long', request(message([{ text: 'x' }], { contextId: 'x'.repeat(201) })), -32602],
    ['a message in the role of an agent', request(message([{ text: 'x' }], { role: 'ROLE_AGENT' })), -32602],
    ['an unknown task', request(message([{ text: 'x' }], { taskId: 'nobody' })), -32001],
  ])('[XS18] %s is answered %s', async (_, body, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  it('[XS18] an unknown version of A2A is told, and a method of 1.0 in 0.3', async () => {
    const body = request(message([{ text: 'x' }]));
    expect((await post(body, { 'a2a-version': '7.0' })).body).toMatchObject({ error: { code: -32009 } });
    expect((await post(body, {})).body).toMatchObject({ error: { code: -32601 } });
  });

  it('[XS18] other methods of HTTP are refused as JSON', async () => {
    for (const method of ['PUT', 'DELETE'])
      expect(await stage.call(method, '/a2a/tables', { key })).toMatchObject({
        status: 405,
        body: { error: 'VITRINE_METHOD_REFUSED' },
      });
    expect(await stage.call('GET', '/a2a/tables/nothing', { key, headers })).toMatchObject({ status: 404 });
  });

  it('[XS18] a stream that cannot begin is an answer', async () => {
    const answer = await post(request(message([{ text: 'x' }], { taskId: 'nobody' }), 'SendStreamingMessage'));
    expect(answer.headers.get('content-type')).toContain('json');
    expect(answer.body).toMatchObject({ id: 7, error: { code: -32001 } });
  });

  it('[XS18] too many calls at once are refused', async () => {
    const small = await Stage.open({ limits: { turnsPerPrincipal: 1 } });
    const mute = await small.agent('mute', () => undefined);
    const token = await mute.credential();
    const send = () =>
      small.call('POST', '/a2a/mute', { key: token, body: request(message([{ text: 'x' }])), headers });
    const first = send();
    await expect.poll(() => mute.events.length).toBe(2);
    expect(await send()).toMatchObject({ status: 429, body: { error: 'VITRINE_RATE' } });
    await small.clear();
    expect((await first).text).toContain('The host stops.');
  });

  it('[XS26] a client begins so many contexts a minute, and goes on in those it has', async () => {
    const small = await Stage.open({ limits: { contextsPerMinute: 2 } });
    const echo = await small.agent('echo', ({ event }) => (event === 'say' ? [done()] : undefined));
    const token = await echo.credential();
    const send = (contextId?: string) => {
      const body = request(message([{ text: 'x' }], contextId === undefined ? {} : { contextId }));
      return small.call('POST', '/a2a/echo', { key: token, body, headers });
    };
    expect([(await send('mine')).status, (await send()).status]).toEqual([200, 200]);
    expect(await send()).toMatchObject({ status: 429, body: { error: 'VITRINE_RATE' } });
    expect((await send('mine')).status).toBe(200);
    await small.clear();
  });

  it('[XS26] a client may begin another context a minute later, although the clock was set back meanwhile', async () => {
    const clock = { now: Date.parse('2030-01-01T00:00:00Z') };
    const small = await Stage.open({ limits: { contextsPerMinute: 1 }, now: () => clock.now });
    const echo = await small.agent('echo', ({ event }) => (event === 'say' ? [done()] : undefined));
    const token = await echo.credential();
    const send = () =>
      small.call('POST', '/a2a/echo', { key: token, body: request(message([{ text: 'x' }])), headers });
    expect((await send()).status).toBe(200);
    clock.now -= 3 * 3_600_000;
    expect((await send()).status).toBe(429);
    clock.now += 60_000;
    expect((await send()).status).toBe(200);
    await small.clear();
  });

  it('[XS26] a task of a context that it has is of that context, and each agent counts its own', async () => {
    const small = await Stage.open({ limits: { contextsPerMinute: 2 } });
    const asking = await small.agent('asking', ({ event }) => (event === 'say' ? [done('input')] : undefined));
    const other = await small.agent('other', ({ event }) => (event === 'say' ? [done()] : undefined));
    const client = await client10(`${small.url}/a2a/asking`, await asking.credential());
    const { taskId } = await client.send(words('x'));
    await client.send(words('x'));
    await expect(client.send(words('x'))).rejects.toThrow();
    expect(await client.send(words('x', { taskId }))).toMatchObject({ taskId, state: 'TASK_STATE_INPUT_REQUIRED' });
    const elsewhere = await client10(`${small.url}/a2a/other`, await other.credential());
    expect((await elsewhere.send(words('x'))).state).toBe('TASK_STATE_COMPLETED');
    await small.clear();
  });

  it('[XS18] too many calls that come in one go are refused too', async () => {
    const small = await Stage.open({ limits: { turnsPerPrincipal: 3 } });
    const mute = await small.agent('mute', () => undefined);
    const token = await mute.credential();
    let refused = 0;
    const send = async () => {
      const body = request(message([{ text: 'x' }]));
      const answer = await small.call('POST', '/a2a/mute', { key: token, body, headers });
      if (answer.status === 429) refused++;
    };
    const all = Promise.all(Array.from({ length: 20 }, send));
    await expect.poll(() => refused).toBe(17);
    await small.clear();
    await all;
  });
});

describe('the size of a body', () => {
  const large = (bytes: number) =>
    JSON.stringify(request(message([{ text: 'x' }], { metadata: { filler: 'x'.repeat(bytes) } })));

  it('[XS17] over the limit is refused as JSON', async () => {
    const answer = await post(large(4 * 1024 * 1024));
    expect(answer).toMatchObject({ status: 413, body: { error: 'VITRINE_BODY_SIZE' } });
    expect((await post(large(500 * 1024))).body).toHaveProperty('result');
  });

  it('[XS17] of 4 MB is taken where the operator said so', async () => {
    const wide = await Stage.open({ limits: { bodyBytes: 5 * 1024 * 1024 } });
    const own = await wide.agent('tables', bookingAgent);
    const answer = await wide.call('POST', '/a2a/tables', {
      key: await own.credential(),
      body: large(4 * 1024 * 1024),
      headers,
    });
    expect(answer.body).toMatchObject({ result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } } });
    await wide.clear();
  });
});

describe('a body', () => {
  const sent = (body: ReadableStream<Uint8Array>) =>
    stage.host.fetch(
      new Request(`${stage.url}/a2a/tables`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...{ body, duplex: 'half' },
      } as RequestInit),
      { address: '127.0.0.1' },
    );
  const half = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"meth');

  it('[XS35] of which half comes, and one that never ends, is refused', async () => {
    let pulls = 0;
    const breaking = new ReadableStream<Uint8Array>({
      pull: (controller) => (pulls++ === 0 ? controller.enqueue(half) : controller.error(new Error('gone'))),
    });
    const broken = await sent(breaking);
    expect([broken.status, ((await broken.json()) as JsonObject).error]).toEqual([400, 'VITRINE_BODY_INVALID']);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const isRead = new Promise<void>((begun) => {
      const pull = (): Promise<void> => {
        begun();
        return new Promise(() => undefined);
      };
      const silent = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
      void sent(silent).then(async (late) => {
        answers.push([late.status, ((await late.json()) as JsonObject).error]);
      });
    });
    const answers: unknown[] = [];
    await isRead;
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await expect.poll(() => answers, { timeout: 10_000 }).toEqual([[408, 'VITRINE_CALL_TIME']]);
  });

  it('[XS35] of a megabyte keeps nobody else from a turn for 50 ms', async () => {
    const others = Array.from({ length: 18_000 }, (_, i) => ({ raw: `${i}`.padEnd(30, 'x'), filename: 'f' }));
    const parts = [{ text: 'x' }, ...others];
    const body = request(message(parts));
    expect(JSON.stringify(body).length).toBeGreaterThan(900_000);
    await post(body);
    let longest = 0;
    let isOver = false;
    const watch = (before: NodeJS.CpuUsage, at: number): void => {
      // The machine may be busy with others: what counts is what this process did itself.
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, Math.min(performance.now() - at, (user + system) / 1000));
      if (!isOver) setImmediate(watch, process.cpuUsage(), performance.now());
    };
    watch(process.cpuUsage(), performance.now());
    expect((await post(request(message(parts)))).status).toBe(200);
    isOver = true;
    expect(longest).toBeLessThan(50);
  });
});
