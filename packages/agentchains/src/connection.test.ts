import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, message, render, Stage } from '../test/stage.ts';

let stage: Stage;
let client: Client;
beforeAll(async () => {
  stage = await Stage.open();
});
beforeEach(async () => {
  client?.terminate();
  client = await stage.enter();
});
afterAll(() => stage.clear());

const ask = (id: string, more: object = {}) =>
  message('ui.request_input', { request_id: id, input_type: 'text', prompt: 'Which?', ...more });
const confirm = (id: string, more: object = {}) => message('ui.confirm', { request_id: id, title: 'Sure?', ...more });

test('[AF11] RPC-1 RPC-6 init answers what the specification and the first server say', async () => {
  const { result } = await client.ask('a2ui.init', {
    client_info: { name: 'Test', version: '1', viewport: { width: 800, height: 600 } },
    capabilities: { supported_components: ['card'], max_concurrent_components: 20, supports_file_upload: true },
  });
  const types = ['card', 'table', 'form', 'chart', 'markdown', 'code', 'image', 'alert', 'steps'];
  expect(result).toMatchObject({
    session_id: expect.any(String),
    server_capabilities: { max_payload_size: 1_048_576, supported_components: types, rate_limit_per_minute: 60 },
    capabilities: { components: types, input_types: ['text', 'select', 'number', 'date', 'file'], streaming: true },
    version: '2026-02-20',
    serverInfo: { name: expect.any(String), version: expect.any(String) },
  });
});

test('[AF11] H2 an agent_id is that of the token, and may be left out', async () => {
  expect((await client.ask('a2ui.init', { agent_id: 'dev' })).result).toBeDefined();
  await stage.agent('victim');
  expect((await client.ask('a2ui.init', { agent_id: 'victim' })).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('agent_id'),
  });
  expect(await stage.sessions((await stage.host.credentials.rotateAgent('victim')).key)).toEqual([]);
});

test.each([
  { client_info: [] },
  { client_info: { viewport: 'large' } },
  { client_info: { viewport: { width: '1', height: 2 } } },
  { capabilities: 7 },
  { capabilities: { supported_components: 'card' } },
  { capabilities: { supported_components: [1] } },
  { capabilities: { max_concurrent_components: -1 } },
  { capabilities: { max_concurrent_components: 1.5 } },
  { capabilities: { supports_file_upload: 'no' } },
  { client_info: { name: 'x'.repeat(9000) } },
  { user_id: 7 },
  { session_id: 7 },
])('[AF11] init with %j is refused', async (params) => {
  expect((await client.ask('a2ui.init', params)).error?.code).toBe(-32602);
  expect((await client.ask('ping')).result).toEqual({});
});

test('[AF11] init with something nested too deeply to be kept is refused, and is no fault of the host', async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  client.send(`{"jsonrpc":"2.0","id":"deep","method":"a2ui.init","params":{"capabilities":${deep}}}`);
  expect((await client.until(({ id }) => id === null)).error?.code).toBe(-32600);
  expect((await client.ask('ping')).result).toEqual({});
});

test('[AF12] the agent sees who came, with what it shows', async () => {
  const own = await stage.enter({ client_info: { name: 'Test', viewport: { width: 800, height: 600 } } });
  const [joined] = await stage.events(own.session);
  expect(joined).toMatchObject({
    method: 'a2ui.init',
    params: { client_info: { viewport: { width: 800, height: 600 } } },
  });
  expect((await stage.host.sessions.summary(own.session)).trust).toBe('trusted');
  const { key } = await stage.host.credentials.addAgent('stranger', { trust: 'untrusted' });
  const other = await stage.enter({}, await stage.token(key));
  expect(await stage.host.sessions.summary(other.session)).toMatchObject({ agent: 'stranger', trust: 'untrusted' });
  own.close();
  other.close();
});

