import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, CREATE, envelope, envelope2, FORM, payload2, Stage, TestRun, UPDATE } from '../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.clear());

const MAJORS = [1, 2] as const;
const positive = (major: 1 | 2, more = {}) =>
  major === 1 ? envelope(FORM, more) : envelope2(payload2(`s${Math.random()}`, CREATE, UPDATE), more);

const GATE = { nodeId: 'gate', kind: 'custom', data: { customKind: 'x' } };
/** What a snapshot says of a run that the protocol has no words for. */
const ownOf = (major: 1 | 2, snapshot: Body) => (major === 1 ? snapshot : snapshot.extensions['vitrine.run']);

describe.each(MAJORS)('major %i', (major) => {
  test('[OR1] a run is a session of its agent, opened over HTTP', async () => {
    const { status, body } = await stage.post(`${major === 1 ? '/v1' : ''}/runs`, {
      workflowId: 'w',
      inputs: { a: 1 },
    });
    expect(status).toBe(201);
    expect(body.runId).toBe(major === 1 ? body.session : `dev/${body.session}`);
    expect(body.session.length).toBeGreaterThanOrEqual(16);
    expect(body.status).toBe('pending');
    expect((await stage.get(body.statusUrl)).body).toMatchObject({
      runId: body.runId,
      workflowId: 'w',
      status: 'pending',
    });
    expect((await stage.get(`/sessions/${body.session}`)).body).toMatchObject({
      agent: 'dev',
      dialect: `openwop-${major}`,
    });
  });

  test('[OR1] a body that opens no run is refused by name', async () => {
    for (const body of [{}, { workflowId: 7 }, { workflowId: 'w', trust: 'perhaps' }, { workflowId: 'w', surprise: 1 }])
      expect(await stage.post(`${major === 1 ? '/v1' : ''}/runs`, body)).toMatchObject({
        status: 400,
        body: { error: 'validation_error' },
      });
  });

  test('[OR2] an envelope is recorded as it was sent, and told as it was recorded', async () => {
    const run = await stage.run(major);
    const sent = positive(major);
    const { status, body } = await run.emit(sent);
    expect([status, body.status, body.sequence]).toEqual([major === 1 ? 200 : 201, 'accepted', 1]);
    const events = await run.events();
    expect(JSON.stringify(events[1].payload.envelope)).toBe(JSON.stringify(sent));
    expect(events[1]).toMatchObject({
      sequence: 1,
      runId: run.id,
      causationId: sent.correlationId,
      contentTrust: 'trusted',
    });
    expect(body.recordedEventIds).toEqual([events[1].eventId]);
    expect((await stage.get(`/sessions/${run.session}/snapshot`)).body.surfaces).not.toEqual({});
  });

  test('[OR3] the same correlationId is answered the first answer, and records nothing', async () => {
    const run = await stage.run(major);
    const sent = positive(major);
    const first = await run.emit(sent);
    const again = await run.emit({ ...sent, envelopeId: 'another' });
    expect(again.body).toEqual(first.body);
    expect(await run.events()).toHaveLength(2);
    const other = await run.emit({
      ...sent,
      type: 'clarification.request',
      payload: { questions: [{ id: 'q', question: '?' }] },
    });
    expect(JSON.stringify(other.body)).toContain('envelope_correlation_conflict');
    expect(await run.events()).toHaveLength(2);
  });

  test('[OR4] a run whose session is closed is cancelled', async () => {
    const run = await stage.run(major);
    await run.gate();
    expect((await stage.call('DELETE', `/sessions/${run.session}`)).status).toBeLessThan(300);
    const { status, ...rest } = (await run.get()).body;
    expect([status, ownOf(major, rest).interrupts]).toMatchObject(['cancelled', [{ state: 'over' }]]);
    expect((await run.get('/events/poll?timeout=0')).body.isTerminal).toBe(true);
    expect(await run.post('/events', { type: 'node.started' })).toMatchObject({
      status: 409,
      body: { error: 'run_terminal' },
    });
    expect(await run.resume({ action: 'accept' })).toMatchObject({
      status: 409,
      body: { error: 'interrupt_already_resolved' },
    });
  });

  test('[OR4] an agent completes, fails or cancels its run once', async () => {
    const [done, broken, cancelled] = [await stage.run(major), await stage.run(major), await stage.run(major)];
    expect(await done.post('/complete', { outputs: { x: 1 } })).toMatchObject({
      status: 200,
      body: { status: 'completed' },
    });
    expect(await broken.post('/fail', { error: { code: 'c', message: 'm' } })).toMatchObject({
      status: 200,
      body: { status: 'failed' },
    });
    expect(await cancelled.post('/cancel', { reason: 'r' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    const { body: snapshot } = await done.get();
    expect([snapshot.status, ownOf(major, snapshot).outputs]).toEqual(['completed', { x: 1 }]);
    expect((await broken.get()).body).toMatchObject({ status: 'failed', error: { code: 'c', message: 'm' } });
    for (const path of ['/cancel', '/complete', '/interrupts', '/envelopes', '/events']) {
      const bodies: Record<string, object> = {
        '/interrupts': { nodeId: 'n', kind: 'custom', data: { customKind: 'x' } },
        '/envelopes': { envelope: positive(major) },
        '/events': { type: 'node.started' },
      };
      expect(await done.post(path, bodies[path] ?? {}), path).toMatchObject({
        status: 409,
        body: { error: 'run_terminal' },
      });
    }
    expect((await done.events()).at(-1)).toMatchObject({ type: 'run.completed', payload: { outputs: { x: 1 } } });
  });

  test('[OR5] events are polled from a sequence on', async () => {
    const run = await stage.run(major);
    await run.emit(positive(major));
    const { body } = await run.get('/events/poll?timeout=1&afterSequence=0');
    expect(body.events.map((event: { sequence: number }) => event.sequence)).toEqual([1]);
    expect(body).toMatchObject({ runId: run.id, lastSequence: 1, status: 'running', isTerminal: false });
    expect((await run.get('/events/poll?timeout=0&afterSequence=99')).body.events).toEqual([]);
    expect((await run.get('/events/poll?afterSequence=x')).status).toBe(400);
  });

  test('[OR5] a poll waits for the next event', async () => {
    const run = await stage.run(major);
    const waiting = run.get('/events/poll?timeout=20&afterSequence=0');
    await run.post('/events', { type: 'node.started', nodeId: 'n' });
    expect((await waiting).body.events).toMatchObject([{ type: 'node.started', nodeId: 'n', sequence: 1 }]);
  });

  test('[OR6] events are streamed, resumed by Last-Event-ID, and end with the run', async () => {
    const run = await stage.run(major);
    await run.emit(positive(major));
    const reading = fetch(`${stage.url}${run.path}/events`, {
      headers: { authorization: `Bearer ${stage.key}`, 'last-event-id': '0' },
    }).then((response) => response.text());
    await run.post('/complete', {});
    const frames = (await reading).split('\n\n').filter((frame) => frame.startsWith('id:'));
    expect(frames.map((frame) => frame.split('\n')[0])).toEqual(['id: 1', 'id: 2']);
    expect(frames[1]).toContain('event: run.completed');
  });

  test('[OR6] events come as JSON to whoever accepts only that, and other modes are refused', async () => {
    const run = await stage.run(major);
    const asJson = await stage.get(`${run.path}/events`, { accept: 'application/json' });
    expect(asJson).toMatchObject({ status: 200, body: { events: [{ type: 'run.started', sequence: 0 }] } });
    expect(await stage.get(`${run.path}/events?streamMode=values`)).toMatchObject({
      status: 400,
      body: { error: 'unsupported_stream_mode', details: { supported: ['updates', 'debug'] } },
    });
  });

  test('[OR7] a fork begins with what was before a sequence, also while the run waits', async () => {
    const run = await stage.run(major);
    await run.gate();
    const sent = positive(major);
    const { body: first } = await run.emit(sent);
    const { body: later } = await run.emit(major === 1 ? envelope({ ...FORM, reasoning: 'again' }) : positive(2));
    const { status, body } = await run.post(':fork', { mode: 'replay', fromSeq: later.sequence });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      sourceRunId: run.id,
      fromSeq: later.sequence,
      mode: 'replay',
      status: 'waiting-approval',
    });
    const fork = new TestRun(stage, major, body.runId, body.session);
    expect((await fork.events()).map(({ type, payload }) => [type, payload])).toEqual(
      (await run.events()).slice(0, later.sequence).map(({ type, payload }) => [type, payload]),
    );
    const replayed = await fork.emit(sent);
    expect(replayed.body.envelopeId).toBe(first.envelopeId);
    expect(await fork.events()).toHaveLength(later.sequence);
    expect((await fork.resume({ action: 'accept' })).status).toBe(200);
    expect(await run.status()).toBe('waiting-approval');
  });

  test('[OR7] a fork from the beginning is a new run of the same workflow', async () => {
    const run = await stage.run(major, { workflowId: 'again', inputs: { a: 1 } });
    await run.gate();
    const { body } = await run.post(':fork', {});
    expect(body).toMatchObject({ fromSeq: 0, status: 'pending' });
    const fork = new TestRun(stage, major, body.runId, body.session);
    expect(await fork.events()).toMatchObject([
      { type: 'run.started', payload: { workflowId: 'again', inputs: { a: 1 } } },
    ]);
  });

  test('[OR7] a fork at a sequence that is not there is refused by name', async () => {
    const run = await stage.run(major);
    for (const fromSeq of [1, 99, -1])
      expect(await run.post(':fork', { mode: 'replay', fromSeq })).toMatchObject({
        status: 422,
        body: { error: 'fork_point_invalid' },
      });
    expect(await run.post(':fork', { mode: 'branch', fromSeq: 0 })).toMatchObject({ status: 400 });
    expect(await run.post(':fork', { fromSeq: 'x' })).toMatchObject({ status: 400 });
  });

  test('[OR8] another agent sees nothing of a run, and nobody without a credential', async () => {
    const run = await stage.run(major);
    const key = await stage.agent(`other-${major}`);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/events/poll'],
      ['POST', '/cancel'],
      ['POST', '/interrupts/gate'],
    ] as const) {
      const { status } = await stage.call(method, `${run.path}${path}`, {
        key,
        ...(method === 'POST' ? { body: { resumeValue: 1 } } : {}),
      });
      expect(status).toBe(major === 1 ? 404 : 403);
      expect(await stage.call(method, `${run.path}${path}`, { key: null })).toMatchObject({
        status: 401,
        body: { error: 'unauthenticated' },
      });
    }
    expect((await stage.call('GET', `${major === 1 ? '/v1' : ''}/runs`, { key })).body.runs).toEqual([]);
  });

  test('[OR8] a viewer reads its run and nothing else', async () => {
    const [run, other] = [await stage.run(major), await stage.run(major)];
    const key = await stage.viewer(run.session);
    expect((await stage.call('GET', run.path, { key })).status).toBe(200);
    expect((await stage.call('GET', other.path, { key })).status).toBe(404);
    expect((await stage.call('POST', `${run.path}/complete`, { key, body: {} })).status).toBe(403);
  });

  test('[OR9] runs that nobody has begun are listed, at once or when there is one', async () => {
    const base = major === 1 ? '/v1' : '';
    const waiting = stage.get(`${base}/runs?workflowId=late-${major}&status=pending&wait=20`);
    const run = await stage.run(major, { workflowId: `late-${major}` });
    expect((await waiting).body.runs).toMatchObject([{ runId: run.id, status: 'pending' }]);
    expect((await stage.get(`${base}/runs?workflowId=none`)).body.runs).toEqual([]);
  });

  test('[OR10] content from elsewhere taints all that follows in the run, whatever it says of itself', async () => {
    const run = await stage.run(major);
    await run.post('/events', { type: 'agent.toolReturned', payload: { tool: 'mcp' }, contentTrust: 'untrusted' });
    const sent = positive(major);
    const { body } = await run.emit({ ...sent, meta: { ...(sent.meta as object), contentTrust: 'trusted' } });
    expect(body.normalizedMeta).toEqual({ contentTrust: 'untrusted' });
    await run.post('/events', { type: 'node.completed', contentTrust: 'trusted' });
    expect((await run.events()).slice(1).map(({ contentTrust }) => contentTrust)).toEqual([
      'untrusted',
      'untrusted',
      'untrusted',
    ]);
    expect(ownOf(major, (await run.get()).body).contentTrust).toBe('untrusted');
  });

  test('[OR10] agents tell of their nodes, and of nothing that is the host’s to say', async () => {
    const run = await stage.run(major);
    expect((await run.post('/events', { type: 'node.completed', payload: { x: 1 }, nodeId: 'n' })).status).toBe(201);
    for (const type of ['run.completed', 'interrupt.resolved', 'approval.granted', 'ui.a2ui-surface', 'x', 7])
      expect((await run.post('/events', { type })).status, String(type)).toBe(400);
  });

  test('[OR11] what is not a kind of this host is kept or refused, told as a warning, and the run goes on', async () => {
    const run = await stage.run(major);
    const { status, body } = await run.emit(envelope({ any: 'thing' }, { type: 'vendor.acme.chart' }));
    if (major === 1) expect([status, body.status, body.reason]).toEqual([200, 'gated', 'capability_required']);
    else expect([status, body.error]).toEqual([422, 'unknown_envelope_kind']);
    const [, event, told] = await run.events();
    expect(event.type).toBe(major === 1 ? 'vitrine.envelope-stored' : 'vitrine.envelope-refused');
    expect(event.payload.envelope.type).toBe('vendor.acme.chart');
    expect(told).toMatchObject({ type: 'log.appended', payload: { level: 'warn' } });
    expect((await run.post('/complete', {})).body.status).toBe('completed');
    const { surfaces, talk } = (await stage.get(`/sessions/${run.session}/snapshot`)).body;
    expect(surfaces).toEqual({});
    if (talk !== undefined) expect(JSON.stringify(talk)).toContain('vendor.acme.chart');
  });

  test('[OR12] a node that breaks its contract has failed, and the run goes on', async () => {
    const run = await stage.run(major, { contracts: { n: ['clarification.request'] } });
    const { body } = await run.emit(positive(major, { nodeId: 'n' }));
    expect(JSON.stringify(body)).toContain('envelope_contract_violation');
    expect((await run.events()).at(-1)).toMatchObject({
      type: 'node.failed',
      nodeId: 'n',
      payload: { error: { code: 'envelope_contract_violation' } },
    });
    expect(await run.status()).toBe('running');
  });

  test('[OR13] messages of the dialect that come by the road of the host are admitted the same way', async () => {
    const run = await stage.run(major);
    const sent = positive(major);
    const path = `/sessions/${run.session}/messages`;
    const { body } = await stage.post(path, sent);
    expect([body.accepted, body.issues]).toEqual([1, []]);
    expect((await stage.post(path, sent)).body).toMatchObject({ accepted: 1 });
    expect(
      (await stage.post(path, { ...sent, type: 'error', payload: { code: 'c', message: 'm' } })).body.accepted,
    ).toBe(0);
    expect((await run.events()).filter(({ causationId }) => causationId === sent.correlationId)).toHaveLength(1);
    const { session } = (await stage.post('/sessions', { dialect: `openwop-${major}` })).body;
    expect((await stage.post(`/sessions/${session}/messages`, positive(major))).body.accepted).toBe(1);
    const named = major === 1 ? session : encodeURIComponent(`dev/${session}`);
    expect((await stage.get(`${major === 1 ? '/v1' : ''}/runs/${named}`)).body).toMatchObject({
      workflowId: 'vitrine.session',
    });
  });

  test('[OR14] what the host was told to hide stands nowhere', async () => {
    stage.host.secrets.add({ id: `key-${major}`, value: `sk-canary-${major}-0123456789` });
    const secret = `sk-canary-${major}-0123456789`;
    const run = await stage.run(major, { inputs: { note: secret } });
    const form = JSON.stringify(positive(major)).replaceAll('Approve the brief', `Use ${secret}`);
    const { body } = await run.emit(JSON.parse(form));
    expect(body).toMatchObject({ status: 'accepted', redactionCount: 1 });
    await run.gate();
    await run.resume({ action: 'accept', feedback: secret });
    await run.emit(envelope({ x: secret }, { type: `vendor.${secret}` }));
    await run.emit({ type: secret } as never);
    const seen = [
      await run.events(),
      await run.get(),
      (await stage.get(`/sessions/${run.session}/snapshot`)).body,
      stage.log,
    ];
    expect(JSON.stringify(seen)).not.toContain(secret);
    expect(JSON.stringify(await run.events())).toContain(`[REDACTED:key-${major}]`);
  });
});

