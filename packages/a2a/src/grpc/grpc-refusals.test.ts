// What the gRPC port refuses, to whom, and with which status.

import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { LegacyA2AService } from '@a2a-js/sdk/compat/v0_3/server/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, beside, grpcClient10, grpcPlaces, request, sdkClient, transport03 } from '../../test/grpc-clients.ts';
import { bookingAgent, newId, type ScriptAgent, Stage, words } from '../../test/stage.ts';
import { formById } from '../forms.ts';

let stage: Stage;
let agent: ScriptAgent;
let card: string;
let key: string;

beforeAll(async () => {
  stage = await Stage.open({ grpc: { host: '127.0.0.1', port: 0 }, defaultAgent: 'tables' });
  agent = await stage.agent('tables', bookingAgent);
  card = `${stage.url}/a2a/tables`;
  key = await agent.credential();
});

afterAll(() => stage.clear());

interface Failed {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly code?: number;
  readonly cause?: Failed;
}

/** Of an error of the SDK: the status that was on the wire, and the text. */
async function failure(run: Promise<unknown>): Promise<{ readonly code: number | undefined; readonly text: string }> {
  try {
    await run;
  } catch (thrown) {
    const error = thrown as Failed;
    const code = error.status ?? error.code ?? error.cause?.code ?? error.cause?.status;
    return { code, text: `${error.name} ${error.message} ${error.cause?.message ?? ''}` };
  }
  throw new Error('Nothing was refused.');
}

/** Of a request, by its number. */
const METADATA = 4;

const ways = ['send', 'stream'] as const;

describe('callers', () => {
  it.each(ways)('[XG4] without a credential, with a wrong one or an agent’s key are refused, %s', async (way) => {
    const call = async (given?: string) => failure((await grpcClient10(card, given))[way](words('x')));
    expect(await call()).toMatchObject({ code: status.UNAUTHENTICATED });
    expect((await call()).text).toContain('VITRINE_CREDENTIAL_MISSING');
    expect(await call('va_nonsense')).toMatchObject({ code: status.UNAUTHENTICATED });
    expect(await call('nonsense')).toMatchObject({ code: status.UNAUTHENTICATED });
    const own = await call(agent.key);
    expect(own).toMatchObject({ code: status.PERMISSION_DENIED });
    expect(own.text).not.toContain(agent.key);
  });

  it('[XG4] with a viewer’s token reach its session', async () => {
    const { body } = await stage.call('POST', '/sessions', { key: agent.key, body: { title: 'Open' } });
    const client = await grpcClient10(card, String(body.viewerToken));
    expect((await client.send(words('x'), [formById('v0.9').uri])).messages).toHaveLength(3);
    expect(agent.events.at(-1)?.session).toBe(body.session);
  });

  it('[XG4] of an agent that is not there, or without a word for it, are told so', async () => {
    const client = await sdkClient(card, bearer(key));
    const asked = client.sendMessage({ ...request(words('x')), tenant: 'nobody' });
    expect(await failure(asked)).toMatchObject({ code: status.NOT_FOUND });
  });

  it('[XG4] need no credential where the operator has opened this machine’s door', async () => {
    const open = await Stage.open({ grpc: { host: '127.0.0.1', port: 0 }, defaultAgent: 'tables', isOpen: true });
    await open.agent('tables', bookingAgent);
    const client = await grpcClient10(`${open.url}/a2a/tables`);
    expect((await client.send(words('x'))).state).toBe('TASK_STATE_COMPLETED');
    open.host.setPublicUrl('https://elsewhere.example');
    const refused = await failure(client.send(words('x')));
    expect(refused).toMatchObject({ code: status.UNAUTHENTICATED });
    await open.clear();
  });
});

describe('what belongs to others', () => {
  it.each(ways)('[XG5] a contextId of another principal is another session, %s', async (way) => {
    const { uri } = formById('v0.9');
    const first = await (await grpcClient10(card, key))[way](words('my secret table'), [uri]);
    const stranger = await grpcClient10(card, await agent.credential('stranger'));
    const heard = await stranger[way]({ parts: [], contextId: first.contextId }, [uri]);
    expect(heard.messages).toEqual([]);
    expect(JSON.stringify(heard)).not.toContain('secret');
  });

  it('[XG5] a task of another principal is none', async () => {
    const first = await (await grpcClient10(card, key)).send(words('x'));
    const stranger = await sdkClient(card, bearer(await agent.credential('stranger')));
    const task = { id: first.taskId, tenant: '' };
    for (const ask of [
      () => stranger.getTask(task),
      () => stranger.cancelTask({ ...task, metadata: undefined }),
      () => stranger.resubscribeTask(task).next(),
    ])
      expect(await failure(ask())).toMatchObject({ code: status.NOT_FOUND });
    expect((await (await sdkClient(card, bearer(key))).getTask(task)).id).toBe(first.taskId);
  });
});

