import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FORM, PRESS, title } from '../../test/booking.ts';
import { MINUTE, NOON } from '../../test/credentials.ts';
import {
  call,
  type HostOptions,
  openHttpHost,
  openSession,
  readSse,
  readUntil,
  type SseEvent,
} from '../../test/http-host.ts';
import { Connections } from '../guards/connections.ts';

const isReady = ({ event }: SseEvent) => event === 'ready';
const says = (text: string) => (event: SseEvent) => event.data?.includes(text) === true;

async function openBooking(options: HostOptions = {}) {
  const host = await openHttpHost(options);
  const opened = await openSession(host);
  const send = async (json: unknown) => {
    const answer = await call(host, host.key, `${opened.path}/messages`, { json });
    return ((await answer.json()) as { seq: number }).seq;
  };
  await send(FORM);
  const watch = async (query = '', headers: { [name: string]: string } = {}, token = opened.token) => {
    const response = await call(host, token, `${opened.path}/stream?dialect=a2ui-0.9${query}`, { headers });
    expect(response.status).toBe(200);
    return readSse(response);
  };
  return { host, ...opened, send, watch };
}

test('[HT16] A stream begins with the state, says ready, and goes on live', async () => {
  const { watch, send } = await openBooking();
  const stream = await watch();
  const state = await readUntil(stream, isReady);
  const messages = state.filter(({ event, data }) => event === undefined && data !== undefined);
  expect(messages.length).toBeGreaterThan(1);
  expect(messages.map(({ id }) => id !== undefined)).toEqual(messages.map((_, i) => i === messages.length - 1));
  expect(messages.map(({ data }) => Object.keys(JSON.parse(data ?? '')))).toContainEqual(['version', 'createSurface']);
  const ready = state.at(-1);
  expect(ready).not.toHaveProperty('id');
  expect(JSON.parse(ready?.data ?? '')).toEqual({ seq: expect.any(Number) });
  const seq = await send(title('Live'));
  const live = (await readUntil(stream, says('Live'))).at(-1);
  expect(live?.id).toBe(String(seq));
  expect(JSON.parse(live?.data ?? '')).toMatchObject({ version: 'v0.9', updateDataModel: { value: 'Live' } });
});

test('[HT16] Without a dialect the stream speaks ours, and welcomes', async () => {
  const { host, path, token } = await openBooking();
  const stream = readSse(await call(host, token, `${path}/stream`));
  const welcome = (await stream.next()).value;
  expect([welcome?.event, JSON.parse(welcome?.data ?? '')]).toMatchObject([
    'welcome',
    { trust: 'trusted', agent: 'dev' },
  ]);
  expect(JSON.parse((await stream.next()).value?.data ?? '')).toHaveProperty('vitrine', 1);
});

test('[HT17] Last-Event-ID goes on behind it, before what stands in the address', async () => {
  const { watch, send } = await openBooking();
  const seq = await send(title('one'));
  await send(title('two'));
  const stream = await watch('&after=1', { 'last-event-id': String(seq) });
  const seen = await readUntil(stream, isReady);
  const texts = seen.flatMap(({ data }) => (data === undefined ? [] : [data])).join('');
  expect(texts).toContain('two');
  expect(texts).not.toContain('one');
  expect(seen.some(({ event }) => event === 'reset')).toBe(false);
});

test('[HT17] Cut anywhere and resumed, a viewer has received every entry once', async () => {
  const { watch, send } = await openBooking();
  const first = await watch();
  const begun = await readUntil(first, isReady);
  for (let i = 0; i < 5; i++) await send(title(`text ${i}`));
  const seen = await readUntil(first, says('text 2'));
  await first.return();
  const last = [...begun, ...seen].findLast(({ id }) => id !== undefined)?.id as string;
  const rest = await readUntil(await watch('', { 'last-event-id': last }), isReady);
  const told = [...seen, ...rest].flatMap(({ data }) => /text \d/.exec(data ?? '') ?? []);
  expect(told).toEqual(['text 0', 'text 1', 'text 2', 'text 3', 'text 4']);
});

