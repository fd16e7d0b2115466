import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStored } from '../test/processes.ts';
import { message, Stage } from '../test/stage.ts';

const DAY = 24 * 3_600_000;

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.clear());

const closed = async () =>
  ((await stage.call('GET', '/api/v4/sessions?status=closed')).body.sessions as { session_id: string }[]).map(
    ({ session_id: id }) => id,
  );

/** What the face keeps, as the log has it once the host has ended. */
async function kept(): Promise<readonly string[]> {
  await stage.stop();
  return readStored(stage.folder, async (log) => {
    const keys: string[] = [];
    for await (const { key } of log.records('face:agentchains')) keys.push(key);
    return keys;
  });
}

test('[AF34] SES-12 SES-13 an ended session is known for thirty days, then nothing of it is kept', async () => {
  const client = await stage.enter();
  const { session } = client;
  await stage.say(session, message('ui.request_input', { request_id: 'r', input_type: 'text', prompt: '?' }));
  await client.ask('user.respond', { request_id: 'r', value: 'x' });
  await stage.call('DELETE', `/api/v4/sessions/${session}/consents/data_collection`);
  expect(await closed()).toEqual([]);
  await stage.call('DELETE', `/api/v4/sessions/${session}`);
  stage.pass(29 * DAY);
  stage.tick();
  const later = await stage.enter();
  expect(await closed()).toEqual([session]);
  expect((await stage.call('GET', `/api/v4/sessions/${session}/consents`)).body.total).toBe(2);
  stage.pass(DAY);
  stage.tick();
  await expect.poll(async () => (await stage.call('GET', `/api/v4/sessions/${session}/consents`)).status).toBe(404);
  expect(await closed()).toEqual([later.session]);
  expect((await stage.call('GET', `/sessions/${session}`)).status).toBe(200);
  const keys = await kept();
  expect(keys.filter((key) => key.includes(session))).toEqual([]);
  expect(keys.filter((key) => key.includes(later.session))).not.toEqual([]);
});

test('[AF34] [AF32] a session of the agent’s own is not forgotten while it is open: what was taken back holds', async () => {
  const { session, viewerToken } = (await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } })).body;
  const client = await stage.enter({}, await stage.token(String(viewerToken)));
  const path = `/api/v4/sessions/${session}/consents`;
  await stage.call('POST', path, { body: { consent_type: 'data_collection', granted: false } });
  client.close();
  await client.closed;
  stage.pass(200_000);
  stage.tick();
  await expect.poll(closed).toEqual([session]);
  stage.pass(31 * DAY);
  stage.tick();
  const asked = message('ui.request_input', { request_id: 'r', input_type: 'text', prompt: '?' });
  expect(await stage.say(String(session), asked)).toMatchObject({ issues: [{ code: 'VITRINE_CONSENT_REVOKED' }] });
  await stage.call('DELETE', `/sessions/${session}`);
  stage.pass(2 * DAY);
  stage.tick();
  await expect.poll(async () => (await stage.call('GET', path)).status).toBe(404);
});

test('[AF34] [AF6] what was taken back is forgotten when no token of that time holds', async () => {
  const { session, viewerToken } = (await stage.call('POST', '/sessions', { body: {} })).body;
  const token = await stage.token(String(viewerToken));
  await stage.host.credentials.revokeViewers(String(session));
  expect((await stage.refused(`/ws/v4/a2ui?token=${token}`)).body.error?.code).toBe(-32006);
  stage.pass(31 * 60_000);
  stage.tick();
  expect((await stage.refused(`/ws/v4/a2ui?token=${token}`)).body.error?.code).toBe(-32006);
  expect((await kept()).filter((key) => key.startsWith('revoked/'))).toEqual([]);
});
