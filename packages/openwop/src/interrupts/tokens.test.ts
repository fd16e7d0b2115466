import { expect, test } from 'vitest';
import { InterruptTokens } from './tokens.ts';

const claims = { session: 's', interrupt: 'i', expiresAt: 7, epoch: 3 };
const keys = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
const tokens = new InterruptTokens(() => keys.slice(0, 1));

test('[OI6] a token says what it is for', () => {
  expect(tokens.read(tokens.make(claims))).toEqual(claims);
});

test('[OI6] one that was changed, cut, or made with another secret is none', () => {
  const token = tokens.make(claims);
  const parts = token.split('.');
  const payload = Buffer.from(JSON.stringify(['other', 'i', 7])).toString('base64url');
  const wrong = [
    ...['', 'x', token.slice(0, -1), `${token}x`, token.toUpperCase(), 'a.'.repeat(5000)],
    parts.with(3, payload).join('.'),
    parts.with(1, 'none').join('.'),
    parts.slice(0, 4).join('.'),
    new InterruptTokens(() => keys.slice(1)).make(claims),
  ];
  for (const one of wrong) expect(() => tokens.read(one), one.slice(0, 80)).toThrow(/no token/);
});

test('[OI6] one that was made under a former key is read, and new ones are made under the newest', () => {
  const old = tokens.make(claims);
  const rotated = new InterruptTokens(() => keys.toReversed());
  expect(rotated.read(old)).toEqual(claims);
  expect(() => tokens.read(rotated.make(claims))).toThrow(/no token/);
});
