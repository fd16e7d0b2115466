// What makes the extension active, which form that gives, and what is said where none is.

import type { JsonObject } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bookingAgent,
  client03,
  client10,
  newId,
  pressed,
  type ScriptAgent,
  Stage,
  type TestClient,
  words,
} from '../test/stage.ts';
import { FORMS, formById } from './forms.ts';
import { readParts } from './parts.ts';

let stage: Stage;
let agent: ScriptAgent;
let key: string;
let client: TestClient;

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent('tables', bookingAgent);
  key = await agent.credential();
  client = await client10(`${stage.url}/a2a/tables`, key);
});

afterAll(() => stage.clear());

const v09 = formById('v0.9').uri;
const v10 = formById('v1.0').uri;
const PICTURE = 'Book a table\nName: [Ada]\n[ Book ]';

async function raw(headers: { readonly [name: string]: string }, message: JsonObject = {}, method = 'SendMessage') {
  const body = {
    ...{ jsonrpc: '2.0', id: 1, method },
    params: { message: { messageId: newId(), role: 'ROLE_USER', parts: [{ text: 'x' }], ...message } },
  };
  const answer = await stage.call('POST', '/a2a/tables', { key, body, headers: { 'a2a-version': '1.0', ...headers } });
  const task = (answer.body.result as JsonObject | undefined)?.task as JsonObject | undefined;
  const status = task?.status as JsonObject | undefined;
  return { ...answer, ...readParts((status?.message as JsonObject | undefined)?.parts) };
}

describe('several forms', () => {
  it('[XS5] the newest that the agent offers is taken', async () => {
    const heard = await client.send(
      words('x'),
      FORMS.map(({ uri }) => uri),
    );
    expect(heard.echoed).toBe(v10);
    expect(heard.messages.every(({ version }) => version === 'v1.0')).toBe(true);
    await agent.setCard({ forms: ['v0.8', 'v0.9'] });
    const older = await client.send(
      words('x'),
      FORMS.map(({ uri }) => uri),
    );
    expect(older.echoed).toBe(v09);
    await agent.setCard({});
  });

  it('[XS5] the name that 1.0 had as a draft asks for it, in the header, the message and its metadata', async () => {
    const draft = v10.replace('v1.0', 'v0.10');
    const metadata = { a2uiClientCapabilities: { 'v0.10': { supportedCatalogIds: [basic10.id] } } };
    for (const heard of [
      await client.send(words('x'), [draft]),
      await client.send(words('x'), [draft, v09]),
      await client.send(words('x', { extensions: [draft] })),
      await client.send(words('x', { metadata })),
      await client.stream(words('x', { metadata }), [draft]),
    ]) {
      expect(heard.echoed).toBe(draft);
      expect(heard.messages.length).toBeGreaterThan(0);
      expect(heard.messages.every(({ version }) => version === 'v1.0')).toBe(true);
    }
    await agent.setCard({ forms: ['v0.9'] });
    expect(await client.send(words('x'), [draft])).toMatchObject({ echoed: null, messages: [] });
    await agent.setCard({});
  });

  it('[XS5] another version than asked for is never sent', async () => {
    for (const other of ['v0.11', 'v1.1', 'v0.9.2', 'V1.0'].map((one) => v10.replace('v1.0', one))) {
      const heard = await client.send(words('x'), [other]);
      expect(heard).toMatchObject({ echoed: null, messages: [] });
      expect(heard.texts).toEqual(['You said x', PICTURE]);
    }
    await agent.setCard({ forms: ['v0.8'] });
    expect(await client.send(words('x'), [v09])).toMatchObject({ echoed: null, messages: [] });
    await agent.setCard({});
  });
});

describe('no form', () => {
  it('[XS6] is answered with the same content in words, and with no part of A2UI', async () => {
    for (const one of [client, await client03(`${stage.url}/a2a/tables`, key)]) {
      for (const heard of [await one.send(words('x')), await one.stream(words('x'))]) {
        expect(heard).toMatchObject({ echoed: null, messages: [], texts: ['You said x', PICTURE] });
        expect(heard.parts.every((part) => part.data === undefined)).toBe(true);
      }
    }
  });

  it('[XS6] so is a client that has no catalog in common with the agent', async () => {
    const metadata = { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: ['https://example.com/own'] } } };
    const heard = await client.send(words('x', { metadata }), [v09]);
    expect(heard).toMatchObject({ messages: [], texts: ['You said x', PICTURE] });
    expect(heard.issues.map(({ code }) => code)).toEqual(['VITRINE_CATALOG_UNKNOWN']);
  });

  it('[XS6] and a surface of a catalog that the client does not list', async () => {
    const metadata = { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [minimal09.id] } } };
    const heard = await client.send(words('x', { metadata }), [v09]);
    expect(heard).toMatchObject({ messages: [], texts: ['You said x', PICTURE] });
  });

  it('[XS6] a list of catalogs of the wrong shape is told, and the basic catalog stands', async () => {
    for (const said of ['x', { 'v0.9': { supportedCatalogIds: 'x' } }, { 'v0.9': [] }]) {
      const heard = await client.send(words('x', { metadata: { a2uiClientCapabilities: said } }), [v09]);
      expect(heard.messages).toHaveLength(3);
      expect(heard.issues.length).toBeGreaterThan(0);
    }
  });
});

