// Code that a page does not need at once, in a chunk of its own. It is fetched when the page has nothing else to do, or when
// a trusted surface needs it. What an untrusted surface holds never causes a request: it waits for what comes anyway.

import { Cell } from './cell.ts';

/** A page that is never idle fetches it all the same. */
const MAX_WAIT_MS = 2000;

/** What is drawn and may have to wait: a stage. */
interface CodeWaiter {
  readonly isTrusted: boolean;
  await(coming: Promise<unknown>): void;
}

export class LazyCode<T extends object> {
  /** Settles when the code has come or has failed to, whoever asked for it. */
  readonly arrived: Promise<T>;
  /** Where it comes from. What stands in the first piece of a page does not know: lazy-widgets.ts says it. */
  load: () => Promise<T>;
  readonly #state = new Cell<T | 'waiting' | 'failed'>('waiting');
  #begin: (coming: Promise<never>) => void = () => undefined;
  #stage: 'away' | 'planned' | 'fetched' = 'away';

  constructor(load: () => Promise<T> = nowhere) {
    this.load = load;
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
  value(stage: CodeWaiter): T | 'waiting' | 'failed' {
    const { value } = this.#state;
    if (value === 'waiting') stage.await(this.neededBy(stage));
    return value;
  }

  /** The code, if it is there by now. */
  get loaded(): T | undefined {
    const { value } = this.#state;
    return typeof value === 'string' ? undefined : value;
  }

  /** Fetches it for a surface that is trusted. */
  neededBy({ isTrusted }: CodeWaiter): Promise<T> {
    return isTrusted ? this.fetch() : this.arrived;
  }

  fetch(): Promise<T> {
    if (this.#stage !== 'fetched') this.#begin(this.load() as Promise<never>);
    this.#stage = 'fetched';
    return this.arrived;
  }

  /** For the page's own code, never because of what a surface holds. */
  fetchAtIdle(): void {
    if (this.#stage !== 'away') return;
    this.#stage = 'planned';
    if ('requestIdleCallback' in window) requestIdleCallback(() => this.fetch(), { timeout: MAX_WAIT_MS });
    else setTimeout(() => this.fetch(), MAX_WAIT_MS / 10);
  }
}

function nowhere(): Promise<never> {
  return Promise.reject(new Error('Call defineElements() before something is shown.'));
}