test('[OR19] rounds are counted in a turn, which an answer begins anew', async () => {
  const small = await Stage.open({ settings: { envelopesPerTurn: 2 } });
  const run = await small.run(2);
  const emit = () => run.emit(envelope2(payload2(`s${Math.random()}`, CREATE)));
  expect([(await emit()).status, (await emit()).status]).toEqual([201, 201]);
  expect(await emit()).toMatchObject({
    status: 429,
    body: {
      error: 'rate_limited',
      details: { reason: 'limit_exceeded', status: 'breached', limit: 'envelopesPerTurn', cap: 2 },
    },
  });
  expect((await run.events()).at(-2)).toMatchObject({
    type: 'cap.breached',
    payload: { kind: 'envelopes', limit: 2, observed: 3 },
  });
  expect((await run.events()).at(-1)).toMatchObject({
    type: 'node.failed',
    payload: { error: { code: 'cap_breached', details: { limit: 'envelopesPerTurn', cap: 2 } } },
  });
  await run.gate();
  await run.resume({ action: 'accept' });
  expect((await emit()).status).toBe(201);
  await small.clear();
});

test('[OR6] whoever reads or waits is let go when the host stops', async () => {
  const other = await Stage.open();
  const run = await other.run(2);
  const { body } = await fetch(`${other.url}${run.path}/events`, { headers: { authorization: `Bearer ${other.key}` } });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('run.started');
  const waiting = other.get('/runs?workflowId=conformance-approval&wait=30');
  const fixtures = async () => (await other.get('/.well-known/openwop')).body.fixtures;
  await expect.poll(fixtures).toEqual(['conformance-approval']);
  await other.clear();
  expect((await reader.read()).done).toBe(true);
  expect((await waiting).body).toEqual({ runs: [] });
});

