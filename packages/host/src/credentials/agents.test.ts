import type { SessionLog } from '@vitrine/log';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectRefusal, NOON, OWNER, openDesk } from '../../test/credentials.ts';
import type { Revoked } from '../caller.ts';
import { createHost } from '../host.ts';

const openEmpty = () => openDesk({ isEmpty: true });
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

async function everythingIn(log: SessionLog): Promise<string> {
  const all: unknown[] = [];
  for await (const record of log.records('agent')) all.push(record);
  return JSON.stringify(all);
}

describe('agent keys', () => {
  it('[CR1] are made of the name and 32 random bytes and name their agent and its trust', async () => {
    const { credentials } = await openEmpty();
    const { key } = await credentials.addAgent('my_agent-1');
    const other = await credentials.addAgent('guest', { trust: 'untrusted' });
    expect(key).toMatch(/^vk_my_agent-1_[A-Za-z0-9_-]{43}$/);
    expect(await credentials.identify(key)).toEqual({
      ...{ role: 'agent', agent: 'my_agent-1', trust: 'trusted' },
      grant: { agent: 'my_agent-1', epoch: 0, key: 0 },
    });
    expect(await credentials.identify(other.key)).toMatchObject({ role: 'agent', agent: 'guest', trust: 'untrusted' });
    expect(await credentials.agents()).toEqual([
      { agent: 'guest', trust: 'untrusted', createdAt: iso(NOON) },
      { agent: 'my_agent-1', trust: 'trusted', createdAt: iso(NOON) },
    ]);
  });

  it('[CR1] do not stand in the log, and hold after a restart', async () => {
    const { credentials, log, restart } = await openEmpty();
    const { key } = await credentials.addAgent('ann');
    const rotated = await credentials.rotateAgent('ann');
    const stored = await everythingIn(log);
    expect(stored).toContain('ann');
    for (const each of [key, rotated.key]) expect(stored).not.toContain(each.slice(-43));
    expect(await (await restart()).identify(rotated.key)).toMatchObject({ agent: 'ann' });
  });

  it('[CR2] are for names of 1 to 64 plain characters', async () => {
    const { credentials } = await openEmpty();
    for (const name of ['', 'A', 'ä', 'a b', 'a/b', 'a.b', '../a', 'a\n', 'a'.repeat(65)])
      await expectRefusal(credentials.addAgent(name), 'VITRINE_AGENT_NAME');
    for (const name of ['a', '__proto__', 'constructor', 'a'.repeat(64), '_', '-']) {
      const { key } = await credentials.addAgent(name);
      expect(await credentials.identify(key), name).toMatchObject({ agent: name });
    }
  });

  it('[CR2] are given once for a name, also to several at the same time, and not after a revocation', async () => {
    const { credentials } = await openEmpty();
    const tries = await Promise.allSettled([1, 2, 3].map(() => credentials.addAgent('ann')));
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expectRefusal(credentials.addAgent('ann'), 'VITRINE_AGENT_EXISTS');
    await credentials.revokeAgent('ann');
    await expectRefusal(credentials.addAgent('ann'), 'VITRINE_AGENT_EXISTS');
  });

  it('[CR3] are refused alike whatever is wrong with them', async () => {
    const { credentials } = await openEmpty();
    const { key } = await credentials.addAgent('ann');
    const { key: bobs } = await credentials.addAgent('bob');
    const last = key.at(-1) === 'A' ? 'B' : 'A';
    const wrong = [
      key.slice(0, -1),
      `${key}A`,
      key.slice(0, -1) + last,
      key.toUpperCase(),
      ` ${key}`,
      `${key}\n`,
      'vk_',
      'vk_ann_',
      `vk_ann_${bobs.slice(-43)}`,
      `vk_nobody_${key.slice(-43)}`,
      `vk___proto___${key.slice(-43)}`,
      `vk_${'a'.repeat(100_000)}`,
    ];
    for (const each of wrong) await expectRefusal(credentials.identify(each), 'VITRINE_CREDENTIAL_INVALID');
    for (const none of [undefined, '']) await expectRefusal(credentials.identify(none), 'VITRINE_CREDENTIAL_MISSING');
  });

  it('[CR3] of another host are refused', async () => {
    const [here, there] = [await openEmpty(), await openEmpty()];
    await here.credentials.addAgent('ann');
    const { key } = await there.credentials.addAgent('ann');
    await expectRefusal(here.credentials.identify(key), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR3] whose record was spoiled let nobody in and stop nobody else', async () => {
    const { credentials, log, restart } = await openEmpty();
    const { key } = await credentials.addAgent('ann');
    const spoiled = [null, 7, 'x', [], {}, { createdAt: iso(NOON), digest: '' }, { createdAt: iso(NOON) }];
    await log.writeRecords(spoiled.map((value, n) => ({ kind: 'agent', key: `bad${n}`, value })));
    await log.writeRecords([{ kind: 'agent', key: 'bytes', value: Uint8Array.of(1) }]);
    const again = await restart();
    expect(await again.identify(key)).toMatchObject({ agent: 'ann' });
    expect((await again.agents()).map(({ agent }) => agent)).toEqual(['ann']);
  });

  it('[CR4] end at once when they are rotated, and connections hear of it', async () => {
    const { credentials, clock } = await openEmpty();
    const { key } = await credentials.addAgent('ann');
    const heard: Revoked[] = [];
    credentials.onRevoked((what) => heard.push(what));
    clock.at += 1000;
    const next = await credentials.rotateAgent('ann');
    await expectRefusal(credentials.identify(key), 'VITRINE_CREDENTIAL_INVALID');
    expect(await credentials.identify(next.key)).toMatchObject({ agent: 'ann' });
    expect(heard).toEqual([{ agent: 'ann', keyOnly: true }]);
    expect(await credentials.agents()).toMatchObject([{ createdAt: iso(NOON), rotatedAt: iso(NOON + 1000) }]);
  });

  it('[CR4] of a revoked agent come back by a rotation only', async () => {
    const { credentials } = await openEmpty();
    const { key } = await credentials.addAgent('ann', { trust: 'untrusted' });
    await credentials.revokeAgent('ann');
    const next = await credentials.rotateAgent('ann');
    expect(await credentials.identify(next.key)).toMatchObject({ role: 'agent', agent: 'ann', trust: 'untrusted' });
    await expectRefusal(credentials.identify(key), 'VITRINE_CREDENTIAL_INVALID');
    expect((await credentials.agents())[0]).not.toHaveProperty('revokedAt');
  });

  it('[CR5] are revoked, also after a restart, and a second time changes nothing', async () => {
    const { credentials, clock, restart } = await openEmpty();
    const { key } = await credentials.addAgent('ann');
    const heard: Revoked[] = [];
    const stop = credentials.onRevoked((what) => heard.push(what));
    await credentials.revokeAgent('ann');
    stop();
    clock.at += 1000;
    await credentials.revokeAgent('ann');
    expect(heard).toEqual([{ agent: 'ann' }]);
    for (const each of [credentials, await restart()]) {
      await expectRefusal(each.identify(key), 'VITRINE_CREDENTIAL_REVOKED');
      await expectRefusal(each.identify(`${key.slice(0, -2)}zz`), 'VITRINE_CREDENTIAL_INVALID');
      expect(await each.agents()).toMatchObject([{ revokedAt: iso(NOON) }]);
    }
  });

  it('[CR5] of agents that nobody knows can be neither rotated nor revoked', async () => {
    const { credentials } = await openEmpty();
    await expectRefusal(credentials.rotateAgent('nobody'), 'VITRINE_AGENT_UNKNOWN');
    await expectRefusal(credentials.revokeAgent('nobody'), 'VITRINE_AGENT_UNKNOWN');
  });

  it('[CR6] are judged without the log, and so are tokens', async () => {
    const { credentials, log } = await openDesk();
    const { key } = await credentials.addAgent('ann');
    const { token } = await credentials.mintViewer('s1');
    await log.close();
    expect(await credentials.identify(key)).toMatchObject({ agent: 'ann' });
    expect(await credentials.identify(token)).toMatchObject({ session: 's1' });
    await expectRefusal(credentials.identify(`vk_nobody_${key.slice(-43)}`), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR23] that are revoked take with them all that was minted under them, for good; a rotation takes nothing', async () => {
    const { credentials, restart } = await openDesk();
    const { key: other } = await credentials.addAgent('other');
    const noAsk = async () => false;
    const { token, code } = await credentials.mintViewer('s1');
    await credentials.rotateAgent(OWNER);
    const renewed = await credentials.mintViewer('s1', { renews: token });
    await credentials.redeemViewerCode(code, noAsk);
    const grant = credentials.grantOf(OWNER) as { agent: string; epoch: number };
    expect(credentials.holds(grant)).toBe(true);
    await credentials.revokeAgent(OWNER);
    await expectRefusal(credentials.mintViewer('s1'), 'VITRINE_AGENT_REVOKED');
    expect(credentials.grantOf(OWNER)).toBeUndefined();
    const again = await restart();
    for (const back of [false, true]) {
      if (back) await credentials.rotateAgent(OWNER);
      for (const each of back ? [credentials, await restart()] : [credentials, again]) {
        for (const old of [token, renewed.token]) {
          await expectRefusal(each.identify(old), 'VITRINE_CREDENTIAL_REVOKED');
          await expectRefusal(each.mintViewer('s1', { renews: old }), 'VITRINE_CREDENTIAL_REVOKED');
        }
        await expectRefusal(each.redeemViewerCode(code, noAsk), 'VITRINE_CREDENTIAL_REVOKED');
        expect(each.holds(grant)).toBe(false);
        expect(await each.identify(other)).toMatchObject({ agent: 'other' });
      }
    }
    const fresh = await credentials.mintViewer('s1');
    expect(await credentials.identify(fresh.token)).toMatchObject({ session: 's1' });
  });

  it('[CR23] that are revoked while a new key of theirs is written are revoked', async () => {
    const { credentials, restart } = await openDesk();
    const rotated = credentials.rotateAgent(OWNER);
    await Promise.resolve();
    await credentials.revokeAgent(OWNER);
    const { key } = await rotated;
    for (const each of [credentials, await restart()])
      await expectRefusal(each.identify(key), 'VITRINE_CREDENTIAL_REVOKED');
  });
});

it('[CR26] a key that was given for a time ends with it, and a new one may have another', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const host = await createHost({ now: () => now });
  onTestFinished(() => host.stop());
  const { key } = await host.credentials.addAgent('brief', { expiresAt: '2026-01-02T00:00:00.000Z' });
  expect(await host.credentials.identify(key)).toMatchObject({ agent: 'brief' });
  now += 86_400_000;
  await expect(host.credentials.identify(key)).rejects.toMatchObject({ code: 'VITRINE_CREDENTIAL_EXPIRED' });
  const rotated = await host.credentials.rotateAgent('brief');
  expect(await host.credentials.identify(rotated.key)).toMatchObject({ agent: 'brief' });
});
