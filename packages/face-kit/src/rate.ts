// How fast somebody may go: one token bucket a key. What a key is and what a call costs is left to the caller. And guesses:
// wrong credentials of one address.

import type { IdentityPort, PortCaller, PortClient, TransportPort } from '@vitrine/core/port';
import { HostError } from './host-error.ts';

const DEFAULT_MAX_KEYS = 10_000;
/** Rounding must not refuse who waited exactly as long as was said. */
const EPSILON = 1e-6;

export interface RateOptions {
  readonly perSecond: number;
  /** What may come at once after a pause. */
  readonly burst: number;
  /** Milliseconds of a clock that nobody sets, as performance.now. */
  readonly now: () => number;
  /** Beyond it the bucket that was longest unused is forgotten: most likely full again. */
  readonly maxKeys?: number;
}

interface Bucket {
  level: number;
  at: number;
}

export class Rate {
  readonly #options: Required<RateOptions>;
  /** The longest unused first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor({ maxKeys = DEFAULT_MAX_KEYS, ...options }: RateOptions) {
    if (!(options.perSecond > 0) || !(options.burst > 0) || !(maxKeys >= 1))
      throw new RangeError('A rate, a burst and a number of keys are above zero.');
    this.#options = { ...options, maxKeys };
  }

  get size(): number {
    return this.#buckets.size;
  }

  /**
   * @returns 0 when it was taken, else the seconds after which it can be; what is refused costs nothing. A cost above
   * the burst needs a full bucket and leaves a debt, so that large calls are slowed and not shut out.
   */
  take(key: string, cost = 1): number {
    const { burst, perSecond } = this.#options;
    const bucket = this.#refilled(key);
    const wait = (Math.min(cost, burst) - bucket.level) / perSecond;
    if (wait > EPSILON) return wait;
    bucket.level -= cost;
    return 0;
  }

  assert(key: string, cost = 1): void {
    const wait = this.take(key, cost);
    if (wait > 0) throw new HostError('VITRINE_RATE', undefined, { retryAfter: Math.ceil(wait) });
  }

  #refilled(key: string): Bucket {
    const { burst, perSecond, now: clock } = this.#options;
    const now = clock();
    const known = this.#buckets.get(key);
    const bucket = known ?? { level: burst, at: now };
    const seconds = Math.max(0, now - bucket.at) / 1000;
    bucket.level = Math.min(burst, bucket.level + seconds * perSecond);
    bucket.at = Math.max(bucket.at, now);
    if (known !== undefined) this.#buckets.delete(key);
    else this.#makeRoom();
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #makeRoom(): void {
    for (const [oldest] of this.#buckets) {
      if (this.#buckets.size < this.#options.maxKeys) return;
      this.#buckets.delete(oldest);
    }
  }
}

/** By the clock of the host that nobody sets. */
export function perMinute(most: number, transport: Pick<TransportPort, 'steadyNow'>): RateOptions {
  return { perSecond: most / 60, burst: most, now: () => transport.steadyNow() };
}

/** Whoever guesses waits; whoever comes from the same address with something that holds does not. */
export class Guesses {
  readonly #rate: Rate;

  constructor(options: RateOptions) {
    this.#rate = new Rate(options);
  }

  /** Who calls, by a credential of the host. Who brings none has not guessed. */
  identify(identity: Pick<IdentityPort, 'identify'>, { address, credential }: PortClient): Promise<PortCaller> {
    const look = () => identity.identify(credential);
    return credential === undefined ? look() : this.watch(address, look);
  }

  /** What `look` finds of a credential. Where that is wrong, one more guess of the address: refuses with VITRINE_RATE. */
  async watch<T>(address: string, look: () => T | Promise<T>): Promise<T> {
    try {
      return await look();
    } catch (error) {
      if ((error as { readonly status?: unknown }).status === 401) this.#rate.assert(address);
      throw error;
    }
  }
}
