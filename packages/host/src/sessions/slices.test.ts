import type { Json } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui08, a2ui09, vitrine } from '@vitrine/dialects';
import { SLICE_MS } from '@vitrine/face-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeepingOutlet, openBench } from '../../test/sessions.ts';
import { HOST } from './context.ts';
import type { SessionInMemory } from './live-session.ts';

const OPEN = { vitrine: 1, body: [{ op: 'open', surface: 's' }] };
const set = (path: string, value: Json) => ({ vitrine: 1, body: [{ op: 'set', surface: 's', path, value }] });
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => JSON.stringify(set('/n', `${i} ${'x'.repeat(60)}`))).join('\n');
const COUNT = 1000;

/** Every look at the clock finds a slice over, however fast the machine is. */
beforeEach(() => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += SLICE_MS + 1;
    return now;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function open(): Promise<{ bench: Awaited<ReturnType<typeof openBench>>; session: SessionInMemory }> {
  const bench = await openBench();
  const session = await bench.open();
  await session.ingestMessages({ text: { value: OPEN } });
  return { bench, session };
}

/** Where the session stood at each turn of the loop until the call was answered. */
async function headsDuring(session: SessionInMemory, call: Promise<unknown>): Promise<readonly number[]> {
  const heads: number[] = [];
  let isOver = false;
  const over = call.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    heads.push(session.head);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await over;
  return heads;
}

test('[SE81] Many lines of one call are taken in slices, and others have a turn between two', async () => {
  const { session } = await open();
  const call = session.ingestMessages({ text: linesOf(COUNT) });
  const heads = await headsDuring(session, call);
  expect(await call).toMatchObject({ accepted: COUNT, seq: COUNT + 1, issues: [] });
  expect(heads.some((head) => head > 1 && head < COUNT + 1)).toBe(true);
});

test('[SE81] A list is taken in slices as lines are, and so is one that came in frames', async () => {
  const { session } = await open();
  const messages = Array.from({ length: COUNT }, (_, i) => set('/n', i));
  const text = session.ingestMessages({ text: JSON.stringify(messages) });
  expect((await headsDuring(session, text)).some((head) => head > 1 && head < COUNT + 1)).toBe(true);
  const value = session.ingestMessages({ text: { value: messages as never } });
  const between = (await headsDuring(session, value)).some((head) => head > COUNT + 1 && head < 2 * COUNT + 1);
  expect(between).toBe(true);
  expect(await value).toMatchObject({ accepted: COUNT, seq: 2 * COUNT + 1 });
});

test('[SE81] What an agent sends next stands behind all of a call that is sliced, whichever is shorter', async () => {
  const { session } = await open();
  const long = session.ingestMessages({ text: linesOf(COUNT) });
  const short = session.ingestMessages({ text: { value: set('/last', true) } });
  const next = session.ingestMessages({ text: linesOf(COUNT) });
  expect((await long).seq).toBe(COUNT + 1);
  expect((await short).seq).toBe(COUNT + 2);
  expect((await next).seq).toBe(2 * COUNT + 2);
});

test('[SE81] What a viewer does meanwhile stands between two messages, and each message is whole', async () => {
  const { session } = await open();
  const long = session.ingestMessages({ text: linesOf(COUNT) });
  await new Promise((resolve) => setImmediate(resolve));
  const said = await session.ingestEvents({
    text: { value: { vitrine: 1, body: [{ event: 'say', text: 'hello' }] } },
    viewer: 'v',
  });
  expect(said.accepted).toBe(1);
  expect(said.seq).toBeLessThan(COUNT + 2);
  expect(await long).toMatchObject({ accepted: COUNT, seq: COUNT + 2 });
});

test('[SE81] A long message is parsed, written and judged in turns of their own, and is one entry', async () => {
  const { session } = await open();
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: i, name: `Row ${i}` }));
  const call = session.ingestMessages({ text: JSON.stringify(set('/rows', rows)) });
  let turns = 0;
  while (session.head === 1) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  expect(turns).toBeGreaterThan(1);
  expect(await call).toMatchObject({ accepted: 1, seq: 2 });
  expect(session.view.surfaces.get('s')?.data.get('/rows')).toEqual(rows);
});