test('[OR6] a stream behind the end of a run ends, also of one whose session was closed', async () => {
  for (const end of ['complete', 'close'] as const) {
    const run = await stage.run(2);
    if (end === 'complete') await run.post('/complete');
    else await stage.call('DELETE', `/sessions/${run.session}`);
    for (const last of [null, '0', '1', '99']) {
      const headers = { authorization: `Bearer ${stage.key}`, ...(last === null ? {} : { 'last-event-id': last }) };
      const text = await (await fetch(`${stage.url}${run.path}/events`, { headers })).text();
      expect(text.includes('run.started'), `${end} ${last}`).toBe(last === null);
    }
  }
});

test('[OR2] a pattern that nobody can run is told of in the answer', async () => {
  const run = await stage.run(2);
  const field = { id: 'root', component: 'TextField', label: 'N', validationRegexp: '(?=x)y' };
  const { status, body } = await run.emit(
    envelope2(payload2('s', CREATE, { updateComponents: { components: [{ ...field, value: { path: '/n' } }] } })),
  );
  expect([status, body.warnings?.length]).toEqual([201, 1]);
  expect(body.warnings[0].message).toMatch(/pattern/i);
});

test('[OR15] a run of one major is not there at the other', async () => {
  const [one, two] = [await stage.run(1), await stage.run(2)];
  expect((await stage.get(`/runs/${encodeURIComponent(`dev/${one.session}`)}`)).status).toBe(404);
  expect((await stage.get(`/v1/runs/${two.session}`)).status).toBe(404);
});

