import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/contract.ts';
import { type RecordingDriver, recordingDriver } from '../../test/recording-driver.ts';
import { append, collect, create, entry, expectCode, range, values } from '../../test/samples.ts';
import { openDriver } from './driver.ts';
import { openSqliteLog } from './open-sqlite-log.ts';
import { createInlineClient } from './open-store-client.ts';
import { SqliteLog } from './sqlite-log.ts';
import { Store } from './store.ts';
import { StoreClient } from './store-client.ts';

async function openRecorded(): Promise<{ log: SqliteLog; recording: RecordingDriver }> {
  const recording = await recordingDriver();
  return { log: new SqliteLog(createInlineClient(new Store(recording.driver))), recording };
}

test('[LG53] commits that wait together share one transaction', async () => {
  const { log, recording } = await openRecorded();
  const sessions = await Promise.all(range(10).map(() => create(log)));
  recording.calls.length = 0;
  await Promise.all(sessions.map((session) => append(log, session, [1, 2, 3])));
  expect(recording.calls.filter((call) => call === 'COMMIT')).toHaveLength(1);
  expect(recording.calls.filter((call) => call.startsWith('INSERT'))).toHaveLength(10);
});

test('[LG53] a commit that fails in the midst takes only itself back', async () => {
  const { log, recording } = await openRecorded();
  const session = await create(log);
  recording.failOn = (call) => call.includes('INTO claims') && call.includes('key:2');
  const outcomes = await Promise.allSettled([
    append(log, session, ['a'], { claims: ['key:1'] }),
    append(log, session, ['b', 'b'], { claims: ['key:3', 'key:2'] }),
    append(log, session, ['c'], { claims: ['key:4'] }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[2]).toMatchObject({ value: { first: 2, last: 2 } });
  expect(await values(log.read(session, 0))).toEqual(['a', 'c']);
  expect(await append(log, session, ['d'], { claims: ['key:3'] })).toEqual({ first: 3, last: 3 });
});

test('[LG54] when the transaction fails nothing is stored, everybody is told and the next is tried', async () => {
  const { log, recording } = await openRecorded();
  const session = await create(log);
  await append(log, session, ['a']);
  const read: number[] = [];
  const reading = (async () => {
    for await (const { seq } of log.read(session, 1, { live: true })) read.push(seq);
  })();
  recording.failOn = (call) => call === 'COMMIT';
  const failing = range(3).map((n) => expectCode(append(log, session, [n]), 'VITRINE_LOG_FAILED'));
  await Promise.all([...failing, expectCode(create(log, { session: 'new' }), 'VITRINE_LOG_FAILED')]);
  recording.failOn = () => false;
  expect(await log.session('new')).toBeUndefined();
  expect(await append(log, session, ['b'])).toEqual({ first: 2, last: 2 });
  await log.closeSession(session, '2026-03-02T00:00:00Z');
  await reading;
  expect(read).toEqual([2]);
});

/** What SQLite says of a full disk; where it takes the whole transaction back by itself, it does so here too. */
test.each([
  ['one statement', {}],
  ['several statements', { claims: ['key:9'] }],
] as const)(
  '[LG54] what follows a commit of %s that found the disk full is not stored, and nobody is told that it was',
  async (_, big) => {
    const store = new Store(await openDriver(':memory:'));
    const log = new SqliteLog(createInlineClient(store));
    const session = await create(log);
    await append(log, session, ['a']);
    const pages = store.db.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
    store.db.get(`PRAGMA max_page_count = ${pages + 2}`);
    const outcomes = await Promise.allSettled([
      append(log, session, ['b']),
      append(log, session, ['x'.repeat(100_000)], big),
      append(log, session, ['c']),
      append(log, session, ['d'], { claims: ['key:1'] }),
    ]);
    const stored = await values(log.read(session, 0));
    const told = ['b', 'x', 'c', 'd'].filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(stored).toEqual(['a', ...told]);
    expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringMatching(/full/) } });
    store.db.get('PRAGMA max_page_count = 1000000');
    expect(await append(log, session, ['e'], { claims: ['key:1'] })).toMatchObject({ last: stored.length + 1 });
    expect(await values(log.read(session, 0))).toEqual([...stored, 'e']);
  },
);