test('[AF10] RPC-7 RPC-22 RPC-24 before init everything is answered -32000', async () => {
  const fresh = await stage.connect();
  for (const method of ['ping', 'user.respond', 'user.approve', 'user.cancel', 'nothing'])
    expect((await fresh.ask(method, { request_id: 'x' })).error).toMatchObject({
      code: -32000,
      message: expect.stringContaining('No active session'),
    });
  fresh.close();
});

test('[AF10] H1 a session that is not one’s own cannot be named', async () => {
  const victim = await stage.enter();
  await stage.say(victim.session, confirm('k'));
  const params = { session_id: victim.session, request_id: 'k', approved: true, reason: 'pwned' };
  const thief = await stage.connect(await stage.token(await stage.agent('thief')));
  expect((await thief.ask('user.approve', params)).error?.code).toBe(-32000);
  expect((await thief.ask('a2ui.init', { session_id: victim.session })).error?.code).toBe(-32000);
  await thief.init();
  expect((await thief.ask('user.approve', params)).error?.code).toBe(-32000);
  expect((await client.ask('user.approve', params)).error?.code).toBe(-32000);
  expect((await client.ask('user.approve', { request_id: 'k', approved: true })).error?.code).toBe(-32602);
  expect((await client.ask('a2ui.init', { session_id: victim.session })).error?.code).toBe(-32000);
  expect((await victim.ask('user.approve', { request_id: 'k', approved: false })).result).toBeDefined();
  expect(await stage.events(victim.session)).toContainEqual(
    message('user.approve', { request_id: 'k', approved: false }),
  );
  victim.close();
  thief.close();
});

test('[AF15] RPC-10 RPC-11 RPC-12 SVC-11 an answer is acknowledged once, and reaches the agent', async () => {
  await stage.say(client.session, ask('r'));
  expect((await client.ask('user.respond', { request_id: 'r', value: 'x' })).result).toEqual({
    acknowledged: true,
    request_id: 'r',
  });
  expect((await client.ask('user.respond', { request_id: 'r', value: 'y' })).error?.code).toBe(-32602);
  expect(await stage.events(client.session)).toContainEqual(message('user.respond', { request_id: 'r', value: 'x' }));
  for (const params of [
    {},
    { value: 1 },
    { request_id: '', value: 1 },
    { request_id: 7, value: 1 },
    { request_id: 'r' },
  ])
    expect((await client.ask('user.respond', params)).error?.code).toBe(-32602);
  expect((await client.ask('user.respond', { request_id: 'nobody', value: 1 })).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('nobody'),
  });
});

test('[AF15] RPC-13 RPC-14 RPC-15 SVC-15 an approval is true or false, with its reason', async () => {
  await stage.say(client.session, confirm('k'));
  for (const approved of ['yes', 1, null, undefined])
    expect((await client.ask('user.approve', { request_id: 'k', approved })).error?.code).toBe(-32602);
  expect((await client.ask('user.approve', { request_id: 'k', approved: true, reason: 7 })).error?.code).toBe(-32602);
  const params = { request_id: 'k', approved: true, reason: 'Fine.' };
  expect((await client.ask('user.approve', params)).result).toEqual({ acknowledged: true, request_id: 'k' });
  expect(await stage.events(client.session)).toContainEqual(message('user.approve', params));
  expect((await client.ask('user.approve', { request_id: 'none', approved: true })).error?.code).toBe(-32602);
});

test('[AF15] H3 a question and a confirmation are not answered in each other’s way', async () => {
  await stage.say(client.session, ask('r'), confirm('k'));
  expect((await client.ask('user.respond', { request_id: 'k', value: true })).error?.code).toBe(-32602);
  expect((await client.ask('user.approve', { request_id: 'r', approved: true })).error?.code).toBe(-32602);
});

