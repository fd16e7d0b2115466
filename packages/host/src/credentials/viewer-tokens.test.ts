import { createHmac, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { expectRefusal, MINUTE, NOON, OWNER, openDesk, SECRET } from '../../test/credentials.ts';

const CLAIMS = {
  sub: 'v1',
  sid: 's1',
  agt: OWNER,
  epo: 0,
  jti: 'j1',
  fam: 'j1',
  purpose: 'view',
  era: 0,
  born: NOON / 1000,
  iat: NOON / 1000,
  exp: NOON / 1000 + 3600,
};
const DAY = 24 * 60 * MINUTE;
const noAsk = async () => false;

function sign(claims: object, header: { alg: string; typ?: string } = { alg: 'HS256', typ: 'JWT' }): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(SECRET);
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('viewer tokens', () => {
  it('[CR7] name one session, one viewer, one purpose and themselves', async () => {
    const { credentials } = await openDesk();
    const minted = await credentials.mintViewer('s1', { viewer: 'Jo Müller <jo@example.org>' });
    const claims = decodeJwt(minted.token);
    expect(decodeProtectedHeader(minted.token)).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.any(String) });
    expect(claims).toEqual({ ...CLAIMS, sub: 'Jo Müller <jo@example.org>', jti: minted.jti, fam: minted.jti });
    expect(await credentials.identify(minted.token)).toEqual({
      role: 'viewer',
      session: 's1',
      viewer: 'Jo Müller <jo@example.org>',
      jti: minted.jti,
      expiresAt: minted.expiresAt,
      grant: { agent: OWNER, epoch: 0, viewer: { session: 's1', jti: minted.jti, era: 0 }, signer: expect.any(String) },
    });
    expect(minted.expiresAt).toBe(new Date(NOON + 60 * MINUTE).toISOString());
  });

  it('[CR7] have names that differ, and viewers that differ unless one is named', async () => {
    const { credentials } = await openDesk();
    const minted = await Promise.all([1, 2, 3].map(() => credentials.mintViewer('s1')));
    expect(new Set(minted.map(({ jti }) => jti)).size).toBe(3);
    expect(new Set(minted.map(({ viewer }) => viewer)).size).toBe(3);
    for (const viewer of ['', 'a\nb', '\u202e', 'x'.repeat(129)])
      await expectRefusal(credentials.mintViewer('s1', { viewer }), 'VITRINE_BODY_INVALID');
  });

  it('[CR7] hold as long as the host was told, and not for a time that makes no sense', async () => {
    const { credentials, clock, restart } = await openDesk({ viewerSeconds: 5 });
    const { token } = await credentials.mintViewer('s1');
    clock.at += 4999;
    await credentials.identify(token);
    clock.at += 1;
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
    for (const viewerSeconds of [0, -1, 0.5, Number.NaN, 86_401])
      await expect(restart({ viewerSeconds })).rejects.toThrow(RangeError);
    for (const seconds of [0, 0.5, Number.NaN, 365 * 86_400 + 1])
      for (const name of ['viewerRenewableSeconds', 'linkSeconds', 'linkMaxSeconds'])
        await expect(restart({ [name]: seconds })).rejects.toThrow(RangeError);
  });

  it('[CR8] whose signed part was changed are refused, at whichever character', async () => {
    const { credentials } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    const change = fc.tuple(fc.nat(token.length - 1), fc.constantFrom(...characters));
    await fc.assert(
      fc.asyncProperty(change, async ([at, character]) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        // The last character of the signature has two bits that stand for nothing.
        fc.pre(changed !== token && at !== token.length - 1);
        await expectRefusal(credentials.identify(changed), 'VITRINE_CREDENTIAL_INVALID');
      }),
      { numRuns: 200 },
    );
  });

  it('[CR8] that are texts of any other kind are refused and never throw anything else', async () => {
    const { credentials } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    const [head, body, signature] = token.split('.');
    const odd = ['x', '.', '..', '...', `${head}.${body}`, `${head}.${body}.`, `${token}.`, `${token}.x`, ` ${token}`];
    for (const text of [...odd, `${head}..${signature}`, token.repeat(40), '\u0000', '💥', 'null', '{}'])
      await expectRefusal(credentials.identify(text), 'VITRINE_CREDENTIAL_INVALID');
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: 'binary' }), async (text) =>
        expectRefusal(credentials.identify(text), 'VITRINE_CREDENTIAL_INVALID'),
      ),
    );
  });

  it('[CR8] of the host itself are accepted in the same way as those that the next tests forge', async () => {
    const { credentials } = await openDesk();
    expect(await credentials.identify(await sign(CLAIMS))).toMatchObject({ viewer: 'v1', session: 's1', jti: 'j1' });
  });

  it('[CR8] without a signature, in any spelling of none, are refused', async () => {
    const { credentials } = await openDesk();
    for (const alg of ['none', 'None', 'NONE', '']) {
      const bare = `${part({ alg, typ: 'JWT' })}.${part(CLAIMS)}.`;
      await expectRefusal(credentials.identify(bare), 'VITRINE_CREDENTIAL_INVALID');
      const mac = createHmac('sha256', SECRET).update(bare.slice(0, -1)).digest('base64url');
      await expectRefusal(credentials.identify(bare + mac), 'VITRINE_CREDENTIAL_INVALID');
    }
  });

  it('[CR8] of another algorithm are refused, also with the right secret', async () => {
    const { credentials } = await openDesk();
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const) {
      const claimed = `${part({ alg, typ: 'JWT' })}.${part(CLAIMS)}`;
      const mac = createHmac(hash, SECRET).update(claimed).digest('base64url');
      await expectRefusal(credentials.identify(`${claimed}.${mac}`), 'VITRINE_CREDENTIAL_INVALID');
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signed = await new SignJWT(CLAIMS).setProtectedHeader({ alg: 'ES256', typ: 'JWT' }).sign(privateKey);
    await expectRefusal(credentials.identify(signed), 'VITRINE_CREDENTIAL_INVALID');
    // Confusion: what says RS256 is signed with the secret as if it were a key of it.
    const claimed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(CLAIMS)}`;
    const mac = createHmac('sha256', SECRET).update(claimed).digest('base64url');
    await expectRefusal(credentials.identify(`${claimed}.${mac}`), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR8] of another secret are refused', async () => {
    const { credentials, restart } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    const other = await restart({ secrets: () => [new Uint8Array(32).fill(8)] });
    await expectRefusal(other.identify(token), 'VITRINE_CREDENTIAL_INVALID');
    await expect(restart({ secrets: () => [new Uint8Array(31)] })).rejects.toThrow(RangeError);
  });

  it('[CR8] that lack a claim or have one of another type are refused', async () => {
    const { credentials } = await openDesk();
    for (const name of ['sub', 'sid', 'agt', 'epo', 'jti', 'fam', 'era', 'born', 'iat', 'exp'] as const) {
      const { [name]: _, ...rest } = CLAIMS;
      await expectRefusal(credentials.identify(await sign(rest)), 'VITRINE_CREDENTIAL_INVALID');
      const odd = await sign({ ...CLAIMS, [name]: [] });
      await expectRefusal(credentials.identify(odd), 'VITRINE_CREDENTIAL_INVALID');
    }
    await expectRefusal(credentials.identify(await sign(CLAIMS, { alg: 'HS256' })), 'VITRINE_CREDENTIAL_INVALID');
    const typed = await sign(CLAIMS, { alg: 'HS256', typ: 'at+jwt' });
    await expectRefusal(credentials.identify(typed), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR9] for another purpose, or for none, are refused as such', async () => {
    const { credentials } = await openDesk();
    for (const purpose of ['agent', 'link', 'VIEW', '', null, ['view']])
      await expectRefusal(credentials.identify(await sign({ ...CLAIMS, purpose })), 'VITRINE_CREDENTIAL_PURPOSE');
  });

  it('[CR10] end at their second by the clock of the host', async () => {
    const { credentials, clock } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    clock.at = NOON + 60 * MINUTE - 1;
    await credentials.identify(token);
    clock.at = NOON + 60 * MINUTE;
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
    await expectRefusal(credentials.identify(`${token.slice(0, -3)}AAA`), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR11] are renewed with one that holds; the viewer stays, the name does not', async () => {
    const { credentials, clock } = await openDesk();
    const first = await credentials.mintViewer('s1', { viewer: 'jo' });
    clock.at += 59 * MINUTE;
    const second = await credentials.mintViewer('s1', { renews: first.token, viewer: 'somebody else' });
    expect(second).toMatchObject({ viewer: 'jo', expiresAt: new Date(NOON + 119 * MINUTE).toISOString() });
    expect(second.jti).not.toBe(first.jti);
    clock.at += MINUTE;
    await expectRefusal(credentials.mintViewer('s1', { renews: first.token }), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR9] [CR11] are renewed for their own session only', async () => {
    const { credentials } = await openDesk();
    const { token } = await credentials.mintViewer('s1');
    await expectRefusal(credentials.mintViewer('s2', { renews: token }), 'VITRINE_CREDENTIAL_PURPOSE');
    const { key } = await credentials.addAgent('ann');
    await expectRefusal(credentials.mintViewer('s1', { renews: key }), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR11] are renewed up to 30 days from the first, whatever lies between, and then no more', async () => {
    const { credentials, clock } = await openDesk();
    let { token } = await credentials.mintViewer('s1', { viewer: 'jo' });
    for (clock.at += 55 * MINUTE; clock.at < NOON + 30 * DAY; clock.at += 55 * MINUTE) {
      const next = await credentials.mintViewer('s1', { renews: token });
      expect(Date.parse(next.expiresAt)).toBe(Math.min(clock.at + 60 * MINUTE, NOON + 30 * DAY));
      token = next.token;
    }
    clock.at = NOON + 30 * DAY - 1;
    expect(await credentials.identify(token)).toMatchObject({ viewer: 'jo' });
    clock.at += 1;
    await expectRefusal(credentials.identify(token), 'VITRINE_CREDENTIAL_EXPIRED');
    await expectRefusal(credentials.mintViewer('s1', { renews: token }), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR11] are not renewed with one that was taken back meanwhile', async () => {
    const { credentials } = await openDesk();
    const one = await credentials.mintViewer('s1');
    const two = await credentials.mintViewer('s1');
    await credentials.revokeViewers('s1', one.token);
    await expectRefusal(credentials.mintViewer('s1', { renews: one.token }), 'VITRINE_CREDENTIAL_REVOKED');
    const [renewed] = await Promise.allSettled([
      credentials.mintViewer('s1', { renews: two.token }),
      credentials.revokeViewers('s1'),
    ]);
    if (renewed.status === 'fulfilled')
      await expectRefusal(credentials.identify(renewed.value.token), 'VITRINE_CREDENTIAL_REVOKED');
    await expectRefusal(credentials.mintViewer('s1', { renews: two.token }), 'VITRINE_CREDENTIAL_REVOKED');
  });
});

describe('the codes of links', () => {
  it('[CR22] are exchanged for tokens of the same viewer, as often as they come, and are no credential', async () => {
    const { credentials } = await openDesk();
    const { code, token, jti } = await credentials.mintViewer('s1', { viewer: 'jo' });
    const [one, two] = [
      await credentials.redeemViewerCode(code, noAsk),
      await credentials.redeemViewerCode(code, noAsk),
    ];
    expect(one).toMatchObject({ session: 's1', viewer: 'jo' });
    expect(new Set([token, one.token, two.token]).size).toBe(3);
    for (const each of [one, two])
      expect(await credentials.identify(each.token)).toMatchObject({ session: 's1', viewer: 'jo', jti });
    await expectRefusal(credentials.identify(code), 'VITRINE_CREDENTIAL_PURPOSE');
    await expectRefusal(credentials.redeemViewerCode(token, noAsk), 'VITRINE_CREDENTIAL_PURPOSE');
    await expectRefusal(credentials.mintViewer('s1', { renews: code }), 'VITRINE_CREDENTIAL_PURPOSE');
    for (const wrong of ['', 'x', `${code}x`, code.slice(0, -4), code.repeat(20)])
      await expectRefusal(credentials.redeemViewerCode(wrong, noAsk), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR22] hold for 7 days, longer while the session waits for an answer, and never beyond 30', async () => {
    const { credentials, clock } = await openDesk();
    const { code } = await credentials.mintViewer('s1');
    const waits = async () => true;
    clock.at = NOON + 7 * DAY - 1;
    await credentials.redeemViewerCode(code, noAsk);
    clock.at += 1;
    await expectRefusal(credentials.redeemViewerCode(code, noAsk), 'VITRINE_CREDENTIAL_EXPIRED');
    await credentials.redeemViewerCode(code, waits);
    clock.at = NOON + 30 * DAY - 1000;
    const last = await credentials.redeemViewerCode(code, waits);
    expect(last.expiresAt).toBe(new Date(NOON + 30 * DAY).toISOString());
    clock.at = NOON + 30 * DAY;
    await expectRefusal(credentials.redeemViewerCode(code, waits), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR22] of a renewed token are no younger than the first of its family', async () => {
    const { credentials, clock } = await openDesk();
    let minted = await credentials.mintViewer('s1');
    for (; clock.at < NOON + 7 * DAY; clock.at += 59 * MINUTE)
      minted = await credentials.mintViewer('s1', { renews: minted.token });
    await expectRefusal(credentials.redeemViewerCode(minted.code, noAsk), 'VITRINE_CREDENTIAL_EXPIRED');
  });

  it('[CR22] hold as long as the host was told', async () => {
    const { credentials, clock } = await openDesk({ linkSeconds: 60, linkMaxSeconds: 120 });
    const { code } = await credentials.mintViewer('s1');
    clock.at += MINUTE;
    await expectRefusal(credentials.redeemViewerCode(code, noAsk), 'VITRINE_CREDENTIAL_EXPIRED');
    await credentials.redeemViewerCode(code, async () => true);
    clock.at += MINUTE;
    await expectRefusal(
      credentials.redeemViewerCode(code, async () => true),
      'VITRINE_CREDENTIAL_EXPIRED',
    );
  });

  it('[CR12] [CR22] end with any token of theirs, with all of their session, and by themselves', async () => {
    const { credentials, restart } = await openDesk();
    const one = await credentials.mintViewer('s1');
    const had = await credentials.redeemViewerCode(one.code, noAsk);
    const two = await credentials.mintViewer('s1');
    const three = await credentials.mintViewer('s1');
    await credentials.revokeViewers('s1', had.token);
    await credentials.revokeViewers('s1', two.code);
    for (const each of [credentials, await restart()]) {
      for (const { code, token } of [one, two]) {
        await expectRefusal(each.redeemViewerCode(code, noAsk), 'VITRINE_CREDENTIAL_REVOKED');
        await expectRefusal(each.identify(token), 'VITRINE_CREDENTIAL_REVOKED');
      }
      await each.redeemViewerCode(three.code, noAsk);
    }
    await credentials.revokeViewers('s1');
    await expectRefusal(credentials.redeemViewerCode(three.code, noAsk), 'VITRINE_CREDENTIAL_REVOKED');
  });
});
