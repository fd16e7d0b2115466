// The first message of a context: a session begins with it, and only where something of it was accepted.

import type { Json, JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingAgent, client10, press, type ScriptAgent, Stage, type TestClient, words } from '../test/stage.ts';
import { FORMS, formById } from './forms.ts';

const form = formById('v0.9');
const original = formById('original');
let stage: Stage;
let agent: ScriptAgent;
let client: TestClient;
let key: string;

beforeAll(async () => {
  stage = await Stage.open({ limits: { bodyBytes: 200_000, contextsPerMinute: 1000 } });
  agent = await stage.agent('tables', bookingAgent);
  key = await agent.credential();
  client = await client10(`${stage.url}/a2a/tables`, key);
});

afterAll(() => stage.clear());

const a2ui = (data: Json, mimeType = form.mimeType): JsonObject => ({ data, metadata: { mimeType } });
const choice = (said: Json) => a2ui({ clientUiCapabilities: said }, original.mimeType);
const sessions = async () => (await stage.host.sessions.list()).length;

describe('a first message that is refused', () => {
  it.each<readonly [string, readonly string[], Json]>([
    ['parts that cannot be read', [form.uri], [a2ui('x'), { url: 'https://example.com/' }]],
    ['a message that is none of the form', [form.uri], [a2ui({ version: 'v0.9', nonsense: {} })]],
    ['an action on a surface that is not there', [form.uri], [a2ui(press(form, 'Ada'))]],
    ['an action of another form', [form.uri], [a2ui(press(formById('v0.8'), 'Ada'))]],
    ['an action without activation', [], [a2ui(press(form, 'Ada'))]],
    [
      'a report about what was never shown',
      [form.uri],
      [a2ui({ version: 'v0.9', error: { code: 'X', surfaceId: 'a' } })],
    ],
    ['too many parts', [form.uri], Array(101).fill({ text: 'x' })],
    [
      'a choice with both',
      [original.uri],
      [choice({ catalogUri: original.catalog, dynamicCatalog: {} }), { text: 'x' }],
    ],
    ['a choice of nothing', [original.uri], [choice({})]],
    [
      'a choice of an unknown catalog',
      [original.uri],
      [choice({ catalogUri: 'https://example.com/none' }), { text: 'x' }],
    ],
    ['a definition that is not accepted', [original.uri], [choice({ dynamicCatalog: { components: {} } })]],
    [
      'two choices',
      [original.uri],
      [choice({ catalogUri: original.catalog }), choice({ catalogUri: original.catalog })],
    ],
  ])('[XS27] %s opens no session, and the agent hears nothing', async (name, uris, parts) => {
    const [before, heard] = [await sessions(), agent.events.length];
    const answer = await client.send({ contextId: name, parts }, uris);
    expect(answer.state).toBe('TASK_STATE_REJECTED');
    expect(answer.texts.join()).not.toBe('');
    expect([await sessions(), agent.events.length]).toEqual([before, heard]);
    expect((await client.send(words('now', { contextId: name }), [form.uri])).texts).toEqual(['You said now']);
    expect(await sessions()).toBe(before + 1);
  });

  it('[XS27] before A2A has a say opens none either', async () => {
    const before = await sessions();
    const post = (message: JsonObject) =>
      stage.call('POST', '/a2a/tables', {
        key,
        headers: { 'a2a-version': '1.0' },
        body: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: { messageId: 'm', ...message } } },
      });
    expect(await post(words('x'.repeat(300_000)))).toMatchObject({ status: 413 });
    expect(await post(words('x', { contextId: 'x'.repeat(201) }))).toMatchObject({ body: { error: { code: -32602 } } });
    await agent.setCard({ requiresUi: true });
    expect(await post(words('x', { role: 'ROLE_USER' }))).toMatchObject({ body: { error: { code: -32008 } } });
    await agent.setCard({});
    expect(await sessions()).toBe(before);
  });

  it('[XS27] counts as one that begins a context', async () => {
    const few = await Stage.open({ limits: { contextsPerMinute: 3 } });
    const its = await few.agent('tables', bookingAgent);
    const one = await client10(`${few.url}/a2a/tables`, await its.credential());
    const refused = () => one.send({ contextId: 'again', parts: [a2ui(press(form, 'Ada'))] }, [form.uri]);
    for (let i = 0; i < 3; i++) expect((await refused()).state).toBe('TASK_STATE_REJECTED');
    await expect(refused()).rejects.toThrow('429');
    expect(await few.host.sessions.list()).toEqual([]);
    await few.clear();
  });
});

describe('a first message that is accepted in part', () => {
  it.each(FORMS)('[XS27] $id: opens the session, and what was wrong is told', async (one) => {
    const before = await sessions();
    const parts = [a2ui(press(one, 'Ada'), one.mimeType), { text: 'hello' }];
    const heard = await client.send({ parts }, [one.uri]);
    expect(heard.texts).toEqual(['You said hello']);
    expect(heard.issues.map(({ code }) => code)).toEqual(['VITRINE_SURFACE_UNKNOWN']);
    expect(await sessions()).toBe(before + 1);
  });
});
