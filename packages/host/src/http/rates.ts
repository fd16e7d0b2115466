// How fast callers may come: an agent over all, an agent to one session, all viewers of a session, one viewer, and
// whoever has no credential yet, by address. A flood of one is refused without a cost to the others.

import type { PortRate, ShareRate } from '@vitrine/core/port';
import { Rate } from '@vitrine/face-kit';
import type { Caller } from '../caller.ts';
import { HostError } from '../host-error.ts';
import type { Metrics } from '../metrics.ts';

export interface HttpRateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

export type RateKind = 'agent' | 'session' | 'viewer' | 'address';
export type RateLimits = { readonly [kind in RateKind]: HttpRateLimit };

export const RATE_LIMITS: RateLimits = {
  agent: { perSecond: 10_000, burst: 20_000 },
  session: { perSecond: 2000, burst: 4000 },
  viewer: { perSecond: 100, burst: 500 },
  address: { perSecond: 5, burst: 50 },
};

export class Rates {
  readonly #rates: { readonly [kind in RateKind]: Rate };
  readonly #metrics: Metrics;

  constructor(
    limits: RateLimits,
    metrics: Metrics,
    now: () => number = () => performance.now(),
    shareRate?: ShareRate,
  ) {
    const share = (kind: RateKind) => shareRate && ((rate: PortRate) => shareRate(`http ${kind}`, rate));
    const rate = (kind: RateKind) => new Rate({ ...limits[kind], now, share: share(kind) });
    this.#rates = { agent: rate('agent'), session: rate('session'), viewer: rate('viewer'), address: rate('address') };
    this.#metrics = metrics;
  }

  /** One call of somebody known. An operator is one person and is not counted. */
  assertCaller(caller: Caller, session: string): void {
    if (caller.role === 'agent') {
      this.#assert('agent', caller.agent);
      // With the agent's name: nobody can use up the calls of a session that is not his.
      if (session !== '') this.#assert('session', JSON.stringify([caller.agent, session]));
    } else if (caller.role === 'viewer') {
      this.#assert('viewer', JSON.stringify([caller.session, caller.viewer]));
      this.#assert('session', JSON.stringify([caller.session]));
    }
  }

  /** One guess at a credential. */
  assertGuess(address: string): void {
    this.#assert('address', address);
  }

  #assert(kind: RateKind, key: string): void {
    const wait = this.#rates[kind].take(key);
    if (wait <= 0) return;
    this.#metrics.count('rateRefusals', 1, { by: kind });
    throw new HostError('VITRINE_RATE', undefined, { retryAfter: Math.ceil(wait) });
  }
}
