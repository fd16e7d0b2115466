// How fast somebody may go: one token bucket a key. What a key is and what a call costs is left to the caller. And guesses:
// wrong credentials of one address.

import type { IdentityPort, PortCaller, PortClient, PortRate, TransportPort } from '@vitrine/core/port';
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
  /** Absent: this process counts alone. */
  readonly share?: ((rate: PortRate) => void) | undefined;
}

interface Bucket {
  level: number;
  at: number;
}

export class Rate implements PortRate {
  readonly #options: Required<Omit<RateOptions, 'share'>>;
  /** The longest unused first. */
  readonly #buckets = new Map<string, Bucket>();
  /** What was taken of each bucket and nobody else knows of. Absent: nobody else wants to. */
  readonly #untold: Map<string, number> | undefined;

  constructor({ maxKeys = DEFAULT_MAX_KEYS, share, ...options }: RateOptions) {
    if (!(options.perSecond > 0) || !(options.burst > 0) || !(maxKeys >= 1))
      throw new RangeError('A rate, a burst and a number of keys are above zero.');
    this.#options = { ...options, maxKeys };
    this.#untold = share === undefined ? undefined : new Map();
    share?.(this);
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
    this.#untold?.set(key, (this.#untold.get(key) ?? 0) + cost);
    return 0;
  }

  uses(most: number): readonly (readonly [key: string, cost: number])[] {
    const { burst } = this.#options;
    const uses: [string, number][] = [];
    for (const [key, cost] of this.#untold ?? []) {
      if (uses.length >= most) break;
      const missing = burst - this.#levelOf(key);
      // Whoever has hardly begun is nobody's concern, and what has filled up again was never taken.
      if (missing > 0 && missing <= burst / 2) continue;
      this.#untold?.delete(key);
      if (missing > 0) uses.push([key, Math.min(cost, missing)]);
    }
    return uses;
  }

  /** A bucket owes at most what it holds: whoever is refused elsewhere is not shut out here. */
  spend(key: string, cost: number): void {
    const bucket = this.#refilled(key);
    bucket.level = Math.max(bucket.level - cost, -this.#options.burst);
  }

  #levelOf(key: string): number {
    const { burst, perSecond, now } = this.#options;
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.level + (Math.max(0, now() - bucket.at) / 1000) * perSecond);
  }

  assert(key: string, cost = 1): void {
    const wait = this.take(key, cost);
    if (wait > 0) throw new HostError('VITRINE_RATE', undefined, { retryAfter: Math.ceil(wait) });
  }

  #refilled(key: string): Bucket {
    const { burst, now: clock } = this.#options;
    const now = clock();
    const known = this.#buckets.get(key);
    const bucket = known ?? { level: burst, at: now };
    bucket.level = this.#levelOf(key);
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

/** By the clock of the host that nobody sets; one limit for all hosts that share a log. */
export function perMinute(
  name: string,
  most: number,
  transport: Pick<TransportPort, 'steadyNow' | 'shareRate'>,
): RateOptions {
  const share = (rate: PortRate) => transport.shareRate(name, rate);
  return { perSecond: most / 60, burst: most, now: () => transport.steadyNow(), share };
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
