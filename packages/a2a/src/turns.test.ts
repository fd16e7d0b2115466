// Agents that are slow, silent, endless or gone: every call ends, with a reason, and nothing is lost.

import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booking, client10, done, type ScriptAgent, Stage, say, type TestClient, words } from '../test/stage.ts';
import { formById } from './forms.ts';

const form = formById('v0.9');
const uris = [form.uri];
/** The clocks of the face, which these tests move. */
let timers: { readonly ms: number; readonly run: () => void }[] = [];
let stage: Stage;
let agent: ScriptAgent;
let client: TestClient;
let key: string;

beforeAll(async () => {
  stage = await Stage.open({
    limits: { quietMs: 1, answerMs: 2, turnMs: 3, turnMessages: 20 },
    setTimer: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
  agent = await stage.agent('odd', ({ event, text }) => {
    if (event !== 'say' || text === 'nothing') return undefined;
    if (text === 'flood') return [...Array(50).keys()].flatMap((i) => booking(`s${i}`)).concat(done());
    if (text === 'more') return [done()];
    if (text === 'both') return undefined;
    if (text === 'working') return [done('working')];
    return [...booking(), say('no turn')];
  });
  key = await agent.credential();
  client = await client10(`${stage.url}/a2a/odd`, key);
});

afterAll(() => stage.clear());

/** Lets a time pass that is running. */
async function pass(ms: number): Promise<void> {
  await expect.poll(() => timers.some((timer) => timer.ms === ms)).toBe(true);
  for (const timer of timers.filter((one) => one.ms === ms)) timer.run();
}
const settled = async (count: number) => {
  await expect.poll(() => agent.events.length).toBe(count);
  const { session = '' } = agent.events.at(-1) ?? {};
  return session;
};
const surfacesIn = (messages: readonly JsonObject[]) =>
  messages.filter((one) => one.createSurface !== undefined).length;

describe('a message of several things', () => {
  const parts = [
    { kind: 'text', text: 'both' },
    { kind: 'text', text: 'both' },
  ];

  it('[XS20] ends with the answer to the last of them', async () => {
    const count = agent.events.length;
    const heard = client.send({ parts }, uris);
    const session = await settled(count + 3);
    await agent.send(session, [say('to the first'), done()]);
    await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([3, 1]);
    await agent.send(session, [say('to the second'), done()]);
    expect(await heard).toMatchObject({ state: 'TASK_STATE_COMPLETED', texts: ['to the first', 'to the second'] });
  });

  it('[XS20] ends by silence where all is answered in one turn', async () => {
    const count = agent.events.length;
    const heard = client.send({ parts }, uris);
    const session = await settled(count + 3);
    await agent.send(session, [say('to both'), done()]);
    await pass(1);
    expect(await heard).toMatchObject({ state: 'TASK_STATE_COMPLETED', texts: ['to both'] });
  });

  it.each(['input', 'failed'])('[XS20] ends at once with the turn %s', async (state) => {
    const count = agent.events.length;
    const heard = client.send({ parts }, uris);
    const session = await settled(count + 3);
    await agent.send(session, [say('which?'), done(state)]);
    expect((await heard).texts).toEqual(['which?']);
  });
});

describe('an agent', () => {
  it('[XS20] that never says turn has ended it when it is silent', async () => {
    const heard = client.send(words('x'), uris);
    const session = await settled(agent.events.length + 2);
    await expect
      .poll(async () => (await stage.call('GET', `/sessions/${session}`, { key: agent.key })).body.seq)
      .toBe(6);
    await expect.poll(() => timers.some(({ ms }) => ms === 2)).toBe(false);
    await pass(1);
    const { state, texts, messages } = await heard;
    expect({ state, texts, count: messages.length }).toEqual({
      state: 'TASK_STATE_COMPLETED',
      texts: ['no turn'],
      count: 3,
    });
  });

  it('[XS20] that does not answer fails the call', async () => {
    const heard = client.send(words('nothing'), uris);
    await settled(agent.events.length + 2);
    await pass(2);
    expect(await heard).toMatchObject({ state: 'TASK_STATE_FAILED', texts: ['The agent did not answer in time.'] });
  });

  it('[XS20] that says turn is waited for, but not for ever', async () => {
    const heard = client.stream(words('working'), uris);
    await settled(agent.events.length + 2);
    await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([3]);
    await pass(3);
    expect(await heard).toMatchObject({ state: 'TASK_STATE_FAILED', texts: [expect.stringContaining('too long')] });
  });

  it('[XS20] that sends too much ends the call, and the rest comes with the next message', async () => {
    const contextId = 'flood';
    const first = await client.stream(words('flood', { contextId }), uris);
    expect(first).toMatchObject({ state: 'TASK_STATE_FAILED', texts: [expect.stringContaining('more than fits')] });
    expect(first.messages.length).toBeLessThan(25);
    let shown = surfacesIn(first.messages);
    for (let i = 0; i < 10 && shown < 50; i++) {
      const next = await client.send(words('more', { contextId, referenceTaskIds: [first.taskId] }), uris);
      shown += surfacesIn(next.messages);
    }
    expect(shown).toBe(50);
  });

  it('[XS20] that is told what a client could not show need not answer', async () => {
    const contextId = 'report';
    await client.send(words('more', { contextId }), uris);
    const error = { code: 'RENDER_FAILED', surfaceId: 'booking', message: 'no room' };
    const parts = [{ data: [{ version: 'v0.9', error }], mediaType: form.mimeType }];
    const count = agent.events.length;
    const heard = client.send({ parts, contextId }, uris);
    await settled(count + 1);
    expect(agent.events.at(-1)?.event).toMatchObject({ event: 'issue' });
    await pass(1);
    expect(await heard).toMatchObject({ state: 'TASK_STATE_COMPLETED', texts: [] });
  });

  it('[XS20] whose client left in the middle sends it again with the next message', async () => {
    const contextId = 'left';
    const count = agent.events.length;
    const request = new Request(`${stage.url}/a2a/odd`, {
      method: 'POST',
      headers: { 'a2a-version': '1.0', 'a2a-extensions': form.uri, authorization: `Bearer ${key}` },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage' },
        params: { message: { ...words('working', { contextId }), messageId: 'm', role: 'ROLE_USER' } },
      }),
    });
    const { body } = await stage.host.fetch(request, { address: '127.0.0.1' });
    const session = await settled(count + 2);
    await body?.cancel();
    await agent.send(session, [...booking('missed'), done()]);
    const next = await client.send(words('more', { contextId, referenceTaskIds: ['t'] }), uris);
    expect(surfacesIn(next.messages)).toBe(1);
  });

  it('[XS20] that closes the session ends the call; the context goes on in a new one', async () => {
    const heard = client.send(words('nothing', { contextId: 'closed' }), uris);
    const session = await settled(agent.events.length + 2);
    await stage.call('DELETE', `/sessions/${session}`, { key: agent.key });
    expect((await heard).texts.join()).toContain('closed the session');
    const next = client.send(words('nothing', { contextId: 'closed' }), uris);
    const other = await settled(agent.events.length + 2);
    expect(other).not.toBe(session);
    await pass(2);
    await next;
  });
});
