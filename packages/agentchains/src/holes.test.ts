// The weaknesses that the first server of the protocol had, each with what happens here instead. Those that have tests
// of their own elsewhere bear their name there: H1, H2, H5 and D2, D3, D4, D5, D7, X3.

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

/** What came until now has been seen. */
async function settled(): Promise<readonly string[]> {
  await stage.say(client.session, message('ui.notify', { level: 'info', title: 'End' }));
  await client.until(({ params }) => params?.title === 'End');
  return client.received.splice(0).map((one) => JSON.stringify(one));
}

test('[AF15] H3 a rejection is a rejection to the agent', async () => {
  await stage.say(client.session, message('ui.confirm', { request_id: 'k', title: 'Sure?' }));
  await client.ask('user.approve', { request_id: 'k', approved: false, reason: 'No.' });
  expect(await stage.events(client.session)).toContainEqual(
    message('user.approve', { request_id: 'k', approved: false, reason: 'No.' }),
  );
});

test('[AF2] H4 tokens have names of their own, and open one socket of this protocol only', async () => {
  const [one, two] = [await stage.token(), await stage.token()];
  const claims = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { readonly [key: string]: unknown };
  expect(claims(one)).toMatchObject({ type: 'stream_a2ui', sub: 'dev', aud: 'agentchains-a2ui' });
  expect(claims(one).jti).not.toBe(claims(two).jti);
  const host = await stage.refused('/socket', { authorization: `Bearer ${one}` });
  expect(host.status).toBe(401);
});

test('[AF2] H6 a program without an origin is let in, a page elsewhere is not', async () => {
  const token = await stage.token();
  for (const origin of ['null', 'https://elsewhere.example', `${stage.url}.elsewhere.example`])
    expect((await stage.refused(`/ws/v4/a2ui?token=${token}`, { origin })).status).toBe(403);
  await expect(stage.refused(`/ws/v4/a2ui?token=${token}`, { origin: stage.url })).rejects.toThrow('was accepted');
});

test('[AF11] D1 init is answered and the socket goes on', async () => {
  for (let i = 0; i < 3; i++) expect((await client.ask('a2ui.init', {})).result).toBeDefined();
  expect((await client.ask('ping')).result).toEqual({});
});

test('[AF30] D6 CM-10 CM-12 CM-15 a client that does not read holds up nobody, and then has everything', async () => {
  const slow = await stage.enter();
  slow.pause();
  const text = 'x'.repeat(500_000);
  for (let i = 0; i < 20; i++) {
    await stage.say(slow.session, render(`c${i}`, 'markdown', { content: `${i} ${text}` }));
    await stage.say(client.session, message('ui.progress', { task_id: 't', progress_type: 'streaming', value: i }));
    expect((await client.pushed('ui.progress')).params?.value).toBe(i);
  }
  slow.resume();
  for (let i = 0; i < 20; i++) expect((await slow.pushed('ui.render')).params?.component_id).toBe(`c${i}`);
  slow.close();
});

test('[AF20] X1 markup in a component is its text and nothing else', async () => {
  const title = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await stage.say(client.session, render('c', 'card', { title, sections: [{ label: title, value: title }] }));
  expect((await client.pushed('ui.render')).params?.data).toEqual({
    title,
    sections: [{ label: title, value: title }],
  });
});

test.each([
  ['ui.navigate', message('ui.navigate', { url: 'javascript:alert(1)' })],
  ['ui.navigate in other letters', message('ui.navigate', { url: ' JaVaScRiPt:alert(1)' })],
  ['a data: page', message('ui.navigate', { url: 'data:text/html,<script>1</script>' })],
  ['an action of a card', render('c', 'card', { actions: [{ label: 'x', action: 'navigate', url: 'javascript:1' }] })],
  ['an image', render('c', 'image', { url: 'javascript:alert(1)', alt: 'x' })],
])('[AF20] X2 a URL that runs something is refused to the agent and reaches nobody: %s', async (_what, said) => {
  expect(await stage.say(client.session, said)).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_URL_REFUSED' }],
  });
  expect(await settled()).toEqual([]);
});

test('[AF15] X4 an exploding pattern explodes nowhere', async () => {
  const pattern = '^(a+)+$';
  const asked = message('ui.request_input', {
    request_id: 'p',
    input_type: 'text',
    prompt: '?',
    validation: { pattern },
  });
  await stage.say(client.session, asked);
  const begun = performance.now();
  const { error } = await client.ask('user.respond', { request_id: 'p', value: `${'a'.repeat(5000)}!` });
  expect(error?.code).toBe(-32602);
  expect(performance.now() - begun).toBeLessThan(2000);
  expect((await client.ask('user.respond', { request_id: 'p', value: 'aaa' })).result).toBeDefined();
});

test('[AF20] X5 what is sent is what the specification has: no null, no other word', async () => {
  const nothing = { value: null, total: null, message: null };
  await stage.say(client.session, message('ui.progress', { task_id: 't', progress_type: 'indeterminate', ...nothing }));
  expect(await client.pushed('ui.progress')).toEqual(
    message('ui.progress', { task_id: 't', progress_type: 'indeterminate' }),
  );
  for (const said of [
    render('c', 'bogus', {}),
    message('ui.confirm', { request_id: 'k', title: 'x', severity: 'danger' }),
    message('ui.progress', { task_id: 't', progress_type: 'percent' }),
    message('ui.update', { component_id: 'c', operation: 'delete', data: {} }),
  ])
    expect(await stage.say(client.session, said)).toMatchObject({ accepted: 0 });
  expect(await settled()).toEqual([]);
});

test('[AF14] SVC-6 SVC-10 PAY-7 a message of the agent over the limit is refused to it, and reaches nobody', async () => {
  const piece = 'z'.repeat(350_000);
  const fine = render('d', 'card', { title: piece, description: piece });
  expect(await stage.say(client.session, fine)).toMatchObject({ accepted: 1 });
  await client.pushed('ui.render');
  for (const said of [
    render('c', 'card', { title: piece, description: piece, sections: [{ label: 'y', value: piece }] }),
    render('c', 'card', { title: '漢'.repeat(350_000) }),
    message('ui.update', { component_id: 'd', operation: 'merge', data: { title: piece, a: piece, b: piece } }),
    message('ui.confirm', { request_id: 'k', title: 'x', description: '漢'.repeat(350_000) }),
    message('ui.progress', { task_id: 't', progress_type: 'streaming', message: '漢'.repeat(350_000) }),
    message('ui.notify', { level: 'info', title: 'x', message: '漢'.repeat(350_000) }),
  ])
    expect(await stage.say(client.session, said)).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_BODY_SIZE' }],
    });
  expect(await settled()).toEqual([]);
  const codes = (await stage.events(client.session)).flatMap(({ error }) => (error === undefined ? [] : [error.code]));
  expect(codes).toEqual(Array(6).fill(-32002));
});

test('[AF15] an unknown component is told to the agent as -32003', async () => {
  const said = message('ui.update', { component_id: 'none', operation: 'merge', data: {} });
  expect(await stage.say(client.session, said)).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_SURFACE_UNKNOWN', rpc: -32003 }],
  });
  const errors = (await stage.events(client.session)).flatMap(({ error }) => (error === undefined ? [] : [error.code]));
  expect(errors).toEqual([-32003]);
});
