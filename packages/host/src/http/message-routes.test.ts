import { expect, test } from 'vitest';
import { FORM, OPEN, PRESS, SHOW, title } from '../../test/booking.ts';
import { call, openHttpHost, openSession, readSse, readUntil } from '../../test/http-host.ts';

interface Answer {
  readonly accepted: number;
  readonly seq: number;
  readonly issues: readonly { readonly code: string }[];
  readonly error?: string;
}

async function openForm() {
  const host = await openHttpHost();
  const opened = await openSession(host);
  const send = (options: Parameters<typeof call>[3], query = '') =>
    call(host, host.key, `${opened.path}/messages${query}`, options);
  const answerOf = async (response: Promise<Response>) => (await (await response).json()) as Answer;
  return { host, ...opened, send, answerOf };
}

test.each([
  ['one message', JSON.stringify(OPEN), 'application/json', 1],
  ['a list', JSON.stringify(FORM), 'application/json; charset=utf-8', 3],
  ['messages in an object', JSON.stringify({ messages: FORM }), 'application/json', 3],
  ['lines', FORM.map((one) => JSON.stringify(one)).join('\n'), 'application/jsonl', 3],
  ['lines by another name', FORM.map((one) => `${JSON.stringify(one)}\r\n`).join(''), 'application/x-ndjson', 3],
  ['lines as plain text', FORM.map((one) => JSON.stringify(one)).join('\n'), 'text/plain', 3],
])('[HT10] Messages come as %s', async (_, body, type, accepted) => {
  const { send, answerOf } = await openForm();
  const answer = await answerOf(send({ body, headers: { 'content-type': type } }));
  expect(answer).toEqual({ accepted, seq: accepted, issues: [] });
});

test('[HT10] A message that is refused stops none beside it, and a number that is none is refused', async () => {
  const { send, answerOf, host, path } = await openForm();
  const lines = [...FORM, title('Fine')].map((one) => JSON.stringify(one));
  lines.splice(3, 0, JSON.stringify(title(1)).replace('1}', '1e400}'), '{"version":"v0.9"}', 'nonsense');
  const response = await send({ body: lines.join('\n'), headers: { 'content-type': 'application/jsonl' } });
  expect(response.status).toBe(200);
  const { accepted, seq, issues } = (await response.json()) as Answer;
  expect({ accepted, seq }).toEqual({ accepted: 4, seq: 4 });
  expect(issues.map(({ code }) => code)).toEqual([
    'VITRINE_JSON_NUMBER',
    'VITRINE_MESSAGE_EMPTY',
    'VITRINE_JSON_MALFORMED',
  ]);
  expect(await answerOf(call(host, host.key, `${path}/snapshot`))).toMatchObject({
    surfaces: { booking: { data: { title: 'Fine' } } },
  });
});

test('[SE43] A call has 20,000 messages at most, and tells of 1,000 issues and how many more there are', async () => {
  const { send, answerOf } = await openForm();
  const many = await send({ body: JSON.stringify(Array(20_001).fill({})) });
  expect(JSON.stringify(await many.json())).toContain('VITRINE_LIMIT_MESSAGES');
  const { accepted, issues } = await answerOf(send({ body: JSON.stringify([...Array(5000).fill({}), ...FORM]) }));
  expect([accepted, issues.length]).toEqual([3, 1000]);
  expect(issues.at(-1)).toMatchObject({
    severity: 'error',
    message: expect.stringContaining('(4000 further issues not listed.)'),
  });
});

test.each(['nonsense', ''])(
  '[HT10] A body of which nothing could be read (%j) is 400 with the same fields',
  async (body) => {
    const { send } = await openForm();
    const response = await send({ body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'VITRINE_BODY_INVALID',
      accepted: 0,
      seq: expect.any(Number),
      issues: expect.any(Array),
    });
  },
);

test('[HT10] Messages that could be read and were all refused are answered with their issues', async () => {
  const { send } = await openForm();
  const response = await send({ json: title('no surface') });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }] });
});