test('[OR15] the slash in the id of a run is ~2F or %2F in a path, and a plain one names no run', async () => {
  const { body: opened } = await stage.post('/runs', { workflowId: 'demo' });
  const { runId, session } = opened;
  expect(opened).toMatchObject({ statusUrl: `/runs/dev~2F${session}`, eventsUrl: `/runs/dev~2F${session}/events` });
  for (const name of [`dev~2F${session}`, `dev~2f${session}`, `dev%2F${session}`, `dev%7E2F${session}`, session])
    expect(await stage.get(`/runs/${name}`), name).toMatchObject({ status: 200, body: { runId } });
  const path = `/runs/dev~2F${session}`;
  expect((await stage.post(`${path}/interrupts`, GATE)).status).toBe(201);
  expect((await stage.get(`${path}/interrupts/gate`)).body.runId).toBe(runId);
  expect((await stage.get(`${path}/events/poll?timeout=0`)).body.runId).toBe(runId);
  expect((await stage.post(`${path}:fork`, { fromSeq: 1 })).body).toMatchObject({ sourceRunId: runId });
  const key = await stage.viewer(session);
  for (const name of [`dev~2F${session}`, session])
    expect((await stage.call('GET', `/runs/${name}`, { key })).status, name).toBe(200);
  expect((await stage.get(`/runs/dev/${session}`)).status).toBe(404);
  expect((await stage.get(`/runs/other~2F${session}`)).body.error).toBe('id_tenant_mismatch');
  for (const wrong of [`dev~2${session.slice(0, 1)}~`, `dev~${session}~z`, 'dev~', 'dev~FF', '%zz'])
    expect(await stage.get(`/runs/${wrong}`), wrong).toMatchObject({
      status: 400,
      body: { error: 'validation_error' },
    });
  expect((await stage.get(`/v1/runs/dev~2F${session}`)).status).toBe(404);
});