test('[HT17] The history gives every entry from the first', async () => {
  const { watch, send } = await openBooking();
  await send(title('First'));
  await send(title('Second'));
  const texts = (await readUntil(await watch('&history=1'), isReady)).map(({ data }) => data ?? '').join('\n');
  expect(texts.indexOf('Table')).toBeGreaterThan(0);
  expect(texts.indexOf('First')).toBeGreaterThan(texts.indexOf('Table'));
  expect(texts.indexOf('Second')).toBeGreaterThan(texts.indexOf('First'));
});

test('[HT17] A seq that the session never reached begins anew', async () => {
  const { watch } = await openBooking();
  const seen = await readUntil(await watch('&after=1000'), isReady);
  expect(seen[0]).toEqual({ event: 'reset', data: '' });
  expect(seen.some(says('createSurface'))).toBe(true);
});

test('[HT18] A session that closes says so on its streams and ends them', async () => {
  const { host, path, watch } = await openBooking();
  const stream = await watch();
  await readUntil(stream, isReady);
  await call(host, host.key, path, { method: 'DELETE' });
  const rest = await readUntil(stream, ({ event }) => event === 'closed');
  expect(rest.at(-1)?.data).toContain('seq');
  expect((await stream.next()).done).toBe(true);
});

test('[HT19] A viewer that does not read slows nobody and gets all of it when it reads', async () => {
  const { host, path, watch, send } = await openBooking({ http: { limits: { queueBytes: 2000 } } });
  const slow = await call(
    host,
    (await host.credentials.mintViewer(path.split('/')[2] as string)).token,
    `${path}/stream?dialect=a2ui-0.9`,
  );
  const quick = await watch();
  await readUntil(quick, isReady);
  const text = 'x'.repeat(100_000);
  for (let i = 0; i < 40; i++) await send(title(`${i} ${text}`));
  await readUntil(quick, says('"39 '));
  const caught = await readUntil(readSse(slow), says('"39 '));
  const ids = caught.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(caught.filter(says(text))).toHaveLength(40);
});

test('[HT21] Taking back a token ends its streams and no others', async () => {
  const { host, session, watch } = await openBooking();
  const other = (await host.credentials.mintViewer(session)).token;
  const mine = await watch();
  const theirs = await watch('', {}, other);
  await readUntil(mine, isReady);
  await readUntil(theirs, isReady);
  await host.credentials.revokeViewers(session, other);
  for await (const _ of theirs);
  expect(await host.metrics.text()).toContain('vitrine_http_streams{role="viewer"} 1');
  await host.credentials.revokeViewers(session);
  for await (const _ of mine);
});

test('[HT21] Every stream ends within a second of the time of its credential, wherever the clock goes', async () => {
  const { host, path, watch } = await openBooking();
  const { token } = await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode());
  const operator = readSse(await call(host, token, `${path}/entries`));
  const viewer = await watch();
  await readUntil(viewer, isReady);
  const agent = await call(host, host.key, `${path}/events`);
  for (const [hours, stream] of [
    [1, viewer],
    [12, operator],
  ] as const) {
    host.clock.at = NOON + hours * 60 * MINUTE;
    const begun = performance.now();
    for await (const _ of stream);
    expect(performance.now() - begun).toBeLessThan(1000);
  }
  expect(await host.metrics.text()).toContain('vitrine_http_streams{role="agent"} 1');
  await agent.body?.cancel();
});

