// The REST paths of A2A 1.0, and tasks: whose they are, how they are read, followed and canceled.

import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingAgent, client10, done, ops, type ScriptAgent, Stage, say, words } from '../test/stage.ts';
import { FORMS, formById } from './forms.ts';

const form = formById('v1.0');
let stage: Stage;
let key: string;
let stranger: string;
let mute: ScriptAgent;
let muteKey: string;

beforeAll(async () => {
  stage = await Stage.open();
  const agent = await stage.agent('tables', bookingAgent);
  [key, stranger] = [await agent.credential('alice'), await agent.credential('bob')];
  mute = await stage.agent('mute', ({ event }) =>
    event === 'say' ? [done('working'), ops({ op: 'task', task: 'cooking', value: 1, total: 9 })] : undefined,
  );
  muteKey = await mute.credential();
});

afterAll(() => stage.clear());

const headers = { 'a2a-version': '1.0', 'a2a-extensions': form.uri };
const body = (text = 'x', more: JsonObject = {}) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text }], ...more },
});
const rest = (method: string, path: string, options: { readonly key?: string; readonly body?: unknown } = {}) =>
  stage.call(method, `/a2a/${path}`, { key, headers, ...options });
const eventsIn = (text: string) =>
  text.split('\n\n').flatMap((one) => (one === '' ? [] : [JSON.parse(one.replace(/^data: /, '')) as JsonObject]));

describe('REST', () => {
  it('[XS19] a message is sent, its task read and listed', async () => {
    const sent = await rest('POST', 'tables/message:send', { body: body('x', { contextId: 'rest' }) });
    expect(sent.status).toBe(200);
    expect(sent.headers.get('a2a-extensions')).toBe(form.uri);
    const task = sent.body.task as JsonObject;
    expect(task.status).toMatchObject({ state: 'TASK_STATE_COMPLETED' });
    expect((await rest('GET', `tables/tasks/${task.id}?historyLength=1`)).body).toMatchObject({
      id: task.id,
      history: [{}],
    });
    const listed = await rest('GET', 'tables/tasks?contextId=rest&pageSize=5');
    expect((listed.body.tasks as readonly JsonObject[]).map(({ id }) => id)).toEqual([task.id]);
  });

  it('[XS19] a message is streamed', async () => {
    const answer = await rest('POST', 'tables/message:stream', { body: body() });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('a2a-extensions')).toBe(form.uri);
    const events = eventsIn(answer.text);
    expect(events[0]).toHaveProperty('task');
    expect(events.at(-1)).toHaveProperty('statusUpdate.status.state', 'TASK_STATE_COMPLETED');
  });

  it.each(FORMS)('[XS19] $id works with the REST client of the SDK', async ({ uri }) => {
    const client = await client10(`${stage.url}/a2a/tables`, key, 'HTTP+JSON');
    for (const way of ['send', 'stream'] as const) {
      const heard = await client[way](words('a table'), [uri]);
      expect(heard).toMatchObject({ echoed: uri, texts: ['You said a table'], state: 'TASK_STATE_COMPLETED' });
      expect(heard.messages).toHaveLength(3);
    }
  });

  it('[XS18] errors have their status and body', async () => {
    expect(await rest('GET', 'tables/tasks/nobody')).toMatchObject({ status: 404, body: { error: { code: 404 } } });
    expect((await rest('POST', 'tables/message:send', { body: {} })).status).toBe(400);
    expect((await rest('POST', 'tables/message:send', { body: '[' })).status).toBe(400);
    expect((await rest('POST', 'tables/message:send', { body: [] })).status).toBe(400);
    expect((await rest('GET', 'tables/tasks/%ZZ')).status).toBe(400);
    expect((await rest('GET', 'tables/nothing')).body).toMatchObject({ error: 'VITRINE_PATH_UNKNOWN' });
    expect((await stage.call('POST', '/a2a/tables/message:send', { key, body: body() })).status).toBe(400);
    expect((await stage.call('POST', '/a2a/tables/message:send', { headers, body: body() })).status).toBe(401);
  });
});

describe('tasks', () => {
  it('[XS22] are nobody else’s', async () => {
    const sent = await rest('POST', 'tables/message:send', { body: body() });
    const { id } = sent.body.task as JsonObject;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ':cancel'],
      ['POST', ':subscribe'],
    ] as const)
      expect((await rest(method, `tables/tasks/${id}${path}`, { key: stranger })).status).toBe(404);
    expect((await rest('GET', 'tables/tasks', { key: stranger })).body.tasks).toEqual([]);
    const other = body('x', { taskId: id as string });
    expect((await rest('POST', 'tables/message:send', { key: stranger, body: other })).status).toBe(404);
  });

  it('[XS22] are canceled, and the agent is told what it shall stop', async () => {
    const open = rest('POST', 'mute/message:stream', { key: muteKey, body: body('x', { contextId: 'stop' }) });
    await expect.poll(() => mute.events.length).toBe(2);
    const id = await taskOf('stop');
    const canceled = await rest('POST', `mute/tasks/${id}:cancel`, { key: muteKey });
    expect(canceled.body).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    expect(eventsIn((await open).text).at(-1)).toHaveProperty('statusUpdate.status.state', 'TASK_STATE_CANCELED');
    await expect.poll(() => mute.events.at(-1)?.event).toMatchObject({ event: 'cancel', task: 'cooking' });
    expect((await rest('POST', `mute/tasks/${id}:cancel`, { key: muteKey })).status).toBe(200);
  });

  it('[XS22] are followed again after a break', async () => {
    const leaving = new AbortController();
    const count = mute.events.length;
    const response = await fetch(`${stage.url}/a2a/mute/message:stream`, {
      ...{ method: 'POST', signal: leaving.signal, body: JSON.stringify(body('x', { contextId: 'broken' })) },
      headers: { ...headers, authorization: `Bearer ${muteKey}`, 'content-type': 'application/json' },
    });
    await response.body?.getReader().read();
    const id = await taskOf('broken');
    await expect.poll(() => mute.events.length).toBe(count + 2);
    leaving.abort();
    const again = rest('POST', `mute/tasks/${id}:subscribe`, { key: muteKey });
    const { session = '' } = mute.events.at(-1) ?? {};
    // The answer ends only when the agent does; until then it must be under way.
    await expect.poll(async () => (await rest('GET', `mute/tasks/${id}`, { key: muteKey })).status).toBe(200);
    await mute.send(session, [say('done at last'), done()]);
    const events = eventsIn((await again).text);
    expect(events[0]).toHaveProperty('task.id', id);
    expect(JSON.stringify(events)).toContain('done at last');
  });

  async function taskOf(contextId: string): Promise<string> {
    const listed = await rest('GET', `mute/tasks?contextId=${contextId}`, { key: muteKey });
    return String((listed.body.tasks as readonly JsonObject[])[0]?.id);
  }
});
