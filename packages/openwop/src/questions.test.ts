import type { Entry, JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  CREATE,
  envelope,
  envelope2,
  FORM,
  payload2,
  REMOVE,
  Stage,
  TestRun,
  UPDATE,
} from '../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.clear());

const form = (major: 1 | 2, more: JsonObject = {}) =>
  major === 1 ? envelope(FORM, more) : envelope2(payload2('form', CREATE, UPDATE), more);
const surfaceOf = (major: 1 | 2) => (major === 1 ? 'gate' : 'form');

async function prompts({ session, stage: on }: TestRun): Promise<readonly string[]> {
  const { asks } = (await on.get(`/sessions/${session}/snapshot`)).body;
  return Object.values(asks as Body).map(({ prompt }: Body) => prompt);
}

async function entriesOf({ session, stage: on }: TestRun): Promise<readonly Entry[]> {
  const { seq } = (await on.get(`/sessions/${session}/snapshot`)).body;
  const entries: Entry[] = [];
  for await (const entry of (await on.host.sessions.get(session)).entries(0, new AbortController().signal)) {
    entries.push(entry);
    if (entry.seq >= seq) break;
  }
  return entries;
}

async function act({ session, stage: on }: TestRun, ...body: JsonObject[]): Promise<Body> {
  const key = await on.viewer(session);
  return (await on.call('POST', `/sessions/${session}/events?dialect=vitrine`, { key, body: { vitrine: 1, body } }))
    .body;
}

const opsOf = (entries: readonly Entry[]) =>
  entries.flatMap(({ ext, body }) =>
    body.flatMap((part) => ('op' in part && /ask|withdraw/.test(part.op) ? [[ext?.openwop?.type, part.op]] : [])),
  );