test('[AF15] SVC-14 SVC-18 an answer that comes too late is told so, and the agent too', async () => {
  await stage.say(client.session, confirm('k', { timeout_seconds: 5 }), ask('r', { timeout_seconds: 5 }));
  stage.pass(5001);
  expect((await client.ask('user.approve', { request_id: 'k', approved: true })).error?.code).toBe(-32004);
  expect((await client.ask('user.respond', { request_id: 'r', value: 'x' })).error?.code).toBe(-32004);
  await stage.host.sessions.get(client.session);
  await (stage.host.sessions as unknown as { lookForDeadlines(): Promise<void> }).lookForDeadlines();
  const late = (await stage.events(client.session)).filter(({ error }) => error?.code === -32004);
  expect(late).toHaveLength(2);
  expect((await client.ask('user.approve', { request_id: 'k', approved: true })).error?.code).toBe(-32004);
});

test('[AF15] values are held against what was declared', async () => {
  await stage.say(
    client.session,
    ask('n', { input_type: 'number', validation: { min: 1, max: 5 } }),
    ask('p', { validation: { pattern: '^[a-z]+$' } }),
    ask('s', { input_type: 'select', options: ['red', 'blue'] }),
    ask('d', { input_type: 'date' }),
  );
  const respond = async (id: string, value: unknown) =>
    (await client.ask('user.respond', { request_id: id, value })).error?.code ?? 'taken';
  expect([await respond('n', 0), await respond('n', 6), await respond('n', 'x'), await respond('n', {})]).toEqual(
    Array(4).fill(-32602),
  );
  expect([await respond('p', 'A1'), await respond('s', 'green'), await respond('d', 'soon')]).toEqual(
    Array(3).fill(-32602),
  );
  expect([
    await respond('n', '3'),
    await respond('p', 'abc'),
    await respond('s', 'red'),
    await respond('d', '2026-11-15'),
  ]).toEqual(Array(4).fill('taken'));
});

test('[AF15] what a person takes out of a form is out of it, and what must be there is missed', async () => {
  const fields = [
    { name: 'max', type: 'number', label: 'Max', default_value: 5 },
    { name: 'q', type: 'text', label: 'Q', default_value: 'x', required: true },
  ];
  await stage.say(client.session, render('f', 'form', { fields }));
  const respond = (value: object) => client.ask('user.respond', { request_id: 'f', value });
  expect((await respond({ max: '', q: null })).error?.code).toBe(-32602);
  expect((await respond({ max: '', q: 'y' })).result).toBeDefined();
  const [sent] = (await stage.events(client.session)).filter(({ method }) => method === 'user.respond');
  expect(sent?.params?.value).toEqual({ max: null, q: 'y' });
});

test('[AF16] RPC-16 RPC-17 RPC-18 RPC-19 user.cancel reaches the agent, for what there is', async () => {
  const progress = message('ui.progress', { task_id: 't', progress_type: 'determinate', value: 1, total: 9 });
  await stage.say(client.session, progress, ask('u:1'), ask('u:2'));
  const cancel = async (params: object) => client.ask('user.cancel', params);
  expect((await cancel({ task_id: 't', reason: 'Enough' })).result).toEqual({
    acknowledged: true,
    task_id: 't',
    cancelled: true,
  });
  expect((await cancel({ task_id: 'u' })).result).toMatchObject({ cancelled: true });
  expect((await cancel({ task_id: 'v' })).result).toMatchObject({ cancelled: false });
  expect((await cancel({})).error?.code).toBe(-32602);
  expect((await cancel({ task_id: 't', reason: {} })).error?.code).toBe(-32602);
  const events = await stage.events(client.session);
  expect(events).toContainEqual(message('user.cancel', { task_id: 't', reason: 'Enough' }));
  expect(events).toContainEqual(message('user.cancel', { task_id: 'u' }));
  expect((await client.ask('user.respond', { request_id: 'u:1', value: 'x' })).error?.code).toBe(-32004);
});

test('[AF16] a question of a task that runs is cancelled with it, and the agent hears of the cancel once', async () => {
  const progress = message('ui.progress', { task_id: 't', progress_type: 'determinate', value: 1, total: 9 });
  await stage.say(client.session, progress, ask('t:which'), ask('tt'));
  expect((await client.ask('user.cancel', { task_id: 't' })).result).toMatchObject({ cancelled: true });
  expect((await client.ask('user.respond', { request_id: 't:which', value: 'x' })).error?.code).toBe(-32004);
  expect((await client.ask('user.respond', { request_id: 'tt', value: 'x' })).result).toBeDefined();
  const events = await stage.events(client.session);
  expect(events.filter(({ method }) => method === 'user.cancel')).toHaveLength(1);
});

