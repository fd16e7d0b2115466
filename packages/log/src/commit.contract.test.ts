import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { append, collect, create, entry, range, valueIn, values } from '../test/samples.ts';
import { ENTRY_VERSION } from './entry-text.ts';
import type { CommitOutcome } from './session-log.ts';

describeSessionLog('commits', (log) => {
  test('[LG1] entries, claims and records of a refused commit are all absent', async () => {
    const session = await create(log());
    await append(log(), session, [1], { claims: ['ask:1'] });
    const records = [{ kind: 'file', key: 'f', session, value: 'x' }];
    const outcome = await log().commit({ session, entries: [entry(2)], claims: ['ask:2', 'ask:1'], records });
    expect(outcome).toMatchObject({ ok: false, code: 'VITRINE_LOG_CLAIMED', claim: 'ask:1' });
    expect(await values(log().read(session, 0))).toEqual([1]);
    expect(await log().record('file', 'f')).toBeUndefined();
    await append(log(), session, [3], { claims: ['ask:2'] });
  });

  test('[LG1] a record of a session that does not exist refuses its commit whole', async () => {
    const session = await create(log());
    const records = [
      { kind: 'file', key: 'a', value: 1 },
      { kind: 'file', key: 'b', session: 'nowhere', value: 2 },
    ];
    const outcome = await log().commit({ session, entries: [entry(1)], records });
    expect(outcome).toMatchObject({ ok: false, code: 'VITRINE_LOG_SESSION_UNKNOWN' });
    expect(await log().head(session)).toBe(0);
    expect(await log().record('file', 'a')).toBeUndefined();
  });

  test('[LG71] a commit that makes its session leaves all of it, and refused none of it', async () => {
    const open = { agent: 'a', trust: 'trusted', title: 'T', createdAt: '2026-01-01T00:00:00.000Z' } as const;
    const records = [{ kind: 'file', key: 'f', session: 'one', value: 1 }];
    const commit = { entries: [entry(1)], open, claims: ['once:k'], records };
    expect(await log().commit({ ...commit, session: 'one' })).toEqual({ ok: true, first: 1, last: 1 });
    expect(await log().session('one')).toMatchObject({ agent: 'a', title: 'T' });
    expect(await log().record('file', 'f')).toMatchObject({ session: 'one' });
    expect(await log().commit({ ...commit, session: 'two', records: [] })).toMatchObject({
      ...{ ok: false, code: 'VITRINE_LOG_CLAIMED', session: 'one', seq: 1 },
    });
    expect(await log().session('two')).toBeUndefined();
    expect(await log().commit({ session: 'one', entries: [], open })).toMatchObject({
      ...{ ok: false, code: 'VITRINE_LOG_SESSION_EXISTS' },
    });
  });

  test('[LG71] a session that begins as another one has its past, and goes on with the entries of the commit', async () => {
    const session = await create(log());
    await append(log(), session, [1, 2, 3]);
    const open = { createdAt: '2026-01-01T00:00:00.000Z', forkOf: { session, seq: 2 } };
    expect(await log().commit({ session: 'fork', open, entries: [entry('own')] })).toEqual({
      ok: true,
      first: 3,
      last: 3,
    });
    expect(await values(log().read('fork', 0))).toEqual([1, 2, 'own']);
    expect(await log().session('fork')).toMatchObject({ forkedFrom: { session, seq: 2 } });
  });

  test('[LG72] a claim with an end is free again from then on, in the same session and over all', async () => {
    const session = await create(log());
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    const claim = (name: string, day: number) => ({ claim: name, from: at(day), until: at(day + 1) });
    const make = (name: string, day: number) => log().commit({ session, entries: [], claims: [claim(name, day)] });
    for (const name of ['key:a', 'once:a']) {
      expect(await make(name, 1)).toMatchObject({ ok: true });
      expect(await make(name, 1)).toMatchObject({ ok: false, code: 'VITRINE_LOG_CLAIMED', claim: name });
      expect(await make(name, 2)).toMatchObject({ ok: true });
    }
    await log().forgetClaims(at(3));
    for (const name of ['key:a', 'once:a']) expect(await make(name, 2)).toMatchObject({ ok: true });
  });

  test('[LG2] seqs count from 1 in each session and a commit tells its first and last', async () => {
    const [one, two] = [await create(log()), await create(log())];
    expect(await append(log(), one, ['a', 'b'])).toEqual({ first: 1, last: 2 });
    expect(await append(log(), two, ['c'])).toEqual({ first: 1, last: 1 });
    expect(await append(log(), one, ['d'])).toEqual({ first: 3, last: 3 });
    expect((await collect(log().read(one, 0))).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await log().head(one)).toBe(3);
  });

  test('[LG2] commits that are made together are stored in the order in which they were handed over', async () => {
    const session = await create(log());
    const outcomes = await Promise.all(range(50).map((n) => append(log(), session, [`${n}a`, `${n}b`])));
    expect(outcomes.map(({ first }) => first)).toEqual(range(50).map((n) => 2 * n - 1));
    expect(await values(log().read(session, 0))).toEqual(range(50).flatMap((n) => [`${n}a`, `${n}b`]));
  });

  test('[LG2] a commit of many entries is stored in order', async () => {
    const session = await create(log());
    expect(await append(log(), session, range(333))).toEqual({ first: 1, last: 333 });
    expect(await values(log().read(session, 0))).toEqual(range(333));
  });

  test('[LG3] refused commits among good ones change nothing', async () => {
    const session = await create(log());
    const outcomes = await Promise.all([
      log().commit({ session, entries: [entry('a')] }),
      log().commit({ session: 'nowhere', entries: [entry('b')] }),
      log().commit({ session, entries: [entry('c')], expect: 7 }),
      log().commit({ session, entries: [entry(Number.NaN)] }),
      log().commit({ session, entries: [entry('d')], claims: ['key:1'] }),
      log().commit({ session, entries: [entry('e')], claims: ['key:1'] }),
      log().commit({ session, entries: [entry('f')] }),
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, false, false, true, false, true]);
    expect(await values(log().read(session, 0))).toEqual(['a', 'd', 'f']);
  });

  test('[LG4] a commit with another expected head is refused and told the head', async () => {
    const session = await create(log());
    await append(log(), session, [1, 2]);
    const refused = await log().commit({ session, entries: [entry(3)], expect: 1 });
    expect(refused).toMatchObject({ ok: false, code: 'VITRINE_LOG_CONFLICT', head: 2 });
    expect(await append(log(), session, [3], { expect: 2 })).toEqual({ first: 3, last: 3 });
  });

  test('[LG4] of several commits that expect the same head one is stored', async () => {
    const session = await create(log());
    const racing = range(8).map((n) => log().commit({ session, entries: [entry(n)], expect: 0 }));
    expect((await Promise.all(racing)).filter(({ ok }) => ok)).toHaveLength(1);
    expect(await log().head(session)).toBe(1);
  });

  test('[LG5] a second claim in a session is refused and told the last seq of the first', async () => {
    const [session, other] = [await create(log()), await create(log())];
    await append(log(), session, [1, 2], { claims: ['key:abc'] });
    await append(log(), session, [3]);
    const again = await log().commit({ session, entries: [entry(1)], claims: ['key:abc'] });
    expect(again).toMatchObject({ ok: false, code: 'VITRINE_LOG_CLAIMED', claim: 'key:abc', session, seq: 2 });
    await append(log(), other, [1], { claims: ['key:abc'] });
  });

  test('[LG5] a claim that begins with once: is made once over all sessions', async () => {
    const [session, other] = [await create(log()), await create(log())];
    await append(log(), session, [1], { claims: ['once:token'] });
    const again = await log().commit({ session: other, entries: [], claims: ['once:token'] });
    expect(again).toMatchObject({ ok: false, code: 'VITRINE_LOG_CLAIMED', session, seq: 1 });
  });

  test('[LG5] a claim that a commit makes twice is refused', async () => {
    const session = await create(log());
    const outcome = await log().commit({ session, entries: [entry(1)], claims: ['ask:1', 'ask:1'] });
    expect(outcome).toMatchObject({ ok: false, code: 'VITRINE_LOG_CLAIMED' });
    expect(await log().head(session)).toBe(0);
  });

  test('[LG6] a repeat with an old expected head hears that it is a repeat', async () => {
    const session = await create(log());
    const commit = { session, entries: [entry(1)], expect: 0, claims: ['key:1'] };
    expect(await log().commit(commit)).toMatchObject({ ok: true });
    expect(await log().commit(commit)).toMatchObject({ ok: false, code: 'VITRINE_LOG_CLAIMED', seq: 1 });
  });

  test('[LG7] commits to unknown and closed sessions are refused', async () => {
    const session = await create(log());
    await log().closeSession(session, '2026-03-02T00:00:00Z');
    const codes = [session, 'nowhere'].map(async (id) => {
      const outcome = await log().commit({ session: id, entries: [entry(1)] });
      return outcome.ok ? 'stored' : outcome.code;
    });
    expect(await Promise.all(codes)).toEqual(['VITRINE_LOG_SESSION_CLOSED', 'VITRINE_LOG_SESSION_UNKNOWN']);
  });

  test('[LG8] what JSON cannot say refuses the commit', async () => {
    const session = await create(log());
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const bad = [Number.POSITIVE_INFINITY, Number.NaN, [1, [undefined]], { f: () => 1 }, 10n, new Date(0), cycle];
    for (const value of bad) {
      const outcome = await log().commit({ session, entries: [entry('good'), entry(value as never)] });
      expect(outcome).toMatchObject({ ok: false, code: 'VITRINE_LOG_VALUE' });
    }
    const records = [{ kind: 'k', key: 'k', value: Number.NaN }];
    expect(await log().commit({ session, entries: [], records })).toMatchObject({ code: 'VITRINE_LOG_VALUE' });
    expect(await log().head(session)).toBe(0);
  });

  test('[LG9] what is read is the text as it was when it was handed over', async () => {
    const session = await create(log());
    const value = { list: [1, -0, 'ü\u2028\ud83d\ude00 "\n'], gone: undefined as never };
    const given = entry(value);
    const outcome = log().commit({ session, entries: [given] });
    value.list.push('later');
    await outcome;
    const [read] = await collect(log().read(session, 0));
    expect(read).toStrictEqual({ ...entry({ list: [1, 0, 'ü\u2028\ud83d\ude00 "\n'] }), v: ENTRY_VERSION, seq: 1 });
  });

  test('[LG9] every JSON value is read as JSON.parse reads what JSON.stringify wrote', async () => {
    const session = await create(log());
    let after = 0;
    const sameAsText = fc.asyncProperty(fc.jsonValue(), async (value) => {
      ({ last: after } = await append(log(), session, [value as never]));
      const [read] = await collect(log().read(session, after - 1));
      expect(read && valueIn(read)).toStrictEqual(JSON.parse(JSON.stringify(value)));
    });
    await fc.assert(sameAsText, { numRuns: 60 });
  });

  test('[LG10] a commit without entries stores its records and claims', async () => {
    const session = await create(log());
    await append(log(), session, [1]);
    const records = [{ kind: 'seal', key: 's', session, value: 'x' }];
    const outcome: CommitOutcome = await log().commit({ session, entries: [], claims: ['key:1'], records });
    expect(outcome).toEqual({ ok: true, first: 2, last: 1 });
    expect(await log().record('seal', 's')).toMatchObject({ value: 'x' });
    const again = await log().commit({ session, entries: [], claims: ['key:1'] });
    expect(again).toMatchObject({ ok: false, seq: 1 });
  });
});
