import { LogError, openSqliteLog, type SessionLog } from '@vitrine/log';
import { describe, expect, it } from 'vitest';
import { expectRefusal, OWNER, openDesk } from '../../test/credentials.ts';
import type { Revoked } from '../caller.ts';

/** A log whose disk is full while a test says so. */
async function openFullLog(): Promise<{ readonly log: SessionLog; readonly disk: { isFull: boolean } }> {
  const disk = { isFull: false };
  const real = await openSqliteLog(':memory:');
  const log = new Proxy(real, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]) => {
        if (disk.isFull && name === 'writeRecords')
          return Promise.reject(new LogError('VITRINE_LOG_FAILED', 'The disk is full.'));
        return found.apply(target, given) as unknown;
      };
    },
  });
  return { log, disk };
}

describe('a revocation that cannot be stored', () => {
  it('[CR24] of an agent holds at once, is told, and is stored as soon as the store takes it', async () => {
    const { log, disk } = await openFullLog();
    let failures = 0;
    const { credentials, restart } = await openDesk({ log, storeFailed: () => failures++ });
    const { key } = await credentials.addAgent('ann');
    const { token, code } = await credentials.mintViewer('s1');
    const heard: Revoked[] = [];
    credentials.onRevoked((what) => heard.push(what));
    disk.isFull = true;
    for (const agent of ['ann', OWNER]) expect(await credentials.revokeAgent(agent)).toEqual({ durable: false });
    expect(heard).toEqual([{ agent: 'ann' }, { agent: OWNER }]);
    expect(failures).toBe(2);
    await expectRefusal(credentials.identify(key), 'VITRINE_CREDENTIAL_REVOKED');
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_REVOKED');
    await expect(credentials.flush()).rejects.toMatchObject({ code: 'VITRINE_LOG_FAILED' });
    expect(await credentials.revokeAgent('ann')).toEqual({ durable: false });
    disk.isFull = false;
    await credentials.flush();
    const again = await restart();
    await expectRefusal(again.identify(key), 'VITRINE_CREDENTIAL_REVOKED');
    await expectRefusal(
      again.redeemViewerCode(code, async () => true),
      'VITRINE_CREDENTIAL_REVOKED',
    );
    expect(await credentials.revokeAgent('ann')).toEqual({ durable: true });
  });

  it('[CR24] of viewers holds at once, and is stored with whatever is written next', async () => {
    const { log, disk } = await openFullLog();
    const { credentials, restart } = await openDesk({ log });
    const one = await credentials.mintViewer('s1');
    const two = await credentials.mintViewer('s2');
    disk.isFull = true;
    expect(await credentials.revokeViewers('s1', one.token)).toEqual({ durable: false });
    expect(await credentials.revokeViewers('s1', one.token)).toEqual({ durable: false });
    expect(await credentials.revokeViewers('s2')).toEqual({ durable: false });
    for (const { token } of [one, two]) await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_REVOKED');
    disk.isFull = false;
    await credentials.addAgent('ann');
    const again = await restart();
    for (const { token } of [one, two]) await expectRefusal(again.identify(token), 'VITRINE_CREDENTIAL_REVOKED');
    expect(await credentials.revokeViewers('s1', one.token)).toEqual({ durable: true });
  });

  it('[CR24] does not come back over what was decided after it', async () => {
    const { log, disk } = await openFullLog();
    const { credentials, restart } = await openDesk({ log });
    disk.isFull = true;
    await credentials.revokeAgent(OWNER);
    await expect(credentials.rotateAgent(OWNER)).rejects.toMatchObject({ code: 'VITRINE_LOG_FAILED' });
    disk.isFull = false;
    const { key } = await credentials.rotateAgent(OWNER);
    await credentials.flush();
    for (const each of [credentials, await restart()])
      expect(await each.identify(key)).toMatchObject({ agent: OWNER, grant: { epoch: 1 } });
  });
});