test('[SE82] A keyed call that a stop cut in two goes on behind what was taken, once each', async () => {
  const { bench, session } = await open();
  const text = linesOf(COUNT);
  const cut = session.ingestMessages({ text, key: 'k' }).catch((error: unknown) => error);
  while (session.head === 1) await new Promise((resolve) => setImmediate(resolve));
  await bench.sessions.stop();
  expect(await cut).toMatchObject({ code: 'VITRINE_STOPPING' });
  const again = await (await bench.restart()).get(session.id);
  const taken = again.head;
  expect(taken).toBeLessThan(COUNT + 1);
  expect(await again.ingestMessages({ text, key: 'k' })).toMatchObject({ accepted: COUNT, seq: COUNT + 1 });
  expect(await again.ingestMessages({ text, key: 'k' })).toMatchObject({ accepted: COUNT, seq: COUNT + 1 });
  expect(again.head).toBe(COUNT + 1);
});

test('[SE83] One item of a list that is nested too deeply is refused alone', async () => {
  const { session } = await open();
  const deep = JSON.stringify(set('/n', 'D')).replace('"D"', `${'['.repeat(300)}${']'.repeat(300)}`);
  const body = `[${JSON.stringify(set('/a', 1))},${deep},${JSON.stringify(set('/b', 2))}]`;
  const answer = await session.ingestMessages({ text: body });
  expect(answer).toMatchObject({ accepted: 2, issues: [{ code: 'VITRINE_JSON_DEPTH', at: '/1' }] });
});

test.each([
  ['brackets', '['.repeat(1 << 20), 'VITRINE_JSON_DEPTH'],
  ['objects', '{"a":'.repeat(200_000), 'VITRINE_JSON_DEPTH'],
  ['more values than a message may hold', `{"a":[${'0,'.repeat(300_000)}0]}`, 'VITRINE_JSON_VALUES'],
])('[SE83] A body of %s is refused before it is parsed', async (_, text, code) => {
  const { session } = await open();
  expect(await session.ingestMessages({ text })).toMatchObject({ accepted: 0, unreadable: true, issues: [{ code }] });
  expect((await session.ingestMessages({ text, key: 'k' })).issues[0]?.code).toBe(code);
  const limit = code === 'VITRINE_JSON_DEPTH' && text.length > 1 << 19 ? code : expect.stringMatching(/^VITRINE_JSON_/);
  expect(await session.ingestEvents({ text, viewer: 'v' })).toMatchObject({
    accepted: 0,
    unreadable: true,
    issues: [{ code: limit, fault: 'viewer' }],
  });
});

test('[SE81] A few messages that take long are taken in slices too', async () => {
  const { session } = await open();
  const call = session.ingestMessages({ text: { value: [set('/n', 1), set('/n', 2), set('/n', 3)] } });
  expect(new Set(await headsDuring(session, call)).size).toBeGreaterThan(1);
  expect(await call).toMatchObject({ accepted: 3, seq: 4, issues: [] });
});

test("[SE84] Between two messages of a viewer's call others have a turn, refused ones too", async () => {
  const { session } = await open();
  const press = {
    vitrine: 1,
    body: [{ event: 'action', surface: 's', source: 'gone', name: 'go', context: {}, checked: false }],
  };
  const call = session.ingestEvents({ text: { value: Array(50).fill(press) }, viewer: 'v' });
  const turns = await headsDuring(session, call);
  expect(turns.length).toBeGreaterThan(25);
  expect(await call).toMatchObject({ accepted: 0 });
});

const LONG = 20_000;
const long = (i: number) => set('/long', `${i} ${'x'.repeat(LONG)}`);

