import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Body, CREATE, envelope, envelope2, FORM, payload2, Stage, TestRun, UPDATE } from '../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.clear());

async function restart(running: Stage): Promise<Stage> {
  await running.stop();
  return Stage.open({ folder: running.folder });
}

const form = (major: 1 | 2, more: JsonObject = {}) =>
  major === 1 ? envelope(FORM, more) : envelope2(payload2('form', CREATE, UPDATE), more);
const update = (major: 1 | 2, more: JsonObject = {}) =>
  major === 1 ? envelope(FORM, more) : envelope2(payload2('form', UPDATE), more);
const untrusted = { meta: { source: 'ai-generation', ts: '2026-06-15T10:00:00Z', contentTrust: 'untrusted' } };
const trusted = { meta: { source: 'ai-generation', ts: '2026-06-15T10:00:00Z', contentTrust: 'trusted' } };
const surfaceOf = (major: 1 | 2, node = 'gate') => (major === 1 ? node : 'form');

const KINDS: readonly (readonly [kind: string, data: JsonObject, status: string, good: Body, bad: Body])[] = [
  [
    'approval',
    { actions: ['accept', 'reject'], title: 'T' },
    'waiting-approval',
    { action: 'accept' },
    { action: 'refine' },
  ],
  [
    'clarification',
    { questions: [{ id: 'q', question: '?', schema: { type: 'string', minLength: 2 } }] },
    'waiting-input',
    { answers: [{ id: 'q', answer: 'yes' }] },
    { answers: [{ id: 'q', answer: 'n' }] },
  ],
  [
    'conversation.exchange',
    { conversationId: 'c', prompt: 'P', outcomeSchema: { type: 'object', required: ['turn'] } },
    'waiting-input',
    { turn: { content: 'x' } },
    'x',
  ],
  ['external-event', { eventType: 'paid', correlation: {} }, 'waiting-external', { ok: true }, undefined],
  ['custom', { customKind: 'mine', payload: { a: 1 } }, 'waiting-input', 7, undefined],
];