test('[LG54] a read that fails is told of and the next is answered', async () => {
  const { log, recording } = await openRecorded();
  const session = await create(log);
  await append(log, session, [1]);
  recording.failOn = (call) => call.startsWith('SELECT text, seq FROM entries');
  await expectCode(collect(log.read(session, 0)), 'VITRINE_LOG_FAILED');
  recording.failOn = () => false;
  expect(await values(log.read(session, 0))).toEqual([1]);
});

test('[LG58] a failing road fails what waits and what comes later', async () => {
  const client = new StoreClient({ send: () => undefined, end: async () => undefined, keepAlive: () => undefined });
  const log = new SqliteLog(client);
  const waiting = expectCode(log.head('s'), 'VITRINE_LOG_FAILED');
  client.fail('The thread ended.');
  await waiting;
  await expectCode(log.head('s'), 'VITRINE_LOG_FAILED');
  await log.close();
});

test('[LG58] what cannot cross to the thread fails alone', async () => {
  const { openSqliteLog: openThreaded } = await (await import('../../test/compiled.ts')).loadCompiled();
  const log = await openThreaded(temporaryFolder());
  const session = await create(log);
  const bad = expectCode(log.changeSession(session, { title: (() => 1) as never }), 'VITRINE_LOG_FAILED');
  const [good] = await Promise.all([append(log, session, [1]), bad]);
  expect(good).toEqual({ first: 1, last: 1 });
  await log.close();
});

test('[LG59] what a deleted session left is swept when the log is opened again', async () => {
  const folder = temporaryFolder();
  const first = await openSqliteLog(folder);
  const [gone, kept] = [await create(first), await create(first)];
  await append(first, gone, range(5000));
  await append(first, kept, [1]);
  await first.close();
  const path = join(folder, 'sessions.db');
  const client = createInlineClient(new Store(await openDriver(path)));
  await client.call('deleteSession', gone);
  await client.close();
  const second = await openSqliteLog(folder);
  expect(await second.session(gone)).toBeUndefined();
  await second.close();
  const driver = await openDriver(path);
  expect(driver.prepare('SELECT count(*) AS count FROM entries').get()).toMatchObject({ count: 1 });
  expect(driver.prepare('SELECT count(*) AS count FROM sessions').get()).toMatchObject({ count: 1 });
  driver.close();
});

test('[LG16] positions are not used again after a restart either', async () => {
  const folder = temporaryFolder();
  const first = await openSqliteLog(folder);
  const [gone, kept] = [await create(first), await create(first)];
  await first.commit({ session: gone, entries: [entry(1, 'viewer'), entry(2, 'viewer')] });
  const before = (await collect(first.readAgent('ann', 0))).at(-1)?.position;
  await first.deleteSession(gone);
  await first.close();
  const second = await openSqliteLog(folder);
  await second.commit({ session: kept, entries: [entry(3, 'viewer')] });
  const feed = await collect(second.readAgent('ann', before ?? 0));
  expect(feed).toMatchObject([{ session: kept, entry: { seq: 1 } }]);
  await second.close();
});

test('[LG59] other commits go between the steps of a deletion', async () => {
  const { log, recording } = await openRecorded();
  const [long, other] = [await create(log), await create(log)];
  await log.commit({ session: long, entries: range(600).map((n) => entry(n, 'viewer')) });
  recording.calls.length = 0;
  const deleting = log.deleteSession(long);
  for (const n of range(3)) await append(log, other, [n]);
  await deleting;
  const order = recording.calls
    .map((call) => /^(DELETE FROM entries|INSERT INTO entries)/.exec(call)?.[0][0] ?? '')
    .join('');
  expect(order).toMatch(/D.*I.*D/);
});