test('[AF17] a file comes with its bytes', async () => {
  await stage.say(client.session, ask('f', { input_type: 'file' }));
  const data = Buffer.from('Hello').toString('base64');
  const respond = (value: unknown) => client.ask('user.respond', { request_id: 'f', value });
  for (const value of [{}, 'x', { name: 'a', data }, { name: 'a', type: 'text/plain', data: '?' }])
    expect((await respond(value)).error?.code).toBe(-32602);
  expect((await respond({ name: 'a.txt', type: 'text/plain', size: 6, data })).error?.code).toBe(-32602);
  expect((await respond({ name: 'a.txt', type: 'text/plain', size: 5, data })).result).toBeDefined();
  const events = await stage.events(client.session);
  const value = events.find(({ params }) => params?.request_id === 'f')?.params?.value as { ref: string };
  expect(value).toMatchObject({ name: 'a.txt', type: 'text/plain', size: 5, ref: expect.any(String) });
  const file = await (await stage.host.sessions.get(client.session)).file(value.ref);
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe('Hello');
});

test('[AF17] the file of an answer that is refused is not kept', async () => {
  const want = { kind: 'file', accept: ['.png'] };
  const body = { vitrine: 1, body: [{ op: 'ask', ask: 'f', want, prompt: 'Which?' }] };
  await stage.call('POST', `/sessions/${client.session}/messages`, { body });
  const respond = (name: string) =>
    client.ask('user.respond', { request_id: 'f', value: { name, type: 'text/plain', data: 'SGk=' } });
  const bytes = async () => (await stage.host.sessions.get(client.session)).fileBytes();
  expect((await respond('a.txt')).error?.code).toBe(-32602);
  expect(await bytes()).toBe(0);
  expect((await respond('a.png')).result).toBeDefined();
  expect(await bytes()).toBe(2);
});

test('[AF17] a file may come as a data: URL', async () => {
  await stage.say(client.session, ask('f', { input_type: 'file' }));
  const value = { name: 'a.txt', type: 'text/plain', size: 2, data: 'data:text/plain;base64,SGk=' };
  const respond = (data: string) => client.ask('user.respond', { request_id: 'f', value: { ...value, data } });
  expect((await respond('data:text/plain,Hi')).error?.code).toBe(-32602);
  expect((await respond(value.data)).result).toBeDefined();
});

test('[AF42] an update reaches the client with the operation and the data of the agent, each of them', async () => {
  const data = { title: 'T', headers: ['a'], rows: [['1']] };
  const updates = [
    ['replace', { title: 'T', headers: ['a'], rows: [['1'], ['2']] }],
    ['merge', { rows: [['1'], ['2'], ['3']] }],
    ['append', { rows: [['4']], title: '!' }],
    ['append', { caption: 'new' }],
    ['append', { total: 4 }],
    ['merge', { title: 'T!' }],
    ['replace', { headers: ['b'] }],
  ].map(([operation, patch]) => message('ui.update', { component_id: 'u', operation, data: patch }));
  expect(await stage.say(client.session, render('u', 'table', data), ...updates)).toMatchObject({ accepted: 8 });
  for (const update of updates) expect(await client.pushed('ui.update')).toEqual(update);
  for (const update of updates) {
    await stage.say(client.session, update);
    expect(await client.pushed('ui.update')).toEqual(update);
  }
});