test('[HT11] A repeat with its key is answered what the first was, and does nothing', async () => {
  const { send, answerOf } = await openForm();
  const keyed = { json: FORM, headers: { 'idempotency-key': 'k1' } };
  const first = await answerOf(send(keyed));
  await answerOf(send({ json: title('between') }));
  expect(await answerOf(send(keyed))).toEqual(first);
  expect(await answerOf(send({ json: title('after') }))).toMatchObject({ seq: 5 });
});

test('[HT11] A key that comes again with another body is 422, of an agent and of a viewer, and nothing happens', async () => {
  const { host, path, token, send, answerOf } = await openForm();
  const headers = { 'idempotency-key': 'k1' };
  await send({ json: FORM, headers });
  const refused = await send({ json: title('other'), headers });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toEqual({
    error: 'VITRINE_KEY_REUSED',
    message: expect.stringContaining('another body'),
    details: { accepted: 3, seq: 3 },
  });
  expect(await answerOf(send({ body: JSON.stringify(FORM, null, 1), headers }))).toMatchObject({ accepted: 3, seq: 3 });
  // The keys of a viewer are its own.
  const press = (json: object) => call(host, token, `${path}/events`, { json, headers });
  expect(await (await press(PRESS)).json()).toMatchObject({ accepted: 1, seq: 4 });
  const grown = await press([PRESS, PRESS]);
  expect(grown.status).toBe(422);
  expect(await grown.json()).toMatchObject({ error: 'VITRINE_KEY_REUSED', details: { accepted: 1, seq: 4 } });
  expect((await host.sessions.summary(path.split('/').at(-1) as string)).seq).toBe(4);
});

test.each([
  ['empty', ''],
  ['too long', 'x'.repeat(201)],
  ['not ASCII', 'caf\u00e9'],
])('[HT11] A key that is %s is refused', async (_, key) => {
  const { send } = await openForm();
  const response = await send({ json: FORM, headers: { 'idempotency-key': key } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: 'VITRINE_QUERY_INVALID',
    details: { parameter: 'Idempotency-Key' },
  });
});

test('[HT12] A body is counted in bytes, with or without a length', async () => {
  const host = await openHttpHost({ http: { limits: { bodyBytes: 1000 } } });
  const { path } = await openSession(host);
  // 600 characters, 1200 bytes.
  const body = JSON.stringify(title('é'.repeat(600)));
  const declared = await call(host, host.key, `${path}/messages`, { body });
  expect(declared.status).toBe(413);
  expect(await declared.json()).toMatchObject({ error: 'VITRINE_BODY_SIZE', details: { limit: 1000 } });
  const streamed = await fetch(`${host.url}${path}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.key}`, 'content-type': 'application/json' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
  expect((await call(host, host.key, `${path}/messages`, { json: OPEN })).status).toBe(200);
});

test('[HT44] A viewer may send less at once than an agent', async () => {
  const host = await openHttpHost({ http: { limits: { eventBytes: 1000 } } });
  const { path, token } = await openSession(host);
  const body = JSON.stringify(title('x'.repeat(1500)));
  const refused = await call(host, token, `${path}/events`, { body });
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ error: 'VITRINE_BODY_SIZE', details: { limit: 1000 } });
  expect((await call(host, host.key, `${path}/messages`, { body })).status).toBe(200);
  const usual = await openHttpHost({});
  const other = await openSession(usual);
  const large = await call(usual, other.token, `${other.path}/events`, { body: ' '.repeat((1 << 20) + 1) });
  expect(large.status).toBe(413);
});

test('[HT12] A body whose length is a lie is refused, and one that breaks off is', async () => {
  const host = await openHttpHost({ http: { limits: { bodyBytes: 100 } } });
  const { path } = await openSession(host);
  const lie = new Request(`${host.url}${path}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.key}`, 'content-type': 'application/json', 'content-length': '5' },
    body: JSON.stringify(title('x'.repeat(200))),
  });
  expect((await host.http.fetch(lie, { address: '127.0.0.1' })).status).toBe(413);
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });
  const init = { method: 'POST', headers: lie.headers, body: broken, duplex: 'half' } as RequestInit;
  expect((await host.http.fetch(new Request(lie.url, init), { address: '127.0.0.1' })).status).toBe(400);
});