describe.each([1, 2] as const)('major %i', (major) => {
  test.each(KINDS)('[OI1] %s is opened and resolved with what fits it', async (kind, data, waiting, good, bad) => {
    const run = await stage.run(major);
    const { status, body } = await run.post('/interrupts', { nodeId: 'n', kind, data });
    expect([status, body.state]).toEqual([201, 'open']);
    expect((await run.get()).body).toMatchObject({ status: waiting, currentNodeId: 'n' });
    expect((await run.events()).at(-1)).toMatchObject({
      type: 'interrupt.requested',
      nodeId: 'n',
      payload: { kind, data },
    });
    for (const wrong of [bad, undefined])
      expect(await run.resume(wrong, 'n')).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(await run.resume(good, 'n')).toMatchObject({ status: 200, body: { status: 'running' } });
    const resolved = (await run.events()).at(-1);
    expect(resolved).toMatchObject({
      type: 'interrupt.resolved',
      payload: { nodeId: 'n', interruptId: body.interruptId, kind },
    });
    if (typeof good === 'object') expect(resolved.payload.resumeValue).toMatchObject(good);
    else expect(resolved.payload.resumeValue).toBe(good);
    expect(await run.resume(good, 'n')).toMatchObject({ status: 409, body: { error: 'interrupt_already_resolved' } });
  });

  test('[OI2] what is no interrupt is refused by name', async () => {
    const run = await stage.run(major);
    for (const body of [
      {},
      { nodeId: 'a b', kind: 'custom', data: { customKind: 'x' } },
      { nodeId: 'n', kind: 'credential', data: {} },
      { nodeId: 'n', kind: 'approval', data: { actions: ['sign'] } },
      { nodeId: 'n', kind: 'approval', data: { actions: [] } },
      { nodeId: 'n', kind: 'clarification', data: { questions: [] } },
      {
        nodeId: 'n',
        kind: 'clarification',
        data: {
          questions: [
            { id: 'a', question: '?' },
            { id: 'a', question: '?' },
          ],
        },
      },
      { nodeId: 'n', kind: 'conversation.exchange', data: {} },
      { nodeId: 'n', kind: 'custom', data: { customKind: 'x' }, timeoutMs: -1 },
      { nodeId: 'n', kind: 'custom', data: { customKind: 'x' }, resumeSchema: { $ref: '#' } },
      { nodeId: 'n', kind: 'custom', data: { customKind: 'x' }, resumeSchema: { pattern: '(' } },
    ])
      expect(await run.post('/interrupts', body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { error: 'validation_error' },
      });
    expect((await run.resume({ action: 'accept' }, 'nowhere')).status).toBe(404);
    expect((await run.post('/interrupts/n', { resumeValue: 1, more: 2 })).status).toBe(400);
  });

  test('[OI3] the same key is the same interrupt, and its answer stands', async () => {
    const run = await stage.run(major);
    const asked = { nodeId: 'n', kind: 'custom', key: 'k', data: { customKind: 'x' } };
    const { body: first } = await run.post('/interrupts', asked);
    const again = await run.post('/interrupts', asked);
    expect([again.status, again.body.interruptId]).toEqual([200, first.interruptId]);
    expect((await run.post('/interrupts', { ...asked, nodeId: 'm' })).status).toBe(409);
    expect((await run.post('/interrupts', { ...asked, key: 'other' })).status).toBe(409);
    await run.resume({ x: 1 }, 'n');
    expect(await run.post('/interrupts', asked)).toMatchObject({
      status: 200,
      body: { state: 'resolved', resumeValue: { x: 1 } },
    });
    expect((await run.events()).filter(({ type }) => type === 'interrupt.requested')).toHaveLength(1);
  });

  test('[OI4] a value must satisfy the schema that was declared', async () => {
    const run = await stage.run(major);
    const resumeSchema = {
      type: 'object',
      required: ['size'],
      additionalProperties: false,
      properties: {
        size: { enum: ['s', 'm'] },
        when: { type: 'string', pattern: '^\\d{4}$' },
        many: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 2 },
      },
    };
    await run.post('/interrupts', { nodeId: 'n', kind: 'custom', data: { customKind: 'x' }, resumeSchema });
    for (const wrong of [
      {},
      { size: 'l' },
      { size: 's', more: 1 },
      { size: 's', when: 'soon' },
      { size: 's', many: [0] },
      { size: 's', many: [1, 2, 3] },
      [],
    ])
      expect((await run.resume(wrong, 'n')).status, JSON.stringify(wrong)).toBe(400);
    expect((await run.resume({ size: 's', when: '2026', many: [1] }, 'n')).status).toBe(200);
  });

  test('[OI5] of two who resolve at once one does', async () => {
    const run = await stage.run(major);
    await run.gate();
    const both = await Promise.all([run.resume({ action: 'accept' }), run.resume({ action: 'reject' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await run.events()).filter(({ type }) => type === 'interrupt.resolved')).toHaveLength(1);
  });

  test('[OI6] whoever has the token of an interrupt sees and resolves it, until it is over', async () => {
    const run = await stage.run(major);
    const { token, tokenUrl } = await run.gate();
    expect(token).toMatch(/^ow2\.hs256\./);
    const anybody = (method: string, path: string, body?: unknown) =>
      stage.call(method, path, { key: null, ...(body === undefined ? {} : { body }) });
    expect(await anybody('GET', tokenUrl)).toMatchObject({ status: 200, body: { kind: 'approval', nodeId: 'gate' } });
    expect((await anybody('GET', `${tokenUrl}x`)).body.error).toBe('interrupt_token_invalid');
    expect((await anybody('POST', tokenUrl, { resumeValue: { action: 'sign' } })).status).toBe(400);
    expect((await anybody('POST', tokenUrl, { resumeValue: { action: 'accept' } })).status).toBe(200);
    expect(await anybody('POST', tokenUrl, { resumeValue: { action: 'accept' } })).toMatchObject({
      status: 409,
      body: { error: 'interrupt_already_resolved' },
    });
    const other = await stage.run(major);
    const { tokenUrl: late } = await other.gate();
    await other.post('/cancel');
    expect((await anybody('GET', late)).status).toBe(409);
  });

  test('[OI6] a token ends with its agent, also when that comes back, and not with its key', async () => {
    const name = `minting-${major}`;
    const { key } = await stage.host.credentials.addAgent(name);
    const began = await stage.call('POST', `${major === 1 ? '/v1' : ''}/runs`, { key, body: { workflowId: 'w' } });
    const path = `${major === 1 ? '/v1' : ''}/runs/${encodeURIComponent(String(began.body.runId))}`;
    const asked = { nodeId: 'gate', kind: 'approval', data: { actions: ['accept'] }, timeoutMs: 11 * 24 * 3_600_000 };
    const opened = await stage.call('POST', `${path}/interrupts`, { key, body: asked });
    const tokenUrl = String(opened.body.tokenUrl);
    const anybody = (method: string, body?: unknown) =>
      stage.call(method, tokenUrl, { key: null, ...(body === undefined ? {} : { body }) });
    const { key: next } = await stage.host.credentials.rotateAgent(name);
    expect((await anybody('GET')).status).toBe(200);
    const waiting = stage.call('GET', `${path}/events/poll?timeout=30&lastSequence=1000`, { key: next });
    await stage.host.credentials.revokeAgent(name);
    expect((await waiting).status).toBe(401);
    for (const isBack of [false, true]) {
      if (isBack) await stage.host.credentials.rotateAgent(name);
      for (const method of ['GET', 'POST'])
        expect(
          await anybody(method, method === 'POST' ? { resumeValue: { action: 'accept' } } : undefined),
        ).toMatchObject({
          status: 401,
          body: { error: 'interrupt_token_invalid' },
        });
    }
  });

  test('[OI6] a token outlives rotations of the key that signed it, over a restart too, and ends when that is dropped', async () => {
    let own = await Stage.open();
    onTestFinished(() => own.clear());
    const run = await own.run(major);
    const timeoutMs = 11 * 24 * 3_600_000;
    const { tokenUrl: first } = await run.gate('first', { timeoutMs });
    await own.host.operator.rotateKey('token', 'command');
    const { tokenUrl: second } = await run.gate('second', { timeoutMs });
    await own.host.operator.rotateKey('token', 'command');
    own = await restart(own);
    const { tokenUrl: third } = await new TestRun(own, major, run.id, run.session).gate('third', { timeoutMs });
    const ask = (method: string, url: string, body?: unknown) =>
      own.call(method, url, { key: null, ...(body === undefined ? {} : { body }) });
    for (const url of [first, second, third]) expect((await ask('GET', url)).status).toBe(200);
    expect((await ask('POST', first, { resumeValue: { action: 'accept' } })).status).toBe(200);
    await own.host.operator.rotateKey('token', 'command', { now: true });
    for (const method of ['GET', 'POST'])
      for (const url of [second, third])
        expect(
          await ask(method, url, method === 'POST' ? { resumeValue: { action: 'accept' } } : undefined),
        ).toMatchObject({ status: 401, body: { error: 'interrupt_token_invalid' } });
    // The interrupts themselves still wait, and the agent can have other tokens for them.
    const { tokenUrl: fourth } = await new TestRun(own, major, run.id, run.session).gate('fourth', { timeoutMs });
    expect((await ask('POST', fourth, { resumeValue: { action: 'accept' } })).status).toBe(200);
  });

  test('[OI6] a token ends with its agent over rotations of the key that signed it, and after a restart', async () => {
    let own = await Stage.open();
    onTestFinished(() => own.clear());
    const run = await own.run(major);
    const { tokenUrl: before } = await run.gate('before', { timeoutMs: 11 * 24 * 3_600_000 });
    await own.host.operator.rotateKey('token', 'command');
    const { tokenUrl: behind } = await run.gate('behind', { timeoutMs: 11 * 24 * 3_600_000 });
    await own.host.credentials.revokeAgent('dev');
    const expectEnded = async () => {
      for (const url of [before, behind])
        expect(await own.call('POST', url, { key: null, body: { resumeValue: { action: 'accept' } } })).toMatchObject({
          status: 401,
          body: { error: 'interrupt_token_invalid' },
        });
    };
    await expectEnded();
    await own.host.operator.rotateKey('token', 'command');
    await expectEnded();
    own = await restart(own);
    await expectEnded();
    await own.host.credentials.rotateAgent('dev');
    await expectEnded();
  });

  test('[OI6] an open stream of events ends with the credential that it was opened with', async () => {
    const run = await stage.run(major);
    const viewer = await stage.host.credentials.mintViewer(run.session);
    const headers = { authorization: `Bearer ${viewer.token}`, accept: 'text/event-stream' };
    const stream = await fetch(`${stage.url}${run.path}/events`, { headers });
    expect(stream.status).toBe(200);
    await stage.host.credentials.revokeViewers(run.session, viewer.token);
    expect(await stream.text()).toContain('event');
  });

  test('[OI6] an open stream of events ends with the key of the host that signed its token', async () => {
    const own = await Stage.open();
    const run = await own.run(major);
    const viewer = await own.host.credentials.mintViewer(run.session);
    const headers = { authorization: `Bearer ${viewer.token}`, accept: 'text/event-stream' };
    const stream = await fetch(`${own.url}${run.path}/events`, { headers });
    await own.host.operator.rotateKey('token', 'command', { now: true });
    expect(await stream.text()).toContain('event');
    await own.clear();
  });

  test('[OI7] an interrupt that nobody answers in time is over, and says so', async () => {
    const run = await stage.run(major);
    const { tokenUrl } = await run.gate('gate', { timeoutMs: 5000 });
    stage.pass(6000);
    expect(await run.resume({ action: 'accept' })).toMatchObject({ status: 410, body: { error: 'interrupt_expired' } });
    expect((await stage.call('GET', tokenUrl, { key: null })).status).toBe(410);
    await expect.poll(() => run.status()).toBe('running');
    expect((await run.events()).at(-1)).toMatchObject({ type: 'vitrine.interrupt-expired', nodeId: 'gate' });
  });

  test('[OI8] an approval of which a surface is not trusted does not advance, and stays so', async () => {
    const run = await stage.run(major);
    await run.gate();
    const statuses = [];
    for (const one of [
      form(major, { nodeId: 'gate' }),
      update(major, { nodeId: 'gate', ...untrusted }),
      update(major, { nodeId: 'gate', ...trusted }),
    ])
      statuses.push((await run.emit(one)).body.status);
    expect(statuses).toEqual(['accepted', 'accepted', 'accepted']);
    const refused = await run.resume({ action: 'accept' });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'forbidden', details: { reason: 'untrusted_content_blocks_approval' } },
    });
    expect(await run.status()).toBe('waiting-approval');
    const pressed = await run.post('/interrupts/gate', {
      submission: { surfaceId: surfaceOf(major), sourceComponentId: 'accept' },
    });
    expect([pressed.status, JSON.stringify(pressed.body)]).toEqual([
      403,
      expect.stringContaining('untrusted_content_blocks_approval'),
    ]);
    const key = await stage.viewer(run.session);
    expect(await run.resume({ action: 'accept' }, 'gate', key)).toMatchObject({ status: 200 });
    expect((await run.events()).at(-1)).toMatchObject({ type: 'interrupt.resolved', contentTrust: 'trusted' });
  });

  test('[OI8] all that is trusted lets it pass', async () => {
    const run = await stage.run(major);
    await run.gate();
    await run.emit(form(major, { nodeId: 'gate' }));
    await run.emit(update(major, { nodeId: 'gate', ...trusted }));
    expect((await run.resume({ action: 'accept' })).status).toBe(200);
  });

  test('[OI8] a surface that was sent before the approval, or without a node, blocks it as well', async () => {
    const before = await stage.run(major);
    await before.emit(form(major, { nodeId: 'gate', ...untrusted }));
    await before.gate();
    expect((await before.resume({ action: 'accept' })).status).toBe(403);
    const nodeless = await stage.run(major);
    await nodeless.gate();
    await nodeless.emit(form(major, untrusted));
    expect((await nodeless.resume({ action: 'accept' })).status).toBe(403);
    const named = await stage.run(major);
    const { interruptId } = await named.gate();
    await named.emit(form(major, untrusted), { interruptId });
    expect((await named.resume({ action: 'accept' })).status).toBe(403);
  });

  test('[OI8] a surface that is not trusted blocks the next approval of its node too', async () => {
    const run = await stage.run(major);
    await run.gate();
    await run.emit(form(major, { nodeId: 'gate', ...untrusted }));
    await run.resume({ action: 'reject' }, 'gate', await stage.viewer(run.session));
    await run.gate();
    expect((await run.resume({ action: 'accept' })).status).toBe(403);
    const submission = { surfaceId: surfaceOf(major), sourceComponentId: 'accept' };
    expect((await run.post('/interrupts/gate', { submission })).status).toBe(403);
  });

  test('[OI8] in a run that has consumed untrusted content only a person approves', async () => {
    const run = await stage.run(major);
    await run.gate();
    await run.post('/events', { type: 'agent.toolReturned', contentTrust: 'untrusted' });
    expect((await run.resume({ action: 'accept' })).status).toBe(403);
    expect((await run.resume({ action: 'accept' }, 'gate', await stage.viewer(run.session))).status).toBe(200);
  });

  test('[OI9] a press is judged by the surface as it stands, and names the button itself', async () => {
    const run = await stage.run(major);
    await run.post('/interrupts', { nodeId: 'n', kind: 'custom', data: { customKind: 'x' } });
    await run.emit(form(major, { nodeId: 'n' }));
    const press = (submission: object) =>
      run.post('/interrupts/n', { submission: { surfaceId: surfaceOf(major, 'n'), ...submission } });
    for (const submission of [null, [], 'x', {}])
      expect((await run.post('/interrupts/n', { submission })).status).toBe(400);
    const field = major === 1 ? 'note' : '/note';
    for (const wrong of [
      { sourceComponentId: 'nothing' },
      { sourceComponentId: 'title' },
      { sourceComponentId: 'accept', values: { [field]: 7 } },
      { sourceComponentId: 'accept', values: { other: 'x' } },
      { sourceComponentId: 'accept', surfaceId: 'elsewhere' },
      { sourceComponentId: 'accept', values: [] },
      { sourceComponentId: 'accept', target: 'https://x.example' },
      { sourceComponentId: 7 },
      { sourceComponentId: 'accept', surfaceId: 1 },
    ])
      expect(await press(wrong), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: { error: 'validation_error' },
      });
    const { status, body } = await press({ sourceComponentId: 'accept', values: { [field]: 'hello' } });
    expect([status, body.resumeValue]).toEqual([
      200,
      major === 1 ? { action: 'accept', values: { note: 'hello' } } : { note: 'hello' },
    ]);
  });

  test('[OI9] a surface of another interrupt resolves nothing', async () => {
    const run = await stage.run(major);
    await run.gate('gate');
    await run.post('/interrupts', { nodeId: 'n', kind: 'custom', data: { customKind: 'x' } });
    await run.emit(form(major, { nodeId: 'n' }));
    const submission = { surfaceId: surfaceOf(major, 'n'), sourceComponentId: 'accept' };
    expect((await run.post('/interrupts/gate', { submission })).status).toBe(400);
    expect((await run.post('/interrupts/n', { submission })).status).toBe(200);
  });
});

