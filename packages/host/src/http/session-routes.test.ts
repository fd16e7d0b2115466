import { expect, test } from 'vitest';
import { FORM, title } from '../../test/booking.ts';
import { NOON } from '../../test/credentials.ts';
import { call, openHttpHost, openSession } from '../../test/http-host.ts';

const CREATED = new Date(NOON).toISOString();

test('[HT8] A session is opened with its viewer token, and its address holds a code in the fragment', async () => {
  const host = await openHttpHost();
  const answer = await call(host, host.key, '/sessions', { json: { title: 'Lunch', dialect: 'a2ui-0.9' } });
  expect(answer.status).toBe(201);
  const { session, viewerToken, viewerUrl } = (await answer.json()) as { [name: string]: string };
  expect(viewerUrl?.startsWith(`${host.url}/s/${session}#code=`)).toBe(true);
  expect(viewerUrl).not.toContain(viewerToken);
  expect((await call(host, viewerToken, `/sessions/${session}/snapshot`)).status).toBe(200);
  expect(await (await call(host, host.key, `/sessions/${session}`)).json()).toEqual({
    session,
    agent: 'dev',
    title: 'Lunch',
    dialect: 'a2ui-0.9',
    trust: 'trusted',
    createdAt: CREATED,
    seq: 0,
    viewers: 0,
  });
});

test('[HT8] A session is opened without a body', async () => {
  const host = await openHttpHost();
  expect((await call(host, host.key, '/sessions', { method: 'POST' })).status).toBe(201);
});

test.each([
  ['a list', '[1]'],
  ['no JSON', '{'],
  ['a title that is no text', '{"title":1}'],
  ['a number that no double holds', '{"title":1e400}'],
  ['half a character', '{"title":"\\ud800"}'],
  ['a long title', `{"title":"${'x'.repeat(201)}"}`],
  ['an unknown dialect', '{"dialect":"a2ui-7"}'],
  ['an unknown trust', '{"trust":"very"}'],
  ['another agent', '{"agent":"other"}'],
  ['a field named __proto__', '{"__proto__":{"title":"x"}}'],
])('[HT8] An order with %s is refused', async (_, body) => {
  const host = await openHttpHost();
  const answer = await call(host, host.key, '/sessions', { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'VITRINE_BODY_INVALID' });
  expect(await host.sessions.list()).toEqual([]);
});

test('[HT12] An order is JSON of few bytes', async () => {
  const host = await openHttpHost();
  const large = await call(host, host.key, '/sessions', { json: { title: 'é'.repeat(9000) } });
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ error: 'VITRINE_BODY_SIZE' });
  const plain = await call(host, host.key, '/sessions', { body: '{}', headers: { 'content-type': 'text/plain' } });
  expect(plain.status).toBe(415);
  expect(await host.sessions.list()).toEqual([]);
});

test('[HT8] A session is trusted less than its agent where that is asked, and never more', async () => {
  const host = await openHttpHost();
  const { key } = await host.credentials.addAgent('stranger', { trust: 'untrusted' });
  const trustOf = async ({ path }: { path: string }, by: string) =>
    ((await (await call(host, by, path)).json()) as { trust: string }).trust;
  expect(await trustOf(await openSession(host, { trust: 'untrusted' }), host.key)).toBe('untrusted');
  expect(await trustOf(await openSession(host, {}, key), key)).toBe('untrusted');
  const raised = await call(host, key, '/sessions', { json: { trust: 'trusted' } });
  expect(raised.status).toBe(403);
});

test('[HT9] An agent lists its sessions page by page', async () => {
  const host = await openHttpHost();
  const opened: string[] = [];
  for (let i = 0; i < 5; i++)
    opened.push((await openSession(host, { title: `${i}` })).path.split('/').at(-1) as string);
  type Page = { readonly sessions: readonly { readonly session: string }[]; readonly next?: string };
  const pageOf = async (query: string) => (await (await call(host, host.key, `/sessions${query}`)).json()) as Page;
  const seen: string[][] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const page: Page = await pageOf(`?limit=2${next === '' ? '' : `&next=${next}`}`);
    seen.push(page.sessions.map(({ session }) => session));
    next = page.next;
  }
  expect(seen.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(seen.flat().toSorted()).toEqual(opened.toSorted());
  expect(await pageOf('')).not.toHaveProperty('next');
  for (const query of ['limit=0', 'limit=1001', 'limit=two', 'next=nothing', 'page=2'])
    expect((await call(host, host.key, `/sessions?${query}`)).status).toBe(400);
});

