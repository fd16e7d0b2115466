// Long messages of both sides stay what they are over every binding, though the SDK is handed their text alone.

import type { Json, JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, grpcClient03, grpcClient10, grpcPlaces, sdkClient } from '../test/grpc-clients.ts';
import { client03, client10, done, type ScriptAgent, Stage, type TestClient, words } from '../test/stage.ts';
import { formById } from './forms.ts';

const ROWS = Array.from({ length: 3000 }, (_, i) => ({
  id: i,
  name: `Row "${i}" $& \\ ü`,
  empty: {},
  list: [[], true],
}));
const { uri } = formById('v0.9');
const SURFACE: readonly JsonObject[] = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: formById('v0.9').catalog } },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/all', value: { rows: ROWS, more: { raw: 'text' } } } },
];

let stage: Stage;
let agent: ScriptAgent;
let key: string;
let clients: { readonly [name: string]: TestClient };

beforeAll(async () => {
  stage = await Stage.open({ grpc: { host: '127.0.0.1', port: 0 }, defaultAgent: 'long' });
  agent = await stage.agent('long', (event) => {
    if (event.event !== 'say') return undefined;
    const said = String(event.text);
    if (said === 'list') return [done()];
    const many = [...MANY, { vitrine: 1, body: [{ op: 'say', text: 'So many.' }] }];
    return said === 'many' ? [SURFACE[0] as JsonObject, ...many, done()] : [...SURFACE, done()];
  });
  key = await agent.credential();
  const card = `${stage.url}/a2a/long`;
  const [place] = await grpcPlaces(stage, 'long');
  clients = {
    'JSON-RPC of 1.0': await client10(card, key),
    'JSON-RPC of 0.3': await client03(card, key),
    'REST of 1.0': await client10(card, key, 'HTTP+JSON'),
    'gRPC of 1.0': await grpcClient10(card, key),
    'gRPC of 0.3': grpcClient03(String(place?.url), key),
  };
});

afterAll(() => stage.clear());

describe.each(['JSON-RPC of 1.0', 'JSON-RPC of 0.3', 'REST of 1.0', 'gRPC of 1.0', 'gRPC of 0.3'])('%s', (name) => {
  it.each(['send', 'stream'] as const)('[XS36] what an agent shows arrives as it was sent: %s', async (way) => {
    const { messages } = await (clients[name] as TestClient)[way](words('show'), [uri]);
    expect(messages.filter((message) => 'updateDataModel' in message)).toEqual([SURFACE[1]]);
  });
});

const MANY: readonly JsonObject[] = Array.from({ length: 60 }, (_, i) => ({
  version: 'v0.9',
  updateDataModel: { surfaceId: 's', path: `/n${i}`, value: { i, name: `Row "${i}" $& ü`, list: [i, false, {}] } },
}));

describe.each(['JSON-RPC of 1.0', 'JSON-RPC of 0.3', 'REST of 1.0', 'gRPC of 1.0', 'gRPC of 0.3'])('%s', (name) => {
  it('[XS36] many messages in one answer arrive each by itself and in order, with what is said', async () => {
    const { messages, texts } = await (clients[name] as TestClient).send(words('many'), [uri]);
    expect(messages.filter((message) => 'updateDataModel' in message)).toEqual(MANY);
    expect(texts).toEqual(['So many.']);
  });
});

describe('a list of tasks', () => {
  it('[XS36] ends a page where it would be too long, and goes on behind it', async () => {
    const own = await agent.credential('lists');
    const ask = async (method: string, params: Json) => {
      const headers = { 'a2a-version': '1.0' };
      const body = { jsonrpc: '2.0', id: 1, method, params };
      return (await stage.call('POST', '/a2a/long', { key: own, headers, body })).body.result as JsonObject;
    };
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      const parts = [{ text: 'list' }, { data: { blob: 'x'.repeat(900_000) } }];
      const { task } = await ask('SendMessage', { message: { messageId: `list-${i}`, role: 'ROLE_USER', parts } });
      ids.unshift((task as { readonly id: string }).id);
    }
    const found: string[] = [];
    let pages = 0;
    for (let pageToken = ''; pages < 10; pages++) {
      const page = await ask('ListTasks', { pageToken });
      expect(page).toMatchObject({ totalSize: 4 });
      const tasks = page.tasks as readonly { readonly id: string; readonly history: readonly JsonObject[] }[];
      expect(JSON.stringify(tasks[0]?.history)).toContain('xxxxxxxx');
      found.push(...tasks.map(({ id }) => id));
      pageToken = String(page.nextPageToken);
      if (pageToken === '') break;
    }
    expect(new Set(found)).toEqual(new Set(ids));
    expect(found).toHaveLength(4);
    expect(pages).toBeGreaterThan(0);
  });
});

describe('the history of a task', () => {
  const SENT: readonly Json[] = [{ rows: ROWS }, ROWS, { few: [1, { two: 2 }] }];
  const METADATA = { seen: ROWS };

  it.each(['1.0', '0.3'] as const)('[XS36] has what the client sent, over JSON-RPC of %s and gRPC', async (version) => {
    const isNew = version === '1.0';
    const datas = isNew ? SENT : SENT.filter((data) => !Array.isArray(data));
    const parts = datas.map((data) => (isNew ? { data } : { kind: 'data', data }));
    const message = {
      ...{ messageId: `long-${version}`, role: isNew ? 'ROLE_USER' : 'user', metadata: METADATA },
      parts: [{ ...(isNew ? {} : { kind: 'text' }), text: 'show' }, ...parts],
    };
    const ask = async (method: string, params: Json) => {
      const body = { jsonrpc: '2.0', id: 1, method, params };
      const answer = await stage.call('POST', '/a2a/long', { key, headers: { 'a2a-version': version }, body });
      return answer.body.result as JsonObject;
    };
    const sent = await ask(isNew ? 'SendMessage' : 'message/send', { message });
    const { id } = (sent.task ?? sent) as { readonly id: string };
    const seen = await ask(isNew ? 'GetTask' : 'tasks/get', { id });
    for (const task of [(sent.task ?? sent) as JsonObject, seen]) {
      const [first] = task.history as readonly JsonObject[];
      const said = (first?.parts ?? []) as readonly JsonObject[];
      expect(said.slice(1).map(({ data }) => data)).toEqual(datas);
      expect(first?.metadata).toEqual(METADATA);
    }
    const { history } = await (await sdkClient(`${stage.url}/a2a/long`, bearer(key))).getTask({ id, tenant: '' });
    expect(history[0]?.parts.slice(1).map(({ content }) => content?.value)).toEqual(datas);
    expect(history[0]?.metadata).toEqual(METADATA);
  });
});
