import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { append, collect, create, entry, expectCode, NOON, range, valueIn, values } from '../test/samples.ts';
import type { SessionLog } from './session-log.ts';

async function createWith(log: SessionLog, count: number, agent = 'ann'): Promise<string> {
  const session = await create(log, { agent });
  await append(log, session, range(count));
  return session;
}

describeSessionLog('snapshots', (log) => {
  test('[LG30] the latest snapshot at or before a seq is found', async () => {
    const session = await createWith(log(), 9);
    for (const seq of [3, 6])
      await log().saveSnapshot(session, { seq, version: 'f1', state: { at: seq, deep: [null] } });
    expect(await log().snapshot(session, 'f1')).toEqual({ seq: 6, version: 'f1', state: { at: 6, deep: [null] } });
    expect(await log().snapshot(session, 'f1', 5)).toMatchObject({ seq: 3 });
    expect(await log().snapshot(session, 'f1', 6)).toMatchObject({ seq: 6 });
    expect(await log().snapshot(session, 'f1', 2)).toBeUndefined();
    expect(await log().snapshot(session, 'f2')).toBeUndefined();
  });

  test('[LG30] a snapshot whose state is text by now is read as one that is not', async () => {
    const session = await createWith(log(), 1);
    await log().saveSnapshot(session, { seq: 1, version: 'f1', text: '{"deep":[null]}' });
    expect(await log().snapshot(session, 'f1')).toEqual({ seq: 1, version: 'f1', state: { deep: [null] } });
  });

  test('[LG30] a snapshot saved again at its seq replaces the first', async () => {
    const session = await createWith(log(), 1);
    for (const state of ['a', 'b']) await log().saveSnapshot(session, { seq: 1, version: 'f1', state });
    expect(await log().snapshot(session, 'f1')).toMatchObject({ state: 'b' });
  });

  test('[LG30] a snapshot ahead of the session and a state that is no JSON are errors', async () => {
    const session = await createWith(log(), 2);
    await expectCode(log().saveSnapshot(session, { seq: 3, version: 'f1', state: 0 }), 'VITRINE_LOG_SEQ', { head: 2 });
    await expectCode(log().saveSnapshot(session, { seq: 1, version: 'f1', state: [Number.NaN] }), 'VITRINE_LOG_VALUE');
    await expectCode(log().snapshot('nowhere', 'f1'), 'VITRINE_LOG_SESSION_UNKNOWN');
  });

  test('[LG31] snapshots of another version are dropped when one is saved', async () => {
    const session = await createWith(log(), 4);
    await log().saveSnapshot(session, { seq: 2, version: 'f1', state: 1 });
    await log().saveSnapshot(session, { seq: 4, version: 'f2', state: 2 });
    expect(await log().snapshot(session, 'f1')).toBeUndefined();
    expect(await log().snapshot(session, 'f2')).toMatchObject({ seq: 4 });
  });

  test('[LG31] a snapshot that stands for removed entries is kept', async () => {
    const session = await createWith(log(), 4);
    await log().saveSnapshot(session, { seq: 2, version: 'f1', state: 1 });
    await log().prune(session, 2);
    await log().saveSnapshot(session, { seq: 4, version: 'f2', state: 2 });
    expect(await log().snapshot(session, 'f1')).toMatchObject({ seq: 2 });
  });

  test('[LG32] a snapshot deletes nothing and is needed to remove entries', async () => {
    const session = await createWith(log(), 5);
    await expectCode(log().prune(session, 3), 'VITRINE_LOG_SNAPSHOT');
    await log().saveSnapshot(session, { seq: 3, version: 'f1', state: 'three' });
    expect(await values(log().read(session, 0))).toEqual(range(5));
    await expectCode(log().prune(session, 4), 'VITRINE_LOG_SNAPSHOT');
    await expectCode(log().prune(session, 6), 'VITRINE_LOG_SEQ', { head: 5 });
    await log().prune(session, 3);
    await log().prune(session, 1);
    expect(await log().session(session)).toMatchObject({ base: 3 });
    expect(await values(log().read(session, 3))).toEqual([4, 5]);
    expect(await log().snapshot(session, 'f1')).toMatchObject({ state: 'three' });
    expect(await append(log(), session, [6])).toEqual({ first: 6, last: 6 });
  });

  test('[LG32] all entries can be removed and the seqs go on', async () => {
    const session = await create(log());
    for (const part of range(5)) await append(log(), session, range(1000 + part));
    const head = await log().head(session);
    await log().saveSnapshot(session, { seq: head, version: 'f1', state: 0 });
    await log().prune(session, head);
    expect(await values(log().read(session, head))).toEqual([]);
    expect(await append(log(), session, ['next'])).toEqual({ first: head + 1, last: head + 1 });
  });

  test('[LG33] reading below what was removed tells where to begin', async () => {
    const session = await createWith(log(), 5);
    await log().saveSnapshot(session, { seq: 4, version: 'f1', state: 0 });
    await log().prune(session, 3);
    await expectCode(collect(log().read(session, 0)), 'VITRINE_LOG_COMPACTED', { base: 3 });
    await expectCode(collect(log().read(session, 2, { live: true })), 'VITRINE_LOG_COMPACTED', { base: 3 });
    await expectCode(log().saveSnapshot(session, { seq: 2, version: 'f1', state: 0 }), 'VITRINE_LOG_COMPACTED');
  });

  test('[LG33] a feed tells of removed entries whoever had not read them', async () => {
    const session = await create(log(), { agent: 'kim' });
    await log().commit({ session, entries: range(6).map((n) => entry(n, n % 2 === 0 ? 'viewer' : 'agent')) });
    const positions = (await collect(log().readAgent('kim', 0))).map(({ position }) => position);
    await log().saveSnapshot(session, { seq: 6, version: 'f1', state: 0 });
    await log().prune(session, 5);
    await expectCode(collect(log().readAgent('kim', positions[0] as number)), 'VITRINE_LOG_COMPACTED', {
      base: positions[1],
    });
    for (const after of [0, positions[1] as number]) {
      const feed = await collect(log().readAgent('kim', after));
      expect(feed.map(({ entry: read }) => valueIn(read))).toEqual([6]);
    }
    await log().deleteSession(session);
    await expectCode(collect(log().readAgent('kim', positions[1] as number)), 'VITRINE_LOG_COMPACTED');
  });

  test('[LG34] a fork has the past up to a seq and both go on alone', async () => {
    const session = await create(log(), { agent: 'lou', title: 'first', dialect: 'a2ui-0.8', trust: 'untrusted' });
    await log().commit({ session, entries: range(4).map((n) => entry(n, 'viewer')), claims: ['ask:1'] });
    await log().saveSnapshot(session, { seq: 2, version: 'f1', state: 'two' });
    await append(log(), session, [5], { claims: ['ask:2'] });
    await log().closeSession(session, NOON);
    const { session: fork, ...row } = await log().fork(session, 4, {
      createdAt: '2026-04-01T00:00:00Z',
      title: 'second',
    });
    const kept = { agent: 'lou', title: 'second', dialect: 'a2ui-0.8', trust: 'untrusted' };
    const forkedFrom = { session, seq: 4 };
    expect(row).toEqual({ ...kept, createdAt: '2026-04-01T00:00:00.000Z', base: 0, forkedFrom });
    expect(await collect(log().read(fork, 0))).toEqual((await collect(log().read(session, 0))).slice(0, 4));
    expect(await log().snapshot(fork, 'f1')).toMatchObject({ seq: 2, state: 'two' });
    const repeated = await log().commit({ session: fork, entries: [], claims: ['ask:1'] });
    expect(repeated).toMatchObject({ ok: false, session: fork, seq: 4 });
    expect(await append(log(), fork, ['other'], { claims: ['ask:2'] })).toEqual({ first: 5, last: 5 });
    expect(await values(log().read(session, 4))).toEqual([5]);
    expect(await collect(log().readAgent('lou', 0))).toHaveLength(4);
  });

  test('[LG34] a fork at 0 is empty, one behind the head or of nothing is an error', async () => {
    const session = await createWith(log(), 2);
    const { session: fork } = await log().fork(session, 0, { createdAt: NOON });
    expect(await log().head(fork)).toBe(0);
    await expectCode(log().fork(session, 3, { createdAt: NOON }), 'VITRINE_LOG_SEQ', { head: 2 });
    await expectCode(log().fork('nowhere', 0, { createdAt: NOON }), 'VITRINE_LOG_SESSION_UNKNOWN');
  });

  test('[LG34] a fork has the records that it is asked to have, under its own name, and no others', async () => {
    const session = await createWith(log(), 1);
    const records = ['kept', 'bytes', 'left'].map((kind) => ({
      ...{ kind, key: session, session },
      value: kind === 'bytes' ? Uint8Array.of(1, 2) : { of: kind },
    }));
    await log().writeRecords([...records, { kind: 'kept', key: `${session}/x`, session, value: 'of another name' }]);
    const { session: fork } = await log().fork(session, 1, { createdAt: NOON, records: ['kept', 'bytes', 'none'] });
    expect(await log().record('kept', fork)).toMatchObject({ session: fork, value: { of: 'kept' } });
    expect((await log().record('bytes', fork))?.value).toEqual(Uint8Array.of(1, 2));
    expect(await log().record('left', fork)).toBeUndefined();
    expect(await collect(log().records('kept', fork))).toHaveLength(1);
    await log().deleteSession(session);
    expect(await log().record('kept', session)).toBeUndefined();
    expect(await log().record('kept', fork)).toMatchObject({ value: { of: 'kept' } });
  });

  test('[LG35] a fork of a session without its beginning starts at a snapshot', async () => {
    const session = await createWith(log(), 6);
    await log().saveSnapshot(session, { seq: 4, version: 'f1', state: 4 });
    await log().prune(session, 2);
    await expectCode(log().fork(session, 3, { createdAt: NOON }), 'VITRINE_LOG_COMPACTED');
    const { session: fork, base } = await log().fork(session, 5, { createdAt: NOON });
    expect(base).toBe(2);
    expect(await values(log().read(fork, 2))).toEqual([3, 4, 5]);
    expect(await log().snapshot(fork, 'f1')).toMatchObject({ seq: 4 });
    await expectCode(collect(log().read(fork, 0)), 'VITRINE_LOG_COMPACTED', { base: 2 });
  });
});
