// Code that a page does not need at once, in a chunk of its own. It is fetched when the page has nothing else to do, or when
// a trusted surface needs it. What an untrusted surface holds never causes a request: it waits for what comes anyway.

import { Cell } from './cell.ts';
import type { Stage } from './stage.ts';

/** A page that is never idle fetches it all the same. */
const MAX_WAIT_MS = 2000;

export class LazyCode<T extends object> {
  /** Settles when the code has come or has failed to, whoever asked for it. */
  readonly arrived: Promise<T>;
  readonly #load: () => Promise<T>;
  readonly #state = new Cell<T | 'waiting' | 'failed'>('waiting');
  #begin: (coming: Promise<never>) => void = () => undefined;
  #stage: 'away' | 'planned' | 'fetched' = 'away';

  constructor(load: () => Promise<T>) {
    this.#load = load;
    this.arrived = new Promise((resolve) => {
      this.#begin = resolve;
    });
    this.arrived.then(
      (loaded) => {
        this.#state.value = loaded;
      },
      () => {
        this.#state.value = 'failed';
      },
    );
  }

  /** For what is drawn, which is drawn again once the code is there. `failed`: it will not come. */
  value(stage: Stage): T | 'waiting' | 'failed' {
    const { value } = this.#state;
    if (value === 'waiting') stage.await(this.neededBy(stage));
    return value;
  }

  /** Fetches it for a surface that is trusted. */
  neededBy({ isTrusted }: Stage): Promise<T> {
    if (isTrusted) this.fetch();
    return this.arrived;
  }

  fetch(): void {
    if (this.#stage === 'fetched') return;
    this.#stage = 'fetched';
    this.#begin(this.#load() as Promise<never>);
  }

  /** For the page's own code, never because of what a surface holds. */
  fetchAtIdle(): void {
    if (this.#stage !== 'away') return;
    this.#stage = 'planned';
    if ('requestIdleCallback' in window) requestIdleCallback(() => this.fetch(), { timeout: MAX_WAIT_MS });
    else setTimeout(() => this.fetch(), MAX_WAIT_MS / 10);
  }
}
