import { describe, expect, it } from 'vitest';
import { expectRefusal, MINUTE, NOON, openDesk } from '../../test/credentials.ts';

const HOUR = 60 * MINUTE;

describe('the operator', () => {
  it('[CR16] turns a code into a token once', async () => {
    const { credentials } = await openDesk();
    const code = credentials.newOperatorCode();
    const { token, expiresAt } = await credentials.redeemOperatorCode(code);
    expect(token).toMatch(/^vo_[\w-]{43}$/);
    expect(expiresAt).toBe(new Date(NOON + 12 * HOUR).toISOString());
    expect(await credentials.identify(token)).toMatchObject({ role: 'operator' });
    await expectRefusal(credentials.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR16] has one code at a time; a wrong one does not end it', async () => {
    const { credentials } = await openDesk();
    await expectRefusal(credentials.redeemOperatorCode(''), 'VITRINE_CREDENTIAL_INVALID');
    const old = credentials.newOperatorCode();
    const code = credentials.newOperatorCode();
    for (const wrong of [old, '', 'x', `${code}x`, code.slice(0, -1), code.toLowerCase() + code.toUpperCase()])
      await expectRefusal(credentials.redeemOperatorCode(wrong), 'VITRINE_CREDENTIAL_INVALID');
    expect((await credentials.redeemOperatorCode(code)).token).toMatch(/^vo_/);
  });

  it('[CR16] has 15 minutes for it', async () => {
    const { credentials, clock } = await openDesk();
    const code = credentials.newOperatorCode();
    clock.at += 15 * MINUTE;
    await expectRefusal(credentials.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_EXPIRED');
    clock.at -= MINUTE;
    await expectRefusal(credentials.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR16] cannot come in with the code itself', async () => {
    const { credentials } = await openDesk();
    await expectRefusal(credentials.identify(credentials.newOperatorCode()), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR17] keeps the token for 12 hours, beside those of other codes', async () => {
    const { credentials, clock } = await openDesk();
    const { token } = await credentials.redeemOperatorCode(credentials.newOperatorCode());
    clock.at += 12 * HOUR - 1;
    const later = await credentials.redeemOperatorCode(credentials.newOperatorCode());
    expect(await credentials.identify(token)).toMatchObject({ role: 'operator' });
    clock.at += 1;
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
    expect(await credentials.identify(later.token)).toMatchObject({ role: 'operator' });
  });

  it('[CR17] keeps the token when the host is started again, and the code does not', async () => {
    const { credentials, restart, log } = await openDesk();
    const { token } = await credentials.redeemOperatorCode(credentials.newOperatorCode());
    const code = credentials.newOperatorCode();
    const again = await restart();
    expect(await again.identify(token)).toMatchObject({ role: 'operator' });
    await expectRefusal(again.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_INVALID');
    for (const wrong of ['vo_', `${token}x`, token.slice(0, -1)])
      await expectRefusal(again.identify(wrong), 'VITRINE_CREDENTIAL_INVALID');
    const stored: unknown[] = [];
    for await (const record of log.records('operator')) stored.push(record);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token.slice(3));
  });

  it('[CR17] is out for good once all are revoked, after a restart too, and whoever comes later is in', async () => {
    const { credentials, restart } = await openDesk();
    const { token } = await credentials.redeemOperatorCode(credentials.newOperatorCode());
    const unused = credentials.newOperatorCode();
    expect(await credentials.revokeOperators()).toEqual({ durable: true });
    await expectRefusal(credentials.redeemOperatorCode(unused), 'VITRINE_CREDENTIAL_INVALID');
    const later = await credentials.redeemOperatorCode(credentials.newOperatorCode());
    for (const each of [credentials, await restart()]) {
      await expectRefusal(each.identify(token), 'VITRINE_CREDENTIAL_REVOKED');
      expect(await each.identify(later.token)).toMatchObject({ role: 'operator' });
    }
  });

  it('[CR17] is not kept on the disk when its time is over', async () => {
    const { credentials, clock, log } = await openDesk();
    await credentials.redeemOperatorCode(credentials.newOperatorCode());
    clock.at += 25 * HOUR;
    await credentials.redeemOperatorCode(credentials.newOperatorCode());
    let stored = 0;
    for await (const _ of log.records('operator')) stored++;
    expect(stored).toBe(1);
  });

  it('[CR16] takes no code of others away by signing in, and of each person the last holds', async () => {
    const { credentials } = await openDesk();
    const [own, eves, bobs] = [undefined, 'eve', 'bob'].map((person) => credentials.newOperatorCode(person));
    const later = credentials.newOperatorCode('eve');
    await expectRefusal(credentials.redeemOperatorCode(eves ?? ''), 'VITRINE_CREDENTIAL_INVALID');
    const redeemed = [];
    for (const code of [own, later, bobs]) redeemed.push(await credentials.redeemOperatorCode(code ?? ''));
    expect(redeemed.map(({ person }) => person)).toEqual([undefined, 'eve', 'bob']);
    for (const { token, credential } of redeemed)
      expect(await credentials.identify(token)).toMatchObject({ credential });
    expect(new Set(redeemed.map(({ credential }) => credential)).size).toBe(3);
  });

  it('[CR16] brings a code of another host, which is asked for it once', async () => {
    const asked: string[] = [];
    const takeCodeElsewhere = async (code: string) => (asked.push(code) === 1 ? { person: 'eve' } : undefined);
    const { credentials } = await openDesk({ takeCodeElsewhere });
    expect(await credentials.redeemOperatorCode('vc_of-another')).toMatchObject({
      person: 'eve',
      token: expect.stringMatching(/^vo_/),
    });
    await expectRefusal(credentials.redeemOperatorCode('vc_of-another'), 'VITRINE_CREDENTIAL_INVALID');
    await expectRefusal(credentials.redeemOperatorCode('no code'), 'VITRINE_CREDENTIAL_INVALID');
    expect(asked).toEqual(['vc_of-another', 'vc_of-another']);
  });
});
