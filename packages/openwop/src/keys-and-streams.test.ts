import { expect, onTestFinished, test } from 'vitest';
import { envelope, FORM, Stage, type StageOptions } from '../test/stage.ts';

async function openStage(options: StageOptions = {}): Promise<Stage> {
  const stage = await Stage.open(options);
  onTestFinished(() => stage.clear());
  return stage;
}

test('[OR21] another body under a key is refused, and nothing of it is done; another agent has keys of its own', async () => {
  const stage = await openStage();
  const open = (workflowId: string, key?: string) =>
    stage.call('POST', '/v1/runs', {
      body: { workflowId },
      headers: { 'idempotency-key': 'k' },
      ...(key === undefined ? {} : { key }),
    });
  const first = await open('one');
  const other = await open('two');
  expect([other.status, other.body.error]).toEqual([409, 'idempotency_key_mismatch']);
  expect((await open('one')).body).toEqual(first.body);
  const theirs = await open('two', await stage.agent('other'));
  expect(theirs.status).toBe(201);
  expect(theirs.body.runId).not.toBe(first.body.runId);
  expect((await stage.get('/v1/runs')).body.runs).toHaveLength(1);
  stage.pass(25 * 60 * 60 * 1000);
  expect((await open('two')).status).toBe(201);
});

test('[OR21] two bodies under one key at once are one call and one refusal', async () => {
  const stage = await openStage();
  const open = (workflowId: string) =>
    stage.call('POST', '/runs', { body: { workflowId }, headers: { 'idempotency-key': 'k' } });
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(open));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect((await stage.get('/runs')).body.runs).toHaveLength(1);
});

test('[OR20] a repeat of every call that changes a run answers the same and changes nothing', async () => {
  const stage = await openStage();
  const run = await stage.run(1);
  const twice = async (path: string, body: unknown) => {
    const call = () =>
      stage.call('POST', `${run.path}${path}`, { body, headers: { 'idempotency-key': `key of ${path}` } });
    const first = await call();
    const events = await run.events();
    const again = await call();
    expect([again.status, again.body], path).toEqual([first.status, first.body]);
    expect(await run.events(), path).toEqual(events);
    return first;
  };
  await twice('/events', { type: 'node.told', payload: {} });
  await twice('/envelopes', { envelope: envelope(FORM) });
  await twice('/envelopes', { envelope: envelope(FORM) }).catch(() => undefined);
  const { body } = await twice('/interrupts', { nodeId: 'n', kind: 'custom', data: { customKind: 'x' } });
  expect(body.token).toMatch(/^ow2\./);
  await twice('/interrupts/n', { resumeValue: { any: 1 } });
  const fork = await twice(':fork', { fromSeq: 2 });
  expect((await stage.get('/v1/runs')).body.runs).toHaveLength(2);
  expect(fork.body.status).toBe('running');
  await twice('/complete', { outputs: {} });
});

test('[OR18] whoever answers by a token under a key is answered the same again, while its agent is not revoked', async () => {
  const stage = await openStage();
  const run = await stage.run(2);
  const runAgent = (await run.get()).body.owner.tenant;
  const { tokenUrl } = await run.gate();
  const resolve = (action: string, key = 'k') =>
    stage.call('POST', tokenUrl, {
      key: null,
      body: { resumeValue: { action } },
      headers: { 'idempotency-key': key },
    });
  const first = await resolve('accept');
  const again = await resolve('accept');
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('openwop-idempotent-replay')).toBe('true');
  expect((await resolve('reject')).body.error).toBe('idempotency_key_mismatch');
  expect((await resolve('accept', 'other')).body.error).toBe('interrupt_already_resolved');
  const resolved = (await run.events()).filter(({ type }) => type === 'interrupt.resolved');
  expect(resolved).toHaveLength(1);
  await stage.host.credentials.revokeAgent(runAgent);
  expect((await resolve('accept')).body.error).toBe('interrupt_token_invalid');
});

async function openEvents(stage: Stage, path: string, key: string): Promise<Response> {
  return fetch(`${stage.url}${path}/events`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
  });
}

test('[OR22] a stream ends when its credential does, whether anything happens or not', async () => {
  const stage = await openStage();
  const key = await stage.agent('gone');
  const { body } = await stage.call('POST', '/v1/runs', { body: { workflowId: 'w' }, key });
  const { body: minted } = await stage.call('POST', `/sessions/${body.session}/viewer-token`, { body: {}, key });
  const streams = await Promise.all(
    [key, minted.token].map((credential) => openEvents(stage, `/v1/runs/${body.runId}`, credential)),
  );
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const began = performance.now();
  await stage.host.credentials.revokeAgent('gone');
  await Promise.all(streams.map((stream) => stream.text()));
  expect(performance.now() - began).toBeLessThan(1000);
});

test('[OR22] a stream and a poll end within a second of the time of their token, and the poll is told so', async () => {
  const stage = await openStage();
  const run = await stage.run(1);
  const token = await stage.viewer(run.session);
  const stream = await openEvents(stage, run.path, token);
  const poll = stage.call('GET', `${run.path}/events/poll?timeout=60&lastSequence=0`, { key: token });
  const mine = await openEvents(stage, run.path, stage.key);
  stage.pass(24 * 60 * 60 * 1000);
  const began = performance.now();
  await stream.text();
  const { status, body } = await poll;
  expect(performance.now() - began).toBeLessThan(1000);
  expect([status, body.details.code]).toEqual([401, 'VITRINE_CREDENTIAL_EXPIRED']);
  await run.post('/complete');
  expect(await mine.text()).toContain('run.completed');
});

