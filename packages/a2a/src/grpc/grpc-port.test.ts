// The port of gRPC itself: when it is there, who may leave in the middle, and how it ends.

import { SendMessageConfiguration, StreamResponse } from '@a2a-js/sdk';
import { status } from '@grpc/grpc-js';
import type { JsonObject } from '@vitrine/core';
import { afterEach, describe, expect, it } from 'vitest';
import { asking, bearer, grpcClient10, grpcPlaces, request, sdkClient, transport03 } from '../../test/grpc-clients.ts';
import { booking, bookingAgent, done, newId, Stage, type StageOptions, say, words } from '../../test/stage.ts';
import { formById } from '../forms.ts';
import { GrpcPortError } from './grpc-port-error.ts';

const stages: Stage[] = [];

async function open(options: StageOptions = {}): Promise<Stage> {
  const stage = await Stage.open({ grpc: { host: '127.0.0.1', port: 0 }, defaultAgent: 'tables', ...options });
  stages.push(stage);
  return stage;
}

afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.clear();
});

const { uri } = formById('v0.9');

describe('the port', () => {
  it('[XG8] is on no card where it is not open', async () => {
    const stage = await Stage.open();
    stages.push(stage);
    await stage.agent('tables', bookingAgent);
    expect(await grpcPlaces(stage, 'tables')).toEqual([]);
    const { body } = await stage.call('GET', '/a2a/tables');
    expect(JSON.stringify(body)).not.toContain('GRPC');
  });

  it('[XG8] that is taken keeps the host from starting, and says so', async () => {
    const stage = await open();
    await stage.agent('tables', bookingAgent);
    const [place] = await grpcPlaces(stage, 'tables');
    const port = Number(String(place?.url).split(':')[1]);
    const second = Stage.open({ grpc: { host: '127.0.0.1', port } });
    await expect(second).rejects.toThrow(GrpcPortError);
    await expect(second).rejects.toThrow(`port ${port} on 127.0.0.1 is taken`);
    await expect(Stage.open({ grpc: { host: '192.0.2.1', port: 0 } })).rejects.toThrow('cannot be opened');
  });

  it('[XG8] closes with the host: a stream under way is told why, and nothing is taken any more', async () => {
    const stage = await open();
    const agent = await stage.agent('tables', () => undefined);
    const client = await sdkClient(`${stage.url}/a2a/tables`, bearer(await agent.credential()));
    const events: JsonObject[] = [];
    const reading = (async () => {
      for await (const event of client.sendMessageStream(request(words('x'))))
        events.push(StreamResponse.toJSON(event) as JsonObject);
    })();
    await expect.poll(() => agent.events.length).toBe(2);
    await stage.stop();
    await reading;
    expect(JSON.stringify(events.at(-1))).toContain('The host stops.');
    await expect(client.sendMessage(request(words('x')))).rejects.toMatchObject({
      cause: { code: status.UNAVAILABLE },
    });
  });
});

describe('one who leaves', () => {
  it('[XG9] ends nothing, and is sent the state when it comes back', async () => {
    const stage = await open();
    const agent = await stage.agent('tables', (event) => (event.text === 'again' ? [say('here'), done()] : undefined));
    const key = await agent.credential();
    const client = await sdkClient(`${stage.url}/a2a/tables`, bearer(key));
    const leaving = new AbortController();
    const options = { ...asking([uri]), signal: leaving.signal };
    const stream = client.sendMessageStream(request(words('x', { contextId: 'c' })), options);
    const first = StreamResponse.toJSON((await stream.next()).value as StreamResponse) as { readonly task: JsonObject };
    const id = String(first.task.id);
    await expect.poll(() => agent.events.length).toBe(2);
    leaving.abort();
    await expect(stream.next()).rejects.toThrow();
    // On the same connection: what leaves is read before what asks.
    expect((await client.getTask({ id, tenant: '' })).id).toBe(id);
    await agent.send(String(agent.events[0]?.session), [...booking(), done()]);
    await expect.poll(async () => (await client.getTask({ id, tenant: '', historyLength: 0 })).status?.state).toBe(3);
    const again = await (await grpcClient10(`${stage.url}/a2a/tables`, key)).send(
      words('again', { contextId: 'c', referenceTaskIds: [id] }),
      [uri],
    );
    expect(again.texts).toEqual(['here']);
    expect(again.messages.map((message) => Object.keys(message).at(-1))).toContain('createSurface');
  });

  it.each(['1.0', '0.3'] as const)('[XG9] at once, not waiting, is sent what it missed, A2A %s', async (version) => {
    const stage = await open();
    const agent = await stage.agent('tables', (event) => (event.text === 'again' ? [say('here'), done()] : undefined));
    const key = await agent.credential();
    const client = await sdkClient(`${stage.url}/a2a/tables`, bearer(key));
    const contextId = 'c';
    if (version === '1.0') {
      const configuration = SendMessageConfiguration.fromJSON({ returnImmediately: true });
      await client.sendMessage({ ...request(words('x', { contextId })), configuration });
    } else {
      const [, place] = await grpcPlaces(stage, 'tables');
      const message = { kind: 'message', messageId: newId(), role: 'user', ...words('x', { contextId }) } as never;
      const configuration = { blocking: false };
      await transport03(String(place?.url), bearer(key)).sendMessage({ message, configuration });
    }
    await expect.poll(() => agent.events.length).toBe(2);
    await agent.send(String(agent.events[0]?.session), [say('missed'), done()]);
    const listed = () => stage.call('GET', '/a2a/tables/tasks', { key, headers: { 'a2a-version': '1.0' } });
    await expect
      .poll(async () => (await listed()).body.tasks)
      .toMatchObject([{ status: { state: 'TASK_STATE_COMPLETED' } }]);
    const again = (await grpcClient10(`${stage.url}/a2a/tables`, key)).send(words('again', { contextId }), [uri]);
    expect((await again).texts).toEqual(['missed', 'here']);
  });

  it('[XG9] follows its task to the end after a break, and misses nothing', async () => {
    const stage = await open();
    const agent = await stage.agent('tables', () => undefined);
    const client = await sdkClient(`${stage.url}/a2a/tables`, bearer(await agent.credential()));
    const leaving = new AbortController();
    const stream = client.sendMessageStream(request(words('x')), { ...asking([uri]), signal: leaving.signal });
    const first = StreamResponse.toJSON((await stream.next()).value as StreamResponse) as { readonly task: JsonObject };
    await expect.poll(() => agent.events.length).toBe(2);
    leaving.abort();
    const following = client.resubscribeTask({ id: String(first.task.id), tenant: '' });
    expect((await following.next()).value).toMatchObject({ payload: { $case: 'task' } });
    await agent.send(String(agent.events[0]?.session), [...booking(), say('at last'), done()]);
    const rest: unknown[] = [];
    for await (const event of following) rest.push(StreamResponse.toJSON(event));
    expect(JSON.stringify(rest)).toContain('createSurface');
    expect(JSON.stringify(rest)).toContain('at last');
  });
});