/** The members that runs.md §Snapshot has a seat for. */
const SEATS = [
  ...['runId', 'workflowId', 'status', 'owner', 'currentNodeId', 'startedAt', 'completedAt', 'error'],
  ...['eventLogSchemaVersion', 'tags', 'metadata', 'extensions'],
];

test('[OR25] a snapshot of major 2 is closed, with its owner and names of interrupts that have their tenant', async () => {
  const run = await stage.run(2, { tags: ['a'], metadata: { b: 1 } });
  const { interruptId } = await run.gate();
  expect(interruptId).toMatch(/^dev\/[A-Za-z0-9._~-]{16,128}$/);
  const subject = { issuer: 'urn:vitrine:api-key', subjectId: 'dev', tenant: 'dev', lane: 'api-key', kind: 'agent' };
  const { body } = await run.get();
  expect(Object.keys(body).filter((name) => !SEATS.includes(name))).toEqual([]);
  expect(body).toMatchObject({
    runId: run.id,
    owner: { tenant: 'dev', subject },
    eventLogSchemaVersion: 3,
    tags: ['a'],
  });
  expect(body.extensions).toMatchObject({
    'vitrine.run': { session: run.session, contentTrust: 'trusted', interrupts: [{ interruptId, nodeId: 'gate' }] },
  });
  expect((await stage.get('/runs')).body.runs.find(({ runId }: { runId: string }) => runId === run.id)).toEqual(body);
  expect((await run.events())[0].payload.owner).toEqual(body.owner);
  expect((await run.emit(envelope2(payload2('s', CREATE, UPDATE)), { interruptId })).status).toBe(201);
  const { body: resolved } = await run.resume({ action: 'accept' });
  expect(resolved.interruptId).toBe(interruptId);
  expect((await run.events()).at(-1)).toMatchObject({ type: 'interrupt.resolved', payload: { interruptId } });
  await run.post('/fail', { error: { code: 'c', message: 'm', more: 1 } });
  expect((await run.get()).body.error).toEqual({ code: 'c', message: 'm' });
  for (const bad of [{ workflowId: 'a b' }, { tags: [1] }, { tags: Array(101).fill('t') }, { metadata: [] }])
    expect(await stage.post('/runs', { workflowId: 'demo', ...bad })).toMatchObject({ status: 400 });
});

