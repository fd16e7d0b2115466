import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FORM, PRESS } from '../../test/booking.ts';
import { call, type HttpHost, openHttpHost, openSession, readSse, readUntil } from '../../test/http-host.ts';
import { Connections } from '../guards/connections.ts';

interface Poll {
  readonly events: readonly {
    readonly session: string;
    readonly seq: number;
    readonly at: string;
    readonly event: object;
  }[];
  readonly next?: number;
}

const JSON_ONLY = { accept: 'application/json' };

async function openBooking(host?: HttpHost) {
  const at = host ?? (await openHttpHost());
  const opened = await openSession(at);
  await call(at, at.key, `${opened.path}/messages`, { json: FORM });
  const press = async () => {
    const answer = await call(at, opened.token, `${opened.path}/events`, { json: PRESS });
    expect(await answer.json()).toMatchObject({ accepted: 1 });
  };
  return { host: at, ...opened, press };
}

async function poll(host: HttpHost, path: string): Promise<Poll> {
  const response = await call(host, host.key, path, { headers: JSON_ONLY });
  expect(response.status).toBe(200);
  return (await response.json()) as Poll;
}

test('[HT14] A poll answers at once when there are events, in the words of the agent', async () => {
  const { host, path, session, press } = await openBooking();
  await press();
  const { events, next } = await poll(host, `${path}/events?wait=30`);
  expect(events).toEqual([
    { session, seq: 4, at: '2026-03-01T12:00:00.000Z', event: expect.objectContaining({ version: 'v0.9' }) },
  ]);
  expect(events[0]?.event).toMatchObject({ action: { name: 'book', sourceComponentId: 'send' } });
  expect(next).toBe(4);
});

test('[HT14] A poll that waits wakes with the first event', async () => {
  const { host, path, press } = await openBooking();
  const waiting = poll(host, `${path}/events?wait=30`);
  await turn();
  await press();
  expect((await waiting).events).toHaveLength(1);
});

test('[HT14] A poll answers none when there is none, at once or when its time is over', async () => {
  const { host, path } = await openBooking();
  expect((await poll(host, `${path}/events`)).events).toEqual([]);
  expect((await poll(host, `${path}/events?wait=0.02`)).events).toEqual([]);
  expect(await poll(host, `${path}/events?after=3`)).toEqual({ events: [], next: 3 });
});

test('[HT14] A poll of all sessions gives the events of each', async () => {
  const one = await openBooking();
  const two = await openBooking(one.host);
  await one.press();
  await two.press();
  const { events, next } = await poll(one.host, '/events');
  expect(events.map(({ session }) => session)).toEqual([one.session, two.session]);
  expect(await poll(one.host, `/events?after=${next}`)).toEqual({ events: [], next });
});

test('[HT15] What was confirmed does not come again, and to every consumer all of it comes', async () => {
  const { host, path, press } = await openBooking();
  await press();
  await press();
  const seqs = async (query: string) => (await poll(host, `${path}/events${query}`)).events.map(({ seq }) => seq);
  expect(await seqs('')).toEqual([4, 5]);
  expect(await seqs('')).toEqual([4, 5]);
  expect(await seqs('?after=4')).toEqual([5]);
  expect(await seqs('')).toEqual([5]);
  expect(await seqs('?consumer=backup')).toEqual([4, 5]);
  // Any name that a socket takes, too.
  expect(await seqs('?after=4&consumer=night%20shift')).toEqual([5]);
  expect(await seqs('?consumer=night+shift')).toEqual([5]);
  expect(await seqs(`?consumer=${encodeURIComponent('Zoë 1/2')}`)).toEqual([4, 5]);
});

test('[HT15] A stream of events gives in each id what after takes', async () => {
  const { host, path, press } = await openBooking();
  await press();
  const leave = new AbortController();
  const response = await call(host, host.key, `${path}/events`, { signal: leave.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events = readSse(response);
  const [first] = await readUntil(events, ({ id }) => id === '4');
  expect(JSON.parse(first?.data ?? '')).toMatchObject({ seq: 4, event: { action: { name: 'book' } } });
  await press();
  await readUntil(events, ({ id }) => id === '5');
  leave.abort();
  const resumed = readSse(await call(host, host.key, `${path}/events`, { headers: { 'last-event-id': '4' } }));
  expect((await resumed.next()).value).toMatchObject({ id: '5' });
});

test('[HT15] The stream of all sessions resumes behind its id', async () => {
  const { host, press } = await openBooking();
  await press();
  await press();
  const stream = readSse(await call(host, host.key, '/events'));
  const first = (await stream.next()).value;
  const resumed = readSse(await call(host, host.key, `/events?after=${first?.id}`));
  expect(JSON.parse((await resumed.next()).value?.data ?? '')).toMatchObject({ seq: 5 });
});

test.each([
  ['after=-1', 'after'],
  ['after=1.5', 'after'],
  ['after=x', 'after'],
  ['after=99999999999999999', 'after'],
  ['after=1&after=2', 'after'],
  ['wait=31', 'wait'],
  ['wait=-1', 'wait'],
  ['wait=NaN', 'wait'],
  ['wait=Infinity', 'wait'],
  ['consumer=', 'consumer'],
  ['consumer=a%40b', 'consumer'],
  ['consumer=a%00b', 'consumer'],
  [`consumer=${'a'.repeat(101)}`, 'consumer'],
])('[HT13] Events with %s are refused', async (query, parameter) => {
  const { host, path } = await openBooking();
  const response = await call(host, host.key, `${path}/events?${query}`, { headers: JSON_ONLY });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 'VITRINE_QUERY_INVALID', details: { parameter } });
});

