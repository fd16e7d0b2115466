import { expect, test } from 'vitest';
import { title } from '../../test/booking.ts';
import { call, openHttpHost, openSession } from '../../test/http-host.ts';

interface Refusal {
  readonly error: string;
  readonly message: string;
  readonly details: { readonly parameter: string };
}

/** Everybody who has a credential, and a session of theirs. */
async function openAll() {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  const operator = (await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode())).token;
  return { host, path, who: { agent: host.key, viewer: token, operator } };
}

test.each([
  ['agent', 'POST', '/messages', 'untrused=1', 'untrused', 'untrusted'],
  ['agent', 'POST', '/messages', 'Untrusted=1', 'Untrusted', 'untrusted'],
  ['agent', 'POST', '/messages', 'dialect=vitrine&untrusted=1&dialekt=x', 'dialekt', 'dialect'],
  ['agent', 'POST', '/messages', 'untrusted%20=1', 'untrusted ', 'untrusted'],
  ['agent', 'POST', '/messages', 'trust=untrusted', 'trust', undefined],
  ['agent', 'GET', '/events', 'aftr=1', 'aftr', 'after'],
  ['agent', 'GET', '/events', 'wiat=30', 'wiat', 'wait'],
  ['viewer', 'POST', '/events', 'untrusted=1', 'untrusted', undefined],
  ['viewer', 'POST', '/events', 'dailect=a2ui-0.9', 'dailect', 'dialect'],
  ['viewer', 'GET', '/stream', 'histroy=1', 'histroy', 'history'],
  ['viewer', 'GET', '/stream', 'language=de', 'language', undefined],
  ['viewer', 'POST', '/files', 'nam=x', 'nam', 'name'],
  ['viewer', 'GET', '/files/some', 'inline=1', 'inline', undefined],
  ['operator', 'GET', '/entries', 'afer=3', 'afer', 'after'],
  ['viewer', 'GET', '/snapshot', 'ta=3', 'ta', undefined],
  ['agent', 'GET', '/snapshot', 'att=3', 'att', undefined],
  ['agent', 'DELETE', '', 'dry=1', 'dry', undefined],
  ['agent', 'GET', '', 'x', 'x', undefined],
  ['agent', 'DELETE', '/viewer-token', 'token=one', 'token', undefined],
  ['agent', 'POST', '/viewer-token', 'viewer=ann', 'viewer', undefined],
] as const)('[HT61] as %s, %s %s?%s is refused by name', async (role, method, end, query, parameter, nearest) => {
  const { host, path, who } = await openAll();
  const body = method === 'POST' || method === 'DELETE' ? { json: {} } : {};
  const answer = await call(host, who[role], `${path}${end}?${query}`, { method, ...body });
  const { error, message, details } = (await answer.json()) as Refusal;
  expect([answer.status, error, details.parameter]).toEqual([400, 'VITRINE_QUERY_INVALID', parameter]);
  expect(message).toContain(`There is no parameter "${parameter}" here.`);
  if (nearest === undefined) expect(message).not.toContain('Did you mean');
  else expect(message).toContain(`Did you mean "${nearest}"? It takes `);
});

test.each([
  ['agent', 'POST', '/sessions?trust=untrusted'],
  ['agent', 'GET', '/sessions?limits=1'],
  ['agent', 'GET', '/events?consumr=a'],
  ['operator', 'DELETE', '/agents/dev?dry=1'],
  ['operator', 'DELETE', '/operator?all=0'],
  ['operator', 'POST', '/keys/token/rotate?now=1'],
] as const)('[HT61] as %s, %s %s is refused, and nothing is done', async (role, method, path) => {
  const { host, who } = await openAll();
  const before = await (await call(host, host.key, '/sessions')).json();
  const answer = await call(host, who[role], path, { method, ...(method === 'GET' ? {} : { json: {} }) });
  expect([answer.status, ((await answer.json()) as Refusal).error]).toEqual([400, 'VITRINE_QUERY_INVALID']);
  expect(await (await call(host, host.key, '/sessions')).json()).toEqual(before);
  expect((await call(host, who.operator, '/sessions')).status).toBe(200);
});

test('[HT61] messages whose trust is misspelt are not taken at all', async () => {
  const { host, path, who } = await openAll();
  await call(host, who.agent, `${path}/messages?untrused=1`, { json: title('Not from here') });
  expect(await (await call(host, who.agent, `${path}/snapshot`)).json()).toMatchObject({ seq: 0, surfaces: {} });
});

test('[HT61] a stranger is asked for a credential first, and a name is told in part only', async () => {
  const { host, path, who } = await openAll();
  expect((await call(host, undefined, `${path}/messages?untrused=1`, { json: {} })).status).toBe(401);
  const answer = await call(host, who.agent, `${path}/snapshot?${'n'.repeat(5000)}=1`);
  const text = await answer.text();
  expect(answer.status).toBe(400);
  expect(text.length).toBeLessThan(400);
});

test('[HT61] pages and questions about health overlook what others put behind their address', async () => {
  const { host, path } = await openAll();
  for (const address of ['/healthz?probe=1', '/readyz?_=1', '/metrics?x=1'])
    expect((await call(host, undefined, address)).status).toBe(200);
  expect((await call(host, undefined, `${path.replace('/sessions', '/s')}?utm_source=mail`)).status).not.toBe(400);
});
