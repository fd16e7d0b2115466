// When a viewer's token ends, as far as it says so. Nothing is judged by it here: that is the host's.

import { isObject } from '@vitrine/core/page';
import { parseFromHost } from './line.ts';

interface ViewerTokenClaims {
  readonly expiresAt: number;
  readonly issuedAt: number | undefined;
}

export function readClaims(token: string): ViewerTokenClaims | undefined {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const claims = parseFromHost(text);
    if (!isObject(claims) || typeof claims.exp !== 'number') return undefined;
    return { expiresAt: claims.exp * 1000, issuedAt: typeof claims.iat === 'number' ? claims.iat * 1000 : undefined };
  } catch {
    return undefined;
  }
}

/** Between two attempts there is at least this. */
const MIN_WAIT_MS = 1000;

/**
 * How long to wait with asking for the next one: until a fifth of its life before it ends, at least half a minute and at
 * most five, but half of it is always used. The clock here may be another than the host's, so one that was just had is
 * measured by its life alone, and none is kept for longer than that.
 */
export function renewalWait(token: string, now: number, isFresh: boolean): number | undefined {
  const claims = readClaims(token);
  if (claims === undefined) return undefined;
  const { expiresAt, issuedAt } = claims;
  const rest = Math.max(0, expiresAt - now);
  const life = issuedAt === undefined ? rest : Math.max(0, expiresAt - issuedAt);
  const margin = Math.min(300_000, Math.max(30_000, life / 5), life / 2);
  return Math.max(isFresh ? MIN_WAIT_MS : 0, (isFresh ? life : Math.min(rest, life)) - margin);
}
