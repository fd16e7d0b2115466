import { ISSUE_CODES } from '@vitrine/core/internal';
import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { append, collect, create, entry, expectCode, NOON, range, values } from '../test/samples.ts';

describeSessionLog('closing', (_log, open) => {
  test('[LG47] a log that is open says that what is written now is kept', async () => {
    const log = await open();
    await expect(log.check()).resolves.toBeUndefined();
  });

  test('[LG46] what was handed over before closing is done, what comes later is refused', async () => {
    const log = await open();
    const session = await create(log);
    const before = Promise.all(range(20).map((n) => append(log, session, [n])));
    await log.close();
    expect((await before).at(-1)).toEqual({ first: 20, last: 20 });
    const later = [
      log.createSession({ agent: 'a', trust: 'trusted', createdAt: NOON }),
      log.session(session),
      collect(log.sessions()),
      log.changeSession(session, {}),
      log.closeSession(session, NOON),
      log.deleteSession(session),
      log.expireSessions(NOON),
      log.commit({ session, entries: [entry(1)] }),
      log.head(session),
      values(log.read(session, 0)),
      collect(log.readAgent('a', 0)),
      log.saveSnapshot(session, { seq: 1, version: 'f', state: 0 }),
      log.snapshot(session, 'f'),
      log.prune(session, 1),
      log.fork(session, 1, { createdAt: NOON }),
      log.writeRecords([]),
      log.record('k', 'k'),
      collect(log.records('k')),
      collect(log.due('k', NOON)),
      log.cursor('a', 'c'),
      log.saveCursor('a', 'c', 1),
      log.check(),
    ];
    expect(Object.hasOwn(ISSUE_CODES, 'VITRINE_LOG_CLOSED')).toBe(true);
    for (const call of later) await expectCode(call, 'VITRINE_LOG_CLOSED');
    await log.close();
  });
});