test('[AF40] a text of more than 10,000 characters is no value, as the first server has it', async () => {
  await stage.say(client.session, ask('r'), ask('s', { input_type: 'select', options: ['a'] }));
  const respond = (value: unknown, id = 'r') => client.ask('user.respond', { request_id: id, value });
  for (const id of ['r', 's', 'none'])
    expect((await respond('x'.repeat(10_001), id)).error).toMatchObject({ code: -32602 });
  expect((await respond('x'.repeat(10_001))).error?.message).toContain('max 10000 chars');
  for (const [method, params] of [
    ['user.respond', { request_id: 'r'.repeat(101), value: 'x' }],
    ['user.approve', { request_id: 'r', approved: true, reason: 'x'.repeat(1001) }],
    ['user.cancel', { task_id: 't'.repeat(256) }],
  ] as const)
    expect((await client.ask(method, params)).error?.code).toBe(-32602);
  // Characters, not halves of them.
  expect((await respond('😀'.repeat(10_000))).result).toBeDefined();
});

test('[AF41] a client that sends nothing of a file has its person told so, and asked again', async () => {
  await stage.say(client.session, ask('f', { input_type: 'file' }));
  const question = await client.pushed('ui.request_input');
  for (const value of [{}, 'C:\\fakepath\\a.txt', { name: 'a.txt', size: 5 }]) {
    const { error } = await client.ask('user.respond', { request_id: 'f', value });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('Cancel the question') });
    expect(await client.pushed('ui.notify')).toMatchObject({
      params: { level: 'error', title: 'The file was not sent', message: expect.stringContaining('Cancel') },
    });
    expect(await client.pushed('ui.request_input')).toEqual(question);
  }
  expect((await client.ask('user.respond', { request_id: 'f', value: null })).result).toBeDefined();
  await stage.say(client.session, ask('g', { input_type: 'file', validation: { required: true } }));
  const { error } = await client.ask('user.respond', { request_id: 'g', value: {} });
  expect(error?.message).toContain('needs one');
  expect((await client.pushed('ui.notify')).params?.message).not.toContain('Cancel');
});

test('[AF15] what does not match is told in the words of the agent, and a least length does not demand an answer', async () => {
  const validation = { pattern: '^[a-z]+$', pattern_message: 'Small letters only.', min_length: 3 };
  await stage.say(client.session, ask('p', { validation }));
  const respond = (value: unknown) => client.ask('user.respond', { request_id: 'p', value });
  expect((await respond('ABC')).error).toMatchObject({ code: -32602, message: 'Invalid params: Small letters only.' });
  expect((await respond('ab')).error?.code).toBe(-32602);
  expect((await respond(null)).result).toBeDefined();
});

test('[AF18] SCH-43 null declines what is not required', async () => {
  await stage.say(
    client.session,
    ask('r'),
    ask('n', { input_type: 'number' }),
    ask('q', { validation: { required: true } }),
    ask('m', { input_type: 'number', validation: { required: true } }),
    ask('s', { input_type: 'select', options: ['a'], validation: { required: true } }),
    ask('d', { input_type: 'date', validation: { required: true } }),
    ask('f', { input_type: 'file', validation: { required: true } }),
  );
  expect((await client.ask('user.respond', { request_id: 'r', value: null })).result).toBeDefined();
  expect((await client.ask('user.respond', { request_id: 'n', value: null })).result).toBeDefined();
  for (const id of ['q', 'm', 's', 'd', 'f'])
    expect((await client.ask('user.respond', { request_id: id, value: null })).error?.code).toBe(-32602);
  const events = await stage.events(client.session);
  expect(events).toContainEqual(message('user.respond', { request_id: 'r', value: null }));
  expect((await client.ask('user.respond', { request_id: 'r', value: 'late' })).error?.code).toBe(-32602);
});

test('[AF9] RPC-20 RPC-21 RPC-28 requests are answered with their id, whatever it is', async () => {
  for (const id of [null, 0, 1.5, '', 'req_1', true, [1], { a: 1 }])
    expect(await client.ask('ping', {}, id)).toEqual({ jsonrpc: '2.0', id, result: {} });
  expect((await client.ask('ui.dance', {}, 'x')).error).toEqual({
    code: -32601,
    message: 'Method not found: ui.dance',
  });
});