test('[OR22] what nobody reads of a stream is held up to its limit, whole events or patches', async () => {
  const stage = await openStage();
  const key = await stage.agent('gone');
  const { body } = await stage.call('POST', '/v1/runs', { body: { workflowId: 'w' }, key });
  const path = `/v1/runs/${body.runId}/events`;
  const open = (query: string) =>
    stage.host.fetch(new Request(`${stage.url}${path}${query}`, { headers: { authorization: `Bearer ${key}` } }), {
      address: '127.0.0.1',
    });
  const unread = [await open(''), await open('?a2uiDelta=1')];
  const payload = { text: 'x'.repeat(100_000) };
  for (let i = 0; i < 40; i++) await stage.call('POST', path, { body: { type: 'node.told', payload }, key });
  // What a stream holds when its credential is taken back is all that can still be read of it.
  await stage.host.credentials.revokeAgent('gone');
  for (const response of unread) {
    const held = (await response.arrayBuffer()).byteLength;
    expect(held).toBeGreaterThan(200_000);
    expect(held).toBeLessThan(400_000);
  }
});

test('[OR22] a poll that waits has a seat among the connections, and gives it back', async () => {
  const stage = await openStage({ connections: { perClient: 1 } });
  const run = await stage.run(2);
  const wait = () => stage.get(`${run.path}/events/poll?timeout=30&lastSequence=0`);
  const listed = () => stage.get('/runs?wait=30&workflowId=other');
  const first = wait();
  await expect.poll(async () => (await openEvents(stage, run.path, stage.key)).status).toBe(503);
  for (const refused of [await wait(), await listed()])
    expect([refused.status, refused.body.error]).toEqual([503, 'vitrine.service_unavailable']);
  expect((await stage.get('/runs?wait=30&workflowId=demo')).body.runs).toHaveLength(1);
  await run.post('/events', { type: 'node.told', payload: {} });
  expect((await first).body.events).toHaveLength(1);
  const next = listed();
  await stage.run(2, { workflowId: 'other' });
  expect((await next).body.runs).toHaveLength(1);
});

test('[OR24] runs are listed page by page, those that a filter leaves too, and a page that nobody gave is refused', async () => {
  const stage = await openStage();
  const opened: string[] = [];
  for (let i = 0; i < 7; i++) {
    const run = await stage.run(1, { workflowId: i % 3 === 0 ? 'third' : 'other' });
    opened.unshift(run.id);
  }
  const walk = async (query: string) => {
    const pages: string[][] = [];
    let next: string | undefined;
    do {
      const { body } = await stage.get(`/v1/runs?${query}${next === undefined ? '' : `&next=${next}`}`);
      pages.push(body.runs.map(({ runId }: { runId: string }) => runId));
      next = body.next;
    } while (next !== undefined);
    return pages;
  };
  expect(await walk('')).toEqual([opened]);
  const pages = await walk('limit=3');
  expect([pages.length, pages.flat()]).toEqual([3, opened]);
  expect((await walk('limit=1&workflowId=third')).flat()).toEqual([opened[0], opened[3], opened[6]]);
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'next=x',
    `next=${Buffer.from('gone').toString('base64url')}`,
  ]) {
    const { status, body } = await stage.get(`/v1/runs?${query}`);
    expect([status, body.error], query).toEqual([400, 'validation_error']);
  }
});

test('[OR22] streams take seats among the connections of the host, and give them back', async () => {
  const stage = await openStage({ connections: { perClient: 3 } });
  const run = await stage.run(1);
  const streams = await Promise.all([1, 2, 3].map(() => openEvents(stage, run.path, stage.key)));
  const refused = await openEvents(stage, run.path, stage.key);
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([503, 'service_unavailable']);
  await streams[0]?.body?.cancel();
  await expect.poll(async () => (await openEvents(stage, run.path, stage.key)).status).toBe(200);
  await run.post('/complete');
  await Promise.all(streams.slice(1).map((stream) => stream.text()));
});

test('[OR23] wrong credentials and wrong tokens of interrupts are counted, and what holds is taken', async () => {
  const stage = await openStage({ settings: { guessesPerMinute: 5 } });
  const run = await stage.run(1);
  const gate = await run.gate();
  const guess = async (path: string, key: string | null) => (await stage.call('GET', path, { key })).status;
  const token = `/v1/interrupts/${gate.token}`;
  for (let i = 0; i < 3; i++) expect(await guess(run.path, 'vk_wrong')).toBe(401);
  for (let i = 0; i < 2; i++) expect(await guess(`${token}x`, null)).toBe(401);
  expect(await guess(`${token}x`, null)).toBe(429);
  const slowed = await stage.call('GET', run.path, { key: 'vk_wrong' });
  expect([slowed.status, slowed.body.error, slowed.headers.get('retry-after')]).toEqual([429, 'rate_limited', '12']);
  expect(await guess(run.path, stage.key)).toBe(200);
  expect(await guess(token, null)).toBe(200);
});

test('[OR28] a clock that is set back locks nobody out who has used up a minute', async () => {
  const stage = await openStage({ settings: { callsPerMinute: 20, guessesPerMinute: 1 } });
  const run = await stage.run(1);
  const get = async (key: string) => (await stage.call('GET', run.path, { key })).status;
  while ((await get(stage.key)) === 200);
  while ((await get('vk_wrong')) === 401);
  stage.pass(-3 * 3_600_000);
  expect([await get(stage.key), await get('vk_wrong')]).toEqual([429, 429]);
  stage.pass(60_000);
  expect([await get(stage.key), await get('vk_wrong')]).toEqual([200, 401]);
});