/** So many polls have found nothing and wait. */
function pollsBegun({ sessions }: HttpHost, count: number): Promise<void> {
  const deliveries = sessions.deliveries.bind(sessions);
  let waiting = 0;
  return new Promise((resolve) => {
    sessions.deliveries = (options) => {
      if (options.live !== false && ++waiting === count) resolve();
      return deliveries(options);
    };
  });
}

const say = (text: string) => ({ event: 'say', text });

test('[HT14] A page never ends inside an entry, however many events the entry has', async () => {
  const { host, path, token } = await openBooking(await openHttpHost({ http: { limits: { pollEvents: 10 } } }));
  const many = { vitrine: 1, body: Array.from({ length: 60 }, (_, i) => say(`${i}`)) };
  const answer = await call(host, token, `${path}/events`, { json: many });
  expect(await answer.json()).toMatchObject({ accepted: 1, issues: [] });
  await call(host, token, `${path}/events`, { json: { vitrine: 1, body: [say('after')] } });
  for (const where of [`${path}/events`, '/events']) {
    const first = await poll(host, where);
    expect(first.events).toHaveLength(60);
    expect(new Set(first.events.map(({ seq }) => seq)).size).toBe(1);
    const second = await poll(host, `${where}?after=${first.next}`);
    expect(second.events).toHaveLength(1);
    expect(second.next).toBeGreaterThan(first.next as number);
  }
});

test.each([
  ['events', { pollEvents: 5 }],
  ['bytes', { pollBytes: 600 }],
])('[HT14] A page is bounded in %s, and pages have all of them in order', async (_, limits) => {
  const { host, path, token } = await openBooking(await openHttpHost({ http: { limits } }));
  for (let i = 0; i < 12; i += 3)
    await call(host, token, `${path}/events`, {
      json: { vitrine: 1, body: [i, i + 1, i + 2].map((n) => say(`${n}`)) },
    });
  const seen: object[] = [];
  let pages = 0;
  for (let page = await poll(host, `${path}/events`); page.events.length > 0; pages++) {
    seen.push(...page.events.map(({ event }) => event));
    page = await poll(host, `${path}/events?after=${page.next}`);
  }
  expect(seen).toMatchObject(Array.from({ length: 12 }, (_, i) => ({ body: [say(`${i}`)] })));
  expect(pages).toBe(2);
});

test('[HT21] A poll whose key ends while it waits is told so', async () => {
  const { host, path, press } = await openBooking();
  const begun = pollsBegun(host, 2);
  const waiting = call(host, host.key, `${path}/events?wait=30`, { headers: JSON_ONLY });
  const all = call(host, host.key, '/events?wait=30', { headers: JSON_ONLY });
  await begun;
  await host.credentials.rotateAgent('dev');
  await press();
  for (const response of [await waiting, await all]) {
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: 'VITRINE_CREDENTIAL_REVOKED' });
  }
});

test('[HT21] A poll that waits has a seat among the connections, and gives it back', async () => {
  const connections = new Connections({ perClient: 1, total: 10 });
  const { host, path, press } = await openBooking(await openHttpHost({ http: { connections } }));
  const waiting = call(host, host.key, `${path}/events?wait=30`, { headers: JSON_ONLY });
  while (connections.total === 0) await turn();
  const refused = await call(host, host.key, '/events?wait=30', { headers: JSON_ONLY });
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([503, 'VITRINE_BUSY']);
  expect((await call(host, host.key, '/events', { headers: JSON_ONLY })).status).toBe(200);
  await press();
  expect((await waiting).status).toBe(200);
  while (connections.total > 0) await turn();
});

test('[HT21] A poll that waits and a stream end when the key of their agent does', async () => {
  const { host, path } = await openBooking();
  const other = await host.credentials.addAgent('other');
  const begun = pollsBegun(host, 1);
  const waiting = call(host, host.key, `${path}/events?wait=30`, { headers: JSON_ONLY });
  await begun;
  const stream = readSse(await call(host, host.key, `${path}/events`));
  const theirs = await call(host, other.key, '/events');
  await turn();
  await host.credentials.rotateAgent('dev');
  expect((await waiting).status).toBe(401);
  expect((await stream.next()).done).toBe(true);
  const reading = readSse(theirs).next();
  host.http.stop();
  expect((await reading).done).toBe(true);
});