test('[OR25] a snapshot of major 1 has an owner of its own words', async () => {
  const run = await stage.run(1);
  const { interruptId } = await run.gate();
  expect(interruptId).not.toContain('/');
  expect((await run.get()).body).toMatchObject({
    ...{ owner: { tenant: 'dev', principal: 'dev', principalKind: 'agent' }, session: run.session },
    interrupts: [{ interruptId }],
  });
});

test('[OR18] a call that is repeated under its Idempotency-Key is done once, over a restart too', async () => {
  const first = await Stage.open();
  const open = (on: Stage) =>
    on.call('POST', '/v1/runs', { body: { workflowId: 'once' }, headers: { 'idempotency-key': 'k' } });
  const both = await Promise.all([open(first), open(first)]);
  expect(both[0]?.body).toEqual(both[1]?.body);
  await first.stop();
  const second = await Stage.open({ folder: first.folder });
  const again = await open(second);
  expect([again.status, again.body, again.headers.get('openwop-idempotent-replay')]).toEqual([
    201,
    both[0]?.body,
    'true',
  ]);
  expect((await second.get('/v1/runs')).body.runs).toHaveLength(1);
  const run = new TestRun(second, 1, again.body.runId, again.body.session);
  const refused = { body: { nodeId: 'n', kind: 'x' }, headers: { 'idempotency-key': 'i' } };
  expect((await second.call('POST', `${run.path}/interrupts`, refused)).status).toBe(400);
  const mended = { ...refused, body: { nodeId: 'n', kind: 'custom', data: { customKind: 'x' } } };
  expect((await second.call('POST', `${run.path}/interrupts`, mended)).status).toBe(201);
  expect((await second.call('POST', `${run.path}/interrupts`, mended)).status).toBe(201);
  await second.clear();
});

