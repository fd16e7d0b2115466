import type { FacePorts, PortRecord } from '@vitrine/core/port';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, message, render, Stage } from '../test/stage.ts';
import { Consents } from './consents.ts';

let stage: Stage;
let client: Client;
beforeEach(async () => {
  stage = await Stage.open();
  client = await stage.enter();
});
afterEach(() => stage.clear());

const ask = (id: string) => message('ui.request_input', { request_id: id, input_type: 'text', prompt: 'Which?' });
const pathOf = (session: string) => `/api/v4/sessions/${session}/consents`;

async function consents(session = client.session): Promise<readonly { readonly [key: string]: unknown }[]> {
  const { body } = await stage.call('GET', pathOf(session));
  return body.consents as readonly { readonly [key: string]: unknown }[];
}

test('[AF31] CON-1 CON-10 CON-11 init and the first answer are consent, with their time', async () => {
  const at = new Date(stage.now).toISOString();
  const agreed = { granted: true, granted_at: at, revoked_at: null };
  expect(await consents()).toEqual([{ consent_type: 'ui_interaction', ...agreed }]);
  await stage.say(client.session, ask('r'), ask('s'));
  stage.pass(1000);
  await client.ask('user.respond', { request_id: 'r', value: 'x' });
  stage.pass(1000);
  await client.ask('user.respond', { request_id: 's', value: 'y' });
  const later = { ...agreed, granted_at: new Date(stage.now - 1000).toISOString() };
  expect(await consents()).toEqual([
    { consent_type: 'data_collection', ...later },
    { consent_type: 'ui_interaction', ...agreed },
  ]);
});

test('[AF31] CON-2 CON-8 consents are given, denied and taken back by a call; the last word counts', async () => {
  const path = pathOf(client.session);
  const record = (body: object) => stage.call('POST', path, { body });
  expect(await record({ consent_type: 'mail' })).toMatchObject({ status: 201, body: { granted: true } });
  stage.pass(5000);
  expect((await record({ consent_type: 'mail', granted: false })).body).toEqual({
    ...{ consent_type: 'mail', granted: false },
    ...{ granted_at: new Date(stage.now - 5000).toISOString(), revoked_at: new Date(stage.now).toISOString() },
  });
  expect((await record({ consent_type: 'mail' })).body).toMatchObject({ granted: true, revoked_at: null });
  expect((await stage.call('DELETE', `${path}/mail`)).body).toMatchObject({ granted: false });
  const revoked = (await stage.call('DELETE', `${path}/mail`)).body;
  expect(revoked).toEqual((await consents()).find(({ consent_type: type }) => type === 'mail'));
});

test('[AF31] CON-3 CON-4 CON-6 what was never given cannot be taken back', async () => {
  expect((await stage.call('DELETE', `${pathOf(client.session)}/mail`)).status).toBe(404);
  for (const method of ['GET', 'POST']) {
    const body = method === 'POST' ? { body: { consent_type: 'mail' } } : {};
    expect((await stage.call(method, pathOf('none'), body)).status).toBe(404);
  }
});

test.each([
  {},
  { consent_type: 7 },
  { consent_type: '' },
  { consent_type: 'a/b' },
  { consent_type: 'a', granted: 'yes' },
])('[AF31] the consent %j is refused', async (body) => {
  expect((await stage.call('POST', pathOf(client.session), { body })).status).toBe(400);
});

test('[AF31] CON-7 CON-9 sessions have their own, and other agents see none', async () => {
  const second = await stage.enter();
  await stage.call('POST', pathOf(client.session), { body: { consent_type: 'mail' } });
  await stage.call('DELETE', `${pathOf(client.session)}/ui_interaction`);
  expect(await consents(second.session)).toMatchObject([{ consent_type: 'ui_interaction', granted: true }]);
  const key = await stage.agent('other');
  expect((await stage.call('GET', pathOf(client.session), { key })).status).toBe(404);
  expect((await stage.call('DELETE', `${pathOf(client.session)}/mail`, { key })).status).toBe(404);
});

test('[AF31] the viewer of a session sees and changes its own', async () => {
  const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const viewer = body.viewerToken as string;
  const { body: had } = await stage.call('POST', '/api/v4/stream-token', { key: viewer });
  const own = await stage.enter({}, had.token as string);
  expect((await stage.call('DELETE', `${pathOf(own.session)}/ui_interaction`, { key: viewer })).status).toBe(200);
  expect((await stage.call('GET', pathOf(client.session), { key: viewer })).status).toBe(404);
});

test('[AF31] what a person took back the agent cannot give, also after a restart', async () => {
  const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const viewer = body.viewerToken as string;
  const own = await stage.enter({}, await stage.token(viewer));
  const say = (granted: boolean, key?: string) =>
    stage.call('POST', pathOf(own.session), {
      body: { consent_type: 'data_collection', granted },
      ...(key === undefined ? {} : { key }),
    });
  expect((await say(false)).status).toBe(201);
  expect((await say(true)).status).toBe(201);
  await stage.call('DELETE', `${pathOf(own.session)}/data_collection`, { key: viewer });
  // Taking it back once more does not make it the agent's.
  expect((await say(false)).status).toBe(201);
  await stage.stop();
  stage = await Stage.open({ folder: stage.folder });
  expect(await say(true)).toMatchObject({ status: 403, body: { error: 'VITRINE_CREDENTIAL_PURPOSE' } });
  expect(await stage.say(own.session, ask('r'))).toMatchObject({ accepted: 0 });
  expect((await say(true, viewer)).status).toBe(201);
  expect(await stage.say(own.session, ask('r'))).toMatchObject({ accepted: 1 });
});