test('[HT19] Of what nobody reads a stream holds its limit and the entry that filled it, on every route', async () => {
  const queueBytes = 4096;
  const { host, path, token, send, session } = await openBooking({ http: { limits: { queueBytes } } });
  const operator = (await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode())).token;
  const open = async (credential: string, route: string) =>
    host.http.fetch(new Request(`${host.url}${route}`, { headers: { authorization: `Bearer ${credential}` } }), {
      address: '127.0.0.1',
    });
  const unread = [
    await open(token, `${path}/stream?dialect=a2ui-0.9`),
    await open(operator, `${path}/entries`),
    await open(host.key, `${path}/events`),
  ];
  const text = 'x'.repeat(100_000);
  for (let i = 0; i < 40; i++) await send(title(`${i} ${text}`));
  for (let i = 0; i < 40; i++) await call(host, token, `${path}/events`, { json: PRESS });
  // What a stream holds when its credential is taken back is all that can still be read of it.
  await host.credentials.revokeViewers(session);
  await host.credentials.revokeAgent('dev');
  host.credentials.revokeOperators();
  const [seen = 0, entries = 0, events = 0] = await Promise.all(
    unread.map(async (response) => (await response.arrayBuffer()).byteLength),
  );
  for (const held of [seen, entries]) {
    expect(held).toBeGreaterThan(text.length);
    expect(held).toBeLessThan(queueBytes + 2.5 * text.length);
  }
  expect(events).toBeGreaterThan(queueBytes);
  expect(events).toBeLessThan(2 * queueBytes);
});

test('[HT21] A viewer that goes leaves nothing behind', async () => {
  const { host, watch } = await openBooking();
  const stream = await watch();
  await readUntil(stream, isReady);
  expect(await host.metrics.text()).toContain('vitrine_http_streams{role="viewer"} 1');
  await stream.return();
  while (!(await host.metrics.text()).includes('vitrine_http_streams{role="viewer"} 0')) await turn();
});

test('[HT21] A client may have so many streams open and no more', async () => {
  const connections = new Connections({ perClient: 1, total: 10 });
  const { host, path, token, watch } = await openBooking({ http: { connections } });
  const stream = await watch();
  await readUntil(stream, isReady);
  const refused = await call(host, token, `${path}/stream`);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: 'VITRINE_BUSY' });
  await stream.return();
  while (connections.total > 0) await turn();
  await watch();
});

test('[HT13] A stream with an unreadable parameter is refused', async () => {
  const { host, path, token } = await openBooking();
  for (const query of ['after=x', 'history=yes', 'dialect=html'])
    expect((await call(host, token, `${path}/stream?${query}`)).status).toBe(400);
  expect((await call(host, token, `${path}/stream`, { headers: { 'last-event-id': 'x' } })).status).toBe(400);
});

test('[HT25] An operator reads the entries as they are, then live', async () => {
  const { host, path, token, send } = await openBooking();
  const operator = (await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode())).token;
  await call(host, token, `${path}/events`, { json: PRESS });
  const stream = readSse(await call(host, operator, `${path}/entries?after=2`));
  const entries = await readUntil(stream, ({ id }) => id === '4');
  expect(entries.map(({ data }) => (JSON.parse(data ?? '') as { seq: number }).seq)).toEqual([3, 4]);
  expect(JSON.parse(entries[1]?.data ?? '')).toMatchObject({ from: { role: 'viewer' }, body: [{ event: 'action' }] });
  await send(title('more'));
  await readUntil(stream, ({ id }) => id === '5');
});

test('[HT36] A viewer has a few histories at a time; who has read one may have the next', async () => {
  const { host, path, token, send, watch } = await openBooking({ http: { limits: { catchUpsPerViewer: 2 } } });
  // More than a stream holds, and more than waits on its way.
  for (let i = 0; i < 40; i++) await send(title('x'.repeat(500_000)));
  const leave = new AbortController();
  const ask = (signal?: AbortSignal) =>
    call(host, token, `${path}/stream?history=1&dialect=a2ui-0.9`, signal === undefined ? {} : { signal });
  const [first, second] = [await ask(), await ask(leave.signal)];
  expect([first.status, second.status]).toEqual([200, 200]);
  const refused = await ask();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: 'VITRINE_BUSY' });
  // Those who are live, and other viewers, are not counted.
  await readUntil(await watch(), isReady);
  const other = (await host.credentials.mintViewer(path.slice('/sessions/'.length))).token;
  await readUntil(await watch('&history=1', {}, other), isReady);
  await readUntil(readSse(first), isReady);
  expect((await ask()).status).toBe(200);
  leave.abort();
});