describe('requests', () => {
  it('[XG6] of another version than the service are refused with the error of A2A', async () => {
    for (const version of ['9.9', '0.3']) {
      const client = await grpcClient10(card, key, { 'a2a-version': version });
      const refused = await failure(client.send(words('x')));
      expect(refused).toMatchObject({ code: status.FAILED_PRECONDITION });
      expect(refused.text).toContain('VersionNotSupported');
    }
  });

  it('[XG6] without a message, and nested too deeply, are refused with the error of A2A', async () => {
    const client = await sdkClient(card, bearer(key));
    const empty = client.sendMessage({ ...request(words('x')), message: undefined });
    expect(await failure(empty)).toMatchObject({ code: status.INVALID_ARGUMENT });
    const nested = client.sendMessage(request(words('x', { metadata: chain(300) })));
    expect(await failure(nested)).toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it('[XG6] in the role of an agent are refused with the error of A2A', async () => {
    const spoken = request(words('x', { role: 'ROLE_AGENT' }));
    const client = await sdkClient(card, bearer(key));
    expect(await failure(client.sendMessage(spoken))).toMatchObject({ code: status.INVALID_ARGUMENT });
    const [, old] = await grpcPlaces(stage, 'tables');
    const message = { kind: 'message', messageId: newId(), role: 'agent', ...words('x') } as never;
    const refused = transport03(String(old?.url), bearer(key)).sendMessage({ message });
    expect(await failure(refused)).toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it.each([
    ['so deep that no stack would hold them', () => bottomless(5000)],
    ['that break off', () => field(METADATA, field(1, Buffer.from([0x0a, 5, 0x61])))],
    ['whose lengths reach beyond them', () => Buffer.from([METADATA * 8 + 2, 0xff, 0xff, 3])],
    ['of a number that is cut', () => besideIt(Buffer.from([0x11, 1, 2]))],
    ['of a group, which protobuf has given up', () => Buffer.from([METADATA * 8 + 3, METADATA * 8 + 4])],
    ['of a length without an end', () => Buffer.from([METADATA * 8 + 2, ...Array(12).fill(0xff)])],
    ['of a field without a number', () => Buffer.from([2, 0])],
  ] as const)('[XG6] %s are refused with the error of A2A, and the host goes on', async (_name, bytes) => {
    const sent = Buffer.concat([A2AService.sendMessage.requestSerialize(request(words('x'))), bytes()]);
    expect(await failure(rawCall(await address(), sent))).toMatchObject({ code: status.INVALID_ARGUMENT });
    expect((await (await grpcClient10(card, key)).send(words('x'))).state).toBe('TASK_STATE_COMPLETED');
  });

  it.each([
    ['parts that hold nothing, 1.0', '1.0', () => field(2, many(field(5), 400_000)), 'values'],
    ['parts that hold nothing, 0.3', '0.3', () => field(1, many(field(5), 400_000)), 'values'],
    ['empty objects', '1.0', () => besideIt(field(6, many(field(1, field(5)), 70_000))), 'values'],
    ['truths', '1.0', () => besideIt(field(6, many(field(1, Buffer.from([0x20, 1])), 252_000))), 'values'],
    ['fields that nobody knows', '1.0', () => many(Buffer.from([15 * 8, 0]), 400_000), 'values'],
    ['names', '1.0', () => field(METADATA, ...names(10_001)), 'names'],
  ] as const)(
    '[XG14] of more values or names than JSON may have are refused by name: %s',
    async (_name, version, bytes, what) => {
      const refused = await failure(rawCall(await address(), bytes(), version));
      expect(refused).toMatchObject({ code: status.INVALID_ARGUMENT });
      expect(refused.text).toContain(what);
    },
  );

  it.each(['1.0', '0.3'] as const)(
    '[XG14] of rows that are many are taken, and told again as they came: %s',
    async (version) => {
      const rows = Array.from({ length: 10_000 }, (_, i) => ({
        id: i,
        name: `Row number ${i}`,
        price: i + 0.5,
        ok: true,
      }));
      const old = async () => {
        const content = [
          { kind: 'text', text: 'x' },
          { kind: 'data', data: { rows } },
        ];
        const message = { kind: 'message', messageId: newId(), role: 'user', parts: content } as never;
        const [, place] = await grpcPlaces(stage, 'tables');
        return transport03(String(place?.url), bearer(key)).sendMessage({ message });
      };
      const now = async () =>
        (await sdkClient(card, bearer(key))).sendMessage(request({ parts: [{ text: 'x' }, { data: { rows } }] }));
      const { history } = (await (version === '1.0' ? now() : old())) as { readonly history: readonly object[] };
      expect(JSON.stringify(history)).toContain(JSON.stringify({ rows }));
    },
  );

  it('[XG6] to an agent that requires an interface need activation', async () => {
    const picky = await stage.agent('picky', bookingAgent);
    await picky.setCard({ requiresUi: true });
    const client = await grpcClient10(`${stage.url}/a2a/picky`, await picky.credential());
    const refused = await failure(client.stream(words('x')));
    expect(refused).toMatchObject({ code: status.FAILED_PRECONDITION });
    expect(refused.text).toContain('ExtensionSupportRequired');
    expect((await client.send(words('x'), [formById('v0.9').uri])).messages).toHaveLength(3);
  });

  it('[XS28] about push notifications are answered with the error of A2A', async () => {
    // Asked past the client, which would look at the card and not call.
    const client = await new GrpcTransportFactory({
      grpcCallOptions: { interceptors: [beside({ ...bearer(key), 'a2a-version': '1.0' })] },
    }).create(await address(), {} as never);
    const { taskId } = await (await grpcClient10(card, key)).send(words('x'));
    const config = { taskId, id: 'c', tenant: '' };
    const push = { ...config, url: 'https://example.org/', token: '', authentication: undefined };
    for (const ask of [
      () => client.createTaskPushNotificationConfig(push),
      () => client.getTaskPushNotificationConfig(config),
      () => client.listTaskPushNotificationConfig({ taskId, tenant: '', pageSize: 0, pageToken: '' }),
      () => client.deleteTaskPushNotificationConfig(config),
    ])
      expect((await failure(ask())).text).toContain('PushNotificationNotSupported');
  });

  it('[XG7] over the limit are refused with RESOURCE_EXHAUSTED, and under it taken', async () => {
    // What was sent comes back in the history of the task, and a client of gRPC takes 4 MiB.
    const body = { parts: [{ text: 'x' }, { data: { blob: 'x'.repeat(4_000_000) } }] };
    const refused = await failure((await grpcClient10(card, key)).send(body));
    expect(refused).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
    const limits = { bodyBytes: 5 * 1024 * 1024 };
    const wide = await Stage.open({ grpc: { host: '127.0.0.1', port: 0 }, limits, defaultAgent: 'tables' });
    const reader = await wide.agent('tables', bookingAgent);
    const client = await grpcClient10(`${wide.url}/a2a/tables`, await reader.credential());
    for (const way of ways) expect((await client[way](body)).texts[0]).toContain('You said x');
    await wide.clear();
  });

  it('[XG4] have no word of a credential in the log', async () => {
    await failure((await grpcClient10(card, agent.key)).send(words('x')));
    for (const secret of [agent.key, key]) expect(stage.log.join('')).not.toContain(secret);
  });
});

async function address(): Promise<string> {
  return String((await grpcPlaces(stage, 'tables'))[0]?.url);
}

function rawCall(where: string, bytes: Buffer, version: '1.0' | '0.3' = '1.0'): Promise<unknown> {
  const client = new Client(where, credentials.createInsecure());
  const metadata = Metadata.fromHttp2Headers({ ...bearer(key), 'a2a-version': version });
  const same = (value: Buffer) => value;
  const { path } = (version === '1.0' ? A2AService : LegacyA2AService).sendMessage;
  return new Promise<unknown>((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, bytes, metadata, (error, answer) =>
      error === null ? resolve(answer) : reject(error),
    );
  }).finally(() => client.close());
}

/** The metadata of a request, a struct in a struct in a struct. */
function bottomless(levels: number): Buffer {
  let struct: Buffer = Buffer.alloc(0);
  for (let level = 0; level < levels; level++) {
    const entry = Buffer.concat([field(1, Buffer.from('d')), field(2, field(5, struct))]);
    struct = field(1, entry);
  }
  return field(METADATA, struct);
}

/** Of a message of protobuf. */
function field(number: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([number * 8 + 2]), varint(content.length), content]);
}

const many = (one: Buffer, count: number): Buffer => Buffer.alloc(count * one.length, one);

/** The metadata of a request, with one member. */
const besideIt = (value: Buffer): Buffer => field(METADATA, field(1, field(1, Buffer.from('a')), field(2, value)));

const names = (count: number): readonly Buffer[] =>
  Array.from({ length: count }, (_, i) => field(1, field(1, Buffer.from(`k${i}`)), field(2, Buffer.from([8, 0]))));

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Buffer.from(bytes);
  }
}

function chain(levels: number): JsonObject {
  let deep: JsonObject = {};
  for (let level = 0; level < levels; level++) deep = { deep };
  return deep;
}