test('[SE85] What is long is encoded for one kind of viewers a turn, and each of them has every entry once', async () => {
  const { session } = await open();
  const outlets = [vitrine, a2ui09, a2ui08].map((dialect) => {
    const outlet = new KeepingOutlet(dialect.id);
    session.attach(outlet, { dialect });
    return outlet;
  });
  const first = session.ingestMessages({ text: { value: long(1) } });
  expect(session.whenEncoded).toBeInstanceOf(Promise);
  const rest = [2, 3, 4].map((i) => session.ingestMessages({ text: { value: long(i) } }));
  const late = new KeepingOutlet('late');
  session.attach(late, { dialect: a2ui09 });
  await Promise.all([first, ...rest]);
  await session.ingestMessages({ text: { value: set('/n', 1) } });
  await vi.waitFor(() => expect(outlets.map(({ seq }) => seq)).toEqual([6, 6, 6]));
  for (const { seqs } of outlets) expect(seqs).toEqual([2, 3, 4, 5, 6]);
  expect(outlets[0]?.replica.snapshot()).toEqual(session.fold.snapshot());
  expect(late.calls[0]).toMatch(/^join /);
  expect(late.seqs).toEqual([2, 3, 4, 5, 6].slice(-late.seqs.length));
});

test('[SE85] What others do meanwhile waits for nobody: the rest is encoded at once', async () => {
  const { session } = await open();
  const outlets = [vitrine, a2ui09, a2ui08].map((dialect) => {
    const outlet = new KeepingOutlet(dialect.id);
    session.attach(outlet, { dialect });
    return outlet;
  });
  const call = session.ingestMessages({ text: { value: long(1) } });
  const entry = { body: [{ op: 'set', surface: 's', path: '/host', value: 1 }] } as const;
  const { durable } = session.write((draft) => session.add(draft, entry, HOST));
  await Promise.all([call, durable]);
  await vi.waitFor(() => expect(outlets.map(({ seq }) => seq)).toEqual([3, 3, 3]));
  expect(outlets.map(({ seqs }) => seqs)).toEqual([
    [2, 3],
    [2, 3],
    [2, 3],
  ]);
});

const MANY = {
  vitrine: 1,
  body: [
    {
      op: 'open',
      surface: 'many',
      catalog: basic09.id,
      components: Array.from({ length: 2000 }, (_, i) => ({ id: `t${i}`, type: 'Text', props: { text: `${i}` } })),
    },
  ],
};

test('[SE86] A long state is said in slices, to several at once, and nothing that comes meanwhile is lost or doubled', async () => {
  const { session } = await open();
  await session.ingestMessages({ text: { value: MANY } });
  const [one, other, gone] = [new KeepingOutlet('one'), new KeepingOutlet('other'), new KeepingOutlet('gone')];
  session.attach(one, { dialect: vitrine });
  session.attach(other, { dialect: vitrine });
  session.attach(gone, { dialect: a2ui08 }).detach();
  expect(one.calls).toEqual([]);
  expect(session.sentTo('one')).toBeUndefined();
  await session.ingestMessages({ text: { value: set('/n', 1) } });
  await vi.waitFor(() => expect([one.seq, other.seq]).toEqual([3, 3]));
  for (const { calls, seqs, replica } of [one, other]) {
    expect(calls).toEqual(['join 2', 'ready 2']);
    expect(seqs).toEqual([3]);
    expect(replica.snapshot()).toEqual(session.fold.snapshot());
  }
  expect(gone.calls).toEqual([]);
});

