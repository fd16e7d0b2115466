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
import { readParts } from './parts.ts';

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

  it('[XS29] is another one under another id, in another context, of another client or agent', async () => {
    const client = await client10(`${stage.url}/a2a/payer`, key);
    const other = await client10(`${stage.url}/a2a/payer`, await agent.credential('other'));
    const twin = await stage.agent('twin', () => [say('mine'), done()]);
    const elsewhere = await client10(`${stage.url}/a2a/twin`, await twin.credential());
    const count = saysIn(agent).length;
    const heard = [
      await client.send(words('a', { messageId: 'same' }), uris),
      await client.send(words('a', { messageId: 'another' }), uris),
      await client.send(words('a', { messageId: 'same', contextId: 'named' }), uris),
      await other.send(words('a', { messageId: 'same' }), uris),
      await elsewhere.send(words('b', { messageId: 'same' }), uris),
    ];
    expect(new Set(heard.map(({ taskId }) => taskId)).size).toBe(5);
    expect(saysIn(agent)).toHaveLength(count + 4);
  });

  it.each(ways)('[XS30] with other words under its id is refused by name, %s, %s', async (name, way) => {
    const client = await (clients[name] as () => Promise<TestClient>)();
    const text = `taken ${name} ${way}`;
    const first = await client[way](words(text, { messageId: text }), uris);
    const others = ['one', 'two'].map((other) => client[way](words(other, { messageId: text }), uris));
    for (const other of others) await expect(other).rejects.toThrow(/VITRINE_KEY_REUSED|Expected 'text\/event-stream'/);
    expect((await client[way](words(text, { messageId: text }), uris)).taskId).toBe(first.taskId);
    expect(saysIn(agent)).not.toContain('one');
  });

  it('[XS30] at the same time with other words is one message and refusals', async () => {
    const client = await client10(`${stage.url}/a2a/payer`, key);
    const all = ['p', 'q', 'r'].map((text) => client.send(words(text, { messageId: 'three' }), uris));
    const states = (await Promise.allSettled(all)).map(({ status }) => status).sort();
    expect(states).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(saysIn(agent).filter((text) => ['p', 'q', 'r'].includes(String(text)))).toHaveLength(1);
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

describe('a message that a process took which has ended since', () => {
  const several = (text: string) => ({
    parts: [
      { kind: 'text', text },
      { kind: 'text', text: `${text}, too` },
    ],
  });

  it.each([
    ['the first of a context', (text: string) => words(text), false],
    ['in a context', (text: string) => words(text), true],
    ['of several things', several, true],
  ] as const)('[XS31] %s is gone on with as its task, and nobody hears it twice', async (name, message, isLater) => {
    const before = await Stage.open();
    let silent = await before.agent('silent', ({ text }) => (text === 'hello' ? [say('hi'), done()] : undefined));
    const token = await silent.credential();
    const place = { contextId: 'kept', messageId: name };
    const first = await client10(`${before.url}/a2a/silent`, token);
    if (isLater) await first.send(words('hello', { contextId: 'kept' }), uris);
    const lost = first.send({ ...message('pay'), ...place }, uris);
    await expect.poll(() => saysIn(silent)).toContain('pay');
    const { session = '' } = silent.events.at(-1) ?? {};
    await before.stop();
    expect((await lost).state).toBe('TASK_STATE_FAILED');

    const after = await Stage.open({ folder: before.folder });
    silent = await after.agent('silent', () => undefined);
    const client = await client10(`${after.url}/a2a/silent`, token);
    const again = [1, 2].map(() => client.send({ ...message('pay'), ...place }, uris));
    await silent.send(session, [...booking(), say('paid'), done(), done()]);
    const answers = await Promise.all(again);
    for (const answer of answers)
      expect(answer).toMatchObject({
        taskId: (await lost).taskId,
        contextId: 'kept',
        state: 'TASK_STATE_COMPLETED',
        texts: ['paid'],
      });
    expect(answers[0]?.messages.map((one) => Object.keys(one)[1])).toEqual([
      ...['deleteSurface', 'createSurface', 'updateComponents', 'updateDataModel'],
    ]);
    const accept = { accept: 'application/json' };
    const { body } = await after.call('GET', `/sessions/${session}/events`, { key: silent.key, headers: accept });
    const said = JSON.stringify(body).match(/"text":"pay"/g);
    expect(said).toHaveLength(1);
    await expect(client.send(words('other', place), uris)).rejects.toThrow('VITRINE_KEY_REUSED');
    await after.clear();
  });
});
