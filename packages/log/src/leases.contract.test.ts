import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { append, create, entry, expectCode, values } from '../test/samples.ts';

describeSessionLog('leases', (log) => {
  test('[LG80] a session can be held, and a lease that is held stays the same', async () => {
    const session = await create(log());
    const first = await log().acquire(session);
    expect(first).toMatchObject({ ok: true });
    expect(await log().acquire(session)).toEqual(first);
    await expectCode(log().acquire('nowhere'), 'VITRINE_LOG_SESSION_UNKNOWN');
  });

  test('[LG80] what was handed over before a session is released is stored, and it can be held again', async () => {
    const session = await create(log());
    const before = append(log(), session, [1]);
    await log().release(session);
    expect(await before).toEqual({ first: 1, last: 1 });
    expect(await log().acquire(session)).toMatchObject({ ok: true });
    await append(log(), session, [2]);
    expect(await values(log().read(session, 0))).toEqual([1, 2]);
  });

  test('[LG81] a commit under another epoch than the lease has is refused and changes nothing', async () => {
    const session = await create(log());
    const lease = await log().acquire(session);
    if (!lease.ok) throw new Error('It is held.');
    await append(log(), session, [1], { epoch: lease.epoch });
    const outcome = await log().commit({ session, entries: [entry(2)], epoch: lease.epoch + 1 });
    expect(outcome).toMatchObject({ ok: false, code: 'VITRINE_LOG_FENCED' });
    expect(await log().head(session)).toBe(1);
  });

  test('[LG83] the clock of the log goes on', async () => {
    const before = log().now();
    await create(log());
    expect(log().now()).toBeGreaterThanOrEqual(before);
    expect(Math.abs(log().now() - Date.now())).toBeLessThan(60_000);
  });
});
