// The face of A2A: cards, credentials, calls of both versions and both bindings in every form, streams, tasks and refusals.
// The agent behind it is a script over the host's own interface.

import { type ExtensionForm, FORMS, writeParts } from '@vitrine/a2a';
import type { Json, JsonObject } from '@vitrine/core';
import { type Cases, write } from '../cases.ts';
import { booking, neutral } from '../sample-surfaces.ts';
import { ScriptedAgent } from '../scripted-agent.ts';
import type { Answered, Transcript } from '../transcript.ts';
import { World } from '../world.ts';

const TYPE = { 'content-type': 'application/json' };
const V1 = { 'a2a-version': '1.0' };
const say = (text: string): JsonObject => neutral({ op: 'say', text });
const turn = (state: string): JsonObject => neutral({ op: 'turn', state });

/** Shows the booking to whoever writes, thanks for what is pressed, asks when told to, and ends each turn. */
function bookingAgent(event: JsonObject): readonly JsonObject[] | undefined {
  if (event.event === 'say') {
    const text = String(event.text);
    if (text === 'wait') return undefined;
    if (text === 'ask') return [say('Which?'), turn('input')];
    if (text === 'fail') return [say('Broken'), turn('failed')];
    if (text === 'question')
      return [neutral({ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Pay?' }), turn('input')];
    return [...booking(), say(`You said ${text}`), turn('done')];
  }
  const pressed = (event.action ?? event.userAction ?? (event.event === 'action' ? event : undefined)) as
    | JsonObject
    | undefined;
  if (pressed !== undefined) return [say(`Booked for ${JSON.stringify(pressed.context)}`), turn('done')];
  return event.event === 'answer' ? [say('Paid'), turn('done')] : undefined;
}

interface Door {
  readonly t: Transcript;
  readonly at: string;
  readonly key: string;
}

const words = (text: string, more: JsonObject = {}): JsonObject => ({
  messageId: `m-${text}`,
  role: 'ROLE_USER',
  parts: [{ text }],
  ...more,
});
const words03 = (text: string, more: JsonObject = {}): JsonObject => ({
  ...{ kind: 'message', messageId: `m-${text}`, role: 'user', parts: [{ kind: 'text', text }] },
  ...more,
});
const call = (method: string, params: JsonObject, id: Json = 1): JsonObject => ({ jsonrpc: '2.0', id, method, params });

function rpc(
  { t, at, key }: Door,
  method: string,
  params: JsonObject,
  headers: { readonly [name: string]: string } = V1,
): Promise<Answered> {
  return t.post(at, key, call(method, params), headers);
}

function press(form: ExtensionForm): JsonObject {
  const act = {
    name: 'book',
    surfaceId: 'booking',
    sourceComponentId: 'book',
    timestamp: '2040-03-01T12:00:00Z',
    context: { name: 'Ada', guests: ['2'] },
  };
  return form.dialect === 'a2ui-0.8' ? { userAction: act } : { version: form.version, action: act };
}

function taskIn({ body }: Answered): JsonObject {
  const result = (body.result ?? body) as JsonObject;
  return (result.task ?? result) as JsonObject;
}

export async function playA2a(cases: Cases): Promise<void> {
  const world = await World.open({ a2a: { defaultAgent: 'tables' } });
  const agent = await ScriptedAgent.start(world, 'tables', bookingAgent);
  const at = '/a2a/tables';
  const { token } = await world.json('POST', `${at}/credentials`, agent.key, { name: 'record' });
  try {
    const on = (name: string, play: (door: Door) => Promise<void>) =>
      write(cases, `a2a/${name}`, world, (t) => play({ t, at, key: String(token) }));
    await on('cards', (door) => cards(door, agent.key));
    await on('credentials', (door) => credentials(door, world, agent.key));
    await on('refusals', (door) => refusals(door, world, agent.key));
    for (const form of FORMS) {
      await on(`1.0/${form.id}`, (door) => inForm(door, form));
      await on(`0.3/${form.id}`, (door) => inForm03(door, form));
      await on(`rest/${form.id}`, (door) => inFormOverRest(door, form));
    }
    await on('1.0/without a form', (door) => plain(door));
    await on('tasks', (door) => tasks(door));
    await on('tasks over rest', (door) => tasksOverRest(door));
    await on('tasks of 0.3', (door) => tasks03(door));
    await on('repeats', (door) => repeats(door));
    await on('capabilities and data models', (door) => besides(door));
    await on('the session behind a context', (door) => behind(door, world, agent.key));
    await on('revocation', (door) => revocation(door, world));
  } finally {
    agent.stop();
    await world.close();
  }
  await open(cases);
}

async function cards({ t, at }: Door, master: string): Promise<void> {
  for (const path of ['/.well-known/agent-card.json', at, `${at}/.well-known/agent-card.json`])
    for (const headers of [V1, { 'a2a-version': '0.3' }, {}]) await t.call('GET', path, { headers });
  await t.call('HEAD', at);
  await t.call('GET', '/a2a/none');
  await t.call('GET', '/a2a');
  const put = (json: unknown, key = master) => t.call('PUT', `${at}/card`, { key, json, headers: V1 });
  await put({
    name: 'Trattoria',
    description: 'Books tables.',
    skills: [{ id: 's', name: 'Book', description: 'Books', tags: ['table'] }],
  });
  await put({ forms: ['v0.9', 'v1.0'], requiresUi: true });
  await put({ none: 1 });
  await put([]);
  await put({}, 'vk_wrong');
  await t.call('GET', `${at}/card`, { key: master });
  await put({});
}

async function credentials({ t, at, key }: Door, world: World, master: string): Promise<void> {
  const path = `${at}/credentials`;
  const { body } = await t.post(path, master, { name: 'second', days: 1 });
  await t.post(path, master, {});
  await t.post(path, master, { name: 'No Name' });
  await t.post(path, master, { days: 0 });
  await t.call('POST', path, { key: master, text: '{', headers: TYPE });
  await t.get(path, master);
  await t.get(path, key);
  await t.get(path, world.key);
  await t.call('GET', path);
  await t.call('PUT', path, { key: master });
  world.pass(25 * 60 * 60 * 1000);
  await rpc({ t, at, key: String(body.token) }, 'SendMessage', { message: words('late') });
  await t.call('DELETE', `${path}/${body.id}`, { key: master });
  await t.call('DELETE', `${path}/${body.id}`, { key: master });
  await rpc({ t, at, key: String(body.token) }, 'SendMessage', { message: words('gone') });
}

async function refusals({ t, at, key }: Door, world: World, master: string): Promise<void> {
  const json = call('SendMessage', { message: words('x') });
  await t.call('POST', at, { json, headers: V1 });
  await t.post(at, 'wrong', json, V1);
  await t.post(at, master, json, V1);
  await t.post(at, world.key, json, V1);
  for (const text of [
    '',
    '{',
    '[]',
    '7',
    'null',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"SendMessage"}',
    '{"jsonrpc":"2.0","id":{},"method":"SendMessage"}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1,"method":"None"}',
    '{"jsonrpc":"2.0","id":1,"method":"SendMessage"}',
    '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{}}}',
    '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"none"}}',
  ])
    await t.call('POST', at, { key, text, headers: { ...TYPE, ...V1 } });
  await t.call('POST', at, {
    key,
    text: `${'['.repeat(300)}${']'.repeat(300)}`,
    told: '300 levels',
    headers: { ...TYPE, ...V1 },
  });
  await t.call('POST', at, {
    key,
    text: ' '.repeat(1024 * 1024 + 1),
    told: '1 MiB and one byte',
    headers: { ...TYPE, ...V1 },
  });
  await t.call('POST', at, { key, text: '{}', headers: { ...TYPE, ...V1, 'content-encoding': 'gzip' } });
  for (const version of ['2.0', 'x', '0.2']) await t.post(at, key, json, { 'a2a-version': version });
  await t.call('PUT', at, { key, json, headers: V1 });
  await t.call('DELETE', at, { key });
  await t.call('GET', `${at}/none`, { key });
  await t.call('POST', `${at}/message:send`, { key, text: 'x', headers: { 'content-type': 'text/plain', ...V1 } });
  await t.call('POST', `${at}/message:send`, { key, text: '{', headers: { ...TYPE, ...V1 } });
  await t.call('GET', `${at}/tasks?pageSize=0`, { key, headers: V1 });
  await t.call('GET', `${at}/tasks/none`, { key, headers: V1 });
  await t.call('POST', `${at}/tasks/none:cancel`, { key, json: {}, headers: V1 });
  await t.call('GET', `${at}/tasks/none:subscribe`, { key, headers: V1 });
  await t.call('GET', `${at}/extendedAgentCard`, { key, headers: V1 });
  await t.call('POST', `${at}/tasks/none/pushNotificationConfigs`, { key, json: {}, headers: V1 });
  await t.post(at, key, call('SendMessage', { message: words('role', { role: 'ROLE_AGENT' }) }), V1);
  await t.post(at, key, call('SendMessage', { message: words('context', { contextId: 'c'.repeat(201) }) }), V1);
  await t.post(at, key, call('SendMessage', { message: words('task', { taskId: 'none' }) }), V1);
  await t.call('POST', at, { key, json, headers: { ...V1, origin: 'https://evil.example' } });
}

const asked = (form: ExtensionForm) => ({ ...V1, 'a2a-extensions': form.uri });

async function inForm(door: Door, form: ExtensionForm): Promise<void> {
  const contextId = `1.0-${form.id}`;
  const { t, at, key } = door;
  await rpc(door, 'SendMessage', { message: words('a table', { contextId }) }, asked(form));
  const parts = writeParts(form, [press(form)], { protocol: '1.0' });
  await rpc(door, 'SendMessage', { message: words('press', { contextId, parts: [...parts] }) }, asked(form));
  const stream = await t.stream('stream', 'POST', at, {
    key,
    json: call('SendStreamingMessage', { message: words('again', { contextId }) }, 'two'),
    headers: asked(form),
  });
  await stream.ended();
}

async function inForm03({ t, at, key }: Door, form: ExtensionForm): Promise<void> {
  const contextId = `0.3-${form.id}`;
  const headers = { 'x-a2a-extensions': form.uri };
  await t.post(at, key, call('message/send', { message: words03('a table', { contextId }) }), headers);
  const parts = writeParts(form, [press(form)], { protocol: '0.3' });
  await t.post(at, key, call('message/send', { message: words03('press', { contextId, parts: [...parts] }) }), headers);
  const stream = await t.stream('stream', 'POST', at, {
    key,
    json: call('message/stream', { message: words03('again', { contextId }) }, 'two'),
    headers,
  });
  await stream.ended();
}

async function inFormOverRest({ t, at, key }: Door, form: ExtensionForm): Promise<void> {
  const contextId = `rest-${form.id}`;
  await t.post(`${at}/message:send`, key, { message: words('a table', { contextId }) }, asked(form));
  const stream = await t.stream('stream', 'POST', `${at}/message:stream`, {
    key,
    json: { message: words('again', { contextId }) },
    headers: asked(form),
  });
  await stream.ended();
}

async function plain(door: Door): Promise<void> {
  const contextId = 'plain';
  for (const text of ['a table', 'ask', 'fail', 'question'])
    await rpc(door, 'SendMessage', { message: words(text, { contextId: `${contextId}-${text}` }) });
  await rpc(door, 'SendMessage', {
    message: words('data', { parts: [{ data: { a: 1 } }, { url: 'https://x.example/a.png', mediaType: 'image/png' }] }),
  });
  await rpc(
    door,
    'SendMessage',
    { message: words('both') },
    { ...V1, 'a2a-extensions': FORMS.map(({ uri }) => uri).join(', ') },
  );
  await rpc(door, 'SendMessage', { message: words('unknown') }, { ...V1, 'a2a-extensions': 'https://x.example/none' });
}

async function tasks(door: Door): Promise<void> {
  const { t, at, key } = door;
  const contextId = 'tasks';
  const first = taskIn(
    await rpc(door, 'SendMessage', {
      message: words('wait', { contextId }),
      configuration: { returnImmediately: true },
    }),
  );
  const id = String(first.id);
  await rpc(door, 'GetTask', { id });
  const follow = await t.stream('follow', 'POST', at, { key, json: call('SubscribeToTask', { id }), headers: V1 });
  await follow.until('TASK_STATE');
  await rpc(door, 'CancelTask', { id });
  await follow.ended();
  await rpc(door, 'GetTask', { id });
  await rpc(door, 'CancelTask', { id });
  await rpc(door, 'SubscribeToTask', { id });
  await rpc(door, 'SendMessage', {
    message: words('wait again', { contextId, parts: [{ text: 'wait' }] }),
    configuration: { returnImmediately: true },
  });
  await rpc(door, 'SendMessage', { message: words('busy', { contextId }) });
  const waiting = taskIn(await rpc(door, 'SendMessage', { message: words('ask', { contextId }) }));
  await rpc(door, 'SendMessage', { message: words('that', { contextId, taskId: String(waiting.id) }) });
  await rpc(door, 'GetTask', { id: String(waiting.id), historyLength: 1 });
  await rpc(door, 'ListTasks', { contextId });
  await rpc(door, 'ListTasks', { contextId, pageSize: 1 });
  await rpc(door, 'ListTasks', { status: 'TASK_STATE_CANCELED', contextId });
  await rpc(door, 'GetExtendedAgentCard', {});
}

async function tasksOverRest({ t, at, key }: Door): Promise<void> {
  const contextId = 'rest-tasks';
  const first = taskIn(
    await t.post(
      `${at}/message:send`,
      key,
      { message: words('wait', { contextId }), configuration: { returnImmediately: true } },
      V1,
    ),
  );
  const id = String(first.id);
  await t.get(`${at}/tasks/${id}`, key, V1);
  const follow = await t.stream('follow', 'GET', `${at}/tasks/${id}:subscribe`, { key, headers: V1 });
  await follow.until('TASK_STATE');
  await t.post(`${at}/tasks/${id}:cancel`, key, {}, V1);
  await follow.ended();
  await t.get(`${at}/tasks/${id}?historyLength=0`, key, V1);
  await t.get(`${at}/tasks?contextId=${contextId}`, key, V1);
  await t.get(`${at}/tasks?contextId=${contextId}&pageSize=1&includeArtifacts=true`, key, V1);
}

async function tasks03({ t, at, key }: Door): Promise<void> {
  const contextId = 'old-tasks';
  const send = (method: string, params: JsonObject) => t.post(at, key, call(method, params));
  const first = taskIn(
    await send('message/send', { message: words03('wait', { contextId }), configuration: { blocking: false } }),
  );
  const id = String(first.id);
  await send('tasks/get', { id });
  const follow = await t.stream('follow', 'POST', at, { key, json: call('tasks/resubscribe', { id }) });
  await follow.until('"kind"');
  await send('tasks/cancel', { id });
  await follow.ended();
  await send('tasks/get', { id: 'none' });
  await send('message/none', {});
  await send('tasks/pushNotificationConfig/get', { id });
  await send('agent/getAuthenticatedExtendedCard', {});
}

async function repeats(door: Door): Promise<void> {
  const message = words('once', { contextId: 'repeats' });
  await rpc(door, 'SendMessage', { message });
  await rpc(door, 'SendMessage', { message });
  await rpc(door, 'SendMessage', { message: { ...message, parts: [{ text: 'other' }] } });
}

async function besides(door: Door): Promise<void> {
  const contextId = 'besides';
  const form = FORMS.at(-1) as ExtensionForm;
  const capabilities = { a2uiRendererCapabilities: { 'v1.0': { supportedCatalogIds: [form.catalog] } } };
  await rpc(door, 'SendMessage', { message: words('a table', { contextId, metadata: capabilities }) });
  const metadata = {
    ...capabilities,
    a2uiRendererDataModel: { version: 'v1.0', surfaces: { booking: { name: 'Grace', guests: ['4'], code: '' } } },
  };
  const pressed = press(form);
  const action = { ...(pressed.action as JsonObject), context: { name: 'Grace', guests: ['4'] } };
  const parts = [...writeParts(form, [{ ...pressed, action }], { protocol: '1.0' })];
  await rpc(door, 'SendMessage', { message: words('press', { contextId, parts, metadata }) });
  await rpc(door, 'SendMessage', { message: words('wrong', { contextId, metadata: { a2uiRendererCapabilities: 7 } }) });
}

async function behind(door: Door, world: World, master: string): Promise<void> {
  const { t } = door;
  await rpc(
    door,
    'SendMessage',
    { message: words('a table', { contextId: 'behind' }) },
    asked(FORMS[2] as ExtensionForm),
  );
  const { sessions } = await world.json('GET', '/sessions', master);
  const { session } = (sessions as readonly JsonObject[]).at(-1) as JsonObject;
  await t.get(`/sessions/${session}`, master);
  await t.get(`/sessions/${session}/snapshot`, master);
  await t.get(`/sessions/${session}/events?consumer=record`, master, { accept: 'application/json' });
}

/** An agent that reads and says nothing: one that nobody runs is not called. */
async function listens({ url }: World, key: string): Promise<() => void> {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  await fetch(`${url}/events`, { headers, signal: leaving.signal });
  return () => leaving.abort();
}

async function revocation({ t }: Door, world: World): Promise<void> {
  const { key } = await world.host.credentials.addAgent('leaving');
  const leave = await listens(world, key);
  const at = '/a2a/leaving';
  const { token } = await world.json('POST', `${at}/credentials`, key, {});
  const stream = await t.stream('stream', 'POST', at, {
    key: String(token),
    json: call('SendStreamingMessage', { message: words('wait') }),
    headers: V1,
  });
  await stream.until('TASK_STATE');
  await world.host.credentials.revokeAgent('leaving');
  await stream.ended();
  await rpc({ t, at, key: String(token) }, 'SendMessage', { message: words('late') });
  leave();
}

async function open(cases: Cases): Promise<void> {
  const world = await World.open({ a2a: { isOpen: true } });
  try {
    const leave = await listens(world, world.key);
    await write(cases, 'a2a/open to this machine', world, async (t) => {
      await t.call('GET', '/a2a/dev', { headers: V1 });
      const json = call('SendMessage', { message: words('x'), configuration: { returnImmediately: true } });
      await t.call('POST', '/a2a/dev', { json, headers: V1 });
      await t.call('POST', '/a2a/dev', { json, headers: { ...V1, origin: world.url } });
      await t.call('POST', '/a2a/dev', { json, headers: { ...V1, origin: 'https://evil.example' } });
    });
    leave();
  } finally {
    await world.close();
  }
}
