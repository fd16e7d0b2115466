import { expect, test } from 'vitest';
import { openBench } from '../../test/sessions.ts';
import type { SessionInMemory } from './live-session.ts';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const ops = (...body: object[]): string => JSON.stringify({ vitrine: 1, body });
const open = { op: 'open', surface: 's', catalog: CATALOG };
const set = { op: 'set', surface: 's', path: '/a', value: 1 };
const question = { op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: 'Q?' };
const task = { op: 'task', task: 't', message: 'T' };

const stateOf = (session: SessionInMemory): unknown => [session.view.talk, JSON.stringify(session.fold.snapshot())];

test('[SE52] [SE53] a session that is loaded again, from its entries or from a snapshot, is trusted as it was', async () => {
  const bench = await openBench();
  const session = await bench.open();
  await session.ingestMessages({ text: ops(open) });
  await session.ingestMessages({ text: ops(set, question, task, { op: 'say', text: 'theirs' }), trust: 'untrusted' });
  await session.ingestMessages({ text: ops(set, { op: 'say', text: 'mine' }) });
  const now = stateOf(session);
  expect(JSON.stringify(now).match(/untrusted/g)?.length).toBe(4);
  const fromEntries = await (await bench.restart()).get(session.id);
  expect(stateOf(fromEntries)).toEqual(now);
  for (let i = 0; i < 300; i++) await session.ingestMessages({ text: ops({ ...set, value: i }) });
  await session.save();
  const fromSnapshot = await (await bench.restart()).get(session.id);
  expect(stateOf(fromSnapshot)).toEqual(stateOf(session));
  const fork = await bench.sessions.begin({ forkOf: { session: session.id, seq: 3 } }, ({ id }) => id);
  expect(stateOf(await bench.sessions.get(fork))).toEqual(now);
});

test('[SE54] a press on something untrusted under the id of a question approves nothing', async () => {
  const bench = await openBench();
  const session = await bench.open();
  const surface = 'vitrine:ask:pay';
  const theirs = (...body: object[]) => session.ingestMessages({ text: ops(...body), trust: 'untrusted' });
  const refused = { accepted: 0, issues: [{ code: 'VITRINE_SURFACE_RESERVED' }] };
  expect(await theirs({ ...open, surface })).toMatchObject(refused);
  const confirm = { op: 'ask', ask: 'pay', want: { kind: 'confirm' }, prompt: 'Pay?' };
  expect(await session.ingestMessages({ text: ops(confirm) })).toMatchObject({ accepted: 1 });
  expect(await theirs({ op: 'close', surface })).toMatchObject(refused);
  const press = (name: string, sourceComponentId: string) => {
    const action = { name, surfaceId: surface, sourceComponentId, timestamp: '2026-01-02T03:04:05Z' };
    const text = JSON.stringify({ version: 'v0.9', action: { ...action, context: { value: true } } });
    return session.ingestEvents({ viewer: 'v', text });
  };
  expect(await press('whatever', 'zzz')).toMatchObject({ accepted: 0 });
  expect(await press('vitrine.answer', 'root')).toMatchObject({ accepted: 0 });
  expect(session.view.asks.has('pay')).toBe(true);
  expect(await press('vitrine.answer', 'approve')).toMatchObject({ accepted: 1 });
  expect(session.view.asks.has('pay')).toBe(false);
});

test('[SE55] an answer to what was asked before under an id is none to what is asked now, over restarts too', async () => {
  const bench = await openBench();
  const session = await bench.open();
  const confirm = { op: 'ask', ask: 'pay', want: { kind: 'confirm' }, prompt: 'Pay?' };
  const select = { ...confirm, want: { kind: 'select', options: [{ label: 'A', value: true }] } };
  const theirs = (...body: object[]) => session.ingestMessages({ text: ops(...body), trust: 'untrusted' });
  const answer = (to: SessionInMemory, basis: number) =>
    to.ingestEvents({
      viewer: 'v',
      text: JSON.stringify({ vitrine: 1, basis, body: [{ event: 'answer', ask: 'pay', value: true }] }),
    });
  const replaced = { accepted: 0, issues: [{ code: 'VITRINE_ASK_REPLACED' }] };
  await session.ingestMessages({ text: ops(open) });
  await theirs(select);
  await theirs({ op: 'withdraw', ask: 'pay' });
  await session.ingestMessages({ text: ops(confirm) });
  expect(await answer(session, 2)).toMatchObject(replaced);
  await session.ingestMessages({ text: ops({ op: 'withdraw', ask: 'pay' }) });
  await theirs(select);
  // In its place, while it is open.
  await session.ingestMessages({ text: ops(confirm) });
  const asked = session.head;
  expect(await answer(session, asked - 1)).toMatchObject(replaced);
  expect(await answer(await (await bench.restart()).get(session.id), asked - 1)).toMatchObject(replaced);
  await session.ingestMessages({ text: ops(confirm) });
  for (let i = 0; i < 300; i++) await session.ingestMessages({ text: ops({ ...set, value: i }) });
  await session.save();
  const again = await (await bench.restart()).get(session.id);
  expect(await answer(again, asked - 1)).toMatchObject(replaced);
  expect(await answer(again, asked)).toMatchObject({ accepted: 1 });
});

test('[SE51] an untrusted approval of an old log is refused at the door, whatever the session is', async () => {
  const bench = await openBench();
  const session = await bench.open();
  const { log } = bench;
  const at = '2026-01-02T03:04:05Z';
  const from = { role: 'agent', id: 'dev', dialect: 'vitrine' };
  const body = [{ op: 'ask', ask: 'old', want: { kind: 'confirm' }, prompt: 'Pay?' }];
  const text = JSON.stringify({ v: 1, at, from, trust: 'untrusted', body });
  await log.commit({ session: session.id, entries: [{ text, from: from as never }] });
  const again = await (await bench.restart()).get(session.id);
  const answer = (value: boolean) =>
    again.ingestEvents({
      viewer: 'v',
      text: JSON.stringify({ vitrine: 1, body: [{ event: 'answer', ask: 'old', value }] }),
    });
  expect(await answer(true)).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_ASK_UNTRUSTED' }] });
  expect(await answer(false)).toMatchObject({ accepted: 1 });
});
