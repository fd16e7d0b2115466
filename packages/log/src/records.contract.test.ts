import type { Json } from '@vitrine/core';
import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { append, collect, create, expectCode, range } from '../test/samples.ts';

describeSessionLog('records', (log) => {
  test('[LG40] JSON and bytes are read as they were written', async () => {
    const session = await create(log());
    const bytes = Uint8Array.from(range(300), (n) => n % 256);
    const values: (Json | Uint8Array)[] = [null, false, 0, '', 'text', [1, { a: null }], bytes, new Uint8Array(0)];
    await log().writeRecords(values.map((value, n) => ({ kind: 'all', key: `k${n}`, session, value })));
    for (const [n, value] of values.entries()) {
      const record = await log().record('all', `k${n}`);
      expect(record).toEqual({ kind: 'all', key: `k${n}`, session, value });
      if (value instanceof Uint8Array) expect(record?.value).toBeInstanceOf(Uint8Array);
    }
    expect(await log().record('all', 'none')).toBeUndefined();
    expect(await log().record('other', 'k0')).toBeUndefined();
  });

  test('[LG40] bytes that are a part of something larger are stored alone', async () => {
    const whole = Uint8Array.from(range(9));
    await log().writeRecords([{ kind: 'part', key: 'p', value: whole.subarray(2, 5) }]);
    expect((await log().record('part', 'p'))?.value).toEqual(Uint8Array.of(3, 4, 5));
  });

  test('[LG40] writing again replaces all of a record, removing nothing is no error', async () => {
    const session = await create(log());
    await log().writeRecords([{ kind: 're', key: 'a', session, due: '2026-03-01T00:00:00Z', value: 1 }]);
    await log().writeRecords([{ kind: 're', key: 'a', value: Uint8Array.of(7) }]);
    expect(await log().record('re', 'a')).toEqual({ kind: 're', key: 'a', value: Uint8Array.of(7) });
    await log().writeRecords([
      { kind: 're', key: 'a', remove: true },
      { kind: 're', key: 'never', remove: true },
    ]);
    expect(await log().record('re', 'a')).toBeUndefined();
  });

  test('[LG40] a commit writes and removes records with its entries', async () => {
    const session = await create(log());
    await log().writeRecords([{ kind: 'seal', key: 'old', session, value: 'x' }]);
    const records = [
      { kind: 'seal', key: 'old', remove: true },
      { kind: 'seal', key: 'new', session, value: 'y' },
    ] as const;
    await append(log(), session, [1], { records });
    expect(await collect(log().records('seal', session))).toMatchObject([{ key: 'new', value: 'y' }]);
  });

  test('[LG41] records are listed by kind, also of one session, in the order of their keys', async () => {
    const session = await create(log());
    const key = (n: number) => `k${String(n).padStart(3, '0')}`;
    const writes = range(50).map((n) => ({ kind: 'list', key: key(n), value: n, ...(n % 2 === 0 ? { session } : {}) }));
    await log().writeRecords(writes.toReversed());
    const keys = async (of?: string) => (await collect(log().records('list', of))).map((record) => record.key);
    expect(await keys()).toEqual(range(50).map(key));
    expect(await keys(session)).toEqual(range(25).map((n) => key(2 * n)));
    await expectCode(keys('nowhere'), 'VITRINE_LOG_SESSION_UNKNOWN');
    const stray = { kind: 'list', key: 'stray', session: 'nowhere', value: 1 };
    await expectCode(log().writeRecords([stray]), 'VITRINE_LOG_SESSION_UNKNOWN');
  });

  test('[LG42] records that are due are found, the earliest first, whichever way the time was written', async () => {
    const times = [
      '2026-03-01T10:00:00.500Z',
      '2026-03-01T10:00:00Z',
      '2026-03-01T12:00:00+03:00',
      '2026-03-01T11:00:00Z',
    ];
    await log().writeRecords(times.map((due, n) => ({ kind: 'ttl', key: `t${n}`, due, value: n })));
    await log().writeRecords([
      { kind: 'ttl', key: 'never', value: 0 },
      { kind: 'other', key: 't', due: '2026-01-01T00:00:00Z', value: 0 },
    ]);
    const due = async (before: string) => (await collect(log().due('ttl', before))).map(({ key }) => key);
    expect(await due('2026-03-01T10:00:00.500Z')).toEqual(['t2', 't1', 't0']);
    expect(await due('2026-03-01T10:00:00.499Z')).toEqual(['t2', 't1']);
    expect(await log().record('ttl', 't2')).toMatchObject({ due: '2026-03-01T09:00:00.000Z' });
  });

  test('[LG42] many records due at one time are found once each, also when each is removed as it is found', async () => {
    const due = '2026-03-01T00:00:00Z';
    await log().writeRecords(range(40).map((n) => ({ kind: 'same', key: `k${n}`, due, value: n })));
    const found: Json[] = [];
    for await (const { kind, key, value } of log().due('same', due)) {
      found.push(value as Json);
      await log().writeRecords([{ kind, key, remove: true }]);
    }
    expect(found.toSorted((a, b) => Number(a) - Number(b))).toEqual(range(40));
  });

  test('[LG43] a time that is none is refused', async () => {
    const session = await create(log());
    const record = { kind: 'bad', key: 'k', due: 'tomorrow', value: 1 };
    await expectCode(log().writeRecords([record]), 'VITRINE_LOG_VALUE');
    await expectCode(collect(log().due('bad', 'soon')), 'VITRINE_LOG_VALUE');
    await expectCode(create(log(), { createdAt: '' }), 'VITRINE_LOG_VALUE');
    await expectCode(log().closeSession(session, 'now'), 'VITRINE_LOG_VALUE');
    expect(await log().commit({ session, entries: [], records: [record] })).toMatchObject({
      code: 'VITRINE_LOG_VALUE',
    });
  });
});