test('[OR16] what has no sense is refused, and the run lives', async () => {
  const run = await stage.run(1);
  for (const path of ['/nothing', '/events/other', ':pause']) expect((await run.post(path)).status, path).toBe(404);
  expect((await stage.call('DELETE', run.path)).status).toBe(405);
  for (const body of [{}, { envelope: 7 }, { envelope: { type: 'x' } }, { envelope: envelope(FORM), more: 1 }])
    expect(JSON.stringify((await run.post('/envelopes', body)).body)).toMatch(/invalid|validation_error/);
  const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);
  expect((await run.post('/envelopes', { envelope: deep })).status).toBe(400);
  const many = (length: number) => ({
    ...FORM,
    surface: { components: Array.from({ length }, () => ({ component: 'text', text: 'x' })) },
  });
  expect((await run.emit(envelope(many(100_000)))).body).toMatchObject({
    status: 'invalid',
    reason: 'envelope_invalid',
  });
  expect((await run.emit(envelope(many(200_000)))).status).toBe(400);
  const large = { envelope: 'x'.repeat(9 << 20) };
  expect(await run.post('/envelopes', large)).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  const packed = { body: {}, headers: { 'content-encoding': 'gzip' } };
  expect(await stage.call('POST', `${run.path}/envelopes`, packed)).toMatchObject({
    ...{ status: 415, body: { error: 'unsupported_media_type' } },
  });
  expect(await run.status()).toBe('pending');
});

test('[OR16] at major 2 a word that no registry of OpenWOP has is that of a vendor', async () => {
  const run = await stage.run(2, { contracts: { n: ['clarification.request'] } });
  await run.gate('gate', { key: 'k' });
  const data = { artifactId: 'a', artifactType: 'text', title: 'Other', actions: ['accept'] };
  const gate = (key: string, nodeId = 'gate') => run.post('/interrupts', { nodeId, kind: 'approval', data, key });
  const refusals = [
    await stage.call('DELETE', run.path),
    await stage.call('PUT', '/interrupts/x'),
    await gate('k', 'elsewhere'),
    await gate('other'),
    await run.emit(envelope2(payload2('s', CREATE, UPDATE), { nodeId: 'n' })),
  ];
  expect(refusals.map(({ status, body }) => [status, body.error])).toEqual([
    [405, 'vitrine.method_not_allowed'],
    [405, 'vitrine.method_not_allowed'],
    [409, 'vitrine.interrupt_key_conflict'],
    [409, 'vitrine.interrupt_pending'],
    [422, 'vitrine.envelope_contract_violation'],
  ]);
  // As the published error of major 2 has it (RFC 0171 §B.1).
  const vendor = /^(?!openwop\.)[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z][a-z0-9_]*$/;
  for (const { body } of refusals) {
    expect(body.error).toMatch(vendor);
    expect(Object.keys(body).filter((name) => !['error', 'message', 'details'].includes(name))).toEqual([]);
  }
  expect((await stage.call('DELETE', `/v1${run.path}`)).body.error).toBe('method_not_allowed');
});
