import { openSqliteLog, type SessionLog } from '@vitrine/log';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRefusal, MINUTE, NOON, openDesk } from '../../test/credentials.ts';
import type { Credentials, Revoked } from '../caller.ts';

const DAY = 24 * 60 * MINUTE;
/** Places few enough to be come back to. */
const JUMPS = [0, 1, 1000, 61_000, 10 * MINUTE, 16 * MINUTE, 20 * 60 * MINUTE];

async function revokedKeys(log: SessionLog): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of log.records('revoked')) keys.push(key);
  return keys;
}

async function holds(credentials: Credentials, token: string): Promise<boolean> {
  return credentials.identify(token).then(
    () => true,
    () => false,
  );
}

describe('revocations', () => {
  it('[CR12] end one token, after a restart too, and no other of the same viewer', async () => {
    const { credentials, restart } = await openDesk();
    const one = await credentials.mintViewer('s1', { viewer: 'jo' });
    const two = await credentials.mintViewer('s1', { viewer: 'jo' });
    const heard: Revoked[] = [];
    credentials.onRevoked((what) => heard.push(what));
    await credentials.revokeViewers('s1', one.token);
    expect(heard).toEqual([{ session: 's1', jti: one.jti }]);
    for (const each of [credentials, await restart()]) {
      await expectRefusal(each.identify(one.token), 'VITRINE_CREDENTIAL_REVOKED');
      expect(await each.identify(two.token)).toMatchObject({ viewer: 'jo' });
    }
  });

  it('[CR12] end what was renewed from the token, and what it was renewed from, also when it has expired', async () => {
    const { credentials, clock, restart } = await openDesk();
    const first = await credentials.mintViewer('s1', { viewer: 'jo' });
    const other = await credentials.mintViewer('s1', { viewer: 'jo' });
    clock.at += 10 * MINUTE;
    const second = await credentials.mintViewer('s1', { renews: first.token });
    const third = await credentials.mintViewer('s1', { renews: second.token });
    const caller = await credentials.identify(third.token);
    const kept = await credentials.mintViewer('s1', { renews: other.token });
    const heard: Revoked[] = [];
    credentials.onRevoked((what) => heard.push(what));
    clock.at += 51 * MINUTE;
    await credentials.revokeViewers('s1', first.token);
    expect(heard).toEqual([{ session: 's1', jti: (caller as { jti: string }).jti }]);
    for (const each of [credentials, await restart()]) {
      for (const { token } of [second, third]) await expectRefusal(each.identify(token), 'VITRINE_CREDENTIAL_REVOKED');
      await expectRefusal(each.mintViewer('s1', { renews: third.token }), 'VITRINE_CREDENTIAL_REVOKED');
      expect(await each.identify(kept.token)).toMatchObject({ viewer: 'jo' });
    }
  });

  it('[CR12] of what was revoked before are nothing', async () => {
    const { credentials, clock, log } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    const heard: Revoked[] = [];
    credentials.onRevoked((what) => heard.push(what));
    await credentials.revokeViewers('s1', token);
    await credentials.revokeViewers('s1', token);
    clock.at += 20 * MINUTE;
    await credentials.revokeViewers('s1', token);
    expect(heard).toHaveLength(1);
    expect(await revokedKeys(log)).toHaveLength(1);
  });

  it('[CR9] [CR12] of what is no token of the session are refused', async () => {
    const { credentials, log } = await openDesk();
    const { token } = await credentials.mintViewer('s2');
    await expectRefusal(credentials.revokeViewers('s1', token), 'VITRINE_CREDENTIAL_PURPOSE');
    await expectRefusal(credentials.revokeViewers('s1', 'nonsense'), 'VITRINE_CREDENTIAL_INVALID');
    await expectRefusal(credentials.revokeViewers('s1', ''), 'VITRINE_CREDENTIAL_INVALID');
    expect(await credentials.identify(token)).toMatchObject({ session: 's2' });
    expect(await revokedKeys(log)).toEqual([]);
  });

  it('[CR13] of a session end all tokens before and none after, within the same millisecond', async () => {
    const { credentials, restart } = await openDesk();
    const before = await credentials.mintViewer('s1');
    const other = await credentials.mintViewer('s2');
    const heard: Revoked[] = [];
    credentials.onRevoked((what) => heard.push(what));
    await credentials.revokeViewers('s1');
    const between = await credentials.mintViewer('s1');
    expect(await holds(credentials, between.token)).toBe(true);
    await credentials.revokeViewers('s1');
    const after = await credentials.mintViewer('s1');
    expect(heard).toEqual([{ session: 's1' }, { session: 's1' }]);
    for (const each of [credentials, await restart()]) {
      await expectRefusal(each.identify(before.token), 'VITRINE_CREDENTIAL_REVOKED');
      await expectRefusal(each.identify(between.token), 'VITRINE_CREDENTIAL_REVOKED');
      expect(await holds(each, after.token)).toBe(true);
      expect(await holds(each, other.token)).toBe(true);
    }
  });

  it('[CR13] of sessions with names that a table must not trip over stay apart', async () => {
    const { credentials, restart } = await openDesk();
    const names = ['__proto__', 'constructor', 'jti:x', 'family:x', 'session:a', 'a:b', ''];
    const tokens = await Promise.all(names.map((name) => credentials.mintViewer(name)));
    await credentials.revokeViewers('session:a');
    const again = await restart();
    expect(await Promise.all(tokens.map(({ token }) => holds(again, token)))).toEqual(
      names.map((name) => name !== 'session:a'),
    );
  });

  it('[CR13] obey one rule however the clock jumps and the host restarts', async () => {
    const step = fc.oneof(
      fc.constant({ act: 'mint' as const }),
      fc.constant({ act: 'revoke all' as const }),
      fc.record({ act: fc.constant('revoke one' as const), pick: fc.nat(20) }),
      fc.record({ act: fc.constant('jump' as const), to: fc.constantFrom(...JUMPS) }),
      fc.constant({ act: 'restart' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { clock, log, restart } = await openDesk({ log: await openSqliteLog(':memory:') });
        let credentials = await restart();
        const minted: { token: string; isRevoked: boolean }[] = [];
        for (const step of steps) {
          if (step.act === 'mint') minted.push({ token: (await credentials.mintViewer('s')).token, isRevoked: false });
          if (step.act === 'jump') clock.at = NOON + step.to;
          if (step.act === 'restart') credentials = await restart();
          if (step.act === 'revoke all') {
            await credentials.revokeViewers('s');
            for (const each of minted) each.isRevoked = true;
          }
          const picked = step.act === 'revoke one' ? minted[step.pick % Math.max(1, minted.length)] : undefined;
          if (picked !== undefined && (await holds(credentials, picked.token))) {
            await credentials.revokeViewers('s', picked.token);
            picked.isRevoked = true;
          }
          for (const each of minted) if (each.isRevoked) expect(await holds(credentials, each.token)).toBe(false);
        }
        const { token } = await credentials.mintViewer('s');
        expect(await holds(credentials, token)).toBe(true);
        await log.close();
      }),
      { numRuns: 100 },
    );
  });

  it('[CR14] hold and are told before they are durable, and are durable before they are answered', async () => {
    const { credentials, log } = await openDesk();
    const { token, jti } = await credentials.mintViewer('s1');
    const heard: Revoked[] = [];
    credentials.onRevoked((what) => heard.push(what));
    expect(await credentials.revokeViewers('s1', token)).toEqual({ durable: true });
    expect(await log.record('revoked', `family:${jti}`)).toMatchObject({
      due: new Date(NOON + 30 * DAY).toISOString(),
    });
    await log.close();
    await expect(credentials.revokeViewers('s1')).rejects.toMatchObject({ code: 'VITRINE_LOG_CLOSED' });
    expect(heard).toEqual([{ session: 's1', jti }, { session: 's1' }]);
  });

  it('[CR14] are told to everybody, whoever fails and whoever leaves', async () => {
    const { credentials } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    const heard: string[] = [];
    credentials.onRevoked(() => {
      throw new Error('cannot close');
    });
    const leave = credentials.onRevoked(() => heard.push('left'));
    credentials.onRevoked(() => heard.push('stayed'));
    leave();
    await expect(credentials.revokeViewers('s1')).rejects.toThrow(AggregateError);
    expect(heard).toEqual(['stayed']);
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_REVOKED');
  });

  it('[CR15] are kept for a day behind the end of the tokens, then removed by the next one or at the start', async () => {
    const { credentials, clock, log, restart } = await openDesk();
    const one = await credentials.mintViewer('s1');
    await credentials.revokeViewers('s1', one.token);
    await credentials.revokeViewers('s2');
    clock.at += 31 * DAY - 1;
    await restart();
    expect(await revokedKeys(log)).toEqual([`family:${one.jti}`, 'session:s2']);
    clock.at += 1;
    await credentials.revokeViewers('s3');
    expect(await revokedKeys(log)).toEqual(['session:s3']);
    clock.at += 32 * DAY;
    await restart();
    expect(await revokedKeys(log)).toEqual([]);
  });

  it('[CR13] [CR15] end what was made since, also when the one before was removed and the host restarted', async () => {
    const { credentials, clock, restart } = await openDesk({ viewerSeconds: 86_400 });
    await credentials.revokeViewers('s1');
    clock.at += 31 * DAY - 1;
    const late = await credentials.mintViewer('s1');
    clock.at += 1;
    await restart();
    const again = await restart();
    expect(await holds(again, late.token)).toBe(true);
    await again.revokeViewers('s1');
    await expectRefusal(again.identify(late.token), 'VITRINE_CREDENTIAL_REVOKED');
  });

  it('[CR15] that cannot be read are left alone', async () => {
    const { credentials, log, restart } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    await log.writeRecords([{ kind: 'revoked', key: 'session:s1', value: 'odd' }]);
    expect(await holds(await restart(), token)).toBe(true);
  });
});