test('[AF31] CON-12 a hundred kinds fit, and no more', async () => {
  for (let i = 1; i < 100; i++)
    expect((await stage.call('POST', pathOf(client.session), { body: { consent_type: `k${i}` } })).status).toBe(201);
  expect((await stage.call('POST', pathOf(client.session), { body: { consent_type: 'more' } })).status).toBe(409);
  expect((await stage.call('POST', pathOf(client.session), { body: { consent_type: 'k1' } })).status).toBe(201);
});

test('[AF31] the agent is told', async () => {
  await stage.call('DELETE', `${pathOf(client.session)}/ui_interaction`);
  const text = JSON.stringify(await stage.events(client.session));
  expect(text).toContain('"kind":"ui_interaction","granted":true');
  expect(text).toContain('"kind":"ui_interaction","granted":false');
});

test('[AF32] CON-5 after a revoke questions, answers and forms are refused, end to end', async () => {
  const form = { fields: [{ name: 'q', type: 'text', label: 'Q' }] };
  await stage.say(client.session, ask('r'), ask('s'), render('f', 'form', form));
  await client.ask('user.respond', { request_id: 'r', value: 'x' });
  expect((await client.ask('user.respond', { request_id: 'f', value: { q: 'a' } })).result).toBeDefined();
  await stage.call('DELETE', `${pathOf(client.session)}/data_collection`);
  const refusal = { accepted: 0, issues: [{ code: 'VITRINE_CONSENT_REVOKED', severity: 'error' }] };
  expect(await stage.say(client.session, ask('t'))).toMatchObject(refusal);
  expect((await client.ask('user.respond', { request_id: 's', value: 'x' })).error?.code).toBe(-32602);
  expect((await client.ask('user.respond', { request_id: 'f', value: { q: 'b' } })).error?.code).toBe(-32602);
  expect(await stage.say(client.session, message('ui.confirm', { request_id: 'k', title: 'Sure?' }))).toMatchObject({
    accepted: 1,
  });
  expect((await client.ask('user.approve', { request_id: 'k', approved: true })).result).toBeDefined();
  const values = (await stage.events(client.session)).flatMap(({ method, params }) =>
    method === 'user.respond' ? [params?.value] : [],
  );
  expect(values).toEqual(['x', { q: 'a' }]);
});

test('[AF32] a revoke holds on every road and over a restart, until it is given again', async () => {
  await stage.say(client.session, ask('r'));
  await client.ask('user.respond', { request_id: 'r', value: 'x' });
  await stage.call('DELETE', `${pathOf(client.session)}/data_collection`);
  await stage.stop();
  const next = await Stage.open({ folder: stage.folder });
  const path = `/sessions/${client.session}/messages`;
  const question = { op: 'ask', ask: 'n', want: { kind: 'text' }, prompt: 'Which?' };
  const neutral = () => next.call('POST', path, { body: { vitrine: 1, body: [question] } });
  expect((await neutral()).body).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_CONSENT_REVOKED' }] });
  await next.call('POST', pathOf(client.session), { body: { consent_type: 'data_collection' } });
  expect((await neutral()).body).toMatchObject({ accepted: 1 });
  await next.clear();
});

test('[AF32] what is entered by other roads is refused too, and a file is not even kept', async () => {
  const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const viewer = body.viewerToken as string;
  const own = await stage.enter({}, await stage.token(viewer));
  const file = message('ui.request_input', { request_id: 'f', input_type: 'file', prompt: 'Which?' });
  await stage.say(own.session, render('form', 'form', { fields: [{ name: 'q', type: 'text', label: 'Q' }] }), file);
  await stage.call('POST', pathOf(own.session), { body: { consent_type: 'data_collection', granted: false } });
  const input = { event: 'input', surface: 'form', path: '/values/q', value: 'x' };
  const typed = await stage.call('POST', `/sessions/${own.session}/events`, {
    key: viewer,
    body: { vitrine: 1, body: [input] },
  });
  expect(typed.body).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_CONSENT_REVOKED' }] });
  const value = { name: 'a.txt', type: 'text/plain', data: 'SGk=' };
  expect((await own.ask('user.respond', { request_id: 'f', value })).error?.code).toBe(-32602);
  expect(await (await stage.host.sessions.get(own.session)).fileBytes()).toBe(0);
});

test('[AF32] nothing is refused for consents that are not read yet: the host is there when they are', async () => {
  let isRead = false;
  const slowly = (port: FacePorts): FacePorts => {
    async function* list(session?: string) {
      await new Promise(setImmediate);
      yield* port.records.list(session);
      isRead = true;
    }
    return { ...port, records: { ...port.records, list } };
  };
  await stage.stop();
  stage = await Stage.open({ folder: stage.folder, port: slowly });
  expect(isRead).toBe(true);
  expect(await stage.say(client.session, ask('late'))).toMatchObject({ accepted: 1 });
});

test('[AF31] whoever takes back a consent while it is given has the last word', async () => {
  const kept = new Map<string, PortRecord>();
  const records = {
    read: async (key: string) => kept.get(key),
    write: async (written: readonly PortRecord[]) => {
      for (const one of written) kept.set(one.key, one);
    },
    list: async function* () {
      yield* kept.values();
    },
  };
  const port = {
    records,
    transport: { now: () => 0 },
    sessions: {
      guard: () => undefined,
      write: (_session: string, _entries: unknown, commit: { records: readonly PortRecord[] }) =>
        records.write(commit.records),
    },
  };
  const consents = new Consents(port as unknown as FacePorts);
  await Promise.all([consents.record('s', 'data_collection', false, 'agent'), consents.imply('s', 'data_collection')]);
  expect(await consents.get('s', 'data_collection')).toMatchObject({ granted: false });
});
