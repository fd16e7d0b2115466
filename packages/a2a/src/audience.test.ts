// Streams whose reader leaves: what was read after all is not sent again, what was not is sent as to one in doubt.

import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booking, done, newId, type ScriptAgent, Stage, say, words } from '../test/stage.ts';
import { A2aAudience, AudienceReader } from './call.ts';
import { formById } from './forms.ts';
import { readParts } from './parts.ts';

const headers = { 'a2a-version': '1.0', 'a2a-extensions': formById('v0.9').uri };
let stage: Stage;
let agent: ScriptAgent;
let key: string;

beforeAll(async () => {
  stage = await Stage.open({ limits: { taskHistory: 5 } });
  agent = await stage.agent('slow', ({ event }) => (event === 'say' ? [done('working')] : undefined));
  key = await agent.credential();
});

afterAll(() => stage.clear());

const messageOf = (text: string, contextId: string, more: JsonObject = {}) => ({
  message: { messageId: newId(), role: 'ROLE_USER', ...words(text, { contextId, ...more }) },
});
const task = async (id: string, query = '') =>
  (await stage.call('GET', `/a2a/slow/tasks/${id}${query}`, { key, headers })).body;
const ended = (id: string) =>
  expect.poll(() => task(id, '?historyLength=0')).toHaveProperty('status.state', 'TASK_STATE_COMPLETED');

/** A stream that its reader leaves when the agent has heard of it. */
async function left(contextId: string, before: readonly JsonObject[] = []) {
  const count = agent.events.length;
  const request = new Request(`${stage.url}/a2a/slow/message:stream`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(messageOf('x', contextId)),
  });
  const { body } = await stage.host.fetch(request, { address: '127.0.0.1' });
  await expect.poll(() => agent.events.length).toBe(count + 2);
  const { session = '' } = agent.events.at(-1) ?? {};
  const { body: listed } = await stage.call('GET', `/a2a/slow/tasks?contextId=${contextId}`, { key, headers });
  const [{ id }] = listed.tasks as unknown as readonly [{ readonly id: string }];
  if (before.length > 0) await agent.send(session, before);
  await body?.cancel();
  return { id, session };
}

/** What the next message is answered with, by a client that names the task. */
async function next(contextId: string, id: string) {
  const count = agent.events.length;
  const body = messageOf('y', contextId, { referenceTaskIds: [id] });
  const answer = stage.call('POST', '/a2a/slow/message:send', { key, headers, body });
  await expect.poll(() => agent.events.length).toBe(count + 1);
  await agent.send(agent.events.at(-1)?.session ?? '', [say('next'), done()]);
  const { status } = (await answer).body.task as { readonly status: { readonly message: JsonObject } };
  return readParts(status.message.parts);
}

describe('a task whose reader left', () => {
  it('[XS21] and followed it to its end is not sent it again', async () => {
    const { id, session } = await left('followed', [...booking(), say('before')]);
    const request = new Request(`${stage.url}/a2a/slow/tasks/${id}:subscribe`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}` },
    });
    const again = await stage.host.fetch(request, { address: '127.0.0.1' });
    await agent.send(session, [say('after'), done()]);
    expect(await again.text()).toContain('after');
    expect(await next('followed', id)).toMatchObject({ texts: ['next'], messages: [] });
  });

  it('[XS21] and asked for it when it had ended is not sent it again', async () => {
    const { id, session } = await left('asked');
    await agent.send(session, [...booking(), say('late'), done()]);
    await ended(id);
    expect(JSON.stringify(await task(id))).toContain('late');
    expect(await next('asked', id)).toMatchObject({ texts: ['next'], messages: [] });
  });

  it('[XS12] and never asked is in doubt: it is sent the state as one who may have some of it', async () => {
    const { id, session } = await left('doubt');
    await agent.send(session, [...booking('missed'), say('late'), done()]);
    await ended(id);
    const { texts, messages } = await next('doubt', id);
    expect(texts).toEqual(['late', 'next']);
    expect(messages.slice(0, 2)).toMatchObject([
      { deleteSurface: { surfaceId: 'missed' } },
      { createSurface: { surfaceId: 'missed' } },
    ]);
  });

  it('[XS21] and is longer than what is kept of it was not read by asking', async () => {
    const { id, session } = await left('long');
    await agent.send(session, [...'abcdefgh'].map((text) => say(text)).concat(done()));
    await ended(id);
    await task(id);
    expect((await next('long', id)).texts).toEqual([...'abcdefgh', 'next']);
  });
});

describe('an audience', () => {
  it('[XS21] is empty when each of its readers has left, however often that is noticed', () => {
    const audience = new A2aAudience();
    const [first, second] = [new AudienceReader(audience), new AudienceReader(audience)];
    first.leave();
    first.leave();
    expect(audience.isEmpty).toBe(false);
    second.leave();
    expect(audience.isEmpty).toBe(true);
  });
});

describe('one who is answered at once', () => {
  const at = (version: '1.0' | '0.3') =>
    version === '1.0' ? headers : { 'x-a2a-extensions': headers['a2a-extensions'] };

  /** Leaves a task to itself, and lets it end. */
  async function unwatched(version: '1.0' | '0.3', contextId: string) {
    const count = agent.events.length;
    const isNew = version === '1.0';
    const body = {
      ...{ jsonrpc: '2.0', id: 1, method: isNew ? 'SendMessage' : 'message/send' },
      params: {
        message: { messageId: contextId, role: isNew ? 'ROLE_USER' : 'user', ...words('x', { contextId }) },
        configuration: isNew ? { returnImmediately: true } : { blocking: false },
      },
    };
    const { body: answer } = await stage.call('POST', '/a2a/slow', { key, headers: at(version), body });
    const { task, ...bare } = answer.result as JsonObject;
    const id = String(((task ?? bare) as JsonObject).id);
    await expect.poll(() => agent.events.length).toBe(count + 2);
    await agent.send(agent.events.at(-1)?.session ?? '', [...booking('unseen'), say('unheard'), done()]);
    const listed = () => stage.call('GET', `/a2a/slow/tasks?contextId=${contextId}`, { key, headers });
    await expect
      .poll(async () => (await listed()).body.tasks)
      .toMatchObject([{ status: { state: 'TASK_STATE_COMPLETED' } }]);
    return id;
  }

  it.each(['1.0', '0.3'] as const)('[XS12] and never asks is sent the state and the words, A2A %s', async (version) => {
    const contextId = `unwatched ${version}`;
    const id = await unwatched(version, contextId);
    const { texts, messages } = await next(contextId, id);
    expect(texts).toEqual(['unheard', 'next']);
    expect(JSON.stringify(messages)).toContain('unseen');
  });

  it.each(['', '?historyLength=0'])('[XS21] and asks for its task%s has read it', async (query) => {
    const contextId = `watched${query}`;
    const id = await unwatched('1.0', contextId);
    expect(JSON.stringify(await task(id, query))).toContain('unheard');
    expect(await next(contextId, id)).toMatchObject({ texts: ['next'], messages: [] });
  });
});