test.each([
  [{ 'content-type': 'application/x-www-form-urlencoded' }],
  [{ 'content-type': 'multipart/form-data; boundary=x' }],
  [{ 'content-type': 'application/json; charset=utf-16' }],
  [{ 'content-type': 'text/html' }],
  [{ 'content-type': '' }],
  [{ 'content-encoding': 'gzip' }],
])('[HT12] A body with %j is 415', async (headers) => {
  const { send, host, session } = await openForm();
  const response = await send({ json: FORM, headers: headers as { [name: string]: string } });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ error: 'VITRINE_BODY_TYPE' });
  expect((await host.sessions.summary(session)).seq).toBe(0);
});

test('[HT12] A body that is not UTF-8 is 415', async () => {
  const { send } = await openForm();
  const body = Uint8Array.of(0x22, 0xff, 0x22);
  expect((await send({ body, headers: { 'content-type': 'application/json' } })).status).toBe(415);
});

test('[HT13] A dialect is one of ours, named once', async () => {
  const { send, answerOf } = await openForm();
  for (const query of ['?dialect=a2ui-7', '?dialect=', '?dialect=vitrine&dialect=a2ui-0.9']) {
    const refused = await send({ json: OPEN }, query);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'VITRINE_QUERY_INVALID', details: { parameter: 'dialect' } });
  }
  expect(await answerOf(send({ json: OPEN }, '?dialect=a2ui-0.9'))).toMatchObject({ accepted: 1 });
  expect(await answerOf(send({ json: SHOW }, '?dialect=vitrine'))).toMatchObject({ accepted: 0 });
});

test('[HT10] Events of a viewer are admitted or refused with the reason', async () => {
  const { host, path, token, send } = await openForm();
  await send({ json: FORM });
  const press = await call(host, token, `${path}/events`, { json: PRESS });
  expect(await press.json()).toMatchObject({ accepted: 1, issues: [] });
  const forged = { ...PRESS, action: { ...PRESS.action, sourceComponentId: 'title' } };
  const refused = (await (await call(host, token, `${path}/events`, { json: [forged, PRESS] })).json()) as Answer;
  expect(refused.accepted).toBe(1);
  expect(refused.issues.map(({ code }) => code)).toEqual(['VITRINE_EVENT_SOURCE']);
  const infinite = JSON.stringify({ ...PRESS, action: { ...PRESS.action, context: { x: 1 } } }).replace(
    ':1}',
    ':1e400}',
  );
  const number = (await (await call(host, token, `${path}/events`, { body: infinite })).json()) as Answer;
  expect(number.accepted).toBe(0);
  expect(number.issues.length).toBeGreaterThan(0);
  expect((await call(host, token, `${path}/events`, { body: 'nonsense' })).status).toBe(400);
});

test('[HT10] What a viewer can show is told to the agent', async () => {
  const { host, path, token } = await openForm();
  const capabilities = { 'v0.9': { supportedCatalogIds: ['https://example.org/catalog'] } };
  const said = await call(host, token, `${path}/events`, { json: { a2uiClientCapabilities: capabilities } });
  expect(await said.json()).toMatchObject({ accepted: 1, issues: [] });
  const poll = await call(host, host.key, `${path}/events`, { headers: { accept: 'application/json' } });
  expect(await poll.text()).toContain('https://example.org/catalog');
});

test('[SE70] A viewer confirms by a call what its stream was sent, and nothing beyond it', async () => {
  const { host, path, token, send, answerOf } = await openForm();
  await answerOf(send({ body: JSON.stringify(FORM) }));
  const stream = readSse(await call(host, token, `${path}/stream`));
  await readUntil(stream, ({ event }) => event === 'ready');
  const post = (json: object) => answerOf(call(host, token, `${path}/events?dialect=vitrine`, { json }));
  const { seq } = (await (await call(host, host.key, path)).json()) as { seq: number };
  expect(await post({ confirm: seq + 5 })).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_LOG_SEQ', at: '/confirm' }],
  });
  expect(await post({ confirm: 'all' })).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_MESSAGE_SHAPE' }] });
  expect(await post({ confirm: seq })).toEqual({ accepted: 1, seq: expect.any(Number), issues: [] });
  await stream.return();
});
