// When a viewer's token ends, as far as it says so. Nothing is judged by it here: that is the host's.

import { isObject, type Json } from '@vitrine/core';

interface Claims {
  readonly expiresAt: number;
  readonly issuedAt: number | undefined;
}

export function readClaims(token: string): Claims | undefined {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const claims: Json = JSON.parse(text);
    if (!isObject(claims) || typeof claims.exp !== 'number') return undefined;
    return { expiresAt: claims.exp * 1000, issuedAt: typeof claims.iat === 'number' ? claims.iat * 1000 : undefined };
  } catch {
    return undefined;
  }
}

/** When to ask for the next one: a fifth of its life before it ends, at least half a minute and at most five. */
export function renewalTime(token: string, now: number): number | undefined {
  const claims = readClaims(token);
  if (claims === undefined) return undefined;
  const life = claims.expiresAt - (claims.issuedAt ?? now);
  return claims.expiresAt - Math.min(300_000, Math.max(30_000, life / 5));
}
