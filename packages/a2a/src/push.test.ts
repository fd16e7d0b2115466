// Push notifications are not offered: whoever asks is told so in the words of A2A, over every binding. gRPC is looked at
// in grpc/grpc-refusals.test.ts.

import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookingAgent, client10, Stage, words } from '../test/stage.ts';

let stage: Stage;
let key: string;
let taskId: string;

beforeAll(async () => {
  stage = await Stage.open();
  key = await (await stage.agent('tables', bookingAgent)).credential();
  ({ taskId } = await (await client10(`${stage.url}/a2a/tables`, key)).send(words('x')));
});

afterAll(() => stage.clear());

const of10 = {
  CreateTaskPushNotificationConfig: { id: 'c', url: 'https://a.example/' },
  GetTaskPushNotificationConfig: { id: 'c' },
  ListTaskPushNotificationConfigs: {},
  DeleteTaskPushNotificationConfig: { id: 'c' },
};

it.each(Object.entries(of10))('[XS28] %s is -32003 over JSON-RPC of 1.0', async (method, more) => {
  const body = { jsonrpc: '2.0', id: 7, method, params: { taskId, ...more } };
  const answer = await stage.call('POST', '/a2a/tables', { key, body, headers: { 'a2a-version': '1.0' } });
  expect(answer).toMatchObject({ status: 200, body: { id: 7, error: { code: -32003 } } });
});

const of03 = () => ({
  set: { taskId, pushNotificationConfig: { url: 'https://a.example/' } },
  get: { id: taskId },
  list: { id: taskId },
  delete: { id: taskId, pushNotificationConfigId: 'c' },
});

it.each(['set', 'get', 'list', 'delete'] as const)('[XS28] %s is -32003 over JSON-RPC of 0.3', async (name) => {
  const body = { jsonrpc: '2.0', id: 7, method: `tasks/pushNotificationConfig/${name}`, params: of03()[name] };
  const answer = await stage.call('POST', '/a2a/tables', { key, body });
  expect(answer).toMatchObject({ status: 200, body: { id: 7, error: { code: -32003 } } });
});

it.each([
  ['POST', ''],
  ['GET', ''],
  ['GET', '/c'],
  ['DELETE', '/c'],
])('[XS28] %s …/pushNotificationConfigs%s is that error over REST', async (method, path) => {
  const at = `/a2a/tables/tasks/${taskId}/pushNotificationConfigs${path}`;
  const sent = method === 'POST' ? { body: { url: 'https://a.example/' } } : {};
  const answer = await stage.call(method, at, { key, headers: { 'a2a-version': '1.0' }, ...sent });
  expect(answer.status).toBe(400);
  const { details } = answer.body.error as { readonly details: readonly JsonObject[] };
  expect(details[0]).toMatchObject({ reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED' });
});
