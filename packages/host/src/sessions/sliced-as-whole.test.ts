// What is taken, judged and encoded in slices beside what is done at once: the same answers, the same log and the same
// messages to viewers of every dialect, also where calls interleave, and where the session ends in the middle.

import { type Json, Replica } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { a2ui08, a2ui09, a2ui10, agentchainsDialect, type Dialect, vitrine } from '@vitrine/dialects';
import { SLICE_MS } from '@vitrine/face-kit';
import { afterEach, expect, test, vi } from 'vitest';
import { type Bench, catalogs, KeepingOutlet, openBench } from '../../test/sessions.ts';
import type { IngestAnswer } from '../live.ts';
import { HOST } from './context.ts';
import type { SessionInMemory } from './live-session.ts';

const DIALECTS: readonly Dialect[] = [vitrine, a2ui08, a2ui09, a2ui10, agentchainsDialect] as readonly Dialect[];
const COUNT = 600;

/** Every look at the clock finds a slice over, or none does. */
function slice(isSliced: boolean): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    if (isSliced) now += SLICE_MS + 1;
    return now;
  });
}
afterEach(() => {
  vi.restoreAllMocks();
});

const ROWS = Array.from({ length: COUNT }, (_, i) => ({
  id: i,
  name: `Row ${i}`,
  note: 'x'.repeat(60),
  tags: ['a', null, { deep: [i] }],
}));
const texts = (type = 'Text'): readonly object[] => [
  { id: 'root', component: 'Column', children: ROWS.map(({ id }) => `t${id}`) },
  ...ROWS.map(({ id, note }) => ({
    id: `t${id}`,
    component: type,
    text: id % 3 === 0 ? { path: `/d/${id}/name` } : `${id} ${note}`,
  })),
];
const update = (kind: string, payload: object) => ({ version: 'v0.9', [kind]: { surfaceId: 's', ...payload } });
const CREATE = update('createSurface', { catalogId: basic09.id });

/** Each longer than what is taken at once. */
const CALLS: readonly unknown[] = [
  CREATE,
  update('updateComponents', { components: texts() }),
  update('updateDataModel', { path: '/d', value: ROWS }),
  update('updateComponents', { components: texts('Nothing') }),
  update('updateComponents', {
    components: [
      { id: 'root', component: 'Column', children: { path: '/d', componentId: 't' } },
      { id: 't', component: 'Text', text: { call: 'formatString', args: { value: '${name} of ${/d/0/name}' } } },
    ],
  }),
  update('updateDataModel', { path: '/d', value: ROWS.slice(1) }),
  update('updateComponents', { components: [...texts(), { id: 'bad', component: 'Text', text: '\ud800' }] }),
  {
    version: 'v1.0',
    createSurface: { surfaceId: 'ten', catalogId: basic10.id, components: texts(), dataModel: { d: ROWS } },
  },
  {
    surfaceUpdate: {
      surfaceId: 'eight',
      components: ROWS.map(({ id, note }) => ({
        id: `t${id}`,
        component: { Text: { text: { literalString: note } } },
      })),
    },
  },
  {
    dataModelUpdate: {
      surfaceId: 'eight',
      contents: ROWS.map(({ id, note }) => ({ key: `k${id}`, valueMap: [{ key: 'n', valueString: note }] })),
    },
  },
  { beginRendering: { surfaceId: 'eight', root: 't0', catalogId: basic08.id } },
  update('deleteSurface', {}),
];

async function open(): Promise<{
  readonly bench: Bench;
  readonly session: SessionInMemory;
  readonly outlets: readonly KeepingOutlet[];
}> {
  const bench = await openBench();
  const session = await bench.open();
  return { bench, session, outlets: attachAll(session, 'first') };
}

function attachAll(session: SessionInMemory, name: string): readonly KeepingOutlet[] {
  return DIALECTS.map((dialect) => {
    const outlet = new KeepingOutlet(`${name} ${dialect.id}`);
    session.attach(outlet, { dialect });
    return outlet;
  });
}

async function logOf({ log }: Bench, session: SessionInMemory): Promise<readonly Json[]> {
  const entries: Json[] = [];
  for await (const entry of log.read(session.id, 0)) {
    entries.push(JSON.parse(JSON.stringify(entry)));
    if (entry.seq === session.seq) break;
  }
  return entries;
}

function allTold(outlets: readonly KeepingOutlet[], seq: number): Promise<void> {
  return vi.waitFor(() => expect(outlets.map((outlet) => outlet.seq)).toEqual(outlets.map(() => seq)), 5000);
}

async function run(isSliced: boolean) {
  slice(isSliced);
  const { bench, session, outlets } = await open();
  const answers: IngestAnswer[] = [];
  let joined: readonly KeepingOutlet[] = [];
  for (const [i, message] of CALLS.entries()) {
    const text = JSON.stringify(message);
    answers.push(await session.ingestMessages(i % 2 === 0 ? { text } : { text, key: `k${i}` }));
    if (i === 5) joined = attachAll(session, 'later');
  }
  await allTold([...outlets, ...joined], session.seq);
  const told = [...outlets, ...joined].map(({ calls, seqs, messages }) => ({ calls, seqs, messages }));
  return { answers, log: await logOf(bench, session), told, failures: bench.failures, state: session.fold.snapshot() };
}

