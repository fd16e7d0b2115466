// Every form over the gRPC port, with the SDKs' own clients of both versions.

import { Role, type Task, TaskState } from '@a2a-js/sdk';
import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CASES, type Clients, expectLayout, expectSurfaceAndPress, WAYS } from '../../test/each-form.ts';
import {
  bearer,
  grpcClient03,
  grpcClient10,
  grpcPlaces,
  request,
  type Seen,
  sdkClient,
  transport03,
} from '../../test/grpc-clients.ts';
import { bookingAgent, done, type ScriptAgent, Stage, say, words } from '../../test/stage.ts';
import { FORMS, formById } from '../forms.ts';

let stage: Stage;
let agent: ScriptAgent;
let key: string;
let clients: Clients;

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

describe('each form over gRPC', () => {
  it.each(CASES)('[XG1] $id over A2A $protocol, $way: a surface arrives and a press comes back', (one) =>
    expectSurfaceAndPress(clients, one),
  );

  it.each(FORMS)('[XG1] $id: parts are those of JSON-RPC, under the MIME type where the wire has room', (form) =>
    expectLayout(clients['1.0'], form),
  );
});

describe('activation over gRPC', () => {
  it.each(WAYS)('[XG2] without it $protocol, $way has the words and no part of A2UI', async ({ protocol, way }) => {
    const heard = await clients[protocol][way](words('a table please'));
    expect(heard.echoed).toBeNull();
    expect(heard.parts.filter(({ data }) => data !== undefined)).toEqual([]);
    expect(heard.texts.join(' ')).toContain('Book a table');
    expect(heard.state).toMatch(/completed/i);
  });

  it.each(WAYS)('[XG2] of several URIs the newest is taken, $protocol, $way', async ({ protocol, way }) => {
    const uris = ['v0.8', 'v0.9.1', 'v0.9'].map((id) => formById(id as 'v0.8').uri);
    expect((await clients[protocol][way](words('x'), uris)).echoed).toBe(formById('v0.9.1').uri);
  });

  it.each(WAYS)('[XG2] another version than is offered is none, $protocol, $way', async ({ protocol, way }) => {
    const heard = await clients[protocol][way](words('x'), ['https://a2ui.org/a2a-extension/a2ui/v7.0']);
    expect(heard).toMatchObject({ echoed: null, messages: [] });
  });

  it.each(WAYS)('[XG2] message.extensions asks for a form too, $protocol, $way', async ({ protocol, way }) => {
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
  it('[XG1] are listed page by page, those of a context and a state', async () => {
    const client = await sdkClient(`${stage.url}/a2a/tables`, bearer(key));
    const since = new Date(Date.now() - 60_000).toISOString();
    const { contextId, taskId } = await clients['1.0'].send(words('x'));
    await clients['1.0'].send(words('y', { contextId }));
    const list = (more: object) =>
      client.listTasks({
        ...{ tenant: '', contextId, status: TaskState.TASK_STATE_COMPLETED, pageSize: 1, pageToken: '' },
        ...{ historyLength: 0, statusTimestampAfter: since, includeArtifacts: false, ...more },
      } as never);
    const first = await list({});
    expect(first).toMatchObject({ pageSize: 1, totalSize: 2, tasks: [{ contextId, history: [] }] });
    const rest = await list({ pageToken: first.nextPageToken, historyLength: 5 });
    expect(rest).toMatchObject({ nextPageToken: '', tasks: [{ id: taskId, contextId }] });
    expect(rest.tasks[0]?.history.length).toBeGreaterThan(0);
    expect((await list({ status: TaskState.TASK_STATE_FAILED })).tasks).toEqual([]);
  });

  it('[XG1] tell a role that nobody knows as such', async () => {
    const client = await sdkClient(`${stage.url}/a2a/tables`, bearer(key));
    const asked = request(words('x'));
    const task = (await client.sendMessage({ ...asked, message: { ...asked.message, role: 9 } } as never)) as Task;
    expect(task.history[0]?.role).toBe(Role.UNRECOGNIZED);
  });

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

it('a call is part of the trace that its metadata name, and the answer names its own part', async () => {
  const [brought, own] = ['0af7651916cd43dd-b7ad6b7169203331', '0af7651916cd43dd-00f067aa0ba902b7'].map(
    (ids) => `00-8448eb211c80319c${ids}-01`,
  ) as [string, string];
  const begun: [string, string | undefined][] = [];
  const under: string[] = [];
  const traced = await Stage.open({
    ...{ grpc: { host: '127.0.0.1', port: 0 }, defaultAgent: 'tables' },
    tracer: {
      current: () => under.at(-1),
      isBrought: () => true,
      within: (traceparent, work) => {
        under.push(traceparent);
        return work();
      },
      begin: (name, { parent } = {}) => {
        begun.push([name, parent]);
        return { traceparent: own, end: () => undefined, fail: () => undefined };
      },
    },
  });
  onTestFinished(() => traced.clear());
  const tables = await traced.agent('tables', bookingAgent);
  const seen: Seen = { metadata: undefined };
  const added = { ...bearer(await tables.credential()), traceparent: brought };
  const client = await sdkClient(`${traced.url}/a2a/tables`, added, seen);
  await client.sendMessage(request({ parts: [{ text: 'a table please' }] }));
  expect(begun).toContainEqual(['grpc SendMessage', brought]);
  expect(seen.metadata?.get('traceparent')).toEqual([own]);
});
