import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { append, collect, create, entry, expectCode, NOON, range, values } from '../test/samples.ts';
import type { SessionQuery } from './session-log.ts';

describeSessionLog('sessions', (log, open) => {
  const list = async (query: SessionQuery) => (await collect(log().sessions(query))).map(({ session }) => session);

  test('[LG20] a session has the id that was chosen and what it was created with', async () => {
    const given = { session: 'run-1', agent: 'ann', title: 'T', dialect: 'a2ui-0.9', trust: 'untrusted' } as const;
    const row = { ...given, createdAt: NOON, base: 0 };
    expect(await log().createSession({ ...given, createdAt: '2026-03-01T12:00:00Z' })).toEqual(row);
    expect(await log().session('run-1')).toEqual(row);
    expect(await log().session('run-2')).toBeUndefined();
  });

  test('[LG20] an id that is taken is refused', async () => {
    const session = await create(log());
    await expectCode(create(log(), { session, agent: 'bob' }), 'VITRINE_LOG_SESSION_EXISTS');
    expect(await log().session(session)).toMatchObject({ agent: 'ann' });
  });

  test('[LG20] ids that are not chosen have 128 bits and differ', async () => {
    const ids = await Promise.all(range(20).map(() => create(log())));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
  });

  test('[LG21] sessions are listed as they were created, by agent and state', async () => {
    const ids = [];
    for (const agent of ['gil', 'hal', 'gil', 'gil']) ids.push(await create(log(), { agent }));
    await log().closeSession(ids[2] as string, NOON);
    expect(await list({ agent: 'gil' })).toEqual([ids[0], ids[2], ids[3]]);
    expect(await list({ agent: 'gil', closed: true })).toEqual([ids[2]]);
    expect(await list({ agent: 'gil', closed: false })).toEqual([ids[0], ids[3]]);
    const open = await list({ closed: false });
    expect(open).toContain(ids[1]);
    expect(open).not.toContain(ids[2]);
  });

  test('[LG21] more sessions than a page holds are listed once each', async () => {
    const ids = await Promise.all(range(450).map(() => create(log(), { agent: 'ivy' })));
    expect(await list({ agent: 'ivy' })).toEqual(ids);
  });

  test('[LG22] title, dialect and trust can be changed, what is not named stays', async () => {
    const session = await create(log(), { title: 'old' });
    expect(await log().changeSession(session, { dialect: 'a2ui-1.0' })).toMatchObject({
      title: 'old',
      dialect: 'a2ui-1.0',
    });
    const changed = await log().changeSession(session, { title: 'new', trust: 'untrusted' });
    expect(changed).toMatchObject({ title: 'new', dialect: 'a2ui-1.0', trust: 'untrusted' });
    await expectCode(log().changeSession('nowhere', { title: 'x' }), 'VITRINE_LOG_SESSION_UNKNOWN');
  });

  test('[LG23] a closed session keeps its entries and the time of its first closing', async () => {
    const session = await create(log());
    await append(log(), session, [1]);
    expect(await log().closeSession(session, '2026-03-02T00:00:00Z')).toMatchObject({
      closedAt: '2026-03-02T00:00:00.000Z',
    });
    expect(await log().closeSession(session, '2026-03-03T00:00:00Z')).toMatchObject({
      closedAt: '2026-03-02T00:00:00.000Z',
    });
    expect(await values(log().read(session, 0))).toEqual([1]);
    await expectCode(log().closeSession('nowhere', NOON), 'VITRINE_LOG_SESSION_UNKNOWN');
  });

  test('[LG24] of a deleted session nothing is left and its id is free', async () => {
    const session = await create(log(), { agent: 'jim' });
    const records = [{ kind: 'gone', key: 'r', session, value: 1 }];
    await log().commit({ session, entries: [entry(1, 'viewer')], claims: ['key:1', 'once:jim'], records });
    await log().saveSnapshot(session, { seq: 1, version: 'f1', state: {} });
    await log().deleteSession(session);
    expect(await log().session(session)).toBeUndefined();
    expect(await list({ agent: 'jim' })).toEqual([]);
    expect(await collect(log().readAgent('jim', 0))).toEqual([]);
    expect(await collect(log().records('gone'))).toEqual([]);
    await expectCode(collect(log().read(session, 0)), 'VITRINE_LOG_SESSION_UNKNOWN');
    await expectCode(log().deleteSession(session), 'VITRINE_LOG_SESSION_UNKNOWN');
    await create(log(), { session });
    expect(await log().snapshot(session, 'f1')).toBeUndefined();
    expect(await append(log(), session, [9], { claims: ['key:1', 'once:jim'] })).toEqual({ first: 1, last: 1 });
  });

  test('[LG24] deleting a long session leaves the others whole', async () => {
    const [long, kept] = [await create(log()), await create(log())];
    for (const part of range(5)) await append(log(), long, range(1000 + part));
    await append(log(), kept, [1, 2, 3]);
    const during = log().deleteSession(long);
    await append(log(), kept, [4]);
    await during;
    expect(await values(log().read(kept, 0))).toEqual([1, 2, 3, 4]);
  });

  test('[LG25] expiring deletes what was closed before a time and nothing else', async () => {
    const other = await open();
    const ids = [];
    for (const day of ['01', '02', '03']) {
      const session = await create(other);
      await append(other, session, [day]);
      await other.closeSession(session, `2026-03-${day}T00:00:00Z`);
      ids.push(session);
    }
    const stillOpen = await create(other);
    expect(await other.expireSessions('2026-03-02T00:00:00.001Z')).toEqual(ids.slice(0, 2));
    expect((await collect(other.sessions())).map(({ session }) => session)).toEqual([ids[2], stillOpen]);
    expect(await other.expireSessions('2026-03-02T00:00:00.001Z')).toEqual([]);
  });

  test('[LG84] the bytes of entries and records of a session are told, of one that is not there nothing', async () => {
    const [session, other] = [await create(log()), await create(log())];
    const empty = await log().sessionBytes(session);
    await append(log(), session, ['ä'.repeat(500)]);
    const written = await log().sessionBytes(session);
    expect(written - empty).toBeGreaterThan(1000);
    expect(written - empty).toBeLessThan(1500);
    const value = new Uint8Array(10_000);
    await log().writeRecords([{ kind: 'file-bytes', key: `${session}/f`, session, value }]);
    expect((await log().sessionBytes(session)) - written).toBeGreaterThanOrEqual(10_000);
    expect(await log().sessionBytes(other)).toBe(empty);
    await expectCode(log().sessionBytes('none'), 'VITRINE_LOG_SESSION_UNKNOWN');
  });
});