test('[SE87] What is done in slices is answered, stored and told byte for byte as what is done at once', async () => {
  const whole = await run(false);
  vi.restoreAllMocks();
  const sliced = await run(true);
  expect(sliced.answers).toEqual(whole.answers);
  expect(whole.answers.filter(({ accepted }) => accepted === 1).length).toBe(CALLS.length - 1);
  expect(JSON.stringify(sliced.log)).toBe(JSON.stringify(whole.log));
  for (const [i, told] of sliced.told.entries()) expect(JSON.stringify(told)).toBe(JSON.stringify(whole.told[i]));
  expect(sliced.state).toEqual(whole.state);
  expect([whole.failures, sliced.failures]).toEqual([[], []]);
});

/** What a viewer that was there from the first entry on must have been told, by entries that are encoded at once. */
function expected(dialect: Dialect, entries: readonly Json[], authors: string): readonly Json[] {
  const replica = new Replica({ catalogs: catalogs.scope() });
  const joined = dialect.join(replica, {}, { now: '2026-01-02T03:04:05.000Z' });
  const messages: Json[] = [...joined.wire];
  for (const entry of entries as never[]) {
    replica.apply(entry);
    const { wire } = dialect.encode(entry, replica, joined.memory);
    if ((entry as { from: { id: string } }).from.id !== authors) messages.push(...wire);
  }
  return JSON.parse(JSON.stringify(messages));
}

test.each([1, 2, 3, 4, 5])(
  '[SE87] Calls that interleave give one order, which the log, the state and all viewers share: %i',
  async (seed) => {
    slice(true);
    const { bench, session, outlets } = await open();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    let random = seed;
    const some = (most: number): number => {
      random = (random * 48_271) % 2_147_483_647;
      return random % most;
    };
    await session.ingestMessages({ text: JSON.stringify(CREATE) });
    const said: Promise<unknown>[] = [];
    const later: KeepingOutlet[] = [];
    for (let i = 0; i < 12; i++) {
      const message = CALLS[1 + some(CALLS.length - 2)];
      said.push(session.ingestMessages({ text: JSON.stringify(message), ...(some(2) === 0 ? { key: `k${i}` } : {}) }));
      for (let turns = some(20); turns > 0; turns--) await turn();
      const body = [{ op: 'set', surface: 's', path: '/host', value: i }] as const;
      if (some(2) === 0) said.push(session.write((draft) => session.add(draft, { body }, HOST)).durable);
      if (some(4) === 0) later.push(...attachAll(session, `later ${i}`));
    }
    await Promise.all(said);
    await allTold([...outlets, ...later], session.seq);
    const entries = await logOf(bench, session);
    const replica = new Replica({ catalogs: catalogs.scope() });
    for (const entry of entries as never[]) replica.apply(entry);
    expect(JSON.stringify(replica.snapshot())).toBe(JSON.stringify(session.fold.snapshot()));
    for (const [i, { seqs, messages, viewer }] of outlets.entries()) {
      expect(seqs).toEqual(entries.map((_, at) => at + 1));
      expect(JSON.stringify(messages)).toBe(JSON.stringify(expected(DIALECTS[i] as Dialect, entries, viewer)));
    }
    for (const { calls, seqs } of later) {
      const start = Number(/^join (\d+)$/.exec(calls[0] as string)?.[1]);
      expect(seqs).toEqual(entries.map((_, at) => at + 1).filter((seq) => seq > start));
    }
    expect(bench.failures).toEqual([]);
  },
);

test.each([0, 1, 2, 5, 10, 40])(
  '[SE87] A session that is closed %i turns into a long call holds it whole or not at all',
  async (turns) => {
    slice(true);
    const { bench, session, outlets } = await open();
    await session.ingestMessages({ text: JSON.stringify(CREATE) });
    const call = session
      .ingestMessages({ text: JSON.stringify(update('updateComponents', { components: texts() })) })
      .catch((error: { code: string }) => error.code);
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
    await bench.sessions.close(session.id);
    const answer = await call;
    const entries = await logOf(bench, session);
    if (typeof answer === 'string') expect([answer, entries.length]).toEqual(['VITRINE_LOG_SESSION_CLOSED', 1]);
    else expect([answer.accepted, entries.length]).toEqual([1, 2]);
    await vi.waitFor(() =>
      expect(outlets.every(({ calls }) => calls.at(-1)?.startsWith('closed') === true)).toBe(true),
    );
    for (const [i, { messages, viewer }] of outlets.entries())
      expect(JSON.stringify(messages)).toBe(JSON.stringify(expected(DIALECTS[i] as Dialect, entries, viewer)));
    expect(bench.failures).toEqual([]);
  },
);
