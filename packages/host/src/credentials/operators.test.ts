import { describe, expect, it } from 'vitest';
import { expectRefusal, expectThrown, MINUTE, NOON, openDesk } from '../../test/credentials.ts';

const HOUR = 60 * MINUTE;

describe('the operator', () => {
  it('[CR16] turns a code into a token once', async () => {
    const { credentials } = await openDesk();
    const code = credentials.newOperatorCode();
    const { token, expiresAt } = credentials.redeemOperatorCode(code);
    expect(token).toMatch(/^vo_[\w-]{43}$/);
    expect(expiresAt).toBe(new Date(NOON + 12 * HOUR).toISOString());
    expect(await credentials.identify(token)).toMatchObject({ role: 'operator' });
    expectThrown(() => credentials.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR16] has one code at a time; a wrong one does not end it', async () => {
    const { credentials } = await openDesk();
    expectThrown(() => credentials.redeemOperatorCode(''), 'VITRINE_CREDENTIAL_INVALID');
    const old = credentials.newOperatorCode();
    const code = credentials.newOperatorCode();
    for (const wrong of [old, '', 'x', `${code}x`, code.slice(0, -1), code.toLowerCase() + code.toUpperCase()])
      expectThrown(() => credentials.redeemOperatorCode(wrong), 'VITRINE_CREDENTIAL_INVALID');
    expect(credentials.redeemOperatorCode(code).token).toMatch(/^vo_/);
  });

  it('[CR16] has 15 minutes for it', async () => {
    const { credentials, clock } = await openDesk();
    const code = credentials.newOperatorCode();
    clock.at += 15 * MINUTE;
    expectThrown(() => credentials.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_EXPIRED');
    clock.at -= MINUTE;
    expectThrown(() => credentials.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR16] cannot come in with the code itself', async () => {
    const { credentials } = await openDesk();
    await expectRefusal(credentials.identify(credentials.newOperatorCode()), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR17] keeps the token for 12 hours, beside those of other codes', async () => {
    const { credentials, clock } = await openDesk();
    const { token } = credentials.redeemOperatorCode(credentials.newOperatorCode());
    clock.at += 12 * HOUR - 1;
    const later = credentials.redeemOperatorCode(credentials.newOperatorCode());
    expect(await credentials.identify(token)).toMatchObject({ role: 'operator' });
    clock.at += 1;
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
    expect(await credentials.identify(later.token)).toMatchObject({ role: 'operator' });
  });

  it('[CR17] begins anew when the host does', async () => {
    const { credentials, restart } = await openDesk();
    const { token } = credentials.redeemOperatorCode(credentials.newOperatorCode());
    const code = credentials.newOperatorCode();
    const again = await restart();
    await expectRefusal(again.identify(token), 'VITRINE_CREDENTIAL_INVALID');
    expectThrown(() => again.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_INVALID');
    for (const wrong of ['vo_', `${token}x`, token.slice(0, -1)])
      await expectRefusal(credentials.identify(wrong), 'VITRINE_CREDENTIAL_INVALID');
  });
});