test('[AF9] RPC-23 notifications are never answered, right or wrong', async () => {
  client.notify('ping');
  client.notify('user.respond', { request_id: 'nobody', value: 1 });
  client.notify('ui.dance');
  client.send('{"jsonrpc":"2.0","method":"ping","params":[]}');
  client.send('{"jsonrpc":"2.0","id":9,"result":{}}');
  await client.ask('ping');
  expect(client.received).toEqual([]);
});

test('[AF9] a batch is answered with one list, and one of notifications not at all', async () => {
  client.send('[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"nothing"}]');
  const list = client.until((answer) => Array.isArray(answer));
  client.send(
    '[{"jsonrpc":"2.0","method":"ping","id":1},1,{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"no","id":"b"}]',
  );
  expect(await list).toMatchObject([
    { id: 1, result: {} },
    { id: null, error: { code: -32600 } },
    { id: 'b', error: { code: -32601 } },
  ]);
  expect(client.received).toEqual([]);
});

test('[AF9] init in a batch begins the session for what follows in it', async () => {
  const fresh = await stage.connect();
  const list = fresh.until((answer) => Array.isArray(answer));
  fresh.send(
    '[{"jsonrpc":"2.0","method":"ping","id":1},{"jsonrpc":"2.0","method":"a2ui.init","id":2},{"jsonrpc":"2.0","method":"ping","id":3}]',
  );
  expect(await list).toMatchObject([{ error: { code: -32000 } }, { result: {} }, { id: 3, result: {} }]);
  fresh.close();
});

test('[AF14] PAY-3 PAY-4 PAY-5 PAY-9 PAY-10 a message over the limit is told so, counted in bytes', async () => {
  const of = (bytes: number) => {
    const frame = '{"jsonrpc":"2.0","method":"ping","id":1,"params":{"x":""}}';
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };
  client.send(of(1_048_576));
  expect(await client.until(({ id }) => id === 1)).toMatchObject({ result: {} });
  client.send(of(1_048_577));
  expect(await client.until(({ id }) => id === null)).toMatchObject({ error: { code: -32002 } });
  client.send(of(3_145_728));
  expect(await client.until(({ id }) => id === null)).toMatchObject({ error: { code: -32002 } });
  const wide = `{"jsonrpc":"2.0","method":"ping","id":1,"params":{"x":"${'漢'.repeat(400_000)}"}}`;
  expect(wide.length).toBeLessThan(1_048_576);
  client.send(wide);
  expect(await client.until(({ id }) => id === null)).toMatchObject({ error: { code: -32002 } });
  expect((await client.ask('ping')).result).toEqual({});
});

test('[AF8] D2 a binary frame and one that is not UTF-8 are answered', async () => {
  client.send(Buffer.from('{"jsonrpc":"2.0","method":"ping","id":1}'), { binary: true });
  expect((await client.until(({ id }) => id === null)).error?.code).toBe(-32700);
  client.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
  expect((await client.until(({ id }) => id === null)).error?.code).toBe(-32700);
  expect((await client.ask('ping')).result).toEqual({});
});

test('[AF8] D2 bad input takes no place, and others do not notice', async () => {
  const key = await stage.agent('clumsy');
  for (let i = 0; i < 25; i++) {
    const one = await stage.enter({}, await stage.token(key));
    for (const text of ['[]', '{', '1', '{"jsonrpc":"2.0","id":null,"method":"ping","params":[]}']) one.send(text);
    one.send(Buffer.from([1, 2, 3]), { binary: true });
    await one.until(({ id }) => id === null);
    one.terminate();
    await one.closed;
  }
  const fine = await stage.enter({}, await stage.token(key));
  expect((await fine.ask('ping')).result).toEqual({});
  expect((await client.ask('ping')).result).toEqual({});
  fine.close();
});

