import { describe, expect, it } from 'vitest';
import { expectRefusal, MINUTE, NOON, openDesk } from '../../test/credentials.ts';

const HOUR = 60 * MINUTE;
const noAsk = async () => false;

describe('the time of credentials', () => {
  it('[CR10] goes on when the clock is set back: nobody is locked out, before and after a restart', async () => {
    const { credentials, clock, restart } = await openDesk();
    const { token, code } = await credentials.mintViewer('s1');
    const operator = await credentials.redeemOperatorCode(credentials.newOperatorCode());
    for (const back of [2 * MINUTE, 3 * HOUR, 400 * 24 * HOUR]) {
      clock.at = NOON - back;
      await credentials.identify(operator.token);
      for (const each of [credentials, await restart()]) {
        expect(await each.identify(token)).toMatchObject({ session: 's1' });
        const renewed = await each.mintViewer('s1', { renews: token });
        expect(await each.identify(renewed.token)).toMatchObject({ session: 's1' });
        await each.redeemViewerCode(code, noAsk);
        const fresh = await each.mintViewer('s1');
        expect(await each.identify(fresh.token)).toMatchObject({ session: 's1' });
        // Outside, the clock of the system counts.
        expect(Date.parse(fresh.expiresAt)).toBe(clock.at + HOUR);
      }
    }
  });

  it('[CR10] is spent while the host runs, however often the clock is set back', async () => {
    const { credentials, clock } = await openDesk();
    const { token, code } = await credentials.mintViewer('s1');
    const operator = await credentials.redeemOperatorCode(credentials.newOperatorCode());
    for (let minutes = 0; minutes < 60; minutes += 5) {
      expect(await credentials.identify(token), `${minutes} minutes`).toMatchObject({ session: 's1' });
      clock.at -= 3 * HOUR;
      clock.steady += 5 * MINUTE;
    }
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
    clock.steady += 12 * HOUR;
    await expectRefusal(credentials.identify(operator.token), 'VITRINE_CREDENTIAL_EXPIRED');
    clock.steady += 7 * 24 * HOUR;
    await expectRefusal(credentials.redeemViewerCode(code, noAsk), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR10] is kept over restarts, at most a minute behind', async () => {
    const { credentials, clock, restart } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    let host = credentials;
    for (let minutes = 0; minutes < 60; minutes += 10) {
      clock.steady += 10 * MINUTE;
      await host.flush();
      clock.at = NOON - 3 * HOUR;
      host = await restart();
    }
    await expectRefusal(host.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR10] has been what the host has signed, also when nothing was kept', async () => {
    const { credentials, clock, log, restart } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    await log.writeRecords([{ kind: 'clock', key: 'seen', remove: true }]);
    clock.at = NOON - 3 * HOUR;
    const again = await restart();
    expect(await again.identify(token)).toMatchObject({ session: 's1' });
    clock.steady += HOUR;
    await expectRefusal(again.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR10] follows the clock forward, and stays there when that was a mistake', async () => {
    const { credentials, clock } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    clock.at += 10 * 365 * 24 * HOUR;
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
    clock.at = NOON;
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
    const fresh = await credentials.mintViewer('s1');
    expect(fresh.expiresAt).toBe(new Date(NOON + HOUR).toISOString());
    expect(await credentials.identify(fresh.token)).toMatchObject({ session: 's1' });
  });

  it('[CR26] ends the key of an agent that was given for a time, and gives one that is made then its whole time', async () => {
    const { credentials, clock, restart } = await openDesk();
    const until = (milliseconds: number) => ({ expiresAt: new Date(clock.at + milliseconds).toISOString() });
    const { key } = await credentials.addAgent('brief', until(HOUR));
    clock.at -= 3 * HOUR;
    clock.steady += HOUR - 1;
    expect(await credentials.identify(key)).toMatchObject({ agent: 'brief' });
    const later = await credentials.addAgent('later', until(HOUR));
    expect(await credentials.agents()).toMatchObject([
      { agent: 'brief', expiresAt: new Date(clock.at + 1).toISOString() },
      { agent: 'later', expiresAt: new Date(clock.at + HOUR).toISOString() },
      { agent: 'owner' },
    ]);
    clock.steady += 1;
    await credentials.flush();
    for (const each of [credentials, await restart()])
      await expectRefusal(each.identify(key), 'VITRINE_CREDENTIAL_EXPIRED');
    clock.steady += HOUR - 2;
    expect(await credentials.identify(later.key)).toMatchObject({ agent: 'later' });
    clock.steady += 1;
    await expectRefusal(credentials.identify(later.key), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR26] that was a mistake far ahead leaves keys of agents their whole time', async () => {
    const { credentials, clock } = await openDesk();
    clock.at += 10 * 365 * 24 * HOUR;
    await credentials.flush();
    clock.at = NOON;
    const { key } = await credentials.addAgent('brief', { expiresAt: new Date(NOON + HOUR).toISOString() });
    expect(await credentials.identify(key)).toMatchObject({ agent: 'brief' });
    clock.steady += HOUR;
    await expectRefusal(credentials.identify(key), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR16] ends the code of an operator too', async () => {
    const { credentials, clock } = await openDesk();
    const code = credentials.newOperatorCode();
    clock.at -= HOUR;
    clock.steady += 15 * MINUTE;
    await expectRefusal(credentials.redeemOperatorCode(code), 'VITRINE_CREDENTIAL_EXPIRED');
  });
});
