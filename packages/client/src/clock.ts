// Time and chance as the connections use them, so that a test can hold both in its hands.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later; what it returns takes that back. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, 0x7fffffff));
    return () => clearTimeout(timer);
  },
};

export function delay(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    if (signal?.aborted === true) finish();
    else signal?.addEventListener('abort', finish);
  });
}