test('[SE86] A state of few values that are long is said in slices too', async () => {
  const { session } = await open();
  for (let i = 0; i < 20; i++) await session.ingestMessages({ text: { value: set(`/t${i}`, 'x'.repeat(100_000)) } });
  const outlet = new KeepingOutlet();
  session.attach(outlet, { dialect: a2ui08 });
  expect(outlet.calls).toEqual([]);
  while (outlet.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(outlet.calls).toEqual(['join 21', 'ready 21']);
});

test('[SE86] An agent that goes on writing waits for whoever joins meanwhile', async () => {
  const { session } = await open();
  await session.ingestMessages({ text: { value: MANY } });
  const call = session.ingestMessages({ text: linesOf(COUNT) });
  while (session.head < 5) await new Promise((resolve) => setImmediate(resolve));
  const outlet = new KeepingOutlet();
  session.attach(outlet, { dialect: a2ui08 });
  const at = session.head;
  let turns = 0;
  for (; outlet.calls.length === 0; turns++) {
    expect(session.head).toBe(at);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(turns).toBeGreaterThan(10);
  expect(outlet.calls[0]).toBe(`join ${at}`);
  expect(await call).toMatchObject({ accepted: COUNT });
});

test('[SE86] Whoever comes back to a long session, or joins one that ends, is told so in the end', async () => {
  const { bench, session } = await open();
  await session.ingestMessages({ text: { value: MANY } });
  const [back, last] = [new KeepingOutlet('back'), new KeepingOutlet('last')];
  session.attach(back, { dialect: vitrine, after: 1 });
  await vi.waitFor(() => expect(back.calls).toEqual(['ready 2']));
  session.attach(last, { dialect: a2ui09 });
  await bench.sessions.close(session.id);
  await vi.waitFor(() => expect(last.calls).toEqual(['join 2', 'ready 2', 'closed 2']));
});

const ROWS = {
  vitrine: 1,
  body: [
    {
      ...{ op: 'open', surface: 'rows', catalog: basic09.id, root: 'root' },
      components: [
        { id: 'root', type: 'Column', props: { children: { componentId: 'row', path: '/rows' } } },
        { id: 'row', type: 'Row', props: { children: ['name', 'go'] } },
        { id: 'name', type: 'TextField', props: { label: 'Name', value: { path: 'name' } } },
        {
          id: 'go',
          type: 'Button',
          props: { child: 'label', action: { event: { name: 'go', context: { id: { path: 'id' } } } } },
        },
        { id: 'label', type: 'Text', props: { text: 'Go' } },
      ],
      data: { rows: Array.from({ length: 500 }, (_, id) => ({ id, name: '' })) },
    },
  ],
};
const pressOf = (id: number) => ({
  version: 'v0.9',
  action: {
    surfaceId: 'rows',
    sourceComponentId: 'go',
    name: 'go',
    timestamp: '2026-11-16T00:00:00Z',
    context: { id },
  },
});
const remove = { vitrine: 1, body: [{ op: 'set', surface: 'rows', path: '/rows', value: [] }] };

/** Something is read of the state, in slices. */
async function underWay(session: SessionInMemory): Promise<void> {
  while (session.whenEncoded === undefined) await new Promise((resolve) => setImmediate(resolve));
}

test('[SE90] An act that takes long is judged in slices, and its agent waits for it', async () => {
  const { session } = await open();
  await session.ingestMessages({ text: { value: ROWS } });
  const act = session.ingestEvents({ text: { value: pressOf(499) }, viewer: 'v', dialect: a2ui09 });
  const turns = headsDuring(session, act);
  await underWay(session);
  const agent = session.ingestMessages({ text: { value: remove } });
  expect(await act).toMatchObject({ accepted: 1, seq: 3 });
  expect(await agent).toMatchObject({ accepted: 1, seq: 4 });
  expect((await turns).length).toBeGreaterThan(100);
});

test('[SE90] What somebody else does meanwhile does not wait, and the act is judged once more', async () => {
  const { session } = await open();
  await session.ingestMessages({ text: { value: ROWS } });
  const act = session.ingestEvents({ text: { value: pressOf(499) }, viewer: 'v', dialect: a2ui09 });
  await underWay(session);
  const { durable } = session.write((draft) => session.add(draft, remove as never, HOST));
  await durable;
  expect(session.seq).toBe(3);
  expect(await act).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_EVENT_SOURCE' }] });
});

test('[SE90] One that is judged when its session fails is answered', async () => {
  const { session } = await open();
  await session.ingestMessages({ text: { value: ROWS } });
  const act = session.ingestEvents({ text: { value: pressOf(499) }, viewer: 'v', dialect: a2ui09 });
  await underWay(session);
  session.fail(new Error('The disk is gone.'));
  await expect(act).rejects.toMatchObject({ code: 'VITRINE_LOG_FAILED' });
});
