// Messages that come again because their answer was lost: they are answered, and nobody hears them twice.

import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grpcClient03, grpcClient10, grpcPlaces } from '../test/grpc-clients.ts';
import {
  booking,
  client03,
  client10,
  done,
  type ScriptAgent,
  Stage,
  say,
  type TestClient,
  words,
} from '../test/stage.ts';
import { formById } from './forms.ts';
import { A2A_LIMITS } from './limits.ts';
import { readParts } from './parts.ts';
import { Repeats } from './repeats.ts';

const form = formById('v0.9');
const uris = [form.uri];
const headers = { 'a2a-version': '1.0', 'a2a-extensions': form.uri };
let stage: Stage;
let agent: ScriptAgent;
let slow: ScriptAgent;
let key: string;

beforeAll(async () => {
  stage = await Stage.open({ defaultAgent: 'payer', grpc: { host: '127.0.0.1', port: 0 } });
  agent = await stage.agent('payer', ({ event, text }) =>
    event === 'say' ? [...booking(), say(`paid ${String(text)}`), done()] : undefined,
  );
  slow = await stage.agent('slow', ({ event }) => (event === 'say' ? [done('working')] : undefined));
  key = await agent.credential();
});

afterAll(() => stage.clear());

const saysIn = ({ events }: ScriptAgent) => events.flatMap(({ event }) => (event.event === 'say' ? [event.text] : []));

const clients: { readonly [name: string]: () => Promise<TestClient> } = {
  'JSON-RPC of 1.0': () => client10(`${stage.url}/a2a/payer`, key),
  'REST of 1.0': () => client10(`${stage.url}/a2a/payer`, key, 'HTTP+JSON'),
  'JSON-RPC of 0.3': () => client03(`${stage.url}/a2a/payer`, key),
  'gRPC of 1.0': () => grpcClient10(`${stage.url}/a2a/payer`, key),
  'gRPC of 0.3': async () => grpcClient03(String((await grpcPlaces(stage, 'payer'))[1]?.url), key),
};
const ways = Object.keys(clients).flatMap((name) => [[name, 'send'] as const, [name, 'stream'] as const]);

describe('a message that comes again', () => {
  it.each(ways)('[XS29] is answered with its task, %s, %s', async (name, way) => {
    const client = await (clients[name] as () => Promise<TestClient>)();
    const text = `once ${name} ${way}`;
    const message = words(text, { messageId: text });
    const first = await client[way](message, uris);
    const again = await client[way](message, uris);
    expect(first.texts).toEqual([`paid ${text}`]);
    expect(again).toMatchObject({ taskId: first.taskId, contextId: first.contextId, state: first.state });
    await client.send(words(`then ${text}`), uris);
    expect(saysIn(agent).filter((said) => said === text)).toHaveLength(1);
    if (way === 'send') expect(again).toMatchObject({ texts: first.texts, messages: first.messages });
  });

  it('[XS29] at the same time is one message', async () => {
    const client = await client10(`${stage.url}/a2a/payer`, key);
    const message = words('at once', { messageId: 'at once' });
    const all = await Promise.all([1, 2, 3].map(() => client.send(message, uris)));
    expect(new Set(all.map(({ taskId }) => taskId)).size).toBe(1);
    expect(all.map(({ texts }) => texts)).toEqual(Array(3).fill(['paid at once']));
    expect(saysIn(agent).filter((said) => said === 'at once')).toHaveLength(1);
  });

  it('[XS29] is another one under another id, with other words, in another context, of another client', async () => {
    const client = await client10(`${stage.url}/a2a/payer`, key);
    const other = await client10(`${stage.url}/a2a/payer`, await agent.credential('other'));
    const count = saysIn(agent).length;
    const heard = [
      await client.send(words('a', { messageId: 'same' }), uris),
      await client.send(words('a', { messageId: 'another' }), uris),
      await client.send(words('b', { messageId: 'same' }), uris),
      await client.send(words('a', { messageId: 'same', contextId: 'named' }), uris),
      await other.send(words('a', { messageId: 'same' }), uris),
    ];
    expect(new Set(heard.map(({ taskId }) => taskId)).size).toBe(5);
    expect(saysIn(agent)).toHaveLength(count + 5);
  });

  it('[XS29] and was refused before anything came of it is looked at again', async () => {
    const client = await client10(`${stage.url}/a2a/payer`, key);
    const message = words('to nobody', { messageId: 'to nobody', taskId: 'nobody' });
    for (let i = 0; i < 2; i++) await expect(client.send(message, uris)).rejects.toThrow('not found');
  });
});

