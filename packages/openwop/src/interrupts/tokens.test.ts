import { expect, test } from 'vitest';
import { InterruptTokens } from './tokens.ts';

const claims = { session: 's', interrupt: 'i', expiresAt: 7 };
const tokens = new InterruptTokens(new Uint8Array(32).fill(1));

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
    new InterruptTokens(new Uint8Array(32).fill(2)).make(claims),
  ];
  for (const one of wrong) expect(() => tokens.read(one), one.slice(0, 80)).toThrow(/no token/);
});