test('[OI10] where nobody may approve what is not trusted, a person may not either', async () => {
  const strict = await Stage.open({ settings: { taintedApprovals: 'nobody' } });
  const run = await strict.run(2);
  await run.gate();
  await run.emit(form(2, { nodeId: 'gate', ...untrusted }));
  expect((await run.resume({ action: 'accept' }, 'gate', await strict.viewer(run.session))).status).toBe(403);
  expect((await strict.get(`/sessions/${run.session}/snapshot`)).body.asks).toEqual({});
  await strict.clear();
});

test('[OI11] runs, answers and what is not to be trusted are there after a restart', async () => {
  const first = await Stage.open();
  const run = await first.run(2);
  const sent = form(2, { nodeId: 'gate', ...untrusted });
  const { body: answered } = await run.emit(sent);
  await run.gate('gate', { timeoutMs: 60_000 });
  await run.post('/interrupts', { nodeId: 'n', kind: 'custom', key: 'k', data: { customKind: 'x' } });
  await run.resume({ x: 1 }, 'n');
  const questions = ['a', 'b'].map((id) => ({ id, question: `${id}?` }));
  await run.post('/interrupts', { nodeId: 'q', kind: 'clarification', data: { questions } });
  await answerFirst(first, run, 'in time');
  const before = await run.events();
  await first.stop();
  const second = await Stage.open({ folder: first.folder });
  const again = new TestRun(second, 2, run.id, run.session);
  expect(await again.events()).toEqual(before);
  expect(await again.status()).toBe('waiting-approval');
  expect((await again.emit(sent)).body).toEqual(answered);
  expect(await again.events()).toHaveLength(before.length);
  expect((await again.resume({ action: 'accept' })).status).toBe(403);
  expect(
    (await again.post('/interrupts', { nodeId: 'n', kind: 'custom', key: 'k', data: { customKind: 'x' } })).body
      .resumeValue,
  ).toEqual({ x: 1 });
  await answerFirst(second, again, 'later');
  const [a, b] = ['in time', 'later'].map((answer, i) => ({ id: 'ab'[i], answer }));
  expect((await again.events()).at(-1).payload.resumeValue).toEqual({ answers: [a, b] });
  second.pass(61_000);
  await expect.poll(() => again.status()).toBe('running');
  await second.clear();
});

/** A person answers the first question of a clarification that is still open. */
async function answerFirst(at: Stage, { session }: TestRun, value: string): Promise<void> {
  const { asks } = (await at.get(`/sessions/${session}/snapshot`)).body;
  const ask = (Object.values(asks) as Body[]).find(({ want }) => want.kind === 'text')?.ask;
  const body = { vitrine: 1, body: [{ event: 'answer', ask, value }] };
  const key = await at.viewer(session);
  const answered = await at.call('POST', `/sessions/${session}/events?dialect=vitrine`, { key, body });
  expect(answered.body).toMatchObject({ accepted: 1 });
}