describe('a message whose answer was lost while the agent was at it', () => {
  const body = (text: string) =>
    JSON.stringify({ message: { messageId: text, role: 'ROLE_USER', parts: [{ text }], contextId: text } });

  async function lost(text: string, path: string) {
    const token = await slow.credential(text);
    const gone = new AbortController();
    const post = (signal?: AbortSignal) =>
      stage.host.fetch(
        new Request(`${stage.url}/a2a/slow/${path}`, {
          method: 'POST',
          headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: body(text),
          ...(signal === undefined ? {} : { signal }),
        }),
        { address: '127.0.0.1' },
      );
    const first = post(gone.signal);
    await expect.poll(() => saysIn(slow)).toContain(text);
    gone.abort();
    return { token, again: post(), first, session: slow.events.at(-1)?.session ?? '' };
  }

  /** Of the next message, by a client that names the task. */
  async function next(token: string, contextId: string, taskId: string) {
    const client = await client10(`${stage.url}/a2a/slow`, token);
    const answer = client.send(words('next', { contextId, referenceTaskIds: [taskId] }), uris);
    await expect.poll(() => slow.events.at(-1)?.event.text).toBe('next');
    await slow.send(slow.events.at(-1)?.session ?? '', [say('next'), done()]);
    return answer;
  }

  it('[XS29] follows its task to the end, which is read then', async () => {
    const { token, again, session } = await lost('transfer-100', 'message:send');
    const first = slow.events.length;
    await slow.send(session, [...booking(), say('sent 100'), done()]);
    const { task } = (await (await again).json()) as { readonly task: JsonObject & { readonly id: string } };
    const { message } = task.status as { readonly message: JsonObject };
    expect(readParts(message.parts)).toMatchObject({ texts: ['sent 100'], messages: [{}, {}, {}] });
    expect(slow.events).toHaveLength(first);
    expect(await next(token, 'transfer-100', task.id)).toMatchObject({ texts: ['next'], messages: [] });
  });

  it('[XS29] as a stream is sent the task, and what else comes', async () => {
    const { again, session } = await lost('transfer-200', 'message:stream');
    const answer = await again;
    await slow.send(session, [say('sent 200'), done()]);
    expect(await answer.text()).toContain('sent 200');
    expect(saysIn(slow).filter((said) => said === 'transfer-200')).toHaveLength(1);
  });

  it('[XS29] takes no place of another call', async () => {
    const small = await Stage.open({ limits: { turnsPerPrincipal: 1, contextsPerMinute: 1 } });
    const mute = await small.agent('mute', ({ event }) => (event === 'say' ? [done('working')] : undefined));
    const client = await client10(`${small.url}/a2a/mute`, await mute.credential());
    const message = words('x', { messageId: 'x' });
    const first = client.send(message);
    await expect.poll(() => saysIn(mute)).toEqual(['x']);
    const again = client.send(message);
    await mute.send(mute.events.at(-1)?.session ?? '', [say('y'), done()]);
    expect((await again).taskId).toBe((await first).taskId);
    await small.clear();
  });
});

describe('what is remembered of messages', () => {
  const said = (messageId: string, id = 'ada') =>
    ({ agent: 'a', principal: { id, viewer: id }, message: { messageId }, protocol: '1.0' }) as const;

  it('[XS29] is bounded, of each client and of all, the oldest first', async () => {
    const repeats = new Repeats({ ...A2A_LIMITS, tasks: 3, tasksPerPrincipal: 2 });
    for (const [messageId, id] of [
      ['1', 'ada'],
      ['1', 'bob'],
      ['2', 'bob'],
      ['3', 'bob'],
    ] as const) {
      expect(await repeats.enter(said(messageId, id))).toBeUndefined();
      repeats.became(said(messageId, id), `task ${messageId}`);
    }
    expect(repeats.has(said('1', 'ada'))).toBe(true);
    expect(['1', '2', '3'].map((id) => repeats.has(said(id, 'bob')))).toEqual([false, true, true]);
    expect(await repeats.enter(said('3', 'bob'))).toBe('task 3');
    await repeats.enter(said('1', 'eve'));
    expect(repeats.has(said('1', 'ada'))).toBe(false);
  });

  it('[XS29] waits for one that has begun, and goes on where nothing came of it', async () => {
    const repeats = new Repeats(A2A_LIMITS);
    await repeats.enter(said('1'));
    const second = repeats.enter(said('1'));
    repeats.failed(said('1'));
    expect(await second).toBeUndefined();
    repeats.became(said('1'), 'task');
    repeats.failed(said('1'));
    expect(await repeats.enter(said('1'))).toBe('task');
  });
});