describe('activation', () => {
  it.each([
    ['A2A-Extensions', { 'a2a-extensions': v09 }, {}, v09],
    ['X-A2A-Extensions', { 'x-a2a-extensions': ` other , ${v09}` }, {}, v09],
    ['both', { 'a2a-extensions': v09, 'x-a2a-extensions': v10 }, {}, v10],
    ['message.extensions', {}, { extensions: [v09] }, v09],
    [
      'capabilities of 1.0',
      {},
      { metadata: { a2uiRendererCapabilities: { 'v1.0': { supportedCatalogIds: [formById('v1.0').catalog] } } } },
      v10,
    ],
  ] as const)('[XS7] is read from %s, and told there', async (_, headers, message, uri) => {
    const asked = Object.keys(headers);
    const told = asked.length === 0 ? ['a2a-extensions'] : asked;
    const heard = await raw({ ...headers }, message as JsonObject);
    expect(heard.messages).toHaveLength(3);
    const stream = await raw({ ...headers }, message as JsonObject, 'SendStreamingMessage');
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    for (const answer of [heard, stream])
      for (const name of ['a2a-extensions', 'x-a2a-extensions'])
        expect(answer.headers.get(name)).toBe(told.includes(name) ? uri : null);
  });

  it('[XS5] capabilities of another version beside the form that is asked for activate nothing', async () => {
    const listed = (id: 'v0.9' | 'v1.0') => ({ supportedCatalogIds: [formById(id).catalog] });
    const metadata = { a2uiClientCapabilities: { 'v0.9': listed('v0.9'), 'v1.0': listed('v1.0') } };
    const asked = [
      await raw({ 'a2a-extensions': v09 }, { metadata }),
      await raw({ 'x-a2a-extensions': v09 }, { metadata }),
      await raw({}, { metadata, extensions: [v09] }),
    ];
    for (const { messages } of asked) expect(messages.map(({ version }) => version)).toEqual(Array(3).fill('v0.9'));
    const heard = await client.send(words('x', { metadata }), [v09]);
    expect(heard).toMatchObject({ echoed: v09, messages: [{ version: 'v0.9' }, {}, {}] });
    const other = await raw({ 'a2a-extensions': 'https://example.com/other' }, { metadata });
    expect(other.messages.map(({ version }) => version)).toEqual(Array(3).fill('v1.0'));
    await agent.setCard({ forms: ['v1.0'] });
    expect((await raw({ 'a2a-extensions': v09 }, { metadata })).messages).toEqual([]);
    await agent.setCard({});
  });

  it('[XS7] is not read from capabilities of 0.8 to 0.9.1', async () => {
    const listed = { supportedCatalogIds: [formById('v0.9').catalog] };
    for (const said of [listed, { 'v0.9': listed }, { 'v0.9.1': listed }]) {
      const heard = await raw({}, { metadata: { a2uiClientCapabilities: said } });
      expect(heard).toMatchObject({ messages: [] });
      expect(heard.headers.get('a2a-extensions')).toBeNull();
    }
  });

  it('[XS8] an agent that requires an interface refuses a call without it', async () => {
    await agent.setCard({ requiresUi: true });
    const refused = await raw({});
    expect(refused.body).toMatchObject({ error: { code: -32008 } });
    expect((await raw({}, {}, 'SendStreamingMessage')).body).toMatchObject({ error: { code: -32008 } });
    expect((await raw({ 'a2a-extensions': v09 })).messages).toHaveLength(3);
    const old = await stage.call('POST', '/a2a/tables', {
      key,
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'message/send',
        params: { message: { messageId: newId(), role: 'user', kind: 'message', parts: [] } },
      },
    });
    expect(old.body).toMatchObject({ error: { code: -32008 } });
    const flags = async () => {
      const { capabilities } = (await stage.call('GET', '/a2a/tables')).body;
      return ((capabilities as JsonObject).extensions as readonly JsonObject[]).map(({ required }) => required);
    };
    expect(await flags()).toEqual([false, false, false, false, false]);
    await agent.setCard({ requiresUi: true, forms: ['v0.9'] });
    expect(await flags()).toEqual([true]);
    await agent.setCard({});
  });
});

describe('events without activation', () => {
  it('[XS15] are not delivered, and told; words beside them are', async () => {
    const { contextId } = await client.send(words('x'), [v09]);
    const count = agent.events.length;
    const alone = await client.send(pressed(formById('v0.9'), '1.0', 'Grace', contextId));
    expect(alone.state).toBe('TASK_STATE_REJECTED');
    expect(alone.texts.join()).toContain('not activated');
    expect(agent.events.slice(count).filter(({ event }) => event.event !== 'join')).toEqual([]);
    const message = pressed(formById('v0.9'), '1.0', 'Grace', contextId);
    const beside = await client.send({ ...message, parts: [...(message.parts as JsonObject[]), { text: 'and this' }] });
    expect(beside.texts[0]).toBe('You said and this');
    expect(beside.issues.map(({ code }) => code)).toEqual(['VITRINE_EXTENSION_INACTIVE']);
  });
});
