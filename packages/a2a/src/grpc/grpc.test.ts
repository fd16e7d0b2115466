// Every form over the gRPC port, with the SDKs' own clients of both versions.

import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, grpcClient03, grpcClient10, grpcPlaces, sdkClient, transport03 } from '../../test/grpc-clients.ts';
import { bookingAgent, done, pressed, type ScriptAgent, Stage, say, type TestClient, words } from '../../test/stage.ts';
import { FORMS, type Form, formById } from '../forms.ts';
import { type A2aVersion, readParts } from '../parts.ts';

let stage: Stage;
let agent: ScriptAgent;
let key: string;
let clients: { readonly [version in A2aVersion]: TestClient };

beforeAll(async () => {
  stage = await Stage.open({ grpc: { host: '127.0.0.1', port: 0 }, defaultAgent: 'tables' });
  agent = await stage.agent('tables', bookingAgent);
  await stage.agent('second', (event) => (event.event === 'say' ? [say('I am the second.'), done()] : undefined));
  key = await agent.credential();
  const [place] = await grpcPlaces(stage, 'tables');
  clients = {
    '1.0': await grpcClient10(`${stage.url}/a2a/tables`, key),
    '0.3': grpcClient03(String(place?.url), key),
  };
});

afterAll(() => stage.clear());

const ways = (['1.0', '0.3'] as const).flatMap((protocol) =>
  (['send', 'stream'] as const).map((way) => ({ protocol, way })),
);
const cases = FORMS.flatMap((form) => ways.map((way) => ({ ...way, form, id: form.id })));

const kinds = (messages: readonly object[]) => [
  ...new Set(messages.flatMap((message) => Object.keys(message).filter((name) => name !== 'version'))),
];
const shown = (form: Form) =>
  form.dialect === 'a2ui-0.8'
    ? ['dataModelUpdate', 'surfaceUpdate', 'beginRendering']
    : ['createSurface', 'updateDataModel', 'updateComponents'];

describe('each form over gRPC', () => {
  it.each(cases)('[XG1] $id over A2A $protocol, $way: a surface arrives and a press comes back', async (one) => {
    const { form, protocol, way } = one;
    const first = await clients[protocol][way](words('a table please'), [form.uri]);
    expect(first.echoed).toBe(form.uri);
    expect(first.state).toMatch(/completed/i);
    expect(first.texts).toEqual(['You said a table please']);
    expect(kinds(first.messages)).toEqual(shown(form));

    const second = await clients[protocol][way](pressed(form, protocol, 'Grace', first.contextId), [form.uri]);
    expect(second.echoed).toBe(form.uri);
    expect(second.texts).toEqual(['Booked for Grace']);
    expect(second.messages).toEqual([]);
    expect(second.issues).toEqual([]);
    expect(second.contextId).toBe(first.contextId);
  });

  it.each(FORMS)(
    '[XG1] $id: parts are those of JSON-RPC, under the MIME type where the wire has room',
    async (form) => {
      const { parts } = await clients['1.0'].send(words('a table please'), [form.uri]);
      const datas = parts.filter(({ data }) => data !== undefined);
      expect(datas.map(({ data }) => Array.isArray(data))).toEqual(form.isList ? [true] : [false, false, false]);
      for (const part of datas)
        expect(part).toMatchObject({ mediaType: form.mimeType, metadata: { mimeType: form.mimeType } });
      expect(readParts([...parts]).messages).toHaveLength(3);
    },
  );
});

describe('activation over gRPC', () => {
  it.each(ways)('[XG2] without it $protocol, $way has the words and no part of A2UI', async ({ protocol, way }) => {
    const heard = await clients[protocol][way](words('a table please'));
    expect(heard.echoed).toBeNull();
    expect(heard.parts.filter(({ data }) => data !== undefined)).toEqual([]);
    expect(heard.texts.join(' ')).toContain('Book a table');
    expect(heard.state).toMatch(/completed/i);
  });

  it.each(ways)('[XG2] of several URIs the newest is taken, $protocol, $way', async ({ protocol, way }) => {
    const uris = ['v0.8', 'v0.9.1', 'v0.9'].map((id) => formById(id as 'v0.8').uri);
    expect((await clients[protocol][way](words('x'), uris)).echoed).toBe(formById('v0.9.1').uri);
  });

  it.each(ways)('[XG2] another version than is offered is none, $protocol, $way', async ({ protocol, way }) => {
    const heard = await clients[protocol][way](words('x'), ['https://a2ui.org/a2a-extension/a2ui/v7.0']);
    expect(heard).toMatchObject({ echoed: null, messages: [] });
  });

  it.each(ways)('[XG2] message.extensions asks for a form too, $protocol, $way', async ({ protocol, way }) => {
    const { uri } = formById('v0.9');
    const heard = await clients[protocol][way](words('x', { extensions: [uri] }));
    expect(heard.echoed).toBe(uri);
    expect(heard.messages).toHaveLength(3);
  });

  it('[XG2] X-A2A-Extensions is read and told in 1.0, and capabilities in the metadata ask for 1.0', async () => {
    const { uri } = formById('v0.9');
    const old = await grpcClient10(`${stage.url}/a2a/tables`, key, { 'x-a2a-extensions': uri });
    expect((await old.stream(words('x'))).echoed).toBe(uri);
    const { catalog, uri: newest } = formById('v1.0');
    const metadata = { a2uiRendererCapabilities: { 'v1.0': { supportedCatalogIds: [catalog] } } };
    expect((await clients['1.0'].send(words('x', { metadata }))).echoed).toBe(newest);
  });
});

describe('tasks over gRPC', () => {
  it.each(['1.0', '0.3'] as const)(
    '[XG1] come with all of their history where no length is said, A2A %s',
    async (version) => {
      const { taskId } = await clients[version].stream(words('x'), [formById('v0.9').uri]);
      const [place] = await grpcPlaces(stage, 'tables');
      const history =
        version === '1.0'
          ? (await (await sdkClient(`${stage.url}/a2a/tables`, bearer(key))).getTask({ id: taskId, tenant: '' }))
              .history
          : (await transport03(String(place?.url), bearer(key)).getTask({ id: taskId })).history;
      expect(history?.length).toBeGreaterThan(2);
    },
  );
});

describe('agents over gRPC', () => {
  it('[XG3] are told apart by the tenant that stands on their card; 0.3 has the default one', async () => {
    expect(await grpcPlaces(stage, 'tables')).toMatchObject([
      { protocolVersion: '1.0', tenant: 'tables' },
      { protocolVersion: '0.3' },
    ]);
    const places = await grpcPlaces(stage, 'second');
    expect(places).toMatchObject([{ protocolVersion: '1.0', tenant: 'second' }]);
    expect(places[0]?.url).toMatch(/^127\.0\.0\.1:\d+$/);
    const old = async (agentName: string) =>
      ((await stage.call('GET', `/a2a/${agentName}`)).body.additionalInterfaces ?? []) as readonly JsonObject[];
    expect(await old('tables')).toContainEqual({ url: places[0]?.url, transport: 'GRPC' });
    expect(JSON.stringify(await old('second'))).not.toContain('GRPC');
  });

  it('[XG3] have their own credentials', async () => {
    const mine = await grpcClient10(`${stage.url}/a2a/second`, key);
    await expect(mine.send(words('x'))).rejects.toThrow(/VITRINE_CREDENTIAL_INVALID/);
  });
});