test('[AF13] RPC-20 sixty messages are taken in a minute, then -32001; the agent’s do not count', async () => {
  const codes: (number | 'taken')[] = [];
  for (let i = 1; i < 60; i++) codes.push((await client.ask('ping')).error?.code ?? 'taken');
  expect(new Set(codes)).toEqual(new Set(['taken']));
  const refused = (await client.ask('ping')).error;
  expect(refused).toMatchObject({ code: -32001, message: 'Rate limit exceeded', data: { retry_after: 60 } });
  expect((await client.ask('a2ui.init', {})).error?.code).toBe(-32001);
  client.send('{');
  expect((await client.until(({ id }) => id === null)).error?.code).toBe(-32001);
  for (let i = 0; i < 70; i++) await stage.say(client.session, render(`c${i}`, 'card', { title: 'x' }));
  for (let i = 0; i < 70; i++) await client.pushed('ui.render');
  stage.pass(59_999);
  expect((await client.ask('ping')).error?.code).toBe(-32001);
  stage.pass(1);
  expect((await client.ask('ping')).result).toEqual({});
});

test('[AF13] D5 what came before init, a second init and a batch count', async () => {
  const fresh = await stage.connect();
  for (let i = 0; i < 30; i++) await fresh.ask('ping');
  await fresh.init();
  await fresh.init();
  const ping = '{"jsonrpc":"2.0","method":"ping","id":1}';
  const list = fresh.until((answer) => Array.isArray(answer));
  fresh.send(`[${Array(30).fill(ping).join(',')}]`);
  const answers = (await list) as unknown as readonly { readonly error?: { readonly code: number } }[];
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(28);
  expect(answers.filter(({ error }) => error?.code === -32001)).toHaveLength(2);
  fresh.close();
});

test('[AF13] an answer to nothing counts like any other message', async () => {
  for (let i = 1; i < 60; i++) client.send('{"jsonrpc":"2.0","id":1,"result":{}}');
  expect((await client.ask('ping')).error?.code).toBe(-32001);
});

test('[AF20] SAN-6 SAN-10 SAN-11 SVC-13 X3 text goes through as it is, both ways', async () => {
  const texts = [
    '1 < 2 and 3 > 1',
    'AT&T "q" it\'s',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '漢字 🎉 x<>y &amp;',
  ];
  for (const [i, text] of texts.entries()) {
    expect(await stage.say(client.session, ask(`r${i}`, { prompt: text }))).toMatchObject({ accepted: 1 });
    expect((await client.pushed('ui.request_input')).params?.prompt).toBe(text);
    expect((await client.ask('user.respond', { request_id: `r${i}`, value: text })).result).toBeDefined();
    const code = render('c', 'code', { language: 'text', code: text });
    expect(await stage.say(client.session, code)).toMatchObject({ accepted: 1 });
    expect((await client.pushed('ui.render')).params?.data).toEqual({ language: 'text', code: text });
  }
  const values = (await stage.events(client.session)).flatMap(({ method, params }) =>
    method === 'user.respond' ? [params?.value] : [],
  );
  expect(values).toEqual(texts);
});

test('[AF20] D3 200,000 < cost no more than 200,000 other characters', async () => {
  const time = async (text: string): Promise<number> => {
    const begun = performance.now();
    await stage.say(client.session, message('ui.notify', { level: 'info', title: 'x', message: text }));
    expect((await client.pushed('ui.notify')).params?.message).toBe(text);
    return performance.now() - begun;
  };
  await time('warm');
  const plain = await time('x'.repeat(200_000));
  expect(await time('<'.repeat(200_000))).toBeLessThan(plain * 10 + 200);
});

test('[AF19] a fault is -32603, is written down and not told', async () => {
  const live = await stage.host.sessions.get(client.session);
  const takeEvents = live.ingestEvents;
  live.ingestEvents = () => Promise.reject(new Error('a secret of the host'));
  const { error } = await client.ask('user.respond', { request_id: 'x', value: 1 });
  live.ingestEvents = takeEvents;
  expect(error).toEqual({ code: -32603, message: 'Internal error' });
  expect(stage.log.join('')).toContain('a secret of the host');
  expect((await client.ask('ping')).result).toEqual({});
});