describe.each([1, 2] as const)('major %i', (major) => {
  test('[OI14] what is asked stands in the entry of what made it so', async () => {
    const run = await stage.run(major);
    await run.gate();
    await run.emit(form(major, { nodeId: 'gate' }));
    await run.post('/events', { type: 'node.completed', contentTrust: 'untrusted' });
    await run.post('/events', { type: 'node.completed' });
    await run.resume({ action: 'accept' }, 'gate', await stage.viewer(run.session));
    const shown = major === 1 ? 'ui.a2ui-surface' : 'vitrine.a2ui-surface-recorded';
    expect(opsOf(await entriesOf(run))).toEqual([
      ['interrupt.requested', 'ask'],
      [shown, 'withdraw'],
      ['node.completed', 'ask'],
      ['interrupt.resolved', 'withdraw'],
    ]);
  });

  test("[OI14] what somebody else's envelope taints is asked with the reason", async () => {
    const run = await stage.run(major);
    await run.gate();
    await run.emit(form(major, { nodeId: 'gate' }));
    expect(await prompts(run)).toEqual([]);
    const said = major === 1 ? envelope(FORM, { nodeId: 'b' }) : envelope2(payload2('b', CREATE), { nodeId: 'b' });
    await stage.post(`/sessions/${run.session}/messages?untrusted=1`, said);
    expect(await prompts(run)).toEqual([expect.stringMatching(/not trusted.*Publish\?/)]);
    expect((await run.resume({ action: 'accept' })).status).toBe(403);
  });

  test('[OI14] a surface of no node asks for the one that is left, when the other was answered in the chrome', async () => {
    const run = await stage.run(major);
    const first = await run.gate('one');
    await run.gate('two');
    await run.emit(form(major));
    expect(await prompts(run)).toHaveLength(2);
    const ask = `interrupt/${first.interruptId.replace('dev/', '')}`;
    expect(await act(run, { event: 'answer', ask, value: true })).toMatchObject({ accepted: 1 });
    expect(await prompts(run)).toEqual([]);
    const submission = { surfaceId: major === 1 ? 'surface' : 'form', sourceComponentId: 'accept' };
    expect((await run.post('/interrupts/two', { submission })).status).toBe(200);
  });

  test('[OI14] after a restart nothing is asked anew', async () => {
    const first = await Stage.open();
    const before = await first.run(major);
    await before.gate('gate', { timeoutMs: 60_000 });
    await first.stop();
    const second = await Stage.open({ folder: first.folder });
    const run = new TestRun(second, major, before.id, before.session);
    await run.post('/events', { type: 'node.started' });
    expect(opsOf(await entriesOf(run))).toEqual([['interrupt.requested', 'ask']]);
    await second.clear();
  });

  test('[OI17] a surface that is sent again while nothing waits answers what waits next, and that alone', async () => {
    const run = await stage.run(major);
    const press = (button: string) =>
      run.post('/interrupts/gate', { submission: { surfaceId: surfaceOf(major), sourceComponentId: button } });
    await run.gate('gate', { key: 'a' });
    await run.emit(form(major, { nodeId: 'gate' }));
    expect((await press('accept')).status).toBe(200);
    await run.emit(major === 1 ? form(1, { nodeId: 'gate' }) : envelope2(payload2('form', UPDATE), { nodeId: 'gate' }));
    await run.gate('gate', { key: 'b' });
    expect(await prompts(run)).toEqual([]);
    expect((await press('reject')).status).toBe(200);
    await run.gate('gate', { key: 'c' });
    expect(await prompts(run)).toEqual(['Publish?']);
    expect((await press('accept')).status).toBe(400);
  });

  test('[OI17] an interrupt of another node than the envelope names is refused', async () => {
    const run = await stage.run(major);
    const { interruptId } = await run.gate('one');
    const sent = await run.emit(form(major, { nodeId: 'two' }), { interruptId });
    expect([sent.status, sent.body.error]).toEqual([400, 'validation_error']);
  });

  test('[OR7] a fork answers a repetition with events of its own', async () => {
    const run = await stage.run(major);
    const sent = form(major, { nodeId: 'gate' });
    const { body: first } = await run.emit(sent);
    await run.post('/events', { type: 'node.started' });
    const { body } = await run.post(':fork', { mode: 'replay', fromSeq: 2 });
    const fork = new TestRun(stage, major, body.runId, body.session);
    expect(first.recordedEventIds).toEqual([`${run.session}.1`]);
    expect((await fork.emit(sent)).body.recordedEventIds).toEqual([`${fork.session}.1`]);
    expect((await run.emit(sent)).body.recordedEventIds).toEqual([`${run.session}.1`]);
  });

  test('[OR9] whoever waits for runs hears of a fork', async () => {
    const run = await stage.run(major, { workflowId: `forked-${major}` });
    await run.post('/events', { type: 'node.started' });
    await run.post('/events', { type: 'node.started' });
    await run.post('/cancel');
    const base = major === 1 ? '/v1' : '';
    const waiting = stage.get(`${base}/runs?workflowId=forked-${major}&status=running&wait=20`);
    await stage.get(`${base}/runs`);
    const { body } = await run.post(':fork', { mode: 'replay', fromSeq: 2 });
    expect((await waiting).body.runs).toMatchObject([{ runId: body.runId }]);
  });

  test('[OR19] in a session that nobody opened as a run a press begins the turn, over a restart too', async () => {
    const first = await Stage.open({ settings: { envelopesPerTurn: 2 } });
    const { session } = (await first.post('/sessions', { dialect: `openwop-${major}` })).body;
    const say = async (on: Stage, nodeId: string) => {
      const said = major === 1 ? envelope(FORM, { nodeId }) : envelope2(payload2(nodeId, CREATE, UPDATE), { nodeId });
      return (await on.post(`/sessions/${session}/messages`, said)).body.accepted;
    };
    expect([await say(first, 'a'), await say(first, 'b'), await say(first, 'c')]).toEqual([1, 1, 0]);
    const context = major === 1 ? { action: 'accept', values: {} } : {};
    const source = major === 1 ? 'id:accept' : 'accept';
    const press = { event: 'action', surface: 'a', source, name: 'resume', context, checked: false };
    const run = new TestRun(first, major, session, session);
    expect(await act(run, press)).toMatchObject({ accepted: 1 });
    expect(await say(first, 'c')).toBe(1);
    await first.stop();
    const second = await Stage.open({ folder: first.folder, settings: { envelopesPerTurn: 2 } });
    expect([await say(second, 'd'), await say(second, 'e')]).toEqual([1, 0]);
    await second.clear();
  });
});

test('[OR17] a chunk that comes after its stream died is refused; removed, the surface is made anew', async () => {
  const run = await stage.run(2);
  await run.gate();
  const first = form(2, { nodeId: 'gate', partial: { isPartial: true, index: 0, total: 2 } });
  await run.emit(first);
  stage.pass(31_000);
  await expect.poll(async () => (await run.events()).at(-1).type).toBe('vitrine.surface-broken-off');
  const late = { ...first, payload: payload2('form', UPDATE), partial: { isPartial: false, index: 1, total: 2 } };
  expect((await run.emit(late)).body).toMatchObject({ error: 'envelope_invalid' });
  expect((await run.emit(envelope2(payload2('form', UPDATE)))).body).toMatchObject({ error: 'envelope_invalid' });
  expect(await prompts(run)).toEqual([expect.stringMatching(/broke off.*Publish\?/)]);
  await run.emit(envelope2(payload2('form', REMOVE), { nodeId: 'gate' }));
  expect((await run.emit(form(2, { nodeId: 'gate' }))).status).toBe(201);
  expect(await prompts(run)).toEqual([]);
  const submission = { surfaceId: 'form', sourceComponentId: 'accept' };
  expect((await run.post('/interrupts/gate', { submission })).status).toBe(200);
});