test('[HT9] An agent lists its sessions, an operator all', async () => {
  const host = await openHttpHost();
  const { key } = await host.credentials.addAgent('other');
  const mine = await openSession(host);
  const theirs = await openSession(host, {}, key);
  const operator = (await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode())).token;
  const listed = async (credential: string) => {
    const { sessions } = (await (await call(host, credential, '/sessions')).json()) as {
      sessions: { session: string }[];
    };
    return sessions.map(({ session }) => session);
  };
  expect(await listed(host.key)).toEqual([mine.session]);
  expect(await listed(key)).toEqual([theirs.session]);
  expect(await listed(operator)).toEqual([mine.session, theirs.session]);
});

test('[HT9] A closed session is read, closed again as it is, and takes nothing more', async () => {
  const host = await openHttpHost();
  const { path, session, token } = await openSession(host);
  await call(host, host.key, `${path}/messages`, { json: FORM });
  const closed = await call(host, host.key, path, { method: 'DELETE' });
  expect(await closed.json()).toEqual({ session, closedAt: CREATED });
  host.clock.at += 1000;
  expect(await (await call(host, host.key, path, { method: 'DELETE' })).json()).toEqual({ session, closedAt: CREATED });
  expect(await (await call(host, host.key, path)).json()).toMatchObject({ closedAt: CREATED, seq: 3 });
  expect((await call(host, token, `${path}/snapshot`)).status).toBe(200);
  const late = await call(host, host.key, `${path}/messages`, { json: title('late') });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ error: 'VITRINE_LOG_SESSION_CLOSED' });
  const file = await call(host, token, `${path}/files?name=a`, { body: 'x' });
  expect(file.status).toBe(409);
});

test('[HT9] A session tells when its last entry was written', async () => {
  const host = await openHttpHost();
  const { path } = await openSession(host);
  const activeAt = async () => ((await (await call(host, host.key, path)).json()) as { activeAt?: string }).activeAt;
  expect(await activeAt()).toBeUndefined();
  for (const seconds of [60, 90]) {
    host.clock.at = NOON + seconds * 1000;
    await call(host, host.key, `${path}/messages`, { json: seconds === 60 ? FORM : title('Later') });
    host.clock.at += 5000;
    expect(await activeAt()).toBe(new Date(NOON + seconds * 1000).toISOString());
  }
  const rows = await host.sessions.list();
  expect(rows).toMatchObject([{ activeAt: new Date(NOON + 90_000).toISOString() }]);
});

test('[HT24] A snapshot is that of the head or of a seq, and of none that was not reached', async () => {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  await call(host, host.key, `${path}/messages`, { json: [...FORM, title('Later')] });
  const at = async (query: string) => call(host, token, `${path}/snapshot${query}`);
  const head = (await (await at('')).json()) as { seq: number; surfaces: { [id: string]: { data: unknown } } };
  expect(head).toMatchObject({ seq: 4, asks: expect.anything(), tasks: expect.anything() });
  expect(head.surfaces.booking?.data).toEqual({ title: 'Later' });
  expect(await (await at('?at=3')).json()).toMatchObject({
    seq: 3,
    surfaces: { booking: { data: { title: 'Table' } } },
  });
  const ahead = await at('?at=5');
  expect(ahead.status).toBe(400);
  expect(await ahead.json()).toMatchObject({ error: 'VITRINE_LOG_SEQ' });
});

test('[HT66] A list with details tells which sessions wait for a person and what their agents said last, in memory or not', async () => {
  const host = await openHttpHost();
  const asking = await openSession(host);
  const ask = { op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Shall I?' };
  await call(host, host.key, `/sessions/${asking.session}/messages`, { json: { vitrine: 1, body: [ask] } });
  const talking = await openSession(host);
  const said = { op: 'say', text: 'Good day.' };
  await call(host, host.key, `/sessions/${talking.session}/messages`, { json: { vitrine: 1, body: [said] } });
  const list = async (query: string) => {
    const answer = (await (await call(host, host.key, `/sessions${query}`)).json()) as { sessions: object[] };
    return answer.sessions;
  };
  const expected = [
    { session: asking.session, waiting: true, words: 'Shall I?' },
    { session: talking.session, waiting: false, words: 'Good day.' },
  ];
  expect(await list('?details=1')).toMatchObject(expected);
  expect(JSON.stringify(await list('?details=1'))).not.toContain('wordsTrust');
  const foreign = { vitrine: 1, body: [{ ...said, text: 'Send money.' }] };
  await call(host, host.key, `/sessions/${talking.session}/messages?untrusted=1`, { json: foreign });
  const marked = { words: 'Send money.', wordsTrust: 'untrusted' };
  expect((await list('?details=1'))[1]).toMatchObject(marked);
  expect(JSON.stringify(await list(''))).not.toContain('waiting');
});
